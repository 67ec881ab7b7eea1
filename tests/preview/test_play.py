"""A game played on the page."""

import shutil
from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

from printnplay.files.catalog import Catalog, shipped_root
from printnplay.files.linked_pictures import as_uri
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems
from printnplay.loading.examples import load_examples
from printnplay.preview.live import LiveGame
from printnplay.preview.play import NoGameError, Tables
from printnplay.rules.examples import check_examples
from printnplay.rules.loader import rules_of

pytestmark = pytest.mark.sampled(3)


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


def test_figures_know_as_much_of_the_game_as_those_of_the_rulebook(tmp_path: Path) -> None:
    own = tmp_path / "templates/tic-tac-match/figure.svg.j2"
    own.parent.mkdir(parents=True)
    shipped = shipped_root() / own.relative_to(tmp_path)
    own.write_text("{% set told = game.facts ~ game.contents %}\n" + shipped.read_text("utf-8"))
    told = deal(Tables(LiveGame(Catalog(tmp_path), "tic-tac-match", ["en"])), "you", "you")
    assert told["figure"].startswith("<svg")


def test_figures_carry_their_large_pictures(tmp_path: Path) -> None:
    grain = BytesIO()
    Image.frombytes("L", (300, 300), Random(0).randbytes(90_000)).save(grain, "PNG")
    picture = as_uri("image/png", grain.getvalue())
    own = tmp_path / "templates/tic-tac-match/figure.svg.j2"
    own.parent.mkdir(parents=True)
    own.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="20mm" viewBox="0 0 20 20">'
        f'<image width="20" height="20" href="{picture}"/></svg>'
    )
    live = LiveGame(Catalog(tmp_path), "tic-tac-match", ["en"])
    assert picture in deal(Tables(live), "you", "you")["figure"]


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


def test_a_refused_deal_leaves_the_table_with_its_players(tables: Tables) -> None:
    told = deal(tables, "you", "greedy")
    with pytest.raises(NoGameError, match="cannot play"):
        deal(tables, *["random"] * 9)
    number = told["legal"][0]["number"]
    moved = tables.do({"do": "move", "number": number, "language": "en"})
    assert len(moved["moves"]) > len(told["moves"])


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


@pytest.mark.at_leisure
@pytest.mark.turns(4)
@pytest.mark.parametrize("game", ["match", "tic-tac-match", "tic-tac-taco", "tic-tac-ko"])
def test_worked_examples_pass_the_check(game: str, tmp_path: Path) -> None:
    """Each is true whatever lies hidden, and shows rules that it needs, and these only."""
    live = LiveGame(Catalog(shipped_root()), game, ["en"])
    assert live.game is not None
    tables, some, texts, tried = Tables(live), Random(2), [], 0
    told = deal(tables, "you", "you", *["you"] * (min(live.game.players) - 2))
    for number in range(24):
        told = tables.do({"do": "move", "number": some.choice(told["legal"])["number"]})
        wanted: dict[str, Any] = {"step": len(told["moves"])}
        refused = tables.do({"do": "why"})["refused"] if number % 4 == 3 else []
        if refused:
            wanted = {"refused": some.choice(refused)["number"]}
        tried += 1
        with suppress(NoGameError):
            texts.append(tables.do({"do": "example", "id": f"no-{number}", **wanted})["yaml"])
    # Not all can be: some games let no example begin in the midst of what a card does.
    assert len(texts) > tried / 2
    file = tmp_path / "examples.yaml"
    file.write_text("\n\n".join(texts), "utf-8")
    problems = Problems()
    examples = load_examples(file, "examples.yaml", problems)
    rules = rules_of(live.game, problems, live.catalog)
    assert not problems.found
    assert rules is not None
    _, found = check_examples(replace(live.game, examples=examples), rules)
    # What no example shows is no fault of these.
    faults = [fault for fault in found if fault.code not in NOT_SHOWN]
    assert [(fault.code.id, fault.message) for fault in faults] == []


NOT_SHOWN = (codes.RULE_NOT_SHOWN, codes.EFFECT_NOT_SHOWN, codes.EFFECT_WITHOUT_LIMIT)


def test_an_example_of_a_variant_chooses_it(tables: Tables) -> None:
    state = tables.do({"do": "state"})
    (name, choices), *_ = state["variants"].items()
    chosen = {"variants": {name: choices[1]}}
    tables.do({"do": "new", "seats": ["greedy", "greedy"], "seed": 3, "language": "en", **chosen})
    text = tables.do({"do": "example", "step": 1})["yaml"]
    assert f"given: {{variants: {{{name}: {choices[1]}}}" in text


@pytest.fixture
def own(tmp_path: Path) -> Tables:
    """The table of a game in a project of one's own."""
    root = shipped_root()
    for folder in ("designs/match", "locales", "templates/match"):
        shutil.copytree(root / folder, tmp_path / folder)
    tables = Tables(LiveGame(Catalog(tmp_path, trusted=True), "match", ["en"]))
    deal(tables, "greedy", "random")
    return tables


