"""Pages of a document on a ReportLab canvas: the items of sheets, labels, bookmarks."""

import zlib
from collections.abc import Iterable, Mapping
from itertools import groupby
from math import ceil, cos, radians, sin
from typing import Any, TypeAlias, cast
from unicodedata import bidirectional

from msgspec import Struct

from printnplay.files.memory import Memory
from printnplay.model.geometry import Point, Rect, Um
from printnplay.model.sheet import (
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
from printnplay.output.pdf.bake import Bakes
from printnplay.output.pdf.baked import Baked, Bridge
from printnplay.output.pdf.fonts import EmbeddedFont, PostScriptFont, Show, TrueTypeFont
from printnplay.output.pdf.inks import Palette
from printnplay.output.pdf.navigation import Navigation
from printnplay.output.pdf.operators import (
    INITIAL_STATE,
    length,
    matrix,
    number,
    numbers,
    points,
    text_string,
)
from printnplay.output.pdf.placing import landing, placing, with_bleed
from printnplay.output.pdf.shapes import (
    contour_operators,
    outline_path,
    panel_operators,
    stroke_operators,
)
from printnplay.output.pdf.shaping import EM, covers, is_postscript, text_width
from printnplay.output.pdf.structure import END, REVERSED, Box, Structure, actual_text

UNSEEN_COLOUR = "#000000"
"""Of text that is not shown."""

_Line: TypeAlias = Stroke | Contour | Panel
_Drawn: TypeAlias = _Line | TextLine | Stamp | Leaf
_LINES = (Stroke, Contour, Panel)


def _is_line(item: Item) -> bool:
    return type(item) in _LINES


class NewText(Struct, frozen=True):
    """The first text in a face, or one that was shown when some of its letters had no codes yet."""

    face: str
    text: str
    spread: float
    small_caps: bool
    right_to_left: bool


class PageWriter:
    """Draws the pages of one document.

    `bridge` copies baked pictures into it; `new_texts` are those that brought letters into its
    fonts, in their order, from which the codes of all letters follow.
    """

    def __init__(self, canvas: Any, document: Document, bakes: Bakes) -> None:
        """Draw a document on this canvas of ReportLab's, with these baked pictures."""
        self._canvas, self._document = canvas, canvas._doc
        self.bridge = Bridge(self._document)
        self.new_texts: list[NewText] = []
        self._faces: Mapping[str, FontFace] = {face.name: face for face in document.fonts}
        self._fonts: dict[str, EmbeddedFont] = {}
        self._navigation = Navigation(self._document)
        self._bakes = bakes
        self._palette = Palette(document.inks)
        self._texts: Memory[str] = Memory(512)
        self._lines: Memory[str] = Memory(512)
        self._places: Memory[str] = Memory(512)
        self._within = 0
        self._structure = (
            Structure(self._document, document.language) if document.accessible else None
        )
        self._marked: Tags | None = None
        self._page_key = 0
        self._spots = {
            self._register(name, space): name[1:] for name, space in self._palette.spots.items()
        }

    def draw_page(self, sheet: Sheet) -> None:
        """Draw a sheet as the next page."""
        self._open_page(sheet)
        self._navigation.add(sheet)
        self._draw_sheet(sheet)
        self._close_page()

    def take_page(self, sheet: Sheet, number: int) -> None:
        """Take a page that was drawn before, the object of this number, as that of a sheet."""
        self._navigation.add(sheet)
        document = self._document
        document.idToObjectNumberAndVersion[document.thisPageName()] = (number, 0)
        document.Pages.addPage(document.thisPageRef())
        document.pageCounter += 1

    def _open_page(self, sheet: Sheet) -> None:
        """Begin a page of the canvas, which knows the spot inks."""
        canvas, height = self._canvas, sheet.size.height
        canvas.setPageSize((_side(sheet.size.width), _side(height)))
        whole = Rect(0, 0, sheet.size.width, height)
        trim = sheet.trim or whole
        canvas.setTrimBox(_edges(trim, height))
        canvas.setBleedBox(_edges(trim.grown(sheet.bleed).within(whole), height))
        canvas._colorsUsed.update(self._spots)
        if self._structure:
            self._page_key = self._structure.open_page()

    def _close_page(self) -> None:
        """End the canvas's page."""
        self._canvas.showPage()
        page = self._document.Pages[-1]
        # The identifier of the file is made from this: other pages, another identifier.
        self._document.updateSignature(page.stream)
        entries = _entries(page, self._document)
        if self._structure:
            # The keyboard leads from link to link in the order of reading.
            entries["StructParents"], entries["Tabs"] = str(self._page_key), "/S"
        self._document.idToObject[page.__InternalName__] = (_dictionary(entries).encode(),)

    def close(self) -> None:
        """Add what is known once all pages are drawn."""
        self._navigation.close()
        if self._structure:
            self._structure.close()

    def form_of(self, stamp: Stamp) -> Baked:
        """The baked page that is drawn where a picture is stamped."""
        return self._bakes[stamp.picture]

    def bring(self, text: NewText) -> None:
        """Give the letters of a text their codes, as where it was shown."""
        self._show(text)

    def _draw_sheet(self, sheet: Sheet) -> None:
        """Draw the items of a sheet where its placement takes them."""
        height = sheet.size.height
        if sheet.placement is None:
            self.draw(sheet.items, height)
            return
        self._put(f"q {matrix(placing(sheet.placement, height))} cm")
        self.draw(sheet.items, height)
        self._put("Q")

    def draw(self, items: Iterable[Item], height: Um) -> None:
        """Draw items that stand on a page of this height, in their order."""
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
            # Most sheets have the same labels.
            key = (item, height)
            self._put(self._texts.get(key) or self._texts.keep(key, self._text(item, height)))

    def _draw_lines(self, lines: tuple[_Line, ...], height: Um) -> None:
        """Draw lines and panels that follow each other; most sheets have the same."""
        self._mark(lines[0], height)
        operators = self._lines.get((lines, height))
        if operators is None:
            made = [self._operators_of(line, height) for line in lines]
            operators = self._lines.keep((lines, height), "\n".join(made))
        self._put(operators)

    def _operators_of(self, item: _Line, height: Um) -> str:
        if isinstance(item, Stroke):
            return stroke_operators(item, height, self._palette)
        if isinstance(item, Contour):
            return contour_operators(item, height, self._palette)
        return panel_operators(item, height, self._palette)

    def _mark(self, item: _Drawn, height: Um) -> None:
        """Note what the next thing is a part of; neighbours of the same part are one piece."""
        structure = self._structure
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
        """Note a place that links lead to, or a link; on imposed sheets there are none."""
        if self._within:
            return
        if isinstance(item, Anchor):
            at = points(item.at.x), points(height - item.at.y)
            self._canvas.bookmarkPage(item.name, fit="XYZ", left=at[0], top=at[1])
            return
        from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary

        entries = {
            "Type": "/Annot",
            "Subtype": "/Link",
            "Rect": PDFArray(_edges(item.rect, height)),
            "Border": "[0 0 0]",
            # Of annotations only those that are printed are kept in archives; a link shows nothing.
            "F": 4,
            "Dest": self._canvas._bookmarkReference(item.target),
        }
        if item.words:
            entries["Contents"] = text_string(item.words)
        name = f"link{self._canvas._annotationCount}"
        if self._structure:
            internal = self._document.annotationName(name)
            entries["StructParent"] = self._structure.annotate(item.tags, internal)
        self._canvas._addAnnotation(PDFDictionary(entries), name)

    def _register(self, name: str, space: str) -> str:
        internal = f"ink:{name}"
        self._document.Reference(space.encode(), internal)
        return internal

    def _put(self, operators: str) -> None:
        self._canvas.addLiteral(operators)

    def _stamp(self, stamp: Stamp, height: Um) -> None:
        name, form = self.bridge.form(self.form_of(stamp))
        said = stamp.tags[-1].actual if stamp.tags else ""
        is_marked = self._structure is not None
        if said and not is_marked:
            self._put(f"/Span << {actual_text(said)} >> BDC")
        self._put(self._placed(stamp, (form.width, form.height), height))
        self._canvas.doForm(name)
        self._put("Q")
        if said:
            self._put(self._unseen(said, stamp.rect, height))
        if said and not is_marked:
            self._put(END)

    def _placed(self, stamp: Stamp, box: tuple[float, float], height: Um) -> str:
        """The operators that take what is drawn next to the place of a stamp; `box` is its size."""
        picture = stamp.picture
        # Most sheets have their cards at the same places.
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
            if run.right_to_left and self._structure:
                shown = f"{REVERSED} {shown} {END}"
            out.append(f"{self._palette.fill(run.colour)} {matrix(place)} Tm {shown}")
        return " ".join([*out, "ET"])

    def _unseen(self, words: str, rect: Rect, height: Um) -> str:
        """What a drawing in a line stands for, as text that is not shown.

        Readers that know nothing of `ActualText` find it, and others where it is.
        """
        # The font of the words beside it is in the file already.
        faces = sorted(self._faces.values(), key=lambda face: face.name not in self._fonts)
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
        text = NewText(run.face, run.text, spread, run.small_caps, run.right_to_left)
        for piece in self._show(text):
            raised = number(piece.rise * points(run.size) / 1000)
            setting = f"/{piece.font} {size} Tf {piece.operand} TJ"
            out.append(setting if raised == "0" else f"{raised} Ts {setting} 0 Ts")
        return " ".join(out)

    def _show(self, text: NewText) -> tuple[Show, ...]:
        """The pieces that set a text; of one that brings letters, or a font, a note is made."""
        is_first = text.face not in self._fonts
        font = self._font(text.face)
        known = font.codes
        pieces = font.show(
            text.text, text.spread, small_caps=text.small_caps, right_to_left=text.right_to_left
        )
        if is_first or font.codes > known:
            self.new_texts.append(text)
        return pieces

    def _font(self, name: str) -> EmbeddedFont:
        if name not in self._fonts:
            face, index = self._faces[name], len(self._fonts) + 1
            kind = PostScriptFont if is_postscript(face.path) else TrueTypeFont
            self._fonts[name] = kind(face, self._document, index)
        return self._fonts[name]


def _entries(page: Any, document: Any) -> dict[str, str]:
    """The entries of a page of ReportLab's, which takes four times as long to write them."""
    from reportlab.pdfbase.pdfdoc import BasicFonts, PDFObjectReference

    def reference(value: Any) -> str:
        written: bytes = document.Reference(value).format(document)
        return written.decode()

    content = zlib.compress(page.stream.encode())
    stream = b"<< /Filter /FlateDecode /Length %d >>\nstream\n%b\nendstream" % (
        len(content),
        content,
    )
    resources = {"Font": reference(PDFObjectReference(BasicFonts))}
    if page.XObjects:
        forms = {name: reference(form) for name, form in page.XObjects.dict.items()}
        resources["XObject"] = _dictionary(forms)
    if page._colorsUsed:
        inks = {ink: reference(PDFObjectReference(name)) for name, ink in page._colorsUsed.items()}
        resources["ColorSpace"] = _dictionary(inks)
    entries = {
        "Type": "/Page",
        "Parent": reference(document.Pages),
        "MediaBox": _box([0, 0, page.pagewidth, page.pageheight]),
        "TrimBox": _box(page.TrimBox.sequence),
        "BleedBox": _box(page.BleedBox.sequence),
        "Resources": _dictionary(resources),
        "Contents": reference(document.Reference((stream,), f"{page.__InternalName__}.content")),
    }
    if page.Annots:
        entries["Annots"] = f"[{' '.join(map(reference, page.Annots))}]"
    return entries


def _dictionary(entries: Mapping[str, str]) -> str:
    return f"<< {' '.join(f'/{name} {value}' for name, value in entries.items())} >>"


def _box(edges: Iterable[float]) -> str:
    return f"[{numbers(*edges)}]"


def _clip(rect: Rect, height: Um) -> str:
    edges = (rect.x, height - rect.bottom, rect.width, rect.height)
    return f"{' '.join(map(length, edges))} re W n "


def _edges(rect: Rect, height: Um) -> Box:
    edges = (rect.x, height - rect.bottom, rect.right, height - rect.y)
    left, bottom, right, top = map(points, edges)
    return left, bottom, right, top


def _side(length: Um) -> float:
    """A side of a page in points, rounded up to the four places that ReportLab writes.

    PDFium rounds tiles of patterns up to whole pixels: on a page that is a hair smaller than what
    is on it, tiles of 30 pixels come out 31 wide.
    """
    return ceil(round(points(length) * 10_000, 2)) / 10_000
