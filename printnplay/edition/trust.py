"""Trust the rules of a project once, until they change."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from printnplay.edition.choosing import NOWHERE, choose_games
from printnplay.files.catalog import Catalog, display_path, edition_in
from printnplay.files.door import is_there, names_in
from printnplay.game.game import NO_RULES, Game
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import FaultsError, Problems
from printnplay.loading.game import find_rules, load
from printnplay.rules import trust
from printnplay.rules.importer import PACKAGE_FILE, SUFFIX
from printnplay.rules.loader import RulesFileError, RulesSource, check_entry, is_known


class Trusted(Struct, frozen=True):
    """The trust state of a game's rules.

    Attributes:
        game: the game's id.
        rules: its rules as the user would type them; empty if it has no rules of its own.
        trusted: whether the rules may be run now.
    """

    game: str
    rules: str
    trusted: bool


def trust_rules(project: Path, games: Sequence[str]) -> tuple[Trusted, ...]:
    """Store that the current rules of games are trusted; no rules are run.

    Args:
        project: the project folder.
        games: the ids of games; empty means all games of the project.

    Raises:
        FaultsError: a game does not exist or has errors, or the trust cannot be stored.
    """
    catalog, problems = Catalog(project), Problems()
    found = [load(catalog, game, problems) for game in choose_games(catalog, games)]
    if problems.errors:
        raise FaultsError(problems.found)
    settled = [_trusted(game, problems) for game in found if game]
    if problems.errors:
        raise FaultsError(problems.found)
    return tuple(settled)


def are_trusted(catalog: Catalog, games: Sequence[str]) -> bool:
    """Return whether the rules of all these games may run; those of broken games may not."""
    return catalog.trusted or all(_is_trusted(catalog, game) for game in games)


def _is_trusted(catalog: Catalog, game_id: str) -> bool:
    game = load(catalog, game_id, Problems())
    if game is None or game.rules == NO_RULES:
        return game is not None
    source = RulesSource.of(game)
    try:
        return source.ships or is_known(source, source.contents())
    except RulesFileError:
        return False


def distrust_rules(project: Path, games: Sequence[str]) -> tuple[Trusted, ...]:
    """Forget that the current rules of games are trusted, also of games that have errors.

    Args:
        project: the project folder.
        games: the ids of games; empty means all games of the project.

    Raises:
        FaultsError: a game does not exist, or its rules cannot be read; all others are forgotten.
    """
    catalog, problems = Catalog(project), Problems()
    forgotten = [
        _forgotten(game, source, problems)
        for game in choose_games(catalog, games)
        for source in _sources(catalog, game)
    ]
    if problems.errors:
        raise FaultsError(problems.found)
    return tuple(forgotten)


def _sources(catalog: Catalog, game: str) -> Sequence[RulesSource | None]:
    """Return the rules of a game, None if it has none; if nobody knows, all that it may have."""
    folder = catalog.game_folder(game)
    rules = find_rules(folder, display_path(folder), edition_in(game))
    if rules:
        return [None if rules == NO_RULES else RulesSource.at(folder / rules)]
    paths = [folder / name for name in names_in(folder)]
    packages = [path for path in paths if is_there(path / PACKAGE_FILE)]
    return [RulesSource.at(path) for path in paths if path.suffix == SUFFIX or path in packages]


def _forgotten(game: str, source: RulesSource | None, problems: Problems) -> Trusted:
    digest = None if source is None else _digest(source, problems)
    if source is None or digest is None:
        return Trusted(game, "", trusted=source is not None)
    trust.distrust(digest)
    return Trusted(game, source.shown, trusted=False)


def _trusted(game: Game, problems: Problems) -> Trusted:
    if game.rules == NO_RULES:
        return Trusted(game.id, "", trusted=False)
    source = RulesSource.of(game)
    if not source.ships and not check_entry(game, source, problems):
        return Trusted(game.id, source.shown, trusted=False)
    digest = _digest(source, problems)
    if digest is None:
        return Trusted(game.id, "", trusted=True)
    if not trust.trust(digest):
        problems.error(
            codes.CANNOT_WRITE,
            "there is no folder to store trusted rules in",
            NOWHERE,
            "expected a cache folder outside the project that only you can write to",
            "set PRINTNPLAY_CACHE to one, or give --trust-rules with each command",
        )
    return Trusted(game.id, source.shown, trusted=True)


def _digest(source: RulesSource, problems: Problems) -> str | None:
    """Return the hash of rules; None if they ship with printnplay, or cannot be read."""
    if source.ships:
        return None
    try:
        contents = source.contents()
    except RulesFileError as error:
        problems.add(error.fault)
        return None
    return None if source.equals_shipped(contents) else source.digest_of(contents)
