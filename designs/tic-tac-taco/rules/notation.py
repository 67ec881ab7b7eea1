"""Positions of Tic Tac Taco, read from worked examples.

Tic Tac Taco in the words of worked examples: moves read and told, positions compared.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import cast

from printnplay.model import codes
from printnplay.model.game import Plain
from printnplay.model.verdicts import Position
from printnplay.rules import positions as compare
from printnplay.rules.game import Move, Rng
from printnplay.rules.notation import PLAYERS, Reader, turn_words
from printnplay.rules.positions import Rest, by_seat, hand_paths, read_hands, read_seat
from printnplay.rules.protocol import Miss

from .cards import (
    BASE_CARDS,
    CARDS,
    CARNE,
    DISCARD,
    DRAW,
    FACTS,
    FIELD,
    FIELD_NAMES,
    FIELD_SPACES,
    HAND,
    LAYING,
    POCALYPSE,
    QUESO,
    SHARED,
    SHUFFLED,
    SIDE,
    SOURCES,
    SPACE_NAMES,
    SPACES,
    STEAL,
    TAKE,
    TEAMS,
    TURN,
    TacoTable,
    finished,
    without,
)
from .play import PLACES, Play

SEATS = PLAYERS[: FACTS["players"]]
BEFORE = ("holder",)
WHILE_LAYING = (*BEFORE, "teams", "grid")
IN_PLAY = (*WHILE_LAYING, "turned", "hands", "draw", "discard", "rest", "pocalypse", "turn")

WHOLE = Play()
"""All rules in force: what can be on the table is judged by these, whatever is switched off."""


class Given(Play):
    """The game, with positions read from the words of an example."""

    def read(self, given: Mapping[str, Plain], reader: Reader, draw: Rng) -> tuple[TacoTable, Rng]:
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
        self, table: TacoTable, given: Mapping[str, Plain], reader: Reader, draw: Rng
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


DEEDS = "take, lay, draw, play, discard"
NAMES = {"take": CARDS[: len(TEAMS)], "lay": CARDS[: SHARED + 1], "play": CARDS}
WHERE = {"to": (SPACE_NAMES, "space"), "from": (SOURCES, "pile")}


class TicTacTaco(Given):
    """Tic Tac Taco for two players or two sides: the whole game."""

    def steps(self, state: TacoTable, when: Mapping[str, Plain], reader: Reader) -> list[Move]:
        """The moves of `when`: a side taken, a base card laid, cards drawn, played, discarded.

        `discard` names one card or, after a Pico de Futuro, two.
        """
        reader.keys("when", when, _keys(when))
        turn = SEATS[max(self.to_move(state), 0)]
        player = reader.choice("when.player", when.get("player", turn), SEATS, "player")
        moves = []
        if "take" in when:
            team = reader.choice("when.take", when["take"], NAMES["take"], "team")
            moves.append(Move(player, TAKE, team))
        if "lay" in when:
            base = reader.choice("when.lay", when["lay"], NAMES["lay"], "base card")
            space = reader.choice("when.to", when.get("to", ""), FIELD_NAMES, "space")
            moves.append(Move(player, base, space))
        if "draw" in when and reader.yes("when.draw", when["draw"]):
            moves.append(Move(player, DRAW))
        if "play" in when:
            card = reader.choice("when.play", when["play"], CARDS, "card")
            moves.append(Move(player, card, _place(card, when, reader)))
        for word in str(when.get("discard", "")).split():
            moves.append(Move(player, DISCARD, reader.choice("when.discard", word, CARDS, "card")))
        if not moves:
            reader.fault(
                codes.WRONG_EXAMPLE_VALUE,
                "when",
                "nothing is done here",
                f"expected one of {DEEDS}",
            )
        return moves

    def names(self, move: Move) -> Mapping[str, str]:
        """The move as `when` of an example writes it."""
        words = {"player": SEATS[move.player]}
        if move.action == TAKE:
            return {**words, "take": CARDS[move.place]}
        if move.action <= SHARED:
            return {**words, "lay": CARDS[move.action], "to": FIELD_NAMES[move.place]}
        if move.action == DRAW:
            return {**words, "draw": "yes"}
        if move.action == DISCARD:
            return {**words, "discard": CARDS[move.place]}
        words["play"] = CARDS[move.action]
        key = _key(move.action)
        return {**words, key: WHERE[key][0][move.place]} if key else words

    def position(self, state: TacoTable) -> Position:
        """The position as plain data.

        `grid` holds the uppermost cards and `stacks` all, lowest first, of 25 spaces while base
        cards are laid, then of nine; `turned` names the spaces lying logo up; `draw` is a number.
        """
        stacks = _named(state.grid)
        return {
            "players": len(SEATS),
            "teams": {SEATS[seat]: CARDS[team] for seat, team in enumerate(state.teams)},
            "holder": SEATS[state.holder],
            "turn": turn_words(self.to_move(state), len(SEATS)),
            "grid": [stack[-1] if stack else "" for stack in stacks],
            "stacks": stacks,
            "turned": [SPACE_NAMES[space] for space in range(SPACES) if state.turned[space]],
            "bases": by_seat(_named(state.bases)),
            "hands": by_seat(_named(state.hands)),
            "pocalypse": by_seat(_named([[POCALYPSE] * count for count in state.rows])),
            "draw": len(state.pile),
            "discard": [CARDS[card] for card in state.discard],
            "winner": [SEATS[seat] for seat in state.winners],
        }

    def compare(self, position: Position, then: Mapping[str, Plain], reader: Reader) -> list[Miss]:
        """Every claim about the position that is not so."""
        turned = cast("list[str]", position["turned"])
        others = {key: claim for key, claim in then.items() if key != "turned"}
        found = compare.claims(position, others, reader)
        if "turned" in then:
            found += compare.names("then.turned", then["turned"], turned)
        return found


def _named(cards: Sequence[Sequence[int]]) -> list[list[str]]:
    """The cards of each place by their ids."""
    return [[CARDS[card] for card in own] for own in cards]


def _keys(when: Mapping[str, Plain]) -> tuple[str, ...]:
    """The keys that mean something beside the others: `to` and `from` only with their cards."""
    card = when.get("play")
    place = _key(CARDS.index(card)) if isinstance(card, str) and card in CARDS else ""
    further = {place, "to" if "lay" in when else ""} - {""}
    return ("player", *DEEDS.split(", "), *sorted(further))


def _key(card: int) -> str:
    """The key that says where the card goes; none for a card that goes nowhere."""
    return "from" if card == STEAL else "to" if card in PLACES else ""


def _place(card: int, when: Mapping[str, Plain], reader: Reader) -> int:
    """Where the card goes: a space, a pile, or nowhere."""
    key = _key(card)
    if not key:
        return -1
    if key not in when:
        reader.fault(codes.WRONG_EXAMPLE_VALUE, "when", f"`{key}` is missing", f"expected `{key}`")
        return -1
    return reader.choice(f"when.{key}", when[key], *WHERE[key])
