"""The look of a game: its colours by name and its text styles."""

from collections.abc import Mapping
from dataclasses import dataclass

from printnplay.model.diagnostics import Span
from printnplay.model.geometry import Um


@dataclass(frozen=True, slots=True)
class TextStyle:
    """How text of one kind is set.

    `weight` and `bold` are font weights (100 to 900) of plain and **strong** text; `leading` is the
    distance of baselines; `before` and `after` are the spaces around a paragraph; `align` is
    `left`, `centre` or `right`; `minimum` is the smallest size that automatic fitting may reach.
    """

    family: str
    weight: int
    bold: int
    size: Um
    leading: Um
    colour: str
    minimum: Um
    before: Um = 0
    after: Um = 0
    align: str = "left"
    hyphenate: bool = True


@dataclass(frozen=True, slots=True)
class Style:
    """A style folder's `style.yaml`: colours as `#rrggbb` by name, text styles by name."""

    id: str
    colours: Mapping[str, str]
    text: Mapping[str, TextStyle]
    span: Span
