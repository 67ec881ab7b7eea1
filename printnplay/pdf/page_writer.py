"""A writer that draws the pages of a document, the items of its sheets, on a ReportLab canvas."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from math import ceil, cos, radians, sin
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, cast
from unicodedata import bidirectional

from msgspec import Struct, field

from printnplay.kernel.geometry import Point, Rect, Um
from printnplay.kernel.memory import Memory
from printnplay.pdf.bake import Bakes
from printnplay.pdf.baked import Baked
from printnplay.pdf.embedding import EmbeddedFont, PostScriptFont, TrueTypeFont
from printnplay.pdf.inks import Palette
from printnplay.pdf.operators import INITIAL_STATE, length, matrix, number, points
from printnplay.pdf.placing import landing, placing, with_bleed
from printnplay.pdf.shapes import contour_operators, outline_path, panel_operators, stroke_operators
from printnplay.pdf.shaping import EM, covers, is_postscript, text_width
from printnplay.pdf.structure import END, REVERSED, Box, Structure, actual_text
from printnplay.scene.sheet import (
    Anchor,
    Contour,
    Document,
    FontFace,
    Item,
    Leaf,
    Link,
    Panel,
    Run,
    Sheet,
    Stamp,
    Stroke,
    Tags,
    TextLine,
)

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

BEGIN = "% begin"
"""The marker before our own operators: ReportLab's setup before it is dropped."""

UNSEEN_COLOUR = "#000000"
"""The colour of invisible text."""

_Line: TypeAlias = Stroke | Contour | Panel
_Drawn: TypeAlias = _Line | TextLine | Stamp | Leaf
_LINES = (Stroke, Contour, Panel)


def _is_line(item: Item) -> bool:
    return type(item) in _LINES


class Place(NamedTuple):
    """A point on a page: the page index, and the offsets from the left and lower edge in points."""

    page: int
    left: float
    top: float


class LinkPlace(NamedTuple):
    """A link to an anchor: its edges in points, its words, its number in the structure."""

    target: str
    edges: Box
    words: str
    key: int | None


class PageParts(Struct):
    """The objects that a page refers to besides fonts: its pictures by name, and its links.

    `key` is the number of the page in the structure tree.
    """

    forms: dict[str, Baked] = field(default_factory=dict)
    links: list[LinkPlace] = field(default_factory=list)
    key: int | None = None


