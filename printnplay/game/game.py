"""A game as its designer wrote it: cards, their sheets, worked examples and boards.

Every value that a diagnostic may point at keeps its place in the file.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date
from enum import StrEnum
from functools import cached_property

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.game.kinds import Kind, counts_of
from printnplay.game.rulebook import Outline
from printnplay.game.statements import Statements
from printnplay.game.texts import TITLE, Text, Texts
from printnplay.game.verdicts import Claim
from printnplay.kernel.diagnostics import Allowance, Span
from printnplay.kernel.geometry import Size, Um
from printnplay.kernel.languages import original_in
from printnplay.kernel.printing import Marking, Stock
from printnplay.kernel.shapes import ShapeKind
from printnplay.kernel.values import Plain

_NOWHERE = Span("")

OWN = "own"
"""The value of `backs` for a group whose cards have second faces of their own."""
NO_RULES = "none"
"""The value of `rules:` in the game.yaml of a game without rules."""


_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{0,5}[1-9])?")


def as_number(value: str) -> int | float | str | bool:
    """Return a field as a number, if written in plain form; `007`, `0.50` and `1 2` stay texts.

    Return `TRUE` and `FALSE`, as spreadsheets write them, as booleans.

    >>> as_number("12"), as_number("-0.5"), as_number("007"), as_number("red")
    (12, -0.5, '007', 'red')
    """
    if value in ("TRUE", "FALSE"):
        return value == "TRUE"
    if not _NUMBER.fullmatch(value):
        return value
    number = float(value) if "." in value else int(value)
    return number if str(number) == value else value


class Card(Struct, frozen=True):
    """One distinct card of the deck: a face, its fields, and its number of copies.

    `fields` holds what the designer wrote for the card and the values of its axes (`symbol: x`,
    `colour: red`). A two-sided card has a second face, with the values `back_fields` and the
    template `back_template`, or the template of the first face if that is empty.

    `places` is where each field is written. `quoted` are the fields that were written in quotes, so
    that they are texts even if they look like numbers. `texts` are the texts in the card's row of a
    table, each with its language; `blanks` are those whose cells are empty. `headings` are the
    places of the headings of that table: of fields by name, of texts such as `rule@de` with their
    languages. `typed` are the headings as spelled in the file.

    `roles` are the names of the fields that hold the `size`, `back`, `languages` and `kind` of the
    card, where such fields are declared. A card with `languages` is printed in these only.

    Each copy of a `numbered` card has its own face. A card with `copy` is that copy, one of
    `copy_count`.
    """

    id: str
    family: str
    template: str
    copies: int
    fields: Mapping[str, str]
    span: Span
    back_fields: Mapping[str, str] | None = None
    back_template: str = ""
    places: Mapping[str, Span] = field(default_factory=dict)
    quoted: frozenset[str] = frozenset()
    texts: tuple[tuple[str, Text], ...] = ()
    blanks: tuple[tuple[str, Text], ...] = ()
    headings: Mapping[str, Span] = field(default_factory=dict)
    typed: Mapping[str, str] = field(default_factory=dict)
    roles: Mapping[str, str] = field(default_factory=dict)
    languages: tuple[str, ...] = ()
    numbered: bool = False
    copy: int = 0
    copy_count: int = 0

    @property
    def face_id(self) -> str:
        """The id of the card, with the number of the single copy, if it is one: `storm.2`."""
        return f"{self.id}.{self.copy}" if self.copy else self.id

    def faces(self, copies: int | None = None, first: int = 1) -> "tuple[Card, ...]":
        """Return the card once for each of its faces: each copy of a numbered card has its own.

        Args:
            copies: how many copies are printed; those of the deck if not given.
            first: the number of the first one. After the last number come those from 1 again.
        """
        count = self.copies
        printed = count if copies is None else copies
        if not self.numbered or self.copy:
            card = self if printed == count else replace(self, copies=printed)
            return (card,) if printed else ()
        numbers = [(first - 1 + at) % count + 1 for at in range(printed)]
        return tuple(
            replace(self, copies=numbers.count(number), copy=number, copy_count=count)
            for number in dict.fromkeys(numbers)
        )

    @property
    def size_name(self) -> str:
        """The name of the card's own size; empty if it has that of its group."""
        return self.fields.get(self.roles.get("size", ""), "")

    def place_of(self, role: str) -> Span:
        """Return where the size, the back or the languages of the card are written."""
        return self.places.get(self.roles.get(role, ""), self.span)

    def is_in(self, language: str) -> bool:
        """Return whether the card is printed in a language."""
        return not self.languages or language in self.languages


