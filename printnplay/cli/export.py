"""`printnplay export`: its options, and the summary table of written folders."""

from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from printnplay.cli.console import columns, exit_status, progress_bar, say, say_lines, warn
from printnplay.cli.options import (
    Bundled,
    Games,
    LanguagesOrPairs,
    Limits,
    LimitsChoice,
    NoConfig,
    Output,
    ProjectFolder,
    SchedulerOption,
    ShardOption,
    Strict,
    TrustRules,
    opened,
    own_defaults,
)
from printnplay.cli.speech import speak
from printnplay.cli.spoken import listing, refusal
from printnplay.export import TARGETS
from printnplay.export.run import ExportOutcome, NotSelectingError, UnusedOptionError
from printnplay.export.tabletop.running import send_table
from printnplay.game.exporting import Copies, Corners, FaceOptions, Ground
from printnplay.game.pdf_x import PdfX
from printnplay.kernel.geometry import Um, mm, parse_length
from printnplay.kernel.suggestions import counted

TABLE = "tabletop-simulator"
"""The target whose files `--send` sends."""

WIDEST_BLEED: Um = mm(20)
"""Maximum bleed of an export: print services require 3 mm or an eighth of an inch. A guess."""


def _length(text: str) -> Um:
    """Parse a bleed.

    Raises:
        BadParameter: it is not a length, or it is too wide.
    """
    try:
        length = parse_length(text)
    except ValueError:
        length = -1
    if not 0 <= length <= WIDEST_BLEED:
        raise typer.BadParameter(f"'{text}' is not a length such as 3mm or 0.125in, up to 20mm.")
    return length


