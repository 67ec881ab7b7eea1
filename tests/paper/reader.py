"""Faces that a PDF shows: their places, sizes and turns, their pixels and their words.

A face is a form that a page draws. Where it lies is read from the page's operators with pikepdf;
its pixels and words come from pdfium. Nothing that writes sheets is asked.
"""

from __future__ import annotations

import ctypes
import subprocess
from collections.abc import Iterator
from functools import cached_property
from io import BytesIO
from itertools import pairwise
from math import atan2, degrees, hypot
from typing import Self, TypeAlias

import msgspec
import pikepdf
import pypdfium2
from lxml import etree
from PIL import Image, ImageDraw
from pypdfium2 import raw

from .compare import DPI

Point: TypeAlias = tuple[float, float]
Outline: TypeAlias = tuple[tuple[Point, ...], ...]
"""The closed lines of a clip: what lies inside of any is seen."""

MM = 25.4 / 72
"""Millimetres to a point."""

FINER = 2
"""How many times finer pdfium draws: it moves the edges of areas to whole pixels."""

Edges: TypeAlias = tuple[float, float, float, float]
"""Left, bottom, right and top, in points."""

NESTED = -1
"""The number of a form that another one draws."""

SMALLEST = 20
"""Pixels of the shorter side of a form that is looked at: smaller ones are bullets."""

FINEST = 8
"""The same for a second look: no line of pdfium is thinner than a pixel."""

CURVE = 8
"""Straight pieces that a curve of an outline is taken for."""

PAINTS = frozenset(["S", "s", "f", "F", "f*", "B", "B*", "b", "b*"])
WRITES = frozenset(["Tj", "TJ", "'", '"'])
NEAR = 0.05
"""Millimetres: a knife cuts no finer."""


Step: TypeAlias = pikepdf.ContentStreamInstruction | pikepdf.ContentStreamInlineImage


class Shown(msgspec.Struct, frozen=True):
    """A form on a page: its matrix takes its own points to those of the page."""

    page: int
    matrix: pikepdf.Matrix
    box: tuple[float, float, float, float]
    clips: tuple[Outline, ...]
    form: str
    order: int = 0
    """Its number among the forms that the page itself draws."""

    @property
    def size(self) -> Point:
        """Width and height in millimetres as the face itself sees them, bleed included."""
        left, bottom, right, top = self.box
        a, b, c, d = self.matrix.a, self.matrix.b, self.matrix.c, self.matrix.d
        return (right - left) * hypot(a, b) * MM, (top - bottom) * hypot(c, d) * MM

    @property
    def turn(self) -> int:
        """Degrees, against the clock, by which it is turned on the page."""
        return round(degrees(atan2(self.matrix.b, self.matrix.a))) % 360

    def edges(self, bleed: float = 0) -> tuple[float, float, float, float]:
        """Left, bottom, right and top on the page in points, so many millimetres further in."""
        left, bottom, right, top = self.box
        wide, high = self.size
        across, up = (right - left) / wide * bleed, (top - bottom) / high * bleed
        corners = [
            self.matrix.transform((x, y))
            for x in (left + across, right - across)
            for y in (bottom + up, top - up)
        ]
        xs, ys = zip(*corners, strict=True)
        return min(xs), min(ys), max(xs), max(ys)


class Line(msgspec.Struct, frozen=True):
    """A straight line that a page draws beside its forms: upright at x, or level at y."""

    page: int
    is_upright: bool
    at: float


class _State(msgspec.Struct, frozen=True):
    matrix: pikepdf.Matrix
    clips: tuple[Outline, ...] = ()


