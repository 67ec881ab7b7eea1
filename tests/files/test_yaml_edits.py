"""A changed value is read back as it was meant, and nothing beside it moves."""

from collections.abc import Callable
from pathlib import Path

import pytest
from cli.rewriting import rewrite
from hypothesis import given
from hypothesis import strategies as st

from printnplay.files.yaml_edits import UnknownPlaceError, leaves, rewritten
from printnplay.files.yaml_removal import removed
from printnplay.kernel.diagnostics import Span

ROOT = Path(__file__).parents[2]
LOCALES = sorted((ROOT / "locales").rglob("*.yaml"))

SOURCE = """\
# A header that stays.
fr:
  # Above the key.
  one: "Piochez\\u202f!"   # beside it
  two: plain words
  three: 'it''s quoted'
  four: |
    First line.
    Second line.

  five: >-
    Folded into
    one line.
  six: {a: Flip, b: "Wipe-Out", c: [x, y]}
  seven:
  eight: "a long text
    on two lines"
# The end.
"""

TEXTS = st.text(st.characters(blacklist_categories=["Cs", "Cc"]), max_size=40).filter(
    lambda text: text == text.strip()
)


def values(source: str) -> dict[str, str]:
    return {path: leaf.value.rstrip("\n") for path, leaf in leaves(source).items()}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("file", LOCALES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_writing_what_stands_there_changes_no_byte(file: Path) -> None:
    source = file.read_text(encoding="utf-8")
    assert rewritten(source, dict(values(source))) == source


@given(st.sampled_from(sorted(values(SOURCE))), TEXTS)
def test_a_value_is_read_back_and_its_neighbours_stay(path: str, text: str) -> None:
    assert values(rewritten(SOURCE, {path: text})) == {**values(SOURCE), path: text}


@given(st.sampled_from(["fr.four", "fr.five", "fr.one"]), st.lists(TEXTS, min_size=1, max_size=4))
def test_a_text_of_several_lines_is_read_back(path: str, lines: list[str]) -> None:
    text = "\n".join(lines).rstrip("\n")
    assert values(rewritten(SOURCE, {path: text}))[path] == text


@pytest.mark.parametrize(
    ("path", "text", "line"),
    [
        ("fr.one", "«\u202foui\u202f»", '  one: "«\\u202foui\\u202f»"   # beside it'),
        ("fr.two", "other words", "  two: other words"),
        ("fr.two", "now: with a colon", '  two: "now: with a colon"'),
        ("fr.two", "4\u00a0cm", '  two: "4\\u00a0cm"'),
        ("fr.three", "it's still", "  three: 'it''s still'"),
        ("fr.six.a", "Volte-Face", '  six: {a: Volte-Face, b: "Wipe-Out", c: [x, y]}'),
        ("fr.six.a", "a, b", '  six: {a: "a, b", b: "Wipe-Out", c: [x, y]}'),
        ("fr.six.c.1", "z", '  six: {a: Flip, b: "Wipe-Out", c: [x, z]}'),
        ("fr.seven", "no longer empty", '  seven: "no longer empty"'),
        ("fr.four", "Third line.", "    Third line."),
    ],
)  # fmt: skip
def test_the_way_of_quoting_stays_where_it_can(path: str, text: str, line: str) -> None:
    assert line in rewritten(SOURCE, {path: text}).split("\n")


def test_only_the_lines_of_the_value_differ() -> None:
    before = SOURCE.split("\n")
    after = rewritten(SOURCE, {"fr.four": "One.\nTwo.", "fr.six.b": "Table Rase"}).split("\n")
    differing = [old for old, new in zip(before, after, strict=True) if old != new]
    assert [line.strip()[:11] for line in differing] == [
        "First line.",
        "Second line",
        "six: {a: Fl",
    ]


def test_a_value_is_found_by_its_place() -> None:
    assert values(rewritten(SOURCE, {Span("x", 5, 8): "words"}))["fr.two"] == "words"


@pytest.mark.parametrize("changes", [{"fr.none": "x"}, {"fr.six": "x"}, {Span("x", 5, 9): "x"}])
def test_an_unknown_place_is_refused(changes: dict[str, str] | dict[Span, str]) -> None:
    with pytest.raises(UnknownPlaceError):
        rewritten(SOURCE, changes)


DRESSES: dict[str, Callable[[str], str]] = {
    "plain": str,
    "byte order mark": lambda text: "\ufeff" + text,
    "carriage returns": lambda text: text.replace("\n", "\r\n"),
}


@pytest.mark.parametrize("dress", DRESSES.values(), ids=DRESSES)
def test_a_file_keeps_its_dress(tmp_path: Path, dress: Callable[[str], str]) -> None:
    file = tmp_path / "fr.yaml"
    file.write_bytes(dress(SOURCE).encode())
    assert rewrite(file, {"fr.two": "words", "fr.four": "One.\nTwo."})
    expected = SOURCE.replace("plain words", "words").replace("First line.", "One.")
    assert file.read_bytes() == dress(expected.replace("Second line.", "Two.")).encode()
    assert not rewrite(file, {"fr.two": "words"})
    assert list(tmp_path.iterdir()) == [file]


KEYS = [*values(SOURCE), "fr", "fr.six", "fr.six.c"]


@pytest.mark.parametrize("path", [path for path in KEYS if not path[-1].isdigit()])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_key_is_removed_and_every_other_byte_stays(path: str, mark: str) -> None:
    made = removed(mark + SOURCE, path)
    kept = {at: text for at, text in values(SOURCE).items() if not f"{at}.".startswith(f"{path}.")}
    assert values(made.removeprefix("\ufeff")) == kept
    whole, lost = mark + SOURCE, len(mark + SOURCE) - len(made)
    assert any(made == whole[:at] + whole[at + lost :] for at in range(len(made) + 1))
    assert "# A header that stays." in made


@pytest.mark.parametrize(
    ("source", "path", "made"),
    [
        ("a: {b: {c: 1}, d: 2}\n", "a.b.c", "a: {d: 2}\n"),
        ("a: {b: 1, d: 2}\n", "a.d", "a: {b: 1}\n"),
        ("a:\n  b:\n    c: 1\nd: 2\n", "a.b.c", "d: 2\n"),
        ("a: 1\r\n# of b\r\nb: 2\r\n", "b", "a: 1\r\n# of b\r\n"),
        ("a: [1, 2]\n", "a", ""),
        ("x:\n  a: 1\n  # of b\n  b: 2", "x.b", "x:\n  a: 1\n"),
    ],
)
def test_a_parent_that_has_nothing_else_goes_too(source: str, path: str, made: str) -> None:
    assert removed(source, path) == made


@pytest.mark.parametrize("path", ["b", "a.c", "a.0", ""])
def test_a_key_that_is_not_there_is_not_removed(path: str) -> None:
    with pytest.raises(UnknownPlaceError):
        removed("a: [1]\n", path)
