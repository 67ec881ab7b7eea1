"""A JSON file (RFC 8259) as a tree: the nodes of a YAML file, each with its place in the file.

Numbers, `true`, `false` and `null` stay as written, as values without quotes; strings are decoded.
The limits of depth, size and number of values are those of YAML files.
"""

import json
import re
from bisect import bisect_right
from json import JSONDecodeError

from printnplay.files.yaml_tree import (
    MAX_DEPTH,
    MAX_NODES,
    Entry,
    ListNode,
    MappingNode,
    Node,
    TextNode,
    TooMuchError,
    report_file,
    same_key,
    source_of,
)
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems, Span

_SPACE = re.compile(r"[ \t\r\n]*+")
_WORD = re.compile(r"[^\s,:{}\[\]\"]++")
_PLAIN = re.compile(r"true|false|null|-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?")
_LONE = re.compile("[\ud800-\udfff]")
"""Half of a surrogate pair: it is no character, and no file can contain it."""

_CURES = {"True": "write `true`", "False": "write `false`", "None": "write `null`"}
_CURES |= dict.fromkeys(("NaN", "nan", "Infinity", "-Infinity", "undefined"), "write `null`")
"""Values of JavaScript and Python that JSON does not have."""

_OF_STRINGS = {
    "Unterminated string starting at": ("a string does not end", 'expected `"` at its end'),
    "Invalid control character at": (
        "a string contains a line break or a tab",
        r"expected `\n` or `\t` instead",
    ),
}
_DECODER = json.JSONDecoder()


class _SyntaxFaultError(Exception):
    """A place where the file is not JSON: its offset, and the message, label and help."""

    def __init__(self, at: int, message: str, label: str, cure: str) -> None:
        super().__init__(message)
        self.at, self.said = at, (label, cure)


def read_json(data: bytes, shown: str, problems: Problems) -> Node | None:
    """Return the document in these bytes, or None with the reasons added to `problems`.

    `shown` is the path as the user would type it.
    """
    source = source_of(data, shown, problems)
    if source is None:
        return None
    if not source.strip():
        report_file(problems, codes.EMPTY_FILE, "the file is empty", Span(shown))
        return None
    reader = _Reader(source, shown, problems)
    try:
        return reader.document()
    except TooMuchError as error:
        report_file(problems, codes.FILE_TOO_LARGE, f"the file is {error.what}", error.span)
    except _SyntaxFaultError as error:
        text = f"not well-formed JSON: {error}"
        problems.error(codes.NOT_YAML, text, reader.span(error.at, error.at + 1), *error.said)
    return None


