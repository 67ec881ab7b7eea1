"""Hold a position against the claims of an example, each in the words of the example."""

from collections.abc import Mapping, Sequence

from printnplay.engine.kernel import Miss
from printnplay.engine.notation import EMPTY, ON_TOP, Reader
from printnplay.model.cards import Plain


def misses(path: str, expected: str, found: str) -> list[Miss]:
    """A miss, unless both are the same."""
    return [] if expected == found else [Miss(path, expected, found)]


def cards(path: str, claim: Plain, found: Sequence[str], reader: Reader) -> list[Miss]:
    """Claimed cards, or a claimed number of cards; their order does not matter."""
    if isinstance(claim, str):
        return misses(path, str(reader.number(path, claim)), str(len(found)))
    wanted = [reader.cards[card] for card in reader.hand(path, claim)]
    return misses(path, " ".join(sorted(wanted)), " ".join(sorted(found)))


def pile(path: str, claim: Plain, found: Sequence[str], reader: Reader) -> list[Miss]:
    """Claimed cards in this order, the top one last; or a claimed number of cards."""
    if isinstance(claim, str):
        return misses(path, str(reader.number(path, claim)), str(len(found)))
    wanted = [reader.cards[card] for card in reader.hand(path, claim)]
    return misses(path, " ".join(wanted), " ".join(found))


def grid(path: str, claim: Plain, found: Sequence[Sequence[str]], reader: Reader) -> list[Miss]:
    """Claimed visible cards; where a stack is claimed, all of its cards."""
    side = round(len(found) ** 0.5)
    wanted = [[reader.cards[card] for card in stack] for stack in reader.grid(path, claim, side)]
    seen = [
        list(stack) if len(want) > 1 else list(stack[-1:])
        for stack, want in zip(found, wanted, strict=True)
    ]
    return misses(path, _drawn(wanted, side), _drawn(seen, side))


def stacks(path: str, claim: Plain, found: Sequence[Sequence[str]], reader: Reader) -> list[Miss]:
    """Claimed stacks: every card of every space, the lowest first."""
    side = round(len(found) ** 0.5)
    wanted = [[reader.cards[card] for card in stack] for stack in reader.grid(path, claim, side)]
    return misses(path, _drawn(wanted, side), _drawn(found, side))


def by_player(path: str, claim: Plain, found: Mapping[str, object], reader: Reader) -> list[Miss]:
    """A claimed word for each player named."""
    claims = reader.mapping(path, claim)
    reader.keys(path, claims, tuple(found))
    return [
        miss
        for player, word in claims.items()
        if player in found
        for miss in misses(f"{path}.{player}", str(word), str(found[player]))
    ]


def _drawn(grid_cards: Sequence[Sequence[str]], side: int) -> str:
    """The grid as an example writes it, rows between bars."""
    spaces = [ON_TOP.join(stack) or EMPTY for stack in grid_cards]
    return " | ".join(
        " ".join(spaces[start : start + side]) for start in range(0, len(spaces), side)
    )
