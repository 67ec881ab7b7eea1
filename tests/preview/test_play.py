"""A game played on the page."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from printnplay.files.catalog import Catalog, shipped_root
from printnplay.loading.examples import load_examples
from printnplay.model.diagnostics import Problems
from printnplay.preview.live import LiveGame
from printnplay.preview.play import NoGameError, Tables


@pytest.fixture(scope="module")
def match() -> LiveGame:
    return LiveGame(Catalog(shipped_root()), "tic-tac-match", ["en"])


@pytest.fixture
def tables(match: LiveGame) -> Tables:
    return Tables(match)


def deal(tables: Tables, *seats: str) -> dict[str, Any]:
    return tables.do({"do": "new", "seats": list(seats), "seed": 3, "language": "en"})


def test_a_game_is_dealt_and_shown_to_who_is_to_move(tables: Tables) -> None:
    told = deal(tables, "you", "you")
    mine, theirs = told["turn"], "b" if told["turn"] == "a" else "a"
    assert told["viewer"] == mine
    assert "?" not in told["zones"]["hands"][mine]
    assert set(told["zones"]["hands"][theirs]) == {"?"}
    assert told["figure"].startswith("<svg")


def test_only_legal_moves_are_made(tables: Tables) -> None:
    told = deal(tables, "you", "you")
    legal = {move["number"] for move in told["legal"]}
    refused = tables.do({"do": "why"})["refused"]
    assert not legal & {move["number"] for move in refused}
    with pytest.raises(NoGameError, match="not legal"):
        tables.do({"do": "move", "number": refused[0]["number"]})
    after = tables.do({"do": "move", "number": min(legal), "language": "en"})
    assert len(after["moves"]) == 1
    assert after["moves"][0]["sentences"]


def test_a_refused_move_names_its_rule(tables: Tables) -> None:
    deal(tables, "you", "you")
    refused = tables.do({"do": "why"})["refused"]
    covering = next(move for move in refused if move["rule"] == "TTM-6.share")
    assert covering["sentence"] == "a covering card shares colour or symbol"
    told = tables.do({"do": "refusal", "number": covering["number"], "language": "en"})
    assert told["rule"] == "TTM-6.share"
    assert told["figure"].startswith("<svg")


def test_programs_play_their_seats(tables: Tables) -> None:
    told = deal(tables, "random", "greedy")
    assert told["winners"]
    assert told["legal"] == []


def test_a_move_is_taken_back_with_the_answer_to_it(tables: Tables) -> None:
    told = deal(tables, "you", "greedy")
    before = told["zones"]
    number = told["legal"][0]["number"]
    moved = tables.do({"do": "move", "number": number, "language": "en"})
    assert len(moved["moves"]) > len(told["moves"])
    back = tables.do({"do": "undo", "language": "en"})
    assert (back["moves"], back["zones"]) == (told["moves"], before)


def test_a_log_is_played_again(tables: Tables) -> None:
    told = deal(tables, "greedy", "greedy")
    log = tables.do({"do": "log"})["log"]
    again = tables.do({"do": "load", "log": log, "language": "en"})
    assert [move["words"] for move in again["moves"]] == [move["words"] for move in told["moves"]]
    with pytest.raises(NoGameError, match="cannot be read"):
        tables.do({"do": "load", "log": "{}"})


def steps(tables: Tables) -> Iterator[int]:
    yield from range(1, 1 + len(tables.do({"do": "state"})["moves"]))


def test_each_move_of_a_game_can_be_a_worked_example(tables: Tables, tmp_path: Path) -> None:
    deal(tables, "greedy", "random")
    texts = [
        tables.do({"do": "example", "step": step, "id": f"step-{step}"})["yaml"]
        for step in list(steps(tables))[:6]
    ]
    file = tmp_path / "examples.yaml"
    file.write_text("\n\n".join(texts), "utf-8")
    problems = Problems()
    examples = load_examples(file, "examples.yaml", problems)
    assert not problems.found
    assert [example.id for example in examples] == [f"step-{step}" for step in range(1, 7)]


def test_a_refused_move_can_be_a_worked_example(tables: Tables) -> None:
    deal(tables, "you", "you")
    refused = tables.do({"do": "why"})["refused"][0]
    lines = tables.do({"do": "example", "refused": refused["number"]})["yaml"].splitlines()
    assert lines[0] == "- id: refused"
    rule = refused["rule"].partition(".")[0]
    assert lines[-1] == f"  then: {{legal: no, because: {rule}}}"


def test_nothing_is_written_into_a_game_that_is_not_the_project_s(tmp_path: Path) -> None:
    (tmp_path / "designs").mkdir()
    tables = Tables(LiveGame(Catalog(tmp_path), "tic-tac-match", ["en"]))
    deal(tables, "greedy", "random")
    with pytest.raises(NoGameError, match="not in this project"):
        tables.do({"do": "write", "step": 1, "id": "mine"})


@pytest.mark.parametrize(
    "said",
    [{"do": "fly"}, {"do": "move", "number": 0}, {"do": "new", "seats": ["you"] * 7}, {}],
)
def test_what_makes_no_sense_is_refused(tables: Tables, said: dict[str, Any]) -> None:
    with pytest.raises(NoGameError):
        tables.do(said)
