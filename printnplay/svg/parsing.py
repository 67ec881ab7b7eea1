"""The parsing of drawings: bytes to text to elements, with nothing resolved and nothing loaded.

A document type can hold entities that grow without end or read other files, so the parser never
sees one. Two kinds are harmless and common: the plain one of the W3C, and the one of Illustrator,
which shortens namespaces and styles. Both are removed here, line for line.
"""

import re
from itertools import takewhile
from typing import Any

from lxml import etree
from lxml.etree import _Element

from printnplay.model import codes
from printnplay.svg.elements import SVG, XLINK, line_of
from printnplay.svg.faults import Report
from printnplay.svg.limits import BYTES, ENTITIES, ENTITIES_USED, TooMuchError, check_text
from printnplay.svg.pictures import ArtError

_DECLARATION = re.compile(r"\A\s*<\?xml\s[^>]*?\?>")
_ENCODING = re.compile(rb"""\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.-]+)["']""")
_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_ENCODINGS = frozenset({"utf-8", "us-ascii", "ascii", "iso-8859-1", "iso-8859-15", "windows-1252"})

_DOCTYPE = re.compile(
    r"""<!DOCTYPE\s+svg
    (?:\s+PUBLIC\s+"-//W3C//DTD\ SVG\ [\w.\ ]+//EN"\s+"https?://www\.w3\.org/[\w./-]+")?
    \s*(?:\[(?P<subset>[^\]]*)\])?\s*>""",
    re.VERBOSE,
)
_ENTITY = re.compile(
    r"""<!ENTITY\s+(?P<name>[A-Za-z_][\w.-]*)\s+
    (?:"(?P<value>[^"%&]*+)"|'(?P<other>[^'%&]*+)')\s*>""",
    re.VERBOSE,
)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_USE = re.compile(r"&([A-Za-z_][\w.-]*);")
_COMPRESSED = (b"\x1f\x8b", b"PK")


def decoded(content: bytes, name: str) -> str:
    """The text of a drawing's file, without its XML declaration and a harmless document type.

    Its lines stay where they are.

    Raises:
        ArtError: PNP424, when the file is compressed, too large, or in an unsupported encoding.
    """
    if content.startswith(_COMPRESSED):
        help_ = "save it as plain SVG: a compressed file can hold more than the memory"
        raise ArtError(codes.UNUSABLE_PICTURE, f"`{name}` is compressed", help_)
    if len(content) > BYTES:
        raise ArtError(codes.UNUSABLE_PICTURE, f"`{name}` is larger than {BYTES // 1_000_000} MB")
    try:
        text = content.decode(_encoding(content, name))
    except UnicodeDecodeError as error:
        help_ = "save it in UTF-8"
        message = f"`{name}` is not in the encoding that it names (byte {error.start:,})"
        raise ArtError(codes.UNUSABLE_PICTURE, message, help_) from None
    return without_doctype(_DECLARATION.sub(_empty_lines, text, count=1))


def _encoding(content: bytes, name: str) -> str:
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return encoding
    declared = _ENCODING.match(content)
    encoding = declared[1].decode("ascii").lower() if declared else "utf-8"
    if encoding not in _ENCODINGS:
        message = f"`{name}` is in an encoding that is not supported: {encoding}"
        raise ArtError(codes.UNUSABLE_PICTURE, message, "save it in UTF-8")
    return encoding


def without_doctype(text: str) -> str:
    """The text without a harmless document type; any other stays, and is refused later.

    Harmless is one whose entities are plain text: none reads a file or holds another entity, so
    that none can grow without end. Those of Illustrator are its namespaces and styles.

    >>> without_doctype('<!DOCTYPE svg [<!ENTITY ink "red">]><svg fill="&ink;"/>')
    '<svg fill="red"/>'
    """
    doctype = _DOCTYPE.search(text)
    if doctype is None:
        return text
    subset = _COMMENT.sub("", doctype["subset"] or "")
    if len(subset) > ENTITIES or _ENTITY.sub("", subset).strip():
        return text
    values: dict[str, str] = {}
    for entity in _ENTITY.finditer(subset):
        # The first declaration counts (XML 1.0, 4.2).
        values.setdefault(entity["name"], entity["value"] or entity["other"] or "")
    before, after = text[: doctype.start()], text[doctype.end() :]
    if sum(len(values.get(use[1], "")) for use in _USE.finditer(after)) > ENTITIES_USED:
        return text
    if values:
        after = _USE.sub(lambda use: values.get(use[1], use[0]), after)
    return before + _empty_lines(doctype) + after


