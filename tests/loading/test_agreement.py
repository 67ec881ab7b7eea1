"""What `check` calls an error stops a build, with the same codes, and nothing else does."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from printnplay import open_project
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Severity

from .annotated import lay_out
from .test_cases import CASES


def errors(found: Sequence[Diagnostic]) -> set[str]:
    """The codes of errors."""
    return {fault.code.id for fault in found if fault.severity is Severity.ERROR}


@pytest.mark.turns(4)
@pytest.mark.sampled(80)
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}/{case.name}")
def test_checks_and_builds_agree_on_errors(case: Path, tmp_path: Path) -> None:
    lay_out(case, tmp_path / "project")
    project = open_project(tmp_path / "project")
    try:
        checked = errors(project.check().problems)
    except FaultsError as error:
        checked = errors(error.found)
    try:
        built = errors(project.build(papers=["a4", "letter"], output=tmp_path / "out").problems)
    except FaultsError as error:
        built = errors(error.found)
        assert built
    assert built == checked
