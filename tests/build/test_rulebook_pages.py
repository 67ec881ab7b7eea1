"""What is around and between the pages of a rulebook: numbers, blank pages, what is cut."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from lxml import etree

from printnplay.edition.edition import Edition
from printnplay.imposition.papers import find_paper
from printnplay.kernel.geometry import mm
from printnplay.kernel.printing import Backs, Binding, PrintSettings
from printnplay.kit.kit import make_documents
from printnplay.rulebook.pages.look import margins_of
from printnplay.scene.sheet import Document, Item, Leaf, Page, Stamp, Stroke, TextLine

from .projects import STYLE, change, copied, opened

OUTLINE = "designs/sampler/booklet.yaml"
PAGE = "{width: 127mm, height: 190.5mm}"


def with_page(folder: Path, page: str, pages: str = "", more: str = "") -> Edition:
    """The sampler with pages of another size and look."""
    project = copied(folder)
    change(project / OUTLINE, f"page: {PAGE}", f"page: {page}")
    outline = project / OUTLINE
    outline.write_text(f"{outline.read_text('utf-8')}{more}", encoding="utf-8")
    style = project / STYLE
    style.write_text(f"{style.read_text('utf-8')}{pages}", encoding="utf-8")
    return opened(project)


def made(edition: Edition, paper: str, binding: Binding | None = None) -> dict[str, Document]:
    settings = PrintSettings(find_paper(paper), Backs.LONG, binding=binding)
    documents = make_documents(edition, settings)
    assert edition.problems.found == []
    return documents


def words(page: Page) -> list[str]:
    lines = [item for item in page.items if isinstance(item, TextLine)]
    return ["".join(run.text for run in line.runs) for line in lines]


@pytest.mark.parametrize(
    ("page", "pages"),
    [
        ("a4", ""),
        ("a5", ""),
        ("a6", ""),
        ("a6", "pages: {folio: outer}\n"),
        ("a6", "pages: {margins: {top: 8mm, bottom: 7mm, inner: 8mm, outer: 8mm}}\n"),
        ("a6", "pages: {margins: {top: 8mm, bottom: 4mm, inner: 8mm, outer: 8mm}}\n"),
    ],
)
def test_the_text_ends_above_the_page_number_and_its_ornament(
    tmp_path: Path, page: str, pages: str
) -> None:
    edition = with_page(tmp_path, page, pages)
    style = edition.style
    for one in edition.pages[1:-1]:
        if one.filler:
            continue
        ground, *_, number = [item for item in one.items if isinstance(item, Stamp | TextLine)]
        assert isinstance(ground, Stamp)
        assert isinstance(number, TextLine)
        ends = one.size.height - margins_of(style, one.size).bottom
        digits = edition.typesetter.label_of(edition.typesetter.context.parse("0"), "folio").height
        assert ends < number.at.y - digits
        for line in etree.fromstring(ground.picture.svg).iterfind("{*}path"):
            start = line.get("d", "").removeprefix("M").partition("h")[0].split()
            across, down = (mm(float(value)) for value in start)
            assert ends + mm(0.8) <= down <= number.at.y - digits - mm(0.8)
            # It is above the number, on whichever side that is.
            assert abs(across - number.at.x) < mm(8)


def test_pages_that_fill_up_a_booklet_are_blank_and_not_on_screens(tmp_path: Path) -> None:
    breaks = "      - page_break: page\n      - paragraph: rules.one.line\n"
    edition = with_page(tmp_path, PAGE, more=breaks)
    blank = [page for page in edition.pages if page.filler]
    assert blank
    assert all(words(page) == [] and page.fill is None for page in blank)
    documents = made(edition, "a4")
    read = documents["rulebook"].sheets
    assert len(read) == len(edition.pages) - len(blank)
    assert read[-1].items == edition.pages[-1].items
    leaves = [
        item
        for sheet in documents["booklet"].sheets
        for item in sheet.items
        if isinstance(item, Leaf)
    ]
    assert len(leaves) == len(edition.pages)
    numbered = [page for page in edition.pages[1:-1] if not page.filler]
    assert all(words(page)[-1] == page.label for page in numbered)


CUT = "Trim the three open edges"
CUT_OUT = "Cut it out along the marked lines"
BOUND = "The booklet is a separate file."


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("page", "trim", "binding", "paper", "said"),
    [
        ("a5", "no", Binding.SADDLE, "a4", ()),
        ("a5", "yes", Binding.SADDLE, "a4", (CUT,)),
        ("a6", "no", Binding.SADDLE, "a4", (CUT,)),
        ("a5", "no", Binding.LEAFLET, "a4", ()),
        ("a6", "no", Binding.LEAFLET, "a4", (CUT_OUT,)),
        ("a7", "no", Binding.ZINE, "a4", ()),
        ("a7", "no", Binding.ZINE, "a3", (CUT_OUT,)),
    ],
)
def test_what_is_cut_has_marks_and_is_told(
    tmp_path: Path, page: str, trim: str, binding: Binding, paper: str, said: tuple[str, ...]
) -> None:
    # Pages of any size hold a single line.
    sections = "sections: [{id: one, blocks: [{paragraph: rules.one.line}]}]\n"
    project = copied(tmp_path)
    outline = f"page: {page}\nbooklet: {{trim: {trim}}}\nsummary: [rules.one.line]\n{sections}"
    (project / OUTLINE).write_text(outline, encoding="utf-8")
    edition = opened(project)
    documents = made(edition, paper, binding)
    marks = {
        item.kind
        for sheet in documents["booklet"].sheets
        for item in sheet.items
        if isinstance(item, Stroke)
    }
    assert ("trim" in marks) == bool(said)
    told = told_by(documents["kit"])
    assert BOUND in told
    assert [text for text in (CUT, CUT_OUT) if text in told] == list(said)
    assert ("Put two staples" in told) == (binding is Binding.SADDLE)


@pytest.mark.parametrize(
    ("binding", "leaves"), [(Binding.SADDLE, 8), (Binding.LEAFLET, 6), (Binding.ZINE, 8)]
)
@pytest.mark.at_leisure
def test_a_leaflet_has_no_pages_that_only_a_stapled_booklet_needs(
    tmp_path: Path, binding: Binding, leaves: int
) -> None:
    line, turn = "{paragraph: rules.one.line}", "{page_break: page}"
    blocks = ", ".join([line, *[turn, line] * 3])
    project = copied(tmp_path)
    outline = f"page: a7\nsummary: [rules.one.line]\nsections: [{{id: one, blocks: [{blocks}]}}]\n"
    (project / OUTLINE).write_text(outline, encoding="utf-8")
    documents = made(opened(project), "a4", binding)
    items = [item for sheet in documents["booklet"].sheets for item in sheet.items]
    found = [item for item in items if isinstance(item, Leaf)]
    assert len(found) == leaves
    assert sum(bool(leaf.page.items) for leaf in found) == 6


def told_by(kit: Document) -> str:
    """What the instructions say."""
    lines = [item for item in kit.sheets[1].items if isinstance(item, TextLine)]
    return " ".join("".join(run.text for run in line.runs) for line in lines)


def test_pages_without_binding_are_not_explained(tmp_path: Path) -> None:
    documents = made(with_page(tmp_path, PAGE), "a4", Binding.NONE)
    assert BOUND not in told_by(documents["kit"])


def test_the_front_page_says_that_its_numbers_are_pages(tmp_path: Path) -> None:
    front = made(with_page(tmp_path, PAGE), "a4")["kit"].sheets[0]
    lines = [item for item in front.items if isinstance(item, TextLine)]
    told = " ".join("".join(run.text for run in line.runs) for line in lines)
    assert "Suns, p. 3" in told.replace("\u00a0", " ")


ANATOMY = """\
      - anatomy: sun-1
        parts:
          - {text: cards.star-2.name, spot: [20, 10]}
          - {text: rules.faq.b.answer, spot: [80, 10]}
          - {text: rules.contents.sun, spot: [60, 12]}
