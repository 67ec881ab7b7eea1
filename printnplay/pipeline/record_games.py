"""`play --record`: choose games that between them run through the rules, and keep them."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from types import FrameType
from typing import Any, cast

from printnplay.files.writing import write_whole
from printnplay.loading.examples import NAME
from printnplay.model.diagnostics import FaultsError, Problems
from printnplay.model.verdicts import RecordedGame
from printnplay.pipeline.play import Opened, PlayRequest, open_game
from printnplay.pipeline.workers import Progress
from printnplay.rules.loader import guarded
from printnplay.rules.protocol import RulesModule
from printnplay.rules.variants import variants_of
from printnplay.simulation.mutants import sources
from printnplay.simulation.recorded import as_json, record

TRIED = 48
"""Games that are tried for each number of players and choice of variants."""

LEAST, MOST = 6, 8
"""Games that are kept, at least and at most."""

USUAL = 40
"""Moves of a game that is taken rather than another that adds as much."""

LONGEST = 120
"""Moves of a game that is kept."""

Step = tuple[str, int, int]
"""A file, and two lines of it that ran one after the other."""


def record_games(request: PlayRequest, progress: Progress) -> tuple[Path, tuple[RecordedGame, ...]]:
    """Write the recorded games of a game; the file, and what is in it.

    Of many games played, those are kept that add most steps of the rules to the ones kept before,
    until none adds any; then others up to LEAST.

    Raises:
        FaultsError: the game cannot be had, its rules fail, or the file cannot be written.
    """
    opened = open_game(request)
    kept = _kept(opened, request.seed, progress)
    path = Path(opened.game.folder) / NAME
    text = as_json(opened.rules, kept)
    write_whole(path, lambda stream: cast("None", stream.write(text.encode())))
    return path, kept


def _kept(opened: Opened, seed: int, progress: Progress) -> tuple[RecordedGame, ...]:
    """The games that are kept.

    Raises:
        FaultsError: the user's own rules fail.
    """
    problems = Problems()
    games = partial(_played, opened, seed, progress)
    played = guarded(opened.game, lambda: list(games()), problems)
    if played is None:
        raise FaultsError(problems.found)
    return _choose(played)


def _played(
    opened: Opened, seed: int, progress: Progress
) -> Iterator[tuple[RecordedGame, frozenset[Step]]]:
    """Games for every number of players and all variants, with the steps they run through."""
    rules, files = opened.rules, frozenset(map(str, sources(opened.source)))
    settings = list(product(opened.game.players, _choices(rules), range(TRIED)))
    progress.begin(len(settings))
    for seats, variants, number in settings:
        progress.step(f"{seats} players")
        with _Steps(files) as steps:
            game = record(rules, seats, seed * TRIED + number, LONGEST, variants)
        if game is not None:
            yield game, frozenset(steps.seen)


def _choices(rules: RulesModule) -> Iterator[Mapping[str, str]]:
    """The usual variants, then each other choice by itself."""
    yield {}
    for name, choices in variants_of(rules).items():
        yield from ({name: choice} for choice in choices[1:])


def _choose(
    played: Sequence[tuple[RecordedGame, frozenset[Step]]],
) -> tuple[RecordedGame, ...]:
    """The games that add most, the one that adds most first; the shorter of two that add alike."""
    kept: list[RecordedGame] = []
    seen: set[Step] = set()
    while len(kept) < MOST and played:
        game, steps = max(
            played, key=lambda one: (len(one[1] - seen), -abs(len(one[0].rows) - USUAL))
        )
        if not steps - seen and len(kept) >= LEAST:
            break
        kept.append(game)
        played = [one for one in played if one[0] is not game]
        seen |= steps
    return tuple(kept)


class _Steps:
    """Notes which lines of some files run one after the other."""

    def __init__(self, files: frozenset[str]) -> None:
        self.files, self.seen = files, set[Step]()
        self._before: Any = None

    def __enter__(self) -> "_Steps":
        self._before = sys.gettrace()
        sys.settrace(self._call)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(self._before)

    def _call(self, frame: FrameType, event: str, arg: object) -> Any:  # noqa: ANN401, ARG002
        file = frame.f_code.co_filename
        if file not in self.files:
            return None
        last = frame.f_lineno

        def line(frame: FrameType, event: str, arg: object) -> Any:  # noqa: ANN401
            nonlocal last
            if event == "line":
                self.seen.add((file, last, frame.f_lineno))
                last = frame.f_lineno
            elif event == "return" and isinstance(arg, bool | str):
                self.seen.add((f"{file} {arg}", last, 0))
            return line

        return line
