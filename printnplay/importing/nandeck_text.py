"""What directives of nanDECK write on a card."""

import re
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from printnplay.importing.markup import hex_colour, tagged
from printnplay.importing.nandeck_pen import Pen
from printnplay.importing.nandeck_sums import number_of
from printnplay.importing.nandeck_values import FontWords
from printnplay.importing.values import Box, Font, Run, Shape, Words, type_size
from printnplay.kernel.geometry import Rect, Um

_ALIGNS = {
    "left": "left", "wordwrap": "left", "right": "right", "full": "justify", "justify": "justify"
}  # fmt: skip
_VALIGNS = {"top": "top", "bottom": "bottom", "wordwrap": "top"}
_SYMBOLS = str.maketrans(
    "abgdezhqiklmnxoprstufcywABGDEZHQIKLMNXOPRSTUFCYW\xa7\xa8\xa9\xaa",
    "αβγδεζηθικλμνξοπρστυφχψωΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ♣♦♥♠",
)
"""What characters show in the font Symbol."""


class _Look(Struct, frozen=True):
    """How a text looks, and where in its box it is."""

    font: FontWords
    align: str
    valign: str
    angle: float = 0
    opacity: float = 1


def font_of(given: Sequence[str]) -> FontWords:
    """Return a font by the arguments of a directive."""
    padded = [*given, *[""] * 5]
    return (padded[0] or "Arial", padded[1] or "12", padded[2], padded[3] or "#000000", padded[4])


def _words(pen: Pen, runs: tuple[Run, ...], look: _Look) -> list[Box]:
    """Return a text with its ground, if its font has one."""
    family, size, style, colour, ground = look.font
    flags = style.upper()
    runs, family = _drawable(pen, runs, family)
    if not any(run.icon or run.text.strip() for run in runs):
        return []
    if "U" in flags or "S" in flags:
        runs = tuple(replace(one, underline="U" in flags, strike="S" in flags) for one in runs)
    rect, turn = _place(pen, look.angle)
    boxes = []
    if ground and "T" not in flags and hex_colour(ground.lower()):
        boxes.append(Box(f"{pen.key}-ground", rect, Shape(fill=hex_colour(ground.lower())), turn))
    points = number_of(size.rstrip("%")) or 12.0
    if size.endswith("%"):  # of the card
        points *= pen.script.um(pen.script.size[1], None) * 72 / 25_400 / 100
    words = Words(
        runs,
        "".join(run.text for run in runs),
        Font(family, type_size(points), "B" in flags, "I" in flags),
        _colour_of(pen, colour),
        _ALIGNS.get(look.align.lower(), "centre"),
        _VALIGNS.get(look.valign.lower().removeprefix("ww"), "middle"),
    )
    return [*boxes, Box(pen.key, rect, words, turn, None, look.opacity)]


def _drawable(pen: Pen, runs: tuple[Run, ...], family: str) -> tuple[tuple[Run, ...], str]:
    """Return runs without what no font draws, and their font; letters of Symbol are its signs."""
    if family.lower() == "symbol":
        return tuple(replace(one, text=one.text.translate(_SYMBOLS)) for one in runs), "Arial"
    lacking = pen.script.source.undrawable("".join(run.text for run in runs))
    if not lacking:
        return runs, family
    todo = "copy a font that does into templates/fonts, such as Noto Emoji"
    pen.script.lose(pen.line, f"no font draws `{lacking}`: left out", todo)
    gone = dict.fromkeys(map(ord, lacking))
    return tuple(replace(run, text=run.text.translate(gone)) for run in runs), family


def _place(pen: Pen, angle: float) -> tuple[Rect, float]:
    """Return the box of a text, and its turn in degrees clockwise.

    The box that a directive says is around the turned text.
    """
    rect, flip = pen.mirrored()
    if flip in ("horizontal", "vertical"):
        pen.script.lose(pen.line, "a mirrored text", "mirror it in the template")
    turn = angle + (180 if " " in flip else 0)
    if turn % 180 == 90:
        x, y = (rect.width - rect.height) // 2, (rect.height - rect.width) // 2
        rect = Rect(rect.x + x, rect.y + y, rect.height, rect.width)
    return rect, turn


def _colour_of(pen: Pen, said: str) -> str:
    found = re.findall(r"#[0-9A-Fa-f]{6}", said)
    if len(found) > 1 or re.search("#[A-Za-z]*[H-Zh-z]", said):
        what = "a gradient in letters" if found else f"the colour `{said}` of letters"
        pen.script.lose(pen.line, what, "choose a colour in style.yaml")
    return found[0].lower() if found else hex_colour(said.lower())[:7] or "#000000"


