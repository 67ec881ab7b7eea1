"""The style of a game as a style sheet: light and dark colours, type, and panels.

The style sheets that ship beside this module define the layout without colours and fonts: they use
custom properties that this module writes. Colours are adjusted until text is readable: luminance
and contrast are those of WCAG 2.2 ("relative luminance", "contrast ratio").
"""

from collections.abc import Iterable, Iterator, Mapping
from colorsys import rgb_to_hls
from pathlib import Path

from msgspec import Struct

from printnplay.files.door import read_text
from printnplay.game.rulebook import NoteBlock, Outline, SidebarBlock
from printnplay.kernel.inlines import BUILT_IN, InlineStyle
from printnplay.kernel.luminance import (
    READABLE,
    STEPS,
    channels,
    contrast,
    hex_of,
    luminance,
    readable,
)
from printnplay.rulebook.screen.markup import as_id
from printnplay.scene.style import PanelLook, Style, TextStyle

TYPE = (
    *("body", "heading", "subheading", "minor-heading", "caption", "table", "table-head"),
    *("table-number", "list", "note", "note-title", "sidebar", "sidebar-title", "quote"),
    *("code", "quote-by", "turn", "turn-title", "turn-number", "part", "count", "cover-title"),
)
"""The text styles of pages."""

ON_PANELS: Mapping[str, str] = {
    "heading": "heading",
    "note": "note",
    "note-title": "note",
    "sidebar": "sidebar",
    "sidebar-title": "sidebar",
    "turn": "turn",
    "turn-title": "turn",
    "turn-number": "turn-number",
    "quote": "quote",
    "quote-by": "quote",
    "code": "code",
    "table-head": "table",
    "count": "components",
}
"""The text styles on panels."""

CONTENT = "content.css"
"""The style sheet of blocks, for HTML and EPUB."""
SCREEN = "screen.css"
"""The style sheet of the page layout, in a browser and on paper."""

_GENERIC = "system-ui, sans-serif"
_LARGEST_SHEET = 100_000
"""The most characters of a style sheet of ours: far more than the largest (`screen.css`), so that a
damaged file is detected. A guess."""

CLEAR = 7.0
"""The contrast of ink with the background of figures in dark mode (WCAG 2.2, 1.4.6): more than
that of text, since figures have lighter inks, too."""

VISIBLE = 3.0
"""The least contrast of non-text content (WCAG 2.2, 1.4.11)."""

_LIGHT = 0.25
"""The luminance above which a background is a tint, which becomes a shade in dark mode: black on it
has a contrast of at least 6:1, white of at most 3.5:1."""


def sheet(name: str) -> str:
    """Return a style sheet that ships with the tool."""
    return read_text(Path(__file__).with_name(name), _LARGEST_SHEET)


def look_of(style: Style, own: Iterable[str] = (), *, dark: bool = True) -> str:
    """Return the style sheet of a game: custom properties of colours and type.

    `own` are the colours that blocks name instead of the style's.
    """
    own = tuple(own)
    rules = [_root(_day(style, own), "light")]
    if dark:
        night_colours = _root(_night(style, own), "dark")
        rules.append(f"@media screen and (prefers-color-scheme: dark) {{\n{night_colours}}}\n")
    rules += [_root(_type(style, name)) for name in TYPE]
    rules += [_inline(inline) for inline in style.inlines.values()]
    rules += [_root(_panel(name, look)) for name, look in style.pages.panels.items()]
    return "".join(rules)


def band_of(style: Style, selector: str) -> str:
    """Return the rules of a band in the look of a game, on a page in another: colours and type."""
    tint, accent = (style.colours.get(name, "#ffffff") for name in ("accent-light", "accent"))
    night = shade(tint)
    paper = style.colours.get("paper", "#ffffff")
    rules = [
        _root(_on_band(tint, readable(_colour(style, "body"), tint), accent), selector=selector),
        _root({**_type(style, "cover-title"), **_type(style, "body")}, selector=selector),
    ]
    dark = _root(_on_band(night, readable(moon(paper), night), accent), selector=selector)
    return "".join((*rules, f"@media screen and (prefers-color-scheme: dark) {{\n{dark}}}\n"))


