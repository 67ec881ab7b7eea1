"""Positions of a game that is played, in the words of worked examples.

The inverse of how a game reads an example: what is on the table is written part by part, and the
example made of it is judged before anybody sees it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from printnplay.files.yaml_edits import quoted
from printnplay.model.diagnostics import Span
from printnplay.model.game import Example, Plain
from printnplay.rules.acts import SEAT_NAMES
from printnplay.rules.cardgame import CardGame
from printnplay.rules.game import OVER
from printnplay.rules.judge import judge
from printnplay.rules.notation import EMPTY, ON_TOP
from printnplay.rules.table import (
    Choice,
    Copies,
    Each,
    Grid,
    Number,
    Part,
    Pile,
    Seat,
    SeatList,
    Slot,
    Stacks,
    Table,
    Word,
    Words,
)

TOP = 3
"""Cards of a hidden pile that an example names at first."""

_PLAIN = re.compile(r"[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*")


def given_of(game: CardGame[Any], table: Table, hidden: int) -> dict[str, Plain]:
    """The position as `given` of an example; what is as on a bare table is left out.

    Of a hidden pile, so many cards are named, from the top.
    """
    given: dict[str, Plain] = {"players": str(table.players)}
    bare = game.laid_out(table.players)
    for name, part in table.parts.items():
        if not (part.told and part.given):
            continue
        value = getattr(table, name)
        holds_cards = isinstance(part.inner if isinstance(part, Each) else part, Pile)
        words = _words(part, value)
        if isinstance(part, Pile) and part.top_first:
            words = words[:hidden]
        if words not in (None, "", {}) and (holds_cards or value != getattr(bare, name)):
            given[part.key or name] = words
    return given


def _words(part: Part, value: Any) -> Any:  # noqa: ANN401  of any part
    """A part of a table as an example gives it; None if it cannot be given."""
    if isinstance(part, Each):
        owners = part.names or SEAT_NAMES
        told = {owners[at]: _words(part.inner, own) for at, own in enumerate(value)}
        return {name: words for name, words in told.items() if words not in (None, "")}
    if isinstance(part, Grid):
        side = round(len(value) ** 0.5)
        spaces = [ON_TOP.join(map(str, stack)) or EMPTY for stack in value.values()]
        return [" ".join(spaces[at : at + side]) for at in range(0, len(spaces), side)]
    if isinstance(part, Stacks):
        return [ON_TOP.join(map(str, stack)) for stack in value.values() if stack]
    if isinstance(part, Slot):
        return str(value[-1]) if value else ""
    if isinstance(part, Pile):
        return [str(card) for card in (value[::-1] if part.top_first else value)]
    return _word(part, value)


def _word(part: Part, value: Any) -> Any:  # noqa: ANN401
    """A part without cards, as an example gives it."""
    if isinstance(part, SeatList):
        return [SEAT_NAMES[seat] for seat in value]
    if isinstance(part, Words):
        return part.tell(value)
    if isinstance(part, Seat):
        return "" if value == OVER else SEAT_NAMES[value]
    if isinstance(part, Number | Copies | Word):
        return str(value)
    return str(value) if isinstance(part, Choice) and value is not None else None


def example_of(
    game: CardGame[Any],
    cards: Sequence[str],
    tables: tuple[Table, Table | None],
    move: Mapping[str, str],
    named: tuple[str, Sequence[str]],
) -> Example | None:
    """The worked example of a move; None if none can be made that comes out as the game went.

    Args:
        game: the rules.
        cards: the card ids, as the rules number them.
        tables: before the move, and after it; None if it is not legal.
        move: in words.
        named: the id of the example, and the rules that it shows.
    """
    before, after = tables
    if after is None:
        forbidden = game.why_not(before, _read(game, cards, before, move))
        then: dict[str, Plain] = {"legal": "no", "because": forbidden}
    else:
        then = _differences(game, before, after)
    # Hidden cards that do not matter would make it long; those on top mostly suffice.
    for hidden in (TOP, len(game.all_cards())):
        given = given_of(game, before, hidden)
        example = Example(named[0], tuple(named[1]), given, dict(move), then, Span(""))
        judged = judge(example, game, cards)
        if judged.verdict is not None and not judged.misses and not judged.faults:
            return example
    return None


def _read(game: CardGame[Any], cards: Sequence[str], table: Table, move: Mapping[str, str]) -> Any:  # noqa: ANN401
    from printnplay.rules.notation import Reader

    (found,) = game.steps(table, move, Reader(list(cards)))
    return found


def _differences(game: CardGame[Any], before: Table, after: Table) -> dict[str, Plain]:
    """What a move has changed, as `then` claims it; hidden piles by their number of cards."""
    told = game.position(after)
    was = game.position(before)
    then: dict[str, Plain] = {}
    for name, part in after.parts.items():
        key = part.key or name
        if not part.told or told.get(key) == was.get(key):
            continue
        value = getattr(after, name)
        if isinstance(part, Pile) and part.top_first:
            then[key] = str(len(value))
        elif isinstance(part, Seat):
            then[key] = SEAT_NAMES[value] if value != OVER else "none"
        elif isinstance(part, Each):
            old = was.get(key)
            words = _words(part, value)
            same = old if isinstance(old, Mapping) else {}
            now = told[key]
            changed = now if isinstance(now, Mapping) else {}
            then[key] = {
                owner: said
                for owner, said in words.items()
                if changed.get(owner) != same.get(owner)
            }
        else:
            then[key] = _words(part, value)
    return {key: claim for key, claim in then.items() if claim not in (None, {}, "")}


def as_yaml(example: Example) -> str:
    """An example as it is written into examples.yaml.

    >>> print(as_yaml(Example("e1", ("R-1",), {"turn": "a"}, {"play": "x"}, {}, Span(""))))
    - id: e1
      shows: [R-1]
      given: {turn: a}
      when: {play: x}
      then: {}
    """
    parts: Iterable[tuple[str, Any]] = (
        ("shows", list(example.shows)),
        ("given", example.given),
        ("when", example.when),
        ("then", example.then),
    )
    lines = [f"- id: {example.id}", *(f"  {key}: {_flow(value)}" for key, value in parts)]
    return "\n".join(lines)


def _flow(value: Any) -> str:  # noqa: ANN401
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return value if _PLAIN.fullmatch(value) else quoted(value)
