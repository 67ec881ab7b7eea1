"""What the user asked for, and what came of it.

Which games, languages and papers are meant; unknown ones are named with what there is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path

from printnplay.files.catalog import Catalog, display_path
from printnplay.model import codes
from printnplay.model.diagnostics import Diagnostic, FaultsError, Problems, Span


def file_name(game: str, language: str, paper: str, kind: str) -> str:
    """The name of a built file."""
    return f"{game}-{language}-{paper}-{kind}.pdf"


BESIDE = "+"
"""Stands between two languages that are printed together: `fr+de`."""


def languages_in(names: Sequence[str]) -> tuple[str, ...]:
    """The languages that these names ask for, each once.

    >>> languages_in(["fr+de", "fr"])
    ('fr', 'de')
    """
    return tuple(dict.fromkeys(part for name in names for part in name.split(BESIDE)))


@dataclass(frozen=True, slots=True)
class BuildRequest:
    """A build as asked for. Empty `games` means all, empty `languages` all that a game has."""

    project: Path
    games: tuple[str, ...]
    languages: tuple[str, ...]
    papers: tuple[str, ...]
    output: Path
    backs: str = "long"
    booklet_flip: str = "short"
    draft: bool = False
    jobs: int = 1
    trust_rules: bool = False

    def only(self, game: str, language: str) -> "BuildRequest":
        """The part of the order that is about one language of one game."""
        return replace(self, games=(game,), languages=(language,), jobs=1)


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """A check as asked for. Empty `games` means all, empty `languages` all that a game has.

    `pseudo` also draws each game in the pseudo-language; `trust_rules` allows running rules that
    the user wrote in Python. `jobs` are processes at once, 0 for one a core.
    """

    project: Path
    games: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    pseudo: bool = False
    trust_rules: bool = False
    jobs: int = 1


@dataclass(frozen=True, slots=True)
class BuiltFile:
    """A file of the output folder; `fresh` if this build wrote it."""

    path: Path
    pages: int
    size: int
    fresh: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a build made and what it found."""

    files: tuple[BuiltFile, ...] = ()
    problems: tuple[Diagnostic, ...] = field(default=())


class Progress:
    """How far some work has come; this one shows nothing, others override it."""

    def begin(self, steps: int) -> None:
        """Work of so many steps begins."""

    def step(self, what: str) -> None:
        """One step is done."""


NOWHERE = Span("")
"""Where a fault of the command stands."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What is meant: games with their languages, and papers by their ids, each once."""

    languages: Mapping[str, tuple[str, ...]]
    papers: tuple[str, ...]


def choose(
    catalog: Catalog,
    games: Sequence[str],
    languages: Sequence[str],
    papers: Sequence[str] = (),
    *,
    pairs: bool = False,
) -> Choice:
    """What the words of a command mean.

    No game means those of the project, no language all that a game has. With `pairs`, two languages
    with a plus between them are a language too.

    Raises:
        FaultsError: with every word that means nothing.
    """
    problems = Problems()
    if not games:
        check_names(catalog, problems)
    chosen = {
        game: _languages(catalog.languages_of(game), game, languages, problems, pairs=pairs)
        for game in _games(catalog, games, problems)
    }
    known = _papers(papers, problems)
    if problems.found:
        raise FaultsError(problems.found)
    return Choice(chosen, known)


def choose_games(catalog: Catalog, games: Sequence[str]) -> tuple[str, ...]:
    """The games that are meant, whatever languages they have.

    Raises:
        FaultsError: with every word that means nothing.
    """
    problems = Problems()
    if not games:
        check_names(catalog, problems)
    chosen = _games(catalog, games, problems)
    if problems.found:
        raise FaultsError(problems.found)
    return chosen


def check_names(catalog: Catalog, problems: Problems) -> None:
    """Note folders that are passed over because their names are no names."""
    for kind, folder in catalog.misnamed():
        problems.error(
            codes.NAME_NOT_PLAIN,
            f"`{folder.name}` cannot be the name of a {kind}",
            Span(display_path(folder)),
            "expected letters and digits, joined by hyphens or underscores",
            "rename the folder",
        )


def _games(catalog: Catalog, asked: Sequence[str], problems: Problems) -> tuple[str, ...]:
    known = catalog.games()
    for name in asked:
        if name not in known:
            label, near = _expected(known), _nearest(name, known)
            problems.error(codes.UNKNOWN_GAME, f"unknown game `{name}`", NOWHERE, label, near)
    chosen = tuple(name for name in known if name in asked) if asked else catalog.own_games()
    if not asked and not chosen:
        _report_no_game(catalog, problems)
    return chosen


def _report_no_game(catalog: Catalog, problems: Problems) -> None:
    """Say what was looked for, and what can be built nevertheless."""
    folder = catalog.roots[0] / "designs"
    shown, known = display_path(folder), ", ".join(catalog.games())
    bundled = f"; build one that comes with printnplay by its name ({known}), or all with --bundled"
    problems.error(
        codes.NO_GAME,
        f"there is no game in `{shown}`"
        if folder.is_dir()
        else f"there is no project here: the folder `{shown}` does not exist",
        NOWHERE,
        f"expected a folder for each game with a game.yaml, such as {shown}/my-game/game.yaml",
        f"begin a game with `printnplay new my-game`{bundled if known else ''}",
    )


def _languages(
    known: Sequence[str], game: str, asked: Sequence[str], problems: Problems, *, pairs: bool
) -> tuple[str, ...]:
    doubled = [one for one in dict.fromkeys(asked) if pairs and _is_pair(one)]
    single = [one for one in asked if one not in doubled]
    for name in (*single, *(part for one in doubled for part in one.split("+"))):
        if name not in known:
            label = _expected(known)
            near = _nearest(name, known) or f"write locales/{name}/{game}.yaml to add a language"
            text = f"the game `{game}` has no language `{name}`"
            problems.error(codes.UNKNOWN_LANGUAGE, text, NOWHERE, label, near)
    if not known:
        text = f"the game `{game}` has no texts in any language"
        cure = f"write locales/en/{game}.yaml, or the like for another language"
        problems.error(
            codes.UNKNOWN_LANGUAGE, text, NOWHERE, "expected at least one language", cure
        )
    return (*(name for name in known if not asked or name in single), *doubled)


def _is_pair(name: str) -> bool:
    """Two different languages: `fr+de`."""
    parts = name.split("+")
    return len(parts) == 2 and all(parts) and parts[0] != parts[1]


def _papers(asked: Sequence[str], problems: Problems) -> tuple[str, ...]:
    from printnplay.imposition.papers import PAPERS, UnknownPaperError, find_paper

    found = []
    for name in asked:
        try:
            found.append(find_paper(name).id)
        except UnknownPaperError:
            near = _nearest(name, tuple(PAPERS)) or "write a size such as 200x300mm or 8x10in"
            label = f"{_expected(tuple(PAPERS))}, or a size that leaves room to print on"
            problems.error(codes.UNKNOWN_PAPER, f"unknown paper `{name}`", NOWHERE, label, near)
    return tuple(dict.fromkeys(found))


def _expected(known: Sequence[str]) -> str:
    return f"expected one of {', '.join(known)}" if known else "there is none"


def _nearest(name: str, known: Sequence[str]) -> str:
    near = get_close_matches(name, known, n=1)
    return f"did you mean `{near[0]}`?" if near else ""
