"""Notes on diagnostics of a face that point at the card's field with the wrong value.

A template may take the name of a picture or of another template from a field of the card; then the
line of the template is right, and the card's own file is wrong.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec.structs import replace

from printnplay.faces.template_files import SIZE
from printnplay.files.door import ReadError, read_text
from printnplay.game.texts import Texts
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Note, Span
from printnplay.kernel.suggestions import nearest
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
_FIELD = re.compile(r"\bcard(?:\.|\[\s*[\"'])(\w+)")


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
    if fault.code in OF_WORDS or (fault.code == codes.TEMPLATE_FAILS and not fault.help):
        found = tuple(_on_asked(fault, fields, places))
        cure = _of_kind(fault, fields, places) or fault.help
        return replace(fault, notes=(*fault.notes, *found), help=cure) if found else fault
    if fault.code == codes.NO_PICTURE_YET:
        return _at_cell(fault, fields, places)
    if fault.code == codes.MISSING_TEXT:
        column = fault.subject.key.rpartition(".")[2]
        cure = f"add `texts: [name, {column}]` to the family in cards.yaml: `{column}` is a column"
        is_column = column in headings and column in fields.fields
        return replace(fault, help=cure) if is_column else fault
    if fault.code not in OF_NAMES:
        return fault
    asked = _NO_FIELD.fullmatch(fault.message)
    if asked is not None and any(_is_text(key, asked[1]) for key in texts.entries):
        cure = f'`{asked[1]}` is a text of cards: `t("cards." ~ card.id ~ ".{asked[1]}")`'
        return replace(fault, help=cure)
    notes = (*_on_heading(fault, headings, texts), *_on_values(fault, fields, places))
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


def _on_heading(fault: Diagnostic, headings: Mapping[str, Span], texts: Texts) -> tuple[Note, ...]:
    """Return a note on a heading whose name is similar to that of the missing field.

    A heading that the template uses elsewhere, or that a text quotes, is right.
    """
    asked = _NO_FIELD.fullmatch(fault.message)
    longer = [heading for heading in headings if asked and heading.startswith(f"{asked[1]}_")]
    near = (longer[0] if longer else nearest(asked[1], headings)) if asked else ""
    if asked is None or not near or near in _fields_in(fault.span.file):
        return ()
    forms = (form for text in texts.entries.values() for form in text.forms.values())
    if any(f"{{{FIELD}{near}}}" in form for form in forms):
        return ()
    note = f"should this heading be `{asked[1]}`? The template does not use `{near}`"
    return ((note, headings[near]),)


def _fields_in(file: str, line: int = 0) -> frozenset[str]:
    """Return the names of the card fields that a template uses, or one line of it."""
    try:
        source = read_text(Path(file), SIZE)
    except ReadError:
        return frozenset()
    # The file may have become shorter since.
    lines = source.split("\n")[line - 1 : line] if line else [source]
    return frozenset(name for one in lines for name in _FIELD.findall(one))
