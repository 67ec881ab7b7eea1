"""Spans of texts in everything that is built: cards, rulebooks and pages for screens."""

import re
import zipfile
from pathlib import Path

import pypdfium2
import pytest

from .project import run

TEXTS, STYLE = "locales/en/lost-city.yaml", "templates/lost-city/style.yaml"
INLINE = "inline:\n  keyword: {colour: accent, weight: 800, size: 110%}\n"
MARKED = (
    "[Discard *all* cards]{keyword} that [you have turned over]{underline} in [this]{strike} turn."
)


@pytest.fixture
def spans(city: Path) -> Path:
    """A city with spans in the text of a card, and in the rulebook."""
    edit(city / STYLE, "fallback:\n", f"{INLINE}fallback:\n")
    edit(city / TEXTS, "Discard all cards that you have turned over in this turn.", MARKED)
    edit(city / TEXTS, 'choose: "Turn over', f'choose: "{MARKED} Turn over')
    edit(city / TEXTS, "**Sail on:** turn", "**Sail on:** {icon:tick x2} turn")
    return city


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), "utf-8")


def words_of(file: Path) -> str:
    with pypdfium2.PdfDocument(file) as pdf:
        return " ".join(" ".join(page.get_textpage().get_text_range().split()) for page in pdf)


def card(folder: Path) -> str:
    ran = run("export svg --only storm -o cards")
    assert (ran.status, ran.err) == (0, "")
    (drawn,) = (folder / "cards").rglob("storm-front.svg")
    return drawn.read_text("utf-8")


def test_a_card_shows_its_inline_styles_also_after_they_edit(spans: Path) -> None:
    first = card(spans)
    assert re.search(r'font-weight="800"[^>]*fill="#2b59c3"[^>]*>Discard', first)
    assert len(re.findall(r"<rect[^>]*/>", first)) > len(re.findall("<rect[^>]*rx", first))
    edit(spans / STYLE, "{colour: accent, weight", "{colour: grey, weight")
    assert re.search(r'fill="#6b6880"[^>]*>Discard', card(spans))


def test_pages_and_screens_show_spans(spans: Path) -> None:
    ran = run("build --format html --format epub --format pdf")
    assert (ran.status, ran.err) == (0, "")
    out = spans / "output/lost-city/en"
    said = "Discard all cards that you have turned over in this turn."
    assert f"{said} Turn over" in words_of(next(out.glob("*-rulebook.pdf")))
    html = next(out.glob("*.html")).read_text("utf-8")
    with zipfile.ZipFile(next(out.glob("*.epub"))) as book:
        parts = {name: book.read(name).decode("utf-8", "replace") for name in book.namelist()}
    pages = "".join(text for name, text in parts.items() if name.endswith("xhtml"))
    sheets = "".join(text for name, text in parts.items() if name.endswith("css"))
    for page, look in ((html, html), (pages, sheets)):
        assert '<span class="inline-keyword">Discard <em>all</em> cards</span> that <u>you' in page
        assert "turned over</u> in <s>this</s> turn." in page
        (icons,) = re.findall('<span class="tied">(.*?)</span>', page)
        assert (icons.count("<svg"), icons.count("<title")) == (2, 1)
        assert "2 × tick" in icons
        assert "var(--inline-keyword); font-weight: 800; font-size: 110%" in look


def test_an_unknown_span_is_reported_where_it_is_written(spans: Path) -> None:
    edit(spans / TEXTS, f'{MARKED}"', '[Discard]{keywrod}."')
    ran = run("check")
    assert ran.status == 1
    assert "error[PNP404]: `keywrod` is not an inline style" in ran.err
    assert "help: did you mean `keyword`?" in ran.err


@pytest.mark.at_leisure
def test_markup_of_html_becomes_a_span(city: Path) -> None:
    edit(city / TEXTS, "Discard all cards that", "Discard <u>all</u> <s>cards</s> that")
    run("check --fix")
    assert "Discard [all]{underline} [cards]{strike} that" in (city / TEXTS).read_text("utf-8")
    assert run("check").status == 0
