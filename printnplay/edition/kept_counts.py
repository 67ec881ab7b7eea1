"""Cached counts of a game: its entry in the list, and the progress of its translations.

The cache key of a game covers the content of every file that a count may read: its own files, and
all files of the project and of printnplay that belong to no other game. So a change in one game
leaves the counts of the others valid.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import TypeVar

from printnplay.edition.request import memo_of
from printnplay.files.catalog import Catalog, base_of
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Severity
from printnplay.kernel.memo import key_of

Value = TypeVar("Value")


PASSING = frozenset(
    {
        codes.CANNOT_READ,
        codes.CANNOT_WRITE,
        codes.OVER_LIMITS,
        codes.PROCESS_ENDED,
        codes.RULES_FAIL,
        codes.TAKES_TOO_MUCH,
        codes.TEMPLATE_FAILS,
    }
)
"""Error codes that may depend on the state of the machine, so they are never cached."""


def may_pass(faults: Iterable[Diagnostic]) -> bool:
    """Return whether any of these errors may disappear without a file being changed."""
    return any(fault.code in PASSING and fault.severity is Severity.ERROR for fault in faults)


class KeptFindings:
    """Cache of what was found in a project, valid while its files are unchanged.

    Values passed to `put` are stored by `write`, unless a file has changed in the meantime.
    """

    def __init__(self, catalog: Catalog) -> None:
        """Hash the files of the project in their current state."""
        self._catalog = catalog
        self._store = memo_of(catalog)
        self._files = catalog.contents() if self._store else None
        self._new: dict[bytes, object] = {}

    def take(self, kind: type[Value], key: bytes | None) -> Value | None:
        """Return the cached value of a key; None if there is none."""
        return self._store.take_value(kind, key) if self._store and key else None

    def put(self, key: bytes | None, value: object) -> None:
        """Add a value under a key, unless the key is None."""
        if key is not None:
            self._new[key] = value

    def write(self) -> None:
        """Write the added values, so that other commands find them."""
        if self._store is None:
            return
        if self._new and self._catalog.contents() == self._files:
            for key, value in self._new.items():
                # A path in a fault may not be valid UTF-8; then nothing is cached.
                with suppress(UnicodeEncodeError):
                    self._store.put_value(key, value)
        self._store.write()


class KeptCounts(KeptFindings):
    """Cache of the counts of a project's games, for their list and for the state of their texts."""

    def key(self, what: str, game: str) -> bytes | None:
        """Return the cache key of a count of this kind; None if nothing can be cached."""
        if self._files is None:
            return None
        return key_of("count", what, game, self._shared, self._by_game.get(base_of(game), {}))

    @cached_property
    def _by_game(self) -> Mapping[str, Mapping[str, str]]:
        """The hashes of files by the game they belong to; "" for those of no game."""
        found: dict[str, dict[str, str]] = defaultdict(dict)
        games = {*self._catalog.games()}
        for name, content in (self._files or {}).items():
            owner = owner_of(name)
            found[owner if owner in games else ""][name] = content
        return found

    @cached_property
    def _shared(self) -> bytes:
        """A hash of everything that all counts depend on.

        Faults name files relative to the working folder, so that is part of it.
        """
        catalog = self._catalog
        roots = [root.absolute() for root in catalog.roots]
        names = catalog.games(), catalog.own_games(), catalog.languages()
        return key_of(Path.cwd(), roots, names, self._by_game.get("", {}))


def owner_of(name: str) -> str:
    """Return which game a file belongs to by its name, if there is such a game.

    >>> owner_of("0/designs/city/art/a.svg"), owner_of("0/locales/de/city.lock.json")
    ('city', 'city')
    >>> owner_of("1/locales/glossary/city.yaml"), owner_of("0/templates/city/style.yaml")
    ('city', '')
    """
    _, folder, *inner = PurePosixPath(name).parts
    if folder == "designs" and len(inner) > 1:
        return inner[0]
    return inner[-1].partition(".")[0] if folder == "locales" else ""