def _on_band(ground: str, ink: str, accent: str) -> Mapping[str, str]:
    return {"band": ground, "on-band": ink, "strong": readable(accent, ground)}


class _Light(Struct, frozen=True):
    """A colour scheme: the page background, the text colour, and the backgrounds of panels."""

    ground: str
    ink: str
    is_night: bool

    def panel(self, colour: str) -> str:
        return shade(colour) if self.is_night else colour


def _day(style: Style, own: Iterable[str]) -> Mapping[str, str]:
    ground = style.colours.get("paper", "#ffffff")
    return _colours(style, own, _Light(ground, _colour(style, "body"), is_night=False))


def _night(style: Style, own: Iterable[str]) -> Mapping[str, str]:
    ink = _colour(style, "body")
    light = _Light(night(ink), moon(style.colours.get("paper", "#ffffff")), is_night=True)
    return _colours(style, own, light)


def _colours(style: Style, own: Iterable[str], light: _Light) -> Mapping[str, str]:
    """Return colours by property name: backgrounds, edges, and the text on them."""
    grounds = {"": light.ground, **_grounds(style, light)}
    texts = {}
    for name in TYPE:
        kind = ON_PANELS.get(name, "")
        kind = kind if kind in grounds else ""
        texts[name], grounds[kind] = on_ground(_text(style, name, light), grounds[kind])
    colours = {
        "ground": light.ground,
        **texts,
        **{f"{kind}-ground": ground for kind, ground in grounds.items() if kind},
        **dict(_edges(style, light, grounds)),
        "line": light.panel(style.colours.get("line", "#999999")),
        "link": readable(_colour(style, "subheading"), light.ground),
        "plate": _plate(style, light),
        **{
            f"inline-{as_id(name)}": readable(style.colours[inline.colour], light.ground)
            for name, inline in style.inlines.items()
            if inline.colour in style.colours
        },
    }
    for name in own:
        colour = style.colours.get(name, light.ink)
        colours[f"own-ground-{as_id(name)}"] = readable(light.panel(colour), texts["sidebar"])
        colours[f"own-edge-{as_id(name)}"] = colour
    return colours


def _plate(style: Style, light: _Light) -> str:
    """Return the background of figures, which are drawn for the style's paper."""
    paper = style.colours.get("paper", "#ffffff")
    return dusk(paper, _colour(style, "body")) if light.is_night else paper


def _grounds(style: Style, light: _Light) -> Mapping[str, str]:
    """Return the backgrounds of the panels that have one."""
    return {
        kind: light.panel(style.colours[look.ground])
        for kind, look in style.pages.panels.items()
        if look.ground
    }


