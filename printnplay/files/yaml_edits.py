"""Changing single values of a YAML file; every other byte stays as a person wrote it.

A changed value keeps its way of quoting where that can hold the new text, and stands in double
quotes otherwise. Spaces that cannot be told apart on a screen are written as escapes.

Putting values into a YAML file that lacks them; every other byte stays as a person wrote it.

A new key stands behind the nearest one that precedes it in the wanted order, set in as that is, and
in braces if that is.

Putting translations into a file of texts, whether it has them, has them empty, or lacks them.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import yaml

from printnplay.model.diagnostics import Span
from printnplay.model.languages import CATEGORIES

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
class Scalar:
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


def leaves(source: str) -> tuple[Scalar, ...]:
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


def _by_leaf(found: Sequence[Scalar], changes: Changes) -> dict[Scalar, str]:
    known: dict[Where | tuple[int, int], Scalar] = {}
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

    def document(self) -> Iterator[Scalar]:
        for event in self.events:
            if isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent):
                yield from self._node(event, "", flow=False)

    def _node(self, event: Any, path: str, *, flow: bool) -> Iterator[Scalar]:  # noqa: ANN401
        if isinstance(event, yaml.ScalarEvent):
            yield self._leaf(event, path, flow=flow)
        elif isinstance(event, yaml.SequenceStartEvent):
            yield from self._list(path, flow=bool(event.flow_style))
        elif isinstance(event, yaml.MappingStartEvent):
            yield from self._map(path, flow=bool(event.flow_style))

    def _list(self, path: str, *, flow: bool) -> Iterator[Scalar]:
        number = 0
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            yield from self._node(event, _joined(path, str(number)), flow=flow)
            number += 1

    def _map(self, path: str, *, flow: bool) -> Iterator[Scalar]:
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            key = "".join(leaf.value for leaf in self._node(event, path, flow=flow))
            yield from self._node(next(self.events), _joined(path, key), flow=flow)

    def _leaf(self, event: Any, path: str, *, flow: bool) -> Scalar:  # noqa: ANN401
        start, end = event.start_mark, event.end_mark
        style = event.style or ""
        last = end.index
        if style in ("|", ">"):
            # What the scanner skipped after the last line is none of the value.
            last = start.index + len(self.source[start.index : last].rstrip())
        place = (start.line + 1, start.column + 1)
        return Scalar(path, event.value, start.index, last, style, flow, *place)


def _joined(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _escape(character: str) -> str:
    if character in _NAMED:
        return _NAMED[character]
    return f"\\u{ord(character):04x}"


def _written(leaf: Scalar, text: str, source: str) -> str:
    """The text as it is to stand in the source: in its old style if that can hold it."""
    if leaf.start == leaf.end:
        return " " + quoted(text)
    kept = _STYLES[leaf.style](leaf, text, source)
    return kept if _says(kept, text, leaf) else quoted(text)


def _says(written: str, text: str, leaf: Scalar) -> bool:
    """Whether a reader, of YAML or of a screen, takes the text from this where it is to stand."""
    if leaf.style in ("", "'") and (not text or _ESCAPED.search(text.replace('"', ""))):
        return False
    around = ("{key: ", "}") if leaf.flow else ("key: ", "\n")
    try:
        found = leaves(around[0] + written + around[1])
    except yaml.YAMLError:
        return False
    return [(one.path, one.value.rstrip("\n")) for one in found] == [("key", text)]


def _double(_leaf: Scalar, text: str, _source: str) -> str:
    return quoted(text)


def _single(_leaf: Scalar, text: str, _source: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _plain(_leaf: Scalar, text: str, _source: str) -> str:
    return text


def _block(leaf: Scalar, text: str, source: str) -> str:
    """A block of lines below its mark; a folded one has an empty line for each line break."""
    head, _, body = source[leaf.start : leaf.end].partition("\n")
    indent = body[: len(body) - len(body.lstrip(" "))]
    end = "\r\n" if head.endswith("\r") else "\n"
    lines = text.split("\n")
    if leaf.style == ">":
        lines = [part for line in lines for part in (line, "")][:-1]
    return head.rstrip("\r") + end + end.join(indent + line if line else "" for line in lines)


_STYLES: Mapping[str, Callable[[Scalar, str, str], str]] = {
    '"': _double,
    "'": _single,
    "": _plain,
    "|": _block,
    ">": _block,
}


Value: TypeAlias = str | Mapping[str, "Value"]
"""A text, or texts by key."""

STEP = 2
"""Spaces by which a new level is set in."""


@dataclass(slots=True)
class _Node:
    """A value with the places of its characters, and of its key; `kind` is how it is written.

    `within` is whether it stands in braces.
    """

    kind: str
    start: int
    end: int
    key: int = 0
    column: int = 0
    within: bool = False
    children: dict[str, "_Node"] = field(default_factory=dict)


def inserted(source: str, path: str, value: Value, order: Iterable[str]) -> str:
    """The source with a value that it lacks, or with texts by key where it has a single one.

    `path` has dots between its keys, from the root of the file; `order` are the paths of all
    values in the order that they are to have.

    Raises:
        UnknownPlaceError: something else stands where the value, or what holds it, belongs.
        yaml.YAMLError: the source is not YAML.
    """
    keys = path.split(".")
    node, depth = _deepest(_tree(source), keys)
    rest = keys[depth:]
    if node.kind == "text" and (not rest or node.start == node.end):
        opened = _nested(rest, value)
        if isinstance(opened, str):
            raise UnknownPlaceError(path)
        return _opened(source, node, opened)
    if not rest or node.kind not in ("block", "flow"):
        raise UnknownPlaceError(path)
    before = _before(keys[:depth], rest[0], order)
    beside = [name for name in node.children if name in before]
    put = _in_block if node.kind == "block" else _in_flow
    return put(source, node, beside[-1] if beside else None, (rest[0], _nested(rest[1:], value)))


def all_inserted(source: str, texts: Mapping[str, str]) -> str:
    """The source with texts that it lacks, by path, each behind all that it stands among.

    Raises:
        UnknownPlaceError: the source cannot hold a text and still say all that it said.
        yaml.YAMLError: the source is not YAML.
    """
    new = source
    before = {leaf.path: leaf.value for leaf in leaves(source)}
    for path, text in texts.items():
        new = inserted(new, path, text, (*before, *texts))
        try:
            after = {leaf.path: leaf.value for leaf in leaves(new)}
        except yaml.YAMLError as error:
            raise UnknownPlaceError(path) from error
        if after != {**before, path: text}:
            raise UnknownPlaceError(path)
        before = after
    return new


def _deepest(root: _Node, keys: Sequence[str]) -> tuple[_Node, int]:
    """The last value on the way that is there, and how many keys lead to it."""
    node = root
    for depth, key in enumerate(keys):
        if key not in node.children:
            return node, depth
        node = node.children[key]
    return node, len(keys)


def _before(parents: Sequence[str], name: str, order: Iterable[str]) -> set[str]:
    """The names that come before this one among the same parents."""
    depth, found = len(parents), set()
    for path in order:
        keys = path.split(".")
        if len(keys) > depth and keys[:depth] == list(parents):
            if keys[depth] == name:
                break
            found.add(keys[depth])
    return found


def _nested(keys: Sequence[str], value: Value) -> Value:
    for key in reversed(keys):
        value = {key: value}
    return value


def _opened(source: str, node: _Node, value: Mapping[str, Value]) -> str:
    """Texts by key in the place of a single text, or of nothing."""
    if node.within:
        return source[: node.start] + _flow(value) + source[node.end :]
    end = _line_end(source)
    lines = end.join(_inserted_block(value, node.column + STEP))
    return source[: node.start].rstrip(" ") + end + lines + source[node.end :]


def _in_block(source: str, node: _Node, beside: str | None, new: tuple[str, Value]) -> str:
    near = node.children[beside] if beside is not None else next(iter(node.children.values()))
    end = _line_end(source)
    if near.kind == "flow":
        lines = f"{' ' * near.column}{new[0]}: {_flow(new[1])}"
    else:
        lines = end.join(_inserted_block({new[0]: new[1]}, near.column))
    if beside is not None:
        at = source.find("\n", node.children[beside].end)
        if at < 0:
            return source + end + lines
        return source[: at + 1] + lines + end + source[at + 1 :]
    at = _above_remarks(source, next(iter(node.children.values())).key)
    return source[:at] + lines + end + source[at:]


def _in_flow(source: str, node: _Node, beside: str | None, new: tuple[str, Value]) -> str:
    text = f"{new[0]}: {_flow(new[1])}"
    if beside is not None:
        at = node.children[beside].end
        return f"{source[:at]}, {text}{source[at:]}"
    at = node.start + 1
    return f"{source[:at]}{text}{', ' if node.children else ''}{source[at:]}"


def _above_remarks(source: str, key: int) -> int:
    """The start of the line of a key, or of the remarks right above it."""
    at = source.rfind("\n", 0, key) + 1
    while at:
        above = source.rfind("\n", 0, at - 1) + 1
        if not source[above:at].lstrip().startswith("#"):
            break
        at = above
    return at


def _inserted_block(value: Mapping[str, Value], column: int) -> Iterator[str]:
    for name, inner in value.items():
        if isinstance(inner, str):
            yield f"{' ' * column}{name}: {quoted(inner)}"
        else:
            yield f"{' ' * column}{name}:"
            yield from _inserted_block(inner, column + STEP)


def _flow(value: Value) -> str:
    if isinstance(value, str):
        return quoted(value)
    return "{" + ", ".join(f"{name}: {_flow(inner)}" for name, inner in value.items()) + "}"


def _line_end(source: str) -> str:
    return "\r\n" if "\r\n" in source else "\n"


def _tree(source: str) -> _Node:
    """The values of a document; an empty one has a mapping without keys."""
    events: Iterator[Any] = iter(yaml.parse(source, Loader=_LOADER))
    for event in events:
        if isinstance(event, yaml.MappingStartEvent):
            return _mapping(event, events, source)
    return _Node("text", 1, 0)


def _node(event: Any, events: Iterator[Any], source: str) -> _Node:  # noqa: ANN401
    if isinstance(event, yaml.MappingStartEvent):
        return _mapping(event, events, source)
    start, end = event.start_mark.index, event.end_mark.index
    if isinstance(event, yaml.SequenceStartEvent):
        while not isinstance(inner := next(events), yaml.SequenceEndEvent):
            end = _node(inner, events, source).end
        return _Node("list", start, _end(inner) if event.flow_style else end)
    if isinstance(event, yaml.ScalarEvent) and event.style in ("|", ">"):
        end = start + len(source[start:end].rstrip())
    return _Node("text", start, end)


def _mapping(event: Any, events: Iterator[Any], source: str) -> _Node:  # noqa: ANN401
    node = _Node("flow" if event.flow_style else "block", event.start_mark.index, 0)
    while not isinstance(key := next(events), yaml.MappingEndEvent):
        child = _node(next(events), events, source)
        child.key, child.column = key.start_mark.index, key.start_mark.column
        child.within = node.kind == "flow"
        node.children[key.value] = child
        node.end = child.end
    if node.kind == "flow":
        node.end = _end(key)
    return node


def _end(event: Any) -> int:  # noqa: ANN401
    index: int = event.end_mark.index
    return index


SINGLE = "other"
"""The form of a text that has only one."""


def merged(source: str, texts: Mapping[str, Mapping[str, str]], order: Iterable[str]) -> str:
    """The source with these texts, each by its path and with all its forms.

    An empty form changes none that is there. `order` are the paths of all texts in the order in
    which they are to stand.

    Raises:
        UnknownPlaceError: something else stands where a text belongs.
        yaml.YAMLError: the source is not YAML.
    """
    there = {leaf.path for leaf in leaves(source)}
    changes: dict[Where, str] = {}
    added: dict[str, Value] = {}
    for path, forms in texts.items():
        named = {f"{path}.{name}": text for name, text in forms.items() if text.strip()}
        single = forms[SINGLE] if forms.keys() == {SINGLE} else None
        if path in there and single is not None:
            changes[path] = single
        elif any(f"{path}.{name}" in there for name in CATEGORIES):
            changes |= {one: text for one, text in named.items() if one in there}
            added |= {one: text for one, text in named.items() if one not in there}
        else:
            added[path] = forms if single is None else single
    new = rewritten(source, changes)
    paths = [one for path in order for one in (path, *(f"{path}.{name}" for name in CATEGORIES))]
    for path, value in added.items():
        new = inserted(new, path, value, paths)
    return new
