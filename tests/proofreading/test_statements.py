"""Texts are compared with the clauses of the rules that they state, each in its own language."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from msgspec.structs import replace

from printnplay.game.statements import Name, Statements, Tie
from printnplay.kernel.diagnostics import Diagnostic, Severity, Span
from printnplay.proofreading.passages import passages_of
from printnplay.proofreading.proposals import in_yaml, proposed
from printnplay.proofreading.review import Known, Review
from printnplay.proofreading.statements import Comparison, check_statements
from printnplay.proofreading.ties import check_ties, ties_of
from printnplay.rules.loader import RulesSource

from .sites import clean_games

CASES = yaml.safe_load(Path(__file__).with_name("statements.yaml").read_text("utf-8"))
GAMES = sorted({case["game"] for cases in CASES.values() for case in cases})
TIES = Span("designs/tic-tac-match/states.yaml", 1)


def edits(kind: str) -> list[Any]:
    """Return each edit of a kind as a parameter that is named after its text."""
    return [pytest.param(case, id=f"{case['text']}: {case['now']}") for case in CASES[kind]]


@cache
def review_of(game: str, language: str = "") -> Review:
    """Return the texts of a shipped game in one language, or in all."""
    clean = clean_games()[game]
    source = RulesSource.of(clean.game)
    rules = source.load()
    known = Known(
        clean.usages,
        clean.facts,
        rules={**rules.SENTENCES, **rules.CLAUSES},
        place_of_rule=source.place_of,
    )
    texts = {language: clean.texts[language]} if language else clean.texts
    return Review(clean.game, texts, clean.glossary, known)


@cache
def comparison_in(game: str, language: str) -> Comparison:
    return Comparison(review_of(game, language))


def faults_after(case: Mapping[str, str]) -> list[Diagnostic]:
    """Return what is reported of a text after an edit."""
    language, _, key = case["text"].partition(".")
    review = review_of(case["game"], language)
    texts = review.texts[language]
    entry = texts.entries[key]
    assert case["was"] in entry.plain
    forms = {form: text.replace(case["was"], case["now"]) for form, text in entry.forms.items()}
    edited = replace(texts, entries={key: replace(entry, forms=forms)})
    compared = comparison_in(case["game"], language)
    passages = passages_of(edited, review.glossary)
    return [fault for passage in passages for fault in compared.faults(passage)]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("case", edits("contradictions"))
def test_a_text_that_contradicts_its_clause_is_reported(case: Mapping[str, str]) -> None:
    found = faults_after(case)
    assert found
    assert {fault.code.id for fault in found} <= {"PNP665", "PNP666"}
    for fault in found:
        assert fault.severity is Severity.WARNING
        place = fault.notes[0][1]
        assert place is not None
        assert place.file.endswith((".py", ".yaml"))


@pytest.mark.sampled(4)
@pytest.mark.parametrize("case", edits("rewordings"))
def test_other_words_for_the_same_rule_are_no_contradiction(case: Mapping[str, str]) -> None:
    assert faults_after(case) == []


@pytest.mark.at_leisure
@pytest.mark.parametrize("game", GAMES)
def test_the_games_state_every_clause_and_contradict_none(game: str) -> None:
    review = review_of(game)
    assert [fault.message for fault in (*check_ties(review), *check_statements(review))] == []


def test_a_contradiction_is_shown_with_the_clause_and_its_place() -> None:
    edit = {"game": "tic-tac-match", "text": "en.rules.scoring.deal"}
    (fault,) = faults_after({**edit, "was": "’s left", "now": "’s right"})
    assert fault.message == "`rules.scoring.deal` says `right`, not `left`"
    note, place = fault.notes[0]
    assert note == "TTM-14.left: the deal passes to the left"
    assert place is not None
    line = Path(place.file).read_text("utf-8").split("\n")[place.line - 1]
    assert '"TTM-14.left"' in line


def test_the_line_of_a_clause_is_compared_without_any_facts() -> None:
    review = tied({"rules.scoring.deal": ["TTM-14.left"]})
    texts = review.texts["en"]
    entry = texts.entries["rules.scoring.deal"]
    wrong = replace(entry, forms={"other": entry.plain.replace("’s left", "’s right")})
    edited = replace(texts, entries={**texts.entries, "rules.scoring.deal": wrong})
    found = list(check_statements(replace(review, texts={"en": edited})))
    assert [(fault.code.id, fault.message) for fault in found] == [
        ("PNP666", "`rules.scoring.deal` says `right`, not `left`")
    ]


def test_facts_of_a_clause_hold_for_every_text_about_it() -> None:
    facts = {"TTM-14.left": Tie(says=(Name("at-most", TIES),), span=TIES)}
    found = check_statements(tied({"rules.scoring.deal": ["TTM-14.left"]}, clauses=facts))
    assert "`rules.scoring.deal` does not say `at-most`" in [fault.message for fault in found]


def test_a_clause_that_no_text_states_and_a_text_that_states_none_are_reported() -> None:
    clean = review_of("tic-tac-match", "en")
    whole = clean.game.statements
    assert whole is not None
    texts = {key: tie for key, tie in whole.texts.items() if "scoring" not in key}
    found = [(fault.code.id, fault.message) for fault in check_ties(with_ties(clean, texts))]
    assert ("PNP662", "no text states `TTM-14.left`: the deal passes to the left") in found
    assert ("PNP663", "`rules.scoring.deal` is tied to no clause of the rules") in found


def test_unknown_names_are_reported_with_the_one_that_is_meant() -> None:
    review = tied({"rules.scoring.deel": [], "rules.scoring.deal": ["TTM-14.lefd"]}, says="lefft")
    found = {fault.message: fault.help for fault in check_ties(review) if fault.code.id == "PNP664"}
    assert found == {
        "there is no text `rules.scoring.deel`": "did you mean `rules.scoring.deal`?",
        "there is no clause `TTM-14.lefd`": "did you mean `TTM-14.left`?",
        "there is no fact `lefft`": "did you mean `left`?",
    }


def test_a_caption_states_the_rules_that_its_example_shows() -> None:
    ties = ties_of(review_of("tic-tac-match", "en"))
    assert [name for name, _ in ties["examples.wipe-out-self"].states] == ["TTM-8"]


def test_ties_are_proposed_by_words_examples_and_facts_that_all_languages_say() -> None:
    review = with_ties(review_of("tic-tac-match"), {})
    found = proposed(review)
    states, says = found["rules.scoring.deal"]
    assert "TTM-4.left" in states
    assert {"left", "after", "term:dealer"} <= {*says}
    assert found["examples.line-diagonal"][0] == []
    lines = yaml.safe_load(in_yaml(found))
    assert lines["texts"]["rules.scoring.deal"] == {"states": states, "says": says}


def tied(
    states: Mapping[str, list[str]], clauses: Mapping[str, Tie] | None = None, says: str = ""
) -> Review:
    """Return the English texts of Tic-Tac Match with these ties alone."""
    facts = (Name(says, TIES),) if says else ()
    texts = {
        key: Tie(tuple(Name(id, TIES) for id in ids), facts, TIES) for key, ids in states.items()
    }
    return with_ties(review_of("tic-tac-match", "en"), texts, clauses)


def with_ties(
    review: Review, texts: Mapping[str, Tie], clauses: Mapping[str, Tie] | None = None
) -> Review:
    statements = Statements(TIES, texts, clauses or {})
    return replace(review, game=replace(review.game, statements=statements))
