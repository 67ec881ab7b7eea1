"""A sound game with any one value of its data changed: a fault with its place, or none at all."""

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from typing import Any
from zlib import crc32

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from printnplay.cli.app import app

from .scene import LEAN

pytestmark = pytest.mark.sampled(10)

DATA = (
    "designs/game/game.yaml",
    "designs/game/cards.yaml",
    "designs/game/booklet.yaml",
    "designs/game/examples.yaml",
    "designs/game/claims.yaml",
    "locales/en/game.yaml",
    "locales/en/common.yaml",
    "locales/en/language.yaml",
    "locales/glossary/game.yaml",
    "locales/glossary.yaml",
    "templates/game/style.yaml",
)

ADDED = {
    "designs/game/game.yaml": {
        "boards": [
            {"id": "field", "template": "card", "width": "80mm", "height": "80mm", "bleed": "2mm"}
        ],
        "box": {"paper": 250},
    },
    "designs/game/examples.yaml": [
        {"id": "one", "shows": ["R-1"], "given": {"turn": "a"}, "when": {}, "then": {"legal": True}}
    ],
    "designs/game/claims.yaml": [
        {"id": "one", "says": "It ends.", "by": "us", "count": "ends", "holds": True, "value": 3}
    ],
    "locales/en/common.yaml": {"en": {"kit": {"title": "Kit"}}},
    "locales/en/language.yaml": {"address": "you", "unchanged": ["a"]},
    "locales/glossary/game.yaml": {"storm": {"en": {"name": "Storm", "cards": "storm cards"}}},
    "locales/glossary.yaml": {"card": {"en": {"name": "card"}}},
}
"""What the smallest project leaves out."""

ODD = (
    "",
    " ",
    "\x00",
    "\u202e",
    "\ud7ff",
    "猫",
    "-",
    "..",
    "../..",
    "/etc/passwd",
    "~",
    "nan",
    "inf",
    "1e999",
    "-1mm",
    "0mm",
    "99999999999999999999mm",
    "0.0000001mm",
    "1e9mm",
    "{",
    "{}",
    "{{ x }}",
    "{count.nothing}",
    "{term:nothing}",
    "{icon:nothing}",
    "**",
    "*a",
    "<svg/>",
    "&a",
    "%s %(x)d",
    "a" * 300,
    "word " * 300,
    "#12345g",
    "#ffffff",
    "yes",
    "2024-01-01",
    "0x10",
    "1_000",
    "१२",
)

OTHERS: tuple[object, ...] = (None, True, 0, -1, 10**30, 0.5, [], {}, [None], {"id": 3}, [["a"]])
"""Values of the other kinds that YAML has."""

ATOMS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**30), 10**30),
    st.sampled_from((0, -1, 1, 2, 99, 1000, 10**9)),
    st.floats(),
    st.sampled_from(ODD),
    st.text(max_size=12),
)

VALUES = st.one_of(
    ATOMS,
    st.lists(ATOMS, max_size=3),
    st.dictionaries(st.sampled_from(("id", "en", "name", "x", "")), ATOMS, max_size=2),
)
"""What may stand in place of a value."""

MORE = 1 if settings.get_current_profile_name() == "steady" else 20
"""How many times as many examples are tried with `--thorough`."""

