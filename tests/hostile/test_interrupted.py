"""A build that is ended at any moment, or at any step: whole old files, or whole new ones.

Moments are tried by the clock, and every step by itself: each change of a file below the output
folder, as Python reports it, is where one more build fails or ends.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from shutil import copytree, rmtree

import pytest

from .running import Ran, Runner
from .scene import Tree, tree

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs signals and /proc")

BUILD = "build"
STEPS = 16
"""At how many steps a build is broken, spread over all of them; the last ones are always tried."""

Sets = tuple[Path, Tree, Tree]
"""A project whose output is old and whose files are new, and what is old and what is new."""


@pytest.fixture(scope="module")
def sets(
    runner: Runner, bases: Mapping[str, Path | None], tmp_path_factory: pytest.TempPathFactory
) -> Sets:
    """A project that has been built, and changed since."""
    root = tmp_path_factory.mktemp("sets")
    base = bases["lean"]
    assert base is not None
    project, other = root / "game", root / "other"
    copytree(base, project)
    assert runner.run(BUILD, project).status == 0
    game = project / "designs/game/game.yaml"
    game.write_text(game.read_text("utf-8").replace("title: Game", "title: Another Game"), "utf-8")
    copytree(project, other)
    assert runner.run(BUILD, other).status == 0
    old, new = tree(project / "output"), tree(other / "output")
    assert old.keys() == new.keys()
    assert not any(old[name] == new[name] for name in old if name.endswith(".pdf"))
    return project, old, new


@pytest.fixture
def stride(request: pytest.FixtureRequest) -> int:
    """Which steps a build is broken at: all with `--thorough`, or each so many, the last one too.

    The steps of the writing itself are all tried in `tests/build/test_writing.py`.
    """
    return 1 if request.config.getoption("--thorough") else 6


@pytest.fixture
def project(sets: Sets, tmp_path: Path) -> Path:
    """A copy of that project."""
    return Path(copytree(sets[0], tmp_path / "game"))


def _pdfs(state: Tree) -> Tree:
    return {name: held for name, held in state.items() if name.endswith(".pdf")}


def _is_whole(project: Path, sets: Sets) -> str:
    """Which set the output is: `old`, `new`, or what is wrong with it."""
    state = tree(project / "output")
    found = {name: held for name, held in _pdfs(state).items() if ".unfinished" not in name}
    for kind, wanted in (("old", sets[1]), ("new", sets[2])):
        if found == _pdfs(wanted):
            return kind
    news = sorted(name for name, held in found.items() if held == sets[2].get(name))
    olds = sorted(name for name, held in found.items() if held == sets[1].get(name))
    gone = sorted(_pdfs(sets[1]).keys() - found.keys())
    return f"mixed: new {news}, old {olds}, missing {gone}, all {sorted(found)}"


def _fault(project: Path, step: int, deed: str) -> dict[str, object]:
    return {"below": str(project / "output"), "step": step, "deed": deed}


def _steps(runner: Runner, project: Path) -> list[int]:
    """The steps to try: all of them if there are few, and always the last ones."""
    counted = project.parent / "counted"
    copied = Path(copytree(project, project.parent / "counting"))
    fault = {**_fault(copied, 0, "count"), "path": ""}
    assert runner.run(BUILD, copied, fault=fault, count=str(counted)).status == 0
    rmtree(copied)
    total = counted.stat().st_size
    assert total
    if total <= STEPS:
        return list(range(1, total + 1))
    first = range(1, total - STEPS // 2, max(1, (total - STEPS // 2) // (STEPS // 2)))
    return [*first, *range(total - STEPS // 2 + 1, total + 1)]


def _renew(project: Path, sets: Sets) -> None:
    rmtree(project / "output", ignore_errors=True)
    copytree(sets[0] / "output", project / "output")


def _heals(runner: Runner, project: Path, sets: Sets) -> list[str]:
    """What the next build leaves wrong: it has to make the new set, and to clear up."""
    ran = runner.run(BUILD, project)
    wrong = [] if ran.status == 0 else [f"the next build fails: {ran.err[-300:]}"]
    after = tree(project / "output")
    if after != sets[2]:
        odd = sorted(
            name for name in after.keys() | sets[2].keys() if after.get(name) != sets[2].get(name)
        )
        wrong.append(f"the next build does not make it good: {odd}")
    return wrong


@pytest.mark.at_leisure
def test_a_step_that_fails_leaves_a_whole_set(
    runner: Runner, project: Path, sets: Sets, stride: int
) -> None:
    wrong: list[str] = []
    for step in _steps(runner, project)[::-stride]:
        _renew(project, sets)
        ran = runner.run(BUILD, project, fault=_fault(project, step, "refuse"))
        wrong += [f"step {step}: {one}" for one in _failure(ran, _is_whole(project, sets))]
        wrong += [f"step {step}: {one}" for one in _heals(runner, project, sets)]
    assert not wrong, "\n".join(wrong)


def _failure(ran: Ran, whole: str) -> list[str]:
    """What is wrong about a build of which a step failed."""
    wrong = []
    if "Traceback" in ran.err:
        wrong.append(f"a traceback: {ran.err.rstrip()[-200:]}")
    wanted = "new" if ran.status == 0 else "old"
    if whole != wanted:
        wrong.append(f"exit status {ran.status}, and the output is {whole}")
    if ran.status and "not permitted" not in ran.err.casefold():
        wrong.append(f"the true reason is not told: {ran.err[-300:]}")
    return wrong


@pytest.mark.at_leisure
def test_a_file_that_cannot_be_replaced_keeps_all_as_they_were(
    runner: Runner, project: Path, sets: Sets
) -> None:
    wrong = []
    for name in sorted(_pdfs(sets[1])):
        _renew(project, sets)
        path = str(project / "output" / name)
        ran = runner.run(BUILD, project, fault={**_fault(project, 0, "refuse"), "path": path})
        if ran.status == 1:
            wrong += [f"{name}: {one}" for one in _failure(ran, _is_whole(project, sets))]
            if Path(name).name not in ran.err:
                wrong.append(f"{name}: it is not named: {ran.err[-300:]}")
            litter = tree(project / "output").keys() - sets[1].keys()
            wrong += [f"{name}: leaves {sorted(litter)}"] if litter else []
        elif _is_whole(project, sets) != "new":
            wrong.append(f"{name}: exit status {ran.status}, {_is_whole(project, sets)}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("deed", ["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"])
def test_a_build_that_ends_at_any_step_leaves_a_whole_set(
    runner: Runner, project: Path, sets: Sets, deed: str, stride: int
) -> None:
    wrong = []
    for step in _steps(runner, project)[:: -stride if deed == "SIGKILL" else -3 * stride]:
        _renew(project, sets)
        ran = runner.run(BUILD, project, fault=_fault(project, step, deed))
        whole = _is_whole(project, sets)
        if whole not in ("old", "new"):
            wrong.append(f"step {step}: {whole}")
        if "Traceback" in ran.err:
            wrong.append(f"step {step}: a traceback: {ran.err.rstrip()[-200:]}")
        litter = [one for one in tree(project / "output") if one not in sets[1]]
        if deed != "SIGKILL" and litter:
            wrong.append(f"step {step}: a clean stop leaves {litter[:3]}")
        if deed == "SIGKILL" and step % 2:
            wrong += [f"step {step}: {one}" for one in _heals(runner, project, sets)]
    assert not wrong, "\n".join(wrong)


def _begin(runner: Runner, project: Path, *words: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, str(runner.script), *words],
        cwd=project,
        env=runner.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


@pytest.mark.thorough
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_build_that_ends_at_any_moment_leaves_a_whole_set(
    runner: Runner, project: Path, sets: Sets, number: signal.Signals
) -> None:
    wrong = []
    for moment in (0.12, 0.45, 0.8, 1.1):
        _renew(project, sets)
        begun = _begin(runner, project, *BUILD.split())
        time.sleep(moment)
        begun.send_signal(number)
        _, err = begun.communicate(timeout=20)
        whole = _is_whole(project, sets)
        if whole not in ("old", "new"):
            wrong.append(f"after {moment} s: {whole}")
        if b"Traceback" in err:
            wrong.append(f"after {moment} s: a traceback: {err.decode()[-200:]}")
    wrong += _heals(runner, project, sets)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    "number", [signal.SIGKILL, pytest.param(signal.SIGTERM, marks=pytest.mark.at_leisure)]
)
def test_workers_end_with_the_build_that_began_them(
    runner: Runner, project: Path, number: signal.Signals
) -> None:
    for name in ("other", "third"):
        copytree(project / "designs/game", project / "designs" / name)
        game = project / "designs" / name / "game.yaml"
        game.write_text(game.read_text("utf-8").replace("id: game", f"id: {name}"), "utf-8")
        texts = project / "locales/en/game.yaml"
        (project / f"locales/en/{name}.yaml").write_bytes(texts.read_bytes())
    begun = _begin(runner, project, "build", "-j", "2", "-o", "new")
    workers: set[int] = set()
    latest = time.monotonic() + 10
    while len(workers) < 2 and begun.poll() is None and time.monotonic() < latest:
        workers |= _session(begun.pid) - {begun.pid}
        time.sleep(0.02)
    begun.send_signal(number)
    try:
        # A reader of the pipe, as a build server is, waits until every process has closed it.
        with suppress(subprocess.TimeoutExpired):
            begun.communicate(timeout=5)
        latest = time.monotonic() + 5
        # A process that has closed its pipes may take a moment to give back its memory.
        while (left := _session(begun.pid)) and time.monotonic() < latest:
            time.sleep(0.02)
    finally:
        for pid in _session(begun.pid):
            os.kill(pid, signal.SIGKILL)
        begun.communicate()
    assert not left, f"{len(left)} processes outlive the build"


def _session(leader: int) -> set[int]:
    """The processes of a session that are alive."""
    found = set()
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = file.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(words[3]) == leader and words[0] != "Z":
            found.add(int(file.parent.name))
    return found


@pytest.mark.at_leisure
def test_two_builds_at_once_leave_a_whole_set(
    runner: Runner, project: Path, sets: Sets, stride: int
) -> None:
    for _ in range(2 if stride == 1 else 1):
        _renew(project, sets)
        begun = [_begin(runner, project, *BUILD.split()) for _ in range(2)]
        told = [one.communicate(timeout=60) for one in begun]
        assert not any(b"Traceback" in err for _, err in told), told
        assert 0 in [one.returncode for one in begun], told
        assert tree(project / "output") == sets[2]


@pytest.mark.thorough
def test_what_a_dead_build_has_left_is_swept_by_the_next(
    runner: Runner, project: Path, sets: Sets
) -> None:
    seen = False
    for moment in (0.7, 0.9, 1.1, 1.3):
        begun = _begin(runner, project, *BUILD.split())
        time.sleep(moment)
        begun.kill()
        begun.communicate()
        seen = seen or bool(tree(project / "output").keys() - sets[1].keys())
    assert not _heals(runner, project, sets)


@pytest.mark.at_leisure
def test_a_broken_step_of_a_translator_leaves_whole_files(
    runner: Runner, bases: Mapping[str, Path | None], tmp_path: Path, stride: int
) -> None:
    base = bases["new"]
    assert base is not None
    wrong = []
    for step in range(1, 9, 2 if stride == 1 else 4):
        for deed in ("refuse", "SIGKILL"):
            project = Path(copytree(base, tmp_path / f"{deed}-{step}"))
            before = tree(project / "locales")
            fault = {**_fault(project, step, deed), "below": str(project / "locales")}
            ran = runner.run("l10n add pl", project, fault=fault)
            after = tree(project / "locales")
            changed = [name for name in before if after.get(name) != before[name]]
            if "Traceback" in ran.err:
                wrong.append(f"{deed} {step}: a traceback: {ran.err[-200:]}")
            if ran.status > 0 and after != before:
                wrong.append(
                    f"{deed} {step}: a failure leaves {sorted(after.keys() ^ before.keys())}"
                )
            wrong += [f"{deed} {step}: torn {name}" for name in changed if _torn(project, name)]
    assert not wrong, "\n".join(wrong)


def _torn(project: Path, name: str) -> bool:
    """Whether a file of texts no longer ends as it did."""
    path = project / "locales" / name
    return path.suffix == ".yaml" and not path.read_bytes().endswith(b"\n")
