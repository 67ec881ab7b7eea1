"""A new group gets a row in the tables of the rulebook that had counted all other cards."""

import pytest

from printnplay.game.game import Card
from printnplay.kernel.diagnostics import Span
from printnplay.preview.counting import row_of_group

CARDS = [
    Card(f"{kind}-1", "card", "card", 1, {"kind": kind}, Span("cards.csv"))
    for kind in ("place", "deed", "storm")
]
FLOW = "- table: rules.contents\n  rows: {places: {kind: place}, deeds: {kind: deed}}  # all\n"
BLOCK = (
    "- table: rules.contents\n  rows:\n    places: {kind: place}\n    deeds: {kind: deed}\n"
    "- paragraph: rules.end\n"
)


@pytest.mark.parametrize(
    ("source", "old", "new"),
    [
        (FLOW, "deed}}", "deed}, storms: {kind: storm}}"),
        (BLOCK, "    deeds", "    storms: {kind: storm}\n    deeds"),
    ],
    ids=["in braces", "in lines"],
)
def test_a_table_that_counted_all_others_counts_it(source: str, old: str, new: str) -> None:
    made = row_of_group(source, "storms", ("kind", "storm"), CARDS)
    assert made.keys == ["rules.contents.storms"]
    assert made.source(source) == source.replace(old, new)


@pytest.mark.parametrize(
    "source",
    [
        FLOW.replace(", deeds: {kind: deed}", ""),
        FLOW.replace("deeds: {kind: deed}", "others: {family: card}"),
        "- table: kinds\n  rows: kind\n",
    ],
    ids=["a part", "counted already", "each value"],
)
def test_other_tables_stay(source: str) -> None:
    made = row_of_group(source, "storms", ("kind", "storm"), CARDS)
    assert made.keys == []
    assert made.source(source) == source
