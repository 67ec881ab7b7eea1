"""Edit files that others may edit at the same time, without losing anybody's change.

A command reads files and rewrites them. If another command or an editor has changed one of them in
between, nothing is written, and the command starts again from the current files.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from contextvars import ContextVar
from functools import wraps
from pathlib import Path
from typing import ParamSpec, TypeVar

from printnplay.files.door import ReadError, hash_of, noting_contents, resolved
from printnplay.files.writing import changed_meanwhile, write_all
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Span

TRIES = 20
"""Maximum number of attempts: of several commands that write at the same time, one succeeds in each
round. A guess: nobody runs more at once."""

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


def write_edits(files: Mapping[Path, bytes], root: Path, *, keep_links: bool = True) -> None:
    """Write files that an `editing` function has read: all of them or none.

    Files that it has not read must not exist.

    Args:
        files: the new contents by path.
        root: the folder that all of them are below.
        keep_links: whether a link that stays below the root is kept, and the file that it leads to
            is written. Use False for whole files that come from elsewhere: they replace a link.

    Raises:
        FaultsError: a file has changed since it was read, cannot be written, or would be written
            twice, by two names.
    """
    noted = _read.get()
    names: dict[Path, Path] = {}
    for path, data in files.items():
        first = names.setdefault((_linked(path, root) if keep_links else path).absolute(), path)
        if files[first] != data:
            raise FaultsError([_written_twice(first, path)])

    def guard(path: Path, _new: Path) -> Diagnostic | None:
        with suppress(ReadError):
            if hash_of(path, anywhere=True) == noted.get(names[path.absolute()].absolute()):
                return None
        return changed_meanwhile(path)

    write_all({target: files[path] for target, path in names.items()}, root, guard)


def _linked(path: Path, root: Path) -> Path:
    """Return the file that a link below a folder leads to, if that is below the folder too."""
    if not path.is_symlink():
        return path
    real, home = resolved(path), resolved(root)
    return root / real.relative_to(home) if real.is_relative_to(home) else path


def _written_twice(path: Path, other: Path) -> Diagnostic:
    return Diagnostic(
        codes.CANNOT_WRITE,
        f"`{path}` and `{other}` are one file by a link, and would get different contents",
        Span(""),
        "nothing was written",
        "replace the link with a copy of the file",
    )
