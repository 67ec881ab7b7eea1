"""Checking and rendering of a single SVG drawing, as it would appear on a card."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from msgspec import Struct
from msgspec.structs import replace

from printnplay.edition.fonts import embedding_fonts
from printnplay.edition.inks import pixel_warnings, unbaked
from printnplay.files.catalog import Catalog, UnknownNameError, display_path
from printnplay.files.door import ReadError, files_below, read, resolved
from printnplay.files.seals import write_own
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems, Span
from printnplay.kernel.geometry import Rect, Size, Um
from printnplay.loading.style import load_style
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Document, Sheet, Stamp
from printnplay.svg.art_library import ArtLibrary
from printnplay.svg.clean import Cleaner
from printnplay.svg.drawing import Drawing
from printnplay.svg.elements import line_of
from printnplay.svg.faults import Report
from printnplay.svg.fonts import Families
from printnplay.svg.geometry import Matrix
from printnplay.svg.limits import BYTES
from printnplay.svg.pictures import DRAWING, ArtError, ArtFolders, kind_of
from printnplay.text.font_file import FontFileError
from printnplay.text.fonts import FontShelf

if TYPE_CHECKING:
    from printnplay.pdf import Baked, Bakes

BODY = "body"
BASE = "base"
FORMATS = (".pdf", ".png")
"""Output formats for a drawing, by file extension."""

READ = BYTES + 1
"""Maximum number of bytes to read from a file: one more than the limit for a drawing, so that a
larger file is detected."""


class ArtRequest(Struct, frozen=True):
    """A request to check a drawing, and optionally render it.

    `bleed` is the amount by which the drawing extends beyond its trimmed edge on each side. The
    drawing is scaled to fit `room` if given, else its own size is used. Without `output`, nothing
    is written.
    """

    content: bytes
    file: Path
    project: Path
    output: Path | None = None
    fonts: Path | None = None
    bleed: Um = 0
    room: Size | None = None


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


class ArtReport(Struct, frozen=True):
    """The diagnostics of a drawing, its size with bleed, and its texts."""

    problems: tuple[Diagnostic, ...]
    size: Size | None = None
    texts: tuple[str, ...] = ()


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
    shelf = _shelf(requests[0])
    families = _families(requests[0].project, shelf)
    looks = [_judged(request, families, shelf) for request in requests]
    _write_all([look for look in looks if look.is_written], shelf)
    return [look.report for look in looks]


class _Look(Struct, frozen=True, eq=False):
    """A checked drawing; if it has no picture, it has faults."""

    request: ArtRequest
    problems: Problems
    drawing: Drawing | None = None
    picture: Picture | None = None

    @property
    def is_written(self) -> bool:
        return self.picture is not None and self.request.output is not None and self.is_sound

    @property
    def is_sound(self) -> bool:
        return not self.problems.errors

    @property
    def report(self) -> ArtReport:
        found = tuple(self.problems.found)
        if self.drawing is None:
            return ArtReport(found)
        return ArtReport(found, self.drawing.viewport.size, self.drawing.texts)


def _judged(request: ArtRequest, families: Families, shelf: FontShelf) -> _Look:
    problems = Problems()
    library = ArtLibrary(Cleaner(families, ArtFolders(_folders(request))), shelf)
    name = display_path(request.file) if request.file.name != "-" else "-"
    try:
        _check_is_drawing(request.content, name)
        folders = library.cleaner.art
        drawing = library.opened(request.content, name, folders, problems)
    except ArtError as error:
        problems.error(error.code, str(error), Span(name), "", error.help)
        drawing = None
    if drawing is None:
        return _Look(request, problems)
    if request.room is not None:
        drawing = replace(drawing, viewport=drawing.viewport.within(request.room))
    picture = _picture(drawing, request, name)
    shelf.use_faces_in(picture.svg)
    _judge(drawing, library, picture, problems)
    return _Look(request, problems, drawing, picture)


def _check_is_drawing(content: bytes, name: str) -> None:
    """Reject raster images.

    Raises:
        ArtError: the content is a raster image.
    """
    kind = kind_of(content)
    if kind not in (None, DRAWING):
        raise ArtError(
            codes.UNUSABLE_PICTURE,
            f"`{name}` is a picture of pixels ({kind}), not an SVG drawing",
            "it needs no check here: put it on a card with art() in a template",
        )


def _shelf(request: ArtRequest) -> FontShelf:
    own = () if request.fonts is None else (request.fonts,)
    shelf = FontShelf((*own, *Catalog(request.project).font_folders()))
    try:
        _ = shelf.faces
    except FontFileError as error:
        found = Diagnostic(codes.UNUSABLE_FONT, str(error), Span(display_path(error.path)))
        raise FaultsError([found]) from None
    return shelf


def _families(project: Path, shelf: FontShelf) -> Families:
    default = _default_family(Catalog(project))
    known = shelf.families
    return Families(known, default if default in known else (known or ("",))[0])


def _default_family(catalog: Catalog) -> str:
    """Return the family for generic ones such as serif: that of the body text in the base style."""
    try:
        folder = catalog.template_folders(BASE)[0]
    except UnknownNameError:
        return ""
    path = folder / "style.yaml"
    style = load_style(path, display_path(path), Problems())
    return style.text[BODY].family if style is not None and BODY in style.text else ""


def _folders(request: ArtRequest) -> tuple[Path, ...]:
    """Return the folders for linked pictures: the drawing's own, and that of its game or style."""
    here = request.file.parent
    owners = []
    for kind in ("designs", "templates"):
        root = resolved(request.project / kind)
        if resolved(here).is_relative_to(root) and resolved(here) != root:
            owners.append(root / resolved(here).relative_to(root).parts[0])
    return (here, *owners)


def _picture(drawing: Drawing, request: ArtRequest, name: str) -> Picture:
    full, bleed = drawing.viewport.size, request.bleed
    trimmed = Size(full.width - 2 * bleed, full.height - 2 * bleed)
    if min(trimmed.width, trimmed.height) <= 0:
        message = f"a bleed of {bleed / 1000:g} mm leaves nothing of {_millimetres(full)}"
        label = "the drawing includes the bleed: nothing is added"
        raise FaultsError([Diagnostic(codes.BLEED_TOO_LARGE, message, Span(name), label)])
    alt = drawing.title or " ".join(drawing.texts)
    return Picture(name, trimmed, bleed, drawing.alone(bleed), drawing.texts, alt, name)


def _judge(drawing: Drawing, library: ArtLibrary, picture: Picture, problems: Problems) -> None:
    viewport = drawing.viewport
    report = Report("", [picture.template], rendered=False, problems=problems)
    if viewport.per_inch is not None:
        message = (
            f"the size is in pixels: {_millimetres(viewport.size)} at {viewport.per_inch} per inch"
        )
        line = line_of(drawing.root)
        help_ = "give width and height in mm and a viewBox, or set the size with `--size`"
        report.warning(codes.MAY_LOOK_DIFFERENT, message, line, help_)
    place = drawing.place(picture.bleed)
    library.lint(drawing, place, place, Matrix(), report)


def _millimetres(size: Size) -> str:
    return f"{size.width / 1000:.1f} by {size.height / 1000:.1f} mm"


def _write_all(looks: list[_Look], shelf: FontShelf) -> None:
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


def _weigh(look: _Look, baked: "Baked") -> None:
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


def _baked(documents: Mapping[_Look, Document]) -> "Bakes":
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
