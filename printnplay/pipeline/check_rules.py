"""`check --rules`: the rules alone. Decks, worked examples, what each example needs, claims."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from printnplay.files.catalog import Catalog, display_path
from printnplay.loading.examples import load_recorded
from printnplay.loading.game import load_game
from printnplay.model import codes
from printnplay.model.diagnostics import Diagnostic, Problems
from printnplay.model.game import Game
from printnplay.pipeline.request import choose_games
from printnplay.pipeline.workers import Progress
from printnplay.rules.claims import Counted, check_claims
from printnplay.rules.coverage import Ablation, ablate
from printnplay.rules.deck import check_deck
from printnplay.rules.examples import check_examples
from printnplay.rules.loader import guarded, rules_of
from printnplay.rules.protocol import RulesModule
from printnplay.simulation.recorded import check_recorded


@dataclass(frozen=True, slots=True)
class Proof:
    """What the rules of a game made of its examples and claims.

    `true` are the ids of the examples that came out as they say.
    """

    game: str
    title: str
    examples: int
    true: tuple[str, ...]
    ablation: Ablation
    claims: tuple[Counted, ...]


@dataclass(frozen=True, slots=True)
class RulesReport:
    """What was found, and the proof of each game that has rules."""

    problems: tuple[Diagnostic, ...]
    games: tuple[Proof, ...]


def prove(
    project: Path, games: Sequence[str], progress: Progress, *, trust_rules: bool = False
) -> RulesReport:
    """Check the rules of games, whatever the state of their texts and pictures.

    `trust_rules` allows running rules that the user wrote in Python.

    Raises:
        FaultsError: a game does not exist.
    """
    catalog = Catalog(project, trusted=trust_rules)
    problems = Problems()
    proofs = []
    chosen = choose_games(catalog, games)
    progress.begin(len(chosen))
    for game_id in chosen:
        progress.step(game_id)
        folder = catalog.game_folder(game_id)
        game = load_game(folder, display_path(folder), problems)
        rules = rules_of(game, problems, catalog) if game else None
        if game and rules:
            proof = guarded(game, partial(_proof, game, rules, problems), problems)
            proofs += [proof] if proof else []
    return RulesReport(tuple(problems.found), tuple(proofs))


def _proof(game: Game, rules: RulesModule, problems: Problems) -> Proof:
    true = witnesses(game, rules, problems)
    counted, false = check_claims(game, rules)
    for one in false:
        problems.add(one)
    sound = [one for one in game.examples if one.id in true]
    return Proof(
        game.id, game.title, len(game.examples), true, ablate(sound, rules), tuple(counted)
    )


def witnesses(game: Game, rules: RulesModule, problems: Problems) -> tuple[str, ...]:
    """Check deck, examples and recorded games; the ids of the examples that are true."""
    verdicts, found = check_examples(game, rules)
    for one in (*check_deck(game, rules), *found, *_recorded(game, rules, problems)):
        problems.add(one)
    return tuple(one.example for one in verdicts if one.true)


def _recorded(game: Game, rules: RulesModule, problems: Problems) -> list[Diagnostic]:
    """Recorded games that go otherwise now."""
    folder = Path(game.folder)
    recorded = load_recorded(folder, display_path(folder), problems)
    if recorded is None:
        return []
    found = check_recorded(rules, recorded)
    return [
        Diagnostic(
            codes.RECORD_DIFFERS,
            f"a recorded game goes otherwise: {what}",
            recorded.span,
            place,
            "if the rules have changed on purpose, record the games again: "
            f"printnplay play {game.id} --record",
        )
        for place, what in found
    ]
