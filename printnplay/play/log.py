"""Game logs: moves in words with their chance outcomes, which can be replayed without the seed."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from printnplay.files.expected import expect_number, expect_text
from printnplay.rules.acts import Move
from printnplay.rules.cardgame import CardGame
from printnplay.rules.chance import recorded
from printnplay.rules.game import Rng
from printnplay.rules.notation import Reader
from printnplay.rules.table import Table


def in_one_line(words: Mapping[str, str]) -> str:
    """Return the words of a move as text, without its seat.

    >>> in_one_line({"player": "a", "play": "x-red", "to": "b2"})
    'play x-red, to b2'
    """
    return ", ".join(f"{key} {value}" for key, value in words.items() if key != "player")


class ReplayError(ValueError):
    """A log that the rules do not allow; `move` counts from 1, 0 stands for the setup."""

    def __init__(self, move: int, reason: str) -> None:
        """Store the move at which the log is invalid, and the reason."""
        super().__init__(f"move {move}: {reason}" if move else f"setting up: {reason}")
        self.move, self.reason = move, reason


class Step(Struct, frozen=True):
    """A move in the words of a worked example, with the chance outcomes that it used."""

    move: Mapping[str, str]
    chance: tuple[int, ...] = ()


class Log(Struct, frozen=True):
    """A game from its first shuffle on."""

    game: str
    players: int
    variants: Mapping[str, str] = field(default_factory=dict)
    setup: tuple[int, ...] = ()
    steps: tuple[Step, ...] = ()

    def to_json(self) -> str:
        """Return the log as JSON, one line per move."""
        head = {"game": self.game, "players": self.players, "variants": dict(self.variants)}
        opening = json.dumps({**head, "setup": list(self.setup)}, ensure_ascii=False)[:-1]
        lines = [
            json.dumps({"move": dict(step.move), "chance": list(step.chance)}, ensure_ascii=False)
            for step in self.steps
        ]
        return f'{opening}, "steps": [\n' + ",\n".join(lines) + "\n]}\n"

    @classmethod
    def from_json(cls, text: str) -> "Log":
        """Parse a log from the output of `to_json`.

        Raises:
            ValueError: the text is not the JSON of a log; the message states why.
        """
        try:
            return _read_log(json.loads(text))
        except (KeyError, TypeError, AttributeError, RecursionError) as error:
            raise ValueError(f"this is not the log of a game: {error}") from error


class Recorder:
    """Plays a game and records its log."""

    def __init__(
        self,
        game: CardGame[Any],
        players: int,
        draw: Rng,
        *,
        name: str = "",
        variants: Mapping[str, str] | None = None,
    ) -> None:
        """Set up a game; `name`, the id of the game, and `variants` are stored in the log."""
        self.game = game
        self._outcomes: list[int] = []
        self._draw = recorded(draw, self._outcomes)
        self.state: Any = game.setup(players, self._draw)
        self._head = (name, players, dict(variants or {}), self._taken())
        self._steps: list[Step] = []

    def play(self, move: Move) -> None:
        """Carry out a legal move."""
        words = self.game.names(move)
        self.game.play(self.state, move, self._draw)
        self._steps.append(Step(words, self._taken()))

    def log(self) -> Log:
        """Return the log so far."""
        return Log(*self._head, tuple(self._steps))

    def _taken(self) -> tuple[int, ...]:
        """Return and clear the outcomes recorded since the last call."""
        outcomes = tuple(self._outcomes)
        self._outcomes.clear()
        return outcomes


def replay(game: CardGame[Any], log: Log, cards: Sequence[str]) -> list[Table]:
    """Replay a log.

    Args:
        game: the rules, with the variants of the log.
        log: the log.
        cards: the card ids, in the order by which the rules index them.

    Returns:
        The position after the setup, then after each move.

    Raises:
        ReplayError: a move is unreadable or illegal, or its chance outcomes do not fit the rules.
    """
    chance = _Outcomes(0, log.setup)
    try:
        state = game.setup(log.players, chance)
    except ReplayError:
        raise
    except ValueError as error:
        raise ReplayError(0, f"{log.players} cannot play") from error
    chance.close()
    positions = [state.copy()]
    for number, step in enumerate(log.steps, start=1):
        chance = _Outcomes(number, step.chance)
        for move in _legal(game, state, number, (step, cards)):
            game.play(state, move, chance)
        chance.close()
        positions.append(state.copy())
    return positions


def _legal(
    game: CardGame[Any], state: Table, number: int, said: tuple[Step, Sequence[str]]
) -> list[Move]:
    """Return the move that a step names, after checking that it is legal."""
    step, cards = said
    reader = Reader(cards)
    moves = game.steps(state, step.move, reader)
    words = ", ".join(f"{key} {value}" for key, value in step.move.items())
    if reader.faults or len(moves) != 1:
        why = reader.faults[0].message if reader.faults else "one move is wanted"
        raise ReplayError(number, f"`{words}` cannot be read: {why}")
    because = game.why_not(state, moves[0])
    if because:
        raise ReplayError(number, f"`{words}` is not legal, rule {because} forbids it")
    return moves


class _Outcomes:
    """Random source that replays the recorded outcomes of one move."""

    def __init__(self, number: int, outcomes: Sequence[int]) -> None:
        self._number, self._outcomes, self._used = number, outcomes, 0

    def __call__(self, n: int) -> int:
        if self._used == len(self._outcomes):
            raise ReplayError(self._number, "the log holds too few outcomes of chance")
        outcome = self._outcomes[self._used]
        self._used += 1
        if not 0 <= outcome < n:
            raise ReplayError(self._number, f"chance has no outcome {outcome}, only 0 to {n - 1}")
        return outcome

    def close(self) -> None:
        """Check that every outcome was used."""
        if self._used < len(self._outcomes):
            raise ReplayError(self._number, "the log holds too many outcomes of chance")


def _read_log(parts: Mapping[str, Any]) -> Log:
    """Convert parsed JSON to a log."""
    return Log(
        expect_text(parts["game"]),
        expect_number(parts["players"]),
        _words(parts["variants"]),
        _numbers(parts["setup"]),
        tuple(Step(_words(step["move"]), _numbers(step["chance"])) for step in parts["steps"]),
    )


def _words(part: Mapping[str, object]) -> dict[str, str]:
    return {expect_text(key): expect_text(value) for key, value in part.items()}


def _numbers(part: Sequence[object]) -> tuple[int, ...]:
    return tuple(expect_number(number) for number in part)
