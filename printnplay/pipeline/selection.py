"""Which games, languages and papers are meant; unknown ones are named with what there is."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from printnplay.loading.catalog import Catalog
from printnplay.model.diagnostics import Diagnostic, FaultsError, Problems, Span


def choose(kind: str, code: str, asked: Sequence[str], known: Iterable[str]) -> tuple[str, ...]:
    """What was asked for, in the known order; all that is known if nothing was.

    Raises:
        FaultsError: something was asked for that is not known.
    """
    known = tuple(known)
    unknown = [name for name in asked if name not in known]
    if unknown:
        raise FaultsError([_unknown(kind, code, name, known) for name in unknown])
    return tuple(name for name in known if not asked or name in asked)


def choose_games(catalog: Catalog, asked: Sequence[str]) -> tuple[str, ...]:
    """The games of the project that are meant.

    Raises:
        FaultsError: one of them does not exist.
    """
    return choose("game", "PNP001", asked, catalog.games())


def choose_languages(catalog: Catalog, game: str, asked: Sequence[str]) -> tuple[str, ...]:
    """The languages of a game that are meant.

    Raises:
        FaultsError: the game has no such language.
    """
    return choose("language", "PNP002", asked, catalog.languages_of(game))


def check_papers(asked: Sequence[str]) -> None:
    """Look at every paper asked for.

    Raises:
        FaultsError: one of them is not known.
    """
    from printnplay.composition.errors import UnknownPaperError
    from printnplay.composition.papers import PAPERS, find_paper

    problems = Problems()
    for name in asked:
        try:
            find_paper(name)
        except UnknownPaperError:
            problems.add(_unknown("paper", "PNP003", name, tuple(PAPERS)))
    if problems.found:
        raise FaultsError(problems.found)


def _unknown(kind: str, code: str, name: str, known: Sequence[str]) -> Diagnostic:
    near = get_close_matches(name, known, n=1)
    return Diagnostic(
        code,
        f"unknown {kind} `{name}`",
        Span(""),
        f"expected one of {', '.join(known)}" if known else f"there is no {kind} in this project",
        f"did you mean `{near[0]}`?" if near else "",
    )
