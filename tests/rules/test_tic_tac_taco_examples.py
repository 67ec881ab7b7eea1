"""What ships with Tic Tac Taco: deck, worked examples and claims are true, each rule is shown."""

import pytest

from printnplay.rules.claims import check_claims
from printnplay.rules.deck_check import check_deck
from printnplay.rules.judge import judge

from .games import part
from .taco import CARDS, GAME, RULES, design

_claims = part("tic-tac-taco", "claims")
layouts = _claims._layouts
motions = _claims._motions
moved = _claims._moved

PUBLISHED = (
    ("pocalypse-two-and-one", True, ""),
    ("pico-five", True, ""),
    ("pico-de-futuro", True, ""),
    ("steal-hand", True, ""),
    ("lay-fourth-in-row", False, "TAC-4"),
    ("double-carne", False, "TAC-2"),
    ("double-queso", False, "TAC-2"),
    ("draw-play", False, "TAC-5"),
)


def test_the_deck_is_the_one_of_the_rules() -> None:
    assert check_deck(design(), RULES) == []
    assert sum(RULES.COMPONENTS.values()) == 53


@pytest.mark.parametrize(("name", "legal", "because"), PUBLISHED)
def test_the_published_examples_are_among_ours(name: str, legal: bool, because: str) -> None:  # noqa: FBT001
    example = next(one for one in design().examples if one.id == name)
    verdict = judge(example, GAME, CARDS).verdict
    assert verdict is not None
    assert (verdict.true, verdict.legal, verdict.because) == (True, legal, because)


def test_every_claim_comes_out_as_written() -> None:
    counted, found = check_claims(design(), RULES)
    assert found == []
    false = {one.claim.id: one.found for one in counted if not one.claim.holds}
    assert false == {"grids-turned": 160, "actions": 2}


def test_turning_four_times_and_mirroring_twice_changes_nothing() -> None:
    one = next(layouts())
    quarter, mirror = motions(mirrored=False)[1], motions(mirrored=True)[4]
    assert moved(moved(moved(moved(one, quarter), quarter), quarter), quarter) == one
    assert moved(moved(one, mirror), mirror) == one
    assert len(set(motions(mirrored=True))) == 8
