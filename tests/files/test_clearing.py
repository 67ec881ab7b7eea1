"""Only what the tool has written itself is removed from a folder that others may use, too."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from printnplay.cache.clearing import clear, kept_files
from printnplay.cache.folder import Shelf, cache_folder
from printnplay.cache.store import Store
from printnplay.files.door import digest_of
from printnplay.kernel.memo import key_of
from printnplay.text.made_fonts import made_font

FONT = b"\0\1\0\0" + bytes(60)
OWN = "0123456789abcdef"
HASH = "0" * 32


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache with a file of each kind, in the folder `x` of the user."""
    monkeypatch.setenv("PRINTNPLAY_CACHE", str(tmp_path / "x"))
    for folder, name in (
        ("program", HASH),
        ("words", "german-nouns"),
        (OWN, "t"),
    ):
        there = cache_folder(folder)
        assert there is not None
        Shelf(there).put(name, b"kept")
    made_font(f"{digest_of(FONT)}-made", lambda: FONT)
    drawn = cache_folder("drawn")
    assert drawn is not None
    store = Store(drawn / "drawn.sqlite")
    store.put(key_of("a"), b"drawn")
    store.write()
    store.close()
    return tmp_path / "x"


def files(place: Path) -> list[Path]:
    return sorted(path for path in place.rglob("*") if not path.is_dir())


def test_all_that_the_tool_has_kept_goes(place: Path) -> None:
    assert len(files(place)) == 6
    assert sorted(kept_files()) == files(place)
    clear()
    assert files(place) == []


def text(path: Path) -> None:
    path.write_bytes(b"mine")


def nothing(path: Path) -> None:
    path.touch()


def font(path: Path) -> None:
    path.write_bytes(FONT)


def database(path: Path) -> None:
    made = sqlite3.connect(path)
    made.execute("create table mine (key)")
    made.commit()
    made.close()


def link(path: Path) -> None:
    """Link to a genuine file elsewhere, as to one of another cache."""
    elsewhere = path.parents[2] / "elsewhere"
    elsewhere.mkdir()
    Shelf(elsewhere).put("kept", b"kept")
    path.symlink_to(elsewhere / "kept.bin")


def pipe(path: Path) -> None:
    os.mkfifo(path)


OTHERS: dict[str, tuple[str, Callable[[Path], None]]] = {
    "a font of mine": ("fonts/MyFont.ttf", font),
    "a font with another name": (f"fonts/{digest_of(b'x')}-made.ttf", font),
    "a file of a shelf's name": (f"proofs/{'1' * 32}.bin", text),
    "an empty one": (f"proofs/{'1' * 32}.bin", nothing),
    "a link": (f"proofs/{'1' * 32}.bin", link),
    "a pipe": (f"proofs/{'1' * 32}.bin", pipe),
    "another file there": ("proofs/notes.bin", text),
    "a file of a folder named like a hash": ("fedcba9876543210/a.bin", text),
    "a database of mine": ("drawn/drawn.sqlite", database),
    "another database": ("drawn/mine.sqlite", database),
}


@pytest.mark.parametrize(("name", "make"), OTHERS.values(), ids=OTHERS)
def test_what_others_have_there_stays(place: Path, name: str, make: Callable[[Path], None]) -> None:
    other = place / name
    other.parent.mkdir(exist_ok=True)
    other.unlink(missing_ok=True)
    make(other)
    clear()
    assert files(place) == [other]
    assert not other.is_symlink() or other.exists()


def test_a_link_to_a_folder_is_not_followed(place: Path) -> None:
    elsewhere = place.with_name("elsewhere")
    (place / "program").rename(elsewhere)
    (place / "program").symlink_to(elsewhere)
    clear()
    assert len(files(elsewhere)) == 1


def test_the_oldest_to_go_is_never_one_of_others(place: Path) -> None:
    mine = place / "program/aaa.bin"
    text(mine)
    os.utime(mine, (0, 0))
    shelf = Shelf(place / "program", most=1)
    for number in range(3):
        shelf.put(str(number), b"kept")
    assert mine.exists()
    shutil.rmtree(place)
