"""One game move by move, as text."""

from collections.abc import Iterator, Mapping, Sequence
from math import isqrt

from printnplay.cli.console import columns
from printnplay.cli.speech import speak
from printnplay.cli.study.words import in_words
from printnplay.game.verdicts import Position
from printnplay.kernel.suggestions import counted
from printnplay.play.log import in_one_line
from printnplay.play.single_games import Shown, column_names
from printnplay.play.study_summary import team_name

GRID = "grid"
"""The key of the part of a position that is printed as a square grid."""

LEFT_OUT = ("stacks", "turn")
"""Keys that are not printed: they duplicate the grid or the next move."""

EMPTY = "-"


def moves_as_text(shown: Shown) -> Iterator[str]:
    """Yield the lines of a game: each move, then the changes that it made."""
    yield speak(shown.title)
    yield from _changes({}, shown.positions[0])
    for at, move in enumerate(shown.moves):
        yield ""
        yield f"{at + 1}. {_sentence(move)}"
        yield from _changes(shown.positions[at], shown.positions[at + 1])
    yield ""
    moves = counted(len(shown.moves), "move")
    if shown.winners is None:
        yield speak(f"no end after {moves}")
    else:
        seats = in_words(team_name(shown.winners))
        yield speak(f"{seats} won after {moves}")


def _sentence(move: Mapping[str, str]) -> str:
    """Format a move.

    >>> _sentence({"player": "a", "play": "x-red", "to": "b2"})
    'a: play x-red, to b2'
    """
    return f"{move.get('player', '')}: {in_one_line(move)}"


def _changes(before: Position, after: Position) -> Iterator[str]:
    """Yield lines for the changes: the whole grid, and one line for each other part."""
    if after.get(GRID) != before.get(GRID):
        yield from _grid(after[GRID])
    old, new = dict(_lines(before)), dict(_lines(after))
    changed = [(f"   {name}", text) for name, text in new.items() if old.get(name) != text]
    gone = [(f"   {name}", EMPTY) for name in old if name not in new]
    if changed or gone:
        yield columns([*changed, *gone], "<<")


def _lines(part: object, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield the parts of a position as path and text."""
    if isinstance(part, Mapping):
        for key, value in part.items():
            if path or key not in (GRID, *LEFT_OUT):
                yield from _lines(value, f"{path} {key}".strip())
    elif isinstance(part, Sequence) and not isinstance(part, str):
        yield path, " ".join(map(_word, part)) or EMPTY
    else:
        yield path, _word(part)


def _word(part: object) -> str:
    if isinstance(part, Sequence) and not isinstance(part, str):
        return ">".join(map(str, part)) or EMPTY
    return str(part) or EMPTY


def _grid(cards: object) -> Iterator[str]:
    """Yield a square of cards, with names of columns and rows."""
    words = [_word(card) for card in cards] if isinstance(cards, Sequence) else []
    side = isqrt(len(words))
    if not side or side * side != len(words):
        yield f"   {GRID}  {' '.join(words) or EMPTY}"
        return
    width = max(map(len, words))
    yield "     " + " ".join(f"{name:^{width}}" for name in column_names(side)).rstrip()
    for row in range(side):
        line = words[row * side : (row + 1) * side]
        yield f"   {row + 1} " + " ".join(f"{word:^{width}}" for word in line).rstrip()