def _edges(style: Style, light: _Light, grounds: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the colours of edges; in dark mode, adjusted to be visible."""
    for kind, look in style.pages.panels.items():
        if look.edge:
            edge = style.colours[look.edge]
            behind = grounds.get(kind, light.ground)
            yield f"{kind}-edge", readable(edge, behind, VISIBLE) if light.is_night else edge


def _text(style: Style, name: str, light: _Light) -> str:
    """Return the colour of text; in dark mode, body text is light on any background."""
    colour = _colour(style, name)
    return light.ink if light.is_night and colour == _colour(style, "body") else colour


def _colour(style: Style, name: str) -> str:
    text = style.text.get(name) or style.text["body"]
    return text.colour if text.colour.startswith("#") else style.colours.get(text.colour, "#000000")


def own_colours(outline: Outline) -> Iterator[str]:
    """Yield the colours that blocks name instead of the style's, each once."""
    blocks = (
        block for block in outline.printed_blocks if isinstance(block, NoteBlock | SidebarBlock)
    )
    yield from dict.fromkeys(block.colour for block in blocks if block.colour)


def _root(values: Mapping[str, str], scheme: str = "", selector: str = ":root") -> str:
    """Return custom properties, of the whole page by default; `scheme` is its `color-scheme`."""
    lines = [f"color-scheme: {scheme};"] if scheme else []
    lines += [f"--{name}: {value};" for name, value in values.items()]
    return f"{selector} {{ {' '.join(lines)} }}\n"


def _type(style: Style, name: str) -> Mapping[str, str]:
    """Return the type properties of a text style; sizes are relative to the body's."""
    body = style.text["body"]
    text = style.text.get(name, body)
    family = ", ".join(f'"{family}"' for family in (text.family, *text.fallback))
    return {
        f"{name}-family": f"{family}, {_GENERIC}",
        f"{name}-weight": str(text.weight),
        f"{name}-bold": str(text.bold),
        f"{name}-size": f"{text.size / body.size:.3f}rem",
        f"{name}-leading": f"{_leading(text):.2f}",
        f"{name}-slant": "italic" if text.italic else "normal",
    }


def _inline(inline: InlineStyle) -> str:
    """Return the rule of an inline style; none for the built-in ones, which are elements."""
    if inline == BUILT_IN.get(inline.name) and not inline.code:
        return ""
    lines = [*["underline"] * inline.underline, *["line-through"] * inline.strike]
    slant = {None: "", True: "italic", False: "normal"}[inline.italic]
    upright = inline.family and inline.italic is None
    values = {
        "font-family": f'"{inline.family}", monospace' if inline.family else "",
        "color": inline.colour and f"var(--inline-{as_id(inline.name)})",
        "font-weight": str(inline.weight or ""),
        "font-size": "" if inline.size == 100 else f"{inline.size}%",
        "font-style": "normal" if upright else slant,
        "font-variant-caps": "small-caps" if inline.small_caps else "",
        "text-decoration-line": " ".join(lines),
        # Lines do not move apart for larger words, as on pages.
        "line-height": "" if inline.size == 100 else "1",
    }
    said = " ".join(f"{name}: {value};" for name, value in values.items() if value)
    return f".inline-{as_id(inline.name)} {{ {said} }}\n"


def _leading(text: TextStyle) -> float:
    """Return the line height: larger on a screen, whose lines are longer."""
    return text.leading / text.size * (1.08 if text.leading > text.size * 1.3 else 1)


def _panel(name: str, look: PanelLook) -> Mapping[str, str]:
    """Return the edge, corner and padding properties of a panel."""
    side = {"all": "border", "side": "start", "below": "below"}[look.edges]
    room = f"{look.padding / 1000 * 5:.1f}px"
    return {
        f"{name}-{side}": f"{look.width / 1000 * 4:.1f}px",
        f"{name}-radius": f"{look.radius / 1000 * 4:.1f}px",
        f"{name}-room": room,
        # A panel with only a line below begins where the text does.
        f"{name}-inset": room if look.ground or look.edges != "below" else "0px",
    }


def on_ground(colour: str, ground: str) -> tuple[str, str]:
    """Return text and background, one of them changed to be readable; black and white stay."""
    if contrast(colour, ground) < READABLE and luminance(colour) in (0.0, 1.0):
        return colour, readable(ground, colour)
    return readable(colour, ground), ground


def shade(colour: str) -> str:
    """Return the dark background that replaces a light one in dark mode."""
    if luminance(colour) <= _LIGHT:
        return colour
    hue, _, saturation = rgb_to_hls(*channels(colour))
    return hex_of(hue, 0.17, min(saturation, 0.42))


def night(ink: str) -> str:
    """Return the page background in dark mode: nearly black, with a touch of the ink's colour."""
    hue, _, saturation = rgb_to_hls(*channels(ink))
    return hex_of(hue, 0.085, min(saturation, 0.3))


def dusk(paper: str, ink: str) -> str:
    """Return the background of figures in dark mode: as dark as their ink is well readable on it.

    >>> dusk("#ffffff", "#2b1510")
    '#b9a09a'
    """
    if luminance(paper) <= _LIGHT:
        return paper
    hue, lightness, saturation = rgb_to_hls(*channels(ink))
    for step in range(STEPS + 1):
        ground = hex_of(hue, lightness + (1 - lightness) * step / STEPS, min(saturation, 0.18))
        if contrast(ink, ground) >= CLEAR:
            break
    return ground


def moon(paper: str) -> str:
    """Return the text colour in dark mode: nearly white, with a touch of the paper's colour."""
    hue, _, saturation = rgb_to_hls(*channels(paper))
    return hex_of(hue, 0.91, min(saturation, 0.3))
