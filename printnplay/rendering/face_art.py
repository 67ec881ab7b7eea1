"""Designers' drawings in templates: the function `art`.

What reads drawings is loaded when a template first asks for one.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from markupsafe import Markup

from printnplay.model.diagnostics import Problems
from printnplay.rendering.art import ArtError, ArtFolders
from printnplay.rendering.face_texts import millimetres
from printnplay.rendering.svg_faults import Report
from printnplay.rendering.templates import MistakeError

if TYPE_CHECKING:
    from printnplay.rendering.svg_gallery import Gallery
    from printnplay.rendering.svg_placing import Placed
    from printnplay.rendering.svg_transforms import Box, Matrix


@dataclass
class FaceArt:
    """The drawings that the template of one face puts into it."""

    gallery: "Callable[[], Gallery]"
    folders: ArtFolders
    problems: Problems
    texts: list[str]
    """Takes what the drawings say."""
    placed: "list[Placed]" = field(default_factory=list)

    def art(self, file: str, x: float, y: float, width: float, height: float) -> Markup:
        """A designer's drawing in a place, behind whatever the template draws after it.

        Its own `preserveAspectRatio` says how it fills the place; without one it is drawn whole,
        in the middle.

        Args:
            file: The SVG file, in the folder `art` of the game or of the style, or in the style's.
            x: The left edge in mm; so are `y`, `width` and `height`.
            y: The top edge.
            width: The width of the place.
            height: The height of the place.
        """
        from printnplay.rendering.svg_placing import SEAT, Placed
        from printnplay.rendering.svg_transforms import Box

        named = {"x": x, "y": y, "width": width, "height": height}
        place = Box(*(millimetres(name, value) / 1000 for name, value in named.items()))
        if place.width <= 0 or place.height <= 0:
            raise MistakeError(f"a drawing of {width} by {height} mm", "give it room")
        try:
            path = self.folders.find_drawing(str(file))
            drawing = self.gallery().drawing(path, self.problems)
        except ArtError as error:
            raise MistakeError(str(error), error.help, error.code) from None
        if drawing is None:
            return Markup("")
        found = drawing

        def lint(area: "Box", outer: "Matrix", problems: Problems) -> None:
            report = Report("", [path.as_posix()], rendered=False, problems=problems)
            self.gallery().lint(found, place, area, outer, report)

        self.texts += found.texts
        self.placed.append(Placed(found, place, lint))
        return Markup(f'<g {SEAT}="{len(self.placed) - 1}"/>')
