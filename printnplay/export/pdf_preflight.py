"""Preflight of print-ready PDFs of any program, for a factory, a print service, or in general."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from shlex import quote

from msgspec import Struct

from printnplay.edition.request import Progress
from printnplay.files.catalog import Catalog
from printnplay.files.door import ReadError, files_below, is_folder, read
from printnplay.game.requirements import GENERAL, Requirements, required_by
from printnplay.kernel import codes
from printnplay.kernel.codes import Code
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems, Severity, Span
from printnplay.kernel.geometry import in_mm
from printnplay.kernel.suggestions import did_you_mean, listed
from printnplay.loading.factories import load_factory
from printnplay.loading.services import load_service
from printnplay.pdf.preflight.findings import Checked, Finding, Rule
from printnplay.pdf.preflight.inspecting import Task, UnreadablePdfError, inspect
from printnplay.processes.apart import OverLimitError

LARGEST = 300_000_000
"""The largest PDF in bytes: 100 large cards as pictures at 600 pixels per inch. A guess."""

MOST = 5
"""Number of files, and of folders, that a fault of a folder names: they fit on two lines."""

CODES: Mapping[Rule, Code] = {
    Rule.SAFE: codes.UNSAFE_TEXT,
    Rule.ENDS_EARLY: codes.BLEED_MISSING,
    Rule.RESOLUTION: codes.TOO_FEW_PIXELS,
    Rule.LINE_ART: codes.TOO_FEW_PIXELS,
    Rule.LINE: codes.STROKE_TOO_THIN,
    Rule.SIZE: codes.NO_PRODUCT,
}
"""The codes of rules that checks of games have, too; all others are `WRONG_PRINT_FILE`."""

CURES: Mapping[Rule, str] = {
    Rule.PDF_TAKEN: "export pictures: `printnplay export png`, or the service by its name",
    Rule.STANDARD: "export the PDF again with the preset of this standard",
    Rule.VERSION: "save it again for an older version; PDF 1.4 is Acrobat 5",
    Rule.ENCRYPTED: "save it without protection",
    Rule.ACTIVE: "remove forms, scripts and attachments: they do not print",
    Rule.ANNOTATIONS: "remove comments and links, or flatten them if they should print",
    Rule.LAYERS: "flatten the layers, and remove those that should not print",
    Rule.COUNT: "add blank pages before the back cover, or remove some",
    Rule.BLANK: "remove the page, unless it should be blank",
    Rule.TRIM: "export with crop boxes: set the TrimBox to the size after the cut",
    Rule.BOXES: "set TrimBox within BleedBox within MediaBox",
    Rule.ALIKE: "put pages of another size into a file of their own",
    Rule.SIZE: "change the size, or order another product",
    Rule.BLEED: "extend the page and its grounds beyond the cut on all sides",
    Rule.ENDS_EARLY: "extend it through the whole bleed, or move it inwards",
    Rule.SAFE: "move it inwards",
    Rule.FONT: "embed all fonts, or convert the text to outlines",
    Rule.OUTLINES: "convert all texts to outlines",
    Rule.RESOLUTION: "use a picture with more pixels, or print it smaller",
    Rule.LINE_ART: "use a drawing of vectors, or a scan with more pixels",
    Rule.SCREEN_COLOUR: "convert it to the inks of the press, with its ICC profile",
    Rule.PROFILE: "convert colours to the inks of the output intent",
    Rule.SPOT: "tell the printer what it is for, or convert it to the four inks",
    Rule.REGISTRATION: "use black ink alone within the page",
    Rule.INK: "convert colours with a profile that has this limit, or reduce the coloured inks",
    Rule.UNMEASURED: "look at this picture in the program that it comes from",
    Rule.RICH_BLACK: "print black text in black ink alone, without coloured fringes",
    Rule.WHITE_OVERPRINT: "switch off overprint for it",
    Rule.LINE: "make it thicker",
    Rule.TYPE: "set it larger",
    Rule.TYPE_REVERSED: "set it larger, or bold",
    Rule.TRANSPARENT: "flatten transparency when you export the PDF",
}
"""What to do about each kind of finding."""


class PreflightRequest(Struct, frozen=True):
    """PDFs to check: for a factory or print service by its name, or in general if it is empty.

    With `stitched`, their pages become saddle-stitched booklets.
    """

    files: tuple[Path, ...]
    printer: str = ""
    stitched: bool = False
    project: Path = Path()


class Preflighted(Struct, frozen=True):
    """A file that was checked: its pages, their size, and its faults."""

    file: Path
    pages: int
    size: str
    faults: tuple[Diagnostic, ...]


def preflight_files(
    request: PreflightRequest, progress: Progress
) -> tuple[list[Preflighted], list[Diagnostic]]:
    """Check PDFs; return what was found in each, and a fault for each that cannot be read.

    Raises:
        FaultsError: the printer is unknown, or its file has errors.
    """
    wanted = find_printer(request.printer, Catalog(request.project)) if request.printer else GENERAL
    task = Task(wanted, request.stitched)
    found: list[Preflighted] = []
    unread: list[Diagnostic] = []
    for file in request.files:
        progress.wait(f"checking {file}")
        if is_folder(file):
            unread.append(_of_folder(file, request.printer))
            continue
        try:
            made = preflighted(file, read(file, LARGEST, anywhere=True), task)
        except ReadError as error:
            made = error.fault(codes.CANNOT_READ, str(file))
        if isinstance(made, Diagnostic):
            unread.append(made)
        else:
            found.append(made)
    return found, unread


def preflighted(
    file: Path, pdf: bytes, task: Task, look: Callable[[bytes, Task], Checked] = inspect
) -> Preflighted | Diagnostic:
    """Check a PDF; return what was found, or why it cannot be checked.

    A PDF of our own making is looked at without a process of its own: `look` is `inspected`.
    """
    try:
        checked = look(pdf, task)
    except UnreadablePdfError as error:
        return _unread(codes.CANNOT_READ, f"the PDF cannot be checked: {error}", file)
    except OverLimitError as error:
        return _unread(codes.OVER_LIMITS, f"the PDF cannot be checked: {error}", file)
    faults = tuple(_faults(file, checked, task.wanted))
    return Preflighted(file, checked.pages, checked.size, faults)


def find_printer(name: str, catalog: Catalog) -> Requirements:
    """Return the requirements of a factory or print service.

    Raises:
        FaultsError: there is none of this name, or its file has errors.
    """
    factories, services = catalog.factories(), catalog.services()
    problems = Problems()
    found: Requirements | None = None
    if name in factories:
        found = load_factory(factories[name], problems)
    elif name in services:
        service = load_service(services[name], problems)
        found = required_by(service) if service is not None else None
    else:
        known = sorted({*factories, *services})
        otherwise = "write factories/NAME.yaml with the figures of a printer of your own"
        problems.error(
            codes.UNKNOWN_TARGET,
            f"unknown factory or print service `{name}`",
            Span(""),
            f"expected one of {', '.join(known)}",
            did_you_mean(name, known, otherwise),
        )
    if found is None:
        raise FaultsError(problems.found)
    return found


def _of_folder(folder: Path, printer: str) -> Diagnostic:
    """Return the fault of a folder, with the command that checks the PDFs in it."""
    found = [*files_below(folder, frozenset({".pdf"}))]
    patterns = [quote(str(parent)) + "/*.pdf" for parent in sorted({one.parent for one in found})]
    command = " ".join(["printnplay preflight", *patterns[:MOST]])
    command += f" --for {printer}" if printer else ""
    names = listed(str(one.relative_to(folder)) for one in found[:MOST])
    names += ", …" if len(found) > MOST else ""
    return Diagnostic(
        codes.CANNOT_READ,
        f"`{folder}` is a folder",
        Span(str(folder)),
        f"PDFs in it: {names}" if found else "there is no PDF in it",
        f"type `{command}`" if found else "name PDF files; `printnplay export press` writes some",
    )


def _unread(code: Code, message: str, file: Path) -> Diagnostic:
    cure = "export the PDF again, without a password"
    return Diagnostic(code, message, Span(str(file)), "expected a PDF", cure)


def _faults(file: Path, checked: Checked, wanted: Requirements) -> Iterator[Diagnostic]:
    printer = wanted.name or "the usual rules"
    problems = Problems()
    for finding in checked.findings:
        severity = Severity.ERROR if finding.is_required and wanted.name else Severity.WARNING
        problems.add(
            Diagnostic(
                CODES.get(finding.rule, codes.WRONG_PRINT_FILE),
                f"page {finding.page}: {finding.message}" if finding.page else finding.message,
                Span(str(file)),
                _label(finding, printer, stated=severity is Severity.ERROR),
                CURES[finding.rule],
                severity=severity,
                detail=finding.rule.value,
            )
        )
    yield from problems.found


def _label(finding: Finding, printer: str, *, stated: bool) -> str:
    """Say where it is, how often, and whose rule it breaks."""
    parts = []
    if finding.place is not None:
        x, y = finding.place
        parts.append(f"at {in_mm(x, 1)}, {in_mm(y, 1)} mm from the top left of the trimmed page")
    if finding.count > 1:
        parts.append(f"{finding.count} alike on this page")
    parts.append(f"required by {printer}" if stated else "a rule of thumb")
    return "; ".join(parts)
