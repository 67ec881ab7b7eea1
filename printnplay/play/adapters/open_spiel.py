"""Adapter for OpenSpiel. Chance nodes are explicit, so all of its algorithms can be used.

Requires the extra `printnplay[openspiel]`.
"""

import json
from typing import Any

import numpy
import pyspiel

from printnplay.play.adapters.features import features
from printnplay.play.log import in_one_line
from printnplay.play.playouts import LIMIT
from printnplay.rules.cardgame import CardGame
from printnplay.rules.game import OVER
from printnplay.rules.playthrough import CHANCE, Playthrough


def open_spiel_game(
    game: CardGame[Any],
    players: int,
    *,
    name: str = "printnplay_game",
    worth: tuple[float, float] = (-1.0, 1.0),
    limit: int = LIMIT,
) -> pyspiel.Game:
    """Return the game as an OpenSpiel game.

    Args:
        game: the rules, with the chosen variants.
        players: the number of players.
        name: the name that OpenSpiel shows.
        worth: the minimum and maximum payoff of a seat: see `CardGame.returns`.
        limit: the maximum number of moves of a game.

    Raises:
        ValueError: the game does not support this player count.
    """
    start, kind = Playthrough(game, players), _kind(name, players)
    outcomes = max(len(game.all_cards()), *game.dice.values(), game.move_count)
    sizes = pyspiel.GameInfo(
        num_distinct_actions=game.move_count,
        max_chance_outcomes=outcomes,
        num_players=players,
        min_utility=worth[0],
        max_utility=worth[1],
        max_game_length=limit,
    )

    class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
        """The game with its parameters."""

        def __init__(self) -> None:
            super().__init__(kind, sizes, {})

        def new_initial_state(self) -> pyspiel.State:
            return _State(self, start.copy())

        def make_py_observer(self, *_: object) -> "_Observer":
            return _Observer(game, players)

    return OpenSpielGame()


def _kind(name: str, players: int) -> pyspiel.GameType:
    """Return the OpenSpiel game type, which is the same for all games."""
    return pyspiel.GameType(
        short_name=name,
        long_name=name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        default_loadable=False,
    )


class _State(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A game in progress."""

    def __init__(self, game: pyspiel.Game, through: Playthrough[Any]) -> None:
        super().__init__(game)
        self.through = through

    def current_player(self) -> int:
        special = {CHANCE: pyspiel.PlayerId.CHANCE, OVER: pyspiel.PlayerId.TERMINAL}
        return int(special.get(self.through.seat, self.through.seat))

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.through.choices())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = self.through.outcomes
        return [(outcome, 1 / outcomes) for outcome in range(outcomes)]

    def _apply_action(self, action: int) -> None:
        self.through.step(action)

    def undo_action(self, player: int, action: int) -> None:
        self.through.undo()

    def _action_to_string(self, player: int, action: int) -> str:
        if player < 0:
            return f"outcome {action}"
        game = self.through.game
        return in_one_line(game.names(game.move_numbered(player, action)))

    def is_terminal(self) -> bool:
        return self.through.seat == OVER

    def returns(self) -> list[float]:
        return list(self.through.returns()) if self.is_terminal() else [0.0] * self.through.players

    def __str__(self) -> str:
        return self.through.table.to_json() if self.through.table else "not dealt"


class _Observer:
    """Observer that provides what a seat sees of a state."""

    def __init__(self, game: CardGame[Any], players: int) -> None:
        self.game, bare = game, game.laid_out(players)
        self.tensor: Any = numpy.zeros(len(features(game, bare, 0)), numpy.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: _State, player: int) -> None:
        table = state.through.table
        self.tensor[:] = features(self.game, table, player) if table else 0.0

    def string_from(self, state: _State, player: int) -> str:
        table = state.through.table
        return json.dumps(self.game.observe(table, player)) if table else "not dealt"
