"""The bounding boxes of texts, pictures and shapes of a finished face, in mm."""

from collections.abc import Mapping

from lxml.etree import _Element
from msgspec import Struct

from printnplay.svg.elements import href, root_of
from printnplay.svg.geometry import Box, Matrix
from printnplay.svg.lettering import Lettering, Look, words
from printnplay.svg.lint import Lint, Place, TextBox, density_of
from printnplay.svg.pictures import pixels
from printnplay.svg.size import read_extent
from printnplay.text.fonts import FontShelf


class Part(Struct, frozen=True):
    """A text, picture or shape: its element, its box from the trimmed corner, its words.

    A picture has a `density`, in pixels per inch as printed.
    """

    kind: str
    box: Box
    words: str = ""
    density: float | None = None


def parts_of(svg: str, shelf: FontShelf) -> list[Part]:
    """Return the parts of a clean drawing in drawing order, clipped ones included."""
    root = root_of(svg)
    size = read_extent(root)
    area = Box(*(side / 1000 for side in (size.x, size.y, size.size.width, size.size.height)))
    ids = {name: element for element in root.iter() if (name := element.get("id")) is not None}
    reach = _Reach(ids, area, Lettering(shelf).box, strays=False)
    reach.over(root, Matrix(), area)
    return reach.parts


class _Reach(Lint):
    """Records the box of everything that is drawn."""

    def __init__(
        self, ids: Mapping[str, _Element], area: Box, text_box: TextBox, *, strays: bool
    ) -> None:
        super().__init__(ids, area, text_box, strays=strays)
        self.parts: list[Part] = []

    def shape(self, element: _Element, name: str, own: Look, place: Place) -> Box | None:
        box = super().shape(element, name, own, place)
        if box is not None:
            said = words(element) if name == "text" else ""
            size = pixels(href(element)) if name == "image" else None
            density = density_of(element, size, place) if size else None
            self.parts.append(Part(name, box, said, density))
        return box
