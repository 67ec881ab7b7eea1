"""Blocks of cards: tables that count them, their faces, their parts, and components."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from printnplay.files.yaml_tree import MappingNode, Node, TextNode
from printnplay.game.columns import in_words, missing_column
from printnplay.game.game import Card
from printnplay.game.kinds import Kind, counts_of
from printnplay.game.rulebook import (
    AnatomyBlock,
    Block,
    CardBlock,
    CardPart,
    CardsBlock,
    ComponentsBlock,
    CountsBlock,
    Piece,
    TableBlock,
)
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Problems
from printnplay.kernel.strings import key_name
from printnplay.kernel.suggestions import did_you_mean
from printnplay.loading.blocks.block import (
    SHARES,
    WHERE,
    BlockKeys,
    Stock,
    check_card,
    check_named,
    check_shares,
    chosen_cards,
    each_selects,
    is_card,
)
from printnplay.loading.cards import check_selection, selects, value_of
from printnplay.loading.forms import (
    FLAG,
    LENGTH,
    NAME,
    NAMES_TO_TEXTS,
    TEXT,
    Form,
    Record,
    either,
    list_of,
    map_of,
    optional,
    read_entries,
    required,
    whole,
)


class TableKeys(BlockKeys):
    """A table of texts, or a table that counts the cards of the deck.

    The total stands below if the rows count all cards.
    """

    table = required(
        TEXT,
        "The first part of its keys. In a table that counts cards, each row adds its name:"
        " `rules.contents.numbers`. In a table of texts, a cell adds the names of its row and"
        " its column, `rules.contents.pair.score`; a column head adds `head` and the name of its"
        " column, `rules.contents.head.score`.",
        "rules.contents",
    )
    rows = required(
        either(
            MappingNode,
            map_of(NAMES_TO_TEXTS, names=False, keys="row"),
            either(TextNode, TEXT, list_of(NAME)),
        ),
        "For a table that counts cards, each row with the fields that its cards have; `family`"
        " counts as a field. Or a field, for a row of each of its values: with `table: kinds`, the"
        " rows of a column of type `kind` have names. For a table of texts, the names of its rows.",
        "{numbers: {family: number}, storms: {family: storm}}",
    )
    heads = optional(
        list_of(NAME), "The names of the columns of a table of texts.", "[line, score]"
    )
    shares = optional(SHARES, "The relative widths of its columns.", "[3, 1]", "[1]")

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the table; each row of a counting table must match some card."""
        if isinstance(self.rows, dict | str):
            chosen = (
                self._by(self.rows, stock, problems)
                if isinstance(self.rows, str)
                else self._chosen(self.rows, stock, problems)
            )
            counts = {key: sum(card.copies for card in cards) for key, cards in chosen.items()}
            pieces = (_as_piece(card, stock) for cards in chosen.values() for card in cards)
            return CountsBlock(counts, self.place, _true_totals(pieces, stock))
        heads = self.heads or ()
        if not heads:
            text, label = "a table of texts has no columns", "expected `heads` beside `rows`"
            cure = "name its columns with `heads`, or give each row the fields of its cards"
            problems.error(codes.MISSING_KEY, text, self.at("rows"), label, cure)
        check_shares(self, self.shares, len(heads), problems)
        rows = tuple(tuple(f"{self.table}.{row}.{head}" for head in heads) for row in self.rows)
        named = tuple(f"{self.table}.head.{head}" for head in heads)
        return TableBlock(named, rows, self.place, self.shares if len(self.shares) > 1 else ())

    def _by(self, field: str, stock: Stock, problems: Problems) -> dict[str, list[Card]]:
        """Return the cards of each value of a field, by the key of its name."""
        chosen: dict[str, list[Card]] = {}
        for card in stock.cards or ():
            if value := value_of(card, field):
                chosen.setdefault(f"{self.table}.{key_name(value)}", []).append(card)
        if stock.cards and not chosen and not stock.edition:
            if fault := self._lacking(field, stock.cards):
                problems.add(fault)
                return chosen
            known = {"family"} | {name for card in stock.cards for name in card.fields}
            text, label = f"no card has a field `{field}`", "expected a field of the cards"
            cure = f"add the field `{field}` to the cards, or remove the table `{self.table}`"
            cure = did_you_mean(field, known, cure)
            problems.error(codes.SELECTS_NOTHING, text, self.at("rows"), label, cure)
        return chosen

    def _lacking(self, field: str, cards: Sequence[Card]) -> Diagnostic | None:
        """Return the fault of a table without the field, if a column has kinds of cards."""
        headings = {name: at for card in cards for name, at in card.headings.items()}
        values: dict[str, list[str]] = {}
        for card in cards:
            for name in in_words(card.fields):
                values.setdefault(name, []).append(card.fields[name])
        kinds = [
            name for name, all_ in values.items() if name in headings and len({*all_}) < len(all_)
        ]
        note = ("the rulebook has a row for each of its values here", self.at("rows"))
        return missing_column(field, headings, kinds, note) if kinds else None

    def _chosen(
        self, rows: Mapping[str, Mapping[str, str]], stock: Stock, problems: Problems
    ) -> dict[str, list[Card]]:
        chosen = {}
        cards = stock.cards or ()
        for row in read_entries(self.nodes["rows"], Problems()).values():
            check_selection(row.value, cards, Problems() if stock.edition else problems)
            where = rows[row.key]
            counted = [card for card in cards if selects(where, card)]
            if stock.edition and not counted:
                continue
            if cards and not counted and each_selects(where, cards):
                text = f"the row `{row.key}` counts no card: none has all of its fields"
                label = "expected a row that counts cards"
                problems.error(codes.ROW_COUNTS_NOTHING, text, row.span, label)
            chosen[f"{self.table}.{row.key}"] = counted
        return chosen


