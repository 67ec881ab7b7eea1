"""Safe file access: every file of a project is read through this module, with checks.

A file is read only if it is a regular file of limited size that, after resolving all links, lies
inside its project or the tool's own data. The catalog registers both roots. A file below neither
root was named by the user, and may lie anywhere.
"""

import codecs
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from enum import Enum
from errno import ELOOP, EMFILE, ENFILE, ENOENT, ENOTDIR
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path, PurePosixPath, PureWindowsPath
from stat import S_ISDIR, S_ISREG
from time import time_ns

from printnplay.kernel.codes import FILE_TOO_LARGE, Code
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Span

LARGEST = 50_000_000
"""The largest size of a file without its own limit, in bytes: Chinese and Japanese fonts have up to
20 million. A guess."""

DEEPEST = 64
"""The depth of folders below a folder of a project: games need a few, and Python can list some
900."""

DIGEST = 16
"""The bytes of a hash: 128 bits rule out collisions."""

FONT_DIGEST = 12
"""The bytes of the hash of a font, part of file names: 96 bits are enough for thousands of
fonts."""

_PIECE = 1 << 20
"""The bytes of one read: a mebibyte. Nothing depends on the exact value."""

SETTLED = 2 * 10**9
"""The nanoseconds after a change within which the times of a file may miss another one: some file
systems count every second second only."""

_hashes: dict[tuple[int, ...], str] = {}
"""The hashes of files that were not changing, such as fonts and dictionaries, by their identity,
size and times: a preview and several commands in one process read these once."""

_FLAGS = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
# Opening a pipe without a writer would block, and a terminal could become the controlling one.
_FLAGS |= getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_ON_THE_WAY = getattr(os, "O_PATH", 0)
"""The flag for opening a folder on Linux only to resolve names in it, without the right to list
it."""

_roots: dict[Path, Path] = {}
"""The folders that hold projects, as written, each with its real path."""

_shipped: set[Path] = set()
"""The real paths of the tool's own data."""


class Why(Enum):
    """The reason why a file is not read, where callers distinguish it."""

    MISSING = "there is none"
    TOO_LARGE = "there is too much of it"
    OUTSIDE = "a link leads out of the project"
    UNREADABLE = "anything else"


class ReadError(Exception):
    """A file that cannot be read: the reason, the expectation, and the fix."""

    def __init__(
        self,
        reason: str,
        label: str = "expected a file that can be read",
        help: str = "check the name and the permissions of the file",
        why: Why = Why.UNREADABLE,
    ) -> None:
        """Keep the reason as a sentence about `the file`."""
        super().__init__(reason)
        self.reason = reason
        self.label = label
        self.help = help
        self.why = why

    def about(self, path: Path) -> str:
        """Return the reason with the name of the file."""
        return self.reason.replace("the file", f"`{path.name}`", 1)

    def fault(self, code: Code, shown: str) -> Diagnostic:
        """Return the fault of the file; `shown` is its path as the user would type it."""
        return Diagnostic(code, self.reason, Span(shown), self.label, self.help)


def open_root(root: Path, *, shipped: bool = False) -> None:
    """Register a project, whose files may be read by any path, except by links that lead out.

    Data `shipped` with the tool may be reached by links from any project.
    """
    real = Path(os.path.realpath(root))
    _roots[root.absolute()] = _roots[real] = real
    _home_of.cache_clear()
    if shipped:
        _shipped.add(real)


def read(path: Path, limit: int, *, anywhere: bool = False) -> bytes:
    """Return the bytes of a file, at most `limit`.

    Args:
        path: the file.
        limit: the largest size in bytes.
        anywhere: whether the user named it, so that it may be a link out of the project.

    Raises:
        ReadError: it is missing, not a regular file, too large, or reached by a link that leads
            out.
        OSError: this process may not open more files.
    """
    with ExitStack() as opened:
        handle = _open(path, opened, anywhere=anywhere)
        content = bytearray()
        while piece := _read(handle, limit + 1 - len(content), path):
            content += piece
    if len(content) > limit:
        raise _too_large(limit)
    if (seen := _seen.get()) is not None:
        seen.setdefault(path.absolute(), blake2b(content, digest_size=DIGEST).hexdigest())
    return bytes(content)


_seen: ContextVar[dict[Path, str] | None] = ContextVar("seen", default=None)


@contextmanager
def noting_contents() -> Iterator[dict[Path, str]]:
    """Yield a mapping of each file that is read within to the hash of what was read first."""
    noted: dict[Path, str] = {}
    before = _seen.set(noted)
    try:
        yield noted
    finally:
        _seen.reset(before)


def _read(handle: int, size: int, path: Path) -> bytes:
    try:
        return os.read(handle, min(size, _PIECE))
    except OSError as error:
        raise _unreadable(error, path) from error


