"""Proofs that are kept: nothing is played or counted again before it or the rules change.

Kept beside them is what else the rules have read: a table of numbers, a module from elsewhere.
"""

import json
import os
import sys
from collections.abc import Mapping
from functools import cache
from hashlib import blake2b
from typing import Any, cast

from msgspec.structs import asdict

from printnplay.cache.folder import Shelf, cache_folder
from printnplay.cache.versions import hash_of_source
from printnplay.files.catalog import PACKAGE
from printnplay.files.door import hash_of, names_in
from printnplay.files.reads import are_same
from printnplay.game.game import Example, Game
from printnplay.game.verdicts import Verdict
from printnplay.kernel.diagnostics import Diagnostic
from printnplay.rules.claims import Counted, check_claims
from printnplay.rules.coverage import Proof, Trials
from printnplay.rules.examples import check_examples
from printnplay.rules.loader import RulesSource
from printnplay.rules.protocol import RulesModule

MOST = 64
"""The files of proofs and of counts that are kept, two for a version of rules: 32 versions. A
guess."""
MOST_EXAMPLES = 1000
"""The examples whose proofs are kept for a version of rules. A guess."""


def proved(
    game: Game, module: RulesModule, *, coverage: bool, cached: bool = True
) -> tuple[list[Verdict], list[Diagnostic]]:
    """Return the findings of `check_examples`, cached for examples since the rules changed.

    Only of examples in which nothing is wrong is anything kept; if not `cached`, all are played.
    Raises what the rules raise.
    """
    source, folder = RulesSource.of(game), cache_folder("proofs") if cached else None
    if folder is None:
        with source.noting():
            return check_examples(game, module, coverage=coverage)
    shelf, name = Shelf(folder, MOST), _name(source)
    kept = _read(_take(shelf, name, source))
    known = {_hash(example): example.id for example in game.examples}
    trials = Trials(module, {known[key]: proof for key, proof in kept.items() if key in known})
    with source.noting():
        verdicts, faults = check_examples(game, module, coverage=coverage, trials=trials)
    now = {key: trials.proofs[example] for key, example in known.items()}
    _put(shelf, name, source, _content(kept if len(kept) < MOST_EXAMPLES else {}, now))
    return verdicts, faults


def count_claims(
    game: Game, module: RulesModule, *, cached: bool = True
) -> tuple[list[Counted], list[Diagnostic]]:
    """Return the findings of `check_claims`, cached for counts since the rules changed.

    If not `cached`, all is counted. Raises what the rules raise.
    """
    source, folder = RulesSource.of(game), cache_folder("proofs") if cached else None
    if folder is None:
        return check_claims(game, module)
    shelf, name = Shelf(folder, MOST), f"{_name(source)}-counts"
    figures: dict[str, int | bool] = _take(shelf, name, source)
    with source.noting():
        found = check_claims(game, module, figures)
    if all(isinstance(figure, int) for figure in figures.values()):
        _put(shelf, name, source, figures)
    return found


_HERE = "//here/"
"""Stands for the folder of the game where paths are kept; no path begins like this."""


def _take(shelf: Shelf, name: str, source: RulesSource) -> dict[str, Any]:
    """Return what was kept, if all that the rules read for it is still the same."""
    content = shelf.take(name)
    if content is None:
        return {}
    written, kept = json.loads(content)
    # A copy of the game elsewhere has files of its own.
    here = f"{source.place.parent}{os.sep}"
    states = {path.replace(_HERE, here, 1): state for path, state in written.items()}
    if not are_same(states):
        return {}
    source.reads.add(states)
    return cast("dict[str, Any]", kept)


def _put(shelf: Shelf, name: str, source: RulesSource, kept: Mapping[str, object]) -> None:
    """Keep something beside what the rules have read, if that is all that it depends on."""
    here = f"{source.place.parent}{os.sep}"
    states = source.reads.states.items()
    read = {
        f"{_HERE}{path[len(here) :]}" if path.startswith(here) else path: state
        for path, state in sorted(states)
    }
    content = json.dumps([read, kept]).encode()
    if source.reads.complete and content != shelf.take(name):
        shelf.put(name, content)


def _hash(example: Example) -> str:
    """What an example is known by."""
    says = (example.id, example.shows, example.given, example.when, example.then)
    return _digest(repr(says))


def _name(source: RulesSource) -> str:
    """What the rules are known by, and all that plays by them.

    Rules may look whether a file is there: the names beside them and in the game's folder count.
    """
    files = [f"{path.relative_to(source.place.parent)} {hash_of(path)}" for path in source.files]
    beside = [*names_in(source.entry.parent), *names_in(source.place.parent)]
    # What else rules that ship read is part of the tool; of a copy of them, it is noted.
    return _digest("\n".join([_program(), f"ships: {source.ships}", *files, *beside]))


def _digest(text: str) -> str:
    return blake2b(text.encode(errors="surrogateescape"), digest_size=16).hexdigest()


@cache
def _program() -> str:
    """What judges the examples."""
    return "\n".join(
        [sys.version, *(hash_of_source(PACKAGE / name) for name in ("rules", "model"))]
    )


def _content(kept: Mapping[str, Proof], now: Mapping[str, Proof]) -> dict[str, object]:
    """Proofs as kept; those whose positions would not be read back the same are not."""
    lines = {
        key: [
            None if proof.verdict is None else asdict(proof.verdict),
            None if proof.difference is None else sorted(proof.difference),
            dict(sorted(proof.needed.items())),
        ]
        for key, proof in sorted({**kept, **now}.items())
    }
    # Figures show what is in a position in its order, so that is kept, too.
    return {key: line for key, line in lines.items() if json.loads(json.dumps(line)) == line}


def _read(lines: Mapping[str, Any]) -> dict[str, Proof]:
    return {
        key: Proof(
            None if verdict is None else Verdict(**verdict),
            None if difference is None else frozenset(difference),
            needed,
        )
        for key, (verdict, difference, needed) in lines.items()
    }
