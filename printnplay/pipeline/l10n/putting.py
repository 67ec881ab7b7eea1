"""Putting several files of texts in place, all of them or none."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import copy2

from printnplay.model.diagnostics import FaultsError
from printnplay.pipeline.writing import cannot_write


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


def _discard(path: Path) -> None:
    with suppress(OSError):
        path.unlink(missing_ok=True)
