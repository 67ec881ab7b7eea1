"""Faces cut out of pages, in a process of its own: pictures of pixels, and PDFs with the vectors.

Each face is as large as the card with `BLEED` around it. What the page does not show of the bleed
is made from the edge of the face: mirrored, stretched, or in a colour.
"""

from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from printnplay.kernel.geometry import Affine, Rect, Size, Um, in_mm
from printnplay.kernel.printing import AGAIN_BLEED as BLEED
from printnplay.recognition.faces import HIGH, WIDE
from printnplay.recognition.opening import NotReadError, PdfFile, PictureFile, opened
from printnplay.recognition.page_geometry import POINT, common, visible
from printnplay.recognition.pixels import turned
from printnplay.recognition.pruning import region_of
from printnplay.recognition.reading import Given

if TYPE_CHECKING:
    from PIL.Image import Image

PER_INCH, FINEST = 300, 600
"""The least and the highest resolution of pixels: what services want, and what home printers show.
"""
MIRROR, STRETCH = "mirror", "stretch"
"""How bleed is made; anything else is a colour."""
_GLANCE = 144
"""The resolution at which vectors are compared with pixels."""
UNLIKE = 40
"""The difference of a part of a face, of 255, from which its vectors are not used. A guess: lines
between two pixels make less, a missing word or picture more."""
ALIKE: Um = 500
"""How much a page may differ from a paper: programs round A4 to whole points, 0.2 mm off."""
_SEAM: Um = 600
"""How far made bleed reaches under the vectors, so that no seam shows. A guess."""
_QUALITY = 95
"""The JPEG quality of faces from JPEG files and scans. A guess."""


class Cut(Struct, frozen=True, array_like=True):
    """A face: its name, its file and page, where it is there, and how to make its bleed.

    `askew` is how far the page is turned before, in degrees clockwise; `turn` how far the face is
    afterwards, a multiple of 90. `bleed` is what the page shows of it.
    """

    name: str
    file: int
    page: int
    rect: Rect
    bleed: Um
    askew: float
    turn: int
    made: str


class Face(Struct, frozen=True, array_like=True):
    """The files of a face: pixels with the ending of their kind, and vectors, if it has some."""

    name: str
    ending: str
    pixels: bytes
    vectors: bytes


class WholePage(Struct, frozen=True, array_like=True):
    """A page: its size, its pixels with the ending of their kind, and its vectors, if any."""

    size: Size
    ending: str
    pixels: bytes
    vectors: bytes


class Wanted(Struct, frozen=True, array_like=True):
    """Files, and the faces to cut out of them."""

    files: list[Given]
    cuts: list[Cut]


def cut(packed: bytes) -> bytes:
    """Return a packed list of `Face` for a packed `Wanted`.

    Raises:
        NotReadError: a file cannot be read.
    """
    wanted = msgspec.msgpack.decode(packed, type=Wanted)
    faces: list[Face] = []
    for number, file in enumerate(wanted.files):
        of_file = [one for one in wanted.cuts if one.file == number]
        if of_file:
            with opened(file.content) as document:
                faces += _faces(document, of_file)
    return msgspec.msgpack.encode(faces)


def whole_page(packed: bytes) -> bytes:
    """Return a packed `WholePage`, for the packed bytes of a PDF, a page from 0, and its size.

    Raises:
        NotReadError: the file cannot be read, or its page has another size.
    """
    content, page, wanted = msgspec.msgpack.decode(packed, type=tuple[bytes, int, Size])
    if b"%PDF-" not in content[:1024]:
        raise NotReadError("it is not a PDF")
    with opened(content) as document:
        size = document.size(page)
        apart = abs(size.width - wanted.width), abs(size.height - wanted.height)
        if max(apart) > ALIKE:
            raise NotReadError(f"page {page + 1} is {size.in_mm(1)}, the paper {wanted.in_mm(1)}")
        # A face without the bleed that the page has itself.
        inner = Rect(0, 0, size.width, size.height).grown(-BLEED)
        (face,) = _faces(document, [Cut("", 0, page, inner, BLEED, 0.0, 0, MIRROR)])
    return msgspec.msgpack.encode(WholePage(size, face.ending, face.pixels, face.vectors))


