"""`check --propose-ties`: which clauses each text may state, as lines for states.yaml."""

from pathlib import Path

import pytest
import yaml

from .project import change, copy_project, run, stand_in

pytestmark = pytest.mark.at_leisure

STATES = "designs/tic-tac-match/states.yaml"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    copy_project(tmp_path)
    stand_in(tmp_path, tmp_path, monkeypatch)
    return tmp_path


def test_a_text_without_a_tie_gets_a_proposal_that_the_file_accepts(project: Path) -> None:
    known = yaml.safe_load((project / STATES).read_text("utf-8"))
    del known["texts"]["rules.scoring.deal"]
    change(project, [{"file": STATES, "write": yaml.safe_dump(known, allow_unicode=True)}])
    assert "PNP663" in run("check tic-tac-match --strict").err
    ran = run("check tic-tac-match --propose-ties")
    proposed = yaml.safe_load(ran.out.partition(f"{STATES}:")[0])
    assert "TTM-4.left" in proposed["texts"]["rules.scoring.deal"]["states"]
    assert f"{STATES}: 1 tie proposed" in ran.out + ran.err
    known["texts"] |= proposed["texts"]
    change(project, [{"file": STATES, "write": yaml.safe_dump(known, allow_unicode=True)}])
    assert "rules.scoring.deal" not in run("check tic-tac-match --strict").err


def test_proposals_are_no_report_for_programs() -> None:
    ran = run("check tic-tac-match --propose-ties --format json")
    assert ran.status == 2
    assert "leave out other checks" in ran.err