HARBOUR = """
id: harbour
title: Harbour
players: [3, 4]
rules: rules.py
style: match
card: {width: 63.5mm, height: 88.9mm, bleed: 2mm}
sheets: [{id: crates, where: {family: crate}}]
"""


@pytest.fixture
def harbour(tmp_path: Path, small_games: Path) -> Tables:
    """The table of a game in which some seats choose at once."""
    shutil.copytree(small_games / "harbour", tmp_path / "designs/harbour")
    (tmp_path / "designs/harbour/game.yaml").write_text(HARBOUR)
    return Tables(LiveGame(Catalog(tmp_path, trusted=True), "harbour", ["en"]))


def test_choices_made_at_once_are_secret_until_all_are_made(harbour: Tables) -> None:
    deal(harbour, "you", "you", "you")
    harbour.do({"do": "move", "number": 0, "language": "en"})
    told = harbour.do({"do": "move", "number": 4, "language": "en"})
    words = [{"player": "a", "look": "crate"}, {"player": "b", "bid": "?"}]
    assert (told["viewer"], [move["words"] for move in told["moves"]]) == ("c", words)
    assert told["zones"]["bids"] == {"a": "", "b": "?", "c": "due"}
    example = harbour.do({"do": "example", "step": 1})["yaml"]
    assert "then: {bids: {b: due, c: due}, known: {a: {draw: [crate-" in example
    with pytest.raises(NoGameError, match="secret until all have chosen"):
        harbour.do({"do": "example", "step": 2})
    told = harbour.do({"do": "move", "number": 2, "language": "en"})
    bids = [{"player": "b", "bid": "3"}, {"player": "c", "bid": "1"}]
    assert [move["words"] for move in told["moves"]] == [words[0], *bids]
    undone = harbour.do({"do": "undo", "language": "en"})
    assert [move["words"] for move in undone["moves"]] == words


@pytest.mark.at_leisure
def test_an_example_is_written_once(own: Tables, tmp_path: Path) -> None:
    file = tmp_path / "designs/match/examples.yaml"
    before = file.read_text("utf-8")
    written = own.do({"do": "write", "step": 1, "id": "mine"})["yaml"]
    with pytest.raises(NoGameError, match="already"):
        own.do({"do": "write", "step": 1, "id": "mine"})
    assert file.read_text("utf-8") == f"{before.rstrip()}\n\n{written}\n"


@pytest.mark.parametrize(
    "name", ["my example", "a/b", "[a]", "# c", "x\n  foo: bar", "A", "x" * 999]
)
@pytest.mark.at_leisure
def test_the_id_of_an_example_is_a_plain_name(own: Tables, tmp_path: Path, name: str) -> None:
    file = tmp_path / "designs/match/examples.yaml"
    before = file.read_bytes()
    with pytest.raises(NoGameError, match="is not a plain name: expected"):
        own.do({"do": "write", "step": 1, "id": name})
    assert file.read_bytes() == before


def test_a_file_of_examples_with_a_fault_is_not_written(own: Tables, tmp_path: Path) -> None:
    file = tmp_path / "designs/match/examples.yaml"
    file.write_text("examples: []\n", "utf-8")
    with pytest.raises(NoGameError, match=r"examples\.yaml, line 1: .*; correct it first"):
        own.do({"do": "write", "step": 1, "id": "mine"})


def test_the_log_of_another_game_is_told_as_that(own: Tables, tables: Tables) -> None:
    deal(tables, "greedy", "greedy")
    with pytest.raises(NoGameError, match="the log is of the game `tic-tac-match`"):
        own.do({"do": "load", "log": tables.do({"do": "log"})["log"]})


def test_the_rules_at_work_are_rules() -> None:
    tables = Tables(LiveGame(Catalog(shipped_root()), "tic-tac-ko", ["en"]))
    told = deal(tables, "random", "random")
    assert all(move["sentences"] for move in told["moves"])
    assert all(sentence for move in told["moves"] for sentence in move["sentences"])


def test_nothing_is_written_into_a_game_that_is_not_the_project_s(tmp_path: Path) -> None:
    (tmp_path / "designs").mkdir()
    tables = Tables(LiveGame(Catalog(tmp_path), "tic-tac-match", ["en"]))
    deal(tables, "greedy", "random")
    with pytest.raises(NoGameError, match="not in this project"):
        tables.do({"do": "write", "step": 1, "id": "mine"})


@pytest.mark.parametrize(
    "said",
    [
        {"do": "fly"},
        {"do": "move", "number": 0},
        {"do": "new", "seats": ["you"] * 7},
        {"do": "new", "seats": 2},
        {"do": "new", "seats": ["you"] * 2, "variants": [1]},
        {},
    ],
)
def test_what_makes_no_sense_is_refused(tables: Tables, said: dict[str, Any]) -> None:
    with pytest.raises(NoGameError):
        tables.do(said)
