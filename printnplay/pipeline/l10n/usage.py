"""Where each text of a game is printed, and the room it has there: what translators ask."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from printnplay.files.catalog import Catalog
from printnplay.model.diagnostics import Problems
from printnplay.model.game import Game
from printnplay.model.geometry import Um
from printnplay.model.picture import BoxFit
from printnplay.model.rulebook import (
    AnatomyBlock,
    Block,
    CardBlock,
    CardsBlock,
    ComponentsBlock,
    CountsBlock,
    FigureBlock,
    HeadingBlock,
    ListBlock,
    NoteBlock,
    ParagraphBlock,
    PictureBlock,
    QuestionsBlock,
    QuoteBlock,
    SidebarBlock,
    TableBlock,
    TurnBlock,
    every_block,
)
from printnplay.model.style import Style
from printnplay.pipeline.check import FaceBox, boxes_of, drawn
from printnplay.pipeline.game import open_game
from printnplay.pipeline.l10n.files import COMMON
from printnplay.pipeline.request import Languages
from printnplay.typesetting.pages.booklet import column_width

NAMED = 3
"""How many faces are named for one text; of more, only the number is told."""

IN_BOOKLET: Mapping[type[Block], str] = {
    ParagraphBlock: "paragraph",
    HeadingBlock: "heading below the title",
    ListBlock: "item of a list",
    QuestionsBlock: "question or answer",
    CountsBlock: "row of a table",
    TableBlock: "cell of a table",
    CardBlock: "beside a card",
    CardsBlock: "below a small card",
    AnatomyBlock: "name of a part of a card",
    FigureBlock: "caption of a figure",
    PictureBlock: "beside or below a picture",
    ComponentsBlock: "name of a component",
    NoteBlock: "call-out",
    QuoteBlock: "quotation",
    SidebarBlock: "title of a sidebar",
    TurnBlock: "step of a turn at a glance",
}
"""What a text of each class of block is."""

IN_EVERY_KIT: Mapping[str, str] = {
    "instructions": "the page of instructions, all on one page",
    "booklet": "mark beside the pages of the booklet",
    "ruler": "beside a ruler",
    "kit": "title or mark on a sheet",
}
"""What the common texts are, by the first part of their keys."""

POINTS_PER_INCH, UM_PER_INCH = 72, 25_400


@dataclass(frozen=True, slots=True)
class Place:
    """A place where a text is printed, in words, and its room; a height of 0 is no limit."""

    where: str
    width: Um
    height: Um = 0
    sizes: tuple[Um, Um] | None = None

    def __str__(self) -> str:
        """The place as one line.

        >>> str(Place("paragraph in `goal`", 103_000))
        'paragraph in `goal`: 103 mm wide'
        """
        if not self.width:
            return self.where
        room = f"{_mm(self.width)} mm wide"
        if self.height:
            room = f"{_mm(self.width)} × {_mm(self.height)} mm"
        if self.sizes:
            smallest, largest = sorted(self.sizes)
            room += f", type of {_points(smallest)} to {_points(largest)} pt"
        return f"{self.where}: {room}"


def places_of(catalog: Catalog, game: str, language: str) -> Mapping[str, tuple[Place, ...]]:
    """Where the texts of a game are printed, by key; drawn in this language to be measured.

    Of a game that cannot be drawn, nothing is told.
    """
    problems = Problems()
    loaded = open_game(catalog, game, (language,), problems)
    if loaded is None:
        return {}
    found: dict[str, list[Place]] = defaultdict(list)
    for key, place in (
        *_on_faces(loaded.game, boxes_of(drawn(loaded, Languages(language), problems))),
        *_on_sheets(loaded.game),
        *_in_booklet(loaded.game, loaded.style),
    ):
        if place not in found[key]:
            found[key].append(place)
    return {key: tuple(places) for key, places in found.items()}


def notes_of(catalog: Catalog, name: str, language: str) -> Callable[[str], tuple[str, ...]]:
    """What to tell about each text of a game, or each common text, by its key."""
    if name == COMMON:
        return lambda key: tuple(
            note for part, note in IN_EVERY_KIT.items() if key.startswith(f"{part}.")
        )
    places = places_of(catalog, name, language)
    return lambda key: tuple(map(str, places.get(key, ())))


def _on_faces(game: Game, boxes: Sequence[FaceBox]) -> Iterator[tuple[str, Place]]:
    faces: dict[tuple[str, Um, Um, Um, Um], list[str]] = defaultdict(list)
    for box in boxes:
        faces[_room(box.fit)].append(box.face)
    cards = {card.id for card in game.cards}
    for (key, width, height, largest, smallest), named in faces.items():
        where = _faces(list(dict.fromkeys(named)), cards)
        yield key, Place(where, width, height, (smallest, largest))


def _room(fit: BoxFit) -> tuple[str, Um, Um, Um, Um]:
    return fit.box, fit.width, fit.height, fit.largest, fit.smallest


def _faces(faces: Sequence[str], cards: set[str]) -> str:
    kind = "card" if faces[0] in cards else "drawing"
    if len(faces) > NAMED:
        return f"{len(faces)} {kind}s, such as `{faces[0]}`"
    return f"{kind} {', '.join(f'`{face}`' for face in faces)}"


def _on_sheets(game: Game) -> Iterator[tuple[str, Place]]:
    for group in game.groups:
        yield f"sheets.{group.id}", Place(f"title of the sheet `{group.id}`", 0)
    for board in game.boards:
        yield f"boards.{board.id}", Place(f"title of the board `{board.id}`", 0)
    for key in game.outline.summary:
        yield key, Place("the rules at a glance, all on one page", 0)


def _in_booklet(game: Game, style: Style) -> Iterator[tuple[str, Place]]:
    width = column_width(style, game.outline)
    for section in game.outline.sections:
        yield section.title, Place("heading in the booklet", width)
        for block in every_block(section.blocks):
            for key in block.keys:
                where = f"{IN_BOOKLET[type(block)]} in the section `{section.id}`"
                yield key, Place(where, width)
            for key in block.unprinted:
                yield key, Place("what a picture shows, for who cannot see it; not printed", 0)


def _mm(length: Um) -> str:
    return f"{length / 1000:.1f}".rstrip("0").rstrip(".")


def _points(size: Um) -> str:
    return f"{size * POINTS_PER_INCH / UM_PER_INCH:.2f}".rstrip("0").rstrip(".")
