"""Drawn things are kept in the user's cache: whole, for several commands, and not without end."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from msgspec import Struct

from printnplay.cache import store as store_module
from printnplay.cache.store import Store, drawn_store
from printnplay.kernel.memo import key_of


def test_what_was_put_is_there_for_the_next_command(tmp_path: Path) -> None:
    store = Store(tmp_path / "x")
    store.put(key_of("a"), b"drawn")
    assert store.take(key_of("a")) == b"drawn"
    store.write()
    assert Store(tmp_path / "x").take(key_of("a")) == b"drawn"
    assert Store(tmp_path / "x").take(key_of("b")) is None


@pytest.mark.parametrize("content", [b"", b"=", b"x\x01drawn", b"drawn" * 10_000, bytes(20_000)])
@pytest.mark.parametrize("dense", [False, True])
def test_what_is_kept_comes_back_as_it_was(tmp_path: Path, content: bytes, dense: bool) -> None:  # noqa: FBT001
    store = Store(tmp_path / "x")
    store.put(key_of("a"), content, dense=dense)
    assert store.take(key_of("a")) == content
    store.write()
    store.close()
    assert Store(tmp_path / "x").take(key_of("a")) == content


def half(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:3000])


def nonsense(path: Path) -> None:
    path.write_bytes(b"nonsense" * 1000)


def other_bits(path: Path) -> None:
    whole = path.read_bytes()
    assert b"drawn" in whole
    path.write_bytes(whole.replace(b"drawn", b"drown"))


@pytest.mark.parametrize("spoil", [half, nonsense, other_bits, Path.unlink, Path.touch])
def test_what_is_spoilt_is_made_again(tmp_path: Path, spoil: Callable[[Path], None]) -> None:
    first = Store(tmp_path / "x")
    first.put(key_of("a"), b"drawn")
    first.write()
    first.close()
    spoil(tmp_path / "x")
    store = Store(tmp_path / "x")
    assert store.take(key_of("a")) in (None, b"drawn")
    for _ in range(2):
        store.put(key_of("a"), b"drawn")
        store.write()
    assert Store(tmp_path / "x").take(key_of("a")) == b"drawn"


@pytest.mark.parametrize(
    ("column", "value"), [("content", None), ("content", 7), ("content", "text"), ("used", "then")]
)
def test_a_damaged_row_is_none(tmp_path: Path, column: str, value: object) -> None:
    store = Store(tmp_path / "x")
    store.put(key_of("a"), b"drawn")
    store.write()
    store.close()
    with sqlite3.connect(tmp_path / "x") as database:
        # A byte of a file says of what type a value is, whatever its column may hold.
        database.execute("create table spoilt (key blob primary key, size, used, content)")
        database.execute("insert into spoilt select * from kept")
        database.execute(f"update spoilt set {column} = ?", (value,))
        database.execute("drop table kept")
        database.execute("alter table spoilt rename to kept")
    database.close()
    assert Store(tmp_path / "x").take(key_of("a")) is None


def test_another_command_that_has_stopped_is_waited_for_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printnplay.cache.store.PATIENCE", 0.05)
    store = Store(tmp_path / "x")
    store.put(key_of("a"), b"drawn")
    store.write()
    other = sqlite3.connect(tmp_path / "x", isolation_level=None)
    other.execute("begin exclusive")
    assert store.take(key_of("a")) is None
    assert store._database().execute("pragma busy_timeout").fetchone() == (0,)
    other.execute("rollback")
    other.close()
    assert store.take(key_of("a")) == b"drawn"


def test_another_version_of_the_tool_finds_nothing(tmp_path: Path) -> None:
    store = Store(tmp_path / "x", version="1")
    store.put(key_of("a"), b"drawn")
    store.write()
    assert Store(tmp_path / "x", version="1").take(key_of("a")) == b"drawn"
    assert Store(tmp_path / "x", version="2").take(key_of("a")) is None


def test_what_another_version_drew_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRINTNPLAY_CACHE", str(tmp_path))
    found = []
    for version in ("1", "2", "1"):
        monkeypatch.setattr("printnplay.cache.versions.hash_of_tool", lambda said=version: said)
        store_module._store.cache_clear()
        kept = drawn_store()
        assert kept is not None
        found.append(kept.take(key_of("a")))
        kept.put(key_of("a"), version.encode())
        kept.write()
    assert found == [None, None, b"1"]


def test_two_commands_use_it_at_once(tmp_path: Path) -> None:
    first, second = Store(tmp_path / "x"), Store(tmp_path / "x")
    for number in range(20):
        first.put(key_of("first", number), b"1")
        second.put(key_of("second", number), b"2")
        first.write()
        second.write()
    assert second.take(key_of("first", 7)) == b"1"
    assert first.take(key_of("second", 7)) == b"2"


def test_what_was_not_used_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    some = Random(1)
    for day in range(20):
        monkeypatch.setattr("time.time", lambda day=day: 100_000.0 * day)
        store = Store(tmp_path / "x", most=10_000)
        store.take(key_of(0))
        store.put(key_of(day), some.randbytes(1000))
        store.write()
    kept = {day for day in range(20) if store.take(key_of(day))}
    assert len(kept) <= 10
    assert {0, 18, 19} <= kept
    assert not kept & {1, 2, 3, 4}


def test_without_a_folder_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRINTNPLAY_CACHE", "")
    assert drawn_store() is None


class Thing(Struct):
    """A value with a field."""

    size: int


def test_other_values_have_other_keys() -> None:
    values = [1, "1", 1.5, True, None, b"1", Path("1"), Thing(1), {"1": 1}, ["1"], {"1"}, [1, 2]]
    assert len({key_of(value) for value in values}) == len(values)
    assert key_of({"b", "a", "c"}) == key_of({"c", "b", "a"})
    with pytest.raises(TypeError):
        key_of(object())
