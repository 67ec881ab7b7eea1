"""Changing single values of a YAML file; every other byte stays as a person wrote it.

A changed value keeps its way of quoting where that can hold the new text, and stands in double
quotes otherwise. Spaces that cannot be told apart on a screen are written as escapes.
"""

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from printnplay.model.diagnostics import Span

Where = str | Span
"""A value: its keys from the root of the file with dots between them, or where it stands."""

Changes = Mapping[Where, str] | Mapping[str, str] | Mapping[Span, str]
"""New texts, by the values that are to say them."""

_LOADER: Any = getattr(yaml, "CLoader", yaml.Loader)
_BOM = "\ufeff"

_NAMED = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}
_ESCAPED = re.compile(r'["\\\x00-\x1f\x7f-\xa0\xad\u2000-\u200f\u2028-\u202f\u205f-\u206f\ufeff]')


class UnknownPlaceError(LookupError):
    """A value was to be changed that the file does not have."""

    def __init__(self, where: Where) -> None:
        """Keep what was looked for."""
        super().__init__(f"there is no value at {where}")
        self.where = where


@dataclass(frozen=True, slots=True)
class Leaf:
    """A single value of a file: its keys, what it says, and its characters in the source.

    `style` is as in YAML: `"`, `'`, `|`, `>`, or nothing for a plain value. `flow` is whether it
    stands within braces or brackets, `line` and `column` count from 1.
    """

    path: str
    value: str
    start: int
    end: int
    style: str
    flow: bool
    line: int
    column: int


def quoted(text: str) -> str:
    r"""The text in double quotes; what is invisible, or looks like a space, is escaped.

    >>> print(quoted("4\u00a0cm: “so”"))
    "4\u00a0cm: “so”"
    """
    return '"' + _ESCAPED.sub(lambda found: _escape(found[0]), text) + '"'


def leaves(source: str) -> tuple[Leaf, ...]:
    """The single values of a file that loads without faults, in its order.

    Items of lists count from 0: `flip.fr.forbidden.0`.

    Raises:
        yaml.YAMLError: the source is not YAML.
    """
    return tuple(_Walk(source).document())


def rewritten(source: str, changes: Changes) -> str:
    """The source with these values instead of its own; one that says so already stays as it is.

    A line break at the very end of a value is of no account.

    Raises:
        UnknownPlaceError: there is no such value.
        yaml.YAMLError: the source is not YAML.
    """
    new = _by_leaf(leaves(source), changes)
    pieces, done = [], 0
    for leaf, text in sorted(new.items(), key=lambda one: one[0].start):
        if leaf.value.rstrip("\n") != text.rstrip("\n"):
            pieces += [source[done : leaf.start], _written(leaf, text.rstrip("\n"), source)]
            done = leaf.end
    return "".join([*pieces, source[done:]])


def _by_leaf(found: Sequence[Leaf], changes: Changes) -> dict[Leaf, str]:
    known: dict[Where | tuple[int, int], Leaf] = {}
    for leaf in found:
        known[leaf.path] = known[leaf.line, leaf.column] = leaf
    new = {}
    for where, text in changes.items():
        key = (where.line, where.column) if isinstance(where, Span) else where
        if key not in known:
            raise UnknownPlaceError(where)
        new[known[key]] = text
    return new


def rewrite(path: Path, changes: Changes) -> bool:
    """Change values of a file in place, all or none; whether anything had to be changed.

    Raises:
        UnknownPlaceError: the file has no such value.
        yaml.YAMLError: the file is not YAML.
        OSError: the file cannot be read or written.
    """
    source = path.read_bytes().decode("utf-8")
    mark = _BOM if source.startswith(_BOM) else ""
    text = mark + rewritten(source.removeprefix(_BOM), changes)
    if text == source:
        return False
    write_text(path, text)
    return True


