"""Cleaning of drawings: anything that cannot be printed as it looks is a fault, never left out.

A drawing is parsed once and walked once. Nothing is loaded from the network, no entity is resolved,
and the result refers to nothing outside itself.

Before the walk, a drawing that a program saved is tidied: private data of Inkscape, Illustrator,
Figma and draw.io is removed, alternatives are resolved, and text that a program broke into lines
keeps those lines.
"""

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from lxml import etree
from lxml.etree import _Element
from msgspec import Struct

from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems, Severity
from printnplay.svg import cascade, plain
from printnplay.svg.css import FLOWED
from printnplay.svg.elements import (
    NAMES,
    SVG,
    XLINK,
    XLINK_HREF,
    XML,
    attributes,
    drop,
    href,
    line_of,
    say,
    without,
)
from printnplay.svg.faults import QUOTE, Report
from printnplay.svg.filters import mark
from printnplay.svg.fonts import Families
from printnplay.svg.limits import LINKED, Budget, TooMuchError
from printnplay.svg.parsing import decoded, parsed
from printnplay.svg.pictures import DRAWING, ArtError, ArtFolders, linked_drawing, of_uri, read
from printnplay.svg.pixels import for_print, of_data, report_doubts
from printnplay.svg.size import Extent, read_extent, read_viewport
from printnplay.svg.textboxes import has_other_text
from printnplay.svg.walk import Walk
from printnplay.svg.walk import check as check_references

if TYPE_CHECKING:
    from printnplay.svg.drawing import Placed
    from printnplay.svg.legible import Legible, Setting

SIZE_HELP = "give width and height in mm, and the same numbers in the viewBox"
_AS_SAVED = (
    *("<style", "<switch", "<metadata", "flowRoot", "shape-inside", "var(", "font:"),
    *("spreadMethod", " fr=", "vector-effect", "pathLength"),
)
"""Marks of a template's drawing that needs tidying like one that a program saved. The other mark is
text that no text box wrote."""
_BESIDE = frozenset({"metadata", "color-profile", "cursor", "view"})
"""Elements of SVG that draw nothing, and may contain anything."""
_OTHERWISE = re.compile(r"""&#(?!x27;)|<!\[|=\s*'|\s=|=\s+["']|<[\w.-]+:""")
"""Alternative notations that lxml does not write: characters by number (text boxes write only the
apostrophe so), attributes, and names with a prefix."""
_KNOWN = (f"{{{XLINK}}}", f"{{{XML}}}")
_LANGUAGE = "en"
"""The language that typst assumes; texts of the game come from its locales."""
_FLOW = re.compile(rf"(?<![\w-])(?:{'|'.join(FLOWED)})\s*:\s*(?!auto|none)", re.IGNORECASE)
_FLOW_HELP = (
    "give it lines: in Inkscape choose Text > Convert to Text, or save as Plain SVG; or leave "
    "the text out and set it with a textbox in the template"
)

_FACE = re.compile(r"@font-face\s*+\{[^{}]*+\}")
_FAMILY = re.compile(r"""font-family\s*:\s*["']?([^"';}]+)""")


Judge: TypeAlias = Callable[[Walk, Extent, Report], None]
Letter: TypeAlias = Callable[[_Element, Report], bool]
"""Sets letters in other families; returns whether anything changed."""


class Cleaned(Struct, frozen=True):
    """A printable drawing, its area, and the text of its title element."""

    svg: str
    extent: Extent
    title: str = ""


