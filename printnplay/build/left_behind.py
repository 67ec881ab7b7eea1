"""Removal of obsolete files of earlier builds, based on build records.

Only files that a build wrote and nobody has changed since are removed. Links, and files behind
links, stay; so do games of other projects.
"""

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from printnplay.build.build_records import RECORD, RECORD_BYTES
from printnplay.files.door import ReadError, hash_of, is_there, leads_up, names_in, read, resolved
from printnplay.files.writing import discard, write_bytes


class Left(Struct, frozen=True):
    """Removed files, and files that stay because they were changed after the build."""

    removed: tuple[Path, ...] = ()
    changed: tuple[Path, ...] = ()

    def __add__(self, other: "Left") -> "Left":
        """Concatenate both."""
        return Left(self.removed + other.removed, self.changed + other.changed)

    def told(self, what: str) -> Iterator[str]:
        """Yield a line for each file; `what` is what wrote them, such as `build`."""
        for path in dict.fromkeys(map(_named, self.removed)):
            yield f"removed {path}: no longer part of the {what}"
        for path in self.changed:
            yield f"kept {path}: no longer part of the {what}, but changed since"


def _named(path: Path) -> Path:
    """Return the name under which a file is listed: one for all pages of a document.

    >>> _named(Path("kit/kit-003.png")).as_posix(), _named(Path("en/kit.pdf")).as_posix()
    ('kit/*.png', 'en/kit.pdf')
    """
    is_page = path.stem.startswith(f"{path.parent.name}-")
    return path.with_name(f"*{path.suffix}") if is_page else path


def hash_or_nothing(path: Path) -> str:
    """Return the hash of a file; empty if it cannot be read."""
    try:
        return hash_of(path, anywhere=True)
    except ReadError:
        return ""


class FormerFiles(Struct, frozen=True):
    """The files named by a build record, by name in its folder, with their hashes.

    `passing` are those of builds that are never reused: drafts, and parts of kits. `hashed`
    returns the hash of a file, empty if it cannot be read.
    """

    record: Path
    files: Mapping[str, str]
    passing: Mapping[str, str] = {}
    hashed: Callable[[Path], str] = hash_or_nothing

    def wrote(self, path: Path) -> bool:
        """Return whether a file is in the record, and has not changed since."""
        folder = self.record.parent
        if not path.is_relative_to(folder):
            return False
        name = path.relative_to(folder).as_posix()
        known = {files[name] for files in (self.files, self.passing) if name in files} - {""}
        return bool(known) and self.hashed(path) in known

    def _there(self) -> Iterator[tuple[Path, str]]:
        """Yield the existing files with their hashes; links, and files behind links, are others."""
        folder = self.record.parent
        for name, content in self.files.items():
            path = folder / name
            if is_there(path) and not path.is_symlink() and _is_direct(path.parent, folder):
                yield path, content

    def clear(self, made: Collection[Path], endings: Collection[str] | None = None) -> Left:
        """Remove the files that are no longer built.

        Args:
            made: the files that are built now.
            endings: the extensions of the formats that are built now, such as `.pdf`; files of
                other formats stay. None means all.
        """
        folder = self.record.parent
        removed: list[Path] = []
        changed: list[Path] = []
        for path, content in self._there():
            if path not in made and (endings is None or path.suffix in endings):
                (removed if self.hashed(path) == content else changed).append(path)
        discard(removed)
        for inner in {path.parent for path in removed} - {folder}:
            _remove_empty(inner)
        return Left(tuple(removed), tuple(changed))

    def renew(self, made: Collection[Path]) -> None:
        """Record the files that part of a build wrote in place of recorded ones.

        Raises:
            FaultsError: the record cannot be written.
        """
        folder, content = self.record.parent, _content(self.record)
        found = {name: self.hashed(folder / name) for name in self.files if folder / name in made}
        new = {name: found[name] for name in found if name in content.get("files", {})}
        if any(self.files[name] != of for name, of in new.items()):
            files = {
                name: {**about, "hash": new.get(name, about["hash"])}
                for name, about in content["files"].items()
            }
            # Without inputs, the next build renders everything again.
            text = json.dumps({**content, "inputs": "", "files": files}, indent=1) + "\n"
            write_bytes(self.record, text.encode())

    def keep(self, made: Collection[Path], endings: Collection[str]) -> None:
        """Add the entries of this record that still hold to the record of a later build.

        Raises:
            FaultsError: the record cannot be written.
        """
        folder = self.record.parent
        others = {
            name: content
            for name, content in self.files.items()
            if folder / name not in made and Path(name).suffix not in endings
        }
        passing = {name: of for name, of in self.passing.items() if folder / name not in made}
        self._add({"others": others, "passing": passing})

    def keep_passing(self, made: Collection[Path]) -> None:
        """Add files of a build that is never reused; remove surplus pages of earlier ones.

        Raises:
            FaultsError: the record cannot be written.
        """
        folder = self.record.parent
        parts = {path.parent for path in made} - {folder}
        pages = {name: of for name, of in self.passing.items() if (folder / name).parent in parts}
        FormerFiles(self.record, pages).clear(made)
        new = {path.relative_to(folder).as_posix(): self.hashed(path) for path in made}
        self._add({"passing": {**self.passing, **new}})

    def _add(self, more: Mapping[str, Mapping[str, str]]) -> None:
        if any(more.values()):
            named = {key: dict(sorted(of.items())) for key, of in more.items()}
            text = json.dumps({**_content(self.record), **named}, indent=1) + "\n"
            write_bytes(self.record, text.encode())


def former_files(record: Path) -> FormerFiles:
    """Return the files that a record names; empty if it is missing or damaged."""
    content = _content(record)
    former = FormerFiles(record, {})
    # `coast-en-a4-kit.pdf`, or `coast-en-a4-kit/coast-en-a4-kit-001.png`
    edition = re.escape(f"{record.parent.parent.name}-{record.parent.name}-")
    own = re.compile(rf"({edition}[^/]+/)?{edition}[^/]+\.[a-z]+")
    with suppress(AttributeError, TypeError, LookupError):
        built = {name: about["hash"] for name, about in content.get("files", {}).items()}
        files, passing = (
            {name: of for name, of in named.items() if own.fullmatch(name) and not leads_up(name)}
            for named in ({**content.get("others", {}), **built}, content.get("passing", {}))
        )
        return replace(former, files=files, passing=passing)
    return former


def records_of_editions(output: Path) -> Iterator[tuple[str, str, Path]]:
    """Yield the game, the languages and the path of each record in an output folder."""
    for game in names_in(output):
        for languages in names_in(output / game):
            folder = output / game / languages
            if _is_direct(folder, output):
                found = (name for name in names_in(folder) if RECORD.fullmatch(name))
                yield from ((game, languages, folder / name) for name in found)


def clear_edition(record: Path, project: str) -> Left:
    """Remove the files that a build of this project wrote for an edition that no longer exists."""
    if _content(record).get("project") != project:
        return Left()
    left = former_files(record).clear(())
    discard([record])
    _remove_empty(record.parent)
    _remove_empty(record.parent.parent)
    return left


def _content(record: Path) -> Mapping[str, Any]:
    with suppress(ReadError, ValueError, RecursionError):
        content = json.loads(read(record, RECORD_BYTES, anywhere=True))
        return content if isinstance(content, dict) else {}
    return {}


def _is_direct(folder: Path, root: Path) -> bool:
    """Return whether a folder is below another without symbolic links in between."""
    return resolved(folder) == resolved(root) / folder.relative_to(root)


def _remove_empty(folder: Path) -> None:
    with suppress(OSError):
        folder.rmdir()