def _too_large(limit: int) -> ReadError:
    return ReadError(
        f"the file is larger than {size_text(limit)}",
        "expected a smaller file",
        "split or shorten the file",
        Why.TOO_LARGE,
    )


def size_text(size: int) -> str:
    """Return a size limit in words.

    >>> size_text(1 << 20), size_text(20_000_000)
    ('1 MiB', '20 MB')
    """
    if size % (1 << 20) == 0:
        return f"{size >> 20} MiB"
    return f"{size // 1_000_000} MB" if size >= 1_000_000 else f"{size:,} bytes"


def read_text(path: Path, limit: int, *, anywhere: bool = False) -> str:
    """Return the text of a file in UTF-8, at most `limit` bytes; a byte order mark is removed.

    Raises:
        ReadError: as `read`, or the file is not UTF-8.
    """
    try:
        return read(path, limit, anywhere=anywhere).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ReadError(
            f"the file is not UTF-8 (byte {error.start:,})",
            "expected a text in UTF-8",
            "save the file as UTF-8",
        ) from error


PACKED = b"PK\x03\x04"
"""The first bytes of ZIP files, and so of the workbooks of Excel and OpenDocument."""


_MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
"""The byte order marks of the encodings of text files."""


def encoding_of(content: bytes) -> tuple[bytes, str]:
    """Return the byte order mark at the start of a text file, if any, and the encoding after it."""
    for mark, encoding in _MARKS.items():
        if content.startswith(mark):
            return mark, encoding
    if b"\0" in content[:2]:
        return b"", "utf-16-be" if content[:1] == b"\0" else "utf-16-le"
    return b"", "utf-8"


def source_text(path: Path) -> str:
    """Return the text of a file to quote in a diagnostic; empty if it cannot be read.

    A workbook is compressed and has no lines to quote.
    """
    with suppress(ReadError):
        content = read(path, LARGEST)
        mark, encoding = encoding_of(content)
        is_packed = content.startswith(PACKED)
        return "" if is_packed else content.removeprefix(mark).decode(encoding, "replace")
    return ""


def stamp(path: Path) -> tuple[int, int]:
    """Return the modification time of a file in nanoseconds, and its size.

    Raises:
        ReadError: as `read`, except for its size.
    """
    with ExitStack() as opened:
        state = os.fstat(_open(path, opened))
    return state.st_mtime_ns, state.st_size


def size_of(path: Path) -> int:
    """Return the size of a file in bytes; 0 if it no longer exists."""
    try:
        return stamp(path)[1]
    except ReadError:
        return 0


def digest_of(content: bytes) -> str:
    """Return the hash of a font file, for the names and seals of fonts made from it."""
    return blake2b(content, digest_size=FONT_DIGEST).hexdigest()


def hash_of(path: Path, limit: int | None = None, *, anywhere: bool = False) -> str:
    """Return a hash of the content of a file, read in pieces; `anywhere` is as for `read`.

    For a file larger than `limit`, which nothing reads, return only its size.

    Raises:
        ReadError: as `read`, except for its size.
    """
    return hash_and_age(path, limit, anywhere=anywhere)[0]


def hash_and_age(
    path: Path, limit: int | None = None, *, anywhere: bool = False
) -> tuple[str, int]:
    """Return the hash of a file, and its modification time in nanoseconds since 1970.

    Raises:
        ReadError: as `read`, except for its size.
    """
    with ExitStack() as opened:
        return _hashed(_open(path, opened, anywhere=anywhere), path, limit)


def _hashed(handle: int, path: Path, limit: int | None) -> tuple[str, int]:
    """Return the hash of an open file, and its modification time."""
    state = os.fstat(handle)
    if limit is not None and state.st_size > limit:
        return f"{state.st_size} bytes", state.st_mtime_ns
    times = state.st_mtime_ns, state.st_ctime_ns
    version = state.st_dev, state.st_ino, state.st_size, *times
    if version not in _hashes:
        digest = blake2b(digest_size=DIGEST)
        while piece := _read(handle, _PIECE, path):
            digest.update(piece)
        if time_ns() - max(times) < SETTLED:
            return digest.hexdigest(), state.st_mtime_ns
        _hashes[version] = digest.hexdigest()
    return _hashes[version], state.st_mtime_ns


def is_there(path: Path) -> bool:
    """Return whether anything has this name, even if it cannot be read."""
    try:
        os.lstat(path)
    except PermissionError:  # in a folder that may not be searched
        return True
    except (OSError, ValueError):
        return False
    return True


def is_folder(path: Path) -> bool:
    """Return whether a path leads to a folder, as far as is known: its name may be too long."""
    with suppress(OSError, ValueError):
        return path.is_dir()
    return False


