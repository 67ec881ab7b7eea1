"""Every case under `cases/`: a change to a sound project, a command, and what it has to say.

The project is Tic-Tac Match, or with `project: small` the game that `new` makes, which is quicker.
"""

import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import yaml

from printnplay.kernel.codes import CODES

from .project import ROOT, Golden, Ran, change, copy_project, run, stand_in, tree

pytestmark = pytest.mark.sampled(6)

Case: TypeAlias = Mapping[str, Any]

HERE = Path(__file__).parent
CASES = sorted((HERE / "cases").glob("*.yaml"))

EARLIER = "output/tic-tac-match/en/tic-tac-match-en-a4-kit.pdf"
"""What an earlier build has left, and no failed one may touch."""

_FAULT = re.compile(r"^(?:error|warning)\[(PNP\d+)\]", re.MULTILINE)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(
    path: Path, small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: Golden
) -> None:
    case: Case = yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)
    is_small = case.get("project") == "small"
    if is_small:
        shutil.copytree(small, tmp_path, dirs_exist_ok=True)
    else:
        copy_project(tmp_path)
    (tmp_path / EARLIER).parent.mkdir(parents=True)
    (tmp_path / EARLIER).write_bytes(b"an earlier build")
    change(tmp_path, case.get("changes", ()))
    stand_in(tmp_path, ROOT if is_small else tmp_path, monkeypatch)
    before = tree(tmp_path)
    ran = run(case["run"])
    assert ran.status == case["exit"], ran
    assert sorted(_FAULT.findall(ran.err)) == sorted(case["codes"])
    assert set(case["codes"]) <= set(CODES)
    assert tree(tmp_path) == before
    golden(path.stem, _shown(case, ran, tmp_path))


def _shown(case: Case, ran: Ran, project: Path) -> str:
    """The whole of what the user sees, without what differs from machine to machine."""
    parts = [f"$ printnplay {case['run']}", ran.err.rstrip(), ran.out.rstrip()]
    text = "\n".join(part for part in parts if part)
    text = text.replace(str(project), "<project>").replace(str(ROOT), "<shipped>")
    return text + f"\n[exit {ran.status}]\n"
