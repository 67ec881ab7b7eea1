"""The designers' drawings: find, clean once, and cache them for all faces that show them."""

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from lxml import etree
from lxml.etree import _Element
from msgspec import Struct, field

from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Problems
from printnplay.svg import fonts
from printnplay.svg.clean import Cleaner
from printnplay.svg.clusters import Clusters
from printnplay.svg.drawing import Drawing
from printnplay.svg.elements import NAMES, REFERENCE, STORES, SVG, attributes, line_of, said
from printnplay.svg.fallback import Fallback
from printnplay.svg.faults import Findings, Report
from printnplay.svg.geometry import Box, Matrix
from printnplay.svg.lettering import FONT_SIZE, Lettering, Look, declared, inherited, words
from printnplay.svg.lint import Lint
from printnplay.svg.parsing import decoded
from printnplay.svg.pictures import ArtFolders, Found, read, stamp
from printnplay.svg.size import LARGEST, Extent, TooLargeError, read_viewport
from printnplay.svg.walk import Walk
from printnplay.text.families import font_for
from printnplay.text.fonts import FontShelf

EVERYTHING = Box(-1e9, -1e9, 2e9, 2e9)
"""A box around every drawing, in user units: the limit of a viewBox (`_UNITS` in `size.py`)."""

_WRITTEN = f"{{{SVG}}}text"
_CURRENT = "currentcolor"
_SIZE_HELP = 'give the root element width="..mm", height="..mm" and a viewBox'
_SMALLER_HELP = (
    'set its printed size, such as width="60mm" height="40mm", and leave the viewBox unchanged'
)

_DRAWN = (
    "path",
    "rect",
    "circle",
    "ellipse",
    "line",
    "polyline",
    "polygon",
    "text",
    "image",
    "use",
)
"""The elements that draw something."""


def _is_all_hidden(root: _Element) -> bool:
    """Check whether each shape of a drawing, or an element around it, is hidden."""
    found = False
    for element in root.iter(*(f"{{{SVG}}}{name}" for name in _DRAWN)):
        found = True
        if not any(said(one, "display") == "none" for one in (element, *element.iterancestors())):
            return False
    return found


class _Opened(Struct, frozen=True):
    """A drawing, or None if it has errors; its faults; and the files that it links."""

    drawing: Drawing | None
    faults: tuple[Diagnostic, ...]
    found: Found


