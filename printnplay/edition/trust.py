"""Trust the rules of a project once, until they change."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from printnplay.edition.choosing import NOWHERE, choose_games
from printnplay.files.catalog import Catalog, display_path
from printnplay.game.game import NO_RULES, Game
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import FaultsError, Problems
from printnplay.loading.game import load_game
from printnplay.rules import trust
from printnplay.rules.loader import RulesFileError, RulesSource, check_entry


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


def trust_rules(project: Path, games: Sequence[str], *, forget: bool) -> tuple[Trusted, ...]:
    """Store that the current rules of games are trusted, or forget it; no rules are run.

    Args:
        project: the project folder.
        games: the ids of games; empty means all games of the project.
        forget: revoke the trust.

    Raises:
        FaultsError: a game does not exist or has errors, or the trust cannot be stored.
    """
    catalog, problems = Catalog(project), Problems()
    folders = [catalog.game_folder(game) for game in choose_games(catalog, games)]
    found = [load_game(folder, display_path(folder), problems) for folder in folders]
    if problems.errors:
        raise FaultsError(problems.found)
    settled = [_settle(game, problems, forget=forget) for game in found if game]
    if problems.errors:
        raise FaultsError(problems.found)
    return tuple(settled)


def _settle(game: Game, problems: Problems, *, forget: bool) -> Trusted:
    if game.rules == NO_RULES:
        return Trusted(game.id, "", trusted=False)
    source = RulesSource.of(game)
    if source.ships:
        return Trusted(game.id, "", trusted=True)
    if not check_entry(game, source, problems):
        return Trusted(game.id, source.shown, trusted=False)
    try:
        contents = source.contents()
    except RulesFileError as error:
        problems.add(error.fault)
        return Trusted(game.id, source.shown, trusted=False)
    digest = source.digest_of(contents)
    if source.equals_shipped(contents):
        return Trusted(game.id, "", trusted=True)
    if forget:
        trust.distrust(digest)
    elif not trust.trust(digest):
        problems.error(
            codes.CANNOT_WRITE,
            "there is no folder to store trusted rules in",
            NOWHERE,
            "expected a cache folder outside the project that only you can write to",
            "set PRINTNPLAY_CACHE to one, or give --trust-rules with each command",
        )
    return Trusted(game.id, source.shown, trusted=not forget)
