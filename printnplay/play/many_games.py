"""Playing and counting many games, locally, in several processes or on a cluster."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.cluster.client import cluster_fault, connected, result_of
from printnplay.edition.choosing import NOWHERE, choose_game
from printnplay.edition.request import Progress
from printnplay.files.catalog import Catalog, base_of
from printnplay.files.seals import write_own
from printnplay.game.game import Game
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems, Span
from printnplay.kernel.suggestions import did_you_mean
from printnplay.loading.game import load
from printnplay.play.comparison import Comparison, compare
from printnplay.play.own_players import is_own
from printnplay.play.players import PLAYERS, player_named, players_by_seat, policies
from printnplay.play.playouts import LIMIT
from printnplay.play.study import Study, Tally, play_share
from printnplay.play.study_summary import StudySummary, summarize
from printnplay.processes.pool import in_processes, workers_for
from printnplay.rules.acts import SEAT_NAMES
from printnplay.rules.loader import RulesFileError, RulesSource, rules_of
from printnplay.rules.protocol import RulesModule
from printnplay.rules.variants import UnknownVariantError, settle, variants_of

if TYPE_CHECKING:
    from distributed import Future

HERE, NOW = "this version", "now"
"""Names of the current game in a comparison with another project, and with an earlier version."""

SHOWN = 5
"""Maximum number of broken games reported per study; of the rest only the number is reported. A
guess: they mostly have one cause."""


class Past(Struct, frozen=True):
    """An earlier version of a game to compare with: its name, and the folder of its project."""

    name: str
    project: Path


class PlayRequest(Struct, frozen=True):
    """A request to play games.

    Without `seats`, every supported player count is played. `limit` is the number of moves after
    which a game counts as endless; it defaults to `LIMIT` of the rules module, if it has one.
    `jobs` is the number of processes, 0 for one per core; `scheduler` is the address of a Dask
    cluster. `player` defines who chooses the moves: see `policies`. `against` is what to compare
    with: other variants, such as `length=one-round`, or the folder of a project with another
    version of the game; `past` is an earlier version instead.
    """

    project: Path
    game: str
    games: int = 1000
    seats: int | None = None
    seed: int = 1
    player: str = "random"
    against: str = ""
    past: Past | None = None
    variants: Mapping[str, str] = field(default_factory=dict)
    limit: int | None = None
    jobs: int = 0
    scheduler: str = ""
    trust_rules: bool = False


class Opened(Struct, frozen=True):
    """A playable game: its rules, and where other processes can load them."""

    game: Game
    rules: RulesModule
    source: RulesSource


class Played(Struct, frozen=True):
    """The figures for each player count, and diagnostics for the broken games.

    `comparisons` compare them with another variant or version, if one was requested, which is
    named `other`; it may be for other numbers of players. `compared` are the names of both, an
    earlier version first.
    """

    game: str
    title: str
    studies: tuple[StudySummary, ...]
    problems: tuple[Diagnostic, ...]
    comparisons: tuple[Comparison, ...] = ()
    other: str = ""
    compared: tuple[str, str] = ("", "")

    @property
    def not_compared(self) -> tuple[int, ...]:
        """The numbers of players for which there is nothing to compare with."""
        both = {comparison.players for comparison in self.comparisons}
        played = [summary.study.players for summary in self.studies] if self.other else []
        return tuple(players for players in played if players not in both)


def play_study(request: PlayRequest, progress: Progress) -> Played:
    """Play the games for each player count in turn.

    Raises:
        FaultsError: the game does not exist or has errors, or cannot be played as requested.
    """
    requests, opened = [request], [open_game(request)]
    studies = [studies_of(request, opened[0])]
    other = request.past.name if request.past else request.against
    if other:
        requests.append(_other(request))
        _check_project(request, requests[1])
        with nullcontext() if "=" in request.against else _naming(other):
            opened.append(open_game(requests[1]))
            both = {study.players for study in studies[0]}
            there = studies_of(requests[1], opened[1])
            studies.append([study for study in there if study.players in both])
    progress.begin(sum(len(study.shares()) for several in studies for study in several))
    progress.wait(f"playing {opened[0].game.id}")
    summaries = [
        [played(asked, version, study, progress) for study in several]
        for asked, version, several in zip(requests, opened, studies, strict=True)
    ]
    found = [
        fault
        for version, several in zip(opened, summaries, strict=True)
        for summary in several
        for fault in broken_games(version.game, summary)
    ]
    first = opened[0].game
    named = _names(request, opened[0].rules) if other else ("", "")
    versions = reversed(summaries) if request.past else summaries
    return Played(
        first.id,
        first.title,
        tuple(summaries[0]),
        tuple(found),
        _comparisons(*zip(named, versions, strict=True)) if other else (),
        other,
        named,
    )


def played(request: PlayRequest, opened: Opened, study: Study, progress: Progress) -> StudySummary:
    """Play a study and return its figures."""
    tally = Tally()
    for part in _tallies(request, study):
        tally.add(part)
        progress.step(f"{study.players} players")
    return summarize(opened.game.id, opened.rules, study, tally)


@contextmanager
def _naming(version: str) -> Iterator[None]:
    """Name a version in the faults of the command that are about it."""
    try:
        yield
    except FaultsError as error:
        raise FaultsError(
            [
                fault if fault.span.file else replace(fault, message=f"{version}: {fault.message}")
                for fault in error.found
            ]
        ) from None


def _other(request: PlayRequest) -> PlayRequest:
    """Return the request for what a request is compared with."""
    if request.past:
        return replace(request, project=request.past.project, past=None)
    if "=" not in request.against:
        return replace(request, project=Path(request.against), against="")
    pairs = (part.strip().partition("=") for part in request.against.split(","))
    variants = {**request.variants, **{name: choice for name, _, choice in pairs}}
    return replace(request, variants=variants, against="")


def _check_project(request: PlayRequest, other: PlayRequest) -> None:
    """Check that a project to compare with has the game itself; the bundled game does not count.

    Raises:
        FaultsError: it does not.
    """
    if (
        other.project == request.project
        or base_of(request.game) in Catalog(other.project).own_games()
    ):
        return
    problems = Problems()
    named = request.past.name if request.past else request.against
    problems.error(
        codes.UNKNOWN_GAME,
        f"there is no game `{request.game}` in `{named}` to compare with",
        NOWHERE,
        f"expected a version with designs/{base_of(request.game)}"
        if request.past
        else f"expected NAME=CHOICE of a variant, or a project with designs/{request.game}",
        f"choose with --{'since' if request.past else 'against'}",
    )
    raise FaultsError(problems.found)


def _names(request: PlayRequest, rules: RulesModule) -> tuple[str, str]:
    """Return the names of the two versions or variants to compare, an earlier version first."""
    if request.past:
        return request.past.name, NOW
    if "=" not in request.against:
        return HERE, request.against
    chosen = {part.strip().partition("=")[0] for part in request.against.split(",")}
    usual = settle(variants_of(rules), request.variants)
    name = ",".join(f"{variant}={usual[variant]}" for variant in usual if variant in chosen)
    return name, request.against


def _comparisons(
    first: tuple[str, Sequence[StudySummary]], second: tuple[str, Sequence[StudySummary]]
) -> tuple[Comparison, ...]:
    """Compare the named studies with the same player count."""
    (name, studies), (other, others) = first, second
    by_players = {summary.study.players: summary for summary in others}
    return tuple(
        compare((name, summary), (other, by_players[summary.study.players]))
        for summary in studies
        if summary.study.players in by_players
    )


def _tallies(request: PlayRequest, study: Study) -> Iterator[Tally]:
    """Yield the tally of each share of a study."""
    return spread(request.scheduler, study) if request.scheduler else run(request.jobs, study)


def write_text(path: Path, text: str) -> None:
    """Write a text file, such as figures or a log, atomically.

    Raises:
        FaultsError: the file cannot be written, or printnplay has not written the present one.
    """
    write_own({path: text.encode()}, path.parent)


def open_game(request: PlayRequest) -> Opened:
    """Load the game with its rules.

    Raises:
        FaultsError: the game does not exist, has errors, or has no rules.
    """
    catalog = Catalog(request.project, trusted=request.trust_rules)
    problems = Problems()
    game_id = choose_game(catalog, request.game)
    game = load(catalog, game_id, problems)
    rules = rules_of(game, problems, catalog) if game else None
    if game is None or rules is None:
        if not problems.found:
            problems.error(
                codes.CANNOT_PLAY_WITHOUT_RULES,
                f"`{request.game}` has no rules",
                NOWHERE,
                "expected a game with rules",
                "name rules in its game.yaml",
            )
        raise FaultsError(problems.found)
    return Opened(game, rules, RulesSource.of(game))


def studies_of(request: PlayRequest, opened: Opened) -> list[Study]:
    """Return a study for each player count.

    Raises:
        FaultsError: the game does not support this player count, or has no such variant.
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
    _check_players(request, opened, problems)
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
    """Return the default maximum number of moves in a game."""
    limit: int = getattr(opened.rules, "LIMIT", LIMIT)
    return limit


