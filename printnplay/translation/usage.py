"""Where each text of a game is printed, and the room it has there, for translators."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import log10

from msgspec import Struct, field

from printnplay.build.check_editions import boxes_of, drawn
from printnplay.build.check_report import FaceBox
from printnplay.edition.choosing import Languages
from printnplay.edition.edition import Edition
from printnplay.edition.loaded import LoadedGame, open_game
from printnplay.files.catalog import Catalog
from printnplay.game.game import Game
from printnplay.game.rulebook import (
    AnatomyBlock,
    Block,
    CardBlock,
    CardsBlock,
    CodeBlock,
    ComponentsBlock,
    CountsBlock,
    FigureBlock,
    FormulaBlock,
    HeadingBlock,
    IndexBlock,
    ListBlock,
    MarginNoteBlock,
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
from printnplay.game.texts import TITLE, Texts
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.geometry import Um, in_mm
from printnplay.proofreading.passages import PLACEHOLDER, passages_of
from printnplay.rulebook.pages.booklet import column_width
from printnplay.rulebook.pages.illustrations import grid_of, room_beside
from printnplay.scene.picture import BoxFit
from printnplay.scene.style import Style
from printnplay.text.languages import number_text
from printnplay.text.markup import FIELD, NUMBERED
from printnplay.translation.files import COMMON

NAMED = 3
"""The maximum number of faces, or values of a field, listed for one text; further ones are only
counted: as in `kernel/diagnostics.py`.
"""

OF_A_CARD = "cards."

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
    MarginNoteBlock: "note in the margin",
    QuoteBlock: "quotation",
    CodeBlock: "code",
    FormulaBlock: "formula",
    SidebarBlock: "title of a sidebar",
    TurnBlock: "step of a turn at a glance",
    IndexBlock: "entry of the index",
}
"""The role of a text, by class of block, for blocks with texts of their own."""

AS_WIDE_AS_THE_COLUMN = (
    ParagraphBlock,
    HeadingBlock,
    ListBlock,
    QuestionsBlock,
    FigureBlock,
    NoteBlock,
    QuoteBlock,
)
"""The blocks whose texts have the whole column width, except indents."""

IN_EVERY_KIT: Mapping[str, str] = {
    "instructions": "the page of instructions, all on one page",
    "booklet": "mark beside the pages of the booklet",
    "ruler": "beside a ruler",
    "kit": "title or mark on a sheet",
}
"""The roles of common texts, by the first part of their keys."""

POINTS_PER_INCH, UM_PER_INCH = 72, 25_400
"""Points and micrometres per inch."""


class Place(Struct, frozen=True):
    """A place where a text is printed, in words, and its room; a height of 0 is no limit.

    `letters` is about the number of letters that fit at the smallest size, 0 if not known.
    """

    where: str
    width: Um
    height: Um = 0
    sizes: tuple[Um, Um] | None = None
    letters: int = 0

    def __str__(self) -> str:
        """Return the place as one line.

        >>> str(Place("paragraph in `goal`", 103_000))
        'paragraph in `goal`: 103 mm wide'
        """
        if not self.width:
            return self.where
        room = f"{in_mm(self.width, 1)} mm wide"
        if self.height:
            room = f"{in_mm(self.width, 1)} × {in_mm(self.height, 1)} mm"
        if self.sizes:
            smallest, largest = sorted(self.sizes)
            room += f", type of {_points(smallest)} to {_points(largest)} pt"
        if self.letters:
            room += f", about {self.letters} letters"
        return f"{self.where}: {room}"


ALTERNATIVE = Place("what a picture shows, for those who cannot see it; not printed", 0)

TITLE_PLACE = Place("title of the game, on covers and in files; it may stay the same", 0)


class Usage(Struct, frozen=True):
    """Where the texts of a game are printed, and the values of their placeholders, by key."""

    printed: Mapping[str, tuple[Place, ...]] = field(default_factory=dict)
    values: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    """PNGs of their places, if requested."""

    def places(self, key: str) -> tuple[str, ...]:
        """Return where a text of the game, or a common text, is printed."""
        everywhere = (note for part, note in IN_EVERY_KIT.items() if key.startswith(f"{part}."))
        return tuple(map(str, self.printed[key])) if key in self.printed else tuple(everywhere)

    def notes(self, key: str) -> tuple[str, ...]:
        """Return the notes on a text for translators."""
        values = self.values.get(key, {})
        return (*self.places(key), *(f"{name} is {value}" for name, value in values.items()))


def usage_of(catalog: Catalog, name: str, language: str, *, pictures: bool = False) -> Usage:
    """Return the usage of a game's texts, measured by rendering it in this language.

    The result is empty for a game that cannot be rendered. Common texts are rendered for `pictures`
    only, with the first game that has the language.
    """
    if name == COMMON:
        games = (called for called in catalog.games() if language in catalog.languages_of(called))
        game = next(games, None) if pictures else None
    else:
        game = name
    problems = Problems()
    loaded = open_game(catalog, game, (language,), problems) if game else None
    if loaded is None:
        return Usage()
    edition = drawn(loaded, Languages(language), problems)
    shots = _pictures(edition, name) if pictures else {}
    if name == COMMON:
        return Usage(pictures=shots)
    boxes = boxes_of(edition)
    found: dict[str, list[Place]] = defaultdict(list)
    for key, place in (
        (TITLE, TITLE_PLACE),
        *_on_faces(loaded.game, boxes, _lengths(loaded, language)),
        *_on_sheets(loaded.game),
        *_in_booklet(loaded.game, loaded.style),
        *_on_back(loaded.game),
    ):
        if place not in found[key]:
            found[key].append(place)
    printed = {key: tuple(places) for key, places in found.items()}
    return Usage(printed, dict(_values(loaded, loaded.texts[language], boxes)), shots)


def _pictures(edition: Edition, name: str) -> Mapping[str, bytes]:
    from printnplay.translation.screenshots import screenshots

    texts = edition.texts.entries.values()
    return screenshots(edition, [text.key for text in texts if text.subject.game == name])


def _values(
    loaded: LoadedGame, texts: Texts, boxes: Sequence[FaceBox]
) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yield the printed values of the numbers and fields in each text, by placeholder."""
    faces: dict[str, dict[str, None]] = defaultdict(dict)
    for box in boxes:
        faces[box.fit.box][box.face] = None
    for key, text in texts.entries.items():
        names = dict.fromkeys(
            match[1] for form in text.forms.values() for match in PLACEHOLDER.finditer(form)
        )
        cards = [*([key.split(".")[1]] if key.startswith(OF_A_CARD) else []), *faces[key]]
        values: dict[str, str] = {}
        for name in names:
            if name in loaded.facts:
                values[f"{{{name}}}"] = number_text(texts.language, loaded.facts[name])
            elif name.startswith((FIELD, *NUMBERED)):
                found = _fields(loaded, cards, name.removeprefix(FIELD))
                values |= {f"{{{name}}}": ", ".join(found)} if found else {}
        if values:
            yield key, values


