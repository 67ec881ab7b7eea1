"""Texts in scripts other than Latin, set line by line with the fonts of the test game."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from printnplay.edition.drafts import in_brackets
from printnplay.game.texts import Glossary
from printnplay.kernel.geometry import Um, mm
from printnplay.scene.style import TextStyle
from printnplay.text import scripts
from printnplay.text.context import TextContext
from printnplay.text.fonts import FontShelf
from printnplay.text.hyphens import parts
from printnplay.text.items import GAP, ICON
from printnplay.text.markup import Resolver
from printnplay.text.paragraph import Line, Paragraph, Setting, lay
from printnplay.text.scripts import breaks, tied, why_not, why_not_language

from .drawing import FONTS

GAME_FONTS = Path(__file__).parents[1] / "acceptance" / "lantern" / "templates" / "fonts"
HEBREW = "הפכו את הקלף העליון בחפיסה (12) עם Maud ואז עצרו."
WIDTH: Um = mm(40)


@pytest.fixture(scope="module")
def all_fonts() -> FontShelf:
    return FontShelf([GAME_FONTS, FONTS])


def set_in(
    language: str, text: str, style: TextStyle, shelf: FontShelf, setting: Setting | None = None
) -> tuple[Paragraph, TextContext]:
    resolver = Resolver(language, {}, Glossary({}, ""), frozenset({"tick"}))
    context = TextContext(shelf, language, {"ink": "#000000"}, resolver)
    return lay(context.parse(text), style, WIDTH, context, setting or Setting()), context


def from_left(line: Line) -> str:
    """What a line shows, run by run from left to right."""
    return "|".join(run.text for run in sorted(line.runs, key=lambda run: run.x))


@pytest.fixture
def hebrew(body: TextStyle) -> TextStyle:
    return replace(body, family="Noto Sans Hebrew", fallback=("Noto Sans",))


def test_lines_begin_on_the_right(hebrew: TextStyle, all_fonts: FontShelf) -> None:
    paragraph, context = set_in("he", HEBREW, hebrew, all_fonts)
    assert not context.problems.found
    assert len(paragraph.lines) > 1
    assert {line.x + line.width for line in paragraph.lines} == {WIDTH}


def test_numbers_and_latin_words_run_to_the_right_within_hebrew(
    hebrew: TextStyle, all_fonts: FontShelf
) -> None:
    style = replace(hebrew, size=hebrew.size // 2, leading=hebrew.leading // 2)
    paragraph, _ = set_in("he", "סוף 12 עם Maud {icon:tick} כן", style, all_fonts)
    (line,) = paragraph.lines
    assert from_left(line) == " כן| |Maud| עם |12|סוף "
    assert [run.right_to_left for run in line.runs if run.text.strip()] == [True, False] * 2 + [
        True
    ]
    (icon,) = line.icons
    maud = next(run for run in line.runs if run.text == "Maud")
    assert icon.x < maud.x


def test_items_of_a_list_have_their_mark_on_the_right(
    hebrew: TextStyle, all_fonts: FontShelf
) -> None:
    setting = Setting(indent=mm(5), marker="•")
    paragraph, _ = set_in("he", HEBREW, hebrew, all_fonts, setting)
    assert {line.x + line.width for line in paragraph.lines} == {WIDTH - mm(5)}
    assert paragraph.marker is not None
    assert paragraph.marker.x + paragraph.marker.width == WIDTH


def test_a_hebrew_word_in_an_english_text_stays_where_it_is_read(
    hebrew: TextStyle, all_fonts: FontShelf
) -> None:
    paragraph, _ = set_in("en", "Say שלום now.", hebrew, all_fonts)
    (line,) = paragraph.lines
    assert from_left(line) == "Say |שלום| now."
    assert line.x == 0


def test_english_in_a_hebrew_draft_keeps_its_marks_at_its_end(
    hebrew: TextStyle, all_fonts: FontShelf
) -> None:
    paragraph, _ = set_in("he", in_brackets("Say stop!", "en", "he"), hebrew, all_fonts)
    (line,) = paragraph.lines
    assert re.sub("[|\u2066\u2069]", "", from_left(line)) == "[Say stop!]"
    assert line.x + line.width == WIDTH


def test_no_line_begins_with_the_mark_that_repeats_a_thai_word() -> None:
    text = tied("การ์ด ๆ ใบ")
    assert " ๆ" not in text
    assert {text[place] for place in breaks(text, "th")} == {"ใ"}


@pytest.mark.parametrize(
    ("language", "text", "lines"),
    [
        # No closing mark, small letter or long vowel begins a line, no opening mark ends one.
        ("ja", "「ツー」。カード（全員）。", "「ツー」。|カー|ド|（全|員）。"),
        ("ja", "3枚のカード", "3|枚|の|カー|ド"),
        ("zh", "抽一张牌，然后。", "抽|一|张|牌，|然|后。"),
        ("th", "เปิดการ์ดใบบน", "เปิด|การ์ด|ใบ|บน"),
        ("th", "ความสุขของผู้เล่น", "ความสุข|ของ|ผู้เล่น"),
        ("ko", "카드를 한 장", "카드를 한 장"),
        ("en", "well-known words", "well-known words"),
    ],
)
def test_lines_may_end_where_the_script_lets_them(language: str, text: str, lines: str) -> None:
    places = sorted(breaks(text, language))
    parts = zip([0, *places], [*places, len(text)], strict=True)
    assert "|".join(text[start:end] for start, end in parts) == lines


def test_japanese_fills_its_lines_and_keeps_marks_together_across_bold_type(
    body: TextStyle, all_fonts: FontShelf
) -> None:
    style = replace(body, family="M PLUS 1p", align="justify")
    text = "山札のいちばん上の**カード**。それから、ほかのカードの横に並べます（**すべて**）。" * 2
    paragraph, context = set_in("ja", text, style, all_fonts)
    assert not context.problems.found
    *full, _ = paragraph.lines
    assert len(full) > 2
    for line in full:
        assert line.width > WIDTH - 3 * style.size
    starts = {line.runs[0].text[0] for line in paragraph.lines}
    assert starts.isdisjoint("。、）ー")


def test_marks_above_letters_are_drawn_where_they_belong(
    body: TextStyle, all_fonts: FontShelf
) -> None:
    file = all_fonts.file("Noto Sans Devanagari 500")
    assert file.outline("गाह").startswith("M")
    assert file.outline("Maud") == ""
    narrow, wide = (file.outline("गाह गाह", space) for space in (0, 0.5))
    first = len(file.outline("गाह"))
    assert narrow[:first] == wide[:first]
    assert narrow[first:] != wide[first:]
    style = replace(body, family="Noto Sans Devanagari")
    _, context = set_in("hi", "बंदरगाह, *खोलिए*", style, all_fonts)
    assert not context.problems.found


def test_what_cannot_be_set_is_refused_with_the_reason(
    body: TextStyle, all_fonts: FontShelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "columns" in why_not_language("mn-Mong")
    _, context = set_in("mn", "ᠮᠣᠩᠭᠣᠯ", body, all_fonts)
    assert [fault.code.id for fault in context.problems.found] == ["PNP408", "PNP401"]
    assert why_not_language("ja") == why_not("カード") == ""
    monkeypatch.setattr(scripts, "breaks_known", lambda: False)
    assert "printnplay[scripts]" in why_not_language("ja")
    assert "printnplay[scripts]" in why_not("カード")
    assert why_not("Zażółć гра") == why_not_language("uk") == ""


def test_words_are_divided_between_whole_syllables_where_a_hyphen_is_written() -> None:
    assert parts("पुस्तकालयामध्ये", "mr") == ("पुस्त", "का", "ल", "या", "म", "ध्ये")
    assert parts("การ์ดหนึ่งใบ", "th") == ("การ์ดหนึ่งใบ",)


def test_lines_under_words_and_gaps_of_icons_are_on_the_right_side(
    hebrew: TextStyle, all_fonts: FontShelf
) -> None:
    typed = HEBREW.replace("הפכו", "[הפכו").replace("עצרו", "עצרו {icon:tick x2}]{underline}")
    paragraph, _ = set_in("he", typed, hebrew, all_fonts)
    assert len(paragraph.lines) > 1
    *lines, last = paragraph.lines
    for line in lines:
        (rule,) = line.rules
        assert rule.x == 0
        assert rule.width == pytest.approx(line.width, abs=1)
    (rule,) = last.rules
    first, second = last.icons
    assert rule.x == pytest.approx(second.x, abs=1)
    assert first.x - second.x == pytest.approx((ICON + GAP) * hebrew.size, abs=2)
