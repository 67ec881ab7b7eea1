"""What the commands tell alike: a bar while they work, the faults found, the exit status."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import typer

from printnplay.cli.reports import render
from printnplay.model.diagnostics import Diagnostic, FaultsError, error_count
from printnplay.pipeline.progress import Progress

USAGE = ("PNP00", "PNP64", "PNP342", "PNP343", "PNP344")
"""Faults of the command itself, as against faults in files, have codes that begin so."""


def refused(error: FaultsError, form: str = "text") -> int:
    """Tell the faults for which nothing was done; 2 for a wrong command, 1 for faults in files."""
    typer.echo(render(error.found, form), err=form == "text")
    return 2 if all(one.code.startswith(USAGE) for one in error.found) else 1


def warn(found: Sequence[Diagnostic]) -> None:
    """Tell people what was found, before the rest of what a command has to say."""
    if found:
        typer.echo(render(found, "text") + "\n", err=True)


def exit_status(found: Sequence[Diagnostic]) -> int:
    """1 where there are errors; warnings are none."""
    return 1 if error_count(found) else 0


def tally(found: Sequence[Diagnostic]) -> str:
    """How many errors and warnings there are.

    >>> tally([])
    'clean'
    """
    errors = error_count(found)
    if not found:
        return "clean"
    return f"{count(errors, 'error')}, {count(len(found) - errors, 'warning')}"


def count(number: int, what: str) -> str:
    """So many of something, in words.

    >>> count(1, "page"), count(2, "page")
    ('1 page', '2 pages')
    """
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """A bar on a terminal, for work that takes over a second; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield Progress()
        return
    from printnplay.cli.bar import Bar

    with Bar() as bar:
        yield bar
