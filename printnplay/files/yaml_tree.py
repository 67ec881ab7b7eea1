"""A YAML file as a tree: strings, lists and mappings, each with its place in the file.

It is parsed as events, so nothing is converted (`no` stays `no`) and no node is built before its
size is known. Anchors, aliases, merge keys, tags and duplicate keys are errors. Places are both
lines and columns, for diagnostics, and offsets into the source, for edits.
"""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol, TypeAlias

import yaml
from msgspec import Struct

from printnplay.files.door import ReadError, Why, read
from printnplay.kernel import codes
from printnplay.kernel.codes import Code
from printnplay.kernel.diagnostics import MOST_KEPT, Diagnostic, Problems, Severity, Span
from printnplay.kernel.values import Plain

MAX_DEPTH = 16
"""The deepest nesting of values: each level is a nested call. A guess: files of games need a
few."""

MAX_NODES = 100_000
"""The most values in a file: a mebibyte (`MAX_BYTES`) holds more of ten characters each. A
guess."""

MAX_FAULTS = 10_000
"""The faults of one kind after which reading stops: nobody reads more. A guess."""

_LOADER: Any = getattr(yaml, "CLoader", yaml.Loader)  # libyaml's is four times as fast
_SCALAR, _ALIAS = yaml.ScalarEvent, yaml.AliasEvent
_NODES = (_SCALAR, _ALIAS, yaml.SequenceStartEvent, yaml.MappingStartEvent)
_ENDS = (yaml.SequenceEndEvent, yaml.MappingEndEvent)


class TextNode(Struct):
    """A scalar, as the string in the file, and its offsets in the source.

    `style` is as in YAML: `"`, `'`, `|`, `>`, or empty for a plain value. `in_flow` is whether it
    is directly within braces or brackets.
    """

    value: str
    span: Span
    start: int = 0
    end: int = 0
    style: str = ""
    in_flow: bool = False


class ListNode(Struct):
    """A list."""

    items: list["Node"]
    span: Span
    start: int = 0
    end: int = 0


class Entry(Struct):
    """A key of a mapping, its place and offset, and its value."""

    key: str
    span: Span
    value: "Node"
    start: int = 0


class MappingNode(Struct):
    """A mapping; its entries keep the order of the file. `flow` is whether it is in braces."""

    entries: dict[str, Entry]
    span: Span
    start: int = 0
    end: int = 0
    flow: bool = False


class BrokenNode(Struct):
    """A place with a fault already reported; code that expects a value here reports nothing."""

    span: Span
    start: int = 0
    end: int = 0


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


class TooMuchError(yaml.YAMLError):
    """A file that exceeds what a game can need."""

    def __init__(self, excess: str, span: Span) -> None:
        """Keep the exceeded limit in words, and the place."""
        super().__init__(excess)
        self.what = excess
        self.span = span


def compose(source: str, shown: str, problems: Problems) -> Node | None:
    """Return the document in `source` as nodes, or None if it is empty.

    Spans have `shown` as their file. Faults of the file's structure are added to `problems`.

    Raises:
        yaml.YAMLError: the source is not YAML.
        TooMuchError: nested deeper than MAX_DEPTH, more than MAX_NODES nodes, or more than
            MAX_FAULTS faults of a kind.
    """
    return _Composer(source, shown, problems).document()


