"""Rules that name winners, points or numbers that cannot be, or that leave disorder behind."""

import subprocess
import sys
from pathlib import Path

import pytest

from .project import ROOT, change, run

pytestmark = pytest.mark.sampled(3)

RULES = "designs/stairs/rules.py"
WINS = "table.turn, table.winners = OVER, [seat]"

WINNERS = {
    "[99]": "the winner 99 is not a seat",
    "[-1]": "the winner -1 is not a seat",
    "[seat, seat]": "a seat wins twice",
    "['a']": "the winner of type str is not a seat",
    "[True]": "the winner of type bool is not a seat",
    "[float('nan')]": "the winner nan is not a seat",
    "[None]": "the winner of type NoneType is not a seat",
    "[10**5000]": "the winner",
    "None": "'NoneType' object is not iterable",
}
PAYOFFS = {
    "(float('nan'),) * table.players": "the payoff of seat 0 is nan, which is not a finite number",
    "(1.0, float('-inf'))": "the payoff of seat 1 is -inf",
    "(1.0,)": "there are 1 payoffs for 2 players",
    "(1.0,) * 9": "there are 9 payoffs for 2 players",
    "()": "there are 0 payoffs",
}


@pytest.mark.parametrize(("winners", "says"), WINNERS.items(), ids=WINNERS)
def test_winners_that_cannot_be_are_reported(stairs: Path, winners: str, says: str) -> None:
    wrong = f"table.turn, table.winners = OVER, {winners}"
    change(stairs, [{"file": RULES, "find": WINS, "replace": wrong}])
    ran = run("play stairs --games 20 --seats 2 --trust-rules -j 1")
    assert ran.status == 1
    assert "error[PNP650]: a game of 2 players went wrong" in ran.err
    assert says in ran.err


@pytest.mark.parametrize(("payoffs", "says"), PAYOFFS.items(), ids=PAYOFFS)
def test_payoffs_that_cannot_be_are_reported(stairs: Path, payoffs: str, says: str) -> None:
    own = f"    def returns(self, table):\n        return {payoffs}\n\n\nnew_game = Stairs"
    change(stairs, [{"file": RULES, "find": "\nnew_game = Stairs", "replace": own}])
    ran = run("play stairs --games 3 --seats 2 --trust-rules -j 1")
    assert ran.status == 1
    assert "error[PNP650]" in ran.err
    assert says in ran.err


@pytest.mark.parametrize("points", ["float('inf')", "float('nan')"])
def test_points_that_cannot_be_are_reported(stairs: Path, points: str) -> None:
    own = f"    def standing(self, table):\n        return ({points},) * 2\n\n\nnew_game = Stairs"
    change(stairs, [{"file": RULES, "find": "\nnew_game = Stairs", "replace": own}])
    ran = run("play stairs --games 3 --seats 2 --trust-rules -j 1")
    assert ran.status == 1
    assert "which is not a finite number" in ran.err


@pytest.mark.at_leisure
def test_a_single_game_is_reported_too(stairs: Path) -> None:
    wrong = "table.turn, table.winners = OVER, [99]"
    change(stairs, [{"file": RULES, "find": WINS, "replace": wrong}])
    found = [run(f"play stairs --game {n} --seats 2 --trust-rules") for n in range(1, 9)]
    failed = [ran for ran in found if ran.status]
    assert failed
    assert all("the winner 99 is not a seat" in ran.err for ran in failed)


@pytest.mark.parametrize("number", ["10**5000", "10**9", "-1", "1.5"])
def test_a_fact_that_nobody_can_print_is_reported(stairs: Path, number: str) -> None:
    change(stairs, [{"file": RULES, "find": "HAND = 3", "replace": f"HAND = 3\nHUGE = {number}"}])
    change(stairs, [{"file": RULES, "find": '"hand_size": HAND', "replace": '"hand_size": HUGE'}])
    ran = run("check stairs --trust-rules")
    assert ran.status == 1
    assert "error[PNP624]" in ran.err
    assert "`FACTS` is not a dict of names and numbers, from 0 to 999,999,999" in ran.err


DISORDER = {
    "no output": "import sys\nsys.stdout = sys.stderr = None",
    "another output": "import io, sys\nsys.stdout = io.StringIO()",
    "no input": "import sys\nsys.stdin = None",
    "a thread": "import threading, time\nthreading.Thread(target=time.sleep, args=[999]).start()",
    "an end": "import atexit, time\natexit.register(time.sleep, 999)",
    "an end by another name": "from atexit import register\nregister(input)",
}


@pytest.mark.parametrize("more", DISORDER.values(), ids=DISORDER)
def test_rules_leave_no_disorder(stairs: Path, more: str) -> None:
    with (stairs / RULES).open("a") as file:
        file.write(f"\n{more}\n")
    program = "from printnplay.cli import program; program()"
    ran = subprocess.run(
        [sys.executable, "-c", program, "check", "stairs", "--trust-rules", "--rules"],
        cwd=stairs,
        env={"PYTHONPATH": str(ROOT), "PRINTNPLAY_CACHE": ""},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "10 of 10 examples true" in ran.stdout
