"""Tic-Tac Match for two as an OpenSpiel Python game: the same rules, written for that framework.

Chance is explicit, as OpenSpiel has it: the deck is a number of cards of each kind, and each card
is drawn at a chance node. That is the same game as a shuffled pile, and quicker there.
Needs the package open_spiel (dependency group `bench`).
"""

import random
from collections.abc import Sequence

import pyspiel

FACES, SPACES, HAND, CENTRE = 8, 9, 4, 4
FLIP, WIPE_OUT, DOUBLE_PLAY = 8, 9, 10
KINDS = 11
COPIES = [6] * FACES + [4] * 3
ACT_FLIP = FACES * SPACES
ACT_WIPE_OUT, ACT_DOUBLE, ACT_NEW_HAND = ACT_FLIP + 1, ACT_FLIP + 2, ACT_FLIP + 3
EMPTY = FACES
FITS = [
    [top == EMPTY or (card // 4 == top // 4) != (card % 4 == top % 4) for top in range(FACES + 1)]
    for card in range(FACES)
]
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

GAME_TYPE = pyspiel.GameType(
    short_name="python_tic_tac_match",
    long_name="Tic-Tac Match",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
)
GAME_INFO = pyspiel.GameInfo(
    num_distinct_actions=ACT_NEW_HAND + 1,
    max_chance_outcomes=KINDS,
    num_players=2,
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=3000,
)


class TicTacMatchGame(pyspiel.Game):  # type: ignore[misc]
    """The game."""

    def __init__(self, params: dict[str, object] | None = None) -> None:
        """Describe it to OpenSpiel."""
        super().__init__(GAME_TYPE, GAME_INFO, params or {})

    def new_initial_state(self) -> "TicTacMatchState":
        """The table before the dealer is chosen."""
        return TicTacMatchState(self)


class TicTacMatchState(pyspiel.State):  # type: ignore[misc]
    """A position; `owed` are the seats that get a card next, the centre last of all."""

    def __init__(self, game: TicTacMatchGame) -> None:
        """An empty table."""
        super().__init__(game)
        self.pile = COPIES[:]
        self.left = sum(COPIES)
        self.discard = [0] * KINDS
        self.hands: list[list[int]] = [[], []]
        self.grid: list[list[int]] = [[] for _ in range(SPACES)]
        self.tops = [EMPTY] * SPACES
        self.sides = [0, 1]
        self.dealer = -1
        self.turn = 0
        self.extra = 0
        self.owed: list[int] = []
        self.turning_over = False
        self.winner = -1

    def current_player(self) -> int:
        """Chance while a card is owed, else whose turn it is."""
        if self.winner >= 0:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.owed or self.turning_over or self.dealer < 0:
            return int(pyspiel.PlayerId.CHANCE)
        return self.turn

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The dealer, or the kind of the next card."""
        if self.dealer < 0:
            return [(0, 0.5), (1, 0.5)]
        if not self.left:
            self._new_pile()
        left = self.left
        return [(kind, count / left) for kind, count in enumerate(self.pile) if count]

    def _legal_actions(self, player: int) -> list[int]:
        hand = self.hands[player]
        actions = self._singles(hand)
        if self.extra == 2:
            return [action for action in actions if self._leaves_a_second(hand, action)]
        if not self.extra:
            if WIPE_OUT in hand:
                actions.append(ACT_WIPE_OUT)
            if DOUBLE_PLAY in hand and self._double_possible(hand):
                actions.append(ACT_DOUBLE)
            if not actions:
                actions.append(ACT_NEW_HAND)
        return actions

    def _singles(self, hand: Sequence[int]) -> list[int]:
        actions = []
        tops = self.tops
        for card in sorted(set(hand)):
            if card < FACES:
                fits = FITS[card]
                first = card * SPACES
                actions += [first + space for space in range(SPACES) if fits[tops[space]]]
        if FLIP in hand:
            actions.append(ACT_FLIP)
        return actions

    def _playable(self, cards: Sequence[int]) -> bool:
        return FLIP in cards or any(
            FITS[card][top] for card in cards if card < FACES for top in self.tops
        )

    def _leaves_a_second(self, hand: Sequence[int], action: int) -> bool:
        rest = list(hand)
        if action == ACT_FLIP:
            rest.remove(FLIP)
            return self._playable(rest)
        card, space = divmod(action, SPACES)
        rest.remove(card)
        before, self.tops[space] = self.tops[space], card
        follows = self._playable(rest)
        self.tops[space] = before
        return follows

    def _double_possible(self, hand: Sequence[int]) -> bool:
        rest = list(hand)
        rest.remove(DOUBLE_PLAY)
        return any(self._leaves_a_second(rest, one) for one in self._singles(rest))

    def _apply_action(self, action: int) -> None:
        if self.winner >= 0:
            return
        if self.dealer < 0:
            self.dealer = action
            first = 1 - action
            self.owed = [action, first] * HAND
            self.turn = first
            self.turning_over = True
        elif self.owed:
            self._take(action)
            self.hands[self.owed.pop()].append(action)
        elif self.turning_over:
            self._turn_over(action)
        else:
            self._play(action)

    def _take(self, kind: int) -> None:
        self.pile[kind] -= 1
        self.left -= 1

    def _turn_over(self, kind: int) -> None:
        self._take(kind)
        if kind >= FACES:
            self.discard[kind] += 1
            return
        self.turning_over = False
        self.grid[CENTRE].append(kind)
        self.tops[CENTRE] = kind
        self.sides[self.dealer] = kind // 4
        self.sides[1 - self.dealer] = 1 - kind // 4

    def _play(self, action: int) -> None:
        player, hand = self.turn, self.hands[self.turn]
        following = 1 - player
        if action == ACT_NEW_HAND:
            self._throw_in(player)
            return
        if action < ACT_FLIP:
            card, space = divmod(action, SPACES)
            hand.remove(card)
            self.grid[space].append(card)
            self.tops[space] = card
            if self._line(card):
                self.winner = self.sides.index(card // 4)
                return
        else:
            card = action - ACT_FLIP + FLIP
            hand.remove(card)
            self.discard[card] += 1
            if card == FLIP:
                self.sides.reverse()
            elif card == WIPE_OUT:
                self._throw_in(following)
            else:
                self.extra = 2
                return
        if self.extra:
            self.extra -= 1
            if self.extra:
                return
        self.owed = [*self.owed, *[player] * (HAND - len(hand))]
        self.turn = following

    def _throw_in(self, player: int) -> None:
        for card in self.hands[player]:
            self.discard[card] += 1
        self.hands[player] = []
        self.owed = [player] * HAND

    def _line(self, card: int) -> bool:
        tops = self.tops
        return any(tops[a] == card and tops[b] == card and tops[c] == card for a, b, c in LINES)

    def _new_pile(self) -> None:
        """The discard pile and all covered cards (TTM-11)."""
        self.pile, self.discard = self.discard, [0] * KINDS
        for stack in self.grid:
            for card in stack[:-1]:
                self.pile[card] += 1
            del stack[:-1]
        self.left = sum(self.pile)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"{player}:{action}"

    def is_terminal(self) -> bool:
        """Whether a line shows."""
        return self.winner >= 0

    def returns(self) -> list[float]:
        """One for the winner, minus one for the other."""
        if self.winner < 0:
            return [0.0, 0.0]
        return [1.0 if seat == self.winner else -1.0 for seat in range(2)]

    def __str__(self) -> str:
        """The position in short."""
        return f"{self.tops} {self.hands} {self.sides}"


pyspiel.register_game(GAME_TYPE, TicTacMatchGame)


def playout(game: pyspiel.Game, chance: random.Random) -> tuple[int, int]:
    """Play one game at random; returns the moves of the players and the winner.

    Chance outcomes are taken by their weights with the standard library, which is quicker for so
    few than the numpy call of OpenSpiel's own examples.
    """
    state = game.new_initial_state()
    moves = 0
    while not state.is_terminal():
        if state.is_chance_node():
            kinds, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(kinds, weights)[0])
        else:
            legal = state.legal_actions()
            state.apply_action(legal[int(chance.random() * len(legal))])
            moves += 1
    return moves, state.returns().index(1.0)
