"""PDF metadata: XMP, dates, and the output colour space.

XMP is ISO 16684-1; its entries for PDF/A (ISO 19005-2) and PDF/UA (ISO 14289-1) state which of
these standards a file conforms to. PDF/A does not know PDF/UA, so an extension schema describes
that entry.
"""

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

from printnplay.pdf.press import srgb_profile
from printnplay.scene.sheet import Document

if TYPE_CHECKING:
    from pikepdf import Pdf

PROGRAM = "printnplay"

PROFILE_DATE = (2000, 1, 1)
"""The creation date of the profile in an output intent: any fixed date, so that builds can be
reproduced."""

_PACKET = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/"{spaces}>
{entries}
</rdf:Description>
{schemas}</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>"""

_SPACES = """
 xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"
 xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/\""""

_UA_SCHEMA = """<rdf:Description rdf:about=""
 xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
 xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
<pdfaProperty:name>part</pdfaProperty:name>
<pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>The part of ISO 14289 that the file conforms to</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>
"""


def xmp(document: Document) -> bytes:
    """Return the XMP metadata of a document; an accessible one also names its standards."""
    entries, accessible = "\n".join(_entries(document)), document.accessible
    spaces, schemas = (_SPACES, _UA_SCHEMA) if accessible else ("", "")
    return _PACKET.format(spaces=spaces, entries=entries, schemas=schemas).encode()


def _entries(document: Document) -> Iterator[str]:
    date = document.date.strftime("%Y-%m-%dT%H:%M:%SZ")
    yield f"<dc:title>{_alternative(document.title)}</dc:title>"
    if document.author:
        author = escape(document.author, quote=False)
        yield f"<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>"
    if document.subject:
        yield f"<dc:description>{_alternative(document.subject)}</dc:description>"
    if document.origin:
        yield f"<dc:identifier>{document.origin.identifier}</dc:identifier>"
    language = escape(document.language, quote=False)
    yield f"<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>"
    yield f"<xmp:CreateDate>{date}</xmp:CreateDate>"
    yield f"<xmp:ModifyDate>{date}</xmp:ModifyDate>"
    yield f"<xmp:CreatorTool>{PROGRAM}</xmp:CreatorTool>"
    yield f"<pdf:Producer>{PROGRAM}</pdf:Producer>"
    if document.accessible:
        yield "<pdfuaid:part>1</pdfuaid:part>"
        # A printer's inks are not the screen colours that PDF/A requires.
        if not document.inks:
            yield "<pdfaid:part>2</pdfaid:part>"
            yield "<pdfaid:conformance>U</pdfaid:conformance>"


def _alternative(text: str) -> str:
    return f'<rdf:Alt><rdf:li xml:lang="x-default">{escape(text, quote=False)}</rdf:li></rdf:Alt>'


def pdf_date(document: Document) -> str:
    """Return the date of a document in PDF form (ISO 32000-1, 7.9.4)."""
    return document.date.strftime("D:%Y%m%d%H%M%SZ")


def add_metadata(document: Document, pdf: "Pdf") -> None:
    """Add the metadata of a document to its PDF, and an output intent to an accessible one."""
    import pikepdf

    del pdf.docinfo
    said = {"Title": document.title, "Author": document.author, "Subject": document.subject}
    said |= dict.fromkeys(("Creator", "Producer"), PROGRAM)
    said |= dict.fromkeys(("CreationDate", "ModDate"), pdf_date(document))
    for key, text in said.items():
        if text:
            pdf.docinfo[f"/{key}"] = pikepdf.String(text)
    packet = pdf.make_stream(xmp(document), Type=pikepdf.Name.Metadata, Subtype=pikepdf.Name.XML)
    pdf.Root.Metadata = packet
    if not document.accessible:
        return
    profile = "sRGB IEC61966-2.1"
    intent = pikepdf.Dictionary(
        Type=pikepdf.Name.OutputIntent,
        S=pikepdf.Name.GTS_PDFA1,
        OutputConditionIdentifier=pikepdf.String(profile),
        Info=pikepdf.String(profile),
        DestOutputProfile=pdf.make_stream(srgb_profile(*PROFILE_DATE), N=3),
    )
    pdf.Root.OutputIntents = pikepdf.Array([intent])
