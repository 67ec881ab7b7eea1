"""The designers' drawings: found, cleaned once, and kept for all faces that show them."""

import re
from collections.abc import Collection, Hashable
from itertools import starmap, takewhile
from pathlib import Path

from lxml import etree
from lxml.etree import _Element
from msgspec import Struct, field

from printnplay.files.store import key_of
from printnplay.model import codes
from printnplay.model.diagnostics import Diagnostic, Problems
from printnplay.svg import fonts
from printnplay.svg.clean import Cleaner
from printnplay.svg.drawing import Drawing
from printnplay.svg.elements import NAMES, attributes, line_of, said
from printnplay.svg.fallback import Fallback
from printnplay.svg.faults import Findings, Report
from printnplay.svg.geometry import Box, Matrix
from printnplay.svg.lettering import FONT_SIZE, Lettering, Look, declared, inherited, words
from printnplay.svg.lint import Lint
from printnplay.svg.parsing import decoded
from printnplay.svg.pictures import ArtFolders, Found, read, stamp
from printnplay.svg.size import Extent, read_viewport
from printnplay.svg.walk import Walk
from printnplay.typesetting.text.fonts import FontShelf

EVERYTHING = Box(-1e9, -1e9, 2e9, 2e9)
_UNSEEN = frozenset({"defs", "symbol", "clipPath", "mask", "pattern", "marker"})
_REFERENCE = re.compile(r"#([^)'\"\s]+)")
_SIZE_HELP = 'give the root element width="..mm", height="..mm" and a viewBox'


_SOUND: set[bytes] = set()
"""Faces without a finding, but for their texts: most come again with texts in other languages."""
MOST_SOUND = 20_000

_TEXT = re.compile(r"<(text|title|desc)\b[^>]*(?<!/)>.*?</\1>", re.DOTALL)
_NOT_ALONE = ("<!", "<?", "<style", "<use", "<image")
"""Where a text may change how something else is judged, or looks like one and is none."""


def _shapes(drawing: str) -> str | None:
    """A drawing without its texts; None where shapes cannot be judged without them."""
    return None if any(mark in drawing for mark in _NOT_ALONE) else _TEXT.sub(r"<\1/>", drawing)


class _Opened(Struct, frozen=True):
    """A drawing, None if it has faults; these; and the files that its links lead to."""

    drawing: Drawing | None
    faults: tuple[Diagnostic, ...]
    found: Found


