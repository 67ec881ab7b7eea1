"""The rows of a text table that a save has changed: few of many, and the others need no reading."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from printnplay.files.door import ReadError, names_in, read
from printnplay.game.game import Card
from printnplay.loading.cards import headings_of
from printnplay.loading.table_files import is_table_name
from printnplay.tables.reading import MAX_BYTES, TEXT_TABLES

Tables = Mapping[str, bytes]
"""The contents of the tables of a game, by their file names in its folder."""


class ChangedRows(Struct, frozen=True):
    """The lines of a table that a save has changed, and its content with the other rows emptied.

    An emptied row keeps its line, so that places stay as they are. `shown` is the file as the user
    would type it.
    """

    shown: str
    lines: frozenset[int]
    content: bytes

    def of(self, cards: Iterable[Card]) -> list[Card]:
        """Return those of these cards that are in the changed rows."""
        return [
            card for card in cards if card.span.line in self.lines and card.span.file == self.shown
        ]


def read_tables(folder: Path, names: Iterable[str]) -> Tables:
    """Return the contents of the tables with these names, without those that cannot be read."""
    found = {}
    for name in names:
        with suppress(ReadError):
            found[name] = read(folder / name, MAX_BYTES)
    return found


def tables_in(folder: Path) -> Tables:
    """Return the contents of the tables in the folder of a game."""
    return read_tables(folder, filter(is_table_name, names_in(folder)))


def changed_rows(
    shown: str, before: bytes, after: bytes, cards: Iterable[Card]
) -> ChangedRows | None:
    """Return the changed rows of a table; None if cards of its other rows may change too.

    That is so in tables that are joined to others, or whose rows are not lines.

    Args:
        shown: the file of the table as the user would type it.
        before: its content when the cards were read.
        after: its content now.
        cards: all cards of the game, which share the headings of their table.
    """
    tables = headings_of(cards)
    are_joined = any(len({place.file for place in table.values()}) > 1 for table in tables)
    is_text = Path(shown).suffix.lower() in TEXT_TABLES and b"\0" not in after
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    if are_joined or not is_text or len(old) != len(new):
        return None
    if any(line.count(b'"') % 2 for line in (*old, *new)):  # a quoted cell has several lines
        return None
    places = (place for table in tables for place in table.values() if place.file == shown)
    head = max(place.line for place in places)
    lines = [at for at, (was, line) in enumerate(zip(old, new, strict=True), 1) if was != line]
    if not lines or lines[0] <= head:
        return None
    changed = frozenset(lines)
    rows = [line if at <= head or at in changed else b"\n" for at, line in enumerate(new, 1)]
    return ChangedRows(shown, changed, b"".join(rows))
