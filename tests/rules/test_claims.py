"""What is claimed of a game is counted, and the counts are right where they can be checked."""

from itertools import product
from pathlib import Path

import pytest
from msgspec.structs import replace

from printnplay.kernel.codes import CODES
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.values import Plain
from printnplay.loading.examples import load_claims
from printnplay.rules.chance import seeded
from printnplay.rules.claims import check_claims, claim_facts, counts_of
from printnplay.rules.notation import Reader

from .games import part
from .support import CARDS, GAME, HERE, RULES, announced, findings, shipped

pytestmark = pytest.mark.sampled(2)

claims = part("tic-tac-match", "claims")
SYMBOL_CARDS = part("tic-tac-match", "play").SYMBOL_CARDS

CASES = sorted((HERE / "cases/claims").glob("*.yaml"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_faults_of_claims_are_found_at_their_places(case: Path) -> None:
    problems = Problems()
    loaded = load_claims(case, case.name, problems)
    _, found = check_claims(replace(shipped(), claims=loaded), RULES)
    assert findings(case, [*problems.found, *found]) == announced(case)
    assert all(fault.help and fault.code.id in CODES for fault in found)


def test_the_claims_of_the_shipped_game_hold() -> None:
    counted, found = check_claims(shipped(), RULES)
    assert found == []
    assert {one.claim.id: one.found for one in counted}["stuck-grids"] == 731_712


def test_texts_quote_true_figures_without_counting() -> None:
    uncounted = [replace(claim, count="nobody_counts_this") for claim in shipped().claims]
    facts = claim_facts(replace(shipped(), claims=tuple(uncounted)))
    assert facts["claim.always-a-play"] == 44
    assert "claim.stuck-one-symbol" not in facts


def test_a_game_without_claims_has_none(tmp_path: Path) -> None:
    assert load_claims(tmp_path / "claims.yaml", "claims.yaml", Problems()) == ()


def test_rules_may_offer_their_counts_themselves() -> None:
    class Own:
        COUNTS = {"cards": lambda: 3}  # noqa: RUF012

    assert counts_of(Own())["cards"]() == 3  # type: ignore[arg-type]


def test_covering_is_counted_as_the_rules_have_it() -> None:
    for card, top in product(SYMBOL_CARDS, repeat=2):
        given: dict[str, Plain] = {
            "grid": ["- - -", f"- {top} -", "- - -"],
            "hands": {"a": [str(card), "flip", "flip", "flip"]},
            "sides": {"a": "x"},
            "turn": "a",
        }
        reader = Reader(CARDS)
        state, _ = GAME.read(given, reader, seeded(0))
        assert reader.faults == []
        move = GAME.move(0, "play", card, "b2")
        assert (claims.shared(card, top) == 1) == (not GAME.why_not(state, move))


def test_inclusion_and_exclusion_agrees_with_listing_all_grids(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    faces = 3
    monkeypatch.setattr(claims, "SYMBOL_CARDS", SYMBOL_CARDS[:faces])
    listed = sum(
        not any(grid[a] == grid[b] == grid[c] for a, b, c in claims.LINES)
        for grid in product(range(faces), repeat=9)
    )
    assert claims.full_grids_without_line() == listed == 7_302
