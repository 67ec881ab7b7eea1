"""Strict YAML: strings as they stand, with their places; hostile input is refused at once."""

import subprocess
import sys

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from printnplay.files.yaml_tree import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_NODES,
    BrokenNode,
    ListNode,
    MappingNode,
    Node,
    TextNode,
    read_bytes,
)
from printnplay.files.yaml_tree import plain as plain_data
from printnplay.kernel.diagnostics import Diagnostic, Problems, Severity, Span

Data = str | list["Data"] | dict[str, "Data"]


def read(source: str | bytes) -> tuple[Node | None, list[Diagnostic]]:
    problems = Problems()
    data = source.encode() if isinstance(source, str) else source
    return read_bytes(data, "case.yaml", problems), problems.found


def sound(source: str) -> Node:
    node, found = read(source)
    assert found == []
    assert node is not None
    return node


def marked(span: Span, source: str) -> str:
    line = source.split("\n")[span.line - 1]
    return line[span.column - 1 : span.column - 1 + span.length]


@pytest.mark.parametrize(
    "word", ["no", "yes", "on", "012", "12:30", "1e3", "null", "~", "2024-01-01", "0x1F", ".5"]
)
def test_words_stay_what_they_are(word: str) -> None:
    node = sound(f"key: {word}\nlist: [{word}]\n{word}: value\n")
    assert plain_data(node) == {"key": word, "list": [word], word: "value"}


def test_every_value_and_key_knows_its_place() -> None:
    source = "# cards\nsmall: {a: [x, 'y z']}\nlong: \"é \\u202f!\" # why\n"
    node = sound(source)
    assert isinstance(node, MappingNode)
    small, long = node.entries["small"], node.entries["long"]
    assert (small.span.line, small.span.column) == (2, 1)
    assert marked(small.span, source) == "small"
    assert marked(small.value.span, source) == "{a: [x, 'y z']}"
    assert marked(long.value.span, source) == '"é \\u202f!"'
    assert isinstance(small.value, MappingNode)
    inner = small.value.entries["a"].value
    assert isinstance(inner, ListNode)
    assert [marked(item.span, source) for item in inner.items] == ["x", "'y z'"]


def test_a_value_over_several_lines_is_marked_on_its_first() -> None:
    source = "text: one\n  two\nnext: |\n  three\n"
    node = sound(source)
    assert isinstance(node, MappingNode)
    assert plain_data(node) == {"text": "one two", "next": "three\n"}
    assert [marked(entry.value.span, source) for entry in node.entries.values()] == ["one", "|"]


def test_a_byte_order_mark_moves_no_column() -> None:
    node = sound("\ufeffkey: value\n")
    assert isinstance(node, MappingNode)
    assert node.entries["key"].span == Span("case.yaml", 1, 1, 3)


