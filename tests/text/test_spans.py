"""Spans: `[words]{name}` in texts, in drawings and on pages; and icons that are repeated."""

import re
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from printnplay.faces.text_svg import textbox_svg
from printnplay.game.texts import Text
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Rect, mm
from printnplay.kernel.inlines import BUILT_IN, Icon, InlineStyle, InlineText
from printnplay.scene.style import TextStyle
from printnplay.text.context import TextContext
from printnplay.text.fit import fit
from printnplay.text.items import GAP, ICON
from printnplay.text.markup import CardFields, plain
from printnplay.text.paragraph import Line, Paragraph, lay

from .drawing import extracted

KEYWORD = InlineStyle("keyword", colour="red", weight=800)
BIG = InlineStyle("big", size=120)
HUGE = InlineStyle("huge", size=200)
SLANTED = InlineStyle("slanted", italic=True, small_caps=True)
STYLES = BUILT_IN | {style.name: style for style in (KEYWORD, BIG, HUGE, SLANTED)}
BOX = Rect(mm(10), mm(20), mm(44), mm(60))
LONG = "Shuffle the deck and [keep it face down in the middle of the table]{%s} for all to see"


@pytest.fixture
def spans(context: TextContext) -> TextContext:
    fields = CardFields("storm", {"cost": "2", "name": "Storm"})
    resolver = replace(context.resolver, inlines=STYLES, face=fields)
    return replace(context, resolver=resolver, colours={"ink": "#1d1a2f", "red": "#e4412f"})


@pytest.fixture
def left(body: TextStyle) -> TextStyle:
    return replace(body, hyphenate=False)


def laid(source: str, style: TextStyle, context: TextContext, width: int = mm(44)) -> Paragraph:
    paragraph = lay(context.parse(source), style, width, context)
    assert context.problems.found == []
    return paragraph


def drawn(source: str, style: TextStyle, context: TextContext) -> str:
    fitted = fit(context.parse(source), style, BOX.width, BOX.height, context)
    return textbox_svg(fitted, BOX, context.shelf)


def words_of(line: Line) -> str:
    return "".join(run.text for run in line.runs).strip()


@pytest.mark.parametrize("typed", ["[]{underline} now", "Draw []{keyword}", "a [**]{strike}** b"])
def test_a_span_without_words_is_reported(spans: TextContext, typed: str) -> None:
    spans.parse(typed)
    assert "is empty" in spans.problems.found[0].message


def test_spans_nest_with_marks_and_with_each_other(spans: TextContext) -> None:
    underline = BUILT_IN["underline"]
    assert spans.parse("a [b *c* [d]{underline}]{keyword} [e]") == (
        InlineText("a "),
        InlineText("b ", styles=(KEYWORD,)),
        InlineText("c", emphasis=True, styles=(KEYWORD,)),
        InlineText(" ", styles=(KEYWORD,)),
        InlineText("d", styles=(KEYWORD, underline)),
        InlineText(" [e]"),
    )


@pytest.mark.parametrize(
    ("typed", "reads"),
    [
        ("[optional] (maybe)", "[optional] (maybe)"),
        ("[{hand_size}]{icon:flip}", "[4]"),
        (r"\[a\]{hand_size}", "[a]4"),
        ("[[a]{keyword}]", "[a]"),
        ("a [b", "a [b"),
    ],
)
def test_brackets_without_a_name_are_printed(spans: TextContext, typed: str, reads: str) -> None:
    assert plain(spans.parse(typed)) == reads
    assert spans.problems.found == []


@pytest.mark.parametrize(
    ("typed", "code", "help_"),
    [
        ("[a]{keywrod}", "PNP404", "did you mean `keyword`?"),
        ("[a]{hand_size}", "PNP404", r"write `\]{hand_size}` to print the bracket"),
        ("[a {keyword}", "PNP320", "did you mean `[words]{keyword}`?"),
        ("a]{keyword}", "PNP324", "write `[words]{keyword}`"),
        ("{icon:flip x99}", "PNP325", "write `{icon:name x3}`"),
        ("{icon:flip x field.name}", "PNP325", "write `{icon:name x3}`"),
        ("{icon:flp x3}", "PNP323", "did you mean `flip`?"),
    ],
)
def test_a_faulty_span_is_reported_once(
    spans: TextContext, typed: str, code: str, help_: str
) -> None:
    spans.parse(typed, Span("game.yaml", 5))
    (fault,) = spans.problems.found
    assert (fault.code.id, fault.span.line) == (code, 5)
    assert help_ in fault.help


def test_the_name_of_a_span_is_no_number_of_a_plural(spans: TextContext) -> None:
    forms = {"one": "[A]{keyword} {one} card", "other": "[A]{keyword} {one} cards"}
    assert plain(spans.parse(Text("key", forms, Span("game.yaml", 3)))) == "A 1\u00a0card"


