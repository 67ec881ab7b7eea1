"""Worked examples as YAML, in the form of examples.yaml."""

import re
from collections.abc import Mapping, Sequence

from printnplay.files.yaml_edits import key_as_written, quoted
from printnplay.game.game import Example
from printnplay.kernel.values import Plain

WIDTH = 120
"""Number of characters after which a position is written on several lines. A guess."""

PLAIN = re.compile(r"-?\w[\w.>-]*")
"""A value that needs no quotes; the loader of printnplay converts none."""


def example_text(example: Example) -> str:
    """Return an example as an item of the list of examples."""
    head = [f"- id: {example.id}", f"  shows: {flow(list(example.shows))}"]
    parts = {"given": example.given, "when": example.when, "then": example.then}
    return "\n".join([*head, *(_part(name, words) for name, words in parts.items())]) + "\n"


def _part(name: str, words: Mapping[str, Plain]) -> str:
    line = f"  {name}: {flow(words)}"
    if len(line) <= WIDTH:
        return line
    inner = (f"    {key_as_written(key)}: {flow(value)}" for key, value in words.items())
    return "\n".join([f"  {name}:", *inner])


def flow(value: "Plain | Sequence[Plain]") -> str:
    """Return a value on one line.

    >>> flow({"hands": {"a": ["flip"]}, "grid": ["- x-red>flip -"], "legal": "yes"})
    '{hands: {a: [flip]}, grid: ["- x-red>flip -"], legal: yes}'
    """
    if isinstance(value, Mapping):
        pairs = (f"{key_as_written(key)}: {flow(part)}" for key, part in value.items())
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, str):
        return value if PLAIN.fullmatch(value) else quoted(value)
    return "[" + ", ".join(map(flow, value)) + "]"
