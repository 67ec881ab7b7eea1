"""Choosing cards by their fields: for the sheets, and for the rows of a table."""

from collections.abc import Mapping, Sequence

from printnplay.loading.fields import expect_pairs, suggestion
from printnplay.loading.nodes import MappingNode, Node
from printnplay.model.cards import Card
from printnplay.model.diagnostics import Problems


def value_of(card: Card, field: str) -> str | None:
    """A card's field; its family counts as one."""
    return card.family if field == "family" else card.fields.get(field)


def selects(where: Mapping[str, str], card: Card) -> bool:
    """Whether the card has all of these values."""
    return all(value_of(card, field) == value for field, value in where.items())


def expect_selection(
    node: Node | None, cards: Sequence[Card], problems: Problems
) -> dict[str, str]:
    """A mapping of fields to values, each of which some card has.

    Without cards, because theirs is a fault of its own, nothing is compared.
    """
    where = expect_pairs(node, problems)
    if isinstance(node, MappingNode) and cards:
        for field, value in where.items():
            _check(node, field, value, cards, problems)
    return where


def _check(
    node: MappingNode, field: str, value: str, cards: Sequence[Card], problems: Problems
) -> None:
    entry = node.entries[field]
    fields = {"family"} | {name for card in cards for name in card.fields}
    values = {found for card in cards if (found := value_of(card, field)) is not None}
    if field not in fields:
        text = f"no card has a field `{field}`"
        label = "expected a field of the cards"
        problems.error("PNP205", text, entry.span, label, suggestion(field, fields))
    elif value and value not in values:
        text = f"no card has `{field}: {value}`"
        label = f"expected a value of `{field}`"
        problems.error("PNP205", text, entry.value.span, label, suggestion(value, values))
