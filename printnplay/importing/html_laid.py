"""Elements of HTML at their places."""

from collections.abc import Callable, Mapping, Sequence

from lxml.html import HtmlElement
from msgspec import Struct, field

from printnplay.importing.css_values import Style, borders, pixels, sides
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
}
"""Properties that are not taken over, with what to do by hand."""

Lose = Callable[[str, str], None]


class Laid(Struct, eq=False):
    """An element at its place: the corner, width and height of its border box, in pixels.

    A text between elements has no element of its own. `margin` and `edge`, which is border and
    padding, are top, right, bottom, left.
    """

    key: str
    style: Style
    font: float
    element: HtmlElement | None = None
    margin: Sequence[float] = (0.0, 0.0, 0.0, 0.0)
    edge: Sequence[float] = (0.0, 0.0, 0.0, 0.0)
    x: float = 0
    y: float = 0
    width: float = 0
    height: float = 0
    kids: list["Laid"] = field(default_factory=list)
    up: "Laid | None" = None
    runs: list[Run] = field(default_factory=list)
    source: str = ""
    picture: str = ""
    align: str = ""
    valign: str = ""

    def move(self, across: float, down: float) -> None:
        """Move the element with all in it."""
        self.x += across
        self.y += down
        for kid in self.kids:
            kid.move(across, down)

    def length(self, name: str, base: float | None) -> float | None:
        """Return a property in pixels; None if it is `auto`, or unknown."""
        return pixels(self.style.get(name, "auto"), base, self.font)

    def side(self, name: str, base: float | None) -> float | None:
        """Return a width or height of the border box; None if it is `auto`."""
        found = self.length(name, base)
        if found is None or not found >= 0:
            return None
        is_inner = self.style.get("box-sizing") == "content-box"
        begin, end = (1, 3) if "width" in name else (0, 2)
        return found + is_inner * (self.edge[begin] + self.edge[end])

    def limited(self, length: float, name: str, base: float | None) -> float:
        """Return a width or height within its limits."""
        most, least = self.side(f"max-{name}", base), self.side(f"min-{name}", base)
        length = length if most is None else min(length, most)
        return length if least is None else max(length, least)

    def shift(self, width: float, height: float | None) -> None:
        """Move a relative box by its offsets."""
        if self.style.get("position") == "relative":
            left, right = self.length("left", width), self.length("right", width)
            top, bottom = self.length("top", height), self.length("bottom", height)
            across = -(right or 0.0) if left is None else left
            self.move(across, -(bottom or 0.0) if top is None else top)

    def adopt(self) -> None:
        """Tell all elements within what they are in."""
        for kid in self.kids:
            kid.up = self
            kid.adopt()


def sized(style: Style, font: float) -> float:
    """Return the type size in pixels of an element in one with a size; it is inherited so."""
    said = style.get("font-size", "")
    names = {"small": 11.0, "medium": 14.0, "large": 17.0, "smaller": font / 1.2}
    found = names.get(said) or pixels(said, font, font)
    found = font if found is None or found != found else min(max(found, 1.0), 2000.0)
    style["font-size"] = f"{found}px"
    return found


def begun(element: HtmlElement, style: Style, width: float, font: float, lose: Lose) -> Laid:
    """Return an element without content, and note which of its properties are lost."""
    name = (element.get("id") or (element.get("class") or "").split(" ")[0]).strip()
    margin = [pixels(one, width, font) or 0.0 for one in sides(style, "margin")]
    padding = [max(0.0, pixels(one, width, font) or 0.0) for one in sides(style, "padding")]
    edge = [one + other for one, other in zip(padding, borders(style, font), strict=True)]
    laid = Laid(name or str(element.tag), style, font, element, margin, edge)
    for lost, todo in UNKNOWN.items():
        if style.get(lost, "none") not in ("none", "normal", "auto", "", "unset", "initial"):
            lose(f"`{lost}` of `{laid.key}`", todo)
    return laid