def _address(text: str) -> str:
    """Parse the URL of the uploaded files.

    Raises:
        BadParameter: it is not a URL.
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
            help=listing(
                "Target: {targets}, all (a release), or a print service such as makeplayingcards.",
                targets=[name for name, target in TARGETS.items() if not target.is_release],
            ),
        ),
    ],
    games: Games = None,
    language: LanguagesOrPairs = None,
    output: Output = Path("output"),
    dpi: Annotated[
        int | None,
        typer.Option(
            min=36, max=1200, metavar="DPI", help="Resolution in pixels per inch. Default: 300."
        ),
    ] = None,
    bleed: Annotated[
        int | None,
        typer.Option(
            parser=_length,
            metavar="LENGTH",
            help="Bleed, such as 3mm or 0.125in. Default: as the target or the game says.",
        ),
    ] = None,
    trim: Annotated[
        bool, typer.Option("--trim", help="Crop faces to the trimmed size (no bleed).")
    ] = False,
    corners: Annotated[
        Corners,
        typer.Option(
            help="square: whole rectangles; round: cut out along the outline (round corners,"
            " circles, hexes)."
        ),
    ] = Corners.SQUARE,
    ground: Annotated[
        Ground | None,
        typer.Option(
            help="Background where nothing is drawn. Default: white, transparent beyond round"
            " corners."
        ),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ID",
            help="png, svg and pdf-cards: only cards and boards with this id (* matches anything),"
            " field value (kind=place, number=3..7) or on a list (@list.txt); may be repeated.",
        ),
    ] = None,
    since: Annotated[
        str,
        typer.Option(
            "--since",
            metavar="VERSION",
            help="png, svg and pdf-cards: only what prints differently since a tag or commit of"
            " git, or a folder.",
        ),
    ] = "",
    copies: Annotated[
        Copies,
        typer.Option(
            help="list: one file per face, counts in manifest.json; repeat: one file per copy."
        ),
    ] = Copies.LIST,
    names: Annotated[
        str,
        typer.Option(
            metavar="PATTERN",
            help="File name pattern: {index:03}-{id}-{side}; also copy, group, kind, game and"
            " language.",
            show_default=False,
        ),
    ] = "",
    icc: Annotated[
        Path | None,
        typer.Option(
            "--icc",
            metavar="FILE",
            help="ICC profile of the press, for files in CMYK: a file, or a name such as fogra39.",
            show_default=False,
        ),
    ] = None,
    printer: Annotated[
        str,
        typer.Option(
            "--for",
            metavar="NAME",
            help="press: the factory or print service, such as longpack. Default: rules of thumb.",
            show_default=False,
        ),
    ] = "",
    pdf_x: Annotated[
        PdfX | None,
        typer.Option(
            "--pdf-x",
            help="press: standard of the files; x-4 keeps transparency. Default: as the factory"
            " says, or x-1a.",
            show_default=False,
        ),
    ] = None,
    outlines: Annotated[
        bool,
        typer.Option(
            "--outlines",
            help="press: turn texts into paths, for factories that take no fonts. Default: as the"
            " factory says.",
        ),
    ] = False,
    cover_apart: Annotated[
        bool,
        typer.Option("--cover-apart", help="press: put the rulebook's cover into its own file."),
    ] = False,
    die_lines: Annotated[
        bool,
        typer.Option(
            "--die-lines",
            help="pdf-cards: add the outline of each card in the spot colour CutContour.",
        ),
    ] = False,
    layers: Annotated[
        bool,
        typer.Option("--layers", help="pdf-cards: put art, text and die lines on layers."),
    ] = False,
    base_url: Annotated[
        str,
        typer.Option(
            "--base-url",
            metavar="URL",
            parser=_address,
            help="URL of the uploaded output folder, for table simulators.",
            show_default=False,
        ),
    ] = "",
    send: Annotated[
        bool,
        typer.Option(
            "--send",
            help="tabletop-simulator: put everything on the table of the program, which runs on"
            " this machine.",
        ),
    ] = False,
    address: Annotated[
        str,
        typer.Option(
            "--address",
            metavar="URL",
            parser=_address,
            help="site: URL of the uploaded pages. Default: `site` in game.yaml.",
            show_default=False,
        ),
    ] = "",
    co_edition: Annotated[
        bool,
        typer.Option(
            "--co-edition",
            help="Print services in CMYK: one file with the coloured plates for all languages, and"
            " a file of black ink for each.",
        ),
    ] = False,
    jobs: Annotated[
        int,
        typer.Option(
            "-j", "--jobs", metavar="N", min=0, help="Parallel processes; 0: one per core."
        ),
    ] = 0,
    shard: ShardOption = "",
    scheduler: SchedulerOption = "",
    strict: Strict = False,
    no_config: NoConfig = False,
    bundled: Bundled = False,
    limits: Limits = LimitsChoice.USUAL,
    trust_rules: TrustRules = False,
    project: ProjectFolder = Path(),
) -> int:
    """Export cards as images or PDF, for simulators and printers.

    Writes files only if everything is free of errors.
    """
    trimmed = "--trim" if trim else "--corners round" if corners is Corners.ROUND else ""
    _refuse(
        (trimmed and bleed, f"'--bleed' and '{trimmed}' exclude each other."),
        (since and only, "'--since' selects the cards itself: leave out '--only'."),
        (send and target != TABLE, f"'--send' is for the target {TABLE}."),
    )
    named = target in TARGETS and "names" in TARGETS[target].uses and not names
    names = own_defaults(*(("names",) if named else ()), ignored=no_config).get("names", names)
    wanted = 0 if trimmed else bleed
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
        address=address,
        since=since,
        co_edition=co_edition,
        printer=printer,
        pdf_x=pdf_x,
        outlines=outlines,
        cover_apart=cover_apart,
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
                shard=shard,
                scheduler=scheduler,
                progress=progress,
            )
    except NotSelectingError as error:
        option = "--since" if since else "--only"
        raise typer.BadParameter(f"'{option}': {error}.") from None
    except UnusedOptionError as error:
        raise refusal(error) from None
    warn(outcome.problems)
    for name in outcome.same:
        say(f"{name}: no card prints differently since {since}")
    rows = [
        (str(folder.path), speak(counted(folder.files, "file")), f"{folder.size / 1000:.0f} kB")
        for folder in outcome.folders
    ]
    for line in outcome.left.told("export"):
        say(line)
    if rows:
        say_lines(columns(rows, "<>>"))
    if send:
        _send(outcome)
    return exit_status(outcome.problems)


def _refuse(*mistakes: tuple[object, str]) -> None:
    """Refuse options that do not go together: the first of the mistakes that was made.

    Raises:
        BadParameter: one was.
    """
    for made, told in mistakes:
        if made:
            raise typer.BadParameter(told)


def _send(outcome: ExportOutcome) -> None:
    """Put the exported tables on that of the running program.

    Raises:
        FaultsError: it does not answer.
    """
    for folder in outcome.folders:
        send_table(folder.path)
        say(f"sent to Tabletop Simulator: {folder.path}")
