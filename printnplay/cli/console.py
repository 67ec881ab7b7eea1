"""Terminal output: faults with colours and links, progress bars, status lines and columns."""

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
from printnplay.cli.speech import speak, speak_label
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
"""Delay in seconds before a progress bar appears: a wait of a second does not interrupt a user's
thought (Nielsen, Usability Engineering, 5.5), so shorter commands need none."""


class Bar(Progress):
    """A progress bar on stderr."""

    def __init__(self) -> None:
        """Start the clock; display nothing yet."""
        self._start = monotonic()
        self._steps = self._done = 0
        self._line = ""
        self._shown: rich.progress.Progress | None = None
        self._task: rich.progress.TaskID | None = None

    def __enter__(self) -> Self:
        """Do nothing: the bar appears only if the work takes long."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Remove the bar."""
        self._clear()
        if self._shown:
            self._shown.stop()

    def begin(self, steps: int) -> None:
        """Set the number of steps."""
        self._steps = steps

    def wait(self, name: str) -> None:
        """Print a temporary line, which the bar or the end of the work removes.

        It is printed immediately: a timer would need a thread, and a process with threads cannot
        fork.
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
        """Advance the bar; show it once the work has taken a second."""
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
    """Report faults that prevented the command; return 2 for wrong usage, 1 for faulty files."""
    found = error.found
    if form == "text":
        complain(_counted(found))
    else:
        show_report(found, form)
    return min((fault.code.exit for fault in found), default=1)


def warn(faults: Sequence[Diagnostic], *, tallied: bool = True) -> None:
    """Print faults and their number to stderr, before the other output of a command."""
    if faults:
        report = _counted(faults) if tallied else _report(faults)
        complain(report + "\n")


def show_report(faults: Sequence[Diagnostic], form: str) -> None:
    """Print a report for programs; GitHub must be able to interpret its own workflow commands."""
    report = _report(faults, form)
    if form == "github":
        typer.echo(report)
    else:
        echo_lines(report)


def complain(report: str) -> None:
    """Print a report of faults to stderr, in colour if supported."""
    report = visible(report)
    seen = in_colour(report, os.environ, is_terminal=sys.stderr.isatty())
    # Colour codes were added only where wanted, so click must not strip them.
    typer.echo(seen, err=True, color=True if seen != report else None)


def echo(text: str, *, err: bool = False) -> None:
    """Print one line; escape line feeds and control characters in it.

    All output of commands goes through this function, `echo_lines`, `complain` or `show_report`.
    """
    typer.echo(visible(text, lines=False), err=err)


def tell(text: str, *, err: bool = False) -> None:
    """Print one line in the language of the terminal."""
    echo(speak(text), err=err)


def echo_lines(text: str, *, err: bool = False) -> None:
    """Print formatted lines, whose inserted values contain no line feeds."""
    typer.echo(visible(text), err=err)


def say(text: str) -> None:
    """Print a result of the command, unless `--quiet` is set."""
    if not IS_QUIET.get():
        tell(text)


def say_lines(text: str) -> None:
    """Print formatted lines, unless `--quiet` is set."""
    if not IS_QUIET.get():
        echo_lines(text)


def note(text: str) -> None:
    """Print to stderr what a command has skipped, unless `--quiet` is set."""
    if not IS_QUIET.get():
        tell(text, err=True)


def _counted(faults: Sequence[Diagnostic]) -> str:
    """Return the report for people, with a final count if there are several faults."""
    report = _report(faults)
    return f"{report}\n\n{tally(faults)}" if len(faults) > 1 else report


def _report(faults: Sequence[Diagnostic], form: str = "text") -> str:
    # Imported lazily: a build without faults does not need it.
    from printnplay.cli.reports import render

    return render(faults, form)


def judged(faults: Sequence[Diagnostic], *, strict: bool) -> Sequence[Diagnostic]:
    """Return the faults; with `strict`, warnings become errors."""
    return as_errors(faults) if strict else faults


def exit_status(faults: Sequence[Diagnostic]) -> int:
    """Return 1 if there are errors; warnings do not count."""
    return 1 if error_count(faults) else 0


def tally(faults: Sequence[Diagnostic]) -> str:
    """Format the numbers of errors and warnings.

    >>> tally([])
    'clean'
    """
    if not faults:
        return speak("clean")
    return ", ".join(
        speak(counted(number, what))
        for number, what in (
            (error_count(faults), "error"),
            (warning_count(faults), "warning"),
        )
    )


def width_of(text: str) -> int:
    """Return how many columns of a terminal a text takes; letters of Chinese take two."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def aligned(text: str, side: str, width: int) -> str:
    """Fill a text up to a width with spaces; `side` is that of the text, `<` (left) or `>`."""
    room = " " * (width - width_of(text))
    return f"{text}{room}" if side == "<" else f"{room}{text}"


def columns(rows: Sequence[Sequence[str]], sides: str, head: Sequence[str] = ()) -> str:
    """Align the columns of rows; `sides` has `<` (left) or `>` (right) for each column.

    The cells of the head, if there is one, are in the language of the terminal.

    >>> print(columns([("a4", "12 pages"), ("letter", "9 pages")], "<>"))
    a4      12 pages
    letter   9 pages
    """
    rows = [*([[*map(speak_label, head)]] if head else []), *rows]
    rows = [[visible(cell, lines=False) for cell in row] for row in rows]
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(map(aligned, row, sides, widths)).rstrip() for row in rows)


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """Yield a progress bar if stderr is a terminal; it appears if the work takes over a second."""
    if IS_QUIET.get() or not sys.stderr.isatty():
        yield Progress()
        return
    with Bar() as bar:
        yield bar


RED, YELLOW, CYAN, BLUE = "red", "yellow", "cyan", "bright_blue"
SEVERITIES = {"error": RED, "warning": YELLOW}

LINKING = ("VTE_VERSION", "WT_SESSION", "KITTY_WINDOW_ID", "KONSOLE_VERSION", "DOMTERM")
"""Environment variables that only terminals with hyperlinks (OSC 8) set."""
PROGRAMS = ("iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby", "rio")
"""Values of TERM_PROGRAM for such terminals."""
TERMS = ("xterm-kitty", "alacritty", "foot", "xterm-ghostty", "contour")
"""Values of TERM for such terminals."""

_HEAD = re.compile(r"(?P<severity>error|warning)\[(?P<code>PNP\d+)\]:")
_PLACE = re.compile(r"(?P<before> +--> )(?P<file>.+?)(?::(?P<line>\d+)(?::(?P<column>\d+))?)?")
_MARKED = re.compile(r"(?P<gutter> *\d* [|=] ?)(?P<rest>.*)")
_NOTE = re.compile(r"(?:help|note):")


def in_colour(report: str, environment: Mapping[str, str], *, is_terminal: bool) -> str:
    """Return a report with colours and links if the terminal supports them.

    The report stays plain if the output is not a terminal, if the user disables colours (NO_COLOR,
    https://no-color.org), or if the terminal has none (TERM=dumb). FORCE_COLOR and FORCE_HYPERLINK
    override this.
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
    """Colour a line of a report; add links if given the environment of a terminal with links."""
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
    """Return the URL of a place: the line in VS Code's terminal, elsewhere the file."""
    path = Path(place["file"]).absolute()
    if not os.path.lexists(path):
        return ""
    if environment.get("TERM_PROGRAM") != "vscode":
        return path.as_uri()
    where = ":".join(part for part in (place["line"], place["column"]) if part)
    return path.as_uri().replace("file://", "vscode://file", 1) + (f":{where}" if where else "")
