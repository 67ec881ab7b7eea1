"""Random playouts per second: our Tic-Tac Match against the same rules as an OpenSpiel Python game.

Both take turns in one process, so that a busy machine slows both; what counts is the ratio.
Run: python -m tests.benchmarks.playouts [--seconds N]
"""

import argparse
import gc
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import process_time

ROOT = Path(__file__).parents[2]
FLOOR = 3.0
"""What the ratio has to reach."""

ROUNDS = 5
BATCH = 20
"""Games between two looks at the clock."""


@dataclass
class Score:
    """What a contestant has played so far; time is CPU time of this process."""

    games: int = 0
    moves: int = 0
    seconds: float = 0.0
    best: float = 0.0

    def add(self, games: int, moves: int, seconds: float) -> None:
        """Count a round."""
        self.games += games
        self.moves += moves
        self.seconds += seconds
        self.best = max(self.best, games / seconds)


def ours() -> Callable[[int], int]:
    """Plays the game with that seed; returns the moves."""
    from printnplay.api import open_project
    from printnplay.play.playouts import play_out

    game = open_project(ROOT).rules("tic-tac-match").new_game()
    return lambda seed: play_out(game, 2, seed).moves


def openspiel() -> Callable[[int], int]:
    """The same with OpenSpiel."""
    import pyspiel
    from openspiel_port import playout

    game = pyspiel.load_game("python_tic_tac_match")
    return lambda seed: playout(game, random.Random(seed))[0]


def run(play: Callable[[int], int], first: int, seconds: float) -> tuple[int, int, float]:
    """Play for about so long; games, moves and the time it took."""
    games = moves = 0
    gc.collect()
    start = process_time()
    while (spent := process_time() - start) < seconds:
        for _ in range(BATCH):
            moves += play(first + games)
            games += 1
    return games, moves, spent


def main() -> int:
    """Print the figures; fails below the floor."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="a round of each takes so long")
    seconds = parser.parse_args().seconds
    sys.path[:0] = [str(Path(__file__).parent), str(ROOT)]
    contestants = {"printnplay": ours(), "OpenSpiel": openspiel()}
    scores = {name: Score() for name in contestants}
    for play in contestants.values():
        run(play, 0, 0.2)
    for turn in range(ROUNDS):
        for name, play in contestants.items():
            scores[name].add(*run(play, 100_000 * (turn + 1), seconds))
    for name, score in scores.items():
        rate, speed = score.games / score.seconds, score.moves / score.seconds
        length = score.moves / score.games
        print(
            f"{name:12} {rate:9,.0f} playouts/s {speed:10,.0f} moves/s {length:6.1f} moves a game"
        )
    ratio = scores["printnplay"].games / scores["printnplay"].seconds
    ratio /= scores["OpenSpiel"].games / scores["OpenSpiel"].seconds
    print(f"ratio {ratio:.2f} (at least {FLOOR:.0f})")
    return 0 if ratio >= FLOOR else 1


if __name__ == "__main__":
    raise SystemExit(main())
