"""What readers show beside the pages of a document: the labels of pages, and the outline.

ReportLab has both, but takes longer to write them than to draw the pages of a large kit.
"""

from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any

from msgspec import Struct, field

from printnplay.model.sheet import Bookmark, Sheet
from printnplay.output.pdf.operators import text_string


class _Entry(Struct, eq=False):
    """An entry of the outline, which leads to a page, and those below it."""

    title: str
    page: str
    name: str
    inner: list["_Entry"] = field(default_factory=list)


class Navigation:
    """Labels and outline of one document, gathered while its pages are drawn."""

    def __init__(self, document: Any) -> None:
        """Gather what belongs to a document of ReportLab's."""
        self._document = document
        self._labels: list[str] = []
        self._top: list[_Entry] = []
        self._open = [self._top]
        self._count = 0

    def add(self, sheet: Sheet) -> None:
        """Take in the label and the bookmarks of the page that comes next."""
        index = len(self._labels)
        label = f"/P {text_string(sheet.label)}" if sheet.label else f"/S /D /St {index + 1}"
        self._labels.append(f"{index} << {label} >>")
        for bookmark in sheet.bookmarks:
            self._enter(bookmark)

    def _enter(self, bookmark: Bookmark) -> None:
        # An entry is at most one level below the one before it.
        del self._open[bookmark.level + 1 :]
        entry = _Entry(bookmark.title, self._document.thisPageName(), f"outline:{self._count}")
        self._count += 1
        self._open[-1].append(entry)
        self._open.append(entry.inner)

    def close(self) -> None:
        """Add all of it to the document."""
        document = self._document
        document.Catalog.PageLabels = f"<< /Nums [{' '.join(self._labels)}] >>"
        # In place of what ReportLab asks for its own outline, which has no entries.
        document.Outlines = SimpleNamespace(prepare=lambda *_: None, ready=1)
        document.Catalog.Outlines = None
        if not self._top:
            return
        for name in (_ROOT, *(entry.name for entry in _each(self._top))):
            reference = document.Reference((b"",), name)
            if name == _ROOT:
                document.Catalog.Outlines = reference
        self._write(_ROOT, f"/Type /Outlines {self._ends(self._top)} /Count {len(self._top)}")
        self._add_entries(self._top, _ROOT)

    def _add_entries(self, entries: Sequence[_Entry], outer: str) -> None:
        """Write entries, which are closed at first, and all below them."""
        for place, entry in enumerate(entries):
            said = [
                f"/Title {text_string(entry.title)} /Parent {self._reference(outer)}",
                f"/Dest [{self._reference(entry.page)} /Fit]",
            ]
            if place:
                said.append(f"/Prev {self._reference(entries[place - 1].name)}")
            if place + 1 < len(entries):
                said.append(f"/Next {self._reference(entries[place + 1].name)}")
            if entry.inner:
                said.append(f"{self._ends(entry.inner)} /Count {-len(entry.inner)}")
            self._write(entry.name, " ".join(said))
            self._add_entries(entry.inner, entry.name)

    def _ends(self, entries: Sequence[_Entry]) -> str:
        first, last = (self._reference(entries[place].name) for place in (0, -1))
        return f"/First {first} /Last {last}"

    def _reference(self, name: str) -> str:
        number, generation = self._document.idToObjectNumberAndVersion[name]
        return f"{number} {generation} R"

    def _write(self, name: str, entries: str) -> None:
        self._document.idToObject[name] = (f"<< {entries} >>".encode(),)


_ROOT = "outline"


def _each(entries: Sequence[_Entry]) -> Iterator[_Entry]:
    for entry in entries:
        yield entry
        yield from _each(entry.inner)
