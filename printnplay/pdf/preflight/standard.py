"""PDF/X-1a:2003: what a document as a whole must have, and must not have."""

from collections.abc import Iterator
from typing import Any

from printnplay.pdf.drawn import drawn_by
from printnplay.pdf.print_ready import STANDARD, VERSION


def faults_of_standard(document: Any) -> Iterator[str]:
    """Yield the requirements of PDF/X-1a:2003 (ISO 15930-4) that the document as a whole fails."""
    root, info = document.Root, document.docinfo
    intents = list(root.get("/OutputIntents", []))
    wrong = {
        f"it does not declare {STANDARD}": (str(info.get("/GTS_PDFXVersion", "")) != STANDARD),
        f"it is PDF {document.pdf_version}; {VERSION} is the latest allowed": (
            document.pdf_version > VERSION
        ),
        "it has no output intent with the profile of a press": (
            not any("/DestOutputProfile" in intent for intent in intents)
        ),
        "it does not state whether it is trapped": (
            str(info.get("/Trapped", "")) not in ("/True", "/False")
        ),
        "it has no title": "/Title" not in info,
        "it has no identifier": "/ID" not in document.trailer,
        "it is encrypted": document.is_encrypted,
        "it has transparency groups": any(
            content.get("/Group", {}).get("/S") == "/Transparency"
            for content in drawn_by(page.obj for page in document.pages).contents
        ),
        "it has forms or actions": "/AcroForm" in root or "/OpenAction" in root,
    }
    yield from (fault for fault, is_so in wrong.items() if is_so)
