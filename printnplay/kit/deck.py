"""The deck that the box is made for, and the components that lie beside it."""

from collections.abc import Mapping, Sequence

from printnplay.game.game import Game, Group
from printnplay.game.kinds import Kind, counts_of
from printnplay.imposition.tuckbox import Deck
from printnplay.kernel.geometry import Size, Um
from printnplay.kernel.printing import Backs
from printnplay.kernel.shapes import ShapeKind
from printnplay.rulebook.pages.typesetter import Typesetter
from printnplay.text.markup import plain

SINGLY_CUT = frozenset({ShapeKind.CIRCLE, ShapeKind.HEX, ShapeKind.PATH})
"""The shapes that cannot be cut with long cuts across a sheet."""


def deck_of(game: Game, backs: Backs) -> Deck:
    """Return the deck as packed in the box, all cards upright and sized like the largest ones."""
    stacked = _stacked(game)
    sides = [_sides(game, group) for group in stacked]
    largest = Size(max(short for short, _ in sides), max(long for _, long in sides))
    layers = 0
    for group in stacked:
        cards = game.copies_of(group)
        is_double = group.fold or (backs is Backs.FOLD and group.backs)
        layers += 2 * cards if is_double else cards
    return Deck(largest, sum(map(game.copies_of, stacked)), layers)


def packed(game: Game) -> tuple[Mapping[Kind, int], Mapping[Kind, int]]:
    """Return the counts of what is in the deck, and of what lies beside it."""
    stacked = _stacked(game)
    inside = counts_of((group.component, game.copies_of(group)) for group in stacked)
    others = [group for group in game.groups if group not in stacked]
    return inside, counts_of((group.component, game.copies_of(group)) for group in others)


def pieces_in_words(setter: Typesetter, counts: Mapping[Kind, int]) -> str:
    """Return counts of components in the words of a language: `18 cards, 12 tiles`."""
    texts = (setter.inlines(f"counted.{kind}", number=count) for kind, count in counts.items())
    return ", ".join(map(plain, texts))


def _stacked(game: Game) -> Sequence[Group]:
    """Return the groups in the deck: cards, and what has the size and shape of some cards.

    A game without cards has everything in it.
    """
    cards = [group for group in game.groups if group.component is Kind.CARDS]
    sides = {_sides(game, group) for group in cards}
    stacked = [
        group
        for group in game.groups
        if group.component is Kind.CARDS
        or ((group.cut or game.cut).shape not in SINGLY_CUT and _sides(game, group) in sides)
    ]
    return stacked or game.groups


def _sides(game: Game, group: Group) -> tuple[Um, Um]:
    """Return the shorter and the longer side of a group's cards."""
    size = group.card or game.card
    return min(size.width, size.height), max(size.width, size.height)
