"""Press-ready PDF: in press inks, with an ICC profile; aims at PDF/X-1a:2003 or PDF/X-4.

These are ISO 15930-4 and -7; their rules are implemented as far as our own files need them. It is
no certificate: a printer checks the files it receives. Vectors stay vectors. For PDF/X-1a, a page
with transparency or gradients is rasterized; PDF/X-4 keeps them.
"""

from collections.abc import Callable, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any

from printnplay.game.pdf_x import PdfX
from printnplay.pdf.black_texts import BlackTexts, overprint_black_texts
from printnplay.pdf.drawn import values_of
from printnplay.pdf.identity import add_identity, registered_condition
from printnplay.pdf.operators import number
from printnplay.pdf.pixels import rendered
from printnplay.pdf.press import Inks, Press
from printnplay.pdf.rich_black import enrich_black, enrich_pixels
from printnplay.pdf.screen_colours import GRAY, RGB, is_solid, parts_of, steps_of
from printnplay.pdf.spot_inks import laid_over, separable
from printnplay.pdf.text_outlines import outlinable, outline_texts
from printnplay.pdf.transparency import (
    Parts,
    blend_in_inks,
    convert_gradients,
    convert_groups,
    convert_mask_image,
    isolate_masks,
    luminosity,
    parts_of_pages,
    unconvertible_pages,
    ungroup,
)

if TYPE_CHECKING:
    import pikepdf


VERSION, STANDARD = PdfX.X1A.version, PdfX.X1A.standard

Mix = Callable[[Sequence[tuple[int, int, int]]], Sequence[Sequence[int]]]
"""Converts screen colours to four inks, or to one grey level, each from 0 to 255."""

FLAT_DPI = 600
"""The resolution, in pixels per inch, of pages that cannot stay vectors: small text stays sharp
(`DOTS` in `raster.py`)."""


def unprintable_pages(pdf: bytes) -> list[int]:
    """Return the indices of pages that have to be rasterized, counted from 0."""
    import pikepdf

    with pikepdf.open(BytesIO(pdf)) as document:
        known: dict[Any, bool] = {}
        return [
            index
            for index, page in enumerate(document.pages)
            if not is_plain(page.obj.get("/Resources"), known)
        ]


def print_ready(  # noqa: PLR0913
    pdf: bytes,
    press: Press,
    *,
    outlines: bool = False,
    overprint: bool = False,
    dpi: int = FLAT_DPI,
    standard: PdfX = PdfX.X1A,
    plates: bytes = b"",
    rich: Inks | None = None,
) -> bytes:
    """Convert a document to the inks of a press.

    Args:
        pdf: a document in screen colours.
        press: the inks.
        outlines: whether to avoid fonts: texts become paths. A page with fonts that cannot be read
            is rasterized.
        overprint: whether black texts overprint, also on pages that are rasterized.
        dpi: the resolution of these pages, in pixels per inch.
        standard: whether transparency is flattened or kept.
        plates: a file in spot inks only, with a page for each page, that overprints them.
        rich: the inks of large black areas; without, they are black ink alone. With `overprint`.
    """
    import pikepdf

    keeps = standard is PdfX.X4
    with pikepdf.open(BytesIO(pdf)) as source, pikepdf.open(BytesIO(pdf)) as document:
        unread = _unread_pages(document) if outlines else frozenset[int]()
        flat = unread.union(unconvertible_pages(document) if keeps else unprintable_pages(pdf))
        pictures = _FlatPages(
            document, pdf, press, dpi, BlackTexts(pdf) if overprint and flat else None, rich
        )
        for index, page in enumerate(document.pages):
            _drop(page.obj, "/Trans", "/Group", "/Annots")
            page.obj["/BleedBox"] = page.obj.get("/BleedBox", page.mediabox)
            if index in flat:
                pictures.flatten(index, whole=index in unread)
        if flat:
            document.remove_unreferenced_resources()
        isolate_masks(document, source)
        _convert(document, press)
        if overprint:
            overprint_black_texts(document)
        if rich is not None:
            enrich_black(document, rich)
        if plates:
            laid_over(document, plates, lambda above: _convert(above, press))
        if outlines:
            outline_texts(document)
        _declare(document, pdf, press, standard)
        return saved(document, standard)


