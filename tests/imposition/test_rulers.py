from itertools import pairwise

import pytest

from printnplay.imposition.rulers import INCHES, METRIC, Scale, ruler
from printnplay.kernel.geometry import Point, Um, mm
from printnplay.scene.sheet import Stroke, TextLine

from .samples import label

AT = Point(mm(20), mm(30))


@pytest.mark.parametrize(("scale", "length"), [(METRIC, 100_000), (INCHES, 101_600)])
def test_a_ruler_is_exact_to_the_micrometre(scale: Scale, length: Um) -> None:
    end = AT.moved(length, 0)
    base, *ticks = _strokes(scale)
    assert (base.start, base.end) == (AT, end)
    assert (ticks[0].start, ticks[-1].start) == (AT, end)


@pytest.mark.parametrize(
    ("scale", "steps", "start"),
    [
        (METRIC, 100, [4, 2, 2, 2, 2, 3, 2, 2, 2, 2, 4]),
        (INCHES, 32, [4, 2, 2, 2, 3, 2, 2, 2, 4]),
    ],
)
def test_longer_ticks_mark_the_fives_and_tens_the_halves_and_inches(
    scale: Scale, steps: int, start: list[int]
) -> None:
    _, *ticks = _strokes(scale)
    assert len(ticks) == steps + 1
    assert [(tick.end.y - tick.start.y) // 1000 for tick in ticks[: len(start)]] == start
    between = {two.start.x - one.start.x for one, two in pairwise(ticks)}
    assert between == {scale.step}


def test_numbers_stand_at_the_longest_ticks() -> None:
    numbers = [label(str(inch)) for inch in range(5)]
    texts = [one for one in ruler(INCHES, AT, numbers) if isinstance(one, TextLine)]
    middles = [text.at.x + number.width // 2 for text, number in zip(texts, numbers, strict=True)]
    assert middles == [AT.x + inch * 25_400 for inch in range(5)]
    assert all(text.at.y > AT.y + mm(4) for text in texts)


def test_too_few_numbers_are_a_mistake() -> None:
    with pytest.raises(ValueError, match="argument"):
        list(ruler(METRIC, AT, [label("0")]))


def test_an_upright_ruler_is_a_level_one_turned_by_a_quarter() -> None:
    numbers = [label(str(inch)) for inch in range(5)]
    level, upright = (list(ruler(INCHES, AT, numbers, upright=way)) for way in (False, True))
    for lying, standing in zip(level, upright, strict=True):
        if isinstance(lying, Stroke) and isinstance(standing, Stroke):
            assert standing.start == AT.moved(lying.start.y - AT.y, AT.x - lying.start.x)
            assert standing.end == AT.moved(lying.end.y - AT.y, AT.x - lying.end.x)
        elif isinstance(standing, TextLine):
            assert standing.turn == 270


def _strokes(scale: Scale) -> list[Stroke]:
    return [one for one in ruler(scale, AT) if isinstance(one, Stroke)]
