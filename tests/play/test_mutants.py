"""Mutants: every kind of change is made, what is no rule is left alone, and trials are fair."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from rules.games import deck_in, source
from rules.support import RULES, shipped, with_examples

from printnplay.game.game import Game
from printnplay.game.verdicts import Recorded
from printnplay.kernel.diagnostics import Span
from printnplay.play.mutants import (
    DECK,
    EXAMPLES,
    GAMES,
    LOADING,
    TIME,
    Mutant,
    Suite,
    grow,
    mutants_of,
    sources,
    try_mutant,
)
from printnplay.play.recorded import record
from printnplay.rules.loader import RulesSource

SOURCE = source("tic-tac-match")

LINES = '''
COMPONENTS = {"card": 3}
SENTENCES = {"ONE-1": "Count."}


class Game:
    """The game: 3 cards."""

    def __init__(self) -> None:
        self.early = self.on("ONE-1")

    def names(self, move):
        return 5 if move else 6

    def play(self, a: int = 7, b=None):
        """Not 5."""
        if not self.early:
            a = 8
        {line}
'''

CHANGES = {
    "return a == b": ["`==` becomes `!=`"],
    "return 1 < a <= b": [
        "`<` becomes `<=`",
        "`<=` becomes `<`",
        "`1` becomes `2`",
        "`1` becomes `0`",
    ],
    "return a in b": ["`in` becomes `not in`"],
    "return a and b": ["`and` becomes `or`"],
    "return a - b": ["`-` becomes `+`"],
    "return True": ["`True` becomes `False`"],
    "return any(a)": ["`any` becomes `all`"],
    "return min(a)": ["`min` becomes `max`"],
    "return a.seat": ["`a.seat` becomes the first seat"],
    "return parts.seat(a)": [],
    "return a if b else a": ["the condition `b` is turned round"],
    "return [x for x in a if b]": ["the condition `b` is turned round"],
    "a.pop()": ["`a.pop()` is left out"],
    "a[b] = a": ["`a[b] = a` is left out"],
    "a = b": [],
    "return a if self.on('ONE-1') else 9": ["the condition `self.on('ONE-1')` is turned round"],
    "return 'five'": [],
}
"""A line, and the changes of it, in words."""

ALWAYS = [
    "`self.early = self.on('ONE-1')` is left out",
    "the condition `not self.early` is turned round",
    "`7` becomes `8`",
    "`7` becomes `6`",
    "`3` becomes `4`",
    "`3` becomes `2`",
]
"""The changes of the lines around it: none of words, none of what only runs without a rule."""


def written(folder: Path, line: str) -> list[Mutant]:
    """The mutants of a rules file with this line."""
    file = folder / "lines.py"
    file.write_text(LINES.replace("{line}", line) + "\n\ndef new_game(off=()): ...\n", "utf-8")
    return mutants_of(RulesSource.at(file))


@pytest.mark.parametrize("line", CHANGES)
def test_every_kind_of_change_is_made_and_no_other(line: str, tmp_path: Path) -> None:
    found = written(tmp_path, line)
    assert sorted(fault.what for fault in found) == sorted([*CHANGES[line], *ALWAYS])
    last = LINES.count("\n")
    assert [fault.what for fault in found if fault.line == last] == CHANGES[line]


def test_files_of_words_are_not_changed() -> None:
    assert [file.stem for file in sources(SOURCE)] == ["play"]


def find(file: str, what: str, line: str = "") -> Mutant:
    """The first mutant of a file with a change that begins so, in a line with these words."""
    found = mutants_of(SOURCE)
    return next(
        fault
        for fault in found
        if fault.file.endswith(file) and fault.what.startswith(what)
        if line in Path(fault.file).read_text("utf-8").split("\n")[fault.line - 1]
    )


def test_each_witness_gives_a_mutant_away() -> None:
    recorded = Recorded(RULES.FACTS, _games(), Span(""))
    suite = Suite(shipped(), recorded)
    assert try_mutant(suite, find("play.py", "`4` becomes", "PLAYERS =")) == DECK
    unlaid = find("play.py", "`table.discard.append(card)`")
    assert try_mutant(suite, unlaid) == EXAMPLES
    bare = Suite(with_examples([]), recorded)
    assert try_mutant(bare, unlaid) == GAMES
    assert try_mutant(Suite(with_examples([]), None), unlaid) == ""


def own_game(folder: Path) -> Game:
    """A game without examples, by the rules that `written` makes."""
    return replace(with_examples([]), folder=str(folder), rules="lines.py")


def _games() -> tuple:  # type: ignore[type-arg]
    return tuple(one for seed in range(2) if (one := record(RULES, 2, seed, 200, {})) is not None)


@pytest.mark.parametrize(("line", "witness"), [("while True: a = b", TIME), ("return (", LOADING)])
def test_rules_that_run_wild_or_do_not_load_are_given_away(
    line: str, witness: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printnplay.play.mutants.SECONDS", 0.2)
    suite = Suite(own_game(tmp_path), None)
    mutant = written(tmp_path, "return a == b")[0]
    file = tmp_path / "lines.py"
    file.write_text(
        file.read_text("utf-8") + f"\n\na = b = 1\n{line.replace('return', 'a =')}\n", "utf-8"
    )
    assert try_mutant(suite, mutant) == witness


def test_a_mutant_of_ones_own_rules_file_can_be_grown(
    guide_files: dict[str, str], tmp_path: Path
) -> None:
    for name, text in guide_files.items():
        (tmp_path / name).write_text(text, "utf-8")
    own = RulesSource.at(tmp_path / "rules.py", deck_in(tmp_path))
    rules, found = own.load(), mutants_of(own)
    assert len(found) > 20
    mutant = next(fault for fault in found if fault.what == "`3` becomes `4`")
    grown = grow(mutant, own)
    assert (rules.FACTS["hand_size"], grown.FACTS["hand_size"]) == (3, 4)


def test_a_mutant_that_leaves_the_program_is_given_away(tmp_path: Path) -> None:
    suite = Suite(own_game(tmp_path), None)
    mutant = written(tmp_path, "return a == b")[0]
    with (tmp_path / "lines.py").open("a", encoding="utf-8") as file:
        file.write("\nraise SystemExit(0)\n")
    assert try_mutant(suite, mutant) == LOADING
