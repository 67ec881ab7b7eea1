"""Texts of Squib: fonts of Pango, markup, pictures in place of words."""

import math
import re
from collections.abc import Callable, Mapping, Sequence

from lxml import etree
from msgspec.structs import replace

from printnplay.importing.installed import SANS
from printnplay.importing.markup import EMPTY_LINE, Tagging, tagged
from printnplay.importing.pango import font_of
from printnplay.importing.ruby_values import Symbol, as_text
from printnplay.importing.squib_arguments import Arguments, Options
from printnplay.importing.squib_colours import colour
from printnplay.importing.squib_context import is_number
from printnplay.importing.squib_deck import DEFAULT_FONT, INCH
from printnplay.importing.style import BOLDER, LEADING, WIDE
from printnplay.importing.values import Box, Font, Image, Run, Shape, Words
from printnplay.kernel.geometry import Rect, Um

ICON = 0.9
"""The size of an icon among words, as a share of that of their type."""
ASCENT, CAPITALS = 0.93, 0.71
"""The heights of a line and of capitals above the baseline in em: those of usual fonts."""
_NEAR = 10
"""The shift of an icon in percent of its side that nobody sees."""


def text_box(args: Arguments) -> list[Box]:
    """Return the box of a text; none if nothing of it would be seen."""
    deck, text = args.deck, args.text("str", "Hello, World!").replace("\r", "")
    todo = "choose a colour in style.yaml"
    ink = args.plain("color", "a gradient in letters: its first colour stands in", todo)
    text = text.translate(deck.source.undrawable(text, args.lose))
    # An empty line is one for Pango, also before all words and after them.
    runs = _runs(args, re.sub(r"\A(?=\n)|(?<=\n)\Z", EMPTY_LINE, text))
    if not text.strip() or not ink:
        return []
    if runs and all(run.icon for run in runs) and (row := _row(args, text.strip())):
        return row
    font = _font(args)
    rect, is_broken = _room(args, text.split("\n"), font)
    align = args.text("align", "left").lower().strip().replace("center", "centre")
    align = "justify" if args.is_on("justify") else align
    valign = args.text("valign", "top").lower().strip()
    valign = valign if valign in ("middle", "bottom") and args.has("height") else "top"
    # It is between lines only; here each line has half of it above and half of it below.
    outside = {"top": -_spacing(args) // 2, "bottom": _spacing(args) // 2}.get(valign, 0)
    words = Words(
        runs,
        text,
        font,
        ink,
        align if align in ("left", "centre", "right", "justify") and is_broken else "left",
        valign,
    )
    rect = replace(rect, y=rect.y + outside)
    opacity = int(ink[7:9], 16) / 255 if len(ink) == 9 else 1.0
    return [args.box(words, rect, opacity), *_hint(args)]


def extent(args: Arguments, boxes: Sequence[Box]) -> Mapping[Symbol, int]:
    """Return the width and height of a text in pixels, by the letters of its font.

    Pango has as many lines as there is room for; without a height, one for each paragraph.
    """
    words = next((box.what for box in boxes if isinstance(box.what, Words)), None)
    if words is None:
        return {Symbol("width"): 0, Symbol("height"): 0}
    letters, family = args.deck.source.letters_of(words.font.family)
    family = family or SANS
    em = words.font.size * args.deck.dpi / INCH
    across = em * (BOLDER if words.font.bold else 1.0)
    room = args.number("width") if args.has("width") else math.inf
    breaks = room if args.has("height") or args.is_whole else math.inf
    text = "".join(run.text for run in words.runs)
    widths = [
        min(width, room)
        for paragraph in text.split("\n")
        for width in _filled(paragraph, breaks, lambda one: letters.width(one, family) * across)
    ]
    line = math.ceil(letters.line_height(family) * em) + 1  # rounded up above and below
    spacing = args.number("spacing")
    if args.has("height") and not args.is_whole:
        del widths[max(int((args.number("height") + spacing) // (line + spacing)), 1) :]
    height = len(widths) * (line + spacing) - spacing
    return {Symbol("width"): int(max(widths)), Symbol("height"): int(height)}


def _filled(text: str, room: float, width: Callable[[str], float]) -> list[float]:
    """Return the widths of the lines of a paragraph: as many words in each as there is room for."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if width(longer) > room and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return list(map(width, lines))


def _hint(args: Arguments) -> list[Box]:
    """Return the line around the box of a text, which helps to find its place."""
    said = args.text("hint", "off").lower()
    named = args.deck.hint if said == "off" else said
    if named in ("off", "none", ""):
        return []
    if not (args.has("width") and args.has("height")):
        todo = "nothing: the live preview shows the box of a text that is selected"
        args.lose("the boxes of `hint` around texts are left out", todo)
        return []
    look = Shape(stroke=colour(args.deck, named, args.line), stroke_width=args.um(2))
    return [args.box(look, args.rect)]


def _room(args: Arguments, lines: Sequence[str], font: Font) -> tuple[Rect, bool]:
    """Return the box of a text, and whether its lines break there.

    Without a width, lines go beyond the edge of the card. Without a height, Pango cuts each
    paragraph off after its first line (`ellipsize`); here that line shrinks. Texts that are not to
    be cut off stick out of their boxes.
    """
    deck, um = args.deck, args.um
    letter, line = font.size * WIDE * deck.dpi / INCH, font.size * LEADING * deck.dpi / INCH
    x, y, width, height = (args.number(one) for one in ("x", "y", "width", "height"))
    is_broken = args.has("width")
    if not is_broken:
        width = max(deck.width - x, max(map(len, lines)) * letter)
    if not args.has("height"):
        is_cut = is_broken and not (args.is_whole or args.embedded)
        rows = (1 if is_cut else math.ceil(len(one) * letter / width) or 1 for one in lines)
        height = max(0.0 if is_cut else deck.height - y, sum(rows) * line * 1.1)
    elif args.is_whole and is_broken:
        rows = (math.ceil(len(one) * letter / width) or 1 for one in lines)
        spare = max(0.0, sum(rows) * line - height)
        y -= spare * {"middle": 0.5, "bottom": 1.0}.get(args.text("valign").lower(), 0.0)
        height += spare
    return Rect(um(x), um(y), um(width), um(height)), is_broken


def _spacing(args: Arguments) -> Um:
    """Return what is between lines, beside their own height."""
    said = args.get("spacing")
    return args.um(float(said)) if is_number(said) else 0


def _font(args: Arguments) -> Font:
    said, size = as_text(args.get("font", args.deck.font)), args.get("font_size")
    if isinstance(size, str):
        size = float(size) if re.fullmatch(r"\d{1,4}(?:\.\d{1,4})?", size) else None
    said = DEFAULT_FONT if said in ("default", "") else said
    font = font_of(said, float(size) if is_number(size) else None, 72 / args.deck.dpi)
    width = args.number("stroke_width")
    if spacing := _spacing(args):
        letters, family = args.deck.source.letters_of(font.family)
        line = letters.line_height(family) if family else LEADING
        font = replace(font, leading=round(font.size * line) + spacing)
    if width > 0:  # half of the line is within the letters
        todo = "set `outline` of the style in style.yaml"
        rim = args.plain("stroke_color", "a gradient around letters: its first colour", todo)
        font = replace(font, outline=args.um(width / 2) if rim else 0, rim=rim[:7])
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
            runs, unknown, _ = tagged(printed, Tagging(_font(args).size * 72 / INCH))
            for tag in sorted(unknown):
                args.lose(f"the tag <{tag}> in a text", "write its look as markup")
        elif "<" in text:
            what = "Squib prints a text as typed: its markup is not well-formed"
            todo = "if it should have bold words, mark them here: `**bold**`"
            args.deck.script.lose(args.line, what, todo, is_guess=True)
    return _with_icons(args, runs, _font(args).size)


def _icon(args: Arguments, own: Options, size: Um) -> Run:
    """Return a picture among words as an icon; without a file if it has none.

    Squib hangs pictures from the top of their line, or, since Pango 1.50, from its baseline: the
    author's is the one that puts them nearer to the words. Our icons are in the middle of capitals.
    """
    icon = Arguments(args.deck, "icon", own, args.at, args.line)
    icon.listed()
    file = icon.file()
    native = args.deck.source.pixels(file) if file else None
    if native is None:
        return Run("", icon=file)
    width, height = icon.extent(native)
    side = max(args.um(max(width, height)), 1)
    scale = min(max(round(100 * side / (size * ICON)), 25), 400)
    middle = args.um(icon.number("dy") + height / 2) + CAPITALS * scale / 100 / 2 * size
    down = min(middle, middle - ASCENT * size, key=abs)
    shift = (round(20 * one / side) * 5 for one in (args.um(icon.number("dx")), down))
    across, below = (one if abs(one) > _NEAR else 0 for one in shift)
    turn = round(math.degrees(icon.number("angle")))
    return Run("", icon=file, scale=scale, shift=(across, below, turn))


def _row(args: Arguments, text: str) -> list[Box]:
    """Return the pictures of a text without words, whose line has no height in Squib."""
    names = re.findall("|".join(map(re.escape, _keys(args))), text)
    icons = [Arguments(args.deck, "icon", args.embedded[one], args.at, args.line) for one in names]
    files = [icon.file() for icon in icons]
    native = [args.deck.source.pixels(one) or (0.0, 0.0) if one else (0.0, 0.0) for one in files]
    sizes = [icon.extent(own) for icon, own in zip(icons, native, strict=True) if all(own)]
    if len(sizes) < len(icons):
        return []
    spare = args.number("width") - sum(width for width, _ in sizes) if args.has("width") else 0.0
    across = spare * {"center": 0.5, "right": 1.0}.get(args.text("align").lower(), 0.0)
    share = {"middle": 0.5, "bottom": 1.0}.get(args.text("valign").lower(), 0.0)
    boxes, turn, um = [], args.number("angle"), args.um
    for icon, file, (width, height) in zip(icons, files, sizes, strict=True):
        down = icon.number("dy")
        down += share * (args.number("height") - height) if args.has("height") else 0.0
        place = complex(args.number("x"), args.number("y"))
        place += complex(across + icon.number("dx"), down) * complex(math.cos(turn), math.sin(turn))
        rect = Rect(um(place.real), um(place.imag), um(width), um(height))
        turned = math.degrees(turn + icon.number("angle"))
        boxes.append(Box("", rect, Image(file), turned, (rect.x, rect.y)))
        across += width
    return boxes if spare >= 0 else []


def _keys(args: Arguments) -> list[str]:
    return sorted(filter(None, args.embedded), key=len, reverse=True)


def _with_icons(args: Arguments, runs: Sequence[Run], size: Um) -> tuple[Run, ...]:
    keys = _keys(args)
    if not keys:
        return tuple(runs)
    found: list[Run] = []
    pattern = re.compile(f"({'|'.join(map(re.escape, keys))})")
    for run in runs:
        for part in pattern.split(run.text):
            own = args.embedded.get(part) if part else None
            icon = Run("") if own is None else _icon(args, own, size)
            if own is not None and not icon.icon:
                todo = "add its picture, and import again"
                args.lose(f"`{part}` has no picture, and is left out", todo)
            found.append(replace(run, text=part) if own is None else icon)
    return tuple(one for one in found if one.text or one.icon)
