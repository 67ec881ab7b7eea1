"""The structure tree of accessible documents: the part that each piece of a page belongs to.

ReportLab writes none. Pieces of pages are marked with numbers (ISO 32000-1, 14.6); a tree gives
their meaning and reading order (14.7, 14.8), as PDF/UA-1 (ISO 14289-1) requires. Anything outside
the text is marked as an artifact, and screen readers skip it.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import Struct, field

from printnplay.pdf.operators import PLACES, text_string
from printnplay.scene.sheet import Tag, Tags

if TYPE_CHECKING:
    from pikepdf import Pdf

Box: TypeAlias = tuple[float, float, float, float]
"""Left, bottom, right and top on a page, in points."""

ARTIFACT = "/Artifact BMC"
END = "EMC"
REVERSED = "/ReversedChars BMC"
"""The operator before text that is shown from its last letter to its first (ISO 32000-1,
14.8.2.3.3)."""

ROLE_MAP = {"Aside": "Sect"}
"""Our own roles, mapped to the nearest ones of ISO 32000-1."""

HEADINGS = ("H1", "H2", "H3")


class _Piece(Struct, frozen=True):
    """Marked content, by the index of its page and its number on it."""

    page: int
    mark: int


class _Annotation(Struct, frozen=True):
    """A link, by the index of its page and its number on it."""

    page: int
    number: int


class _Part(Struct, eq=False):
    """A part of the text and its content, in reading order."""

    tag: Tag
    number: int
    inner: list["_Part | _Piece | _Annotation"] = field(default_factory=list)
    box: Box | None = None


class Structure:
    """The parts of one document, collected while its pages are drawn."""

    def __init__(self, language: str) -> None:
        """Collect the parts of a document in this language."""
        self._language = language
        self._root = _Part(Tag("Document"), 0)
        self._parts: dict[Tag, _Part] = {}
        self._page: list[_Part] = []
        self._pages = 0
        self._parents: list[_Part | list[_Part]] = []

    def open_page(self) -> int:
        """Begin the next page; return its number in the tree."""
        self._page = []
        self._pages += 1
        self._parents.append(self._page)
        return len(self._parents) - 1

    def begin(self, tags: Tags, box: Box | None = None) -> str:
        """Return the operator that begins a piece of a page; `box` is that of a figure."""
        if not tags:
            return ARTIFACT
        part = self._part(tags)
        part.box = part.box or box
        part.inner.append(_Piece(self._pages - 1, len(self._page)))
        self._page.append(part)
        said = f" {actual_text(part.tag.actual)}" if part.tag.actual else ""
        return f"/{part.tag.role} << /MCID {len(self._page) - 1}{said} >> BDC"

    def annotate(self, tags: Tags, number: tuple[int, int]) -> int:
        """Add a link by the index of its page and its number on it; return its key in the tree."""
        part = self._part(tags)
        part.inner.append(_Annotation(*number))
        self._parents.append(part)
        return len(self._parents) - 1

    def _part(self, tags: Tags) -> _Part:
        """Return the part for the last of these tags, nested in the others; create missing ones."""
        part = self._root
        for tag in tags:
            inner = self._parts.get(tag)
            if inner is None:
                inner = self._parts[tag] = _Part(tag, len(self._parts) + 1)
                part.inner.append(inner)
            part = inner
        return part

    def add_to(self, pdf: "Pdf") -> None:
        """Add the tree to the PDF whose pages and links it was collected from."""
        _Tree(pdf, self._language).add(self._root, self._parents)


class _Tree:
    """The parts of one document as objects of its PDF."""

    def __init__(self, pdf: "Pdf", language: str) -> None:
        self._pdf, self._language = pdf, language
        self._pages = [page.obj for page in pdf.pages]
        self._objects: dict[_Part, Any] = {}

    def add(self, root: _Part, parents: "Sequence[_Part | list[_Part]]") -> None:
        import pikepdf

        pdf = self._pdf
        tree = pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.StructTreeRoot))
        parts = [*_each(root, None)]
        for part, _ in parts:
            self._objects[part] = pdf.make_indirect(pikepdf.Dictionary())
        roles = _roles(root)
        for part, outer in parts:
            self._fill(part, tree if outer is None else self._objects[outer], roles[part])
        tree.K = self._objects[root]
        numbered = (one for key, entry in enumerate(parents) for one in (key, self._in_tree(entry)))
        tree.ParentTree = pikepdf.Dictionary(Nums=pikepdf.Array(numbered))
        tree.ParentTreeNextKey = len(parents)
        tree.RoleMap = pikepdf.Dictionary(
            {f"/{name}": pikepdf.Name(f"/{role}") for name, role in ROLE_MAP.items()}
        )
        notes = [part for part, _ in parts if part.tag.role == "Note"]
        notes.sort(key=lambda part: part.number)  # name trees are sorted (ISO 32000-1, 7.9.6)
        if notes:
            names = (one for part in notes for one in (_id(part), self._objects[part]))
            leaf = pikepdf.Dictionary(
                Limits=pikepdf.Array([_id(notes[0]), _id(notes[-1])]), Names=pikepdf.Array(names)
            )
            tree.IDTree = pikepdf.Dictionary(Kids=pikepdf.Array([leaf]))
        pdf.Root.StructTreeRoot = tree
        pdf.Root.MarkInfo = pikepdf.Dictionary(Marked=True)

    def _in_tree(self, entry: "_Part | list[_Part]") -> Any:
        import pikepdf

        if isinstance(entry, _Part):
            return self._objects[entry]
        return pikepdf.Array([self._objects[part] for part in entry])

    def _fill(self, part: _Part, outer: Any, role: str) -> None:
        """Write the entries of a part; `outer` is the part that contains it, or the tree."""
        import pikepdf

        element, tag = self._objects[part], part.tag
        pages = [inner.page for inner in part.inner if isinstance(inner, _Piece)]
        page = pages[0] if pages else None
        element.S, element.P = pikepdf.Name(f"/{role}"), outer
        element.K = pikepdf.Array([self._inner(one, page) for one in part.inner])
        if page is not None:
            element.Pg = self._pages[page]
        for key, text in (("/Alt", tag.alt), ("/ActualText", tag.actual)):
            if text:
                element[key] = pikepdf.String(text)
        if tag.language and tag.language != self._language:
            element.Lang = pikepdf.String(tag.language)
        if tag.role == "Note":
            element.ID = _id(part)
        attributes = _attributes(part)
        if attributes is not None:
            element.A = attributes

    def _inner(self, inner: "_Part | _Piece | _Annotation", page: int | None) -> Any:
        import pikepdf

        if isinstance(inner, _Part):
            return self._objects[inner]
        at = self._pages[inner.page]
        if isinstance(inner, _Annotation):
            link = at.Annots[inner.number]
            return pikepdf.Dictionary(Type=pikepdf.Name.OBJR, Pg=at, Obj=link)
        if inner.page == page:
            return inner.mark
        return pikepdf.Dictionary(Type=pikepdf.Name.MCR, Pg=at, MCID=inner.mark)


def actual_text(words: str) -> str:
    """Return the `ActualText` entry of a drawing: the text that it stands for."""
    return f"/ActualText {text_string(words)}"


def _each(part: _Part, outer: _Part | None) -> Iterator[tuple[_Part, _Part | None]]:
    """Yield a part and its descendants in reading order, each with its parent."""
    yield part, outer
    for inner in part.inner:
        if isinstance(inner, _Part):
            yield from _each(inner, part)


def _roles(root: _Part) -> dict[_Part, str]:
    """Return the roles of all parts; no heading is more than one level below the previous one.

    A skipped level is an error (ISO 14289-1, 7.4.2), and authors may skip one.
    """
    roles: dict[_Part, str] = {}
    level = 0
    for part, _ in _each(root, None):
        role: str = part.tag.role
        if role in HEADINGS:
            level = min(HEADINGS.index(role) + 1, level + 1)
            role = HEADINGS[level - 1]
        roles[part] = role
    return roles


def _attributes(part: _Part) -> Any:
    """Return the attributes of a part; None if it has none."""
    import pikepdf

    tag, name = part.tag, pikepdf.Name
    if tag.role == "TH":
        return pikepdf.Dictionary(O=name.Table, Scope=name(f"/{tag.kind}"))
    if tag.role == "L" and tag.kind:
        return pikepdf.Dictionary(O=name.List, ListNumbering=name(f"/{tag.kind}"))
    if tag.role in ("Figure", "Formula") and part.box:
        box = pikepdf.Array([round(edge, PLACES) for edge in part.box])
        placement = name.Block if tag.role == "Figure" else name.Inline
        return pikepdf.Dictionary(O=name.Layout, Placement=placement, BBox=box)
    return None


def _id(part: _Part) -> Any:
    """Return the id of a note, zero-padded so that ids sort in order."""
    import pikepdf

    return pikepdf.String(f"{part.number:06}")
