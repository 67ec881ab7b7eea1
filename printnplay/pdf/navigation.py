"""Navigation that readers show beside the pages: page labels and the outline."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from printnplay.scene.sheet import Sheet

if TYPE_CHECKING:
    from pikepdf import OutlineItem, Pdf


def add_labels(pdf: "Pdf", sheets: Iterable[Sheet]) -> None:
    """Label the pages of a PDF like their sheets, or else with their numbers."""
    import pikepdf

    numbered: list[object] = []
    for index, sheet in enumerate(sheets):
        label = (
            pikepdf.Dictionary(P=pikepdf.String(sheet.label))
            if sheet.label
            else pikepdf.Dictionary(S=pikepdf.Name.D, St=index + 1)
        )
        numbered += [index, label]
    pdf.Root.PageLabels = pikepdf.Dictionary(Nums=pikepdf.Array(numbered))


def add_outline(pdf: "Pdf", sheets: Sequence[Sheet]) -> None:
    """Add the bookmarks of sheets as an outline, closed below its first level."""
    import pikepdf

    if not any(sheet.bookmarks for sheet in sheets):
        return
    with pdf.open_outline() as outline:
        above: list[OutlineItem] = []
        for index, sheet in enumerate(sheets):
            for bookmark in sheet.bookmarks:
                # An entry is at most one level below the one before it.
                del above[bookmark.level :]
                item = pikepdf.OutlineItem(bookmark.title, index, "Fit")
                if above:
                    above[-1].is_closed = True
                (above[-1].children if above else outline.root).append(item)
                above.append(item)
    pdf.Root.PageMode = pikepdf.Name.UseOutlines
