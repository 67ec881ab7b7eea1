"""The files that code of a project opens or imports while it runs.

Results of such code may be cached for as long as these files are unchanged. Python reports each
file to an audit hook (PEP 578), whichever function opens it. Compiled code opens files without it,
so nothing may be cached if other modules than Python's own are imported.
"""

import builtins
import os
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Thread, get_ident
from threading import enumerate as threads
from types import ModuleType
from typing import Any, ClassVar
from weakref import WeakSet

from printnplay.files.door import ReadError, Why, hash_of, names_in

_PACKAGE = Path(__file__).resolve().parents[1]

_CONSTANT = tuple(
    f"{folder}{os.sep}"
    for folder in {str(_PACKAGE), *map(sysconfig.get_path, ("stdlib", "platstdlib"))}
)
"""The folders of the tool and of Python, whose versions are part of every cache key."""

_BEYOND_FILES = frozenset(
    {"ctypes.dlopen", "os.exec", "os.fork", "os.posix_spawn", "os.system"}
    | {"socket.connect", "socket.getaddrinfo", "sqlite3.connect", "subprocess.Popen"}
)
"""Events after which a result depends on more than files that Python opens."""

_UNSEEN = frozenset({"_dbm", "_gdbm", "_tkinter", "importlib", "readline"})
"""Modules of Python that open files in C, or import modules that are already loaded unnoticed."""

_NOTED_MODULES = sys.stdlib_module_names - _UNSEEN

_LOOKS = frozenset({"open", "os.listdir", "os.scandir"})
"""Events of reading a file or a folder."""

_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT

_IMPORTER = "<frozen importlib"
"""The start of the file names of Python's import code; files it opens count as the imported
module."""


class Reads:
    """The inputs of code: the state of each file and folder that it read, by path.

    `complete` is False if it depends on more: started programs, the network, written files, files
    read in threads or by relative names, modules from outside.
    """

    def __init__(self) -> None:
        """Begin with nothing read."""
        self.states: dict[str, str] = {}
        self.complete = True

    def add(self, states: dict[str, str]) -> None:
        """Add earlier reads, except of files read again since."""
        self.states = {**states, **self.states}

    def note(self, path: str) -> None:
        """Add the current state of a file or folder, unless it was read before."""
        if path not in self.states and not path.startswith(_CONSTANT):
            self.states[path] = _state(Path(path))
            self.complete &= self.states[path] != _UNKNOWN

    def note_event(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Add the file or folder of an audit event."""
        if event in _BEYOND_FILES:
            self.complete = False
        elif event == "import":
            name = f"{arguments[0]}."
            if not name.startswith(_Noting.own):
                _Noting.imported.add(arguments[0])
            if not name.startswith((_Noting.own, "printnplay.")):
                self.complete &= name.partition(".")[0] in _NOTED_MODULES
        elif event in _LOOKS and not isinstance(arguments[0], int):
            if sys._getframe(2).f_code.co_filename.startswith(_IMPORTER):
                return
            name = os.fsdecode(arguments[0] or ".")
            # A relative name may be relative to an open folder (`dir_fd`), which the event lacks.
            is_vague = not os.path.isabs(name)  # noqa: PTH117
            if event == "open" and (is_vague or (arguments[2] or 0) & _WRITES):
                self.complete = False
            self.note(os.path.abspath(name))  # noqa: PTH100  keeps `..`


def are_same(states: dict[str, str]) -> bool:
    """Return whether all files and folders are unchanged since they were read."""
    return all(_state(Path(path)) == state for path, state in states.items())


@contextmanager
def noting(reads: Reads, module: str) -> Iterator[None]:
    """Record all files that this thread opens and imports within.

    Files opened by a thread started within are not recorded, but make the record incomplete.

    Args:
        reads: the record to add to.
        module: the running code; its caller knows its files, and those of modules within it.
    """
    if not _Noting.is_hooked:
        sys.addaudithook(_hear)
        _Noting.is_hooked = True
    before = _Noting.reads, _Noting.thread, _Noting.own
    others = _Noting.whole, _Noting.older
    there = [thread for thread in threads() if thread not in _Noting.begun]
    _Noting.reads, _Noting.thread, _Noting.own = reads, get_ident(), f"{module}."
    _Noting.whole, _Noting.older = reads, frozenset(thread.ident for thread in there)
    try:
        yield
    finally:
        _Noting.reads, _Noting.thread, _Noting.own = before
        _Noting.begun.update(thread for thread in threads() if thread not in there)
        _Noting.whole, _Noting.older = others
        for name in _Noting.imported:
            if (file := _file_of(sys.modules.get(name))) is not None:
                reads.note(file)


def _import(
    name: str,
    globals: dict[str, Any] | None = None,
    locals: dict[str, Any] | None = None,
    fromlist: Sequence[str] | None = (),
    level: int = 0,
) -> ModuleType:
    """Import a module for code of a project; a module that is already loaded raises no event."""
    if not level and _Noting.whole is not None:
        api = name == "printnplay" and {*(fromlist or "")} == {"rules"}
        if not (api or f"{name}.".startswith("printnplay.rules.")):
            _Noting.whole.complete &= name.partition(".")[0] in _NOTED_MODULES
    return builtins.__import__(name, globals, locals, fromlist or (), level)


NOTED_BUILTINS = {**vars(builtins), "__import__": _import}
"""The builtins of a module whose imports are noted."""


class _Noting:
    """The current recording. A hook can never be removed, so it checks this state."""

    reads: Reads | None = None
    whole: Reads | None = None
    """The same record, also while an event is handled; threads started meanwhile make it
    incomplete."""
    thread = 0
    older: frozenset[int | None] = frozenset()
    """The threads that existed before: the tool's own, whose files do not count."""
    begun: ClassVar[WeakSet[Thread]] = WeakSet()
    """The threads that code of any project has started and left running."""
    own = ""
    is_hooked = False
    imported: ClassVar[set[str]] = set()
    """Modules that code of any project has imported: later code finds them already imported."""


def _hear(event: str, arguments: tuple[Any, ...]) -> None:
    reads = _Noting.reads
    if (thread := get_ident()) != _Noting.thread:
        if _Noting.whole is not None and event in _LOOKS and thread not in _Noting.older:
            _Noting.whole.complete = False
        return
    if reads is None:
        return
    _Noting.reads = None  # files opened while handling the event do not count
    try:
        reads.note_event(event, arguments)
    finally:
        _Noting.reads = reads


def _file_of(module: ModuleType | None) -> str | None:
    file = getattr(module, "__file__", None)
    return file if isinstance(file, str) else None


_UNKNOWN = "unknown"


def _state(path: Path) -> str:
    """Return a value that changes with the content of a file, or with the names in a folder."""
    if path.is_dir():
        return "\n".join(names_in(path))
    try:
        return hash_of(path, anywhere=True)
    except ReadError as error:  # a device, for example, may hold anything
        return error.reason if error.why is Why.MISSING else _UNKNOWN
