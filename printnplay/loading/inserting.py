"""Putting values into a YAML file that lacks them; every other byte stays as a person wrote it.

A new key stands behind the nearest one that precedes it in the wanted order, set in as that is, and
in braces if that is.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import yaml

from printnplay.loading.rewriting import UnknownPlaceError, leaves, quoted

Value: TypeAlias = str | Mapping[str, "Value"]
"""A text, or texts by key."""

STEP = 2
"""Spaces by which a new level is set in."""

_LOADER: Any = getattr(yaml, "CLoader", yaml.Loader)


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
    lines = end.join(_block(value, node.column + STEP))
    return source[: node.start].rstrip(" ") + end + lines + source[node.end :]


def _in_block(source: str, node: _Node, beside: str | None, new: tuple[str, Value]) -> str:
    near = node.children[beside] if beside is not None else next(iter(node.children.values()))
    end = _line_end(source)
    if near.kind == "flow":
        lines = f"{' ' * near.column}{new[0]}: {_flow(new[1])}"
    else:
        lines = end.join(_block({new[0]: new[1]}, near.column))
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


def _block(value: Mapping[str, Value], column: int) -> Iterator[str]:
    for name, inner in value.items():
        if isinstance(inner, str):
            yield f"{' ' * column}{name}: {quoted(inner)}"
        else:
            yield f"{' ' * column}{name}:"
            yield from _block(inner, column + STEP)


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
