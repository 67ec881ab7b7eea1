"""The user's cache: its size, and clearing it."""

from pathlib import Path

from msgspec import Struct

from printnplay.cache.clearing import clear, kept_files
from printnplay.cache.folder import cache_place
from printnplay.files.catalog import Catalog
from printnplay.files.door import size_of


class CacheUsage(Struct, frozen=True):
    """The folder of the cache, the number of cached files, and their size in bytes."""

    folder: Path
    files: int
    size: int


def cache_usage() -> CacheUsage | None:
    """Return the size of the cache; None if there is none, or if it is inside a project."""
    if Path("designs").is_dir():
        Catalog(Path())
    folder = cache_place()
    if folder is None:
        return None
    sizes = [size_of(path) for path in kept_files()]
    return CacheUsage(folder, len(sizes), sum(sizes))


def clear_cache() -> None:
    """Clear the cache; the next command recreates what it needs."""
    clear()
