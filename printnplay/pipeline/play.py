"""A study played on a Dask cluster, which has this tool installed on every machine.

`play`: games of a study, played here, in several processes, or on a cluster.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from shlex import join
from typing import Any

from printnplay.files.catalog import Catalog, display_path
from printnplay.loading.game import load_game
from printnplay.model import codes
from printnplay.model.codes import Code
from printnplay.model.diagnostics import Diagnostic, FaultsError, Problems, Span
from printnplay.model.game import Game
from printnplay.pipeline.request import NOWHERE, choose_games
from printnplay.pipeline.workers import Progress, in_processes, workers_for
from printnplay.rules.loader import RulesFileError, RulesSource, rules_of
from printnplay.rules.protocol import RulesModule
from printnplay.rules.variants import UnknownVariantError, settle, variants_of
from printnplay.simulation.playouts import LIMIT
from printnplay.simulation.study import Study, Tally, play_share

PATIENCE = 10
"""Seconds in which a scheduler has to answer."""


def spread(address: str, study: Study) -> Iterator[Tally]:
    """The tallies of all shares, each as soon as it is there.

    What a lost worker had in hand or had not handed over is played again by the others; a share is
    always the same games, so nothing is lost and nothing counts twice. The scheduler gives up a
    share that more workers were lost with than its setting `allowed-failures` says.

    Raises:
        FaultsError: the extra is not installed, nobody answers, the rules are missing there, or a
            share was given up.
    """
    try:
        from distributed import Client, as_completed
    except ImportError as error:
        text = "a cluster needs the package `distributed`"
        raise _fault(
            codes.CLUSTER_NOT_INSTALLED, text, 'pip install "printnplay[cluster]"'
        ) from error
    try:
        client = Client(address, timeout=PATIENCE)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        text = f"no scheduler answers at `{address}`"
        raise _fault(
            codes.NO_CLUSTER, text, "start one with `dask scheduler`, and name its address"
        ) from error
    with client:
        shares = study.shares()
        futures = client.map(play_share, [study] * len(shares), shares, pure=False)
        for future in as_completed(futures):  # type: ignore[no-untyped-call]
            yield _tally(future)


def _tally(future: Any) -> Tally:  # noqa: ANN401 - of a library without types
    """What a share came to.

    Raises:
        FaultsError: the rules are missing on the machine, or too many workers were lost.
    """
    from distributed import KilledWorker

    try:
        found: Tally = future.result()
    except RulesFileError as error:
        text = f"a machine of the cluster cannot load the rules: {error}"
        cure = "have the same version of printnplay, and the project in the same folder, on each"
        raise _fault(codes.NO_CLUSTER, text, cure) from error
    except KilledWorker as error:
        text = "the cluster gave up: worker after worker was lost with the same games"
        cure = "see in the logs of the workers what ends them; most often it is memory"
        raise _fault(codes.NO_CLUSTER, text, cure) from error
    return found


def _fault(code: Code, message: str, cure: str) -> FaultsError:
    label = "expected a Dask scheduler such as tcp://127.0.0.1:8786"
    return FaultsError([Diagnostic(code, message, Span(""), label, cure)])


TOLD = 5
"""Mishaps of a study that are told; of further ones only the number is."""


@dataclass(frozen=True, slots=True)
class PlayRequest:
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


def play_study(request: PlayRequest, progress: Progress) -> Played:
    """Play what is ordered.

    Raises:
        FaultsError: the game cannot be had, or cannot be played so.
    """
    opened = open_game(request)
    studies = studies_of(request, opened)
    progress.begin(sum(len(study.shares()) for study in studies))
    tallies = []
    for study in studies:
        tally = Tally()
        for part in _runner(request)(study):
            tally.add(part)
            progress.step(f"{study.players} players")
        tallies.append(tally)
    found = [
        one
        for study, tally in zip(studies, tallies, strict=True)
        for one in _mishaps(opened.game, study, tally)
    ]
    return Played(opened, tuple(zip(studies, tallies, strict=True)), tuple(found))


def open_game(request: PlayRequest) -> Opened:
    """The game with its rules.

    Raises:
        FaultsError: it does not exist, is at fault, or has no rules.
    """
    catalog = Catalog(request.project, trusted=request.trust_rules)
    problems = Problems()
    (game_id,) = choose_games(catalog, [request.game])
    folder = catalog.game_folder(game_id)
    game = load_game(folder, display_path(folder), problems)
    rules = rules_of(game, problems, catalog) if game else None
    if game is None or rules is None:
        if not problems.found:
            text, label = f"`{request.game}` has no rules to play by", "expected a game with rules"
            problems.error(
                codes.CANNOT_PLAY_WITHOUT_RULES,
                text,
                NOWHERE,
                label,
                "name rules in its game.yaml",
            )
        raise FaultsError(problems.found)
    return Opened(game, rules, RulesSource.of(game))


def studies_of(request: PlayRequest, opened: Opened) -> list[Study]:
    """A study for each number of players.

    Raises:
        FaultsError: the game is not for so many players, or has no such variant.
    """
    problems = Problems()
    known = opened.game.players
    if request.seats is not None and request.seats not in known:
        problems.error(
            codes.WRONG_NUMBER_OF_PLAYERS,
            f"`{request.game}` is not for {request.seats} players",
            NOWHERE,
            f"expected one of {', '.join(map(str, known))}",
            "choose another number with --seats",
        )
    _check_variants(request, opened.rules, problems)
    if problems.found:
        raise FaultsError(problems.found)
    limit, options = request.limit or _declared(opened), _options(request, opened)
    return [
        Study(
            opened.source,
            seats,
            request.seed,
            request.games,
            request.player,
            request.variants,
            limit,
            options,
        )
        for seats in ((request.seats,) if request.seats else known)
    ]


def _declared(opened: Opened) -> int:
    """Moves that a game may have unless the order says otherwise."""
    limit: int = getattr(opened.rules, "LIMIT", LIMIT)
    return limit


def _options(request: PlayRequest, opened: Opened) -> tuple[str, ...]:
    """What a command needs to find the same game, run its rules and stop where this order does."""
    usual = request.limit in (None, _declared(opened))
    words = [] if usual else ["--limit", str(request.limit)]
    words += [] if opened.source.ships else ["--trust-rules"]
    words += ["--project", str(request.project)] if request.project != Path() else []
    return tuple(words)


def _check_variants(request: PlayRequest, rules: RulesModule, problems: Problems) -> None:
    for name, choice in request.variants.items():
        try:
            settle(variants_of(rules), {name: choice})
        except UnknownVariantError as error:
            near = get_close_matches(error.name, error.known, n=1)
            problems.error(
                codes.NO_SUCH_VARIANT,
                f"the variant `{name}` has no choice `{choice}`"
                if error.variant
                else f"`{request.game}` has no variant `{name}`",
                NOWHERE,
                f"expected one of {', '.join(error.known)}" if error.known else "there is none",
                f"did you mean `{near[0]}`?" if near else "choose with --variant NAME=CHOICE",
            )


def _runner(request: PlayRequest) -> "partial[Iterator[Tally]]":
    """How the shares of a study are played."""
    if request.scheduler:
        return partial(spread, request.scheduler)
    return partial(run, request.jobs)


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
            codes.BROKEN_PROMISE,
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
