"""Writing files so that a failure leaves what was there."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from printnplay.model.diagnostics import Diagnostic, FaultsError, Span


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


def cannot_write(path: Path, error: OSError) -> Diagnostic:
    """The fault of a file or folder that cannot be written."""
    reason = error.strerror or str(error)
    return Diagnostic(
        "PNP010",
        f"cannot write `{path}`: {reason}",
        Span(""),
        "expected a folder that may be written to",
        "choose another folder with -o, or change its permissions",
    )


def _discard(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return