Way = tuple[str | int, ...]
"""The keys and numbers that lead to a value."""


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A small project with a value of every kind, which every example mends before it ends."""
    root = tmp_path_factory.mktemp("mutated")
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setenv("PRINTNPLAY_CACHE", str(root / "cache"))
        monkeypatch.setenv("COLUMNS", "100")
        monkeypatch.chdir(root)
        assert CliRunner().invoke(app, ["new", "game"]).exit_code == 0
        folder = root / "game"
        copytree(LEAN, folder, dirs_exist_ok=True)
        for name, added in ADDED.items():
            path = folder / name
            held = yaml.safe_load(path.read_text("utf-8")) if path.exists() else None
            _put(path, {**held, **added} if held and isinstance(added, dict) else added)
        monkeypatch.chdir(folder)
        yield folder


def _put(path: Path, value: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(yaml.safe_dump(value, allow_unicode=True, sort_keys=False), encoding="utf-8")


def _ways(value: object, way: Way = ()) -> Iterator[Way]:
    """Where values stand that hold no others; and, so that kinds change too, those that do."""
    yield way
    if isinstance(value, dict):
        for key, one in value.items():
            yield from _ways(one, (*way, key))
    elif isinstance(value, list):
        for number, one in enumerate(value):
            yield from _ways(one, (*way, number))


def _with(value: Any, way: Way, new: object) -> Any:  # noqa: ANN401 - whatever a file holds
    """A value with another one at a place within it."""
    if not way:
        return new
    first, rest = way[0], way[1:]
    copied: Any = dict(value) if isinstance(value, dict) else list(value)
    copied[first] = _with(value[first], rest, new)
    return copied


def _without(value: Any, way: Way) -> Any:  # noqa: ANN401 - whatever a file holds
    """A value without what stands at a place within it."""
    if not way:
        return None
    first, rest = way[0], way[1:]
    copied: Any = dict(value) if isinstance(value, dict) else list(value)
    if rest:
        copied[first] = _without(value[first], rest)
    else:
        del copied[first]
    return copied


def _holds(folder: Path, words: list[str]) -> None:
    """A command ends with an exit status that is promised, and with no exception."""
    done = CliRunner().invoke(app, words)
    failed = done.exception
    if failed is not None and not isinstance(failed, SystemExit):
        raise failed
    assert done.exit_code in (0, 1, 2)
    assert "Traceback" not in done.output
    assert done.exit_code == 0 or "error" in done.output, folder


@pytest.mark.at_leisure
@pytest.mark.parametrize("name", DATA)
def test_each_value_in_turn_is_changed_to_an_odd_one(sound: Path, name: str) -> None:
    path = sound / name
    text = path.read_text("utf-8")
    value = yaml.safe_load(text)
    ways = [way for way in _ways(value) if way]
    try:
        for way in ways:
            # The place says which, not a count of them: a new place changes no other's case.
            odd = (*ODD, *OTHERS)[crc32(repr((name, way)).encode()) % (len(ODD) + len(OTHERS))]
            _put(path, _with(value, way, odd))
            _holds(sound, ["check"])
    finally:
        path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("name", DATA)
@settings(max_examples=4 * MORE, deadline=None, derandomize=True)
@given(data=st.data())
def test_a_changed_value_is_a_fault_or_none(sound: Path, name: str, data: st.DataObject) -> None:
    path = sound / name
    text = path.read_text("utf-8")
    value = yaml.safe_load(text)
    way = data.draw(st.sampled_from(sorted(_ways(value), key=repr)), label="place")
    _put(path, _with(value, way, data.draw(VALUES, label="value")))
    try:
        _holds(sound, ["check"])
    finally:
        path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("name", DATA)
@settings(max_examples=2 * MORE, deadline=None, derandomize=True)
@given(data=st.data())
def test_a_missing_value_is_a_fault_or_none(sound: Path, name: str, data: st.DataObject) -> None:
    path = sound / name
    text = path.read_text("utf-8")
    value = yaml.safe_load(text)
    way = data.draw(st.sampled_from(sorted(_ways(value), key=repr)), label="place")
    _put(path, _without(value, way))
    try:
        _holds(sound, ["check", "--format", "json"])
    finally:
        path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("name", DATA)
@settings(max_examples=2 * MORE, deadline=None, derandomize=True)
@given(data=st.data())
def test_bytes_that_are_changed_are_a_fault_or_none(
    sound: Path, name: str, data: st.DataObject
) -> None:
    path = sound / name
    kept = path.read_bytes()
    at = data.draw(st.integers(0, len(kept) - 1), label="place")
    end = data.draw(st.integers(at, min(at + 4, len(kept))), label="end")
    path.write_bytes(kept[:at] + data.draw(st.binary(max_size=4), label="bytes") + kept[end:])
    try:
        _holds(sound, ["check"])
    finally:
        path.write_bytes(kept)
