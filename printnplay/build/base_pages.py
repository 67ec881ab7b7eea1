"""Pages of a PDF below the sheets of a kit: letterheads, marks of machines, outlines of labels."""

from collections.abc import Mapping
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from printnplay.build.print_reading import FILE_BYTES, MEMORY, SECONDS
from printnplay.files.catalog import display_path
from printnplay.files.door import ReadError, read
from printnplay.files.linked_pictures import linked, with_vectors
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Span
from printnplay.kernel.geometry import Paper, Rect, in_mm
from printnplay.kernel.printing import BasePdf
from printnplay.processes.apart import OverLimitError, apart
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Document, Sheet, Stamp


def read_base(base: BasePdf) -> bytes:
    """Return the bytes of the PDF to print below sheets.

    Raises:
        FaultsError: it cannot be read, or is too large.
    """
    try:
        return read(base.path, FILE_BYTES, anywhere=True)
    except ReadError as error:
        fault = error.fault(codes.WRONG_BASE, display_path(base.path))
        raise FaultsError([fault]) from None


def on_base(
    made: Mapping[str, Document], base: BasePdf, content: bytes, paper: Paper
) -> dict[str, Document]:
    """Return documents with a page of a PDF below each of their sheets.

    Raises:
        FaultsError: the PDF cannot be read, has no such page, or one of another size.
    """
    pages = [_page(base, content, page, paper) for page in (base.fronts, base.backs)]

    def below(sheet: Sheet) -> Sheet:
        picture = pages[sheet.is_back]
        at = Rect(0, 0, picture.size.width, picture.size.height)
        return replace(sheet, items=(Stamp(picture, at, clip=paper.whole), *sheet.items))

    return {
        kind: replace(document, sheets=tuple(map(below, document.sheets)))
        for kind, document in made.items()
    }


# Cached: kits in several languages have the same pages below them.
@lru_cache(maxsize=8)
def _page(base: BasePdf, content: bytes, page: int, paper: Paper) -> Picture:
    """Return a page as a picture, whose vectors stay vectors in PDFs."""
    from printnplay.recognition.cutting import WholePage, whole_page
    from printnplay.recognition.opening import NotReadError

    packed = msgspec.msgpack.encode((content, page - 1, paper.size))
    try:
        answer = apart(SECONDS, MEMORY, NotReadError, whole_page, content=packed)
    except (NotReadError, OverLimitError) as error:
        raise FaultsError([wrong_base(base, str(error))]) from None
    except RuntimeError:
        raise FaultsError([wrong_base(base, "what reads it broke down")]) from None
    found = msgspec.msgpack.decode(answer, type=WholePage)
    kind = f"image/{'jpeg' if found.ending == 'jpg' else found.ending}"
    link = (
        with_vectors(kind, found.pixels, found.vectors)
        if found.vectors
        else linked(kind, found.pixels)
    )
    width, height = in_mm(found.size.width), in_mm(found.size.height)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm"'
        f' viewBox="0 0 {width} {height}"><image width="{width}" height="{height}"'
        f' preserveAspectRatio="none" href="{link}"/></svg>'
    )
    return Picture("base", found.size, 0, svg)


def wrong_base(base: BasePdf, reason: str) -> Diagnostic:
    """Return the fault of a PDF that cannot be printed below sheets."""
    return Diagnostic(
        codes.WRONG_BASE,
        f"it cannot be printed below the sheets: {reason}",
        Span(display_path(base.path)),
    )
