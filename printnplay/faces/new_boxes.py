"""New boxes of a template, as a person would write them."""

from collections.abc import Mapping
from string import Template
from typing import Literal

from msgspec import Struct

from printnplay.faces.box_records import Layout
from printnplay.faces.template_numbers import written

FAR = 2000.0
"""The largest distance from the corner of a face, in mm: twice the longest side of a board. A
guess."""


class NoEditError(Exception):
    """A template cannot be changed in this way; the message explains why, for users."""


class AddBox(Struct, frozen=True, tag="add", tag_field="do"):
    """Add a box on top of the others, a background below them.

    `content` is an expression for its text or picture, as `quoted` or `Content` make it. `ink` is
    the name of the colour of a text; that of its style if it is empty.
    """

    kind: Literal[
        "title", "text", "picture", "icon", "rectangle", "circle", "line", "stack", "background"
    ]
    content: str
    x: float = 0
    y: float = 0
    width: float = 0
    height: float = 0
    ink: str = ""


def quoted(text: str) -> str:
    r"""Return a text as a string of a template.

    >>> print(quoted('Say "no"'))
    "Say \"no\""
    """
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


CODES: Mapping[str, str] = {
    "title": "{{ fit_title($content, $box$ink) }}",
    "text": "{{ textbox($content, $box$ink) }}",
    "picture": '{{ art($content, $box, fit="cover") }}',
    "icon": "{{ icon($content, $x, $y, $width) }}",
    "stack": "{{ flow([$content], $box, gap=2) }}",
    "rectangle": '<rect x="$x" y="$y" width="$width" height="$height" fill="$content"/>',
    "circle": '<circle cx="$cx" cy="$cy" r="$r" fill="$content"/>',
    "line": '<line x1="$x" y1="$y" x2="$right" y2="$bottom" stroke="$content" stroke-width="0.5"/>',
    "background": '<rect x="{{ -bleed }}" y="{{ -bleed }}" width="{{ extent.width }}"'
    ' height="{{ extent.height }}" fill="$content"/>',
}
"""The code of new boxes by their kinds."""


def added(source: str, layout: Layout, edit: AddBox) -> str:
    """Return a source with a new box.

    Raises:
        NoEditError: there is no place for it.
    """
    at = layout.first if edit.kind == "background" else layout.last
    if at < 0:
        raise NoEditError("the template has no place for a new box: write it in the file")
    if not all(abs(side) <= FAR for side in (edit.x, edit.y, edit.width, edit.height)):
        raise NoEditError(f"a box is within {FAR:g} mm")
    line = "\r\n" if "\r\n" in source else "\n"
    before, after, code = source[:at], source[at:], _code_of(edit)
    if edit.kind == "background":
        return f"{before}{line}{code}{after}"
    lead = "" if before.endswith("\n") else line
    return f"{before}{lead}{code}{line}{after}"


def _code_of(edit: AddBox) -> str:
    sides = {
        "x": edit.x,
        "y": edit.y,
        "width": edit.width,
        "height": edit.height,
        "right": edit.x + edit.width,
        "bottom": edit.y + edit.height,
        "r": edit.width / 2,
        "cx": edit.x + edit.width / 2,
        "cy": edit.y + edit.width / 2,
    }
    said = {name: written(side) for name, side in sides.items()}
    box = ", ".join(said[name] for name in ("x", "y", "width", "height"))
    ink = f", colour={quoted(edit.ink)}" if edit.ink else ""
    return Template(CODES[edit.kind]).substitute(said, box=box, content=edit.content, ink=ink)
