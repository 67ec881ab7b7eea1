"""Edits of YAML files that preserve every other byte of the file.

A changed value keeps its quoting style if that can hold the new text; otherwise it is put in double
quotes. A new key goes after the nearest key that precedes it in the given order, with the same
indentation, and in braces if that key is. Unusual spaces are written as escapes.

Each edited source is parsed again before it is returned: every value must be unchanged or have its
new text, and the file must have no new faults.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from itertools import accumulate
from typing import Any, Concatenate, ParamSpec, TypeAlias

import yaml
from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.files.yaml_tree import (
    Entry,
    MappingNode,
    Node,
    TextNode,
    TooMuchError,
    compose,
    walk,
)
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Problems, Span
from printnplay.kernel.languages import CATEGORIES
from printnplay.kernel.strings import spliced

Value: TypeAlias = str | Mapping[str, "Value"]
"""A text, or texts by key."""

STEP = 2
"""The spaces of a new indentation level: as in the files that ship."""

SINGLE = "other"
"""The form of a text with only one form."""

BOM = "\ufeff"
"""The byte order mark that some editors put first; it is not part of the YAML."""

_NAMED = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}
_ESCAPED = re.compile(r'["\\\x00-\x1f\x7f-\xa0\xad\u2000-\u200f\u2028-\u202f\u205f-\u206f\ufeff]')

_HEADER = re.compile(r"[|>][-+0-9]*([ \t]+#[^\r\n]*)")
"""The header of a block scalar, if a comment is beside it."""

_Rest = ParamSpec("_Rest")
_Edit: TypeAlias = Callable[Concatenate[str, _Rest], str]


class UnknownPlaceError(LookupError):
    """A value that cannot be changed or added without changing other values of the file."""

    def __init__(self, where: str | Span) -> None:
        """Keep the path or the place of the value."""
        super().__init__(f"there is no value at {where}")
        self.where = where

    def fault(self, shown: str) -> Diagnostic:
        """Return the diagnostic of a file that was left unchanged."""
        place = self.where if isinstance(self.where, Span) else Span(shown)
        what = "this value" if isinstance(self.where, Span) else f"`{self.where}`"
        return Diagnostic(
            codes.CANNOT_WRITE,
            f"{what} cannot be changed in {shown} without changing other values",
            replace(place, file=shown),
            "the file stays as it was",
            "edit it by hand: put it on its own line, in double quotes",
        )


def after_mark(edit: _Edit[_Rest]) -> _Edit[_Rest]:
    """Make an edit keep the byte order mark at the start of its source."""

    @wraps(edit)
    def whole(source: str, /, *rest: _Rest.args, **named: _Rest.kwargs) -> str:
        mark = BOM if source.startswith(BOM) else ""
        return mark + edit(source.removeprefix(BOM), *rest, **named)

    return whole


def quoted(text: str) -> str:
    r"""Return the text in double quotes, with invisible and space-like characters escaped.

    >>> print(quoted("4\u00a0cm: “so”"))
    "4\u00a0cm: “so”"
    """
    return '"' + _ESCAPED.sub(lambda match: _escape(match[0]), text) + '"'


def _escape(character: str) -> str:
    return _NAMED.get(character) or f"\\u{ord(character):04x}"


def leaves(source: str) -> dict[str, TextNode]:
    """Return the scalar values of a file without faults by dotted path, in file order.

    Items of lists count from 0: `flip.fr.forbidden.0`.

    Raises:
        yaml.YAMLError: the source is not YAML.
    """
    return _leaves(_tree(source))


def _tree(source: str) -> Node | None:
    """Return the document; the loader reports the faults of its structure."""
    return compose(source, "", Problems())


def _leaves(root: Node | None) -> dict[str, TextNode]:
    return {path: node for path, node in walk(root) if isinstance(node, TextNode)}


_Said: TypeAlias = dict[str, str]
"""The value at each path of a file."""


def _said(source: str) -> tuple[_Said, list[str]]:
    """Return the values of a file, and the faults of its structure.

    Raises:
        yaml.YAMLError: the source is not YAML.
    """
    problems = Problems()
    root = compose(source, "", problems)
    said = {path: leaf.value.rstrip("\n") for path, leaf in _leaves(root).items()}
    return said, [fault.message for fault in problems.found]


def _lost(source: str, meant: _Said, faults: list[str]) -> str | None:
    """Return the path of the first value that is missing or wrong in an edited source, if any."""
    try:
        said, found = _said(source)
    except yaml.YAMLError:
        return next(iter(meant), "")
    if said == meant and found == faults:
        return None
    return next((path for path in (*meant, *said) if meant.get(path) != said.get(path)), "")


@after_mark
def rewritten(source: str, changes: Mapping[str, str] | Mapping[Span, str]) -> str:
    """Return the source with these values replaced; equal ones stay unchanged.

    A value is given by its path, or by its place in the file. A line break at the very end of a
    value is ignored.

    Raises:
        UnknownPlaceError: there is no such value, or it cannot be changed alone.
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
        if known[key].value.rstrip("\n") != text.rstrip("\n"):
            new.append((known[key], text.rstrip("\n")))
    if not new:
        return source
    new.sort(key=lambda change: change[0].start)
    meant, faults = _said(source)
    texts = {leaf.start: text for leaf, text in new}
    meant |= {
        path: texts[at.start] for path, at in _leaves(_tree(source)).items() if at.start in texts
    }
    for write in (_written, _quoted):
        written = ((leaf.start, leaf.end, write(leaf, text, source)) for leaf, text in new)
        made = spliced(source, written)
        if _lost(made, meant, faults) is None:
            return made
    raise UnknownPlaceError(new[0][0].span)


