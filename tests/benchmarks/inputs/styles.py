"""Text styles as numbers that any typesetter knows."""

from dataclasses import dataclass, field

from inputs.paragraphs import Paragraph
from printnplay.kernel.geometry import Um


def in_points(length: Um) -> float:
    """Micrometres as points, to a thousandth."""
    return round(length * 72 / 25_400, 3)


@dataclass
class Styles:
    """The styles in use, each once."""

    all: list[dict[str, object]] = field(default_factory=list)

    def of(self, paragraph: Paragraph) -> int:
        """The number of a paragraph's style."""
        style: dict[str, object] = {
            "faces": paragraph.faces,
            "size": in_points(paragraph.size),
            "leading": in_points(paragraph.leading),
            "colour": paragraph.colour,
            "align": paragraph.style.align,
            "indent": in_points(paragraph.indent),
        }
        if style not in self.all:
            self.all.append(style)
        return self.all.index(style)
