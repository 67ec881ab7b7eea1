"""Rows of tables that count cards: a new group gets one where the table had counted all others."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from printnplay.files.yaml_edits import key_as_written
from printnplay.files.yaml_tree import MappingNode, TextNode, read_bytes, walk
from printnplay.game.game import Card
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.strings import spliced
from printnplay.loading.cards import selects

TABLE, ROWS = "table", "rows"


class _Counting(NamedTuple):
    """A table that counts cards: the first part of its keys, its rows, and what they select."""

    key: str
    rows: MappingNode
    where: Sequence[Mapping[str, str]]


class NewRow(NamedTuple):
    """The rows of a new group: the keys of their texts, and the outline with them."""

    keys: Sequence[str]
    source: Callable[[str], str]


def row_of_group(source: str, name: str, where: tuple[str, str], cards: Sequence[Card]) -> NewRow:
    """Return the rows that count the cards with a value, in the tables that count all others.

    Args:
        source: booklet.yaml.
        name: the id of the group.
        where: the field and the value of its cards.
        cards: all cards.
    """
    field, value = where
    chosen = [card for card in cards if selects({field: value}, card)]
    others = [card for card in cards if card not in chosen]

    def lacking(now: str) -> Iterator[_Counting]:
        for one in _tables(now):
            is_counted = any(selects(row, card) for row in one.where for card in chosen)
            is_whole = all(any(selects(row, card) for row in one.where) for card in others)
            if chosen and is_whole and not is_counted and name not in one.rows.entries:
                yield one

    def with_rows(now: str) -> str:
        row = f"{name}: {{{key_as_written(field)}: {key_as_written(value)}}}"
        return spliced(now, [_placed(now, one.rows, row) for one in lacking(now)])

    return NewRow([f"{one.key}.{name}" for one in lacking(source)], with_rows)


def _tables(source: str) -> Iterator[_Counting]:
    for _, node in walk(read_bytes(source.encode(), "", Problems())):
        entries = node.entries if isinstance(node, MappingNode) else {}
        key, rows = (entries[name].value if name in entries else None for name in (TABLE, ROWS))
        if isinstance(key, TextNode) and isinstance(rows, MappingNode) and rows.entries:
            yield _Counting(key.value, rows, [*map(_texts, rows.entries.values())])


def _texts(entry: object) -> dict[str, str]:
    node = getattr(entry, "value", None)
    entries = node.entries if isinstance(node, MappingNode) else {}
    return {key: e.value.value for key, e in entries.items() if isinstance(e.value, TextNode)}


def _placed(source: str, rows: MappingNode, row: str) -> tuple[int, int, str]:
    """Return the change that adds a row: the last one in braces, or else the last but one."""
    last = [*rows.entries.values()][-1]
    if rows.flow:
        return last.value.end, last.value.end, f", {row}"
    line = source.rfind("\n", 0, last.start) + 1
    margin, ends = source[line : last.start], "\r\n" if "\r\n" in source else "\n"
    return line, line, f"{margin}{row}{ends}"