def write_text(path: Path, text: str) -> None:
    """Put a whole file in place of another at once; its line ends stay as they are in `text`.

    Raises:
        OSError: the file or its folder cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        beside.write_bytes(text.encode())
        if path.exists():
            beside.chmod(path.stat().st_mode & 0o777)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


class _Walk:
    def __init__(self, source: str) -> None:
        self.source = source
        self.events: Iterator[Any] = iter(yaml.parse(source, Loader=_LOADER))

    def document(self) -> Iterator[Leaf]:
        for event in self.events:
            if isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent):
                yield from self._node(event, "", flow=False)

    def _node(self, event: Any, path: str, *, flow: bool) -> Iterator[Leaf]:  # noqa: ANN401
        if isinstance(event, yaml.ScalarEvent):
            yield self._leaf(event, path, flow=flow)
        elif isinstance(event, yaml.SequenceStartEvent):
            yield from self._list(path, flow=bool(event.flow_style))
        elif isinstance(event, yaml.MappingStartEvent):
            yield from self._map(path, flow=bool(event.flow_style))

    def _list(self, path: str, *, flow: bool) -> Iterator[Leaf]:
        number = 0
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            yield from self._node(event, _joined(path, str(number)), flow=flow)
            number += 1

    def _map(self, path: str, *, flow: bool) -> Iterator[Leaf]:
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            key = "".join(leaf.value for leaf in self._node(event, path, flow=flow))
            yield from self._node(next(self.events), _joined(path, key), flow=flow)

    def _leaf(self, event: Any, path: str, *, flow: bool) -> Leaf:  # noqa: ANN401
        start, end = event.start_mark, event.end_mark
        style = event.style or ""
        last = end.index
        if style in ("|", ">"):
            # What the scanner skipped after the last line is none of the value.
            last = start.index + len(self.source[start.index : last].rstrip())
        place = (start.line + 1, start.column + 1)
        return Leaf(path, event.value, start.index, last, style, flow, *place)


def _joined(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _escape(character: str) -> str:
    if character in _NAMED:
        return _NAMED[character]
    return f"\\u{ord(character):04x}"


def _written(leaf: Leaf, text: str, source: str) -> str:
    """The text as it is to stand in the source: in its old style if that can hold it."""
    if leaf.start == leaf.end:
        return " " + quoted(text)
    kept = _STYLES[leaf.style](leaf, text, source)
    return kept if _says(kept, text, leaf) else quoted(text)


def _says(written: str, text: str, leaf: Leaf) -> bool:
    """Whether a reader, of YAML or of a screen, takes the text from this where it is to stand."""
    if leaf.style in ("", "'") and (not text or _ESCAPED.search(text.replace('"', ""))):
        return False
    around = ("{key: ", "}") if leaf.flow else ("key: ", "\n")
    try:
        found = leaves(around[0] + written + around[1])
    except yaml.YAMLError:
        return False
    return [(one.path, one.value.rstrip("\n")) for one in found] == [("key", text)]


def _double(_leaf: Leaf, text: str, _source: str) -> str:
    return quoted(text)


def _single(_leaf: Leaf, text: str, _source: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _plain(_leaf: Leaf, text: str, _source: str) -> str:
    return text


def _block(leaf: Leaf, text: str, source: str) -> str:
    """A block of lines below its mark; a folded one has an empty line for each line break."""
    head, _, body = source[leaf.start : leaf.end].partition("\n")
    indent = body[: len(body) - len(body.lstrip(" "))]
    end = "\r\n" if head.endswith("\r") else "\n"
    lines = text.split("\n")
    if leaf.style == ">":
        lines = [part for line in lines for part in (line, "")][:-1]
    return head.rstrip("\r") + end + end.join(indent + line if line else "" for line in lines)


_STYLES: Mapping[str, Callable[[Leaf, str, str], str]] = {
    '"': _double,
    "'": _single,
    "": _plain,
    "|": _block,
    ">": _block,
}
