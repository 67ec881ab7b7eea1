"""What commands show: faults, in colours and with links; a progress bar; words and columns."""

import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import get_terminal_size
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Self

import typer

from printnplay.cli import IS_QUIET
from printnplay.edition.request import Progress
from printnplay.kernel.diagnostics import (
    Diagnostic,
    FaultsError,
    as_errors,
    error_count,
    warning_count,
)
from printnplay.kernel.suggestions import counted
from printnplay.kernel.visible import visible

if TYPE_CHECKING:
    import rich.progress

PATIENCE = 1.0
"""The seconds before a bar appears: a wait of a second interrupts no thought (Nielsen, Usability
Engineering, 5.5), so that shorter commands need none."""


class Bar(Progress):
    """Steps done of all steps, on standard error."""

    def __init__(self) -> None:
        """Start the clock; nothing is shown yet."""
        self._start = monotonic()
        self._steps = self._done = 0
        self._line = ""
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
        self._clear()
        if self._shown:
            self._shown.stop()

    def begin(self, steps: int) -> None:
        """Keep the number of steps."""
        self._steps = steps

    def wait(self, name: str) -> None:
        """Write a line that the bar, or the end of the work, takes away.

        It comes at once: a clock would need a thread, and a process with threads cannot be copied.
        """
        if not self._shown:
            self._clear()
            self._line = f"{visible(name, lines=False)} ..."[: get_terminal_size().columns - 1]
            sys.stderr.write(self._line)
            sys.stderr.flush()

    def _clear(self) -> None:
        if self._line:
            sys.stderr.write(f"\r{' ' * len(self._line)}\r")
            sys.stderr.flush()
            self._line = ""

    def step(self, name: str) -> None:
        """Move the bar; show it once the work has taken a second."""
        self._done += 1
        if not self._shown and monotonic() - self._start > PATIENCE:
            self._show()
        if self._shown and self._task is not None:
            self._shown.update(self._task, completed=self._done, description=visible(name))

    def _show(self) -> None:
        import rich.progress
        from rich.console import Console

        self._clear()
        self._shown = rich.progress.Progress(console=Console(stderr=True), transient=True)
        self._task = self._shown.add_task("", total=self._steps)
        self._shown.start()


def refused(error: FaultsError, form: str = "text") -> int:
    """Show the faults for which nothing was done; 2 for a wrong command, 1 for faults in files."""
    found = error.found
    if form == "text":
        complain(_counted(found))
    else:
        show_report(found, form)
    return min((fault.code.exit for fault in found), default=1)


def warn(faults: Sequence[Diagnostic], *, tallied: bool = True) -> None:
    """Show people what was found, and how much, before the rest of what a command has to say."""
    if faults:
        report = _counted(faults) if tallied else _report(faults)
        complain(report + "\n")


def show_report(faults: Sequence[Diagnostic], form: str) -> None:
    """Write a report for programs; GitHub is to obey the commands that are its own format."""
    report = _report(faults, form)
    if form == "github":
        typer.echo(report)
    else:
        echo_lines(report)


def complain(report: str) -> None:
    """Write a report of faults to the error stream, in colour where that can be seen."""
    report = visible(report)
    seen = in_colour(report, os.environ, is_terminal=sys.stderr.isatty())
    # What click would strip has been left out already, and is there where it is asked for.
    typer.echo(seen, err=True, color=True if seen != report else None)


def echo(text: str, *, err: bool = False) -> None:
    """Write a line: no name or text in it begins another one, or commands the terminal.

    All that commands write goes through this function, `echo_lines`, `complain` or `show_report`.
    """
    typer.echo(visible(text, lines=False), err=err)


def echo_lines(text: str, *, err: bool = False) -> None:
    """Write lines that were laid out here; values in them have no line feeds."""
    typer.echo(visible(text), err=err)


def say(text: str) -> None:
    """Say what a command has done, unless the user wants to hear of faults only."""
    if not IS_QUIET.get():
        echo(text)


def say_lines(text: str) -> None:
    """Say it in lines that were laid out here."""
    if not IS_QUIET.get():
        echo_lines(text)


def note(text: str) -> None:
    """Say on the error stream what a command has left out, unless the user wants faults only."""
    if not IS_QUIET.get():
        echo(text, err=True)


def _counted(faults: Sequence[Diagnostic]) -> str:
    """The report for people; where there are several faults, a line that counts them ends it."""
    report = _report(faults)
    return f"{report}\n\n{tally(faults)}" if len(faults) > 1 else report


def _report(faults: Sequence[Diagnostic], form: str = "text") -> str:
    # A build that finds nothing has no use for it.
    from printnplay.cli.reports import render

    return render(faults, form)


def judged(faults: Sequence[Diagnostic], *, strict: bool) -> Sequence[Diagnostic]:
    """Return the faults by severity; with `strict`, warnings are errors."""
    return as_errors(faults) if strict else faults


def exit_status(faults: Sequence[Diagnostic]) -> int:
    """Return 1 where there are errors; warnings are none."""
    return 1 if error_count(faults) else 0