@after_mark
def renamed(source: str, keys: Mapping[str, str]) -> str:
    """Return the source with keys renamed, by their dotted paths; their values stay.

    Raises:
        UnknownPlaceError: there is no such key, or it cannot be renamed alone.
        yaml.YAMLError: the source is not YAML.
    """
    nodes = dict(walk(_tree(source)))
    changes: list[tuple[int, int, str]] = []
    said, faults = _said(source)
    for path, name in keys.items():
        holder, _, key = path.rpartition(".")
        node = nodes.get(holder)
        entry = node.entries.get(key) if isinstance(node, MappingNode) else None
        if entry is None or f"{holder}.{name}" in nodes:
            raise UnknownPlaceError(path)
        spellings = (key, f'"{key}"', f"'{key}'")
        old = next((one for one in spellings if source.startswith(one, entry.start)), "")
        changes.append((entry.start, entry.start + len(old), key_as_written(name)))
        said = {
            f"{holder}.{name}{other[len(path) :]}"
            if f"{other}.".startswith(f"{path}.")
            else other: to
            for other, to in said.items()
        }
    made = spliced(source, sorted(changes))
    if _lost(made, said, faults) is not None:
        raise UnknownPlaceError(next(iter(keys)))
    return made


def _quoted(leaf: TextNode, text: str, source: str) -> str:
    """Return the text in double quotes, with the separator from its key and any comment."""
    return _colon(leaf, source) + quoted(text) + _remark(leaf, source)


def _remark(leaf: TextNode, source: str) -> str:
    """Return the comment on the header of a block scalar (`|  # keep`), with the spaces before it.

    Offsets of a block scalar include its header, so whatever replaces it has to repeat the comment.
    """
    header = _HEADER.match(source, leaf.start, leaf.end) if leaf.style in ("|", ">") else None
    return header[1] if header else ""


def _colon(leaf: TextNode, source: str) -> str:
    """Return the separator of a key and its first value: keys in braces may lack the colon."""
    if leaf.start != leaf.end:
        return ""
    has_colon = not leaf.in_flow or source[: leaf.start].rstrip().endswith(":")
    return " " if has_colon else ": "


def _written(leaf: TextNode, text: str, source: str) -> str:
    """Return the text as written in the source: in the old style if that can hold it."""
    if leaf.start == leaf.end or leaf.style == '"':
        return _quoted(leaf, text, source)
    if leaf.style == "'":
        kept = "'" + text.replace("'", "''") + "'"
    else:
        kept = _block(leaf, text, source) if leaf.style else text
    return kept if _says(kept, text, leaf) else _quoted(leaf, text, source)


