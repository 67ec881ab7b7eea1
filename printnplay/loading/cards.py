"""cards.yaml: families of cards, spread along their axes into the distinct cards of the deck.

Also how other files choose cards by their fields: for the sheets, and for the rows of a table.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod
from pathlib import Path

from printnplay.files.yaml_tree import ListNode, MappingNode, Node, TextNode, read_yaml
from printnplay.loading.forms import (
    NAME,
    NAMES_TO_TEXTS,
    TEXT,
    Record,
    check_name,
    list_of,
    map_of,
    optional,
    read_entries,
    required,
    whole,
)
from printnplay.model import codes
from printnplay.model.diagnostics import Diagnostic, Problems, Span
from printnplay.model.game import Card
from printnplay.model.suggestions import listed, suggestion


def value_of(card: Card, field: str) -> str | None:
    """A card's field; its family counts as one."""
    return card.family if field == "family" else card.fields.get(field)


def selects(where: Mapping[str, str], card: Card) -> bool:
    """Whether the card has all of these values."""
    return all(value_of(card, field) == value for field, value in where.items())


def check_selection(node: Node, cards: Sequence[Card], problems: Problems) -> None:
    """Report fields and values, in a mapping of the ones to the others, that no card has.

    Without cards, because theirs is a fault of its own, nothing is compared.
    """
    if isinstance(node, MappingNode) and cards:
        for field in node.entries:
            _check(node, field, cards, problems)


def _check(node: MappingNode, field: str, cards: Sequence[Card], problems: Problems) -> None:
    entry = node.entries[field]
    value = entry.value.value if isinstance(entry.value, TextNode) else ""
    fields = {"family"} | {name for card in cards for name in card.fields}
    values = {found for card in cards if (found := value_of(card, field)) is not None}
    if field not in fields:
        text = f"no card has a field `{field}`"
        label = "expected a field of the cards"
        problems.error(codes.SELECTS_NOTHING, text, entry.span, label, suggestion(field, fields))
    elif value and value not in values:
        text = f"no card has `{field}: {value}`"
        label = f"expected a value of `{field}`"
        problems.error(
            codes.SELECTS_NOTHING, text, entry.value.span, label, suggestion(value, values)
        )


MAX_COPIES = 999
MAX_DISTINCT = 10_000

TAKEN = ("id", "family", "copies", "template")
"""Names of fields that every card has by itself."""

_FIELD = re.compile(r"\{([^{}]*)\}")


class FamilyKeys(Record):
    """A family of cards: with axes it makes a card of each combination of their values."""

    template = required(NAME, "The template that draws the faces.", "number")
    id = required(
        TEXT, "The id of each card; axes and fields stand in it in braces.", '"{symbol}-{colour}"'
    )
    copies = required(whole(1, MAX_COPIES), "How many of each card are printed.", "4")
    axes = optional(
        map_of(list_of(NAME), keys="axis"),
        "The fields in which the cards differ, each with all of its values.",
        "{symbol: [x, o], colour: [red, blue]}",
        "{}",
    )
    fields = optional(
        NAMES_TO_TEXTS,
        "Fields that all cards of the family have, for templates and for choosing cards.",
        "{kind: action}",
        "{}",
    )
    back = optional(
        NAMES_TO_TEXTS,
        "The fields of a second face, beside those of the first and over them.",
        "{side: night}",
    )
    back_template = optional(
        NAME, "The template of the second face; that of the first if left out.", "night"
    )


FILE = map_of(FamilyKeys.form(), keys="family")


def load_cards(path: Path, shown: str, problems: Problems) -> tuple[Card, ...]:
    """The distinct cards of a game, family after family, each axis in its written order.

    None of them where the file has faults: then nothing can be compared with them.
    """
    before = problems.errors
    root = read_yaml(path, shown, problems)
    if root is None:
        return ()
    families = FILE.read(root, problems)
    for name, family in families.items():
        _check_axes(family, problems)
        _check_fields(name, family, problems)
        _check_pattern(name, family, problems)
    if problems.errors > before:
        return ()
    entries = read_entries(root, problems)
    cards = [
        card
        for name, family in families.items()
        for card in _spread(name, family, entries[name].span, problems)
    ]
    _refuse_twins(cards, problems)
    return tuple(cards) if problems.errors == before else ()