class _Composer:
    def __init__(self, source: str, shown: str, problems: Problems) -> None:
        self.source = source
        self.shown = shown
        self.problems = problems
        self.events: Iterator[Any] = iter(yaml.parse(source, Loader=_LOADER))
        self.nodes = 0
        self.faults: Counter[Code] = Counter()

    def document(self) -> Node | None:
        node: Node | None = None
        for event in self.events:
            kind = type(event)
            if kind is yaml.DocumentStartEvent and node is not None:
                self._fault(
                    codes.SEVERAL_DOCUMENTS,
                    "a second document begins here",
                    self._span(event),
                    _ONE,
                )
                break
            if kind in _NODES:
                node = self._node(event, 1, in_flow=False)
        for code, number in self.faults.items():
            self.problems.count(code, number - MOST_KEPT)
        return node

    def _node(self, event: _Event, depth: int, *, in_flow: bool) -> Node:
        self.nodes += 1
        kind: type[object] = type(event)
        if depth > MAX_DEPTH:
            raise TooMuchError(f"nested more than {MAX_DEPTH} deep", self._span(event))
        if self.nodes > MAX_NODES:
            raise TooMuchError(f"more than {MAX_NODES:,} values", self._span(event))
        if kind is _ALIAS:
            span = self._span(event)
            self._fault(codes.YAML_ALIAS, f"`*{event.anchor}` is an alias", span, _NO_ANCHOR)
            return BrokenNode(span, event.start_mark.index, event.end_mark.index)
        self._refuse_anchor_and_tag(event)
        if kind is _SCALAR:
            return self._text(event, in_flow=in_flow)
        return (
            self._list(event, depth) if kind is yaml.SequenceStartEvent else self._map(event, depth)
        )

    def _text(self, event: _Event, *, in_flow: bool) -> TextNode:
        start, end = event.start_mark.index, event.end_mark.index
        style = event.style or ""
        if style in ("|", ">"):
            # The scanner includes empty lines and comments below a block; they are not part of it.
            end = start + len(self.source[start:end].rstrip())
        elif not style and (comment := _NUMBER_SIGN.match(self.source, end)):
            mark = event.end_mark
            place = Span(self.shown, mark.line + 1, mark.column + 2, len(comment[0]) - 1)
            text = f"`{comment[0].strip()}` is a comment, and no part of the value"
            cure = ("a `#` behind a space begins one", "put the value in quotes if it goes on")
            self._fault(codes.COMMENT_IN_VALUE, text, place, cure, Severity.WARNING)
        return TextNode(event.value, self._span(event), start, end, style, in_flow)

    def _list(self, start: _Event, depth: int) -> ListNode:
        items: list[Node] = []
        while type(event := next(self.events)) not in _ENDS:
            items.append(self._node(event, depth + 1, in_flow=start.flow_style))
        span = self._whole(start, event, items[0].span if items else None)
        last = items[-1] if items else None
        return ListNode(items, span, start.start_mark.index, _end(start, event, last))

    def _map(self, start: _Event, depth: int) -> Node:
        entries: dict[str, Entry] = {}
        value: Node | None = None
        is_broken, flow = False, start.flow_style
        while type(event := next(self.events)) not in _ENDS:
            key = self._node(event, depth + 1, in_flow=flow)
            value = self._node(next(self.events), depth + 1, in_flow=flow)
            if flow and isinstance(key, TextNode) and _is_joined(key, value):
                is_broken = True
                name, _, rest = key.value.partition(":")
                text, cure = "a space is missing after the colon", f"write `{name}: {rest}`"
                self._fault(codes.KEY_NOT_PLAIN, text, key.span, ("expected a space", cure))
            elif not isinstance(key, TextNode) or not key.value:
                self._fault(
                    codes.KEY_NOT_PLAIN, "a key is not a word", key.span, ("expected a word", "")
                )
            elif key.value == "<<" and not key.style:
                is_broken = True
                self._fault(codes.YAML_ALIAS, "`<<` is a merge key", key.span, _NO_ANCHOR)
            elif key.value in entries:
                self._add(same_key(key, entries[key.value]))
            else:
                entries[key.value] = Entry(key.value, key.span, value, key.start)
        first = next(iter(entries.values())).span if entries else None
        span = self._whole(start, event, first)
        ends = start.start_mark.index, _end(start, event, value)
        return BrokenNode(span, *ends) if is_broken else MappingNode(entries, span, *ends, flow)

    def _refuse_anchor_and_tag(self, event: _Event) -> None:
        if event.anchor is not None:
            self._fault(
                codes.YAML_ALIAS, f"`&{event.anchor}` is an anchor", self._span(event), _NO_ANCHOR
            )
        if event.tag is not None:
            self._fault(codes.YAML_TAG, f"`{event.tag}` is a type tag", self._span(event), _NO_TAG)

    def _fault(
        self,
        code: Code,
        message: str,
        span: Span,
        cure: tuple[str, str],
        severity: Severity = Severity.ERROR,
    ) -> None:
        self._add(Diagnostic(code, message, span, *cure, severity=severity))

    def _add(self, fault: Diagnostic) -> None:
        """Add a fault; beyond a limit per kind only count them, for a summary at the end."""
        self.faults[fault.code] += 1
        if self.faults[fault.code] <= MOST_KEPT:
            self.problems.add(fault)
        elif self.faults[fault.code] > MAX_FAULTS:
            raise TooMuchError(f"wrong in more than {MAX_FAULTS:,} places", fault.span)

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
        """Return the span to mark for a collection: all of `{...}`, the first key of a block."""
        if start.flow_style or first is None:
            return self._between(start.start_mark, end.end_mark)
        return first


