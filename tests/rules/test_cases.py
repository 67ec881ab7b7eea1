"""Every planted fault is found at its place, and nothing else is."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from printnplay.kernel.codes import CODES
from printnplay.kernel.diagnostics import Problems
from printnplay.loading.cards import load_cards
from printnplay.loading.examples import load_examples
from printnplay.rules.deck_check import check_deck
from printnplay.rules.examples import check_examples

from .support import HERE, RULES, announced, findings, shipped, with_examples

pytestmark = pytest.mark.sampled(2)

EXAMPLES = sorted((HERE / "cases/examples").glob("*.yaml"))
DECKS = sorted((HERE / "cases/decks").glob("*.yaml"))


@pytest.mark.sampled(4)
@pytest.mark.parametrize("case", EXAMPLES, ids=lambda case: case.stem)
def test_faults_of_examples_are_found_at_their_places(case: Path) -> None:
    problems = Problems()
    examples = load_examples(case, case.name, problems)
    assert problems.found == []
    _, found = check_examples(with_examples([*shipped().examples, *examples]), RULES)
    assert findings(case, found) == announced(case)
    assert all(fault.help and fault.code.id in CODES for fault in found)


@pytest.mark.parametrize("case", DECKS, ids=lambda case: case.stem)
def test_faults_of_decks_are_found_at_their_places(case: Path) -> None:
    problems = Problems()
    cards = load_cards(case, case.name, problems)
    assert problems.found == []
    found = check_deck(replace(shipped(), cards=cards), RULES)
    assert findings(case, found) == announced(case)
    assert all(fault.help and fault.code.id in CODES for fault in found)


@pytest.mark.sampled(12)
@pytest.mark.parametrize("rule", RULES.SENTENCES)
def test_a_rule_without_example_is_an_error_of_the_examples_file(rule: str) -> None:
    examples = [example for example in shipped().examples if rule not in example.shows]
    _, found = check_examples(with_examples(examples), RULES)
    missing = [
        fault for fault in found if fault.code.id == "PNP606" and f"rule {rule}:" in fault.message
    ]
    assert [(one.span.file, one.span.line) for one in missing] == [
        ("designs/tic-tac-match/examples.yaml", 0)
    ]


def test_no_examples_at_all_is_told_too() -> None:
    _, found = check_examples(with_examples([]), RULES)
    assert {fault.code.id for fault in found} == {"PNP606", "PNP611", "PNP612"}
    assert {fault.span.file for fault in found} == {f"{shipped().folder}/examples.yaml"}
