"""Choosing cards by their fields: for the sheets, and for the rows of a table.

cards.yaml: families of cards, spread along their axes into the distinct cards of the deck.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from pathlib import Path

from printnplay.files.yaml_tree import Entry, MappingNode, Node, read_yaml
from printnplay.loading.fields import (
    check_name,
    expect_entries,
    expect_int,
    expect_list,
    expect_mapping,
    expect_name,
    expect_pairs,
    expect_text,
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


@dataclass(frozen=True, slots=True)
class _Family:
    name: str
    place: Span
    template: str
    copies: int
    pattern: str
    pattern_place: Span
    axes: Mapping[str, tuple[str, ...]]
    fields: Mapping[str, str]
    back: Mapping[str, str] | None
    back_template: str


def load_cards(path: Path, shown: str, problems: Problems) -> tuple[Card, ...]:
    """The distinct cards of a game, family after family, each axis in its written order.

    None of them where the file has faults: then nothing can be compared with them.
    """
    before = problems.errors
    root = read_yaml(path, shown, problems)
    families = [_family(entry, problems) for entry in expect_entries(root, problems).values()]
    if problems.errors > before:
        return ()
    cards = [card for family in families for card in _spread(family, problems)]
    _refuse_twins(cards, problems)
    return tuple(cards) if problems.errors == before else ()


def _family(entry: Entry, problems: Problems) -> _Family:
    check_name(entry.key, entry.span, problems)
    keys = expect_mapping(
        entry.value,
        problems,
        required=("template", "id", "copies"),
        optional=("axes", "fields", "back", "back_template"),
    )
    back, template = keys.get("back"), keys.get("back_template")
    family = _Family(
        name=entry.key,
        place=entry.span,
        template=expect_name(keys["template"], problems),
        copies=expect_int(keys["copies"], problems, 1, MAX_COPIES),
        pattern=expect_text(keys["id"], problems),
        pattern_place=keys["id"].span,
        axes=_axes(keys.get("axes"), problems),
        fields=expect_pairs(keys.get("fields"), problems),
        back=None if back is None and template is None else expect_pairs(back, problems),
        back_template="" if template is None else expect_name(template, problems),
    )
    _check_fields(family, keys, problems)
    _check_pattern(family, problems)
    return family


def _axes(node: Node | None, problems: Problems) -> Mapping[str, tuple[str, ...]]:
    axes: dict[str, tuple[str, ...]] = {}
    for entry in expect_entries(node, problems).values() if node is not None else ():
        check_name(entry.key, entry.span, problems)
        axes[entry.key] = _axis(entry, problems)
    return axes


def _axis(entry: Entry, problems: Problems) -> tuple[str, ...]:
    values: list[str] = []
    for item in expect_list(entry.value, problems):
        value = expect_name(item, problems)
        if value and value in values:
            text = f"`{value}` stands twice on the axis `{entry.key}`"
            problems.error(
                codes.FIELD_GIVEN_TWICE, text, item.span, "expected another value", "remove it"
            )
        values.append(value)
    return tuple(values)


def _check_fields(family: _Family, keys: Mapping[str, Node], problems: Problems) -> None:
    for part in ("axes", "fields", "back"):
        node = keys.get(part)
        if not isinstance(node, MappingNode):
            continue
        for entry in node.entries.values():
            if entry.key in TAKEN:
                text = f"`{entry.key}` is a field that every card has by itself"
                label = f"expected another name than {listed(TAKEN)}"
                problems.error(codes.NAME_NOT_PLAIN, text, entry.span, label, "rename the field")
            elif part == "fields" and entry.key in family.axes:
                text = f"`{entry.key}` is an axis and a field of the family `{family.name}`"
                label = "expected a field that is not an axis"
                problems.error(
                    codes.FIELD_GIVEN_TWICE, text, entry.span, label, "remove one of the two"
                )


def _check_pattern(family: _Family, problems: Problems) -> None:
    known = [*family.axes, *family.fields]
    named = _FIELD.findall(family.pattern)
    for name in named:
        if name not in known:
            problems.error(
                codes.BAD_ID_PATTERN,
                f"the id pattern names `{name}`, which the family `{family.name}` does not have",
                family.pattern_place,
                f"expected {listed(known)} in braces" if known else "expected an id without braces",
                suggestion(name, known),
            )
    missing = [
        axis for axis, values in family.axes.items() if len(values) > 1 and axis not in named
    ]
    if missing and family.pattern and all(name in known for name in named):
        problems.error(
            codes.SAME_CARD_ID,
            f"cards that differ in {listed(missing)} have the same id",
            family.pattern_place,
            "expected every axis in the pattern",
            "add " + listed(f"{{{axis}}}" for axis in missing),
        )


def _spread(family: _Family, problems: Problems) -> Iterator[Card]:
    if prod(len(values) for values in family.axes.values()) > MAX_DISTINCT:
        text = f"the axes of `{family.name}` make more than {MAX_DISTINCT:,} different cards"
        label = "expected fewer or shorter axes"
        problems.error(
            codes.FILE_TOO_LARGE, text, family.place, label, "split the family or shorten its axes"
        )
        return
    for values in product(*family.axes.values()):
        fields = {**family.fields, **dict(zip(family.axes, values, strict=True))}
        card_id = _filled(family.pattern, fields)
        check_name(card_id, family.pattern_place, problems)
        yield Card(
            id=card_id,
            family=family.name,
            template=family.template,
            copies=family.copies,
            fields=fields,
            span=family.place,
            back_fields=None if family.back is None else {**fields, **family.back},
            back_template=family.back_template,
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
