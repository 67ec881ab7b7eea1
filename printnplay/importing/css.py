"""Styles of HTML elements by CSS, as far as the boxes of cards need them."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import cssselect2
import tinycss2
from lxml.html import HtmlElement

INHERITED = frozenset([
    "color", "font-family", "font-size", "font-weight", "font-style", "line-height",
    "text-align", "text-transform", "white-space", "letter-spacing", "font-variant",
    "text-decoration",
])  # fmt: skip
_BOLD = frozenset(("b", "strong", "h1", "h2", "h3", "h4", "h5", "h6", "th"))
_BLOCKS = frozenset([
    "address", "article", "aside", "blockquote", "body", "center", "div", "dd", "dl", "dt",
    "fieldset", "figure", "figcaption", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
    "header", "hr", "html", "li", "main", "nav", "ol", "p", "pre", "section", "table", "tbody",
    "tr", "ul",
])  # fmt: skip
_SIZES = {"h1": "2em", "h2": "1.5em", "h3": "1.17em", "small": "0.83em", "sub": "0.83em"}
_SPACED = {"p": "1em 0", "h1": "0.67em 0", "h2": "0.83em 0", "h3": "1em 0", "ul": "1em 0"}


def usual(tag: str) -> dict[str, str]:  # noqa: C901
    """Return the style that browsers give an element."""
    style = {"display": "block" if tag in _BLOCKS else "inline"}
    if tag in ("head", "style", "script", "title", "link", "meta", "template"):
        style["display"] = "none"
    if tag in ("img", "svg"):
        style["display"] = "inline-block"
    if tag in _BOLD:
        style["font-weight"] = "bold"
    if tag in ("i", "em", "cite"):
        style["font-style"] = "italic"
    if tag in ("u", "ins"):
        style["text-decoration"] = "underline"
    if tag in ("s", "del", "strike"):
        style["text-decoration"] = "line-through"
    if tag in _SIZES:
        style["font-size"] = _SIZES[tag]
    if tag in _SPACED:
        style |= _expanded("margin", _SPACED[tag])
    if tag == "center":
        style["text-align"] = "center"
    return style


class Sheet:
    """The rules of style sheets, and the style of each element that they match."""

    def __init__(self, css: str) -> None:
        """Parse style sheets; what cannot be read is skipped, and listed in `unknown`."""
        self.unknown: list[tuple[int, str]] = []
        self._matcher: Any = cssselect2.Matcher()
        self._variables: dict[str, str] = {}
        for rule in tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True):
            if rule.type == "qualified-rule":
                self._add(rule)
            elif rule.type == "at-rule":
                self.unknown.append((rule.source_line, f"`@{rule.at_keyword}`"))
            else:
                self.unknown.append((rule.source_line, "a rule that cannot be read"))

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
                what = f"`::{selector.pseudo_element}`"
                self.unknown.append((rule.source_line, what))

    def styles(self, root: HtmlElement) -> Mapping[HtmlElement, dict[str, str]]:
        """Return the computed style of each element below a root, lengths as they are written."""
        found: dict[HtmlElement, dict[str, str]] = {}
        for wrapped in cssselect2.ElementWrapper.from_html_root(root).iter_subtree():
            element = wrapped.etree_element
            if not isinstance(element.tag, str):
                continue
            style: dict[str, str] = {}
            parent = found.get(element.getparent()) if element is not root else None
            if parent:
                style |= {name: parent[name] for name in INHERITED if name in parent}
                style |= {name: value for name, value in parent.items() if name.startswith("--")}
            style |= usual(element.tag)
            matched = sorted(self._matcher.match(wrapped), key=lambda one: one[:2])
            for _, _, _, declared in matched:
                style |= declared
            inline = tinycss2.parse_declaration_list(element.get("style") or "")
            style |= _of_declarations(inline)
            found[element] = {name: _with_variables(value, style) for name, value in style.items()}
        return found


def _declared(content: Any) -> dict[str, str]:
    return _of_declarations(tinycss2.parse_declaration_list(content))


def _of_declarations(declarations: Any) -> dict[str, str]:
    found: dict[str, str] = {}
    for one in declarations:
        if one.type == "declaration":
            name = one.name if one.name.startswith("--") else one.lower_name
            value = tinycss2.serialize(one.value).strip()
            if name == "background":
                # A later background without a picture keeps none; one that is empty is no value.
                if value:
                    found |= {"background-image": "", "background-color": "", **_background(value)}
            else:
                found |= _expanded(name, value)
    return found


def _expanded(name: str, value: str) -> dict[str, str]:  # noqa: C901, PLR0911
    """Return a property as single ones: `margin: 1px 2px` is four."""
    if name in ("margin", "padding", "inset") or name == "border-width":
        given = _parts(value)
        if not 0 < len(given) < 5:
            return {}
        top = given[0]
        right = given[1] if len(given) > 1 else top
        bottom = given[2] if len(given) > 2 else top
        left = given[3] if len(given) > 3 else right
        pairs = {"top": top, "right": right, "bottom": bottom, "left": left}
        if name == "inset":
            return pairs
        if name == "border-width":
            return {f"border-{side}-width": length for side, length in pairs.items()}
        return {f"{name}-{side}": length for side, length in pairs.items()}
    if name == "border" or re.fullmatch(r"border-(top|right|bottom|left)", name):
        sides = ["top", "right", "bottom", "left"] if name == "border" else [name[7:]]
        return {
            f"border-{side}-{key}": part for side in sides for key, part in _border(value).items()
        }
    if name in ("border-color", "border-style"):
        return {f"border-{side}-{name[7:]}": value for side in ("top", "right", "bottom", "left")}
    if name == "flex":
        return {"flex-grow": (_parts(value) or ["0"])[0].replace("auto", "1").replace("none", "0")}
    if name == "flex-flow":
        return {"flex-direction": next((p for p in _parts(value) if "wrap" not in p), "row")}
    if name == "font":
        return _font(value)
    if name == "place-items":
        return {"align-items": value, "justify-content": value}
    return {name: value}


def _border(value: str) -> dict[str, str]:
    found = {"width": "3px", "style": "none", "color": "currentcolor"}
    for part in _parts(value):
        if re.match(r"[\d.]", part) or part in ("thin", "medium", "thick"):
            found["width"] = {"thin": "1px", "medium": "3px", "thick": "5px"}.get(part, part)
        elif part in (
            "none",
            "hidden",
            "solid",
            "dashed",
            "dotted",
            "double",
            "groove",
            "ridge",
            "inset",
            "outset",
        ):
            found["style"] = part
        else:
            found["color"] = part
    return found


def _background(value: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for part in _parts(value):
        if "url(" in part or "gradient(" in part:
            found.setdefault("background-image", part)
        elif part in ("cover", "contain"):
            found["background-size"] = part
        elif re.match(r"#|rgb|hsl|[a-z]+$", part) and part not in (
            "no-repeat",
            "repeat",
            "center",
            "top",
            "bottom",
            "left",
            "right",
            "scroll",
            "fixed",
            "none",
            "repeat-x",
            "repeat-y",
            "initial",
            "inherit",
        ):
            found["background-color"] = part
    return found


def _font(value: str) -> dict[str, str]:
    found: dict[str, str] = {}
    match = re.fullmatch(r"(.*?)([\d.]+[a-z%]+)(?:\s*/\s*([\d.]+[a-z%]*))?\s+(.+)", value)
    if match:
        found = {"font-size": match[2], "font-family": match[4]}
        if match[3]:
            found["line-height"] = match[3]
        for part in match[1].split():
            if part in ("italic", "oblique"):
                found["font-style"] = "italic"
            elif part in ("bold", "bolder") or part.isdigit():
                found["font-weight"] = part
    return found


def _parts(value: str) -> list[str]:
    """Return the parts of a value that spaces separate outside of brackets."""
    return [
        part.strip()
        for part in re.findall(r"(?:[^\s()]*\((?:[^()]|\([^()]*\))*\)|[^\s()]+)", value)
    ]


def _with_variables(value: str, style: Mapping[str, str]) -> str:
    for _ in range(5):
        match = re.search(r"var\(\s*(--[\w-]+)\s*(?:,\s*([^()]*))?\)", value)
        if match is None:
            return value
        value = value[: match.start()] + style.get(match[1], match[2] or "") + value[match.end() :]
        if len(value) > 2000:
            return ""
    return value


def sides(style: Mapping[str, str], name: str, ending: str = "") -> Iterator[str]:
    """Yield the four values of a property: top, right, bottom, left."""
    for side in ("top", "right", "bottom", "left"):
        yield style.get(f"{name}-{side}{ending}", "0")
