"""Style sheets of drawings: their rules, and the elements that these match."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from lxml import etree
from lxml.etree import _Element

from printnplay.svg.css import Block, block
from printnplay.svg.elements import line_of
from printnplay.svg.limits import NESTED_RULES, SELECTORS, SHEETS, STYLE_STEPS, TooMuchError
from printnplay.svg.media import Viewport, holds

if TYPE_CHECKING:
    import cssselect2
    from cssselect2 import ElementWrapper

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SHORTHAND = re.compile(r"(?<![\w-])font\s*:", re.IGNORECASE)

_AT_RULE = re.compile(r"@([\w-]+)")
_FOLLOWED = frozenset({"media", "supports", "layer"})
"""At-rules whose rules apply if their condition matches on paper."""
_NEEDLESS = re.compile(
    r"charset|namespace|page|property|view-transition|counter-style|(?:-[a-z]+-)?keyframes"
)
"""At-rules without effect on a printed drawing."""

_REFUSED = {
    "font-face": "put the font file into the fonts folder and name its family",
    "import": "write the rules into the drawing; for a font, put its file into the fonts folder",
}
"""At-rules that would load something, and what to do instead."""
_PLAIN_RULES = "keep the style sheet to plain rules"


def refused(css: str) -> tuple[str, str] | None:
    """Return the first part of a style that is not allowed, and how to fix it."""
    for match in _AT_RULE.finditer(css):
        name = match[1].lower()
        if name in _REFUSED:
            return f"`@{name}` in a style sheet", _REFUSED[name]
    if "\\" in css:
        return "a backslash in a style sheet", _PLAIN_RULES
    if SHORTHAND.search(css):
        help_ = "write font-family, font-size and font-weight one by one"
        return "the shorthand `font:` in a style", help_
    return None


LayerPath: TypeAlias = tuple[str, ...]
"""The names of a layer and its parents; empty for rules in no layer."""


class _Rule(NamedTuple):
    """The declarations of a rule, and the layer that it is in."""

    declared: Block
    layer: LayerPath = ()


class Sheets:
    """The rules of all sheets, and the elements that they match."""

    def __init__(self, viewport: Viewport) -> None:
        """Start without rules, for a drawing of this size in pixels."""
        self._viewport = viewport
        self._rules: list[tuple[str, _Rule]] = []
        self._layers: dict[LayerPath, int] = {}
        """The layers in the order in which they are first named."""
        self._letters = self._read = 0
        self._sheet: _Element | None = None
        self.unknown: dict[str, _Element] = {}
        """At-rules that are ignored, each with the first sheet that contains it."""

    def take(self, sheet: _Element) -> bool:
        """Read the rules of a sheet, unless something in it is not allowed."""
        if sheet.get("type", "text/css").strip().lower() not in ("", "text/css"):
            return True
        text = COMMENT.sub("", "".join(map(str, sheet.itertext())))
        if refused(SHORTHAND.sub("", text)) is not None:
            return False
        self._sheet = sheet
        if not self._holds("media", sheet.get("media", "")):
            return True
        self._read += len(text)
        if self._read > SHEETS:
            message = f"its style sheets have more than {SHEETS:,} letters"
            raise TooMuchError(message, "give elements that look alike one class", line_of(sheet))
        for match in _AT_RULE.finditer(text):
            name = match[1].lower()
            if name not in _FOLLOWED and not _NEEDLESS.fullmatch(name):
                self.unknown.setdefault(f"@{name}", sheet)
        import tinycss2

        self._add(tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True), [])
        return True

    def _add(
        self, items: Iterable[Any], parents: list[str], layer: LayerPath = (), depth: int = 0
    ) -> None:
        """Read rules; nested ones apply to what `parents` select (CSS Nesting)."""
        import tinycss2

        for item in items if depth < 20 else ():
            if item.type == "qualified-rule":
                selectors = self._nested(tinycss2.serialize(item.prelude).strip(), parents)
                content = tinycss2.parse_blocks_contents(
                    item.content, skip_comments=True, skip_whitespace=True
                )
                self._take(selectors, content, layer)
                self._add(content, selectors, layer, depth + 1)
            elif item.type == "at-rule" and item.lower_at_keyword in _FOLLOWED:
                condition = tinycss2.serialize(item.prelude).strip()
                inner = layer
                if item.lower_at_keyword == "layer":
                    inner = self._layer(condition, layer)
                if item.content is None or not self._holds(item.lower_at_keyword, condition):
                    continue
                content = tinycss2.parse_blocks_contents(
                    item.content, skip_comments=True, skip_whitespace=True
                )
                self._take(parents, content, inner)
                self._add(content, parents, inner, depth + 1)

    def _take(self, selectors: Iterable[str], content: Iterable[Any], layer: LayerPath) -> None:
        declared = block(content)
        self._rules += [(selector, _Rule(declared, layer)) for selector in selectors]

    def _layer(self, names: str, outer: LayerPath) -> LayerPath:
        """Record layers in the order in which they are named (CSS Cascade 5, 6.4.4).

        Returns the layer of the rules of a block; a layer without a name is always a new one.
        """
        inner = outer
        for name in names.split(",") if names else (f"({len(self._layers)})",):
            inner = outer
            for part in name.strip().split("."):
                inner = (*inner, part)
                self._layers.setdefault(inner, len(self._layers))
        return inner

    def _holds(self, rule: str, condition: str) -> bool:
        """Check whether the rules of an at-rule apply; record a query with an unknown result."""
        if rule == "supports":
            return not condition.lower().startswith("not")
        answer = holds(condition, self._viewport) if rule == "media" else True
        if answer is None and self._sheet is not None:
            self.unknown.setdefault(f"@media {' '.join(condition.split())}", self._sheet)
        return bool(answer)

    def _nested(self, prelude: str, parents: list[str]) -> list[str]:
        """Combine the selectors of a nested rule with each selector of its parents.

        Raises:
            TooMuchError: there are too many, or very long ones.
        """
        if not parents:
            return [prelude]
        selectors = []
        for parent in parents:
            whole = f":is({parent})"
            for part in map(str.strip, prelude.split(",")):
                inner = part.replace("&", whole) if "&" in part else f"{whole} {part}"
                self._letters += len(inner)
                if self._letters > NESTED_RULES:
                    message = f"its nested rules come to more than {NESTED_RULES:,} letters"
                    raise TooMuchError(message, "nest rules less, or write them out")
                selectors.append(inner)
        return selectors

    def elements(self, root: _Element) -> Iterator[tuple[_Element, list[Block]]]:
        """Yield every element with its matching blocks, the weakest first."""
        if not self._rules:
            yield from ((element, []) for element in root.iter(tag=etree.Element))
            return
        for element, rules in matched(self._rules, root):
            yield element, self._in_order(rules)

    def _in_order(self, rules: Sequence[_Rule]) -> list[Block]:
        """Sort the declarations of rules by their layers, the weakest first (CSS Cascade 5, 6.4.4).

        A later layer is stronger, and no layer the strongest; for important declarations the
        reverse.
        """
        if not self._layers:
            return [rule.declared for rule in rules]
        ranked = sorted(rules, key=lambda rule: self._rank(rule.layer))
        plain: list[Block] = [(rule.declared[0], {}) for rule in ranked]
        ranked = sorted(rules, key=lambda rule: self._rank(rule.layer), reverse=True)
        return plain + [({}, rule.declared[1]) for rule in ranked]

    def _rank(self, layer: LayerPath) -> tuple[int, ...]:
        """Return a layer's sort key, a number for each name; sublayers come before their layer."""
        ranks = (self._layers[layer[: depth + 1]] for depth in range(len(layer)))
        return (*ranks, len(self._layers))


