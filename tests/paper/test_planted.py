"""The reader finds faults that are put into a sound kit, one at a time."""

from collections.abc import Callable, Iterable

import pytest

from . import planting
from .games import Game, Made, games
from .judge import Faces, Fault, Match, judge_kit
from .planting import Change, planted
from .reader import Paper

pytestmark = [pytest.mark.at_leisure, pytest.mark.turns(4)]

INKWELL = next(game for game in games() if game.game == "inkwell")

CASES: list[tuple[Change, str, str]] = [
    (planting.thin_strokes, "photo-front", "shows something else"),
    (planting.blank, "one-front", "shows something else"),
    (planting.other_colour, "alpha-front", "shows something else"),
    (planting.shift, "linear-front", "lies beside its lines to cut"),
    (planting.one_less, "joins-front", "is printed 1 times in place of 2"),
    (planting.swap_backs, "side-1-back", "has the back side-2-back"),
]

Judged = tuple[list[Fault], list[Match]]


@pytest.fixture(scope="module")
def kit(made: Callable[[Game], Made], faces_of: Callable[[Made], Faces]) -> tuple[bytes, Faces]:
    built = made(INKWELL)
    return built.kit(), faces_of(built)


@pytest.fixture(scope="module")
def sound(kit: tuple[bytes, Faces]) -> Judged:
    data, faces = kit
    return judge_kit(Paper(data), faces)


def _marks(faults: Iterable[Fault]) -> set[tuple[str, str, str]]:
    return {(one.what, one.face.removesuffix(".svg"), one.where) for one in faults}


@pytest.mark.parametrize(
    ("change", "face", "what"), CASES, ids=lambda case: getattr(case, "__name__", None)
)
def test_a_planted_fault_is_found(
    change: Change, face: str, what: str, kit: tuple[bytes, Faces], sound: Judged
) -> None:
    data, faces = kit
    before, matches = sound
    place = next(match.shown for match in matches if match.face.name == face)
    broken = planted(data, change, place.page, place.form)
    after, _ = judge_kit(Paper(broken), faces)
    found = {mark[0] for mark in _marks(after) - _marks(before)}
    assert any(one.startswith(what) for one in found), found


def test_the_very_same_kit_written_anew_has_no_new_faults(
    kit: tuple[bytes, Faces], sound: Judged
) -> None:
    data, faces = kit
    place = sound[1][0].shown
    after, _ = judge_kit(Paper(planted(data, lambda *_: None, place.page, place.form)), faces)
    assert _marks(after) == _marks(sound[0])