def is_inside(path: Path, otherwise: Path | None = None) -> bool:
    """Return whether the real path of a file lies in its project or in the tool's own data.

    A path that belongs to no project has to lie in the folder `otherwise`, if given.
    """
    home = _home(path) or (otherwise and Path(os.path.realpath(otherwise)))
    return home is None or _is_allowed(Path(os.path.realpath(path)), home)


def is_closed(path: Path) -> bool:
    """Return whether a path is a folder that we have no permission to list or search."""
    return path.is_dir() and not os.access(path, os.R_OK | os.X_OK)


def resolved(path: Path) -> Path:
    """Return the real path of a file; a loop of links is not an error here.

    `Path.resolve` raises RuntimeError for a loop, up to Python 3.12.
    """
    return Path(os.path.realpath(path))


def is_part_of_a_project(path: Path) -> bool:
    """Return whether a path, as written, lies below the folder of a project."""
    return _home(path) is not None


def is_own_folder(folder: Path) -> bool:
    """Return whether a folder belongs to the user, and nobody else can write to it."""
    if sys.platform == "win32":
        return True
    with suppress(OSError):
        state = folder.stat()
        return state.st_uid == os.getuid() and not state.st_mode & 0o022
    return False


def leads_up(name: str) -> bool:
    """Return whether a name in a project's file leads out of the folder it is relative to.

    >>> leads_up("art/x.png"), leads_up("../x.png"), leads_up("/etc/passwd"), leads_up("C:x.png")
    (False, True, True, True)
    """
    windows = PureWindowsPath(name)
    parts = PurePosixPath(name).parts
    odd = windows.drive or windows.root or ":" in name or "\\" in name or "\0" in name
    return bool(odd) or not parts or ".." in parts


def names_in(folder: Path) -> list[str]:
    """Return the sorted names in a folder; none if it cannot be listed, or a link leads out."""
    with suppress(OSError, ValueError):
        if is_inside(folder):
            return sorted(path.name for path in folder.iterdir())
    return []


def names_below(folder: Path) -> list[str]:
    """Return the sorted paths of all files and folders below a folder, relative to it.

    Links are not followed.

    Raises:
        FaultsError: folders are nested too deeply.
    """
    if not is_inside(folder):
        return []
    return sorted(
        path.relative_to(folder).as_posix()
        for name, folders, files in _walked(folder)
        for path in _paths(name, folders + files)
    )


def files_below(folder: Path, suffixes: frozenset[str]) -> Iterator[Path]:
    """Yield files below a folder with one of these endings, sorted, without hidden ones.

    Raises:
        FaultsError: folders are nested too deeply.
    """
    if not is_inside(folder):
        return
    for name, folders, files in _walked(folder):
        folders[:] = sorted(inner for inner in folders if not inner.startswith((".", "__pycache")))
        for file in sorted(files):
            path = Path(name, file)
            if path.suffix.lower() in suffixes and not file.startswith("."):
                yield path


def hashes_below(folder: Path) -> dict[str, str] | None:
    """Return the hash of each file below a folder by its path, without compiled Python files.

    For a file that cannot be read, the value is the reason. Return None if the listing is
    incomplete: a folder cannot be listed, or is a link.

    Raises:
        FaultsError: folders are nested too deeply.
    """
    unseen: list[OSError] = []
    found: dict[str, str] = {}
    if not is_there(folder):
        return found
    for name, folders, files in _walked(folder, unseen.append):
        folders[:] = sorted(inner for inner in folders if not is_compiled(Path(inner)))
        if unseen or any(path.is_symlink() for path in (Path(name), *_paths(name, folders))):
            return None
        within = Path(name).relative_to(folder)
        for file, hashed in _hashes_in(Path(name), sorted(files)):
            found[(within / file).as_posix()] = hashed
    return None if unseen else found