def _fields(loaded: LoadedGame, cards: Sequence[str], field_name: str) -> list[str]:
    """Return the values of a field of these cards without duplicates; of many, the first ones."""
    values = dict.fromkeys(
        loaded.card_fields[card][field_name]
        for card in cards
        if field_name in loaded.card_fields.get(card, {})
    )
    listed = list(values)
    return listed if len(listed) <= NAMED else [*listed[:NAMED], "…"]


def _lengths(loaded: LoadedGame, language: str) -> Mapping[str, int]:
    """Return the number of letters of each text, with its terms filled in."""
    passages = passages_of(loaded.texts[language], loaded.glossary)
    return {passage.key: len(passage.reading) for passage in passages}


def _on_faces(
    game: Game, boxes: Sequence[FaceBox], lengths: Mapping[str, int]
) -> Iterator[tuple[str, Place]]:
    faces: dict[tuple[str, Um, Um, Um, Um], list[FaceBox]] = defaultdict(list)
    for box in boxes:
        faces[_room(box.fit)].append(box)
    cards = {card.id for card in game.cards}
    for (key, width, height, largest, smallest), found in faces.items():
        where = _faces(list(dict.fromkeys(box.face for box in found)), cards)
        letters = min(_letters(box.fit, lengths.get(key, 0)) for box in found)
        yield key, Place(where, width, height, (smallest, largest), letters)


def _letters(fit: BoxFit, length: int) -> int:
    """Return how many letters fit into a box, of which a text of this length leaves a part free.

    An estimate in two digits: another language has other words, and lines end elsewhere.
    """
    smaller = (fit.size / fit.smallest) ** (1 if fit.height < 2 * fit.size else 2)
    room = length * smaller / max(1 - fit.free, LEAST_USED)
    return int(round(room, 1 - int(log10(room)))) if room >= 1 else 0


LEAST_USED = 0.05
"""The smallest share of a box that an estimate of its room starts from: a letter alone in a large
box says little. A guess.
"""


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
    for box in game.boxes:
        yield f"boxes.{box.id}", Place(f"title of the box `{box.id}`", 0)
    for key in game.outline.summary:
        yield key, Place("the rules at a glance, all on one page", 0)


def _in_booklet(game: Game, style: Style) -> Iterator[tuple[str, Place]]:
    width = column_width(style, game.outline)
    for section in game.outline.sections:
        yield section.title, Place("heading in the booklet", width)
        for block in every_block(section.blocks):
            for key in block.keys:
                where = f"{IN_BOOKLET[type(block)]} in the section `{section.id}`"
                yield key, Place(where, _room_of(block, width, game.outline.margin_column))
            for key in block.unprinted:
                yield key, ALTERNATIVE


def _on_back(game: Game) -> Iterator[tuple[str, Place]]:
    back = game.outline.back
    for block in back.blocks if back else ():
        for key in block.keys:
            yield key, Place(f"{IN_BOOKLET[type(block)]} on the back of the booklet", 0)
        for key in block.unprinted:
            yield key, ALTERNATIVE


def _room_of(block: Block, column: Um, margin: Um) -> Um:
    """Return the width of a block's texts; 0 if it depends on other texts or on pictures."""
    if isinstance(block, MarginNoteBlock):
        return margin
    if isinstance(block, CardsBlock):
        return grid_of(block, column).room
    if isinstance(block, CardBlock):
        return room_beside(block, column)
    return column if isinstance(block, AS_WIDE_AS_THE_COLUMN) else 0


def _points(size: Um) -> str:
    return f"{size * POINTS_PER_INCH / UM_PER_INCH:.2f}".rstrip("0").rstrip(".")
