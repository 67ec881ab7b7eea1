import pytest
from hypothesis import given
from hypothesis import strategies as some

from printnplay.kernel.geometry import Rect, Size, mm
from printnplay.pdf.operators import points
from printnplay.pdf.placing import landing, with_bleed

lengths = some.integers(mm(1), mm(1000))
rects = some.builds(Rect, lengths, lengths, lengths, lengths)


@given(rect=rects, box=some.tuples(lengths, lengths), turn=some.sampled_from((0, 90, 180, 270)))
def test_a_turned_box_fills_its_rectangle(rect: Rect, box: tuple[int, int], turn: int) -> None:
    height = mm(3000)
    a, b, c, d, e, f = landing((points(box[0]), points(box[1])), rect, turn, height)
    far = [
        (a * points(x) + c * points(y) + e, b * points(x) + d * points(y) + f)
        for x, y in ((0, 0), box)
    ]
    assert sorted(x for x, _ in far) == pytest.approx([points(rect.x), points(rect.right)])
    edges = [points(height - rect.bottom), points(height - rect.y)]
    assert sorted(y for _, y in far) == pytest.approx(edges)


def test_only_quarter_turns_exist() -> None:
    with pytest.raises(KeyError):
        landing((1, 1), Rect(0, 0, 1, 1), 45, 1)


def test_the_bleed_is_scaled_as_the_picture_is() -> None:
    rect = Rect(10_000, 20_000, 10_000, 60_000)
    assert with_bleed(rect, Size(15_000, 20_000), 3_000, 0) == Rect(8_000, 11_000, 14_000, 78_000)
    assert with_bleed(rect, Size(20_000, 15_000), 3_000, 90) == Rect(8_000, 11_000, 14_000, 78_000)
