"""Figures of studies say nothing about cards and rules that the game does not mean."""

from pathlib import Path

import pytest

from printnplay.cli.study.text import as_text
from printnplay.play.many_games import Played
from printnplay.play.study import Study, play_share
from printnplay.play.study_summary import StudySummary, summarize
from printnplay.rules.loader import RulesSource

RULES_FILE = """
from printnplay.rules import OVER, Act, Card, CardGame, Table, clause, parts, shuffle, step

FAKE, TRUE, SHIELD = Card("fake", 4), Card("true", 4), Card("shield", 4)
CARDS = (FAKE, TRUE, SHIELD)


class Bluffs(Table):
    cards = CARDS
    hands: list[list[Card]] = parts.hands(3)
    draw: list[Card] = parts.draw_pile()
    discard: list[Card] = parts.pile()
    said: int = parts.number()


class new_game(CardGame[Bluffs]):
    table = Bluffs
    acts = (Act("play", (FAKE, TRUE)), Act("say", ("fake", "true")))
    seats = (2, 3)
    sentences = {
        "B-1": "Everybody holds three cards.",
        "B-2": "After six moves nobody wins.",
        "B-3": "The third player begins.",
        "B-4": "Words are counted.",
    }
    three_cards = clause("B-1", "three cards are dealt")
    third_begins = clause("B-3", "the third player begins")

    def deal(self, table, rng):
        table.draw = self.all_cards()
        shuffle(table.draw, rng)
        for seat in range(table.players):
            self.fill_hand(table, seat, 3 if self.three_cards else 2, rng)
        table.turn = 2 if table.players > 2 and self.third_begins else 0

    def legal_moves(self, table):
        moves = [] if table.turn == OVER else self.moves_of(table, table.turn)
        return [move for move in moves if move.act == "say" or move.what in table.hands[move.seat]]

    def play(self, table, move, rng):
        if move.act == "play":
            table.hands[move.seat].remove(move.what)
            table.discard.append(move.what)
        self.count(table)
        table.turn = (table.turn + 1) % table.players
        if table.said == 6:
            self.end(table)

    @step("B-4", "words are counted")
    def count(self, table):
        table.said += 1

    @step("B-2", "six moves end the game")
    def end(self, table):
        table.turn = OVER
"""


@pytest.fixture
def figures(tmp_path: Path) -> StudySummary:
    """The figures of a game with a word like a card, a card that no move plays, and facts."""
    file = tmp_path / "rules.py"
    file.write_text(RULES_FILE, encoding="utf-8")
    study = Study(RulesSource.at(file), 2, 1, 120)
    return summarize("bluffs", study.source.load(), study, play_share(study, (0, 120)))


def test_a_word_is_not_a_card_of_the_same_name(figures: StudySummary) -> None:
    text = " ".join(as_text(Played("bluffs", "Bluffs", (figures,), ())).split())
    said = text.partition("; say ")[2] or text.partition("actions say ")[2]
    assert "fake" in text.partition("play ")[2].partition(")")[0]
    assert not said.partition("%")[2].startswith(" (")


def test_a_card_that_no_move_plays_is_not_dead(figures: StudySummary) -> None:
    assert not figures.broken
    shield = next(card for card in figures.cards if card.card == "shield")
    assert shield.held.trials > 100
    assert figures.dead == ()
    assert figures.never_played == ()


def test_a_fact_is_judged_by_what_games_are_without_it(figures: StudySummary) -> None:
    """Facts do not report their use: the third player begins in no game of two."""
    assert figures.rules["B-1"].used == 0
    assert figures.never_used == ("B-3",)


def test_an_ending_without_a_name_is_the_sentence_of_the_rarest_rule(figures: StudySummary) -> None:
    assert [share.name for share in figures.endings] == ["After six moves nobody wins (B-2)"]
