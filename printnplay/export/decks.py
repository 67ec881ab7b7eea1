"""The cards of a game as a print service sells them: a deck for each of its products."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from printnplay.game.exporting import Component, ComponentKind
from printnplay.game.services import Product, Service
from printnplay.kernel.geometry import Size, Um, mm
from printnplay.kernel.shapes import ShapeKind

LIKE: Um = mm(0.15)
"""Sizes that differ by less are the same: 3.5 in are sold as 89 mm."""

PLAIN = frozenset([ShapeKind.RECTANGLE, ShapeKind.ROUNDED])
"""Shapes that are the same to a service: it rounds corners by itself."""


class Deck(Struct, frozen=True):
    """The components that one product is made of; `turned` are those that lie on their side."""

    product: Product
    components: tuple[Component, ...]
    turned: frozenset[str] = frozenset()

    @property
    def cards(self) -> int:
        """The number of cards, copies counted."""
        return sum(component.copies for component in self.components)


def decks_of(
    components: Sequence[Component], service: Service
) -> tuple[tuple[Deck, ...], tuple[Component, ...]]:
    """Return the decks in the order of their first cards, and the cards without a product.

    Boards are neither.
    """
    chosen: dict[str, list[Component]] = {}
    turned: set[str] = set()
    others = []
    for component in components:
        if component.kind is not ComponentKind.CARD:
            continue
        found = _product(component, service)
        if found is None:
            others.append(component)
            continue
        product, lies = found
        chosen.setdefault(product.id, []).append(component)
        if lies:
            turned.add(component.id)
    decks = (
        Deck(service.products[name], tuple(cards), frozenset(turned & {card.id for card in cards}))
        for name, cards in chosen.items()
    )
    return tuple(decks), tuple(others)


def nearest_product(component: Component, service: Service) -> Product:
    """Return the product of the nearest size, of the same shape if there is one."""
    size = component.front.size
    products = [*_of_shape(component.shape.kind, service)] or [*service.products.values()]
    return min(products, key=lambda product: _difference(product.size, size))


def _product(component: Component, service: Service) -> tuple[Product, bool] | None:
    """The product that a component is, and whether it lies on its side for it."""
    size = component.front.size
    for lies, wanted in ((False, size), (True, size.turned)):
        for product in _of_shape(component.shape.kind, service):
            if _difference(product.size, wanted) <= LIKE:
                return product, lies
    return None


def _of_shape(kind: ShapeKind, service: Service) -> Iterator[Product]:
    for product in service.products.values():
        if product.shape is kind or {product.shape, kind} <= PLAIN:
            yield product


def _difference(size: Size, other: Size) -> Um:
    return max(abs(size.width - other.width), abs(size.height - other.height))