def _empty_lines(match: re.Match[str]) -> str:
    return "\n" * match[0].count("\n")


ROOT_HELP = 'it begins with <svg xmlns="http://www.w3.org/2000/svg" width= height= viewBox=>'


def parsed(text: str, report: Report) -> _Element | None:
    """The root of a drawing; None when it cannot be parsed, or is not SVG."""
    try:
        check_text(text)
    except TooMuchError as error:
        report.error(codes.DRAWING_TOO_COMPLEX, str(error), error.line, error.help)
        return None
    # Before the parser: it would already expand entities in attributes.
    for forbidden in ("<!DOCTYPE", "<!ENTITY"):
        if forbidden in text:
            line = text[: text.index(forbidden)].count("\n") + 1
            what = f"`{forbidden}` is not allowed in a drawing"
            report.error(
                codes.NOT_ALLOWED_IN_DRAWING,
                what,
                line,
                "save the drawing as plain SVG: entities may only be short texts",
            )
            return None
    try:
        root: _Element = etree.fromstring(text.encode(errors="replace"), _parser())
    except etree.XMLSyntaxError as error:
        message = f"the drawing is not well-formed XML: {_sentence(error)}"
        report.error(
            codes.NOT_XML, message, error.lineno or 0, "every element that opens must close"
        )
        return None
    if root.tag != f"{{{SVG}}}svg":
        name = etree.QName(root)
        message = f"the root element is <{name.localname}>, not <svg>"
        help_ = ROOT_HELP
        if name.localname == "svg":
            message = "the root element is <svg>, which has no namespace"
            help_ = f'add xmlns="{SVG}" to it: browsers draw nothing of the file without it'
        report.error(codes.WRONG_ROOT_OR_SIZE, message, line_of(root), help_)
        return None
    if root.prefix is None and text.count("xmlns=") == 1 and text.count(SVG) == 1:
        return root
    # From here on there is no other namespace to get lost.
    return _without_prefixes(root)


def _without_prefixes(root: _Element) -> _Element:
    """The drawing with SVG as its only default namespace.

    Where an element has a prefix, or another default namespace around it, lxml loses what it means
    when the element is put into another drawing.
    """
    elements = root.iter(etree.Element)
    if all(element.prefix is None and element.nsmap.get(None) == SVG for element in elements):
        return root
    spaces: Any = {None: SVG, "xlink": XLINK}
    copies: dict[_Element | None, _Element] = {}
    for element in root.iter(etree.Element):
        parent = copies.get(element.getparent())
        attributes = {str(name): str(value) for name, value in element.attrib.items()}
        if parent is None:
            copy = etree.Element(element.tag, attributes, spaces)
        else:
            copy = etree.SubElement(parent, element.tag, attributes)
        copy.text, copy.tail = _text_of(element), _tail_of(element)
        copy.sourceline = element.sourceline
        copies[element] = copy
    return copies[root]


def _text_of(element: _Element) -> str | None:
    """The text at the beginning of an element, comments in it left out."""
    comments = takewhile(lambda child: not isinstance(child.tag, str), element)
    return "".join([element.text or "", *(comment.tail or "" for comment in comments)])


def _tail_of(element: _Element) -> str | None:
    """The text behind an element, comments in it left out."""
    following = takewhile(lambda node: not isinstance(node.tag, str), element.itersiblings())
    return "".join([element.tail or "", *(comment.tail or "" for comment in following)])


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