def _check_axes(family: FamilyKeys, problems: Problems) -> None:
    node = family.nodes.get("axes")
    for entry in node.entries.values() if isinstance(node, MappingNode) else ():
        items = entry.value.items if isinstance(entry.value, ListNode) else []
        earlier: set[str] = set()
        for value, item in zip(family.axes[entry.key], items, strict=True):
            if value and value in earlier:
                text = f"`{value}` is twice on the axis `{entry.key}`"
                label = "expected another value"
                problems.error(codes.FIELD_GIVEN_TWICE, text, item.span, label, "remove it")
            earlier.add(value)


def _check_fields(name: str, family: FamilyKeys, problems: Problems) -> None:
    for part in ("axes", "fields", "back"):
        node = family.nodes.get(part)
        if not isinstance(node, MappingNode):
            continue
        for entry in node.entries.values():
            if entry.key in TAKEN:
                text = f"`{entry.key}` is a field that every card has by itself"
                label = f"expected another name than {listed(TAKEN)}"
                problems.error(codes.NAME_NOT_PLAIN, text, entry.span, label, "rename the field")
            elif part == "fields" and entry.key in family.axes:
                text = f"`{entry.key}` is an axis and a field of the family `{name}`"
                label = "expected a field that is not an axis"
                problems.error(
                    codes.FIELD_GIVEN_TWICE, text, entry.span, label, "remove one of the two"
                )


def _check_pattern(name: str, family: FamilyKeys, problems: Problems) -> None:
    known = [*family.axes, *family.fields]
    named = _FIELD.findall(family.id)
    for field in named:
        if field not in known:
            problems.error(
                codes.BAD_ID_PATTERN,
                f"the id pattern names `{field}`, which the family `{name}` does not have",
                family.at("id"),
                f"expected {listed(known)} in braces" if known else "expected an id without braces",
                suggestion(field, known),
            )
    missing = [
        axis for axis, values in family.axes.items() if len(values) > 1 and axis not in named
    ]
    if missing and family.id and all(field in known for field in named):
        problems.error(
            codes.SAME_CARD_ID,
            f"cards that differ in {listed(missing)} have the same id",
            family.at("id"),
            "expected every axis in the pattern",
            "add " + listed(f"{{{axis}}}" for axis in missing),
        )


def _spread(name: str, family: FamilyKeys, span: Span, problems: Problems) -> Iterator[Card]:
    """The cards of a family; `span` is the place of its name."""
    if prod(len(values) for values in family.axes.values()) > MAX_DISTINCT:
        text = f"the axes of `{name}` make more than {MAX_DISTINCT:,} different cards"
        label = "expected fewer or shorter axes"
        problems.error(
            codes.FILE_TOO_LARGE, text, span, label, "split the family or shorten its axes"
        )
        return
    two_sided = family.back is not None or family.back_template is not None
    back = family.back or {}
    for values in product(*family.axes.values()):
        fields = {**family.fields, **dict(zip(family.axes, values, strict=True))}
        card_id = _filled(family.id, fields)
        if not check_name(card_id, family.at("id"), problems):
            return  # the others have the same pattern, and perhaps the same fault
        yield Card(
            id=card_id,
            family=name,
            template=family.template,
            copies=family.copies,
            fields=fields,
            span=span,
            back_fields={**fields, **back} if two_sided else None,
            back_template=family.back_template or "",
        )


def _filled(pattern: str, fields: Mapping[str, str]) -> str:
    for name, value in fields.items():
        pattern = pattern.replace(f"{{{name}}}", value)
    return pattern


def _refuse_twins(cards: list[Card], problems: Problems) -> None:
    first: dict[str, Card] = {}
    for card in cards:
        other = first.setdefault(card.id, card)
        if other is not card:
            problems.add(
                Diagnostic(
                    codes.SAME_CARD_ID,
                    f"`{card.id}` is the id of several cards",
                    card.span,
                    "expected ids that no other card has",
                    "change the id pattern of one of the families",
                    (("the other card is made here", other.span),),
                )
            )