"""


def test_lines_to_the_parts_of_a_card_show_on_a_dark_face_too(tmp_path: Path) -> None:
    edition = with_page(tmp_path, PAGE, more=ANATOMY)
    (items,) = [page.items for page in edition.pages if _light(page.items)]
    lines = [item for item in items if isinstance(item, Stroke)]
    light = _light(items)
    assert len(light) == 3
    for below in light:
        (line,) = [one for one in lines if one.end == below.end and one is not below]
        assert below.width > line.width
        edges = {face.rect.x for face in _faces_at(below, items)}
        edges |= {face.rect.right for face in _faces_at(below, items)}
        assert below.start.x in edges
        assert min(line.start.y, line.end.y) <= below.start.y <= max(line.start.y, line.end.y)


def _light(items: Sequence[Item]) -> list[Stroke]:
    return [item for item in items if isinstance(item, Stroke) and item.colour == "#ffffff"]


def _faces_at(line: Stroke, items: Sequence[Item]) -> list[Stamp]:
    """The pictures that a line ends on."""
    x, y = line.end.x, line.end.y
    stamps = [item for item in items if isinstance(item, Stamp)]
    return [
        stamp
        for stamp in stamps
        if stamp.rect.x < x < stamp.rect.right and stamp.rect.y < y < stamp.rect.bottom
    ]


@pytest.mark.parametrize("page", ["a6", "a7"])
def test_the_parts_of_a_card_have_room_for_their_names_on_small_pages(
    tmp_path: Path, page: str
) -> None:
    edition = with_page(tmp_path, page, more=ANATOMY)
    assert edition.pages
    assert edition.problems.found == []


DRAWING = """\
      - drawing: plan
        caption: rules.faq.b.answer
