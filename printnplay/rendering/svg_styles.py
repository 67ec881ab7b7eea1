"""Style sheets of drawings, applied: every element gets what they say in its own `style`.

So drawings can be put into one another without a class of one meaning something in the other, all
selectors of CSS work and not only those the baker knows, and what an element looks like can be told
from the element and those it lies in.
"""

from collections.abc import Iterator
from typing import Any

from lxml import etree
from lxml.etree import _Element

from printnplay.rendering.svg_css import COMMENT, SHORTHAND, refused
from printnplay.rendering.svg_declarations import (
    GEOMETRY,
    Style,
    filled,
    kept,
    merged,
    read,
    written,
)
from printnplay.rendering.svg_elements import attributes, without
from printnplay.rendering.svg_tables import SVG

STYLE = f"{{{SVG}}}style"


def apply(root: _Element) -> None:
    """Apply the style sheets to the elements, and take out the sheets that were applied.

    A sheet with something that may not stand there is left, for the walk to report.
    """
    rules = _Rules()
    sheets = [sheet for sheet in root.iter(STYLE) if rules.take(_text(sheet))]
    variables = _variables(rules, root)
    for element, found in rules.elements(root):
        _apply(element, found, variables)
    # Not before: selectors may count them.
    for sheet in sheets:
        without(sheet)


def _text(sheet: _Element) -> str:
    return "".join(map(str, sheet.itertext()))


class _Rules:
    """The rules of all sheets, and the elements they are for."""

    def __init__(self) -> None:
        import cssselect2

        self._matcher: Any = cssselect2.Matcher()
        self._empty = True

    def take(self, sheet: str) -> bool:
        """Take the rules of a sheet, unless there is something in it that may not be."""
        plain = COMMENT.sub("", sheet)
        if refused(SHORTHAND.sub("", plain)) is not None:
            return False
        import cssselect2
        import tinycss2

        for rule in tinycss2.parse_stylesheet(plain, skip_comments=True, skip_whitespace=True):
            if rule.type != "qualified-rule":
                continue
            block = read(tinycss2.serialize(rule.content))
            try:
                selectors = cssselect2.compile_selector_list(rule.prelude)
            except cssselect2.SelectorError:
                # As in CSS: a rule that is not understood is for nothing.
                continue
            for selector in selectors:
                if selector.pseudo_element is None:
                    self._matcher.add_selector(selector, block)
                    self._empty = False
        return True

    def elements(self, root: _Element) -> Iterator[tuple[_Element, list[tuple[Style, Style]]]]:
        """Every element with the blocks that are for it, the weakest first."""
        if self._empty:
            yield from ((element, []) for element in root.iter(tag=etree.Element))
            return
        import cssselect2

        for wrapper in cssselect2.ElementWrapper.from_xml_root(root).iter_subtree():
            yield wrapper.etree_element, [found[-1] for found in self._matcher.match(wrapper)]


def _variables(rules: _Rules, root: _Element) -> Style:
    """What the root declares for `var()`: programs declare nowhere else."""
    for element, found in rules.elements(root):
        style = merged([*found, read(element.get("style", ""))])
        return {name: value for name, value in style.items() if name.startswith("--")}
    return {}


def _apply(element: _Element, found: list[tuple[Style, Style]], variables: Style) -> None:
    own = element.get("style")
    if found or own is not None:
        style = merged([*found, read(own or "")])
        style = kept({name: filled(value, variables) for name, value in style.items()})
        for name in GEOMETRY & style.keys():
            element.set(name, style.pop(name))
        element.set("style", written(style))
    for name, value in attributes(element):
        if "var(" in value and name != "style":
            element.set(name, filled(value, variables))
