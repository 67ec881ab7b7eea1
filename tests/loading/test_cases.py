"""Every case under `cases/` yields the faults that its files announce, and nothing else."""

from pathlib import Path

import pytest

from printnplay.kernel.codes import CODES

from .annotated import HERE, check_project, expected_in, found_in, lay_out, report

CASES = sorted(path for path in (HERE / "cases").glob("*/*") if path.is_dir())


def test_a_sound_project_has_no_faults(tmp_path: Path) -> None:
    project = tmp_path / "project"
    lay_out(HERE / "base", project)
    found = check_project(project)
    assert found == [], report(found)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}/{case.name}")
def test_case_yields_exactly_its_announced_faults(case: Path, tmp_path: Path) -> None:
    project = tmp_path / "project"
    lay_out(case, project)
    found = check_project(project)
    assert found_in(project, found) == expected_in(project), report(found)
    assert {fault.code.id for fault in found} <= set(CODES)
