"""PNG: a picture of each face, rendered on all cores."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from printnplay.edition.inks import unbaked
from printnplay.export.faces import (
    FaceFile,
    Made,
    face_files,
    made_of,
    manifest,
    name_of,
    origin_of,
)
from printnplay.export.job import Exported, ExportJob
from printnplay.files.writing import write_staged
from printnplay.game.exporting import Corners, Ground
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Span
from printnplay.pdf import PictureFault
from printnplay.raster.png import PER_INCH, DrawError
from printnplay.raster.single_faces import (
    Crop,
    as_png,
    as_svg,
    cut_of,
    cut_out,
    size_in_pixels,
    with_xmp,
)
from printnplay.scene.origin import Origin
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import FontFace

PNG = ".png"
MOST_PIXELS = 100_000_000
"""Maximum number of pixels of a picture: A3 at 700 per inch, 400 MB in memory with alpha."""

MOST_AT_ONCE = 64 << 20
"""Maximum number of characters in queued drawings: they may contain large photographs. A guess."""


class Image(Struct, frozen=True):
    """A picture to render as PNG, and the files to write it to.

    `size` is in pixels; `ground` is a colour, or empty for transparent. `origin` is its metadata.
    """

    picture: Picture
    crop: Crop
    size: tuple[int, int]
    dpi: int
    ground: str
    files: tuple[Path, ...]
    origin: Origin | None = None


def write(job: ExportJob) -> list[Exported]:
    """Write a picture of each face, and the manifest."""
    files = face_files(job, PNG)
    made = draw_all(job, images_of(job, files))
    return [*exported(made), manifest(job, files, PNG, made)]


def drawn(job: ExportJob, images: Sequence[Image]) -> list[Exported]:
    """Render pictures and write their files."""
    return exported(draw_all(job, images))


def exported(made: Mapping[str, Made]) -> list[Exported]:
    """Return the export entries of rendered pictures, given by name without extension."""
    return [Exported(Path(f"{name}{PNG}"), image.length) for name, image in made.items()]


def images_of(job: ExportJob, files: Sequence[FaceFile]) -> list[Image]:
    """Return the distinct pictures of face files.

    Raises:
        FaultsError: a picture would have too many pixels.
    """
    dpi = job.options.dpi or PER_INCH
    ground = job.options.ground
    if ground is None:
        cut = job.options.corners is Corners.ROUND
        ground = Ground.TRANSPARENT if cut else Ground.WHITE
    colour = "white" if ground is Ground.WHITE else ""
    paths: defaultdict[tuple[Picture, Crop, str], list[FaceFile]] = defaultdict(list)
    for file in files:
        paths[file.picture, file.crop, name_of(job, file)].append(file)
    images = [
        Image(
            picture,
            crop,
            size_in_pixels(crop.extent(picture), dpi),
            dpi,
            colour,
            tuple(job.folder / f"{file.name}{PNG}" for file in alike),
            origin_of(job, alike),
        )
        for (picture, crop, _), alike in paths.items()
    ]
    faults = [_too_large(image) for image in images if _pixels(image) > MOST_PIXELS]
    if faults:
        raise FaultsError(faults)
    return images


def draw_all(job: ExportJob, images: Sequence[Image]) -> dict[str, Made]:
    """Render pictures and write their files; return the details of each by name without extension.

    Other processes render them, so that a picture that takes too long can be stopped.

    Raises:
        FaultsError: a picture cannot be rendered or written.
    """
    fonts = job.edition.loaded.shelf.faces
    made: dict[str, Made] = {}
    done = iter(images)
    for tasks in _portions(images, fonts):
        for result in job.in_processes(_draw, tasks):
            image = next(done)
            made.update((_name_of(job, path), result) for path in image.files)
            job.progress.step(f"{job.edition.game.id} {job.languages}: {image.picture.name}")
    return made


def _name_of(job: ExportJob, path: Path) -> str:
    """Return the name of a file below the folder of its job, without extension."""
    return path.relative_to(job.folder).as_posix().removesuffix(PNG)


class _Task(Struct, frozen=True):
    svg: str
    cut: str
    image: Image
    fonts: tuple[FontFace, ...]


def _portions(images: Sequence[Image], fonts: tuple[FontFace, ...]) -> Iterator[list[_Task]]:
    """Yield the tasks in batches that fit into memory."""
    tasks: list[_Task] = []
    length = 0
    for image in images:
        svg = as_svg(image.picture, replace(image.crop, outline=None))
        if tasks and length + len(svg) > MOST_AT_ONCE:
            yield tasks
            tasks, length = [], 0
        tasks.append(_Task(svg, cut_of(image.picture, image.crop), image, fonts))
        length += len(svg)
    if tasks:
        yield tasks


def _draw(task: _Task) -> Made:
    image = task.image
    try:
        ground = image.crop.paper if task.cut else image.ground
        content = as_png(task.svg, task.fonts, image.size, image.dpi, ground)
        if task.cut:
            content = cut_out(content, task.cut, image.dpi)
        if image.origin:
            content = with_xmp(content, image.origin.xmp)
    except DrawError as error:
        picture = image.picture
        fault = PictureFault(picture.name, str(error), picture.template)
        raise FaultsError([unbaked(fault)]) from error
    for path in image.files:
        write_staged(path, [content])
    return made_of(content, image.size)


def _pixels(image: Image) -> int:
    return image.size[0] * image.size[1]


def _too_large(image: Image) -> Diagnostic:
    width, height = image.size
    most = round(image.dpi * (MOST_PIXELS / (width * height)) ** 0.5)
    return Diagnostic(
        codes.TOO_MANY_PIXELS,
        f"the picture `{image.picture.name}` would have {width} x {height} pixels",
        Span(image.picture.template),
        f"limit: {MOST_PIXELS // 1_000_000} million pixels",
        f"choose a lower resolution: `--dpi {most // 10 * 10}` fits",
    )
