"""Texts in HTML that directives of nanDECK write on a card: fonts by tags, keys and pictures."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from printnplay.importing.markup import Tagging, hex_colour, tagged
from printnplay.importing.nandeck_pen import Pen
from printnplay.importing.nandeck_sums import number_of, pattern_of
from printnplay.importing.nandeck_text import Look, broken, font_of, lose_stretched, words_of
from printnplay.importing.values import Box, Run, padded, type_size
from printnplay.kernel.geometry import Rect, Um

_CASES: Mapping[str, Callable[[str], str]] = {
    "W": str.upper, "V": str.lower, "F": lambda text: text[:1].upper() + text[1:].lower(),
}  # fmt: skip
"""Flags of fonts of HTML that change the case of letters."""


def html_text(pen: Pen) -> list[Box]:
    """Return the boxes of HTMLTEXT: its ground, and its text with keys and pictures."""
    script, flags = pen.script, pen.get(7).upper()
    fonts = script.named["HTMLFONT"]
    text, pictures = broken(_paragraphs(pen, pen.get(0))), list[Run]()
    tags = "|".join(map(re.escape, fonts)) or "(?!)"
    first = re.match(rf"\s*<({tags})>", text, re.IGNORECASE)
    name = pen.get(9).lower() or (first[1].lower() if first else "")
    given = padded(fonts.get(name, []), 16)
    size = number_of(given[1].rstrip("%")) or 12.0
    for key, picture in script.named["HTMLIMAGE"].items():
        if key and (found := pattern_of(key, "".join(picture[3:4]))).search(text):
            text = found.sub(f"\ue014{len(pictures)}\ue014", text)
            pictures.append(_picture(pen, key, picture, type_size(size)))
    looks = {tag: _look_of(font, given) for tag, font in fonts.items()}
    styles = {tag: "".join(font[2:3]).upper() for tag, font in fonts.items()}
    cases = {tag: _CASES[one] for tag, style in styles.items() for one in _CASES if one in style}
    lines = frozenset(tag for tag, font in fonts.items() if any(font[4:5]))
    runs, unknown, align = tagged(text, Tagging(0.0, size, looks, cases, lines))
    usual = cases.get(pen.get(9).lower(), str)
    runs = tuple(replace(run, text=usual(run.text)) for run in runs)
    for tag in sorted(unknown):
        pen.lose(f"the tag <{tag}> in a text", "write its look as markup")
    runs = tuple(_shown(pen, runs, pictures, type_size(size)))
    _lose_effects(pen, name, flags, set(re.findall(rf"<({tags})>", text.lower())))
    *margins, valign, spacing = padded(script.named["HTMLMARGINS"].get(name, ["0"] * 4), 6)
    ground = "" if set("TB") & set(flags) else pen.get(5)
    font, places = font_of([*given[:4], ground]), (align or given[4] or "left", valign or "top")
    rim = script.um(given[10] or "0", None), hex_colour(given[9].lower())[:7]
    opacity, leading = pen.opacity(8) or 1.0, number_of(spacing) or 0
    look = Look(font, *places, pen.number(6), opacity, *rim, leading)
    return [_within(box, pen, margins) for box in words_of(pen, runs, look)]


def _paragraphs(pen: Pen, text: str) -> str:
    """Return a text in HTML with the tags that HTMLTEXT gives each of its paragraphs."""
    tag, separator = pen.get(10), pen.get(11, "<br>")
    return separator.join(f"<{tag}>{one}</{tag}>" for one in text.split(separator)) if tag else text


_HTML_EFFECTS = {
    "HV": "a mirrored text", "R": "upright letters", "J": "a text that grows into its box"
}  # fmt: skip


def _lose_effects(pen: Pen, name: str, flags: str, used: set[str]) -> None:
    """Note what a text in HTML and its fonts ask for that is not taken over."""
    for marks, what in _HTML_EFFECTS.items():
        if set(marks) & set(flags):
            pen.lose(what, "set it so in the template")
    lose_stretched(pen)
    for tag in sorted({*used, name} & {*pen.script.named["HTMLFONT"]}):
        font = padded(pen.script.named["HTMLFONT"][tag], 16)
        effects = {
            "small capitals": "A" in font[2].upper(),
            "lines that break between letters": "C" in font[2].upper(),
            "a shadow of letters": any(number_of(one) for one in font[5:8]),
            "an indent, a ground, a spacing or a turn of letters": any(font[11:15]),
            "the CSS of a font": font[15],
            f"the alignment of the paragraph <{tag}>": tag != name and font[4] and tag in used,
        }
        for what in (one for one, is_so in effects.items() if is_so):
            pen.lose(what, "set it in style.yaml")


def _shown(pen: Pen, runs: Sequence[Run], pictures: Sequence[Run], size: Um) -> Iterator[Run]:
    """Yield runs with pictures in place of their keys, and those of tags."""
    for run in runs:
        if run.icon:
            yield _picture(pen, run.icon, [run.icon], size)
            continue
        for at, part in enumerate(re.split(r"\ue014(\d{1,4})\ue014", run.text)):
            if at % 2 and int(part) < len(pictures):
                yield pictures[int(part)]
            elif not at % 2 and part:
                yield replace(run, text=part)


def _picture(pen: Pen, key: str, given: Sequence[str], size: Um) -> Run:
    """Return a picture among words, beside letters of a size: its file, width and height."""
    flags, angle = padded(given[3:5], 2)
    if set("LREIHG") & set(flags.upper()) or number_of(angle):
        pen.lose(f"the place of the picture `{key}` beside or over its text", "place it by hand")
    high = pen.script.um(given[2], None) / size if len(given) > 2 else 0.0
    scale = round(100 * min(max(high or 1.0, 0.5), 4.0))
    return Run("", icon=pen.script.picture(given[0], pen.line), scale=scale)


def _look_of(font: Sequence[str], base: Sequence[str]) -> Run:
    """Return the look of words in a font of HTML, among those in another."""
    (family, points, style, colour), (own, size, _, other) = (
        padded(one, 4) for one in (font, base)
    )
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
        family=family if family.lower() != (own or "Arial").lower() else "",
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
