"""`printnplay build`: what was made, in a closing table."""

import typer

from printnplay.cli.console import count, exit_status, progress_bar, refused, warn
from printnplay.model.diagnostics import FaultsError
from printnplay.pipeline.request import BuildRequest, BuiltFile


def run(request: BuildRequest) -> int:
    """Build what was ordered and say what was made; the exit status."""
    from printnplay.pipeline.jobs import build

    try:
        with progress_bar() as progress:
            outcome = build(request, progress)
    except FaultsError as error:
        return refused(error, strict=request.strict)
    warn(outcome.problems)
    typer.echo(_table(outcome.files))
    return 0 if request.draft else exit_status(outcome.problems)


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


def _size(size: int) -> str:
    return f"{size / 1000:.0f} kB"