class CardCut(Struct, frozen=True):
    """How cards are cut out of their sheets: the gutter between them, and their shape.

    A gutter of None is as wide as possible without needing another sheet. `corner` is the radius of
    rounded corners; `path` is the SVG path data of a drawn shape, in millimetres from the trimmed
    top left corner.
    """

    gutter: Um | None = None
    shape: ShapeKind = ShapeKind.RECTANGLE
    corner: Um = 0
    path: str = ""
    path_span: Span = _NOWHERE


class Group(Struct, frozen=True):
    """The cards that share sheets and a title: one colour, the action cards, the fold cards.

    The title is the text `sheets.<id>`. A card belongs to the first group whose `where` pairs it
    has all; `family` counts as a field. `backs` is the template of the back that the cards share,
    `own` if each has its own second face, or empty. `card` (the trimmed size), `bleed`, `cut`,
    `marking` and `style` override those of the game. `component` is the kind that its cards are
    counted as.

    If cards of a group have several sizes, there is a group for each size, with the same `id` and
    the `size_name` of its cards.
    """

    id: str
    where: Mapping[str, str]
    fold: bool
    backs: str
    span: Span
    card: Size | None = None
    style: str = ""
    style_span: Span = _NOWHERE
    cut: CardCut | None = None
    bleed: Um | None = None
    component: Kind = Kind.CARDS
    marking: Marking | None = None
    size_name: str = ""

    @property
    def key(self) -> str:
        """The id with the name of the size, if any: unique among the groups of a game."""
        return f"{self.id}-{self.size_name}" if self.size_name else self.id

    @property
    def two_sided(self) -> bool:
        """Whether the cards have second faces of their own, folded or not."""
        return self.fold or self.backs == OWN


BASE = "base"
"""The name of the game itself among its editions."""


class Example(Struct, frozen=True):
    """A worked example: a position, a move, and the expected result.

    `given`, `when` and `then` are plain data for the game's rules module; `spans` maps a dotted
    path in the example (`then.grid`) to its place in the file. `editions` are those that it is
    about; empty means all.
    """

    id: str
    shows: tuple[str, ...]
    given: Mapping[str, Plain]
    when: Mapping[str, Plain]
    then: Mapping[str, Plain]
    span: Span
    spans: Mapping[str, Span] = field(default_factory=dict)
    editions: tuple[str, ...] = ()


class Board(Struct, frozen=True):
    """A drawing larger than a card: on one sheet, or in tiles over several.

    The title is the text `boards.<id>`. `folds` are where the finished board may be folded: the x
    of vertical lines, the y of horizontal ones. It is printed `copies` times.
    """

    id: str
    template: str
    size: Size
    bleed: Um
    span: Span
    folds: tuple[tuple[Um, ...], tuple[Um, ...]] = ((), ())
    copies: int = 1


BOOKLET, BOARDS = "booklet", "boards"
"""The contents, besides the deck, that a large box may hold."""


class BoxKind(StrEnum):
    """The construction of a box."""

    TUCK = "tuck"
    LID_AND_BASE = "lid-and-base"
    DRAWER = "drawer"
    WRAP = "wrap"


class Solid(Struct, frozen=True):
    """The outside of a part of a box that was bought: width, height, and depth of its walls."""

    size: Size
    depth: Um


class Box(Struct, frozen=True):
    """A box for cards, as deep as their stack on this stock, or as measured.

    It holds the cards of its `groups`; one without groups holds those that no other box names. Its
    title is the text `boxes.<id>`, if the game has that text. A `stock` of None uses that of the
    kit. With `holds`, a tuck box or a drawer has a second, larger tuck box beside it, for the deck
    and the booklet, the folded boards, or both; a lid-and-base holds these with the cards.

    `split` is the number of boxes that share the cards, or None for as many as needed. With
    `dividers` there is one for each group. `lid` and `base` are the parts that a wrap covers.
    """

    span: Span
    stock: Stock | None = None
    deck_depth: Um | None = None
    holds: tuple[str, ...] = ()
    copies: int = 1
    id: str = ""
    kind: BoxKind = BoxKind.TUCK
    groups: tuple[str, ...] = ()
    split: int | None = None
    dividers: bool = False
    lid: Solid | None = None
    base: Solid | None = None


