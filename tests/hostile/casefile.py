"""Hostile cases as data: what a project holds, which command is run, and what is right then.

A file holds a list of groups. A group has a `name` (a sentence), the `mechanism` it tests (1 to 8,
see `MECHANISMS`), and the keys of `Case`. With `for`, it stands for several cases: `for` maps the
end of each case's name to a mapping of words, and wherever a text of the group holds `@word@`, the
case has what its mapping says; other keys of `Case` may stand there too and win over the group's.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TypeAlias

import yaml

Change: TypeAlias = Mapping[str, Any]

MECHANISMS = {
    1: "code runs only when asked",
    2: "one door to files",
    3: "time and memory have an end",
    4: "a set of files is replaced whole or not at all",
    5: "no traceback",
    6: "nothing prints empty or wrong in silence",
    7: "spreadsheets and clusters",
    8: "outside of any project",
}


@dataclass(frozen=True, slots=True)
class Case:
    """One hostile project, the command, and what has to come of it."""

    name: str
    mechanism: int
    base: str = "lean"
    """What the project is made of: `lean` (one card), `new` (as `printnplay new` writes it), or
    `nothing`."""
    files: Sequence[Change] = ()
    """Changes to the project, in their order; see `scene.py`."""
    steps: Sequence[Mapping[str, Any]] = ()
    """Commands (`run`) and changes (`files`) that come before; each command has to succeed."""
    run: Any = "check"
    """The words after `printnplay`, as one text or a list."""
    cwd: str = "."
    """Where the command is run, from the project."""
    env: Mapping[str, str | None] = field(default_factory=dict)
    """Added to the environment; what is null is taken out."""
    fresh: bool = False
    """Whether the program is started anew, as by the installed script."""
    stdin: str | None = "/dev/null"
    stdout: str | None = "file"
    stderr: str | None = "file"
    """A file for what is told, a device, or null where the stream is closed."""
    gone: bool = False
    """Whether the folder is removed before the command starts in it (it has to be empty)."""
    descriptors: int = 0
    """How many files the command may have open."""
    rights: str = ""
    """`none`: run without the rights of root; `unknown`: as a user whom the system does not know.
    Where the tests are not root themselves, the second is left out."""

    exit: Any = 1
    """The exit status, or several that are right."""
    codes: Sequence[str] = ()
    """Codes that have to be told; `PNP421|PNP102` is either."""
    at: Sequence[str] = ()
    """Files that faults have to name as their place, or in their message."""
    says: Sequence[str] = ()
    silent: Sequence[str] = ()
    """Texts that have to stand, or must not stand, in what is told."""
    prints: Sequence[str] = ()
    unprinted: Sequence[str] = ()
    """Texts that have to stand, or must not stand, on the built pages."""
    changes: Sequence[str] | None = None
    """Patterns of files that may change; output where the command succeeds, nothing where not."""
    makes: Sequence[str] = ()
    """Patterns of files that have to be there afterwards."""
    holds: Mapping[str, str] = field(default_factory=dict)
    lacks: Mapping[str, str] = field(default_factory=dict)
    """Files of the project and what has to stand in them, or must not."""
    lines: int = 12_000
    wide: int = 4_000
    """How many lines may be told, and how long one may be."""
    cpu: float = 2
    megabytes: int = 512
    """What the command and all that it starts may take."""


def cases_in(folder: Path) -> list[Case]:
    """All cases of the files in a folder."""
    return [
        case
        for path in sorted(folder.glob("*.yaml"))
        for group in yaml.safe_load(path.read_text(encoding="utf-8"))
        for case in _cases(group)
    ]


def _cases(group: Mapping[str, Any]) -> Iterator[Case]:
    variants = group.get("for")
    plain = {key: value for key, value in group.items() if key != "for"}
    if variants is None:
        yield Case(**plain)
        return
    known = {one.name for one in fields(Case)} - {"name"}
    for end, words in variants.items():
        own = {key: value for key, value in words.items() if key in known}
        texts = {key: value for key, value in words.items() if key not in known}
        filled = _filled({**plain, **own}, texts)
        yield Case(**{**filled, "name": f"{plain['name']}: {end}"})


def _filled(value: Any, words: Mapping[str, Any]) -> Any:  # noqa: ANN401 - as in the file
    """A value with the words of a case in all its texts."""
    if isinstance(value, str):
        for word, text in words.items():
            if value == f"@{word}@":
                return text
            value = value.replace(f"@{word}@", str(text))
        return value
    if isinstance(value, Mapping):
        return {_filled(key, words): _filled(one, words) for key, one in value.items()}
    if isinstance(value, list):
        return [_filled(one, words) for one in value]
    return value
