"""The components of a game as they are given out one by one: cards with their backs, and boards."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from printnplay.model.exporting import Component, ComponentKind
from printnplay.model.game import OWN, Card, Game, Group
from printnplay.model.picture import Picture
from printnplay.model.shapes import Shape
from printnplay.pipeline.cut_paths import cut_path
from printnplay.pipeline.edition import Edition


def components_of(edition: Edition) -> tuple[Component, ...]:
    """The distinct cards, then the boards; what has faults is left out, and reported."""
    found = (*_cards(edition), *_boards(edition))
    return tuple(_with_back_names(found))


def shape_of(game: Game, group: Group | None) -> Shape:
    """What the cards of a group are cut to."""
    cut = (group.cut if group else None) or game.cut
    return Shape(cut.shape, cut.corner, cut_path(cut.path) if cut.path else None)


def _cards(edition: Edition) -> Iterator[Component]:
    game = edition.game
    for card in game.cards:
        group = game.group_of(card)
        front = edition.face(card)
        back, back_id = _back(edition, card, group)
        if front is not None:
            yield Component(
                id=card.id,
                kind=ComponentKind.CARD,
                copies=card.copies,
                front=front,
                shape=shape_of(game, group),
                back=back,
                back_id=back_id,
                group=group.id if group else "",
            )


def _back(edition: Edition, card: Card, group: Group | None) -> tuple[Picture | None, str]:
    """The back of a card, and the name of one that it shares."""
    if card.back_fields is not None and (group is None or group.two_sided):
        return edition.face(card, back=True), ""
    if group is None or not group.backs or group.backs == OWN:
        return None, ""
    size = edition.game.size_of(card)
    return edition.back(group.backs, size, group.style), group.backs


def _boards(edition: Edition) -> Iterator[Component]:
    for board in edition.game.boards:
        picture = edition.board(board)
        if picture is not None:
            yield Component(board.id, ComponentKind.BOARD, board.copies, picture, Shape())


def _with_back_names(components: tuple[Component, ...]) -> Iterator[Component]:
    """The components, their shared backs named apart where one template draws several."""
    drawn: defaultdict[str, dict[tuple[Picture, Shape], str]] = defaultdict(dict)
    for component in components:
        if component.back is not None and component.back_id:
            kinds = drawn[component.back_id]
            kinds.setdefault((component.back, component.shape), component.group)
    for component in components:
        kinds = drawn.get(component.back_id, {})
        if component.back is None or len(kinds) < 2:
            yield component
            continue
        group = kinds[component.back, component.shape]
        yield replace(component, back_id=f"{component.back_id}-{group}")
