"""The numbers and options of a box, read from the attributes of an element or from a call."""

import re
from collections.abc import Container, Mapping, Sequence

from jinja2 import nodes
from msgspec import Struct
from msgspec.structs import replace

from printnplay.faces.box_records import ELEMENTS, NONE, OPTIONS, SHAPES, Value
from printnplay.faces.template_calls import Signature
from printnplay.faces.template_marks import Output, Part, Tag, arguments
from printnplay.faces.template_numbers import Names, parsed, value_of
from printnplay.faces.template_places import CODE


class Reading(Struct, frozen=True):
    """What the source of a box says; `why` is why it cannot be changed, empty if it can."""

    kind: str
    label: str
    shape: str = ""
    values: tuple[Value, ...] = ()
    options: tuple[Value, ...] = ()
    why: str = ""


def read_element(source: str, tag: Tag, names: Names) -> Reading:
    """Return the numbers and options of an element, by its attributes."""
    there = {part.name: part for part in tag.parts}
    gap = Part("", tag.inner, tag.inner, tag.inner, tag.inner)
    shape, changeable = ELEMENTS[tag.name]

    def read(name: str) -> Value:
        return _of_attribute(source, name, there.get(name, gap), names)

    why = "statements stand among its attributes" if tag.mixed else ""
    if shape is NONE:
        why = f"a `<{tag.name}>` has points and no box: change them in the file"
    label = _text(source, there["href"]) if "href" in there else ""
    values = tuple(map(read, (*shape[1], *shape[2])))
    return Reading(tag.name, label, shape[0], values, tuple(map(read, changeable)), why)


def _of_attribute(source: str, name: str, part: Part, names: Names) -> Value:
    if part.end == part.begin:
        return Value(name, "", part, 0.0)
    text = _text(source, part)
    whole = CODE.fullmatch(text)
    if whole is None:
        number = value_of(text, {}) if re.fullmatch(r"\s*[-+.\d]+\s*", text) else None
        return Value(name, text, replace(part, name=name), number)
    code = whole[1].strip()
    start = part.start + text.index(code, whole.start(1))
    inner = Part(name, start, start + len(code), part.begin, part.stop)
    return Value(name, code, inner, value_of(code, names), is_code=True)


def _text(source: str, part: Part) -> str:
    return source[part.start : part.end]


def read_call(source: str, mark: Output, calls: Mapping[str, Signature], names: Names) -> Reading:
    """Return the numbers and options of a call, by its arguments.

    Args:
        source: the source of the template.
        mark: the output that calls.
        calls: what a template can call.
        names: the numbers that it knows.
    """
    call = parsed(mark.code)
    name = _name_of(call)
    if not isinstance(call, nodes.Call) or not name or call.dyn_args or call.dyn_kwargs:
        return Reading("", mark.code, why="it is not a plain call of a function")
    end = mark.at + mark.code.rindex(")")
    given = arguments(source, mark.at + mark.code.index("(") + 1, end)
    signature = calls.get(name)
    label = _text(source, given[0]) if given else ""
    if signature is None or len(given) != len(call.args) + len(call.kwargs):
        return Reading(name, label, why=f"`{name}` is not a function or macro that the page knows")
    order = [*signature]
    named = _named(given, order)
    shape, numbers = _shape_of(signature, named)
    gap = _gap(source, end)

    def read(one: str, default: float | None) -> Value:
        return _of_argument(source, one, named.get(one, gap), default, names)

    others = (one for one in OPTIONS if one in signature and one not in numbers)
    return Reading(
        name,
        "" if order and order[0] in numbers else label,
        shape,
        tuple(read(one, signature[one] or 0.0) for one in numbers),
        tuple(read(one, None) for one in others),
        "" if shape else f"`{name}` has no place or size: change it in the file",
    )


def _named(given: Sequence[Part], order: Sequence[str]) -> dict[str, Part]:
    """Return the arguments of a call by the names of its parameters."""
    places = (int(one.name) if one.name.isdecimal() else -1 for one in given)
    return {
        (one.name if at < 0 else order[at]): one
        for at, one in zip(places, given, strict=True)
        if at < len(order)
    }


def _of_argument(source: str, name: str, part: Part, default: float | None, names: Names) -> Value:
    if part.end == part.begin:
        return Value(name, "", part, default, is_code=True)
    code = _text(source, part)
    return Value(name, code, part, value_of(code, names), is_code=True)


def _name_of(call: nodes.Node | None) -> str:
    """Return the name of what is called: `textbox`, `frame.plate`."""
    if isinstance(call, nodes.Call):
        match call.node:
            case nodes.Name(name=name):
                return str(name)
            case nodes.Getattr(node=nodes.Name(name=owner), attr=name):
                return f"{owner}.{name}"
    return ""


def _shape_of(signature: Signature, given: Container[str]) -> tuple[str, Sequence[str]]:
    """Return the shape of a call and the names of its numbers; empty if it has no place."""
    for kind, place, size in SHAPES:
        names = (*place, *size)
        if signature.keys() >= {*names}:
            is_known = all(one in given or signature[one] is not None for one in names)
            return (kind, names) if is_known else ("", ())
    return "", ()


def _gap(source: str, end: int) -> Part:
    """Return the place for another argument of a call that ends there."""
    last = len(source[:end].rstrip().removesuffix(",").rstrip())
    return Part("", last, last, last, last)