def _hashes_in(folder: Path, names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the name of each file in a folder with its hash, or the reason why it has none.

    The folder is opened once, where a system can: a command hashes hundreds of files, and takes a
    third of the time so.
    """
    with ExitStack() as opened:
        home = _on_the_way(folder, opened)
        for name in names:
            path = folder / name
            try:
                yield name, _hash_in(home, path) or hash_of(path, LARGEST)
            except ReadError as error:
                yield name, error.reason


def _on_the_way(folder: Path, opened: ExitStack) -> int | None:
    """Return the handle of a folder to open its files with; None if it has to be left to them."""
    with suppress(OSError):
        if _ON_THE_WAY:
            return _descend(Path(os.path.realpath(folder, strict=True)), opened, _ON_THE_WAY)
    return None


def _hash_in(folder: int | None, path: Path) -> str:
    """Return the hash of a regular file in an open folder; empty if it is none, or unreadable."""
    if folder is None:
        return ""
    try:
        if not S_ISREG(os.lstat(path.name, dir_fd=folder).st_mode):
            return ""
        handle = os.open(path.name, _FLAGS | _NO_LINK, dir_fd=folder)
    except (OSError, ValueError):
        return ""
    try:
        return _hashed(handle, path, LARGEST)[0]
    finally:
        os.close(handle)


def _walked(
    folder: Path, unseen: Callable[[OSError], object] | None = None
) -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield a folder and each folder below it, with the folders and files in it."""
    for name, folders, files in os.walk(folder, onerror=unseen):
        if len(Path(name).parts) - len(folder.parts) > DEEPEST:
            text = f"`{folder}` has folders nested more than {DEEPEST} deep"
            cure = "remove them, or move them out of the project"
            fault = Diagnostic(FILE_TOO_LARGE, text, Span(""), f"limit: {DEEPEST}", cure)
            raise FaultsError([fault])
        yield name, folders, files


def is_compiled(path: Path) -> bool:
    """Return whether a path is compiled Python code, which `hashes_below` leaves out."""
    return "__pycache__" in path.parts


def _paths(folder: str, names: list[str]) -> list[Path]:
    return [Path(folder, name) for name in names]


def _home(path: Path) -> Path | None:
    """Return the real folder of the project that a path, as written, belongs to; None if none."""
    # Not resolved, but without `..`: `project/../x` is not a part of the project.
    return _home_of(os.path.normpath(path.absolute()))


@lru_cache(maxsize=4096)
def _home_of(written: str) -> Path | None:
    folder = Path(written)
    if folder in _roots:
        return _roots[folder]
    above = os.path.dirname(written)  # noqa: PTH120  a thousand times in a build
    return None if above == written else _home_of(above)


def _is_allowed(real: Path, home: Path) -> bool:
    return any(real.is_relative_to(root) for root in (home, *_shipped))


def _open(path: Path, opened: ExitStack, *, anywhere: bool = False) -> int:
    """Open a regular file and return its handle, closed with `opened`."""
    try:
        home = None if anywhere else _home(path)
        real = Path(os.path.realpath(path, strict=True))
        if home is not None and not _is_allowed(real, home):
            raise _leads_out(real)
        # Opening a device can have effects; and the file may be replaced before it is opened.
        _check_regular(os.lstat(real).st_mode)
        handle = _descend(real, opened)
        _check_regular(os.fstat(handle).st_mode)
    except OSError as error:
        raise _unreadable(error, path) from error
    except ValueError as error:  # a null character
        raise ReadError("the file cannot be read: no file can have this name") from error
    return handle


def _check_regular(mode: int) -> None:
    if not S_ISREG(mode):
        what = "a folder" if S_ISDIR(mode) else "a pipe, a socket or a device"
        raise ReadError(
            f"the file cannot be read: it is {what}",
            "expected a regular file",
            "remove or rename it",
        )


def _descend(real: Path, opened: ExitStack, flags: int = _FLAGS) -> int:
    """Open a path without links, one folder after the other, so that no link can be inserted.

    `flags` are those of its last part.
    """
    if not _ON_THE_WAY:
        handle = os.open(real, flags | _NO_LINK)
        opened.callback(os.close, handle)
        return handle
    handle = os.open(real.anchor, _ON_THE_WAY)
    opened.callback(os.close, handle)
    ways = [_ON_THE_WAY] * (len(real.parts) - 2) + [flags]
    for part, way in zip(real.parts[1:], ways, strict=True):
        handle = os.open(part, way | _NO_LINK, dir_fd=handle)
        opened.callback(os.close, handle)
    return handle


def _leads_out(real: Path) -> ReadError:
    return ReadError(
        f"a link to the file leads out of the project, to `{real}`",
        "expected a file of the project",
        "replace the link with a copy of its target",
        Why.OUTSIDE,
    )


def _unreadable(error: OSError, path: Path) -> ReadError | OSError:
    """Return the reason why a file cannot be read; return an error of this process unchanged."""
    if error.errno in (EMFILE, ENFILE):
        return error
    if error.errno in (ENOENT, ENOTDIR):
        if path.is_symlink():
            return ReadError(
                "the file is a broken link",
                "expected this file",
                "replace the link with its target",
            )
        return ReadError(
            "the file does not exist",
            "expected this file",
            "create it, or check the name of its folder",
            Why.MISSING,
        )
    if error.errno == ELOOP:
        return ReadError("the file is a link that leads to itself", "expected a file")
    reason = (error.strerror or str(error) or "unknown reason").lower()
    return ReadError(f"the file cannot be read: {reason}")
