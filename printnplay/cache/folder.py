"""The user's cache folder: what was made once and is the same whenever it is made again.

Everything in it can be deleted at any time. What is not as it was written is made again.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from stat import S_ISREG

from printnplay.files.door import ReadError, is_own_folder, is_part_of_a_project, read, resolved
from printnplay.files.writing import write_bytes
from printnplay.kernel.diagnostics import FaultsError

MARK = b"printnplay\x00"
"""How each file of a shelf begins: others may be called the same, and are never removed."""

SEAL = 16
"""The bytes of the hash that follows: 128 bits, so that no damage goes unnoticed."""

LARGEST = 20_000_000
"""The bytes of the largest file that is read back: as large as a drawing (`BYTES` in
`svg/limits.py`)."""


def cache_folder(name: str) -> Path | None:
    """Return the folder of this name in the user's cache; None if it cannot be used.

    `PRINTNPLAY_CACHE` sets the folder that it is in; empty, there is no cache. A folder inside of a
    project is refused, whatever names it: what lies there may come from somebody else, and what is
    kept is believed. Compiled templates are even run.
    """
    folder = _folder(name)
    if folder is None or not folder.is_absolute():  # relative, it would be one of the project
        return None
    if is_part_of_a_project(folder) or is_part_of_a_project(resolved(folder)):
        return None
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) and is_own_folder(folder) else None


TRUSTED = "trusted-rules"
"""The folder of what cannot be made again: which rules the user has read."""


def cache_place() -> Path | None:
    """Return the folder of all caches; None if it cannot be used."""
    folder = cache_folder(TRUSTED)
    return folder.parent if folder else None


def begins_with(path: Path, wanted: bytes, length: int = 0) -> bool:
    """Return whether a regular file, not a link, starts with some bytes or has them early."""
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
        if not Path(base).is_absolute():  # to be ignored, says the XDG base directory specification
            with suppress(RuntimeError):  # no home
                base = str(Path.home() / ".cache")
    return Path(base or "") / "printnplay" / name


class Shelf:
    """Files of one kind in the cache, each by a name that says all that it was made from."""

    def __init__(self, folder: Path, most: int | None = None) -> None:
        """Keep the folder, which is only ever the user's own; `most` files stay in it."""
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
        """Keep something, where that is possible; the oldest go when there are too many."""
        with suppress(FaultsError):
            write_bytes(self._path(name), MARK + _seal(key, content) + content)
        for path in self._too_many():
            with suppress(OSError):
                path.unlink()

    def drop(self, name: str) -> None:
        """Take something off, if it is there."""
        with suppress(OSError):
            self._path(name).unlink()

    def _too_many(self) -> Iterator[Path]:
        if self.most is None:
            return
        aged: list[tuple[int, Path]] = []
        for path in self.folder.glob("*.bin"):
            with suppress(OSError):  # gone by now: another command keeps house too
                aged.append((path.stat().st_mtime_ns, path))
        if len(aged) > self.most:
            old = (path for _, path in sorted(aged)[: len(aged) - self.most])
            yield from (path for path in old if begins_with(path, MARK))

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.bin"


def _seal(key: bytes, content: bytes) -> bytes:
    """What shows that this very content was kept for this very key."""
    return blake2b(content, key=key[:64], digest_size=SEAL).digest()
