"""YAML of other programs is read as their readers read it, with limits."""

import pytest

from printnplay.files.foreign_yaml import MOST_VALUES, ForeignYamlError, Quoted, read_foreign


def test_anchors_merge_keys_tags_and_keys_given_twice() -> None:
    text = """
base: &base {x: 1, y: 2}
title: {<<: *base, y: 5, name: &name ":a"}
several: {<<: [*base, {y: 3, z: 4}]}
before: {y: 5, <<: *base, x: 7}
twice: one
twice: two
named: *name
tagged: !ruby/symbol left
symbol: :scale
quoted: "<<"
"""
    found = read_foreign(text)
    assert found == {
        "base": {"x": "1", "y": "2"},
        "title": {"x": "1", "y": "5", "name": ":a"},
        "several": {"x": "1", "y": "2", "z": "4"},
        "before": {"x": "7", "y": "2"},
        "twice": "two",
        "named": ":a",
        "tagged": "left",
        "symbol": "scale",
        "quoted": "<<",
    }
    assert isinstance(found, dict)
    assert isinstance(found["named"], Quoted)
    assert not isinstance(found["tagged"], Quoted)
    assert read_foreign("") is None


@pytest.mark.parametrize(
    ("text", "line"), [("a: 1\nb: [", 2), ("a: *b", 1), ("a: \x00", 1), ("a: \ud83d", 1)]
)
def test_faults_have_a_line(text: str, line: int) -> None:
    with pytest.raises(ForeignYamlError) as fault:
        read_foreign(text)
    assert fault.value.line in (line, line + 1)
    assert fault.value.reason


def test_aliases_of_aliases_are_limited() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{at}: &a{at} [{', '.join([f'*a{at - 1}'] * 10)}]" for at in range(1, 9)]
    with pytest.raises(ForeignYamlError, match=f"more than {MOST_VALUES:,} values"):
        read_foreign("\n".join(lines))


def test_merged_keys_of_merged_keys_are_limited_if_they_are_empty() -> None:
    lines = ["a0: &a0 {}"]
    lines += [f"a{at}: &a{at} {{<<: [{', '.join([f'*a{at - 1}'] * 10)}]}}" for at in range(1, 9)]
    with pytest.raises(ForeignYamlError, match=f"more than {MOST_VALUES:,} values"):
        read_foreign("\n".join(lines))


@pytest.mark.parametrize("text", ["&a [*a]", "&a {b: *a}", "&a {<<: *a}"])
def test_what_contains_itself_is_a_fault(text: str) -> None:
    with pytest.raises(ForeignYamlError, match="it contains itself"):
        read_foreign(text)
