"""`printnplay export`: components one by one, and the table of what was made."""

from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from printnplay.cli.console import columns, exit_status, progress_bar, say_lines, warn
from printnplay.cli.options import (
    Bundled,
    LanguagesOrPairs,
    Limits,
    LimitsChoice,
    Output,
    ProjectFolder,
    Strict,
    TrustRules,
    opened,
)
from printnplay.export import TARGETS
from printnplay.export.run import NotSelectingError, UnusedOptionError
from printnplay.game.exporting import Copies, Corners, FaceOptions, Ground
from printnplay.kernel.geometry import Um, mm, parse_length
from printnplay.kernel.suggestions import counted

WIDEST_BLEED: Um = mm(20)


def _length(text: str) -> Um:
    """A bleed.

    Raises:
        BadParameter: it is not a length, or too wide.
    """
    try:
        length = parse_length(text)
    except ValueError:
        length = -1
    if not 0 <= length <= WIDEST_BLEED:
        raise typer.BadParameter(f"'{text}' is not a length such as 3mm or 0.125in, up to 20mm.")
    return length


def _address(text: str) -> str:
    """Where files are on the web.

    Raises:
        BadParameter: it is not an address.
    """
    parts = urlsplit(text)
    if text and not (parts.scheme in ("http", "https") and parts.netloc and text.isprintable()):
        raise typer.BadParameter(f"'{text}' is not an address such as https://example.com/games.")
    return text


def command(
    target: Annotated[
        str,
        typer.Argument(
            metavar="TARGET",
            help=f"What for: {', '.join(TARGETS)} (a release), or a print service such as"
            " makeplayingcards.",
        ),
    ],
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME]...", help="Games by id; those of the project if none is named."
        ),
    ] = None,
    language: LanguagesOrPairs = None,
    output: Output = Path("output"),
    dpi: Annotated[
        int | None,
        typer.Option(min=36, max=1200, metavar="DPI", help="Pixels to the inch; 300 if left out."),
    ] = None,
    bleed: Annotated[
        int | None,
        typer.Option(
            parser=_length,
            metavar="LENGTH",
            help="What is drawn beyond the cut, such as 3mm or 0.125in; as the target or the game"
            " says if left out.",
        ),
    ] = None,
    trim: Annotated[
        bool, typer.Option("--trim", help="No bleed: faces end where they are cut.")
    ] = False,
    corners: Annotated[
        Corners,
        typer.Option(help="Square corners, or round ones; circles and hexes are cut out."),
    ] = Corners.SQUARE,
    ground: Annotated[
        Ground | None,
        typer.Option(
            help="What shows where nothing is drawn; white if left out, and nothing beyond round"
            " corners."
        ),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ID",
            help="In png, svg and pdf-cards, only cards and boards of this id, or cards with this"
            " value of a field, kind=place; * for any"
            " characters; may be repeated.",
        ),
    ] = None,
    copies: Annotated[
        Copies,
        typer.Option(help="Each face once, its number in manifest.json, or a file for each copy."),
    ] = Copies.LIST,
    names: Annotated[
        str,
        typer.Option(
            metavar="PATTERN",
            help="The names of files: {index:03}-{id}-{side}; also copy, group, kind, game,"
            " language.",
            show_default=False,
        ),
    ] = "",
    icc: Annotated[
        Path | None,
        typer.Option(
            "--icc",
            metavar="FILE",
            exists=True,
            dir_okay=False,
            help="The ICC profile of a press, for services that print in four inks.",
            show_default=False,
        ),
    ] = None,
    die_lines: Annotated[
        bool,
        typer.Option(
            "--die-lines",
            help="In pdf-cards, the outline that a card is cut to, in the spot ink CutContour.",
        ),
    ] = False,
    layers: Annotated[
        bool,
        typer.Option("--layers", help="In pdf-cards, layers for art, text and die lines."),
    ] = False,
    base_url: Annotated[
        str,
        typer.Option(
            "--base-url",
            metavar="URL",
            parser=_address,
            help="Where the output folder is on the web, for tables on screens.",
            show_default=False,
        ),
    ] = "",
    jobs: Annotated[
        int,
        typer.Option(
            "-j", "--jobs", metavar="N", min=0, help="Processes at once; 0 for all cores."
        ),
    ] = 0,
    strict: Strict = False,
    bundled: Bundled = False,
    limits: Limits = LimitsChoice.USUAL,
    trust_rules: TrustRules = False,
    project: ProjectFolder = Path(),
) -> int:
    """Write cards one by one: pictures, drawings, pages of a PDF.

    Nothing is written unless all that is exported is sound.
    """
    if (trim or corners is Corners.ROUND) and bleed:
        other = "--trim" if trim else "--corners round"
        raise typer.BadParameter(f"'--bleed' and '{other}' exclude each other.")
    wanted = 0 if trim or corners is Corners.ROUND else bleed
    options = FaceOptions(
        dpi,
        wanted,
        corners,
        ground,
        copies,
        names,
        icc,
        die_lines,
        layers,
        base_url,
        only=tuple(only or ()),
    )
    opening = opened(project, bundled=bundled, trust_rules=trust_rules, limits=limits)
    try:
        with progress_bar() as progress:
            outcome = opening.export(
                target,
                games or (),
                language or (),
                output,
                options=options,
                strict=strict,
                jobs=jobs,
                progress=progress,
            )
    except NotSelectingError as error:
        raise typer.BadParameter(f"'--only': {error}.") from None
    except UnusedOptionError as error:
        raise typer.BadParameter(f"{error}.") from None
    warn(outcome.problems)
    rows = [
        (str(folder.path), counted(folder.files, "file"), f"{folder.size / 1000:.0f} kB")
        for folder in outcome.folders
    ]
    say_lines(columns(rows, "<>>"))
    return exit_status(outcome.problems)
