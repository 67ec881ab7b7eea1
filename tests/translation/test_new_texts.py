"""Texts that a language lacks are put where the source has them."""

from pathlib import Path

import pytest

from printnplay.files.yaml_edits import UnknownPlaceError, inserted, leaves, quoted

from .project import SHIPPED

pytestmark = pytest.mark.sampled(2)

FILES = [SHIPPED / "locales" / name for name in ("fr/common.yaml", "de/tic-tac-match.yaml")]


@pytest.mark.sampled(8)
@pytest.mark.parametrize("file", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_line_that_is_taken_out_is_put_back(file: Path) -> None:
    source = file.read_text("utf-8")
    order = [*leaves(source)]
    lines = source.splitlines(keepends=True)
    for path, leaf in leaves(source).items():
        number = leaf.span.line
        line = lines[number - 1]
        name = path.rpartition(".")[2]
        if line.strip() != f"{name}: {quoted(leaf.value)}":
            continue
        without = "".join(lines[: number - 1] + lines[number:])
        if [*leaves(without)] != [other for other in order if other != path]:
            continue  # The last of its mapping: the key above would be left without a value.
        again = inserted(without, {path: leaf.value}, order)
        assert [(name, one.value) for name, one in leaves(again).items()] == [
            (name, one.value) for name, one in leaves(source).items()
        ]
        assert sorted(again.splitlines()) == sorted(source.splitlines())


CASES = {
    "behind the one before": (
        "fr:\n  a: x # one\n  c: z\n",
        'fr:\n  a: x # one\n  b: "N"\n  c: z\n',
    ),
    "before the first, above its remarks": (
        "fr:\n  # on c\n  c: z\n",
        'fr:\n  b: "N"\n  # on c\n  c: z\n',
    ),
    "at the end, without a line end": ("fr:\n  a: x", 'fr:\n  a: x\n  b: "N"'),
    "within braces": ("fr: {a: x, c: z}\n", 'fr: {a: x, b: "N", c: z}\n'),
    "first within braces": ("fr: {c: z}\n", 'fr: {b: "N", c: z}\n'),
    "within empty braces": ("fr: {}\n", 'fr: {b: "N"}\n'),
    "where nothing is yet": ("fr:\n", 'fr:\n  b: "N"\n'),
    "behind a block, before remarks": (
        "fr:\n    a:\n        x: |\n            text\n\n    # on c\n    c: z\n",
        'fr:\n    a:\n        x: |\n            text\n    b: "N"\n\n    # on c\n    c: z\n',
    ),
    "behind braces on several lines": (
        "fr:\n  a: {x: y,\n    z: z\n  } # so\n  c: z\n",
        'fr:\n  a: {x: y,\n    z: z\n  } # so\n  b: "N"\n  c: z\n',
    ),
    "with the line ends of the file": ("fr:\r\n  a: x\r\n", 'fr:\r\n  a: x\r\n  b: "N"\r\n'),
}


@pytest.mark.parametrize("case", CASES)
def test_a_new_key_stands_where_it_belongs(case: str) -> None:
    before, after = CASES[case]
    assert inserted(before, {"fr.b": "N"}, ("fr.a.x", "fr.b", "fr.c")) == after


def test_new_levels_are_made_and_texts_become_plural() -> None:
    forms = {"one": "ein", "other": "viele"}
    assert inserted("de:\n  a: x\n", {"de.b.c": forms}, ()).split("\n") == [
        "de:",
        "  b:",
        "    c:",
        '      one: "ein"',
        '      other: "viele"',
        "  a: x",
        "",
    ]
    assert inserted("de: {a: x}\n", {"de.b.c": forms}, ("de.a", "de.b")) == (
        'de: {a: x, b: {c: {one: "ein", other: "viele"}}}\n'
    )
    assert inserted("de: {a: viele, b: y}\n", {"de.a": forms}, ()) == (
        'de: {a: {one: "ein", other: "viele"}, b: y}\n'
    )
    assert inserted('de:\n  a: "viele" # hm\n  b: y\n', {"de.a": forms}, ()) == (
        'de:\n  a:\n    one: "ein"\n    other: "viele" # hm\n  b: y\n'
    )


def test_the_place_that_is_taken_is_told() -> None:
    with pytest.raises(UnknownPlaceError) as told:
        inserted("fr:\n  b:\n", {"fr.b": "N"}, ())
    assert told.value.where == "fr.b"


@pytest.mark.parametrize("source", ["fr:\n  a: x\n", "fr: [a, b]\n", "fr: a\n", ""])
def test_nothing_is_put_where_something_else_stands(source: str) -> None:
    with pytest.raises(UnknownPlaceError):
        inserted(source, {"fr.a.b" if "fr" in source else "fr": "N"}, ())


def test_many_are_put_at_once_in_the_order_that_they_are_to_have() -> None:
    new = {"fr.d.y": "4", "fr.b": "2", "fr.d.x": "3", "fr.a.y": "1", "fr.e": "5"}
    order = ("fr.a.x", "fr.a.y", "fr.b", "fr.c", "fr.d.x", "fr.d.y", "fr.e")
    made = inserted("fr:\n  a:\n    x: k\n  # on c\n  c: z\n", new, order)
    assert made == (
        'fr:\n  a:\n    x: k\n    y: "1"\n  b: "2"\n  # on c\n  c: z\n'
        '  d:\n    x: "3"\n    y: "4"\n  e: "5"\n'
    )
