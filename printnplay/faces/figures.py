"""Worked examples and other drawings of the booklet: their templates decide how large they are."""

from collections.abc import Mapping
from typing import NamedTuple

from printnplay.faces.renderer import FaceRenderer
from printnplay.model.geometry import Size, Um
from printnplay.model.picture import Picture
from printnplay.model.texts import Texts
from printnplay.model.verdicts import Verdict
from printnplay.svg.size import TOLERANCE, Extent

TEMPLATE = "figure"


class Figure(NamedTuple):
    """A drawing; one that is not `worded` is the same in every language."""

    picture: Picture
    worded: bool


def draw_figure(
    renderer: FaceRenderer,
    verdict: Verdict | None,
    width: Um,
    texts: Texts,
    template: str = TEMPLATE,
    **values: object,
) -> Figure | None:
    """Draw a worked example, or another template of the style on its position.

    The template gets `example` and `width`, the millimetres there are; its root element says how
    wide and high it is. Only by `t` can it ask for what differs between languages.
    """
    given: Mapping[str, object] = {"width": width / 1000, "example": verdict, **values}
    drawn = renderer.drawn(template, texts, given)
    if drawn is None:
        return None
    extent = drawn.cleaned.extent
    if extent.x or extent.y or extent.size.width > width + TOLERANCE:
        widest = Extent(0, 0, Size(width, extent.size.height))
        renderer.wrong_size(template, extent, f"at most {widest}")
        return None
    name = f"{template}-{verdict.example}" if verdict else template
    return Figure(drawn.picture(name, extent.size, 0), drawn.worded)
