"""Edits of lists in YAML files: items are added, moved and removed, every other byte is kept.

Only lists with lines of their own for each item can be edited. Comments right above an item belong
to it. Each edited source is parsed again before it is returned.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import yaml
from msgspec import Struct

from printnplay.files.yaml_edits import STEP, UnknownPlaceError, above_remarks, after_mark
from printnplay.files.yaml_tree import ListNode, Node, compose, walk
from printnplay.files.yaml_tree import plain as plain_of
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.strings import spliced
from printnplay.kernel.values import Plain


class _Item(Struct, frozen=True):
    """An item in its source: from the line of its comments to the end of its last line."""

    start: int
    dash: int
    value: int
    end: int


@after_mark
def unlisted(source: str, path: str, number: int) -> str:
    r"""Return the source without an item of a list, which may be in brackets; others have to stay.

    Raises:
        UnknownPlaceError: there is no such list or item, it is the only one, other values would
            change, or something is not YAML.

    >>> print(unlisted("a: [one, two]\n", "a", 0), end="")
    a: [two]
    """
    node = _nodes(source, path).get(path)
    items = node.items if isinstance(node, ListNode) else []
    if not 0 <= number < len(items) or len(items) == 1:
        raise UnknownPlaceError(path)
    others = [*range(number), *range(number + 1, len(items))]
    if _listed(source, node) is not None:
        return relisted(source, path, others)
    is_last = number == len(items) - 1
    start = items[number - 1].end if is_last else items[number].start
    end = items[number].end if is_last else items[number + 1].start
    made = spliced(source, [(start, end, "")])
    if _plain(made) != _meant(source, path, others):
        raise UnknownPlaceError(path)
    return made


@after_mark
def relisted(source: str, path: str, items: Sequence[int | str]) -> str:
    r"""Return the source with these items in a list, in this order.

    Args:
        source: the file.
        path: the path of the list, with dots; items count from 0.
        items: at least one; for an item of the list its number, for a new one its YAML, which may
            begin with comments.

    Raises:
        UnknownPlaceError: there is no such list, an item has no line of its own, other values
            would change, or something is not YAML.

    >>> print(relisted("a:\n  - one\n  - two: 2\n", "a", [1, "three: 3\nfour: 4", 0]), end="")
    a:
      - two: 2
      - three: 3
        four: 4
      - one
    """
    listed = _items(source, path)
    if not items:
        raise UnknownPlaceError(path)
    line_end = "\r\n" if "\r\n" in source else "\n"
    column = listed[0].dash - (source.rfind("\n", 0, listed[0].dash) + 1)
    gaps = [source[one.end : other.start] for one, other in pairwise(listed)]
    # What separates items, such as an empty line, stays between the same positions.
    gaps += [line_end if gaps and all(gaps) else ""] * (len(items) - len(listed))
    texts = [
        _as_item(item, column, line_end)
        if isinstance(item, str)
        else _ended(source[listed[item].start : listed[item].end], line_end)
        for item in items
    ]
    # Comments between items that are gone stay at the end.
    last = "".join(gap for gap in gaps[len(texts) - 1 :] if gap.strip())
    between = [*gaps[: len(texts) - 1], last]
    body = "".join(text + gap for text, gap in zip(texts, between, strict=True))
    start, end = listed[0].start, listed[-1].end
    if end == len(source) and not source.endswith("\n"):
        body = body.removesuffix(line_end)
    made = spliced(source, [(start, end, body)])
    if _plain(made) != _meant(source, path, items):
        raise UnknownPlaceError(path)
    return made


def item_at(source: str, path: str, number: int) -> str:
    r"""Return an item of a list as YAML of its own, with its comments, as `relisted` takes it.

    Raises:
        UnknownPlaceError: there is no such list or item, an item has no line of its own, or the
            source is not YAML.

    >>> item_at("a:\n  - one\n  # why\n  - two: 2\n    three: 3\n", "a", 1)
    '# why\ntwo: 2\nthree: 3'
    """
    listed = _items(source, path)
    if not 0 <= number < len(listed):
        raise UnknownPlaceError(path)
    item = listed[number]
    remarks = [line.strip() for line in source[item.start : item.dash].splitlines()]
    indent = item.value - (source.rfind("\n", 0, item.dash) + 1)
    first, *rest = source[item.value : item.end].splitlines()
    inner = [line[indent:] if line[:indent].isspace() else line for line in rest]
    return "\n".join([*filter(None, remarks), first, *inner])


def _as_item(text: str, column: int, line_end: str) -> str:
    """Return a new item in its lines, with its dash behind its comments."""
    lines = text.split("\n")
    at = next((number for number, line in enumerate(lines) if not line.startswith("#")), 0)
    dashed = [*lines[:at], f"- {lines[at]}", *(" " * STEP + line for line in lines[at + 1 :])]
    return "".join((" " * column + line).rstrip() + line_end for line in dashed)


def _ended(lines: str, line_end: str) -> str:
    return lines if lines.endswith("\n") else lines + line_end


def _items(source: str, path: str) -> list[_Item]:
    listed = _listed(source, _nodes(source, path).get(path))
    if listed is None:
        raise UnknownPlaceError(path)
    return listed


def _listed(source: str, node: Node | None) -> list[_Item] | None:
    """Return the items of a list, each with lines of its own; None if it is no such list."""
    if not isinstance(node, ListNode) or not node.items:
        return None
    items = []
    for inner in node.items:
        dash = source.rfind("-", 0, inner.start)
        line = source.rfind("\n", 0, dash) + 1
        if dash < 0 or (source[line:dash] + source[dash + 1 : inner.start]).strip():
            return None
        after = source.find("\n", inner.end)
        end = len(source) if after < 0 else after + 1
        items.append(_Item(above_remarks(source, dash), dash, inner.start, end))
    is_apart = all(one.end <= other.start for one, other in pairwise(items))
    return items if is_apart else None


def _nodes(source: str, path: str) -> Mapping[str, Node]:
    try:
        return dict(walk(compose(source, "", Problems())))
    except yaml.YAMLError:
        raise UnknownPlaceError(path) from None


def _plain(source: str) -> Plain:
    try:
        root = compose(source, "", Problems())
    except yaml.YAMLError:
        return ""
    return "" if root is None else plain_of(root)


def _meant(source: str, path: str, items: Sequence[int | str]) -> Plain:
    """Return the data of the source with these items in a list."""
    root = compose(source, "", Problems())
    node = dict(walk(root)).get(path)
    if root is None or not isinstance(node, ListNode):
        raise UnknownPlaceError(path)
    new = [
        _nodes(item, path).get("") if isinstance(item, str) else node.items[item] for item in items
    ]
    node.items[:] = [item for item in new if item is not None]
    return plain_of(root)


def editable_lists(source: str) -> frozenset[str]:
    """Return the paths of the lists that can be edited.

    Raises:
        UnknownPlaceError: the source is not YAML.
    """
    nodes = _nodes(source, "")
    return frozenset(path for path, node in nodes.items() if _listed(source, node) is not None)
