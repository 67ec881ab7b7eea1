"""The deck that the box is made for, and the components that lie beside it."""

from collections.abc import Iterable, Mapping, Sequence

from printnplay.game.game import Box, Game, Group
from printnplay.game.kinds import Kind, counts_of
from printnplay.imposition.box_contents import Deck
from printnplay.kernel.geometry import Size, Um
from printnplay.kernel.printing import Backs
from printnplay.kernel.shapes import ShapeKind
from printnplay.rulebook.pages.typesetter import Typesetter
from printnplay.text.markup import plain

SINGLY_CUT = frozenset({ShapeKind.CIRCLE, ShapeKind.HEX, ShapeKind.PATH})
"""The shapes that cannot be cut with long cuts across a sheet."""


def deck_of(game: Game, backs: Backs, box: Box | None = None) -> Deck:
    """Return the deck as packed in a box, all cards upright and sized like the largest ones.

    Without a box it is the deck of the whole game.
    """
    stacked = stacked_in(game, box)
    sides = [_sides(game, group) for group in stacked]
    largest = Size(
        max((short for short, _ in sides), default=0), max((long for _, long in sides), default=0)
    )
    layers = 0
    for group in stacked:
        cards = game.copies_of(group)
        is_double = group.fold or (backs is Backs.FOLD and group.backs)
        layers += 2 * cards if is_double else cards
    return Deck(largest, sum(map(game.copies_of, stacked)), layers)


def packed(game: Game) -> tuple[Mapping[Kind, int], Mapping[Kind, int]]:
    """Return the counts of what is in the boxes or the deck, and of what lies beside it."""
    stacked = [group for box in game.boxes or (None,) for group in stacked_in(game, box)]
    others = [group for group in game.groups if group not in stacked]
    return counts_in(game, stacked), counts_in(game, others)


def counts_in(game: Game, groups: Iterable[Group]) -> Mapping[Kind, int]:
    """Return how many components of each kind some groups have."""
    return counts_of((group.component, game.copies_of(group)) for group in groups)


def pieces_in_words(setter: Typesetter, counts: Mapping[Kind, int]) -> str:
    """Return counts of components in the words of a language: `18 cards, 12 tiles`."""
    texts = (setter.inlines(f"counted.{kind}", number=count) for kind, count in counts.items())
    return ", ".join(map(plain, texts))


def stacked_in(game: Game, box: Box | None) -> Sequence[Group]:
    """Return the groups in a deck: cards, and what has the size and shape of some cards.

    A game without cards has everything in it, a box whatever it names.
    """
    groups = game.groups if box is None else game.groups_in(box)
    if box is not None and box.groups:
        return groups
    cards = [group for group in groups if group.component is Kind.CARDS]
    sides = {_sides(game, group) for group in cards}
    stacked = [
        group
        for group in groups
        if group.component is Kind.CARDS
        or ((group.cut or game.cut).shape not in SINGLY_CUT and _sides(game, group) in sides)
    ]
    return stacked or groups


def _sides(game: Game, group: Group) -> tuple[Um, Um]:
    """Return the shorter and the longer side of a group's cards."""
    size = group.card or game.card
    return min(size.width, size.height), max(size.width, size.height)
