"""Notes on diagnostics of a face that point at the card's field with the wrong value.

A template may take the name of a picture or of another template from a field of the card; then the
line of the template is right, and the card's own file is wrong.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from printnplay.faces.template_files import SIZE
from printnplay.files.door import ReadError, read_text
from printnplay.game.columns import BUILT_IN, has_column, in_words, missing_column
from printnplay.game.texts import Texts
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Note, Span
from printnplay.kernel.suggestions import is_misspelt
from printnplay.text.markup import FIELD, CardFields

OF_NAMES = (
    codes.PICTURE_MISSING,
    codes.UNUSABLE_PICTURE,
    codes.LEADS_OUTSIDE,
    codes.UNKNOWN_TEMPLATE,
    codes.TEMPLATE_NAME,
)
"""The codes of faults in names that a template may take from a field, or that are field names."""

OF_WORDS = (
    codes.MISSING_GLYPH,
    codes.TEXT_DOES_NOT_FIT,
    codes.UNBALANCED,
    codes.CODE_MAY_NOT_SCAN,
)
"""The codes of faults in a text that a template may take from a field."""

_NO_FIELD = re.compile("the card has no field `(.+)`")
_FILE = re.compile(r"`([^`]+\.\w+)`")
_FIELD = re.compile(r"\b(?:card|named|nth)(?:\.|\[\s*[\"'])(\w+)")


def with_notes(
    fault: Diagnostic,
    fields: CardFields,
    places: Mapping[str, Span],
    headings: Mapping[str, Span],
    texts: Texts,
) -> Diagnostic:
    """Return the diagnostic with notes on the card's fields that hold the wrong name.

    If the card lacks the field, the heading of its table may be wrong.

    Args:
        fault: found while a face of the card was rendered.
        fields: those of the card.
        places: where they are written.
        headings: where the headings of the card's table are; none if it is in no table.
        texts: of the language, which may quote fields.
    """
    if fault.code == codes.TEMPLATE_FAILS and "Undefined" in fault.message:
        lacking = sorted(_fields_in(fault.span.file, fault.span.line) - fields.fields.keys())
        unused = _unused(fault, fields, headings, texts) if lacking else []
        if not unused or _is_slip(lacking[0], headings):
            return fault
        return _at_heading(fault, lacking[0], headings, unused)
    if fault.code in OF_WORDS or (fault.code == codes.TEMPLATE_FAILS and not fault.help):
        found = tuple(_on_asked(fault, fields, places))
        cure = _of_kind(fault, fields, places) or fault.help
        return replace(fault, notes=(*fault.notes, *found), help=cure) if found else fault
    if fault.code == codes.NO_PICTURE_YET:
        return _at_cell(fault, fields, places)
    if fault.code == codes.MISSING_TEXT:
        return _of_text(fault, fields, headings, texts)
    return _of_name(fault, fields, places, headings, texts) if fault.code in OF_NAMES else fault


def _of_name(
    fault: Diagnostic,
    fields: CardFields,
    places: Mapping[str, Span],
    headings: Mapping[str, Span],
    texts: Texts,
) -> Diagnostic:
    """Return the fault of a wrong name, where it can be mended: a cell, or a heading."""
    asked = _NO_FIELD.fullmatch(fault.message)
    if asked is not None and any(_is_text(key, asked[1]) for key in texts.entries):
        cure = f'`{asked[1]}` is a text of cards: `t("cards." ~ card.id ~ ".{asked[1]}")`'
        return replace(fault, help=cure)
    unused = _unused(fault, fields, headings, texts) if asked is not None else []
    if asked is not None and unused and not _is_slip(asked[1], headings):
        return _at_heading(fault, asked[1], headings, unused)
    notes = _on_values(fault, fields, places)
    if fault.code == codes.PICTURE_MISSING and len(notes) == 1:
        ((_, cell),) = notes
        return replace(
            fault, span=cell or fault.span, notes=(("it is used here", fault.span), *fault.notes)
        )
    return replace(fault, notes=(*fault.notes, *notes)) if notes else fault


def _at_cell(fault: Diagnostic, fields: CardFields, places: Mapping[str, Span]) -> Diagnostic:
    """Return the warning of a missing picture, at the cell that is to name it."""
    asked = sorted(_fields_in(fault.span.file, fault.span.line) & places.keys())
    name = next((name for name in asked if not fields.fields.get(name)), "")
    if not name:
        return fault
    return replace(
        fault,
        message=f"`{fields.card}` has no picture yet: `{name}` is empty",
        span=places[name],
        label="expected the name of a picture",
        help="write the name of a file in `art`, or drop a picture on the card in the studio; for"
        f" cards without one, write `{{% if card.{name} %}}` around it in the template",
    )


def _is_text(key: str, name: str) -> bool:
    """Return whether a key is that of a card's text of this name: `cards.storm.rule` for `rule`."""
    return key.startswith("cards.") and key.endswith(f".{name}")


