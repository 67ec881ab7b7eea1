import pytest

from printnplay.imposition.backs import CardLayout
from printnplay.imposition.machines import MACHINES, registered
from printnplay.kernel.geometry import Paper, Size, mm
from printnplay.kernel.printing import Backs, Machine, Marking, Marks
from printnplay.kernel.shapes import CardFormat
from printnplay.scene.sheet import Panel, Stamp, Stroke

from .samples import POKER, numbered

CLEAR = mm(0.5)
"""How near cut marks and bleed come to the marks of a machine, at most."""


@pytest.mark.parametrize("machine", Machine)
@pytest.mark.parametrize("size", [Size(mm(210), mm(297)), Size(mm(215.9), mm(279.4))])
@pytest.mark.parametrize("marks", Marks)
def test_nothing_is_near_the_marks_of_a_machine(machine: Machine, size: Size, marks: Marks) -> None:
    paper = Paper("p", "P", size, MACHINES[machine].margins)
    layout = CardLayout(paper, CardFormat(POKER, mm(3), None), Backs.NONE, Marking(marks))
    (side,) = layout.sides(numbered(layout.capacity))
    items = registered(side.items, machine, paper)
    areas = [item.rect for item in items if isinstance(item, Panel)]
    assert len(areas) == len(set(areas)) == {"silhouette": 5, "silhouette-4": 8, "opos": 4}[machine]
    for area in areas:
        assert paper.whole.holds(area)
        kept = area.grown(CLEAR)
        for item in items:
            if isinstance(item, Stroke):
                x, right = sorted((item.start.x, item.end.x))
                y, bottom = sorted((item.start.y, item.end.y))
                apart = right < kept.x or x > kept.right or bottom < kept.y or y > kept.bottom
                assert apart, item
            elif isinstance(item, Stamp) and item.clip is not None:
                shared = item.clip.within(kept)
                assert min(shared.width, shared.height) <= 0


@pytest.mark.parametrize("machine", [Machine.SILHOUETTE_4, Machine.OPOS])
def test_four_marks_are_the_same_upside_down(machine: Machine) -> None:
    paper = Paper("a4", "A4", Size(mm(210), mm(297)), MACHINES[machine].margins)
    areas = set(MACHINES[machine].areas(paper))
    turned = {
        area.moved(210_000 - area.x - area.right, 297_000 - area.y - area.bottom) for area in areas
    }
    assert turned == areas
