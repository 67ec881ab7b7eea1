"""Terminal output of all commands: faults, results, notes and columns."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import typer

from printnplay.cli import IS_QUIET
from printnplay.cli.colours import in_colour
from printnplay.cli.progress import Bar
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