class _Page:
    """Follows the operators of a page, and of the forms on it."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.shown: list[Shown] = []
        self.lines: list[Line] = []
        self.outlines: list[Edges] = []
        self.path: list[list[Point]] = []
        self.is_clip = False
        self.drawn = 0

    def read(self, holder: pikepdf.Object, state: _State, deep: int = 0) -> None:
        saved: list[_State] = []
        forms = dict(_forms(holder))
        for instruction in pikepdf.parse_content_stream(holder):
            name, operands = str(instruction.operator), instruction.operands
            if name == "q":
                saved.append(state)
            elif name == "Q":
                state = saved.pop()
            elif name == "cm":
                own = pikepdf.Matrix(*map(float, operands))
                state = _State(own @ state.matrix, state.clips)
            elif name == "Do" and forms[str(operands[0])].Subtype == "/Form":
                self._form(forms[str(operands[0])], state, deep)
            else:
                state = self._drawn(name, [*operands], state, deep)

    def _form(self, form: pikepdf.Object, state: _State, deep: int) -> None:
        own = pikepdf.Matrix(*map(float, form.get("/Matrix", [1, 0, 0, 1, 0, 0])))
        matrix = own @ state.matrix
        box = tuple(map(float, form.BBox))
        assert len(box) == 4
        name = str(form.objgen)
        order = self.drawn if deep == 0 else NESTED
        self.shown.append(Shown(self.number, matrix, box, state.clips, name, order))
        self.drawn += deep == 0
        if deep < 1 and _forms(form):
            self.read(form, _State(matrix, state.clips), deep + 1)

    def _drawn(self, name: str, operands: list[pikepdf.Object], state: _State, deep: int) -> _State:
        """Gather a path; what it clips or strokes is noted where it ends."""
        if name in {"m", "l", "c", "v", "y", "re"}:
            self._gather(name, [*map(float, operands)], state.matrix)
        elif name in {"W", "W*"}:
            self.is_clip = True
        elif name == "n" or name in PAINTS:
            if self.is_clip:
                outline = tuple(tuple(part) for part in self.path)
                state = _State(state.matrix, (*state.clips, outline))
            elif name in {"S", "s"} and deep == 0:
                self._strokes()
            self.path, self.is_clip = [], False
        return state

    def _gather(self, name: str, numbers: list[float], matrix: pikepdf.Matrix) -> None:
        if name == "re":
            x, y, wide, high = numbers
            corners = [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]
            self.path.append([matrix.transform(corner) for corner in corners])
            return
        points = [
            matrix.transform((x, y)) for x, y in zip(numbers[::2], numbers[1::2], strict=True)
        ]
        if name == "m":
            self.path.append(points)
        elif name == "l":
            self.path[-1].extend(points)
        else:
            self.path[-1].extend(_curve(name, self.path[-1][-1], points))

    def _strokes(self) -> None:
        for part in self.path:
            if len(part) > CURVE:
                across, up = zip(*part, strict=True)
                self.outlines.append((min(across), min(up), max(across), max(up)))
            for (x, y), (to_x, to_y) in pairwise(part):
                if abs(x - to_x) < NEAR:
                    self.lines.append(Line(self.number, is_upright=True, at=x))
                elif abs(y - to_y) < NEAR:
                    self.lines.append(Line(self.number, is_upright=False, at=y))


def _curve(name: str, start: Point, points: list[Point]) -> Iterator[Point]:
    """Points on a Bezier curve."""
    first, second, end = {
        "c": points,
        "v": [start, *points],
        "y": [*points, points[-1]],
    }[name]
    for step in range(1, CURVE + 1):
        t = step / CURVE
        shares = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        four = list(zip(shares, (start, first, second, end), strict=True))
        yield sum(share * x for share, (x, _) in four), sum(share * y for share, (_, y) in four)


class _Word(msgspec.Struct, frozen=True):
    """A word of a page and its middle, in points from the lower left corner."""

    text: str
    x: float
    y: float

    @classmethod
    def of(cls, word: etree._Element, page: etree._Element) -> Self:
        left, right, head, foot = (
            float(word.attrib[side]) for side in ("xMin", "xMax", "yMin", "yMax")
        )
        high = float(page.attrib["height"])
        return cls(word.text or "", (left + right) / 2, high - (head + foot) / 2)


class Paper:
    """A PDF that is read: its forms, lines, pixels and words."""

    def __init__(self, data: bytes) -> None:
        """Open the PDF; whoever made it."""
        self.data = data
        self.pdf = pikepdf.Pdf.open(BytesIO(data))
        self._kept: dict[tuple[int, bool], pypdfium2.PdfPage] = {}
        self.pages: list[_Page] = []
        for number, page in enumerate(self.pdf.pages):
            read = _Page(number)
            read.read(page.obj, _State(pikepdf.Matrix()))
            self.pages.append(read)

    @property
    def shown(self) -> list[Shown]:
        """All forms on all pages, in the order in which they are drawn."""
        return [one for page in self.pages for one in page.shown]

    def lines(self, page: int) -> list[Line]:
        """The straight lines beside the forms of a page."""
        return self.pages[page].lines

    def outlines(self, page: int) -> list[Edges]:
        """The edges of the curved lines beside the forms of a page, such as circles."""
        return self.pages[page].outlines

    def trim(self, page: int) -> Point:
        """Width and height of a page's TrimBox in millimetres."""
        left, bottom, right, top = map(float, self.pdf.pages[page].trimbox)
        return (right - left) * MM, (top - bottom) * MM

    def whole(self, page: int) -> Shown:
        """A page as one face: its MediaBox is the bleed."""
        left, bottom, right, top = map(float, self.pdf.pages[page].mediabox)
        box = (left, bottom, right, top)
        return Shown(page, pikepdf.Matrix(), box, (), f"page {page + 1}")

    @cached_property
    def _full(self) -> pypdfium2.PdfDocument:
        return pypdfium2.PdfDocument(self.data)

    @cached_property
    def _bare(self) -> pypdfium2.PdfDocument:
        """The same pages without what is drawn beside the forms; all states stay."""
        stream = BytesIO()
        with pikepdf.Pdf.open(BytesIO(self.data)) as copy:
            for page in copy.pages:
                kept = [*map(_without_paint, pikepdf.parse_content_stream(page))]
                page.Contents = copy.make_stream(pikepdf.unparse_content_stream(kept))
            copy.save(stream)
        return pypdfium2.PdfDocument(stream.getvalue())

    def picture(
        self, one: Shown, pixels: tuple[int, int], *, bare: bool = False, finer: int = FINER
    ) -> Image.Image:
        """The pixels of a face, upright; `bare` without marks and titles of the page."""
        if (one.page, bare) not in self._kept:
            self._kept[one.page, bare] = (self._bare if bare else self._full)[one.page]
        return _rendered(self._kept[one.page, bare], one, pixels, finer)

    def in_place_and_alone(self) -> Iterator[tuple[Shown, Image.Image, Image.Image]]:
        """Each form that a page draws: without the others, and on an empty page of its own.

        Both are the same unless the form takes something over from the page around it.
        """
        forms = [
            one
            for one in self.shown
            if one.order != NESTED and min(pixels_of(one.size)) >= SMALLEST
        ]
        with pikepdf.Pdf.open(BytesIO(self.data)) as pdf:
            first = len(pdf.pages)
            for one in forms:
                source = pdf.pages[one.page]
                (name, *_) = [
                    key for key, form in _forms(source.obj) if str(form.objgen) == one.form
                ]
                numbers = " ".join(f"{number:.8f}" for number in _numbers(one.matrix))
                for content in (_only(source, one.order), f"q {numbers} cm {name} Do Q".encode()):
                    pdf.pages.append(_page_like(pdf, source, content))
            document = pypdfium2.PdfDocument(_saved(pdf))
        for number, one in enumerate(forms):
            both = (document[first + 2 * number], document[first + 2 * number + 1])
            place, alone = (_rendered(page, one, pixels_of(one.size), FINER) for page in both)
            yield one, place, alone

    def words(self, one: Shown, bleed: float) -> str:
        """The text inside the cut of a face."""
        left, bottom, right, top = one.edges(bleed)
        inside = (
            word.text
            for word in self._words[one.page]
            if left < word.x < right and bottom < word.y < top
        )
        return " ".join(inside)

    @cached_property
    def _words(self) -> list[list[_Word]]:
        """The words of each page, as Poppler reads them: what is copied, not what is drawn."""
        command = ["pdftotext", "-bbox", "-", "-"]
        told = subprocess.run(command, input=self.data, capture_output=True, check=True).stdout
        pages = etree.fromstring(told, etree.XMLParser(recover=True)).iter("{*}page")
        return [[_Word.of(one, page) for one in page.iter("{*}word")] for page in pages]


