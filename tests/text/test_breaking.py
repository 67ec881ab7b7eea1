from itertools import accumulate, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from printnplay.kernel.geometry import Um, mm, pt
from printnplay.scene.style import TextStyle
from printnplay.text.context import TextContext
from printnplay.text.hyphens import parts
from printnplay.text.paragraph import NEGLIGIBLE, Paragraph, Setting, lay

from .conftest import MakeContext

NARROW = mm(12)
LONG = {
    "en": "The unforgettable responsibilities of championship administration",
    "fr": "Le retournement extraordinaire des identifications intermédiaires",
    "es": "El descubrimiento extraordinario de responsabilidades internacionales",
    "de": "Die Spielkartenaufbewahrung vervollständigt Wettkampfveranstaltungen",
    "it": "Il capovolgimento straordinario delle responsabilità internazionali",
}
DIVIDED = {
    "en": "ad-min-is-tra-tion",
    "fr": "iden-ti-fi-ca-tions",
    "es": "inter-na-cio-na-les",
    "de": "Spiel-kar-ten-auf-be-wah-rung",
    "it": "straor-di-na-rio",
}
WORDS = st.lists(st.text("abcdefghimnorstuvAVTo", min_size=1, max_size=11), min_size=1, max_size=40)


def read(paragraph: Paragraph) -> list[str]:
    return ["".join(run.text for run in line.runs) for line in paragraph.lines]


@pytest.mark.parametrize("glue", ["\u00a0", "\u202f", "\u2060"])
def test_lines_never_end_at_a_character_that_forbids_it(
    context: TextContext, body: TextStyle, glue: str
) -> None:
    text = " ".join(f"mot{glue}!" for _ in range(12))
    for width in range(mm(10), mm(30), mm(1)):
        for line in read(lay(context.parse(text), body, width, context)):
            assert not line.lstrip().startswith("!")
            assert line.rstrip(" ").endswith("!")


@pytest.mark.parametrize("language", ["en", "pl", "zh"])
@pytest.mark.parametrize("align", ["left", "justify"])
def test_a_number_and_its_icon_stay_on_one_line(
    make_context: MakeContext, body: TextStyle, language: str, align: str
) -> None:
    context, style = make_context(language), replace(body, align=align)
    inlines = context.parse(
        "Take 1 {icon:flip} and gain 2 {icon:flip}. Take 3 {icon:flip} or 12 {icon:flip}."
    )
    for width in range(mm(9), mm(40), mm(1)):
        for line in lay(inlines, style, width, context).lines:
            firsts = [run.x for run in line.runs] or [mm(40)]
            assert all(min(firsts) < icon.x for icon in line.icons)


def test_a_number_and_its_icon_are_separated_rather_than_too_wide(
    context: TextContext, body: TextStyle
) -> None:
    paragraph = lay(context.parse("2000 {icon:flip}"), body, mm(8), context)
    assert [bool(line.icons) for line in paragraph.lines] == [False, True]


def test_a_line_may_end_after_a_typed_hyphen_but_not_after_a_hard_one(
    context: TextContext, body: TextStyle
) -> None:
    style = replace(body, hyphenate=False)
    soft = read(lay(context.parse("Double-Play"), style, NARROW, context))
    hard = read(lay(context.parse("Double\u2011Play"), style, NARROW, context))
    assert soft == ["Double-", "Play"]
    assert hard == ["Double\N{NON-BREAKING HYPHEN}Play"]


@pytest.mark.parametrize("align", ["left", "centre", "right"])
@pytest.mark.parametrize("width", range(14, 60, 3))
def test_filled_lines_take_as_many_words_as_fit(
    context: TextContext, body: TextStyle, align: str, width: int
) -> None:
    style = replace(body, hyphenate=False, fill_lines=True, align=align)

    def lines_of(text: str) -> list[str]:
        return read(lay(context.parse(text), style, mm(width), context))

    lines = lines_of("Draw one card more at the end of each turn of a long and windy round")
    for line, following in pairwise(lines):
        assert len(lines_of(f"{line}{following.split()[0]}")) > 1