def _unread_pages(document: "pikepdf.Pdf") -> frozenset[int]:
    """Return the indices of pages whose texts cannot become paths, counted from 0."""
    pages = enumerate(document.pages)
    return frozenset(index for index, page in pages if not outlinable(page.obj))


def saved(document: "pikepdf.Pdf", standard: PdfX = PdfX.X1A) -> bytes:
    """Return a press-ready document as bytes, in the version and form that presses take."""
    import pikepdf

    stream = BytesIO()
    document.save(
        stream,
        force_version=standard.version,
        object_stream_mode=pikepdf.ObjectStreamMode.disable,
        deterministic_id=True,
    )
    return stream.getvalue()


def in_press_form(pdf: bytes, standard: PdfX) -> bytes:
    """Return a PDF whose colours stay in the version and form that presses take."""
    import pikepdf

    with pikepdf.open(BytesIO(pdf)) as document:
        return saved(document, standard)


def _convert(document: "pikepdf.Pdf", press: Press) -> None:
    """Convert all that pages draw to the inks of a press, and masks to grey."""
    parts = parts_of_pages(page.obj for page in document.pages)
    masks = parts.masks or Parts()
    for image in parts.images:
        _convert_image(image, press)
    for image in masks.images:
        convert_mask_image(image)
    convert_gradients(document, parts, press)
    convert_groups(parts)
    _rewrite(document, parts.contents, press.inks)
    _rewrite(document, masks.contents, lambda found: [[luminosity(one)] for one in found])
    for content in parts.contents:
        separable(content, press)


def _drop(item: Any, *names: str) -> None:
    """Remove keys from a dictionary or stream."""
    for name in names:
        if name in item:
            del item[name]


def is_plain(resources: Any, known: dict[Any, bool]) -> bool:
    """Return whether these resources draw without transparency and shadings."""
    import pikepdf

    if not all(map(is_solid, values_of(resources, "/ExtGState"))):
        return False
    if values_of(resources, "/Shading") or values_of(resources, "/Pattern"):
        return False
    for item in values_of(resources, "/XObject"):
        if item.objgen not in known:
            known[item.objgen] = True
            known[item.objgen] = "/SMask" not in item and (
                item.get("/Subtype") != pikepdf.Name.Form or is_plain(item.get("/Resources"), known)
            )
        if not known[item.objgen]:
            return False
    return True


class _FlatPages:
    """Rasterized pages; pages that look the same are rasterized once."""

    def __init__(  # noqa: PLR0913
        self,
        document: "pikepdf.Pdf",
        pdf: bytes,
        press: Press,
        dpi: int,
        texts: BlackTexts | None,
        rich: Inks | None,
    ) -> None:
        self._document, self._pdf, self._press, self._texts = document, pdf, press, texts
        self._dpi, self._rich = dpi, rich
        self._drawn: dict[bytes, Any] = {}

    def flatten(self, number: int, *, whole: bool) -> None:
        """Replace the content of a page with its picture, as a `whole` or but for black texts."""
        import pikepdf

        page = self._document.pages[number]
        page.contents_coalesce()
        content = page.obj["/Contents"].read_bytes()
        texts = None if whole else self._texts
        is_split = texts is not None and texts.lie_on_top(number)
        if content not in self._drawn:
            self._drawn[content] = self._picture(number, is_split=is_split)
        left, low, right, top = (float(edge) for edge in page.mediabox)
        drawn = pikepdf.Dictionary(Flat=self._drawn[content])
        place = f"{right - left:.6f} 0 0 {top - low:.6f} {left:.6f} {low:.6f}"
        painted = f"q {place} cm /Flat Do Q"
        if texts is not None and is_split:
            drawn["/Texts"] = self._document.copy_foreign(texts.form(number))
            painted += " q /Texts Do Q"
        page.obj["/Resources"] = pikepdf.Dictionary(XObject=drawn)
        page.obj["/Contents"] = self._document.make_stream(painted.encode())

    def _picture(self, number: int, *, is_split: bool) -> Any:
        import pikepdf

        pdf = self._texts.below if self._texts is not None and is_split else self._pdf
        screen = rendered(pdf, number, self._dpi)
        image = self._press.image(screen)
        if self._rich is not None:
            enrich_pixels(image, screen, self._rich, self._dpi)
        return self._document.make_stream(
            image.tobytes(),
            Type=pikepdf.Name.XObject,
            Subtype=pikepdf.Name.Image,
            Width=image.width,
            Height=image.height,
            ColorSpace=pikepdf.Name.DeviceCMYK,
            BitsPerComponent=8,
        )


