"""`printnplay print`: finds the cards of other people's files, and prints them as a game's."""

import re
from pathlib import Path
from typing import Annotated

import typer

from printnplay.build.job import UnusedOptionError
from printnplay.build.print_files import prepare
from printnplay.cli.build import table_of
from printnplay.cli.console import exit_status, progress_bar, say, say_lines, warn
from printnplay.cli.options import NoConfig, opened
from printnplay.cli.sheet_options import (
    BackBleed,
    BackSides,
    BaseFile,
    BasePage,
    Corner,
    CropMarks,
    Formats,
    FrontBleed,
    Gutter,
    MeasuredPrinter,
    Mixed,
    Paper,
    Registration,
    SheetMargins,
    SidesApart,
    base_of,
    measured,
    paper_and_printer,
)
from printnplay.cli.spoken import refusal
from printnplay.kernel.geometry import parse_size
from printnplay.kernel.named_sizes import find_card_size
from printnplay.kernel.printing import AGAIN_BLEED, InkUse, SheetOptions


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
            help="PDFs, pictures (PNG, JPEG, WebP, SVG) and folders of them; or a corrected"
            " print.yaml.",
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
    paper: Paper = None,
    backs: BackSides = None,
    printer: MeasuredPrinter = "",
    gutter: Gutter = None,
    marks: CropMarks = None,
    front_bleed: FrontBleed = None,
    back_bleed: BackBleed = None,
    corner: Corner = None,
    base_pdf: BaseFile = None,
    base_page: BasePage = None,
    margins: SheetMargins = None,
    ink: Annotated[
        InkUse,
        typer.Option(
            help="full: as in the file; save: little ink on light backgrounds; grey: black ink"
            " only. Other than full, cards are printed as pixels."
        ),
    ] = InkUse.FULL,
    registration: Registration = None,
    mixed: Mixed = False,
    sides_apart: SidesApart = False,
    form: Formats = None,
    no_config: NoConfig = False,
) -> int:
    """Print another person's cards again: PDFs and pictures.

    Finds the cards on the pages, writes what it found to print.yaml and found.png, and makes a
    project of them, which all other commands work on.
    """
    own = SheetOptions(
        marks=marks,
        ink=ink,
        machine=registration,
        mixed=mixed,
        sides_apart=sides_apart,
        base=base_of(base_pdf, base_page),
    )
    options = measured(
        own,
        backs,
        margins,
        gutter=gutter,
        front_bleed=front_bleed,
        back_bleed=back_bleed,
        corner=corner,
    )
    if max(options.front_bleed or 0, options.back_bleed or 0) > AGAIN_BLEED:
        raise typer.BadParameter("cards are cut out with 3 mm of bleed: print at most 3mm of it.")
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
        raise refusal(error) from None
    warn(outcome.problems)
    for note in outcome.notes:
        say(note)
    say_lines(table_of(outcome))
    return exit_status(outcome.problems)
