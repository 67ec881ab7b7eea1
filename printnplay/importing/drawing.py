"""What templates are written with: values of elements that may differ between cards."""

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import TypeVar

from msgspec import Struct

from printnplay.importing.columns import Columns
from printnplay.importing.source import safe_name
from printnplay.importing.style import Style
from printnplay.importing.values import Box, Image, Shape, Words, unused
from printnplay.kernel.geometry import Rect, Um, in_mm

Content = TypeVar("Content", Words, Image, Shape)
Boxes = Sequence[Box | None]
"""The boxes with one key on all cards; None where a card lacks it."""


class Drawing(Struct, frozen=True):
    """What a template is written with: columns of the deck, the style, constant texts by key.

    `name` begins the keys of constant texts; `mine` says which cards this template draws.
    """

    bleed: Um
    columns: Columns
    style: Style
    labels: dict[str, str]
    name: str
    mine: Sequence[bool]

    def said(self, wanted: str, values: Sequence[str | None]) -> str:
        """Return the value of an attribute: itself, or an expression in braces."""
        given = {value for value in values if value is not None}
        if len(given) <= 1:
            return escape(given.pop() if given else "")
        return f"{{{{ {self.columns.expression(wanted, values)} }}}}"

    def argument(
        self, wanted: str, values: Sequence[str | None], *, is_number: bool = False
    ) -> str:
        """Return the value of an argument of a function."""
        return self.columns.expression(wanted, values, is_number=is_number)

    def filled(self, values: Sequence[str | None]) -> list[str | None]:
        """Return values with an empty text for each card that lacks one: None is for others."""
        return [
            value or ("" if own else None) for value, own in zip(values, self.mine, strict=True)
        ]

    def label(self, key: str, text: str) -> str:
        """Return the key of a constant text."""
        for name, known in self.labels.items():
            if known == text:
                return name
        name = unused(safe_name(f"{self.name}-{key}") or "label", self.labels)
        self.labels[name] = text
        return name


def of(boxes: Boxes, get: Callable[[Box], str | None]) -> list[str | None]:
    """Return a value for each box."""
    return [None if box is None else get(box) for box in boxes]


def of_kind(boxes: Boxes, kind: type[Content], get: Callable[[Content], str]) -> list[str | None]:
    """Return a value for each box with something of a kind in it."""
    return [get(box.what) if box and isinstance(box.what, kind) else None for box in boxes]


def shown(length: float) -> str:
    """Return a length in millimetres, with hundredths: finer is not visible."""
    return in_mm(round(length / 10) * 10, 2)


_SIDES: Mapping[str, Callable[[Rect, Um], float]] = {
    "x": lambda rect, bleed: rect.x - bleed,
    "y": lambda rect, bleed: rect.y - bleed,
    "width": lambda rect, _: rect.width,
    "height": lambda rect, _: rect.height,
    "cx": lambda rect, bleed: rect.x + rect.width / 2 - bleed,
    "cy": lambda rect, bleed: rect.y + rect.height / 2 - bleed,
    "rx": lambda rect, _: rect.width / 2,
    "ry": lambda rect, _: rect.height / 2,
}
BOX, ROUND = ("x", "y", "width", "height"), ("cx", "cy", "rx", "ry")


def sides(boxes: Boxes, names: Sequence[str], bleed: Um) -> dict[str, list[str | None]]:
    """Return the places and sizes of boxes by name, from the trimmed corner."""

    def side(name: str) -> list[str | None]:
        return of(boxes, lambda box: shown(_SIDES[name](box.rect, bleed)))

    return {name: side(name) for name in names}


def attributes(values: Mapping[str, str]) -> str:
    """Return the attributes of an element."""
    return " ".join(f'{name}="{value}"' for name, value in values.items())