class Deal(Struct, frozen=True):
    """Cards that are dealt before the first turn, to `hand` or to a place of the table.

    `cards` are the ids of the cards to deal from; with `is_any`, the game names none. If `is_each`,
    each player gets as many. `players` are the numbers of players that this is for.
    """

    count: int
    to: str
    cards: tuple[str, ...]
    is_any: bool
    is_each: bool
    up: bool
    players: tuple[int, ...]


class About(Struct, frozen=True):
    """Facts about a game for the box and the first page; None or empty if unknown.

    `minutes` are the shortest and the longest playing time.
    """

    minutes: tuple[int, int] | None = None
    age: int | None = None
    version: str = ""
    day: date | None = None
    licence: str = ""


class Aid(Struct, frozen=True):
    """The look of the player aid, which shows the summary of the rules.

    Texts are named by the last parts of their keys: `icons` are names of icons beside paragraphs;
    `turn` are the paragraphs on a turn, which are a strip across the aid; `span` is where both are
    written.
    """

    icons: Mapping[str, str] = field(default_factory=dict)
    turn: tuple[str, ...] = ()
    span: Span = _NOWHERE


class FaceStamp(Struct, frozen=True):
    """A line with version, number and hash on the front of each card, to tell prototypes apart.

    `at` is a corner; `text` has `{version}` and other fields. The hash is that of the face with
    the bleed in game.yaml, so that an export with another bleed has the same hash. A stamp that is
    not in `releases` is left out of releases and orders. If not `shown`, faces have none.
    """

    at: str
    text: str
    releases: bool = True
    shown: bool = True


