"""Elements and attributes of a parsed drawing, with the types that lxml's stubs leave open."""

from typing import cast

from lxml.etree import _Element


def line_of(element: _Element) -> int:
    """The line of the drawing that an element begins on; 0 when it is not known."""
    return cast("int | None", element.sourceline) or 0


def attributes(element: _Element) -> list[tuple[str, str]]:
    """The attributes of an element, as they stand."""
    return cast("list[tuple[str, str]]", element.items())


def without(element: _Element) -> None:
    """Take an element out of the drawing, but not the text behind it, which may be printed."""
    parent = element.getparent()
    if parent is None:
        return
    before = element.getprevious()
    if element.tail and before is not None:
        before.tail = (before.tail or "") + element.tail
    elif element.tail:
        parent.text = (parent.text or "") + element.tail
    parent.remove(element)