class PageWriter:
    """A writer of the pages of one document; it records the objects that they refer to.

    `pages` are the parts of each page, `anchors` the targets of links, `fonts` the fonts in use.
    """

    def __init__(self, canvas: "Canvas", document: Document, bakes: Bakes) -> None:
        """Draw a document on this canvas, with these baked pictures."""
        self._canvas = canvas
        self.pages: list[PageParts] = []
        self.anchors: dict[str, Place] = {}
        self.fonts: dict[str, EmbeddedFont] = {}
        self.palette = Palette(document.inks)
        self.structure = Structure(document.language) if document.accessible else None
        self._faces: Mapping[str, FontFace] = {face.name: face for face in document.fonts}
        self._bakes = bakes
        self._names: dict[Baked, str] = {}
        self._texts: Memory[str] = Memory(512)
        self._lines: Memory[str] = Memory(512)
        self._places: Memory[str] = Memory(512)
        self._within = 0
        self._marked: Tags | None = None

    def draw_page(self, sheet: Sheet) -> None:
        """Draw a sheet as the next page."""
        canvas, height = self._canvas, sheet.size.height
        self.pages.append(PageParts(key=self.structure.open_page() if self.structure else None))
        canvas.setPageSize((_side(sheet.size.width), _side(height)))
        whole = Rect(0, 0, sheet.size.width, height)
        trim = sheet.trim or whole
        canvas.setTrimBox(_edges(trim, height))
        canvas.setBleedBox(_edges(trim.grown(sheet.bleed).within(whole), height))
        self._put(BEGIN)
        if sheet.placement is None:
            self.draw(sheet.items, height)
        else:
            self._put(f"q {matrix(placing(sheet.placement, height))} cm")
            self.draw(sheet.items, height)
            self._put("Q")
        canvas.showPage()

    def draw(self, items: Iterable[Item], height: Um) -> None:
        """Draw items on a page of this height, in their order."""
        for is_line, some in groupby(items, key=_is_line):
            if is_line:
                self._draw_lines(cast("tuple[_Line, ...]", tuple(some)), height)
                continue
            for item in some:
                if isinstance(item, (Anchor, Link)):
                    self._navigate(item, height)
                else:
                    self._draw(cast("TextLine | Stamp | Leaf", item), height)
        if self._marked is not None and not self._within:
            self._put(END)
            self._marked = None

    def _draw(self, item: TextLine | Stamp | Leaf, height: Um) -> None:
        self._mark(item, height)
        if isinstance(item, Stamp):
            self._stamp(item, height)
        elif isinstance(item, Leaf):
            self._leaf(item, height)
        else:
            # Cached: most sheets have the same labels.
            key = (item, height)
            self._put(self._texts.get(key) or self._texts.keep(key, self._text(item, height)))

    def _draw_lines(self, lines: tuple[_Line, ...], height: Um) -> None:
        """Draw consecutive lines and panels; most sheets have the same."""
        self._mark(lines[0], height)
        operators = self._lines.get((lines, height))
        if operators is None:
            made = [self._operators_of(line, height) for line in lines]
            operators = self._lines.keep((lines, height), "\n".join(made))
        self._put(operators)

    def _operators_of(self, item: _Line, height: Um) -> str:
        if isinstance(item, Stroke):
            return stroke_operators(item, height, self.palette)
        if isinstance(item, Contour):
            return contour_operators(item, height, self.palette)
        return panel_operators(item, height, self.palette)

    def _mark(self, item: _Drawn, height: Um) -> None:
        """Begin the part of the next item; adjacent items of the same part are one piece."""
        structure = self.structure
        if structure is None or self._within:
            return
        tags = item.tags if isinstance(item, TextLine | Stamp) else ()
        if tags == self._marked:
            return
        if self._marked is not None:
            self._put(END)
        box = _edges(item.rect, height) if isinstance(item, Stamp) else None
        self._put(structure.begin(tags, box))
        self._marked = tags

    def _navigate(self, item: Anchor | Link, height: Um) -> None:
        """Record the target of a link, or a link; imposed sheets have none."""
        if self._within:
            return
        page = self.pages[-1]
        if isinstance(item, Anchor):
            left, top = points(item.at.x), points(height - item.at.y)
            self.anchors[item.name] = Place(len(self.pages) - 1, left, top)
            return
        number = (len(self.pages) - 1, len(page.links))
        key = self.structure.annotate(item.tags, number) if self.structure else None
        page.links.append(LinkPlace(item.target, _edges(item.rect, height), item.words, key))

    def _put(self, operators: str) -> None:
        self._canvas.addLiteral(operators)

    def _stamp(self, stamp: Stamp, height: Um) -> None:
        baked = self._bakes[stamp.picture]
        name = self._names.setdefault(baked, f"P{len(self._names)}")
        self.pages[-1].forms[name] = baked
        said = stamp.tags[-1].actual if stamp.tags else ""
        is_marked = self.structure is not None
        if said and not is_marked:
            self._put(f"/Span << {actual_text(said)} >> BDC")
        self._put(f"{self._placed(stamp, baked.size, height)} /{name} Do Q")
        if said:
            self._put(self._unseen(said, stamp.rect, height))
        if said and not is_marked:
            self._put(END)

    def _placed(self, stamp: Stamp, box: tuple[float, float], height: Um) -> str:
        """Return the operators that place the next drawing, whose size is `box`, on a stamp."""
        picture = stamp.picture
        # Cached: most sheets have their cards in the same positions.
        own = (stamp.rect, stamp.turn, stamp.clip, stamp.outline)
        key = (own, picture.size, picture.bleed, box, height)
        known = self._places.get(key)
        if known is not None:
            return known
        whole = with_bleed(stamp.rect, picture.size, picture.bleed, stamp.turn)
        place = landing(box, whole, stamp.turn, height)
        clip = _clip(stamp.clip, height) if stamp.clip else ""
        shape = f"{outline_path(stamp.outline, height)} W n " if stamp.outline else ""
        return self._places.keep(key, f"q {clip}{shape}{matrix(place)} cm {INITIAL_STATE}")

    def _leaf(self, leaf: Leaf, height: Um) -> None:
        size = leaf.page.size
        place = landing((points(size.width), points(size.height)), leaf.rect, leaf.turn, height)
        clip = _clip(leaf.clip, height) if leaf.clip else ""
        self._put(f"q {clip}{matrix(place)} cm")
        self._within += 1
        self.draw(leaf.page.items, size.height)
        self._within -= 1
        self._put("Q")

    def _text(self, line: TextLine, height: Um) -> str:
        turn = radians(-line.turn)
        across, up = cos(turn), sin(turn)
        left, base = points(line.at.x), points(height - line.at.y)
        out = ["BT"]
        for run in line.runs:
            along = points(run.x)
            place = (across, up, -up, across, left + along * across, base + along * up)
            shown = self._run(run)
            if run.right_to_left and self.structure:
                shown = f"{REVERSED} {shown} {END}"
            out.append(f"{self.palette.fill(run.colour)} {matrix(place)} Tm {shown}")
        return " ".join([*out, "ET"])

    def _unseen(self, words: str, rect: Rect, height: Um) -> str:
        """Return the text that an inline drawing stands for, as invisible text.

        Readers that ignore `ActualText` find it too, and the others find it in the right place.
        """
        # Prefer a font that is in the file already.
        faces = sorted(self._faces.values(), key=lambda face: face.name not in self.fonts)
        face = next((face for face in faces if covers(face.path, words)), None)
        if face is None:
            return ""
        is_rtl = any(bidirectional(letter) in ("R", "AL") for letter in words)
        size, at = rect.height, Point(rect.x, rect.bottom - rect.height // 5)
        run = Run(0, words, face.name, size, UNSEEN_COLOUR, right_to_left=is_rtl)
        width = text_width(face.path, words, right_to_left=is_rtl) * size / EM
        narrowed = number(100 * rect.width / width)
        return f"q 3 Tr {narrowed} Tz {self._text(TextLine(at, (run,)), height)} Q"

    def _run(self, run: Run) -> str:
        if not run.text:
            return ""
        size = length(run.size)
        out = []
        spread = 1000 * run.space / run.size
        pieces = self._font(run.face).show(
            run.text, spread, small_caps=run.small_caps, right_to_left=run.right_to_left
        )
        for piece in pieces:
            raised = number(piece.rise * points(run.size) / 1000)
            setting = f"/{piece.font} {size} Tf {piece.operand} TJ"
            out.append(setting if raised == "0" else f"{raised} Ts {setting} 0 Ts")
        return " ".join(out)

    def _font(self, name: str) -> EmbeddedFont:
        if name not in self.fonts:
            face, index = self._faces[name], len(self.fonts) + 1
            kind = PostScriptFont if is_postscript(face.path) else TrueTypeFont
            self.fonts[name] = kind(face, index)
        return self.fonts[name]


def _clip(rect: Rect, height: Um) -> str:
    edges = (rect.x, height - rect.bottom, rect.width, rect.height)
    return f"{' '.join(map(length, edges))} re W n "


def _edges(rect: Rect, height: Um) -> Box:
    edges = (rect.x, height - rect.bottom, rect.right, height - rect.y)
    left, bottom, right, top = map(points, edges)
    return left, bottom, right, top


def _side(length: Um) -> float:
    """Return a side of a page in points, rounded up to the four places that ReportLab writes.

    PDFium rounds pattern tiles up to whole pixels: on a page that is slightly smaller than its
    content, tiles of 30 pixels become 31 wide.
    """
    return ceil(round(points(length) * 10_000, 2)) / 10_000
