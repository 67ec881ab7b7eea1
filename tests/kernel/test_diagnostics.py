"""The collection of faults: once each, in order, bounded, without what follows from others."""

import sys
from collections.abc import Sequence
from types import FrameType
from typing import Any

import pytest

from printnplay.kernel import codes
from printnplay.kernel.codes import CODES, Code
from printnplay.kernel.diagnostics import (
    MOST_KEPT,
    Diagnostic,
    Problems,
    Severity,
    Span,
    Subject,
    as_errors,
    error_count,
    scopes_of,
    warning_count,
)

POLISH = Subject("duel", "pl")


def fault(code: Code, message: str = "x", line: int = 1, card: str = "") -> Diagnostic:
    return Diagnostic(code, message, Span("a.yaml", line), subject=Subject(card=card))


def gathered(*faults: Diagnostic) -> Problems:
    problems = Problems()
    for one in faults:
        problems.add(one)
    return problems


def test_faults_are_kept_once_in_the_order_of_their_discovery() -> None:
    first, second = fault(codes.UNKNOWN_KEY, line=2), fault(codes.UNKNOWN_KEY, line=1)
    problems = gathered(first, second, first)
    assert problems.found == [first, second]
    assert problems.errors == 2


def test_a_fault_on_two_cards_belongs_to_neither() -> None:
    on_one = fault(codes.NOT_XML, card="flip")
    assert gathered(on_one, on_one).found == [on_one]
    (both,) = gathered(on_one, fault(codes.NOT_XML, card="cut")).found
    assert both.subject == Subject()


def test_a_part_fills_in_what_its_faults_are_about() -> None:
    problems = Problems()
    part = problems.part(Subject(game="duel")).part(Subject("common", "pl"))
    part.add(fault(codes.UNKNOWN_KEY, card="flip"))
    assert [one.subject for one in problems.found] == [Subject("common", "pl", "flip")]
    assert problems.part().errors == 0


def test_a_part_counts_what_the_whole_knows_already() -> None:
    problems = gathered(fault(codes.UNKNOWN_KEY))
    part = problems.part()
    part.add(fault(codes.UNKNOWN_KEY))
    assert (part.errors, problems.errors) == (1, 1)


@pytest.mark.parametrize(
    ("subject", "concerned"),
    [
        (POLISH, True),
        (Subject(language="pl"), True),
        (Subject("duel", "*"), True),
        (Subject("duel"), False),
        (Subject("duel", "fr"), False),
        (Subject("common", "pl"), False),
    ],
)
def test_words_are_concerned_by_game_and_language(subject: Subject, concerned: bool) -> None:  # noqa: FBT001
    found = (subject.game, subject.language) in {*scopes_of("duel", "pl")}
    assert found is concerned


GLYPH, TERM, FACT = codes.MISSING_GLYPH, codes.TERM_NOT_IN_GLOSSARY, codes.UNKNOWN_FACT


@pytest.mark.parametrize(
    ("found", "left"),
    [
        ([fault(TERM), fault(GLYPH, "y")], [0]),
        ([fault(GLYPH, "y"), fault(TERM)], [1]),
        ([fault(TERM), fault(GLYPH, "y", 2)], [0, 1]),
        ([fault(TERM, line=3), fault(codes.UNKNOWN_TERM, line=4)], [0]),
        ([fault(codes.UNKNOWN_RULES), fault(FACT, "y", 9)], [0]),
        ([fault(codes.MISSING_TEXT), fault(codes.MISSING_TEXT, line=7)], [0]),
        ([fault(codes.MISSING_TEXT), fault(codes.MISSING_TEXT, "y")], [0, 1]),
    ],
    ids=["same line", "found first", "other line", "same words", "anywhere", "again", "another"],
)
def test_what_follows_from_another_fault_is_left_out(
    found: Sequence[Diagnostic], left: Sequence[int]
) -> None:
    assert gathered(*found).found == [found[index] for index in left]


def test_a_code_names_only_codes_that_exist_as_its_causes() -> None:
    assert {cause for code in CODES.values() for cause in code.caused_by} <= set(CODES)


def test_no_two_codes_have_one_number() -> None:
    declared = [code for code in vars(codes).values() if isinstance(code, Code)]
    assert len({code.id for code in declared}) == len(declared)


def test_of_very_many_faults_of_a_code_a_thousand_are_kept_and_all_are_counted() -> None:
    many = [fault(codes.DOUBLE_KEY, line=line) for line in range(1, MOST_KEPT + 501)]
    problems = gathered(*many, fault(codes.UNKNOWN_KEY))
    found = problems.found
    assert found[:MOST_KEPT] == many[:MOST_KEPT]
    assert found[MOST_KEPT].code == codes.UNKNOWN_KEY
    assert found[-1].message == "500 more faults of this kind: a key is given twice in one mapping"
    assert error_count(found) == problems.errors == len(many) + 1
    assert error_count(gathered(*found, found[-1]).found) == len(many) + 1 + 500


def test_strict_faults_are_errors() -> None:
    warning = Diagnostic(codes.TYPED_NUMBER, "x", Span("a"), severity=Severity.WARNING)
    assert (error_count([warning]), warning_count([warning])) == (0, 1)
    assert error_count(as_errors([warning])) == 1


def steps_to_add(number: int) -> int:
    """How many lines of Python are run to add so many faults and to read them."""
    steps = 0

    def count(_frame: FrameType, event: str, _arg: object) -> Any:  # noqa: ANN401  as `sys` has it
        nonlocal steps
        steps += event == "line"
        return count

    # Of each code fewer than are kept: the bound is not what makes it linear.
    kinds = list(CODES.values())
    faults = [fault(kinds[line % len(kinds)], f"{line}", line) for line in range(number)]
    before = sys.gettrace()
    sys.settrace(count)
    try:
        assert gathered(*faults).found
    finally:
        sys.settrace(before)
    return steps


def test_gathering_twice_as_much_takes_twice_the_steps() -> None:
    assert steps_to_add(4000) <= 2.1 * steps_to_add(2000)
