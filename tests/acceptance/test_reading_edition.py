"""Rulebooks for screens: read aloud in order, and fit for it by the rules of PDF/UA and PDF/A."""

import os
from pathlib import Path

import pikepdf
import pytest
import verapdf

from .reading import ReadingEdition, closed_up

SALT_WIND = ReadingEdition(Path(__file__).parent / "salt_wind", "salt-wind", "en")
LANTERN = ReadingEdition(Path(__file__).parent / "lantern", "lantern", "ar")
"""Written from right to left."""


@pytest.mark.parametrize("book", [SALT_WIND, LANTERN], ids=lambda book: book.game)
def test_it_is_read_in_the_order_and_the_words_of_its_texts(book: ReadingEdition) -> None:
    spoken, at = closed_up(book.structure.text), 0
    for key, words in book.texts:
        found = spoken.find(words, at)
        assert found >= 0, f"{key}: {words!r} is not in {spoken[at : at + 500]!r}"
        at = found + len(words)


def test_each_picture_is_described_and_each_link_says_where_it_leads() -> None:
    figures = [part for part in SALT_WIND.structure.parts if part.role == "Figure"]
    links = [part for part in SALT_WIND.structure.parts if part.role == "Link"]
    assert len(figures) > 5
    assert all(figure.alt for figure in figures)
    assert links
    assert all(link.links for link in links)


@pytest.mark.at_leisure
def test_it_keeps_to_the_standards_for_reading_aloud_and_for_archives(tmp_path: Path) -> None:
    missing = verapdf.missing()
    if missing and os.environ.get("CI"):
        pytest.fail(f"CI is set, and veraPDF cannot run without {', '.join(missing)}")
    if missing:
        pytest.skip(f"NOT CHECKED by veraPDF: it needs {', '.join(missing)}")
    book, bare = tmp_path / "book.pdf", tmp_path / "bare.pdf"
    book.write_bytes(LANTERN.pdf)
    # That veraPDF finds a fault is seen in the same file, which says no longer that it is tagged.
    with pikepdf.open(book) as pdf:
        del pdf.Root.MarkInfo
        pdf.save(bare)
    verdict, *faults = verapdf.faults([book, bare])
    assert verdict.startswith("ua1 false")
    assert verdict.endswith("bare.pdf")
    assert [fault.split()[0] for fault in faults] == ["6.2-1"]
