"""Edits of the boxes of a template as data, and the source after an edit.

Only the numbers and options that an edit names change. The new source is read again before it is
returned: every other box has to be as it was.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct, field

from printnplay.faces.box_records import OPTIONS, Box, Layout, Value, drawn_in
from printnplay.faces.new_boxes import FAR, AddBox, NoEditError, added, quoted
from printnplay.faces.template_files import parsed_template
from printnplay.faces.template_numbers import NEAR, with_value, written

BESIDE = 2.0
"""The distance of a copy from its original, in mm: both can be seen. Chosen by eye."""


class SetBox(Struct, frozen=True, tag="set", tag_field="do"):
    """Change numbers of a box, and options; an empty option is left out."""

    box: int
    numbers: dict[str, float] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)


class DeleteBox(Struct, frozen=True, tag="delete", tag_field="do"):
    """Delete a box."""

    box: int


class CopyBox(Struct, frozen=True, tag="copy", tag_field="do"):
    """Copy a box, on top of it and a little below."""

    box: int


class OrderBox(Struct, frozen=True, tag="order", tag_field="do"):
    """Draw a box after the next part of the template, or before the previous one."""

    box: int
    forward: bool


Edit: TypeAlias = SetBox | DeleteBox | CopyBox | OrderBox | AddBox
Read: TypeAlias = Callable[[str], Layout]
"""Reads the boxes of a source."""


def edited(source: str, read: Read, edit: Edit) -> str:
    """Return the source of a template after an edit.

    Args:
        source: the source.
        read: reads its boxes.
        edit: what changes.

    Raises:
        NoEditError: it cannot be changed in this way.
    """
    layout = read(source)
    new = _changed(source, layout, edit)
    if parsed_template(new) is None and parsed_template(source) is not None:
        raise NoEditError("that would make an error in the template: edit the file")
    found = read(new)
    if isinstance(edit, SetBox) and len(found.boxes) > edit.box:
        _check_numbers(found.boxes[edit.box], edit)
    match edit:
        case SetBox(box=at):
            _check(_without(layout.boxes, at), _without(found.boxes, at), 0)
        case DeleteBox(box=at):
            _check(_without(layout.boxes, at), found.boxes, 0)
        case CopyBox() | AddBox():
            _check(layout.boxes, found.boxes, 1)
        case OrderBox():
            _check(layout.boxes, found.boxes, 0)
    return new


def _changed(source: str, layout: Layout, edit: Edit) -> str:
    """Return the source after an edit, which is not checked yet."""
    if isinstance(edit, AddBox):
        return added(source, layout, edit)
    if not 0 <= edit.box < len(layout.boxes):
        raise NoEditError("there is no such box any more")
    box = layout.boxes[edit.box]
    if box.why:
        raise NoEditError(f"this box cannot be changed: {box.why}")
    match edit:
        case SetBox():
            return _set(source, box, edit)
        case DeleteBox():
            start, end = _line(source, box)
            return source[:start] + source[end:]
        case CopyBox():
            return _copied(source, box)
        case OrderBox():
            return _reordered(source, layout, box, forward=edit.forward)


def summary(edit: Edit, layout: Layout) -> str:
    """Return an edit in words, for the list of steps that can be undone."""
    if isinstance(edit, AddBox):
        return f"add a {edit.kind}"
    boxes = layout.boxes
    name = title_of(boxes[edit.box]) if 0 <= edit.box < len(boxes) else "box"
    match edit:
        case SetBox(_, numbers, options):
            what = "change" if options or not numbers else "move"
            return f"{what} the {name}"
        case DeleteBox():
            return f"delete the {name}"
        case CopyBox():
            return f"copy the {name}"
        case OrderBox(_, forward):
            return f"bring the {name} {'forward' if forward else 'back'}"


TITLES: Mapping[str, str] = {
    "fit_title": "title",
    "textbox": "text",
    "art": "picture",
    "image": "picture",
    "flow": "stack",
    "qr": "QR code",
    "rect": "rectangle",
    "": "expression",
}
"""The names of boxes that are not those of their functions."""


def title_of(box: Box) -> str:
    """Return what a box is, in a word."""
    return TITLES.get(box.kind, box.kind)


# Changes of numbers and options


def _set(source: str, box: Box, edit: SetBox) -> str:
    changes = [
        *(_number(box, name, value) for name, value in edit.numbers.items()),
        *(_option(source, box, name, text) for name, text in edit.options.items()),
    ]
    return _replaced(source, changes)


Change: TypeAlias = tuple[int, int, str]
"""What is replaced: from, to, and the new text."""


def _replaced(source: str, changes: Sequence[Change]) -> str:
    # Additions at one place keep their order.
    for start, end, text in [*sorted(changes, key=lambda change: change[0])][::-1]:
        # `{{-` would control white space.
        space = " " * (source[start - 1] == "{" and text.startswith("-"))
        source = source[:start] + space + text + source[end:]
    return source


def _number(box: Box, name: str, value: float) -> Change:
    number = next((one for one in box.numbers if one.name == name), None)
    if number is None:
        raise NoEditError(f"this box has no `{name}`")
    if not abs(value) <= FAR:
        raise NoEditError(f"`{name}` is at most {FAR:g} mm")
    if value < 0 and name in _SIDES:
        raise NoEditError(f"`{name}` is at least 0 mm")
    if not number.is_there:
        return _addition(number, written(value))
    code = with_value(number.source, value, box.names)
    if code is None:
        raise NoEditError(f"`{name}` is computed: `{number.source}`")
    return number.part.start, number.part.end, code


_SIDES = frozenset({"width", "height", "size", "r", "rx", "ry"})
"""The numbers of sizes: SVG draws none below 0."""

_WORD = r"[A-Za-z][\w-]*"
_PERCENT = r"\d{1,3}(?:\.\d{1,2})?"
_SIDE = "left|centre|right|top|bottom"
_FIELD = r"card(?:\.\w+|\[\"[\w-]+\"\])"
_PATTERNS: Mapping[str, str] = {
    "role": _WORD,
    "align": "left|centre|right|justify",
    "valign": "top|middle|bottom|spread",
    "points": r"\d{1,3}(?:\.\d{1,2})?pt",
    "colour": rf"{_WORD}|#[0-9A-Fa-f]{{6}}|none",
    "paint": rf"{_WORD}|#[0-9A-Fa-f]{{6}}|none",
    "fit": "alone|together|group|contain|cover|stretch",
    "number": r"\d{1,3}(?:\.\d{1,3})?",
    "turn": "0|90|180|270",
    "focus": rf"(?:{_PERCENT} {_PERCENT})|(?:{_SIDE}(?: {_SIDE})?)|{_FIELD}",
    "crop": rf"{_PERCENT}(?: {_PERCENT}){{3}}|{_FIELD}",
}
"""The values of options, by their kinds."""

_COLOUR = re.compile(r"colours\s*(?:\[\s*([\"'])([\w-]+)\1\s*\]|\.(\w+))")


def text_of(value: Value) -> str | None:
    """Return the text of an option: a colour's name, a word, a number; None if it is computed.

    >>> from printnplay.faces.template_marks import Part
    >>> text_of(Value("fill", 'colours["ink"]', Part("fill", 1, 2, 1, 2), is_code=True))
    'ink'
    """
    if not value.is_there:
        return ""
    source = value.source.strip()
    if not value.is_code:
        return None if "{" in source else source
    if named := _COLOUR.fullmatch(source):
        return named[2] or named[3]
    if re.fullmatch(r"\d+(?:\.\d+)?", source):
        return source
    plain = re.fullmatch(r"([\"'])([^\"'\\]*)\1", source)
    return plain[2] if plain else None


def _option(source: str, box: Box, name: str, text: str) -> Change:
    option = next((one for one in box.options if one.name == name), None)
    if option is None:
        raise NoEditError(f"this box has no `{name}`")
    if text_of(option) is None:
        raise NoEditError(f"`{name}` is computed: `{option.source}`")
    part = option.part
    if not text:
        if option.is_there and part.name.isdigit():
            raise NoEditError(f"`{name}` cannot be left out here: choose another value")
        return part.begin, part.stop, ""
    kind = OPTIONS[name]
    if not re.fullmatch(_PATTERNS[kind], text):
        raise NoEditError(f"`{text}` is not a value of `{name}`")
    is_call = not source.startswith("<", box.start)
    code = _code(kind, text, is_call=is_call)
    if not option.is_there:
        return _addition(option, code)
    if is_call:
        return part.start, part.end, code
    # The whole attribute: its value may become code, or plain.
    return part.begin, part.stop, f' {name}="{code}"'


def _code(kind: str, text: str, *, is_call: bool) -> str:
    """Return the value of an option as the source has it."""
    is_named = kind == "paint" and text != "none" and not text.startswith("#")
    code = f"colours[{quoted(text)}]" if is_named else text
    if is_call:
        is_code = is_named or kind in ("number", "turn") or re.fullmatch(_FIELD, text)
        return code if is_code else quoted(text)
    return f"{{{{ {code} }}}}" if is_named else code


def _addition(value: Value, code: str) -> Change:
    at = value.part.begin
    return at, at, f", {value.name}={code}" if value.is_code else f' {value.name}="{code}"'


# Whole boxes


def _line(source: str, box: Box) -> tuple[int, int]:
    """Return the place of a box, with its line if nothing else is on it."""
    start = source.rfind("\n", 0, box.start) + 1
    end = source.find("\n", box.end) + 1
    alone = end and not source[start : box.start].strip() and not source[box.end : end].strip()
    return (start, end) if alone else (box.start, box.end)


def _copied(source: str, box: Box) -> str:
    start, end = _line(source, box)
    moved = {
        one.name: one.number + BESIDE
        for one in box.numbers
        if one.name in ("x", "y", "cx", "cy", "x1", "x2", "y1", "y2") and one.number is not None
    }
    changed = _set(source, box, SetBox(0, moved))
    copy = changed[start : len(changed) - (len(source) - end)]
    return source[:end] + copy + source[end:]


def _reordered(source: str, layout: Layout, box: Box, *, forward: bool) -> str:
    beside = [*drawn_in(layout, box)]
    at = next((n for n, unit in enumerate(beside) if unit.start <= box.start < unit.end), -1)
    to = at + (1 if forward else -1)
    if at < 0 or not 0 <= to < len(beside):
        raise NoEditError("nothing is drawn " + ("after it" if forward else "before it") + " there")
    if not beside[to].is_drawn:
        raise NoEditError("a statement of the template stands between: change the order there")
    first, second = (beside[at], beside[to]) if forward else (beside[to], beside[at])
    between = source[first.end : second.start]
    return (
        source[: first.start]
        + source[second.start : second.end]
        + between
        + source[first.start : first.end]
        + source[second.end :]
    )


# Checks


def _check(before: Sequence[Box], after: Sequence[Box], more: int) -> None:
    """Check that the same boxes are there, in any order, and some more.

    Raises:
        NoEditError: they are not.
    """
    left = Counter(map(_gist, after))
    left.subtract(map(_gist, before))
    if min(left.values(), default=0) < 0 or left.total() != more:
        raise NoEditError("that would change another part of the template: edit the file")


def _without(boxes: Sequence[Box], at: int) -> list[Box]:
    return [*boxes[:at], *boxes[at + 1 :]]


def _check_numbers(box: Box, edit: SetBox) -> None:
    numbers = {one.name: one.number for one in box.numbers}
    for name, value in edit.numbers.items():
        found = numbers.get(name)
        if found is None or abs(found - value) > NEAR:
            raise NoEditError(f"`{name}` cannot have this value here: change it in the file")


def _gist(box: Box) -> tuple[object, ...]:
    """Return what a box is, without its place in the source."""
    values: Iterator[Value] = iter((*box.numbers, *box.options))
    told = tuple((one.name, one.source, one.number) for one in values)
    return box.kind, box.label, box.matrix, box.sometimes, box.why, told