def _faces(document: PdfFile | PictureFile, cuts: list[Cut]) -> Iterator[Face]:
    for page in sorted({one.page for one in cuts}):
        of_page, paper = [one for one in cuts if one.page == page], document.size(page)
        is_drawn = isinstance(document, PdfFile) and document.content(page).vectors
        per_inch = float(PER_INCH) if is_drawn else _fine(document, page)
        image = document.rendered(page, per_inch)
        is_lossy = isinstance(document, PictureFile) and document.is_jpeg
        is_lossy |= isinstance(document, PdfFile) and not is_drawn
        level: dict[float, Image] = {0.0: image}
        for one in of_page:
            if one.askew not in level:
                level[one.askew] = turned(image, one.askew)
            face = _with_bleed(level[one.askew], one, paper, per_inch)
            whole = face.rotate(-one.turn, expand=True) if one.turn else face
            size = one.rect.size.turned if one.turn in (90, 270) else one.rect.size
            vectors = b""
            if is_drawn and isinstance(document, PdfFile):
                tried = (_vectors(document, one, face, is_pruned=way) for way in (True, False))
                vectors = next((drawn for drawn in tried if _shows(drawn, whole, size)), b"")
            yield Face(one.name, *_encoded(whole, per_inch, is_lossy=is_lossy), vectors)


def _fine(document: PdfFile | PictureFile, page: int) -> float:
    """Return the resolution at which pixels are cut out: their own, within limits."""
    if isinstance(document, PictureFile):
        own = document.image.width / document.size(page).width * 25_400
        return min(own, FINEST)
    return 1.0 * PER_INCH


def _with_bleed(image: "Image", one: Cut, size: Size, per_inch: float) -> "Image":
    """Return the pixels of a face, with its whole bleed."""
    from PIL import Image

    whole = one.rect.grown(BLEED)
    shown = common(one.rect.grown(min(one.bleed, BLEED)), Rect(0, 0, size.width, size.height))
    if 2 * shown.width < one.rect.width or 2 * shown.height < one.rect.height:
        card = f"a card of {one.rect.size.in_mm(1)} at {in_mm(one.rect.x)}x{in_mm(one.rect.y)}mm"
        raise NotReadError(f"{card} is not on page {one.page + 1}, which is {size.in_mm(1)}")
    across, down = image.width / size.width, image.height / size.height
    box = shown.x * across, shown.y * down, shown.right * across, shown.bottom * down
    pixel = 25_400 / per_inch
    # Round places, not sides: they add up.
    left, top, right, bottom = (
        round(edge / pixel)
        for edge in (
            *(shown.x - whole.x, shown.y - whole.y),
            *(shown.right - whole.x, shown.bottom - whole.y),
        )
    )
    inner = image.resize((right - left, bottom - top), Image.Resampling.BICUBIC, box=box)
    full = round(whole.width / pixel), round(whole.height / pixel)
    return extended(inner, (left, top), full, one.made)


def extended(inner: "Image", edges: tuple[int, int], full: tuple[int, int], made: str) -> "Image":
    """Return a picture with what is around it, up to a full size: mirrored, stretched or plain."""
    from PIL import Image, ImageOps

    left, top = edges
    right, bottom = full[0] - left - inner.width, full[1] - top - inner.height
    if (left, top, right, bottom) == (0, 0, 0, 0):
        return inner
    if made not in (MIRROR, STRETCH):
        whole = Image.new("RGB", full, made)
        whole.paste(inner, edges)
        return whole
    whole = Image.new("RGB", full)
    whole.paste(inner, edges)
    for length, box, at, flip in (
        (left, lambda n: (0, 0, n, inner.height), lambda n: (left - n, top), ImageOps.mirror),
        (
            right,
            lambda n: (inner.width - n, 0, inner.width, inner.height),
            lambda _: (left + inner.width, top),
            ImageOps.mirror,
        ),
    ):
        if length:
            taken = 1 if made == STRETCH else min(length, inner.width)
            strip = inner.crop(box(taken))
            strip = strip.resize((length, inner.height)) if taken < length else flip(strip)
            whole.paste(strip, at(length))
    for length, start, target in (
        (top, top, 0),
        (bottom, top + inner.height - 1, top + inner.height),
    ):
        if not length:
            continue
        taken = 1 if made == STRETCH else min(length, inner.height)
        first = start if target == 0 else start - taken + 1
        strip = whole.crop((0, first, full[0], first + taken))
        strip = strip.resize((full[0], length)) if taken < length else ImageOps.flip(strip)
        whole.paste(strip, (0, target))
    return whole


