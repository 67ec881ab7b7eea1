"""What commands share: options, a progress bar, how faults are shown, words and columns."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Annotated, Self

import typer

from printnplay import Project, open_bundled, open_project
from printnplay.cli import IS_QUIET
from printnplay.cli.reports import FORMATS, render
from printnplay.model.diagnostics import (
    Diagnostic,
    FaultsError,
    as_errors,
    error_count,
    warning_count,
)
from printnplay.pipeline.request import Progress, check_output

if TYPE_CHECKING:
    import rich.progress

Format = StrEnum("Format", {name: name for name in FORMATS})  # type: ignore[misc]
"""How faults are shown."""
TEXT = Format("text")


def report_in(context: typer.Context, form: str) -> str:
    """Note the format in which faults are to be shown, also those that end the command."""
    context.meta[Format.__name__] = str(form)
    return form


def report_format(context: typer.Context) -> str:
    """The format that was noted; for people if none was."""
    form: str = context.meta.get(Format.__name__, "text")
    return form


def checked_output(context: typer.Context, folder: Path) -> Path:
    """The folder for the files: one that was typed may be a link to anywhere, no other.

    Raises:
        FaultsError: the folder that is taken where none is named is a link that leads out.
    """
    source = context.get_parameter_source("output")
    if source is not None and source.name == "DEFAULT":
        check_output(folder)
    return folder


def _games_here(incomplete: str) -> list[str]:
    """The games of the current folder, for a shell that completes what is typed."""
    return [game for game in open_project(Path()).games if game.startswith(incomplete)]


Games = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[GAME]...",
        help="Games by id; those of the project if none is named.",
        autocompletion=_games_here,
    ),
]
_LANGUAGE = "A language such as fr{}; may be repeated. All of the game if none is named."
Languages = Annotated[
    list[str] | None,
    typer.Option("-l", "--language", metavar="LANG", help=_LANGUAGE.format("")),
]
LanguagesOrPairs = Annotated[
    list[str] | None,
    typer.Option(
        "-l",
        "--language",
        metavar="LANG",
        help=_LANGUAGE.format(", or two on the same cards such as fr+de"),
    ),
]
Output = Annotated[
    Path,
    typer.Option(
        "-o", "--output", metavar="DIR", callback=checked_output, help="Folder for the files."
    ),
]
Faults = Annotated[
    Format, typer.Option("--format", callback=report_in, help="How faults are shown.")
]
Jobs = Annotated[
    int,
    typer.Option("-j", "--jobs", metavar="N", min=0, help="Processes at once; 0 for all cores."),
]
TrustRules = Annotated[
    bool,
    typer.Option("--trust-rules", help="Run rules that are a Python file in a game's folder."),
]
Strict = Annotated[bool, typer.Option("--strict", help="Count warnings as errors.")]


class LimitsChoice(StrEnum):
    """What a game may take."""

    USUAL = "usual"
    NONE = "none"


Limits = Annotated[
    LimitsChoice,
    typer.Option(
        "--limits", help="What a game may take of time, memory and number; none for a giant one."
    ),
]
ProjectFolder = Annotated[
    Path,
    typer.Option(
        "--project",
        metavar="DIR",
        exists=True,
        file_okay=False,
        help="The folder with designs/, locales/ and templates/.",
    ),
]
Bundled = Annotated[
    bool, typer.Option("--bundled", help="The games that come with printnplay, not a project's.")
]


def opened(
    folder: Path, *, bundled: bool, trust_rules: bool, limits: LimitsChoice = LimitsChoice.USUAL
) -> Project:
    """The project that a command is about."""
    if bundled:
        return open_bundled()
    return open_project(folder, trust_rules=trust_rules, limited=limits is LimitsChoice.USUAL)


PATIENCE = 1.0
"""Seconds before a bar appears."""


class Bar(Progress):
    """Steps done of all steps, on standard error."""

    def __init__(self) -> None:
        """Start the clock; nothing is shown yet."""
        self._start = monotonic()
        self._steps = self._done = 0
        self._shown: rich.progress.Progress | None = None
        self._task: rich.progress.TaskID | None = None

    def __enter__(self) -> Self:
        """Nothing to do: the bar appears when the work turns out long."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Take the bar away."""
        if self._shown:
            self._shown.stop()

    def begin(self, steps: int) -> None:
        """Keep the number of steps."""
        self._steps = steps

    def step(self, what: str) -> None:
        """Move the bar; show it once the work has taken a second."""
        self._done += 1
        if not self._shown and monotonic() - self._start > PATIENCE:
            self._show()
        if self._shown and self._task is not None:
            self._shown.update(self._task, completed=self._done, description=what)

    def _show(self) -> None:
        import rich.progress
        from rich.console import Console

        self._shown = rich.progress.Progress(console=Console(stderr=True), transient=True)
        self._task = self._shown.add_task("", total=self._steps)
        self._shown.start()


def refused(error: FaultsError, form: str = "text") -> int:
    """Show the faults for which nothing was done; 2 for a wrong command, 1 for faults in files."""
    found = error.found
    if form == "text":
        complain(_counted(found))
    else:
        typer.echo(render(found, form))
    return min((fault.code.exit for fault in found), default=1)


def warn(found: Sequence[Diagnostic], *, counted: bool = True) -> None:
    """Show people what was found, and how much, before the rest of what a command has to say."""
    if found:
        report = _counted(found) if counted else render(found, "text")
        complain(report + "\n")


def complain(report: str) -> None:
    """Write a report of faults to the error stream, in colour where that can be seen."""
    from printnplay.cli.terminal import shown

    seen = shown(report, os.environ, is_terminal=sys.stderr.isatty())
    # What click would strip has been left out already, and is there where it is asked for.
    typer.echo(seen, err=True, color=True if seen != report else None)


def say(text: str) -> None:
    """Say what a command has done, unless the user wants to hear of faults only."""
    if not IS_QUIET.get():
        typer.echo(text)


def _counted(found: Sequence[Diagnostic]) -> str:
    """The report for people; where there are several faults, a line that counts them ends it."""
    report = render(found, "text")
    return f"{report}\n\n{tally(found)}" if len(found) > 1 else report


def judged(found: Sequence[Diagnostic], *, strict: bool) -> Sequence[Diagnostic]:
    """The faults as they count: with `strict`, warnings are errors."""
    return as_errors(found) if strict else found


def exit_status(found: Sequence[Diagnostic]) -> int:
    """1 where there are errors; warnings are none."""
    return 1 if error_count(found) else 0


def tally(found: Sequence[Diagnostic]) -> str:
    """How many errors and warnings there are.

    >>> tally([])
    'clean'
    """
    if not found:
        return "clean"
    return f"{count(error_count(found), 'error')}, {count(warning_count(found), 'warning')}"


def count(number: int, what: str) -> str:
    """So many of something, in words.

    >>> count(1, "page"), count(2, "page")
    ('1 page', '2 pages')
    """
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def columns(rows: Sequence[Sequence[str]], sides: str) -> str:
    """Rows with their columns aligned; `sides` has `<` or `>` for each: flush left or right.

    >>> print(columns([("a4", "12 pages"), ("letter", "9 pages")], "<>"))
    a4      12 pages
    letter   9 pages
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            f"{cell:{side}{width}}" for cell, side, width in zip(row, sides, widths, strict=True)
        ).rstrip()
        for row in rows
    )


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """A bar on a terminal, for work that takes over a second; nothing elsewhere."""
    if IS_QUIET.get() or not sys.stderr.isatty():
        yield Progress()
        return
    with Bar() as bar:
        yield bar
