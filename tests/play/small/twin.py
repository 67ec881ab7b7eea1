"""Noughts and crosses once more, by numbers: three of the numbers of a magic square add up to 15."""

NUMBERS = dict(zip(("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"), (8, 1, 6, 3, 5, 7, 4, 9, 2)))


def start(players, outcomes):
    return []


def at(given):
    marks, table = given["marks"], []
    mine = {seat: [space for space, mark in marks.items() if mark == seat] for seat in "ab"}
    for turn in range(9):
        seat = "ab"[turn % 2]
        if mine[seat]:
            table.append(mine[seat].pop())
    return table


def moves(table):
    return [{"player": "ab"[len(table) % 2], "mark": space} for space in NUMBERS if space not in table]


def play(table, move, outcomes):
    return [*table, move["mark"]]


def result(table):
    for seat in "ab":
        own = [NUMBERS[space] for space in table["ab".index(seat) :: 2]]
        if any(x + y + z == 15 for i, x in enumerate(own) for j, y in enumerate(own[:i]) for z in own[:j]):
            return [seat]
    return [] if len(table) == 9 else None
