"""The public API: what the readme shows comes true, and importing it is cheap."""

import subprocess
import sys
from doctest import DocTestParser, DocTestRunner
from pathlib import Path

import pytest

import printnplay

from .project import ROOT, change, run, stand_in


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which a game has been begun."""
    stand_in(tmp_path, ROOT, monkeypatch)
    assert run("new lost-city").status == 0
    return tmp_path


@pytest.mark.usefixtures("place")
def test_the_example_of_the_page_is_true() -> None:
    text = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    example = text.split("```python\n>>> import printnplay\n")[1].split("```")[0]
    test = DocTestParser().get_doctest(
        example, {"printnplay": printnplay}, "python", "docs/python.md", 0
    )
    shown: list[str] = []
    outcome = DocTestRunner().run(test, out=shown.append)
    assert outcome.attempted > 4
    assert outcome.failed == 0, "".join(shown)


def test_faults_are_values_of_a_report_and_stop_a_build(place: Path) -> None:
    project = printnplay.open_project(place / "lost-city")
    texts = "lost-city/locales/en/lost-city.yaml"
    change(place, [{"file": texts, "find": "en:\n", "replace": "fr:\n"}])
    (problem,) = project.check().problems
    assert isinstance(problem, printnplay.Diagnostic)
    assert problem.span.file == texts
    with pytest.raises(printnplay.FaultsError) as caught:
        project.build(output=place / "output")
    assert caught.value.found == [problem]
    assert not (place / "output").exists()


def test_what_comes_with_the_tool_is_a_project() -> None:
    bundled = printnplay.open_bundled()
    assert bundled.games == printnplay.open_project(ROOT).games
    assert "tic-tac-match" in bundled.games


def test_importing_the_package_loads_no_stage() -> None:
    script = "import sys, printnplay; print(*(m for m in sys.modules if 'printnplay.' in m))"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert {name.split(".")[1] for name in ran.stdout.split()} == {"kernel"}
