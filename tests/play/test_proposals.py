"""Holes of worked examples: what play reaches and no example shows, and examples that fill them."""

import ast
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace
from rules.support import CARDS, RULES, shipped, with_examples

from printnplay.files.yaml_tree import read_yaml
from printnplay.game.game import Example
from printnplay.kernel.diagnostics import Problems
from printnplay.loading.examples import examples_of
from printnplay.play import reach
from printnplay.play.drafts import given_in
from printnplay.play.holes import HOLE, IDLE, PROVED, Cells, cells_of
from printnplay.play.mutants import Mutant, Suite, grow, mutants_of
from printnplay.play.proposals import Proposal, drafts_of, propose, propose_against, renamed
from printnplay.play.reach import Reach, Scene, survey
from printnplay.rules.chance import seeded
from printnplay.rules.coverage import Ablation, Trials, ablate, needs
from printnplay.rules.examples import check_examples
from printnplay.rules.loader import RulesSource
from printnplay.rules.notation import Reader
from printnplay.rules.variants import Setting, game_for

FLIP_OF_FOUR = ("TTM-7", Setting(4))


def without_flips_of_four() -> list[Example]:
    """The shipped examples, but for those in which four players turn their ID cards."""
    return [example for example in shipped().examples if example.id != "flip-sides-of-four"]


@cache
def needed_by_shipped() -> Ablation:
    return ablate(shipped().examples, RULES)


def cells(examples: list[Example], reached: Reach) -> Cells:
    """What some of the shipped examples prove."""
    return cells_of(examples, needed_by_shipped(), reached, Trials(RULES))


@pytest.fixture(scope="module")
def reached() -> Reach:
    """What some hundred moves of each setting reach: enough for all that is common."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(reach, "MOVES", 300)
        return survey(RULES)


def test_a_rule_is_proved_by_an_example_with_the_same_number_of_players(reached: Reach) -> None:
    found = cells(without_flips_of_four(), reached)
    place = found.settings.index(Setting(4))
    assert found.rows["TTM-7"][place] == HOLE
    assert found.rows["TTM-7"][found.settings.index(Setting(2))] == PROVED
    assert FLIP_OF_FOUR in [(hole.rule, hole.setting) for hole in found.holes]
    whole = cells([*shipped().examples], reached)
    assert whole.rows["TTM-7"][place] == PROVED
    assert (whole.proved, whole.all) == (found.proved + 1, found.all)


def test_teams_of_two_players_make_no_difference(reached: Reach) -> None:
    found = cells([*shipped().examples], reached)
    assert found.rows["TTM-13"][found.settings.index(Setting(2))] == IDLE


def test_holes_and_coincidences_are_ranked_by_how_often_play_reaches_them(reached: Reach) -> None:
    found = cells_of([], Ablation((), {}, {}), reached, Trials(RULES))
    assert not found.proved
    assert found.all == sum(row.count(HOLE) for row in found.rows.values())
    shares = [hole.share for hole in found.holes]
    assert shares == sorted(shares, reverse=True)
    assert {"TTM-5.draw", "TTM-5.one"} in [{*pair.clauses} for pair in found.apart]
    pairs = [pair.share for pair in found.apart]
    assert pairs == sorted(pairs, reverse=True)
    assert all(0 < share <= 1 for share in shares + pairs)


def accepted(proposals: list[Proposal], folder: Path) -> list[Example]:
    """The examples of a file of proposals."""
    file, problems = folder / "new.yaml", Problems()
    file.write_text("\n".join(one.text for one in proposals), encoding="utf-8")
    examples = examples_of(read_yaml(file, "new.yaml", problems), problems)
    assert problems.found == []
    return [*examples]


@pytest.mark.at_leisure
def test_a_proposed_example_is_sound_and_fills_the_hole(
    reached: Reach, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reach, "MOVES", 300)
    found = cells(without_flips_of_four(), reached)
    hole = next(hole for hole in found.holes if (hole.rule, hole.setting) == FLIP_OF_FOUR)
    only = replace(found, holes=(hole,), apart=())
    proposals = propose(RULES, only, ["ttm-7-of-4"])
    (example,) = accepted(proposals, tmp_path)
    assert (example.id, example.shows) == ("ttm-7-of-4-2", ("TTM-7",))
    assert example.given["players"] == "4"
    assert needs(example, "TTM-7", RULES)
    assert len(proposals[0].text.splitlines()) < 12, "not made smaller"
    game = with_examples([*without_flips_of_four(), example])
    assert check_examples(game, RULES)[1] == []
    filled = cells_of([example], ablate([example], RULES), reached, Trials(RULES))
    assert filled.rows["TTM-7"][filled.settings.index(Setting(4))] == PROVED


@pytest.mark.at_leisure
def test_an_example_is_proposed_against_a_mutant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reach, "MOVES", 300)
    game = shipped()
    source = RulesSource.of(game)
    mutant = next(one for one in mutants_of(source) if _is_about(one, "replace_the_card"))
    proposal = propose_against(Suite(with_examples([]), None), drafts_of(RULES), mutant)
    assert proposal is not None
    (example,) = accepted([proposal], tmp_path)
    assert check_examples(with_examples([example]), RULES, coverage=False)[1] == []
    mutated = Trials(grow(mutant, source))
    assert not mutated.is_true(example, mutated.game(example))


def _is_about(mutant: Mutant, function: str) -> bool:
    """Whether a change is in the body of a function of a file."""
    tree = ast.parse(Path(mutant.file).read_text(encoding="utf-8"))
    found = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    body = next(node for node in found if node.name == function)
    return body.lineno < mutant.line <= (body.end_lineno or 0)


def test_a_position_is_given_as_it_was_read() -> None:
    for example in shipped().examples:
        game, _ = game_for(example, RULES)
        given = {key: value for key, value in example.given.items() if key != "variants"}
        if not {"grid", "turn"} <= given.keys():
            continue
        table, _ = game.read(given, Reader(CARDS), seeded(0))
        move = game.move(0, "play", "flip")
        again = given_in(table, Scene(Setting(table.players), table, move), game)
        reader = Reader(CARDS)
        assert game.position(game.read(again, reader, seeded(1))[0]) == game.position(table)
        assert not reader.faults


def test_names_of_proposals_are_free_and_no_proposal_comes_twice() -> None:
    one = Proposal("why", "line-3", ("R-1",), {}, {}, {"legal": "no"})
    other = replace(one, then={"legal": "yes"})
    names = [proposal.id for proposal in renamed([one, replace(one, why="too"), other], ["line-3"])]
    assert names == ["line-3-2", "line-3-3"]
