"""The setup of a table in game.yaml: which cards are dealt where before the first turn."""

from collections.abc import Collection, Sequence

from msgspec import Struct

from printnplay.game.game import Card, Deal, Group
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems
from printnplay.loading.components import group_of
from printnplay.loading.deck import SelectionKeys
from printnplay.loading.forms import FLAG, NAME, list_of, optional, required, whole

HAND = "hand"
"""The name of each player's hand, where cards are dealt to."""

MOST_DEALT = 1000
"""The most cards that one entry deals. A guess: more is a mistake."""


class SetupKeys(SelectionKeys):
    """Cards that are dealt before the first turn.

    They come from the stack of the selected cards; without `cards` and `group`, from the first one.
    """

    deal = required(
        whole(1, MOST_DEALT),
        "The number of cards: of each player, for hands and places of each player.",
        "5",
    )
    to = required(
        NAME,
        "`hand` for the hand of each player, or the name of a place on the table. A term of the"
        " glossary with this id names the place in each language.",
        "hand",
    )
    each = optional(FLAG, "Whether each player has such a place.", "yes", "no")
    up = optional(FLAG, "Whether the cards lie face up.", "yes", "no")
    players = optional(
        list_of(whole(1, 99)),
        "The numbers of players that the entry is for; all if not given.",
        "[2, 3]",
    )


class Dealable(Struct, frozen=True):
    """What a setup can name: the numbers of players, the groups of `sheets`, and the cards.

    `every` are the cards of cards.yaml, `deck` those that are printed, of which it deals.
    """

    players: tuple[int, ...]
    every: Sequence[Card]
    deck: Sequence[Card]
    groups: Sequence[Group]


def setup_of(keys: Sequence[SetupKeys], there: Dealable, problems: Problems) -> tuple[Deal, ...]:
    """Return what is dealt; report what the game does not have."""
    before = problems.errors
    deals = tuple(_deal(entry, there, problems) for entry in keys)
    if len(there.deck) == len(there.every):
        for players in sorted(there.players, reverse=True):
            if problems.errors == before:
                _check_total(keys, deals, there.deck, players, problems)
    return deals


def _deal(entry: SetupKeys, there: Dealable, problems: Problems) -> Deal:
    """Return what an entry deals."""
    before = problems.errors
    named = list(dict.fromkeys(group.id for group in there.groups))
    entry.check(there.every, named, problems, codes.WRONG_SETUP)
    is_known = problems.errors == before
    _check_numbers(entry, there.players, problems)
    if entry.to == HAND and entry.up:
        text, label = "cards in a hand do not lie face up", "expected `no`, or a place"
        problems.error(codes.WRONG_SETUP, text, entry.at("up"), label, "leave `up` out")
    chosen = [card for card in there.deck if entry.selects(card, _group_id(card, there.groups))]
    players = there.players if entry.players is None else tuple(entry.players)
    is_each = entry.each or entry.to == HAND
    # An edition may print fewer of these cards: then as many are dealt as there are.
    if is_known and len(there.deck) == len(there.every):
        most = max((number for number in players if number in there.players), default=1)
        _check_count(entry, chosen, most if is_each else 0, problems)
    cards = tuple(card.id for card in chosen)
    is_any = entry.cards is None and not entry.group
    return Deal(entry.deal, entry.to, cards, is_any, is_each, entry.up, players)


def _check_count(
    entry: SetupKeys, chosen: Sequence[Card], players: int, problems: Problems
) -> None:
    """Report more cards than there are; `players` is 0 if they are not for each player."""
    each, there = max(1, players), sum(card.copies for card in chosen)
    if entry.deal * each > there:
        dealt, deal = entry.deal * each, entry.deal
        text = f"{dealt:,} cards are to be dealt, but there are {there:,} of them"
        if players:
            text = (
                f"{dealt:,} cards are to be dealt, {deal:,} for each of {players} players,"
                f" but there are {there:,} of them"
            )
        label = f"expected at most {there // each:,}"
        problems.error(codes.WRONG_SETUP, text, entry.at("deal"), label)


def _check_total(
    keys: Sequence[SetupKeys],
    deals: Sequence[Deal],
    deck: Sequence[Card],
    players: int,
    problems: Problems,
) -> None:
    """Report the first entry whose cards it and others deal more often than there are copies."""
    dealt = [
        (frozenset(deal.cards), deal.count * (players if deal.is_each else 1))
        for deal in deals
        if players in deal.players
    ]
    for entry, deal in zip(keys, deals, strict=True):
        cards = frozenset(deal.cards)
        total = sum(count for taken, count in dealt if taken <= cards)
        there = sum(card.copies for card in deck if card.id in cards)
        if players in deal.players and total > there:
            text = f"{total:,} cards are to be dealt in all, but there are {there:,} of them"
            label = f"with {players} players, by this entry and others"
            problems.error(codes.WRONG_SETUP, text, entry.at("deal"), label)
            return


def _group_id(card: Card, groups: Sequence[Group]) -> str:
    group = group_of(card, groups)
    return group.id if group else ""


def _check_numbers(entry: SetupKeys, players: Collection[int], problems: Problems) -> None:
    for number in entry.players or ():
        if number not in players:
            text = f"the game is not for {number} players"
            label = f"expected some of {', '.join(map(str, players))}"
            cure = "change it, or `players` of the game"
            problems.error(codes.WRONG_SETUP, text, entry.at("players"), label, cure)
