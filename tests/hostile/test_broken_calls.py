"""Every call of the system that changes files, failing in its turn, in every command that writes.

Whichever call fails, and why: the files are the old ones or the new ones, one error names what
could not be written and why, nothing else is left, and the next run does what this one would have.
"""

import errno
import os
import re
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
import yaml

from .running import Ran, Runner
from .scene import Change, Scene, Tree, change, set_up, tree

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc and signals")

ERRORS = ("ENOSPC", "EACCES", "EIO", "EMFILE", "MemoryError")
TRIED = 2
"""How many runs of each command are disturbed, where not all are tried; the name says which."""
PYTHON = re.compile(r"Traceback \(most recent|Exception ignored|\.unfinished|Error\b")


@dataclass(frozen=True, slots=True)
class Command:
    """A command that writes, and what comes before it."""

    name: str
    run: str = ""
    files: tuple[Change, ...] = ()
    steps: tuple[Mapping[str, Any], ...] = ()
    web: str = ""
    edit: list[str] | None = None
    kinds: tuple[str, ...] = ()
    """The kinds of calls that fail, if not all; then the drawn faces kept are compared, too."""


COMMANDS = [
    Command(**one)
    for one in yaml.safe_load(Path(__file__).with_name("broken.yaml").read_text("utf-8"))
]


@dataclass(slots=True)
class Trial:
    """A command in a scene of its own, which is set up anew for each run."""

    command: Command
    runner: Runner
    folder: Path
    base: Path
    prepared: Scene = field(init=False)
    wanted: Tree = field(init=False)
    said: str = field(init=False)

    def calls(self) -> list[str]:
        """Run the command undisturbed; the kinds of the calls that can fail, in their order."""
        self.prepared = set_up(self.folder / "prepared", self.base)
        (self.prepared.root / "tmp").mkdir()
        change(self.prepared, self.command.files)
        for step in self.command.steps:
            change(self.prepared, step.get("files", ()))
            if "run" in step:
                assert self._run(self.prepared, step["run"]).status == 0
        scene, counted = self.scene(), self.folder / "counted"
        done = self.run(scene, {"kind": "", "step": 0, "error": ""}, str(counted))
        assert (done.status, _odd(scene)) == (0, []), done.err
        self.wanted = self.state(scene)
        return [line.split(" ", 1)[0] for line in counted.read_text().splitlines()]

    def scene(self) -> Scene:
        """A copy of what the command begins with."""
        root = self.folder / "scene"
        shutil.rmtree(root, ignore_errors=True)
        shutil.copytree(self.prepared.root, root, symlinks=True)
        return Scene(root, root / "game", root / "outside", root / "home")

    def run(self, scene: Scene, broken: Mapping[str, object] | None = None, count: str = "") -> Ran:
        """Run the command, perhaps broken."""
        command = self.command
        return self._run(
            scene, command.run, broken=broken, count=count, web=command.web, edit=command.edit
        )

    def _run(self, scene: Scene, words: str, **more: object) -> Ran:
        places = {"HOME": scene.home, "TMPDIR": scene.root / "tmp"}
        places["PRINTNPLAY_CACHE"] = scene.root / "cache"
        environment = {name: str(path) for name, path in places.items()}
        return self.runner.run(words, scene.project, environment, **more)

    def wrongs(self, kind: str, step: int, error: str) -> list[str]:
        """What is wrong after a call failed, and after the run that follows."""
        scene, count = self.scene(), self.folder / "failed"
        count.unlink(missing_ok=True)
        before = self.state(scene)
        ran = self.run(scene, {"kind": kind, "step": step, "error": error}, str(count))
        if not count.exists():
            return []
        after = self.state(scene)
        wrong = [*_told(ran, error), *_odd(scene, kind)]
        if ran.ended or ran.left:
            wrong.append(f"was ended by {ran.ended}, left {ran.left}")
        if after != self.wanted and not (ran.status and after == before):
            of = before if ran.status else self.wanted
            odd = sorted(name for name in after.keys() | of if after.get(name) != of.get(name))
            wrong.append(f"exit status {ran.status}, and other files: {odd}")
        wrong += self._after(scene, anew=not ran.status)
        call = f"{self.command.name}: {kind} {step} {error} ({count.read_text().strip()})"
        return [f"{call}: {one}\n    {ran.err[:150]!r}...{ran.err[-250:]!r}" for one in wrong]

    def state(self, scene: Scene) -> Tree:
        """All files but those of the cache and temporary ones."""
        left_out = ("cache/trusted" if self.command.kinds else "cache", "tmp")
        found = tree(scene.root).items()
        return {name: held for name, held in found if not name.startswith(left_out)}

    def _after(self, scene: Scene, *, anew: bool) -> list[str]:
        """What is wrong about the next run, with the same cache; `anew` on the old files."""
        if anew:
            for name in ("game", "home"):
                shutil.rmtree(scene.root / name)
                shutil.copytree(self.prepared.root / name, scene.root / name, symlinks=True)
        next_ran = self.run(scene)
        if next_ran.status:
            return [f"the next run fails: {next_ran.err[-300:]}"]
        return [] if self.state(scene) == self.wanted else ["the next run gives other files"]


def _odd(scene: Scene, kind: str = "") -> list[str]:
    """What is left behind; a temporary file that cannot be removed is."""
    found = ("/.unfinished",) if kind in ("unlink", "rmdir") else ("/.unfinished", "/tmp/")
    left = [name for name in tree(scene.root) if any(one in f"/{name}" for one in found)]
    return [f"leaves {left}"] if left else []


def _told(ran: Ran, error: str) -> list[str]:
    """What is wrong about the exit status, and about what is told."""
    wrong = []
    found = PYTHON.search(ran.err)
    if ran.status not in (0, 1, 2) or found:
        wrong.append(f"exit status {ran.status}, tells {found and found[0]}")
    if not ran.status:
        return [*wrong, "an error is told"] if "error" in ran.err else wrong
    reason = "out of memory"
    if error != "MemoryError":
        reason = os.strerror(getattr(errno, error)).casefold()
    if (
        not any(one in ran.err.casefold() for one in (reason, "mb of memory"))
        and "too many open files" not in ran.err
    ):
        wrong.append("does not say why")
    return wrong


@pytest.fixture(params=COMMANDS, ids=lambda command: command.name)
def trial(
    request: pytest.FixtureRequest,
    runner: Runner,
    bases: Mapping[str, Path | None],
    tmp_path: Path,
) -> Trial:
    """Each command that writes."""
    base = bases["lean"]
    assert base is not None
    return Trial(request.param, runner, tmp_path, base)


@pytest.mark.sampled(32)
def test_a_call_that_fails(trial: Trial, request: pytest.FixtureRequest) -> None:
    calls = trial.calls()
    runs = [
        (kind, calls[: place + 1].count(kind), error)
        for place, kind in enumerate(calls)
        for error in ERRORS
        if not trial.command.kinds or kind in trial.command.kinds
    ]
    if not request.config.getoption("--thorough"):
        first = crc32(trial.command.name.encode())
        runs = [runs[(first + number * len(runs) // TRIED) % len(runs)] for number in range(TRIED)]
    wrong = [one for run in runs for one in trial.wrongs(*run)]
    assert not wrong, "\n".join(wrong)
