"""The structure of documents for who has them read aloud: what each piece of a page is a part of.

ReportLab writes none. Pieces of pages are marked with numbers (ISO 32000-1, 14.6), and a tree says
what the numbers mean and in which order they are read (14.7, 14.8), as PDF/UA-1 (ISO 14289-1) has
it. What is in no part of the text is marked as an artifact, and passed over.
"""

from collections.abc import Iterator
from typing import Any, TypeAlias

from msgspec import Struct, field

from printnplay.model.sheet import Tag, Tags
from printnplay.output.pdf.operators import number, text_string

Box: TypeAlias = tuple[float, float, float, float]
"""Left, bottom, right and top on a page, in points."""

ARTIFACT = "/Artifact BMC"
END = "EMC"
REVERSED = "/ReversedChars BMC"
"""Before text that is shown from its last letter to its first (ISO 32000-1, 14.8.2.3.3)."""

ROLE_MAP = "<< /Aside /Sect >>"
"""Roles of our own, as those of ISO 32000-1 that they are nearest to."""

HEADINGS = ("H1", "H2", "H3")


class _Piece(Struct, frozen=True):
    """Marked content, by its page and its number there."""

    page: str
    mark: int


class _Annotation(Struct, frozen=True):
    """A link, by its page and the name of its object."""

    page: str
    name: str


class _Part(Struct, eq=False):
    """A part of the text with what is in it, in the order of reading."""

    tag: Tag
    name: str
    inner: list["_Part | _Piece | _Annotation"] = field(default_factory=list)
    box: Box | None = None


class Structure:
    """The parts of one document, gathered while its pages are drawn."""

    def __init__(self, document: Any, language: str) -> None:
        """Gather the parts of a document of ReportLab's in this language."""
        self._document, self._language = document, language
        self._root = _Part(Tag("Document"), "structure:0")
        self._parts: dict[Tag, _Part] = {}
        self._page: list[_Part] = []
        self._parents: list[_Part | list[_Part]] = []

    def open_page(self) -> int:
        """Begin the next page; the number by which it is found in the tree."""
        self._page = []
        self._parents.append(self._page)
        return len(self._parents) - 1

    def begin(self, tags: Tags, box: Box | None = None) -> str:
        """The operator before a piece of a page; one of a figure has its box."""
        if not tags:
            return ARTIFACT
        part = self._part(tags)
        part.box = part.box or box
        part.inner.append(_Piece(self._document.thisPageName(), len(self._page)))
        self._page.append(part)
        said = f" {actual_text(part.tag.actual)}" if part.tag.actual else ""
        return f"/{part.tag.role} << /MCID {len(self._page) - 1}{said} >> BDC"

    def annotate(self, tags: Tags, name: str) -> int:
        """Take in a link, the object of this name; the number by which it is found in the tree."""
        part = self._part(tags)
        part.inner.append(_Annotation(self._document.thisPageName(), name))
        self._parents.append(part)
        return len(self._parents) - 1

    def _part(self, tags: Tags) -> _Part:
        """The part of the last of these tags, within those of the others."""
        part = self._root
        for tag in tags:
            inner = self._parts.get(tag)
            if inner is None:
                inner = self._parts[tag] = _Part(tag, f"structure:{len(self._parts) + 1}")
                part.inner.append(inner)
            part = inner
        return part

    def close(self) -> None:
        """Add the tree to the document; nothing else can be taken in then."""
        roles = _roles(self._root)
        tree = "structure"
        # ReportLab refers to nothing that it does not know.
        for name in (tree, *(part.name for part, _ in _each(self._root, tree))):
            self._document.Reference((b"",), name)
        for part, outer in _each(self._root, tree):
            self._add(part.name, self._entries(part, outer, roles))
        by_number = " ".join(
            f"{key} {self._in_tree(entry)}" for key, entry in enumerate(self._parents)
        )
        notes = [part for part, _ in _each(self._root, tree) if part.tag.role == "Note"]
        names = " ".join(f"{_id(part)} {self._reference(part.name)}" for part in notes)
        limits = f"/Limits [{_id(notes[0])} {_id(notes[-1])}] " if notes else ""
        ids = f" /IDTree << /Kids [<< {limits}/Names [{names}] >>] >>" if notes else ""
        self._add(
            tree,
            f"<< /Type /StructTreeRoot /K {self._reference(self._root.name)}"
            f" /ParentTree << /Nums [{by_number}] >> /ParentTreeNextKey {len(self._parents)}"
            f" /RoleMap {ROLE_MAP}{ids} >>",
        )
        catalog = self._document.Catalog
        catalog.StructTreeRoot = _reference_to(tree)
        catalog.MarkInfo = _dictionary({"Marked": "true"})

    def _in_tree(self, entry: "_Part | list[_Part]") -> str:
        if isinstance(entry, _Part):
            return self._reference(entry.name)
        return f"[{' '.join(self._reference(part.name) for part in entry)}]"

    def _entries(self, part: _Part, outer: str, roles: "dict[_Part, str]") -> str:
        tag = part.tag
        pages = [inner.page for inner in part.inner if isinstance(inner, _Piece)]
        page = pages[0] if pages else ""
        inner = " ".join(self._inner(one, page) for one in part.inner)
        entries = [f"/S /{roles[part]} /P {self._reference(outer)} /K [{inner}]"]
        if page:
            entries.append(f"/Pg {self._reference(page)}")
        for key, text in (("Alt", tag.alt), ("ActualText", tag.actual)):
            if text:
                entries.append(f"/{key} {text_string(text)}")
        if tag.language and tag.language != self._language:
            entries.append(f"/Lang ({tag.language})")
        if tag.role == "Note":
            entries.append(f"/ID {_id(part)}")
        entries += _attributes(part)
        return f"<< {' '.join(entries)} >>"

    def _inner(self, inner: "_Part | _Piece | _Annotation", page: str) -> str:
        if isinstance(inner, _Part):
            return self._reference(inner.name)
        if isinstance(inner, _Annotation):
            at, link = self._reference(inner.page), self._reference(inner.name)
            return f"<< /Type /OBJR /Pg {at} /Obj {link} >>"
        if inner.page == page:
            return str(inner.mark)
        return f"<< /Type /MCR /Pg {self._reference(inner.page)} /MCID {inner.mark} >>"

    def _reference(self, name: str) -> str:
        reference: bytes = _reference_to(name).format(self._document)
        return reference.decode()

    def _add(self, name: str, content: str) -> None:
        self._document.idToObject[name] = (content.encode(),)
        self._document.updateSignature(content)


