"""Declared types of the columns of a table: `cost: whole 0..9`, `kind: [place, deed]`.

Four types also set something for the card of each row: its size, back, languages or kind.
"""

import re
from collections.abc import Collection, Mapping
from decimal import Decimal

from msgspec import Struct
from msgspec.structs import replace

from printnplay.files.yaml_tree import ListNode, Node, TextNode
from printnplay.game.numbering import KIND
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.kernel.named_sizes import CARD_SIZES, LANDSCAPE
from printnplay.kernel.strings import key_name
from printnplay.kernel.suggestions import did_you_mean, listed, suggestion
from printnplay.loading.forms import NAME_PATTERN, TEXT, Form, list_of, map_of
from printnplay.loading.headings import (
    BOOLEANS,
    COPIES,
    LANGUAGE,
    MEANINGS,
    cell_name,
    column_name,
)
from printnplay.loading.nearly_numbers import NUMBER, meant
from printnplay.tables.reading import Table

_BOUND = r"-?[0-9]{1,9}(?:\.[0-9]{1,6})?"
_TYPE = re.compile(
    r"(?P<optional>optional +)?(?:(?P<kind>text|yes/no|size|back|languages|kind)"
    r"|one of +(?P<words>\S.*)"
    rf"|(?P<number>whole|number)(?: +(?P<lowest>{_BOUND})?\.\.(?P<highest>{_BOUND})?)?)"
)
_PLAIN = re.sub(r"\?P<\w+>", "", _TYPE.pattern)
"""The pattern for JSON Schema, whose groups have no names."""

SIZE, BACK, LANGUAGES = "size", "back", "languages"
"""The types of columns that set size, back and languages of the card in each row; see `KIND`."""

ROLES = (SIZE, BACK, LANGUAGES, KIND)
"""The types that one column of a table may have."""

_KINDS = ("text", "whole", "number", "yes/no", "one of", *ROLES)
_OTHER_NAMES = {
    **dict.fromkeys(("int", "integer", "count"), "whole"),
    **dict.fromkeys(("float", "decimal", "real"), "number"),
    **dict.fromkeys(("str", "string", "any"), "text"),
    **dict.fromkeys(("bool", "boolean", "flag"), "yes/no"),
    **dict.fromkeys(("enum", "choice", "oneof"), "one of"),
    **dict.fromkeys(("card", "format"), SIZE),
    **dict.fromkeys(("language", "lang", "locale"), LANGUAGES),
}
"""Names of these types in other programs."""

_WHOLE = re.compile(r"-?[0-9]{1,9}(?:[.,]0{1,6})?")
"""Whole numbers, also as pandas writes them: `2.0`."""
_NUMBER = re.compile(rf"{_BOUND}(?:[eE][+-]?[0-9])?")
"""Numbers, also as JSON may have them: `1e3`."""


_IN_WORDS = {
    "yes/no": "`yes` or `no`",
    SIZE: "a size of cards",
    BACK: "the name of a template",
    LANGUAGES: "the codes of languages",
    KIND: "a kind with letters or digits",
}


class ColumnType(Struct, frozen=True):
    """The type of a column's cells: its kind, the range of numbers, and the words of a choice."""

    kind: str
    optional: bool = False
    lowest: Decimal | None = None
    highest: Decimal | None = None
    words: tuple[str, ...] = ()

    @property
    def what(self) -> str:
        """The type in words."""
        if self.kind in ("whole", "number"):
            kind = "a whole number" if self.kind == "whole" else "a number"
            if self.lowest is None:
                return kind if self.highest is None else f"{kind} up to {self.highest}"
            if self.highest is None:
                return f"{kind} of {self.lowest} or more"
            return f"{kind} from {self.lowest} to {self.highest}"
        return f"one of {listed(self.words)}" if self.words else _IN_WORDS.get(self.kind, "a text")

    @property
    def choices(self) -> tuple[str, ...]:
        """The words allowed in cells; empty if the type is not a list of words."""
        if self.kind == SIZE:
            return tuple(name + side for name in CARD_SIZES for side in ("", LANDSCAPE))
        return self.words


