"""Elements of HTML at their places, and their styles as nodes of Taffy, which lays them out."""

import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from msgspec import Struct, field
from stretchable import Node
from stretchable import Style as Declared
from stretchable.style.geometry.size import SizeAvailableSpace, SizePoints

from printnplay.importing.css_values import SIDES, Style, borders, pixels, ratio_of
from printnplay.importing.html_areas import Area
from printnplay.importing.values import Run

# What it cannot read is left out; it would be logged.
logging.getLogger("stretchable").setLevel(logging.CRITICAL)

Room = tuple[float | None, float | None]
"""The width and height in pixels of what an element is in; None where they follow from content."""
Measured = Callable[[float | None, float | None], tuple[float, float]]
"""Returns the size of a content for its width, and for the most width that it may have."""

_LENGTHS = {
    **dict.fromkeys(("width", "min-width", "max-width", "left", "right", "flex-basis"), 0),
    **dict.fromkeys(("height", "min-height", "max-height", "top", "bottom"), 1),
    **{f"{kind}-{side}": 0 for kind in ("margin", "padding") for side in SIDES},
    "column-gap": 0,
    "row-gap": 1,
}
"""Properties that are lengths, with the side that a percentage in a sum is one of."""
_TRACKS = ("grid-template-columns", "grid-template-rows", "grid-auto-columns", "grid-auto-rows")
_WORDS = (
    "flex-direction", "flex-wrap", "flex-grow", "flex-shrink", "align-items", "align-self",
    "align-content", "justify-items", "justify-self", "justify-content", "overflow", "position",
    "grid-auto-flow", "grid-column", "grid-row",
)  # fmt: skip
_OTHER_WORDS = {
    "left": "start", "right": "end", "safe center": "center", "fixed": "absolute",
    "content-box": "content", "border-box": "border",
}  # fmt: skip


_PROBE = Node()
"""Takes a style, if Taffy understands it."""
_FREE: list[Node] = []
"""Nodes of earlier faces: Taffy keeps those that it has made."""


def node(style: Style, font: float, room: Room, measured: Measured | None = None) -> Node:
    """Return a node for a style; `measured` is the size of what is in it."""
    found = _FREE.pop() if _FREE else Node()
    found.style = _declared("; ".join(_declarations(style, font, room)))
    found.measure = partial(_measure, measured) if measured else None
    return found


def free(parent: Node) -> None:
    """Take a node apart for later faces, with all in it."""
    for kid in parent:
        free(kid)
    del parent[:]
    _FREE.append(parent)


def _measure(
    measured: Measured, _: Node, known: SizePoints, room: SizeAvailableSpace
) -> SizePoints:
    width, height = known.width.value, known.height.value
    most = room.width.value if room.width.scale == 1 else 0.0 if room.width.scale == 3 else None
    wide, high = measured(None if width != width else width, most)
    return SizePoints(wide if width != width else width, high if height != height else height)


@lru_cache(10_000)
def _declared(said: str) -> Declared:
    """Return declarations as the style of a node; without any, if one of them cannot be read."""
    try:
        _PROBE.style = Declared.from_inline(said)
    except (KeyError, ValueError, TypeError, AttributeError, OverflowError):
        return Declared()
    return _PROBE.style


def _declarations(style: Style, font: float, room: Room) -> Iterable[str]:
    display = style.get("display", "block")
    kind = next((one for one in ("flex", "grid") if display.endswith(one)), "block")
    yield f"display: {kind}"
    yield f"box-sizing: {_OTHER_WORDS.get(style.get('box-sizing', ''), 'border')}"
    for side, width in zip(SIDES, borders(style, font), strict=True):
        yield f"border-{side}-width: {width}px"
    if ratio := ratio_of(style.get("aspect-ratio", "")):
        yield f"aspect-ratio: {ratio}"
    # Taffy takes shares of these by another side than CSS.
    wrong = [f"padding-{side}" for side in SIDES]
    wrong += ["top", "bottom"] if style.get("position") == "relative" else []
    found = {
        name: _length(style.get(name, ""), room[at], font, is_fixed=name in wrong)
        for name, at in _LENGTHS.items()
    }
    found |= {name: _tracks(style.get(name, ""), font) for name in _TRACKS}
    found |= {name: _OTHER_WORDS.get(one := style.get(name, ""), one) for name in _WORDS}
    if found["overflow"] == "auto":
        found["overflow"] = "hidden"
    for side in ("columns", "rows"):
        # Without tracks of its own, a grid has one of `auto` here.
        found[f"grid-template-{side}"] = (
            found[f"grid-template-{side}"] or found[f"grid-auto-{side}"]
        )
    is_placed = found["position"] in ("relative", "absolute")
    for name, value in found.items():
        if value and (is_placed or name not in SIDES) and _is_read(name, value):
            yield f"{name}: {value}"


