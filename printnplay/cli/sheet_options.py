"""Options of sheets that `build` and `print` share."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from printnplay.build.formats import on_paper
from printnplay.build.job import FORMAT_NAMES
from printnplay.cli.options import own_defaults
from printnplay.cli.spoken import listing
from printnplay.kernel.geometry import Margins, Um, mm, parse_length
from printnplay.kernel.printing import USUAL_CORNER, Backs, BasePdf, Machine, Marks, SheetOptions

LONGEST: Um = mm(1000)
"""Maximum gutter or margin: larger than any paper of a home printer. A guess."""

Paper = Annotated[
    list[str] | None,
    typer.Option(
        "-p",
        "--paper",
        metavar="PAPER",
        help="Paper: a4, letter, ... or 200x300mm; may be repeated. Default: a4.",
    ),
]
BackSides = Annotated[
    Backs | None,
    typer.Option(
        help="Card backs: duplex (long or short edge), fold-over, separate or none. Default:"
        " long, or as measured for --printer."
    ),
]
MeasuredPrinter = Annotated[
    str,
    typer.Option(
        metavar="PRINTER",
        help="A printer measured with `printnplay calibrate`.",
        show_default=False,
    ),
]
Formats = Annotated[
    list[str] | None,
    typer.Option(
        "--format",
        metavar="FORMAT",
        help=listing(
            "Output format: {names}; may be repeated. Default: pdf.", names=[*FORMAT_NAMES]
        ),
    ),
]
Gutter = Annotated[
    str | None,
    typer.Option(metavar="LENGTH", help="Gap between cards, such as 3mm. Overrides the game's."),
]
CropMarks = Annotated[
    Marks | None,
    typer.Option(help="Crop marks on fronts. Overrides the game's."),
]
SheetMargins = Annotated[
    str | None,
    typer.Option(
        metavar="LENGTHS",
        help="Unprintable margins: 4mm, or top,right,bottom,left. Default: 5mm.",
    ),
]
FrontBleed = Annotated[
    str | None,
    typer.Option(metavar="LENGTH", help="Bleed on fronts, such as 1mm. Overrides the game's."),
]
BackBleed = Annotated[
    str | None,
    typer.Option(
        metavar="LENGTH",
        help="Bleed on sheets of backs, such as 3mm where the printer shifts them.",
    ),
]
Corner = Annotated[
    str | None,
    typer.Option(
        metavar="LENGTH",
        help="Radius of the corners in marks, die lines and files of cut lines: 3mm, 0mm for square"
        " ones, or auto for the usual one of the card size. Overrides the game's.",
    ),
]
BaseFile = Annotated[
    Path | None,
    typer.Option(
        "--base-pdf",
        metavar="FILE",
        help="Print a page of this PDF below every sheet, such as a letterhead or the registration"
        " marks of a machine.",
    ),
]
BasePage = Annotated[
    str | None,
    typer.Option(
        "--base-page",
        metavar="N",
        help="Its page; or 1,2 for page 1 below fronts and page 2 below backs. Default: 1.",
    ),
]
Registration = Annotated[
    Machine | None,
    typer.Option(
        help="Print registration marks for a cutting machine: Silhouette (four marks: Cameo 5"
        " Alpha) or OPOS. See also the formats svg and dxf."
    ),
]
Mixed = Annotated[
    bool,
    typer.Option(
        "--mixed",
        help="Print upright and turned cards on one sheet where more go on it, such as 8 instead of"
        " 6.",
    ),
]
SidesApart = Annotated[
    bool,
    typer.Option(
        "--sides-apart",
        help="Put all fronts before all backs: print the first half, then the second on its"
        " reverse.",
    ),
]


def measured(
    options: SheetOptions,
    backs: Backs | None,
    margins: str | None,
    **lengths: str | None,
) -> SheetOptions:
    """Return the options with their margins, and other lengths by their names.

    Raises:
        BadParameter: a length is none, or one is for backs that are not printed.
    """
    read: dict[str, Um] = {}
    for name, text in lengths.items():
        option = f"--{name.replace('_', '-')}"
        if text is not None:
            is_usual = (name, text) == ("corner", "auto")
            read[name] = USUAL_CORNER if is_usual else _lengths(option, text, 1)[0]
    if "back_bleed" in read and backs in (Backs.NONE, Backs.FOLD):
        why = "no backs are printed" if backs is Backs.NONE else "backs lie beside their fronts"
        raise typer.BadParameter(f"'--back-bleed': {why} with '--backs {backs}'.")
    return replace(options, margins=_margins(margins), **read)


def base_of(file: Path | None, pages: str | None) -> BasePdf | None:
    """Return the PDF to print below sheets, if any, and its pages for fronts and backs.

    Raises:
        BadParameter: the pages are none, or there is no file.
    """
    if file is None:
        if pages is not None:
            raise typer.BadParameter("'--base-page': give the file as well, with '--base-pdf'.")
        return None
    found = re.fullmatch(r"([1-9][0-9]{0,3})(?:,([1-9][0-9]{0,3}))?", pages or "1")
    if found is None:
        raise typer.BadParameter(f"'{pages}' is not a page such as 1, or two such as 1,2.")
    return BasePdf(file, int(found[1]), int(found[2] or found[1]))


def paper_and_printer(
    papers: Sequence[str], printer: str, forms: Sequence[str], *, ignored: bool
) -> tuple[Sequence[str], str]:
    """Return the papers and the printer of a build; those left out are the user's own defaults.

    Args:
        papers: the papers of the command; an empty one stands for what has a paper of its own.
        printer: the printer of the command, if any.
        forms: the output formats; only some of them are for paper.
        ignored: whether the user's own defaults are ignored.

    Raises:
        FaultsError: the file of defaults has faults.
    """
    wanted = [name for name, given in (("paper", papers), ("printer", printer)) if not given]
    own = own_defaults(*(wanted if on_paper(forms) else ()), ignored=ignored)
    chosen = papers or ((own["paper"],) if "paper" in own else ())
    return tuple(filter(None, chosen)), own.get("printer", printer)


def _lengths(option: str, text: str, *counts: int) -> list[Um]:
    """Parse the comma-separated lengths of an option.

    Raises:
        BadParameter: the number of lengths is wrong, or one is not a length on paper.
    """
    parts = text.split(",")
    try:
        lengths = [parse_length(part) for part in parts]
    except ValueError:
        lengths = []
    if len(lengths) not in counts or not all(0 <= length <= LONGEST for length in lengths):
        four = ", or four for top,right,bottom,left" if len(counts) > 1 else ""
        message = f"'{text}' is not a length such as 3mm or 0.25in{four}."
        raise typer.BadParameter(message, param_hint=option)
    return lengths


def _margins(text: str | None) -> Margins | None:
    """Parse margins: one for all sides, or top, right, bottom and left."""
    if text is None:
        return None
    lengths = _lengths("--margins", text, 1, 4)
    return Margins.even(lengths[0]) if len(lengths) == 1 else Margins(*lengths)
