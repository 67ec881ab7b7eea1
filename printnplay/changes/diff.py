"""Compare a project with an earlier version of it, game by game."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from printnplay.changes.comparing import Comparison, compare
from printnplay.changes.earlier import Earlier, earlier_version
from printnplay.changes.state import GameState
from printnplay.changes.taking import state_of
from printnplay.edition.choosing import choose_games
from printnplay.edition.edition import Edition
from printnplay.edition.loaded import LoadedGame, Scrutiny, open_game
from printnplay.edition.request import Progress, memo_of
from printnplay.faces.template_faults import place
from printnplay.files.budget import LIMITS, limited
from printnplay.files.catalog import Catalog
from printnplay.imposition.papers import PAPERS
from printnplay.kernel.diagnostics import FaultsError, Problems
from printnplay.kernel.memo import key_of
from printnplay.kernel.printing import PrintSettings

UNPROVED = Scrutiny(texts=False)
"""The texts of both versions are compared, not checked."""

SETTINGS = PrintSettings(PAPERS["a4"])
"""The paper that boxes are laid out on: their panels are the same on any."""


class DiffRequest(Struct, frozen=True):
    """A request to compare a project with an earlier version of it.

    `since` is a tag or commit, or the folder of a project. Empty `games` means all of the project.
    """

    project: Path
    since: str = "HEAD"
    games: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    trust_rules: bool = False
    limited: bool = True
    cached: bool = True


class GameDiff(Struct, frozen=True):
    """What differs about a game, and both of its states; None if the earlier version lacks it."""

    game: str
    title: str
    new: GameState
    old: GameState | None
    comparison: Comparison | None


def diff(request: DiffRequest, progress: Progress) -> list[GameDiff]:
    """Return what differs about each game since an earlier version.

    Raises:
        FaultsError: there is no such version or game, or a version cannot be read.
    """
    catalog = _catalog(request, request.project)
    games = choose_games(catalog, request.games)
    with (
        limited(LIMITS if request.limited else None, place),
        earlier_version(request.project, request.since) as earlier,
    ):
        return [_of_game(request, catalog, earlier, game, progress) for game in games]


def _of_game(
    request: DiffRequest, catalog: Catalog, earlier: Earlier, game: str, progress: Progress
) -> GameDiff:
    progress.wait(f"reading {game}")
    new = read_state(catalog, game, request.languages)
    former = _catalog(request, earlier.folder)
    if game not in former.own_games():
        return GameDiff(game, new.facts["title"], new, None, None)
    progress.wait(f"reading {game} of {earlier.name}")
    old = _kept(request, former, earlier, game)
    return GameDiff(game, new.facts["title"], new, old, compare(old, new))


def _catalog(request: DiffRequest, folder: Path) -> Catalog:
    return Catalog(
        folder, trusted=request.trust_rules, limited=request.limited, cached=request.cached
    )


def _kept(request: DiffRequest, catalog: Catalog, earlier: Earlier, game: str) -> GameState:
    """Return the state of an earlier version; that of a commit is cached."""
    memo = memo_of(catalog) if earlier.commit else None
    key = key_of("state", earlier.commit, game, request.languages, request.trust_rules)
    known = memo.take_value(GameState, key) if memo else None
    if known is None:
        known = read_state(catalog, game, request.languages)
        if memo:
            memo.put_value(key, known)
            memo.write()
    return known


def read_state(catalog: Catalog, game: str, languages: Sequence[str] = ()) -> GameState:
    """Return the state of a game as its files are now.

    Raises:
        FaultsError: the game cannot be rendered.
    """
    problems = Problems()
    known = catalog.languages_of(game)
    chosen = [one for one in known if not languages or one in languages]
    loaded = open_game(catalog, game, chosen, problems, UNPROVED)
    if loaded is None:
        raise FaultsError(problems.found)
    return state_of(loaded, editions_of(loaded, chosen), SETTINGS)


def editions_of(loaded: LoadedGame, languages: Sequence[str]) -> list[Edition]:
    """Return the editions of a game to compare; their faults are those of `check`."""
    return [Edition(loaded, language, Problems(), draft=True) for language in languages]
