"""Positions of Tic Tac Taco, read from worked examples."""

from collections import Counter
from collections.abc import Mapping

from printnplay.engine.games.tic_tac_taco.cards import (
    BASE_CARDS,
    CARDS,
    CARNE,
    FACTS,
    FIELD,
    FIELD_SPACES,
    HAND,
    LAYING,
    POCALYPSE,
    QUESO,
    SHARED,
    SHUFFLED,
    SIDE,
    SPACE_NAMES,
    TEAMS,
    TURN,
    TacoTable,
    finished,
    without,
)
from printnplay.engine.games.tic_tac_taco.rules import Play
from printnplay.engine.kernel import Draw
from printnplay.engine.notation import PLAYERS, Reader
from printnplay.engine.positions import Rest, hand_paths, read_hands, read_seat
from printnplay.model.cards import Plain

SEATS = PLAYERS[: FACTS["players"]]
BEFORE = ("holder",)
WHILE_LAYING = (*BEFORE, "teams", "grid")
IN_PLAY = (*WHILE_LAYING, "turned", "hands", "draw", "discard", "rest", "pocalypse", "turn")

WHOLE = Play()
"""All rules in force: what can be on the table is judged by these, whatever is switched off."""


class Given(Play):
    """The game, with positions read from the words of an example."""

    def read(
        self, given: Mapping[str, Plain], reader: Reader, draw: Draw
    ) -> tuple[TacoTable, Draw]:
        """A position, and the chance that follows it.

        Without a grid it is the table before sides are chosen; a grid of five rows is being laid,
        one of three rows is played on. Cards not named lie in hands not named and in the draw pile
        below its named cards, or with `rest: discard` in the discard pile.
        """
        table = TacoTable(max(read_seat("holder", given, reader, len(SEATS)), 0))
        if "grid" not in given:
            reader.keys("given", given, BEFORE)
            return table, draw
        self._read_teams(table, given, reader)
        rows = len(given["grid"]) if isinstance(given["grid"], list) else 0
        reader.keys("given", given, WHILE_LAYING if rows == FIELD else IN_PLAY)
        side = FIELD if rows == FIELD else SIDE
        table.grid = reader.grid("given.grid", given["grid"], side)
        if reader.faults:
            return table, draw
        if side == FIELD:
            _read_laying(table, reader)
        else:
            self._read_play(table, given, reader, draw)
        return table, draw

    def _read_teams(self, table: TacoTable, given: Mapping[str, Plain], reader: Reader) -> None:
        """The teams, by one player or by both."""
        named = reader.mapping("given.teams", given.get("teams", {"a": CARDS[TEAMS[0]]}))
        reader.keys("given.teams", named, tuple(SEATS))
        firsts = set()
        for name, word in named.items():
            team = reader.choice(f"given.teams.{name}", word, CARDS[: len(TEAMS)], "team")
            if name in SEATS:
                firsts.add(team ^ SEATS.index(name))
        if len(firsts) > 1:
            label = "expected another team for each player"
            reader.impossible("given.teams", "both players have the same team", label)
        first = max(min(firsts, default=0), 0)
        table.teams = [first, 1 - first]

    def _read_play(
        self, table: TacoTable, given: Mapping[str, Plain], reader: Reader, draw: Draw
    ) -> None:
        """Toppings, hands, piles, Taco-pocalypse cards, and whose turn it is."""
        self._check_grid(table, reader)
        if reader.faults:
            return
        hands = read_hands(given, reader, len(SEATS), HAND)
        top = reader.hand("given.draw", given.get("draw", []))
        table.discard = reader.hand("given.discard", given.get("discard", []))
        _read_rows(table, given, reader)
        placed = {
            "given.grid": [card for stack in table.grid for card in stack[1:]],
            "given.pocalypse": [POCALYPSE] * sum(table.rows),
            "given.draw": top,
            "given.discard": table.discard,
            **hand_paths(hands),
        }
        rest = Rest(SHUFFLED, placed, reader, draw)
        table.hands = rest.fill(hands, len(SEATS), HAND)
        where = reader.choice("given.rest", given.get("rest", "draw"), ("draw", "discard"), "pile")
        table.pile = (rest.cards if where == 0 else []) + top[::-1]
        table.discard = (rest.cards if where == 1 else []) + table.discard
        for at, name in enumerate(reader.listed("given.turned", given.get("turned", []))):
            space = reader.choice(f"given.turned.{at}", name, SPACE_NAMES, "space")
            table.turned[space] = 1
        table.frame = [TURN, read_seat("turn", given, reader, len(SEATS)), 0]

    def _check_grid(self, table: TacoTable, reader: Reader) -> None:
        """Tell of a grid that no game can reach; finished combos are turned over."""
        for name, stack in zip(SPACE_NAMES, table.grid, strict=True):
            if not stack or stack[0] > SHARED or stack[1:] != [CARNE, QUESO][: len(stack) - 1]:
                label = "expected a base card, perhaps with Carne, perhaps with Queso on that"
                reader.impossible("given.grid", f"this cannot lie on {name}", label)
        if reader.faults:
            return
        bases = Counter(CARDS[stack[0]] for stack in table.grid)
        if bases != BASE_CARDS:
            label = "expected four of each team and the NachoTortilla"
            reader.impossible("given.grid", "these are not the nine base cards", label)
        elif not self.agreed("dead-grids") and not all(
            WHOLE.own_lines(table, team) for team in TEAMS
        ):
            label = "expected a line of its own for each"
            reader.impossible("given.grid", "a team cannot win on this grid", label)
        elif any(WHOLE.line(table, team) for team in TEAMS):
            reader.impossible("given.grid", "a line is finished: the game is over", "expected none")
        table.turned = [int(finished(stack)) for stack in table.grid]


