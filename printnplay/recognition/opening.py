"""PDFs and pictures opened: their pages, sizes and pixels."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from typing import TYPE_CHECKING

from msgspec.structs import replace

from printnplay.kernel.geometry import Size, Um
from printnplay.kernel.named_sizes import PAGE_SIZES
from printnplay.recognition.axes import SHORTEST
from printnplay.recognition.lettering import words_on
from printnplay.recognition.page_content import content_of
from printnplay.recognition.page_geometry import visible
from printnplay.recognition.trade_sizes import known_bleed, known_size
from printnplay.recognition.values import PageContent

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_PIXELS = 60_000_000
"""The most pixels of a picture or a rendered page: A3 at 600 pixels per inch."""
FORMATS = ("PNG", "JPEG", "WEBP")
USUAL_INCHES = (300.0, 600.0, 150.0, 200.0, 400.0, 250.0, 350.0, 800.0, 1200.0, 96.0, 72.0, 100.0)
"""The resolutions that a picture may have that does not say its own, or a wrong one."""
_PRINTED = (300.0, 600.0)
"""The resolutions of pictures to print: a size of the trade at one of them is no chance."""
_SCREENS = (72, 96)
"""The resolutions that programs write which know none."""
_CLOSE_TO_PAPER: Um = 1_500
"""How far a scan may be from a paper. A guess: scanners crop."""
_PAPERS = [PAGE_SIZES[name].size for name in ("a4", "letter")]
TOLD, GUESSED, UNKNOWN = "told", "guessed", "unknown"
"""How the size of a picture is known."""
MOST_SVG = 20_000_000
"""The largest drawing in bytes, as in a game."""


class NotReadError(Exception):
    """A file cannot be read; the message says why."""


class PdfFile:
    """A PDF: operators from pikepdf, pixels from PDFium."""

    def __init__(self, content: bytes) -> None:
        """Open it.

        Raises:
            NotReadError: it is encrypted or damaged.
        """
        import pikepdf
        import pypdfium2

        try:
            self.pdf = pikepdf.open(BytesIO(content))
        except pikepdf.PasswordError:
            raise NotReadError("it is encrypted with a password") from None
        except (pikepdf.PdfError, ValueError, RuntimeError) as error:
            raise NotReadError(f"it is damaged: {error}") from None
        stream = BytesIO()
        try:
            self.count = len(self.pdf.pages)
            if self.pdf.is_encrypted:  # with a permission password only: PDFium opens it, too
                self.pdf.save(stream)
            self._pixels = pypdfium2.PdfDocument(stream.getvalue() or content)
        except (pypdfium2.PdfiumError, pikepdf.PdfError, RuntimeError, ValueError) as error:
            raise NotReadError(f"it is damaged: {error}") from None
        if self.count == 0 or len(self._pixels) != self.count:
            raise NotReadError("it has no pages that can be read")

    def size(self, page: int) -> Size:
        """Return the size of a page as seen."""
        if page >= self.count:
            raise NotReadError(f"it has no page {page + 1}: the last one is {self.count}")
        try:
            return visible(self.pdf.pages[page]).size
        except (ValueError, TypeError, AttributeError) as error:
            raise NotReadError(f"page {page + 1} is damaged: {error}") from None

    def content(self, page: int) -> PageContent:
        """Return the lines, areas and words of a page."""
        import pikepdf
        import pypdfium2

        try:
            found = content_of(self.pdf.pages[page])
            matrix = visible(self.pdf.pages[page]).matrix
            with suppress(pypdfium2.PdfiumError):
                found = replace(found, words=words_on(self._pixels[page], matrix))
            return found
        except (pikepdf.PdfError, ValueError, TypeError, AttributeError) as error:
            raise NotReadError(f"page {page + 1} is damaged: {error}") from None

    def rendered(self, page: int, per_inch: float) -> "Image":
        """Return the pixels of a page."""
        import pypdfium2

        size = self.size(page)
        across, down = (side / 25_400 * per_inch for side in (size.width, size.height))
        if across * down > MOST_PIXELS:
            raise NotReadError(f"page {page + 1} is {size.in_mm(0)}: that is too large")
        try:
            seen = self._pixels[page]
            scale = across / seen.get_width()  # PDFium knows no /UserUnit
            drawn: Image = seen.render(scale=scale).to_pil().convert("RGB")
        except pypdfium2.PdfiumError as error:
            raise NotReadError(f"page {page + 1} cannot be drawn: {error}") from None
        return drawn


class PictureFile:
    """A picture of pixels: a page of its own size."""

    count = 1

    def __init__(self, content: bytes) -> None:
        """Open it.

        Raises:
            NotReadError: it is damaged or too large.
        """
        from PIL import Image, ImageOps, UnidentifiedImageError

        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error", Image.DecompressionBombWarning)
                with Image.open(BytesIO(content), formats=FORMATS) as opened:
                    if opened.width * opened.height > MOST_PIXELS:
                        raise NotReadError(f"it has {opened.width} x {opened.height} pixels")
                    self.info = dict(opened.info)
                    self.is_jpeg = opened.format == "JPEG"
                    upright = ImageOps.exif_transpose(opened)
                    self.image = _in_srgb(upright, self.info.get("icc_profile"))
        except UnidentifiedImageError:
            kinds = "a PDF, PNG, JPEG, WebP or SVG"
            raise NotReadError(f"its content is not that of {kinds}") from None
        except (OSError, SyntaxError, ValueError, Warning, Image.DecompressionBombError) as error:
            raise NotReadError(f"it cannot be decoded: {error}") from None

    def size(self, page: int) -> Size:
        """Return its size: by its resolution, or by one at which it is as large as a card."""
        if page:
            raise NotReadError(f"it has no page {page + 1}: a picture is page 1")
        return self._sized()[0]

    @property
    def sizing(self) -> str:
        """How its size is known: told by its resolution, guessed by its pixels, or unknown."""
        return self._sized()[1]

    def _sized(self) -> tuple[Size, str]:
        across, down = map(float, self.info.get("dpi", (0, 0)))
        own = self._at(across, down) if all(30 < one < 3000 for one in (across, down)) else None
        if own is not None and _is_card(own):
            return own, TOLD
        for inch in USUAL_INCHES:
            if _is_card(size := self._at(inch, inch)):
                return size, TOLD if inch in _PRINTED else GUESSED
        if own is not None and round(across) not in _SCREENS:
            return own, TOLD
        for inch in USUAL_INCHES:
            if _is_paper(size := self._at(inch, inch)):
                return size, TOLD
        # A small picture becomes as large as a card: its own size is asked for.
        inch = min(USUAL_INCHES[0], min(self.image.size) / SHORTEST * 25_400)
        return self._at(inch, inch), UNKNOWN

    def _at(self, across: float, down: float) -> Size:
        return Size(
            round(self.image.width / across * 25_400), round(self.image.height / down * 25_400)
        )

    def content(self, page: int) -> PageContent:
        """Return that it has no vectors."""
        return PageContent(self.size(page), vectors=False)

    def rendered(self, page: int, per_inch: float) -> "Image":
        """Return its pixels, at a resolution."""
        from PIL import Image

        size = self.size(page)
        sides = (round(size.width * per_inch / 25_400), round(size.height * per_inch / 25_400))
        return self.image.resize((max(1, sides[0]), max(1, sides[1])), Image.Resampling.LANCZOS)


def _is_card(size: Size) -> bool:
    return known_size(size) is not None or known_bleed(size) is not None


def _is_paper(size: Size) -> bool:
    sides = sorted((size.width, size.height))
    papers = (sorted((page.width, page.height)) for page in _PAPERS)
    return any(
        all(abs(a - b) <= _CLOSE_TO_PAPER for a, b in zip(sides, paper, strict=True))
        for paper in papers
    )


def _in_srgb(image: "Image", profile: bytes | None) -> "Image":
    """Return a picture on white in RGB, with the colours that its profile describes."""
    from PIL import Image, ImageCms

    if image.mode.startswith("I"):  # 16 bits of grey
        image = image.convert("I").point(lambda level: level / 257 + 0.5).convert("L")
    if image.has_transparency_data:
        whole = image.convert("RGBA")
        image = Image.alpha_composite(Image.new("RGBA", whole.size, "white"), whole)
    plain = image if image.mode in ("L", "CMYK") else image.convert("RGB")
    if profile:
        with suppress(ImageCms.PyCMSError, OSError):  # damaged, or for other colours
            own, ours = ImageCms.ImageCmsProfile(BytesIO(profile)), ImageCms.createProfile("sRGB")
            changed = ImageCms.profileToProfile(plain, own, ours, outputMode="RGB")
            return changed or plain.convert("RGB")
    return plain.convert("RGB")


def _as_pdf(svg: bytes) -> bytes:
    """Return a drawing as a PDF, in which vectors stay vectors.

    Raises:
        NotReadError: it cannot be drawn.
    """
    import typst

    if len(svg) > MOST_SVG:
        raise NotReadError(f"the drawing has {len(svg):,} bytes; the limit is {MOST_SVG:,}")
    source = (
        "#set page(width: auto, height: auto, margin: 0pt)\n"
        '#image(bytes(sys.inputs.svg), format: "svg")'
    )
    try:
        text = svg.decode()
        return typst.compile(source.encode(), sys_inputs={"svg": text}, timestamp=0, pdf_tags=False)
    except (typst.TypstError, UnicodeDecodeError) as error:
        raise NotReadError(f"the drawing cannot be read: {error}") from None


@contextmanager
def opened(content: bytes) -> Iterator[PdfFile | PictureFile]:
    """Open a PDF or a picture by its first bytes.

    Raises:
        NotReadError: it is neither, or damaged.
    """
    if b"%PDF-" in content[:1024]:
        yield PdfFile(content)
    elif b"<svg" in content[:4096]:
        yield PdfFile(_as_pdf(content))
    else:
        yield PictureFile(content)
