"""Texts that directives of nanDECK write on a card: their letters, box and ground."""

import math
import re
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from printnplay.importing.markup import EMPTY_LINE, hex_colour
from printnplay.importing.nandeck_pen import Pen
from printnplay.importing.nandeck_sums import number_of
from printnplay.importing.nandeck_values import FontWords
from printnplay.importing.values import (
    BOLD,
    PLAIN,
    Box,
    Font,
    Run,
    Shape,
    Words,
    on_side,
    padded,
    type_size,
)
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


class Look(Struct, frozen=True):
    """How a text looks, and where in its box it is."""

    font: FontWords
    align: str
    valign: str
    angle: float = 0
    opacity: float = 1
    outline: Um = 0
    rim: str = ""
    spacing: float = 0


def font_of(given: Sequence[str]) -> FontWords:
    """Return a font by the arguments of a directive."""
    family, size, flags, colour, ground, outline = padded(given, 6)
    return (family or "Arial", size or "12", flags, colour or "#000000", ground, outline)


def words_of(pen: Pen, runs: tuple[Run, ...], look: Look) -> list[Box]:
    """Return a text with its ground, if its font has one."""
    family, size, style, colour, ground, _ = look.font
    flags = style.upper()
    runs, family = _drawable(pen, runs, family)
    if not any(run.icon or run.text.strip() for run in runs):
        return []
    if runs[0].text.startswith("\n"):
        runs = (Run(EMPTY_LINE), *runs)
    if "U" in flags or "S" in flags:
        runs = tuple(replace(one, underline="U" in flags, strike="S" in flags) for one in runs)
    rect, turn = _place(pen, look.angle)
    fill = hex_colour(ground.lower()) if ground and "T" not in flags else ""
    boxes = [Box(f"{pen.key}-ground", rect, Shape(fill=fill), turn)] if fill else []
    points = number_of(size.rstrip("%")) or 12.0
    if size.endswith("%"):  # of the card
        points *= pen.script.um(pen.script.size[1], None) * 72 / 25_400 / 100
    leading = round(type_size(points) * look.spacing / 100)
    colour = _colour_of(pen, colour)
    rim = (look.rim or colour) if look.outline else ""
    weight = BOLD if "B" in flags else PLAIN
    words = Words(
        runs,
        "".join(run.text for run in runs),
        Font(family, type_size(points), weight, "I" in flags, leading, look.outline, rim),
        colour,
        _ALIGNS.get(look.align.lower(), "centre"),
        _VALIGNS.get(look.valign.lower().removeprefix("ww"), "middle"),
    )
    return [*boxes, Box(pen.key, rect, words, turn, None, look.opacity)]


def _drawable(pen: Pen, runs: tuple[Run, ...], family: str) -> tuple[tuple[Run, ...], str]:
    """Return runs without what no font draws, and their font; letters of Symbol are its signs."""
    if family.lower() == "symbol":
        return tuple(replace(one, text=one.text.translate(_SYMBOLS)) for one in runs), "Arial"
    gone = pen.script.source.undrawable("".join(run.text for run in runs), pen.lose)
    return tuple(replace(run, text=run.text.translate(gone)) for run in runs), family


def _place(pen: Pen, angle: float) -> tuple[Rect, float]:
    """Return the box of a text, and its turn in degrees clockwise.

    The box that a directive says is around the turned text.
    """
    rect, flip = pen.mirrored()
    if flip in ("horizontal", "vertical"):
        pen.lose("a mirrored text", "mirror it in the template")
    turn = angle + (180 if " " in flip else 0)
    if turn % 180 == 90:
        rect = on_side(rect)
    return rect, turn


def _colour_of(pen: Pen, said: str) -> str:
    said = said.replace("#LLLLLL", pen.script.latest)
    found = re.findall(r"#[0-9A-Fa-f]{6}", said)
    if len(found) > 1 or re.search("#[A-Za-z]*[H-Zh-z]", said):
        what = "a gradient in letters" if found else f"the colour `{said}` of letters"
        pen.lose(what, "choose a colour in style.yaml")
    return found[0].lower() if found else hex_colour(said.lower())[:7] or "#000000"


_EFFECTS = {
    "CRHQEZVDG": "letters along a curve or diagonal, or upright ones",
    "O": "letters that are transparent",
    "A": "a gradient in letters",
    "Y": "stretched letters",
}
"""Flags of fonts that are not taken over."""


def plain_text(pen: Pen, font: FontWords, outline: int) -> list[Box]:
    """Return the boxes of TEXT: its ground and its letters.

    `outline` is the place of the argument with the width of a line along the edges of letters; a
    font may have one around them, too.
    """
    places = pen.get(5, "center"), pen.get(6, "center")
    for flags, what in _EFFECTS.items():
        if set(flags) & set(font[2].upper()):
            pen.lose(what, "place the letters in the template")
    lose_stretched(pen)
    rim = max(pen.script.um(font[5] or "0", None), pen.across(outline) // 2)
    look = Look(font, *places, pen.number(7), pen.opacity(8) or 1.0, rim)
    text = broken(pen.get(0))
    if pen.get(6).lower() == "charwrap" and len(text) > 1:
        if len(set(text)) > 1:
            todo = "break the lines of the text in the table"
            pen.lose("lines that break between letters", todo)
        else:
            text = _in_rows(text)
    return words_of(pen, (Run(text),), look)


def lose_stretched(pen: Pen) -> None:
    """Note factors of the width and height of a text."""
    if any(pen.number(at) not in (0, 100) for at in (12, 13)):
        pen.lose("stretched letters", "set the text in another size")


def _in_rows(text: str) -> str:
    """Return signs in rows of as many, as nanDECK places the pips of cards.

    Where that takes a single column, the second of more than three rows has one letter less.

    >>> [_in_rows(one).split() for one in ("abc", "abcd", "abcde", "abcdefghi")]
    [['a', 'b', 'c'], ['ab', 'cd'], ['ab', 'c', 'de'], ['abc', 'def', 'ghi']]
    """
    count = len(text)

    def columns(number: int) -> int:
        return max(one for one in range(1, math.isqrt(number) + 1) if number % one == 0)

    gap = count > 3 and columns(count) == 1
    wide = columns(count + gap)
    ends = [*range(wide, count + gap, wide), count + gap]
    ends = [end - (gap and at > 0) for at, end in enumerate(ends)]
    starts = [0, *ends[:-1]]
    return "\n".join(text[start:end] for start, end in zip(starts, ends, strict=True))


def broken(text: str) -> str:
    """Return a text with its line breaks, and characters written as their numbers."""
    text = text.replace("\\13\\", "\n").replace("\\n", "\n").replace("\r", "")

    def letter(match: re.Match[str]) -> str:
        return bytes([min(int(match[1]), 255)]).decode("cp1252", "replace")

    return re.sub(r"\\(\d{2,3})\\", letter, text)
