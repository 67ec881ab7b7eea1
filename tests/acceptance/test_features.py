"""What a reader program and a printer are told: titles, language, outline, labels, boxes."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pikepdf
import pypdfium2
import pytest

from printnplay.game.rulebook import CardBlock

from .builds import FILES, LANGUAGES, PAPERS, File, files
from .plan import kit_pages
from .readback import Box, Place, box_of, page_size
from .shelf import Shelf
from .words import Wording, pattern

Wordings = Callable[[str], Wording]
PageTexts = Callable[[File], list[str]]
SIZES = {"a4": (210, 297), "letter": (215.9, 279.4)}
PAGE = (127, 190.5)
FLIPS = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}
KIND_TITLES = {
    "kit": "kit.title",
    "booklet": "kit.booklet",
    "rulebook": "kit.rulebook",
    "box": "kit.box",
}


@pytest.mark.at_leisure
def test_every_language_and_paper_has_its_four_files(shelf: Shelf) -> None:
    built = sorted(path.relative_to(shelf.folder) for path in shelf.folder.rglob("*.pdf"))
    assert built == sorted(file.place for file in FILES)
    assert len(files("kit", "long")) == len(LANGUAGES) * len(PAPERS)


@pytest.mark.parametrize("file", FILES, ids=str)
def test_title_and_language(file: File, shelf: Shelf, wording: Wordings) -> None:
    pdf, words = shelf.pdf(file).document, wording(file.language)
    title = str(pdf.docinfo["/Title"])
    assert title.startswith(words.game.title)
    assert title.endswith(words.text(KIND_TITLES[file.kind]))
    assert str(pdf.Root.Lang) == file.language
    assert bool(pdf.Root.ViewerPreferences.DisplayDocTitle)


@pytest.mark.parametrize("file", FILES, ids=str)
def test_printers_are_told_not_to_scale_what_is_cut_and_which_edge_to_flip(
    file: File, shelf: Shelf
) -> None:
    wishes = shelf.pdf(file).document.Root.ViewerPreferences
    chosen = {"kit": file.backs, "booklet": file.flip}.get(file.kind, "")
    assert wishes.get("/PrintScaling") == (None if file.kind == "rulebook" else "/None")
    assert str(wishes.Duplex) == "/" + FLIPS.get(chosen, "Simplex")


@pytest.mark.parametrize("file", FILES, ids=str)
def test_every_page_has_its_size_and_its_trim_box(file: File, shelf: Shelf) -> None:
    width, height = SIZES[file.paper]
    papers = {"booklet": (height, width), "rulebook": PAGE}
    size = papers.get(file.kind, (width, height))
    spread = (2 * PAGE[0], PAGE[1])
    for page in shelf.pdf(file).document.pages:
        assert page_size(page) == pytest.approx(size, abs=0.001)
        media, trim = box_of(page.mediabox, size[1]), box_of(page.trimbox, size[1])
        assert media.holds(trim)
        wanted = _centred(spread, size) if file.kind == "booklet" else media
        assert trim.edges == pytest.approx(wanted.edges, abs=0.001)


def _centred(inner: Place, outer: Place) -> Box:
    left, top = (outer[0] - inner[0]) / 2, (outer[1] - inner[1]) / 2
    return Box(left, top, left + inner[0], top + inner[1])


@pytest.mark.parametrize("file", FILES, ids=str)
def test_the_number_of_pages(file: File, shelf: Shelf, wording: Wordings) -> None:
    read = len(shelf.pdf(_rulebook(file)).document.pages)
    pages = {
        "kit": len(kit_pages(wording(file.language).game, file.backs)),
        "booklet": -(-read // 4) * 2,  # sheets of four pages
        "rulebook": read,
        "box": 1 + 2,  # that for the cards; that for the booklet too, too long for a sheet
    }
    assert len(shelf.pdf(file).document.pages) == pages[file.kind]


def _rulebook(file: File) -> File:
    return File(file.language, file.paper, "rulebook", file.backs, file.flip)


@pytest.mark.parametrize("file", files("kit"), ids=str)
def test_the_kit_has_a_bookmark_for_every_group_and_below_it_for_its_other_pages(
    file: File, shelf: Shelf, wording: Wordings
) -> None:
    words = wording(file.language)
    on_both_sides = file.backs in ("long", "short")
    wanted = []
    group = ""
    for at, page in enumerate(kit_pages(words.game, file.backs)):
        title = words.text(page.title)
        is_below = title == group or (on_both_sides and at % 2 == 1)
        group = group if is_below else title
        if page.kind != "blank":
            wanted.append((int(is_below), title, at))
    assert list(_outline(shelf.pdf(file).document)) == wanted


@pytest.mark.parametrize("file", files("rulebook"), ids=str)
def test_the_rulebook_has_a_bookmark_for_every_section_on_the_page_where_it_begins(
    file: File, shelf: Shelf, wording: Wordings, page_texts: PageTexts
) -> None:
    words = wording(file.language)
    found = list(_outline(shelf.pdf(file).document))
    assert [(level, title) for level, title, _ in found] == list(_sections(words))
    assert found[0][2] == 0
    for _, title, page in found[1:]:
        begins = [at for at, text in enumerate(page_texts(file)) if _headed(text, title)]
        assert page in begins, f"{title!r} stands on {begins}"


def _sections(words: Wording) -> Iterator[tuple[int, str]]:
    yield 0, words.game.title
    for section in words.game.outline.sections:
        yield 0, words.text(f"rules.{section.id}.title")
        for block in section.blocks:
            if isinstance(block, CardBlock):
                yield 1, words.text(block.name)


def _headed(text: str, title: str) -> bool:
    """Whether a title stands on a line, or on lines, of its own."""
    found = pattern(title)
    lines = text.split("\n")
    return any(
        found.fullmatch("\n".join(lines[at : at + count]))
        for at in range(len(lines))
        for count in (1, 2, 3)
    )


def _outline(pdf: pikepdf.Pdf) -> Iterator[tuple[int, str, int]]:
    """Level, title and page of every bookmark."""
    with pdf.open_outline() as outline:
        yield from _entries(pdf, outline.root, 0)


def _entries(pdf: pikepdf.Pdf, items: Any, level: int) -> Iterator[tuple[int, str, int]]:  # noqa: ANN401
    for item in items:
        place: Any = item.destination
        if not isinstance(place, pikepdf.Array):
            place = pdf.Root.Dests[str(place)]
        yield level, str(item.title), pdf.pages.index(place[0])
        yield from _entries(pdf, item.children, level + 1)


@pytest.mark.parametrize("file", FILES, ids=str)
def test_pages_are_labelled_as_they_are_numbered_on_paper(
    file: File, shelf: Shelf, wording: Wordings
) -> None:
    pdf, words = shelf.pdf(file).document, wording(file.language)
    labels = [str(page.label) for page in pdf.pages]
    if file.kind == "booklet":
        assert labels == [_side(words, at) for at in range(len(labels))]
    else:
        assert labels == [str(number) for number in range(1, len(labels) + 1)]


def _side(words: Wording, at: int) -> str:
    side = words.text("booklet.back" if at % 2 else "booklet.front")
    return words.text("booklet.sheet", sheet=at // 2 + 1, side=side)


@pytest.mark.parametrize("file", files("rulebook"), ids=str)
def test_numbers_of_pages_are_those_of_the_pages_that_they_lead_to(
    file: File, shelf: Shelf
) -> None:
    document = shelf.pdf(file).document
    read = pypdfium2.PdfDocument(shelf.data(file))
    said = []
    for page, shown in zip(document.pages, read, strict=True):
        for link in page.get("/Annots", []):
            words = shown.get_textpage().get_text_bounded(*map(float, link.Rect))
            if printed := re.search(r"\d+$", words.strip()):
                said.append(
                    (words, int(printed[0]), document.pages.index(pikepdf.Page(link.Dest[0])) + 1)
                )
    assert len(said) > 1
    assert [words for words, printed, leads in said if printed != leads] == []
