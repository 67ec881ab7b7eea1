"""A designer's drawing by itself: judged, and drawn as it would be on a card."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from printnplay.files.catalog import Catalog, UnknownNameError, display_path
from printnplay.files.door import ReadError, read
from printnplay.files.writing import write_whole
from printnplay.loading.style import load_style
from printnplay.model import codes
from printnplay.model.diagnostics import Diagnostic, FaultsError, Problems, Span
from printnplay.model.geometry import Rect, Size, Um
from printnplay.model.picture import Picture
from printnplay.model.sheet import Document, Sheet, Stamp
from printnplay.pipeline.inks import pixel_warnings, unbaked
from printnplay.svg.art_library import ArtLibrary
from printnplay.svg.clean import Cleaner
from printnplay.svg.drawing import Drawing
from printnplay.svg.elements import line_of
from printnplay.svg.faults import Report
from printnplay.svg.fonts import Families
from printnplay.svg.geometry import Matrix
from printnplay.svg.limits import BYTES
from printnplay.svg.pictures import ArtError, ArtFolders
from printnplay.typesetting.text.fonts import FontFileError, FontShelf

BODY = "body"
BASE = "base"
FORMATS = (".pdf", ".png")
"""What a drawing can be written as, by the ending of the file's name."""

READ = BYTES + 1
"""How much of a file to read: one byte more than a drawing may have shows that it is too large."""


@dataclass(frozen=True, slots=True)
class ArtRequest:
    """A drawing to look at: its bytes, the file they are from, and what is to come of them.

    `bleed` is what the drawing has on each side beyond its trimmed edge. Without `output` nothing
    is written.
    """

    content: bytes
    file: Path
    project: Path
    output: Path | None = None
    fonts: Path | None = None
    bleed: Um = 0


@dataclass(frozen=True, slots=True)
class ArtReport:
    """What was found, and what is known of the drawing: its size with bleed, its texts."""

    problems: tuple[Diagnostic, ...]
    size: Size | None = None
    texts: tuple[str, ...] = ()


def read_drawing(file: Path) -> bytes:
    """The bytes of a drawing that the user has named.

    Raises:
        FaultsError: it cannot be read.
    """
    try:
        return read(file, BYTES, anywhere=True)
    except ReadError as error:
        fault = error.fault(codes.UNUSABLE_PICTURE, display_path(file))
        raise FaultsError([fault]) from error


def look_at(request: ArtRequest) -> ArtReport:
    """Judge a drawing by the rules for cards, and write it if an output is named.

    Raises:
        FaultsError: the bleed leaves nothing of the drawing, a font of the project cannot be used,
            or the output cannot be written.
    """
    problems = Problems()
    shelf = _shelf(request)
    library = ArtLibrary(_cleaner(request, shelf), shelf)
    name = display_path(request.file) if request.file.name != "-" else "-"
    try:
        folders = library.cleaner.art
        drawing = library.opened(request.content, name, folders, problems)
    except ArtError as error:
        problems.error(error.code, str(error), Span(name), "", error.help)
        drawing = None
    if drawing is None:
        return ArtReport(tuple(problems.found))
    picture = _picture(drawing, request, name)
    _judge(drawing, library, picture, problems)
    if request.output is not None and not problems.errors:
        _write(picture, shelf, request.output, problems)
    return ArtReport(tuple(problems.found), drawing.viewport.size, drawing.texts)


def _shelf(request: ArtRequest) -> FontShelf:
    own = () if request.fonts is None else (request.fonts,)
    shelf = FontShelf((*own, *Catalog(request.project).font_folders()))
    try:
        _ = shelf.faces
    except FontFileError as error:
        found = Diagnostic(codes.UNUSABLE_FONT, str(error), Span(display_path(error.path)))
        raise FaultsError([found]) from None
    return shelf


def _cleaner(request: ArtRequest, shelf: FontShelf) -> Cleaner:
    families = shelf.families
    default = _default_family(Catalog(request.project))
    known = default if default in families else (families or ("",))[0]
    return Cleaner(Families(families, known), ArtFolders(_folders(request)))


