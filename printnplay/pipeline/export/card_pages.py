"""PDF cards: one document with a page for each face, fronts before their backs."""

from pathlib import Path

from printnplay.files.writing import write_staged
from printnplay.model.diagnostics import FaultsError
from printnplay.model.game import OWN
from printnplay.model.geometry import Rect
from printnplay.model.printing import InkUse
from printnplay.model.sheet import Bookmark, Document, Sheet, Stamp
from printnplay.output.pdf import BakeError, FontError, Printout, bake_for, files
from printnplay.pipeline.export.faces import FaceFile, face_files
from printnplay.pipeline.export.job import Exported, ExportJob
from printnplay.pipeline.game import not_embedded
from printnplay.pipeline.inks import Printing, pixel_warnings, unbaked


def write(job: ExportJob) -> list[Exported]:
    """Write the document."""
    document = document_of(job, face_files(job, ".pdf"))
    return [write_document(job, f"{job.edition.game.id}-{job.languages}-cards", document)]


def document_of(job: ExportJob, faces: list[FaceFile]) -> Document:
    """The pages of faces, each as large as the face with its bleed."""
    edition = job.edition
    game, loaded = edition.game, edition.loaded
    backs = frozenset(group.backs for group in game.groups if group.backs != OWN)
    document = Document(
        title=f"{game.title} – {job.languages}",
        subject=f"{game.title}, {job.languages}",
        author=", ".join(game.credits.values()),
        language=edition.language,
        sheets=tuple(map(_page, faces)),
        fonts=loaded.shelf.faces,
    )
    return Printing(loaded.printed_style, InkUse.FULL, backs).of(document)


def write_document(job: ExportJob, name: str, document: Document) -> Exported:
    """Write a document as PDF by its name without the ending.

    Raises:
        FaultsError: a picture or a font cannot be put into it.
    """
    try:
        bakes = bake_for([document])
        for warning in pixel_warnings(bakes):
            job.problems.add(warning)
        ((path, pieces),) = files(Printout(name, document, bakes))
        size = write_staged(job.folder / path, pieces)
    except BakeError as error:
        raise FaultsError([unbaked(fault) for fault in error.faults]) from error
    except FontError as error:
        raise FaultsError([not_embedded(error)]) from error
    return Exported(Path(path), size)


def _page(face: FaceFile) -> Sheet:
    area = face.crop.area(face.picture)
    bleed = face.crop.bleed
    trim = Rect(bleed, bleed, face.picture.size.width, face.picture.size.height)
    outline = face.crop.outline
    stamp = Stamp(
        face.picture,
        trim,
        clip=Rect(0, 0, area.width, area.height),
        outline=outline,
    )
    return Sheet(area.size, (stamp,), face.name, (Bookmark(face.name),), trim, is_back=face.is_back)