def _says(written: str, text: str, leaf: TextNode) -> bool:
    """Return whether a parser and a human reader would both read this as the text."""
    if leaf.style in ("", "'") and (not text or _ESCAPED.search(text.replace('"', ""))):
        return False
    before, after = ("{key: ", "}") if leaf.in_flow else ("key: ", "\n")
    try:
        read = leaves(before + written + after)
    except yaml.YAMLError:
        return False
    return {path: node.value.rstrip("\n") for path, node in read.items()} == {"key": text}


def _block(leaf: TextNode, text: str, source: str) -> str:
    """Return a block scalar below its indicator; a folded one has an empty line per line break."""
    head, _, body = source[leaf.start : leaf.end].partition("\n")
    indent = body[: len(body) - len(body.lstrip(" "))]
    end = "\r\n" if head.endswith("\r") else "\n"
    lines = text.split("\n")
    if leaf.style == ">":
        lines = [part for line in lines for part in (line, "")][:-1]
    return head.rstrip("\r") + end + end.join(indent + line if line else "" for line in lines)


def inserted(source: str, values: Mapping[str, Value], order: Iterable[str]) -> str:
    """Return the source with missing values added, or single texts replaced by mappings.

    A path has dots between its keys, from the root of the file; `order` gives the paths of all
    values in the wanted order.

    Raises:
        UnknownPlaceError: something else is at the place of a value or of its parent, or the source
            cannot hold the value without changing others.
        yaml.YAMLError: the source is not YAML.
    """
    if not values:
        return source
    try:
        root = _tree(source)
    except TooMuchError:
        raise UnknownPlaceError(next(iter(values))) from None
    ranks = _ranks(order)
    holders: dict[int, _Holder] = {}
    for path in sorted(values, key=lambda path: ranks.get(path, len(ranks))):
        keys = path.split(".")
        node, entry, depth = _deepest(root, keys)
        holder = holders.setdefault(id(node), _Holder(node, entry, keys[:depth]))
        holder.add(path, keys[depth:], values[path])
    page = _Page(source, "\r\n" if "\r\n" in source else "\n")
    changes = [change for holder in holders.values() for change in holder.changes(page, ranks)]
    changes.sort(key=lambda change: (change.start, -change.depth))
    made = spliced(source, ((change.start, change.end, change.text) for change in changes))
    meant, faults = _said(source)
    new = dict(_flat(values))
    for path in new:
        for parent in accumulate(path.split("."), "{}.{}".format):
            meant.pop(parent, None)  # a single text or an empty value, now replaced by several
    lost = _lost(made, meant | new, faults)
    if lost is not None:
        raise UnknownPlaceError(lost if lost in new else next(iter(values)))
    return made


def _flat(values: Mapping[str, Value], before: str = "") -> Iterator[tuple[str, str]]:
    for name, value in values.items():
        if isinstance(value, str):
            yield before + name, value.rstrip("\n")
        else:
            yield from _flat(value, f"{before}{name}.")


def _ranks(order: Iterable[str]) -> dict[str, int]:
    """Return the first position of each path in the order, also of paths that are only parents."""
    ranks: dict[str, int] = {}
    for number, path in enumerate(order):
        dot = path.find(".")
        while dot >= 0:
            ranks.setdefault(path[:dot], number)
            dot = path.find(".", dot + 1)
        ranks.setdefault(path, number)
    return ranks


def _deepest(root: Node | None, keys: Sequence[str]) -> tuple[Node | None, Entry | None, int]:
    """Return the deepest existing value on the path, its key, and how many keys lead to it."""
    node, entry = root, None
    for depth, key in enumerate(keys):
        if not isinstance(node, MappingNode) or key not in node.entries:
            return node, entry, depth
        entry = node.entries[key]
        node = entry.value
    return node, entry, len(keys)


class _Change(Struct, frozen=True):
    """A replacement of the characters of the source from `start` to `end`.

    `depth` is that of the holder: of changes at the same position, inner ones come first.
    """

    start: int
    end: int
    text: str
    depth: int = 0


