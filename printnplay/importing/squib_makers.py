"""Which scripts a script of Squib requires, and which of its methods make decks."""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from printnplay.importing.ruby import Ruby
from printnplay.importing.ruby_objects import open_struct
from printnplay.importing.ruby_scopes import Function, Instance
from printnplay.importing.ruby_tree import said
from printnplay.importing.ruby_values import as_text
from printnplay.importing.source import Source

_REQUIRED = re.compile(
    r"^\s*(?:require_relative|require|load)[\s(]+['\"](?!squib/|(?:[^'\"]*/)?squib['\"])([^'\"]+)['\"]",
    re.MULTILINE,
)


def scripts_of(source: Source, path: Path, text: str) -> Iterable[Path]:
    """Yield the scripts of the project that a script requires by their names."""
    for name in _REQUIRED.findall(text):
        found = source.find(name if name.endswith(".rb") else f"{name}.rb", path.parent)
        if found is not None:
            yield found


def makers(ruby: Ruby) -> list[Function]:
    """Return the methods that make decks, themselves or by others, and that no such one calls."""
    methods = dict(ruby.main.methods)
    for one in ruby.top.values.values():
        methods |= {**getattr(one, "methods", {}), **getattr(one, "own", {})}
    bodies = {name: said(one.body) for name, one in methods.items()}
    makes = {name for name, body in bodies.items() if "Squib::Deck" in body}
    calls = {
        name: set(re.findall(r"\w+[?!]?", body)) & methods.keys() - {name}
        for name, body in bodies.items()
    }
    while more := {name for name, called in calls.items() if called & makes} - makes:
        makes |= more
    called = {one for name in makes for one in calls[name]}
    return [one for name, one in methods.items() if name in (makes - called or makes)]


def required(method: Function) -> list[str]:
    """Return the names of the arguments that a call of a method must give."""
    return [
        one.name
        for one in method.parameters
        if one.kind == "identifier" or (one.kind == "keyword_parameter" and one.value is None)
    ]


def task_arguments(given: Sequence[Any]) -> Instance:
    """Return what a task of Rake gets: arguments without values, `task :cards, [:file]`."""
    names = given[1] if len(given) > 1 and isinstance(given[1], list) else []
    made = open_struct(dict.fromkeys(map(as_text, names)))
    made.own = {"with_defaults": _with_defaults}  # type: ignore[dict-item]
    return made


def _with_defaults(given: Instance, usual: Mapping[str, Any]) -> Instance:
    """Give arguments the values that they have if nobody gives others."""
    for name, value in usual.items():
        if given.values.get(f"@{name}") is None:
            given.values[f"@{name}"] = value
    given.of.fields += [name for name in map(as_text, usual) if name not in given.of.fields]
    return given
