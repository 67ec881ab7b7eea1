"""Writing files so that a failure leaves what was there.

Putting several files of texts in place, all of them or none.
"""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import copy2
from typing import BinaryIO

from printnplay.model import codes
from printnplay.model.diagnostics import Diagnostic, FaultsError, Problems, Span

UNFINISHED = ".unfinished-"
"""How the folder begins that holds a build's files until all of them are made."""


@contextmanager
def staging(output: Path) -> Iterator[Path]:
    """A folder within the output folder to build in; what is left in it goes when the work ends.

    Raises:
        FaultsError: the output folder cannot be made or written to.
    """
    from tempfile import TemporaryDirectory

    made = [folder for folder in (output, *output.parents) if not folder.exists()]
    try:
        output.mkdir(parents=True, exist_ok=True)
        stage = TemporaryDirectory(prefix=UNFINISHED, dir=output)
    except OSError as error:
        raise FaultsError([cannot_write(output, error)]) from error
    try:
        with stage as folder:
            yield Path(folder)
    finally:
        for empty in made:
            with suppress(OSError):
                empty.rmdir()


def move_all(stage: Path, output: Path) -> None:
    """Put all files of a finished build where they belong.

    Raises:
        FaultsError: something is in the way of a file or folder; no file was moved then.
    """
    files = sorted(path for path in stage.rglob("*") if path.is_file())
    targets = [output / path.relative_to(stage) for path in files]
    problems = Problems()
    for target in targets:
        _look_for_obstacle(target, problems)
    if problems.found:
        raise FaultsError(problems.found)
    for file, target in zip(files, targets, strict=True):
        try:
            file.replace(target)
        except OSError as error:
            raise FaultsError([cannot_write(target, error)]) from error


def _look_for_obstacle(target: Path, problems: Problems) -> None:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.is_dir():
            raise IsADirectoryError
    except OSError as error:
        problems.add(cannot_write(target, error))


def write_whole(path: Path, write: Callable[[BinaryIO], None]) -> None:
    """Write a file under a temporary name beside the target, then rename it into place.

    Raises:
        FaultsError: the folder or the file cannot be written.
    """
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with unfinished.open("wb") as stream:
            write(stream)
        unfinished.replace(path)
    except OSError as error:
        raise FaultsError([cannot_write(path, error)]) from error
    finally:
        _discard(unfinished)


def write_bytes(path: Path, data: bytes) -> None:
    """Write bytes that are made already, as `write_whole` does.

    Raises:
        FaultsError: the folder or the file cannot be written.
    """

    def put(stream: BinaryIO) -> None:
        stream.write(data)

    write_whole(path, put)


def cannot_write(path: Path, error: OSError) -> Diagnostic:
    """The fault of a file or folder that cannot be written."""
    cure = "remove or rename it, or choose another folder with -o"
    blocking = next((one for one in (path, *path.parents) if one.is_file()), None)
    if blocking is not None:
        text = f"cannot write into `{blocking}`: it is a file"
        return Diagnostic(codes.CANNOT_WRITE, text, Span(""), "expected a folder", cure)
    if path.is_dir() and isinstance(error, IsADirectoryError):
        text = f"cannot write `{path}`: there is a folder of this name"
        return Diagnostic(codes.CANNOT_WRITE, text, Span(""), "expected a file, or nothing", cure)
    return Diagnostic(
        codes.CANNOT_WRITE,
        f"cannot write `{path}`: {(error.strerror or str(error)).lower()}",
        Span(""),
        "expected a folder that may be written to, with room left",
        "choose another folder with -o, or change its permissions",
    )


def _discard(path: Path) -> None:
    with suppress(OSError):
        path.unlink(missing_ok=True)


def put_all(new: Mapping[Path, str]) -> None:
    """Write whole files; where one cannot be written, all are as they were.

    Raises:
        FaultsError: a file or its folder cannot be written.
    """
    with _folders(new):
        try:
            for path, text in new.items():
                with _told(path):
                    _prepare(path, text)
            _swap_all(tuple(new))
        finally:
            for path in new:
                _discard(_beside(path, "new"))
                _discard(_beside(path, "old"))


@contextmanager
def _folders(new: Mapping[Path, str]) -> Iterator[None]:
    """The folders of the files; those that had to be made go again if the work fails."""
    folders = {folder for path in new for folder in path.parents if not folder.exists()}
    try:
        for path in new:
            with _told(path):
                path.parent.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        for folder in sorted(folders, reverse=True):
            with suppress(OSError):
                folder.rmdir()
        raise


def _prepare(path: Path, text: str) -> None:
    """Beside a file, what it is to be and what it was."""
    fresh = _beside(path, "new")
    fresh.write_bytes(text.encode())
    if path.exists():
        fresh.chmod(path.stat().st_mode & 0o777)
        copy2(path, _beside(path, "old"))


def _swap_all(paths: tuple[Path, ...]) -> None:
    for done, path in enumerate(paths):
        try:
            with _told(path):
                _beside(path, "new").replace(path)
        except BaseException:
            for one in paths[:done]:
                _restore(one)
            raise


def _restore(path: Path) -> None:
    old = _beside(path, "old")
    if old.exists():
        old.replace(path)
    else:
        _discard(path)


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise FaultsError([cannot_write(path, error)]) from error


def _beside(path: Path, what: str) -> Path:
    return path.with_name(f".{path.name}.{os.getpid()}.{what}")
