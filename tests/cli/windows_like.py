"""The program with what Windows lacks taken away, as far as that can be had elsewhere.

Run as a script, with the words of a command. Modules and functions that only POSIX has are gone, no
file can be opened relative to a folder, a file that this process has open cannot be replaced,
renamed or removed, and the terminal knows the letters of cp1252 only.
"""

# mypy: disable-error-code="assignment,method-assign,attr-defined,misc,union-attr,arg-type"

import builtins
import ctypes
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from importlib import import_module, reload
from multiprocessing.popen_fork import Popen
from pathlib import Path
from types import ModuleType
from typing import Any

SETTLED = (
    *("asyncio", "multiprocessing.connection", "tempfile", "threading"),
    *("typer.main", "typer.completion", "rich.progress", "typer._click._termui_impl"),
    *("babel", "jinja2", "lxml.etree", "platformdirs", "PIL.Image", "pikepdf", "pypdfium2"),
    *("multiprocessing.spawn", "multiprocessing.popen_spawn_posix"),
    *("reportlab.pdfgen.canvas", "resvg_py", "typst", "uharfbuzz", "yaml", "fontTools.ttLib"),
)
"""What other modules do by platform is settled when they are loaded."""
GONE = ("fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "readline", "syslog")
OF_OS = (
    *("O_NOFOLLOW", "O_DIRECTORY", "O_PATH", "O_CLOEXEC", "O_NONBLOCK", "getuid", "geteuid"),
    *("getgid", "fork", "setsid", "killpg", "getpgid", "uname", "sched_getaffinity", "mkfifo"),
)
OF_SIGNAL = ("SIGKILL", "SIGHUP", "SIGALRM", "SIGVTALRM", "SIGUSR1", "setitimer", "alarm")
OF_SIGNAL += ("pthread_kill", "pthread_sigmask", "sigwait")


def pretend() -> None:
    """Take away what Windows lacks."""
    for name in SETTLED:
        import_module(name)
    sysconfig.get_config_vars()
    for name in GONE:
        sys.modules[name] = None
    for module, names in ((os, OF_OS), (signal, OF_SIGNAL)):
        for name in names:
            if hasattr(module, name):
                delattr(module, name)
    kill: Any = subprocess.Popen.send_signal
    subprocess.Popen.kill = lambda process: kill(process, 9)
    # Windows has no signals, but ends processes all the same.
    Popen.kill = lambda process: process._send_signal(9)
    locks = ModuleType("msvcrt")
    locks.locking, locks.LK_NBLCK = (lambda *_: None), 2
    sys.modules["msvcrt"] = locks
    os.open = _without(os.open, "dir_fd")
    os.link = _refused
    reload(shutil)  # It chooses when it is loaded how to remove folders.
    for name in ("replace", "rename", "unlink", "remove"):
        setattr(os, name, _only_closed(getattr(os, name)))
    load = ctypes.CDLL
    ctypes.CDLL = lambda name, *a, **k: load(name, *a, **k) if name else _no_library()
    sys.platform = "win32"
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="cp1252", errors="strict")
    # Text files have the encoding of the system unless they are told another one.
    builtins.open = _told_an_encoding(builtins.open)


def _without(function: Callable[..., Any], option: str) -> Callable[..., Any]:
    def called(*values: Any, **options: Any) -> Any:
        if options.get(option) is not None:
            raise NotImplementedError(option)
        return function(*values, **options)

    return called


def _refused(*_: object, **__: object) -> None:
    raise OSError("there are no links here")


def _no_library() -> None:
    raise TypeError("there is no library of the process itself")


def _only_closed(function: Callable[..., Any]) -> Callable[..., Any]:
    def called(path: Any, *values: Any, **options: Any) -> Any:
        for touched in (path, *values[:1]):
            if isinstance(touched, str | os.PathLike) and _is_open(os.fspath(touched)):
                raise PermissionError(13, "the file is in use by another process", str(touched))
        return function(path, *values, **options)

    return called


def _is_open(path: str) -> bool:
    real = os.path.realpath(path)
    for handle in Path("/proc/self/fd").iterdir():
        try:
            if str(handle.readlink()) == real:
                return True
        except OSError:  # closed in the meantime
            continue
    return False


def _told_an_encoding(function: Callable[..., Any]) -> Callable[..., Any]:
    def called(file: Any, mode: str = "r", *values: Any, **options: Any) -> Any:
        ours = sys._getframe(1).f_globals.get("__name__", "").startswith("printnplay")
        assert not ours or "b" in mode or options.get("encoding"), f"{file}: which encoding?"
        return function(file, mode, *values, **options)

    return called


if __name__ == "__main__":
    pretend()
    from printnplay.cli.app import main

    main()