def _forms(holder: pikepdf.Object) -> list[tuple[str, pikepdf.Object]]:
    """The names and objects that a page or form can draw."""
    resources = holder.get("/Resources")
    objects = None if resources is None else resources.get("/XObject")
    return [] if objects is None else [*objects.items()]


def _numbers(matrix: pikepdf.Matrix) -> tuple[float, ...]:
    return matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f


def _saved(pdf: pikepdf.Pdf) -> bytes:
    stream = BytesIO()
    pdf.save(stream)
    return stream.getvalue()


def _page_like(pdf: pikepdf.Pdf, page: pikepdf.Page, content: bytes) -> pikepdf.Page:
    """A page of the same size and resources with another content."""
    entries = {
        "/Type": pikepdf.Name.Page,
        "/MediaBox": page.mediabox,
        "/Resources": page.obj.Resources,
        "/Contents": pdf.make_stream(content),
    }
    return pikepdf.Page(pdf.make_indirect(pikepdf.Dictionary(entries)))


def _only(page: pikepdf.Page, order: int) -> bytes:
    """What a page draws of one form, with all states around it."""
    forms, seen = dict(_forms(page.obj)), 0
    kept: list[Step] = []
    for one in pikepdf.parse_content_stream(page):
        if str(one.operator) == "Do" and forms[str(one.operands[0])].Subtype == "/Form":
            if seen == order:
                kept.append(one)
            seen += 1
        elif str(one.operator) != "Do":
            kept.append(_without_paint(one))
    return pikepdf.unparse_content_stream(kept)


