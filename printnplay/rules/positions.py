"""Comparison of positions with the claims of worked examples."""

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from printnplay.game.verdicts import Position
from printnplay.kernel.values import Plain
from printnplay.rules.notation import EMPTY, IN, NOTHING, ON_TOP, Reader
from printnplay.rules.protocol import Given, Miss

T = TypeVar("T")


def read_players(given: Given, reader: Reader, seats: Sequence[int]) -> int:
    """Parse the number of players; the first supported count by default."""
    players = reader.number("given.players", given.get("players", str(seats[0])), seats[0])
    if players in seats:
        return players
    expected = " or ".join(map(str, seats))
    reader.impossible("given.players", f"{players} cannot play", f"expected {expected}")
    return seats[0]


def misses(path: str, expected: str, actual: str) -> list[Miss]:
    """Return a miss if the two differ."""
    return [] if expected == actual else [Miss(path, expected, actual)]


def cards(path: str, claim: Plain, actual: Sequence[str], reader: Reader) -> list[Miss]:
    """Compare claimed cards, or a claimed number of cards, in any order."""
    if isinstance(claim, str):
        return misses(path, str(reader.number(path, claim)), str(len(actual)))
    wanted = [reader.cards[card] for card in reader.hand(path, claim)]
    return misses(path, " ".join(sorted(wanted)), " ".join(sorted(actual)))


def pile(path: str, claim: Plain, actual: Sequence[str], reader: Reader) -> list[Miss]:
    """Compare claimed cards in order, top card last, or a claimed number of cards."""
    if isinstance(claim, str):
        return misses(path, str(reader.number(path, claim)), str(len(actual)))
    wanted = [reader.cards[card] for card in reader.hand(path, claim)]
    return misses(path, " ".join(wanted), " ".join(actual))


def grid(path: str, claim: Plain, actual: Sequence[Sequence[str]], reader: Reader) -> list[Miss]:
    """Compare claimed visible cards, or the whole stack where several stacked cards are claimed."""
    side = round(len(actual) ** 0.5)
    wanted = [[reader.cards[card] for card in stack] for stack in reader.grid(path, claim, side)]
    seen = [
        list(stack) if len(want) > 1 else list(stack[-1:])
        for stack, want in zip(actual, wanted, strict=True)
    ]
    return misses(path, _drawn(wanted, side), _drawn(seen, side))


def stacks(path: str, claim: Plain, actual: Sequence[Sequence[str]], reader: Reader) -> list[Miss]:
    """Compare claimed stacks: every card of every space, lowest first."""
    side = round(len(actual) ** 0.5)
    wanted = [[reader.cards[card] for card in stack] for stack in reader.grid(path, claim, side)]
    return misses(path, _drawn(wanted, side), _drawn(actual, side))


def stacks_beside(
    path: str, claim: Plain, actual: Mapping[str, Sequence[str]], reader: Reader
) -> list[Miss]:
    """Compare claimed stacks side by side, in any order."""
    wanted = sorted(str(stack) for stack in reader.listed(path, claim))
    for at, stack in enumerate(wanted):
        reader.hand(f"{path}.{at}", [*stack.split(ON_TOP)])
    return misses(path, " ".join(wanted), " ".join(sorted(map(ON_TOP.join, actual.values()))))


def stacks_of_players(
    path: str, claim: Plain, actual: Mapping[str, Mapping[str, Sequence[str]]], reader: Reader
) -> list[Miss]:
    """Compare the claimed stacks of each player named."""
    return [
        miss
        for at, wanted, own in _by_player(path, claim, actual, reader)
        for miss in stacks_beside(at, wanted, own, reader)
    ]


def by_player(path: str, claim: Plain, actual: Mapping[str, object], reader: Reader) -> list[Miss]:
    """Compare the claimed word of each player named."""
    return [
        miss
        for at, word, own in _by_player(path, claim, actual, reader)
        for miss in misses(at, _word(word), _word(own))
    ]


def _by_player(
    path: str, claim: Plain, actual: Mapping[str, T], reader: Reader
) -> Iterator[tuple[str, Plain, T]]:
    """Yield for each player named: the path of the claim, the claim, and the actual value."""
    claims = reader.mapping(path, claim)
    reader.keys(path, claims, tuple(actual))
    for player, wanted in claims.items():
        if player in actual:
            yield f"{path}.{player}", wanted, actual[player]


