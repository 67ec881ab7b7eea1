"""What a press-ready file says about itself: its standard in XMP, and its printing condition."""

import re
from hashlib import sha256
from typing import TYPE_CHECKING
from uuid import UUID

if TYPE_CHECKING:
    import pikepdf

_PDFX = "{http://www.npes.org/pdfx/ns/id/}"
_MEDIA = "{http://ns.adobe.com/xap/1.0/mm/}"
_XMP = "{http://ns.adobe.com/xap/1.0/}"
_PDF = "{http://ns.adobe.com/pdf/1.3/}"

_FOGRA = re.compile(r"FOGRA ?(\d\d)")


def registered_condition(description: str) -> str:
    """Return the name of a printing condition in the registry of color.org; empty if unknown.

    >>> registered_condition("FOGRA39L Coated"), registered_condition("Our press")
    ('FOGRA39', '')
    """
    found = _FOGRA.search(description)
    return f"FOGRA{found[1]}" if found else ""


def add_identity(document: "pikepdf.Pdf", content: bytes, standard: str) -> None:
    """Add the metadata that PDF/X-4 requires: the standard, dates and identifiers.

    The identifiers follow from the content, so that the same file has the same bytes.
    """
    identifier = f"uuid:{UUID(bytes=sha256(content).digest()[:16])}"
    with document.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as metadata:
        metadata[f"{_PDFX}GTS_PDFXVersion"] = standard
        metadata[f"{_XMP}MetadataDate"] = str(metadata.get(f"{_XMP}ModifyDate", ""))
        metadata[f"{_MEDIA}DocumentID"] = identifier
        metadata[f"{_MEDIA}VersionID"] = "1"
        metadata[f"{_MEDIA}RenditionClass"] = "default"
        metadata[f"{_PDF}Trapped"] = "False"