"""


@pytest.mark.parametrize(("width", "beside"), [(60, True), (100, False)])
def test_a_caption_is_beside_a_narrow_picture(tmp_path: Path, width: int, *, beside: bool) -> None:
    project = copied(tmp_path)
    drawing = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="40mm"'
        f' viewBox="0 0 {width} 40"><rect width="{width}" height="40"/></svg>'
    )
    (project / STYLE).with_name("plan.svg.j2").write_text(drawing, "utf-8")
    change(project / STYLE, "before: 2pt, after: 7pt, align: centre", "align: left")
    outline = project / OUTLINE
    outline.write_text(outline.read_text("utf-8") + DRAWING, "utf-8")
    edition = opened(project)
    (page,) = [page for page in edition.pages if _drawn(page)]
    (stamp,) = _drawn(page)
    text = edition.texts.entries["rules.faq.b.answer"]
    *_, line = [one for one in page.items if isinstance(one, TextLine) and one.source == text.span]
    if beside:
        assert line.at.x > stamp.rect.right
        assert stamp.rect.y < line.at.y < stamp.rect.bottom
    else:
        assert line.at.x == stamp.rect.x
        assert line.at.y > stamp.rect.bottom


def _drawn(page: Page) -> list[Stamp]:
    return [one for one in page.items if isinstance(one, Stamp) and one.picture.name == "plan"]


@pytest.mark.parametrize("folio", ["centre", "outer"])
def test_a_running_head_at_the_foot_is_beside_the_page_number(tmp_path: Path, folio: str) -> None:
    pages = f"pages: {{running_head: title, running_at: foot, folio: {folio}}}\n"
    edition = with_page(tmp_path, "a6", pages)
    title = edition.game.title
    numbered = [page for page in edition.pages if title in words(page) and page.label]
    assert numbered
    for page in numbered:
        lines = {
            "".join(run.text for run in one.runs): one
            for one in page.items
            if isinstance(one, TextLine)
        }
        head, number = lines[title], lines[page.label]
        assert head.at.y == number.at.y
        assert abs(head.at.x - number.at.x) > mm(20)


def test_a_spread_of_a_single_paragraph_begins_on_a_left_page_too(tmp_path: Path) -> None:
    said = "      - spread: [{paragraph: rules.one.line}]\n"
    edition = with_page(tmp_path, PAGE, more=said)
    pages = [page for page in edition.pages if not page.filler]
    (last,) = (
        number
        for number, page in enumerate(pages, start=1)
        if words(page)[:1] == ["Play cards until somebody wins the game."]
    )
    assert last % 2 == 0
    assert last > 2
