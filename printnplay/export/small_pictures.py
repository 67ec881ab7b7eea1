"""Pictures of all faces of a table on a screen, each once, small enough for a page."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from printnplay.export.faces import FaceFile, Naming, face_files
from printnplay.export.images import PNG, drawn, images_of
from printnplay.export.job import ExportJob
from printnplay.files.door import LARGEST, read
from printnplay.files.writing import remove_staged
from printnplay.game.exporting import Component
from printnplay.raster.png import PER_INCH

MOST_SIDE = 2048
"""Maximum length of a picture's longer side in pixels, which keeps each picture below 2 MB."""


def small_pictures(job: ExportJob, components: Sequence[Component]) -> Mapping[str, bytes]:
    """Return the PNG files of all faces by name; large ones are rendered at a lower resolution.

    A front has the name `<id>.png`, a back `<id>-back.png`, with the id of a shared back if it is
    one.

    Raises:
        FaultsError: a picture cannot be rendered.
    """
    faces = face_files(job, PNG, components, Naming("{id}", "{id}-back"))
    images = []
    for face in faces:
        dpi = _dpi(job, face)
        images += images_of(replace(job, options=replace(job.options, dpi=dpi)), [face])
    drawn(job, images)
    files = [Path(f"{face.name}{PNG}") for face in faces]
    pictures = {file.name: read(job.folder / file, LARGEST, anywhere=True) for file in files}
    remove_staged(job.folder / file for file in files)
    return pictures


def _dpi(job: ExportJob, face: FaceFile) -> int:
    longer = max(face.picture.size.width, face.picture.size.height)
    return min(job.options.dpi or PER_INCH, MOST_SIDE * 25_400 // longer)
