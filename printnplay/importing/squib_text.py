"""Texts of Squib: fonts of Pango, markup, pictures in place of words."""

import math
import re
from collections.abc import Sequence

from lxml import etree
from msgspec.structs import replace

from printnplay.importing.markup import tagged
from printnplay.importing.ruby_values import as_text
from printnplay.importing.squib_arguments import Arguments, Options
from printnplay.importing.squib_deck import DEFAULT_FONT, INCH, is_number
from printnplay.importing.style import LEADING, WIDE
from printnplay.importing.values import Box, Font, Run, Words, type_size
from printnplay.kernel.geometry import Rect, Um

ICON = 0.9
"""The size of an icon among words, as a share of that of their type."""

_STYLES = re.compile(
    r"\b(?:weight|style|stretch|variant)=\S*|"
    r"\b(?:(?P<bold>(?:ultra-?|extra-?|semi-?|demi-?)?bold|heavy|black)|(?P<italic>italic|oblique)"
    r"|normal|regular|roman|book|medium|light|(?:ultra-?|extra-?|semi-?)?(?:light|condensed))\b",
    re.IGNORECASE,
)


def font_of(said: str, size: float | None, dots: float) -> Font:
    """Return a font of Pango, such as `Sans Bold 12`; its size is in points."""
    text = said.strip()
    if match := re.search(r"\s(\d+(?:\.\d+)?)(px)?\s*$", f" {text}"):
        text = text[: len(text) - len(match[0].strip())].strip()
        size = size or float(match[1][:8]) * (dots if match[2] else 1)
    styles = list(_STYLES.finditer(text))
    is_bold, is_italic = (any(one[name] for one in styles) for name in ("bold", "italic"))
    family = " ".join(_STYLES.sub("", text.partition(",")[0]).split()) or "Sans"
    return Font(family, type_size(size or 12.0), is_bold, is_italic)


def text_box(args: Arguments) -> list[Box]:
    """Return the box of a text; none if nothing of it would be seen."""
    deck, text = args.deck, args.text("str", "Hello, World!").replace("\r", "")
    todo = "choose a colour in style.yaml"
    colour = args.plain("color", "a gradient in letters: its first colour stands in", todo)
    if lacking := deck.source.undrawable(text):
        what = f"no font draws `{lacking}`: left out"
        args.lose(what, "copy a font that does into templates/fonts, such as Noto Emoji")
        text = "".join(one for one in text if one not in lacking)
    runs = _runs(args, text)
    if not text.strip() or not colour:
        return []
    if args.number("stroke_width"):
        args.lose("an outline of letters", "set `outline` of the style in style.yaml")
    x, y = args.number("x"), args.number("y")
    width, height = (
        None if args.text(side) in ("auto", "native", "") else args.length(side)
        for side in ("width", "height")
    )
    align = args.text("align", "left").lower().strip().replace("center", "centre")
    valign = args.text("valign", "top").lower().strip()
    font = _font(args)
    letter, line = font.size * WIDE * deck.dpi / INCH, font.size * LEADING * deck.dpi / INCH
    lines = text.split("\n")
    if not width or width <= 0:
        # Squib does not break such a line, even if it goes beyond the edge of the card.
        width, align = max(deck.width - x, max(map(len, lines)) * letter), "left"
    if not height or height <= 0:
        rows = sum(math.ceil(len(one) * letter / width) or 1 for one in lines)
        height, valign = max(deck.height - y, rows * line * 1.1), "top"
    align = "justify" if args.is_on("justify") else align
    words = Words(
        runs,
        text,
        font,
        colour,
        align if align in ("left", "centre", "right", "justify") else "left",
        valign if valign in ("top", "middle", "bottom") else "top",
    )
    um = args.um
    box = Rect(um(x), um(y), um(width), um(height))
    return [args.box(words, box, int(colour[7:9], 16) / 255 if len(colour) == 9 else 1.0)]


def _font(args: Arguments) -> Font:
    said, size = as_text(args.get("font", args.deck.font)), args.get("font_size")
    if isinstance(size, str):
        size = float(size) if re.fullmatch(r"\d{1,4}(?:\.\d{1,4})?", size) else None
    said = DEFAULT_FONT if said in ("default", "") else said
    font = font_of(said, float(size) if is_number(size) else None, 72 / args.deck.dpi)
    spacing = args.get("spacing")
    if is_number(spacing) and spacing:
        return replace(font, leading=round(font.size * 1.2) + args.um(float(spacing)))
    return font


