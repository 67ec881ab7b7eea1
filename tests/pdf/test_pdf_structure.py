"""What documents for reading say to programs that read aloud, and all documents of themselves."""

from datetime import UTC, datetime

import pypdfium2
import pytest
from msgspec.structs import replace

from printnplay.kernel.geometry import Point, Rect, Size, mm
from printnplay.scene.sheet import (
    Anchor,
    Document,
    Item,
    Link,
    Panel,
    Sheet,
    Stamp,
    Tag,
    TextLine,
    within,
)

from .readback import MM, opened
from .samples import A4, document, line, picture, written
from .structured import Part, structure_of

SQUARE = Rect(mm(20), mm(120), mm(30), mm(30))


def reading(*sheets: tuple[Item, ...]) -> Document:
    """A document for reading, with a sheet for each of these."""
    made = tuple(Sheet(A4, items) for items in sheets)
    return replace(document(), sheets=made, accessible=True)


def tagged(item: TextLine, *tags: Tag) -> TextLine:
    """The line as a part of the text."""
    return replace(item, tags=tags)


def tree(made: Document) -> Part:
    """The structure of a document, read back."""
    return structure_of(opened(written(made)))


def test_lines_of_one_paragraph_are_one_part_on_two_pages_and_what_is_in_none_is_passed_over() -> (
    None
):
    section, title, paragraph = Tag("Sect"), Tag("H1"), Tag("P")
    first = (
        Panel(Rect(0, 0, mm(210), mm(20)), "#ffcc00"),
        tagged(line("Setup"), section, title),
        tagged(line("Deal ", y=110), section, paragraph),
        line("7", y=290),
    )
    second = (tagged(line("four cards."), section, paragraph), line("8", y=290))
    root = tree(reading(first, second))
    assert root.outlined() == ["Document", ["Sect", ["H1", "Setup"], ["P", "Deal ", "four cards."]]]


def test_notes_are_listed_in_the_order_of_their_ids() -> None:
    first, second = Tag("Sect"), Tag("Sect")
    drawn = (
        tagged(line("Setup"), first, Tag("P")),
        tagged(line("See page 2.", y=110), second, Tag("Note")),
        tagged(line("See page 3.", y=120), first, Tag("Note")),
    )
    pdf = opened(written(reading(drawn)))
    (leaf,) = pdf.Root.StructTreeRoot.IDTree.Kids
    names = [bytes(name) for name in [*leaf.Names][::2]]
    assert len(names) == 2
    assert names == sorted(names)
    assert [bytes(limit) for limit in leaf.Limits] == names


def test_a_figure_has_its_description_and_its_box() -> None:
    stamp = Stamp(picture("flip"), SQUARE, tags=(Tag("Figure", alt="Une carte retournée (Flip)"),))
    pdf = opened(written(reading((stamp,))))
    (figure,) = structure_of(pdf).inner
    assert isinstance(figure, Part)
    assert (figure.role, figure.alt) == ("Figure", "Une carte retournée (Flip)")
    box = pdf.Root.StructTreeRoot.K.K[0].A.BBox
    assert [round(float(side) * MM) for side in box] == [20, 147, 50, 177]


def test_icons_are_read_as_what_they_stand_for_in_all_documents() -> None:
    icon = Stamp(picture("star"), SQUARE, tags=(Tag("P"), Tag("Span", actual="Star")))
    assert tree(reading((icon,))).text.strip() == "Star"
    pdf = opened(written(document(icon)))
    content = pdf.pages[0].Contents.read_bytes()
    assert b"/Span << /ActualText (Star) >> BDC" in content
    assert b"MCID" not in content


def test_readers_that_know_no_tags_find_the_words_of_icons_where_they_are() -> None:
    icon = Stamp(picture("star"), SQUARE, tags=(Tag("P"), Tag("Span", actual="Star")))
    for made in (reading((icon,)), document(icon)):
        words = pypdfium2.PdfDocument(written(made))[0].get_textpage()
        words.count_rects()
        assert words.get_text_range() == "Star"
        left, bottom, right, top = words.get_rect(0)
        assert [round(side * MM) for side in (left, right)] == [20, 50]
        assert 147 <= bottom * MM < top * MM <= 177


