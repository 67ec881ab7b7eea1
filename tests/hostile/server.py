"""Runs commands as processes of their own, each forked from one that has imported everything.

Importing costs more than most hostile projects do, so it is done once, and so is what the first
command works out for all (a sound project is checked beforehand). A command is still a real
process: it has its own folder, streams, clock and memory, and is ended from outside when it takes
more than it may. Where the start of the program is what matters (`fresh`), the process is begun
anew, as by the installed script.

A request and an answer are a line of JSON each.
"""

import atexit
import ctypes
import gc
import importlib
import json
import os
import pkgutil
import resource
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

Request: TypeAlias = dict[str, Any]

CHANGING = frozenset(
    {"os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.truncate"}
)
"""Steps that change files, by the names under which Python reports them."""

LIBRARIES = (
    "babel.core",
    "jinja2",
    "lxml.etree",
    "pikepdf",
    "PIL.Image",
    "pyphen",
    "pypdfium2",
    "reportlab.pdfgen.canvas",
    "resvg_py",
    "rich.console",
    "tinycss2",
    "typst",
    "uharfbuzz",
)
SUBREAPER = 36
PR_SET_KEEPCAPS = 8
UNKNOWN = 54321
PATIENCE = 5.0
"""Seconds that processes which a command has started may outlive it."""


def serve() -> None:
    """Answer requests until there are no more."""
    ctypes.CDLL(None).prctl(SUBREAPER, 1)
    _import_all()
    for line in sys.stdin:
        request = json.loads(line)
        answer = _rehearse(request) if "rehearse" in request else _answer(request)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


def _import_all() -> None:
    import printnplay

    names = [one.name for one in pkgutil.walk_packages(printnplay.__path__, "printnplay.")]
    for name in (*names, *LIBRARIES):
        if not name.endswith("__main__"):
            with suppress(Exception):
                importlib.import_module(name)


def _rehearse(request: Request) -> dict[str, Any]:
    """Check a sound project in this process, so that each command finds everything at hand."""
    from printnplay.cli.app import main

    here = Path.cwd()
    os.chdir(request["rehearse"])
    sys.argv = ["printnplay", "check"]
    try:
        with suppress(SystemExit), redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            main()
    finally:
        os.chdir(here)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
    gc.collect()
    gc.freeze()
    return {}


def _answer(request: Request) -> dict[str, Any]:
    started = time.monotonic()
    child = os.fork()
    if not child:
        _become(request)
    status, cpu, peak, ended = _watch(child, request, started)
    seconds = time.monotonic() - started
    left = _remains(child)
    return {
        "status": os.waitstatus_to_exitcode(status),
        "seconds": seconds,
        "cpu": cpu,
        "megabytes": peak >> 10,
        "ended": ended,
        "left": left,
    }


def _watch(child: int, request: Request, started: float) -> tuple[int, float, int, str]:
    """Wait for a command, and end it when it takes too much time or memory."""
    ended = ""
    peak = 0
    while True:
        pid, status, used = os.wait4(child, os.WNOHANG)
        if pid:
            peak = max(peak, used.ru_maxrss)
            return status, used.ru_utime + used.ru_stime, peak, ended
        held = sum(_resident(one) for one in _family(child))
        peak = max(peak, held)
        if time.monotonic() - started > request["wall"]:
            ended = "the clock"
        elif held > request["kilobytes"]:
            ended = "memory"
        if ended:
            _end(child)
        time.sleep(0.005)


def _family(pid: int) -> Iterator[int]:
    """A process and all that it has started."""
    yield pid
    for file in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            for child in file.read_text().split():
                yield from _family(int(child))


def _resident(pid: int) -> int:
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:
        return 0
    return pages * resource.getpagesize() >> 10