def _encoded(image: "Image", per_inch: float, *, is_lossy: bool) -> tuple[str, bytes]:
    stream = BytesIO()
    if is_lossy:
        image.save(stream, "JPEG", quality=_QUALITY, subsampling=0, dpi=(per_inch, per_inch))
        return "jpg", stream.getvalue()
    image.save(stream, "PNG", dpi=(per_inch, per_inch))
    return "png", stream.getvalue()


def _shows(vectors: bytes, face: "Image", size: Size) -> bool:
    """Return whether a PDF shows what the pixels of a face do."""
    import pypdfium2
    from PIL import Image

    try:
        page = pypdfium2.PdfDocument(vectors)[0]
        drawn = page.render(scale=_GLANCE / 72).to_pil().convert("RGB")
    except pypdfium2.PdfiumError:
        return False
    small = []
    for image in (drawn, face):
        # The bleed is made of pixels, and has lines that lie between others here.
        edge = BLEED / (size.width + 2 * BLEED) * image.width
        box = (edge, edge, image.width - edge, image.height - edge)
        small.append(image.resize((WIDE, HIGH), Image.Resampling.BOX, box=box).tobytes())
    most: int = max(abs(one - other) for one, other in zip(*small, strict=True))
    return most <= UNLIKE


def _vectors(document: PdfFile, one: Cut, face: "Image", *, is_pruned: bool) -> bytes:
    """Return a PDF of one page, the face with its bleed, whose vectors are those of the page.

    It has all of the page, or what the face shows of it (`is_pruned`).
    """
    import pikepdf

    page = document.pdf.pages[one.page]
    own = min(one.bleed, BLEED)
    whole, shown = one.rect.grown(BLEED), one.rect.grown(own)
    new = pikepdf.new()
    size = (whole.width / POINT, whole.height / POINT)
    new.add_blank_page(page_size=size)
    drawn = new.pages[0]
    if is_pruned:
        form = new.copy_foreign(region_of(document.pdf, page, shown))
    else:
        form = new.copy_foreign(page.as_form_xobject(handle_transformations=False))
    matrix = _from_page(visible(page).matrix, whole)
    resources = {"/Page": form}
    content = ""
    if own < BLEED:
        resources["/Bleed"] = _ring(new, face, whole, shown)
        content = f"q {size[0]:.4f} 0 0 {size[1]:.4f} 0 0 cm /Bleed Do Q "
    inset = (BLEED - own) / POINT
    content += (
        f"q {inset:.4f} {inset:.4f} {size[0] - 2 * inset:.4f} {size[1] - 2 * inset:.4f} re W n "
        f"{' '.join(f'{value:.6f}' for value in matrix)} cm /Page Do Q"
    )
    drawn.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(resources))
    drawn.Contents = new.make_stream(content.encode())
    drawn.rotate(one.turn, relative=False)
    stream = BytesIO()
    new.save(stream, deterministic_id=True, compress_streams=True)
    return stream.getvalue()


def _from_page(matrix: Affine, whole: Rect) -> tuple[float, ...]:
    """Return the PDF matrix from a page's own points to those of a face, upright as seen."""
    # Micrometres grow downwards from the face's top left corner, points upwards.
    bottom = whole.bottom
    return (
        matrix.xx / POINT,
        -matrix.yx / POINT,
        matrix.xy / POINT,
        -matrix.yy / POINT,
        (matrix.dx - whole.x) / POINT,
        (bottom - matrix.dy) / POINT,
    )


def _ring(pdf: Any, face: "Image", whole: Rect, shown: Rect) -> Any:
    """Return the made bleed as an image object: the face, plain where the vectors cover it."""
    import pikepdf
    from PIL import Image

    scale = face.width / whole.width
    plain = face.copy()
    inner = shown.grown(-_SEAM).moved(-whole.x, -whole.y)
    left, top, right, bottom = (
        round(value * scale) for value in (inner.x, inner.y, inner.right, inner.bottom)
    )
    usual = face.resize((1, 1), Image.Resampling.BOX).resize((right - left, bottom - top))
    plain.paste(usual, (left, top))
    stream = BytesIO()
    plain.save(stream, "JPEG", quality=90, subsampling=0)
    image = pdf.make_stream(stream.getvalue())
    image.Type, image.Subtype = pikepdf.Name.XObject, pikepdf.Name.Image
    image.Width, image.Height = face.size
    image.ColorSpace, image.BitsPerComponent = pikepdf.Name.DeviceRGB, 8
    image.Filter = pikepdf.Name.DCTDecode
    return image
