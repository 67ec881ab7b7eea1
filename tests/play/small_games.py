"""Rules of games so small that they can be played out wholly."""

NOUGHTS = """
from printnplay.rules import OVER, Act, CardGame, Table, forbids, lines, parts, space_names, step

SPACES = space_names(3)
LINES = lines(SPACES)


class Grid(Table):
    marks: list[str] = parts.each(parts.word("", "a", "b"), names=SPACES)


class new_game(CardGame[Grid]):
    table = Grid
    acts = (Act("mark", SPACES),)
    sentences = {"N-1": "Players mark empty spaces in turn.", "N-2": "Three in a line win."}

    def deal(self, table, rng):
        pass

    @forbids("N-1.turn", "players take turns")
    def is_not_their_turn(self, table, move):
        return move.seat != table.turn

    @forbids("N-1.empty", "a marked space is taken")
    def is_taken(self, table, move):
        return bool(table.marks[SPACES.index(move.what)])

    def play(self, table, move, rng):
        table.marks[SPACES.index(move.what)] = "ab"[move.seat]
        table.turn = OVER if all(table.marks) else 1 - move.seat
        self.end_with_a_line(table, move.seat)

    @step("N-2", "three in a line win")
    def end_with_a_line(self, table, seat):
        marks = dict(zip(SPACES, table.marks))
        if any({marks[space] for space in line} == {"ab"[seat]} for line in LINES):
            table.turn, table.winners = OVER, [seat]
"""
"""Noughts and crosses: a well-known number of positions, and nobody can force a win."""

RACE = """
from printnplay.rules import OVER, Act, Card, CardGame, Table, parts

CARD = Card("card", 1)


class Track(Table):
    cards = (CARD,)
    draw: list[Card] = parts.draw_pile()
    steps: int = parts.number()


class new_game(CardGame[Track]):
    table = Track
    acts = (Act("go", ("slowly", "by-die")),)
    dice = {"die": 4}
    sentences = {"T-1": "Whoever passes the fourth space wins."}

    def deal(self, table, rng):
        table.draw = self.all_cards()

    def legal_moves(self, table):
        return [] if table.turn == OVER else self.moves_of(table, table.turn)

    def play(self, table, move, rng):
        table.steps += 1 if move.what == "slowly" else self.roll("die", rng)
        table.turn = 1 - move.seat
        if table.steps > 4:
            table.turn, table.winners = OVER, [move.seat]
"""
"""A race of five spaces: a step takes one space, or as many as a die of four sides shows."""

HEAP = """
from printnplay.rules import OVER, Act, CardGame, Table, forbids, parts, shuffle


class Heap(Table):
    stones: int = parts.number()


class new_game(CardGame[Heap]):
    table, seats = Heap, (2, 3)
    acts = (Act("take", (1, 2)),)
    sentences = {"H-1": "Whoever takes the last stone wins."}

    def deal(self, table, rng):
        table.stones = 4 + rng(2)

    @forbids("H-1", "players take turns, while there are as many stones")
    def cannot_take(self, table, move):
        return move.seat != table.turn or move.what > table.stones

    def play(self, table, move, rng):
        table.stones -= move.what
        table.turn = (move.seat + 1) % table.players
        if not table.stones:
            table.turn, table.winners = OVER, [move.seat]
"""
"""Four or five stones, by chance; each takes one or two, and the last one wins."""