def _true_totals(pieces: Iterable[tuple[Kind, int]], stock: Stock) -> Mapping[Kind, int]:
    """Return the totals of kinds of which all components are counted; others would be false.

    A table that was written before a group of cards was added counts a part of them.
    """
    deck = counts_of(_as_piece(card, stock) for card in stock.cards or ())
    totals = counts_of(pieces)
    return {kind: count for kind, count in totals.items() if count == deck.get(kind, count)}


def _as_piece(card: Card, stock: Stock) -> tuple[Kind, int]:
    """Return the kind of a card, and its number of copies."""
    return stock.kinds.get(card.id, Kind.CARDS), card.copies


class CardKeys(BlockKeys):
    """A card's face beside its name, and further texts."""

    card = required(TEXT, "The id of the card.", "storm")
    texts = optional(list_of(TEXT), "The keys of texts below the name.", "[rules.turn.storm]", "[]")
    width = optional(LENGTH, "The width of the face; 30 mm if not given.", "40mm")

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the card."""
        check_card(self.card, self.place, stock, problems)
        return CardBlock(self.card, self.texts, self.place, self.width)


class TextOfCardsKeys(Record):
    """A text of each card in a row of cards, which some of them may not have."""

    text = required(TEXT, "The last part of its keys.", "rule")
    optional = optional(
        FLAG,
        "Whether it is left out for cards that have it in no language. At least one of the cards"
        " must have it.",
        "yes",
        "no",
    )


class CardsKeys(BlockKeys):
    """Faces in rows, each with texts of its card."""

    cards = required(
        WHERE,
        "The cards: a list of their ids, or the fields that all of them share.",
        "[storm, number-1]",
    )
    texts = optional(
        list_of(either(MappingNode, TextOfCardsKeys.form(), TEXT), empty=True),
        "The texts of each card, by the last part of their keys. Every card must have them, except"
        " those that are `optional`.",
        "[name, {text: rule, optional: yes}]",
        "[name, {text: rule, optional: yes}]",
    )
    width = optional(LENGTH, "The width of the faces; 17 mm if not given.", "25mm")

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the cards."""
        chosen = chosen_cards(self.cards, self.nodes["cards"], stock, problems)
        parts = tuple(text if isinstance(text, str) else text.text for text in self.texts)
        left_out = (one.text for one in self.texts if not isinstance(one, str) and one.optional)
        cards = tuple(card.id for card in chosen)
        return CardsBlock(cards, parts, self.place, self.width, frozenset(left_out))


def _read_share(node: Node, problems: Problems) -> tuple[int, int]:
    places = list_of(whole(0, 100)).read(node, problems)
    if len(places) == 2:
        return places[0], places[1]
    if places:
        text = f"found {len(places)} numbers, expected two"
        label = "expected percentages of the card"
        problems.error(codes.WRONG_KIND, text, node.span, label, "write them like [50, 20]")
    return 0, 0


