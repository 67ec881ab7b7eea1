"""Checks of single SVG drawings by the rules for cards."""

from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from printnplay.files.catalog import Catalog, UnknownNameError, display_path
from printnplay.files.door import resolved
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems, Span
from printnplay.kernel.geometry import Size, Um
from printnplay.loading.style import load_style
from printnplay.scene.picture import Picture
from printnplay.svg.art_library import ArtLibrary
from printnplay.svg.clean import Cleaner
from printnplay.svg.drawing import Drawing
from printnplay.svg.elements import line_of
from printnplay.svg.faults import Report
from printnplay.svg.fonts import Families
from printnplay.svg.geometry import Matrix
from printnplay.svg.pictures import DRAWING, ArtError, ArtFolders, kind_of
from printnplay.text.font_file import FontFileError
from printnplay.text.fonts import FontShelf

BODY = "body"
BASE = "base"


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


class ArtReport(Struct, frozen=True):
    """The diagnostics of a drawing, its size with bleed, and its texts."""

    problems: tuple[Diagnostic, ...]
    size: Size | None = None
    texts: tuple[str, ...] = ()


class Look(Struct, frozen=True, eq=False):
    """A checked drawing; if it has no picture, it has faults."""

    request: ArtRequest
    problems: Problems
    drawing: Drawing | None = None
    picture: Picture | None = None

    @property
    def is_written(self) -> bool:
        """Return whether a file is written of it."""
        return self.picture is not None and self.request.output is not None and self.is_sound

    @property
    def is_sound(self) -> bool:
        """Return whether it has no error."""
        return not self.problems.errors

    @property
    def report(self) -> ArtReport:
        """Return what there is to say of it."""
        found = tuple(self.problems.found)
        if self.drawing is None:
            return ArtReport(found)
        return ArtReport(found, self.drawing.viewport.size, self.drawing.texts)


def judged(request: ArtRequest, families: Families, shelf: FontShelf) -> Look:
    """Check a drawing, with the families that it may name and the fonts on a shelf.

    Raises:
        FaultsError: the bleed leaves nothing of the drawing.
    """
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
        return Look(request, problems)
    if request.room is not None:
        drawing = replace(drawing, viewport=drawing.viewport.within(request.room))
    picture = _picture(drawing, request, name)
    shelf.use_faces_in(picture.svg)
    _judge(drawing, library, picture, problems)
    return Look(request, problems, drawing, picture)


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


def shelf_for(request: ArtRequest) -> FontShelf:
    """Return the fonts of the project, after those in the folder that is asked for.

    Raises:
        FaultsError: a font is unusable.
    """
    own = () if request.fonts is None else (request.fonts,)
    shelf = FontShelf((*own, *Catalog(request.project).font_folders()))
    try:
        _ = shelf.faces
    except FontFileError as error:
        found = Diagnostic(codes.UNUSABLE_FONT, str(error), Span(display_path(error.path)))
        raise FaultsError([found]) from None
    return shelf


def families_for(project: Path, shelf: FontShelf) -> Families:
    """Return the families on a shelf, with that of the project's body text for generic ones."""
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
