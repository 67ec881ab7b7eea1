"""Which file of texts an error counts for: the one where it is, or the language of a term.

How far each translation is: translated, stale, at fault, words left.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from printnplay.files.catalog import Catalog, display_path
from printnplay.files.yaml_tree import MappingNode, read_yaml
from printnplay.loading.game import load_game
from printnplay.model import codes
from printnplay.model.diagnostics import Diagnostic, FaultsError, Problems, Severity
from printnplay.model.texts import Text
from printnplay.pipeline.fix import check_words
from printnplay.pipeline.l10n.files import COMMON, LocaleFile, load_file, names_of
from printnplay.pipeline.request import CheckRequest, Progress

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
        glossaries = {display_path(path): path for path in self.catalog.glossary_files(file.name)}
        own = display_path(file.path)
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
    if error.code == codes.TERM_WITHOUT_NAME:
        return error.label.endswith(f"`{language}`")
    place = (error.span.line, error.span.column)
    before = [name for line, column, name in _columns(glossary) if (line, column) <= place]
    return not before or before[-1] in ("", language)


def _columns(glossary: Path) -> Sequence[Column]:
    """The terms and languages of a glossary, in its order; none if it cannot be read."""
    root = read_yaml(glossary, display_path(glossary), Problems())
    return tuple(_walked(root)) if isinstance(root, MappingNode) else ()


def _walked(root: MappingNode) -> Iterator[Column]:
    for term in root.entries.values():
        yield term.span.line, term.span.column, ""
        if isinstance(term.value, MappingNode):
            for one in term.value.entries.values():
                yield one.span.line, one.span.column, one.key


COUNTED_ELSEWHERE = frozenset({codes.EMPTY_VALUE, codes.MISSING_TEXT, codes.STALE_TRANSLATION})
"""Faults that are no errors here: what is missing, empty or stale has a column of its own."""

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_FILLED_IN = re.compile(r"\{[^{}]*\}")


@dataclass(frozen=True, slots=True)
class State:
    """How far a game is in a language; `accepted` counts the translations with a sound lock.

    `words_left` are the words of the source that are not translated, or whose translation is stale.
    """

    game: str
    title: str
    language: str
    source: bool
    texts: int
    translated: int
    accepted: int
    stale: int
    errors: int
    words_left: int

    @property
    def share(self) -> int:
        """The percentage that is translated and not stale; 100 only if all is."""
        return (self.translated - self.stale) * 100 // self.texts if self.texts else 100


def states(project: Path, games: Sequence[str], *, fit: bool = False) -> tuple[State, ...]:
    """The state of games and of the common texts, each in all its languages.

    `fit` also draws all faces and pages to find faults.

    Raises:
        FaultsError: a game does not exist, or the files of its design are at fault.
    """
    catalog = Catalog(project)
    names = names_of(catalog, games)
    if COMMON not in names:
        names = (*names, COMMON)
    real = [name for name in names if name != COMMON]
    titles = _titles(catalog, real)
    found = _drawn(project, real) if fit else _checked(catalog, real)
    blame = Blame(catalog, _errors(found))
    files = [
        load_file(catalog, language, name, Problems())
        for name in names
        for language in catalog.languages_of(name)
    ]
    return tuple(_state(file, titles, blame.count(file)) for file in files if file is not None)


def _state(file: LocaleFile, titles: dict[str, str], errors: int) -> State:
    lock = file.texts.lock
    stale = file.stale
    left = [*file.missing.values(), *(one.source for one in stale)]
    return State(
        game=file.name,
        title=titles.get(file.name, "Common texts"),
        language=file.language,
        source=file.is_source,
        texts=len(file.source.entries),
        translated=len(file.translated),
        accepted=sum(1 for key in file.translated if key in lock) - len(stale),
        stale=len(stale),
        errors=errors,
        words_left=sum(map(words, left)),
    )


def words(text: Text) -> int:
    """How many words a translator has to read; what is filled in counts for none."""
    return len(_WORD.findall(_FILLED_IN.sub(" ", text.plain)))


def _errors(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    errors = (one for one in found if one.severity is Severity.ERROR)
    return [one for one in errors if one.code not in COUNTED_ELSEWHERE]


def _drawn(project: Path, games: Sequence[str]) -> Sequence[Diagnostic]:
    from printnplay.pipeline.check import check

    return check(CheckRequest(project, tuple(games), jobs=0), Progress()).problems


def _checked(catalog: Catalog, games: Sequence[str]) -> Sequence[Diagnostic]:
    """What the checks of texts alone find."""
    problems = Problems()
    for name in games:
        check_words(catalog, name, problems)
    return problems.found


def _titles(catalog: Catalog, games: Sequence[str]) -> dict[str, str]:
    """The titles of games, none of which may be at fault."""
    titles, problems = {}, Problems()
    for name in games:
        folder = catalog.game_folder(name)
        game = load_game(folder, display_path(folder), problems)
        titles[name] = game.title if game else name
    if problems.errors:
        raise FaultsError(problems.found)
    return titles
