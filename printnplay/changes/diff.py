"""Compare a project with an earlier version of it, game by game."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.changes.comparing import Comparison, compare
from printnplay.changes.earlier import Earlier, earlier_version
from printnplay.changes.gallery import Gallery, Rendered
from printnplay.changes.players import for_players
from printnplay.changes.state import GameState
from printnplay.changes.taking import state_of
from printnplay.edition.choosing import Languages, choose_games
from printnplay.edition.edition import edition_of
from printnplay.edition.loaded import LoadedGame, Scrutiny, open_game
from printnplay.edition.request import Progress
from printnplay.faces.template_faults import place
from printnplay.files.budget import LIMITS, limited
from printnplay.files.catalog import Catalog, base_of
from printnplay.imposition.papers import PAPERS
from printnplay.kernel.diagnostics import FaultsError, Problems
from printnplay.kernel.printing import PrintSettings
from printnplay.loading.editions import is_known
from printnplay.rulebook.pages.typesetter import Typesetter

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


class Version(Struct, frozen=True):
    """A game in one version: its state, its pictures and typesetters by language."""

    state: GameState
    galleries: Mapping[str, Gallery]
    setters: Mapping[str, Typesetter] = field(default_factory=dict)


class GameDiff(Struct, frozen=True):
    """What differs about a game between two versions; there may be no `old` one.

    The files of an old version that is a commit exist only until the comparison ends.
    """

    game: str
    since: str
    new: Version
    old: Version | None
    comparison: Comparison | None

    @property
    def told(self) -> dict[str, str]:
        """The changes as a text for players, by language."""
        if self.old is None or self.comparison is None:
            return {}
        both = (self.old.state, self.new.state)
        return {
            language: for_players(self.comparison, *both, language, setter)
            for language, setter in self.new.setters.items()
            if language in self.old.state.languages
        }


@contextmanager
def compared(request: DiffRequest, progress: Progress) -> Iterator[list[GameDiff]]:
    """Give what differs about each game since an earlier version, while its files exist.

    Raises:
        FaultsError: there is no such version or game, or a version cannot be read.
    """
    catalog = _catalog(request, request.project)
    games = choose_games(catalog, request.games)
    with (
        limited(LIMITS if request.limited else None, place),
        earlier_version(request.project, request.since) as earlier,
    ):
        yield [_of_game(request, catalog, earlier, game, progress) for game in games]


def _of_game(
    request: DiffRequest, catalog: Catalog, earlier: Earlier, game: str, progress: Progress
) -> GameDiff:
    progress.wait(f"reading {game}")
    new = read_version(catalog, game, request.languages)
    progress.wait(f"reading {game} of {earlier.name}")
    old = _former(request, earlier, game)
    if old is None:
        return GameDiff(game, earlier.name, new, None, None)
    return GameDiff(game, earlier.name, new, old, compare(old.state, new.state))


def _former(request: DiffRequest, earlier: Earlier, game: str) -> Version | None:
    """Return a game in an earlier version; None if that lacks it."""
    if earlier.release is not None:
        state, galleries = earlier.release
        return Version(state, galleries) if state.id == game else None
    catalog = _catalog(request, earlier.folder)
    if base_of(game) not in catalog.own_games() or not is_known(catalog, game):
        return None
    return read_version(catalog, game, request.languages)


def _catalog(request: DiffRequest, folder: Path) -> Catalog:
    return Catalog(
        folder, trusted=request.trust_rules, limited=request.limited, cached=request.cached
    )


def read_version(catalog: Catalog, game: str, languages: Sequence[str] = ()) -> Version:
    """Return a game as its files are now.

    Raises:
        FaultsError: the game cannot be rendered.
    """
    problems = Problems()
    known = catalog.languages_of(game)
    chosen = [one for one in known if not languages or one in languages]
    loaded = open_game(catalog, game, chosen, problems, UNPROVED)
    if loaded is None:
        raise FaultsError(problems.found)
    return version_of(loaded, chosen)


def version_of(loaded: LoadedGame, languages: Sequence[str]) -> Version:
    """Return the version of a loaded game; `check` reports the faults of its faces.

    Stamps are left out: a new version number would change every card.
    """
    loaded = replace(loaded, game=replace(loaded.game, stamp=None))
    editions = {
        one: edition_of(loaded, Languages(one), Problems(), draft=True) for one in languages
    }
    state = state_of(loaded, list(editions.values()), SETTINGS)
    galleries = {one: Rendered(edition) for one, edition in editions.items()}
    return Version(state, galleries, {one: each.typesetter for one, each in editions.items()})
