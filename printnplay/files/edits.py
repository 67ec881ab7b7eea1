"""Edits of files that others may edit at the same time: no change of anybody is lost.

A command reads files and writes them anew. If one of them has changed in between, by another
command or in an editor, nothing is written, and the command starts again from what is there now.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from contextvars import ContextVar
from functools import wraps
from pathlib import Path
from typing import ParamSpec, TypeVar

from printnplay.files.door import ReadError, hash_of, noting_contents
from printnplay.files.writing import changed_meanwhile, write_all
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError

TRIES = 20
"""How often a command starts again: of several that write at a time, one succeeds in each turn. A
guess: nobody runs more at once."""

_P = ParamSpec("_P")
_T = TypeVar("_T")

_read: ContextVar[dict[Path, str]] = ContextVar("read")


def editing(command: Callable[_P, _T]) -> Callable[_P, _T]:
    """Make a function that reads files and calls `write_edits` start again if they have changed."""

    @wraps(command)
    def whole(*given: _P.args, **named: _P.kwargs) -> _T:
        for left in reversed(range(TRIES)):
            with noting_contents() as noted:
                before = _read.set(noted)
                try:
                    return command(*given, **named)
                except FaultsError as error:
                    if not left or {fault.code for fault in error.found} != {
                        codes.CHANGED_MEANWHILE
                    }:
                        raise
                finally:
                    _read.reset(before)
        raise AssertionError("the last try returns or raises")

    return whole


def write_edits(files: Mapping[Path, bytes], root: Path) -> None:
    """Write files that a function with `editing` has read before: all of them or none.

    A file that it has not read must not exist.

    Raises:
        FaultsError: a file has changed since it was read, or cannot be written.
    """
    noted = _read.get()

    def guard(path: Path, _new: Path) -> Diagnostic | None:
        with suppress(ReadError):
            if hash_of(path, anywhere=True) == noted.get(path.absolute()):
                return None
        return changed_meanwhile(path)

    write_all(files, root, guard)
