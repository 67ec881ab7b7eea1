import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from pikepdf import Array, Name, OutlineItem

from printnplay.kernel.geometry import Rect, mm
from printnplay.kernel.printing import Flip
from printnplay.scene.sheet import Sheet

from .readback import MM, opened
from .samples import A4, FONT_FOLDER, document, line, whole, written


def test_the_same_document_gives_the_same_bytes() -> None:
    assert written(whole()) == written(whole())


@pytest.mark.parametrize(
    "surroundings",
    [
        {"PYTHONHASHSEED": "1", "TZ": "Asia/Tokyo"},
        {"PYTHONHASHSEED": "77", "LC_ALL": "C", "SOURCE_DATE_EPOCH": "315532800"},
    ],
)
def test_another_process_gives_the_same_bytes(surroundings: dict[str, str], tmp_path: Path) -> None:
    program = Path(__file__).with_name("samples.py")
    done = subprocess.run(
        [sys.executable, program],
        env=os.environ | surroundings,
        cwd=tmp_path,
        capture_output=True,
        check=True,
    )
    assert done.stdout == written(whole())


def test_where_the_fonts_lie_makes_no_difference(tmp_path: Path) -> None:
    for file in FONT_FOLDER.glob("*.ttf"):
        shutil.copy(file, tmp_path)
    assert written(whole(tmp_path)) == written(whole())


def test_documents_that_differ_have_other_identifiers() -> None:
    one, two = (opened(written(document(line(text)))) for text in ("one", "two"))
    assert one.trailer.ID[0] != two.trailer.ID[0]


def test_qpdf_finds_no_fault(qpdf_check: Callable[[bytes], str]) -> None:
    assert "No syntax or stream encoding errors" in qpdf_check(written(whole()))


def test_every_font_is_embedded_cut_and_readable(pdffonts: Callable[[bytes], str]) -> None:
    rows = pdffonts(written(whole())).splitlines()[2:]
    assert len(rows) == 2  # the lines of text and the pictures, each in one face
    for row in rows:
        assert row.split()[-5:-2] == ["yes", "yes", "yes"], row


def test_helvetica_is_not_even_named() -> None:
    assert b"Helvetica" not in written(whole())
    assert b"Helvetica" not in written(document())


def test_metadata() -> None:
    pdf = opened(written(whole()))
    info = {key: str(value) for key, value in pdf.docinfo.items()}
    assert info["/Title"] == "Jeu"
    assert info["/Subject"] == "Cartes"
    assert info["/Author"] == "Ann"
    assert info["/Producer"] == info["/Creator"] == "printnplay"
    assert str(pdf.Root.Lang) == "fr"
    assert pdf.pdf_version == "1.7"


def test_viewers_are_told_not_to_scale_and_to_show_the_title() -> None:
    pdf = opened(written(whole()))
    wishes = pdf.Root.ViewerPreferences
    assert str(wishes.PrintScaling) == "/None"
    assert bool(wishes.DisplayDocTitle)


@pytest.mark.parametrize(
    ("flip", "wish"),
    [(None, "Simplex"), (Flip.LONG, "DuplexFlipLongEdge"), (Flip.SHORT, "DuplexFlipShortEdge")],
)
def test_printers_are_told_which_edge_to_flip(flip: Flip | None, wish: str) -> None:
    pdf = opened(written(replace(document(), flip=flip)))
    assert pdf.Root.ViewerPreferences.Duplex == Name(f"/{wish}")


def test_bookmarks_lead_to_their_sheets() -> None:
    pdf = opened(written(whole()))
    with pdf.open_outline() as outline:
        titles = [
            (str(one.title), [str(child.title) for child in one.children]) for one in outline.root
        ]
        pages = [_target(pdf, one) for one in outline.root]
    assert titles == [("Blue", ["Fronts"]), ("Réglés — Łódź", [])]
    assert pages == [0, 1]


def _target(pdf: Any, item: OutlineItem) -> int:  # noqa: ANN401
    place: Any = item.destination
    if not isinstance(place, Array):
        place = pdf.Root.Dests[str(place)]
    index: int = pdf.pages.index(place[0])
    return index


def test_pages_carry_the_labels_of_the_sheets() -> None:
    pdf = opened(written(whole()))
    assert [str(page.label) for page in pdf.pages] == ["Blue 1", "2"]


def test_the_media_box_is_the_sheet_and_so_is_the_trim_box_unless_it_is_trimmed() -> None:
    trimmed = Sheet(A4, (), trim=Rect(mm(10), mm(20), mm(100), mm(150)))
    pdf = opened(written(replace(document(), sheets=(Sheet(A4, ()), trimmed))))
    first, second = pdf.pages
    assert _box(first.MediaBox) == _box(first.TrimBox) == _box(second.MediaBox) == [0, 0, 210, 297]
    assert _box(second.TrimBox) == [10, 127, 110, 277]


def _box(box: Any) -> list[float]:  # noqa: ANN401
    return [round(float(side) * MM, 3) for side in box]


def test_sheets_may_differ_in_size() -> None:
    pdf = opened(written(replace(document(), sheets=(Sheet(A4, ()), Sheet(A4.turned, ())))))
    assert [_box(page.MediaBox)[2:] for page in pdf.pages] == [[210, 297], [297, 210]]


def test_page_streams_are_deflated_and_not_blown_up_again() -> None:
    for page in opened(written(whole())).pages:
        assert page.Contents.Filter == Name.FlateDecode or list(page.Contents.Filter) == [
            Name.FlateDecode
        ]
