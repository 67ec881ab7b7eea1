"""Build records: the inputs and outputs of a build, with content hashes.

A record is stored beside the built files. The next build compares it with the current files and
skips whatever is unchanged.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path, PurePosixPath
from typing import Any

from msgspec import Struct

from printnplay.cache.versions import hash_of_source, library_versions
from printnplay.files.door import (
    DIGEST,
    LARGEST,
    ReadError,
    hash_and_age,
    hash_of,
    leads_up,
    read,
    resolved,
)
from printnplay.files.writing import write_staged

LATEST = 253_402_300_799
"""The last second of the year 9999, in seconds since 1970: a document cannot have a later date."""

RECORD_BYTES = 1 << 20
"""Maximum size of a record in bytes: it lists the files of a build, and 1 MiB holds thousands of
names. A guess."""
RECORD = re.compile(r"\.build-.+\.json")
"""File name of a record; the variable part is the paper."""


class BuiltFile(Struct, frozen=True):
    """A built file: its pages, its size in bytes, and whether this build wrote it.

    `is_part` marks one of several files in the folder of their document; `notes` are hints to read
    before printing.
    """

    path: Path
    pages: int
    size: int
    fresh: bool
    is_part: bool = False
    notes: tuple[str, ...] = ()


def project_key(folder: Path) -> str:
    """Return the key of a project in records: a hash of its location."""
    return blake2b(
        str(resolved(folder)).encode(errors="surrogateescape"), digest_size=DIGEST
    ).hexdigest()


class InputFiles:
    """Hashes of input files, computed once even if several editions share a file."""

    def __init__(self) -> None:
        """Start with an empty cache."""
        self._of = cache(_hash_and_age)

    def fingerprint(self, files: Mapping[str, Path], options: Mapping[str, str]) -> str:
        """Return one hash of the files, their names in the project, the options and the version."""
        digest = blake2b(digest_size=DIGEST)
        said = {**options, "program": hash_of_source(), **library_versions()}
        contents = ((name, self._of(path)[0]) for name, path in files.items())
        for name, value in (*sorted(said.items()), *contents):
            digest.update(f"{name}={value}\n".encode(errors="surrogateescape"))
        return digest.hexdigest()

    def last_change(self, files: Iterable[Path]) -> int:
        """Return the latest modification time of these files, in seconds since 1970."""
        return max(self._of(path)[1] for path in files)


def _hash_and_age(path: Path) -> tuple[str, int]:
    """Return the hash of a file and its modification time, clamped to the range of dates.

    If the file is unreadable, return the reason and 0: the code that needs it reports the fault.
    """
    try:
        found, age = hash_and_age(path, LARGEST)
    except ReadError as error:
        return error.reason, 0
    return found, min(max(age // 10**9, 0), LATEST)


class BuildRecord(Struct, frozen=True):
    """A build record, stored in the folder of the built files.

    `inputs` is the fingerprint of the build's inputs. `documents` are the possible names of its
    documents, without extension; the first one always exists. `project` identifies the project that
    was built, so that other projects leave its files alone.
    """

    path: Path
    inputs: str
    documents: Sequence[str]
    project: str = ""

    def write(self, files: Iterable[BuiltFile]) -> None:
        """Write the record for these built files, which must be below its folder.

        Raises:
            FaultsError: the record cannot be written.
        """
        about = {
            file.path.relative_to(self.path.parent).as_posix(): {
                "hash": hash_of(file.path, anywhere=True),
                "pages": file.pages,
                "size": file.size,
                "notes": file.notes,
            }
            for file in files
        }
        text = json.dumps(
            {"project": self.project, "inputs": self.inputs, "files": about}, indent=1
        )
        write_staged(self.path, [text.encode(), b"\n"])

    def unchanged_files(self) -> tuple[BuiltFile, ...]:
        """Return the files of the last build; empty if an input or output has changed."""
        try:
            content = json.loads(read(self.path, RECORD_BYTES, anywhere=True))
            if content["inputs"] != self.inputs or not self._may_hold(content["files"]):
                return ()
            return tuple(self._unchanged(content["files"]))
        except (ReadError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
            # A missing or manipulated record is treated as no record.
            return ()

    def _may_hold(self, names: Iterable[str]) -> bool:
        """Return whether names belong to files of its documents, including the first document."""
        held = set()
        for name in names:
            # `<document>.pdf`, or `<document>/<document>-001.png`
            path = PurePosixPath(name)
            document = path.stem if len(path.parts) == 1 else path.parts[0]
            if leads_up(name) or document not in self.documents:
                return False
            held.add(document)
        return self.documents[0] in held

    def _unchanged(self, files: Mapping[str, Any]) -> Iterator[BuiltFile]:
        """Yield the recorded files.

        Raises:
            ValueError: one of them has changed.
        """
        folder = self.path.parent
        for name, about in files.items():
            path = folder / name
            if hash_of(path, anywhere=True) != about["hash"]:
                raise ValueError(name)
            is_part = path.parent != folder
            pages, size = int(about["pages"]), int(about["size"])
            notes = tuple(map(str, about["notes"]))
            yield BuiltFile(path, pages, size, fresh=False, is_part=is_part, notes=notes)