class Declared(Struct, frozen=True):
    """The type of a column, and the place where it is declared."""

    type: ColumnType
    span: Span


_CODES = {
    "whole": codes.NOT_A_WHOLE_NUMBER,
    "number": codes.NOT_A_MEASURE,
    "yes/no": codes.NOT_YES_OR_NO,
    "one of": codes.NOT_A_CHOICE,
    SIZE: codes.NOT_A_CHOICE,
    BACK: codes.NAME_NOT_PLAIN,
    LANGUAGES: codes.NOT_A_CHOICE,
    KIND: codes.NAME_NOT_PLAIN,
}

BROKEN = ColumnType("", optional=True)
"""A type after a fault: its column is not checked."""


def _read_type(node: Node, problems: Problems) -> Declared:
    if isinstance(node, ListNode):
        words = _WORDS.read(node, problems)
        return Declared(ColumnType("one of", words=words) if words else BROKEN, node.span)
    if isinstance(node, TextNode) and not node.value and node.in_flow:
        text = "the value is empty"
        cure = "write words in brackets: `kind: [place, deed]`"
        problems.error(codes.EMPTY_VALUE, text, node.span, "expected a type", cure)
        return Declared(BROKEN, node.span)
    text = TEXT.read(node, problems)
    found = _TYPE.fullmatch(text.strip())
    if found is None:
        if text:
            _report_type(text, node.span, problems)
        return Declared(BROKEN, node.span)
    lowest, highest = (
        Decimal(found[name]) if found[name] else None for name in ("lowest", "highest")
    )
    if lowest is not None and highest is not None and lowest > highest:
        message, label = f"the range of `{text}` is empty", "expected the lower number first"
        cure = f"write `{highest}..{lowest}`"
        problems.error(codes.NOT_A_CHOICE, message, node.span, label, cure)
        return Declared(BROKEN, node.span)
    words = tuple(word.strip() for word in (found["words"] or "").split(",") if word.strip())
    kind = found["kind"] or found["number"] or "one of"
    return Declared(ColumnType(kind, bool(found["optional"]), lowest, highest, words), node.span)


def _report_type(text: str, span: Span, problems: Problems) -> None:
    word = text.removeprefix("optional").strip()
    first = word.partition(" ")[0]
    if word.startswith("one of"):
        cure = "write words after it: `one of place, deed`"
    elif other := _OTHER_NAMES.get(first.lower()):
        cure = f"did you mean `{other}`?"
    else:
        cure = did_you_mean(first, _KINDS) or "write it like `whole 0..9`"
    label = f"expected {listed(_KINDS)}, with a range or words after it"
    message = f"`{text}` is not a type of a column"
    problems.error(codes.NOT_A_CHOICE, message, span, label, cure)


_WORDS = list_of(TEXT)
TYPE = Form(
    _read_type,
    "a type (`text`, `whole`, `whole 0..9`, `number`, `yes/no`, `one of place, deed`, `size`,"
    " `back`, `languages`, `kind`; with `optional` before it, cells may be empty), or a list of"
    " words",
    {"anyOf": [{"type": "string", "pattern": f"^(?:{_PLAIN})$"}, _WORDS.schema]},
)
TYPES = map_of(TYPE, keys="column")


def with_types(
    table: Table, types: Mapping[str, Declared], defaults: Collection[str], problems: Problems
) -> Table:
    """Return a table with the cells of its declared columns as these types; report all others.

    Cells of `defaults` may be empty, and so may all cells of rows that make no cards.
    """
    names = [column_name(heading.value) for heading in table.headings]
    at: dict[int, ColumnType] = {}
    for written, declared in types.items():
        name = MEANINGS.get(written, written)
        if declared.type is BROKEN:
            continue
        found = [index for index, other in enumerate(names) if other == name]
        if found:
            # Of `rule` and `rule@de`, the one without a language: translations may be missing.
            first = min(found, key=lambda index: "@" in table.headings[index].value)
            may_be_empty = declared.type.optional or name in (*defaults, COPIES)
            at[first] = replace(declared.type, optional=may_be_empty)
        else:
            _report_missing(written, declared, names, problems)
    if not at:
        return table
    copies = names.index(COPIES) if COPIES in names else None
    rows = []
    for row in table.rows:
        cells = list(row.cells)
        if copies is None or row.cells[copies].value != "0":
            for index, of in at.items():
                where = cell_name(row.number_of(index), table.headings[index].value)
                cells[index] = _typed(cells[index], of, where, problems)
        rows.append(replace(row, cells=tuple(cells)))
    return replace(table, rows=tuple(rows))


