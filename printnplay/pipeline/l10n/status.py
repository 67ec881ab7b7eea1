"""How far each translation is: translated, stale, at fault, words left."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from printnplay.loading.catalog import Catalog, as_typed
from printnplay.loading.games import load_game
from printnplay.model.diagnostics import Diagnostic, FaultsError, Problems, Severity
from printnplay.model.texts import Text
from printnplay.pipeline.l10n.blame import Blame
from printnplay.pipeline.l10n.files import COMMON, LocaleFile, load_file, names_of
from printnplay.pipeline.order import CheckOrder
from printnplay.pipeline.progress import Progress
from printnplay.pipeline.reading import check_words

COUNTED_ELSEWHERE = frozenset({"PNP113", "PNP301", "PNP340"})
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
    from printnplay.pipeline.checking import check

    return check(CheckOrder(project, tuple(games), jobs=0), Progress()).problems


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
        game = load_game(folder, as_typed(folder), problems)
        titles[name] = game.title if game else name
    if problems.errors:
        raise FaultsError(problems.found)
    return titles
