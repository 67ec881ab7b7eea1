"""List the games of a project with their languages, and the papers."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from printnplay.edition.choosing import check_names
from printnplay.edition.kept_counts import KeptCounts
from printnplay.files.catalog import Catalog, base_of
from printnplay.game.kinds import Kind
from printnplay.game.texts import TITLE
from printnplay.kernel.diagnostics import Diagnostic, Problems
from printnplay.loading.editions import with_editions


class Listed(Struct, frozen=True):
    """A game; `languages` maps each language to the number of reference texts it lacks.

    `components` counts what is printed by kind, `cards` the cards among it. `own` is true if a
    build without game names includes the game. `titles` are those in each language.
    """

    id: str
    title: str
    cards: int
    components: Mapping[Kind, int]
    players: str
    languages: Mapping[str, int]
    own: bool
    titles: Mapping[str, str]


class Listing(Struct, frozen=True):
    """The readable games, the names of the papers, and why other games are unreadable."""

    games: tuple[Listed, ...]
    papers: tuple[str, ...]
    problems: tuple[Diagnostic, ...]


def listing(project: Path) -> Listing:
    """Return the games, languages and papers of a project."""
    from printnplay.imposition.papers import PAPERS

    catalog, problems = Catalog(project), Problems()
    check_names(catalog, problems)
    kept = KeptCounts(catalog)
    games = [
        _listed_once(catalog, game, problems, kept)
        for game in with_editions(catalog, catalog.games())
    ]
    kept.write()
    return Listing(tuple(game for game in games if game), tuple(PAPERS), tuple(problems.found))


def _listed_once(
    catalog: Catalog, game_id: str, problems: Problems, kept: KeptCounts
) -> Listed | None:
    """Return the entry of a game; one without faults is cached."""
    known = kept.take(Listed, kept.key("list", game_id))
    if known is not None:
        return known
    own = problems.part()
    listed = _listed(catalog, game_id, own)
    if listed is not None and not own.found:
        kept.put(kept.key("list", game_id), listed)
    return listed


def _listed(catalog: Catalog, game_id: str, problems: Problems) -> Listed | None:
    # If all games are cached, nothing is loaded.
    from printnplay.loading.deck import in_languages
    from printnplay.loading.game import load
    from printnplay.loading.texts import read_texts

    game = load(catalog, game_id, problems)
    if game is None:
        return None
    languages = catalog.languages_of(game_id)
    texts = read_texts(catalog, game_id, languages, Problems(), game)
    keys = {language: set(texts[language].entries) for language in languages}
    wanted = keys.get(game.original_in(keys)) or set().union(*keys.values())
    pieces = in_languages(game, [game.original_in(keys)]).pieces
    lacking = {
        language: sum(not game.lacks(key, language) for key in wanted - have - {TITLE})
        for language, have in keys.items()
    }
    return Listed(
        id=game.id,
        title=game.title,
        titles={language: game.title_in(texts[language]) for language in languages},
        cards=pieces.get(Kind.CARDS, 0),
        components=pieces,
        players=players_of(game.players),
        languages=lacking,
        own=base_of(game_id) in catalog.own_games(),
    )


def players_of(numbers: Sequence[int]) -> str:
    """Return the numbers of players in words.

    >>> players_of((2, 4)), players_of((2, 3, 4, 5))
    ('2 or 4', '2 to 5')
    """
    if not numbers:
        return "any number of"
    first, last = numbers[0], numbers[-1]
    if len(numbers) > 2 and len(numbers) == last - first + 1:
        return f"{first} to {last}"
    return " or ".join(map(str, numbers))
