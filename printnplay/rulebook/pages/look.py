"""The page properties of a style, and their defaults: text styles, panels, margins."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from printnplay.kernel.geometry import Point, Rect, Size, Um, mm, pt
from printnplay.rulebook.pages.strips import Strip
from printnplay.scene.sheet import Item, LineKind, Panel, Stroke, shifted
from printnplay.scene.style import PageMargins, PanelLook, Style, TextStyle

RULE: LineKind = "rule"
RULE_COLOUR = "line"
"""The style colour of thin rules and outlines; black if the style lacks it."""

HAIRLINE: Um = mm(0.2)
"""The thickness of thin rules and outlines: twice the thinnest stroke that prints whole (`THINNEST`
in `svg/lint.py`)."""


class StandIn(NamedTuple):
    """A default for a text style that a style lacks: like another one except for some values."""

    like: str
    bold: bool = False
    changes: Mapping[str, Any] = {}


STAND_INS: Mapping[str, StandIn] = {
    "minor-heading": StandIn("body", bold=True, changes={"before": pt(5), "after": pt(1)}),
    "margin-note": StandIn("caption", changes={"align": "left", "before": 0, "after": 0}),
    "note": StandIn("body", changes={"after": pt(3)}),
    "note-title": StandIn("subheading", changes={"before": 0}),
    "sidebar": StandIn("body", changes={"after": pt(3)}),
    "sidebar-title": StandIn("subheading", changes={"before": 0}),
    "quote": StandIn("body", changes={"italic": True}),
    "quote-by": StandIn("caption", changes={"before": 0, "after": 0, "align": "right"}),
    "code": StandIn("body", changes={"before": 0, "after": 0, "align": "left", "hyphenate": False}),
    "turn": StandIn("list", changes={"after": 0}),
    "turn-title": StandIn("subheading", changes={"before": 0}),
    "turn-number": StandIn("table-number", changes={"align": "centre"}),
    "table-head": StandIn("table", bold=True),
    "contents": StandIn("table"),
    "index": StandIn("table", changes={"before": 0, "after": pt(2)}),
    "part": StandIn("caption", bold=True, changes={"align": "left", "before": 0, "after": 0}),
    "count": StandIn("subheading", changes={"before": 0, "after": 0}),
    "running-head": StandIn("folio", changes={"align": "left"}),
}
"""Optional text styles, and the default for each."""


def text_style(style: Style, name: str) -> TextStyle | None:
    """Return the text style of this name or its default; None if there is neither."""
    own = style.text.get(name)
    if own is not None or name not in STAND_INS:
        return own
    stand_in = STAND_INS[name]
    like = style.text.get(stand_in.like)
    if like is None:
        return None
    weight = like.bold if stand_in.bold else like.weight
    return replace(like, weight=weight, **stand_in.changes)


def completed(style: Style) -> Style:
    """Return the style with defaults for everything it lacks."""
    text = {name: own for name in STAND_INS if (own := text_style(style, name)) is not None}
    names = {*STAND_IN_PANELS, *style.pages.panels}
    panels = {name: look for name in sorted(names) if (look := panel_look(style, name)) is not None}
    pages = replace(style.pages, panels=panels)
    return replace(style, text={**style.text, **text}, pages=pages)


def scaled(style: TextStyle, scale: float) -> TextStyle:
    """Return the style scaled, but no smaller than its minimum."""
    share = max(scale, style.minimum / style.size)
    return replace(
        style,
        size=round(style.size * share),
        leading=round(style.leading * share),
        before=round(style.before * share),
        after=round(style.after * share),
    )


_PADDED: Um = mm(3)
"""The padding of panels in styles without any: about two thirds of a line of body text. A guess."""

STAND_IN_PANELS: Mapping[str, PanelLook] = {
    "note": PanelLook("accent-light", "accent", mm(1), "side", 0, _PADDED),
    "sidebar": PanelLook("mist", "", 0, "all", mm(2), _PADDED),
    "code": PanelLook("mist", "", 0, "all", mm(1), mm(2)),
    "turn": PanelLook("", RULE_COLOUR, mm(0.5), "all", mm(2), _PADDED),
    "quote": PanelLook("", RULE_COLOUR, mm(1), "side", 0, _PADDED),
}
"""Default panel looks; a colour that a style lacks is left out."""


def panel_look(style: Style, name: str) -> PanelLook | None:
    """Return the panel of a kind of block; None if it has none."""
    look = style.pages.panels.get(name) or STAND_IN_PANELS.get(name)
    if look is None:
        return None
    ground = look.ground if look.ground in style.colours else ""
    edge = look.edge if look.edge in style.colours else ""
    return replace(look, ground=ground, edge=edge, width=look.width if edge else 0)


def inset(look: PanelLook | None) -> tuple[Um, Um]:
    """Return the padding of a panel at the start and at the end of lines."""
    if look is None:
        return 0, 0
    edge = 0 if look.edges == "below" else look.width
    return look.padding + edge, look.padding + (edge if look.edges == "all" else 0)


def on_panel(
    strip: Strip, look: PanelLook, style: Style, width: Um, *, right_to_left: bool = False
) -> Strip:
    """Return a strip on its panel, which is as wide as the column."""
    left, right = inset(look)
    if right_to_left:
        left, right = right, left
    foot = look.padding + (0 if look.edges == "side" else look.width)
    head = look.padding + (look.width if look.edges == "all" else 0)
    if look.edges == "below" and not look.ground:
        left, head, foot = 0, 0, look.padding + look.width
    height = head + strip.height + foot
    behind = _ground(look, style, Rect(0, 0, width, height), right_to_left=right_to_left)
    items = (*behind, *shifted(strip.items, left, head))
    return replace(strip, height=height, items=items, elastic=None)


def _ground(look: PanelLook, style: Style, rect: Rect, *, right_to_left: bool) -> tuple[Item, ...]:
    fill = style.colours.get(look.ground, "")
    edge = style.colours.get(look.edge, "")
    if look.edges == "all" or not edge:
        inner = rect.grown(-look.width // 2)
        return (Panel(inner, fill, edge, look.width, look.radius),) if fill or edge else ()
    ground = (Panel(rect, fill, radius=look.radius),) if fill else ()
    if look.edges == "below":
        bar = Rect(rect.x, rect.bottom - look.width, rect.width, look.width)
    else:
        x = rect.right - look.width if right_to_left else rect.x
        bar = Rect(x, rect.y, look.width, rect.height)
    return (*ground, Panel(bar, edge))


def rule(style: Style, y: Um, width: Um, x: Um = 0, thickness: Um = HAIRLINE) -> Stroke:
    """Return a level line in the style's colour."""
    colour = style.colours.get(RULE_COLOUR, "#000000")
    return Stroke(RULE, Point(x, y), Point(x + width, y), thickness, colour)


_USUAL = Size(mm(127), mm(190.5))
"""The page size for `_USUAL_MARGINS`: 5 x 7.5 in, that of the bundled rulebooks. Other sizes have
proportional margins."""

_USUAL_MARGINS = PageMargins(mm(12), mm(17), mm(12), mm(12))
"""The margins of the usual page: 12 mm leave room for thumbs, 17 mm below for the page number as
well. A guess: chosen by eye."""

_LEAST: Um = mm(5)
"""The least margin: the same as `MARGIN` in `imposition/papers.py`, the unprintable margin of most
home printers."""


def margins_of(style: Style, page: Size) -> PageMargins:
    """Return the margins of a page: those of the style, or in proportion to its size."""
    if style.pages.margins is not None:
        return style.pages.margins
    usual = _USUAL_MARGINS
    side = max(_LEAST, usual.inner * page.width // _USUAL.width)
    top = max(_LEAST, usual.top * page.height // _USUAL.height)
    bottom = max(2 * _LEAST, usual.bottom * page.height // _USUAL.height)
    return PageMargins(top, bottom, side, side)
