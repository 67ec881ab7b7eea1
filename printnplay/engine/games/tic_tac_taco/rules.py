"""What comes of the moves of Tic Tac Taco."""

from collections.abc import Mapping

from printnplay.engine.chance import shuffle
from printnplay.engine.games.tic_tac_taco.cards import (
    CARDS,
    DISCARD,
    DISCARDING,
    DRAW,
    FACTS,
    FIELD_NAMES,
    FIELD_SPACES,
    GUAC,
    HAND,
    KEEPING,
    LAYING,
    PICO,
    POCALYPSE,
    SHARED,
    SOURCES,
    SPACE_NAMES,
    SPACES,
    STEAL,
    TAKE,
    TEAMS,
    TOPPINGS,
    TURN,
    TacoTable,
    finished,
    without,
)
from printnplay.engine.games.tic_tac_taco.legality import Legality
from printnplay.engine.kernel import Draw, Move

POWERS: Mapping[int, str] = {
    GUAC: "TAC-9",
    PICO: "TAC-10",
    STEAL: "TAC-11",
    POCALYPSE: "TAC-12",
}
"""The rules of the power-up cards."""

ONE_TURN: Mapping[int, tuple[str, ...]] = {
    GUAC: ("TAC-8.turn",),
    STEAL: ("TAC-8.turn", "TAC-11.turn"),
    POCALYPSE: ("TAC-8.turn", "TAC-12.once"),
}
"""The clauses by which the turn ends with the card."""


