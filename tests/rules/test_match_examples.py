"""What ships with MATCH!: deck, worked examples and claims are true, each rule is shown."""

import pytest
from msgspec.structs import replace

from printnplay.rules.claims import check_claims
from printnplay.rules.deck_check import check_deck
from printnplay.rules.judge import judge

from .games import part
from .match import CARDS, GAME, RULES, design

claims = part("match", "claims")
SHUFFLED = part("match", "play").SHUFFLED

PUBLISHED = ("match-number", "match-colour", "no-match", "choose-collection", "choose-hand")


def test_the_deck_is_the_one_of_the_rules() -> None:
    assert check_deck(design(), RULES) == []
    assert sum(RULES.COMPONENTS.values()) == RULES.FACTS["cards"] == 72


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_published_plays_are_among_ours(name: str) -> None:
    example = next(one for one in design().examples if one.id == name)
    verdict = judge(example, GAME, CARDS).verdict
    assert verdict is not None
    assert (verdict.true, verdict.legal) == (True, True)


def test_the_published_score_is_among_ours() -> None:
    example = next(one for one in design().examples if one.id == "round-score")
    verdict = judge(example, GAME, CARDS).verdict
    assert verdict is not None
    assert verdict.after is not None
    assert verdict.after["gained"] == {"a": 8, "b": 1}


def test_a_verdict_holds_what_a_figure_needs() -> None:
    example = next(one for one in design().examples if one.id == "stacks")
    verdict = judge(example, GAME, CARDS).verdict
    assert verdict is not None
    assert verdict.after is not None
    assert verdict.move == {"player": "a", "play": "green-5", "to": "collection"}
    assert verdict.before["collections"] == {
        "a": {"red": ["red-1"], "green": ["green-3", "green-0"]},
        "b": {},
    }
    assert verdict.after["tops"] == {"a": ["red-1", "green-5"], "b": []}
    assert (verdict.after["discard"], verdict.after["named"]) == (["blue-2"], "")


@pytest.mark.at_leisure
def test_every_claim_comes_out_as_written() -> None:
    counted, found = check_claims(design(), RULES)
    assert found == []
    assert {one.claim.id: one.found for one in counted if not one.claim.holds} == {
        "shuffled-cards": 64,
        "one-pile": 132_000,
        "covered-cards": 15_750,
        "out-of-cards": 2,
    }


def test_the_cases_are_all_different_and_all_there_are() -> None:
    cases = {
        (
            state.discard[0],
            state.named,
            state.hands[0][0],
            *map(tuple, state.collections[0].values()),
        )
        for state in claims._cases()
    }
    assert len(cases) == (30 + 11) * 31 * 31
    assert len(set(claims.PAIRS)) == 5 * 6 * 6


def test_further_cards_cannot_make_a_placeable_case_stuck() -> None:
    """What the proof rests on: a second stack and a second hand card, tried for two tops."""
    tops = [("red-0", ""), ("wild", "red")]
    for state in claims._cases():
        if (state.discard[0], state.named) not in tops:
            continue
        first, stacks = state.hands[0][0], dict(state.collections[0])
        for more in [card for card in SHUFFLED if card in ("red-0", "blue-1", "purple-5", "wild")]:
            state.hands[0] = [first, more]
            if more.colour and not stacks[more.colour]:
                state.collections[0] = stacks | {more.colour: [more]}
            assert GAME.moves(state)


@pytest.mark.parametrize("word", ["", "none"])
def test_an_empty_word_is_written_as_none_or_not_at_all(word: str) -> None:
    (example,) = (one for one in design().examples if one.id == "match-colour")
    example = replace(
        example,
        given={**example.given, "named": word},
        then={**example.then, "named": word},
    )
    judged = judge(example, GAME, CARDS)
    assert (judged.faults, judged.misses) == ((), ())
    assert judged.verdict is not None
    assert judged.verdict.true
