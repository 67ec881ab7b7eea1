"""`printnplay print`: finds the cards of other people's files, and prints them as a game's."""

import re
from pathlib import Path
from typing import Annotated

import typer

from printnplay.build.job import FORMAT_NAMES, UnusedOptionError
from printnplay.build.print_files import prepare
from printnplay.cli.build import layout_of, paper_and_printer, table_of
from printnplay.cli.console import exit_status, progress_bar, say, say_lines, warn
from printnplay.cli.options import NoConfig, opened
from printnplay.kernel.geometry import parse_size
from printnplay.kernel.named_sizes import find_card_size
from printnplay.kernel.printing import Backs, InkUse, Machine, Marks


def _bleed(text: str) -> str:
    """Parse how bleed is made.

    Raises:
        BadParameter: it is neither a word nor a colour.
    """
    if text in ("mirror", "stretch") or re.fullmatch("#[0-9a-fA-F]{6}", text):
        return text
    raise typer.BadParameter(f"'{text}' is neither mirror, stretch nor a colour such as #ffffff.")


def _size(text: str) -> str:
    """Parse the size that cards are scaled to.

    Raises:
        BadParameter: it is not a size.
    """
    try:
        if text:
            _ = find_card_size(text) or parse_size(text)
    except ValueError:
        message = f"'{text}' is neither a card size such as poker nor a size such as 63x88mm."
        raise typer.BadParameter(message) from None
    return text


def command(
    files: Annotated[
        list[Path],
        typer.Argument(
            exists=True,
            metavar="FILE...",
            help="PDFs, pictures (PNG, JPEG, WebP) and folders of them; or a corrected print.yaml.",
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="DIR",
            help="New folder for print.yaml, cards and PDFs. Default: named after the file.",
        ),
    ] = None,
    bleed: Annotated[
        str,
        typer.Option(
            parser=_bleed,
            metavar="HOW",
            help="Bleed of cards that have none: mirror or stretch their edges, or a colour such as"
            " #ffffff.",
        ),
    ] = "mirror",
    size: Annotated[
        str,
        typer.Option(
            parser=_size,
            metavar="SIZE",
            help="Scale the cards to this size, such as poker or 63x88mm.",
            show_default=False,
        ),
    ] = "",
    paper: Annotated[
        list[str] | None,
        typer.Option(
            "-p",
            "--paper",
            metavar="PAPER",
            help="Paper: a4, letter, ... or 200x300mm; may be repeated. Default: a4.",
        ),
    ] = None,
    backs: Annotated[
        Backs | None,
        typer.Option(
            help="Card backs: duplex (long or short edge), fold-over, separate or none. Default:"
            " long, or as measured for --printer."
        ),
    ] = None,
    printer: Annotated[
        str,
        typer.Option(
            metavar="PRINTER",
            help="A printer measured with `printnplay calibrate`.",
            show_default=False,
        ),
    ] = "",
    gutter: Annotated[
        str | None,
        typer.Option(metavar="LENGTH", help="Gap between cards, such as 3mm."),
    ] = None,
    marks: Annotated[Marks | None, typer.Option(help="Crop marks on fronts.")] = None,
    margins: Annotated[
        str | None,
        typer.Option(
            metavar="LENGTHS",
            help="Unprintable margins: 4mm, or top,right,bottom,left. Default: 5mm.",
        ),
    ] = None,
    ink: Annotated[
        InkUse,
        typer.Option(
            help="full: as in the file; save: little ink on light backgrounds; grey: black ink"
            " only. Other than full, cards are printed as pixels."
        ),
    ] = InkUse.FULL,
    registration: Annotated[
        Machine | None,
        typer.Option(help="Print registration marks for a cutting machine."),
    ] = None,
    form: Annotated[
        list[str] | None,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help=f"Output format: {', '.join(FORMAT_NAMES)}; may be repeated. Default: pdf.",
        ),
    ] = None,
    no_config: NoConfig = False,
) -> int:
    """Print another person's cards again: PDFs and pictures.

    Finds the cards on the pages, writes what it found to print.yaml and found.png, and makes a
    project of them, which all other commands work on.
    """
    options = layout_of(gutter, marks, margins, ink, registration)
    forms = form or ("pdf",)
    papers, printer = paper_and_printer(paper or (), printer, forms, ignored=no_config)
    prepared = prepare(files, output, bleed, size)
    for note in prepared.notes:
        say(note)
    for path in prepared.written:
        say(path.as_posix())
    warn(prepared.problems)
    project = opened(prepared.folder, bundled=False, trust_rules=False)
    try:
        with progress_bar() as progress:
            outcome = project.build(
                (prepared.game,),
                (),
                papers,
                prepared.folder / "output",
                backs=backs,
                printer=printer,
                formats=forms,
                sheets=options,
                progress=progress,
            )
    except UnusedOptionError as error:
        raise typer.BadParameter(f"{error}.") from None
    warn(outcome.problems)
    for note in outcome.notes:
        say(note)
    say_lines(table_of(outcome))
    return exit_status(outcome.problems)
