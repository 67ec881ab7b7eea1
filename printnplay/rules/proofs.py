"""Proofs that are kept: a game is not proved again before its rules or its examples change."""

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from functools import cache
from hashlib import blake2b

from printnplay.files.cache import Shelf, cache_folder
from printnplay.files.catalog import PACKAGE
from printnplay.files.door import hash_of, hash_of_program
from printnplay.model.diagnostics import Diagnostic
from printnplay.model.game import Game
from printnplay.model.verdicts import Verdict
from printnplay.rules.examples import check_examples
from printnplay.rules.loader import RulesSource
from printnplay.rules.protocol import RulesModule

MOST = 64
"""Proofs that are kept."""


def proved(
    game: Game, module: RulesModule, *, coverage: bool
) -> tuple[list[Verdict], list[Diagnostic]]:
    """What `check_examples` finds, without playing the examples where nothing has changed.

    Only proofs in which nothing is wrong are kept. Raises what the rules raise.
    """
    folder = cache_folder("proofs")
    shelf = None if folder is None else Shelf(folder, MOST)
    name = "" if shelf is None else _name(game, coverage)
    kept = None if shelf is None else shelf.take(name)
    if kept is not None:
        return [Verdict(**fields) for fields in json.loads(kept)], []
    verdicts, faults = check_examples(game, module, coverage=coverage)
    if shelf is not None and not faults and _is_plain(verdicts):
        shelf.put(name, _content(verdicts))
    return verdicts, faults


def _name(game: Game, coverage: bool) -> str:  # noqa: FBT001
    """A hash of all that a proof follows from."""
    source = RulesSource.of(game)
    examples = [
        (example.id, example.shows, example.given, example.when, example.then)
        for example in game.examples
    ]
    parts = [
        _program(),
        str(coverage),
        *(f"{path.relative_to(source.place.parent)} {hash_of(path)}" for path in source.files),
        repr(examples),
    ]
    return blake2b("\n".join(parts).encode(errors="surrogateescape"), digest_size=16).hexdigest()


@cache
def _program() -> str:
    """What judges the examples."""
    return "\n".join(
        [sys.version, *(hash_of_program(PACKAGE / name) for name in ("rules", "model"))]
    )


def _content(verdicts: Sequence[Verdict]) -> bytes:
    return json.dumps([asdict(verdict) for verdict in verdicts]).encode()


def _is_plain(verdicts: Sequence[Verdict]) -> bool:
    """Whether the positions are the same when they are read back."""
    return [Verdict(**fields) for fields in json.loads(_content(verdicts))] == list(verdicts)