def _options(request: PlayRequest, opened: Opened) -> tuple[str, ...]:
    """Return the command options that select the same game, trust its code and set its limit."""
    usual = request.limit in (None, _declared(opened))
    words = [] if usual else ["--limit", str(request.limit)]
    own = any(map(is_own, policies(request.player, max(opened.game.players, default=2))))
    words += ["--trust-rules"] if own or not opened.source.ships else []
    words += ["--project", str(request.project)] if request.project != Path() else []
    return tuple(words)


def _check_players(request: PlayRequest, opened: Opened, problems: Problems) -> None:
    """Check that the requested players exist and can play this game."""
    known = f"expected one of {', '.join(PLAYERS)}, a file *.py, or seats with theirs: a=greedy"
    seats, cure = request.seats or max(opened.game.players, default=2), "choose with --player"
    try:
        names = policies(request.player, seats)
        by_seat = players_by_seat(request.player) if "=" in request.player else {}
    except (KeyError, ValueError) as error:
        text = f"there is no player `{error.args[0] or request.player}`"
        problems.error(codes.NO_SUCH_PLAYER, text, NOWHERE, known, cure)
        return
    for seat in sorted(by_seat.keys() - set(SEAT_NAMES[:seats])):
        text = f"there is no seat `{seat}` in a game of {seats} players"
        label = f"expected one of {', '.join(SEAT_NAMES[:seats])}"
        problems.error(codes.NO_SUCH_PLAYER, text, NOWHERE, label, cure)
    for name in sorted({name for name in names if is_own(name)}):
        _check_own(request, name, problems)


