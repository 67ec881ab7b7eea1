"""The plan of a build: its jobs, each with the print settings and the fingerprint of its inputs."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from msgspec.structs import replace

from printnplay.build.build_records import InputFiles
from printnplay.build.inputs import inputs_of_games
from printnplay.build.job import BuildChoice, Job
from printnplay.edition.choosing import ANY, Languages, each_language
from printnplay.edition.request import BuildRequest, catalog_of
from printnplay.files.catalog import Catalog
from printnplay.files.door import digest_of
from printnplay.imposition.machines import MACHINES
from printnplay.kernel.geometry import Paper
from printnplay.kernel.printing import Backs, PrintSettings, Selection, SheetOptions, Update
from printnplay.loading.game import hides_stamp

Updates: TypeAlias = Mapping[tuple[str, Languages], Update]
"""What to print again of each edition."""


def jobs_of(
    request: BuildRequest, catalog: Catalog, choice: BuildChoice, updates: Updates | None
) -> Iterator[Job]:
    """Yield the jobs of a build; with `updates`, only of editions that have one."""
    options = {
        "backs": request.backs,
        "flip": request.booklet_flip,
        "binding": request.binding or "",
        "sheets": repr(request.sheets),
        "base": digest_of(request.base),
        "printer": repr(request.printer),
        "formats": " ".join(output.name for output in choice.formats),
        # Files built despite warnings do not satisfy a strict build.
        "strict": str(request.strict),
        "date": str(choice.date),
    }
    inputs = InputFiles()
    on_paper = tuple(output for output in choice.formats if output.on_paper)
    on_screens = tuple(output for output in choice.formats if not output.on_paper)
    has_list = not request.games and len(choice.languages) > 1
    for game, editions in choice.languages.items():
        members = choice.members or (game,)
        hidden = [one for one in members if request.release and hides_stamp(catalog, one)]
        options |= {"stamp": " ".join(hidden), "games": " ".join(choice.members)}
        options["names"] = repr([catalog.names_beside_rules(one) for one in members])
        others = each_language(editions)
        of_game = _listed(request, game)
        for languages in editions if on_paper else ():
            sheets = of_game
            if updates is not None:
                update = updates.get((game, languages))
                if not update:
                    continue
                sheets = replace(sheets, selection=Selection(update=update))
            files, checked = inputs_of_games(catalog, members, languages)
            fingerprint = inputs.fingerprint(checked, options)
            date = inputs.last_change(files.values()) if choice.date is None else choice.date
            for paper in _for_printer(choice.papers, request):
                settings = _settings(request, choice, paper, sheets)
                yield Job(
                    request,
                    game,
                    languages,
                    settings,
                    on_paper,
                    fingerprint,
                    date,
                    members=choice.members,
                )
        for language in others if on_screens and updates is None else ():
            leads = {**options, "others": " ".join(others), "list": str(has_list)}
            single = Languages(language)
            files, checked = inputs_of_games(catalog, members, single)
            fingerprint = inputs.fingerprint(checked, leads)
            date = inputs.last_change(files.values()) if choice.date is None else choice.date
            yield Job(request, game, single, None, on_screens, fingerprint, date, others, has_list)


def _settings(
    request: BuildRequest, choice: BuildChoice, paper: Paper, sheets: SheetOptions
) -> PrintSettings:
    """Return the print settings of a job; labels have no backs."""
    labels = choice.label_sheet
    backs = Backs.NONE if labels is not None and not labels.has_backs else request.backs
    return PrintSettings(
        paper, backs, request.booklet_flip, sheets, request.binding, label_sheet=labels
    )


def _listed(request: BuildRequest, game: str) -> SheetOptions:
    """Return the sheet options of a build, with lists of cards replaced by the cards of a game.

    Raises:
        FaultsError: a list cannot be read, or names a card that the game lacks.
    """
    selection = request.sheets.selection
    if request.sheets.label_sheet and not selection.of_cards:
        # Only cards are printed on labels: all other sheets are for paper.
        return replace(request.sheets, selection=replace(selection, only=(ANY,)))
    if not any(name.startswith("@") for name in selection.only):
        return request.sheets
    # Few builds have lists.
    from printnplay.edition.card_lists import with_lists

    only, counts = with_lists(catalog_of(request), game, selection.only)
    return replace(request.sheets, selection=replace(selection, only=only, counts=counts))


def _for_printer(papers: Iterable[Paper], request: BuildRequest) -> Iterator[Paper]:
    """Yield the papers, with the requested margins, or those of the machine or printer if known."""
    printer, options = request.printer, request.sheets
    margins = options.margins or (MACHINES[options.machine].margins if options.machine else None)
    margins = margins or (printer.margins if printer else None)
    for paper in papers:
        yield replace(paper, margins=margins or paper.margins)
