"""Press sets: what a factory needs to make a game, in one folder, checked for that factory.

Each part of the game is a PDF of single pages with bleed, in the inks of the press. Dies, folds and
finishes are spot inks that overprint, and dies are vector files of their own, too.
"""

from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from printnplay.edition.fonts import embedding_fonts
from printnplay.edition.loaded import stop_at
from printnplay.export.card_pages import printout_of
from printnplay.export.job import Exported, ExportJob
from printnplay.export.pdf_preflight import preflighted
from printnplay.export.press.books import book_parts
from printnplay.export.press.boxes import box_parts
from printnplay.export.press.components import component_parts
from printnplay.export.press.part import Part
from printnplay.export.press.plates import in_spot_inks, separated, spot_inks
from printnplay.export.press.specification import Made, Order, specification_files
from printnplay.export.press_profile import press_of
from printnplay.files.writing import write_staged
from printnplay.game.pdf_x import PdfX
from printnplay.game.plates import NAMES
from printnplay.game.requirements import GENERAL, Requirements
from printnplay.game.services import ColourSpace
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Severity, Span
from printnplay.kit import svg
from printnplay.pdf.preflight.inspecting import Task, inspected
from printnplay.pdf.press import Press
from printnplay.pdf.print_ready import in_press_form, print_ready
from printnplay.scene.sheet import Document

USUAL_PROFILE = "fogra39"
"""The profile where neither the command nor the factory names one: offset on coated paper, the
usual condition in Europe and Asia, and like GRACoL 2006 in America."""

DIES = Path("dies")
"""The folder of the vector files of dies."""


def write(job: ExportJob) -> list[Exported]:
    """Write the parts of a game, the dies, and the specification.

    Raises:
        FaultsError: a picture or font cannot be embedded, or there is no profile.
    """
    wanted = job.wanted or Requirements()
    wanted = replace(wanted, outlines=wanted.outlines or job.options.outlines)
    pdf_x = _standard(job, wanted)
    press = _press(job, wanted)
    parts = [*component_parts(job, wanted), *book_parts(job), *box_parts(job, wanted)]
    stop_at(job.problems)
    made: list[Made] = []
    for part in parts:
        job.progress.wait(f"writing {part.name}")
        made.append(_write_part(job, wanted, press, pdf_x, part))
    order = Order(job, wanted, press.description, pdf_x, made)
    return [*(file for one in made for file in one.files), *specification_files(order)]


def _standard(job: ExportJob, wanted: Requirements) -> PdfX:
    """Return the standard of the files: as asked, or as the factory wants, or flattened."""
    keeps = wanted.standard.startswith(PdfX.X4.standard)
    return job.options.pdf_x or (PdfX.X4 if keeps else PdfX.X1A)


def _press(job: ExportJob, wanted: Requirements) -> Press:
    """Return the press; a profile that nobody named is reported."""
    if job.options.profile is None and not wanted.profile:
        job.problems.warning(
            codes.PROFILE_GUESSED,
            f"colours are converted for `{USUAL_PROFILE}`, offset on coated paper",
            Span(""),
            f"{wanted.name or 'the factory'} states no ICC profile",
            f"ask for theirs and add `--icc FILE`; if this is right, add `--icc {USUAL_PROFILE}`",
        )
    name = wanted.name or "The factory"
    return press_of(job, name, wanted.ink or GENERAL.ink, wanted.profile or USUAL_PROFILE)


def _write_part(
    job: ExportJob, wanted: Requirements, press: Press, pdf_x: PdfX, part: Part
) -> Made:
    stem = f"{job.edition.game.id}-{job.languages}-{part.name}"
    separation = separated(part, wanted, job.problems)
    content = print_ready(
        _pdf(job, stem, separation.art),
        press,
        outlines=wanted.outlines,
        overprint=True,
        rich=press.mixed(wanted.rich_black) if wanted.rich_black else press.rich_black,
        standard=pdf_x,
        plates=_pdf(job, stem, separation.plates) if separation.plates else b"",
    )
    art = job.write(f"{stem}.pdf", content)
    _preflight(job, wanted, part, content, job.destination / art.path, pdf_x)
    return Made(part, (art, *_dies(job, wanted, stem, part, pdf_x)), separation.finishes)


def _pdf(job: ExportJob, name: str, document: Document) -> bytes:
    """Return a document as PDF, still in screen colours."""
    printout = printout_of(job, name, document)
    with embedding_fonts():
        return printout.pdf


def _dies(
    job: ExportJob, wanted: Requirements, stem: str, part: Part, pdf_x: PdfX
) -> Iterator[Exported]:
    """Write the dies of a part: a PDF in spot inks, and a drawing for each page."""
    if not part.dies:
        return
    document = replace(in_spot_inks(part.art, part.dies, wanted), fonts=())
    printout = printout_of(job, stem, document)
    yield job.write((DIES / f"{stem}.pdf").as_posix(), in_press_form(printout.pdf, pdf_x))
    for name, pieces in svg.files(printout):
        path = DIES / Path(name).name
        yield Exported(path, write_staged(job.folder / path, pieces))


def _preflight(  # noqa: PLR0913
    job: ExportJob, wanted: Requirements, part: Part, content: bytes, path: Path, pdf_x: PdfX
) -> None:
    """Check a finished file for its factory; faults are warnings, so that it can be looked at."""
    inks = tuple(zip(NAMES, (ink.spot for ink in spot_inks(wanted)), strict=True))
    required = replace(
        wanted,
        standard=pdf_x.standard,
        colour=ColourSpace.CMYK,
        bleed=part.bleed if wanted.bleed is None else wanted.bleed,
        inks=inks,
    )
    made = preflighted(path, content, Task(required, part.stitched), inspected)
    for fault in (made,) if isinstance(made, Diagnostic) else made.faults:
        job.problems.add(replace(fault, severity=Severity.WARNING))
