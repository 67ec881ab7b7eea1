"""What directives of nanDECK write on a card."""

import re
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from printnplay.importing.markup import hex_colour, tagged
from printnplay.importing.nandeck_pen import Pen
from printnplay.importing.nandeck_values import FontWords
from printnplay.importing.values import Box, Font, Run, Shape, Words, type_size
from printnplay.kernel.geometry import Rect

ALIGNS = {"left": "left", "right": "right", "full": "justify"}
VALIGNS = {"top": "top", "bottom": "bottom", "wordwrap": "top", "charwrap": "top"}


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
    flags, rect = style.upper(), pen.rect(1)
    text = "".join(run.text for run in runs)
    if family.lower() != "symbol" and (lacking := pen.script.source.undrawable(text)):
        todo = "copy a font that does into templates/fonts, such as Noto Emoji"
        pen.script.lose(pen.line, f"no font draws `{lacking}`: left out", todo)
        runs = tuple(
            replace(run, text="".join(one for one in run.text if one not in lacking))
            for run in runs
        )
        text = "".join(run.text for run in runs)
    if not text.strip():
        return []
    if "U" in flags or "S" in flags:
        runs = tuple(replace(one, underline="U" in flags, strike="S" in flags) for one in runs)
    found = re.findall(r"#[0-9A-Fa-f]{6}", colour)
    if len(found) > 1 or re.search("#[A-Za-z]*[H-Zh-z]", colour):
        what = "a gradient in letters" if found else f"the colour `{colour}` of letters"
        pen.script.lose(pen.line, what, "choose a colour in style.yaml")
    turn = -(look.angle + pen.turn)
    boxes = []
    if ground and "T" not in flags and hex_colour(ground):
        boxes.append(Box(f"{pen.key}-ground", rect, Shape(fill=hex_colour(ground)), turn))
    if family.lower() == "symbol":
        family = "Arial"
        runs = tuple(replace(one, text=one.text.translate(_SYMBOLS)) for one in runs)
        text = "".join(run.text for run in runs)
    points = pen.script.number(size.rstrip("%")) or 12.0
    if size.endswith("%"):  # of the card
        points *= pen.script.um(pen.script.size[1], None) * 72 / 25_400 / 100
    words = Words(
        runs,
        text,
        Font(family, type_size(points), "B" in flags, "I" in flags),
        found[0].lower() if found else hex_colour(colour.lower())[:7] or "#000000",
        ALIGNS.get(look.align.lower(), "centre"),
        VALIGNS.get(look.valign.lower().removeprefix("ww"), "middle"),
    )
    return [*boxes, Box(pen.key, rect, words, turn, None, look.opacity)]


def plain_text(pen: Pen, font: FontWords) -> list[Box]:
    """Return the boxes of TEXT: its ground and its letters."""
    places = pen.get(5, "center"), pen.get(6, "center")
    if pen.get(6).lower() == "charwrap" and len(pen.get(0)) > 1:
        todo = "break the lines of the text in the table"
        pen.script.lose(pen.line, "lines that break between letters", todo)
    if pen.number(9):
        todo = "set `outline` of the style in style.yaml"
        pen.script.lose(pen.line, "letters with an outline", todo)
    look = _Look(font, *places, pen.number(7), pen.opacity(8) or 1.0)
    return _words(pen, (Run(_broken(pen.get(0))),), look)


def html_text(pen: Pen) -> list[Box]:
    """Return the boxes of HTMLTEXT: its ground, and its text with keys and pictures."""
    script, flags = pen.script, pen.get(7).upper()
    text, pictures = _broken(pen.get(0)), list[str]()
    for key, given in script.named["HTMLIMAGE"].items():
        if key in text:
            text = text.replace(key, f"\ue014{len(pictures)}\ue014")
            pictures.append(script.picture(given[0], pen.line))
    runs, unknown = tagged(text)
    for tag in sorted(unknown):
        script.lose(pen.line, f"the tag <{tag}> in a text", "write its look as markup")
    parts = ((run, *one) for run in runs for one in enumerate(run.text.split("\ue014")))
    runs = tuple(
        Run("", icon=pictures[int(part)]) if at % 2 else replace(run, text=part)
        for run, at, part in parts
        if part
    )
    if set("HV") & set(flags):
        script.lose(pen.line, "a mirrored text", "mirror it in the template")
    name = pen.get(9).lower()
    fonts = script.named["HTMLFONT"]
    if name not in fonts:
        name = next(iter(fonts), "")
    given = [*fonts.get(name, script.font), *[""] * 12]
    if any(script.number(one) for one in (given[7], given[10])):
        script.lose(pen.line, "letters with a shadow or outline", "set them in style.yaml")
    *margins, valign = [*script.named["HTMLMARGINS"].get(name, ["0"] * 4), *[""] * 5][:5]
    ground = "" if set("TB") & set(flags) else pen.get(5)
    look = _Look(font_of([*given[:4], ground]), given[4] or "left", valign or "top", pen.number(6))
    return [_within(box, pen, margins) for box in _words(pen, runs, look)]


def _within(box: Box, pen: Pen, margins: Sequence[str]) -> Box:
    """Return a text within the margins of its font: left, right, top and bottom."""
    rect = box.rect
    if box.key != pen.key or rect.width <= 0 or rect.height <= 0:
        return box
    left, right = (pen.script.um(one, rect.width) for one in margins[:2])
    top, bottom = (pen.script.um(one, rect.height) for one in margins[2:])
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


_SYMBOLS = str.maketrans(
    "abgdezhqiklmnxoprstufcywABGDEZHQIKLMNXOPRSTUFCYW\xa7\xa8\xa9\xaa",
    "αβγδεζηθικλμνξοπρστυφχψωΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ♣♦♥♠",
)
"""What characters show in the font Symbol."""
