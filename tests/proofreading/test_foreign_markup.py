"""Markup of other programs is reported, and mended where it has one meaning."""

import re
from pathlib import Path

import msgspec
import pytest
import yaml

from printnplay.game.texts import Glossary, Text, Texts
from printnplay.kernel.diagnostics import Diagnostic, Problems, Span, Subject
from printnplay.kernel.inlines import InlineText
from printnplay.proofreading.foreign_markup import check_encoding, check_foreign_markup
from printnplay.proofreading.placeholders import check_form
from printnplay.proofreading.review import NOTHING, Review
from printnplay.text.markup import Resolver, parse

from .sites import clean_games

KEY = "cards.storm.rule"


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text, what of it is reported, and the text with what can be mended."""

    text: str
    found: list[str]
    fixed: str = ""
    language: str = "en"


CASES = msgspec.convert(
    yaml.safe_load(Path(__file__).with_name("foreign_markup.yaml").read_text("utf-8")), list[Case]
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.text)
def test_markup_of_other_programs_is_reported(case: Case) -> None:
    subject = Subject("match", case.language, key=KEY)
    entry = Text(KEY, {"other": case.text}, Span("a.yaml", 1), subject=subject)
    texts = {case.language: Texts(case.language, {KEY: entry}, "a.yaml")}
    review = Review(clean_games()["match"].game, texts, Glossary({}, "g.yaml"), NOTHING)
    checks = (check_foreign_markup, check_encoding, check_form)
    faults = [fault for check in checks for fault in check(review)]
    assert sorted(map(quoted, faults)) == sorted(case.found)
    assert all(fault.help for fault in faults)
    fixes = sorted((fault.fix for fault in faults if fault.fix), key=lambda fix: -fix.start)
    fixed = case.text
    for fix in fixes:
        fixed = fixed[: fix.start] + fix.new + fixed[fix.end :]
    assert fixed == (case.fixed or case.text)


def quoted(fault: Diagnostic) -> str:
    """What a message quotes first."""
    found = re.match("``? ?(.*?) ?``? (?:is|should)", fault.message)
    assert found
    return found[1]


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
