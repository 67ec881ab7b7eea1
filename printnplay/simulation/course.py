"""The course of one game: who held and played which cards, who was in the lead, how it ended."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from printnplay.rules.acts import Card
from printnplay.rules.cardgame import CardGame
from printnplay.rules.game import OVER
from printnplay.rules.parts import OWNER, Each, Pile

PLAY = "play"
"""The first word of moves that play a card; where none has it, all moves with cards do."""


class Course:
    """What is noted of a game while it is played.

    Rules that are no `CardGame` tell nothing of cards and leads.
    """

    def __init__(self, game: Any, state: Any) -> None:  # noqa: ANN401 - any rules, any position
        """Note who moves first."""
        self.game: CardGame[Any] | None = game if isinstance(game, CardGame) else None
        self._moved_first = game.to_move(state)
        self.held: dict[int, set[str]] = defaultdict(set)
        self.played: dict[int, set[str]] = defaultdict(set)
        self.leads: list[frozenset[int]] = []
        """Who was in the lead before each move, where somebody was ahead."""
        acts = game.acts if self.game else ()
        self._plays = {act.name for act in acts if act.key == PLAY} or {act.name for act in acts}
        parts = game.table.parts if self.game else {}
        self._hands = [
            name
            for name, part in parts.items()
            if isinstance(part, Each)
            and isinstance(part.inner, Pile)
            and part.seen == OWNER
            and not part.names
        ]

    def before(self, state: Any, seat: int) -> None:  # noqa: ANN401
        """Note what the seat holds that is to move, and who is in the lead."""
        if self.game is None:
            return
        for name in self._hands:
            self.held[seat].update(map(str, getattr(state, name)[seat]))
        standing = self.game.standing(state)
        if standing:
            best = max(standing)
            leaders = frozenset(seat for seat, own in enumerate(standing) if own == best)
            self.leads.append(leaders if len(leaders) < len(standing) else frozenset())

    def move(self, seat: int, move: Any) -> None:  # noqa: ANN401
        """Note the card that is played."""
        if self.game and isinstance(move.what, Card) and move.act in self._plays:
            self.played[seat].add(str(move.what))

    def first(self, state: Any) -> int:  # noqa: ANN401
        """Who had the first turn."""
        said = self.game.first_player(state) if self.game else OVER
        return self._moved_first if said == OVER else said

    def ending(self, state: Any, rules: frozenset[str]) -> str:  # noqa: ANN401
        """How the game ended; by the rules that took effect in the last move if it does not say."""
        said = self.game.ending(state) if self.game else ""
        return said or " and ".join(sorted(rules)) or "not told"

    def scores(self, state: Any) -> Iterator[float]:  # noqa: ANN401
        """The points at the end."""
        if self.game is not None and self.game.score:
            yield from self.game.returns(state)

    @property
    def changes_of_lead(self) -> int:
        """How often somebody else came to lead."""
        ahead = [leaders for leaders in self.leads if leaders]
        return sum(before != after for before, after in pairwise(ahead))

    def won_from_behind(self, winners: tuple[int, ...]) -> bool:
        """Whether no winner was in the lead when half of the moves were made, and others were."""
        half = self.leads[len(self.leads) // 2]
        return bool(half) and bool(winners) and not half & {*winners}
