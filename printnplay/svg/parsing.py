"""Parsing of drawings: bytes to text to elements, with nothing resolved and nothing loaded.

A document type can contain entities that grow without end or read other files, so the parser never
sees one. Two kinds are harmless and common: the plain one of the W3C, and the one of Illustrator,
which abbreviates namespaces and styles. Both are removed here, keeping the line numbers.
"""

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from lxml import etree
from lxml.etree import _Element

from printnplay.kernel import codes
from printnplay.svg.elements import SVG, XLINK, line_of
from printnplay.svg.faults import Report
from printnplay.svg.limits import (
    BYTES,
    ENTITIES,
    ENTITIES_USED,
    NESTED_ENTITIES,
    TooMuchError,
    check_text,
)
from printnplay.svg.pictures import ArtError

_DECLARATION = re.compile(r"\A\s*<\?xml\s[^>]*?\?>")
_ENCODING = re.compile(rb"""\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.-]+)["']""")
_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_ENCODINGS = frozenset({"utf-8", "us-ascii", "ascii", "iso-8859-1", "iso-8859-15", "windows-1252"})

_DOCTYPE = re.compile(
    r"""<!DOCTYPE\s+svg
    (?:\s+PUBLIC\s+(?P<id>["'])-//W3C//DTD\ SVG\ [\w.\ ]+//EN(?P=id)
    \s+(?P<place>["'])https?://www\.w3\.org/[\w./-]+(?P=place))?
    \s*(?:\[(?P<subset>(?:[^\]"']|"[^"]*+"|'[^']*+')*+)\])?\s*>""",
    re.VERBOSE,
)
_DECLARED = re.compile(
    r"""\s+|<!(?:ELEMENT|ATTLIST)\s[^<>"']*+(?:(?:"[^"<]*+"|'[^'<]*+')[^<>"']*+)*+>|
    <!ENTITY\s+(?P<name>[A-Za-z_][\w.-]*)\s+(?:"(?P<value>[^"%]*+)"|'(?P<other>[^'%]*+)')\s*>""",
    re.VERBOSE,
)
_USE = re.compile(r"&([A-Za-z_][\w.-]*);")
_COMPRESSED = (b"\x1f\x8b", b"PK")


def decoded(content: bytes, name: str) -> str:
    """Return a drawing's text without XML declaration and harmless document type.

    Its line numbers do not change.

    Raises:
        ArtError: PNP424, when the file is compressed, too large, or in an unsupported encoding.
    """
    if content.startswith(_COMPRESSED):
        help_ = "save it as plain SVG: a compressed file can unpack to more than the memory holds"
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
    """Return the text without a harmless document type; any other stays, and is refused later.

    A harmless one has only entities that are texts, perhaps nested, with a total length of at most
    `ENTITIES_USED`: none reads a file, and none grows without end. Those of Illustrator are its
    namespaces and styles.

    >>> without_doctype('<!DOCTYPE svg [<!ENTITY ink "red">]><svg fill="&ink;"/>')
    '<svg fill="red"/>'
    """
    start = text.find("<!DOCTYPE")
    if start < 0:
        return text
    doctype = _DOCTYPE.match(_without_comments(text[start : start + ENTITIES]))
    if doctype is None:
        return text
    values = _declared(doctype["subset"] or "")
    end = start + doctype.end()
    used = [use[1] for use in _USE.finditer(text, end)] if values else []
    expanded = None if values is None else _expanded(values, used)
    if expanded is None:
        return text
    after = text[end:]
    if expanded:
        after = _USE.sub(lambda use: expanded.get(use[1], use[0]), after)
    return text[:start] + "\n" * text.count("\n", start, end) + after


def _without_comments(text: str) -> str:
    """Return the text with its comments replaced by blanks."""
    parts, at = [], 0
    while (start := text.find("<!--", at)) >= 0 and (end := text.find("-->", start + 4)) >= 0:
        parts += [text[at:start], " " * (end + 3 - start)]
        at = end + 3
    return "".join([*parts, text[at:]])


def _declared(subset: str) -> dict[str, str] | None:
    """Return the entities that a document type declares; None if it contains anything but texts."""
    values: dict[str, str] = {}
    at = 0
    while at < len(subset):
        declared = _DECLARED.match(subset, at)
        if declared is None:
            return None
        if declared["name"]:
            # The first declaration counts (XML 1.0, 4.2).
            values.setdefault(declared["name"], declared["value"] or declared["other"] or "")
        at = declared.end()
    return values


def _expanded(values: dict[str, str], used: Sequence[str]) -> dict[str, str] | None:
    """Return the used entities with their nested entities expanded.

    Return None if they exceed `ENTITIES_USED`, or if one contains itself. Their lengths are added
    up before anything is expanded.
    """
    sizes: dict[str, int] = {}
    order: list[str] = []
    for name in dict.fromkeys(used):
        if not _measure(name, values, sizes, order):
            return None
    if sum(sizes.values()) + sum(sizes.get(name, 0) for name in used) > ENTITIES_USED:
        return None
    expanded: dict[str, str] = {}
    for name in order:
        expanded[name] = _USE.sub(lambda use: expanded.get(use[1], use[0]), values[name])
    return expanded


def _measure(
    name: str, values: dict[str, str], sizes: dict[str, int], order: list[str], depth: int = 0
) -> bool:
    """Record the expanded length of an entity, those in it first; return whether all end."""
    if name in sizes or name not in values:
        return True
    inner = _USE.findall(values[name])
    if depth > NESTED_ENTITIES or not all(
        _measure(one, values, sizes, order, depth + 1) for one in dict.fromkeys(inner)
    ):
        return False
    sizes[name] = len(values[name]) + sum(sizes.get(one, 0) for one in inner)
    order.append(name)
    return True


def _empty_lines(match: re.Match[str]) -> str:
    return "\n" * match[0].count("\n")


ROOT_HELP = 'it begins with <svg xmlns="http://www.w3.org/2000/svg" width= height= viewBox=>'


def parsed(text: str, report: Report) -> _Element | None:
    """Return the root of a drawing; None if it cannot be parsed or is not SVG."""
    try:
        check_text(text)
    except TooMuchError as error:
        report.error(codes.DRAWING_TOO_COMPLEX, str(error), error.line, error.help)
        return None
    # Before parsing: the parser would already expand entities in attributes.
    for forbidden in ("<!DOCTYPE", "<!ENTITY"):
        if forbidden in text:
            line = text[: text.index(forbidden)].count("\n") + 1
            what = f"`{forbidden}` is not allowed in a drawing"
            report.error(
                codes.NOT_ALLOWED_IN_DRAWING,
                what,
                line,
                "save the drawing as plain SVG: entities may hold texts, up to 2 MB in all",
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
    # From here on there is no other namespace to lose.
    return _without_prefixes(root)


def _without_prefixes(root: _Element) -> _Element:
    """Return the drawing with SVG as its only default namespace.

    If an element has a prefix, or another default namespace around it, lxml loses its namespace
    when the element is moved into another drawing.
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
    """Return the text at the start of an element, without comments in it."""
    comments = takewhile(lambda child: not isinstance(child.tag, str), element)
    return "".join([element.text or "", *(comment.tail or "" for comment in comments)])


def _tail_of(element: _Element) -> str | None:
    """Return the text after an element, without comments in it."""
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
    # Its line numbers refer to the drawing, which the user never sees.
    text = re.sub(r" line \d+", "", text)
    return text[:1].lower() + text[1:]
