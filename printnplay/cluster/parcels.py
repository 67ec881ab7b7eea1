"""The files of a project as an archive, named by its hash, and their folder on a worker."""

from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from threading import Lock

from msgspec import Struct

from printnplay.cache.versions import hash_of_source, library_versions
from printnplay.files.archives import unzip, zipped
from printnplay.files.catalog import FOLDERS, LABEL_SHEETS, Catalog, display_path, shipped_root
from printnplay.files.door import (
    DIGEST,
    LARGEST,
    ReadError,
    hashes_below,
    is_compiled,
    read,
    resolved,
    size_text,
)
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Span

MOST_BYTES = 500_000_000
"""Maximum size of all files of a project in bytes, which a network of 1 Gbit/s sends to a worker in
about five seconds. A guess."""


class Parcel(Struct, frozen=True):
    """A project to send: a ZIP archive of its files, and the archive's hash.

    Both are empty for the games that come with printnplay, which each worker has.
    """

    content: bytes
    digest: str


def parcel_of(catalog: Catalog) -> Parcel:
    """Return the files of a project that commands read.

    Raises:
        FaultsError: a file cannot be read, or all are too large.
    """
    if len(catalog.roots) == 1:
        return Parcel(b"", "")
    root, files, size = catalog.roots[0], dict[str, bytes](), 0
    for folder in (*FOLDERS, "services", LABEL_SHEETS.name):
        for path in sorted((root / folder).rglob("*")):
            if path.is_dir() or is_compiled(path):
                continue
            try:
                files[path.relative_to(root).as_posix()] = read(path, LARGEST)
            except ReadError as error:
                raise FaultsError([error.fault(codes.CANNOT_READ, display_path(path))]) from error
            size += len(files[path.relative_to(root).as_posix()])
            if size > MOST_BYTES:
                raise FaultsError([_too_large()])
    content = zipped(files)
    return Parcel(content, blake2b(content, digest_size=DIGEST).hexdigest())


def _too_large() -> Diagnostic:
    return Diagnostic(
        codes.PROJECT_TOO_LARGE,
        f"the project is larger than {size_text(MOST_BYTES)}",
        Span(""),
        "too large to send to every worker",
        "copy the project to several machines, and use `--shard` there",
    )


_unpacked: dict[str, Path] = {}
"""The folders of projects in this worker, by hash."""
_unpacking = Lock()


def unpacked(parcel: Parcel, home: Path) -> Path:
    """Return the folder of a project on this worker, unpacked below `home` once."""
    if not parcel.digest:
        return shipped_root()
    with _unpacking:
        if parcel.digest not in _unpacked:
            folder = resolved(home) / f"printnplay-{parcel.digest}"
            unzip(parcel.content, folder)
            _unpacked[parcel.digest] = folder
        return _unpacked[parcel.digest]


def programs() -> Mapping[str, str]:
    """Return the versions on which results depend, by name."""
    import platform

    data = blake2b(digest_size=DIGEST)
    for folder in FOLDERS:
        for name, content in (hashes_below(shipped_root() / folder) or {}).items():
            data.update(f"{folder}/{name}={content}\n".encode(errors="surrogateescape"))
    return {
        "printnplay": hash_of_source(),
        "its games and templates": data.hexdigest(),
        "Python": platform.python_version(),
        **library_versions(),
    }