class _Steps:
    """Counts how often selectors are compared with elements."""

    def __init__(self) -> None:
        self._taken = 0

    def take(self, count: int = 1) -> None:
        """Count steps.

        Raises:
            TooMuchError: there are too many.
        """
        self._taken += count
        if self._taken > STYLE_STEPS:
            message = f"its style sheets take more than {STYLE_STEPS:,} steps"
            raise TooMuchError(message, "use fewer and simpler selectors, such as one class")

    def over(self, elements: Iterable[Any]) -> Iterator[Any]:
        """Count elements while iterating over them."""
        for element in elements:
            self.take()
            yield element


def matched(
    rules: Iterable[tuple[str, _Rule]], root: _Element
) -> Iterator[tuple[_Element, list[_Rule]]]:
    """Yield every element with the rules that select it, the weakest first.

    Raises:
        TooMuchError: the selectors take too many steps.
    """
    import cssselect2

    steps = _Steps()
    matcher = _counting_matcher(steps)
    selected = 0
    for text, declarations in rules:
        selected += 1 + text.count(",")
        if selected > SELECTORS:
            message = f"its style sheets have more than {SELECTORS:,} selectors"
            raise TooMuchError(message, "give elements that look alike one class")
        try:
            selectors = cssselect2.compile_selector_list(text)
        except cssselect2.SelectorError:
            # As in CSS: a rule with an invalid selector matches nothing.
            continue
        for selector in selectors:
            if selector.pseudo_element is None:
                matcher.add_selector(selector, declarations)
    for wrapper in _counting_elements(steps).from_xml_root(root).iter_subtree():
        yield wrapper.etree_element, [match[-1] for match in matcher.match(wrapper)]


def _each(element: "ElementWrapper", following: str) -> Iterator["ElementWrapper"]:
    """Yield the elements after an element; the library would store a list for each element."""
    while (element := getattr(element, following)) is not None:
        yield element


def _counting_elements(steps: _Steps) -> "type[ElementWrapper]":
    """Return a class of elements that counts how often selectors visit other elements."""
    import cssselect2

    class Counted(cssselect2.ElementWrapper):  # type: ignore[misc]
        """An element that is compared with selectors."""

        @property
        def etree_siblings(self) -> list[_Element]:
            """All children of the parent, which selectors by element type count one by one."""
            steps.take(len(self._siblings))
            return self._siblings

        @etree_siblings.setter
        def etree_siblings(self, siblings: list[_Element]) -> None:
            self._siblings = siblings

        @property
        def ancestors(self) -> Iterator["Counted"]:
            return steps.over(_each(self, "parent"))

        @property
        def previous_siblings(self) -> Iterator["Counted"]:
            return steps.over(_each(self, "previous"))

        def iter_children(self) -> Iterator["Counted"]:
            return steps.over(super().iter_children())

    return Counted


def _counting_matcher(steps: _Steps) -> "cssselect2.Matcher":
    """Return a matcher that counts the selectors that it tries."""
    import cssselect2

    class Matcher(cssselect2.Matcher):  # type: ignore[misc]
        """Selectors, indexed by their first part."""

        @staticmethod
        def add_relevant_selectors(
            element: "ElementWrapper", selectors: Sequence[object], found: list[object]
        ) -> None:
            steps.take(len(selectors))
            cssselect2.Matcher.add_relevant_selectors(element, selectors, found)

    return Matcher()
