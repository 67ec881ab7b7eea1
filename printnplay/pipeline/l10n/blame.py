"""Which file of texts an error counts for: the one where it is, or the language of a term."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from printnplay.loading.catalog import Catalog, as_typed
from printnplay.loading.files import read_yaml
from printnplay.loading.nodes import MappingNode
from printnplay.model.diagnostics import Diagnostic, Problems
from printnplay.pipeline.l10n.files import LocaleFile

UNNAMED = "PNP306"
"""A term without a name in a language, which its label tells: it may have no place of its own."""

Column = tuple[int, int, str]
"""Where the words of a language begin in a glossary: line, column, language; none for a term."""


class Blame:
    """The errors of the texts of games, by the file of texts that has to answer for them."""

    def __init__(self, catalog: Catalog, errors: Iterable[Diagnostic]) -> None:
        """Keep the errors, and where glossaries are."""
        self.catalog = catalog
        self.errors = tuple(errors)

    def count(self, file: LocaleFile) -> int:
        """How many errors there are in a file, and in what its language has in the glossaries."""
        glossaries = {as_typed(path): path for path in self.catalog.glossary_files(file.name)}
        own = as_typed(file.path)
        return sum(
            one.span.file == own
            or (
                one.span.file in glossaries
                and _concerns(one, glossaries[one.span.file], file.language)
            )
            for one in self.errors
        )


def _concerns(error: Diagnostic, glossary: Path, language: str) -> bool:
    """Whether a fault of a glossary is one of this language; one of no language is of all."""
    if error.code == UNNAMED:
        return error.label.endswith(f"`{language}`")
    place = (error.span.line, error.span.column)
    before = [name for line, column, name in _columns(glossary) if (line, column) <= place]
    return not before or before[-1] in ("", language)


def _columns(glossary: Path) -> Sequence[Column]:
    """The terms and languages of a glossary, in its order; none if it cannot be read."""
    root = read_yaml(glossary, as_typed(glossary), Problems())
    return tuple(_walked(root)) if isinstance(root, MappingNode) else ()


def _walked(root: MappingNode) -> Iterator[Column]:
    for term in root.entries.values():
        yield term.span.line, term.span.column, ""
        if isinstance(term.value, MappingNode):
            for one in term.value.entries.values():
                yield one.span.line, one.span.column, one.key
