"""Edits of lists in YAML files: every list of the projects that ship, and lists of other shapes."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
import yaml

from printnplay.files.yaml_edits import UnknownPlaceError
from printnplay.files.yaml_lists import editable_lists, item_at, relisted

pytestmark = pytest.mark.sampled(4)

ROOT = Path(__file__).parents[2]
FILES = sorted(
    path.relative_to(ROOT).as_posix()
    for pattern in ("designs/*/booklet.yaml", "printnplay/starters/*/designs/*/*.yaml")
    for path in ROOT.glob(pattern)
)
NEW = "# new\nparagraph: rules.x\ntitle: 'a: b'"


def at(data: object, path: str) -> list[object]:
    for step in path.split("."):
        data = data[int(step)] if isinstance(data, list) else data[step]  # type: ignore[index]
    assert isinstance(data, list)
    return data


@pytest.mark.sampled(12)
@pytest.mark.parametrize("name", FILES)
def test_lists_that_ship_can_be_edited(name: str) -> None:
    source, chance = (ROOT / name).read_text("utf-8"), Random(name)
    for path in sorted(editable_lists(source)):
        items = at(yaml.safe_load(source), path)
        order: list[int | str] = list(range(len(items)))
        chance.shuffle(order)
        order.insert(chance.randrange(len(order) + 1), NEW)
        meant = yaml.safe_load(source)
        there = at(meant, path)
        there[:] = [yaml.safe_load(one) if isinstance(one, str) else items[one] for one in order]
        made = relisted(source, path, order)
        assert yaml.safe_load(made) == meant
        first, second, third = NEW.split("\n")
        assert written(made) == sorted([*written(source), first, f"- {second}", third])
        back = relisted(made, path, [order.index(number) for number in range(len(items))])
        assert back == source
        again = [item_at(source, path, number) for number in range(len(items))]
        assert relisted(source, path, again) == source


def written(source: str) -> list[str]:
    """The lines of a file that are not empty, sorted, without their indentation."""
    return sorted(line.strip() for line in source.splitlines() if line.strip())


@pytest.mark.parametrize(
    ("source", "items", "made"),
    [
        ("a:\n- x\n- y", [1, 0], "a:\n- y\n- x"),
        ("a:\r\n  - x\r\n  - y\r\n", ["z: 1\nw: 2", 1], "a:\r\n  - z: 1\r\n    w: 2\r\n  - y\r\n"),
        ("a:\n  - x\n\n  - y\nb: 1\n", [1, 0, "z"], "a:\n  - y\n\n  - x\n\n  - z\nb: 1\n"),
        ("a:\n  # of x\n  - x\n  # of y\n  - y\n", [1], "a:\n  # of y\n  - y\n"),
        ("a:\n  - x\n  # of none\n\n  - y\nb: 1\n", [0], "a:\n  - x\n  # of none\n\nb: 1\n"),
        (
            "a:\n  - |\n    long\n\n    text\n  - y\n",
            [1, 0],
            "a:\n  - y\n  - |\n    long\n\n    text\n",
        ),
        ("\ufeffa:\n  - x\n  - y\n", [1], "\ufeffa:\n  - y\n"),
        ("a:\n  -   b: 1\n      c: 2\n  - y\n", [1, 0], "a:\n  - y\n  -   b: 1\n      c: 2\n"),
    ],
)
def test_an_edit_keeps_how_the_file_is_written(
    source: str, items: list[int | str], made: str
) -> None:
    assert relisted(source, "a", items) == made


@pytest.mark.parametrize(
    "source",
    ["a: [x, y]\n", "a:\n  - - x\n    - y\n", "a: x\n", "b: 1\n", "a: []\n", "a:\n  - {b: [c]}\n"],
)
@pytest.mark.parametrize("path", ["a", "a.0", "a.0.b"])
def test_other_lists_are_left_alone(source: str, path: str) -> None:
    if path in editable_lists(source):
        assert relisted(source, path, [0]) == source
        return
    with pytest.raises(UnknownPlaceError):
        relisted(source, path, ["z"])


@pytest.mark.parametrize("items", [[], [""], ["# only"], ["a: b: c"], ["|\n  a  \n  b"]])
def test_what_would_change_something_else_is_refused(items: list[int | str]) -> None:
    with pytest.raises(UnknownPlaceError):
        relisted("a:\n  - x\nb: 1\n", "a", items)


@pytest.mark.parametrize("item", ["- x", "x\n- y", "x # y"])
def test_odd_items_are_what_they_are_alone(item: str) -> None:
    made = relisted("a:\n  - x\nb: 1\n", "a", [item])
    assert yaml.safe_load(made) == {"a": [yaml.safe_load(item)], "b": 1}
