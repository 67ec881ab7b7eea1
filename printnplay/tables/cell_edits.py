"""Replace the text of a cell in a table file; every other byte is kept."""

import json
import re
from pathlib import Path

from printnplay.files.door import encoding_of
from printnplay.files.yaml_edits import rewritten
from printnplay.files.yaml_tree import TextNode
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.tables.reading import TREES, text_rows_of
from printnplay.tables.trees import JSON, value_at

_BARE = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?|true|false")
"""Values that JSON has without quotes."""


def text_cell(text: str, old: str = "", separator: str = ",") -> str:
    """Return a text as a cell of a CSV file, with the quotes and outer spaces of the `old` one."""
    bare = old.strip(" ")
    needs_quotes = bare.startswith('"') or text != text.strip() or separator in text
    if needs_quotes or any(special in text for special in ',;\t"\r\n'):
        text = '"' + text.replace('"', '""') + '"'
    before, _, after = old.partition(bare) if bare else ("", "", "")
    return before + text + after


def json_cell(text: str, old: str = '"') -> str:
    """Return a text as a value in JSON; in the place of a number or Boolean value it stays one."""
    if old.startswith('"') or not _BARE.fullmatch(text):
        return json.dumps(text, ensure_ascii=False)
    return text


def with_cell(content: bytes, place: Span, text: str) -> bytes:
    """Return the content of a CSV, JSON or YAML file with the text of a cell replaced.

    Raises:
        LookupError: no cell with a text of its own starts at this place.
        UnicodeDecodeError: the file is not in the encoding that it begins with.
    """
    mark, encoding = encoding_of(content)
    source, cell = content.removeprefix(mark).decode(encoding), _cell_at(content, place)
    ending = Path(place.file).suffix.lower()
    old = source[cell.start : cell.end]
    if ending == JSON:
        text = json_cell(text, old)
    elif ending in TREES:
        return mark + rewritten(source, {place: text}).encode(encoding)
    else:
        text = text_cell(text, old)
    return mark + (source[: cell.start] + text + source[cell.end :]).encode(encoding)


def cell_text(content: bytes, place: Span) -> str:
    """Return the text of the cell that starts at a place.

    Raises:
        LookupError: no cell with a text of its own starts there.
    """
    return _cell_at(content, place).value


def _cell_at(content: bytes, place: Span) -> TextNode:
    if Path(place.file).suffix.lower() in TREES:
        return value_at(content, place)
    rows = text_rows_of(content, place.file, Problems()) or []
    for cell in (cell for row in rows for cell in row.cells):
        if (cell.span.line, cell.span.column) == (place.line, place.column):
            return cell
    raise LookupError(place)
