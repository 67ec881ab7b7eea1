"""Rendered results cached between commands, by a hash of all their inputs.

They are in one database in the user's cache folder, which several commands may use at once. It may
be deleted at any time; damaged entries are regenerated.
"""

import atexit
import os
import sqlite3
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from threading import Lock
from typing import TypeVar
from weakref import finalize

from msgspec import DecodeError

from printnplay.cache.folder import cache_folder
from printnplay.kernel.packing import pack, unpack

Value = TypeVar("Value")

FOLDER, FILE = "drawn", "drawn.sqlite"

MOST = 1 << 30
"""The size limit of the cache in bytes; above it, the least recently used entries are deleted. A
guess: room for many games, and little of a disk."""
LEFT = 0.8
"""The share of `MOST` that is left after deleting, so that this is rare. A guess."""

TOGETHER = 256
"""The number of entries to write in one transaction: one by one, each would wait for the disk. A
guess."""
TOGETHER_BYTES = 8_000_000
"""The bytes to write in one transaction. A guess: little waits in memory."""

SMALL = 16_000
"""The bytes below which an entry is not compressed: compression takes longer than it saves
there."""
LARGEST = 100_000_000
"""The bytes of the largest entry: a tenth of `MOST`, so that no entry evicts all others."""

PATIENCE = 2.0
"""The seconds to wait while another command writes, which takes less; entries that cannot be stored
are only rendered again."""

DAY = 86_400
"""The seconds of a day: times of use are updated at most once a day, as each update is a write."""

SEAL = 16
"""The length of the hash at the start of an entry, in bytes: 128 bits."""
VERSION = 8
"""The length of the version in a key, in bytes: with 64 bits, no two versions collide."""

_PLAIN = b"="
"""The prefix of content that is not compressed; the output of zlib never starts with it."""

TABLE = b"CREATE TABLE kept (\n    key blob primary key, size integer not null, used integer"
"""The SQL of the table below, as SQLite stores it in the first page of a file."""
FIRST_PAGE = 4096
"""The default page size of SQLite in bytes; the first page lists the tables."""
JOURNAL = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"
"""The first bytes of an SQLite journal (https://sqlite.org/fileformat.html, 3)."""

_TABLES = """
create table if not exists kept (
    key blob primary key, size integer not null, used integer not null, content blob not null
);
create index if not exists ages on kept (used, size);
"""


