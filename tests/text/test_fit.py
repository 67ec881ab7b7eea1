from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Um, mm, pt
from printnplay.scene.style import TextStyle
from printnplay.text.context import TextContext
from printnplay.text.fit import Fitted, Overflow, fit

from .conftest import MakeContext

RULE = (
    "Turn the top card of any *stack* over {icon:flip} and leave it there: "
    "if its **symbol** completes a row, the row counts at once."
)
PLACE = Span("locales/en/game.yaml", 12, 9)


def test_a_text_with_room_to_spare_takes_the_largest_size(
    context: TextContext, body: TextStyle
) -> None:
    fitted = fit(context.parse("Flip"), body, mm(60), mm(30), context, maximum=pt(30))
    assert isinstance(fitted, Fitted)
    assert fitted.paragraph.size == pt(30)


def test_the_size_is_the_largest_step_that_fits(context: TextContext, body: TextStyle) -> None:
    inlines = context.parse(RULE)
    fitted = fit(inlines, body, mm(48), mm(24), context, maximum=pt(20), minimum=pt(5))
    assert isinstance(fitted, Fitted)
    assert pt(5) < fitted.paragraph.size < pt(20)
    steps = round((pt(20) - fitted.paragraph.size) / pt(0.25))
    assert fitted.paragraph.size == pt(20) - pt(steps * 0.25)
    bigger = fitted.paragraph.size + pt(0.25)
    result = fit(inlines, body, mm(48), mm(24), context, maximum=bigger, minimum=bigger)
    assert isinstance(result, Overflow)


def test_without_bounds_the_style_decides(context: TextContext, body: TextStyle) -> None:
    roomy = fit(context.parse(RULE), body, mm(80), mm(80), context)
    tight = fit(context.parse(RULE), body, mm(40), mm(10), context)
    assert roomy.paragraph.size == body.size
    assert isinstance(tight, Overflow)
    assert tight.paragraph.size == body.minimum


def test_an_overflow_says_how_much_is_over_and_is_reported_with_its_place(
    context: TextContext, body: TextStyle
) -> None:
    result = fit(context.parse(RULE, PLACE), body, mm(40), mm(10), context)
    assert isinstance(result, Overflow)
    assert result.over_height == result.paragraph.height - mm(10)
    assert result.over_width == 0
    result.report("card-rule of flip", context, None)
    (fault,) = context.problems.found
    assert (fault.code.id, fault.span) == ("PNP501", PLACE)
    over_mm = result.over_height / 1000
    assert fault.message == (
        "the en text does not fit the box `card-rule of flip`: "
        f"it is {over_mm:.1f} mm too high at the smallest size"
    )


def test_a_word_that_is_too_wide_overflows_sideways(context: TextContext, body: TextStyle) -> None:
    style = replace(body, hyphenate=False)
    result = fit(context.parse("Administration"), style, mm(10), mm(40), context)
    assert isinstance(result, Overflow)
    assert result.over_width == result.paragraph.width - mm(10) > 0
    assert result.over_height == 0


def test_an_empty_text_fits(context: TextContext, body: TextStyle) -> None:
    fitted = fit(context.parse(""), body, mm(10), mm(10), context)
    assert isinstance(fitted, Fitted)
    assert fitted.paragraph.lines == ()


@given(
    width=st.integers(mm(25), mm(70)),
    height=st.integers(mm(12), mm(40)),
    wider=st.integers(0, mm(20)),
    higher=st.integers(0, mm(20)),
    align=st.sampled_from(["left", "centre"]),
)
@settings(max_examples=60, deadline=None)
def test_a_larger_box_never_takes_a_smaller_size(
    make_context: MakeContext,
    body: TextStyle,
    width: Um,
    height: Um,
    wider: Um,
    higher: Um,
    align: str,
) -> None:
    context = make_context("en")
    style = replace(body, align=align)
    bounds = (pt(16), pt(2))
    small = fit(context.parse(RULE), style, width, height, context, *bounds)
    large = fit(context.parse(RULE), style, width + wider, height + higher, context, *bounds)
    assert large.paragraph.size >= small.paragraph.size
    if isinstance(small, Fitted):
        assert isinstance(large, Fitted)
        assert small.paragraph.height <= height


@given(width=st.integers(mm(20), mm(70)), height=st.integers(mm(10), mm(40)))
@settings(max_examples=40, deadline=None)
def test_what_fits_at_a_size_fits_at_every_smaller_one(
    make_context: MakeContext, body: TextStyle, width: Um, height: Um
) -> None:
    context = make_context("de")
    text = context.parse("Spielkartenaufbewahrung vervollständigt *jede* Waagerechte der Runde")
    fitting = [
        isinstance(fit(text, body, width, height, context, size, size), Fitted)
        for size in range(pt(5), pt(18), pt(0.5))
    ]
    assert fitting == sorted(fitting, reverse=True)