class Cleaner(Struct, frozen=True):
    """Cleans drawings, given the available fonts and the folders for linked pictures."""

    families: Families
    art: ArtFolders
    judge: Judge | None = None
    """Reports which parts of a template's drawing will look different in print."""
    letter: Letter | None = None
    """Sets letters of text that no text box wrote in families that have them."""
    legible: "Legible | None" = None
    """Reports texts of a template's drawing that are cut off, covered or hard to see."""

    def clean(
        self,
        text: str,
        sources: Sequence[str],
        problems: Problems,
        placed: "Sequence[Placed]" = (),
        setting: "Setting | None" = None,
    ) -> Cleaned | None:
        """Return a template's drawing cleaned for print; None if it has errors.

        Args:
            text: The drawing.
            sources: The template files that it was made from, the main one first.
            problems: Receives the faults.
            placed: The designers' drawings that the template placed in it.
            setting: The context for judging its texts, if they are judged.
        """
        text = text.strip()
        report = Report(text, sources, rendered=True, problems=problems)
        walk = self.walked(text, report, self.art)
        extent = _extent(walk.root, report) if walk is not None else None
        if walk is None or extent is None or report.faults:
            return None
        if self.judge is not None:
            self.judge(walk, extent, report)
        if self.letter is not None and has_other_text(text):
            walk.changed |= self.letter(walk.root, report)
        files: dict[_Element, str] = {}
        if placed:
            from printnplay.svg.drawing import put_in

            files = put_in(walk.root, walk.ids, placed, extent, report.problems)
        has_filters = "filter" in text or placed
        marked = bool(has_filters) and mark(walk.root, extent.box)
        walk.changed |= bool(placed) or marked
        svg = _written(walk, text)
        if self.legible is not None and setting is not None:
            self.legible.judge(walk.root, svg, extent.box, files, setting, report)
        return Cleaned(svg, extent, walk.title)

    def walked(  # noqa: PLR0913
        self,
        text: str,
        report: Report,
        art: ArtFolders,
        prepare: Callable[[_Element], None] | None = None,
        budget: Budget | None = None,
        colour: str = "",
    ) -> Walk | None:
        """Parse, tidy and walk over a drawing; return None if it cannot be parsed.

        Args:
            text: The drawing.
            report: Receives the faults.
            art: The folders for linked pictures.
            prepare: A further step before the walk.
            budget: The remaining limits, for a linked drawing.
            colour: The value of `currentColor`, where its elements do not set one.
        """
        root = parsed(text, report)
        if root is None:
            return None
        budget = budget or Budget()
        tidied = not report.rendered or _is_as_saved(text) or has_other_text(text)
        try:
            budget.take_kinds(root)
            if colour:
                say(root, "color", colour)
            if tidied:
                _tidy(root, report, self.families)
                plain.apply(root, cascade.apply(root, report), report)
        except TooMuchError as error:
            report.error(codes.DRAWING_TOO_COMPLEX, str(error), error.line, error.help)
            return None
        if prepare is not None:
            prepare(root)

        def embed(link: str, element: _Element) -> str | None:
            uri = self._embedded(link, _Link(element, report, art, budget, prepare))
            budget.take_embedded(len(uri or ""))
            return uri

        walk = Walk(root, report, self.families, embed)
        try:
            walk.over_all(budget)
        except TooMuchError as error:
            report.error(codes.DRAWING_TOO_COMPLEX, str(error), error.line, error.help)
            return None
        # Later searches expect the canonical notation.
        walk.changed |= tidied or _OTHERWISE.search(text) is not None
        check_references(walk, report)
        return walk

    def _embedded(self, link: str, where: "_Link") -> str | None:
        """Return the clean picture of a link or a data URI, as a link or a data URI.

        Return None if the linking element was replaced by the drawing.
        """
        if link.startswith("data:"):
            kind, content = of_uri(link)
            if kind == DRAWING:
                return self._inline(content, where)
            made = of_data(link)
            report_doubts(made, where.outer, line_of(where.element))
            return made.uri
        path = where.art.find(link)
        if path.suffix.lower() != ".svg":
            return for_print(path, where.measured, where.outer, where.art)
        known = where.budget.linked.get(path)
        if known is not None:
            return known
        folders = where.art.for_drawing_in(path.parent)
        uri = self._linked(read(path), path.as_posix(), where._replace(art=folders))
        if uri is not None:
            where.budget.linked[path] = uri
        return uri

    def _inline(self, content: bytes, where: "_Link") -> str | None:
        """Clean a drawing in a data URI; report its first error at the element that embeds it."""
        rendered = where.outer.rendered
        inner = Report("", where.outer.sources, rendered=rendered, problems=Problems())
        uri = self._linked(content, "the data URI", where._replace(outer=inner))
        if inner.faults:
            found = inner.problems.found
            first = next(fault for fault in found if fault.severity is Severity.ERROR)
            raise ArtError(first.code, f"in the data URI: {first.message}", first.help)
        return uri

    def _linked(self, content: bytes, name: str, where: "_Link") -> str | None:
        budget, outer = where.budget, where.outer
        if budget.depth >= LINKED:
            raise ArtError(
                codes.DRAWING_TOO_COMPLEX, f"drawings are nested more than {LINKED} deep"
            )
        text = decoded(content, name).strip()
        report = Report(text, [name], rendered=False, problems=outer.problems)
        budget.depth += 1
        walk = self.walked(text, report, where.art, where.prepare, budget)
        budget.depth -= 1
        if walk is not None and walk.has_text:
            # typst offers the fonts to the outer drawing only.
            if not outer.rendered and _become(where, walk, text):
                outer.faults += report.faults
                return None
            message = "the text of a linked drawing would not be printed"
            help_ = "turn the text into outlines, or put the drawing in with art() in a template"
            report.error(codes.UNUSABLE_PICTURE, message, 0, help_)
        outer.faults += report.faults
        return linked_drawing(_written(walk, text)) if walk is not None else ""


