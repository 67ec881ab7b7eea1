"""The main program: a table of commands, each imported when it is used."""

import gc
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from stat import S_ISCHR
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from printnplay import FaultsError, __version__
from printnplay.cli import IS_QUIET, stoppable
from printnplay.cli.speech import ask
from printnplay.cli.spoken import SpokenContext, speak_command, spoken_errors
from printnplay.cli.streams import lack_of, let_go_of_output, prepare_streams
from printnplay.cli.usage import refuse_empty_options
from printnplay.kernel.messages import LANGUAGES
from printnplay.kernel.version import is_standalone

ABOUT = (
    "Build print-and-play PDFs from a card game in YAML or a spreadsheet, and check the game first."
)

COMMANDS: Mapping[str, str] = {
    "new": "Start a new game project from a template.",
    "import": "Import a project of Squib, Cider, nanDECK or another tool.",
    "list": "List games, languages and papers, and what is missing.",
    "build": "Build the print-and-play PDFs: kit, booklet, rulebook and box.",
    "export": "Export cards as images or PDF, for simulators and printers.",
    "print": "Print another person's cards again: PDFs and pictures.",
    "preflight": "Check any print-ready PDF: boxes, fonts, inks, pictures, lines.",
    "config": "Show or set your own defaults: paper, printer, look, language.",
    "calibrate": "Calibrate a printer: align backs and correct lengths.",
    "check": "Validate the game: deck, texts, fit and worked examples.",
    "preview": "Preview, edit and play the game in the browser (live reload).",
    "studio": "Start in the browser: new games, projects, editing, building.",
    "table": "Serve a table to play at with others in the local network.",
    "diff": "Show what changed since an earlier version.",
    "which": "Tell which version a file or a stamped card is.",
    "proof": "Render proof sheets: all languages, and for colour blindness.",
    "play": "Simulate many games: check every position, collect statistics.",
    "trust": "Trust a project's rules (Python code) until they change.",
    "art": "Check drawings, and render them as on a card.",
    "l10n": "Translate: status, new languages, export, import, stale texts.",
    "migrate": "Rewrite keys of YAML files that have new names.",
    "cache": "Show the size of the cache, or clear it.",
    "fetch": "Download card tables from the web, such as Google Sheets.",
    "schema": "Print the JSON Schema of a YAML file, for editors.",
    "about": "Show the version, the folders, and licences of all parts.",
    "update": "Show how to update; with --check, ask for the newest version.",
}
"""The commands, each a module of this package, with their help texts."""


class Modules(Mapping[str, Any]):
    """The commands by name; the module of a command is imported on lookup.

    A module defines `command`: a function, or a Typer app with subcommands.
    """

    def __getitem__(self, name: str) -> Any:
        """Return the command with this name."""
        about = COMMANDS[name]
        command = import_module(f"{__package__}.{name}").command
        if not isinstance(command, typer.Typer):
            run, command = command, typer.Typer(add_completion=False, rich_markup_mode=None)
            command.command(name)(run)
        made = typer.main.get_command(command)
        made.short_help = about
        refuse_empty_options(made)
        speak_command(made)
        return made

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names in the order of the help."""
        return iter(COMMANDS)

    def __len__(self) -> int:
        """Return the number of commands."""
        return len(COMMANDS)


class Commands(TyperGroup):
    """The command group; the return value of a command is its exit status."""

    context_class = SpokenContext

    def __init__(self, **settings: Any) -> None:
        """Take the commands from the table."""
        super().__init__(**settings)
        self.commands: Any = Modules()

    def make_context(self, *arguments: Any, **settings: Any) -> Any:
        """Parse the options before the command."""
        with spoken_errors():
            return super().make_context(*arguments, **settings)

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of the commands."""
        return list(COMMANDS)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the table of commands into the help."""
        with formatter.section("Commands"):
            formatter.write_dl([*COMMANDS.items()])

    def invoke(self, ctx: Any) -> None:
        """Run a command, or report the faults that prevented it."""
        try:
            _check_current_folder()
            with spoken_errors():
                status = super().invoke(ctx)
        except FaultsError as error:
            from printnplay.cli.console import refused
            from printnplay.cli.options import report_format

            status = refused(error, report_format(ctx))
        raise typer.Exit(status)


app = typer.Typer(
    cls=Commands,
    help=ABOUT,
    invoke_without_command=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _check_current_folder() -> None:
    """Check that the current folder exists, since relative paths need it.

    Raises:
        FaultsError: it does not exist.
    """
    from printnplay.kernel import codes
    from printnplay.kernel.diagnostics import Diagnostic, Span

    try:
        Path.cwd()
    except OSError:
        fault = Diagnostic(
            codes.NO_CURRENT_FOLDER,
            "the current folder has been removed",
            Span(""),
            "expected a folder that exists",
            "change into another folder",
        )
        raise FaultsError([fault]) from None


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"printnplay {__version__}")
        raise typer.Exit


def _quiet(asked: bool) -> None:
    IS_QUIET.set(asked)


def _language(asked: str) -> None:
    if asked and asked not in LANGUAGES:
        raise typer.BadParameter(f"'{asked}' is not one of {', '.join(LANGUAGES)}.")
    ask(asked)


@app.callback(help=ABOUT)
def _common(
    ctx: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_version, is_eager=True, help="Show the version and stop."
        ),
    ] = False,
    quiet: Annotated[
        bool,
        typer.Option("-q", "--quiet", callback=_quiet, help="Print errors and warnings only."),
    ] = False,
    language: Annotated[
        str,
        typer.Option(
            "--lang",
            callback=_language,
            is_eager=True,
            metavar="CODE",
            help="Language of help and messages: de, en, es, fr, it, pl.",
        ),
    ] = "",
) -> int:
    del version, quiet, language  # their callbacks have done it
    if ctx.invoked_subcommand is not None:
        return 0
    return _without_command(ctx)


def _without_command(ctx: typer.Context) -> int:
    """Start the studio for a person at a terminal, or after a double click; else print the help."""
    if not ((sys.stdin.isatty() and sys.stdout.isatty()) or _is_double_clicked()):
        typer.echo(ctx.get_help())
        return 2
    from printnplay.cli.console import tell

    tell("`printnplay --help` lists all commands.")
    studio: Callable[[], int] = import_module(f"{__package__}.studio").command
    return studio()


def _is_double_clicked() -> bool:
    """Return whether a desktop of Linux has started the standalone program, without a terminal.

    Windows and macOS give a program that is double-clicked a terminal. In a pipe, input or output
    is no device; desktops connect both with devices or with their log.
    """
    desktop = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    with suppress(OSError):
        return bool(is_standalone() and desktop and S_ISCHR(os.fstat(0).st_mode))
    return False


def main() -> None:
    """Run a command; keep tracebacks of bugs, but exit quietly on a closed pipe or a signal."""
    stoppable(_main)


def _main() -> None:
    # Objects live until the end, so garbage collection would cost a tenth of the time of a build
    # for nothing.
    gc.set_threshold(1_000_000)
    prepare_streams()
    try:
        app()
    except BrokenPipeError:
        let_go_of_output()
        raise SystemExit(1) from None
    except (MemoryError, ImportError, OSError, RuntimeError) as error:
        reason = lack_of(error)
        if not reason:
            raise
        let_go_of_output()
        with suppress(OSError):
            sys.stderr.write(f"error: {reason}\n")
            sys.stderr.flush()
        raise SystemExit(1) from None
