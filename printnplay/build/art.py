"""Checking and rendering of a single SVG drawing, as it would appear on a card."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from printnplay.build.art_checks import ArtReport, ArtRequest, Look, families_for, judged, shelf_for
from printnplay.edition.fonts import embedding_fonts
from printnplay.edition.inks import pixel_warnings, unbaked
from printnplay.files.catalog import display_path
from printnplay.files.door import ReadError, files_below, read
from printnplay.files.seals import write_own
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems, Span
from printnplay.kernel.geometry import Rect
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Document, Sheet, Stamp
from printnplay.svg.faults import Report
from printnplay.svg.limits import BYTES
from printnplay.text.fonts import FontShelf

if TYPE_CHECKING:
    from printnplay.pdf import Baked, Bakes

FORMATS = (".pdf", ".png")
"""Output formats for a drawing, by file extension."""

READ = BYTES + 1
"""Maximum number of bytes to read from a file: one more than the limit for a drawing, so that a
larger file is detected."""


DRAWINGS = frozenset({".svg"})
MOST_FILES = 10_000
"""Maximum number of drawings per command: half the maximum number of cards in a game. A guess."""


def drawings_in(paths: Sequence[Path]) -> list[Path]:
    """Return the drawings among files and in folders, without duplicates; folders sorted by name.

    Raises:
        FaultsError: a folder contains no drawing, or there are too many.
    """
    found: dict[Path, None] = {}
    for path in paths:
        inside = sorted(files_below(path, DRAWINGS)) if path.is_dir() else [path]
        if not inside:
            message = f"there is no drawing in `{display_path(path)}`"
            fault = Diagnostic(
                codes.PICTURE_MISSING, message, Span(display_path(path)), "expected .svg files"
            )
            raise FaultsError([fault])
        found.update(dict.fromkeys(inside))
    if len(found) > MOST_FILES:
        message = f"there are {len(found):,} drawings; one command checks at most {MOST_FILES:,}"
        raise FaultsError([Diagnostic(codes.DRAWING_TOO_COMPLEX, message, Span(""))])
    return list(found)


def read_drawing(file: Path) -> bytes:
    """Read a drawing that the user has named.

    Raises:
        FaultsError: the file cannot be read.
    """
    try:
        return read(file, BYTES, anywhere=True)
    except ReadError as error:
        fault = error.fault(codes.UNUSABLE_PICTURE, display_path(file))
        raise FaultsError([fault]) from error


def look_at_all(requests: Sequence[ArtRequest]) -> list[ArtReport]:
    """Check drawings by the rules for cards, with the same fonts; render those with an output.

    They are rendered together, which is much faster than one by one.

    Raises:
        FaultsError: the bleed leaves nothing of a drawing, a font of the project is unusable, or
            an output cannot be written.
    """
    shelf = shelf_for(requests[0])
    families = families_for(requests[0].project, shelf)
    looks = [judged(request, families, shelf) for request in requests]
    _write_all([look for look in looks if look.is_written], shelf)
    return [look.report for look in looks]


def _write_all(looks: list[Look], shelf: FontShelf) -> None:
    documents = {look: _document(look.picture, shelf) for look in looks if look.picture}
    baked = _baked(documents)
    for look, document in documents.items():
        output, picture = look.request.output, look.picture
        if not look.is_sound or output is None or picture is None:
            continue
        for warning in pixel_warnings({picture: baked[picture]}):
            look.problems.add(warning)
        _weigh(look, baked[picture])
        if output.suffix.lower() == ".png":
            _write_png(output, _as_png(picture, shelf), look.problems)
        else:
            _write(output, partial(_write_pdf, document, baked))


HEAVY = 100_000
"""Size in bytes from which a drawing's pixels get a note: they are stored once for each different
card of a deck. A guess."""


def _weigh(look: Look, baked: "Baked") -> None:
    """Report the size of the pixels that a drawing contains because of its effects."""
    found = look.problems.found
    parts = [fault for fault in found if fault.code in (codes.PART_AS_PIXELS, codes.FACE_AS_PIXELS)]
    weight = baked.weight if parts else 0
    if weight >= HEAVY:
        message = f"its pixels take {weight / 1e6:.1f} MB in a PDF, for each different card"
        help_ = "make the effect smaller or simpler, or use it on what all cards share"
        report = Report("", [parts[0].span.file], rendered=False, problems=look.problems)
        report.warning(codes.PART_AS_PIXELS, message, parts[0].span.line, help_)


def _write_pdf(document: Document, baked: "Bakes", stream: BinaryIO) -> None:
    from printnplay.pdf import write

    write(document, stream, baked)


def _baked(documents: Mapping[Look, Document]) -> "Bakes":
    """Bake the pictures, even for PNG: baking takes bounded time and memory, or reports why not."""
    from printnplay.pdf import BakeError, bake_for

    sound = dict(documents)
    while True:
        try:
            with embedding_fonts():
                return bake_for(list(sound.values()))
        except BakeError as error:
            # A part that cannot be rendered alone is found only when all pixels are rendered, so
            # there may be more faults.
            for fault in error.faults:
                for look in sound:
                    if look.picture is not None and look.picture.name == fault.picture:
                        look.problems.add(unbaked(fault))
            faulty = [look for look in sound if not look.is_sound]
            if not faulty:
                raise
            for look in faulty:
                del sound[look]


def _document(picture: Picture, shelf: FontShelf) -> Document:
    bleed = picture.bleed
    full = picture.extent.size
    trim = Rect(bleed, bleed, picture.size.width, picture.size.height)
    sheet = Sheet(full, (Stamp(picture, trim),), trim=trim)
    title = Path(picture.name).stem
    return Document(title, "", "", "en", (sheet,), shelf.faces)


def _as_png(picture: Picture, shelf: FontShelf) -> Callable[[BinaryIO], None]:
    from printnplay.raster.png import draw

    return lambda stream: draw(picture, shelf.faces, stream)


def _write(output: Path, write: Callable[[BinaryIO], object]) -> None:
    stream = BytesIO()
    write(stream)
    write_own({output: stream.getvalue()}, output.parent)


def _write_png(output: Path, write: Callable[[BinaryIO], None], problems: Problems) -> None:
    from printnplay.raster.png import DrawError

    try:
        _write(output, write)
    except DrawError as error:
        message = f"the drawing cannot be turned into PNG: {error}"
        problems.error(codes.CANNOT_CONVERT, message, Span(""), "", "try PDF")
