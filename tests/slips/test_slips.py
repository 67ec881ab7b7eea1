"""Slips that are reported today stay reported, and sound projects that get no report stay so.

What does not hold yet is listed in `open.yaml`; what is listed and holds by now fails, so that the
list shrinks. `python -m slips.run` counts all and writes it anew.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
import yaml

from .casefile import HERE, Slip, bases, slips, sounds
from .judging import reported, seen
from .projects import Shelf

SLIPS = [one for group in slips().values() for one in group]
QUICK = 30
"""One in so many is in the quick part: a slip takes 0.3 s of CPU, and its project a second."""


@cache
def _open() -> dict[str, list[str]]:
    listed = yaml.safe_load((HERE / "open.yaml").read_text("utf-8"))
    return {name: names or [] for name, names in listed.items()}


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """The projects, made when they are needed."""
    return Shelf(tmp_path_factory.mktemp("slips"))


@pytest.fixture(scope="session")
def before(shelf: Shelf, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], list[str]]:
    """What is reported of a project without a slip."""
    return cache(lambda name: reported(shelf, name, tmp_path_factory.mktemp("before") / "project"))


@pytest.mark.sampled(QUICK)
@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.id)
def test_a_slip_is_reported_at_its_place_unless_it_is_known_not_to_be(
    slip: Slip, shelf: Shelf, tmp_path: Path, before: Callable[[str], list[str]]
) -> None:
    found = seen(slip, shelf, tmp_path, before(slip.base))
    is_open = slip.id in _open()["slips"]
    assert (found.outcome == "right") != is_open, (
        f"{slip.id} is {'right by now: take it out of open.yaml' if is_open else found}"
    )


@pytest.mark.sampled(QUICK // 3)
@pytest.mark.parametrize("name", sounds())
def test_a_sound_project_gets_no_report_unless_it_is_known_to(
    name: str, shelf: Shelf, tmp_path: Path
) -> None:
    reports = reported(shelf, f"sound/{name}", tmp_path / "project")
    is_open = name in _open()["sound"]
    assert bool(reports) == is_open, reports or f"{name} is quiet by now: take it out of open.yaml"


@pytest.mark.sampled(QUICK // 3)
@pytest.mark.parametrize("name", bases())
def test_a_project_that_slips_are_made_in_gets_no_report(
    name: str, shelf: Shelf, tmp_path: Path
) -> None:
    assert reported(shelf, name, tmp_path / "project") == []


def test_no_slip_is_there_twice_and_the_third_that_is_put_aside_stays_apart() -> None:
    aside = [one for group in slips("aside").values() for one in group]
    names = [one.id for one in (*SLIPS, *aside)]
    assert len(names) == len({*names}) == 300
    assert len(aside) == 100


def test_all_that_is_listed_as_open_is_there() -> None:
    assert {*_open()["slips"]} <= {one.id for one in SLIPS}
    assert {*_open()["sound"]} <= {*sounds()}
