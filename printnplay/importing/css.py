"""Styles of HTML elements by CSS, as far as the boxes of cards need them."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import cssselect2
import tinycss2
from lxml.html import HtmlElement

from printnplay.importing.css_values import SIDES, Style
from printnplay.svg.css import Block, filled, merged
from printnplay.svg.limits import TooMuchError

INHERITED = frozenset([
    "color", "font-family", "font-size", "font-weight", "font-style", "line-height", "text-align",
    "text-transform", "white-space", "letter-spacing", "font-variant", "text-decoration",
    "list-style", "list-style-type",
])  # fmt: skip
USUAL = """
* { display: inline }
address, article, aside, blockquote, body, center, dd, dl, dt, div, fieldset, figure, figcaption,
footer, form, h1, h2, h3, h4, h5, h6, hr, header, html, main, nav, ol, ul, p, pre, section, table,
tbody, tr { display: block }
head, style, script, title, link, meta, template { display: none }
img, svg { display: inline-block }
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
_LINES = re.compile("none|hidden|solid|dashed|dotted|double|groove|ridge|inset|outset")
_PLACES = re.compile(
    "(no-)?repeat(-[xy])?|center|top|bottom|left|right|scroll|fixed|none|initial|inherit"
)


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
            found[element] = {name: _with_variables(value, style) for name, value in style.items()}
        return found


sheet = lru_cache(64)(Sheet)
"""Parses style sheets; those of the cards of a deck are mostly the same."""


def _declared(source: Any) -> Block:
    """Return the declarations of a rule or of an attribute, short forms as single properties."""
    found: Block = {}, {}
    for one in tinycss2.parse_blocks_contents(source):
        if one.type == "declaration":
            name = one.name if one.name.startswith("--") else one.lower_name
            found[one.important].update(_expanded(name, tinycss2.serialize(one.value).strip()))
    return found


def _expanded(name: str, value: str) -> Style:
    """Return a property as single ones: `margin: 1px 2px` is four."""
    if name in _SHORT:
        return _SHORT[name](value)
    if match := re.fullmatch(r"border-(top|right|bottom|left)", name):
        return {f"border-{match[1]}-{key}": part for key, part in _border(value).items()}
    return {name: value}


def _four(value: str, name: str) -> Style:
    """Return one to four values as those of the sides; `*` in the name stands for the side."""
    given = _parts(value)
    if not 0 < len(given) < 5:
        return {}
    found = (given * 4)[:4] if len(given) in (1, 2, 4) else [*given, given[1]]
    return {name.replace("*", side): one for side, one in zip(SIDES, found, strict=True)}


def _border(value: str) -> Style:
    found = {"width": "3px", "style": "none", "color": "currentcolor"}
    for part in _parts(value):
        if re.match(r"[\d.]", part) or part in ("thin", "medium", "thick"):
            found["width"] = {"thin": "1px", "medium": "3px", "thick": "5px"}.get(part, part)
        else:
            found["style" if _LINES.fullmatch(part) else "color"] = part
    return found


def _background(value: str) -> Style:
    # A later background without a picture keeps none; one that is empty is no value.
    found = {"background-image": "", "background-color": ""} if value else {}
    for part in _parts(value):
        if "url(" in part or "gradient(" in part:
            found["background-image"] = found["background-image"] or part
        elif part in ("cover", "contain"):
            found["background-size"] = part
        elif re.match(r"#|rgb|hsl|[a-z]+$", part) and not _PLACES.fullmatch(part):
            found["background-color"] = part
    return found


def _font(value: str) -> Style:
    match = re.fullmatch(r"(.*?)([\d.]+[a-z%]+)(?:\s*/\s*([\d.]+[a-z%]*))?\s+(.+)", value)
    if match is None:
        return {}
    found = {"font-size": match[2], "font-family": match[4]}
    found |= {"line-height": match[3]} if match[3] else {}
    for part in match[1].split():
        if part in ("italic", "oblique"):
            found["font-style"] = "italic"
        elif part in ("bold", "bolder") or part.isdigit():
            found["font-weight"] = part
    return found


def _flex(value: str) -> Style:
    given = {"auto": "1 1 auto", "none": "0 0 auto"}.get(value, value)
    bare = [one for one in _parts(given) if re.fullmatch(r"[\d.]+", one)]
    basis = next((one for one in _parts(given) if one not in bare), "0px")
    grow, shrink = [*bare, "1", "1"][:2] if bare else ("1", "1")
    return {"flex-grow": grow, "flex-shrink": shrink, "flex-basis": basis}


_SHORT: Mapping[str, Callable[[str], Style]] = {
    "margin": lambda value: _four(value, "margin-*"),
    "padding": lambda value: _four(value, "padding-*"),
    "inset": lambda value: _four(value, "*"),
    "border-width": lambda value: _four(value, "border-*-width"),
    "border-color": lambda value: _four(value, "border-*-color"),
    "border-style": lambda value: _four(value, "border-*-style"),
    "border": lambda value: {
        f"border-{side}-{key}": part for side in SIDES for key, part in _border(value).items()
    },
    "background": _background,
    "flex": _flex,
    "flex-flow": lambda value: {
        "flex-wrap" if "wrap" in part else "flex-direction": part for part in _parts(value)
    },
    "gap": lambda value: (
        {"row-gap": _parts(value)[0], "column-gap": _parts(value)[-1]} if value else {}
    ),
    "font": _font,
    "place-items": lambda value: (
        {
            "align-items": _parts(value)[0],
            "justify-items": _parts(value)[-1],
            "justify-content": _parts(value)[-1],
        }
        if value
        else {}
    ),
}
"""Properties that stand for several ones."""


def _parts(value: str) -> list[str]:
    """Return the parts of a value that spaces separate outside of brackets."""
    found = re.findall(r"(?:[^\s()]*\((?:[^()]|\([^()]*\))*\)|[^\s()]+)", value)
    return [part.strip() for part in found]


def _with_variables(value: str, style: Mapping[str, str]) -> str:
    try:
        found = filled(value, style)
    except TooMuchError:
        return ""
    return "" if "var(" in found else found