def _read_laying(table: TacoTable, reader: Reader) -> None:
    """The base cards that are left to lay, and who lays the next one."""
    grid = table.grid
    laid = [space for space, stack in enumerate(grid) if stack]
    if any(len(grid[space]) > 1 or grid[space][0] > SHARED for space in laid):
        reader.impossible("given.grid", "this is not laid", "expected single base cards")
        return
    WHOLE.clear(table)
    for card in (grid[space][0] for space in laid):
        owner = table.holder if card == SHARED else table.teams.index(card)
        if card not in table.bases[owner]:
            reader.impossible("given.grid", f"too many cards `{CARDS[card]}`", "expected fewer")
        table.bases[owner] = without(table.bases[owner], card)
    table.grid = grid
    left = [len(table.bases[seat]) for seat in (table.holder, 1 - table.holder)]
    if left[0] - left[1] not in (0, 1) or not any(left):
        label = "expected the holder of the NachoTortilla to lay first, and cards left to lay"
        reader.impossible("given.grid", "the players have not laid in turn", label)
    if laid and not grid[FIELD_SPACES // 2]:
        reader.impossible("given.grid", "the first card lies in the middle", "expected one on c3")
    elif laid and not WHOLE.fits(laid):
        label = "expected three rows and three columns at most"
        reader.impossible("given.grid", "these cards lie too far apart", label)
    turn = table.holder if left[0] > left[1] else 1 - table.holder
    table.frame = [LAYING, turn, 0]


def _read_rows(table: TacoTable, given: Mapping[str, Plain], reader: Reader) -> None:
    """The number of Taco-pocalypse cards in front of each player."""
    named = reader.mapping("given.pocalypse", given.get("pocalypse", {}))
    reader.keys("given.pocalypse", named, tuple(SEATS))
    limit = FACTS["pocalypse_limit"]
    for name, number in named.items():
        path = f"given.pocalypse.{name}"
        count = reader.number(path, number)
        if count >= limit:
            reader.impossible(path, f"{limit} set off the reset", f"expected fewer than {limit}")
        if name in SEATS:
            table.rows[SEATS.index(name)] = count
