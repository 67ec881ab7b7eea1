"""`play --show`: one game from its first position to its last, played anew or from its log."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from printnplay.files.catalog import display_path
from printnplay.model import codes
from printnplay.model.diagnostics import Diagnostic, FaultsError, Problems, Span
from printnplay.model.verdicts import Position
from printnplay.pipeline.play import Opened, PlayRequest, open_game, studies_of
from printnplay.rules.loader import guarded
from printnplay.rules.variants import UnknownVariantError, settle, variants_of
from printnplay.simulation.log import Log, Recorder, ReplayError, replay
from printnplay.simulation.playouts import PLAYERS
from printnplay.simulation.study import Study, streams

MAX_BYTES = 10_000_000
"""Of a log; the longest games are far below."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Shown:
    """A game as it went.

    `positions` has one more than `moves`: it begins with what was dealt. `winners` are seats, None
    if the game did not end.
    """

    title: str
    log: Log
    moves: tuple[Mapping[str, str], ...]
    positions: tuple[Position, ...]
    winners: tuple[int, ...] | None


def play_one(request: PlayRequest, number: int) -> Shown:
    """Play one game of a study, for as many players as asked, or as few as can.

    Raises:
        FaultsError: the game cannot be had, cannot be played so, or its rules fail.
    """
    opened = open_game(request)
    study = studies_of(request, opened)[0]
    return _settled(opened, partial(_played, opened, study, number))


def _settled(opened: Opened, work: Callable[[], T | Diagnostic]) -> T:
    """What comes of some work with the rules.

    Raises:
        FaultsError: the user's own rules fail, or a fault comes of the work.
    """
    problems = Problems()
    found = guarded(opened.game, work, problems)
    if isinstance(found, Diagnostic):
        problems.add(found)
    if found is None or isinstance(found, Diagnostic):
        raise FaultsError(problems.found)
    return found


def _played(opened: Opened, study: Study, number: int) -> Shown:
    """A game of the study."""
    game: Any = opened.rules.new_game((), **study.variants)
    cards, choices = streams(study, number)
    table = Recorder(game, study.players, cards, name=opened.game.id, variants=dict(study.variants))
    positions = [game.position(table.state)]
    while len(positions) <= study.limit and (moves := game.moves(table.state)):
        table.play(PLAYERS[study.player](game, table.state, moves, choices))
        positions.append(game.position(table.state))
    title = f"{opened.game.title}, {study.players} players, {_which(study, number)}"
    return _shown(title, table.log(), positions, game.result(table.state))


def _which(study: Study, number: int) -> str:
    return f"{study.player} game {number} of seed {study.seed}"


def play_again(request: PlayRequest, path: Path) -> Shown:
    """Play a game from its log.

    Raises:
        FaultsError: the log cannot be read, is not a game by these rules, or they fail.
    """
    opened = open_game(request)
    log = _read(path)
    if log.game != opened.game.id:
        text = f"the log is of the game `{log.game}`"
        raise FaultsError([_not_a_game(path, 0, text, f"expected `{opened.game.id}`")])
    return _settled(opened, partial(_replayed, log, opened, path))


def _replayed(log: Log, opened: Opened, path: Path) -> Shown | Diagnostic:
    """The game of a log, or why it is none."""
    try:
        settle(variants_of(opened.rules), log.variants)
    except UnknownVariantError as error:
        known = f"expected one of {', '.join(error.known)}" if error.known else "there is none"
        return _not_a_game(path, 0, f"the log is of a variant `{error.name}`", known)
    game: Any = opened.rules.new_game((), **log.variants)
    try:
        states = replay(game, log, tuple(opened.rules.COMPONENTS))
    except ReplayError as error:
        text = f"the log stops being a game: {error.reason}"
        return _not_a_game(path, error.move, text, "expected what the rules allow")
    positions = [game.position(state) for state in states]
    title = f"{opened.game.title}, {log.players} players, from {display_path(path)}"
    return _shown(title, log, positions, game.result(states[-1]))


def _shown(
    title: str, log: Log, positions: list[Position], winners: tuple[int, ...] | None
) -> Shown:
    return Shown(title, log, tuple(step.move for step in log.steps), tuple(positions), winners)


def _read(path: Path) -> Log:
    """The log in a file.

    Raises:
        FaultsError: there is none.
    """
    try:
        with path.open("rb") as stream:
            text = stream.read(MAX_BYTES).decode()
        return Log.from_json(text)
    except (OSError, ValueError) as error:
        reason = str(error).partition(" (char")[0]
        raise FaultsError(
            [
                Diagnostic(
                    codes.UNREADABLE_LOG,
                    f"the log cannot be read: {reason}",
                    Span(display_path(path)),
                    "expected a file that `printnplay play --log` wrote",
                    "write it again with --log",
                )
            ]
        ) from error


def _not_a_game(path: Path, move: int, text: str, label: str) -> Diagnostic:
    """A log that the rules do not allow; each move has a line, the head the first one."""
    cure = "replay it with the rules that it was played by, or write it again with --log"
    return Diagnostic(
        codes.LOG_BREAKS_RULES, text, Span(display_path(path), move + 1, 1), label, cure
    )
