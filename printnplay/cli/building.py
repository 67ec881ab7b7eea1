"""`printnplay build`: the run, its progress bar and the closing table."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from printnplay.cli.reports import render
from printnplay.model.diagnostics import FaultsError, Severity
from printnplay.pipeline.order import BuiltFile, Order
from printnplay.pipeline.progress import Progress

USAGE = ("PNP00", "PNP64", "PNP342", "PNP343", "PNP344")
"""Faults of the command itself, as against faults in files, have codes that begin so."""


def run(order: Order) -> int:
    """Build what was ordered and say what was made; the exit status."""
    from printnplay.pipeline.build import build

    try:
        with progress_bar() as progress:
            outcome = build(order, progress)
    except FaultsError as error:
        typer.echo(render(error.found, "text"), err=True)
        return status(error)
    if outcome.problems:
        typer.echo(render(outcome.problems, "text") + "\n", err=True)
    typer.echo(_table(outcome.files))
    failed = any(one.severity is Severity.ERROR for one in outcome.problems)
    return 1 if failed and not order.draft else 0


def status(error: FaultsError) -> int:
    """2 for a wrong command, 1 for faults in the user's files."""
    return 2 if all(one.code.startswith(USAGE) for one in error.found) else 1


def _table(files: tuple[BuiltFile, ...]) -> str:
    """The files with pages and sizes, in aligned columns, and the totals."""
    rows = [
        (str(one.path), count(one.pages, "page"), _size(one.size), "" if one.fresh else "unchanged")
        for one in files
    ]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
    lines = [
        f"{path:<{widths[0]}}  {pages:>{widths[1]}}  {size:>{widths[2]}}  {note}".rstrip()
        for path, pages, size, note in rows
    ]
    fresh = sum(1 for one in files if one.fresh)
    total = f"{count(len(files), 'file')}, {count(sum(one.pages for one in files), 'page')}"
    lines.append(f"{total}; {fresh} written, {len(files) - fresh} unchanged")
    return "\n".join(lines)


def count(number: int, what: str) -> str:
    """So many of something, in words.

    >>> count(1, "page"), count(2, "page")
    ('1 page', '2 pages')
    """
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _size(size: int) -> str:
    return f"{size / 1000:.0f} kB"


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """A bar on a terminal, for work that takes over a second; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield Progress()
        return
    from printnplay.cli.bar import Bar

    with Bar() as bar:
        yield bar
