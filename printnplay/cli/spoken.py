"""Help and usage errors, which Typer writes in English, in the language of the terminal."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import IO, Any, TypeAlias

import typer

from printnplay.cli.speech import speak, speak_exactly
from printnplay.kernel.catalogues import filled
from printnplay.kernel.visible import visible

SAID = (
    "Usage:",
    "[OPTIONS]",
    "COMMAND [ARGS]...",
    "Arguments:",
    "Commands:",
    "Options:",
    "[default:]",
    "[required]",
    "Show this message and exit.",
    "Install completion for the current shell.",
    "Show completion for the current shell, to copy it or customize the installation.",
    "Try '{command}' for help.",
    "Error:",
    "Aborted!",
    "Missing command.",
    "Missing argument {name}.",
    "Missing option {name}.",
    "No such command {name}.",
    "No such command {name}. Did you mean {names}?",
    "No such option: {name}",
    "No such option: {name} (Possible options: {names})",
    "Option {name} requires an argument.",
    "Option {name} does not take a value.",
    "Got unexpected extra argument(s) ({names})",
    "Invalid value: {reason}",
    "Invalid value for {name}: {reason}",
    "{value} is not one of {values}.",
    "{value} is not a valid int.",
    "{value} is not a valid int range.",
    "{number} is not in the range {range}.",
    "File {name} does not exist.",
    "File {name} is a directory.",
    "File {name} is not readable.",
    "Directory {name} does not exist.",
    "Directory {name} is a file.",
    "Directory {name} is not readable.",
    "Path {name} does not exist.",
    "Path {name} is not readable.",
)
"""What Typer writes around the texts of commands, and its usage errors."""

Choices: TypeAlias = Mapping[str, str] | Sequence[str]
"""Names with what each is, or only names or only what each is."""

_LISTS: dict[str, tuple[str, Mapping[str, Choices]]] = {}
"""Help texts that list choices, by the whole text."""

VALUE = re.compile(r"[A-Z]{2,}(?:-[A-Z]+)*")
"""A word for the value of an option, such as DIR."""

_EXTRA = re.compile(r"(?:(?P<help>.*)  )?\[(?P<extra>.*)\]", re.DOTALL)
"""The help of an option with what Typer adds to it: whether it is required, and its default."""

_UsageError: Any = typer.BadParameter.__base__
"""Base class of all usage errors; Typer has no public name for it."""

_Formatter: Any = typer.Context.formatter_class
"""Lays out the help; Typer has no public name for it."""


class SpokenFormatter(_Formatter):  # type: ignore[misc]  # Typer has no public name for it
    """Lays out the help, with what Typer says in the language of the terminal."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write how the command is called."""
        for piece in ("[OPTIONS]", "COMMAND [ARGS]..."):
            args = args.replace(piece, speak_exactly(piece))
        super().write_usage(prog, args, f"{speak_exactly('Usage:')} ")

    def write_heading(self, heading: str) -> None:
        """Write the heading of a section."""
        self.write(f"{'':>{self.current_indent}}{speak_exactly(f'{heading}:')}\n")

    def write_text(self, text: str) -> None:
        """Write what a command does."""
        super().write_text(speak_exactly(text))

    def write_dl(self, rows: Sequence[tuple[str, str]], *layout: int) -> None:
        """Write options or commands, each with its help."""
        super().write_dl([(_spoken_values(name), _spoken(help_)) for name, help_ in rows], *layout)


def _spoken(help_: str) -> str:
    """Return the help of an option, with what Typer has added to it, in the language."""
    found = _EXTRA.fullmatch(help_)
    if not found:
        return speak_exactly(help_)
    extra = "; ".join(map(_spoken_extra, found["extra"].split("; ")))
    return f"{speak_exactly(found['help'])}  [{extra}]" if found["help"] else f"[{extra}]"


def _spoken_extra(extra: str) -> str:
    """Return that an option is required, or its default, which may be in words."""
    word, mark, value = extra.partition(" ")
    if value.startswith("("):
        value = f"({speak_exactly(value[1:-1])})"
    return f"{speak_exactly(f'[{word}]')[1:-1]}{mark}{value}" if f"[{word}]" in SAID else extra


def _spoken_values(text: str) -> str:
    return VALUE.sub(lambda word: speak_exactly(word[0]), text)


def listing(message: str, **lists: Choices) -> str:
    """Return a help text with lists of choices filled in, each of which is translated by itself."""
    text = filled(message, **{name: _listed(choices, str) for name, choices in lists.items()})
    _LISTS[text] = message, lists
    return text


def _listed(choices: Choices, said: Callable[[str], str]) -> str:
    if isinstance(choices, Mapping):
        pair = said("{first}: {second}")
        return "; ".join(filled(pair, first=one, second=said(two)) for one, two in choices.items())
    return "; ".join(map(said, choices)) if " " in choices[0] else ", ".join(choices)


class SpokenContext(typer.Context):
    """The context of a command whose help is in the language of the terminal."""

    formatter_class = SpokenFormatter


def speak_command(command: Any) -> None:
    """Have a command and its subcommands write their help in the language of the terminal."""
    command.context_class = SpokenContext
    for part in (command, *command.params):
        if getattr(part, "help", None):
            part.help = "\n\n".join(map(_spoken_paragraph, part.help.split("\n\n")))
        if getattr(part, "metavar", None):
            part.metavar = _spoken_values(part.metavar)
    for subcommand in getattr(command, "commands", {}).values():
        speak_command(subcommand)
        subcommand.short_help = subcommand.help.partition("\n\n")[0]


def _spoken_paragraph(text: str) -> str:
    text = " ".join(text.split())
    message, lists = _LISTS.get(text, (text, {}))
    filling = {name: _listed(choices, speak) for name, choices in lists.items()}
    return filled(speak(message), **filling) if lists else speak(message)


def refusal(error: Exception) -> typer.BadParameter:
    """Return the usage error that says what an exception says, without its full stop."""
    return typer.BadParameter(f"{speak(str(error))}.")


class SpokenUsageError(_UsageError):  # type: ignore[misc]  # Typer has no public name for it
    """A usage error in the language of the terminal."""

    def show(self, file: IO[Any] | None = None) -> None:
        """Print to stderr how the command is called, where its help is, and the error."""
        from printnplay.cli.console import echo_lines

        del file
        lines = []
        if self.ctx is not None:
            asked = f"{self.ctx.command_path} {self.ctx.help_option_names[0]}"
            hint = filled(speak_exactly("Try '{command}' for help."), command=asked)
            lines = [self.ctx.get_usage(), hint, ""]
        lines.append(f"{speak_exactly('Error:')} {speak(self.message)}")
        echo_lines("\n".join(lines), err=True)


@contextmanager
def spoken_errors() -> Iterator[None]:
    """Raise usage errors in the language of the terminal, with control characters escaped."""
    try:
        yield
    except _UsageError as error:
        if error.ctx is not None and error.message == error.ctx.get_help():
            raise
        raise SpokenUsageError(visible(error.format_message(), lines=False), error.ctx) from error
    except typer.Abort:
        from printnplay.cli.console import echo

        echo(speak("Aborted!"), err=True)
        raise typer.Exit(1) from None