def tally(faults: Sequence[Diagnostic]) -> str:
    """Return the number of errors and of warnings.

    >>> tally([])
    'clean'
    """
    if not faults:
        return "clean"
    return f"{counted(error_count(faults), 'error')}, {counted(warning_count(faults), 'warning')}"


def columns(rows: Sequence[Sequence[str]], sides: str) -> str:
    """Return rows with their columns aligned; `sides` has `<` or `>` for each: flush left or right.

    >>> print(columns([("a4", "12 pages"), ("letter", "9 pages")], "<>"))
    a4      12 pages
    letter   9 pages
    """
    rows = [[visible(cell, lines=False) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            f"{cell:{side}{width}}" for cell, side, width in zip(row, sides, widths, strict=True)
        ).rstrip()
        for row in rows
    )


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """Yield a progress bar on a terminal, for work that takes over a second."""
    if IS_QUIET.get() or not sys.stderr.isatty():
        yield Progress()
        return
    with Bar() as bar:
        yield bar


RED, YELLOW, CYAN, BLUE = "red", "yellow", "cyan", "bright_blue"
SEVERITIES = {"error": RED, "warning": YELLOW}

LINKING = ("VTE_VERSION", "WT_SESSION", "KITTY_WINDOW_ID", "KONSOLE_VERSION", "DOMTERM")
"""What terminals that follow links (OSC 8) put into the environment, and nobody else does."""
PROGRAMS = ("iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby", "rio")
"""Their names in TERM_PROGRAM."""
TERMS = ("xterm-kitty", "alacritty", "foot", "xterm-ghostty", "contour")
"""Their names in TERM."""

_HEAD = re.compile(r"(?P<severity>error|warning)\[(?P<code>PNP\d+)\]:")
_PLACE = re.compile(r"(?P<before> +--> )(?P<file>.+?)(?::(?P<line>\d+)(?::(?P<column>\d+))?)?")
_MARKED = re.compile(r"(?P<gutter> *\d* [|=] ?)(?P<rest>.*)")
_NOTE = re.compile(r"(?:help|note):")


def in_colour(report: str, environment: Mapping[str, str], *, is_terminal: bool) -> str:
    """Return a report with colours and links, as far as the terminal supports them.

    Anything but a terminal gets the report as it is; so does one whose user does not like colours
    (NO_COLOR, https://no-color.org), or that has none (TERM=dumb). FORCE_COLOR and FORCE_HYPERLINK
    decide where they are set.
    """
    if not has_colours(environment, is_terminal=is_terminal):
        return report
    links = has_links(environment, is_terminal=is_terminal)
    severity = RED
    lines = []
    for line in report.split("\n"):
        if head := _HEAD.match(line):
            severity = SEVERITIES[head["severity"]]
        lines.append(_painted(line, severity, environment if links else None))
    return "\n".join(lines)


def has_colours(environment: Mapping[str, str], *, is_terminal: bool) -> bool:
    """Return whether colours are wanted and supported."""
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR"):
        return environment["FORCE_COLOR"] != "0"
    return is_terminal and environment.get("TERM") != "dumb"


def has_links(environment: Mapping[str, str], *, is_terminal: bool) -> bool:
    """Return whether the terminal is known to support links."""
    if environment.get("FORCE_HYPERLINK"):
        return environment["FORCE_HYPERLINK"] != "0"
    if not is_terminal or environment.get("NO_COLOR"):
        return False
    return (
        environment.get("TERM_PROGRAM") in PROGRAMS
        or environment.get("TERM") in TERMS
        or any(environment.get(name) for name in LINKING)
    )


def _painted(line: str, severity: str, linking: Mapping[str, str] | None) -> str:
    """A line of a report; with the environment of a terminal that follows links, also a link."""
    if head := _HEAD.match(line):
        rest = typer.style(line[head.end() :], bold=True)
        return typer.style(head[0], fg=severity, bold=True) + rest
    if place := _PLACE.fullmatch(line):
        named = line[place.end("before") :]
        text = typer.style(named, underline=linking is not None)
        target = _link(place, linking) if linking is not None else ""
        text = f"\x1b]8;;{target}\x1b\\{text}\x1b]8;;\x1b\\" if target else text
        return typer.style(place["before"], fg=BLUE) + text
    if note := _NOTE.match(line):
        return typer.style(note[0], fg=CYAN, bold=True) + line[note.end() :]
    if marked := _MARKED.fullmatch(line):
        rest = marked["rest"]
        label = rest.lstrip().startswith("^") or marked["gutter"].rstrip().endswith("=")
        return typer.style(marked["gutter"], fg=BLUE) + (
            typer.style(rest, fg=severity) if label and rest else rest
        )
    return line


def _link(place: re.Match[str], environment: Mapping[str, str]) -> str:
    """The address of a place: in VS Code's terminal the very line, elsewhere the file."""
    path = Path(place["file"]).absolute()
    if not path.exists():
        return ""
    if environment.get("TERM_PROGRAM") != "vscode":
        return path.as_uri()
    where = ":".join(part for part in (place["line"], place["column"]) if part)
    return path.as_uri().replace("file://", "vscode://file", 1) + (f":{where}" if where else "")