class _Holder(Struct):
    """An existing node that new values are added to: a mapping, or the single text of a key."""

    node: Node | None
    entry: Entry | None
    parents: Sequence[str]
    new: dict[str, Any] = field(default_factory=dict)

    def add(self, path: str, keys: Sequence[str], value: Value) -> None:
        """Add a value, by its keys below this holder.

        Raises:
            UnknownPlaceError: the holder cannot take it.
        """
        node = self.node
        if isinstance(node, TextNode):
            is_free = node.start == node.end if keys else not isinstance(value, str)
            fits = is_free and self.entry is not None
        else:
            fits = isinstance(node, MappingNode) and bool(keys and (node.entries or node.flow))
        if not fits or not _nest(self.new, keys, value):
            raise UnknownPlaceError(path)

    def changes(self, page: "_Page", ranks: Mapping[str, int]) -> Iterator[_Change]:
        """Yield the changes that add the values, each after the nearest preceding sibling."""
        depth = len(self.parents)
        if isinstance(self.node, TextNode) and self.entry is not None:
            yield replace(page.opened(self.entry, self.new), depth=depth)
        if isinstance(self.node, MappingNode):
            put = page.in_flow if self.node.flow else page.in_block
            for name, new in self._by_neighbour(self.node, ranks).items():
                yield replace(put(self.node, self.node.entries.get(name), new), depth=depth)

    def _by_neighbour(
        self, node: MappingNode, ranks: Mapping[str, int]
    ) -> dict[str, dict[str, Value]]:
        """Return the new values by the sibling that they follow; empty for those that go first."""
        start = "".join(f"{key}." for key in self.parents)
        names = list(node.entries)
        ranked = sorted(
            (ranks[start + name], place)
            for place, name in enumerate(names)
            if start + name in ranks
        )
        # For each sibling by rank, the last position in the file of it and those before it.
        places = list(accumulate((place for _, place in ranked), max))
        groups: dict[str, dict[str, Value]] = {}
        for name, value in self.new.items():
            before = bisect_left(ranked, (ranks.get(start + name, len(ranks)),))
            neighbour = names[places[before - 1]] if before else ""
            groups.setdefault(neighbour, {})[name] = value
        return groups


def _nest(into: dict[str, Any], keys: Sequence[str], value: Value) -> bool:
    """Put a value where its keys lead; return whether there was room for it."""
    if not isinstance(value, str):
        return all(_nest(into, [*keys, name], inner) for name, inner in value.items())
    *parents, last = keys
    for key in parents:
        into = into.setdefault(key, {})
        if isinstance(into, str):
            return False
    return into.setdefault(last, value) is value


class _Page(Struct, frozen=True):
    """A source to edit, with the line ending that it uses."""

    source: str
    line_end: str

    def opened(self, entry: Entry, value: Mapping[str, Value]) -> _Change:
        """Return a change that replaces the single or missing text of a key by a mapping."""
        node = entry.value
        if isinstance(node, TextNode) and node.in_flow:
            return _Change(node.start, node.end, _colon(node, self.source) + _flow(value))
        start = node.start
        while self.source[start - 1] == " ":
            start -= 1
        lines = _inserted_block(value, entry.span.column - 1 + STEP)
        remark = _remark(node, self.source) if isinstance(node, TextNode) else ""
        return _Change(start, node.end, self.line_end.join([remark, *lines]))

    def in_block(
        self, holder: MappingNode, beside: Entry | None, new: Mapping[str, Value]
    ) -> _Change:
        """Return new lines after a sibling, or before the first one and its comments."""
        first = next(iter(holder.entries.values()))
        near = first if beside is None else beside
        column = near.span.column - 1
        flat = all(isinstance(one, str) for value in new.values() for one in _inner(value))
        if flat and isinstance(near.value, MappingNode) and near.value.flow:
            written = [" " * column + _pairs({name: value}) for name, value in new.items()]
        else:
            written = list(_inserted_block(new, column))
        lines = self.line_end.join(written)
        if beside is None:
            at = above_remarks(self.source, first.start)
        else:
            at = self.source.find("\n", beside.value.end) + 1
            if not at:
                return _Change(len(self.source), len(self.source), self.line_end + lines)
        return _Change(at, at, lines + self.line_end)

    def in_flow(
        self, holder: MappingNode, beside: Entry | None, new: Mapping[str, Value]
    ) -> _Change:
        """Return new pairs within braces, after a sibling or first."""
        if beside is not None:
            return _Change(beside.value.end, beside.value.end, f", {_pairs(new)}")
        at = holder.start + 1
        return _Change(at, at, _pairs(new) + (", " if holder.entries else ""))


