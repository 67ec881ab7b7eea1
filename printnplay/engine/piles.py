"""Small things that one does with hands and piles: lists of cards, the top one last."""


def without(cards: list[int], card: int) -> list[int]:
    """The cards, one of this kind taken out if there is one.

    >>> without([3, 1, 3], 3)
    [1, 3]
    """
    rest = cards[:]
    if card in rest:
        rest.remove(card)
    return rest
