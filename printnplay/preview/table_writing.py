"""Edits of the tables of a deck: written to their files, and followed where ids of cards change."""

from collections.abc import Iterator

from printnplay.preview.colours import colours_for
from printnplay.preview.deck_tables import editable_table, headings_of, shown_of
from printnplay.preview.edits import Change, ChangedElsewhereError, Written
from printnplay.preview.journal import digest
from printnplay.preview.live import LiveGame
from printnplay.preview.renames import write_followed
from printnplay.tables.table_edits import Edit, SetCells, edited, summary


def write_edit(live: LiveGame, file: str, tag: str, edit: Edit) -> Written:
    """Write an edit of a table, and of the files that name cards whose ids it changes.

    Args:
        live: the game.
        file: the file name of the table.
        tag: the digest of the file that the user saw.
        edit: what changes.

    Raises:
        NotWrittenError: the table cannot be edited here, or has changed meanwhile.
    """
    with live.lock:
        table = editable_table(live, file)
        shown = shown_of(live, table)

        def changed(content: bytes) -> bytes:
            if digest(content) != tag:
                raise ChangedElsewhereError(shown)
            return edited(content, shown, edit)

        def may_rename(content: bytes) -> bool:
            names = headings_of(content, shown)
            cells = edit.cells if isinstance(edit, SetCells) else ()
            return any(names[cell.column] in table.ids for cell in cells)

        def coloured(content: bytes) -> Iterator[Change]:
            return colours_for(live, table, headings_of(content, shown), edit)

        return write_followed(live, (shown, changed), summary(edit), may_rename, coloured)
