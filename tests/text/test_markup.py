import re
from pathlib import Path

import pytest
import yaml

from printnplay.game.texts import Text
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.kernel.geometry import mm
from printnplay.kernel.inlines import Icon, InlineText
from printnplay.scene.style import TextStyle
from printnplay.text.context import TextContext
from printnplay.text.markup import parse, plain
from printnplay.text.paragraph import lay

from .conftest import MakeContext

CASES = Path(__file__).parent / "cases"
EXPECTED = re.compile(r"#! (?P<code>PNP\d+) (?P<part>[^#]+)")
FAULTS = [
    (number, line)
    for number, line in enumerate((CASES / "faults.yaml").read_text("utf-8").splitlines(), 1)
    if line.startswith("- ")
]
READINGS = yaml.safe_load((CASES / "readings.yaml").read_text("utf-8"))


@pytest.mark.parametrize(("number", "line"), FAULTS, ids=[str(number) for number, _ in FAULTS])
def test_a_text_yields_exactly_its_annotated_faults(
    context: TextContext, body: TextStyle, number: int, line: str
) -> None:
    (entry,) = yaml.safe_load(line)
    place = Span("faults.yaml", number, 9)
    lay(context.parse(Text("key", {"other": entry["text"]}, place)), body, mm(80), context)
    expected = [(match["code"], match["part"].strip()) for match in EXPECTED.finditer(line)]
    found = context.problems.found
    assert [fault.code.id for fault in found] == [code for code, _ in expected], found
    for fault, (_, part) in zip(found, expected, strict=True):
        assert part in fault.message
        assert fault.span == place
        assert fault.label
        assert fault.help


@pytest.mark.parametrize("case", READINGS, ids=lambda case: f"{case['language']}: {case['reads']}")
def test_a_text_reads(make_context: MakeContext, case: dict[str, str | dict[str, str]]) -> None:
    context = make_context(str(case["language"]))
    source = case["source"]
    forms = source if isinstance(source, dict) else {"other": source}
    assert plain(context.parse(Text("key", forms, Span("game.yaml", 3)))) == case["reads"]
    assert context.problems.found == []


@pytest.mark.parametrize(
    ("name", "offered"), [("hand_sise", "hand_size"), ("term:flap", "flip"), ("icon:flp", "flip")]
)
def test_the_nearest_name_is_offered(context: TextContext, name: str, offered: str) -> None:
    context.parse(f"Use {{{name}}} now")
    (fault,) = context.problems.found
    assert fault.help == f"did you mean `{offered}`?"


def test_marks_switch_the_type_and_may_nest(context: TextContext) -> None:
    assert context.parse("a **b *c* d** *e* {icon:flip}") == (
        InlineText("a "),
        InlineText("b ", strong=True),
        InlineText("c", strong=True, emphasis=True),
        InlineText(" d", strong=True),
        InlineText(" "),
        InlineText("e", emphasis=True),
        InlineText(" "),
        Icon("flip", words="Flip"),
    )


def test_a_plural_without_a_number_is_a_fault(context: TextContext) -> None:
    text = Text("rules.draw", {"one": "a card", "other": "cards"}, Span("game.yaml", 7))
    assert plain(context.parse(text)) == "cards"
    (fault,) = context.problems.found
    assert (fault.code.id, fault.span.line) == ("PNP326", 7)


def test_a_fault_in_one_form_points_at_that_form(context: TextContext) -> None:
    places = {"one": Span("game.yaml", 8), "other": Span("game.yaml", 9)}
    forms = {"one": "{one} {icon:flap}", "other": "{one} cards"}
    context.parse(Text("rules.draw", forms, Span("game.yaml", 7), places))
    assert [fault.span.line for fault in context.problems.found] == [8]


def test_an_unknown_number_in_a_plural_is_reported_though_one_form_lacks_it(
    make_context: MakeContext,
) -> None:
    context, problems = make_context("fr"), Problems()
    text = Text("rules.draw", {"one": "une carte", "other": "{hands} cartes"}, Span("game.yaml", 7))
    parse(text, context.resolver, problems)
    assert [fault.code.id for fault in problems.found] == ["PNP320"]


def test_a_missing_slant_and_an_unknown_colour_are_reported(
    context: TextContext, body: TextStyle
) -> None:
    style = TextStyle("Table Round", 400, 400, body.size, body.leading, "inc", body.minimum)
    lay(context.parse("Not *slanted*", Span("game.yaml", 5)), style, mm(80), context)
    found = {fault.code.id: fault for fault in context.problems.found}
    assert set(found) == {"PNP402", "PNP403"}
    assert found["PNP402"].message == "`Table Round` has no italic face"
    assert found["PNP403"].help.startswith("did you mean `ink`? Or write `#rrggbb`, or add it to ")
    assert {fault.span.line for fault in found.values()} == {5}
