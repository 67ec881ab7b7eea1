"""YAML of other programs: with anchors, aliases, merge keys, tags and duplicate keys."""

from typing import Any

import yaml

from printnplay.kernel.values import Plain

MOST_VALUES = 200_000
"""The most values, aliases followed: aliases of aliases of aliases would otherwise be endless."""

_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class Quoted(str):
    """A text in quotation marks, which is no number whatever it looks like."""

    __slots__ = ()


class ForeignYamlError(Exception):
    """A file that is no YAML, or too large; with the line."""

    def __init__(self, line: int, reason: str) -> None:
        """Keep the line and the reason."""
        super().__init__(reason)
        self.line, self.reason = line, reason


def read_foreign(text: str) -> "Plain | None":
    """Return the first document: mappings, lists and texts, of keys given twice the last.

    Symbols of Ruby, such as `:scale`, are texts.

    Raises:
        ForeignYamlError: it cannot be read.
    """
    try:
        node = yaml.compose(text, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise ForeignYamlError(
            line, str(error.problem or error.context or "it is no YAML")
        ) from None
    except (yaml.YAMLError, UnicodeEncodeError):
        raise ForeignYamlError(1, "it has characters that YAML does not allow") from None
    if node is None:
        return None
    try:
        return _Plain().of(node)
    except RecursionError:
        raise ForeignYamlError(node.start_mark.line + 1, "it contains itself") from None


class _Plain:
    def __init__(self) -> None:
        self._values = 0

    def of(self, node: yaml.Node) -> Plain:
        self._count(node)
        if isinstance(node, yaml.SequenceNode):
            return [self.of(one) for one in node.value]
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node)
        text = str(node.value)
        if getattr(node, "style", None):
            return Quoted(text)
        return text[1:] if text[:1] == ":" and text[1:2].isalpha() else text

    def _count(self, node: yaml.Node) -> None:
        self._values += 1
        if self._values > MOST_VALUES:
            raise ForeignYamlError(node.start_mark.line + 1, f"more than {MOST_VALUES:,} values")

    def _mapping(self, node: yaml.MappingNode) -> dict[str, Plain]:
        found: dict[str, Plain] = {}
        for key, value in node.value:
            if key.value != "<<" or key.style:
                found[str(key.value)] = self.of(value)
                continue
            merged = value.value if isinstance(value, yaml.SequenceNode) else [value]
            for one in reversed(merged):  # as Ruby does it
                self._count(one)
                found |= self._mapping(one) if isinstance(one, yaml.MappingNode) else {}
        return found
