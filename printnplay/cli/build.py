"""`printnplay build`: its options, and the closing table of what was made."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from printnplay.cli.console import (
    Bundled,
    Games,
    LanguagesOrPairs,
    Limits,
    LimitsChoice,
    Output,
    ProjectFolder,
    Strict,
    TrustRules,
    columns,
    count,
    exit_status,
    opened,
    progress_bar,
    warn,
)
from printnplay.model.printing import Backs, Flip, Stock
from printnplay.pipeline.request import FORMAT_NAMES, BuiltFile, grouped


def command(
    games: Games = None,
    language: LanguagesOrPairs = None,
    paper: Annotated[
        list[str] | None,
        typer.Option(
            "-p",
            "--paper",
            metavar="PAPER",
            help="A paper: a4, letter, ... or 200x300mm; may be repeated. a4 if none is named.",
        ),
    ] = None,
    output: Output = Path("output"),
    backs: Annotated[
        Backs | None,
        typer.Option(
            help="Card backs: duplex (long or short edge), fold-over, separate or none. long, or"
            " as the printer does, if left out."
        ),
    ] = None,
    booklet_flip: Annotated[
        Flip | None,
        typer.Option(
            help="The edge your printer flips the booklet's sheets on. short, or as the printer"
            " does, if left out."
        ),
    ] = None,
    printer: Annotated[
        str,
        typer.Option(
            metavar="PRINTER",
            help="A printer that was measured: see `printnplay calibrate`.",
            show_default=False,
        ),
    ] = "",
    stock: Annotated[
        Stock | None,
        typer.Option(
            help="What your cards are made of, so that the box fits: card stock of so many g/m²,"
            " plain paper in sleeves, or fronts and backs glued together. As the game says if left"
            " out."
        ),
    ] = None,
    form: Annotated[
        list[str] | None,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help=f"A format: {', '.join(FORMAT_NAMES)}; may be repeated. pdf if none is named.",
        ),
    ] = None,
    draft: Annotated[
        bool, typer.Option("--draft", help="Build in spite of errors, each page marked as draft.")
    ] = False,
    jobs: Annotated[
        int,
        typer.Option(
            "-j", "--jobs", metavar="N", min=0, help="Languages built at once; 0 for all cores."
        ),
    ] = 1,
    strict: Strict = False,
    bundled: Bundled = False,
    limits: Limits = LimitsChoice.USUAL,
    trust_rules: TrustRules = False,
    project: ProjectFolder = Path(),
) -> int:
    """Build the PDFs: kit, booklet, rulebook, and a box if there is one.

    Nothing is written unless all that is built is sound.
    """
    if strict and draft:
        raise typer.BadParameter("'--draft' builds in spite of errors, '--strict' does not.")
    with progress_bar() as progress:
        outcome = opened(project, bundled=bundled, trust_rules=trust_rules, limits=limits).build(
            games or (),
            language or (),
            paper or ("a4",),
            output,
            backs=backs,
            booklet_flip=booklet_flip,
            printer=printer,
            stock=stock,
            formats=form or ("pdf",),
            draft=draft,
            strict=strict,
            jobs=jobs,
            progress=progress,
        )
    warn(outcome.problems)
    typer.echo(_table(outcome.files))
    return 0 if draft else exit_status(outcome.problems)


def _table(files: Sequence[BuiltFile]) -> str:
    """The files with pages and sizes, and the totals."""
    rows = [
        (
            str(file.path),
            count(file.pages, "page"),
            f"{file.size / 1000:.0f} kB",
            "" if file.fresh else "unchanged",
        )
        for file in grouped(files)
    ]
    fresh = sum(file.fresh for file in files)
    pages = count(sum(file.pages for file in files), "page")
    total = f"{count(len(files), 'file')}, {pages}; {fresh} written, {len(files) - fresh} unchanged"
    return "\n".join([columns(rows, "<>><"), total] if rows else [total])
