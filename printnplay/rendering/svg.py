"""The clean-up of a drawing: what cannot be printed as it looks is a fault, never an empty place.

A drawing is parsed once and walked once. Nothing is loaded from the network, no entity is
resolved, and what leaves here refers to nothing outside itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from lxml import etree
from lxml.etree import _Element

from printnplay.model.diagnostics import Problems
from printnplay.rendering.art import KINDS, ArtError, ArtFolders, as_uri, data_uri, read
from printnplay.rendering.svg_elements import line_of
from printnplay.rendering.svg_faults import Report
from printnplay.rendering.svg_fonts import Families
from printnplay.rendering.svg_references import check as check_references
from printnplay.rendering.svg_size import Extent, read_extent
from printnplay.rendering.svg_tables import SVG
from printnplay.rendering.svg_walk import Walk

ROOT_HELP = 'it begins with <svg xmlns="http://www.w3.org/2000/svg" width= height= viewBox=>'
SIZE_HELP = "width and height are in mm, and the viewBox says the same without the unit"
LINKED = 3
"""How many linked drawings may lie within each other."""


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A drawing that may be printed, the area it covers, and what its title element says."""

    svg: str
    extent: Extent
    title: str = ""


@dataclass(frozen=True, slots=True)
class Cleaner:
    """Cleans drawings against the fonts there are and the folders that pictures may come from."""

    families: Families
    art: ArtFolders

    def clean(self, text: str, sources: Sequence[str], problems: Problems) -> Cleaned | None:
        """A drawing made by a template, ready to be printed; None when it has faults.

        Args:
            text: The drawing.
            sources: The template files that it was made from, the main one first.
            problems: Takes the faults.
        """
        text = text.strip()
        report = Report(text, sources, rendered=True, problems=problems)
        walk = self._walked(text, report, 0)
        extent = _extent(walk.root, report) if walk is not None else None
        if walk is None or extent is None or report.faults:
            return None
        return Cleaned(_written(walk, text), extent, walk.title)

    def _walked(self, text: str, report: Report, depth: int) -> Walk | None:
        root = _parsed(text, report)
        if root is None:
            return None
        walk = Walk(root, report, self.families, lambda link: self._embedded(link, report, depth))
        walk.over_all()
        check_references(walk, report)
        if depth and walk.has_text:
            # Measured: the baker gives the fonts to the outer drawing only.
            help_ = "turn the text into outlines, or move it into the template"
            report.error("PNP424", "the text of a linked drawing would not be printed", 0, help_)
        return walk

    def _embedded(self, link: str, outer: Report, depth: int) -> str:
        path = self.art.find(link)
        if path.suffix.lower() != ".svg":
            return data_uri(path)
        if depth >= LINKED:
            raise ArtError("PNP416", f"more than {LINKED} drawings lie within each other")
        text = read(path).decode("utf-8-sig", errors="replace").strip()
        report = Report(text, [path.as_posix()], rendered=False, problems=outer.problems)
        walk = self._walked(text, report, depth + 1)
        outer.faults += report.faults
        return as_uri(KINDS[".svg"], _written(walk, text).encode()) if walk is not None else ""


def _parsed(text: str, report: Report) -> _Element | None:
    # Before the parser: it would already expand entities in attributes.
    for forbidden in ("<!DOCTYPE", "<!ENTITY"):
        if forbidden in text:
            line = text[: text.index(forbidden)].count("\n") + 1
            what = f"{forbidden!r} is not allowed in a drawing"
            report.error("PNP414", what, line, "delete it; a drawing needs no document type")
            return None
    try:
        root = etree.fromstring(text.encode(), _parser())
    except etree.XMLSyntaxError as error:
        message = f"the drawing is not well-formed XML: {_sentence(error)}"
        report.error("PNP413", message, error.lineno or 0, "every element that opens must close")
        return None
    if root.tag != f"{{{SVG}}}svg":
        name = etree.QName(root).localname
        report.error("PNP415", f"the root element <{name}> is no SVG drawing", 1, ROOT_HELP)
        return None
    return root


def _parser() -> etree.XMLParser:
    return etree.XMLParser(
        encoding="utf-8",
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        huge_tree=False,
    )


def _sentence(error: etree.XMLSyntaxError) -> str:
    return (error.msg or "it cannot be read").split(", line ")[0]


def _extent(root: _Element, report: Report) -> Extent | None:
    try:
        return read_extent(root)
    except ValueError as error:
        line = line_of(root)
        report.error("PNP415", f"the drawing's size is unclear: {error}", line, SIZE_HELP)
        return None


def _written(walk: Walk, text: str) -> str:
    return etree.tostring(walk.root, encoding="unicode") if walk.changed else text
