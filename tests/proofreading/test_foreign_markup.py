"""Markup of other programs is reported, and mended where it has one meaning."""

from pathlib import Path

import msgspec
import pytest
import yaml

from printnplay.model.diagnostics import Problems, Span, Subject
from printnplay.model.inlines import InlineText
from printnplay.model.texts import Glossary, Text, Texts
from printnplay.proofreading.foreign_markup import check_foreign_markup
from printnplay.proofreading.review import NOTHING, Review
from printnplay.typesetting.text.markup import Resolver, parse

from .sites import clean_games

KEY = "cards.storm.rule"


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text, what of it is reported, and the text with what can be mended."""

    text: str
    found: list[str]
    fixed: str = ""


CASES = msgspec.convert(
    yaml.safe_load(Path(__file__).with_name("foreign_markup.yaml").read_text("utf-8")), list[Case]
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.text)
def test_markup_of_other_programs_is_reported(case: Case) -> None:
    subject = Subject("match", "en", key=KEY)
    entry = Text(KEY, {"other": case.text}, Span("a.yaml", 1), subject=subject)
    texts = {"en": Texts("en", {KEY: entry}, "a.yaml")}
    review = Review(clean_games()["match"].game, texts, Glossary({}, "g.yaml"), NOTHING)
    faults = list(check_foreign_markup(review))
    fixes = sorted((fault.fix for fault in faults if fault.fix), key=lambda fix: -fix.start)
    said = sorted(faults, key=lambda fault: case.text.find(fault.message.split("`")[1]))
    assert sorted(fault.message.split("`")[1] for fault in said) == sorted(case.found)
    assert all(fault.help for fault in faults)
    fixed = case.text
    for fix in fixes:
        fixed = fixed[: fix.start] + fix.new + fixed[fix.end :]
    assert fixed == (case.fixed or case.text)


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        (r"Draw.\nDiscard.", "Draw.\nDiscard."),
        (r"C:\temp\new", r"C:\temp\new"),
        (r"2\*3", "2*3"),
        (r"\{x\}", "{x}"),
        (r"a\\b", r"a\b"),
        (r"moun\-tain", "moun\u00adtain"),
        ("ends with \\", "ends with \\"),
    ],
)
def test_a_backslash_escapes_marks_only(typed: str, printed: str) -> None:
    problems = Problems()
    inlines = parse(typed, Resolver("en", {}, Glossary({}, "g.yaml")), problems)
    assert problems.found == []
    assert "".join(one.text for one in inlines if isinstance(one, InlineText)) == printed