def _report_missing(name: str, declared: Declared, names: list[str], problems: Problems) -> None:
    if declared.type.kind == KIND and declared.type.optional:
        return  # cards of one kind need no column for it
    report = problems.warning if declared.type.optional else problems.error
    label, cure = "declared here", suggestion(name, names, "add the column, or remove this")
    report(codes.MISSING_COLUMN, f"the table has no column `{name}`", declared.span, label, cure)


def _typed(cell: TextNode, of: ColumnType, where: str, problems: Problems) -> TextNode:
    """Convert a cell to its type; report a wrong one and return it unchanged.

    Drafts show it, unless it is of the card itself, such as its size.
    """
    problems = problems if of.kind in ROLES else problems.aside()
    if not cell.value:
        if not of.optional:
            cure = "fill it in, or declare the column as `optional`"
            text = f"the cell is empty ({where})"
            problems.error(codes.EMPTY_VALUE, text, cell.span, f"expected {of.what}", cure)
        return cell
    value = typed_value(cell.value, of)
    if value is None:
        cure = suggestion(cell.value, of.words)
        if of.kind == SIZE:
            cure = did_you_mean(cell.value, of.choices, "see `printnplay list --sizes`")
        if of.kind == LANGUAGES:
            cure = "write codes such as `en, de`"
        if of.kind in ("whole", "number"):
            cure = "" if NUMBER.fullmatch(cell.value) else meant(cell.value)
        text = f"`{cell.value}` is not {of.what} ({where})"
        problems.error(_CODES[of.kind], text, cell.span, f"expected {of.what}", cure)
        return cell
    style = cell.style if of.kind == "one of" else '"' if of.kind == "text" else ""
    return replace(cell, value=value, style=style)


def check_default(value: str, of: ColumnType, place: Span, problems: Problems) -> None:
    """Report a default that is not of the declared type of its column."""
    if value and of is not BROKEN and typed_value(value, of) is None:
        text, label = f"the default `{value}` is not {of.what}", f"expected {of.what}"
        problems.error(_CODES[of.kind], text, place, label, did_you_mean(value, of.choices))


def typed_value(text: str, of: ColumnType) -> str | None:
    """Return the value of a cell that is not empty, by its type; None if it is of another."""
    if of.kind == "yes/no":
        return BOOLEANS.get(text.lower())
    if of.kind not in ("whole", "number"):
        return text if _is_of(text, of) else None
    if not (_WHOLE if of.kind == "whole" else _NUMBER).fullmatch(text):
        return None
    number = Decimal(text.replace(",", "."))
    is_low = of.lowest is not None and number < of.lowest
    is_high = of.highest is not None and number > of.highest
    return None if is_low or is_high else f"{number.normalize() + 0:f}"


def _is_of(text: str, of: ColumnType) -> bool:
    """Return whether a text is of a type that is not a number or Boolean value."""
    if of.kind == BACK:
        return re.fullmatch(NAME_PATTERN, text) is not None
    if of.kind == LANGUAGES:
        return bool(languages_in(text))
    if of.kind == KIND:
        return bool(key_name(text))
    return of.kind == "text" or text in of.choices


def languages_in(text: str) -> tuple[str, ...]:
    """Return the codes of languages in a cell; empty if one of them is none.

    >>> languages_in("de, pt-BR"), languages_in("de; German (new)"), languages_in("")
    (('de', 'pt-BR'), (), ())
    """
    found = tuple(filter(None, re.split(r"[,;\s]+", text.replace("_", "-"))))
    return found if all(map(LANGUAGE.fullmatch, found)) else ()
