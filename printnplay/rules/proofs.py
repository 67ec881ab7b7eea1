"""Cache of proofs: examples and counts are evaluated again only if they or the rules change.

Other files that the rules read are tracked too: a table of numbers, a module from elsewhere.
"""

import json
import os
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, cast

from msgspec.structs import asdict

from printnplay.files.door import hash_of
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
"""Maximum number of cached proofs per version of the rules. A guess."""


def proved(
    game: Game, module: RulesModule, memo: Memo | None, *, coverage: bool
) -> tuple[list[Verdict], list[Diagnostic]]:
    """Return the findings of `check_examples`, using results cached for this version of the rules.

    Only results of examples without faults are cached. Without a memo, every example is played.
    Exceptions of the rules propagate.
    """
    source = RulesSource.of(game)
    if memo is None:
        with source.noting():
            return check_examples(game, module, coverage=coverage)
    memory = _Memory(memo, source, "proofs", module.DECK)
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
    """Return the findings of `check_claims`, using counts cached for this version of the rules.

    Without a memo, everything is counted. Exceptions of the rules propagate.
    """
    if memo is None:
        return check_claims(game, module)
    source = RulesSource.of(game)
    memory = _Memory(memo, source, "counts", module.DECK)
    figures: dict[str, int | bool] = memory.take()
    with source.noting():
        found = check_claims(game, module, figures)
    if all(isinstance(figure, int) for figure in figures.values()):
        memory.put(figures)
    return found


def remembered(
    game: Game,
    module: RulesModule,
    memo: Memo | None,
    kind: str,
    work: Callable[[], dict[str, Any]],
) -> dict[str, Any]:
    """Return what `work` finds about the rules alone, cached for this version of the rules.

    Exceptions of the rules propagate.
    """
    if memo is None:
        return work()
    source = RulesSource.of(game)
    memory = _Memory(memo, source, kind, module.DECK)
    found = memory.take()
    if not found:
        with source.noting():
            found = work()
        memory.put(found)
    return found


_HERE = "//here/"
"""Placeholder for the game's folder in cached paths; no real path begins like this."""


class _Memory:
    """A cache entry of one kind for one version of the rules, with the state of files they read."""

    def __init__(self, memo: Memo, source: RulesSource, kind: str, deck: str) -> None:
        """Load the cache entry of this version with what it read of the deck, if any."""
        self._memo, self._source, self._key = memo, source, key_of(kind, deck, *_version(source))
        self._here = f"{source.place.parent}{os.sep}"
        self._kept = memo.take(self._key)

    def take(self) -> dict[str, Any]:
        """Return the cached value if all files that the rules read are unchanged."""
        if self._kept is None:
            return {}
        written, kept = json.loads(self._kept)
        # A copy of the game elsewhere has its own files.
        states = {path.replace(_HERE, self._here, 1): state for path, state in written.items()}
        if not are_same(states):
            return {}
        self._source.reads.add(states)
        return cast("dict[str, Any]", kept)

    def put(self, found: Mapping[str, object]) -> None:
        """Cache a value if it depends only on the rules and on the files that they read."""
        here = self._here
        read = {
            f"{_HERE}{path[len(here) :]}" if path.startswith(here) else path: state
            for path, state in sorted(self._source.reads.states.items())
        }
        content = json.dumps([read, found]).encode()
        if self._source.reads.complete and content != self._kept:
            self._memo.put(self._key, content)


def _hash(example: Example) -> str:
    """Return the cache key of an example."""
    says = (example.id, example.shows, example.given, example.when, example.then)
    return blake2b(repr(says).encode(errors="surrogateescape"), digest_size=16).hexdigest()


def _version(source: RulesSource) -> Sequence[object]:
    """Return the cache key parts of the rules; the memo itself adds the version of printnplay."""
    files = {path.relative_to(source.place.parent): hash_of(path) for path in source.files}
    # Other files that bundled rules read are part of printnplay; for a copy of them, they are
    # recorded.
    contents = [[str(path), content] for path, content in files.items()]
    return source.ships, contents, source.beside, source.edition, source.copies


def _content(kept: Mapping[str, Proof], now: Mapping[str, Proof]) -> dict[str, object]:
    """Serialise proofs, without those whose positions JSON would not reproduce exactly."""
    lines = {
        key: [
            None if proof.verdict is None else asdict(proof.verdict),
            None if proof.difference is None else sorted(proof.difference),
            dict(sorted(proof.needed.items())),
        ]
        for key, proof in sorted({**kept, **now}.items())
    }
    # Figures show a position in its original order, so the order of keys is kept.
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
