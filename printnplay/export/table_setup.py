"""The setup of a game: the cards in each zone when the first turn begins.

It is `setup` in game.yaml, or else derived from the rules: one table is set up, which determines
the number of cards in each zone. Their identity is random, except in zones that the rules restrict
to some cards (`begins_with`).
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from printnplay.edition.loaded import LoadedGame
from printnplay.game.game import Deal, Game
from printnplay.kernel.diagnostics import Problems
from printnplay.loading.setup import HAND
from printnplay.rules.cardgame import CardGame
from printnplay.rules.chance import seeded
from printnplay.rules.game import OVER, Rng
from printnplay.rules.loader import guarded, rules_of
from printnplay.rules.parts import EVERYBODY, NOBODY, OWNER, Each, Grid, Hand, Part
from printnplay.rules.table import Table

SEED = 1
"""Seed of the set-up table: an arbitrary constant, so that exports are reproducible."""

MOST_CHOICES = 30
"""Maximum number of choices before hands are dealt, such as who takes which deck. A guess: with
more, the game has already begun."""


class Dealt(Struct, frozen=True):
    """The initial content of a zone: a number of cards of a stack, limited to `cards` if given.

    `seat` is the owner of the hand, or None. `up` tells whether everybody sees the cards.
    """

    zone: str
    stack: str
    count: int
    cards: tuple[str, ...] = ()
    seat: int | None = None
    up: bool = True


class TableSetup(Struct, frozen=True):
    """The setups by number of players, and the spaces of the grid by zone, row by row."""

    deals: Mapping[int, Sequence[Dealt]]
    grid: tuple[str, ...] = ()


def hand_of(deals: Sequence[Dealt]) -> tuple[str, int] | None:
    """Return the stack and the number of cards of a hand; None if hands differ."""
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
    """Return the setup of the table; None if neither game.yaml nor rules say what is dealt.

    Args:
        loaded: the game.
        stacks: the cards in each stack to deal from, with their copies.
    """
    if loaded.game.setup:
        return _said_setup(loaded.game, stacks)
    problems = Problems()
    rules = rules_of(loaded.game, problems, loaded.catalog)
    if rules is None:
        return None

    def found() -> TableSetup | None:
        game = rules.new_game()
        return _setup(game, stacks) if isinstance(game, CardGame) else None

    return guarded(loaded.game, found, problems)


def _said_setup(game: Game, stacks: Mapping[str, Mapping[str, int]]) -> TableSetup:
    """Return the setup in game.yaml."""
    dealt: dict[int, list[Dealt]] = {}
    for players in game.players:
        left = {stack: sum(copies.values()) for stack, copies in stacks.items()}
        entries = [deal for deal in game.setup if players in deal.players]
        dealt[players] = [
            one for deal in entries for one in _said_deals(deal, players, stacks, left)
        ]
    # Specific cards must be taken out before the others are dealt.
    return TableSetup(
        {players: sorted(of, key=lambda deal: not deal.cards) for players, of in dealt.items()}
    )


def _said_deals(
    deal: Deal, players: int, stacks: Mapping[str, Mapping[str, int]], left: dict[str, int]
) -> Iterator[Dealt]:
    """Yield what an entry of the setup deals: from the first stacks with enough of its cards left.

    `left` are the numbers of cards in the stacks, from which those that are dealt are taken.
    """
    chosen = set(deal.cards)
    wanted = {
        stack: sum(number for id, number in copies.items() if id in chosen)
        for stack, copies in stacks.items()
    }
    for seat in range(players) if deal.is_each else (None,):
        is_hand = deal.to == HAND
        name = "hands" if is_hand else deal.to
        owed = deal.count
        for stack, copies in stacks.items():
            count = min(owed, wanted[stack], left[stack])
            if not count:
                continue
            owed -= count
            wanted[stack] -= count
            left[stack] -= count
            is_all = deal.is_any or chosen >= copies.keys()
            yield Dealt(
                zone=name if seat is None else f"{name}.{seat}",
                stack=stack,
                count=count,
                cards=() if is_all else tuple(sorted(chosen & set(copies))),
                seat=seat if is_hand else None,
                up=deal.up,
            )


def _setup(game: CardGame[Any], stacks: Mapping[str, Mapping[str, int]]) -> TableSetup:
    parts = game.table.parts.items()
    grids = [(name, part) for name, part in parts if isinstance(part, Grid)]
    return TableSetup(
        {players: _deals(game, players, stacks) for players in game.seats},
        tuple(f"{name}.{space}" for name, part in grids[:1] for space in part.layouts[0]),
    )


def _deals(
    game: CardGame[Any], players: int, stacks: Mapping[str, Mapping[str, int]]
) -> Sequence[Dealt]:
    """Return the cards in each zone of a table when the first turn begins."""
    dealt = []
    for zone, cards in _zones(_begun(game, players, seeded(SEED))).items():
        part, owner = _part_of(game, zone)
        allowed = {str(card) for card in game.begins_with.get(zone, ())}
        for stack, copies in stacks.items():
            count = sum(card in copies for card in cards)
            if count:
                dealt.append(
                    Dealt(
                        zone=zone,
                        stack=stack,
                        count=count,
                        cards=tuple(sorted(allowed & copies.keys())),
                        seat=owner if _is_hand(part) else None,
                        up=part.seen == EVERYBODY,
                    )
                )
    # Specific cards must be taken out before the others are dealt.
    return sorted(dealt, key=lambda deal: not deal.cards)


def _begun(game: CardGame[Any], players: int, rng: Rng) -> Table:
    """Return a table when the first turn begins, with hands dealt if there are any."""
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
    """Return the cards by zone, except those that stay in stacks: face down, or not in play."""
    return {
        lying.zone: [str(card) for card in lying.cards]
        for name, part in table.parts.items()
        if part.told and part.seen != NOBODY
        for lying in part.placed(name, getattr(table, name))
        if lying.cards
    }


def _part_of(game: CardGame[Any], zone: str) -> tuple[Part, int]:
    """Return the part that a zone belongs to, and the number of its owner."""
    name, _, owner = zone.partition(".")
    return game.table.parts[name], int(owner) if owner.isdecimal() else OVER
