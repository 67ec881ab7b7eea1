"""Compare two versions of a project, game by game."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from fnmatch import fnmatchcase
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from printnplay.changes.change import Comparison
from printnplay.changes.comparing import compare
from printnplay.changes.earlier import Earlier, earlier_version
from printnplay.changes.gallery import Version
from printnplay.changes.players import for_players
from printnplay.edition.choosing import Languages, choose, choose_languages, unknown_game
from printnplay.edition.request import Progress
from printnplay.faces.template_faults import place
from printnplay.files.budget import LIMITS, limited
from printnplay.files.catalog import Catalog, base_of
from printnplay.kernel.diagnostics import FaultsError, Problems
from printnplay.loading.editions import is_known


class DiffRequest(Struct, frozen=True):
    """A request to compare two versions of a project.

    `since` and `until` are each a tag or commit, or the folder of a project or of a release. An
    empty `until` means the current files, and empty `games` all games. `pictures` are for a page
    that shows them.
    """

    project: Path
    since: str = "HEAD"
    games: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    trust_rules: bool = False
    limited: bool = True
    cached: bool = True
    until: str = ""
    pictures: bool = False


class GameDiff(Struct, frozen=True):
    """What differs about a game between two versions; there may be no `old` one.

    The files of a version that is a commit exist only until the comparison ends.
    """

    game: str
    since: str
    new: Version
    old: Version | None
    comparison: Comparison | None
    until: str = ""

    @property
    def told(self) -> dict[str, str]:
        """The changes as a text for players, by language."""
        if self.old is None or self.comparison is None:
            return {}
        old, new = self.old.state, self.new.state
        both = (language for language in new.languages if language in old.languages)
        return {one: for_players(self.comparison, old, new, one) for one in both}


@contextmanager
def compared(request: DiffRequest, progress: Progress) -> Iterator[list[GameDiff]]:
    """Provide the differences of each game between two versions, while their files exist.

    Raises:
        FaultsError: there is no such version or game, or a version cannot be read.
    """
    present = nullcontext(Earlier("", request.project))
    with (
        limited(LIMITS if request.limited else None, place),
        earlier_version(request.project, request.since) as old,
        earlier_version(request.project, request.until) if request.until else present as new,
    ):
        games = _games(request, old, new)
        yield [_of_game(request, old, new, game, progress) for game in games]


def _games(request: DiffRequest, old: Earlier, new: Earlier) -> Sequence[str]:
    """Return the games to compare: those named, or that of a release, or all."""
    if new.release is None:
        of_release = (old.release.state.id,) if old.release else ()
        chosen = choose(_catalog(request, new), request.games or of_release, request.languages)
        return tuple(chosen)
    state, problems = new.release.state, Problems()
    for word in request.games:
        if not fnmatchcase(state.id, word):
            problems.add(unknown_game(word, [state.id]))
    choose_languages(state.languages, state.id, tuple(map(Languages, request.languages)), problems)
    if problems.found:
        raise FaultsError(problems.found)
    return (state.id,)


def _of_game(
    request: DiffRequest, old: Earlier, new: Earlier, game: str, progress: Progress
) -> GameDiff:
    progress.wait(f"reading {game} {new.name}".rstrip())
    after = _version(request, new, game)
    progress.wait(f"reading {game} of {old.name}")
    before = _version(request, old, game)
    assert after is not None
    comparison = compare(before.state, after.state) if before else None
    return GameDiff(game, old.name, after, before, comparison, new.name)


def _version(request: DiffRequest, earlier: Earlier, game: str) -> Version | None:
    """Return a game in a version; None if that lacks it."""
    if earlier.release is not None:
        return _of_release(request, earlier.release) if earlier.release.state.id == game else None
    from printnplay.changes.reading import read_state, read_version  # releases need no renderer

    catalog = _catalog(request, earlier)
    if earlier.name and not (base_of(game) in catalog.own_games() and is_known(catalog, game)):
        return None
    if earlier.is_commit and not (request.pictures or request.trust_rules):
        return Version(read_state(catalog, game, request.languages))
    return read_version(catalog, game, request.languages)


def _of_release(request: DiffRequest, version: Version) -> Version:
    """Return the version of a release in the languages asked for."""
    known, asked = version.state.languages, request.languages
    chosen = tuple(one for one in known if not asked or one in asked)
    return replace(version, state=replace(version.state, languages=chosen))


def _catalog(request: DiffRequest, earlier: Earlier) -> Catalog:
    return Catalog(
        earlier.folder, trusted=request.trust_rules, limited=request.limited, cached=request.cached
    )
