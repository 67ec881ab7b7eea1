"""Resolve the games, languages and papers named in a command."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase

from msgspec import Struct

from printnplay.files.catalog import Catalog, base_of, display_path
from printnplay.files.door import is_closed, names_in
from printnplay.imposition.papers import PAPERS, UnknownPaperError, find_paper
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems, Span
from printnplay.kernel.geometry import Paper
from printnplay.kernel.suggestions import did_you_mean
from printnplay.loading.editions import is_known, with_editions

NOWHERE = Span("")
"""Empty span for a fault in the command itself."""


ANY = "*"
"""Stands for any characters in a pattern of game names."""

TOGETHER, BACK = "+", "/"
"""Between two languages on the same faces, and between those of fronts and backs."""

IN_NAMES = "~"
"""Between the languages of fronts and backs in names of files, which cannot have a slash."""


class Languages(Struct, frozen=True):
    """The languages of one edition: one, or two that are printed on the same cards.

    With `back`, the second one is on the backs of the cards, instead of on the same faces.

    >>> str(Languages("fr", "de")), list(Languages("fr", "de")), list(Languages("fr"))
    ('fr+de', ['fr', 'de'], ['fr'])
    >>> str(Languages.parse("en/fr")), Languages.parse("en~fr") == Languages.parse("en/fr")
    ('en~fr', True)
    """

    first: str
    second: str = ""
    back: bool = False

    @classmethod
    def parse(cls, word: str) -> "Languages":
        """Parse languages such as `fr`, `fr+de` or `en/fr`, also as in file names: `en~fr`.

        Text that is not exactly two different names joined by a sign is treated as one name.
        """
        names = re.split(r"([+/~])", word)
        if len(names) != 3 or not names[0] or not names[2] or names[0] == names[2]:
            return cls(word)
        return cls(names[0], names[2], back=names[1] != TOGETHER)

    def __iter__(self) -> Iterator[str]:
        """Iterate over the language codes."""
        return iter((self.first, self.second) if self.second else (self.first,))

    def __str__(self) -> str:
        """Return the form used in commands and in folder and file names."""
        return (IN_NAMES if self.back else TOGETHER).join(self)


def each_language(editions: Iterable[Languages]) -> tuple[str, ...]:
    """Return the languages of all editions without duplicates.

    >>> each_language([Languages("fr", "de"), Languages("fr")])
    ('fr', 'de')
    """
    return tuple(dict.fromkeys(language for languages in editions for language in languages))


def choose(
    catalog: Catalog, games: Sequence[str], languages: Sequence[str], *, pairs: bool = False
) -> dict[str, tuple[Languages, ...]]:
    """Return the games named in a command, each with its languages.

    Without game names, select the project's games; a pattern such as `tic-*` selects those that it
    matches. Without languages, select all languages of each game. With `pairs`, allow two languages
    joined by a plus sign.

    Raises:
        FaultsError: with every unknown name.
    """
    problems = Problems()
    chosen = languages_by_game(catalog, games, languages, problems, pairs=pairs)
    if problems.found:
        raise FaultsError(problems.found)
    return chosen


def choose_games(catalog: Catalog, games: Sequence[str]) -> tuple[str, ...]:
    """Return the games named in a command, whatever their languages.

    Raises:
        FaultsError: with every unknown name.
    """
    problems = Problems()
    chosen = _games(catalog, games, problems)
    if problems.found:
        raise FaultsError(problems.found)
    return chosen


def choose_game(catalog: Catalog, game: str) -> str:
    """Return the one game named in a command, which is no pattern.

    Raises:
        FaultsError: the name is unknown.
    """
    problems, known = Problems(), with_editions(catalog, catalog.games())
    if game not in known:
        _report_unknown(game, known, problems)
        raise FaultsError(problems.found)
    return game


def choose_paper(word: str) -> Paper:
    """Return the paper with this name or size.

    Raises:
        FaultsError: the paper is unknown.
    """
    problems = Problems()
    for paper in papers_of([word], problems):
        return paper
    raise FaultsError(problems.found)


def check_names(catalog: Catalog, problems: Problems) -> None:
    """Report folders and files that are skipped: unreadable, or with an invalid name."""
    designs = catalog.roots[0] / "designs"
    for folder in filter(is_closed, (designs / name for name in names_in(designs))):
        problems.error(
            codes.CANNOT_READ,
            f"the folder `{folder.name}` cannot be read: permission denied",
            Span(display_path(folder)),
            "expected a folder that may be read",
            "change its permissions",
        )
    for file in catalog.misspelt():
        problems.warning(
            codes.NAME_NOT_PLAIN,
            f"`{file.name}` is ignored: it ends in `.yml`",
            Span(display_path(file)),
            "expected a file that ends in `.yaml`",
            f"rename it to `{file.stem}.yaml`",
        )
    for kind, folder in catalog.misnamed():
        problems.error(
            codes.NAME_NOT_PLAIN,
            f"`{folder.name}` is not a valid name for a {kind}",
            Span(display_path(folder)),
            "expected letters and digits, joined by hyphens or underscores",
            "rename the folder",
        )


def _games(catalog: Catalog, words: Sequence[str], problems: Problems) -> tuple[str, ...]:
    own = with_editions(catalog, catalog.own_games())
    if words:
        chosen: set[str] = set()
        for word in words:
            found = _matches(word, own) if ANY in word else {word}
            if not found or not (ANY in word or is_known(catalog, word)):
                _report_unknown(word, with_editions(catalog, catalog.games()), problems)
            chosen |= found
        bases = {base_of(game) for game in chosen}
        games = [game for game in catalog.games() if game in bases]
        return tuple(game for game in with_editions(catalog, games) if game in chosen)
    check_names(catalog, problems)
    if not own and not problems.found:
        _report_no_game(catalog, problems)
    return own


def _matches(pattern: str, games: Iterable[str]) -> set[str]:
    """Return the games of the project that a pattern such as `tic-*` matches.

    >>> sorted(_matches("tic-*", ("tic-tac", "toe", "tic-toe")))
    ['tic-tac', 'tic-toe']
    """
    return {game for game in games if fnmatchcase(game, pattern)}


def _report_unknown(word: str, known: Sequence[str], problems: Problems) -> None:
    problems.add(unknown_game(word, known))


def unknown_game(word: str, known: Sequence[str]) -> Diagnostic:
    """Return the fault of a game name that matches none of the known ones."""
    text = f"unknown game `{word}`"
    if ANY in word:
        text = f"no game of the project matches `{word}`"
    near = did_you_mean(word, known)
    return Diagnostic(codes.UNKNOWN_GAME, text, NOWHERE, expected(known), near)


def _report_no_game(catalog: Catalog, problems: Problems) -> None:
    """Report where games were expected, and suggest the bundled ones."""
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
        f"start a game with `printnplay new my-game`{bundled if known else ''}",
    )


def languages_by_game(
    catalog: Catalog,
    games: Sequence[str],
    words: Sequence[str],
    problems: Problems,
    *,
    pairs: bool,
) -> dict[str, tuple[Languages, ...]]:
    """Return the named games, each with its languages; report unknown names."""
    parsed = tuple(
        dict.fromkeys(Languages.parse(word) if pairs else Languages(word) for word in words)
    )
    chosen = {game: catalog.languages_of(game) for game in _games(catalog, games, problems)}
    named = any(ANY not in word for word in games)
    asked = dict.fromkeys(chosen, parsed) if named else _where_they_are(chosen, parsed)
    return {
        game: choose_languages(chosen[game], game, here, problems) for game, here in asked.items()
    }


def _where_they_are(
    chosen: Mapping[str, Sequence[str]], asked: tuple[Languages, ...]
) -> Mapping[str, tuple[Languages, ...]]:
    """Return the requested languages that each game has; drop games that have none of them.

    If some language exists in no game, keep all games and languages, so that it is reported.
    """
    found = {
        game: tuple(languages for languages in asked if {*languages} <= {*available})
        for game, available in chosen.items()
    }
    nowhere = {*asked} - {languages for here in found.values() for languages in here}
    if not asked or nowhere:
        return dict.fromkeys(chosen, asked)
    return {game: here for game, here in found.items() if here}


def choose_languages(
    available: Sequence[str], game: str, asked: Sequence[Languages], problems: Problems
) -> tuple[Languages, ...]:
    """Return a game's languages in their own order, then the pairs in the order requested.

    Report unknown names.
    """
    for name in each_language(asked):
        if name not in available:
            problems.error(
                codes.UNKNOWN_LANGUAGE,
                f"the game `{game}` has no language `{name}`",
                NOWHERE,
                expected(available),
                "name one language, or two different ones such as `en+fr` or `en/fr`"
                if {TOGETHER, BACK} & {*name}
                else did_you_mean(
                    name, available, f"run `printnplay l10n add {name} {base_of(game)}` to add it"
                ),
            )
    if not available:
        problems.error(
            codes.UNKNOWN_LANGUAGE,
            f"the game `{game}` has no texts in any language",
            NOWHERE,
            "expected at least one language",
            f"write locales/en/{base_of(game)}.yaml, or the same file for another language",
        )
    single = [Languages(name) for name in available]
    pairs = [languages for languages in asked if languages.second]
    return (*(languages for languages in single if not asked or languages in asked), *pairs)


def papers_of(words: Sequence[str], problems: Problems) -> tuple[Paper, ...]:
    """Return the named papers without duplicates; report unknown names."""
    chosen: dict[str, Paper] = {}
    for word in words:
        try:
            paper = find_paper(word)
            chosen.setdefault(paper.id, paper)
        except UnknownPaperError as error:
            near = did_you_mean(word, PAPERS, "write a size such as 200x300mm or 8x10in")
            known = ", ".join(error.known)
            label = f"expected one of {known}, or a size that leaves room to print on"
            problems.error(codes.UNKNOWN_PAPER, f"unknown paper `{word}`", NOWHERE, label, near)
    return tuple(chosen.values())


def expected(choices: Iterable[str]) -> str:
    """Return the diagnostic label that lists the valid choices."""
    names = ", ".join(choices)
    return f"expected one of {names}" if names else "there is none"
