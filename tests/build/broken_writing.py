"""A set of files that is written again and again, each time broken at another step.

Run as a program of its own, which forks for each attempt: what breaks a step is a hook of Python
that reports every change of a file, and such a hook cannot be taken off again.
"""

import json
import os
import shutil
import signal
import sys
from pathlib import Path
from typing import Any

from printnplay.files.writing import move_all, staging, sweep, write_all, write_staged
from printnplay.kernel.diagnostics import FaultsError

CHANGING = frozenset(
    {"os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.chmod"}
)
"""Steps that change files, by the names under which Python reports them."""

NAMES = ("game/de/kit.pdf", "game/de/rules.pdf", "game/en/kit.pdf", "game/en/rules.pdf")
OTHERS = ("game/de/notes.txt", "game/fr/deep/kit.pdf")
"""Files that are no part of the set."""

REFUSED = 7
"""The exit status of an attempt that ended with a diagnostic."""


def files(root: Path) -> dict[str, str]:
    """What is in a folder, litter as well."""
    return {
        path.relative_to(root).as_posix(): path.read_text()
        for path in root.rglob("*")
        if path.is_file()
    }


def prepare(root: Path) -> None:
    """The folder with the old set and with other files."""
    shutil.rmtree(root, ignore_errors=True)
    for name in (*NAMES, *OTHERS):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("old")


def write(root: Path, way: str) -> None:
    """Write the new set in one of the two ways."""
    if way == "files":
        write_all({root / name: b"new" for name in NAMES}, root)
        return
    with staging(root) as stage:
        for name in NAMES:
            write_staged(stage / name, [b"new"])
        move_all(stage, root)


def attempt(root: Path, way: str, deed: str, step: int) -> tuple[int, str]:
    """Write the new set in a process of its own; its status, and what it reports."""
    report, output = os.pipe()
    child = os.fork()
    if child:
        os.close(output)
        with os.fdopen(report) as stream:
            said = stream.read()
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), said
    status = 1
    try:
        signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
        signal.signal(signal.SIGINT, signal.default_int_handler)
        break_step(root, deed, step, output)
        write(root, way)
        status = 0
    except FaultsError as error:
        os.write(output, " ".join(fault.message for fault in error.found).encode())
        status = REFUSED
    except SystemExit as error:
        status = int(str(error.code))
    except KeyboardInterrupt:
        status = 130
    finally:
        os._exit(status)


def break_step(root: Path, deed: str, step: int, output: int) -> None:
    """Let one step below the folder fail, or end the process at it; `count` reports each."""
    counted = 0

    def hook(event: str, values: tuple[Any, ...]) -> None:
        nonlocal counted
        writes = event == "open" and isinstance(values[2], int) and values[2] & os.O_ACCMODE
        paths = [os.fsdecode(value) for value in values[:2] if isinstance(value, str | bytes)]
        if not (writes or event in CHANGING) or not any(str(root) in path for path in paths):
            return
        counted += 1
        if deed == "count":
            os.write(output, b".")
        elif counted == step:
            if deed == "refuse":
                raise PermissionError(1, "Operation not permitted", paths[0])
            os.kill(os.getpid(), getattr(signal, deed))

    sys.addaudithook(hook)


def main(root: Path, way: str, deed: str) -> None:
    """Print what came of each attempt."""
    prepare(root)
    count = len(attempt(root, way, "count", 0)[1])
    came = []
    for step in range(1, count + 1):
        prepare(root)
        status, said = attempt(root, way, deed, step)
        left = files(root)
        sweep(root)
        came.append({"status": status, "said": said, "left": left, "swept": files(root)})
    print(json.dumps(came))  # noqa: T201


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], sys.argv[3])
