"""Elements of HTML that have their places, and properties that are not taken over."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from printnplay.importing.css_values import Style
from printnplay.importing.html_nodes import Room
from printnplay.importing.html_pictures import Area
from printnplay.importing.values import Run

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