def _inner(value: Value) -> Iterable[Value]:
    return (value,) if isinstance(value, str) else value.values()


def above_remarks(source: str, key: int) -> int:
    """Return the start of the line of a key, or of the comments right above it."""
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
            yield f"{' ' * column}{key_as_written(name)}: {quoted(inner)}"
        else:
            yield f"{' ' * column}{key_as_written(name)}:"
            yield from _inserted_block(inner, column + STEP)


def _flow(value: Value) -> str:
    return quoted(value) if isinstance(value, str) else "{" + _pairs(value) + "}"


def _pairs(values: Mapping[str, Value]) -> str:
    return ", ".join(f"{key_as_written(name)}: {_flow(value)}" for name, value in values.items())


def key_as_written(name: str) -> str:
    """Return a key, in quotes if YAML would parse it as something else."""
    return name if _PLAIN_KEY.fullmatch(name) else quoted(name)


_PLAIN_KEY = re.compile(r"\w[\w-]*( [\w-]+)*")


@after_mark
def all_inserted(source: str, texts: Mapping[str, str]) -> str:
    """Return the source with missing texts added, by path, each after all of its siblings.

    Raises:
        UnknownPlaceError: the source cannot hold a text without changing other values.
        yaml.YAMLError: the source is not YAML.
    """
    return inserted(source, texts, [*leaves(source), *texts])


@after_mark
def merged(source: str, texts: Mapping[str, Mapping[str, str]], order: Iterable[str]) -> str:
    """Return the source with these texts, each by its path and with all its forms.

    A text is changed, filled in or added, as needed. An empty form leaves an existing one
    unchanged. `order` gives the paths of all texts in the wanted order.

    Raises:
        UnknownPlaceError: something else is at the place of a text, or the source cannot hold it
            without changing other values.
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
    paths = [name for path in order for name in (path, *(f"{path}.{form}" for form in CATEGORIES))]
    return inserted(rewritten(source, changes), added, paths)


@after_mark
def appended(source: str, path: str, text: str, order: Iterable[str]) -> str:
    """Return the source with a text added to the end of a list, which is created if it is missing.

    `order` gives the paths of the values beside the list, in the wanted order.

    Raises:
        UnknownPlaceError: the list is empty, or the source cannot hold the text without changing
            other values.
        yaml.YAMLError: the source is not YAML.
    """
    there = leaves(source)
    items = [leaf for name, leaf in there.items() if name.rpartition(".")[0] == path]
    item = f"{path}.{len(items)}"
    if not items:
        made = inserted(source, {path: text}, [*order, path])
        leaf = leaves(made)[path]
        made = f"{made[: leaf.start]}[{made[leaf.start : leaf.end]}]{made[leaf.end :]}"
    elif items[-1].in_flow:
        made = f"{source[: items[-1].end]}, {quoted(text)}{source[items[-1].end :]}"
    else:
        made = _with_line_below(source, items[-1], quoted(text))
    meant, faults = _said(source)
    meant.pop(path, None)  # an empty value
    if _lost(made, meant | {item: text.rstrip("\n")}, faults) is not None:
        raise UnknownPlaceError(path)
    return made


def _with_line_below(source: str, item: TextNode, written: str) -> str:
    """Return the source with an item on a line of its own below that of another."""
    start = source.rfind("\n", 0, item.start) + 1
    dash = source[start : item.start]
    end = source.find("\n", item.end)
    end = len(source) if end < 0 else end + 1
    line_break = "\r\n" if "\r\n" in source else "\n"
    before = source[:end] if source[:end].endswith("\n") else source[:end] + line_break
    return f"{before}{dash}{written}{line_break}{source[end:]}"