def _default_family(catalog: Catalog) -> str:
    """The family drawn for generic ones such as serif: that of the body text of the plain style."""
    try:
        folder = catalog.template_folders(BASE)[0]
    except UnknownNameError:
        return ""
    path = folder / "style.yaml"
    style = load_style(path, display_path(path), Problems())
    return style.text[BODY].family if style is not None and BODY in style.text else ""


def _folders(request: ArtRequest) -> tuple[Path, ...]:
    """Where its pictures may be: beside it, and in the folder of its game or style."""
    here = request.file.parent
    owners = []
    for kind in ("designs", "templates"):
        root = (request.project / kind).resolve()
        if here.resolve().is_relative_to(root) and here.resolve() != root:
            owners.append(root / here.resolve().relative_to(root).parts[0])
    return (here, *owners)


def _picture(drawing: Drawing, request: ArtRequest, name: str) -> Picture:
    full, bleed = drawing.viewport.size, request.bleed
    trimmed = Size(full.width - 2 * bleed, full.height - 2 * bleed)
    if min(trimmed.width, trimmed.height) <= 0:
        message = f"a bleed of {bleed / 1000:g} mm leaves nothing of {_millimetres(full)}"
        label = "the drawing holds the bleed: nothing is added"
        raise FaultsError([Diagnostic(codes.BLEED_TOO_LARGE, message, Span(name), label)])
    alt = drawing.title or " ".join(drawing.texts)
    return Picture(name, trimmed, bleed, drawing.alone(bleed), drawing.texts, alt, name)


def _judge(drawing: Drawing, library: ArtLibrary, picture: Picture, problems: Problems) -> None:
    viewport = drawing.viewport
    report = Report("", [picture.template], rendered=False, problems=problems)
    if viewport.per_inch is not None:
        message = (
            f"the size is in pixels: {viewport.per_inch} of them are taken for an inch,"
            f" which makes {_millimetres(viewport.size)}"
        )
        line = line_of(drawing.root)
        report.warning(
            codes.MAY_LOOK_DIFFERENT, message, line, "give width and height in mm, and a viewBox"
        )
    place = drawing.place(picture.bleed)
    library.lint(drawing, place, place, Matrix(), report)


def _millimetres(size: Size) -> str:
    return f"{size.width / 1000:.1f} by {size.height / 1000:.1f} mm"


def _write(picture: Picture, shelf: FontShelf, output: Path, problems: Problems) -> None:
    from printnplay.output.pdf import BakeError, bake_for, write

    document = _document(picture, shelf)
    try:
        # For pixels as well: baking ends in bounded time and memory, or says why.
        baked = bake_for([document])
    except BakeError as error:
        for fault in error.faults:
            problems.add(unbaked(fault))
        return
    for warning in pixel_warnings(baked):
        problems.add(warning)
    if output.suffix.lower() == ".png":
        _write_png(output, _as_png(picture, shelf), problems)
    else:
        write_whole(output, lambda stream: write(document, stream, baked))


def _document(picture: Picture, shelf: FontShelf) -> Document:
    bleed = picture.bleed
    full = picture.extent.size
    trim = Rect(bleed, bleed, picture.size.width, picture.size.height)
    sheet = Sheet(full, (Stamp(picture, trim),), trim=trim)
    title = Path(picture.name).stem
    return Document(title, "", "", "en", (sheet,), shelf.faces)


def _as_png(picture: Picture, shelf: FontShelf) -> Callable[[BinaryIO], None]:
    from printnplay.output.png import draw

    return lambda stream: draw(picture, shelf.faces, stream)


def _write_png(output: Path, write: Callable[[BinaryIO], None], problems: Problems) -> None:
    from printnplay.output.png import DrawError

    try:
        write_whole(output, write)
    except DrawError as error:
        message = f"the drawing cannot be turned into PNG: {error}"
        problems.error(codes.CANNOT_CONVERT, message, Span(""), "", "try PDF")
