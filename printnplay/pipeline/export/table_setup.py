"""The set-up of a game, found out from its rules: what lies where as the first turn begins.

Rules are code; what they do is seen by letting them set up many tables. How many cards lie where on
most of them is the set-up, which cards these are is chance.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from printnplay.model.diagnostics import Problems
from printnplay.pipeline.game import LoadedGame
from printnplay.rules.cardgame import CardGame
from printnplay.rules.chance import seeded
from printnplay.rules.game import OVER, Rng
from printnplay.rules.loader import guarded, rules_of
from printnplay.rules.parts import EVERYBODY, NOBODY, OWNER, Each, Grid, Hand, Part
from printnplay.rules.table import Table

TABLES = 200
"""How many tables are set up for a number of players."""

LUCK = 1e-4
"""How likely it may be at most that cards were missed by chance on all of them."""

MOST_CHOICES = 30
"""Choices that players may have to make before hands are dealt, such as who takes which deck."""


class Dealt(Struct, frozen=True):
    """What lies in a zone at first: a number of cards of a stack, or of those of it in `cards`.

    `seat` is the hand that they are in, or None. `up` are cards that everybody sees.
    """

    zone: str
    stack: str
    count: int
    cards: tuple[str, ...] = ()
    seat: int | None = None
    up: bool = True


class TableSetup(Struct, frozen=True):
    """The set-ups by number of players, and the spaces of the grid by zone, row by row."""

    deals: Mapping[int, Sequence[Dealt]]
    grid: tuple[str, ...] = ()


def hand_of(deals: Sequence[Dealt]) -> tuple[str, int] | None:
    """The stack and number of the cards that everybody is dealt; None if hands are not alike."""
    hands: defaultdict[int, list[tuple[str, int]]] = defaultdict(list)
    for deal in deals:
        if deal.seat is not None:
            hands[deal.seat].append((deal.stack, 0 if deal.cards else deal.count))
    kinds = {tuple(hand) for hand in hands.values()}
    if len(kinds) != 1:
        return None
    (hand,) = kinds
    return hand[0] if len(hand) == 1 and hand[0][1] else None


def setup_of(loaded: LoadedGame, stacks: Mapping[str, Mapping[str, int]]) -> TableSetup | None:
    """How a table is set up; None if the game has no rules that deal.

    Args:
        loaded: the game.
        stacks: the cards in each stack that is dealt from, with their copies.
    """
    problems = Problems()
    rules = rules_of(loaded.game, problems, loaded.catalog)
    if rules is None:
        return None

    def found() -> TableSetup | None:
        game = rules.new_game()
        return _setup(game, stacks) if isinstance(game, CardGame) else None

    return guarded(loaded.game, found, problems)


def _setup(game: CardGame[Any], stacks: Mapping[str, Mapping[str, int]]) -> TableSetup:
    stack_of = {card: stack for stack, cards in stacks.items() for card in cards}
    deals = {players: _deals(game, players, stacks, stack_of) for players in game.seats}
    parts = game.table.parts.items()
    grids = [(name, part) for name, part in parts if isinstance(part, Grid)]
    return TableSetup(
        deals,
        tuple(f"{name}.{space}" for name, part in grids[:1] for space in part.layouts[0]),
    )


def _deals(
    game: CardGame[Any],
    players: int,
    stacks: Mapping[str, Mapping[str, int]],
    stack_of: Mapping[str, str],
) -> Sequence[Dealt]:
    """What lies in each zone on the tables that are most often alike, of all cards seen there."""
    tables = [_zones(_begun(game, players, seeded(seed))) for seed in range(TABLES)]
    counted = [
        Counter(
            (zone, stack_of[card]) for zone in zones for card in zones[zone] if card in stack_of
        )
        for zones in tables
    ]
    kinds = Counter(tuple(counts.items()) for counts in counted)
    usual = dict(kinds.most_common(1)[0][0])
    seen: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for zones in tables:
        for zone, cards in zones.items():
            for card in cards:
                seen[zone, stack_of.get(card, "")].append(card)
    dealt = []
    for (zone, stack), count in usual.items():
        part, owner = _part_of(game, zone)
        dealt.append(
            Dealt(
                zone=zone,
                stack=stack,
                count=count,
                cards=_only(seen[zone, stack], stacks[stack]),
                seat=owner if _is_hand(part) else None,
                up=part.seen == EVERYBODY,
            )
        )
    # What has to be certain cards is taken out before the others are dealt.
    return sorted(dealt, key=lambda deal: not deal.cards)


def _only(seen: Sequence[str], copies: Mapping[str, int]) -> tuple[str, ...]:
    """The cards that may be there; none where any may, and the others were missed by chance.

    >>> _only(["ant"] * 40, {"ant": 1, "bee": 1}), _only(["ant"] * 4, {"ant": 1, "bee": 1})
    (('ant',), ())
    """
    share = sum(copies[card] for card in set(seen)) / sum(copies.values())
    return tuple(sorted(set(seen))) if share ** len(seen) < LUCK else ()


def _begun(game: CardGame[Any], players: int, rng: Rng) -> Table:
    """A table as the first turn begins: with hands dealt, if there are any."""
    table: Table = game.setup(players, rng)
    has_hands = any(_is_hand(part) for part in table.parts.values())
    for _ in range(MOST_CHOICES if has_hands else 0):
        if _hands_are_dealt(table) or game.to_move(table) == OVER:
            break
        moves = game.moves(table)
        game.play(table, moves[rng(len(moves))], rng)
    return table


def _hands_are_dealt(table: Table) -> bool:
    return any(
        cards
        for name, part in table.parts.items()
        if _is_hand(part)
        for cards in getattr(table, name)
    )


def _is_hand(part: Part) -> bool:
    return isinstance(part, Each) and isinstance(part.inner, Hand) and part.seen == OWNER


def _zones(table: Table) -> dict[str, list[str]]:
    """The cards by zone, without those that stay in their stacks: face down, or out of the game."""
    return {
        lying.zone: [str(card) for card in lying.cards]
        for name, part in table.parts.items()
        if part.told and part.seen != NOBODY
        for lying in part.placed(name, getattr(table, name))
        if lying.cards
    }


def _part_of(game: CardGame[Any], zone: str) -> tuple[Part, int]:
    """The part that a zone is of, and the number of its owner."""
    name, _, owner = zone.partition(".")
    return game.table.parts[name], int(owner) if owner.isdigit() else OVER