class _Link(NamedTuple):
    """An element that links a picture, the report for its faults, and how to read the picture."""

    element: _Element
    outer: Report
    art: ArtFolders
    budget: Budget
    prepare: Callable[[_Element], None] | None

    @property
    def measured(self) -> _Element | None:
        """The element, if its drawing is in mm, so that its picture can be scaled for print."""
        return self.element if self.outer.rendered and not self.budget.depth else None


def _become(where: _Link, walk: Walk, text: str) -> bool:
    """Replace an image element by the drawing that it links; return whether that was possible."""
    from printnplay.svg.drawing import Drawing

    try:
        viewport = read_viewport(walk.root, text)
    except ValueError:
        return False
    if where.element.tag != f"{{{SVG}}}image":
        return False
    where.budget.become += 1
    drawing = Drawing(walk.root, viewport, walk.ids, ())
    drawing.take_place_of(where.element, f"linked-{where.budget.become}-")
    return True


def _is_as_saved(text: str) -> bool:
    return any(word in text for word in _AS_SAVED) or text.count("<svg") > 1


def _extent(root: _Element, report: Report) -> Extent | None:
    try:
        return read_extent(root)
    except ValueError as error:
        line = line_of(root)
        report.error(
            codes.WRONG_ROOT_OR_SIZE, f"the drawing's size is unclear: {error}", line, SIZE_HELP
        )
        return None


def _written(walk: Walk, text: str) -> str:
    return etree.tostring(walk.root, encoding="unicode") if walk.changed else text


def _tidy(root: _Element, report: Report, families: Families) -> None:
    """Remove private data of drawing programs; report text that has no lines yet."""
    if not report.rendered:
        _drop_faces(root, families)
    _repeat_texts(root)
    for element in list(root.iter(tag=etree.Element)):
        _drop_foreign(element)
        name = _name(element)
        if name in _BESIDE or (name == "flowRoot" and not _says(element)):
            without(element)
        elif name == "flowRoot":
            _report_flow(element, report)
            without(element)
        elif name == "switch":
            _choose(element, report)
        elif name == "svg" and "transform" in element.attrib and element is not root:
            _wrap(element)
        elif name == "text":
            _keep_lines(element, report)


def _drop_faces(root: _Element, families: Families) -> None:
    """Remove embedded fonts from a drawing if the project has their families.

    Remove all if it has no texts.
    """
    known = {family.casefold() for family in families.known}
    has_text = next(root.iter(f"{{{SVG}}}text"), None) is not None

    def kept(face: re.Match[str]) -> str:
        family = _FAMILY.search(face[0])
        is_there = family is not None and family[1].strip().casefold() in known
        return "" if is_there or not has_text else face[0]

    for sheet in root.iter(f"{{{SVG}}}style"):
        css = "".join(map(str, sheet.itertext()))
        if "@font-face" in css:
            sheet.text = _FACE.sub(kept, css)


