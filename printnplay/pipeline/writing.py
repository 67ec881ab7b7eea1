"""Writing files so that a failure leaves what was there."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

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
        return Diagnostic("PNP010", text, Span(""), "expected a folder", cure)
    if path.is_dir() and isinstance(error, IsADirectoryError):
        text = f"cannot write `{path}`: there is a folder of this name"
        return Diagnostic("PNP010", text, Span(""), "expected a file, or nothing", cure)
    return Diagnostic(
        "PNP010",
        f"cannot write `{path}`: {(error.strerror or str(error)).lower()}",
        Span(""),
        "expected a folder that may be written to, with room left",
        "choose another folder with -o, or change its permissions",
    )


def _discard(path: Path) -> None:
    with suppress(OSError):
        path.unlink(missing_ok=True)
