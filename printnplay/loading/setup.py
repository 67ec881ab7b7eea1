"""The setup of a table in game.yaml: which cards are dealt where before the first turn."""

from collections.abc import Collection, Sequence

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


def setup_of(
    keys: Sequence[SetupKeys],
    players: Sequence[int],
    every: Sequence[Card],
    deck: Sequence[Card],
    groups: Sequence[Group],
    problems: Problems,
) -> tuple[Deal, ...]:
    """Return what is dealt; report what the game does not have.

    Args:
        keys: the entries.
        players: the possible numbers of players.
        every: all cards of cards.yaml, which entries may name.
        deck: the cards that are printed, of which they deal.
        groups: the groups of `sheets`.
        problems: the faults are added to these.
    """
    named = list(dict.fromkeys(group.id for group in groups))
    return tuple(_deal(entry, players, every, deck, (groups, named), problems) for entry in keys)


def _deal(  # noqa: PLR0913
    entry: SetupKeys,
    players: Sequence[int],
    every: Sequence[Card],
    deck: Sequence[Card],
    groups: tuple[Sequence[Group], Sequence[str]],
    problems: Problems,
) -> Deal:
    """Return what an entry deals."""
    before = problems.errors
    entry.check(every, groups[1], problems, codes.WRONG_SETUP)
    is_known = problems.errors == before
    chosen = [card for card in deck if entry.selects(card, _group_id(card, groups[0]))]
    numbers = tuple(players if entry.players is None else entry.players)
    _check_numbers(entry, players, problems)
    is_each = entry.each or entry.to == HAND
    if entry.to == HAND and entry.up:
        text, label = "cards in a hand do not lie face up", "expected `no`, or a place"
        problems.error(codes.WRONG_SETUP, text, entry.at("up"), label, "leave `up` out")
    most = max((number for number in numbers if number in players), default=1) if is_each else 1
    there = sum(card.copies for card in chosen)
    # An edition may print fewer of these cards: then as many are dealt as there are.
    if is_known and entry.deal * most > there and len(deck) == len(every):
        text = f"{entry.deal * most:,} cards are to be dealt, but there are {there:,} of them"
        if is_each:
            text += f": {entry.deal:,} for each of {most} players"
        problems.error(codes.WRONG_SETUP, text, entry.at("deal"), "expected fewer", "")
    cards = tuple(card.id for card in chosen)
    is_all = entry.cards is None and not entry.group
    return Deal(entry.deal, entry.to, cards, is_all, is_each, entry.up, numbers)


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
