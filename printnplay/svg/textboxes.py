"""Texts as text boxes write them, apart from all other text of a drawing."""

import re

from lxml.etree import _Element

from printnplay.scene.drawn_lines import END, HIDDEN, LETTERS, LINE, OUTLINED

_TEXT = re.compile(rf'<text xml:space="preserve">(?:{LINE})+{END}|{HIDDEN}')
_ANY_TEXT = re.compile(r"<(?:[\w.-]+:)?text\b")


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