def _convert_image(stream: Any, press: Press) -> None:
    """Convert a picture to the inks of the press."""
    import pikepdf

    space = stream.get("/ColorSpace")
    if space is None or str(space) == "/DeviceCMYK" or stream.get("/ImageMask", False):
        return
    if str(space) == GRAY:
        return
    image = press.image(pikepdf.PdfImage(stream).as_pil_image())
    _drop(stream, "/DecodeParms", "/Decode", "/Intent")
    stream.write(image.tobytes())
    stream["/ColorSpace"] = pikepdf.Name.DeviceCMYK
    stream["/BitsPerComponent"] = 8


def _rewrite(document: "pikepdf.Pdf", drawn: Sequence[Any], mix: Mix) -> None:
    """Replace colours with inks, or with grey, in pages and forms."""
    import pikepdf

    # Read all of them before the first is written: they share resources.
    walked = [(content, steps_of(content)) for content in drawn]
    colours = list(
        dict.fromkeys(step.colour for _, steps in walked for step in steps if step.colour)
    )
    mixed = dict(zip(colours, mix(colours), strict=True)) if colours else {}
    for content, steps in walked:
        pieces = []
        for step in steps:
            if step.colour is not None:
                levels = mixed[step.colour]
                operator = "k" if len(levels) == len("CMYK") else "g"
                is_stroke = str(step.instruction.operator).isupper()
                shares = " ".join(number(level / 255) for level in levels)
                pieces.append(f"{shares} {operator.upper() if is_stroke else operator}".encode())
            elif not step.is_device:
                pieces.append(pikepdf.unparse_content_stream([step.instruction]))
        written = b"\n".join(pieces)
        if isinstance(content, pikepdf.Stream):
            content.write(written)
        else:
            content["/Contents"] = document.make_stream(written)
    for content in drawn:
        _drop_device_spaces(content.get("/Resources"))


def _drop_device_spaces(resources: Any) -> None:
    if resources is None or "/ColorSpace" not in resources:
        return
    spaces = resources["/ColorSpace"]
    for name in list(spaces.keys()):
        if str(spaces[name]) in (RGB, GRAY) and not len(parts_of(spaces[name])):
            del spaces[name]
    if not len(spaces):
        del resources["/ColorSpace"]


def _declare(document: "pikepdf.Pdf", pdf: bytes, press: Press, standard: PdfX) -> None:
    """Declare the standard of the document, made of this one, and its press."""
    import pikepdf

    profile = document.make_stream(press.profile, N=4, Alternate=pikepdf.Name.DeviceCMYK)
    condition = registered_condition(press.description)
    intent = pikepdf.Dictionary(
        Type=pikepdf.Name.OutputIntent,
        S=pikepdf.Name.GTS_PDFX,
        OutputCondition=pikepdf.String(press.description),
        OutputConditionIdentifier=pikepdf.String(condition or "Custom"),
        Info=pikepdf.String(press.description),
        DestOutputProfile=profile,
    )
    if condition:
        intent["/RegistryName"] = pikepdf.String("http://www.color.org")
    document.Root["/OutputIntents"] = pikepdf.Array([intent])
    _drop(document.Root, "/AcroForm", "/Names", "/Dests", "/OpenAction")
    if standard is PdfX.X1A:
        document.docinfo["/GTS_PDFXVersion"] = pikepdf.String(standard.standard)
    document.docinfo["/Trapped"] = pikepdf.Name("/False")
    if standard is PdfX.X4:
        blend_in_inks(document)
        add_identity(document, pdf, standard.standard)
    else:
        ungroup(page.obj for page in document.pages)