def test_a_range_of_numbers_stays_together(context: TextContext, body: TextStyle) -> None:
    lines = read(lay(context.parse("from 2–4 to 10-12"), body, mm(6), context))
    assert lines == ["from ", "2–4 ", "to ", "10-12"]


@pytest.mark.parametrize("text", ["Tisch\u00adgesellschaft", r"Tisch\-gesellschaft"])
def test_a_soft_hyphen_shows_only_where_a_line_ends(
    context: TextContext, body: TextStyle, text: str
) -> None:
    inlines = context.parse(text)
    assert read(lay(inlines, body, mm(60), context)) == ["Tischgesellschaft"]
    narrow = lay(inlines, body, mm(22), context)
    assert read(narrow) == ["Tisch-", "gesellschaft"]
    assert narrow.hyphens == 1


@pytest.mark.parametrize("language", LONG)
def test_words_are_divided_as_their_language_does(
    make_context: MakeContext, body: TextStyle, language: str
) -> None:
    context = make_context(language)
    parts = DIVIDED[language].split("-")
    whole = "".join(parts)
    allowed = set(accumulate(len(part) for part in parts))
    found = set()
    for width in range(mm(11), mm(40), mm(1)):
        lines = [line.rstrip("-") for line in read(lay(context.parse(whole), body, width, context))]
        assert "".join(lines) == whole
        found |= set(accumulate(len(line) for line in lines))
    assert len(found) > 1
    assert found <= allowed


def test_no_part_at_either_end_of_a_word_is_shorter_than_three_letters() -> None:
    assert parts("ability", "en") == ("abil", "ity")
    assert parts("ability.", "en") == ("abil", "ity.")
    assert parts("Karte", "de") == ("Karte",)
    assert parts("Karteien", "de") == ("Kar", "teien")


def test_words_stay_whole_where_the_lines_are_even_enough(
    context: TextContext, body: TextStyle
) -> None:
    text = context.parse(" ".join(["Everybody considers the possibilities carefully."] * 8))
    for width in range(mm(70), mm(100), mm(2)):
        assert lay(text, body, width, context).hyphens == 0


@pytest.mark.parametrize("language", LONG)
def test_at_most_two_lines_in_a_row_end_with_a_hyphen(
    make_context: MakeContext, body: TextStyle, language: str
) -> None:
    context = make_context(language)
    for width in range(mm(20), mm(45), mm(1)):
        paragraph = lay(context.parse(f"{LONG[language]} {LONG[language]}"), body, width, context)
        ends = "".join("-" if line.endswith("-") else "." for line in read(paragraph))
        assert "---" not in ends
        assert paragraph.hyphens == ends.count("-")


def test_names_short_words_and_styles_without_hyphens_stay_whole(
    context: TextContext, body: TextStyle
) -> None:
    assert read(lay(context.parse("Identikit"), body, NARROW, context)) == ["Identikit"]
    assert read(lay(context.parse("cards"), body, mm(3), context)) == ["cards"]
    assert read(lay(context.parse("DISCARDED"), body, mm(10), context)) == ["DISCARDED"]
    plain = replace(body, hyphenate=False)
    assert read(lay(context.parse("administration"), plain, NARROW, context)) == ["administration"]


def test_a_language_without_a_dictionary_divides_nothing(
    make_context: MakeContext, body: TextStyle
) -> None:
    context = make_context("tlh")
    assert read(lay(context.parse("administration"), body, NARROW, context)) == ["administration"]


def test_a_word_wider_than_its_column_is_reported(context: TextContext, body: TextStyle) -> None:
    paragraph = lay(context.parse("a Identikit b"), body, NARROW, context)
    (fault,) = [one for one in context.problems.found if one.code.id == "PNP501"]
    over_mm = paragraph.over / 1000
    assert paragraph.over == paragraph.width - NARROW
    assert fault.message == f"`Identikit` in the en text is {over_mm:.1f} mm wider than its column"


