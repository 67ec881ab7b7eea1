from collections.abc import Callable
from pathlib import Path

import pytest

from .games import Game, Made, make
from .judge import Faces

Once = Callable[[str, Callable[[Path], None]], Path]


@pytest.fixture(scope="session")
def made(once: Once) -> Callable[[Game], Made]:
    """A game built and exported, once for all processes of the run."""

    def found(game: Game) -> Made:
        folder = once(f"paper-{game}", lambda place: make(place, game))
        return Made(folder, game)

    return found


@pytest.fixture(scope="session")
def faces_of() -> Callable[[Made], Faces]:
    """The faces of a game as drawn."""
    kept: dict[Path, Faces] = {}

    def found(game: Made) -> Faces:
        if game.folder not in kept:
            kept[game.folder] = Faces(game.output / "svg", game.shaped)
        return kept[game.folder]

    return found
