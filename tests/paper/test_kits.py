"""Every face of every kit is the face as drawn: its shapes, words, size, place and number."""

from collections.abc import Callable

import pytest

from .games import Game, Made, games
from .judge import Faces, Fault, judge_kit
from .reader import Paper

pytestmark = pytest.mark.turns(3)

GAMES = [
    pytest.param(game, id=str(game), marks=() if game.quick else pytest.mark.at_leisure)
    for game in games()
]


def _told(faults: list[Fault]) -> str:
    return "\n".join(map(str, faults[:20])) + f"\n{len(faults)} faults" * (len(faults) > 20)


@pytest.mark.parametrize("game", GAMES)
def test_a_kit_shows_each_face_as_it_is_drawn(
    game: Game, made: Callable[[Game], Made], faces_of: Callable[[Made], Faces]
) -> None:
    built = made(game)
    faults, _ = judge_kit(Paper(built.kit()), faces_of(built))
    assert not faults, _told(faults)


WAYS = [
    ("short", ("--backs", "short")),
    ("fold", ("--backs", "fold")),
    ("separate", ("--backs", "separate")),
    ("none", ("--backs", "none")),
    ("long", ("-p", "letter", "--marks", "corners")),
    ("long", ("--gutter", "3mm", "--marks", "ticks")),
    ("long", ("-p", "a3", "--marks", "none", "--margins", "8mm")),
]


@pytest.mark.at_leisure
@pytest.mark.parametrize(("backs", "options"), WAYS, ids=lambda way: "".join(way))
@pytest.mark.parametrize(
    "game", [game for game in games() if game.game in {"inkwell", "crown"}], ids=str
)
def test_each_way_of_printing_shows_the_same_faces(
    game: Game,
    backs: str,
    options: tuple[str, ...],
    made: Callable[[Game], Made],
    faces_of: Callable[[Made], Faces],
) -> None:
    built = made(game)
    folder = built.run("build", *options, output="-".join(options))
    (kit,) = folder.glob("*-kit.pdf")
    marked = not {"--marks", "none"} <= {*options}
    paper = Paper(kit.read_bytes())
    faults, _ = judge_kit(paper, faces_of(built), backs=backs, marked=marked)
    assert not faults, _told(faults)
