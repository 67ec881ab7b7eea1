"""PDF of cards: one document with a page for each face; fronts precede their backs."""

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from printnplay.edition.fonts import embedding_fonts
from printnplay.edition.inks import DIE_INKS, Printing, pixel_warnings, unbaked
from printnplay.export.faces import FaceFile, cut_to, face_files, origin_of
from printnplay.export.job import Exported, ExportJob
from printnplay.files.writing import write_staged
from printnplay.game.game import OWN
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Severity, Span
from printnplay.kernel.geometry import Rect, Um, mm
from printnplay.kernel.printing import InkUse
from printnplay.pdf import BakeError, Printout, bake_for, files
from printnplay.pdf.inspection import WantedPages, faults_of_pdf
from printnplay.pdf.press import Press
from printnplay.pdf.print_ready import print_ready
from printnplay.scene.sheet import Bookmark, Contour, Document, Sheet, Stamp

DIE_LINE: Um = mm(0.25)
"""Stroke width of die lines: they are not printed, and only need to be visible."""


def write(job: ExportJob) -> list[Exported]:
    """Write the document."""
    faces = face_files(job, ".pdf")
    document = document_of(job, faces)
    name = f"{job.edition.game.id}-{job.languages}-cards"
    if job.options.die_lines:
        document = with_die_lines(document, faces)
    return [write_document(job, name, replace(document, layers=job.options.layers))]


def with_die_lines(document: Document, faces: Sequence[FaceFile]) -> Document:
    """Add the die lines of faces to their pages, in a spot ink."""
    sheets = []
    for sheet, face in zip(document.sheets, faces, strict=True):
        assert sheet.trim is not None
        outline = cut_to(face).landed(face.picture.size, sheet.trim, 90 if face.crop.turned else 0)
        contour = Contour("cut", outline, DIE_LINE, DIE_INKS["cut"].rgb)
        sheets.append(replace(sheet, items=(*sheet.items, contour)))
    inks = (*document.inks, DIE_INKS["cut"])
    return replace(document, sheets=tuple(sheets), inks=inks, overprints=True)


def document_of(job: ExportJob, faces: Sequence[FaceFile], ink: InkUse = InkUse.FULL) -> Document:
    """Return a document with a page for each face, as large as the face with its bleed."""
    pages = tuple(map(_page, faces))
    return replace(document_of_sheets(job, pages, ink), origin=origin_of(job, faces, "cards"))


def document_of_sheets(job: ExportJob, sheets: Sequence[Sheet], ink: InkUse) -> Document:
    """Return a document with these sheets, about the game and in the inks of its style."""
    edition = job.edition
    game, loaded = edition.game, edition.loaded
    backs = frozenset(group.backs for group in game.groups if group.backs != OWN)
    document = Document(
        title=f"{game.title} – {job.languages}",
        subject=f"{game.named}, {job.languages}",
        author=", ".join(game.credits.values()),
        language=edition.language,
        sheets=tuple(sheets),
        fonts=loaded.shelf.faces,
    )
    return replace(Printing(loaded.printed_style, ink, backs).of(document), overprints=False)


def write_document(
    job: ExportJob,
    name: str,
    document: Document,
    press: Press | None = None,
    wanted: WantedPages | None = None,
) -> Exported:
    """Write a document as PDF.

    Args:
        job: the job of the document; faults of the finished file are added to its problems.
        name: the file name without extension.
        document: the document to write.
        press: the press whose inks to use; screen colours by default.
        wanted: the requirements to check the finished file against, if any.

    Raises:
        FaultsError: a picture or font cannot be embedded.
    """
    printout = printout_of(job, name, document)
    with embedding_fonts():
        if wanted is None:
            ((path, pieces),) = files(printout)
            return Exported(Path(path), write_staged(job.folder / path, pieces))
        content = printout.pdf
    if press is not None:
        content = print_ready(content, press, outlines=wanted.outlines)
    for fault in faults_of_pdf(content, wanted):
        job.problems.add(wrong_file(f"{name}.pdf", fault))
    return job.write(f"{name}.pdf", content)


def printout_of(job: ExportJob, name: str, document: Document) -> Printout:
    """Bake the pictures of a document, so that it can be written.

    Raises:
        FaultsError: a picture cannot be rendered.
    """
    try:
        with embedding_fonts():
            bakes = bake_for([document], job.edition.loaded.memo)
    except BakeError as error:
        raise FaultsError([unbaked(fault) for fault in error.faults]) from error
    for warning in pixel_warnings(bakes):
        job.problems.add(warning)
    return Printout(name, document, bakes)


def wrong_file(name: str, fault: str) -> Diagnostic:
    """Return the diagnostic for a fault of a finished file."""
    return Diagnostic(
        codes.WRONG_PRINT_FILE,
        f"{name}: {fault}",
        Span(""),
        "expected a file that meets the service's requirements",
        "check the templates of these cards, and the numbers in the service's file",
        severity=Severity.WARNING,
    )


def _page(face: FaceFile) -> Sheet:
    extent, turn = face.crop.extent(face.picture), 90 if face.crop.turned else 0
    whole = Rect(0, 0, extent.width, extent.height)
    trim = whole.grown(-face.crop.bleed)
    outline = face.crop.outline
    if outline is not None:
        outline = outline.landed(face.picture.size, trim, turn)
    stamp = Stamp(face.picture, trim, turn, whole, outline)
    return Sheet(
        extent,
        (stamp,),
        face.name,
        (Bookmark(face.name),),
        trim,
        bleed=face.crop.bleed,
        is_back=face.is_back,
    )
