"""Checks of a PDF as a whole: its standard, version, encryption, forms, scripts and layers."""

from collections.abc import Iterator
from typing import Any

from printnplay.game.requirements import Requirements
from printnplay.pdf.preflight.findings import Finding, Rule
from printnplay.pdf.preflight.standard import faults_of_standard
from printnplay.pdf.print_ready import STANDARD

_LATEST = {"PDF/X-1a:2001": "1.3", "PDF/X-1": "1.4", "PDF/X-3:2002": "1.3", "PDF/X-3": "1.4"}
"""The latest PDF version of each standard; the first that fits a name holds (ISO 15930)."""

MOST_PARTS = 10_000
"""The most annotations of a page, and names of a file, that are looked at. A guess."""


def declared_standard(document: Any) -> str:
    """Return the PDF/X standard that a file declares; empty if none."""
    own = str(document.docinfo.get("/GTS_PDFXVersion", ""))
    if own:
        return "PDF/X-1a:2001" if own == "PDF/X-1:2001" else own
    try:
        with document.open_metadata() as metadata:
            return str(metadata.get("pdfxid:GTS_PDFXVersion", ""))
    except Exception:  # metadata of other programs may be damaged in any way
        return ""


def faults_of_document(document: Any, wanted: Requirements, standard: str) -> Iterator[Finding]:
    """Yield what is wrong with a file as a whole."""
    required = bool(wanted.standard)
    if not wanted.takes_pdf:
        message = f"{wanted.name} takes pictures (PNG or JPEG) of single cards, no PDF"
        yield Finding(Rule.PDF_TAKEN, message, is_required=True)
    if standard == STANDARD:
        for message in faults_of_standard(document):
            yield Finding(_RULES.get(message, Rule.STANDARD), message, is_required=required)
    else:
        yield from _faults_of_other_standard(document, standard, required=required)
    if wanted.version and document.pdf_version > wanted.version:
        message = f"it is PDF {document.pdf_version}; {wanted.version} is the latest allowed"
        yield Finding(Rule.VERSION, message, is_required=True)
    root = document.Root
    if _has_scripts(root):
        yield Finding(Rule.ACTIVE, "it has JavaScript", is_required=required)
    if _entry(root.get("/Names"), "/EmbeddedFiles") is not None:
        yield Finding(Rule.ACTIVE, "it has attached files", is_required=required)
    if "/OCProperties" in root and (wanted.flat or standard.startswith(("PDF/X-1", "PDF/X-3"))):
        yield Finding(Rule.LAYERS, "it has layers", is_required=wanted.flat or required)


_RULES = {"it is encrypted": Rule.ENCRYPTED, "it has forms or actions": Rule.ACTIVE}


def _faults_of_other_standard(document: Any, standard: str, *, required: bool) -> Iterator[Finding]:
    if document.is_encrypted:
        yield Finding(Rule.ENCRYPTED, "it is encrypted", is_required=required)
    if list(_entry(document.Root.get("/AcroForm"), "/Fields") or ()):
        yield Finding(Rule.ACTIVE, "it has form fields", is_required=required)
    if not standard:
        return
    if declared_standard(document) != standard:
        yield Finding(Rule.STANDARD, f"it does not declare {standard}", is_required=required)
    latest = next((one for name, one in _LATEST.items() if standard.startswith(name)), "")
    if latest and document.pdf_version > latest:
        message = f"it is PDF {document.pdf_version}; {latest} is the latest allowed"
        yield Finding(Rule.VERSION, message, is_required=required)
    intents = list(document.Root.get("/OutputIntents", []))
    if not any(str(intent.get("/S", "")) == "/GTS_PDFX" for intent in intents):
        yield Finding(Rule.STANDARD, "it has no output intent for a press", is_required=required)


def _has_scripts(root: Any) -> bool:
    actions = [root.get("/OpenAction"), *_values(root.get("/AA"))]
    has_named = _entry(root.get("/Names"), "/JavaScript") is not None
    return has_named or any(str(_entry(one, "/S")) == "/JavaScript" for one in actions)


def faults_of_annotations(page: Any, number: int, wanted: Requirements) -> Iterator[Finding]:
    """Yield the annotations of a page that would print, or that the standard forbids.

    Links never print.
    """
    found = list(page.obj.get("/Annots", []))[:MOST_PARTS]
    kinds = [str(_entry(one, "/Subtype")).removeprefix("/") for one in found]
    kinds = [kind for kind in kinds if kind != "Link" or wanted.standard]
    if kinds:
        names = ", ".join(dict.fromkeys(kinds))
        message = f"the page has annotations ({names})"
        finding = Finding(Rule.ANNOTATIONS, message, number, is_required=bool(wanted.standard))
        finding.count = len(kinds)
        yield finding


def _entry(declared: Any, name: str) -> Any:
    import pikepdf

    if not isinstance(declared, pikepdf.Dictionary | pikepdf.Stream):
        return None
    return declared.get(name)


def _values(declared: Any) -> list[Any]:
    import pikepdf

    if not isinstance(declared, pikepdf.Dictionary):
        return []
    return [value for _, value in declared.items()]
