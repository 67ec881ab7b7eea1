"""The deck: which cards a game or an edition of it prints, and how many of each."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec.structs import replace

from printnplay.files.yaml_tree import ListNode, MappingNode, TextNode
from printnplay.game.game import Box, BoxKind, Card, Game, Group
from printnplay.kernel import codes
from printnplay.kernel.codes import Code
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.suggestions import listed, suggestion
from printnplay.loading.cards import check_selection, selects
from printnplay.loading.components import GroupKeys, group_of
from printnplay.loading.forms import (
    NAME,
    NAMES_TO_TEXTS,
    TEXT,
    Record,
    either,
    list_of,
    optional,
    whole,
)

MOST_OF_A_CARD = 1000
"""The most copies of a card that `deck` sets. A guess: more is a mistake."""


class SelectionKeys(Record):
    """A selection of cards."""

    cards = optional(
        either(MappingNode, NAMES_TO_TEXTS, list_of(TEXT)),
        "The cards: a list of their ids, or the fields that all of them share. All cards if neither"
        " `cards` nor `group` is given.",
        "{family: number, colour: red}",
    )
    group = optional(NAME, "A group of `sheets`, whose cards are selected.", "storms")

    def selects(self, card: Card, group: str) -> bool:
        """Return whether the entry selects a card in this group."""
        if self.group and self.group != group:
            return False
        if isinstance(self.cards, Mapping):
            return selects(self.cards, card)
        return self.cards is None or card.id in self.cards

    def check(
        self, cards: Sequence[Card], groups: Collection[str], problems: Problems, code: Code
    ) -> None:
        """Report fields, cards and groups that the game does not have."""
        if self.group and self.group not in groups:
            text = f"`{self.group}` is not a group of `sheets`"
            label, cure = f"expected one of {listed(groups)}", suggestion(self.group, groups)
            problems.error(code, text, self.at("group"), label, cure)
        node = self.nodes.get("cards")
        if node is not None:
            check_selection(node, cards, problems)
        ids = [card.id for card in cards]
        for item in node.items if isinstance(node, ListNode) else ():
            if isinstance(item, TextNode) and item.value and item.value not in ids:
                text, label = f"there is no card `{item.value}`", "expected the id of a card"
                cure = suggestion(item.value, ids)
                problems.error(codes.SELECTS_NOTHING, text, item.span, label, cure)


class DeckKeys(SelectionKeys):
    """Cards of the deck, and their number of copies.

    A card takes the first entry that selects it.
    """

    copies = optional(
        whole(0, MOST_OF_A_CARD),
        "The number of copies of each card; that of cards.yaml if not given, `0` for none.",
        "1",
    )


def deck_of(
    keys: Sequence[DeckKeys] | None,
    sheets: Sequence[GroupKeys],
    cards: Sequence[Card],
    problems: Problems,
) -> tuple[Card, ...]:
    """Return the cards of the deck: all, or those that its entries select."""
    if keys is None:
        return tuple(cards)
    before = problems.errors
    for entry in keys:
        entry.check(cards, [group.id for group in sheets], problems, codes.DECK_TAKES_NOTHING)
    if problems.errors > before:
        return tuple(cards)
    taken: dict[str, DeckKeys] = {}
    for card in cards:
        group = next((group.id for group in sheets if selects(group.where, card)), "")
        for entry in keys:
            if entry.selects(card, group):
                taken.setdefault(card.id, entry)
    _check_taken(keys, taken, problems)
    chosen = [(card, taken[card.id].copies) for card in cards if card.id in taken]
    return tuple(
        card if copies is None else replace(card, copies=copies)
        for card, copies in chosen
        if copies != 0
    )


def _check_taken(
    keys: Sequence[DeckKeys], taken: Mapping[str, DeckKeys], problems: Problems
) -> None:
    """Report entries that take no card, and a deck without cards."""
    used = [*taken.values()]
    for entry in keys:
        if entry not in used:
            text = "the entry takes no card"
            label = "expected cards that no earlier entry takes"
            cure = "move it up, change it or remove it"
            problems.error(codes.DECK_TAKES_NOTHING, text, entry.span, label, cure)
    if used and all(entry.copies == 0 for entry in used):
        text, label = "the deck has no cards", "every entry has 0 copies"
        cure = "select the cards to print: `cards: {family: number}`"
        problems.error(codes.DECK_TAKES_NOTHING, text, keys[0].span, label, cure)


def in_languages(game: Game, languages: Sequence[str]) -> Game:
    """Return a game with the cards of one language, or of two on the same cards."""
    if not game.outlines:
        return game
    cards = tuple(card for card in game.cards if all(map(card.is_in, languages)))
    groups = groups_left(game.groups, cards)
    outline = game.outlines.get(languages[0]) or game.outlines[""]
    boxes = boxes_left(game.boxes, game.groups, groups)
    return replace(game, cards=cards, groups=groups, boxes=boxes, outline=outline)


def groups_left(groups: Sequence[Group], cards: Iterable[Card]) -> tuple[Group, ...]:
    """Return the groups that have some of these cards."""
    used = {group.key for card in cards if (group := group_of(card, groups))}
    return tuple(group for group in groups if group.key in used)


def boxes_left(
    boxes: Sequence[Box], before: Sequence[Group], groups: Sequence[Group]
) -> tuple[Box, ...]:
    """Return the boxes without groups that an edition leaves out, and without empty boxes.

    `before` are the groups of all cards, `groups` those that are left.
    """
    if len(before) == len(groups):
        return tuple(boxes)
    ids = [group.id for group in groups]
    named = {group for box in boxes for group in box.groups}
    kept = []
    for box in boxes:
        own = tuple(group for group in box.groups if group in ids)
        is_filled = own if box.groups else any(id not in named for id in ids)
        if is_filled or (not box.groups and (box.holds or box.kind is BoxKind.WRAP)):
            kept.append(replace(box, groups=own))
    return tuple(kept)
