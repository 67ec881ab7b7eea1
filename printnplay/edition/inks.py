"""Inks and line colours of printed documents, and faults of pictures that cannot be rendered."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.edition.edition import Edition
from printnplay.game.game import Card
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Severity, Span
from printnplay.kernel.geometry import Rect, mm
from printnplay.kernel.printing import InkUse
from printnplay.pdf import Bakes, FaultKind, PictureFault
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import (
    Anchor,
    Contour,
    Document,
    Item,
    Leaf,
    LineKind,
    Link,
    Page,
    Panel,
    Run,
    Stamp,
    Stroke,
    TextLine,
)
from printnplay.scene.style import Ink, Style
from printnplay.svg.ink_saving import darker, lightened, share_kept
from printnplay.svg.pictures import ArtError
from printnplay.svg.visions import (
    BLACK,
    DARKEST,
    VISIONS,
    luminance,
    paler,
    recoloured,
    seen,
    with_black_text,
)

LINES: tuple[LineKind, ...] = ("cut", "fold", "trim")
"""The kinds of lines that a style may colour, by a colour of the same name."""


DIE_INKS: Mapping[LineKind, Ink] = {
    "cut": Ink("#ff00fe", spot="CutContour"),
    "fold": Ink("#00b4fe", spot="Crease"),
}
"""Spot inks of cut and fold lines, with the names that cutting tables look for; the colours are
their screen approximations. Trim lines are cut lines."""


AGAIN = "build with `--no-cache`; if that does not help, please report it, with the game"
"""Remedy for a fault that the user's files did not cause."""


class Printing(Struct, dict=True):
    """How documents of a game are printed: inks, ink mode and shared backs.

    `backs` are the templates of shared card backs. With `die_lines`, cut and fold lines have spot
    inks unless the style gives them a colour. `layers` separates art, text and lines. Converted
    items are cached, since documents share pictures and pages.
    """

    style: Style
    ink: InkUse
    backs: frozenset[str] = frozenset()
    die_lines: bool = False
    layers: bool = False
    _pictures: dict[Picture, Picture] = field(default_factory=dict)
    _lines: dict[int, tuple[Item, Item]] = field(default_factory=dict)
    """Lines and panels by `id()`, each with its converted form: most sheets have the same ones."""
    _pages: dict[int, Page] = field(default_factory=dict)
    _kept: list[Page] = field(default_factory=list)

    def of(self, document: Document) -> Document:
        """Return a document in the inks of the style, with pictures, text and lines converted.

        Raises:
            FaultsError: a large picture was removed before its ink could be reduced.
        """
        sheets = (
            replace(sheet, items=tuple(self._item(item) for item in sheet.items))
            for sheet in document.sheets
        )
        is_read = document.accessible
        return replace(
            document,
            sheets=tuple(sheets),
            inks=self.style.inks if is_read else self.inks,
            raster=self.style.raster,
            overprints=not is_read and self._has_die_lines,
            layers=self.layers and not is_read,
        )

    def _item(self, item: Item) -> Item:
        match item:
            case TextLine(runs=runs):
                inked = tuple(_coloured(run, self._of_text(run.colour)) for run in runs)
                return item if inked == runs else replace(item, runs=inked)
            case Stroke() | Contour() | Panel():
                if id(item) not in self._lines:
                    self._lines[id(item)] = item, self._drawn(item)
                return self._lines[id(item)][1]
            case Stamp(picture=picture):
                printed = self.picture(picture)
                return item if printed is picture else replace(item, picture=printed)
            case Leaf(page=page):
                return replace(item, page=self._page(page))
            case Anchor() | Link():
                return item

    def _drawn(self, item: Stroke | Contour | Panel) -> Item:
        if isinstance(item, Panel):
            fill = self._of_area(item.fill, item.rect)
            return replace(item, fill=fill, stroke=self._of_line(item.stroke))
        return self._line(item, item.kind)

    def _line(self, line: Stroke | Contour, kind: LineKind) -> Stroke | Contour:
        """Return a line in the style's colour for its kind; a die line has no halo."""
        if kind in LINES and kind in self.style.colours:
            return replace(line, colour=self.style.colours[kind], halo=0)
        ink = self._die_inks.get("cut" if kind == "trim" else kind)
        if ink is not None:
            return replace(line, colour=ink.rgb, halo=0)
        return _coloured(line, self._of_line(line.colour))

    @property
    def inks(self) -> tuple[Ink, ...]:
        """The inks of a printed document."""
        return (*self.style.inks, *self._die_inks.values())

    @cached_property
    def _die_inks(self) -> Mapping[LineKind, Ink]:
        """The spot inks of die lines to which the style gives no colour."""
        if not self.die_lines:
            return {}
        return {kind: ink for kind, ink in DIE_INKS.items() if kind not in self.style.colours}

    @cached_property
    def _has_die_lines(self) -> bool:
        """Whether cut or fold lines are in spot inks."""
        spots = {ink.rgb for ink in self.style.inks if ink.spot}
        own = {self.style.colours[kind] for kind in LINES if kind in self.style.colours}
        return self.die_lines or bool(spots & own)

    def _page(self, page: Page) -> Page:
        if id(page) not in self._pages:
            items = tuple(self._item(item) for item in page.items)
            # Keep the page itself too, so that no other page reuses its `id()`.
            self._kept.append(page)
            self._pages[id(page)] = replace(page, items=items)
        return self._pages[id(page)]

    def faces(self, edition: Edition, cards: Sequence[Card]) -> list[Picture]:
        """Return the faces of an edition's cards as printed.

        Raises:
            FaultsError: as for `picture`.
        """
        return [self.picture(face) for face in edition.faces(cards)]

    def picture(self, picture: Picture) -> Picture:
        """Return a picture converted for print.

        Raises:
            FaultsError: a large picture in it was removed before its ink could be reduced.
        """
        if picture not in self._pictures:
            self._pictures[picture] = self._inked(picture)
        return self._pictures[picture]

    def _inked(self, picture: Picture) -> Picture:
        try:
            return self._drawn_in_inks(picture)
        except ArtError as error:
            fault = PictureFault(picture.name, str(error), picture.template)
            raise FaultsError([unbaked(fault)]) from error

    def _drawn_in_inks(self, picture: Picture) -> Picture:
        if self.ink is InkUse.GREY:
            return replace(picture, svg=seen(picture.svg, "grey"))
        if self.ink is InkUse.FULL:
            return picture
        if self.ink is InkUse.BLACK_TEXT:
            return replace(picture, svg=with_black_text(picture.svg, self._own))
        name, grey = f"{picture.name}, light", picture.name in self.backs
        return replace(picture, name=name, svg=lightened(picture.svg, grey=grey))

    def _of_text(self, colour: str) -> str:
        if self.ink is InkUse.SAVE:
            return BLACK
        is_black = self.style.black_text or self.ink is InkUse.BLACK_TEXT
        if is_black and colour not in self._own and luminance(colour) <= DARKEST:
            return BLACK
        return self._of_line(colour)

    def _of_line(self, colour: str) -> str:
        if colour and self.ink is InkUse.SAVE:
            return darker(colour)
        return recoloured(colour, VISIONS["grey"]) if colour and self._is_grey else colour

    def _of_area(self, colour: str, rect: Rect) -> str:
        if colour and self.ink is InkUse.SAVE:
            # Like shapes of faces: the miniature cards in the list of pages stay white and grey.
            return paler(colour, share_kept(rect.width / mm(1), rect.height / mm(1)))
        return self._of_line(colour)

    @property
    def _is_grey(self) -> bool:
        return self.ink is InkUse.GREY

    @cached_property
    def _own(self) -> frozenset[str]:
        """The colours that the style prints with separate inks."""
        return frozenset(ink.rgb for ink in self.style.inks)


