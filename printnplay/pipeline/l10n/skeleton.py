"""The files of a new language: the source's own, with empty texts and notes to fill them by."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from printnplay.loading.nodes import Entry, MappingNode, TextNode
from printnplay.loading.rewriting import quoted
from printnplay.loading.texts import CATEGORIES
from printnplay.model.diagnostics import Span

STEP = 2
"""Spaces by which each level is set in."""

Notes = Callable[[str], Sequence[str]]
"""What else is told about a text, by its key."""


@dataclass(frozen=True)
class Skeleton:
    """Writes the empty texts of a language after the file of its source.

    `forms` are the plural categories with numbers as examples; `notes` tells of a text by its key.
    """

    source: str
    reference: str
    forms: Mapping[str, str]
    notes: Notes
    _lines: list[str] = field(default_factory=list)

    def text(self, root: MappingNode, language: str, head: Sequence[str]) -> str:
        """The whole file; `head` is what stands above all texts."""
        self._lines[:] = [*(f"# {line}".rstrip() for line in head), f"{language}:"]
        self._map(root.entries[self.reference].value, "", STEP)
        return "\n".join(self._lines) + "\n"

    def _map(self, node: object, key: str, indent: int) -> None:
        if not isinstance(node, MappingNode):
            return
        for entry in node.entries.values():
            self._lines.extend(self._above(entry.span, indent))
            self._entry(entry, f"{key}.{entry.key}" if key else entry.key, indent)

    def _entry(self, entry: Entry, key: str, indent: int) -> None:
        margin = " " * indent
        node = entry.value
        if isinstance(node, TextNode):
            self._notes(key, {"": node.value}, margin)
            self._lines.append(f'{margin}{entry.key}: ""')
        elif isinstance(node, MappingNode) and not node.entries:
            self._lines.append(f"{margin}{entry.key}: {{}}")
        elif isinstance(node, MappingNode) and all(name in CATEGORIES for name in node.entries):
            said = {name: one.value for name, one in node.entries.items()}
            texts = {name: one.value for name, one in said.items() if isinstance(one, TextNode)}
            self._notes(key, texts, margin)
            self._lines.append(f"{margin}{entry.key}:")
            for name, examples in self.forms.items():
                self._lines.append(f'{margin}{" " * STEP}{name}: ""  # {examples}')
        else:
            self._lines.append(f"{margin}{entry.key}:")
            self._map(node, key, indent + STEP)

    def _notes(self, key: str, texts: Mapping[str, str], margin: str) -> None:
        for name, text in texts.items():
            says = f"{self.reference} ({name})" if name else self.reference
            self._lines.append(f"{margin}# {says}: {_on_one_line(text)}")
        self._lines.extend(f"{margin}# {note}" for note in self.notes(key))

    def _above(self, span: Span, indent: int) -> Iterator[str]:
        """The empty lines and remarks that stand above a key of the source."""
        lines = self.source.splitlines()
        if lines[span.line - 1][: span.column - 1].strip():
            return
        first = span.line - 1
        while first and _is_remark(lines[first - 1]):
            first -= 1
        for line in lines[first : span.line - 1]:
            yield (" " * indent + line.strip()).rstrip()


def _is_remark(line: str) -> bool:
    return not line.strip() or line.lstrip().startswith("#")


def _on_one_line(text: str) -> str:
    """The text as its file has it: what is invisible stays an escape."""
    return quoted(text)[1:-1].replace('\\"', '"')
