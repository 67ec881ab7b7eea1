"""Atomic replacement of sets of files: all of them or none.

A set is first written into its own folder below the target folder, and moved when it is complete.
Where the system can exchange two folders in one step, the new folder replaces the old one, so that
old and new files are never mixed. Elsewhere the files are moved one after the other, and restored
if one of them cannot be moved. Signals are deferred until that is done. Files left by a killed
process are removed by the next process that writes there.
"""

import os
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from errno import EINVAL, EPERM, EXDEV
from functools import partial
from itertools import groupby
from pathlib import Path
from secrets import token_hex
from stat import S_ISBLK, S_ISCHR, S_ISDIR, S_ISREG
from tempfile import mkdtemp
from types import FrameType
from typing import TypeAlias

from printnplay.files.door import ReadError, hash_of, is_folder, read, resolved
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems, Span

STOPPING = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""The signals that stop a command: Ctrl-C, `kill`, and a closed terminal."""

UNFINISHED = ".unfinished-"
"""The prefix of the folder that holds a set of files until all of them are written."""

_NEW, _OLD, _LOCK = "new", "old", "lock"
"""What is inside it: the files to be moved, the files that they replace; on Windows, a lock."""

Guard: TypeAlias = Callable[[Path, Path], Diagnostic | None]
"""Returns why a new file (second argument) may not replace an existing one; None if it may."""


def write_all(
    files: Mapping[Path, bytes | Iterable[bytes]], root: Path, guard: Guard | None = None
) -> None:
    """Write files, from bytes or in pieces, below a folder: all of them or none.

    Raises:
        FaultsError: a file or folder cannot be written, or lies outside the root by a link; or the
            guard refuses to replace one.
    """
    if not files:
        return
    with staging(root) as stage:
        for path, data in files.items():
            new = stage / path.absolute().relative_to(root.absolute())
            with _reported(path):
                _write(new, [data] if isinstance(data, bytes) else data)
        move_all(stage, root, guard, whole_folders=False)


def write_bytes(path: Path, data: bytes) -> None:
    """Replace a file atomically: readers see the old file or the complete new one.

    Raises:
        FaultsError: the folder or the file cannot be written.
    """
    write_all({path: data}, path.parent)


def replace_in(home: Path, path: Path, data: bytes | None, was: bytes | None) -> None:
    """Replace, add or remove a file of a project atomically, safe from links that others create.

    Each folder is opened relative to its parent, without following links. Windows cannot do that:
    there the file is replaced by its path.

    Args:
        home: the real path of the project's folder.
        path: the real path of the file.
        data: the new content; None removes the file.
        was: the content that was read before; None if there was no file, whose folder is created
            if its parent exists.

    Raises:
        FaultsError: the file does not lie in the folder, has changed since it was read, or cannot
            be written.
    """
    if not path.is_relative_to(home):
        raise FaultsError([_leads_out(path.parent)])
    if sys.platform == "win32":
        if data is not None:
            write_bytes(path, data)
            return
        with _reported(path):
            path.unlink()
        return
    with _locked(home), _reported(path), ExitStack() as opened:
        folder = _descended(home, path.parent, opened, make=was is None)
        if data is None:
            _check_unchanged(path, folder, was)
            os.unlink(path.name, dir_fd=folder)
            return
        new = f"{UNFINISHED}{token_hex(8)}"
        handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666, dir_fd=folder)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                mode = _check_unchanged(path, folder, was)
                if mode is not None:
                    os.fchmod(handle, mode & 0o777)
            os.rename(new, path.name, src_dir_fd=folder, dst_dir_fd=folder)
        except BaseException:
            _quietly(partial(os.unlink, dir_fd=folder), new)
            raise


def _descended(home: Path, folder: Path, opened: ExitStack, *, make: bool) -> int | None:
    """Return the handle of a folder in another, reached without links; `make` creates it."""
    handle = None
    parts = (str(home), *folder.relative_to(home).parts)
    for number, part in enumerate(parts, start=1):
        if make and 1 < number == len(parts):
            with suppress(FileExistsError):
                os.mkdir(part, dir_fd=handle)
        flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
        handle = os.open(part, flags, dir_fd=handle)
        opened.callback(os.close, handle)
    return handle


def _check_unchanged(path: Path, folder: int | None, was: bytes | None) -> int | None:
    """Return the mode of a file that is as it was read; None if there is no regular one.

    Raises:
        FaultsError: it has changed.
    """
    with suppress(FileNotFoundError):
        mode = os.stat(path.name, dir_fd=folder, follow_symlinks=False).st_mode
        if S_ISREG(mode):
            try:
                now = read(path, max(len(was or b""), 1), anywhere=True)
            except ReadError as error:
                raise FaultsError([changed_meanwhile(path)]) from error
            if now != was:
                raise FaultsError([changed_meanwhile(path)])
            return mode
    return None


def changed_meanwhile(path: Path) -> Diagnostic:
    """Return the diagnostic of a file that somebody else changed between reading and writing."""
    return Diagnostic(
        codes.CHANGED_MEANWHILE,
        f"`{path}` changed while this command was editing it",
        Span(""),
        "nothing was written; the other change is kept",
        "run the command again",
    )


def write_staged(path: Path, pieces: Iterable[bytes]) -> int:
    """Write a file of a set in the folder of `staging`; return its size.

    Raises:
        FaultsError: it cannot be written; the error names its final path.
    """
    with _reported(_destination(path)):
        return _write(path, pieces)


def remove_staged(paths: Iterable[Path]) -> None:
    """Remove files from a set in the folder of `staging`.

    Raises:
        FaultsError: one cannot be removed; the error names its final path.
    """
    for path in paths:
        with _reported(_destination(path)):
            path.unlink()


def write_there(path: Path, pieces: Iterable[bytes]) -> int:
    """Write a file into a folder of this process, without creating the folder again if it is gone.

    Raises:
        FaultsError: it cannot be written.
    """
    with _reported(path):
        return _write_there(path, pieces)


def _write(path: Path, pieces: Iterable[bytes]) -> int:
    path.parent.mkdir(parents=True, exist_ok=True)
    return _write_there(path, pieces)


def _write_there(path: Path, pieces: Iterable[bytes]) -> int:
    with path.open("wb") as file:
        file.writelines(pieces)
        return file.tell()


@contextmanager
def staging(root: Path) -> Iterator[Path]:
    """Yield a folder below `root` for a set of files; files left in it are removed.

    Raises:
        FaultsError: the root cannot be created or written to.
    """
    with ExitStack() as cleaning:
        with uninterrupted():
            try:
                _make_folders(root, cleaning)
                with _locked(root):
                    sweep(root)
                    folder = Path(mkdtemp(prefix=UNFINISHED, dir=root))
                    cleaning.callback(_remove, folder, _claim(folder))
                    (folder / _NEW).mkdir()
            except OSError as error:
                raise FaultsError([_no_folder(root, error)]) from error
        yield folder / _NEW


def sweep(root: Path) -> None:
    """Remove the files that dead processes left below a folder."""
    with suppress(OSError):
        for folder in root.glob(f"{UNFINISHED}*"):
            if folder.is_dir() and not folder.is_symlink() and _is_ours(folder):
                claim = _claim(folder)
                if claim is not None:
                    _remove(folder, claim)


def _is_ours(folder: Path) -> bool:
    """Return whether a folder holds nothing that a process does not put into its own."""
    return {path.name for path in folder.iterdir()} <= {_NEW, _OLD, _LOCK}


def move_all(
    stage: Path, root: Path, guard: Guard | None = None, *, whole_folders: bool = True
) -> None:
    """Move all files of a finished set to their final paths, or none.

    Args:
        stage: the folder of `staging`.
        root: the target folder of the set.
        guard: decides which existing files may be replaced; all by default.
        whole_folders: whether a folder may be exchanged for a new one with copies of its other
            files. Use it for folders that the tool writes, not for those that people work in.

    Raises:
        FaultsError: a file cannot or may not be replaced; all files are restored.
    """
    files = sorted(path.relative_to(stage) for path in stage.rglob("*") if path.is_file())
    _check_targets(files, root)
    with _locked(root), uninterrupted(), ExitStack() as undo:
        _ask(guard, files, stage, root)
        for _, group in groupby(files, key=lambda file: file.parts[0]):
            names = list(group)
            folder = Path(os.path.commonpath([name.parent for name in names]))
            written = {name.relative_to(folder) for name in names}
            if (
                whole_folders
                and folder.name
                and _exchanged(stage / folder, root / folder, written, undo)
            ):
                continue
            for name in names:
                with _reported(root / name):
                    _move(stage / name, root / name, stage.parent / _OLD / name, undo)
        undo.pop_all()


def discard(files: Iterable[Path]) -> None:
    """Remove files that are no longer needed; ignore those that cannot be removed."""
    for file in files:
        with suppress(OSError):
            file.unlink()


def _check_targets(files: Iterable[Path], root: Path) -> None:
    """Report all visible obstacles before any file is moved."""
    home = resolved(root)
    problems = Problems()
    for file in files:
        target = root / file
        if not resolved(target.parent).is_relative_to(home):
            problems.add(_leads_out(target.parent))
            continue
        try:
            with suppress(FileNotFoundError):
                _check_replaceable(target)
        except OSError as error:
            problems.add(cannot_write(target, error))
    if problems.found:
        raise FaultsError(problems.found)


def _ask(guard: Guard | None, files: Iterable[Path], stage: Path, root: Path) -> None:
    """Ask the guard about all files that a set replaces; links are not files.

    Raises:
        FaultsError: files may not be replaced; all are reported.
    """
    problems = Problems()
    for file in files if guard else ():
        target = root / file
        if guard and target.is_file() and not target.is_symlink():
            fault = None if _is_same(target, stage / file) else guard(target, stage / file)
            if fault:
                problems.add(fault)
    if problems.found:
        raise FaultsError(problems.found)


def _is_same(file: Path, other: Path) -> bool:
    with suppress(OSError, ReadError):
        if file.stat().st_size == other.stat().st_size:  # avoid hashing gigabytes
            return hash_of(file, anywhere=True) == hash_of(other, anywhere=True)
    return False


def _check_replaceable(target: Path) -> None:
    state = target.lstat()
    if target.is_dir() and not target.is_symlink():
        raise IsADirectoryError
    if _is_device(target):
        raise OSError(EINVAL, "it is a device, not a file")
    if not S_ISREG(state.st_mode):
        return
    try:
        os.close(os.open(target, os.O_WRONLY | getattr(os, "O_NOFOLLOW", 0)))
    except OSError as error:
        # A read-only file can be replaced. An immutable one cannot, nor, on Windows, one that
        # another program has open.
        if error.errno == EPERM or sys.platform == "win32":
            raise


def _is_device(target: Path) -> bool:
    """Return whether a path is a device, or a link to a device or a pipe, such as `/dev/stdout`.

    A new file in its place would break every program on the machine. A pipe in the output folder
    belongs to nobody else: it is replaced like a file.
    """
    try:
        mode = target.stat().st_mode
    except OSError:  # a broken link
        return False
    if S_ISCHR(mode) or S_ISBLK(mode):
        return True
    return target.is_symlink() and not (S_ISREG(mode) or S_ISDIR(mode))


def _exchanged(new: Path, old: Path, written: Container[Path], undo: ExitStack) -> bool:
    """Replace an old folder by a new one in one step; return whether that was possible.

    `written` holds the files of the set, relative to the folder.
    """
    try:
        if not os.path.lexists(old):
            _make_folders(old.parent, undo)
            new.rename(old)
            undo.callback(_quietly, old.rename, new)
            return True
        # A shell in the folder would be left in a removed one.
        if old.is_symlink() or not is_folder(old) or Path.cwd().is_relative_to(resolved(old)):
            return False
        _complete(new, old)
    except (OSError, RecursionError):  # the latter if folders are nested very deeply
        return False
    if not _exchange(new, old):
        return False
    _bring_over(new, old, written)
    undo.callback(_bring_over, new, old, written)
    undo.callback(_exchange, new, old)
    return True


def _complete(new: Path, old: Path) -> None:
    """Add to a new folder everything of the old one that it does not replace."""
    for entry in os.scandir(old):
        beside, path = new / entry.name, Path(entry.path)
        if entry.is_dir(follow_symlinks=False):
            if not beside.is_dir():
                beside.mkdir()
            _complete(beside, path)
        elif not os.path.lexists(beside):
            os.link(path, beside, follow_symlinks=False)
        else:
            _keep_mode(beside, path)
    shutil.copystat(old, new)


def _bring_over(left: Path, there: Path, written: Container[Path], below: Path = Path()) -> None:
    """Add what others saved in a folder between its copy and the exchange for that copy."""
    with suppress(OSError, RecursionError):
        for entry in os.scandir(left / below):
            name = below / entry.name
            if entry.is_dir(follow_symlinks=False):
                (there / name).mkdir(exist_ok=True)
                _bring_over(left, there, written, name)
            elif name not in written and not _is_one(left / name, there / name):
                passing = there / below / f"{UNFINISHED}{entry.name}"
                os.link(left / name, passing, follow_symlinks=False)
                passing.replace(there / name)


def _is_one(path: Path, other: Path) -> bool:
    """Return whether two paths lead to one file; links are not followed."""
    return os.path.lexists(other) and os.path.samestat(path.lstat(), other.lstat())


def _exchange(path: Path, other: Path) -> bool:
    """Exchange two folders in one step, if the system can; return whether it was done."""
    import ctypes

    try:
        library = ctypes.CDLL(None, use_errno=True)
        paths = os.fsencode(path.absolute()), os.fsencode(other.absolute())
        if sys.platform == "linux":
            anywhere, exchange = -100, 2  # AT_FDCWD, RENAME_EXCHANGE of renameat2(2)
            return not library.renameat2(anywhere, paths[0], anywhere, paths[1], exchange)
        if sys.platform == "darwin":
            return not library.renamex_np(*paths, 2)  # RENAME_SWAP
    except (AttributeError, OSError, TypeError):
        pass  # the system or its C library lacks the function
    return False


def _move(new: Path, target: Path, backup: Path, undo: ExitStack) -> None:
    _make_folders(target.parent, undo)
    restore: Callable[[], object] = target.unlink
    if os.path.lexists(target):
        backup.parent.mkdir(parents=True, exist_ok=True)
        try:
            os.link(target, backup, follow_symlinks=False)
        except OSError:  # a file system without hard links, or another user's file
            shutil.copy2(target, backup, follow_symlinks=False)
        _keep_mode(new, target)
        restore = partial(_replace, backup, target)
    _replace(new, target)
    undo.callback(_quietly, restore)


def _replace(new: Path, target: Path) -> None:
    """Move a file to its target, which may be on another file system, such as a mounted folder."""
    try:
        new.replace(target)
    except OSError as error:
        if error.errno != EXDEV:
            raise
        beside = target.with_name(f"{UNFINISHED}{token_hex(8)}")
        try:
            shutil.copy2(new, beside, follow_symlinks=False)
            beside.replace(target)
        except BaseException:
            _quietly(beside.unlink)
            raise


def _keep_mode(new: Path, old: Path) -> None:
    state = old.lstat()
    if S_ISREG(state.st_mode):
        new.chmod(state.st_mode & 0o777)


def _make_folders(folder: Path, undo: ExitStack) -> None:
    """Create a folder and its parents; undo removes those it created that are still empty."""
    undo.callback(_remove_empty, [path for path in (folder, *folder.parents) if not path.exists()])
    folder.mkdir(parents=True, exist_ok=True)


def _remove_empty(folders: Iterable[Path]) -> None:
    for folder in folders:
        _quietly(folder.rmdir)


def _quietly(action: Callable[..., object], *values: object) -> None:
    """Clean up after a failure that is reported; ignore errors of the cleanup."""
    with suppress(OSError, MemoryError):
        action(*values)


@contextmanager
def _reported(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise FaultsError([cannot_write(path, error)]) from error


def _destination(path: Path) -> Path:
    """Return the final path of a file of a stage."""
    for number, part in enumerate(path.parts):
        if part.startswith(UNFINISHED):
            return Path(*path.parts[:number], *path.parts[number + 2 :])
    return path


def cannot_write(path: Path, error: OSError) -> Diagnostic:
    """Return the diagnostic of a file that cannot be written."""
    blocking = _blocking(path.parent)
    if blocking is not None:
        return _in_the_way(blocking)
    if is_folder(path) and isinstance(error, IsADirectoryError):
        text = f"cannot write `{path}`: there is a folder of this name"
        return Diagnostic(codes.CANNOT_WRITE, text, Span(""), "expected a file, or nothing", _MOVE)
    return _refused(path, error, "expected a file that may be replaced, with room left")


def _no_folder(folder: Path, error: OSError) -> Diagnostic:
    blocking = _blocking(folder)
    if blocking is not None:
        return _in_the_way(blocking)
    return _refused(folder, error, "expected a folder that may be written to, with room left")


_MOVE = "remove or rename it, or choose another folder with -o"


def _blocking(folder: Path) -> Path | None:
    """Return the path that blocks a folder or one of its parents; None if nothing does."""
    for path in (folder, *folder.parents):
        if is_folder(path):
            return None
        if os.path.lexists(path):
            return path
    return None


def _in_the_way(path: Path) -> Diagnostic:
    what = "a file" if path.is_file() else "a link to nothing" if path.is_symlink() else "no folder"
    text = f"cannot write into `{path}`: it is {what}"
    return Diagnostic(codes.CANNOT_WRITE, text, Span(""), "expected a folder", _MOVE)


def _refused(path: Path, error: OSError, label: str) -> Diagnostic:
    reason = (error.strerror or str(error) or "unknown reason").lower()
    text = f"cannot write `{path}`: {reason}"
    cure = "change its permissions, make room, or choose another folder with -o"
    return Diagnostic(codes.CANNOT_WRITE, text, Span(""), label, cure)


def _leads_out(folder: Path) -> Diagnostic:
    link = next((path for path in (folder, *folder.parents) if path.is_symlink()), folder)
    text = f"cannot write into `{link}`: it is a link that leads out, to `{resolved(link)}`"
    label = "expected a folder of its own"
    cure = "replace the link by a folder, or name the folder that it leads to with -o"
    return Diagnostic(codes.CANNOT_WRITE, text, Span(""), label, cure)


def check_inside(folder: Path, home: Path) -> None:
    """Check that a default folder lies inside another, after resolving all links.

    Raises:
        FaultsError: it is a link, or below a link, that leads out.
    """
    if not resolved(folder).is_relative_to(resolved(home)):
        raise FaultsError([_leads_out(folder)])


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Defer the signals that stop a command until the end of a short piece of work.

    Use it around writes that belong together, too.
    """
    waiting: list[int] = []

    def wait(number: int, _frame: FrameType | None) -> None:
        waiting.append(number)

    numbers = STOPPING if _in_main_thread() else ()
    before = {number: signal.signal(number, wait) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
        if waiting:
            signal.raise_signal(waiting[0])


def _in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


def _remove(folder: Path, claim: int | None) -> None:
    with uninterrupted():
        if claim is not None:
            os.close(claim)
        _quietly(shutil.rmtree, folder)
        if folder.exists():
            # A write-protected folder that was exchanged for the new one.
            for at, names, _ in os.walk(folder):
                for inner in (Path(at, name) for name in names):
                    if not inner.is_symlink():
                        _quietly(inner.chmod, 0o700)
            shutil.rmtree(folder, ignore_errors=True)


def _claim(folder: Path) -> int | None:
    """Return a handle that marks a folder as in use until the process ends, however it ends.

    None if another process holds it, or if the file system has no locks.
    """
    handle = -1
    try:
        if sys.platform == "win32":
            import msvcrt

            handle = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            handle = os.open(folder, os.O_RDONLY)
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        if handle >= 0:
            os.close(handle)
        return None
    return handle


@contextmanager
def _locked(root: Path) -> Iterator[None]:
    """Allow only one process at a time to move files below a folder, where the system has locks."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    with ExitStack() as opened:
        with suppress(OSError):
            handle = os.open(root, os.O_RDONLY)
            opened.callback(os.close, handle)
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
