"""Proofs that are kept: nothing is played or counted again before it or the rules change."""

import json
import sys
from collections.abc import Mapping
from functools import cache
from hashlib import blake2b

from msgspec.structs import asdict

from printnplay.files.cache import Shelf, cache_folder
from printnplay.files.catalog import PACKAGE
from printnplay.files.door import hash_of
from printnplay.files.versions import hash_of_source
from printnplay.model.diagnostics import Diagnostic
from printnplay.model.game import Example, Game
from printnplay.model.verdicts import Verdict
from printnplay.rules.claims import Counted, check_claims
from printnplay.rules.coverage import Proof, Trials
from printnplay.rules.examples import check_examples
from printnplay.rules.loader import RulesSource
from printnplay.rules.protocol import RulesModule

MOST = 64
"""Files of proofs and of counts that are kept, two for a version of rules."""
MOST_EXAMPLES = 1000
"""Examples whose proofs are kept for a version of rules."""


def proved(
    game: Game, module: RulesModule, *, coverage: bool, cached: bool = True
) -> tuple[list[Verdict], list[Diagnostic]]:
    """What `check_examples` finds, playing only examples that are new since the rules changed.

    Only of examples in which nothing is wrong is anything kept; if not `cached`, all are played.
    Raises what the rules raise.
    """
    folder = cache_folder("proofs") if cached else None
    if folder is None:
        return check_examples(game, module, coverage=coverage)
    shelf, name = Shelf(folder, MOST), _name(game)
    kept = _read(shelf.take(name))
    known = {_hash(example): example.id for example in game.examples}
    trials = Trials(module, {known[key]: proof for key, proof in kept.items() if key in known})
    verdicts, faults = check_examples(game, module, coverage=coverage, trials=trials)
    now = {key: trials.proofs[example] for key, example in known.items()}
    content = _content(kept if len(kept) < MOST_EXAMPLES else {}, now)
    if content != shelf.take(name):
        shelf.put(name, content)
    return verdicts, faults


def count_claims(
    game: Game, module: RulesModule, *, cached: bool = True
) -> tuple[list[Counted], list[Diagnostic]]:
    """What `check_claims` finds, counting only what was not counted since the rules changed.

    If not `cached`, all is counted. Raises what the rules raise.
    """
    folder = cache_folder("proofs") if cached else None
    if folder is None:
        return check_claims(game, module)
    shelf, name = Shelf(folder, MOST), f"{_name(game)}-counts"
    kept: dict[str, int | bool] = json.loads(shelf.take(name) or b"{}")
    figures = dict(kept)
    found = check_claims(game, module, figures)
    if figures != kept and all(isinstance(figure, int) for figure in figures.values()):
        shelf.put(name, json.dumps(figures).encode())
    return found


def _hash(example: Example) -> str:
    """What an example is known by."""
    says = (example.id, example.shows, example.given, example.when, example.then)
    return _digest(repr(says))


def _name(game: Game) -> str:
    """What the rules are known by, and all that plays by them."""
    source = RulesSource.of(game)
    files = [f"{path.relative_to(source.place.parent)} {hash_of(path)}" for path in source.files]
    return _digest("\n".join([_program(), *files]))


def _digest(text: str) -> str:
    return blake2b(text.encode(errors="surrogateescape"), digest_size=16).hexdigest()


@cache
def _program() -> str:
    """What judges the examples."""
    return "\n".join(
        [sys.version, *(hash_of_source(PACKAGE / name) for name in ("rules", "model"))]
    )


def _content(kept: Mapping[str, Proof], now: Mapping[str, Proof]) -> bytes:
    """Proofs as they are kept; those whose positions would not be read back the same are not."""
    lines = {
        key: [
            None if proof.verdict is None else asdict(proof.verdict),
            None if proof.difference is None else sorted(proof.difference),
            dict(sorted(proof.needed.items())),
        ]
        for key, proof in sorted({**kept, **now}.items())
    }
    plain = {key: line for key, line in lines.items() if json.loads(json.dumps(line)) == line}
    # Figures show what is in a position in its order, so that is kept, too.
    return json.dumps(plain).encode()


def _read(content: bytes | None) -> dict[str, Proof]:
    lines = json.loads(content) if content else {}
    return {
        key: Proof(
            None if verdict is None else Verdict(**verdict),
            None if difference is None else frozenset(difference),
            needed,
        )
        for key, (verdict, difference, needed) in lines.items()
    }
