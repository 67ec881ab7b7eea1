"""SVG: a drawing of each face, with embedded fonts."""

from collections.abc import Sequence

from printnplay.export.faces import face_files, made_of, manifest, origin_of
from printnplay.export.job import Exported, ExportJob
from printnplay.raster.single_faces import (
    as_svg,
    letters_of,
    with_fonts,
    with_metadata,
)
from printnplay.scene.named_fonts import fonts_named
from printnplay.scene.sheet import FontFace
from printnplay.text.subsets import subset

SVG = ".svg"


def carrying(svg: str, fonts: Sequence[FontFace]) -> bytes:
    """Return a drawing with those of the fonts embedded that its texts use."""
    letters = letters_of(svg)
    carried = {face: subset(face.path, letters) for face in fonts_named(svg, fonts)}
    return with_fonts(svg, carried).encode()


def write(job: ExportJob) -> list[Exported]:
    """Write a drawing of each face, and the manifest."""
    files = face_files(job, SVG)
    # After the faces: rendering derives the fonts that they use.
    fonts = job.edition.loaded.shelf.faces
    exported, made = [], {}
    for file in files:
        drawn = carrying(as_svg(file.picture, file.crop), fonts).decode()
        content = with_metadata(drawn, origin_of(job, [file]).identifier).encode()
        exported.append(job.write(f"{file.name}{SVG}", content))
        made[file.name] = made_of(content)
        job.progress.step(f"{job.edition.game.id} {job.languages}: {file.picture.name}")
    return [*exported, manifest(job, files, SVG, made)]