def _name(element: _Element) -> str:
    return element.tag.removeprefix(f"{{{SVG}}}")


def _drop_foreign(element: _Element) -> None:
    """Remove attributes of other namespaces: labels, paths on the designer's machine."""
    for key, _ in attributes(element):
        own = key.removeprefix(f"{{{SVG}}}")
        if own != key and own not in element.attrib:
            element.set(own, element.attrib[key])
        if key.startswith("{") and not key.startswith(_KNOWN):
            del element.attrib[key]


def _says(element: _Element) -> bool:
    return bool("".join(map(str, element.itertext())).strip())


def _choose(switch: _Element, report: Report) -> None:
    """Turn a `switch` into a group of the one child that is to be drawn."""
    fit = [child for child in switch.iterchildren(tag=etree.Element) if _fits(child)]
    # HTML is for browsers; the alternative after it is for all other programs.
    without_html = [child for child in fit if _name(child) != "foreignObject"]
    chosen = next(iter(without_html or fit), None)
    if without_html and chosen is not fit[0]:
        said = " ".join("".join(map(str, without_html[0].itertext())).split())
        instead = f": `{said[:QUOTE]}`" if said else ""
        message = f"HTML is not drawn; the drawing's fallback takes its place{instead}"
        help_ = "export the drawing without HTML: in draw.io, switch off Formatted Text"
        report.warning(codes.MAY_LOOK_DIFFERENT, message, line_of(switch), help_)
    for child in list(switch):
        if child is not chosen:
            without(child)
    switch.tag = f"{{{SVG}}}g"


def _fits(child: _Element) -> bool:
    languages = child.get("systemLanguage", _LANGUAGE).split(",")
    spoken = any(tag.strip().split("-")[0] == _LANGUAGE for tag in languages)
    ours = child.tag in NAMES or _name(child) == "foreignObject"
    return ours and spoken and not child.get("requiredExtensions", "").strip()


def _wrap(nested: _Element) -> None:
    """Wrap a nested `svg` in a group, if it has a transform, which typst ignores there."""
    parent = nested.getparent()
    if parent is None:
        return
    group = etree.Element(f"{{{SVG}}}g", transform=str(nested.attrib.pop("transform")))
    group.tail, nested.tail = nested.tail, None
    parent.replace(nested, group)
    group.append(nested)


def _repeat_texts(root: _Element) -> None:
    """Replace references to texts by the texts (SVG 1.1, 10.6).

    Raises:
        TooMuchError: they have too many letters.
    """
    repeats = list(root.iter(f"{{{SVG}}}tref"))
    if not repeats:
        return
    ids = {element.get("id"): element for element in root.iter(etree.Element)}
    budget = Budget()
    # Read all before replacing any: only original text is repeated, not other references.
    targets = [ids.get(href(element).strip().removeprefix("#")) for element in repeats]
    repeated = ["" if one is None else "".join(map(str, one.itertext())) for one in targets]
    for element, words in zip(repeats, repeated, strict=True):
        budget.take_letters(len(words))
        element.tag = f"{{{SVG}}}tspan"
        drop(element, "href", XLINK_HREF)
        for child in list(element):
            element.remove(child)
        element.text = words


def _keep_lines(text: _Element, report: Report) -> None:
    """Check that a text in a shape was saved with its lines, which are drawn as saved."""
    if not _FLOW.search(text.get("style", "")) or not _says(text):
        return
    lines = text.iter(f"{{{SVG}}}tspan")
    if not any("x" in line.attrib and "y" in line.attrib for line in lines):
        _report_flow(text, report)


def _report_flow(element: _Element, report: Report) -> None:
    message = f"the text in <{_name(element)}> flows in a shape and has no lines"
    report.error(codes.NOT_ALLOWED_IN_DRAWING, message, line_of(element), _FLOW_HELP)