class Play(Legality):
    """Setting up, laying the grid, playing and ending a game."""

    def setup(self, players: int, draw: Draw) -> TacoTable:
        """A table for two; chance says who last ate tacos.

        Raises:
            ValueError: not two players.
        """
        if players != FACTS["players"]:
            raise ValueError(players)
        return TacoTable(draw(players))

    def play(self, state: TacoTable, move: Move, draw: Draw) -> None:
        """Carry out a legal move."""
        if move.action == TAKE:
            self._take(state, move)
        elif move.action <= SHARED:
            self._lay(state, move, draw)
        elif move.action == DRAW:
            self._draw_card(state, move.player, draw)
        elif move.action == DISCARD:
            self._discard(state, move, draw)
        else:
            self._play_card(state, move, draw)

    def _take(self, state: TacoTable, move: Move) -> None:
        """The player takes one side, the opponent the other (TAC-3)."""
        self.tell("TAC-3")
        team = move.place if self.on("TAC-3.sides") else TEAMS[0]
        state.teams = [team, 1 - team]
        if not self.on("TAC-3.tacos"):
            state.holder = 1 - state.holder
        self.clear(state)

    def clear(self, state: TacoTable) -> None:
        """Everybody takes their base cards; laying begins (TAC-3)."""
        own = FACTS["own_bases"] if self.on("TAC-3.four") else FACTS["own_bases"] - 1
        state.bases = [[team] * own for team in state.teams]
        state.bases[state.holder].append(SHARED)
        state.grid = [[] for _ in range(FIELD_SPACES)]
        first = state.holder if self.on("TAC-3.lays") else 1 - state.holder
        state.frame = [LAYING, first, 0]

    def _lay(self, state: TacoTable, move: Move, draw: Draw) -> None:
        """Lay a base card; the last one completes the grid (TAC-4)."""
        self.tell("TAC-4")
        player, base, space = move
        state.grid[space] = [base]
        state.bases[player] = without(state.bases[player], base)
        following = 1 - player if self.on("TAC-4.alternate") else player
        state.frame = [LAYING, following, 0]
        if not any(state.bases):
            self._complete(state, draw)

    def _complete(self, state: TacoTable, draw: Draw) -> None:
        """Deal, if both teams can win; lay again otherwise, unless agreed differently (TAC-4)."""
        state.grid = [stack for stack in state.grid if stack]
        able = [team for team in TEAMS if self.own_lines(state, team)]
        agreed = self.agreed("dead-grids")
        kept = self.on("TAC-4.dead") if agreed else not self.on("TAC-4.lines")
        if len(able) < len(TEAMS) and not kept:
            self.clear(state)
        elif able:
            self._deal(state, draw)
        else:
            state.frame = []

    def _deal(self, state: TacoTable, draw: Draw) -> None:
        """Shuffle and deal, one card at a time; the first turn begins (TAC-3, TAC-5)."""
        other = self.agreed("first-turn") and self.on("TAC-3.other")
        first = state.holder if other != self.on("TAC-3.plays") else 1 - state.holder
        shuffle(state.pile, draw)
        for _ in range(HAND if self.on("TAC-5.deal") else HAND - 1):
            for seat in (first, 1 - first):
                state.hands[seat].append(state.pile.pop())
        state.frame = [TURN, first, 0]

    def _draw_card(self, state: TacoTable, player: int, draw: Draw) -> None:
        """Draw a card; another one has to go (TAC-5, TAC-14)."""
        self.tell("TAC-5" if self.can_play(state) else "TAC-14")
        self._fill(state, player, HAND + 1, draw)
        if self.on("TAC-5.discard"):
            state.frame = [DISCARDING, player, 0]
        else:
            self._end_turn(state, player, draw)

    def _discard(self, state: TacoTable, move: Move, draw: Draw) -> None:
        """Discard a card after drawing; after a Pico de Futuro another one."""
        kind, player, left = state.frame
        state.hands[player] = without(state.hands[player], move.place)
        state.discard.append(move.place)
        if kind == KEEPING and left > 1:
            state.frame[2] -= 1
            return
        if kind == KEEPING and not self.on("TAC-10.first"):
            self._spend(state, PICO)
        self._end_turn(state, player, draw)

    def _play_card(self, state: TacoTable, move: Move, draw: Draw) -> None:
        """Put a topping on a base card, or do what a power-up card says."""
        player, card = move.player, move.action
        state.hands[player] = without(state.hands[player], card)
        if card in TOPPINGS:
            self._top(state, move)
            if not self._end_game(state, player):
                self._end_turn(state, player, draw)
            return
        self.tell("TAC-8")
        self.tell(POWERS[card])
        if card == PICO:
            self._pico(state, player, draw)
            return
        if card == GUAC:
            self._guac(state, move.place)
        elif card == STEAL:
            self._steal(state, move, draw)
        else:
            self._pocalypse(state, player)
        self._end_turn(state, player, draw, again=not all(map(self.on, ONE_TURN[card])))

    def _top(self, state: TacoTable, move: Move) -> None:
        """Put a topping on a base card; a finished combo is turned over (TAC-2)."""
        stack = state.grid[move.place]
        self.tell("TAC-7" if stack[0] == SHARED else "TAC-6")
        stack.append(move.action)
        if finished(stack):
            self.tell("TAC-2")
            state.turned[move.place] |= int(self.on("TAC-2.turned"))

    def _end_game(self, state: TacoTable, player: int) -> bool:
        """End the game if a team has a line, the mover's before the other's (TAC-1)."""
        seats = [player, 1 - player] if self.on("TAC-1.either") else [player]
        if not self.on("TAC-1.mover"):
            seats.reverse()
        for seat in seats:
            if self.line(state, state.teams[seat]):
                self.tell("TAC-1")
                state.winners, state.frame = [seat], []
                return True
        return False

    def _end_turn(self, state: TacoTable, player: int, draw: Draw, *, again: bool = False) -> None:
        """Fill the hand and pass the turn on (TAC-5)."""
        if self.on("TAC-5.refill"):
            self._fill(state, player, HAND, draw)
        same = again or not self.on("TAC-5.one")
        state.frame = [TURN, player if same else 1 - player, 0]

    def _fill(self, state: TacoTable, player: int, size: int, draw: Draw) -> None:
        """Draw up to so many cards; an empty pile is made anew first (TAC-13)."""
        hand = state.hands[player]
        while len(hand) < size:
            if not state.pile and self.on("TAC-13"):
                self.tell("TAC-13")
                state.pile, state.discard = state.discard, []
                shuffle(state.pile, draw)
            if not state.pile:
                return
            hand.append(state.pile.pop())

    def _spend(self, state: TacoTable, card: int) -> None:
        """Discard a power-up card (TAC-8)."""
        if self.on("TAC-8.discard"):
            state.discard.append(card)

    def _guac(self, state: TacoTable, space: int) -> None:
        """Discard the toppings of a space and turn its base card back (TAC-9)."""
        if self.on("TAC-9.toppings"):
            state.discard += state.grid[space][1:]
            del state.grid[space][1:]
        if self.on("TAC-9.back"):
            state.turned[space] = 0
        self._spend(state, GUAC)

    def _pico(self, state: TacoTable, player: int, draw: Draw) -> None:
        """Draw three cards; two have to go (TAC-10)."""
        if self.on("TAC-10.first"):
            self._spend(state, PICO)
        if self.on("TAC-10.draw"):
            self._fill(state, player, FACTS["pico_hand"], draw)
        if self.on("TAC-10.discard"):
            state.frame = [KEEPING, player, FACTS["pico_discard"]]
        else:
            self._end_turn(state, player, draw)

    def _steal(self, state: TacoTable, move: Move, draw: Draw) -> None:
        """Take a card from the opponent or from the discard pile (TAC-11)."""
        player, other = move.player, 1 - move.player
        before = self.on("TAC-11.before")
        if not before:
            self._spend(state, STEAL)
        if SOURCES[move.place] == "hand":
            hand = state.hands[other]
            state.hands[player].append(hand.pop(draw(len(hand))))
            if self.on("TAC-11.refill"):
                self._fill(state, other, HAND, draw)
        elif state.discard:
            state.hands[player].append(state.discard.pop(-1 if self.on("TAC-11.top") else 0))
        if before:
            self._spend(state, STEAL)
        if not self.on("TAC-11.three"):
            self._fill(state, player, HAND + 1, draw)

    def _pocalypse(self, state: TacoTable, player: int) -> None:
        """Keep the card in front of the player; the third one clears the grid (TAC-12)."""
        if not self.on("TAC-12.stays"):
            self._spend(state, POCALYPSE)
            return
        state.rows[player] += 1
        count = state.rows[player] if self.on("TAC-12.same") else sum(state.rows)
        if count >= FACTS["pocalypse_limit"] and self.on("TAC-12.third"):
            self._reset(state, player)

    def _reset(self, state: TacoTable, player: int) -> None:
        """Discard all toppings and the Taco-pocalypse cards (TAC-12)."""
        for stack in state.grid if self.on("TAC-12.toppings") else ():
            state.discard += stack[1:]
            del stack[1:]
        if not self.on("TAC-12.lie"):
            state.turned = [0] * SPACES
        all_go = self.agreed("pocalypse")
        others = self.on("TAC-12.all") if all_go else not self.on("TAC-12.others")
        for seat, goes in ((player, self.on("TAC-12.own")), (1 - player, others)):
            if goes:
                state.discard += [POCALYPSE] * state.rows[seat]
                state.rows[seat] = 0

    def zones(self, state: TacoTable) -> Mapping[str, list[str]]:
        """Every card of the box, by where it lies; before sides are chosen, base cards too."""
        names = SPACE_NAMES if len(state.grid) == SPACES else FIELD_NAMES
        unchosen = [] if state.teams else [*TEAMS * FACTS["own_bases"], SHARED]
        zones = {"draw": state.pile, "discard": state.discard, "box": unchosen}
        zones |= {f"hand.{seat}": hand for seat, hand in enumerate(state.hands)}
        zones |= {f"bases.{seat}": bases for seat, bases in enumerate(state.bases)}
        zones |= {f"pocalypse.{seat}": [POCALYPSE] * n for seat, n in enumerate(state.rows)}
        zones |= {f"grid.{names[at]}": stack for at, stack in enumerate(state.grid)}
        return {name: [CARDS[card] for card in cards] for name, cards in zones.items()}
