"""Exports: the components of a game one by one, for what is not a kit to print at home.

`TARGETS` is the table of what they can be made for. A target is a module of this package and a line
in the table; the module has a function `write(job)`.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import cast

from msgspec import Struct, field

from printnplay.model.exporting import FaceOptions
from printnplay.model.services import Service
from printnplay.pipeline.export.job import Exported, ExportJob


class Target(Struct, frozen=True):
    """What components can be made for, and the options that it has where none are given.

    Without a `bleed` it has that of the game. A `service` is one that prints.
    One that `selects` may be asked for some of the components.
    A release has all languages of a game in one folder, and kits that are built for it.
    """

    name: str
    says: str
    module: str
    options: FaceOptions = field(default_factory=FaceOptions)
    service: Service | None = None
    is_release: bool = False
    selects: bool = False

    def write(self, job: ExportJob) -> list[Exported]:
        """Write the files of an edition.

        Raises:
            FaultsError: the command or the game is at fault.
        """
        # Imported here: few commands need the libraries of a target.
        module = import_module(f"{__name__}.{self.module}")
        return cast("Callable[[ExportJob], list[Exported]]", module.write)(job)


TARGETS: Mapping[str, Target] = {
    target.name: target
    for target in (
        Target("png", "a picture of each face, 300 pixels to the inch", "images", selects=True),
        Target("svg", "a drawing of each face, with its fonts", "drawings", selects=True),
        Target("pdf-cards", "one PDF with a page for each face", "card_pages", selects=True),
        Target(
            "sheets",
            "pictures of many cards side by side, for tables on screens",
            "card_sheets",
            FaceOptions(dpi=200, bleed=0),
        ),
        Target(
            "tabletop-simulator",
            "a saved object with all that is in the box, and sheets of cards",
            "tabletop_simulator",
            FaceOptions(dpi=200, bleed=0),
        ),
        Target(
            "card-game-simulator",
            "the game for Card Game Simulator, as a folder and a ZIP file",
            "card_game_simulator",
            FaceOptions(dpi=200, bleed=0),
        ),
        Target(
            "playingcards-io",
            "a room of playingcards.io, as one file",
            "playing_cards_io",
            FaceOptions(dpi=150, bleed=0),
        ),
        Target(
            "all",
            "a release: kits, rulebooks, pictures, checksums, and what goes where",
            "release",
            is_release=True,
        ),
    )
}
"""All targets by name, but for print services, which are files of data."""


def of_service(service: Service) -> Target:
    """The target of a print service."""
    options = FaceOptions(dpi=service.dpi, bleed=service.bleed, copies=service.copies)
    return Target(service.id, service.name, "print_service", options, service)
