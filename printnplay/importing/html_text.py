"""Texts in HTML as runs, and how much room they take by rule of thumb."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from lxml.html import HtmlElement
from msgspec.structs import replace

from printnplay.importing.css_values import Style, is_bold, is_italic, pixels
from printnplay.importing.handlebars import BEGIN, END, bare
from printnplay.importing.markup import hex_colour
from printnplay.importing.values import Run

Sized = Callable[[str], tuple[str, tuple[float, float] | None]]
"""Returns the picture for an address, and its size in pixels."""

_CASES: Mapping[str, Callable[[str], str]] = {
    "uppercase": str.upper, "lowercase": str.lower, "capitalize": str.title,
}  # fmt: skip


def items_of(element: HtmlElement) -> list[Any]:
    """Return the texts and elements directly in an element."""
    found: list[Any] = [element.text] if element.text else []
    for child in element:
        if isinstance(child.tag, str):
            found.append(child)
        if child.tail:
            found.append(child.tail)
    return found


def says(items: Sequence[Any]) -> bool:
    """Return whether there is more than space between elements."""
    return any(not isinstance(one, str) or bare(one).strip() for one in items)


_WIDTHS = {
    letter: share
    for letters, share in (
        ("ijl'’‘`", 0.222), ("|", 0.26), ("Itf/.,:;![]\\ \xa0", 0.278), ("r()-{}", 0.333),
        ('"“”*', 0.36), ("ckszvxyJ", 0.5), ("<>=+~", 0.584), ("FTZ", 0.611),
        ("ABEKPSVXY&", 0.667), ("CDHNRUw", 0.722), ("GOQ", 0.778), ("mM", 0.833), ("%", 0.889),
        ("W", 0.944), ("@—…", 1.0),
    )
    for letter in letters
}  # fmt: skip
"""The widths of letters in Helvetica and Arial as shares of the type size; others have 0.556."""
_BOLDER, _SERIF, _TYPEWRITER = 1.06, 0.92, 0.6
"""How wide bold letters, those with serifs and those of typewriters are."""


def width_of(text: str, style: Style, font: float) -> float:
    """Return the width of a text on one line in pixels."""
    wide = sum(_WIDTHS.get(letter, 0.556) for letter in text)
    family = style.get("font-family", "").lower()
    if re.search("mono|courier|consol", family):
        wide = _TYPEWRITER * len(text)
    elif re.search("times|georgia|garamond|(?<!sans-)serif", family):
        wide *= _SERIF
    spacing = pixels(style.get("letter-spacing", ""), None, font) or 0.0
    return wide * font * (_BOLDER if is_bold(style) else 1.0) + spacing * len(text)


def _letters(runs: Sequence[Run]) -> str:
    return "".join("MM" if run.icon else run.text for run in runs)


def text_width(runs: Sequence[Run], style: Style, font: float) -> float:
    """Return the width of a text whose lines are not broken, with a hair of room."""
    return max(width_of(line, style, font) for line in _letters(runs).split("\n")) + 0.5


def longest_word(runs: Sequence[Run], style: Style, font: float) -> float:
    """Return the width of the longest word of a text."""
    return max((width_of(word, style, font) for word in _letters(runs).split()), default=0.0)


def lines_of(runs: Sequence[Run], style: Style, width: float, font: float) -> int:
    """Return the number of lines that a text takes, broken between words."""
    count = 0
    space = width_of(" ", style, font)
    for line in _letters(runs).split("\n"):
        count, at = count + 1, 0.0
        for word in line.split():
            wide = width_of(word, style, font)
            if at and at + space + wide > width + 1:
                count, at = count + 1, 0.0
            at += wide + (space if at else 0.0)
    return count


def runs_of(
    items: Sequence[Any],
    base: Style,
    font: float,
    styles: Mapping[HtmlElement, Style],
    picture: Sized,
) -> tuple[list[Run], str]:
    """Return the runs of a text, and what it was before its markup if a field is all of it."""
    found: list[Run] = []

    def add(item: Any, look: Style) -> None:
        if isinstance(item, str):
            text = item if "pre" in look.get("white-space", "") else re.sub(r"\s+", " ", item)
            found.append(_run(text, look, base, font))
        elif styles[item].get("display") == "none":
            return
        elif item.tag == "br":
            found.append(Run("\n"))
        elif item.tag == "img":
            found.append(Run("", icon=picture(item.get("src") or "")[0]))
        else:
            for inner in items_of(item):
                add(inner, styles[item])

    for item in items:
        add(item, base)
    whole = "".join("\ufffc" if run.icon else run.text for run in found)
    match = re.fullmatch(rf"\s*{BEGIN}([^{BEGIN}{END}]*){END}\s*", whole)
    return _stripped([replace(run, text=bare(run.text)) for run in found]), match[
        1
    ] if match else ""


def _stripped(runs: Sequence[Run]) -> list[Run]:
    """Return runs without spaces at the ends of the text."""
    found = [run for run in runs if run.text or run.icon]
    while found and not found[0].icon and not found[0].text.strip():
        found.pop(0)
    while found and not found[-1].icon and not found[-1].text.strip():
        found.pop()
    if found:
        found[0] = replace(found[0], text=found[0].text.lstrip())
        found[-1] = replace(found[-1], text=found[-1].text.rstrip())
    return found


def _run(text: str, look: Style, base: Style, font: float) -> Run:
    size = pixels(look.get("font-size", ""), font, font) or font
    decoration = look.get("text-decoration", "")
    colour = hex_colour(look.get("color", ""))
    return Run(
        _CASES.get(look.get("text-transform", ""), str)(text),
        is_bold(look) and not is_bold(base),
        is_italic(look) and not is_italic(base),
        "underline" in decoration,
        "line-through" in decoration,
        colour[:7] if colour and colour != hex_colour(base.get("color", "")) else "",
        min(max(round(100 * size / font), 25), 400) if size and font else 100,
    )
