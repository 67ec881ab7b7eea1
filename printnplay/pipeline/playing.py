"""`play`: games of a study, played here, in several processes, or on a cluster."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from shlex import join

from printnplay.engine.kernel import RulesModule
from printnplay.engine.playout import LIMIT
from printnplay.engine.study import RulesSource, Study, Tally, play_share
from printnplay.engine.variants import UnknownVariantError, settle, variants_of
from printnplay.loading.catalog import Catalog, as_typed
from printnplay.loading.games import load_game
from printnplay.model.cards import Game
from printnplay.model.diagnostics import Diagnostic, FaultsError, Problems, Span
from printnplay.pipeline.processes import in_processes, workers_for
from printnplay.pipeline.progress import Progress
from printnplay.pipeline.rules import FILE, rules_of
from printnplay.pipeline.selection import NOWHERE, choose_games

TOLD = 5
"""Mishaps of a study that are told; of further ones only the number is."""


@dataclass(frozen=True, slots=True)
class PlayOrder:
    """What is to be played.

    Without `seats`, every number of players that the game is for; without `limit`, games may have
    as many moves as the rules module says with `LIMIT`, else those of a study.
    """

    project: Path
    game: str
    games: int = 1000
    seats: int | None = None
    seed: int = 1
    player: str = "random"
    variants: Mapping[str, str] = field(default_factory=dict)
    limit: int | None = None
    jobs: int = 0
    scheduler: str = ""
    trust_rules: bool = False


@dataclass(frozen=True, slots=True)
class Opened:
    """A game that can be played: its rules, and where another process finds them."""

    game: Game
    rules: RulesModule
    source: RulesSource


@dataclass(frozen=True, slots=True)
class Played:
    """What came of an order: for each number of players what was asked and what was counted."""

    opened: Opened
    studies: tuple[tuple[Study, Tally], ...]
    problems: tuple[Diagnostic, ...]


def play(order: PlayOrder, progress: Progress) -> Played:
    """Play what is ordered.

    Raises:
        FaultsError: the game cannot be had, or cannot be played so.
    """
    opened = open_game(order)
    studies = studies_of(order, opened)
    progress.begin(sum(len(study.shares()) for study in studies))
    tallies = []
    for study in studies:
        tally = Tally()
        for part in _runner(order)(study):
            tally.add(part)
            progress.step(f"{study.players} players")
        tallies.append(tally)
    found = [
        one
        for study, tally in zip(studies, tallies, strict=True)
        for one in _mishaps(opened.game, study, tally)
    ]
    return Played(opened, tuple(zip(studies, tallies, strict=True)), tuple(found))


def open_game(order: PlayOrder) -> Opened:
    """The game with its rules.

    Raises:
        FaultsError: it does not exist, is at fault, or has no rules.
    """
    catalog = Catalog(order.project, trusted=order.trust_rules)
    problems = Problems()
    (game_id,) = choose_games(catalog, [order.game])
    folder = catalog.game_folder(game_id)
    game = load_game(folder, as_typed(folder), problems)
    rules = rules_of(game, problems, catalog) if game else None
    if game is None or rules is None:
        if not problems.found:
            text, label = f"`{order.game}` has no rules to play by", "expected a game with rules"
            problems.error("PNP644", text, NOWHERE, label, "name a rules module in its game.yaml")
        raise FaultsError(problems.found)
    return Opened(game, rules, _source(game, catalog))


def _source(game: Game, catalog: Catalog) -> RulesSource:
    """Where the rules are found by whoever knows nothing of this project."""
    if not game.rules.endswith(FILE):
        return RulesSource(game.rules)
    path = Path(game.folder) / game.rules
    home = next(one for one in catalog.roots if path.is_relative_to(one))
    return RulesSource(game.rules, str(path.absolute()), as_typed(path), str(home.absolute()))


def studies_of(order: PlayOrder, opened: Opened) -> list[Study]:
    """A study for each number of players.

    Raises:
        FaultsError: the game is not for so many players, or has no such variant.
    """
    problems = Problems()
    known = opened.game.players
    if order.seats is not None and order.seats not in known:
        problems.error(
            "PNP640",
            f"`{order.game}` is not for {order.seats} players",
            NOWHERE,
            f"expected one of {', '.join(map(str, known))}",
            "choose another number with --seats",
        )
    _check_variants(order, opened.rules, problems)
    if problems.found:
        raise FaultsError(problems.found)
    limit, options = order.limit or _declared(opened), _options(order, opened)
    return [
        Study(
            opened.source,
            seats,
            order.seed,
            order.games,
            order.player,
            order.variants,
            limit,
            options,
        )
        for seats in ((order.seats,) if order.seats else known)
    ]


def _declared(opened: Opened) -> int:
    """Moves that a game may have unless the order says otherwise."""
    limit: int = getattr(opened.rules, "LIMIT", LIMIT)
    return limit


def _options(order: PlayOrder, opened: Opened) -> tuple[str, ...]:
    """What a command needs to find the same game, run its rules and stop where this order does."""
    usual = order.limit in (None, _declared(opened))
    words = [] if usual else ["--limit", str(order.limit)]
    words += ["--trust-rules"] if opened.source.file else []
    words += ["--project", str(order.project)] if order.project != Path() else []
    return tuple(words)


def _check_variants(order: PlayOrder, rules: RulesModule, problems: Problems) -> None:
    for name, choice in order.variants.items():
        try:
            settle(variants_of(rules), {name: choice})
        except UnknownVariantError as error:
            near = get_close_matches(error.name, error.known, n=1)
            problems.error(
                "PNP641",
                f"the variant `{name}` has no choice `{choice}`"
                if error.variant
                else f"`{order.game}` has no variant `{name}`",
                NOWHERE,
                f"expected one of {', '.join(error.known)}" if error.known else "there is none",
                f"did you mean `{near[0]}`?" if near else "choose with --variant NAME=CHOICE",
            )


def _runner(order: PlayOrder) -> "partial[Iterator[Tally]]":
    """How the shares of a study are played."""
    if order.scheduler:
        from printnplay.pipeline.cluster import spread

        return partial(spread, order.scheduler)
    return partial(run, order.jobs)


def run(jobs: int, study: Study) -> Iterator[Tally]:
    """The tallies of all shares, played by so many processes (0: one a core)."""
    shares = study.shares()
    workers = min(workers_for(jobs), len(shares))
    if workers <= 1:
        yield from (play_share(study, share) for share in shares)
        return
    yield from in_processes(partial(play_share, study), shares, workers)


def _mishaps(game: Game, study: Study, tally: Tally) -> list[Diagnostic]:
    """The first mishaps of a study as faults of the rules."""
    rest = len(tally.mishaps) - TOLD
    more = ((f"and {rest} more of {tally.games} games", None),) if rest > 0 else ()
    place = game.spans.get("rules", Span(game.folder))
    return [
        Diagnostic(
            "PNP650",
            f"a game of {study.players} went wrong: {one.what}",
            place,
            f"game {one.game} of seed {study.seed}, after {one.move} moves",
            "see it with " + again(game, study, one.game),
            more if at == TOLD - 1 else (),
        )
        for at, one in enumerate(tally.mishaps[:TOLD])
    ]


def again(game: Game, study: Study, number: int) -> str:
    """The command that shows one game of a study."""
    words = ["printnplay", "play", game.id, "--show", "--seats", str(study.players)]
    words += ["--seed", str(study.seed)]
    words += ["--game", str(number)] if number else []
    for name, choice in study.variants.items():
        words += ["--variant", f"{name}={choice}"]
    words += ["--player", study.player] if study.player != "random" else []
    return join([*words, *study.options])
