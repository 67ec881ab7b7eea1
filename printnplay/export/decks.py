"""The cards of a game grouped for a print service: one deck for each product."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from printnplay.game.exporting import Component
from printnplay.game.kinds import Kind, counts_of
from printnplay.game.services import Product, Service
from printnplay.kernel.geometry import Size, Um, mm
from printnplay.kernel.shapes import ShapeKind

LIKE: Um = mm(0.15)
"""Tolerance within which sizes are considered equal: 3.5 in are sold as 89 mm."""

PLAIN = frozenset([ShapeKind.RECTANGLE, ShapeKind.ROUNDED])
"""Shapes that a service treats as equal, because it rounds corners itself."""


class Deck(Struct, frozen=True):
    """The components of one product; `turned` are the ids of those that are rotated."""

    product: Product
    components: tuple[Component, ...]
    turned: frozenset[str] = frozenset()

    @property
    def cards(self) -> int:
        """The number of cards, including copies."""
        return sum(self.counts.values())

    @property
    def counts(self) -> Mapping[Kind, int]:
        """The number of cards by kind: a service may make tiles as cards."""
        return counts_of((component.counts_as, component.copies) for component in self.components)


def decks_of(
    components: Sequence[Component], service: Service
) -> tuple[tuple[Deck, ...], tuple[Component, ...]]:
    """Return the decks in the order of their first components, and those without a product."""
    chosen: dict[str, list[Component]] = {}
    turned: set[str] = set()
    others = []
    for component in components:
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


def nearest_product(component: Component, service: Service) -> Product | None:
    """Return the product of the same kind and shape with the nearest size; None without any."""
    size = component.front.size
    return min(
        _alike(component, service),
        key=lambda product: min(
            difference(product.size, size), difference(product.size, size.turned)
        ),
        default=None,
    )


def _product(component: Component, service: Service) -> tuple[Product, bool] | None:
    """Return the product that matches a component, and whether the component must be rotated."""
    size = component.front.size
    for lies, wanted in ((False, size), (True, size.turned)):
        for product in _alike(component, service):
            if difference(product.size, wanted) <= LIKE:
                return product, lies
    return None


def _alike(component: Component, service: Service) -> list[Product]:
    """Return the products of a component's kind and shape: those of its own kind come first."""
    shape = component.shape.kind
    alike = [
        product
        for product in service.products.values()
        if product.is_for(component) and (product.shape is shape or {product.shape, shape} <= PLAIN)
    ]
    return sorted(alike, key=lambda product: product.kind is not component.counts_as)


def difference(size: Size, other: Size) -> Um:
    """Return how far one of two sizes is larger, in the direction where it is most."""
    return max(abs(size.width - other.width), abs(size.height - other.height))
