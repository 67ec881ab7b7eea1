"""examples.yaml: the worked examples, kept as plain data for the game's rules module."""

from pathlib import Path

from printnplay.loading.fields import (
    expect_entries,
    expect_list,
    expect_mapping,
    expect_name,
    expect_texts,
)
from printnplay.loading.files import read_yaml
from printnplay.loading.nodes import Node, places, plain
from printnplay.loading.twins import refuse_twin_ids
from printnplay.model.cards import Example, Plain
from printnplay.model.diagnostics import Problems, Span


def load_examples(path: Path, shown: str, problems: Problems) -> tuple[Example, ...]:
    """The examples in the order of the file."""
    root = read_yaml(path, shown, problems)
    examples = [_example(item, problems) for item in expect_list(root, problems)]
    refuse_twin_ids("examples", [(one.id, one.span) for one in examples], problems)
    return tuple(examples)


def _example(node: Node, problems: Problems) -> Example:
    keys = expect_mapping(node, problems, required=("id", "shows", "given", "when", "then"))
    spans: dict[str, Span] = {}
    for name, value in keys.items():
        spans |= places(value, name)
    return Example(
        id=expect_name(keys["id"], problems),
        shows=expect_texts(keys["shows"], problems),
        given=_plain_mapping(keys["given"], problems),
        when=_plain_mapping(keys["when"], problems),
        then=_plain_mapping(keys["then"], problems),
        span=keys["id"].span,
        spans=spans,
    )


def _plain_mapping(node: Node, problems: Problems) -> dict[str, Plain]:
    entries = expect_entries(node, problems)
    return {key: plain(entry.value) for key, entry in entries.items()}
