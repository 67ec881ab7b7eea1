"""Proofs that are kept: nothing is played or counted again before it or the rules change.

Kept beside them is what else the rules have read: a table of numbers, a module from elsewhere.
"""

import json
import os
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any, cast

from msgspec.structs import asdict

from printnplay.files.door import hash_of, names_in
from printnplay.files.reads import are_same
from printnplay.game.game import Example, Game
from printnplay.game.verdicts import Verdict
from printnplay.kernel.diagnostics import Diagnostic
from printnplay.kernel.memo import Memo, key_of
from printnplay.rules.claims import Counted, check_claims
from printnplay.rules.coverage import Proof, Trials
from printnplay.rules.examples import check_examples
from printnplay.rules.loader import RulesSource
from printnplay.rules.protocol import RulesModule

MOST_EXAMPLES = 1000
"""The examples whose proofs are kept for a version of rules. A guess."""


def proved(
    game: Game, module: RulesModule, memo: Memo | None, *, coverage: bool
) -> tuple[list[Verdict], list[Diagnostic]]:
    """Return the findings of `check_examples`, cached for examples since the rules changed.

    Only of examples in which nothing is wrong is anything kept; without a memo, all are played.
    Raises what the rules raise.
    """
    source = RulesSource.of(game)
    if memo is None:
        with source.noting():
            return check_examples(game, module, coverage=coverage)
    memory = _Memory(memo, source, "proofs")
    kept = _read(memory.take())
    known = {_hash(example): example.id for example in game.examples}
    trials = Trials(module, {known[key]: proof for key, proof in kept.items() if key in known})
    with source.noting():
        verdicts, faults = check_examples(game, module, coverage=coverage, trials=trials)
    now = {key: trials.proofs[example] for key, example in known.items()}
    memory.put(_content(kept if len(kept) < MOST_EXAMPLES else {}, now))
    return verdicts, faults


def count_claims(
    game: Game, module: RulesModule, memo: Memo | None
) -> tuple[list[Counted], list[Diagnostic]]:
    """Return the findings of `check_claims`, cached for counts since the rules changed.

    Without a memo, all is counted. Raises what the rules raise.
    """
    if memo is None:
        return check_claims(game, module)
    source = RulesSource.of(game)
    memory = _Memory(memo, source, "counts")
    figures: dict[str, int | bool] = memory.take()
    with source.noting():
        found = check_claims(game, module, figures)
    if all(isinstance(figure, int) for figure in figures.values()):
        memory.put(figures)
    return found


_HERE = "//here/"
"""Stands for the folder of the game where paths are kept; no path begins like this."""


class _Memory:
    """What is kept of one kind for a version of rules, beside what the rules have read for it."""

    def __init__(self, memo: Memo, source: RulesSource, kind: str) -> None:
        """Look for what was kept of this version."""
        self._memo, self._source, self._key = memo, source, key_of(kind, *_version(source))
        self._here = f"{source.place.parent}{os.sep}"
        self._kept = memo.take(self._key)

    def take(self) -> dict[str, Any]:
        """Return what was kept, if all that the rules read for it is still the same."""
        if self._kept is None:
            return {}
        written, kept = json.loads(self._kept)
        # A copy of the game elsewhere has files of its own.
        states = {path.replace(_HERE, self._here, 1): state for path, state in written.items()}
        if not are_same(states):
            return {}
        self._source.reads.add(states)
        return cast("dict[str, Any]", kept)

    def put(self, found: Mapping[str, object]) -> None:
        """Keep something, if it depends on nothing but the rules and what they have read."""
        here = self._here
        read = {
            f"{_HERE}{path[len(here) :]}" if path.startswith(here) else path: state
            for path, state in sorted(self._source.reads.states.items())
        }
        content = json.dumps([read, found]).encode()
        if self._source.reads.complete and content != self._kept:
            self._memo.put(self._key, content)


def _hash(example: Example) -> str:
    """What an example is known by."""
    says = (example.id, example.shows, example.given, example.when, example.then)
    return blake2b(repr(says).encode(errors="surrogateescape"), digest_size=16).hexdigest()


def _version(source: RulesSource) -> Sequence[object]:
    """What the rules are known by; a memo knows itself which version of the tool plays by them.

    Rules may look whether a file is there: the names beside them and in the game's folder count.
    """
    files = {path.relative_to(source.place.parent): hash_of(path) for path in source.files}
    beside = [names_in(source.entry.parent), names_in(source.place.parent)]
    # What else rules that ship read is part of the tool; of a copy of them, it is noted.
    return source.ships, [[str(path), content] for path, content in files.items()], beside


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
