"""Checks of rules alone: decks, worked examples, claims, recorded games, and mutants.

`prove` also switches each rule and clause off to see which example needs it. `hunt` creates
mutants, each with one small change to the rules, and checks what detects them.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from msgspec import Struct

from printnplay.edition.choosing import choose_games
from printnplay.edition.request import CheckRequest, Progress, catalog_of, memo_of
from printnplay.files.budget import LIMITS, limited
from printnplay.files.catalog import Catalog, display_path
from printnplay.files.writing import write_bytes
from printnplay.game.game import Game
from printnplay.game.verdicts import Claim
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Problems
from printnplay.kernel.memo import Memo
from printnplay.loading.examples import load_recorded
from printnplay.loading.game import load
from printnplay.play.holes import Cells, cells_of
from printnplay.play.mutants import (
    EXAMPLES,
    GAMES,
    WITNESSES,
    Mutant,
    Suite,
    mutants_of,
    try_mutant,
)
from printnplay.play.proposals import Proposal, drafts_of, propose, propose_against, renamed
from printnplay.play.reach import Reach, reach_of
from printnplay.play.recorded import check_recorded, differs
from printnplay.processes.pool import in_processes
from printnplay.rules.coverage import Ablation, Trials, ablate
from printnplay.rules.deck_check import check_deck
from printnplay.rules.examples import check_examples
from printnplay.rules.game import rule_of
from printnplay.rules.loader import RulesSource, guarded, rules_of
from printnplay.rules.proofs import count_claims
from printnplay.rules.protocol import RulesModule


class ExampleNeeds(Struct, frozen=True):
    """A true example: the rules that it cites, and the rules and clauses without which it fails.

    `rules` contains each rule of which it needs any part: the rule itself or one of its clauses.
    """

    id: str
    shows: tuple[str, ...]
    needs: tuple[str, ...]
    rules: frozenset[str]


class CountedClaim(Struct, frozen=True):
    """A claim with the result of its count."""

    claim: Claim
    counted: int | bool


class Proof(Struct, frozen=True):
    """The results of checking a game's examples and claims against its rules.

    Attributes:
        game: the game's id.
        title: the game's title.
        examples: the number of examples.
        needs: each true example, with what it needs.
        rules: the ids of all rules.
        clauses: for each clause, the examples that need it, those citing its rule first.
        unshown: rules and clauses that no example citing them needs.
        recorded: those of `unshown` without which recorded games play differently.
        claims: the claims that could be counted.
        cells: what the examples prove of each number of players and each variant.
        proposals: examples for what they do not prove, if asked for.
    """

    game: str
    title: str
    examples: int
    needs: tuple[ExampleNeeds, ...]
    rules: tuple[str, ...]
    clauses: Mapping[str, tuple[str, ...]]
    unshown: tuple[str, ...]
    recorded: tuple[str, ...]
    claims: tuple[CountedClaim, ...]
    cells: Cells
    proposals: tuple[Proposal, ...] = ()


class RulesReport(Struct, frozen=True):
    """The diagnostics, and the proof of each game that has rules."""

    problems: tuple[Diagnostic, ...]
    games: tuple[Proof, ...]


def prove(request: CheckRequest, progress: Progress, *, proposing: bool = False) -> RulesReport:
    """Check the rules of games, independently of their texts and pictures.

    Args:
        request: what to check.
        progress: called after each game.
        proposing: also propose examples for what is not proved.

    Raises:
        FaultsError: a game does not exist, or the check exceeds the limits of time or memory.
    """
    catalog = catalog_of(request)
    problems = Problems()
    proofs = []
    chosen = choose_games(catalog, request.games)
    progress.begin(len(chosen))
    with limited(LIMITS if request.limited else None, lambda: None):
        for game_id in chosen:
            progress.wait(f"proving {game_id}")
            for game, rules in _game_with_rules(catalog, game_id, problems):
                work = partial(_proof, game, rules, problems, memo_of(catalog), proposing=proposing)
                proof = guarded(game, work, problems)
                proofs += [proof] if proof else []
            progress.step(game_id)
    return RulesReport(tuple(problems.found), tuple(proofs))


def _game_with_rules(
    catalog: Catalog, game_id: str, problems: Problems
) -> Iterator[tuple[Game, RulesModule]]:
    """Yield a game and its rules, if it has rules and both can be loaded."""
    game = load(catalog, game_id, problems)
    rules = rules_of(game, problems, catalog) if game else None
    if game and rules:
        yield game, rules


def _proof(
    game: Game, rules: RulesModule, problems: Problems, memo: Memo | None, *, proposing: bool
) -> Proof:
    trials = Trials(rules)
    names = witnesses(game, rules, problems, trials)
    # Claims are about the game itself, whose examples also show every rule.
    counted, false = ([], []) if game.shares_rules else count_claims(game, rules, memo)
    for fault in false:
        problems.add(fault)
    true = [example for example in game.examples if example.id in names]
    ablation = ablate(true, rules, trials)
    unshown = () if game.shares_rules else ablation.unshown
    switches = ablation.switches
    reach = Reach() if game.shares_rules else reach_of(game, rules, memo)
    cells = cells_of(true, ablation, reach, trials)
    taken = [example.id for example in game.examples]
    return Proof(
        game=game.id,
        title=game.title,
        examples=len(game.examples),
        needs=tuple(_needs(ablation, example) for example in ablation.needs),
        rules=tuple(rule for rule in switches if rule_of(rule) == rule),
        clauses={
            clause: tuple(ablation.shown_by(clause))
            for clause in switches
            if rule_of(clause) != clause
        },
        unshown=unshown,
        recorded=_recorded_only(game, rules, unshown),
        claims=tuple(CountedClaim(count.claim, count.found) for count in counted),
        cells=cells,
        proposals=tuple(propose(rules, cells, taken)) if proposing else (),
    )


def _recorded_only(game: Game, rules: RulesModule, unshown: Sequence[str]) -> tuple[str, ...]:
    """Return those rules and clauses without which recorded games play differently."""
    recorded = load_recorded(Path(game.folder), display_path(Path(game.folder)), Problems())
    games = recorded.games if recorded else ()
    return tuple(
        switch for switch in unshown if any(differs(rules, played, [switch]) for played in games)
    )


def _needs(ablation: Ablation, example: str) -> ExampleNeeds:
    needed = ablation.needs[example]
    return ExampleNeeds(
        example,
        ablation.cites[example],
        tuple(switch for switch in ablation.switches if switch in needed),
        frozenset(map(rule_of, needed)),
    )


def witnesses(
    game: Game, rules: RulesModule, problems: Problems, trials: Trials | None = None
) -> tuple[str, ...]:
    """Check deck, examples and recorded games; return the ids of the true examples."""
    verdicts, found = check_examples(game, rules, coverage=not game.shares_rules, trials=trials)
    for fault in (*check_deck(game, rules), *found, *_recorded(game, rules, problems)):
        problems.add(fault)
    return tuple(verdict.example for verdict in verdicts if verdict.true)


def _recorded(game: Game, rules: RulesModule, problems: Problems) -> list[Diagnostic]:
    """Report recorded games that now play differently; an edition may have other cards."""
    if game.shares_rules:
        return []
    folder = Path(game.folder)
    recorded = load_recorded(folder, display_path(folder), problems)
    if recorded is None:
        return []
    differences = check_recorded(rules, recorded)
    return [
        Diagnostic(
            codes.RECORD_DIFFERS,
            f"a recorded game now plays differently: {difference}",
            recorded.span,
            place,
            "if the rules have changed on purpose, record the games again: "
            f"printnplay play {game.id} --record",
        )
        for place, difference in differences
    ]


class Survivor(Struct, frozen=True):
    """An undetected mutant: the file and line of the change, and its description."""

    place: str
    change: str


class Hunt(Struct, frozen=True):
    """The result of testing the mutants of a game.

    `caught` is the number of mutants detected by each check, in the order in which checks run.
    `proposals` are examples that detect some survivors, if asked for.
    """

    game: str
    title: str
    caught: Mapping[str, int]
    survivors: tuple[Survivor, ...]
    proposals: tuple[Proposal, ...] = ()

    @property
    def all(self) -> int:
        """The number of mutants."""
        return sum(self.caught.values()) + len(self.survivors)

    @property
    def share(self) -> float:
        """The share of mutants detected, from 0 to 1."""
        return self.share_by(*WITNESSES)

    @property
    def by_examples(self) -> float:
        """The share of mutants detected by worked examples, from 0 to 1."""
        return self.share_by(EXAMPLES)

    @property
    def by_games_only(self) -> float:
        """The share of mutants detected only by recorded games, from 0 to 1."""
        return self.share_by(GAMES)

    def share_by(self, *witnesses: str) -> float:
        """Return the share of mutants detected by these checks, from 0 to 1; 0 without mutants."""
        caught = sum(self.caught[witness] for witness in witnesses)
        return caught / self.all if self.all else 0.0


class HuntReport(Struct, frozen=True):
    """The diagnostics, and the mutation results of each game without errors."""

    problems: tuple[Diagnostic, ...]
    games: tuple[Hunt, ...]


def hunt(request: CheckRequest, progress: Progress, *, proposing: bool = False) -> HuntReport:
    """Test the mutants of games.

    Args:
        request: what to check.
        progress: called after each mutant.
        proposing: also propose examples that detect the survivors.

    Raises:
        FaultsError: a game does not exist.
    """
    catalog = catalog_of(request)
    problems = Problems()
    games = choose_games(catalog, request.games)
    trials = [trial for game in games for trial in _trials(catalog, game, problems)]
    progress.wait("trying mutants")
    progress.begin(sum(len(trial.mutants) for trial in trials))
    hunts = tuple(_hunt(trial, request.jobs, progress, proposing=proposing) for trial in trials)
    return HuntReport(tuple(problems.found), hunts)


class _Trial(Struct, frozen=True):
    """Mutants, and the checks to run on them."""

    suite: Suite
    mutants: Sequence[Mutant]


def _trials(catalog: Catalog, game_id: str, problems: Problems) -> Iterator[_Trial]:
    """Yield the mutants of a game; nothing if it has no rules or has errors.

    The checks that test mutants must pass for the original rules; nothing else is checked.
    """
    own = Problems()
    for game, rules in _game_with_rules(catalog, game_id, own):
        guarded(game, partial(witnesses, game, rules, own), own)
        if not own.errors:
            folder = catalog.game_folder(game_id)
            recorded = load_recorded(folder, display_path(folder), own)
            yield _Trial(Suite(game, recorded), mutants_of(RulesSource.of(game)))
    for fault in own.found:
        problems.add(fault)


def _hunt(trial: _Trial, jobs: int, progress: Progress, *, proposing: bool) -> Hunt:
    game = trial.suite.game
    caught = dict.fromkeys(WITNESSES, 0)
    survived = []
    # Run in other processes, because mutated rules may crash or hang.
    found = in_processes(partial(try_mutant, trial.suite), trial.mutants, jobs)
    for mutant, witness in zip(trial.mutants, found, strict=True):
        progress.step(game.id)
        if witness:
            caught[witness] += 1
        else:
            survived.append(mutant)
    survivors = [
        Survivor(f"{display_path(Path(mutant.file))}:{mutant.line}", mutant.what)
        for mutant in survived
    ]
    proposals = _against(trial.suite, survived, jobs, progress) if proposing and survived else ()
    return Hunt(game.id, game.title, caught, tuple(survivors), tuple(proposals))


def _against(
    suite: Suite, survived: Sequence[Mutant], jobs: int, progress: Progress
) -> list[Proposal]:
    """Return examples that detect survivors."""
    progress.wait("looking for examples")
    drafts = drafts_of(RulesSource.of(suite.game).load())
    found = in_processes(partial(propose_against, suite, drafts), survived, jobs)
    return renamed(filter(None, found), [example.id for example in suite.game.examples])


def write_examples(path: Path, text: str) -> None:
    """Write proposed examples to a new file.

    Raises:
        FaultsError: the file cannot be written.
    """
    write_bytes(path, text.encode())