class ArtLibrary(Struct):
    """Reads drawings; reports the faults of a drawing each time that it is requested."""

    cleaner: Cleaner
    shelf: FontShelf
    _kept: dict[tuple[str, int, int, str], _Opened] = field(default_factory=dict)
    _roots: set[int] = field(default_factory=set)
    _findings: dict[Hashable, Findings] = field(default_factory=dict)

    def drawing(self, path: Path, problems: Problems, colour: str = "") -> Drawing | None:
        """Return the drawing of a file, with a colour as its `currentColor`; None if it has errors.

        Raises:
            ArtError: the file is not a readable drawing.
        """
        key = (path.as_posix(), *stamp(path), colour)
        if key not in self._kept:
            own = Problems()
            content = read(path)
            folders = self.cleaner.art.for_drawing_in(path.parent).noting_apart()
            drawing = self.opened(content, path.as_posix(), folders, own, colour)
            self._kept[key] = _Opened(drawing, tuple(own.found), folders.found)
            if drawing is not None:
                self._roots.add(id(drawing.root))
        opened = self._kept[key]
        for fault in opened.faults:
            problems.add(fault)
        self.cleaner.art.found.update(opened.found)
        return opened.drawing

    def opened(
        self,
        content: bytes,
        name: str,
        folders: ArtFolders,
        problems: Problems,
        colour: str = "",
    ) -> Drawing | None:
        """Return the drawing in some bytes; search its linked pictures in the folders.

        A colour is the value of `currentColor` in it.

        Raises:
            ArtError: the bytes are not a readable drawing.
        """
        text = decoded(content, name)
        report = Report(text, [name], rendered=False, problems=problems)
        walk = self.cleaner.walked(text, report, folders, self._named, colour=colour)
        if walk is None or report.faults:
            return None
        # Linked drawings may have texts, too.
        walk.has_text = next(walk.root.iter(_WRITTEN), None) is not None
        if walk.has_text:
            self.check_letters(walk.root, report)
        drawing = self._sized(walk, text, report)
        return None if report.faults else drawing

    def judge(self, walk: Walk, extent: Extent, report: Report) -> None:
        """Report which parts of a template's drawing, in mm, will look different in print."""
        size = extent.size
        area = Box(*(side / 1000 for side in (extent.x, extent.y, size.width, size.height)))
        # A pattern drawn in a loop runs over the edge on purpose.
        lint = Lint(walk.ids, area, Lettering(self.shelf).box, strays=False)
        lint.over(walk.root, Matrix(), area)
        lint.findings.report_to(report)

    def lint(self, drawing: Drawing, place: Box, area: Box, outer: Matrix, report: Report) -> None:
        """Report what will look different in print when a drawing is placed.

        Args:
            drawing: The drawing.
            place: Its place, in the units of the outer drawing.
            area: The printed area of the outer drawing, in mm.
            outer: The transform of those units to mm.
            report: Receives the warnings.
        """
        # Findings about drawings of one face only, such as a photograph, are not cached.
        case = (id(drawing.root), drawing.viewport, place, area, outer)
        findings = self._findings.get(case)
        if findings is None:
            # What lies outside because the picture is cropped is left out on purpose.
            strays = not (drawing.is_cropped or "slice" in drawing.viewport.aspect)
            lint = Lint(drawing.ids, area, Lettering(self.shelf).box, strays=strays)
            lint.over(drawing.root, outer.times(drawing.matrix(place)), drawing.viewport.view)
            findings = lint.findings
            if id(drawing.root) in self._roots:
                self._findings[case] = findings
        findings.report_to(report)

    def _named(self, root: _Element) -> None:
        fonts.apply(root, self.shelf.offered)

    def _sized(self, walk: Walk, text: str, report: Report) -> Drawing | None:
        root = walk.root
        drawn = None
        if root.get("viewBox") is None:
            lint = Lint(walk.ids, EVERYTHING, Lettering(self.shelf).box, exact=True)
            drawn = lint.over(root, Matrix(), Box(0, 0, 0, 0))
        try:
            viewport = read_viewport(root, text, drawn)
        except TooLargeError as error:
            message = f"the drawing is too large: {error}; the limit is {LARGEST:,.0f} mm"
            report.error(codes.WRONG_ROOT_OR_SIZE, message, line_of(root), _SMALLER_HELP)
            return None
        except ValueError as error:
            message = f"the drawing's size is unclear: {error}"
            report.error(codes.WRONG_ROOT_OR_SIZE, message, line_of(root), _SIZE_HELP)
            return None
        if _is_all_hidden(root):
            text, cure = "all of the drawing is hidden", "show the layer that is to be printed"
            report.warning(codes.MAY_LOOK_DIFFERENT, text, line_of(root), cure)
        shown = _texts(root, {}, {}) if walk.has_text else ()
        texts = (words(text.element) for text in shown)
        takes = _CURRENT in text.lower()
        return Drawing(root, viewport, walk.ids, tuple(filter(None, texts)), walk.title, takes)

    def check_letters(self, root: _Element, report: Report) -> bool:
        """Set letters in families that have them, and report those that no family has.

        Returns whether anything was changed.
        """
        lettering = Lettering(self.shelf)
        fallback = Fallback(lettering, self.cleaner.families.default)
        clusters = Clusters(lettering)
        is_changed = False
        texts = [*_texts(root, {}, _uses(root, {}, defaultdict(list)))]
        if not said(root, "font-size") and any(
            lettering.has_open_size(text.element, text.look) for text in texts
        ):
            # The initial font size of typst is 12.
            root.set("font-size", f"{FONT_SIZE}")
            is_changed = True
        unlike: dict[str, int] = {}
        for text, plain_look, varies in texts:
            look = lettering.sized(text, plain_look)
            # Before the text names the faces that it is set in.
            for without in lettering.unlike(text, look):
                unlike.setdefault(without, line_of(text))
            look = lettering.part_ligatures(text, look)
            is_changed |= fallback.complete(text, look, is_named=not varies)
            lacking = lettering.lacking(text, look)
            if lacking:
                face, missing = lacking
                message = f"`{face}` has no glyph for {' '.join(f'`{mark}`' for mark in missing)}"
                font = font_for(missing[0], "")
                help_ = "set the text in a family that has it or turn it into outlines"
                if font:
                    help_ = (
                        f"set the text in a family that has it, such as {font}, or turn it into"
                        " outlines"
                    )
                report.error(codes.MISSING_GLYPH, message, line_of(text), help_)
            else:
                is_changed |= clusters.draw(text, look, is_named=not varies)
        for reason in lettering.unusable:
            help_ = "leave out the features of the text, or use another font"
            report.error(codes.UNUSABLE_FONT, reason, line_of(root), help_)
        for message, line in unlike.items():
            help_ = "add that font to the fonts folder, or set the text in another family"
            report.warning(codes.MAY_LOOK_DIFFERENT, message, line, help_)
        return is_changed


class _Text(NamedTuple):
    """A drawn text and its look; with `varies`, the look differs between its uses."""

    element: _Element
    look: Look
    varies: bool = False


Uses: TypeAlias = Mapping[str, Sequence[Look]]
"""The looks that a referenced element is drawn with, by its ID; empty if it keeps its own."""
_OF_FACES = ("font-family", "font-weight", "font-style", "font-size")


def _uses(parent: _Element, look: Look, uses: defaultdict[str, list[Look]]) -> Uses:
    """Collect what elements refer to. A used element inherits its look there (SVG 2, 5.6)."""
    look = inherited(look, declared(parent))
    for child in parent.iterchildren(tag=etree.Element):
        for _, value in attributes(child):
            for name in REFERENCE.findall(value) if "#" in value else ():
                used = [inherited(look, declared(child))] if NAMES.get(child.tag) == "use" else []
                uses[name] += used
        _uses(child, look, uses)
    return uses


def _texts(
    parent: _Element, look: Look, uses: Uses, *, unseen: bool = False, varies: bool = False
) -> Iterator[_Text]:
    """Yield the texts that are drawn, in drawing order.

    Texts in symbols and the like are drawn where something refers to them.
    """
    look = inherited(look, declared(parent))
    for child in parent:
        name = NAMES.get(child.tag)
        shown = declared(child) if name else {}
        if name is None or shown.get("display") == "none":
            continue
        outer, hidden, other = look, unseen or name in STORES, varies
        if hidden and (own_id := child.get("id", "")) in uses:
            looks = uses[own_id]
            outer, hidden = (looks or [look])[0], False
            faces = {tuple(one.get(key) for key in _OF_FACES) for one in looks}
            other = varies or len(faces) > 1
        if name == "text" and not hidden:
            yield _Text(child, inherited(outer, shown), other)
        elif name != "text":
            yield from _texts(child, outer, uses, unseen=hidden, varies=other)