SHARE_OF_CARD = Form(
    _read_share,
    "two whole percentages",
    {"type": "array", "items": whole(0, 100).schema, "minItems": 2, "maxItems": 2},
)


class PartKeys(Record):
    """A labelled part of a card."""

    text = required(TEXT, "The key of its name.", "rules.cards.value")
    spot = required(
        SHARE_OF_CARD, "Its position in per cent of the card's width and height.", "[12, 8]"
    )


class AnatomyKeys(BlockKeys):
    """An enlarged face of a card, with lines to its parts and their names on either side."""

    anatomy = required(
        either(MappingNode, NAMES_TO_TEXTS, TEXT),
        "The id of the card, or fields: the first card that has them.",
        "storm",
    )
    parts = required(
        list_of(PartKeys.form()),
        "The labelled parts.",
        "[{text: rules.cards.value, spot: [12, 8]}]",
    )
    caption = optional(TEXT, "The key of the caption below it.", "rules.cards.caption")
    width = optional(
        LENGTH, "The width of the face; 42 mm if not given, or less on narrow pages.", "50mm"
    )

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the card and its parts."""
        card = self.anatomy
        if not isinstance(card, str):
            chosen = chosen_cards(card, self.nodes["anatomy"], stock, problems)
            card = chosen[0].id if chosen else ""
        check_card(card, self.place, stock, problems)
        parts = tuple(CardPart(part.text, *part.spot) for part in self.parts)
        return AnatomyBlock(card, parts, self.place, self.caption or "", self.width)


FANNED = 3
"""The number of cards shown for a component, unless the designer chooses: as many as fill
`SHOWN_PIECE` in `rulebook/pages/illustrations.py`."""


class PieceKeys(Record):
    """A kind of component: its picture, its name, and its number."""

    text = required(TEXT, "The key of its name.", "rules.contents.storms")
    cards = optional(
        WHERE,
        "The cards to count: a list of their ids, or the fields that all of them share.",
        "{family: storm}",
    )
    shown = optional(list_of(TEXT), "The cards to show; the first ones if not given.", "[storm]")
    board = optional(NAME, "The board to show.", "map")
    picture = optional(TEXT, "A picture file in the folder `art` to show.", "pawn.svg")
    count = optional(whole(1, 999), "The number of pieces, if they are not counted as cards.", "24")

    def piece(self, stock: Stock, problems: Problems) -> Piece:
        """Return the component; it must have a picture, and cards are counted."""
        if self.cards is None and not self.board and not self.picture:
            text, label = "nothing shows this component", "expected `cards`, `board` or `picture`"
            cure = "add one of them"
            problems.error(codes.MISSING_KEY, text, self.span, label, cure)
        if self.board:
            check_named(self.board, "board", stock.boards, self.at("board"), problems)
        chosen: Sequence[Card] = ()
        if self.cards is not None:
            chosen = chosen_cards(self.cards, self.nodes["cards"], stock, problems)
        names = self.shown or ()
        if stock.edition:
            names = tuple(name for name in names if stock.cards and is_card(name, stock.cards))
        for name in names:
            check_card(name, self.at("shown"), stock, problems)
        counted = sum(card.copies for card in chosen) or 1
        shown = names or tuple(card.id for card in chosen[:FANNED])
        count = counted if self.count is None else self.count
        return Piece(self.text, count, shown, self.board or "", self.picture or "", self.span)


class ComponentsKeys(BlockKeys):
    """Pictures of the components, with their names and numbers."""

    components = required(
        list_of(PieceKeys.form()),
        "The components, in order.",
        "[{text: rules.contents.storms, cards: {family: storm}}]",
    )

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the components."""
        pieces = tuple(self._pieces(stock, problems))
        totals: Mapping[Kind, int] = {}
        if all(piece.cards for piece in pieces):
            kinds = (stock.kinds.get(piece.cards[0], Kind.CARDS) for piece in pieces)
            totals = _true_totals(zip(kinds, (piece.count for piece in pieces), strict=True), stock)
        return ComponentsBlock(pieces, self.place, totals)

    def _pieces(self, stock: Stock, problems: Problems) -> Iterator[Piece]:
        """Yield the components; those that an edition leaves out are skipped."""
        for piece in self.components:
            found = Problems() if stock.edition else problems
            made = piece.piece(stock, found)
            if not (stock.edition and found.errors):
                yield made
