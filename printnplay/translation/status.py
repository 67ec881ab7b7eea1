"""The progress of each translation: translated, stale, with errors, words left."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from printnplay.edition.kept_counts import KeptCounts, may_pass
from printnplay.edition.request import CheckRequest, Progress
from printnplay.files.catalog import Catalog
from printnplay.game.texts import Text
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import (
    Diagnostic,
    FaultsError,
    Problems,
    Severity,
    scopes_of,
)
from printnplay.loading.game import load
from printnplay.translation.files import (
    COMMON,
    LocaleFile,
    check_languages,
    load_file,
    names_of,
    refuse_unreadable,
)

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_FILLED_IN = re.compile(r"\{[^{}]*\}")


class State(Struct, frozen=True):
    """The progress of a game in a language; `accepted` counts translations with a valid lock.

    `unsure` counts those that a translator marked as unsure, `questions` the unanswered comments.
    `words_left` counts the source's words that are not translated, or whose translation is stale.
    """

    game: str
    title: str
    language: str
    source: bool
    texts: int
    translated: int
    accepted: int
    stale: int
    unsure: int
    questions: int
    errors: int
    words_left: int

    @property
    def share(self) -> int:
        """The percentage that is translated and not stale; 100 only if everything is."""
        return (self.translated - self.stale) * 100 // self.texts if self.texts else 100


def states(
    project: Path, games: Sequence[str], languages: Sequence[str] = (), *, fit: bool = True
) -> tuple[State, ...]:
    """Return the state of games and of the common texts, each in these languages, or in all.

    An error counts for the game and the language that it is about; one in a glossary for all that
    use it. With `fit`, the errors are all that `check` finds, for which every face and page is
    rendered; without, those found in the texts alone.

    Raises:
        FaultsError: a game or language does not exist, or the files of a design or texts cannot be
            read.
    """
    catalog = Catalog(project)
    names = names_of(catalog, games)
    check_languages(catalog, names, languages)
    if COMMON not in names:
        names = (*names, COMMON)
    real = [name for name in names if name != COMMON and _has_one(catalog, name, languages)]
    kept = KeptCounts(catalog)
    counted = _counted(catalog, names, kept)
    asked = tuple(languages)
    found = _drawn(project, real, asked) if fit else _checked(catalog, real, asked, kept)
    kept.write()
    errors = Counter(
        (fault.subject.game, fault.subject.language) for fault in found if _is_mistake(fault)
    )
    return tuple(
        _with_errors(state, errors)
        for name in names
        for state in counted[name]
        if not languages or state.language in languages
    )


def progress(catalog: Catalog, game: str) -> tuple[State, ...]:
    """Return the states of a game and of the common texts in all languages, without their errors.

    Raises:
        FaultsError: the files of the game's design or texts cannot be read.
    """
    kept = KeptCounts(catalog)
    counted = _counted(catalog, (game, COMMON), kept)
    kept.write()
    return tuple(state for states in counted.values() for state in states)


def _has_one(catalog: Catalog, game: str, languages: Sequence[str]) -> bool:
    """Return whether a game has one of these languages, or whether all are asked for."""
    return not languages or not set(languages).isdisjoint(catalog.languages_of(game))


def _with_errors(state: State, errors: Mapping[tuple[str, str], int]) -> State:
    """Return a state with the number of errors, given by the game and language of each."""
    scopes = scopes_of(state.game, state.language)
    return replace(state, errors=sum(errors.get(scope, 0) for scope in scopes))


def _counted(
    catalog: Catalog, names: Sequence[str], kept: KeptCounts
) -> Mapping[str, tuple[State, ...]]:
    """Return the states of games, in which errors are not counted yet.

    Raises:
        FaultsError: the files of a game's design or texts cannot be read.
    """
    known = {name: kept.take(tuple[State, ...], kept.key("translation", name)) for name in names}
    due = [name for name, states in known.items() if states is None]
    titles = _titles(catalog, [name for name in due if name != COMMON])
    problems = Problems()
    files = {
        name: [
            load_file(catalog, language, name, problems) for language in catalog.languages_of(name)
        ]
        for name in due
    }
    refuse_unreadable(problems)
    for name in due:
        states = tuple(_state(file, titles) for file in files[name] if file is not None)
        kept.put(kept.key("translation", name), states)
        known[name] = states
    return {name: states or () for name, states in known.items()}


def _is_mistake(fault: Diagnostic) -> bool:
    """Return whether a fault counts as an error; unwritten and stale texts count separately."""
    left = fault.code.unwritten or fault.code == codes.STALE_TRANSLATION
    return fault.severity is Severity.ERROR and not left


def _state(file: LocaleFile, titles: Mapping[str, str]) -> State:
    stale = file.stale
    left = [*file.missing.values(), *(translation.source for translation in stale)]
    return State(
        game=file.name,
        title=titles.get(file.name, "Common texts"),
        language=file.language,
        source=file.is_source,
        texts=len(file.source.entries),
        translated=len(file.translated),
        accepted=len(file.accepted),
        stale=len(stale),
        unsure=len(file.unsure),
        questions=sum(file.remark(key).open for key in file.source.entries),
        errors=0,
        words_left=sum(map(words, left)),
    )


def words(text: Text) -> int:
    """Return the number of words that a translator has to read, without placeholders."""
    return len(_WORD.findall(_FILLED_IN.sub(" ", text.plain)))


def _drawn(project: Path, games: Sequence[str], languages: tuple[str, ...]) -> Sequence[Diagnostic]:
    from printnplay.build.check import check

    if not games:
        return ()
    return check(CheckRequest(project, tuple(games), languages, jobs=0), Progress()).problems


def _checked(
    catalog: Catalog, games: Sequence[str], languages: tuple[str, ...], kept: KeptCounts
) -> Sequence[Diagnostic]:
    """Return the faults found by the checks of texts alone."""
    problems = Problems()
    for game in games:
        for fault in _checked_once(catalog, game, languages, kept):
            problems.add(fault)
    return problems.found


def _checked_once(
    catalog: Catalog, game: str, languages: tuple[str, ...], kept: KeptCounts
) -> Sequence[Diagnostic]:
    """Return the faults of a game's texts; those in all languages serve for any."""
    keys = [kept.key("texts", game), kept.key(" ".join(("texts", *languages)), game)]
    for key in keys:
        known = kept.take(tuple[Diagnostic, ...], key)
        if known is not None:
            return known
    found = _check_words(catalog, game, languages)
    if not may_pass(found):
        kept.put(keys[-1], found)
    return found


def _check_words(
    catalog: Catalog, game: str, languages: tuple[str, ...] = ()
) -> tuple[Diagnostic, ...]:
    from printnplay.build.fix import check_words  # if all games are cached, nothing is checked

    problems = Problems()
    check_words(catalog, game, problems, languages)
    return tuple(problems.found)


def _titles(catalog: Catalog, games: Sequence[str]) -> dict[str, str]:
    """Return the titles of games.

    Raises:
        FaultsError: a game cannot be read.
    """
    titles, problems = {}, Problems()
    for name in games:
        game = load(catalog, name, problems)
        titles[name] = game.title if game else name
    if problems.errors:
        raise FaultsError(problems.found)
    return titles
