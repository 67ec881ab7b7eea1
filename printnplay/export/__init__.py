"""Export targets: single faces, print services, virtual tabletops, releases.

`TARGETS` lists them: a target is a module with a function `write(job)`, and an entry in the table.
Print services are data files. Plug-ins add targets through entry points.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import cast

from msgspec import Struct, field

from printnplay.export.job import Exported, ExportJob
from printnplay.files.plugins import plug_ins
from printnplay.game.exporting import FaceOptions
from printnplay.game.requirements import Requirements
from printnplay.game.services import ColourSpace, FileFormat, Fonts, Service


class Target(Struct, frozen=True):
    """An export target and its default options.

    Without a `bleed`, the bleed of the game is used. `service` is set for print services. The files
    of a target that `is_order` are for a printer; `wanted` is what a factory requires. A target
    that `selects` can export some of the components. `uses` are the options in `SOME_USE` that
    affect its output; the others are rejected. A release has all languages of a game in one folder,
    together with kits built for it; a site has them in one folder, too. A target that
    `joins_languages` needs all languages of a game for its files, so one machine exports them.
    """

    name: str
    says: str
    module: str
    """The full name of the module."""
    options: FaceOptions = field(default_factory=FaceOptions)
    service: Service | None = None
    wanted: Requirements | None = None
    is_order: bool = False
    is_release: bool = False
    is_site: bool = False
    selects: bool = False
    uses: frozenset[str] = frozenset()
    joins_languages: bool = True

    def write(self, job: ExportJob) -> list[Exported]:
        """Write the files of an edition.

        Raises:
            FaultsError: the command or the game has errors.
        """
        # Imported here: few commands need the libraries of a target.
        module = import_module(self.module)
        return cast("Callable[[ExportJob], list[Exported]]", module.write)(job)


_PIXELS = frozenset({"dpi"})
_FACES = frozenset({"corners", "copies"})
_ON_THE_WEB = frozenset({"dpi", "base_url"})

SOME_USE = {
    "dpi": "--dpi",
    "corners": "--corners",
    "ground": "--ground",
    "copies": "--copies",
    "names": "--names",
    "profile": "--icc",
    "die_lines": "--die-lines",
    "layers": "--layers",
    "base_url": "--base-url",
    "address": "--address",
    "co_edition": "--co-edition",
    "printer": "--for",
    "pdf_x": "--pdf-x",
    "outlines": "--outlines",
    "cover_apart": "--cover-apart",
}
"""Options that only some targets use: the field in `FaceOptions` and the name of the option."""


TARGETS: Mapping[str, Target] = {
    target.name: target
    for target in (
        Target(
            "png",
            "a picture of each face, 300 pixels per inch",
            "printnplay.export.images",
            selects=True,
            uses=_FACES | _PIXELS | {"ground", "names"},
            joins_languages=False,
        ),
        Target(
            "svg",
            "a drawing of each face, with its fonts",
            "printnplay.export.drawings",
            selects=True,
            uses=_FACES | {"ground", "names"},
            joins_languages=False,
        ),
        Target(
            "pdf-cards",
            "one PDF with a page for each face",
            "printnplay.export.card_pages",
            selects=True,
            uses=_FACES | {"die_lines", "layers"},
            joins_languages=False,
        ),
        Target(
            "sheets",
            "pictures of many cards side by side, for tables on screens",
            "printnplay.export.card_sheets",
            FaceOptions(dpi=200, bleed=0),
            uses=_PIXELS,
            joins_languages=False,
        ),
        Target(
            "tabletop-simulator",
            "a saved object with all that is in the box, and sheets of cards",
            "printnplay.export.tabletop_simulator",
            FaceOptions(dpi=200, bleed=0),
            uses=_ON_THE_WEB,
        ),
        Target(
            "card-game-simulator",
            "the game for Card Game Simulator, as a folder and a ZIP file",
            "printnplay.export.card_game_simulator",
            FaceOptions(dpi=200, bleed=0),
            uses=_ON_THE_WEB,
            joins_languages=False,
        ),
        Target(
            "playingcards-io",
            "a room of playingcards.io, as one file",
            "printnplay.export.playing_cards_io",
            FaceOptions(dpi=150, bleed=0),
            uses=_PIXELS,
            joins_languages=False,
        ),
        Target(
            "tabletop-playground",
            "a package for Tabletop Playground: decks, pieces and boards to put on a table",
            "printnplay.export.tabletop_playground",
            FaceOptions(dpi=200, bleed=0),
            uses=_PIXELS,
            joins_languages=False,
        ),
        Target(
            "vassal",
            "a VASSAL module with decks, pieces, boards and a hand for each player",
            "printnplay.export.vassal",
            FaceOptions(dpi=100, bleed=0),
            uses=_PIXELS,
            joins_languages=False,
        ),
        Target(
            "table",
            "one web page to play at without rules: stacks, hands, counters, dice",
            "printnplay.export.table",
            FaceOptions(dpi=200, bleed=0),
            uses=_PIXELS,
            joins_languages=False,
        ),
        Target(
            "site",
            "web pages: one for each card, an index with search, and the rulebook",
            "printnplay.export.site",
            FaceOptions(bleed=0),
            is_site=True,
            uses=_PIXELS | {"address"},
        ),
        Target(
            "press",
            "a set for a factory: cards, rulebook, boxes, boards and pieces in CMYK, with dies",
            "printnplay.export.press",
            is_order=True,
            uses=frozenset({"profile", "printer", "pdf_x", "outlines", "cover_apart"}),
        ),
        Target(
            "all",
            "a release: kits, rulebooks, pictures, checksums, and what goes where",
            "printnplay.export.release",
            is_release=True,
        ),
    )
}
"""The bundled targets by name. Print services are data files instead."""


def targets() -> Mapping[str, Target]:
    """Return all targets by name: bundled ones and those of plug-ins.

    Raises:
        FaultsError: a plug-in cannot be loaded.
    """
    return {**{one.name: one.load() for one in plug_ins("targets")}, **TARGETS}


def of_service(service: Service) -> Target:
    """Return the target of a print service."""
    options = FaceOptions(dpi=service.dpi, bleed=service.bleed, copies=service.copies)
    uses = _PIXELS if service.format is FileFormat.PNG else frozenset[str]()
    if service.colour is ColourSpace.CMYK:
        uses |= {"profile"}
        if service.fonts is not Fonts.OUTLINES:
            uses |= {"co_edition"}
    return Target(
        service.id,
        service.name,
        "printnplay.export.print_service",
        options,
        service,
        is_order=True,
        uses=uses,
        joins_languages=False,
    )
