"""Texts as text boxes write them, so that one check covers drawings that differ only in texts.

Cards of one template differ in their texts, and checking each of them would take long.
"""

import re

from lxml.etree import _Element

from printnplay.scene.drawn_lines import BEGIN, END, HIDDEN, LETTERS, LINE, OUTLINED

_TEXT = re.compile(rf'<text xml:space="preserve">(?:{LINE})+{END}|{HIDDEN}')
_ANY_TEXT = re.compile(r"<(?:[\w.-]+:)?text\b")
_FAMILY = re.compile(r' font-family="([^"]*)"')
_ELSEWHERE = ("<style", "<!", "<?")
"""Marks of drawings where words may affect more than the text."""


def without_words(svg: str) -> str:
    """Return a drawing with texts of text boxes reduced to their families.

    If it has no faults and needs no changes, neither does the whole drawing.
    """
    if BEGIN not in svg or any(mark in svg for mark in _ELSEWHERE):
        return svg
    return _TEXT.sub(_families, svg)


def has_other_text(svg: str) -> bool:
    """Check whether a drawing has text that no text box wrote."""
    if "<text" not in svg and ":text" not in svg:
        return False
    return _ANY_TEXT.search(_TEXT.sub("", svg)) is not None


def is_outline(element: _Element) -> bool:
    """Check whether an element is the outline of letters, drawn in place of a text."""
    return element.get(LETTERS) == OUTLINED


def outline_of(text: _Element) -> _Element | None:
    """Return the outline that is drawn in place of a text, if there is one."""
    before = text.getprevious()
    return before if before is not None and is_outline(before) else None


def _families(text: re.Match[str]) -> str:
    """Replace a text by one with a line in each of its families."""
    names = dict.fromkeys(_FAMILY.findall(text[0]))
    lines = (
        f'<tspan x="0" y="0" font-family="{name}" font-weight="400" font-size="1" fill="#000000">'
        "x</tspan>"
        for name in names
    )
    return f'<text xml:space="preserve">{"".join(lines)}{END}'
