"""Removal of keys from YAML files: every byte of the others is kept."""

from collections.abc import Mapping

from printnplay.files.yaml_edits import UnknownPlaceError, above_remarks, after_mark, leaves
from printnplay.files.yaml_tree import Entry, MappingNode, TextNode, compose, walk
from printnplay.kernel.diagnostics import Problems


@after_mark
def removed(source: str, path: str) -> str:
    r"""Return the source without a key, by its dotted path, and without parents that only had it.

    Comments right above a key within another one belong to it.

    Raises:
        UnknownPlaceError: there is no such key, or other values would change.
        yaml.YAMLError: the source is not YAML.

    >>> print(removed("a:\n  # why\n  b: 1\n  c: {d: 2, e: 3}\n", "a.c.d"), end="")
    a:
      # why
      b: 1
      c: {e: 3}
    """
    nodes = dict(walk(compose(source, "", Problems())))
    parent, _, key = path.rpartition(".")
    holder = nodes.get(parent)
    entry = holder.entries.get(key) if isinstance(holder, MappingNode) else None
    if entry is None or not isinstance(holder, MappingNode):
        raise UnknownPlaceError(path)
    if len(holder.entries) == 1 and parent:
        return removed(source, parent)
    if holder.flow:
        start, end = _within_braces(holder, key)
    else:
        start, end = _of_lines(source, entry, with_remarks=bool(parent))
    made = source[:start] + source[end:]
    kept = {at: leaf for at, leaf in leaves(source).items() if not f"{at}.".startswith(f"{path}.")}
    if _values(leaves(made)) != _values(kept):
        raise UnknownPlaceError(entry.span)
    return made


def _within_braces(holder: MappingNode, key: str) -> tuple[int, int]:
    """Return the offsets of a key, its value and the comma beside it."""
    keys = [*holder.entries]
    at, entry = keys.index(key), holder.entries[key]
    if at + 1 < len(keys):
        return entry.start, holder.entries[keys[at + 1]].start
    start = holder.entries[keys[at - 1]].value.end if at else entry.start
    return start, entry.value.end


def _of_lines(source: str, entry: Entry, *, with_remarks: bool) -> tuple[int, int]:
    """Return the offsets of the lines of a key and its value."""
    line = source.rfind("\n", 0, entry.start) + 1
    start = above_remarks(source, entry.start) if with_remarks else line
    last = entry.value.end
    is_whole = last > 0 and source[last - 1] == "\n"  # a text in lines below its key
    return start, last if is_whole else source.find("\n", last) + 1 or len(source)


def _values(found: Mapping[str, TextNode]) -> dict[str, str]:
    return {path: leaf.value.rstrip("\n") for path, leaf in found.items()}