def test_centred_lines_are_balanced(context: TextContext, body: TextStyle) -> None:
    text = context.parse("Turn the top card of any stack over now")
    left = lay(text, body, mm(52), context)
    centred = lay(text, replace(body, align="centre"), mm(52), context)
    assert len(centred.lines) == len(left.lines)
    assert _unevenness(centred) < 0.25 < _unevenness(left)


def test_the_last_line_is_not_a_lonely_word_where_that_can_be_helped(
    context: TextContext, body: TextStyle
) -> None:
    text = "Whoever has three symbols in a row takes the whole round at once and wins it"
    for width in range(mm(45), mm(95), mm(5)):
        paragraph = lay(context.parse(text), body, width, context)
        assert paragraph.lines[-1].width > width * 0.1


@given(words=WORDS, width=st.integers(mm(15), mm(60)), align=st.sampled_from(["left", "centre"]))
@settings(max_examples=60, deadline=None)
def test_nothing_is_lost_and_no_line_that_could_be_broken_is_too_wide(
    make_context: MakeContext, body: TextStyle, words: list[str], width: Um, align: str
) -> None:
    context = make_context("en")
    style = replace(body, align=align, hyphenate=False)
    paragraph = lay(context.parse(" ".join(words)), style, width, context)
    lines = read(paragraph)
    assert "".join(lines) == " ".join(words)
    for line, text in zip(paragraph.lines, lines, strict=True):
        assert line.width <= width + NEGLIGIBLE or " " not in text.rstrip(" ")
        assert line.x >= 0
    baselines = [line.baseline for line in paragraph.lines]
    assert all(b - a == paragraph.leading for a, b in pairwise(baselines))


def test_a_list_item_hangs_from_its_marker(context: TextContext, body: TextStyle) -> None:
    indent = mm(4)
    setting = Setting(indent=indent, marker="•", colour="#e4412f")
    item = lay(context.parse("Deal four cards to everybody"), body, mm(30), context, setting)
    assert len(item.lines) > 1
    assert {line.x for line in item.lines} == {indent}
    assert item.marker is not None
    assert (item.marker.x, item.marker.baseline) == (0, item.lines[0].baseline)
    runs = [run for line in (item.marker, *item.lines) for run in line.runs]
    assert {run.colour for run in runs} == {"#e4412f"}
    assert max(line.x + line.width for line in item.lines) <= mm(30)


def test_a_smaller_size_takes_its_leading_along(context: TextContext, body: TextStyle) -> None:
    small = lay(context.parse("One line"), body, mm(80), context, Setting(size=pt(4.75)))
    assert small.height == pytest.approx(pt(6.5), abs=1)


def _unevenness(paragraph: Paragraph) -> float:
    widths = [line.width for line in paragraph.lines]
    return 1 - min(widths) / max(widths)


EARLY = [
    ("de", mm(68), "Ziehe nichts, bis dein Zug endet. Ziehe dann 3\u00a0Karten.", "dann "),
    (
        "de",
        mm(103),
        "Nur sichtbare Karten zählen. Eine überdeckte Karte gehört zu keiner Linie.",
        "zu ",
    ),
    (
        "fr",
        mm(103),
        "Recouvrez quand vous voulez. Inutile d’attendre que la grille soit pleine.",
        "la grille soit ",
    ),
]


@pytest.mark.parametrize(("language", "width", "text", "end"), EARLY)
def test_a_line_with_room_takes_the_next_word_though_little_is_left(
    make_context: MakeContext, body: TextStyle, language: str, width: Um, text: str, end: str
) -> None:
    context = make_context(language)
    first, second = read(lay(context.parse(text), body, width, context))
    assert first.endswith(end)
    assert len(second) >= 5


def test_a_short_word_that_begins_a_sentence_ends_no_line(
    make_context: MakeContext, body: TextStyle
) -> None:
    context = make_context("fr")
    text = "La première carte complète une ligne. La partie est finie, la seconde reste en main."
    small = replace(body, size=pt(8.5), align="centre")
    first, second = read(lay(context.parse(text), small, mm(103), context))
    assert first == "La première carte complète une ligne. "
    assert second.startswith("La partie")
