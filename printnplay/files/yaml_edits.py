"""Edits of YAML files that leave every other byte as a person wrote it.

A changed value keeps its way of quoting where that can hold the new text, and is put in double
quotes otherwise. A new key goes behind the nearest one that precedes it in the wanted order,
indented as that is, and in braces if that is. Spaces that look alike are written as escapes.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from typing import Concatenate, ParamSpec, TypeAlias

import yaml

from printnplay.files.yaml_tree import (
    Entry,
    MappingNode,
    Node,
    TextNode,
    TooMuchError,
    compose,
    walk,
)
from printnplay.model.diagnostics import Problems, Span
from printnplay.model.languages import CATEGORIES

Value: TypeAlias = str | Mapping[str, "Value"]
"""A text, or texts by key."""

STEP = 2
"""Spaces by which a new level is indented."""

SINGLE = "other"
"""The form of a text that has only one."""

BOM = "\ufeff"
"""What some editors put before all else; it is not part of the YAML."""

_NAMED = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}
_ESCAPED = re.compile(r'["\\\x00-\x1f\x7f-\xa0\xad\u2000-\u200f\u2028-\u202f\u205f-\u206f\ufeff]')

_Rest = ParamSpec("_Rest")
_Edit: TypeAlias = Callable[Concatenate[str, _Rest], str]


class UnknownPlaceError(LookupError):
    """A value was to be changed or added where the file has no place for it."""

    def __init__(self, where: str | Span) -> None:
        """Keep what was looked for."""
        super().__init__(f"there is no value at {where}")
        self.where = where


def _after_mark(edit: _Edit[_Rest]) -> _Edit[_Rest]:
    """The edit of a source that may begin with a byte order mark, which it keeps."""

    @wraps(edit)
    def whole(source: str, /, *rest: _Rest.args, **named: _Rest.kwargs) -> str:
        mark = BOM if source.startswith(BOM) else ""
        return mark + edit(source.removeprefix(BOM), *rest, **named)

    return whole


def quoted(text: str) -> str:
    r"""The text in double quotes; what is invisible, or looks like a space, is escaped.

    >>> print(quoted("4\u00a0cm: “so”"))
    "4\u00a0cm: “so”"
    """
    return '"' + _ESCAPED.sub(lambda found: _escape(found[0]), text) + '"'


def _escape(character: str) -> str:
    return _NAMED.get(character) or f"\\u{ord(character):04x}"


def leaves(source: str) -> dict[str, TextNode]:
    """The single values of a file that loads without faults, by dotted path, in its order.

    Items of lists count from 0: `flip.fr.forbidden.0`.

    Raises:
        yaml.YAMLError: the source is not YAML.
    """
    return _leaves(_tree(source))


def _tree(source: str) -> Node | None:
    """The document; faults of its shape are told when it is loaded."""
    return compose(source, "", Problems())


def _leaves(root: Node | None) -> dict[str, TextNode]:
    return {path: node for path, node in walk(root) if isinstance(node, TextNode)}


@_after_mark
def rewritten(source: str, changes: Mapping[str, str] | Mapping[Span, str]) -> str:
    """The source with these values instead of its own; one that says so already stays as it is.

    A value is named by its path, or by where it is in the file. A line break at the very end of a
    value does not count.

    Raises:
        UnknownPlaceError: there is no such value.
        yaml.YAMLError: the source is not YAML.
    """
    known: dict[str | tuple[int, int], TextNode] = {}
    for path, leaf in _leaves(_tree(source)).items():
        known[path] = known[leaf.span.line, leaf.span.column] = leaf
    new: list[tuple[TextNode, str]] = []
    for where, text in changes.items():
        key = (where.line, where.column) if isinstance(where, Span) else where
        if key not in known:
            raise UnknownPlaceError(where)
        new.append((known[key], text.rstrip("\n")))
    pieces, done = [], 0
    for leaf, text in sorted(new, key=lambda change: change[0].start):
        if leaf.value.rstrip("\n") != text:
            pieces += [source[done : leaf.start], _written(leaf, text, source)]
            done = leaf.end
    return "".join([*pieces, source[done:]])


def _written(leaf: TextNode, text: str, source: str) -> str:
    """The text as it is to be written in the source: in its old style if that can hold it."""
    if leaf.start == leaf.end:
        return " " + quoted(text)
    if leaf.style == '"':
        return quoted(text)
    if leaf.style == "'":
        kept = "'" + text.replace("'", "''") + "'"
    else:
        kept = _block(leaf, text, source) if leaf.style else text
    return kept if _says(kept, text, leaf) else quoted(text)


def _says(written: str, text: str, leaf: TextNode) -> bool:
    """Whether a reader, of YAML or of a screen, takes the text from this where it is to go."""
    if leaf.style in ("", "'") and (not text or _ESCAPED.search(text.replace('"', ""))):
        return False
    before, after = ("{key: ", "}") if leaf.in_flow else ("key: ", "\n")
    try:
        read = leaves(before + written + after)
    except yaml.YAMLError:
        return False
    return {path: node.value.rstrip("\n") for path, node in read.items()} == {"key": text}


def _block(leaf: TextNode, text: str, source: str) -> str:
    """A block of lines below its mark; a folded one has an empty line for each line break."""
    head, _, body = source[leaf.start : leaf.end].partition("\n")
    indent = body[: len(body) - len(body.lstrip(" "))]
    end = "\r\n" if head.endswith("\r") else "\n"
    lines = text.split("\n")
    if leaf.style == ">":
        lines = [part for line in lines for part in (line, "")][:-1]
    return head.rstrip("\r") + end + end.join(indent + line if line else "" for line in lines)


def inserted(source: str, path: str, value: Value, order: Iterable[str]) -> str:
    """The source with a value that it lacks, or with texts by key where it has a single one.

    `path` has dots between its keys, from the root of the file; `order` are the paths of all
    values in the order that they are to have.

    Raises:
        UnknownPlaceError: something else is where the value, or what holds it, belongs.
        yaml.YAMLError: the source is not YAML.
    """
    keys = path.split(".")
    try:
        holder, entry, depth = _deepest(_tree(source), keys)
    except TooMuchError:
        raise UnknownPlaceError(path) from None
    rest = keys[depth:]
    if isinstance(holder, TextNode) and (not rest or holder.start == holder.end):
        opened = _nested(rest, value)
        if entry is None or isinstance(opened, str):
            raise UnknownPlaceError(path)
        return _opened(source, entry, opened)
    if not rest or not isinstance(holder, MappingNode) or not (holder.entries or holder.flow):
        raise UnknownPlaceError(path)
    earlier = _before(keys[:depth], rest[0], order)
    beside = [entry for name, entry in holder.entries.items() if name in earlier]
    put = _in_flow if holder.flow else _in_block
    return put(source, holder, beside[-1] if beside else None, {rest[0]: _nested(rest[1:], value)})


def _deepest(root: Node | None, keys: Sequence[str]) -> tuple[Node | None, Entry | None, int]:
    """The last value on the way that is there, its key, and how many keys lead to it."""
    node, entry = root, None
    for depth, key in enumerate(keys):
        if not isinstance(node, MappingNode) or key not in node.entries:
            return node, entry, depth
        entry = node.entries[key]
        node = entry.value
    return node, entry, len(keys)


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


def _opened(source: str, entry: Entry, value: Mapping[str, Value]) -> str:
    """Texts by key in the place of the single text of a key, or of nothing."""
    node = entry.value
    if isinstance(node, TextNode) and node.in_flow:
        return source[: node.start] + _flow(value) + source[node.end :]
    end = _line_end(source)
    lines = end.join(_inserted_block(value, entry.span.column - 1 + STEP))
    return source[: node.start].rstrip(" ") + end + lines + source[node.end :]


def _in_block(
    source: str, holder: MappingNode, beside: Entry | None, new: Mapping[str, Value]
) -> str:
    first = next(iter(holder.entries.values()))
    near = first if beside is None else beside
    column, end = near.span.column - 1, _line_end(source)
    if isinstance(near.value, MappingNode) and near.value.flow:
        lines = " " * column + _pairs(new)
    else:
        lines = end.join(_inserted_block(new, column))
    if beside is None:
        at = _above_remarks(source, first.start)
    else:
        at = source.find("\n", beside.value.end) + 1
        if not at:
            return source + end + lines
    return source[:at] + lines + end + source[at:]


def _in_flow(
    source: str, holder: MappingNode, beside: Entry | None, new: Mapping[str, Value]
) -> str:
    if beside is not None:
        at = beside.value.end
        return f"{source[:at]}, {_pairs(new)}{source[at:]}"
    at = holder.start + 1
    return f"{source[:at]}{_pairs(new)}{', ' if holder.entries else ''}{source[at:]}"


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
    return quoted(value) if isinstance(value, str) else "{" + _pairs(value) + "}"


def _pairs(values: Mapping[str, Value]) -> str:
    return ", ".join(f"{name}: {_flow(value)}" for name, value in values.items())


def _line_end(source: str) -> str:
    return "\r\n" if "\r\n" in source else "\n"


@_after_mark
def all_inserted(source: str, texts: Mapping[str, str]) -> str:
    """The source with texts that it lacks, by path, each behind all of its siblings.

    Raises:
        UnknownPlaceError: the source cannot hold a text and still say all that it said.
        yaml.YAMLError: the source is not YAML.
    """
    before = {name: leaf.value for name, leaf in leaves(source).items()}
    for path, text in texts.items():
        source = inserted(source, path, text, (*before, *texts))
        try:
            after = {name: leaf.value for name, leaf in leaves(source).items()}
        except yaml.YAMLError as error:
            raise UnknownPlaceError(path) from error
        if after != {**before, path: text}:
            raise UnknownPlaceError(path)
        before = after
    return source


@_after_mark
def merged(source: str, texts: Mapping[str, Mapping[str, str]], order: Iterable[str]) -> str:
    """The source with these texts, each by its path and with all its forms.

    A text is changed, filled in or added, whichever it needs. An empty form changes none that is
    there. `order` are the paths of all texts in the order that they are to have.

    Raises:
        UnknownPlaceError: something else is where a text belongs.
        yaml.YAMLError: the source is not YAML.
    """
    there = leaves(source)
    changes: dict[str, str] = {}
    added: dict[str, Value] = {}
    for path, forms in texts.items():
        named = {f"{path}.{name}": text for name, text in forms.items() if text.strip()}
        single = forms[SINGLE] if forms.keys() == {SINGLE} else None
        if path in there and single is not None:
            changes[path] = single
        elif any(f"{path}.{name}" in there for name in CATEGORIES):
            changes |= {name: text for name, text in named.items() if name in there}
            added |= {name: text for name, text in named.items() if name not in there}
        else:
            added[path] = forms if single is None else single
    new = rewritten(source, changes)
    paths = [name for path in order for name in (path, *(f"{path}.{form}" for form in CATEGORIES))]
    for path, value in added.items():
        new = inserted(new, path, value, paths)
    return new