class ArtLibrary(Struct):
    """Reads drawings; what is wrong with one is reported each time that it is asked for."""

    cleaner: Cleaner
    shelf: FontShelf
    _kept: dict[tuple[str, int, int], _Opened] = field(default_factory=dict)
    _roots: set[int] = field(default_factory=set)
    _findings: dict[Hashable, Findings] = field(default_factory=dict)

    def drawing(self, path: Path, problems: Problems) -> Drawing | None:
        """The drawing in a file; None when it has faults.

        Raises:
            ArtError: the file is no drawing that can be read.
        """
        key = (path.as_posix(), *stamp(path))
        if key not in self._kept:
            own = Problems()
            content = read(path)
            folders = self.cleaner.art.for_drawing_in(path.parent).noting_apart()
            drawing = self.opened(content, path.as_posix(), folders, own)
            self._kept[key] = _Opened(drawing, tuple(own.found), folders.found)
            if drawing is not None:
                self._roots.add(id(drawing.root))
        opened = self._kept[key]
        for fault in opened.faults:
            problems.add(fault)
        self.cleaner.art.found.update(opened.found)
        return opened.drawing

    def opened(
        self, content: bytes, name: str, folders: ArtFolders, problems: Problems
    ) -> Drawing | None:
        """The drawing that bytes hold; pictures that it links are looked for in the folders.

        Raises:
            ArtError: the bytes are no drawing that can be read.
        """
        text = decoded(content, name)
        report = Report(text, [name], rendered=False, problems=problems)
        walk = self.cleaner.walked(text, report, folders, self._named)
        if walk is None or report.faults:
            return None
        if walk.has_text:
            self.check_letters(walk.root, report)
        drawing = self._sized(walk, text, report)
        return None if report.faults else drawing

    def judge(self, walk: Walk, extent: Extent, report: Report) -> None:
        """Report what of a template's drawing, in mm, will look otherwise on paper."""
        size = extent.size
        area = Box(*(side / 1000 for side in (extent.x, extent.y, size.width, size.height)))
        # A pattern drawn in a loop runs over the edge on purpose.
        boxes = Lettering(self.shelf).box
        shapes = _shapes(report.text)
        known = None if shapes is None else key_of(shapes, area)
        if known in _SOUND:
            lint = Lint(walk.ids, area, boxes, strays=False)
            if lint.over_texts(walk.root, Matrix(), area):
                lint.findings.report_to(report)
                return
        lint = Lint(walk.ids, area, boxes, strays=False)
        lint.over(walk.root, Matrix(), area)
        lint.findings.report_to(report)
        if known is not None and not lint.findings:
            if len(_SOUND) >= MOST_SOUND:
                _SOUND.clear()
            _SOUND.add(known)

    def lint(self, drawing: Drawing, place: Box, area: Box, outer: Matrix, report: Report) -> None:
        """Report what will look otherwise on paper when a drawing is put into a place.

        Args:
            drawing: What is drawn.
            place: Where, in the units of what it is put into.
            area: What of it all is printed, in mm.
            outer: Takes those units to mm.
            report: Takes the warnings.
        """
        # Of what is made for one face, such as a photograph, nothing is kept.
        case = (id(drawing.root), drawing.viewport, place, area, outer)
        findings = self._findings.get(case)
        if findings is None:
            lint = Lint(drawing.ids, area, Lettering(self.shelf).box)
            lint.over(drawing.root, outer.times(drawing.matrix(place)), drawing.viewport.view)
            findings = lint.findings
            if id(drawing.root) in self._roots:
                self._findings[case] = findings
        findings.report_to(report)

    def _named(self, root: _Element) -> None:
        fonts.apply(root, self.shelf.faces)

    def _sized(self, walk: Walk, text: str, report: Report) -> Drawing | None:
        root = walk.root
        drawn = None
        if root.get("viewBox") is None:
            lint = Lint(walk.ids, EVERYTHING, Lettering(self.shelf).box)
            drawn = lint.over(root, Matrix(), Box(0, 0, 0, 0))
        try:
            viewport = read_viewport(root, text, drawn)
        except ValueError as error:
            message = f"the drawing's size is unclear: {error}"
            report.error(codes.WRONG_ROOT_OR_SIZE, message, line_of(root), _SIZE_HELP)
            return None
        texts = (words(text) for text, _ in (_texts(root, {}) if walk.has_text else ()))
        return Drawing(root, viewport, walk.ids, tuple(filter(None, texts)), walk.title)

    def check_letters(self, root: _Element, report: Report) -> bool:
        """Set letters in families that have them, and report those that none has.

        Returns whether anything was changed.
        """
        lettering = Lettering(self.shelf)
        fallback = Fallback(lettering, self.cleaner.families.default)
        is_changed = False
        texts = _texts(root, {}, also=_drawn_elsewhere(root))
        if not said(root, "font-size") and any(starmap(lettering.has_open_size, texts)):
            # typst counts from 12.
            root.set("font-size", f"{FONT_SIZE}")
            is_changed = True
        unlike: dict[str, int] = {}
        for text, look in texts:
            is_changed |= fallback.complete(text, look)
            lacking = lettering.lacking(text, look)
            if lacking:
                face, missing = lacking
                message = f"`{face}` has no glyph for {' '.join(f'`{mark}`' for mark in missing)}"
                help_ = "set the text in another family, or turn it into outlines"
                report.error(codes.MISSING_GLYPH, message, line_of(text), help_)
            for without in lettering.unlike(text, look):
                unlike.setdefault(without, line_of(text))
        for message, line in unlike.items():
            help_ = "add that font to the fonts folder, or set the text in another family"
            report.warning(codes.MAY_LOOK_DIFFERENT, message, line, help_)
        return is_changed


def _drawn_elsewhere(root: _Element) -> frozenset[str]:
    """The ids of what is drawn by what refers to it."""
    elements = root.iter(etree.Element)
    values = (value for element in elements for _, value in attributes(element) if "#" in value)
    return frozenset(name for value in values for name in _REFERENCE.findall(value))


def _texts(parent: _Element, look: Look, also: Collection[str] = ()) -> list[tuple[_Element, Look]]:
    """The texts that are drawn, each with its look, in the order they are drawn.

    Those in symbols and the like are drawn where something refers to them: `also` are the ids that
    are referred to.
    """
    texts: list[tuple[_Element, Look]] = []
    own = declared(parent)
    look = inherited(look, own)
    for child in parent:
        name = NAMES.get(child.tag)
        shown = declared(child) if name else {}
        if name is None or shown.get("display") == "none":
            continue
        if name == "text":
            texts.append((child, inherited(look, shown)))
        elif name in _UNSEEN:
            within = _texts(child, look, also)
            texts += [(text, own) for text, own in within if _is_referred_to(text, child, also)]
        else:
            texts += _texts(child, look, also)
    return texts


def _is_referred_to(text: _Element, unseen: _Element, also: Collection[str]) -> bool:
    around = (text, *takewhile(lambda outer: outer is not unseen, text.iterancestors()), unseen)
    return any(element.get("id") in also for element in around)
