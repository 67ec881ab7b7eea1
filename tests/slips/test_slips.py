"""Slips are reported where they are, and sound projects get no report.

`python -m slips.run WORD...` shows all that is reported of a slip.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from .casefile import Slip, bases, slips, sounds
from .judging import reported, seen
from .projects import Shelf

SLIPS = [one for group in slips().values() for one in group]
QUICK = 60
"""One in so many is in the quick part: a slip takes 0.3 s of CPU, and its project a second."""


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """The projects, made when they are needed."""
    return Shelf(tmp_path_factory.mktemp("slips"))


@pytest.fixture(scope="session")
def before(shelf: Shelf, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], list[str]]:
    """What is reported of a project without a slip."""
    return cache(lambda name: reported(shelf, name, tmp_path_factory.mktemp("before") / "project"))


@pytest.mark.turns(4)
@pytest.mark.sampled(2 * QUICK)
@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.id)
def test_a_slip_is_reported_at_its_place(
    slip: Slip, shelf: Shelf, tmp_path: Path, before: Callable[[str], list[str]]
) -> None:
    found = seen(slip, shelf, tmp_path, before(slip.base))
    assert found.outcome == "right", found


@pytest.mark.sampled(QUICK // 2)
@pytest.mark.parametrize("name", sounds())
def test_a_sound_project_gets_no_report(name: str, shelf: Shelf, tmp_path: Path) -> None:
    assert reported(shelf, f"sound/{name}", tmp_path / "project") == []


@pytest.mark.sampled(QUICK // 3)
@pytest.mark.parametrize("name", bases())
def test_a_project_that_slips_are_made_in_gets_no_report(
    name: str, shelf: Shelf, tmp_path: Path
) -> None:
    assert reported(shelf, name, tmp_path / "project") == []


def test_no_slip_is_there_twice() -> None:
    names = [one.id for one in SLIPS]
    assert len(names) == len({*names}) >= 300