def _check_own(request: PlayRequest, name: str, problems: Problems) -> None:
    """Check that the file of a player may run, and that it can be used."""
    if not request.trust_rules:
        problems.error(
            codes.PLAYER_NOT_TRUSTED,
            f"`{name}` is Python code, and runs only if you trust it",
            NOWHERE,
            "expected --trust-rules beside it",
            "read the file; if you trust it, add --trust-rules",
        )
        return
    try:
        player_named(name)
    except RulesFileError as error:
        for fault in error.faults:
            problems.add(fault)


def _check_variants(request: PlayRequest, rules: RulesModule, problems: Problems) -> None:
    for name, choice in request.variants.items():
        try:
            settle(variants_of(rules), {name: choice})
        except UnknownVariantError as error:
            problems.error(
                codes.NO_SUCH_VARIANT,
                f"the variant `{name}` has no choice `{choice}`"
                if error.variant
                else f"`{request.game}` has no variant `{name}`",
                NOWHERE,
                expected_variants(error),
                did_you_mean(error.name, error.known, "choose with --variant NAME=CHOICE"),
            )


def expected_variants(error: UnknownVariantError) -> str:
    """Return a label that lists the existing variants or choices."""
    known = ", ".join(error.known)
    return f"expected one of {known}" if known else "this game has no variants"


def run(jobs: int, study: Study) -> Iterator[Tally]:
    """Yield the tallies of all shares, played by this many processes (0: one per core)."""
    shares = study.shares()
    workers = min(workers_for(jobs), len(shares))
    if workers <= 1:
        yield from (play_share(study, share) for share in shares)
        return
    yield from in_processes(partial(play_share, study), shares, workers)


def spread(address: str, study: Study) -> Iterator[Tally]:
    """Yield the tally of each share as soon as a cluster has played it.

    Shares that a lost worker had not delivered are played again by other workers. A share always
    contains the same games, so nothing is lost or counted twice. The scheduler gives up on a share
    after losing more workers with it than its setting `allowed-failures` permits.

    Raises:
        FaultsError: the extra is not installed, the scheduler does not answer, it cannot load the
            rules, or it gave up on a share.
    """
    with connected(address) as client:
        from distributed import as_completed

        shares = study.shares()
        futures = client.map(play_share, [study] * len(shares), shares, pure=False)
        for future in as_completed(futures):
            yield _tally(future)


def _tally(future: "Future") -> Tally:
    """Return the tally of a share.

    Raises:
        FaultsError: the machine lacks the rules, or too many workers were lost.
    """
    try:
        found: Tally = result_of(future)
    except RulesFileError as error:
        text = f"a machine of the cluster cannot load the rules: {error}"
        cure = (
            "give each machine the same version of printnplay, and the project in the same folder"
        )
        raise cluster_fault(codes.NO_CLUSTER, text, cure) from error
    return found


def broken_games(game: Game, summary: StudySummary) -> list[Diagnostic]:
    """Return diagnostics for the first broken games of a study."""
    study, rest = summary.study, len(summary.broken) - SHOWN
    more = ((f"and {rest} more of {summary.games} games", None),) if rest > 0 else ()
    place = game.spans.get("rules", Span(game.folder))
    return [
        Diagnostic(
            codes.BROKEN_PROMISE,
            f"a game of {study.players} players went wrong: {broken.what}",
            place,
            f"game {broken.game} of seed {study.seed}, after {broken.move} moves",
            f"see it with {broken.command}",
            more if at == SHOWN - 1 else (),
        )
        for at, broken in enumerate(summary.broken[:SHOWN])
    ]