def test_links_are_parts_of_the_text_and_say_where_they_lead() -> None:
    paragraph, link = Tag("P"), Tag("Link")
    words = within((tagged(line("page 7"), link),), paragraph)
    place = Link(SQUARE, "en:setup", "“Setup”, page 7", (paragraph, link))
    pdf = opened(written(reading((*words, place, Anchor(Point(0, 0), "en:setup")))))
    assert structure_of(pdf).outlined() == ["Document", ["P", ["Link", "page 7"]]]
    annotation = pdf.pages[0].Annots[0]
    assert str(annotation.Contents) == "“Setup”, page 7"
    assert pdf.pages[0].Tabs == "/S"


def test_heads_of_tables_say_what_they_are_the_heads_of() -> None:
    table, row = Tag("Table"), Tag("TR")
    cells = (
        tagged(line("Cards"), table, row, Tag("TH", kind="Row")),
        tagged(line("12", x=60), table, row, Tag("TD")),
    )
    pdf = opened(written(reading(cells)))
    assert structure_of(pdf).outlined() == [
        "Document",
        ["Table", ["TR", ["TH", "Cards"], ["TD", "12"]]],
    ]
    head = pdf.Root.StructTreeRoot.K.K[0].K[0].K[0]
    assert head.A.Scope == "/Row"


def test_a_level_of_headings_that_is_left_out_is_closed_up() -> None:
    tags = (Tag("H1"), Tag("H3"), Tag("H2"))
    lines = tuple(tagged(line(tag.role, y=20 + 10 * at), tag) for at, tag in enumerate(tags))
    roles = [part.role for part in tree(reading(lines)).parts]
    assert roles == ["Document", "H1", "H2", "H2"]


def test_what_is_in_another_language_says_so() -> None:
    parts = (tagged(line("one"), Tag("Sect", language="en")),)
    others = (tagged(line("un"), Tag("Sect", language="fr")),)
    assert [part.language for part in tree(reading(parts, others)).parts] == ["", "", "fr"]


def test_a_hyphen_that_divides_a_word_is_not_read() -> None:
    shown = tagged(line("Spiel\u00ad"), Tag("P"))
    assert tree(reading((shown,))).text.strip() == "Spiel\u00ad"


def test_a_hyphen_at_which_no_line_ends_is_read_as_written() -> None:
    shown = tagged(line("Tic\u2011Tac"), Tag("P"))
    assert tree(reading((shown,))).text.strip() == "Tic\u2011Tac"


@pytest.mark.parametrize("accessible", [False, True])
def test_only_documents_for_reading_claim_to_be_fit_for_it(*, accessible: bool) -> None:
    pdf = opened(written(replace(document(line("Deal")), accessible=accessible)))
    with pdf.open_metadata() as xmp:
        assert xmp["dc:title"] == "Sample"
        assert xmp.get("pdfuaid:part") == ("1" if accessible else None)
        assert xmp.pdfa_status == ("2U" if accessible else "")
    assert ("/StructTreeRoot" in pdf.Root) == ("/OutputIntents" in pdf.Root) == accessible


def test_the_date_is_that_of_the_document_in_all_places() -> None:
    made = replace(document(), date=datetime(2026, 3, 31, 12, 30, 5, tzinfo=UTC))
    pdf = opened(written(made))
    assert {str(pdf.docinfo[key]) for key in ("/CreationDate", "/ModDate")} == {"D:20260331123005Z"}
    with pdf.open_metadata() as xmp:
        assert {xmp[key] for key in ("xmp:CreateDate", "xmp:ModifyDate")} == {
            "2026-03-31T12:30:05Z"
        }


def test_the_bleed_box_reaches_beyond_the_trim_box_but_not_off_the_sheet() -> None:
    trim = Rect(mm(1), mm(20), mm(100), mm(150))
    sheet = Sheet(Size(mm(210), mm(297)), (), trim=trim, bleed=mm(3))
    pdf = opened(written(replace(document(), sheets=(sheet,))))
    box = pdf.pages[0].BleedBox
    assert [round(float(side) * MM, 3) for side in box] == [0, 124, 104, 280]
