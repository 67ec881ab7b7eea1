"""Drawings parsed: no entity is resolved, nothing is loaded, and no bomb goes off."""

import re

from lxml import etree
from lxml.etree import _Element

from printnplay.rendering.svg_faults import Report
from printnplay.rendering.svg_tables import SVG

ROOT_HELP = 'it begins with <svg xmlns="http://www.w3.org/2000/svg" width= height= viewBox=>'


def parsed(text: str, report: Report) -> _Element | None:
    """The root of a drawing; None when it is none."""
    # Before the parser: it would already expand entities in attributes.
    for forbidden in ("<!DOCTYPE", "<!ENTITY"):
        if forbidden in text:
            line = text[: text.index(forbidden)].count("\n") + 1
            what = f"`{forbidden}` is not allowed in a drawing"
            report.error("PNP414", what, line, "delete it; a drawing needs no document type")
            return None
    try:
        root = etree.fromstring(text.encode(errors="replace"), _parser())
    except etree.XMLSyntaxError as error:
        message = f"the drawing is not well-formed XML: {_sentence(error)}"
        report.error("PNP413", message, error.lineno or 0, "every element that opens must close")
        return None
    if root.tag != f"{{{SVG}}}svg":
        name = etree.QName(root).localname
        report.error("PNP415", f"the root element <{name}> is no SVG drawing", 1, ROOT_HELP)
        return None
    return root


def _parser() -> etree.XMLParser:
    return etree.XMLParser(
        encoding="utf-8",
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        huge_tree=False,
    )


def _sentence(error: etree.XMLSyntaxError) -> str:
    text = (error.msg or "it cannot be read").split(", line ")[0]
    # Its lines are those of the drawing, which the user never sees.
    text = re.sub(r" line \d+", "", text)
    return text[:1].lower() + text[1:]
