"""Optional-content layers, to show or hide in printing and cutting software: art, text, cut lines.

Lines in spot inks overprint: what lies below them prints as if they were not there. So a cutting
table finds them, and the press ignores them.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from printnplay.pdf.drawn import drawn_by

if TYPE_CHECKING:
    import pikepdf

LAYERS = {"Art": "Art", "Text": "Text", "Lines": "Cut and fold lines"}
"""The layers: their names in content streams, and the names that PDF readers show."""

_PATH = frozenset(["m", "re"])
_PAINT = frozenset(["f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "n"])
_STROKE = frozenset(["S", "s"])
_PIXELS = frozenset(["sh", "BI", "INLINE IMAGE"])
_LINE_COLOUR = frozenset(["CS", "RG", "G", "K"])
_OVERPRINT, _PLAIN = "/Overprinting", "/NotOverprinting"


class _Group(NamedTuple):
    """Instructions that belong together, and the layer that they paint on; empty for settings."""

    instructions: Sequence[Any]
    layer: str = ""


def add_layers(document: "pikepdf.Pdf", *, layers: bool = True) -> None:
    """Split a document into layers, or only make lines in spot inks overprint."""
    groups = _declared(document) if layers else {}
    for content in drawn_by(page.obj for page in document.pages).contents:
        _rewrite(document, content, groups)


def _declared(document: "pikepdf.Pdf") -> dict[str, Any]:
    """Register the layers with the document, all of them visible, and return them."""
    import pikepdf

    groups = {
        name: document.make_indirect(
            pikepdf.Dictionary(Type=pikepdf.Name.OCG, Name=pikepdf.String(shown))
        )
        for name, shown in LAYERS.items()
    }
    every = pikepdf.Array(groups.values())
    document.Root["/OCProperties"] = pikepdf.Dictionary(
        OCGs=every, D=pikepdf.Dictionary(Name=pikepdf.String("Layers"), Order=every, ON=every)
    )
    return groups


def _rewrite(document: "pikepdf.Pdf", content: Any, layers: dict[str, Any]) -> None:
    """Mark everything that a page or form paints with its layer."""
    import pikepdf

    resources = content.get("/Resources")
    if resources is None:
        return
    is_form = isinstance(content, pikepdf.Stream)
    instructions = pikepdf.parse_content_stream(content if is_form else pikepdf.Page(content))
    forms = {
        name
        for name, item in (resources["/XObject"].items() if "/XObject" in resources else ())
        if item.get("/Subtype") == "/Form"
    }
    spots = {
        name
        for name, space in (resources["/ColorSpace"].items() if "/ColorSpace" in resources else ())
        if isinstance(space, pikepdf.Array) and space[0] == pikepdf.Name.Separation
    }
    pieces, current = [], ""
    for group in _groups(instructions, forms, spots):
        if layers and group.layer != current and (group.layer or _paints(group, forms)):
            pieces += [b"EMC"] if current else []
            pieces += [f"/OC /{group.layer} BDC".encode()] if group.layer else []
            current = group.layer
        pieces += [_said(instruction, spots) for instruction in group.instructions]
    pieces += [b"EMC"] if current else []
    written = b"\n".join(pieces)
    if is_form:
        content.write(written)
    else:
        content["/Contents"] = document.make_stream(written)
    if layers:
        resources["/Properties"] = pikepdf.Dictionary(
            {f"/{name}": group for name, group in layers.items()}
        )
    if spots:
        states = resources.get("/ExtGState", pikepdf.Dictionary())
        states[_OVERPRINT] = pikepdf.Dictionary(OP=True, OPM=1)
        states[_PLAIN] = pikepdf.Dictionary(OP=False, OPM=0)
        resources["/ExtGState"] = states


def _groups(instructions: Sequence[Any], forms: set[str], spots: set[str]) -> Iterator[_Group]:
    """Yield the instructions in groups: a text, a path and its painting, or a single setting."""
    in_spot, saved = False, list[bool]()
    start = 0
    while start < len(instructions):
        first = str(instructions[start].operator)
        end = start + 1
        if first in _PATH or first == "BT":
            end = _end(instructions, start, _PAINT if first in _PATH else frozenset(["ET"]))
        elif first == "q":
            saved.append(in_spot)
        elif first == "Q" and saved:
            in_spot = saved.pop()
        elif first in _LINE_COLOUR:
            in_spot = _sets_spot(instructions[start], spots)
        group = instructions[start:end]
        yield _Group(group, _layer(group, forms, in_spot=in_spot))
        start = end


def _layer(group: Sequence[Any], forms: set[str], *, in_spot: bool) -> str:
    """Return the layer that a group paints on; none for settings, clips and forms.

    Forms have their own layers.

    `in_spot` is whether the stroke colour is a spot ink.
    """
    first, last = str(group[0].operator), str(group[-1].operator)
    if first == "BT":
        return "Text"
    if first in _PATH and last != "n":
        return "Lines" if in_spot and last in _STROKE else "Art"
    is_picture = first == "Do" and str(group[0].operands[0]) not in forms
    return "Art" if is_picture or first in _PIXELS else ""


def _sets_spot(instruction: Any, spots: set[str]) -> bool:
    return str(instruction.operator) == "CS" and str(instruction.operands[0]) in spots


def _end(instructions: Sequence[Any], start: int, last: frozenset[str]) -> int:
    """Return the index after the first of these operators."""
    for index in range(start, len(instructions)):
        if str(instructions[index].operator) in last:
            return index + 1
    return len(instructions)


def _paints(group: _Group, forms: set[str]) -> bool:
    """Return whether a group without a layer draws a form, which has its own layers."""
    first = group.instructions[0]
    return str(first.operator) == "Do" and str(first.operands[0]) in forms


def _said(instruction: Any, spots: set[str]) -> bytes:
    """Write an instruction; only lines in spot inks overprint."""
    import pikepdf

    written = pikepdf.unparse_content_stream([instruction])
    if not spots or str(instruction.operator) not in _LINE_COLOUR:
        return written
    state = _OVERPRINT if _sets_spot(instruction, spots) else _PLAIN
    return f"{state} gs ".encode() + written