_EXPLICIT = (
    ("``", "{ldquote}"), ("\'\'", "{rdquote}"), (r"(?<=\w)\'(?=\w)", "{rsquote}"),
    (r"\.\.\.", "{ellipsis}"), ("---", "{em_dash}"), ("--", "{en_dash}"),
)  # fmt: skip
_SMART = (
    (r"\"\'(?=\S)", "{ldquote}{lsquote}"), (r"(?<=\S)\"", "{rdquote}"), (r"\"(?=\S)", "{ldquote}"),
    (r"(?<=\S)\'", "{rsquote}"), (r"\'(?=\S)", "{lsquote}"),
)  # fmt: skip
_MARKS = {
    "lsquote": "\u2018", "rsquote": "\u2019", "ldquote": "\u201c", "rdquote": "\u201d",
    "em_dash": "\u2014", "en_dash": "\u2013", "ellipsis": "\u2026",
}  # fmt: skip
"""What Squib makes of marks in texts with markup, by the settings in config.yml."""


def _curled(text: str, config: Options) -> str:
    """Return a text with the marks that Squib prints, outside of its tags."""
    marks = {name: as_text(config.get(name, usual)) for name, usual in _MARKS.items()}
    is_smart = as_text(config.get("smart_quotes", "true")).lower() in ("true", "yes", "on")
    for typed, printed in _EXPLICIT + (_SMART if is_smart else ()):
        parts = re.split("(<[^<>]*>)", text)
        parts[::2] = [re.sub(typed, printed.format_map(marks), part) for part in parts[::2]]
        text = "".join(parts)
    return text


_TAGS = frozenset(["b", "big", "i", "s", "span", "sub", "sup", "small", "tt", "u"])


def _is_markup(text: str) -> bool:
    """Return whether Pango reads a text as markup: well-formed, with its tags only."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    try:
        root = etree.fromstring(f"<m>{text}</m>", parser)
    except (etree.XMLSyntaxError, ValueError):
        return False
    return all(one.tag in _TAGS for one in root.iterdescendants())


def _runs(args: Arguments, text: str) -> tuple[Run, ...]:
    """Return a text as runs, with pictures in place of the words that stand for them."""
    runs: Sequence[Run] = (Run(text),)
    if args.is_on("markup") or args.embedded:
        printed = _curled(text, args.deck.script.config) if args.is_on("markup") else text
        if _is_markup(printed):
            runs, unknown = tagged(printed)
            for tag in sorted(unknown):
                args.lose(f"the tag <{tag}> in a text", "write its look as markup")
        elif "<" in text:
            what = "Squib prints a text as typed: its markup is not well-formed"
            todo = "if it should have bold words, mark them here: `**bold**`"
            args.deck.script.lose(args.line, what, todo, is_guess=True)
    return _with_icons(args, runs, _font(args).size)


def _icon(args: Arguments, own: Options, size: Um) -> tuple[str, int]:
    """Return the file of a picture among words, and its size in percent of what icons have."""
    icon = Arguments(args.deck, "svg", own, args.at, args.line)
    file = icon.file()
    native = args.deck.source.pixels(file) if file else None
    share = round(100 * args.um(max(icon.extent(native))) / (size * ICON)) if native else 100
    return file, min(max(share, 25), 400)


def _with_icons(args: Arguments, runs: Sequence[Run], size: Um) -> tuple[Run, ...]:
    keys = sorted(filter(None, args.embedded), key=len, reverse=True)
    if not keys:
        return tuple(runs)
    found: list[Run] = []
    pattern = re.compile(f"({'|'.join(map(re.escape, keys))})")
    for run in runs:
        for part in pattern.split(run.text):
            own = args.embedded.get(part) if part else None
            file, scale = ("", 100) if own is None else _icon(args, own, size)
            if own is not None and not file:
                todo = "add its picture, and import again"
                args.lose(f"`{part}` has no picture, and is printed as typed", todo)
            found.append(Run("", icon=file, scale=scale) if file else replace(run, text=part))
    return tuple(one for one in found if one.text or one.icon)
