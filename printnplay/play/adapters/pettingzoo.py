"""Adapter for PettingZoo: agents take turns and observe what their seat sees.

Requires the extra `printnplay[pettingzoo]`.
"""

from typing import Any, ClassVar

import numpy
from gymnasium.spaces import Box, Dict, Discrete, Space
from pettingzoo import AECEnv

from printnplay.play.adapters.features import features
from printnplay.play.playouts import LIMIT
from printnplay.rules.acts import SEAT_NAMES
from printnplay.rules.cardgame import CardGame
from printnplay.rules.chance import seeded
from printnplay.rules.game import OVER
from printnplay.rules.playthrough import Playthrough


class PettingZooGame(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A game as an AEC environment. The agents are named `a`, `b` and so on.

    An observation has the keys `observation`, the features that the seat sees, and `action_mask`,
    the legal moves by number. The final rewards are the payoffs of the game.

    Args:
        game: the rules, with the chosen variants.
        players: the number of players.
        limit: the number of moves after which a game is truncated.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "printnplay",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(self, game: CardGame[Any], players: int, limit: int = LIMIT) -> None:
        """Compute the observation and action spaces."""
        super().__init__()
        self.game, self.players, self.limit, self.render_mode = game, players, limit, "ansi"
        self.possible_agents = list(SEAT_NAMES[:players])
        moves, size = game.move_count, len(features(game, game.laid_out(players), 0))
        mask = Box(0, 1, (moves,), numpy.int8)
        seen = Box(-numpy.inf, numpy.inf, (size,), numpy.float32)
        self._spaces = Dict({"observation": seen, "action_mask": mask}), Discrete(moves)

    def observation_space(self, agent: str) -> Space[Any]:
        """Return the observation space, the same for every agent."""
        return self._spaces[0]

    def action_space(self, agent: str) -> Space[Any]:
        """Return the action space, the same for every agent: the move numbers."""
        return self._spaces[1]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal; without a seed, increment the previous one."""
        self._seed = (getattr(self, "_seed", 0) + 1) if seed is None else seed
        self.through = Playthrough(self.game, self.players, seeded(self._seed))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[max(self.through.seat, 0)]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the features that an agent sees, and the mask of its legal moves."""
        seat = self.possible_agents.index(agent)
        mask: Any = numpy.zeros(self.game.move_count, numpy.int8)
        if seat == self.through.seat:
            mask[list(self.through.choices())] = 1
        seen = features(self.game, self.through.table, seat)
        return {"observation": numpy.array(seen, numpy.float32), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Make a move by its number; pass None for a finished agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.through.step(int(action) if action is not None else -1)
        if self.through.seat == OVER:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, self.through.returns(), strict=True))
        elif len(self.through.steps) == self.limit:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[max(self.through.seat, 0)]
        self._accumulate_rewards()

    def render(self) -> str:
        """Return the table as JSON."""
        return self.through.table.to_json() if self.through.table else ""

    def close(self) -> None:
        """Do nothing: there are no resources to release."""
