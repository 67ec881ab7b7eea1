"""Adapter for OpenSpiel. Chance nodes are explicit, so all of its algorithms can be used.

Seats that choose at once do so in simultaneous nodes. Information states have perfect recall.

Requires the extra `printnplay[openspiel]`.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import numpy
import pyspiel

from printnplay.play.adapters.features import features
from printnplay.play.log import in_one_line
from printnplay.play.playouts import LIMIT
from printnplay.rules.acts import Move
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
    start, kind = Playthrough(game, players), _kind(game, players, name)
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

        def make_py_observer(
            self, sees: pyspiel.IIGObservationType | None = None, _: object = None
        ) -> "_Observer":
            return _Observer(game, players, recalls=sees is not None and sees.perfect_recall)

    return OpenSpielGame()


def _kind(game: CardGame[Any], players: int, name: str) -> pyspiel.GameType:
    """Return the OpenSpiel game type."""
    dynamics, together = pyspiel.GameType.Dynamics, game.can_choose_at_once
    return pyspiel.GameType(
        short_name=name,
        long_name=name,
        dynamics=dynamics.SIMULTANEOUS if together else dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=True,
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
        if len(self.through.acting) > 1:
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        special = {CHANCE: pyspiel.PlayerId.CHANCE, OVER: pyspiel.PlayerId.TERMINAL}
        return int(special.get(self.through.seat, self.through.seat))

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.through.choices(None if player < 0 else player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = self.through.outcomes
        return [(outcome, 1 / outcomes) for outcome in range(outcomes)]

    def _apply_action(self, action: int) -> None:
        self.through.step(action)

    def _apply_actions(self, actions: list[int]) -> None:
        self.through.step_together({seat: actions[seat] for seat in self.through.acting})

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
    """Observer that provides what a seat sees of a state, or has seen up to then (`recalls`)."""

    def __init__(self, game: CardGame[Any], players: int, *, recalls: bool) -> None:
        self.game, self.recalls, bare = game, recalls, game.laid_out(players)
        self.tensor: Any = numpy.zeros(len(features(game, bare, 0)), numpy.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: _State, player: int) -> None:
        table = state.through.table
        self.tensor[:] = features(self.game, table, player) if table else 0.0

    def string_from(self, state: _State, player: int) -> str:
        table = state.through.table
        if table is None:
            return "not dealt"
        if self.recalls:
            return "\n".join(self._recalled([*state.through.past, (table, ())], player))
        return json.dumps(self.game.observe(table, player))

    def _recalled(self, past: Sequence[tuple[Any, Sequence[Move]]], player: int) -> Iterator[str]:
        """Yield what a seat has seen and done: at each step what has changed, then its move."""
        before: dict[str, Any] = {}
        for table, moves in past:
            seen = self.game.observe(table, player)
            yield json.dumps({key: now for key, now in seen.items() if before.get(key) != now})
            before = seen
            own = (move for move in moves if move.seat == player)
            yield from (in_one_line(self.game.names(move)) for move in own)
