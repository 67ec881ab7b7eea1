"""Records of builds: which files went in and which came out, by hashes of their contents.

A record lies beside the files that were built. The next build compares it with what is there, and
leaves out what has not changed.
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
    names_in,
    read,
    resolved,
)
from printnplay.files.writing import write_staged

LATEST = 253_402_300_799
"""The last second of the year 9999, since 1970: no document can have a later date."""

RECORD_BYTES = 1 << 20
"""The most bytes of a record: it names the files of a build, and a mebibyte holds thousands of
names. A guess."""
RECORD = re.compile(r"\.build-.+\.json")
"""The name of a record, with the paper that the files are for."""


class BuiltFile(Struct, frozen=True):
    """A file of the output folder: its pages, its size in bytes, and whether this build wrote it.

    `is_part` says that it is one of several in the folder of their document; `notes` are what one
    should know before printing it.
    """

    path: Path
    pages: int
    size: int
    fresh: bool
    is_part: bool = False
    notes: tuple[str, ...] = ()


def project_key(folder: Path) -> str:
    """Return what stands for a project in records: a hash of where it is."""
    return blake2b(
        str(resolved(folder)).encode(errors="surrogateescape"), digest_size=DIGEST
    ).hexdigest()


class InputFiles:
    """The files that builds are made of; what several editions have in common is read once."""

    def __init__(self) -> None:
        """Nothing has been read yet."""
        self._of = cache(_hash_and_age)

    def fingerprint(self, files: Mapping[str, Path], options: Mapping[str, str]) -> str:
        """Return one hash of files with their names in the project, of options and the version."""
        digest = blake2b(digest_size=DIGEST)
        said = {**options, "program": hash_of_source(), **library_versions()}
        contents = ((name, self._of(path)[0]) for name, path in files.items())
        for name, value in (*sorted(said.items()), *contents):
            digest.update(f"{name}={value}\n".encode(errors="surrogateescape"))
        return digest.hexdigest()

    def last_change(self, files: Iterable[Path]) -> int:
        """Return when the last of some files was changed, in seconds since 1970."""
        return max(self._of(path)[1] for path in files)


def _hash_and_age(path: Path) -> tuple[str, int]:
    """The hash of a file, and when it was last changed, no later than a date can be.

    Of one that cannot be read, why, and 0: whoever needs it reports that.
    """
    try:
        found, age = hash_and_age(path, LARGEST)
    except ReadError as error:
        return error.reason, 0
    return found, min(max(age // 10**9, 0), LATEST)


class BuildRecord(Struct, frozen=True):
    """The record of a build, in the folder of its files.

    `inputs` is the fingerprint of what goes into the build. `documents` are the names that its
    documents may have, without an ending; the first is made in any case. `project` stands for the
    project that was built, so that others leave its files alone.
    """

    path: Path
    inputs: str
    documents: Sequence[str]
    project: str = ""

    def write(self, files: Iterable[BuiltFile]) -> None:
        """Write the record of a build that made these files, all of them below its folder.

        Raises:
            FaultsError: it cannot be written.
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
        """Return the files of the last build; none if an input or output has changed."""
        try:
            content = json.loads(read(self.path, RECORD_BYTES, anywhere=True))
            if content["inputs"] != self.inputs or not self._may_hold(content["files"]):
                return ()
            return tuple(self._unchanged(content["files"]))
        except (ReadError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
            # A record that is missing or was tampered with is the same as none.
            return ()

    def _may_hold(self, names: Iterable[str]) -> bool:
        """Whether names are those of files of its documents, among them the first document."""
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
        """The recorded files.

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


def former_pages(files: Sequence[BuiltFile]) -> Iterator[Path]:
    """Yield pages of a longer document that an earlier build left in the folders of these."""
    made = {file.path for file in files}
    for folder in {file.path.parent for file in files if file.is_part}:
        endings = {path.suffix for path in made if path.parent == folder}
        page = re.compile(re.escape(folder.name) + r"-\d{3,}(?P<ending>\.[a-z]+)")
        for name in names_in(folder):
            match = page.fullmatch(name)
            if match and match["ending"] in endings and folder / name not in made:
                yield folder / name
