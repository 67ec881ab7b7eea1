"""Commands that a signal stops at any moment: quietly, with old or new files, and no litter."""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from .running import Runner
from .scene import Tree, tree

pytestmark = [
    pytest.mark.at_leisure,
    pytest.mark.skipif(sys.platform != "linux", reason="needs signals and /proc"),
]

COMMANDS = (
    *("build game", "build -j 2", "export png game --dpi 36", "export png -j 2 --dpi 36"),
    *(f"export {target} game" for target in ("svg", "pdf-cards", "sheets", "playingcards-io")),
    *("export card-game-simulator game", "export site game", "export all game", "proof game"),
    "export tabletop-simulator game --base-url https://example.com/",
)
SIGNALS = (signal.SIGINT, signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
TRIED = 4
"""How often each command is stopped, unless all is tried: then 50 times."""
SEED = os.environ.get("SEED", "1")


@dataclass(slots=True)
class Trial:
    """A command in a project, the files before and after it, and how long it takes."""

    words: list[str]
    base: Path
    runner: Runner
    folder: Path
    old: Tree = field(init=False)
    new: Tree = field(init=False)
    seconds: float = field(init=False)

    def __post_init__(self) -> None:
        """Run the command undisturbed."""
        self.old = tree(self.base)
        start = time.monotonic()
        begun = self.begin()
        _, err = begun.communicate(timeout=300)
        assert begun.returncode == 0, err
        self.seconds, self.new = time.monotonic() - start, tree(self.folder / "game")
        assert self.new != self.old
        assert not tree(self.folder / "temporary")

    def begin(self) -> "subprocess.Popen[bytes]":
        """Begin the command in a new copy of the project, with an empty cache."""
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(self.base, self.folder / "game")
        (self.folder / "temporary").mkdir()
        own = {"PRINTNPLAY_CACHE": "cache", "TMPDIR": "temporary"}
        return subprocess.Popen(
            [sys.executable, str(self.runner.script), *self.words],
            cwd=self.folder / "game",
            env=self.runner.environment | {key: str(self.folder / own[key]) for key in own},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )

    def stopped(self, moment: float, number: int, *, everybody: bool) -> Iterator[str]:
        """Stop the command after some seconds, and yield what is wrong.

        Everybody is what a terminal does: its processes get the signal as well.
        """
        begun = self.begin()
        time.sleep(moment)
        with suppress(ProcessLookupError):  # it was quicker than before
            (os.killpg if everybody else os.kill)(begun.pid, number)
        _, err = begun.communicate(timeout=120)
        found = tree(self.folder / "game")
        if begun.returncode not in (128 + number, -number) and begun.returncode:
            yield f"exit status {begun.returncode}"
        folders = _folders(found, self.old, self.new)
        mixed = [folder for folder in folders if not self.is_whole(folder, found)]
        if mixed or (found != self.new and not begun.returncode):
            yield f"status {begun.returncode} and mixed or missing files in {mixed}"
        if err and begun.returncode:
            yield err.decode()[-500:]
        if litter := tree(self.folder / "temporary"):
            yield f"temporary files {sorted(litter)[:3]}"
        if left := _alive(begun.pid):
            yield f"processes {left}"

    def is_whole(self, folder: str, found: Tree) -> bool:
        """Return whether the files of a folder are all old or all new.

        A release has a folder of its own beside that of the kit, which is built first.
        """
        return _within(folder, found) in (_within(folder, self.old), _within(folder, self.new))


def _folders(*trees: Tree) -> set[str]:
    return {name.rpartition("/")[0] for tree in trees for name in tree}


def _within(folder: str, files: Tree) -> Tree:
    return {
        name: held
        for name, held in files.items()
        if held != "folder" and name.rpartition("/")[0] == folder
    }


def _alive(session: int) -> list[str]:
    """The processes of a session that are left after a moment in which they may end."""
    for _ in range(100):
        left = []
        for file in Path("/proc").glob("[0-9]*/stat"):
            try:
                words = file.read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(words[3]) == session and words[0] != "Z":
                left.append(file.parent.name)
        if not left:
            break
        time.sleep(0.02)
    return left


@pytest.fixture(scope="module")
def two_games(bases: Mapping[str, Path | None], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project of two games, so that there is work for two processes."""
    base = bases["lean"]
    assert base is not None
    project = Path(shutil.copytree(base, tmp_path_factory.mktemp("two") / "game"))
    shutil.copytree(project / "designs/game", project / "designs/other")
    game = project / "designs/other/game.yaml"
    game.write_text(game.read_text("utf-8").replace("id: game", "id: other"), "utf-8")
    shutil.copy(project / "locales/en/game.yaml", project / "locales/en/other.yaml")
    return project


@pytest.mark.parametrize("command", COMMANDS)
def test_a_stopped_command_leaves_nothing_half_done(
    command: str,
    two_games: Path,
    runner: Runner,
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> None:
    # What starts in the background of a script ignores Ctrl-C, and so do its children.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        trial = Trial(command.split(), two_games, runner, tmp_path / "trial")
        wrong = []
        for index in range(50 if request.config.getoption("--thorough") else TRIED):
            rng = random.Random(f"{SEED} {command} {index}")
            moment, number = rng.uniform(0.1, 1) * trial.seconds, rng.choice(SIGNALS)
            everybody = rng.random() < 0.5
            name = f"{signal.Signals(number).name} after {moment:.2f} of {trial.seconds:.2f} s"
            found = trial.stopped(moment, number, everybody=everybody)
            wrong += [f"{name}, everybody {everybody}: {one}" for one in found]
    finally:
        signal.signal(signal.SIGINT, before)
    assert not wrong, "\n".join(wrong)
