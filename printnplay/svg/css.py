"""CSS in drawings: style sheets and `style` attributes say how things look, and load nothing.

Style sheets are applied: every element gets what they say in its own `style`. So drawings can be
put into one another without a class of one meaning something in the other, all selectors of CSS
work and not only those that typst knows, and how an element looks can be read from the element and
those around it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from lxml import etree
from lxml.etree import _Element

from printnplay.svg.elements import SVG, attributes, without

URL = re.compile(r"url\(\s*(?P<quote>['\"]?)(?P<link>[^'\")]*)(?P=quote)\s*\)", re.IGNORECASE)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SHORTHAND = re.compile(r"(?<![\w-])font\s*:", re.IGNORECASE)

_RULES = (
    (re.compile(r"@import", re.IGNORECASE), "`@import` in a style sheet"),
    (re.compile(r"@font-face", re.IGNORECASE), "`@font-face` in a style sheet"),
    (re.compile(r"@"), "an `@` rule in a style sheet"),
    (re.compile(r"\\"), "a backslash in a style sheet"),
    (SHORTHAND, "the shorthand `font:` in a style"),
)
_HELP = {
    "@font-face": "put the font file into the fonts folder and name its family",
    "font:": "write font-family, font-size and font-weight one by one",
}


def refused(css: str) -> tuple[str, str] | None:
    """The first thing in a style that is not allowed there, and how to fix it."""
    for pattern, what in _RULES:
        if pattern.search(css):
            helps = (text for key, text in _HELP.items() if key in what)
            return what, next(helps, "keep the style sheet to plain rules")
    return None


def links(text: str) -> list[str]:
    """What the `url(...)` of a style or an attribute refer to; a broken one counts as a link out.

    >>> links("fill: url(#sky)"), links("red")
    (['#sky'], [])
    """
    targets = [match["link"].strip() for match in URL.finditer(text)]
    if len(targets) < text.lower().count("url("):
        targets.append(text.strip())
    return targets


FLOWED = ("shape-inside", "shape-subtract", "inline-size")
"""How SVG 2 says that a text is to be broken into lines."""

_LEFT_OUT = (*FLOWED, "shape-padding", "shape-margin", "-inkscape-font-specification")
GEOMETRY = frozenset({"x", "y", "width", "height", "cx", "cy", "r", "rx", "ry"})
"""Places and sizes that SVG 2 allows in styles, and that typst reads from attributes only."""

_VARIABLE = re.compile(r"var\(\s*(?P<name>--[\w-]+)\s*(?:,(?P<otherwise>(?:[^()]|\([^()]*\))*))?\)")
_FONT = re.compile(
    r"(?P<look>(?:[a-z0-9-]+\s+)*?)(?P<size>\d*\.?\d+(?:px|pt|pc|mm|cm|in|em|rem|ex|%))"
    r"(?:\s*/\s*[\w.%]+)?\s+(?P<family>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
_LOOKS = (
    ("font-style", re.compile(r"italic|oblique")),
    ("font-variant", re.compile(r"small-caps")),
    ("font-weight", re.compile(r"bold|bolder|lighter|\d{3}")),
    ("font-stretch", re.compile(r"(?:(?:ultra|extra|semi)-)?(?:condensed|expanded)")),
)

Style = dict[str, str]


def read(css: str) -> tuple[Style, Style]:
    """The declarations of a block as typst follows them; the important ones are the second."""
    import tinycss2

    plain: Style = {}
    important: Style = {}
    for item in tinycss2.parse_blocks_contents(css, skip_comments=True, skip_whitespace=True):
        if item.type == "declaration":
            into = important if item.important else plain
            into.update(_followed(*_named(item)))
    return plain, important


def _named(declaration: Any) -> tuple[str, str]:  # noqa: ANN401
    import tinycss2

    name = declaration.name if declaration.name.startswith("--") else declaration.lower_name
    return name, tinycss2.serialize(declaration.value).strip()


def _followed(name: str, value: str) -> Style:
    """A declaration as typst follows it; nothing for what no printed picture needs."""
    if name == "font":
        return _font(value)
    # Figma adds wide-gamut colours behind plain ones, which are the fallback.
    return {} if "color(" in value.lower() else {name: value}


def _font(value: str) -> Style:
    """The parts of the shorthand `font`; one that is not understood stays, and is refused later."""
    match = _FONT.fullmatch(value)
    if match is None:
        return {"font": value}
    words = match["look"].lower().split()
    parts = {
        name: next((word for word in words if look.fullmatch(word)), "normal")
        for name, look in _LOOKS
    }
    return {**parts, "font-size": match["size"], "font-family": match["family"].strip()}


def filled(value: str, variables: Mapping[str, str]) -> str:
    """A value with its `var()` replaced by what they name, or by their fallback.

    >>> filled("var(--edge, red)", {}), filled("var(--edge, red)", {"--edge": "#123"})
    ('red', '#123')
    """
    for _ in range(4):
        if "var(" not in value:
            break
        value = _VARIABLE.sub(
            lambda use: variables.get(use["name"], (use["otherwise"] or "").strip()), value
        )
    return value


def kept(style: Mapping[str, str]) -> Style:
    """What of a style is written: neither variables nor what programs keep for themselves."""
    return {
        name: value
        for name, value in style.items()
        if value and not name.startswith("--") and name not in _LEFT_OUT
    }


def written(style: Mapping[str, str]) -> str:
    """The text of a `style` attribute.

    >>> written({"fill": "red", "stroke": "none"})
    'fill:red;stroke:none'
    """
    return ";".join(f"{name}:{value}" for name, value in style.items())


def merged(parts: Iterable[tuple[Style, Style]]) -> Style:
    """Declarations from the weakest source to the strongest; important ones win."""
    listed = list(parts)
    style: Style = {}
    for which in (0, 1):
        for part in listed:
            style.update(part[which])
    return style


STYLE = f"{{{SVG}}}style"


def apply(root: _Element) -> None:
    """Apply the style sheets to the elements, and take out the sheets that were applied.

    A sheet with something that is not allowed there is left, for the walk to report.
    """
    rules = _Rules()
    sheets = [sheet for sheet in root.iter(STYLE) if rules.take(_text(sheet))]
    variables = _variables(rules, root)
    for element, blocks in rules.elements(root):
        _apply(element, blocks, variables)
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
        """Take the rules of a sheet, unless something in it is not allowed."""
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
            yield wrapper.etree_element, [match[-1] for match in self._matcher.match(wrapper)]


def _variables(rules: _Rules, root: _Element) -> Style:
    """What the root declares for `var()`: programs declare nowhere else."""
    for element, blocks in rules.elements(root):
        style = merged([*blocks, read(element.get("style", ""))])
        return {name: value for name, value in style.items() if name.startswith("--")}
    return {}


def _apply(element: _Element, blocks: list[tuple[Style, Style]], variables: Style) -> None:
    own = element.get("style")
    if blocks or own is not None:
        style = merged([*blocks, read(own or "")])
        style = kept({name: filled(value, variables) for name, value in style.items()})
        for name in GEOMETRY & style.keys():
            element.set(name, style.pop(name))
        element.set("style", written(style))
    for name, value in attributes(element):
        if "var(" in value and name != "style":
            element.set(name, filled(value, variables))
