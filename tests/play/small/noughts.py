"""Noughts and crosses, without cards."""

from printnplay.rules import OVER, Act, CardGame, Table, forbids, lines, parts, space_names, step

SPACES = space_names(3)
LINES = lines(SPACES)


class NoughtsTable(Table):
    marks: list[str] = parts.each(parts.word("", "a", "b"), names=SPACES)


class Noughts(CardGame[NoughtsTable]):
    table = NoughtsTable
    acts = (Act("mark", SPACES),)
    sentences = {
        "N-1": "Players take turns to mark an empty space.",
        "N-2": "Three in a line win; a full grid is a draw.",
    }

    def deal(self, table, rng):
        pass

    @forbids("N-1.turn", "players take turns")
    def is_not_their_turn(self, table, move):
        return move.seat != table.turn

    @forbids("N-1.empty", "a space that is marked is taken")
    def is_taken(self, table, move):
        return bool(table.marks[SPACES.index(move.what)])

    def play(self, table, move, rng):
        table.marks[SPACES.index(move.what)] = "ab"[move.seat]
        table.turn = 1 - move.seat
        if all(table.marks):
            table.turn = OVER
        self.end_with_a_line(table, move.seat)

    @step("N-2", "three in a line win")
    def end_with_a_line(self, table, seat):
        marks = dict(zip(SPACES, table.marks, strict=True))
        if any({marks[space] for space in line} == {"ab"[seat]} for line in LINES):
            table.turn, table.winners = OVER, [seat]


new_game = Noughts
