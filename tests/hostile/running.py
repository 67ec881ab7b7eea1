"""Commands run under bounds by the server, and what came of them."""

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import printnplay

WALL = 20.0
"""Seconds after which a command is ended, on a machine that may be busy with others."""

SPARE = 1.25
"""How much more than it may a command can use before it is ended: enough to tell by how much."""

SCRIPT = """\
import sys
from printnplay.cli import program
if __name__ == "__main__":
    sys.exit(program())
"""
"""What the installed script does; it too has its own folder first among those it imports from."""


@dataclass(frozen=True, slots=True)
class Ran:
    """A command that ended, or was ended."""

    status: int
    out: str
    err: str
    seconds: float
    cpu: float
    megabytes: int
    ended: str
    left: tuple[str, ...]


class Runner:
    """Has commands run by a server, one after the other."""

    def __init__(self, folder: Path) -> None:
        """Begin a server that keeps its files in a folder."""
        self.folder = folder
        self.script = folder / "bin" / "printnplay"
        self.script.parent.mkdir()
        self.script.write_text(SCRIPT)
        package = Path(printnplay.__file__).resolve().parent.parent
        self.environment = {
            "PATH": os.environ.get("PATH", os.defpath),
            "PYTHONPATH": str(package),
            "PRINTNPLAY_CACHE": str(folder / "cache"),
            "LANG": "C.UTF-8",
            "COLUMNS": "100",
        }
        self.server = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("server.py"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=self.environment,
            text=True,
        )

    def rehearse(self, project: Path) -> None:
        """Have a sound project checked, so that no command has to begin from nothing."""
        self._ask({"rehearse": str(project)})

    def _ask(self, request: Mapping[str, object]) -> dict[str, Any]:
        assert self.server.stdin is not None
        assert self.server.stdout is not None
        self.server.stdin.write(json.dumps(request) + "\n")
        self.server.stdin.flush()
        answer: dict[str, Any] = json.loads(self.server.stdout.readline())
        return answer

    def close(self) -> None:
        """End the server."""
        self.server.communicate()

    def run(
        self,
        command: str | list[str],
        cwd: Path,
        env: Mapping[str, str | None] | None = None,
        **more: object,
    ) -> Ran:
        """Run a command in a folder; `more` is what else a request may hold."""
        words = shlex.split(command) if isinstance(command, str) else command
        asked = {**self.environment, **(env or {})}
        fresh = [sys.executable, str(self.script), *words] if more.pop("fresh", False) else []
        out, err = self.folder / "out", self.folder / "err"
        for file in (out, err):
            file.write_bytes(b"")
        request: dict[str, object] = {
            "argv": words,
            "cwd": str(cwd),
            "env": {key: value for key, value in asked.items() if value is not None},
            "fresh": fresh,
            "stdin": "/dev/null",
            "gone": False,
            "descriptors": 0,
            "rights": "",
            "fault": None,
            "count": "",
            "broken": None,
            "web": "",
            "edit": None,
            "wall": WALL,
            "cpu": 10,
            "kilobytes": 1 << 20,
            **more,
        }
        for stream, file in (("stdout", out), ("stderr", err)):
            if request.get(stream, "file") == "file":
                request[stream] = str(file)
        answer = self._ask(request)
        return Ran(
            out=out.read_text("utf-8", "replace"),
            err=err.read_text("utf-8", "replace"),
            **{**answer, "left": tuple(answer["left"])},
        )