def _end(group: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


def _remains(group: int) -> list[str]:
    """What a command has started and left running; it is ended now."""
    latest = time.monotonic() + PATIENCE
    while time.monotonic() < latest:
        _reap()
        if not any(True for _ in _others()):
            return []
        time.sleep(0.02)
    left = [_words(pid) for pid in _others()]
    _end(group)
    for pid in _others():
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    time.sleep(0.1)
    _reap()
    return left


def _others() -> Iterator[int]:
    return (pid for pid in _family(os.getpid()) if pid != os.getpid())


def _words(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_text(errors="replace").replace("\0", " ")[:200]
    return ""


def _reap() -> None:
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _become(request: Request) -> NoReturn:
    """Be the command, to its end."""
    code = 1
    try:
        os.setsid()
        _wire(request)
        os.chdir(os.fsencode(request["cwd"]))
        seconds = int(request["cpu"])
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if request["descriptors"]:
            resource.setrlimit(resource.RLIMIT_NOFILE, (request["descriptors"],) * 2)
        if request["gone"]:
            Path.cwd().rmdir()
        if request["rights"]:
            _give_up(request["rights"])
        if request["fresh"]:
            os.execve(sys.executable, request["fresh"], request["env"])
        code = _run(request)
    except BaseException:
        traceback.print_exc()
    finally:
        _flush()
        os._exit(code)


def _give_up(rights: str) -> None:
    """Be root without its rights (`none`), or a user whom the system does not know (`unknown`)."""
    libc = ctypes.CDLL(None, use_errno=True)
    if rights == "unknown":
        libc.prctl(PR_SET_KEEPCAPS, 1)
        os.setresuid(UNKNOWN, UNKNOWN, UNKNOWN)
    kept = 0xFFFFFFFF if rights == "unknown" else 0
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    held = (ctypes.c_uint32 * 6)()
    libc.capget(header, held)
    # Twice effective, permitted and inheritable: what is permitted is taken up, or all is dropped.
    held[0], held[3] = held[1] & kept, held[4] & kept
    if not kept:
        held[1] = held[4] = 0
    if libc.capset(header, held):
        raise OSError(ctypes.get_errno(), "cannot change the rights of a process")


def _wire(request: Request) -> None:
    """Put the command's streams where it has its first three."""
    streams = (
        (0, request["stdin"], os.O_RDONLY),
        (1, request["stdout"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC),
        (2, request["stderr"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC),
    )
    opened = [(number, path and os.open(path, flags, 0o600)) for number, path, flags in streams]
    for number, stream in opened:
        if stream is None:
            os.close(number)
        else:
            os.dup2(stream, number)
            os.close(stream)


def _run(request: Request) -> int:
    from printnplay.cli.app import main

    os.environ.clear()
    os.environ.update(request["env"])
    sys.argv = ["printnplay", *request["argv"]]
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if request["fault"]:
        _break(**request["fault"], count=request["count"])
    start = importlib.import_module("breaking").prepared(request, main)
    try:
        start()
    except SystemExit as exit_:
        if exit_.code is None or isinstance(exit_.code, int):
            return exit_.code or 0
        sys.stderr.write(f"{exit_.code}\n")
        return 1
    except KeyboardInterrupt:
        traceback.print_exc()
        return 130
    except BaseException:
        traceback.print_exc()
        return 1
    finally:
        if request["broken"]:
            atexit._run_exitfuncs()  # what the command still writes, and temporary files
    return 0


def _break(below: str, step: int, deed: str, path: str = "", count: str = "") -> None:
    """Let one step of writing below a folder go wrong, or end the process at it.

    What is counted are the steps that Python itself reports: whatever module takes them, none is
    left out. With a `path`, every step that would change that file fails. To `count` them, a byte
    is written into that file at each.
    """
    counted = 0
    counting = os.open(count, os.O_WRONLY | os.O_CREAT, 0o600) if count else -1

    def hook(event: str, values: tuple[Any, ...]) -> None:
        nonlocal counted
        touched = _touched(event, values)
        if path:
            if path in touched:
                raise PermissionError(1, "Operation not permitted", path)
            return
        if not any(one.startswith(below) for one in touched):
            return
        counted += 1
        if deed == "count":
            os.write(counting, b".")
        elif counted == step:
            if deed == "refuse":
                raise PermissionError(1, "Operation not permitted", touched[0])
            os.kill(os.getpid(), getattr(signal, deed))

    sys.addaudithook(hook)


def _touched(event: str, values: tuple[Any, ...]) -> list[str]:
    """The paths that a step would change."""
    if event == "open":
        writes = isinstance(values[2], int) and values[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        named = values[:1] if writes else ()
    elif event in CHANGING:
        named = values[:2]
    else:
        named = ()
    paths = [os.fsdecode(one) for one in named if isinstance(one, str | bytes)]
    return [str(Path.cwd() / one) for one in paths]


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()


if __name__ == "__main__":
    serve()
