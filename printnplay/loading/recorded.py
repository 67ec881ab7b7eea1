"""games.json: recorded games, which `printnplay play GAME --record` writes."""

import json
from pathlib import Path
from typing import Any

from printnplay.model.diagnostics import Problems, Span
from printnplay.model.play import Recorded, RecordedGame, Row

NAME = "games.json"

MAX_BYTES = 4 << 20


def load_recorded(folder: Path, shown: str, problems: Problems) -> Recorded | None:
    """The recorded games of a game's folder; None if it has none, or none that can be read."""
    path = folder / NAME
    if not path.exists():
        return None
    span = Span(f"{shown}/{NAME}")
    try:
        with path.open("rb") as stream:
            return _recorded(json.loads(stream.read(MAX_BYTES)), span)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        problems.error(
            "PNP653",
            "the recorded games cannot be read",
            span,
            "expected a file that `printnplay play --record` wrote",
            "write it again with --record",
        )
        return None


def _recorded(parts: Any, span: Span) -> Recorded:  # noqa: ANN401 - whatever stands in the file
    facts = {_word(name): _number(value) for name, value in parts["facts"].items()}
    return Recorded(facts, tuple(_game(one) for one in parts["games"]), span)


def _game(parts: Any) -> RecordedGame:  # noqa: ANN401 - whatever stands in the file
    return RecordedGame(
        _number(parts["players"]),
        _number(parts["seed"]),
        {_word(name): _word(choice) for name, choice in parts["variants"].items()},
        tuple(
            Row(_word(move), _number(legal), _word(digest))
            for move, legal, digest in parts["moves"]
        ),
    )


def _word(part: object) -> str:
    if not isinstance(part, str):
        raise TypeError(part)
    return part


def _number(part: object) -> int:
    if not isinstance(part, int) or isinstance(part, bool):
        raise TypeError(part)
    return part
