"""Colours and gradients of Squib."""

import re
from typing import Any

from printnplay.importing.markup import hex_colour
from printnplay.importing.ruby_values import as_text
from printnplay.importing.squib_deck import DeckDraft
from printnplay.importing.values import Gradient

_COLOURS = dict(
    re.findall(
        r"(\w+) (#\w+)",
        "gray #bebebe grey #bebebe burgundy #800020 burntorange #cc5500 azure #007fff brown #993300"
        " darkgreen #013220 gold #a57c00 green #008001 khaki #c3b091 lavender #b57edc"
        " mediumaquamarine #66ddaa moccasin #faebd7 orange #ff6600 orangered #ff681f plum #8e4585"
        " royalblue #002366 sienna #882d17 violet #8f00ff maroon #b03060 purple #a020f0"
        " amber #ffbf00 apricot #fbceb1 babyblue #89cff0 bloodred #660000 brickred #cb4154"
        " bronze #88540b cerulean #007ba7 charcoal #36454f cobaltblue #0047ab copper #b87333"
        " cream #fffdd0 darkbrown #654321 darkpurple #301934 denim #1560bd ebony #555d50"
        " eggplant #614051 emerald #50c878 jade #00a86b lemon #fff700 lightbrown #b5651d"
        " lilac #c8a2c8 mauve #e0b0ff mint #3eb489 mustard #ffdb58 navyblue #000080"
        " ochre #cc7722 peach #ffe5b4 periwinkle #ccccff raspberry #e30b5c rose #ff007f"
        " ruby #e0115f rust #b7410e sage #bcb88a sand #c2b280 sapphire #0f52ba"
        " scarlet #ff2400 sepia #704214 tangerine #f28500 taupe #483c32 ultramarine #120a8f"
        " vermilion #e34234 wine #722f37",
    )
)
"""Colours of Cairo 1.16 that CSS has not, or otherwise: the usual ones of 1,500."""


_PLACE = r"\(([^,()]+),([^,()]+)(?:,([^,()]+))?\)\s*"
_GRADIENT = re.compile(rf"{_PLACE}{_PLACE}(.+)", re.DOTALL)
_STOP = re.compile(r"([^\s@]+)@(\d*\.?\d+)")


def paint(deck: DeckDraft, said: Any, line: int) -> str | Gradient:
    """Return a colour of Squib; a gradient is one, too."""
    text = as_text(said).strip()
    custom = deck.script.config.get("custom_colors")
    if isinstance(custom, dict):
        text = str(custom.get(text, text))
    if match := _GRADIENT.fullmatch(text):
        return _gradient(deck, match, line)
    return colour(deck, text, line)


def _gradient(deck: DeckDraft, match: re.Match[str], line: int) -> Gradient:
    """Return a gradient: its places are pixels, and radial with a third number each."""
    ends = zip(match.groups()[:6], "xyrxyr", strict=True)
    x1, y1, r1, x2, y2, r2 = (deck.length(one, axis) or 0.0 for one, axis in ends)
    is_inward = r1 > r2
    if is_inward:
        x1, y1, r1, x2, y2, r2 = x2, y2, r2, x1, y1, r1
    stops = []
    for name, said in _STOP.findall(match[7]):
        offset = min(float(said), 1.0)
        offset = 1 - offset if is_inward else offset
        if r2:  # ours begins in a point, not at a circle
            offset = (r1 + offset * (r2 - r1)) / r2
        stops.append((offset, colour(deck, name, line) or "#00000000"))
    stops.sort(key=lambda stop: stop[0])
    um = deck.um
    return Gradient((um(x1), um(y1)), (um(x2), um(y2)), tuple(stops), um(r2))


def colour(deck: DeckDraft, text: str, line: int) -> str:
    """Return a colour by its name, or as `#rgb`; empty if it is transparent."""
    text = text.strip()
    if text.startswith("#") and len(text) in (13, 17):  # four digits each
        text = "#" + "".join(text[at : at + 2] for at in range(1, len(text), 4))
    name = re.sub(r"[\s_]+", "", text.lower())
    found = _COLOURS.get(name) or hex_colour(name)
    is_clear = re.fullmatch(r"#\w{3}0|#\w{6}00|transparent|clear|nil|", name)
    if not found and not is_clear:
        what = f"the colour `{text}` is not known: black stands in"
        deck.script.lose(line, what, "set the colour in the template")
        return "#000000"
    return found