class _Reader:
    """Parses a document; each method for a part returns it with the offset after it."""

    def __init__(self, source: str, shown: str, problems: Problems) -> None:
        self.source, self.shown, self.problems = source, shown, problems
        self.lines = [0, *(found.end() for found in re.finditer("\n", source))]
        self.nodes = 0

    def span(self, start: int, end: int) -> Span:
        """Return the place between two offsets, at most up to the end of the line."""
        line = bisect_right(self.lines, start)
        first = self.lines[line - 1]
        broken = self.source.find("\n", start, end)
        if broken >= 0:
            end = start + len(self.source[start:broken].rstrip())
        return Span(self.shown, line, start - first + 1, max(end - start, 1))

    def document(self) -> Node:
        """Return the document; the file must end after it."""
        node, at = self._value(self._after_space(0), 1)
        at = self._after_space(at)
        if at < len(self.source):
            label, cure = "expected the end of the file", "write one list: `[{...}, {...}]`"
            raise _SyntaxFaultError(at, "the file goes on after its value", label, cure)
        return node

    def _after_space(self, at: int) -> int:
        space = _SPACE.match(self.source, at)
        return space.end() if space else at

    def _value(self, at: int, depth: int) -> tuple[Node, int]:
        self._count(at, depth)
        match self.source[at : at + 1]:
            case "{":
                return self._mapping(at, depth)
            case "[":
                return self._list(at, depth)
            case '"':
                return self._string(at)
        word = _WORD.match(self.source, at)
        if word is not None and _PLAIN.fullmatch(word[0]):
            end = word.end()
            return TextNode(word[0], self.span(at, end), at, end, in_flow=True), end
        raise self._no_value(at, word[0] if word else self.source[at : at + 1])

    def _count(self, at: int, depth: int) -> None:
        self.nodes += 1
        if depth > MAX_DEPTH:
            raise TooMuchError(f"nested more than {MAX_DEPTH} deep", self.span(at, at + 1))
        if self.nodes > MAX_NODES:
            raise TooMuchError(f"more than {MAX_NODES:,} values", self.span(at, at + 1))

    def _no_value(self, at: int, found: str) -> _SyntaxFaultError:
        label = "expected a string in double quotes, a number, `true`, `false` or `null`"
        if not found:
            return _SyntaxFaultError(at, "the file ends too early", "expected a value", "")
        if found[0] in "]}" and self.source[:at].rstrip().endswith(","):
            cure = "remove the comma before it"
            return _SyntaxFaultError(at, "a comma after the last value", "expected a value", cure)
        if found[0] in "/#":
            cure = "remove the comment; a table in YAML may have comments"
            return _SyntaxFaultError(at, "JSON has no comments", label, cure)
        cure = _CURES.get(found, f'write `"{found}"`' if found[0].isalnum() else "")
        return _SyntaxFaultError(at, f"`{found}` is not a value", label, cure)

    def _string(self, at: int) -> tuple[TextNode, int]:
        try:
            value, end = _DECODER.raw_decode(self.source, at)
        except JSONDecodeError as error:
            otherwise = ("a string has an unknown escape", r"expected one such as `\n` or `\u00e4`")
            message, label = _OF_STRINGS.get(error.msg, otherwise)
            raise _SyntaxFaultError(min(error.pos, len(self.source)), message, label, "") from error
        lone = _LONE.search(value)
        if lone is not None:
            text = rf"`\u{ord(lone[0]):04x}` is half of a character"
            raise _SyntaxFaultError(at, text, "expected both of its escapes", "")
        return TextNode(value, self.span(at, end), at, end, '"', in_flow=True), end

    def _list(self, start: int, depth: int) -> tuple[ListNode, int]:
        items: list[Node] = []
        at = self._after_space(start + 1)
        if self.source[at : at + 1] != "]":
            while True:
                item, at = self._value(at, depth + 1)
                items.append(item)
                at, is_last = self._separator(start, at, "]")
                if is_last:
                    break
        end = at + 1 if not items else at
        return ListNode(items, self.span(start, end), start, end), end

    def _mapping(self, start: int, depth: int) -> tuple[MappingNode, int]:
        entries: dict[str, Entry] = {}
        at, is_last = self._after_space(start + 1), False
        if self.source[at : at + 1] == "}":
            return MappingNode({}, self.span(start, at + 1), start, at + 1, flow=True), at + 1
        while not is_last:
            if self.source[at : at + 1] != '"':
                raise self._no_key(at)
            self._count(at, depth + 1)
            key, end = self._string(at)
            at = self._after_space(end)
            if self.source[at : at + 1] != ":":
                text, label = "a colon is missing after a key", "expected `:`"
                raise _SyntaxFaultError(at, text, label, f'write `"{key.value}": ...`')
            value, at = self._value(self._after_space(at + 1), depth + 1)
            if key.value in entries:
                self.problems.add(same_key(key, entries[key.value]))
            else:
                entries[key.value] = Entry(key.value, key.span, value, key.start)
            at, is_last = self._separator(start, at, "}")
        return MappingNode(entries, self.span(start, at), start, at, flow=True), at

    def _no_key(self, at: int) -> _SyntaxFaultError:
        word = _WORD.match(self.source, at)
        if word is None or word[0][0] in "/#":
            return self._no_value(at, self.source[at : at + 1])
        cure = 'write `"' + word[0].strip("'") + '"`'
        text, label = f"the key `{word[0]}` is not in double quotes", "expected a string"
        return _SyntaxFaultError(at, text, label, cure)

    def _separator(self, start: int, at: int, closing: str) -> tuple[int, bool]:
        """Return the offset of the next value, or that after the end of the list or mapping."""
        at = self._after_space(at)
        found = self.source[at : at + 1]
        if found == closing:
            return at + 1, True
        if found == ",":
            return self._after_space(at + 1), False
        line = self.span(start, start + 1).line
        kind = "list" if closing == "]" else "mapping"
        text = f"the {kind} that begins in line {line} does not end"
        if found and found not in "]}:":
            text = "a comma is missing between two values"
        raise _SyntaxFaultError(at, text, f"expected `,` or `{closing}`", "")