_Coloured = TypeVar("_Coloured", Run, Stroke | Contour)


def _coloured(item: _Coloured, colour: str) -> _Coloured:
    """Return an item in a colour; most items have it already."""
    return item if item.colour == colour else replace(item, colour=colour)


def unbaked(fault: PictureFault) -> Diagnostic:
    """Return the fault of a picture that cannot be rendered."""
    code, message, label, cure = _FAULTS[fault.kind]
    return Diagnostic(
        code,
        message.format(name=fault.picture, reason=fault.message),
        Span(fault.template),
        label,
        cure.format(name=fault.picture),
    )


def damaged(name: str, what: str) -> Diagnostic:
    """Return the fault of a damaged output file."""
    return Diagnostic(
        codes.DAMAGED_PRINT, f"{name}: {what}", Span(""), "expected an undamaged file", AGAIN
    )


def pixel_warnings(baked: Bakes) -> list[Diagnostic]:
    """Return a warning for each picture that is rasterized."""
    return [
        Diagnostic(
            codes.FACE_AS_PIXELS,
            f"the picture `{picture.name}` is printed as pixels, 600 per inch: {bake.pixels}",
            Span(picture.template),
            "as vectors, this would print wrongly",
            "draw it in another way, or forbid pixels with `raster: never` in style.yaml",
            severity=Severity.WARNING,
        )
        for picture, bake in baked.items()
        if bake.pixels
    ]


_FAULTS = {
    FaultKind.BROKEN: (
        codes.CANNOT_CONVERT,
        "the picture `{name}` cannot be drawn: {reason}",
        "expected an SVG drawing that can be converted to PDF",
        "check its template; `{name}` is the card or figure",
    ),
    FaultKind.OVER_LIMIT: (
        codes.TAKES_TOO_MUCH,
        "the picture `{name}` was not rendered: {reason}",
        "expected a drawing simple enough to print",
        "simplify it: large filters, nested drawings and large drawings printed as pixels"
        " take longest",
    ),
    FaultKind.ONLY_PIXELS: (
        codes.FACE_AS_PIXELS,
        "the picture `{name}` could only be printed as pixels: {reason}",
        "expected vectors alone: the style says `raster: never`",
        "draw it in another way, or write `raster: auto` in style.yaml",
    ),
    FaultKind.LETTERS_MISSING: (
        codes.LETTERS_MISSING,
        "the picture `{name}` is printed without the letters `{reason}`",
        "expected all letters of its texts",
        "set them in another font; if that does not help, please report it, with the game",
    ),
}