@lru_cache(10_000)
def _is_read(name: str, value: str) -> bool:
    """Return whether a declaration can be read, and makes no huge grid."""
    is_huge = name.startswith("grid") and re.search(r"(^|[^\d.])\d{3,}(?![\d.]*(px|%))", value)
    return not is_huge and _declared(f"{name}: {value}") != Declared()


def lengths_lost(style: Style, room: Room, font: float) -> Iterator[str]:
    """Yield the properties with a length whose unit is unknown, or with names of lines."""
    yield from (name for name in _TRACKS if "[" in style.get(name, ""))
    for name, at in _LENGTHS.items():
        found = pixels(style.get(name, ""), room[at], font)
        if found is not None and found != found:
            yield name


def _length(value: str, base: float | None, font: float, *, is_fixed: bool = False) -> str:
    """Return a length in pixels or percent, or `auto`; empty if it is none of them."""
    is_share = re.fullmatch(r"-?[\d.]+%", value) and (base is None or not is_fixed)
    if is_share or value == "auto":
        return value
    found = pixels(value, base, font)
    return "" if found is None or found != found else f"{found}px"


def _tracks(value: str, font: float) -> str:
    """Return the sizes of columns or rows, lengths in pixels."""
    plain = re.sub(r"\[[^\]]*\]", "", value)
    found = re.sub(
        r"(?<![\w.-])[\d.]+(?!fr\b)[a-z]+\b",
        lambda one: _length(one[0], None, font) or one[0],
        plain,
    )
    return " ".join(re.sub(r"\s*,\s*", ",", found).split())


UNKNOWN: Mapping[str, str] = {
    "box-shadow": "draw the shadow as a shape in the template",
    "text-shadow": "set `shadow` of the style in style.yaml",
    "-webkit-text-stroke": "set `outline` of the style in style.yaml",
    "filter": "edit the picture, and save it in art",
    "backdrop-filter": "edit the picture, and save it in art",
    "mix-blend-mode": "merge the pictures in a drawing program",
    "clip-path": "cut it with a <clipPath> in the template",
    "mask-image": "cut it with a <mask> in the template",
    "float": "place the box in the template",
    "writing-mode": 'write `direction="vertical"` at textbox() in the template',
    "column-count": "write `columns=` at textbox() in the template",
    "outline": "draw it in the template",
    "text-indent": "place the box in the template",
    "letter-spacing": "place the letters in the template",
}
"""Properties that are not taken over, with what to do by hand."""
USUAL = frozenset({"none", "normal", "auto", "", "unset", "initial", "0", "0px", "0em"})
"""Values of these properties that change nothing."""

_ALIGNS = {
    **dict.fromkeys(("center", "safe center"), "centre"),
    **dict.fromkeys(("right", "end", "flex-end"), "right"),
    **dict.fromkeys(("left", "start", "flex-start"), "left"),
}
_VALIGNS = {"left": "top", "centre": "middle", "right": "bottom"}
FREE = ("absolute", "fixed")
PLACED = ("relative", *FREE)


class Laid(Struct, eq=False):
    """An element at its place: the corner, width and height of its border box, in pixels.

    A text between elements has no element of its own. `edge`, which is border and padding, is top,
    right, bottom, left.
    """

    key: str
    style: Style
    font: float
    element: Any = None
    node: Any = None
    edge: Sequence[float] = (0.0, 0.0, 0.0, 0.0)
    room: Room = (None, None)
    x: float = 0
    y: float = 0
    width: float = 0
    height: float = 0
    kids: list["Laid"] = field(default_factory=list)
    runs: list[Run] = field(default_factory=list)
    source: str = ""
    picture: str = ""
    align: str = ""
    valign: str = ""

    @property
    def area(self) -> Area:
        """The border box."""
        return Area(self.x, self.y, self.width, self.height)

    def move(self, across: float, down: float) -> None:
        """Move the element with all in it."""
        self.x += across
        self.y += down
        for kid in self.kids:
            kid.move(across, down)


def aligned(style: Style) -> tuple[str, str]:
    """Return where a flex box has its only text."""
    is_grid = style["display"].endswith("grid")
    both = (("justify-items", "justify-content"), ("align-items", "align-content"))
    main, cross = (
        next((_ALIGNS[said] for one in each if (said := style.get(one)) in _ALIGNS), "")
        for each in (both if is_grid else (["justify-content"], ["align-items"]))
    )
    if style.get("flex-direction", "").startswith("column"):
        main, cross = cross, main
    return main, _VALIGNS.get(cross, "")
