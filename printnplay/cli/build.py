"""`printnplay build`: its options, and the summary table of written files."""

from pathlib import Path
from typing import Annotated

import typer

from printnplay.build.job import Outcome, UnusedOptionError
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
)
from printnplay.cli.ranges import ranges_of, skipped
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
from printnplay.cli.speech import speak
from printnplay.cli.spoken import refusal
from printnplay.kernel.printing import (
    MAX_COPIES,
    Backs,
    Binding,
    Flip,
    InkUse,
    Marks,
    Selection,
    SheetOptions,
    Stock,
)
from printnplay.kernel.suggestions import counted


def command(
    games: Games = None,
    language: LanguagesOrPairs = None,
    paper: Paper = None,
    output: Output = Path("output"),
    backs: BackSides = None,
    booklet_flip: Annotated[
        Flip | None,
        typer.Option(
            help="The edge on which the printer flips booklet sheets. Default: short, or as"
            " measured for --printer."
        ),
    ] = None,
    booklet: Annotated[
        Binding | None,
        typer.Option(
            help="Binding of the rulebook: saddle stitch, sewn signatures, perfect (glued folds),"
            " one folded sheet (leaflet), zine or none. Default: as in booklet.yaml."
        ),
    ] = None,
    printer: MeasuredPrinter = "",
    stock: Annotated[
        Stock | None,
        typer.Option(
            help="Card stock, so that the box fits: weight in g/m², plain paper in sleeves, or"
            " fronts and backs glued together. Default: as the game says."
        ),
    ] = None,
    form: Formats = None,
    gutter: Gutter = None,
    marks: CropMarks = None,
    back_marks: Annotated[Marks | None, typer.Option(help="Crop marks on backs.")] = None,
    front_bleed: FrontBleed = None,
    back_bleed: BackBleed = None,
    corner: Corner = None,
    base_pdf: BaseFile = None,
    base_page: BasePage = None,
    margins: SheetMargins = None,
    ink: Annotated[
        InkUse,
        typer.Option(
            help="full: as designed; black-text: dark text in black ink only; save: little ink on"
            " light backgrounds; grey: black ink only."
        ),
    ] = InkUse.FULL,
    registration: Registration = None,
    mixed: Mixed = False,
    sides_apart: SidesApart = False,
    label_sheet: Annotated[
        str,
        typer.Option(
            "--label-sheet",
            metavar="NAME",
            help="Print the cards on a sheet of labels or perforated cards, such as avery-5371."
            " `printnplay list --label-sheets` shows all.",
            show_default=False,
        ),
    ] = "",
    skip: Annotated[
        str | None,
        typer.Option(
            metavar="N",
            help="Labels that are used up on the first label sheet: the first N, or 1,4-6 by"
            " number, row by row.",
        ),
    ] = None,
    die_lines: Annotated[
        bool,
        typer.Option(
            "--die-lines",
            help="Add die lines in the spot colours CutContour and Crease (overprinting).",
        ),
    ] = False,
    layers: Annotated[
        bool, typer.Option("--layers", help="Put art, text and die lines on PDF layers.")
    ] = False,
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ID",
            help="Print only cards with this id (* matches anything), field value (kind=place,"
            " number=3..7) or on a list (@list.txt); may be repeated.",
        ),
    ] = None,
    copies: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, max=MAX_COPIES, help="Copies of each card. Overrides the deck's."
        ),
    ] = None,
    sheets: Annotated[
        str | None,
        typer.Option(metavar="N-M,...", help="Print only these sheets of the kit, counted from 1."),
    ] = None,
    test_sheet: Annotated[
        bool,
        typer.Option(
            "--test-sheet", help="Print one sheet of different cards, to test paper and printer."
        ),
    ] = False,
    since: Annotated[
        str,
        typer.Option(
            "--since",
            metavar="VERSION",
            help="Build only what prints differently since a tag or commit of git, or a folder.",
        ),
    ] = "",
    draft: Annotated[
        bool, typer.Option("--draft", help="Build despite errors. Marks each page as a draft.")
    ] = False,
    jobs: Annotated[
        int | None,
        typer.Option(
            "-j",
            "--jobs",
            metavar="N",
            min=0,
            help="Parallel processes; 0: one per core.",
            show_default="one per core on Linux, at most 8, else one",
        ),
    ] = None,
    no_cache: Annotated[
        bool,
        typer.Option("--no-cache", help="Ignore the cache and render everything again."),
    ] = False,
    verify: Annotated[
        bool,
        typer.Option("--verify", help="Render each PDF and compare it with the source drawings."),
    ] = False,
    together: Annotated[
        bool,
        typer.Option(
            "--together", help="Build one kit of several games, whose cards share sheets."
        ),
    ] = False,
    shard: ShardOption = "",
    scheduler: SchedulerOption = "",
    strict: Strict = False,
    no_config: NoConfig = False,
    bundled: Bundled = False,
    limits: Limits = LimitsChoice.USUAL,
    trust_rules: TrustRules = False,
    project: ProjectFolder = Path(),
) -> int:
    """Build the print-and-play PDFs: kit, booklet, rulebook and box.

    Writes files only if everything is free of errors.
    """
    if strict and draft:
        raise typer.BadParameter("'--draft' builds despite errors, '--strict' does not.")
    if scheduler and jobs is not None:
        raise typer.BadParameter("'--jobs': leave it out with '--scheduler': the cluster decides.")
    selection = Selection(tuple(only or ()), copies, ranges_of("--sheets", sheets), test_sheet)
    _refuse_both(since, selection)
    options = measured(
        SheetOptions(
            marks=marks,
            back_marks=back_marks,
            ink=ink,
            machine=registration,
            selection=selection,
            stock=stock,
            die_lines=die_lines,
            layers=layers,
            label_sheet=label_sheet,
            skip=skipped(skip),
            mixed=mixed,
            sides_apart=sides_apart,
            base=base_of(base_pdf, base_page),
        ),
        backs,
        margins,
        gutter=gutter,
        front_bleed=front_bleed,
        back_bleed=back_bleed,
        corner=corner,
    )
    if back_marks is not None and backs is Backs.NONE:
        raise typer.BadParameter("'--back-marks': no backs are printed with '--backs none'.")
    if booklet_flip is not None and booklet is Binding.NONE:
        raise typer.BadParameter("'--booklet-flip': no booklet is made with '--booklet none'.")
    opening = opened(project, bundled=bundled, trust_rules=trust_rules, limits=limits)
    forms = form or ("pdf",)
    papers, printer = paper_and_printer(
        paper or (("",) if label_sheet else ()), printer, forms, ignored=no_config
    )
    try:
        with progress_bar() as progress:
            outcome = opening.build(
                games or (),
                language or (),
                papers,
                output,
                backs=backs,
                booklet_flip=booklet_flip,
                booklet=booklet,
                printer=printer,
                formats=forms,
                sheets=options,
                since=since,
                draft=draft,
                strict=strict,
                jobs=jobs,
                cached=not no_cache,
                verify=verify,
                together=together,
                shard=shard,
                scheduler=scheduler,
                progress=progress,
            )
    except UnusedOptionError as error:
        raise refusal(error) from None
    warn(outcome.problems)
    for note in outcome.notes:
        say(note)
    for line in outcome.left.told("build"):
        say(line)
    say_lines(table_of(outcome))
    return 0 if draft else exit_status(outcome.problems)


def _refuse_both(since: str, selection: Selection) -> None:
    """Refuse another selection beside what has changed.

    Raises:
        BadParameter: there is one.
    """
    if since and selection:
        raise typer.BadParameter("'--since' selects the cards itself: leave out other selections.")


def table_of(outcome: Outcome) -> str:
    """Format the files with their pages and sizes, and the totals."""
    rows = [
        (
            str(file.path),
            speak(counted(file.pages, "page")),
            f"{file.size / 1000:.0f} kB",
            "" if file.fresh else speak("unchanged"),
        )
        for file in outcome.grouped
    ]
    files = outcome.files
    fresh = sum(file.fresh for file in files)
    pages = counted(sum(file.pages for file in files), "page")
    total = speak(
        f"{counted(len(files), 'file')}, {pages}; {fresh} written, {len(files) - fresh} unchanged"
    )
    return "\n".join([columns(rows, "<>><"), total] if rows else [total])