def _drawn(grid_cards: Sequence[Sequence[str]], side: int) -> str:
    """Format the grid as in an example, with bars between the rows."""
    spaces = [ON_TOP.join(stack) or EMPTY for stack in grid_cards]
    return " | ".join(
        " ".join(spaces[start : start + side]) for start in range(0, len(spaces), side)
    )


def hands(
    path: str,
    claim: Plain,
    actual: Mapping[str, Sequence[str]],
    reader: Reader,
    *,
    in_order: bool = False,
) -> list[Miss]:
    """Compare the claimed cards, or their number, of each player or team named."""
    compared = pile if in_order else cards
    return [
        miss
        for at, wanted, own in _by_player(path, claim, actual, reader)
        for miss in compared(at, wanted, own, reader)
    ]


def seen(
    path: str, claim: Plain, actual: object, reader: Reader, *, in_order: bool = True
) -> list[Miss]:
    """Compare what a seat sees or knows of a part: cards, their number, or a word.

    `?` stands for a card or value that it does not see. Cards are compared in any order if
    `in_order` is false, or if their key begins with `in`.
    """
    if isinstance(claim, Mapping):
        found = actual if isinstance(actual, Mapping) else {}
        return [
            miss
            for key, own in claim.items()
            for miss in seen(
                f"{path}.{key}",
                own,
                found.get(key, ""),
                reader,
                in_order=in_order and not key.startswith(IN),
            )
        ]
    if isinstance(actual, list) and isinstance(claim, str):
        return misses(path, str(reader.number(path, claim)), str(len(actual)))
    if isinstance(actual, list) and isinstance(claim, list):
        wanted, own = [*map(str, claim)], [*map(str, actual)]
        both = (wanted, own) if in_order else (sorted(wanted), sorted(own))
        return misses(path, *map(" ".join, both))
    return misses(path, " ".join(map(str, _list(claim))) or _word(claim), _word(actual))


def names(path: str, claim: Plain, actual: Sequence[str]) -> list[Miss]:
    """Compare one or more claimed names."""
    wanted = claim if isinstance(claim, list) else [claim]
    return misses(path, " ".join(map(str, wanted)), " ".join(actual))


def claims(
    position: Position,
    then: Mapping[str, Plain],
    reader: Reader,
    in_order: Container[str] = (),
    of_names: Container[str] = ("winner",),
) -> list[Miss]:
    """Return every false claim about a position.

    `in_order` holds the keys of ordered piles by player or team, `of_names` those of lists of
    players or words.

    The type of a value determines the comparison. A list of lists holds stacks. Other lists are
    piles of cards, unless the key is in `of_names`. A mapping has players as keys and holds hands
    or single words. `grid` holds the visible cards and is compared with `stacks` if a stack is
    claimed.
    """
    reader.keys("then", then, tuple(position))
    return [
        miss
        for key, claim in then.items()
        if key in position
        for miss in (
            names(f"then.{key}", claim, _list(position[key]))
            if key in of_names
            else _claim(key, claim, position, reader, in_order=key in in_order)
        )
    ]


def _claim(
    key: str, claim: Plain, position: Position, reader: Reader, *, in_order: bool
) -> list[Miss]:
    """Compare the claim of one key."""
    path, found = f"then.{key}", position[key]
    if key == "grid":
        return grid(path, claim, _lists(position["stacks"]), reader)
    if isinstance(found, Mapping):
        return _claim_by_owner(path, claim, found, reader, in_order=in_order)
    if isinstance(found, list):
        nested = found and isinstance(found[0], list)
        return (stacks if nested else pile)(path, claim, found, reader)
    return misses(path, _word(claim), _word(found))


def _claim_by_owner(
    path: str, claim: Plain, found: Mapping[str, Any], reader: Reader, *, in_order: bool
) -> list[Miss]:
    """Compare the claim of a key with values by player, team or stack."""
    if isinstance(claim, list):
        return stacks_beside(path, claim, found, reader)
    if isinstance(claim, Mapping) and any(isinstance(one, Mapping) for one in claim.values()):
        return seen(path, claim, found, reader)
    kinds = {type(part) for part in found.values()}
    if list in kinds:
        return hands(path, claim, found, reader, in_order=in_order)
    same = stacks_of_players if dict in kinds else by_player
    return same(path, claim, found, reader)


def _word(value: object) -> str:
    return str(value) or NOTHING


def _list(part: object) -> list[str]:
    return part if isinstance(part, list) else []


def _lists(part: object) -> list[list[str]]:
    return part if isinstance(part, list) else []
