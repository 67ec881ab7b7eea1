"""Hostile projects, each a piece of data: what is built, told and left alone.

`--thorough` runs those that `left_out.yaml` names too.
"""

import os
import shlex
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
import yaml

from .casefile import MECHANISMS, Case, cases_in
from .judging import wrongs
from .running import SPARE, Ran, Runner
from .scene import Scene, change, set_up, tree

HERE = Path(__file__).parent
CASES = cases_in(HERE / "cases")
LEFT_OUT = yaml.load((HERE / "left_out.yaml").read_text("utf-8"), yaml.CSafeLoader)
AT_LEAST = 150
"""How many cases every run of the tests has."""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc and links")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames:
        metafunc.parametrize("case", [_parameter(case) for case in CASES])


def _parameter(case: Case) -> object:
    left_out = case.name in (*LEFT_OUT["slow"], *LEFT_OUT["failing"])
    marks = [pytest.mark.thorough] if left_out else []
    return pytest.param(case, id=f"{case.mechanism} {case.name}", marks=marks)


@pytest.mark.sampled(40)
@pytest.mark.turns(4)
def test_hostile(
    case: Case, tmp_path: Path, runner: Runner, bases: Mapping[str, Path | None]
) -> None:
    found = _try(case, tmp_path / "scene", runner, bases)
    assert not found, "\n".join(found)


def test_every_mechanism_has_cases() -> None:
    assert {case.mechanism for case in CASES} == set(MECHANISMS)
    names = [case.name for case in CASES]
    assert len(names) == len(set(names))
    left_out = [*LEFT_OUT["slow"], *LEFT_OUT["failing"]]
    assert sorted(set(left_out) - set(names)) == []
    assert len(names) - len(left_out) >= AT_LEAST


def _try(case: Case, root: Path, runner: Runner, bases: Mapping[str, Path | None]) -> list[str]:
    """Play a case; what is not right about it."""
    if case.rights == "unknown" and os.getuid():
        pytest.skip("only root can be a user whom the system does not know")
    scene = set_up(root, bases[case.base])
    change(scene, case.files)
    for step in case.steps:
        if "run" in step:
            first = _run(case, scene, runner, step["run"])
            if first.status and not step.get("may_fail"):
                return [f"`{step['run']}` came first and failed: {first.err[-300:]}"]
        change(scene, step.get("files", ()))
    before = tree(scene.root)
    with _readable(scene):
        ran = _run(case, scene, runner, case.run)
    after = tree(scene.root)
    found = wrongs(case, scene, ran, before, after)
    return [*found, "--- " + ran.err[:1500]] if found else []


def _run(case: Case, scene: Scene, runner: Runner, command: str | list[str]) -> Ran:
    words = shlex.split(command) if isinstance(command, str) else command
    return runner.run(
        [scene.fill(word) for word in words],
        Path(os.path.normpath(scene.project / case.cwd)),
        {
            "HOME": str(scene.home),
            **{key: value and scene.fill(value) for key, value in case.env.items()},
        },
        fresh=case.fresh,
        stdin=case.stdin and scene.fill(case.stdin),
        stdout=case.stdout,
        stderr=case.stderr,
        gone=case.gone,
        descriptors=case.descriptors,
        rights=case.rights,
        cpu=int(case.cpu * SPARE + 1),
        kilobytes=int(case.megabytes * SPARE * 1024),
    )


@contextmanager
def _readable(scene: Scene) -> Iterator[None]:
    """Afterwards, whatever has been closed to readers can be compared and removed again."""
    try:
        yield
    finally:
        for at, folders, _ in os.walk(scene.root):
            for name in folders:
                folder = Path(at, name)
                if not folder.is_symlink() and not os.access(folder, os.R_OK | os.X_OK):
                    folder.chmod(0o755)