def plain_text(pen: Pen, font: FontWords) -> list[Box]:
    """Return the boxes of TEXT: its ground and its letters."""
    places = pen.get(5, "center"), pen.get(6, "center")
    if pen.get(6).lower() == "charwrap" and len(pen.get(0)) > 1:
        todo = "break the lines of the text in the table"
        pen.script.lose(pen.line, "lines that break between letters", todo)
    if set("CRHQEZVDG") & set(font[2].upper()):
        todo = "place the letters in the template"
        pen.script.lose(pen.line, "letters along a curve or diagonal, or upright ones", todo)
    if pen.number(9):
        todo = "set `outline` of the style in style.yaml"
        pen.script.lose(pen.line, "letters with an outline", todo)
    look = _Look(font, *places, pen.number(7), pen.opacity(8) or 1.0)
    return _words(pen, (Run(_broken(pen.get(0))),), look)


def html_text(pen: Pen) -> list[Box]:
    """Return the boxes of HTMLTEXT: its ground, and its text with keys and pictures."""
    script, flags = pen.script, pen.get(7).upper()
    fonts = script.named["HTMLFONT"]
    text, pictures = _broken(pen.get(0)), list[Run]()
    tags = "|".join(map(re.escape, fonts)) or "(?!)"
    first = re.match(rf"\s*<({tags})>", text, re.IGNORECASE)
    name = pen.get(9).lower() or (first[1].lower() if first else "")
    given = [*fonts.get(name, []), *[""] * 12][:12]
    size = number_of(given[1].rstrip("%")) or 12.0
    for key, given_picture in script.named["HTMLIMAGE"].items():
        if key and key in text:
            text = text.replace(key, f"\ue014{len(pictures)}\ue014")
            pictures.append(_picture(pen, given_picture, type_size(size)))
    looks = {tag: _look_of(font, given) for tag, font in fonts.items()}
    runs, unknown, align = tagged(text, named=looks)
    for tag in sorted(unknown):
        script.lose(pen.line, f"the tag <{tag}> in a text", "write its look as markup")
    parts = ((run, *one) for run in runs for one in enumerate(run.text.split("\ue014")))
    runs = tuple(
        pictures[int(part)] if at % 2 else replace(run, text=part)
        for run, at, part in parts
        if part and (not at % 2 or pictures[int(part)].icon)
    )
    if set("HV") & set(flags):
        script.lose(pen.line, "a mirrored text", "mirror it in the template")
    if any(number_of(one) for one in (*given[5:8], given[10])):
        script.lose(pen.line, "letters with a shadow or outline", "set them in style.yaml")
    *margins, valign = [*script.named["HTMLMARGINS"].get(name, ["0"] * 4), *[""] * 5][:5]
    ground = "" if set("TB") & set(flags) else pen.get(5)
    places = align or given[4] or "left", valign or "top"
    look = _Look(font_of([*given[:4], ground]), *places, pen.number(6), pen.opacity(8) or 1.0)
    return [_within(box, pen, margins) for box in _words(pen, runs, look)]


def _picture(pen: Pen, given: Sequence[str], size: Um) -> Run:
    """Return a picture among words, beside letters of a size: its file, width and height."""
    high = pen.script.um(given[2], None) / size if len(given) > 2 else 0.0
    scale = round(100 * min(max(high or 1.0, 0.5), 4.0))
    return Run("", icon=pen.script.picture(given[0], pen.line), scale=scale)


def _look_of(font: Sequence[str], base: Sequence[str]) -> Run:
    """Return the look of words in a font of HTML, among those in another."""
    (points, style, colour), (size, _, other) = ([*one[1:4], *[""] * 3][:3] for one in (font, base))
    whole = number_of(size.rstrip("%")) or 12.0
    scale = round(100 * (number_of(points.rstrip("%")) or whole) / whole)
    flags = style.upper()
    return Run(
        "",
        bold="B" in flags,
        italic="I" in flags,
        underline="U" in flags,
        strike="S" in flags,
        colour="" if colour == other else hex_colour(colour.lower())[:7],
        scale=min(max(scale, 10), 1_000),
    )


def _within(box: Box, pen: Pen, margins: Sequence[str]) -> Box:
    """Return a text within the margins of its font: top, left, right and bottom."""
    rect = box.rect
    if box.key != pen.key or rect.width <= 0 or rect.height <= 0:
        return box
    top, left, right, bottom = (
        pen.script.um(one, (rect.height, rect.width)[at in (1, 2)])
        for at, one in enumerate(margins)
    )
    inner = Rect(rect.x + left, rect.y + top, rect.width - left - right, rect.height - top - bottom)
    return replace(box, rect=inner if inner.width > 0 and inner.height > 0 else rect)


def _broken(text: str) -> str:
    """Return a text with its line breaks, and characters written as their numbers."""
    text = text.replace("\\13\\", "\n").replace("\\n", "\n").replace("\r", "")
    return re.sub(
        r"\\(\d{2,3})\\",
        lambda one: bytes([min(int(one[1]), 255)]).decode("cp1252", "replace"),
        text,
    )
