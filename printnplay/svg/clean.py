"""The clean-up of a drawing: what cannot be printed as it looks is a fault, never an empty place.

A drawing is parsed once and walked once. Nothing is loaded from the network, no entity is
resolved, and what leaves here refers to nothing outside itself.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from lxml import etree
from lxml.etree import _Element

from printnplay.model import codes
from printnplay.model.diagnostics import Problems
from printnplay.svg.elements import line_of
from printnplay.svg.faults import Report
from printnplay.svg.fonts import Families
from printnplay.svg.parsing import parsed
from printnplay.svg.pictures import KINDS, ArtError, ArtFolders, as_uri, data_uri, read
from printnplay.svg.size import Extent, read_extent
from printnplay.svg.walk import Walk
from printnplay.svg.walk import check as check_references

if TYPE_CHECKING:
    from printnplay.svg.drawing import Placed

SIZE_HELP = "width and height are in mm, and the viewBox says the same without the unit"
LINKED = 3
"""How many linked drawings may lie within each other."""

_TO_MEND = ("<style", "<switch", "<metadata", "flowRoot", "shape-inside", "var(", "font:")
"""What a template's drawing has to hold to be mended like one that a program saved."""

Judge: TypeAlias = Callable[[Walk, Extent, Report], None]


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
    judge: Judge | None = None
    """Tells what of a template's drawing will look otherwise on paper."""

    def clean(
        self,
        text: str,
        sources: Sequence[str],
        problems: Problems,
        placed: "Sequence[Placed]" = (),
    ) -> Cleaned | None:
        """A drawing made by a template, ready to be printed; None when it has faults.

        Args:
            text: The drawing.
            sources: The template files that it was made from, the main one first.
            problems: Takes the faults.
            placed: The designers' drawings that the template put into it.
        """
        text = text.strip()
        report = Report(text, sources, rendered=True, problems=problems)
        walk = self.walked(text, report, self.art)
        extent = _extent(walk.root, report) if walk is not None else None
        if walk is None or extent is None or report.faults:
            return None
        if self.judge is not None:
            self.judge(walk, extent, report)
        if placed:
            from printnplay.svg.drawing import put_in

            put_in(walk.root, walk.ids, placed, extent, problems)
        svg = etree.tostring(walk.root, encoding="unicode") if placed else _written(walk, text)
        return Cleaned(svg, extent, walk.title)

    def walked(
        self,
        text: str,
        report: Report,
        art: ArtFolders,
        mend: Callable[[_Element], None] | None = None,
        depth: int = 0,
    ) -> Walk | None:
        """A drawing parsed, mended and walked over; None when it is none.

        Args:
            text: The drawing.
            report: Takes the faults.
            art: Where linked pictures are looked for.
            mend: What else is to be mended before it is walked over.
            depth: How many drawings this one is linked through.
        """
        root = parsed(text, report)
        if root is None:
            return None
        mended = not report.rendered or _is_to_be_mended(text)
        if mended:
            _mend(root, report)
        if mend is not None:
            mend(root)

        def embed(link: str) -> str:
            return self._embedded(link, report, art, depth)

        walk = Walk(root, report, self.families, embed)
        walk.over_all()
        walk.changed |= mended
        check_references(walk, report)
        if depth and walk.has_text:
            # Measured: the baker gives the fonts to the outer drawing only.
            help_ = "turn the text into outlines, or put the drawing in with art() in a template"
            report.error(
                codes.UNUSABLE_PICTURE,
                "the text of a linked drawing would not be printed",
                0,
                help_,
            )
        return walk

    def _embedded(self, link: str, outer: Report, art: ArtFolders, depth: int) -> str:
        path = art.find(link)
        if path.suffix.lower() != ".svg":
            return data_uri(path)
        if depth >= LINKED:
            raise ArtError(
                codes.DRAWING_TOO_COMPLEX, f"more than {LINKED} drawings lie within each other"
            )
        from printnplay.svg.parsing import decoded

        text = decoded(read(path), path.name).strip()
        report = Report(text, [path.as_posix()], rendered=False, problems=outer.problems)
        walk = self.walked(text, report, art.beside(path.parent), depth=depth + 1)
        outer.faults += report.faults
        return as_uri(KINDS[".svg"], _written(walk, text).encode()) if walk is not None else ""


def _is_to_be_mended(text: str) -> bool:
    return any(word in text for word in _TO_MEND) or text.count("<svg") > 1


def _mend(root: _Element, report: Report) -> None:
    # Loaded here: the drawings of most templates need no mending.
    from printnplay.svg import css as svg_styles
    from printnplay.svg import programs as svg_exports

    svg_exports.mend(root, report)
    svg_styles.apply(root)


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