def actual_text(words: str) -> str:
    """The entry of marked content that says what a drawing stands for."""
    return f"/ActualText {text_string(words)}"


def _each(part: _Part, outer: str) -> Iterator[tuple[_Part, str]]:
    """A part and all within it in the order of reading, each with the name of what it is in."""
    yield part, outer
    for inner in part.inner:
        if isinstance(inner, _Part):
            yield from _each(inner, part.name)


def _roles(root: _Part) -> dict[_Part, str]:
    """The roles of all parts; no heading is more than one level below the one before it.

    A level that is left out is a fault (ISO 14289-1, 7.4.2), and a writer may leave one out.
    """
    roles: dict[_Part, str] = {}
    level = 0
    for part, _ in _each(root, ""):
        role: str = part.tag.role
        if role in HEADINGS:
            level = min(HEADINGS.index(role) + 1, level + 1)
            role = HEADINGS[level - 1]
        roles[part] = role
    return roles


def _attributes(part: _Part) -> list[str]:
    tag = part.tag
    if tag.role == "TH":
        return [f"/A << /O /Table /Scope /{tag.kind} >>"]
    if tag.role == "L" and tag.kind:
        return [f"/A << /O /List /ListNumbering /{tag.kind} >>"]
    if tag.role == "Figure" and part.box:
        box = " ".join(map(number, part.box))
        return [f"/A << /O /Layout /Placement /Block /BBox [{box}] >>"]
    return []


def _id(part: _Part) -> str:
    """What a note is found by; they are in order."""
    return f"({int(part.name.partition(':')[2]):06})"


def _reference_to(name: str) -> Any:
    from reportlab.pdfbase.pdfdoc import PDFObjectReference

    return PDFObjectReference(name)


def _dictionary(entries: dict[str, str]) -> Any:
    from reportlab.pdfbase.pdfdoc import PDFDictionary

    return PDFDictionary(entries)
