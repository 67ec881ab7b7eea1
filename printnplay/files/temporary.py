"""Temporary files that end with the command; a full or closed folder for them is an error."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EACCES, ENOENT
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import BinaryIO, cast

from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Span

IN_MEMORY = 8 << 20
"""The bytes of a `Spool` kept in memory; a larger file, such as one with photographs, is written to
the disk. A guess."""

PIECE = 1 << 20
"""The bytes of a chunk that a `Spool` yields: a mebibyte. Nothing depends on the exact value."""


@contextmanager
def temporary_files() -> Iterator[None]:
    """Report system errors as errors of temporary files.

    Raises:
        FaultsError: a temporary file cannot be written.
    """
    named = os.environ.get("TMPDIR", "")
    try:
        if named and not os.access(named, os.W_OK | os.X_OK):  # Python would use another one
            number = EACCES if Path(named).is_dir() else ENOENT
            raise OSError(number, os.strerror(number))
        yield
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        folder = named or tempfile.tempdir or "the folder for them"
        message = f"cannot write temporary files to `{folder}`: {reason}"
        cure = "free some space, or set TMPDIR to another folder"
        label = "expected a folder with free space"
        fault = Diagnostic(codes.CANNOT_WRITE, message, Span(""), label, cure)
        raise FaultsError([fault]) from error


def temporary_folder(prefix: str = "printnplay-") -> "TemporaryDirectory[str]":
    """Create a folder that is removed when it is cleaned up, or when the process ends.

    Raises:
        FaultsError: it cannot be created.
    """
    with temporary_files():
        return TemporaryDirectory(prefix=prefix, ignore_cleanup_errors=True)


class Spool:
    """A stream that a C++ library writes to.

    Such a library ends the process if a stream raises an error, so errors are deferred to `pieces`.
    """

    def __init__(self) -> None:
        """Begin in memory."""
        self._file: BinaryIO = BytesIO()
        self._error: OSError | MemoryError | None = None

    def write(self, data: bytes) -> int:
        """Write bytes; after an error they are dropped."""
        try:
            if self._error is None:
                self._write(data)
        except (OSError, MemoryError) as error:
            self._error = error
        return len(data)

    def _write(self, data: bytes) -> None:
        if isinstance(self._file, BytesIO) and self._file.tell() + len(data) > IN_MEMORY:
            held, self._file = self._file, cast("BinaryIO", TemporaryFile())  # noqa: SIM115
            self._file.write(held.getbuffer())
        self._file.write(data)

    def flush(self) -> None:
        """Do nothing: `pieces` reads all that was written."""

    def seek(self, place: int) -> int:
        """Seek to a position, as users of streams expect."""
        return self._file.seek(place)

    def pieces(self) -> Iterator[bytes]:
        """Yield the written bytes in chunks, and close the file.

        Raises:
            FaultsError: it could not be written.
            MemoryError: there was no memory for it.
        """
        with temporary_files(), self._file as file:
            if self._error is not None:
                raise self._error
            file.seek(0)
            while piece := file.read(PIECE):
                yield piece