REFUSED: dict[str, tuple[bytes, str, tuple[int, int]]] = {
    "latin-1": ("key: caf\u00e9\n".encode("latin-1"), "PNP102", (1, 9)),
    "latin-1 later": ("a: \u00e9\nb: ".encode() + b"\xff\n", "PNP102", (2, 4)),
    "utf-16": ("key: value\n".encode("utf-16"), "PNP102", (1, 1)),
    "null byte": (b"a: b\nc: \x00\n", "PNP101", (2, 4)),
    "bell": (b"a: \x07\n", "PNP101", (1, 4)),
    "empty": (b"", "PNP109", (0, 0)),
    "too large": (b"a: " + b"b" * MAX_BYTES, "PNP103", (0, 0)),
    "deep list": (b"[" * 5000, "PNP103", (1, MAX_DEPTH + 1)),
    "deep mapping": (b"{a: " * 5000, "PNP103", (1, MAX_DEPTH * 4 - 2)),
    "deep block": (b"- " * 5000, "PNP103", (1, MAX_DEPTH * 2 + 1)),
    "many values": (b"[" + b"a," * MAX_NODES + b"]", "PNP103", (1, MAX_NODES * 2)),
    "unclosed": (b"a: [b", "PNP101", (2, 1)),
    "unclosed quote": (b'a: "b', "PNP101", (1, 6)),
    "only a bracket": (b"]", "PNP101", (1, 1)),
    "directive": (b"%TAG ! tag:x,2000:\n---\na: !b c\n", "PNP105", (3, 4)),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_file_for_a_game_is_refused_with_its_place(name: str) -> None:
    source, code, place = REFUSED[name]
    _, found = read(source)
    assert [(fault.code.id, (fault.span.line, fault.span.column)) for fault in found] == [
        (code, place)
    ]


def test_a_bomb_of_aliases_is_never_spread_out() -> None:
    lines = ["a0: &a0 [x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 40)]
    _, found = read("\n".join(lines))
    assert {fault.code.id for fault in found} == {"PNP104"}
    assert len(found) == 40 + 39 * 9


def test_a_bomb_of_merge_keys_is_never_spread_out() -> None:
    lines = ["a0: &a0 {k0: v}"]
    lines += [f"a{n}: &a{n} {{<<: [*a{n - 1}, *a{n - 1}]}}" for n in range(1, 30)]
    _, found = read("\n".join(lines))
    assert {fault.code.id for fault in found} == {"PNP104"}


def test_the_second_of_two_equal_keys_points_at_the_first() -> None:
    node, found = read("a: 1\nb: 2\na: 3\n")
    assert node is not None
    assert plain_data(node) == {"a": "1", "b": "2"}
    assert [(fault.span.line, fault.notes[0][1]) for fault in found] == [
        (3, Span("case.yaml", 1, 1, 1))
    ]


def test_all_faults_of_a_file_come_at_once() -> None:
    _, found = read("a: &x 1\na: !!str 2\n? [b]\n: *x\n")
    assert [fault.code.id for fault in found] == ["PNP104", "PNP105", "PNP106", "PNP104", "PNP108"]


@pytest.mark.parametrize(
    ("line", "comment"),
    [("title: Coast #2", "#2"), ("title: Coast #3 of five", "#3 of five")],
)
def test_a_number_sign_that_cuts_a_value_is_reported(line: str, comment: str) -> None:
    _, (fault,) = read(f"{line}\nid: coast\n")
    assert fault.code.id == "PNP125"
    assert fault.severity is Severity.WARNING
    assert fault.message == f"`{comment}` is a comment, and no part of the value"
    start = line.index("#")
    assert fault.span == Span("case.yaml", 1, start + 1, len(comment))


@pytest.mark.parametrize(
    "line", ["a: b # 12 of them", "a: b #todo", "a: 'b #2'", "a: b#2", "a:\n  #2\n  b"]
)
def test_other_comments_are_no_faults(line: str) -> None:
    assert read(f"{line}\n")[1] == []


def test_a_missing_space_after_a_colon_is_named_once() -> None:
    node, (fault,) = read("where: {kind:place}\n")
    assert fault.code.id == "PNP108"
    assert fault.help == "write `kind: place`"
    assert fault.span == Span("case.yaml", 1, 9, len("kind:place"))
    assert isinstance(node, MappingNode)
    assert type(node.entries["where"].value) is BrokenNode


def test_a_tab_in_the_indentation_is_named_as_the_cause() -> None:
    _, found = read("a:\n\tb: c\n")
    assert [fault.code.id for fault in found] == ["PNP101"]
    assert "spaces" in found[0].help


def test_reading_yaml_imports_nothing_heavy() -> None:
    code = (
        "import sys; import printnplay.files.yaml_tree;"
        "print(*{name.split('.')[0] for name in sys.modules} & {'jinja2', 'lxml', 'reportlab',"
        " 'typst', 'typer', 'rich', 'pikepdf', 'uharfbuzz'})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


texts = st.text(
    st.characters(exclude_categories=("Cs", "Cc", "Co", "Cn", "Zl", "Zp"), exclude_characters="﻿"),
    max_size=12,
)
trees: st.SearchStrategy[Data] = st.recursive(
    texts,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(texts.filter(lambda key: key not in ("", "<<")), inner, max_size=4)
    ),
    max_leaves=15,
)


FLOW = {"all": True, "none": False, "innermost": None}


@given(
    tree=trees.filter(lambda tree: tree != ""),
    style=st.sampled_from([None, '"', "'"]),
    flow=st.sampled_from(["all", "none", "innermost"]),
)
def test_any_document_comes_back_with_true_places(tree: Data, style: str | None, flow: str) -> None:
    source = yaml.dump(
        tree, allow_unicode=True, default_style=style, default_flow_style=FLOW[flow], width=10_000
    ).replace("!!str ", "")
    node = sound(source)
    assert plain_data(node) == tree
    for text in leaves(node):
        again = yaml.load(marked(text.span, source), Loader=yaml.BaseLoader)
        assert again == text.value or (again is None and text.value == "")


def leaves(node: Node) -> list[TextNode]:
    match node:
        case TextNode():
            return [node]
        case ListNode(items=items):
            return [leaf for item in items for leaf in leaves(item)]
        case MappingNode(entries=entries):
            keys = [TextNode(entry.key, entry.span) for entry in entries.values()]
            return keys + [leaf for entry in entries.values() for leaf in leaves(entry.value)]
        case _:
            return []
