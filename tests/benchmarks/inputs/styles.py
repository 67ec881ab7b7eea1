"""Text styles as numbers that any typesetter knows."""

from dataclasses import dataclass, field

from inputs.paragraphs import Paragraph
from printnplay.model.geometry import Um
from printnplay.model.sheet import Run


def in_points(length: Um) -> float:
    """Micrometres as points, to a thousandth."""
    return round(length * 72 / 25_400, 3)


@dataclass
class Styles:
    """The styles in use, each once."""

    all: list[dict[str, object]] = field(default_factory=list)

    def of(self, paragraph: Paragraph) -> int:
        """The number of a paragraph's style."""
        style = paragraph.style
        return self._number(
            {
                "faces": paragraph.faces,
                "size": in_points(paragraph.size),
                "leading": in_points(paragraph.leading),
                "colour": paragraph.colour,
                "before": in_points(style.before),
                "after": in_points(style.after),
                "align": style.align,
                "indent": in_points(paragraph.indent),
            }
        )

    def of_run(self, run: Run) -> int:
        """The number of the style of a single run, set to the right."""
        return self._number(
            {
                "faces": dict.fromkeys(("", "b", "i", "bi"), run.face),
                "size": in_points(run.size),
                "leading": round(1.2 * in_points(run.size), 3),
                "colour": run.colour,
                "before": 0.0,
                "after": 0.0,
                "align": "right",
                "indent": 0.0,
            }
        )

    def _number(self, style: dict[str, object]) -> int:
        if style not in self.all:
            self.all.append(style)
        return self.all.index(style)
