"""Styles of HTML elements by CSS, as far as the boxes of cards need them."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import cssselect2
import tinycss2
from lxml.html import HtmlElement

from printnplay.importing.css_short import expanded
from printnplay.importing.css_values import ROOT_SIZE, Style, pixels, type_size
from printnplay.svg.css import Block, filled, merged
from printnplay.svg.limits import TooMuchError

INHERITED = frozenset([
    "color", "font-family", "font-size", "font-weight", "font-style", "line-height", "text-align",
    "text-transform", "white-space", "letter-spacing", "font-variant", "text-decoration",
    "list-style", "list-style-type", "visibility", "direction",
])  # fmt: skip
USUAL = """
* { display: inline }
address, article, aside, blockquote, body, center, dd, dl, dt, div, fieldset, figure, figcaption,
footer, form, h1, h2, h3, h4, h5, h6, hr, header, html, main, nav, ol, ul, p, pre, section, table,
tbody { display: block }
head, style, script, title, link, meta, template { display: none }
img, svg { display: inline-block }
tr { display: table-row }
td, th { display: table-cell }
hr { margin: 0.5em 0; border: 1px inset gray }
li { display: list-item }
b, strong, h1, h2, h3, h4, h5, h6, th { font-weight: bold }
i, em, cite { font-style: italic }
u, ins { text-decoration: underline }
s, del, strike { text-decoration: line-through }
h1 { font-size: 2em; margin: 0.67em 0 }
h2 { font-size: 1.5em; margin: 0.83em 0 }
h3 { font-size: 1.17em; margin: 1em 0 }
small, sub { font-size: 0.83em }
p, ol, ul { margin: 1em 0 }
ol, ul { padding-left: 40px }
li > ol, li > ul { margin: 0 }
center { text-align: center }
"""
"""The style that browsers give elements."""


class Sheet:
    """The rules of style sheets, and the style of each element that they match."""

    def __init__(self, css: str) -> None:
        """Parse style sheets; what cannot be read is skipped, and listed in `unknown`."""
        self.unknown: list[tuple[int, str]] = []
        self._matcher: Any = cssselect2.Matcher()
        for rule in tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True):
            if rule.type == "qualified-rule":
                self._add(rule)
            else:
                is_at = rule.type == "at-rule"
                what = f"`@{rule.at_keyword}`" if is_at else "a rule that cannot be read"
                self.unknown.append((rule.source_line, what))

    def _add(self, rule: Any) -> None:
        try:
            selectors = cssselect2.compile_selector_list(rule.prelude)
        except cssselect2.SelectorError:
            self.unknown.append((rule.source_line, "a selector that cannot be read"))
            return
        declared = _declared(rule.content)
        for selector in selectors:
            if selector.pseudo_element is None:
                self._matcher.add_selector(selector, declared)
            else:
                self.unknown.append((rule.source_line, f"`::{selector.pseudo_element}`"))

    def blocks(self, wrapped: Any) -> list[Block]:
        """Return the declarations that match an element, the weakest first."""
        matched = sorted(self._matcher.match(wrapped), key=lambda one: one[:2])
        return [declared for *_, declared in matched]

    def styles(self, root: HtmlElement) -> Mapping[HtmlElement, Style]:
        """Return the computed style of each element below a root, lengths as they are written."""
        found: dict[HtmlElement, Style] = {}
        for wrapped in cssselect2.ElementWrapper.from_html_root(root).iter_subtree():
            element = wrapped.etree_element
            if not isinstance(element.tag, str):
                continue
            parent = found.get(element.getparent(), {}) if element is not root else {}
            style = {
                name: value
                for name, value in parent.items()
                if name in INHERITED or name.startswith("--")
            }
            own = _declared(element.get("style") or "")
            style |= merged([*sheet(USUAL).blocks(wrapped), *self.blocks(wrapped), own])
            style = {name: _with_variables(value, style) for name, value in style.items()}
            _sized(style, parent)
            _placed(style, parent)
            found[element] = style
        return found


def _sized(style: Style, parent: Style) -> None:
    """Work out the type size, and a distance of lines that depends on it: both are inherited."""
    around = pixels(parent.get("font-size", ""), None, ROOT_SIZE) or ROOT_SIZE
    font = type_size(style.get("font-size", ""), around)
    style["font-size"] = f"{font}px"
    if re.search("[a-z%]", leading := style.get("line-height", "")):
        found = pixels(leading, font, font)
        style["line-height"] = "normal" if found is None else f"{found}px"


def _placed(style: Style, parent: Style) -> None:
    """Write cells of tables as flex boxes, and places in a grid as lines of it."""
    display = style["display"]
    if display in ("table", "inline-table", "table-row"):
        style["display"] = "flex"
        if display == "table" and "width" not in style:
            style["width"] = "fit-content"
    elif display == "table-cell":
        down = {"middle": "center", "bottom": "flex-end"}.get(style.get("vertical-align", ""), "")
        style |= {"display": "flex", "flex-direction": "column", "justify-content": down}
        style.setdefault("flex-grow", "0" if "width" in style else "1")
    for side in ("column", "row"):
        if start := style.pop(f"grid-{side}-start", ""):
            end = style.pop(f"grid-{side}-end", "")
            style[f"grid-{side}"] = f"{start} / {end}" if end else start
    rows = [one.split() for one in re.findall("[\"']([^\"']*)", parent.get(_AREAS, ""))[::2]]
    name = style.get("grid-area", "")
    cells = [(y, x) for y, row in enumerate(rows) for x, one in enumerate(row) if one == name]
    if cells:
        (top, left), (bottom, right) = cells[0], cells[-1]
        style["grid-row"] = f"{top + 1} / {bottom + 2}"
        style["grid-column"] = f"{left + 1} / {right + 2}"
    elif re.match(r"-?\d", name):
        lines = [one.strip() for one in name.split("/")]
        style["grid-row"], style["grid-column"] = (" / ".join(lines[at::2]) for at in (0, 1))


_AREAS = "grid-template-areas"

sheet = lru_cache(64)(Sheet)
"""Parses style sheets; those of the cards of a deck are mostly the same."""


def _declared(source: Any) -> Block:
    """Return the declarations of a rule or of an attribute, short forms as single properties."""
    found: Block = {}, {}
    for one in tinycss2.parse_blocks_contents(source):
        if one.type == "declaration":
            name = one.name if one.name.startswith("--") else one.lower_name
            found[one.important].update(expanded(name, tinycss2.serialize(one.value).strip()))
    return found


def _with_variables(value: str, style: Mapping[str, str]) -> str:
    try:
        found = filled(value, style)
    except TooMuchError:
        return ""
    return "" if "var(" in found else found
