"""The course of a game of Tic Tac K.O.: setup, turns, objectives, gridlock, and how it ends."""

from collections.abc import Mapping

from printnplay.engine.chance import shuffle
from printnplay.engine.games.tic_tac_ko.cards import (
    EMPTY,
    FACES,
    FACTS,
    IS_SPECIAL,
    MAGIC,
    TEAMS,
    KoTable,
)
from printnplay.engine.games.tic_tac_ko.frames import (
    ACT,
    AGAIN,
    CARDS_PLAYED,
    CHOOSING,
    LAST,
    OURS,
    PLAYED,
    REVEALING,
    SEAT,
    START,
    THEIRS,
    TURN,
    TURN_STAGE,
    WAS_FULL,
    leave_grid,
)
from printnplay.engine.games.tic_tac_ko.resolving import Resolving
from printnplay.engine.kernel import Draw

SOLO = 2
"""The seat of the player alone against two."""


class Turns(Resolving):
    """Setting up, turns, objectives, gridlock and the end."""

    def setup(self, players: int, draw: Draw) -> KoTable:
        """Find the youngest player by chance; that player's team is about to take a deck (KO-1).

        Raises:
            ValueError: not two, three or four players.
        """
        if not FACTS["players_min"] <= players <= FACTS["players_max"]:
            raise ValueError(players)
        return self.before_the_deal(players, draw(players))

    def before_the_deal(self, players: int, youngest: int) -> KoTable:
        """The table as the youngest player's team is about to take a deck."""
        state = KoTable(players, youngest, len(self.spaces))
        state.frames = [[CHOOSING, youngest]]
        return state

    def take_deck(self, state: KoTable, deck: int, draw: Draw) -> None:
        """The youngest player's team takes a deck; shuffle, deal, and begin (KO-1, KO-2, KO-4)."""
        for rule in ("KO-1", "KO-2", "KO-3"):
            self.tell(rule)
        ours = self.group(state.players, state.youngest)
        for seat in range(state.players):
            first = self.group(state.players, seat) == ours
            state.sides[seat] = deck if first else 1 - deck
        for pile in (*state.decks, state.goals):
            shuffle(pile, draw)
        for seat in range(state.players):
            team = state.sides[seat] if self.on("KO-2.own") else 1 - state.sides[seat]
            for _ in range(self.hand_size(state.players, seat)):
                state.hands[seat].append(state.decks[team].pop())
        if self.on("KO-2.objective"):
            state.held = [state.goals.pop() for _ in TEAMS]
        begins = 1 - deck if self.on("KO-4.second") else deck
        seats = [seat for seat, side in enumerate(state.sides) if side == begins]
        state.order = self.order_from(state.players, seats[draw(len(seats))])
        self._begin_turn(state)

    def hand_size(self, players: int, seat: int) -> int:
        """How many cards the player of a seat is dealt (KO-2, KO-15, KO-16)."""
        special: Mapping[int, tuple[str, str, bool]] = {
            2: ("KO-15.hand", "hand_size_two", True),
            3: ("KO-16.hand", "hand_size_solo", seat == SOLO),
        }
        rule, name, applies = special.get(players, ("KO-2", "hand_size", False))
        if applies and self.on(rule):
            return FACTS[name]
        return FACTS["hand_size"] if self.on("KO-2.hand") else FACTS["hand_size"] - 1

    def order_from(self, players: int, first: int) -> list[int]:
        """The seats in the order of their turns, from the first one on (KO-4, KO-16)."""
        clockwise = [(first + step) % players for step in range(players)]
        if players == FACTS["players_max"]:
            return self._order_of_four(first) if self.on("KO-4.alternate") else clockwise
        if players == FACTS["players_min"] + 1 and self.on("KO-16.order"):
            pair = [0, 1] if first == SOLO else [first, 1 - first]
            order = [SOLO, pair[0], SOLO, pair[1]]
            return order if first == SOLO else [*order[1:], SOLO]
        return clockwise

    def _order_of_four(self, first: int) -> list[int]:
        """The first one, the opponent across, the partner of the first, the one across."""
        partner = first ^ 1
        across, other = 3 - first, 3 - partner
        opponents = [across, other] if self.on("KO-4.across") else [other, across]
        return [first, opponents[0], partner, opponents[1]]

    def _begin_turn(self, state: KoTable) -> None:
        """The turn of the seat that is next."""
        self.tell("KO-16" if len(state.order) > state.players else "KO-4")
        state.turns += 1
        state.frames = [[TURN, state.order[state.at], START, 0, 0]]

    def run_turn(self, state: KoTable, frame: list[int]) -> bool:
        """Draw, wait for a card, then let both teams reveal, then pass the turn on."""
        stage = frame[TURN_STAGE]
        if stage == ACT:
            return False
        if stage == AGAIN and self.can_play_again(state, frame):
            return False
        frame[TURN_STAGE] += 1
        if stage == START:
            frame[WAS_FULL] = int(EMPTY not in state.grid)
            self.tell("KO-5")
            self.draw_cards(state, frame[SEAT], FACTS["turn_draw"] * self.on("KO-5.draw"))
        elif stage in (OURS, THEIRS):
            self._offer(state, frame, ours=(stage == OURS) == self.on("KO-9.first"))
        elif stage == LAST:
            self._settle_gridlock(state, frame)
            state.at = (state.at + 1) % len(state.order)
            self._begin_turn(state)
        return True

    def after_card(self, state: KoTable, frame: list[int], card: int) -> None:
        """How the turn goes on after a card, once that has taken effect (KO-5, KO-15)."""
        frame[CARDS_PLAYED] += 1
        if FACES[card].kind == MAGIC and self._two_magic(state, frame[SEAT]):
            self.tell("KO-15")
            frame[TURN_STAGE] = AGAIN
        elif self.on("KO-5.one"):
            frame[TURN_STAGE] = OURS

    def _two_magic(self, state: KoTable, seat: int) -> bool:
        """Whether the player of the seat may play two Magic cards in a turn."""
        if state.players == FACTS["players_min"]:
            return self.on("KO-15.two")
        return not self.on("KO-16.action") and seat == SOLO and state.players < FACTS["players_max"]

    def draw_instead(self, state: KoTable, frame: list[int]) -> None:
        """Draw a second card instead of playing one (KO-5)."""
        frame[TURN_STAGE] = OURS
        self.draw_cards(state, frame[SEAT], 1)

    def draw_cards(self, state: KoTable, seat: int, count: int) -> None:
        """DRAW so many cards; the team may lose by it (KO-11)."""
        team = state.sides[seat]
        deck = state.decks[team]
        if self.variants["deck-out"] == "at-once":
            lost = len(deck) <= count and self.on("KO-11.out")
        else:
            lost = len(deck) < count and self.on("KO-11.empty")
        for _ in range(min(count, len(deck))):
            state.hands[seat].append(deck.pop())
        if lost:
            self._end(state, 1 - team, "KO-11")

    def _end(self, state: KoTable, team: int, rule: str) -> None:
        """The game is over, this team has won it."""
        self.tell(rule)
        state.winners = [seat for seat, side in enumerate(state.sides) if side == team]
        while state.frames:
            frame = state.frames.pop()
            if frame[0] == PLAYED:
                self.put_away(state, frame)

    def _offer(self, state: KoTable, frame: list[int], *, ours: bool) -> None:
        """Let one of the teams reveal its objective at the end of a turn (KO-9)."""
        if not ours and not self.on("KO-9.either"):
            return
        mine = state.sides[frame[SEAT]]
        team = mine if ours else 1 - mine
        if not self.can_reveal(state, team):
            return
        later = state.order[state.at :] + state.order[: state.at]
        seat = next(seat for seat in later if state.sides[seat] == team)
        state.frames.append([REVEALING, seat])
        if not self.on("KO-9.may"):
            self.reveal(state, seat)

    def reveal(self, state: KoTable, seat: int) -> None:
        """Complete the objective: clear its spaces, take a new one, perhaps win (KO-9, KO-10)."""
        team = state.sides[seat]
        objective = state.held[team]
        if state.frames[-1][0] == REVEALING and self.on("KO-9.once"):
            state.frames.pop()
        state.completed[team].append(objective)
        state.held[team] = state.goals.pop() if state.goals and self.on("KO-9.new") else EMPTY
        self.tell("KO-9")
        if self.on("KO-9.clear"):
            for space in self.asked[objective]:
                if state.grid[space] != EMPTY:
                    leave_grid(state, space, FACES[state.grid[space]].team)
        enough = len(state.completed[team]) >= FACTS["objectives_to_win"]
        if enough and self.on("KO-10.three"):
            self._end(state, team, "KO-10")

    def _settle_gridlock(self, state: KoTable, frame: list[int]) -> None:
        """At the end of a turn, find whether there is a gridlock, goes on, or is over (KO-14)."""
        free = EMPTY in state.grid
        idle = not frame[CARDS_PLAYED] or not self.on("KO-14.unplayed")
        if not state.gridlock:
            if frame[WAS_FULL] and idle and not free and self.on("KO-14.declared"):
                state.gridlock = list(range(state.players))
                self.tell("KO-14")
                if not self.on("KO-14.round"):
                    state.gridlock = []
                    self._break(state)
        elif free and self.on("KO-14.resolved"):
            state.gridlock = []
        else:
            state.gridlock = [seat for seat in state.gridlock if seat != frame[SEAT]]
            if not state.gridlock and self.on("KO-14.sacrifice"):
                self._break(state)

    def _break(self, state: KoTable) -> None:
        """Nobody is left to resolve it: both teams sacrifice their Special characters."""
        mover = state.sides[state.order[state.at]]
        for space, card in enumerate(state.grid):
            if card == EMPTY or (self.on("KO-14.special") and not IS_SPECIAL[card]):
                continue
            team = FACES[card].team
            if self.on("KO-14.both") or team == mover:
                leave_grid(state, space, team)