def _on_values(
    fault: Diagnostic, fields: CardFields, places: Mapping[str, Span]
) -> tuple[Note, ...]:
    """Return a note on each field that holds the wrong value, or is empty but needed."""
    asked = _fields_in(fault.span.file, fault.span.line)
    return tuple(
        (
            f"the field `{name}` of `{fields.card}` is {'written' if value else 'empty'} here",
            places[name],
        )
        for name, value in fields.fields.items()
        if name in places
        and (value or name in asked)
        and (
            f"`{value}`" in fault.message
            or (name in asked and _is_listed(value, fault.message))
            or f"/{value}`" in fault.message
            or (name in asked and _is_in_file(value, fault.message))
        )
    )


def _is_listed(value: str, message: str) -> bool:
    """Return whether a field is a space-separated list, one item of which the message quotes."""
    words = value.split()
    return len(words) > 1 and any(f"`{word}`" in message for word in words)


def _on_asked(fault: Diagnostic, fields: CardFields, places: Mapping[str, Span]) -> Iterator[Note]:
    """Yield a note on each field used on the reported line: its value may be of the wrong kind."""
    for name in sorted(_fields_in(fault.span.file, fault.span.line)):
        if name in places and name in fields.fields:
            value = fields.fields[name]
            said = f"`{value}`" if value else "empty"
            yield f"the field `{name}` of `{fields.card}` is {said}", places[name]


def _of_kind(fault: Diagnostic, fields: CardFields, places: Mapping[str, Span]) -> str:
    """Return the help for a field of the wrong kind on the line of a template that failed."""
    if fault.code != codes.TEMPLATE_FAILS:
        return ""
    asked = sorted(_fields_in(fault.span.file, fault.span.line) & places.keys())
    for name in asked:
        value = fields.fields.get(name, "")
        if not value and "integer" in fault.message:
            return f"for empty cells, add `fields: {{{name}: 0}}` to the family in cards.yaml"
        if value.isdecimal() and "not iterable" in fault.message:
            return f"to read it as a text, add `columns: {{{name}: text}}` in cards.yaml"
    return ""


def _is_in_file(value: str, message: str) -> bool:
    """Return whether a field is a part of the reported file name, as `moon` is of `moon.svg`."""
    named = _FILE.search(message)
    whole = rf"(?<![^-_./]){re.escape(value)}(?![^-_./])"
    return bool(value) and named is not None and re.search(whole, named[1]) is not None


def _is_slip(name: str, headings: Mapping[str, Span]) -> bool:
    """Return whether a template has a heading wrong: `csot`, or `attack-power` with a minus."""
    longer = (f"{name}_", f"{name}-")
    return is_misspelt(name, headings) or any(one.startswith(longer) for one in headings)


def _unused(
    fault: Diagnostic, fields: CardFields, headings: Mapping[str, Span], texts: Texts
) -> list[str]:
    """Return the columns that neither the template nor a text uses."""
    known = _fields_in(fault.span.file) | BUILT_IN
    forms = [form for text in texts.entries.values() for form in text.forms.values()]
    return [
        name
        for name in headings
        if name in fields.fields
        and name not in known
        and not any(f"{{{FIELD}{name}}}" in form for form in forms)
    ]


def _at_heading(
    fault: Diagnostic, name: str, headings: Mapping[str, Span], unused: Sequence[str]
) -> Diagnostic:
    """Return the fault of a field or text that the table lacks, at the heading of the table."""
    found = missing_column(name, headings, unused, ("the template uses it here", fault.span))
    return replace(found, subject=fault.subject)


def _of_text(
    fault: Diagnostic, fields: CardFields, headings: Mapping[str, Span], texts: Texts
) -> Diagnostic:
    """Return the fault of a missing text: at the table's heading if no card has such a text."""
    column = fault.subject.key.rpartition(".")[2]
    if column in headings and column in fields.fields:
        cure = f"add `texts: [name, {column}]` to the family in cards.yaml: `{column}` is a column"
        return replace(fault, help=cure)
    if has_column(column, headings) or any(_is_text(key, column) for key in texts.entries):
        return fault
    values = {name: fields.fields[name] for name in _unused(fault, fields, headings, texts)}
    unused = [*in_words(values)]
    return _at_heading(fault, column, headings, unused) if unused else fault


def _fields_in(file: str, line: int = 0) -> frozenset[str]:
    """Return the names of the card fields that a template uses, or one line of it."""
    try:
        source = read_text(Path(file), SIZE)
    except ReadError:
        return frozenset()
    # The file may have become shorter since.
    lines = source.split("\n")[line - 1 : line] if line else [source]
    return frozenset(name for one in lines for name in _FIELD.findall(one))
