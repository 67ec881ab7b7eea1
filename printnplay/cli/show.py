"""`printnplay play --show`: a game told move by move, the board drawn in the terminal."""

from collections.abc import Iterator, Mapping, Sequence
from math import isqrt
from pathlib import Path

import typer

from printnplay.cli.console import count, progress_bar, refused
from printnplay.cli.play import write_text
from printnplay.files.catalog import display_path
from printnplay.model.diagnostics import FaultsError
from printnplay.model.verdicts import Position
from printnplay.pipeline.play import PlayRequest
from printnplay.pipeline.record_games import record_games
from printnplay.pipeline.show import Shown, play_again, play_one
from printnplay.rules.board import space_names
from printnplay.simulation.summary import team_name

GRID = "grid"
"""The part of a position that is drawn as a square."""

UNTOLD = ("stacks", "turn")
"""Parts that are not told: what the grid shows already, and what the next move says."""

EMPTY = "-"


def run(request: PlayRequest, number: int, *, log: Path | None, replay: Path | None) -> int:
    """Tell a game; the exit status."""
    try:
        shown = play_again(request, replay) if replay else play_one(request, number)
    except FaultsError as error:
        return refused(error)
    typer.echo("\n".join(_told(shown)))
    return 0 if log is None or write_text(log, shown.log.to_json()) else 1


def run_record(request: PlayRequest) -> int:
    """Record games and say which; the exit status."""
    try:
        with progress_bar() as progress:
            path, games = record_games(request, progress)
    except FaultsError as error:
        return refused(error)
    for one in games:
        chosen = "".join(f", {name} {choice}" for name, choice in one.variants.items())
        typer.echo(f"{one.players} players{chosen}: {count(len(one.rows) - 1, 'move')}")
    typer.echo(f"{display_path(path)}: {count(len(games), 'game')}")
    return 0


def _told(shown: Shown) -> Iterator[str]:
    yield shown.title
    yield from _changes({}, shown.positions[0])
    for at, move in enumerate(shown.moves):
        yield ""
        yield f"{at + 1}. {sentence(move)}"
        yield from _changes(shown.positions[at], shown.positions[at + 1])
    yield ""
    moves = f"after {len(shown.moves)} moves"
    if shown.winners is None:
        yield f"no end {moves}"
    else:
        yield f"{team_name(shown.winners)} won {moves}"


def sentence(move: Mapping[str, str]) -> str:
    """A move in words.

    >>> sentence({"player": "a", "play": "x-red", "to": "b2"})
    'a: play x-red, to b2'
    """
    words = [f"{key} {value}" for key, value in move.items() if key != "player"]
    return f"{move.get('player', '')}: {', '.join(words)}"


def _changes(before: Position, after: Position) -> Iterator[str]:
    """What is different now: the grid as a whole, everything else a line each."""
    if after.get(GRID) != before.get(GRID):
        yield from _grid(after[GRID])
    old = dict(_lines(before))
    new = {name: text for name, text in _lines(after) if old.get(name) != text}
    gone = {name: EMPTY for name in old if name not in dict(_lines(after))}
    width = max(map(len, (*new, *gone)), default=0)
    for name, text in {**new, **gone}.items():
        yield f"   {name:{width}}  {text}"


def _lines(part: object, path: str = "") -> Iterator[tuple[str, str]]:
    """The parts of a position, each by its path, as text."""
    if isinstance(part, Mapping):
        for key, value in part.items():
            if path or key not in (GRID, *UNTOLD):
                yield from _lines(value, f"{path} {key}".strip())
    elif isinstance(part, Sequence) and not isinstance(part, str):
        yield path, " ".join(_word(one) for one in part) or EMPTY
    else:
        yield path, _word(part)


def _word(part: object) -> str:
    if isinstance(part, Sequence) and not isinstance(part, str):
        return ">".join(map(str, part)) or EMPTY
    return str(part) or EMPTY


def _grid(cards: object) -> Iterator[str]:
    """A square of cards with the names of its columns and rows."""
    words = [_word(one) for one in cards] if isinstance(cards, Sequence) else []
    side = isqrt(len(words))
    if not side or side * side != len(words):
        yield f"   {GRID}  {' '.join(words) or EMPTY}"
        return
    width = max(map(len, words))
    columns = [name.rstrip("0123456789") for name in space_names(side)[:side]]
    yield "     " + " ".join(f"{name:^{width}}" for name in columns).rstrip()
    for row in range(side):
        line = words[row * side : (row + 1) * side]
        yield f"   {row + 1} " + " ".join(f"{word:^{width}}" for word in line).rstrip()
