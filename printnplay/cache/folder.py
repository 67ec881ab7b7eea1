"""The user's cache folder, for results that can be regenerated from their input.

Everything in it can be deleted at any time. Damaged entries are regenerated.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from stat import S_ISREG

from printnplay.files.door import ReadError, is_own_folder, is_part_of_a_project, read, resolved
from printnplay.files.writing import write_bytes
from printnplay.kernel.diagnostics import FaultsError

MARK = b"printnplay\x00"
"""The first bytes of each cache file. Files of other programs may have the same name; they lack
this mark and are never deleted."""

SEAL = 16
"""The length of the hash after the mark, in bytes: 128 bits, so that all damage is detected."""

LARGEST = 20_000_000
"""The size of the largest file to read back, in bytes: as large as a drawing (`BYTES` in
`svg/limits.py`)."""


def cache_folder(name: str) -> Path | None:
    """Return the folder of this name in the user's cache; None if it cannot be used.

    `PRINTNPLAY_CACHE` sets the cache folder; if it is empty, there is no cache. A folder inside a
    project is refused, because its files may come from somebody else, and cached values are
    trusted. Compiled templates are even executed.
    """
    folder = _folder(name)
    if folder is None or not folder.is_absolute():  # a relative path would be inside the project
        return None
    if any(is_part_of_a_project(one) or _has_a_game(one) for one in (folder, resolved(folder))):
        return None
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) and is_own_folder(folder) else None


@cache
def _has_a_game(folder: Path) -> bool:
    """Return whether a folder is in a project, also in one that this command does not open."""
    return any(any(above.glob("designs/*/game.yaml")) for above in (folder, *folder.parents))


TRUSTED = "trusted-rules"
"""The folder for the only data that cannot be regenerated: which rules the user has reviewed."""


def cache_place() -> Path | None:
    """Return the folder of all caches; None if it cannot be used."""
    folder = cache_folder(TRUSTED)
    return folder.parent if folder else None


def begins_with(path: Path, wanted: bytes, length: int = 0) -> bool:
    """Check whether a regular file, not a link, starts with some bytes.

    With a `length`, check whether its first `length` bytes contain them.
    """
    try:
        if not S_ISREG(path.lstat().st_mode):
            return False
        with path.open("rb") as file:
            return wanted in file.read(length) if length else file.read(len(wanted)) == wanted
    except OSError:
        return False


def _folder(name: str) -> Path | None:
    set_to = os.environ.get("PRINTNPLAY_CACHE")
    if set_to is not None:
        return Path(set_to) / name if set_to else None
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
    else:
        base = os.environ.get("XDG_CACHE_HOME", "")
        if not Path(base).is_absolute():  # the XDG base directory specification says to ignore it
            with suppress(RuntimeError):  # no home folder
                base = str(Path.home() / ".cache")
    return Path(base or "") / "printnplay" / name


class Shelf:
    """Cache files of one kind, each under a name that identifies everything it was made from."""

    def __init__(self, folder: Path, most: int | None = None) -> None:
        """Use a folder that belongs to the user, and keep at most `most` files in it."""
        self.folder, self.most = folder, most

    def take(self, name: str, key: bytes = b"") -> bytes | None:
        """Return the cached value of a name with the same key; None if it is missing or damaged."""
        with suppress(ReadError):
            content = read(self._path(name), LARGEST)
            kept = content[len(MARK) + SEAL :]
            if content.startswith(MARK + _seal(key, kept)):
                return kept
        return None

    def put(self, name: str, content: bytes, key: bytes = b"") -> None:
        """Store a value, if possible; delete the oldest files when there are too many."""
        with suppress(FaultsError):
            write_bytes(self._path(name), MARK + _seal(key, content) + content)
        for path in self._too_many():
            with suppress(OSError):
                path.unlink()

    def drop(self, name: str) -> None:
        """Delete a value, if it exists."""
        with suppress(OSError):
            self._path(name).unlink()

    def _too_many(self) -> Iterator[Path]:
        if self.most is None:
            return
        aged: list[tuple[int, Path]] = []
        for path in self.folder.glob("*.bin"):
            with suppress(OSError):  # another command has already deleted it
                aged.append((path.stat().st_mtime_ns, path))
        if len(aged) > self.most:
            old = (path for _, path in sorted(aged)[: len(aged) - self.most])
            yield from (path for path in old if begins_with(path, MARK))

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.bin"


def _seal(key: bytes, content: bytes) -> bytes:
    """Return a hash that proves that this content was stored under this key."""
    return blake2b(content, key=key[:64], digest_size=SEAL).digest()