class Store:
    """A key-value cache in a file; a key always identifies the same content.

    Entries of another `version` of the tool are not found.

    New entries are written later, in batches. Several threads may use it.
    """

    def __init__(self, path: Path, most: int = MOST, version: str = "") -> None:
        """Use the database in this file, created on first use; keep at most `most` bytes."""
        self.path, self.most = path, most
        self._version = blake2b(version.encode(), digest_size=VERSION).digest()
        self._new: dict[bytes, bytes] = {}
        self._new_bytes = 0
        self._held: dict[bytes, bytes] = {}
        """Entries that another process writes."""
        self._used: set[bytes] = set()
        self._opened: sqlite3.Connection | None = None
        self._lock = Lock()

    def take(self, key: bytes) -> bytes | None:
        """Return the cached value of a key; None if it is missing or damaged."""
        key += self._version
        kept = self._new.get(key) or self._held.get(key) or self._read(key)
        if kept is None:
            return None
        packed = memoryview(kept)  # slices of bytes would be copies
        if packed[: len(_PLAIN)] == _PLAIN:
            return bytes(packed[len(_PLAIN) :])
        with suppress(zlib.error):
            return zlib.decompress(packed)
        return None

    def put(self, key: bytes, content: bytes, *, dense: bool = False) -> None:
        """Store a value, if possible; `dense` content cannot be compressed further."""
        if len(content) > LARGEST:
            return
        is_plain = dense or len(content) < SMALL
        packed = _PLAIN + content if is_plain else zlib.compress(content, 1)
        with self._lock:
            self._new[key + self._version] = packed
            self._new_bytes += len(packed)
        if len(self._new) >= TOGETHER or self._new_bytes >= TOGETHER_BYTES:
            self.write()

    def take_value(self, kind: type[Value], key: bytes) -> Value | None:
        """Return the cached value of a key; None if it is missing, damaged or of another type."""
        content = self.take(key)
        if content is None:
            return None
        try:
            return unpack(kind, content)
        except DecodeError:  # written by an older version
            return None

    def put_value(self, key: bytes, value: object, *, dense: bool = False) -> None:
        """Store a value that `pack` supports; `dense` content cannot be compressed further."""
        self.put(key, pack(value), dense=dense)

    def write(self) -> None:
        """Write the new entries; delete the oldest ones above the size limit."""
        with self._if_possible():
            new, self._new, self._new_bytes = self._new, {}, 0
            used, self._used = self._used, set()
            if not (new or used):
                return
            now = int(time.time())
            rows = [
                (key, len(packed), now, _seal(key, packed) + packed) for key, packed in new.items()
            ]
            with self._database() as database:
                database.executemany("insert or replace into kept values (?, ?, ?, ?)", rows)
                again = [(now, key) for key in used]
                database.executemany("update kept set used = ? where key = ?", again)
                self._make_room(database)

    def _read(self, key: bytes) -> memoryview | None:
        with self._if_possible():
            asked = "select used, content from kept where key = ?"
            used, sealed = self._database().execute(asked, (key,)).fetchone() or (0, b"")
            if not (isinstance(used, int) and isinstance(sealed, bytes)):  # it is damaged
                return None
            packed = memoryview(sealed)[SEAL:]
            if sealed.startswith(_seal(key, packed)):
                if used < time.time() - DAY:
                    self._used.add(key)
                return packed
        return None

    def _make_room(self, database: sqlite3.Connection) -> None:
        (size,) = database.execute("select coalesce(sum(size), 0) from kept").fetchone()
        if size <= self.most:
            return
        old = []
        for row, length in database.execute("select rowid, size from kept order by used, rowid"):
            old.append((row,))
            size -= length
            if size <= self.most * LEFT:
                break
        database.executemany("delete from kept where rowid = ?", old)

    @contextmanager
    def _if_possible(self) -> Iterator[None]:
        """Use the database if it is available; delete it if it is corrupt."""
        with self._lock:
            try:
                yield
            except sqlite3.OperationalError:  # another command is writing, or the disk is full
                self._wait_no_more()
            except sqlite3.DatabaseError as error:
                if type(error) is not sqlite3.DatabaseError:
                    raise
                self._remove()

    def _wait_no_more(self) -> None:
        """Stop waiting for other commands: the one that is writing may have been suspended."""
        if self._opened is not None:
            with suppress(sqlite3.Error):
                self._opened.execute("pragma busy_timeout = 0")

    def _database(self) -> sqlite3.Connection:
        if self._opened is None:
            opened = sqlite3.connect(self.path, timeout=PATIENCE, check_same_thread=False)
            # Not at exit: that is when new entries are written.
            finalize(self, opened.close).atexit = False
            # All of it can be regenerated, so there is no need to wait for the disk.
            opened.execute("pragma synchronous = off")
            opened.executescript(_TABLES)
            self._opened = opened
        return self._opened

    def close(self) -> None:
        """Close the database, which is opened again on next use."""
        if self._opened is not None:
            self._opened.close()
            self._opened = None

    def begin_copy(self) -> None:
        """Reopen the database in a forked process; its parent writes the entries so far."""
        _OF_PARENT.append(self._opened)
        self._opened, self._lock = None, Lock()
        self._held |= self._new
        self._new, self._new_bytes = {}, 0

    def _remove(self) -> None:
        self.close()
        for ending in ("", "-journal"):
            with suppress(OSError):
                self.path.with_name(self.path.name + ending).unlink()


def _seal(key: bytes, content: bytes | memoryview) -> bytes:
    """Return the prefix of an entry, which proves that the content was stored under this key."""
    return blake2b(content, key=key, digest_size=SEAL).digest()


def drawn_store(*, cached: bool = True) -> Store | None:
    """Return the cache of rendered results; None if not `cached`, or if the user has no cache."""
    folder = cache_folder(FOLDER) if cached else None
    return None if folder is None else _store(folder / FILE)


@cache
def _store(path: Path) -> Store:
    from printnplay.cache.versions import hash_of_tool

    store = Store(path, version=hash_of_tool())
    atexit.register(store.write)
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=store.begin_copy)
    return store


_OF_PARENT: list[sqlite3.Connection | None] = []
"""Connections that a forked process must neither use nor close
(https://sqlite.org/howtocorrupt.html, 2.7)."""
