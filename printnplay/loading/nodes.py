"""YAML read strictly: strings, lists and mappings, each with its place in the file.

Read as events, so nothing is converted (`no` stays `no`) and nothing is built before its size is
known. Anchors, aliases, merge keys, tags and repeated keys are faults.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import yaml

from printnplay.model.cards import Plain
from printnplay.model.diagnostics import Diagnostic, Problems, Span

MAX_DEPTH = 16
MAX_NODES = 100_000

_LOADER: Any = getattr(yaml, "CLoader", yaml.Loader)  # libyaml's is four times as fast
_SCALAR, _ALIAS = yaml.ScalarEvent, yaml.AliasEvent
_NODES = (_SCALAR, _ALIAS, yaml.SequenceStartEvent, yaml.MappingStartEvent)
_ENDS = (yaml.SequenceEndEvent, yaml.MappingEndEvent)


@dataclass(slots=True)
class TextNode:
    """A scalar, as the string that stands in the file. `plain` means without quotes."""

    value: str
    span: Span
    plain: bool = True


@dataclass(slots=True)
class ListNode:
    """A list."""

    items: list["Node"]
    span: Span


@dataclass(slots=True)
class Entry:
    """A key of a mapping, its place, and what it holds."""

    key: str
    span: Span
    value: "Node"


@dataclass(slots=True)
class MappingNode:
    """A mapping; its entries keep the order of the file."""

    entries: dict[str, Entry]
    span: Span


@dataclass(slots=True)
class BrokenNode:
    """Where a fault was already reported; whoever expects something here stays silent."""

    span: Span


Node: TypeAlias = TextNode | ListNode | MappingNode | BrokenNode


class _Mark(Protocol):
    line: int
    column: int
    index: int


class _Event(Protocol):
    start_mark: _Mark
    end_mark: _Mark
    anchor: str | None
    tag: str | None
    value: str
    style: str | None
    flow_style: bool


class TooMuchError(Exception):
    """A file goes beyond what a game can need."""

    def __init__(self, what: str, span: Span) -> None:
        """Keep what there is too much of, and where."""
        super().__init__(what)
        self.what = what
        self.span = span


def compose(source: str, shown: str, problems: Problems) -> Node | None:
    """The document in `source` as nodes, or None if it holds none.

    Spans carry `shown` as their file. Faults of the file's shape are added to `problems`.

    Raises:
        yaml.YAMLError: the source is not YAML.
        TooMuchError: nested deeper than MAX_DEPTH, or more than MAX_NODES nodes.
    """
    composer = _Composer(source, shown, problems)
    return composer.document()


class _Composer:
    def __init__(self, source: str, shown: str, problems: Problems) -> None:
        self.source = source
        self.shown = shown
        self.problems = problems
        self.events: Iterator[Any] = iter(yaml.parse(source, Loader=_LOADER))
        self.nodes = 0

    def document(self) -> Node | None:
        node: Node | None = None
        for event in self.events:
            kind = type(event)
            if kind is yaml.DocumentStartEvent and node is not None:
                self._fault("PNP107", "a second document begins here", self._span(event), _ONE)
                break
            if kind in _NODES:
                node = self._node(event, 1)
        return node

    def _node(self, event: _Event, depth: int) -> Node:
        self.nodes += 1
        kind: type[object] = type(event)
        if depth > MAX_DEPTH:
            raise TooMuchError(f"nested more than {MAX_DEPTH} deep", self._span(event))
        if self.nodes > MAX_NODES:
            raise TooMuchError(f"more than {MAX_NODES:,} values", self._span(event))
        if kind is _ALIAS:
            text = f"`*{event.anchor}` is an alias"
            self._fault("PNP104", text, self._span(event), _NO_ANCHOR)
            return BrokenNode(self._span(event))
        self._refuse_anchor_and_tag(event)
        if kind is _SCALAR:
            return TextNode(event.value, self._span(event), event.style in (None, ""))
        return (
            self._list(event, depth) if kind is yaml.SequenceStartEvent else self._map(event, depth)
        )

    def _list(self, start: _Event, depth: int) -> ListNode:
        items: list[Node] = []
        while type(event := next(self.events)) not in _ENDS:
            items.append(self._node(event, depth + 1))
        return ListNode(items, self._whole(start, event, items[0].span if items else None))

    def _map(self, start: _Event, depth: int) -> Node:
        entries: dict[str, Entry] = {}
        merged = False
        while type(event := next(self.events)) not in _ENDS:
            key = self._node(event, depth + 1)
            value = self._node(next(self.events), depth + 1)
            if not isinstance(key, TextNode) or not key.value:
                self._fault("PNP108", "a key is not a word", key.span, ("expected a word", ""))
            elif key.value == "<<" and key.plain:
                merged = True
                self._fault("PNP104", "`<<` is a merge key", key.span, _NO_ANCHOR)
            elif key.value in entries:
                self._twice(key, entries[key.value])
            else:
                entries[key.value] = Entry(key.value, key.span, value)
        first = next(iter(entries.values())).span if entries else None
        span = self._whole(start, event, first)
        return BrokenNode(span) if merged else MappingNode(entries, span)

    def _refuse_anchor_and_tag(self, event: _Event) -> None:
        if event.anchor is not None:
            self._fault("PNP104", f"`&{event.anchor}` is an anchor", self._span(event), _NO_ANCHOR)
        if event.tag is not None:
            self._fault("PNP105", f"`{event.tag}` is a type tag", self._span(event), _NO_TAG)

    def _twice(self, key: TextNode, first: Entry) -> None:
        self.problems.add(
            Diagnostic(
                "PNP106",
                f"`{key.value}` stands twice in the same mapping",
                key.span,
                "expected another key",
                "remove or rename one of the two",
                (("it stands here first", first.span),),
            )
        )

    def _fault(self, code: str, message: str, span: Span, cure: tuple[str, str]) -> None:
        self.problems.error(code, message, span, *cure)

    def _span(self, event: _Event) -> Span:
        return self._between(event.start_mark, event.end_mark)

    def _between(self, start: _Mark, end: _Mark) -> Span:
        if start.line == end.line:
            length = end.index - start.index
        else:
            line_end = self.source.find("\n", start.index)
            length = len(self.source[start.index : line_end].rstrip())
        return Span(self.shown, start.line + 1, start.column + 1, length or 1)

    def _whole(self, start: _Event, end: _Event, first: Span | None) -> Span:
        """What to mark for a collection: all of `{...}`, the first word of an indented one."""
        if start.flow_style or first is None:
            return self._between(start.start_mark, end.end_mark)
        return first


_ONE = ("expected the end of the file", "keep one document in each file")
_NO_ANCHOR = (
    "expected the value itself",
    "write the value out: these files have no anchors, aliases or merge keys",
)
_NO_TAG = ("expected a value without a tag", "remove the tag: every value is a string")


def plain(node: Node) -> Plain:
    """The node as plain data, without places; what is broken is an empty string."""
    match node:
        case TextNode(value=value):
            return value
        case ListNode(items=items):
            return [plain(item) for item in items]
        case MappingNode(entries=entries):
            return {key: plain(entry.value) for key, entry in entries.items()}
        case BrokenNode():
            return ""


def places(node: Node, path: str) -> dict[str, Span]:
    """The place of every value in the node, by dotted path; list items count from 0."""
    found: dict[str, Span] = {}
    _collect_places(node, path, found)
    return found


def _collect_places(node: Node, path: str, found: dict[str, Span]) -> None:
    found[path] = node.span
    if isinstance(node, ListNode):
        for number, item in enumerate(node.items):
            _collect_places(item, f"{path}.{number}", found)
    elif isinstance(node, MappingNode):
        for key, entry in node.entries.items():
            _collect_places(entry.value, f"{path}.{key}", found)