def same_key(key: TextNode, first: Entry) -> Diagnostic:
    """Return the fault of a key that its mapping has twice."""
    return Diagnostic(
        codes.DOUBLE_KEY,
        f"duplicate key `{key.value}`",
        key.span,
        "this mapping already has it",
        "remove or rename one of the two",
        (("the first one", first.span),),
    )


_NUMBER_SIGN = re.compile(r" +#[0-9]+\b[^\n]*")
"""A comment that begins with a number: `title: Coast #2`."""


def _is_joined(key: TextNode, value: Node) -> bool:
    """Return whether `{kind:place}` was typed: a key without a space after its colon."""
    is_empty = isinstance(value, TextNode) and not (value.value or value.style)
    return is_empty and not key.style and re.fullmatch(r"\w+:\S+", key.value) is not None


def _end(start: _Event, end: _Event, last: Node | None) -> int:
    """Return the end offset of a collection: after its bracket, or after its last value."""
    return end.end_mark.index if last is None or start.flow_style else last.end


_ONE = ("expected the end of the file", "keep one document in each file")
_NO_ANCHOR = (
    "expected the value itself",
    "write the value out: these files have no anchors, aliases or merge keys",
)
_NO_TAG = ("expected a value without a tag", "remove the tag: every value is a string")


def plain(node: Node) -> Plain:
    """Return the node as plain data, without places; a broken node becomes an empty string."""
    match node:
        case TextNode(value=value):
            return value
        case ListNode(items=items):
            return [plain(item) for item in items]
        case MappingNode(entries=entries):
            return {key: plain(entry.value) for key, entry in entries.items()}
        case BrokenNode():
            return ""


def text_at(root: Node | None, key: str) -> TextNode | None:
    """Return the text of a key of a file, even if other parts of the file have errors."""
    entry = root.entries.get(key) if isinstance(root, MappingNode) else None
    if entry is None or not isinstance(entry.value, TextNode) or not entry.value.value:
        return None
    return entry.value


def kind_of(node: Node) -> str:
    """Return the kind of a node in words."""
    if isinstance(node, TextNode):
        return "a text" if node.value else "nothing"
    return "a list" if isinstance(node, ListNode) else "a mapping"


def walk(node: Node | None, path: str = "") -> Iterator[tuple[str, Node]]:
    """Yield the node and all nodes below it, each with its dotted path; list items count from 0."""
    if node is None:
        return
    yield path, node
    before = f"{path}." if path else ""
    if isinstance(node, ListNode):
        for number, item in enumerate(node.items):
            yield from walk(item, f"{before}{number}")
    elif isinstance(node, MappingNode):
        for key, entry in node.entries.items():
            yield from walk(entry.value, f"{before}{key}")


def places(node: Node, path: str) -> dict[str, Span]:
    """Return the place of every value in the node, by dotted path from `path`."""
    return {name: inner.span for name, inner in walk(node, path)}


MAX_BYTES = 1 << 20
"""The largest size of a YAML file, in bytes: the texts of the longest rulebook take a small part of
it. A guess."""

UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Match a character that is not printable, by YAML 1.1, section 5.1."""

_TAB_HELP = "indent with spaces: YAML does not allow tabs there"
_HELP = {
    "mapping values are not allowed in this context": (
        "put a text that contains `: ` in quotes, and check the indentation of this line"
    ),
    "did not find expected alphabetic or numeric character": (
        "put a text that begins with `*` or `&` in quotes"
    ),
    "found character that cannot start any token": (
        "put a text that begins with a special character in quotes"
    ),
    "could not find expected ':'": "write `key: value`, with a space after the colon",
    "did not find expected ',' or ']'": "close the list with `]`, or put a comma before this",
    "did not find expected ',' or '}'": (
        "close the mapping with `}`, or put a comma before this; put a text with `: ` in quotes"
    ),
    "did not find expected key": "check the indentation and the quotes of this line and the last",
}


def read_yaml(path: Path, shown: str, problems: Problems) -> Node | None:
    """Return the document of a YAML file, or None with the reasons added to `problems`.

    `shown` is the path as the user would type it.
    """
    data = read_data(path, shown, problems)
    return None if data is None else read_bytes(data, shown, problems)


def read_data(path: Path, shown: str, problems: Problems) -> bytes | None:
    """Return the bytes of a YAML file, or None with the reason added to `problems`."""
    try:
        return read(path, MAX_BYTES)
    except ReadError as error:
        code = codes.FILE_TOO_LARGE if error.why is Why.TOO_LARGE else codes.CANNOT_READ
        problems.add(error.fault(code, shown))
        return None


def read_bytes(data: bytes, shown: str, problems: Problems) -> Node | None:
    """Return the document in these bytes, or None with the reasons added to `problems`."""
    source = source_of(data, shown, problems)
    if source is None:
        return None
    try:
        node = _composed(source, shown, problems)
    except TooMuchError as error:
        report_file(problems, codes.FILE_TOO_LARGE, f"the file is {error.what}", error.span)
        return None
    except yaml.MarkedYAMLError as error:
        _report_syntax(error, source, shown, problems)
        return None
    if node is None:
        report_file(problems, codes.EMPTY_FILE, "the file is empty", Span(shown))
    return node


_TOO_DEEP = "exceeded maximum nesting depth"
"""The message of libyaml, since 0.2.6, on brackets nested a thousand deep, which it meets before it
reports the first of them to us."""


def _composed(source: str, shown: str, problems: Problems) -> Node | None:
    """Return the document of a source.

    Raises:
        TooMuchError: it is larger than a game needs.
        yaml.MarkedYAMLError: it is not YAML.
    """
    try:
        return compose(source, shown, problems)
    except yaml.MarkedYAMLError as error:
        if error.problem != _TOO_DEEP or error.problem_mark is None:
            raise
        # The source before that is too deep as well, and gives the place where that begins.
        return compose(source[: error.problem_mark.index], shown, Problems())


def source_of(data: bytes, shown: str, problems: Problems) -> str | None:
    """Return the text of a file of structured data, or None with the reason added."""
    if len(data) > MAX_BYTES:
        report_file(problems, codes.FILE_TOO_LARGE, "the file is larger than 1 MiB", Span(shown))
        return None
    try:
        source = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "replace")
        report_file(
            problems,
            codes.CANNOT_READ,
            f"byte 0x{data[error.start]:02x} is not UTF-8",
            _place(before, shown),
        )
        return None
    strange = UNPRINTABLE.search(source)
    if strange is None:
        return source
    span = _place(source[: strange.start()], shown)
    name = f"U+{ord(strange[0]):04X}"
    report_file(problems, codes.NOT_YAML, f"{name} is a control character, not text", span)
    return None


def _place(before: str, shown: str) -> Span:
    line = before.count("\n") + 1
    return Span(shown, line, len(before) - before.rfind("\n"))


def _report_syntax(
    error: yaml.MarkedYAMLError, source: str, shown: str, problems: Problems
) -> None:
    mark = error.problem_mark or error.context_mark
    message = error.problem or "this is not YAML"
    span = Span(shown) if mark is None else Span(shown, mark.line + 1, mark.column + 1)
    cure = _HELP.get(message, "check the indentation, brackets and quotes around this place")
    if mark is not None and source[mark.index : mark.index + 1] == "\t":
        cure = _TAB_HELP
    begun = _BEGUN.get(error.context or "")
    start = error.context_mark
    notes = ((begun, Span(shown, start.line + 1, start.column + 1)),) if begun and start else ()
    text = f"not well-formed YAML: {message}"
    problems.add(Diagnostic(codes.NOT_YAML, text, span, "cannot parse YAML from here", cure, notes))


_BEGUN = {
    "while parsing a flow sequence": "the list begins here",
    "while parsing a flow mapping": "the mapping begins here",
    "while parsing a block collection": "the list begins here",
    "while parsing a block mapping": "the mapping begins here",
    "while scanning a quoted scalar": "the quoted text begins here",
}
"""The construct that libyaml was parsing, as a note on where it begins."""

_CURES = {
    codes.NOT_YAML: ("expected printable text", "remove the character"),
    codes.CANNOT_READ: (
        "expected a readable file in UTF-8",
        "check the name, and save the file as UTF-8",
    ),
    codes.FILE_TOO_LARGE: (
        "expected a smaller file",
        "split or shorten the file",
    ),
    codes.EMPTY_FILE: ("expected a mapping or a list", "write what the file is for, or remove it"),
}


def report_file(problems: Problems, code: Code, message: str, span: Span) -> None:
    """Report a file that cannot be read, with the help of its code."""
    problems.error(code, message, span, *_CURES[code])
