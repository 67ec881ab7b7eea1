"""The base of all blocks: what they may show, and the checks that several kinds share."""

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct, field

from printnplay.files.yaml_tree import ListNode, MappingNode, Node
from printnplay.game.game import Card
from printnplay.game.kinds import Kind
from printnplay.game.rulebook import Block
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.kernel.suggestions import suggestion
from printnplay.loading.cards import check_selection, selects
from printnplay.loading.forms import NAMES_TO_TEXTS, TEXT, Record, either, list_of, whole


class Stock(Struct, frozen=True):
    """The things that blocks may show. None if they could not be loaded, so nothing is checked."""

    cards: Sequence[Card] | None
    examples: Collection[str] | None
    boards: Collection[str] | None = None
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    """The kinds of components by card id; a card without one is a card."""

    editions: Collection[str] = ()
    """The editions that blocks may name."""

    edition: str = ""
    """The edition whose parts are these; empty for the parts of all editions."""

    def has(self, editions: Sequence[str]) -> bool:
        """Return whether parts for these editions are printed."""
        return not self.edition or self.edition in editions


SHARES = list_of(whole(1, 100))
"""Shares of columns: whole numbers up to 100, so that they can be percentages."""


WHERE = either(MappingNode, NAMES_TO_TEXTS, list_of(TEXT))


class BlockKeys(Record):
    """A block of the booklet. Its kind is its first key; each kind is a subclass."""

    def block(self, stock: Stock, problems: Problems) -> Block:
        """Return the block; everything it names must be in stock."""
        raise NotImplementedError

    @property
    def place(self) -> Span:
        """The place of the first key's value."""
        return self.at(next(iter(self.keys)))


def check_shares(keys: Record, shares: Sequence[int], columns: int, problems: Problems) -> None:
    """Report shares that are neither one nor one for each column."""
    if len(shares) not in (1, columns) and columns:
        text = f"{columns} columns have {len(shares)} shares"
        label = "expected a share for each column"
        problems.error(codes.WRONG_KIND, text, keys.at("shares"), label, "write it like [2, 1]")


def is_card(name: str, cards: Sequence[Card]) -> bool:
    """Return whether a card has this id."""
    return any(card.id == name for card in cards)


def check_card(name: str, span: Span, stock: Stock, problems: Problems) -> None:
    """Report the id of a card that is not in stock."""
    known = None if stock.cards is None else [card.id for card in stock.cards]
    check_named(name, "card", known, span, problems)


def chosen_cards(
    asked: Mapping[str, str] | Sequence[str], node: Node, stock: Stock, problems: Problems
) -> list[Card]:
    """Return the cards with these ids, or with these fields."""
    cards = stock.cards or ()
    if not isinstance(asked, Mapping):
        items = node.items if isinstance(node, ListNode) else []
        for name, item in zip(asked, items, strict=True):
            check_card(name, item.span, stock, Problems() if stock.edition else problems)
        by_id = {card.id: card for card in cards}
        found = [by_id[name] for name in asked if name in by_id]
        return found if found else _none(node, problems)
    check_selection(node, cards, problems)
    chosen = [card for card in cards if selects(asked, card)]
    if cards and not chosen and each_selects(asked, cards):
        return _none(node, problems)
    return chosen


def _none(node: Node, problems: Problems) -> list[Card]:
    """Report that a block shows no card."""
    text = "the row of cards is empty: none has all of its fields"
    label = "expected fields that some card has"
    problems.error(codes.ROW_COUNTS_NOTHING, text, node.span, label)
    return []


def each_selects(where: Mapping[str, str], cards: Sequence[Card]) -> bool:
    """Return whether each pair, taken alone, matches some card."""
    return all(
        any(selects({field: value}, card) for card in cards) for field, value in where.items()
    )


def check_named(
    name: str, what: str, known: Collection[str] | None, span: Span, problems: Problems
) -> None:
    """Report a name that is not among the `known` ones; without these, nothing is checked."""
    if name and known is not None and name not in known:
        text = f"there is no {what} `{name}`"
        label = f"expected the id of {'an' if what == 'example' else 'a'} {what}"
        problems.error(codes.BLOCK_NAMES_NOTHING, text, span, label, suggestion(name, known))
