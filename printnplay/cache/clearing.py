"""Clear the cache: find its files by name and content, and delete them.

`PRINTNPLAY_CACHE` may name a folder that other programs use too. A file is deleted only if its
content proves that printnplay wrote it, and never through a link.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from printnplay.cache.folder import LARGEST, MARK, Shelf, begins_with, cache_place
from printnplay.cache.store import FILE, FIRST_PAGE, JOURNAL, TABLE
from printnplay.files.door import ReadError, digest_of, is_own_folder, read
from printnplay.files.writing import cannot_write
from printnplay.kernel.diagnostics import FaultsError, Problems


def kept_files() -> list[Path]:
    """Return all files of the cache that can be regenerated."""
    place = cache_place()
    return list(_kept_in(place)) if place else []


def clear() -> None:
    """Delete all files of the cache that can be regenerated.

    Raises:
        FaultsError: some cannot be deleted.
    """
    problems = Problems()
    for path in kept_files():
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            problems.add(cannot_write(path, error))
    if problems.found:
        raise FaultsError(problems.found)


def _kept_in(place: Path) -> Iterator[Path]:
    for folder in sorted(place.iterdir()):
        if folder.is_symlink() or not is_own_folder(folder):
            continue
        for pattern, is_ours in _KINDS.items():
            for path in sorted(folder.iterdir()) if folder.is_dir() else ():
                if re.fullmatch(pattern, f"{folder.name}/{path.name}") and is_ours(path):
                    yield path


def _is_on_a_shelf(path: Path) -> bool:
    return begins_with(path, MARK)


def _is_store(path: Path) -> bool:
    return begins_with(path, TABLE, FIRST_PAGE)


def _is_journal(path: Path) -> bool:
    return begins_with(path, JOURNAL) and _is_store(path.with_name(FILE))


def _is_made_font(path: Path) -> bool:
    """Check whether the seal beside a font matches the font's content."""
    if path.is_symlink():
        return False
    try:
        content = read(path, LARGEST)
    except ReadError:
        return False
    return Shelf(path.parent).take(path.stem) == digest_of(content).encode()


_KINDS: Mapping[str, Callable[[Path], bool]] = {
    r"drawn/drawn\.sqlite-journal": _is_journal,
    r"drawn/drawn\.sqlite": _is_store,
    r"fonts/[0-9a-f]{24}-[\w.-]+\.(ttf|otf)": _is_made_font,
    r"fonts/[0-9a-f]{24}-[\w.-]+\.bin": _is_on_a_shelf,
    r"program/[0-9a-f]{32}\.bin": _is_on_a_shelf,
    r"words/german-nouns\.bin": _is_on_a_shelf,
    r"[0-9a-f]{16}/[\w.-]+\.bin": _is_on_a_shelf,
}
"""The check of each kind of cache file, by a pattern of its name; the last one is compiled
templates."""
