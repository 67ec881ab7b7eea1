"""Single games: played or replayed move by move for display, and recorded for regression tests."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from types import FrameType
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct

from printnplay.edition.request import Progress
from printnplay.files.catalog import display_path
from printnplay.files.door import ReadError, read_text
from printnplay.files.seals import write_own
from printnplay.game.verdicts import Position, RecordedGame
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems, Span
from printnplay.kernel.suggestions import counted, did_you_mean
from printnplay.loading.examples import RECORDED
from printnplay.play.log import Log, Recorder, ReplayError, replay
from printnplay.play.many_games import Opened, PlayRequest, expected_variants, open_game, studies_of
from printnplay.play.mutants import sources
from printnplay.play.players import player_named, policies
from printnplay.play.playouts import play_out
from printnplay.play.recorded import as_json, record
from printnplay.play.sights import ALL, SPECTATOR, Sight, sight_of
from printnplay.play.study import Study, streams
from printnplay.rules.acts import SEAT_NAMES
from printnplay.rules.board import space_names
from printnplay.rules.cardgame import CardGame
from printnplay.rules.endless import GAME, within
from printnplay.rules.loader import RulesFileError, guarded
from printnplay.rules.table import Table
from printnplay.rules.variants import UnknownVariantError, choices_of, settle, variants_of

MAX_BYTES = 10_000_000
"""Maximum size of a log in bytes; the longest games are far below. A guess."""

TRIED = 48
"""Number of games tried for each player count and choice of variants, to select `LEAST` to `MOST`
of them. A guess."""

LEAST, MOST = 6, 8
"""Minimum and maximum number of recorded games: few, because every check replays them. A guess."""

USUAL = 40
"""Preferred number of moves among games that add the same coverage, so that records are neither
trivial nor long. A guess."""

LONGEST = 120
"""Maximum number of moves of a recorded game: three times `USUAL`. A guess."""

Step = tuple[str, int, int]
"""A file and two of its lines that ran one after the other."""

T = TypeVar("T")


class Shown(Struct, frozen=True):
    """A game to be displayed.

    `positions` has one entry more than `moves`: it starts with the deal. `sights` are the positions
    as `viewer` sees them. `winners` are seats, None if the game did not end. `log` is the text of
    its log file.
    """

    title: str
    log: str
    moves: tuple[Mapping[str, str], ...]
    positions: tuple[Position, ...]
    sights: tuple[Sight, ...]
    viewer: str
    winners: tuple[int, ...] | None


def column_names(side: int) -> list[str]:
    """Return the names of the columns of a square grid.

    >>> column_names(3)
    ['a', 'b', 'c']
    """
    return [name.removesuffix("1") for name in space_names(side)[:side]]


def play_one(request: PlayRequest, number: int, viewer: str = SPECTATOR) -> Shown:
    """Play one game of a study, for the requested player count, or the smallest one.

    Raises:
        FaultsError: the game does not exist or has errors, cannot be played as requested or has no
            such viewer, or its rules fail.
    """
    opened = open_game(request)
    study = studies_of(request, opened)[0]
    _check_viewer(viewer, study.players)
    return settled(opened, partial(_played, opened, study, number, viewer))


def settled(opened: Opened, work: Callable[[], T | Diagnostic]) -> T:
    """Return the result of work with the rules.

    Raises:
        FaultsError: user-written rules or players fail, or the result is a diagnostic.
    """
    problems = Problems()
    try:
        found = guarded(opened.game, partial(_in_time, work), problems)
    except RulesFileError as error:  # of a player, not of the rules
        raise FaultsError(list(error.faults)) from error
    if isinstance(found, Diagnostic):
        problems.add(found)
    if found is None or isinstance(found, Diagnostic):
        raise FaultsError(problems.found)
    return found


def _in_time(work: Callable[[], T]) -> T:
    with within(GAME, "the game"):
        return work()


def _check_viewer(viewer: str, players: int) -> None:
    """Check that a viewer is ALL, SPECTATOR or a seat at the table.

    Raises:
        FaultsError: it is none of them.
    """
    known = (ALL, SPECTATOR, *SEAT_NAMES[:players])
    if viewer not in known:
        text = f"nobody sees a game of {players} players as `{viewer}`"
        label = f"expected one of {', '.join(known)}"
        cure = did_you_mean(viewer, known, "choose with --as")
        raise FaultsError([Diagnostic(codes.NO_SUCH_PLAYER, text, Span(""), label, cure)])


def _played(opened: Opened, study: Study, number: int, viewer: str) -> Shown:
    """Play one game of the study."""
    game: Any = opened.rules.new_game((), **study.variants)
    cards, choices = streams(study, number)
    table = Recorder(game, study.players, cards, name=opened.game.id, variants=dict(study.variants))
    states = [table.state.copy()]
    players = [player_named(name) for name in policies(study.player, study.players)]
    while len(states) <= study.limit and (moves := game.moves(table.state)):
        choose = players[game.to_move(table.state)]
        table.play(choose(game, table.state, moves, choices))
        states.append(table.state.copy())
    title = (
        f"{opened.game.title}, {counted(study.players, 'player')},"
        f" {study.player} game {number} of seed {study.seed}"
    )
    return _shown(title, table.log(), game, states, viewer)


def play_again(request: PlayRequest, path: Path, viewer: str = SPECTATOR) -> Shown:
    """Replay a game from its log.

    Raises:
        FaultsError: the log is unreadable or not a game by these rules, there is no such viewer,
            or the rules fail.
    """
    opened = open_game(request)
    log = _read(path)
    if log.game != opened.game.id:
        text = f"the log is of the game `{log.game}`"
        raise FaultsError([_not_a_game(path, 0, text, f"expected `{opened.game.id}`")])
    _check_viewer(viewer, log.players)
    return settled(opened, partial(_replayed, log, opened, path, viewer))


def _replayed(log: Log, opened: Opened, path: Path, viewer: str) -> Shown | Diagnostic:
    """Return the game of a log, or a diagnostic if the rules do not allow it."""
    try:
        settle(variants_of(opened.rules), log.variants)
    except UnknownVariantError as error:
        text = f"the log is of a game with an unknown variant `{error.name}`"
        return _not_a_game(path, 0, text, expected_variants(error))
    game: Any = opened.rules.new_game((), **log.variants)
    try:
        states = replay(game, log, tuple(opened.rules.COMPONENTS))
    except ReplayError as error:
        text = f"the rules do not allow this game: {error.reason}"
        return _not_a_game(path, error.move, text, "expected what the rules allow")
    title = f"{opened.game.title}, {counted(log.players, 'player')}, from {display_path(path)}"
    return _shown(title, log, game, states, viewer)


def _shown(
    title: str, log: Log, game: CardGame[Any], states: Sequence[Table], viewer: str
) -> Shown:
    """Return a game with its positions, by the table after the deal and after each move."""
    return Shown(
        title,
        log.to_json(),
        tuple(step.move for step in log.steps),
        tuple(game.position(state) for state in states),
        tuple(sight_of(game, state, viewer) for state in states),
        viewer,
        game.result(states[-1]),
    )


def _read(path: Path) -> Log:
    """Read a log from a file.

    Raises:
        FaultsError: the file is unreadable or is not a log.
    """
    try:
        return Log.from_json(read_text(path, MAX_BYTES, anywhere=True))
    except ReadError as error:
        fault = error.fault(codes.UNREADABLE_LOG, display_path(path))
        raise FaultsError([fault]) from error
    except (ValueError, RecursionError) as error:
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
    """Return the diagnostic for an invalid log; the header is line 1, and each move has a line."""
    cure = "replay it with its original rules, or write it again with --log"
    return Diagnostic(
        codes.LOG_BREAKS_RULES, text, Span(display_path(path), move + 1, 1), label, cure
    )


class Recorded(Struct, frozen=True):
    """The path of the recorded games, as a user would type it, and the games."""

    file: str
    games: tuple[RecordedGame, ...]


def record_games(request: PlayRequest, progress: Progress) -> Recorded:
    """Write the recorded games of a game.

    Of the games played, those that add the most new steps of the rules are selected until none adds
    any, then others until there are LEAST.

    Raises:
        FaultsError: the game does not exist or has errors, its rules fail, or the file cannot be
            written.
    """
    opened = open_game(request)
    numbers = (request.seats,) if request.seats else opened.game.players
    kept = _kept(opened, numbers, request.seed, progress)
    path = Path(opened.game.folder) / RECORDED
    write_own({path: as_json(opened.rules, kept).encode()}, path.parent)
    return Recorded(display_path(path), kept)


def _kept(
    opened: Opened, numbers: Sequence[int], seed: int, progress: Progress
) -> tuple[RecordedGame, ...]:
    """Return the games to record for these player counts.

    Raises:
        FaultsError: user-written rules fail.
    """
    problems = Problems()
    games = partial(_tried, opened, numbers, seed, progress)
    played = guarded(opened.game, lambda: list(games()), problems)
    if played is None:
        raise FaultsError(problems.found)
    return _chosen(played)


def _tried(
    opened: Opened, numbers: Sequence[int], seed: int, progress: Progress
) -> Iterator[tuple[RecordedGame, frozenset[Step]]]:
    """Yield games for these player counts and all variants, with the steps that they execute."""
    rules, files = opened.rules, frozenset(map(str, sources(opened.source)))
    settings = list(product(numbers, choices_of(rules), range(TRIED)))
    progress.begin(len(settings))
    for seats, variants, number in settings:
        progress.step(f"{seats} players")
        of_game = seed * TRIED + number
        with within(GAME, f"a game of {seats} players"):
            played = play_out(rules.new_game((), **variants), seats, of_game, LONGEST)
        if played.winners is None:
            continue  # Tracing takes a hundred times as long as playing.
        with _Steps(files) as steps:
            game = record(rules, seats, of_game, LONGEST, variants)
        if game is not None:
            yield game, frozenset(steps.seen)


def _chosen(
    played: Sequence[tuple[RecordedGame, frozenset[Step]]],
) -> tuple[RecordedGame, ...]:
    """Select the games that add the most steps, in that order; prefer those near `USUAL` moves."""
    kept: list[RecordedGame] = []
    seen: set[Step] = set()

    def worth(candidate: tuple[RecordedGame, frozenset[Step]]) -> tuple[int, int]:
        game, steps = candidate
        return len(steps - seen), -abs(len(game.rows) - USUAL)

    while len(kept) < MOST and played:
        game, steps = max(played, key=worth)
        if not steps - seen and len(kept) >= LEAST:
            break
        kept.append(game)
        played = [candidate for candidate in played if candidate[0] is not game]
        seen |= steps
    return tuple(kept)


Tracer: TypeAlias = Callable[[FrameType, str, Any], Any]
"""The function that Python calls at each line; it returns the next one to call."""


class _Steps:
    """Context manager that records which lines of some files run one after the other."""

    def __init__(self, files: frozenset[str]) -> None:
        self.files, self.seen = files, set[Step]()
        self._before: Any = None

    def __enter__(self) -> "_Steps":
        self._before = sys.gettrace()
        sys.settrace(self._call)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(self._before)

    def _call(self, frame: FrameType, _event: str, _arg: object) -> Tracer | None:
        file = frame.f_code.co_filename
        if file not in self.files:
            return None
        last = frame.f_lineno

        def line(frame: FrameType, event: str, arg: object) -> Tracer:
            nonlocal last
            if event == "line":
                self.seen.add((file, last, frame.f_lineno))
                last = frame.f_lineno
            elif event == "return" and isinstance(arg, bool | str):
                self.seen.add((f"{file} {arg}", last, 0))
            return line

        return line