def _without_paint(instruction: Step) -> Step:
    name = str(instruction.operator)
    if name in PAINTS:
        return pikepdf.ContentStreamInstruction([], pikepdf.Operator("n"))
    if name in WRITES:
        return pikepdf.ContentStreamInstruction([pikepdf.String("")], pikepdf.Operator("Tj"))
    return instruction


def _rendered(
    page: pypdfium2.PdfPage, one: Shown, pixels: tuple[int, int], finer: int
) -> Image.Image:
    """Draw a part of a page with pdfium, so that the face fills the pixels exactly."""
    wide, high = (finer * side for side in pixels)
    left, bottom, right, top = one.box
    across, up = wide / (right - left), high / (top - bottom)
    # From the page's points to the form's, and from those to pixels, y down.
    to_pixels = pikepdf.Matrix(across, 0, 0, -up, -left * across, high + bottom * up)
    matrix = one.matrix.inverse() @ to_pixels
    # pdfium first turns the page over: its own origin is the top left corner.
    edge, _, _, head = page.get_mediabox()
    matrix = pikepdf.Matrix(1, 0, 0, -1, -edge, head).inverse() @ matrix
    bitmap = pypdfium2.PdfBitmap.new_native(wide, high, raw.FPDFBitmap_BGRx)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, wide, high)
    numbers = (matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)
    raw.FPDF_RenderPageBitmapWithMatrix(
        bitmap,
        page,
        ctypes.byref(raw.FS_MATRIX(*numbers)),
        ctypes.byref(raw.FS_RECTF(0, 0, wide, high)),
        raw.FPDF_ANNOT,
    )
    picture: Image.Image = bitmap.to_pil()
    return picture.convert("RGB").reduce(finer)


def visible(one: Shown, pixels: tuple[int, int]) -> Image.Image:
    """Which pixels of a face its clips let through: white where they do."""
    wide, high = pixels
    left, bottom, right, top = one.box
    inverse = one.matrix.inverse()
    mask = Image.new("L", pixels, 255)
    for clip in one.clips:
        own = Image.new("L", pixels, 0)
        for part in clip:
            points = [
                ((x - left) / (right - left) * wide, (top - y) / (top - bottom) * high)
                for x, y in map(inverse.transform, part)
            ]
            ImageDraw.Draw(own).polygon(points, fill=255)
        mask = Image.composite(own, Image.new("L", pixels, 0), mask)
    return mask


def pixels_of(size: Point, dpi: float = DPI) -> tuple[int, int]:
    """Whole pixels of a size in millimetres."""
    return round(size[0] / 25.4 * dpi), round(size[1] / 25.4 * dpi)
