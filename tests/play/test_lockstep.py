"""A second implementation of the rules: it agrees, or the first difference is an example."""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from cli.project import Ran, run

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/play.md").read_text("utf-8")
TWIN = PAGE.partition('```python title="twin.py"\n')[2].partition("```")[0]
FORGOTTEN = ('"cat" in (card, top) or', 'card == "cat" or top != "cat" and')


@pytest.fixture(autouse=True)
def place(tmp_path: Path, guide_files: Mapping[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The project of the guide to rules."""
    shutil.copytree(ROOT / "tests/cli/stairs", tmp_path, dirs_exist_ok=True)
    for name, text in guide_files.items():
        (tmp_path / "designs/stairs" / name).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)


def held(twin: str, options: str = "--trust-rules --games 30") -> Ran:
    Path("twin.py").write_text(twin, encoding="utf-8")
    return run(f"play stairs --lockstep twin.py {options}")


def but(*changes: tuple[str, str]) -> str:
    """The second implementation of the page with other lines."""
    twin = TWIN
    for old, new in changes:
        assert old in twin
        twin = twin.replace(old, new)
    return twin


def test_a_second_implementation_that_agrees_is_counted() -> None:
    ran = held(TWIN, "--trust-rules --games 10")
    assert (ran.status, ran.err) == (0, "")
    assert "`twin.py` agrees with the rules\n  2 players: 10 games, " in ran.out
    assert "\n  4 players: 10 games, " in ran.out


def test_the_first_difference_is_a_small_example() -> None:
    """The page shows it. It is of the shortest game, and gives nothing that both can do without."""
    ran = held(but(FORGOTTEN))
    assert ran.status == 1
    shown = PAGE.partition("```\nerror[PNP682]")[2].partition("```")[0]
    assert ran.err.partition("\nhelp")[0] in "error[PNP682]" + shown
    assert ran.out in shown


def test_a_smaller_position_may_be_too_small_for_the_second_implementation() -> None:
    ran = held(
        but(
            FORGOTTEN,
            ("    return given", "    assert len(given['hands']['b']) > 1\n    return given"),
        )
    )
    assert "error[PNP682]" in ran.err
    assert "then: {legal: yes}" in ran.out


def test_a_difference_is_data_for_programs() -> None:
    ran = held(but(FORGOTTEN), "--trust-rules --games 30 --json")
    (problem,) = json.loads(ran.out)["problems"]
    assert ran.status == 1
    assert problem["label"] == "by the rules: legal; by `twin.py`: not legal"


def test_without_a_way_to_set_up_a_table_the_example_gives_it_all() -> None:
    ran = held(but(FORGOTTEN, ("def at(", "def not_at(")))
    assert "\n    draw: [" in ran.out
    assert "then: {legal: yes}" in ran.out


@pytest.mark.parametrize(
    ("change", "what", "claim"),
    [
        (
            ('table["won"] = [move["player"]]', 'table["won"] = ["b"]'),
            ": the end\n",
            "then: {winner: [a]}",
        ),
        (
            ('seats.index(move["player"]) + 1', 'seats.index(move["player"]) - 1'),
            ": whose turn it is\n",
            "then: {turn: b}",
        ),
        (
            ("return plays or [", 'return plays or [{"player": seat, "play": "cat"}, '),
            ": the move `",
            "then: {legal: no, because: ST-1}",
        ),
    ],
    ids=["winners", "turn", "forbidden"],
)
def test_an_example_claims_what_differs(change: tuple[str, str], what: str, claim: str) -> None:
    ran = held(but(change), "--trust-rules --games 30 --seats 3")
    assert what in ran.err
    assert claim in ran.out


def test_an_unknown_move_has_no_example() -> None:
    wait = "[*listed(table), {'player': table['turn'], 'wait': 'a turn'}]"
    ran = held(f"{TWIN}\n\nlisted = moves\n\n\ndef moves(table):\n    return {wait}\n")
    assert ran.status == 1
    assert "error[PNP682]" in ran.err
    assert ran.out == ""


def test_a_second_implementation_does_not_run_untrusted() -> None:
    run("trust stairs")
    ran = held("open('ran', 'w')", "")
    assert ran.status == 2
    assert "error[PNP680]: `twin.py` is Python code, and runs only if you trust it" in ran.err
    assert not Path("ran").exists()


@pytest.mark.parametrize(
    ("twin", "message"),
    [
        ("x = 1", "has no function `start`"),
        (but(('return table.get("won")', "return 1 / 0")), "fails: ZeroDivisionError"),
        (
            but(('return table.get("won")', "return [['a']]")),
            "has no letters of winners as its result: [['a']]",
        ),
        (but(("return plays", "return 7 or plays")), "lists no moves as examples write them: 7"),
    ],
    ids=["nothing", "failing", "winners", "moves"],
)
def test_a_second_implementation_that_cannot_be_played_is_reported(twin: str, message: str) -> None:
    ran = held(twin)
    assert ran.status == 1
    assert f"error[PNP681]: the second implementation `twin.py` {message}" in ran.err