def test_a_span_has_the_colour_weight_and_size_of_its_style(
    spans: TextContext, left: TextStyle
) -> None:
    (line,) = laid("a [b]{keyword} [c]{big} **[d]{keyword}**", left, spans).lines
    looks = {run.text.strip(): (run.face, run.colour, run.size) for run in line.runs}
    assert looks["a"] == ("Red Hat Display 500", "#1d1a2f", left.size)
    assert looks["b"] == ("Red Hat Display 800", "#e4412f", left.size)
    assert looks["c"] == ("Red Hat Display 500", "#1d1a2f", round(left.size * 1.2))
    assert looks["d"] == ("Red Hat Display 800", "#e4412f", left.size)


def test_italic_and_small_capitals_of_a_span_are_those_of_the_marks(
    spans: TextContext, left: TextStyle
) -> None:
    (line,), (marked,) = (
        laid(source, left, spans).lines for source in ("[Ab *cd*]{slanted}", "*^^Ab ^^*^^cd^^")
    )
    assert line.runs == marked.runs


def test_thousands_of_spans_within_each_other_are_no_burden(spans: TextContext) -> None:
    inlines = spans.parse("[a" * 20_000 + "]{strike}" * 20_000)
    assert max(len(one.styles) for one in inlines) == 20
    assert {fault.code.id for fault in spans.problems.found} == {"PNP324"}


@pytest.mark.parametrize("name", ["underline", "strike"])
def test_lines_break_as_without_the_span(spans: TextContext, left: TextStyle, name: str) -> None:
    ruled = laid(LONG % name, left, spans)
    bare = laid(re.sub(r"\[(.*)\]\{.*\}", r"\1", LONG), left, spans)
    assert [words_of(line) for line in ruled.lines] == [words_of(line) for line in bare.lines]
    assert ruled.height == bare.height


def test_larger_words_widen_a_line_and_move_lines_apart_only_if_they_must(
    spans: TextContext, left: TextStyle
) -> None:
    bare, big, huge = (
        laid(f"Take [one]{{{name}}} card", left, spans) for name in ("keyword", "big", "huge")
    )
    assert bare.leading == big.leading == left.leading
    assert huge.leading == 2 * left.size
    word = spans.shelf.advance("one", "Red Hat Display 500") * left.size
    (small,), (large,) = bare.lines, huge.lines
    assert large.width - small.width == pytest.approx(word, rel=0.05)


def test_an_underline_is_where_the_font_has_it_and_ends_with_the_words(
    spans: TextContext, left: TextStyle
) -> None:
    source = "Go [in *and* on {icon:flip} **now**]{underline} [then]{underline}"
    (line,) = laid(source, left, spans, mm(90)).lines
    file = spans.shelf.file("Red Hat Display 500")
    first, second = line.rules
    assert (first.top, first.thickness) == (
        -round(file.underline[0] * left.size),
        round(file.underline[1] * left.size),
    )
    starts = {run.text.strip(): run.x for run in line.runs}
    assert abs(first.x - starts["in"]) <= 1
    assert abs(second.x - starts["then"]) <= 1
    space = spans.shelf.advance(" ", "Red Hat Display 500") * left.size
    assert second.x - (first.x + first.width) == pytest.approx(space, rel=0.2)


@pytest.mark.parametrize("align", ["left", "justify"])
def test_lines_are_ruled_to_their_last_word(
    spans: TextContext, left: TextStyle, align: str
) -> None:
    source = "[Keep it face down in the middle of the table for all of you to see it]{strike}"
    lines = laid(source, replace(left, align=align), spans).lines
    assert len(lines) > 1
    for line in lines:
        (rule,) = line.rules
        assert rule.x == 0
        assert abs(rule.width - line.width) <= 1


def test_a_drawing_has_the_lines_as_shapes_and_the_words_as_before(
    spans: TextContext, left: TextStyle
) -> None:
    svg = drawn(LONG % "underline", left, spans)
    shapes = ElementTree.fromstring(f"<g>{svg}</g>").findall("rect")
    assert len(shapes) == 3
    assert {shape.get("fill") for shape in shapes} == {"#1d1a2f"}
    bare = LONG.replace("[", "").replace("]{%s}", "")
    assert extracted(svg).split() == bare.split()


def test_an_icon_is_repeated_on_one_line(spans: TextContext, left: TextStyle) -> None:
    inlines = spans.parse("Pay {icon:flip x3}, or {icon:flip x field.cost}")
    icons = [one for one in inlines if isinstance(one, Icon)]
    assert [one.words for one in icons] == ["3 × Flip", "", "", "2 × Flip", ""]
    assert [one.tied for one in icons] == [True, True, False, True, False]
    narrow = laid("Now you pay {icon:flip x3} at once", left, spans, mm(26))
    (line,) = (line for line in narrow.lines if line.icons)
    first, second, third = line.icons
    assert second.x - first.x == pytest.approx((ICON + GAP) * left.size, abs=2)
    assert third.x - second.x == pytest.approx((ICON + GAP) * left.size, abs=2)


def test_icons_in_a_span_have_its_size(spans: TextContext, left: TextStyle) -> None:
    (line,) = laid("a {icon:flip} [{icon:flip}]{big}", left, spans).lines
    small, large = line.icons
    assert large.size == pytest.approx(small.size * 1.2, abs=1)
