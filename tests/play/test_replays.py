"""Games are replayed from JSON: what rules keep outside of the table does not go unseen."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from rules.games import NAMES, source

from printnplay.play.study import Study, play_share
from printnplay.rules.loader import RulesSource

RULES_FILE = """
import itertools
import random

from printnplay.rules import OVER, Act, Card, CardGame, Table, parts, shuffle

CARDS = tuple(Card(f"card-{number}", 2) for number in range(6))
ROUNDS = itertools.count()


class Heap(Table):
    cards = CARDS
    draw: list[Card] = parts.draw_pile()
    played: list[Card] = parts.pile()
    aside: list[Card] = parts.slot()
    mood: str = parts.word("calm", "wild")
    turns: int = parts.number()


class new_game(CardGame[Heap]):
    table = Heap
    acts = (Act("draw", ("top", "bottom")),)
    count = 0
    sentences = {"H-1": "Cards are drawn until none is left."}

    def deal(self, table, rng):
        table.draw = self.all_cards()
        shuffle(table.draw, rng)
        table.note = 0

    def legal_moves(self, table):
        moves = [] if table.turn == OVER else self.moves_of(table, table.turn)
        return moves[: 1 if LEGAL else 2]

    def play(self, table, move, rng):
        WORK
        table.played.append(table.draw.pop(-1 if move.what == "top" else 0))
        table.turn = 1 - table.turn if table.draw else OVER
"""

SOUND = ("table.turns += 1", "False")

FAULTS: Mapping[str, tuple[str, str, str]] = {
    "state on the game": (
        "self.count += 1; table.turns = self.count",
        "False",
        "has other `turns`",
    ),
    "state of the module": ("table.turns = next(ROUNDS)", "False", "has other `turns`"),
    "chance of Python": (
        "random.shuffle(table.draw)",
        "False",
        "the game has other `draw`",
    ),
    "less than nothing": ("table.turns -= 1", "False", "`turns`: expected no number below zero"),
    "two cards in a slot": (
        "table.aside += [] if table.aside[1:] else [table.draw.pop(0)]",
        "False",
        "`aside`: expected one card at most, found ",
    ),
    "a word that is none": (
        "table.mood = 'angry'",
        "False",
        "hold this: `mood`: expected one",
    ),
    "what is no part": ("table.note += 1", "False", "cannot go on: 'Heap' object has no attribute"),
    "moves by state": ("self.count += 1", "self.count > 3", "has other legal moves"),
}


def rules_in(folder: Path, work: str, legal: str) -> RulesSource:
    text = RULES_FILE.replace("WORK", work).replace("LEGAL", legal)
    (folder / "rules.py").write_text(text, encoding="utf-8")
    return RulesSource.at(folder / "rules.py")


@pytest.mark.parametrize("name", FAULTS)
def test_a_game_that_another_copy_cannot_continue_is_reported(name: str, tmp_path: Path) -> None:
    work, legal, message = FAULTS[name]
    (found,) = play_share(Study(rules_in(tmp_path, work, legal), 2, 7, 3), (0, 3)).mishaps
    assert found.game == 0
    assert message in found.what
    assert found.move < 12


def test_the_move_that_cannot_be_repeated_is_named(tmp_path: Path) -> None:
    work = "table.turns += 1; table.mood = 'angry' if table.turns > 8 else 'calm'"
    (found,) = play_share(Study(rules_in(tmp_path, work, "False"), 2, 7, 1), (0, 1)).mishaps
    assert found.move == 9


def test_games_of_sound_rules_can_be_replayed(tmp_path: Path) -> None:
    tally = play_share(Study(rules_in(tmp_path, *SOUND), 2, 7, 3), (0, 3))
    assert (tally.mishaps, tally.lengths) == ([], {12: 3})
    for name in NAMES:
        assert play_share(Study(source(name), 2, 3, 1), (0, 1)).mishaps == []