class Game(Struct, frozen=True, dict=True):
    """A complete, loaded game.

    `site` is the address of its web pages, without a slash at the end; empty if it has none.
    `original` is the language it is written in, empty if not named. An edition of a game has the id
    `<game>.<edition>`, and changes the keys `changes` of game.yaml. `left_out` are the texts of
    parts that this edition lacks, as keys or first parts of keys. `type_scale` is the size of all
    type, in percent of that of the style. `whole_deck` is the deck of the game itself, if the
    edition has a deck of its own and the rules of the game. `bleed_of_all` replaces the bleed of
    cards and groups in an export. `back_bleed` is the bleed on sheets of backs, if it differs. If
    some cards are printed in some languages only, `outlines` are the booklets with the cards of
    each of these languages, and of any other as `""`.
    """

    id: str
    title: str
    folder: str
    rules: str
    style: str
    players: tuple[int, ...]
    card: Size
    bleed: Um
    cards: tuple[Card, ...]
    groups: tuple[Group, ...]
    outline: Outline
    examples: tuple[Example, ...]
    spans: Mapping[str, Span]
    credits: Mapping[str, str] = field(default_factory=dict)
    claims: tuple[Claim, ...] = ()
    statements: Statements | None = None
    boards: tuple[Board, ...] = ()
    boxes: tuple[Box, ...] = ()
    allowed: tuple[Allowance, ...] = ()
    cut: CardCut = field(default_factory=CardCut)
    marking: Marking = field(default_factory=Marking)
    about: About = field(default_factory=About)
    aid: Aid = field(default_factory=Aid)
    site: str = ""
    stamp: FaceStamp | None = None
    original: str = ""
    edition: str = ""
    editions: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    left_out: frozenset[str] = frozenset()
    type_scale: int = 100
    whole_deck: tuple[Card, ...] = ()
    bleed_of_all: Um | None = None
    back_bleed: Um | None = None
    outlines: Mapping[str, Outline] = field(default_factory=dict)
    setup: tuple[Deal, ...] = ()

    @property
    def deck_of_rules(self) -> tuple[Card, ...]:
        """The cards for its rules: those of the game itself if an edition has a deck of its own."""
        return self.whole_deck or self.cards

    def with_outlines(self, changed: Callable[[Outline], Outline]) -> "Game":
        """Return the game with its booklet changed, and that of each language in `outlines`."""
        outlines = {language: changed(outline) for language, outline in self.outlines.items()}
        return replace(self, outline=changed(self.outline), outlines=outlines)

    def lacks(self, key: str, language: str) -> bool:
        """Return whether a text belongs to a card that is not printed in a language."""
        return not self.is_everywhere(key) and language not in self._languages[key.split(".")[1]]

    def is_everywhere(self, key: str) -> bool:
        """Return whether a text belongs to no card that is printed in some languages only."""
        return not (key.startswith("cards.") and key.split(".")[1] in self._languages)

    @cached_property
    def _languages(self) -> Mapping[str, Collection[str]]:
        """The languages of the cards that are printed in some only, by id."""
        return {card.id: card.languages for card in self.cards if card.languages}

    @property
    def named(self) -> str:
        """The title, with the version if the game has one."""
        return f"{self.title} {self.about.version}".rstrip()

    def with_bleed(self, bleed: Um) -> "Game":
        """Return the game with this bleed on everything, which its templates fill."""
        boards = tuple(replace(board, bleed=bleed) for board in self.boards)
        return replace(self, bleed_of_all=bleed, boards=boards)

    def with_pages_bleed(self, bleed: Um) -> "Game":
        """Return the game with this bleed on the pages of its rulebook."""
        return self.with_outlines(lambda outline: replace(outline, bleed=bleed))

    @property
    def shares_rules(self) -> bool:
        """Whether this is an edition that is played by the rules of its game."""
        return bool(self.edition) and "rules" not in self.changes

    @property
    def published(self) -> "Game":
        """The game as printed in releases and orders: perhaps without its stamp."""
        if self.stamp is None or self.stamp.releases:
            return self
        return replace(self, stamp=replace(self.stamp, shown=False))

    def original_in(self, languages: Collection[str]) -> str:
        """Return which of these languages the others are translated from."""
        return original_in(languages, self.original)

    def title_in(self, texts: Texts) -> str:
        """Return the title in the language of these texts: that of game.yaml without its own."""
        text = texts.entries.get(TITLE)
        return text.plain if text else self.title

    def size_of(self, card: Card) -> Size:
        """Return the trimmed size of a card: that of its group, or of the game."""
        group = self.group_of(card)
        return self.card if group is None or group.card is None else group.card

    def bleed_of(self, group: Group | None) -> Um:
        """Return the bleed that a group's cards are drawn with, perhaps changed by an export."""
        return self.usual_bleed_of(group) if self.bleed_of_all is None else self.bleed_of_all

    def usual_bleed_of(self, group: Group | None) -> Um:
        """Return the bleed that a group's cards are drawn with for a kit: enough for both sides."""
        return max(self.own_bleed_of(group), self.back_bleed or 0)

    def own_bleed_of(self, group: Group | None) -> Um:
        """Return the bleed of a group's cards on sheets: its own, or that of the game."""
        return self.bleed if group is None or group.bleed is None else group.bleed

    def kind_of(self, card: Card) -> Kind:
        """Return the kind of component that a card is counted as."""
        group = self.group_of(card)
        return Kind.CARDS if group is None else group.component

    def copies_of(self, group: Group) -> int:
        """Return how many cards of a group are printed."""
        return sum(card.copies for card in self.cards_of(group))

    @cached_property
    def pieces(self) -> Mapping[Kind, int]:
        """How many components of each kind are printed, boards included."""
        groups = [(group.component, self.copies_of(group)) for group in self.groups]
        boards = [(Kind.BOARDS, board.copies) for board in self.boards]
        return counts_of([*groups, *boards])

    @cached_property
    def faces(self) -> tuple[Card, ...]:
        """The cards with faces of their own: each copy of a numbered card is one."""
        return tuple(face for card in self.cards for face in card.faces())

    def cards_of(self, group: Group) -> tuple[Card, ...]:
        """Return the cards on the sheets of a group: those that are in no earlier group."""
        return tuple(self._by_group.get(id(group), ()))

    def groups_in(self, box: Box) -> tuple[Group, ...]:
        """Return the groups in a box: those that it names, or else those that no box names."""
        named = box.groups or [
            group.id
            for group in self.groups
            if not any(group.id in other.groups for other in self.boxes)
        ]
        return tuple(group for group in self.groups if group.id in named)

    @cached_property
    def _by_group(self) -> Mapping[int, Sequence[Card]]:
        """The cards of each group; cached, as they are needed many times."""
        cards: dict[int, list[Card]] = {}
        for card in self.cards:
            group = self.group_of(card)
            if group is not None:
                cards.setdefault(id(group), []).append(card)
        return cards

    def group_of(self, card: Card) -> Group | None:
        """Return the group of a card: the first whose conditions it meets."""
        return next((group for group in self.groups if is_in(card, group)), None)


def is_in(card: Card, group: Group) -> bool:
    """Return whether a card has all values that a group asks for, and its size."""
    if group.size_name and group.size_name != card.size_name:
        return False
    for name, value in group.where.items():
        if (card.family if name == "family" else card.fields.get(name)) != value:
            return False
    return True
