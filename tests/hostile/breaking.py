"""Calls of the system that fail: the n-th of its kind, in the process of a command.

Python itself reports most calls that change something, whatever module makes them; these are caught
by a hook of its own. What it does not report (to write, to write to the disk) is caught by taking
the place of `io.open`, `os.write` and `os.fsync`. Libraries in C, as SQLite, are not reached.
"""

import builtins
import errno
import io
import os
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

KINDS = {
    "os.rename": "rename",
    "os.link": "link",
    "os.symlink": "link",
    "os.mkdir": "mkdir",
    "os.remove": "unlink",
    "os.rmdir": "rmdir",
    "os.chmod": "chmod",
    "os.fork": "fork",
    "subprocess.Popen": "fork",
}
"""The kinds of calls, by the names under which Python reports them; `os.replace` is a rename."""

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Calls:
    """The calls of a process, one of which may fail."""

    def __init__(self, kind: str, step: int, error: str, count: str) -> None:
        """Say which call fails.

        Args:
            kind: of the call; empty to fail none.
            step: which call of the kind, from 1.
            error: the name of the error, as `ENOSPC`, or `MemoryError`.
            count: the file that a line is written to for each call, with its kind and its file, or
                for the one that fails.
        """
        self._kind, self._step, self._error = kind, step, error
        self._noting = os.open(count, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self._note = os.write

    def called(self, kind: str, path: object = "") -> None:
        """Count a call, and let it fail if it is the one."""
        named = os.fsdecode(path) if isinstance(path, str | bytes | os.PathLike) else ""
        self._step -= kind == self._kind
        fails = kind == self._kind and not self._step
        if fails or not self._kind:
            self._note(self._noting, f"{kind} {named!r}\n".encode())
        if not fails:
            return
        if self._error == "MemoryError":
            raise MemoryError
        number = getattr(errno, self._error)
        raise OSError(number, os.strerror(number), *([named] if named else []))

    def hook(self, event: str, values: tuple[Any, ...]) -> None:
        """Take what Python reports."""
        if event in KINDS:
            self.called(KINDS[event], *values[:1])
        # A number is a file that is open already; without flags, it is `io.open` that asks.
        elif event == "open" and not isinstance(values[0], int) and (values[2] or 0) & WRITING:
            self.called("open", values[0])

    def of_handle(self, kind: str, call: Callable[..., Any]) -> Callable[..., Any]:
        """A function of `os` that counts its calls, if they are about a file and no pipe."""

        def counted(handle: int, *values: Any) -> Any:  # noqa: ANN401 - as of `os`
            name = str(Path(f"/proc/self/fd/{handle}").readlink())
            if name.startswith("/"):
                self.called(kind, name)
            return call(handle, *values)

        return counted


def _opening(calls: Calls) -> Callable[..., Any]:
    """What opens files as `open` does; of those that are written to, each write is counted."""
    plain = io.open

    class Raw(io.FileIO):
        def write(self, data: Any) -> int:  # noqa: ANN401 - as of the class above
            calls.called("write", self.name)
            return super().write(data)

    def opened(file: Any, mode: str = "r", buffering: int = -1, *more: Any, **named: Any) -> Any:  # noqa: ANN401 - as of `open`
        if not set(mode) & set("wxa") or buffering == 0 or isinstance(file, int):
            return plain(file, mode, buffering, *more, **named)
        texts = dict(
            zip(("encoding", "errors", "newline", "closefd", "opener"), more, strict=False)
        )
        texts |= named
        of_file = {name: texts.pop(name) for name in ("closefd", "opener") if name in texts}
        raw = Raw(file, "".join(set(mode) & set("wxa+")), **of_file)
        buffered = io.BufferedRandom(raw) if "+" in mode else io.BufferedWriter(raw)
        return buffered if "b" in mode else io.TextIOWrapper(buffered, **texts)

    return opened


def break_calls(kind: str, step: int, error: str, count: str) -> None:
    """Let the n-th call of a kind fail in this process, as `Calls` says, or count all calls."""
    tempfile.tempdir = os.environ["TMPDIR"]  # which Python looks for by writing
    calls = Calls(kind, step, error, count)
    for name in ("write", "fsync"):
        setattr(os, name, calls.of_handle(name, getattr(os, name)))
    for module in (io, builtins):
        module.__dict__["open"] = _opening(calls)
    sys.addaudithook(calls.hook)


def prepared(request: dict[str, Any], main: Callable[[], object]) -> Callable[[], object]:
    """What a request asks for, in a process whose calls fail as it says."""
    if request["web"]:
        sys.modules["printnplay.build.fetch"].__dict__["download"] = lambda *_, **__: request[
            "web"
        ].encode()
    if request["broken"]:
        break_calls(**request["broken"], count=request["count"])
    return partial(_edit, request["edit"]) if request["edit"] else main


def _edit(words: list[str]) -> None:
    """Change a text as the live page does: its game, its key, what it said, what it is to say."""
    from printnplay.files.catalog import Catalog
    from printnplay.preview.edits import NotWrittenError, write_text
    from printnplay.preview.live import LiveGame

    game, key, before, after = words
    live = LiveGame(Catalog(Path()), game, ["en"])
    try:
        write_text(live, "en", key, {"other": after}, {"other": before})
    except NotWrittenError as error:
        sys.exit(str(error))
