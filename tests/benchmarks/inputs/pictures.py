"""Pictures by name: which drawing, how large, and the texts to be set on it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeAlias
from xml.etree import ElementTree

from fontTools.ttLib import TTFont

from inputs.art import SVG, Art
from inputs.styles import in_points
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import FontFace

Data: TypeAlias = Any

ROOM = 1.02
"""Lines without kerning are a little wider than ours."""

PT_PER_MM = 72 / 25.4


@dataclass
class Gallery:
    """The pictures of one language, and all drawings."""

    art: Art
    faces: Sequence[FontFace]
    pictures: dict[str, Data] = field(default_factory=dict)
    svgs: dict[int, str] = field(default_factory=dict)
    _names: dict[Picture, str] = field(default_factory=dict)

    def name(self, picture: Picture, *, placed: int = 0) -> str:
        """The name of a picture; one that is placed twice or more is worth a form."""
        if picture not in self._names:
            name = picture.name if picture.name not in self.pictures else ""
            name = name or f"{picture.name}-{len(self.pictures)}"
            self._names[picture] = name
            self.pictures[name] = self._described(picture)
        name = self._names[picture]
        self.pictures[name]["placed"] += placed
        return name

    def _described(self, picture: Picture) -> Data:
        number = self.art.add(picture.svg)
        self.svgs.setdefault(number, picture.svg)
        texts = list(self._texts(picture))
        return {
            "art": number,
            "width": in_points(picture.size.width),
            "height": in_points(picture.size.height),
            "bleed": in_points(picture.bleed),
            "texts": texts,
            "placed": 0,
        }

    def _texts(self, picture: Picture) -> Iterator[Data]:
        """Each text of a face: the words, and the box they were set in."""
        boxes = list(ElementTree.fromstring(picture.svg).iter(f"{SVG}text"))
        for words, box in zip(picture.texts, boxes, strict=True):
            spans = list(box)
            first = spans[0]
            face = self._face(first)
            size = float(first.attrib["font-size"])
            lines: dict[float, list[ElementTree.Element]] = {}
            for span in spans:
                lines.setdefault(float(span.attrib["y"]), []).append(span)
            rows = sorted(lines)
            wide = [_extent(lines[row], face, size) for row in rows]
            left, right = max(wide, key=lambda ends: ends[1] - ends[0])
            leading = rows[1] - rows[0] if len(rows) > 1 else 1.25 * size
            yield {
                "words": words,
                "centre": _pt((left + right) / 2),
                "width": _pt((right - left) * ROOM + 0.2),
                "baseline": _pt(rows[0]),
                "leading": _pt(leading),
                "size": _pt(size),
                "face": face.name,
                "colour": first.attrib["fill"],
            }

    def _face(self, span: ElementTree.Element) -> FontFace:
        wanted = (
            span.attrib["font-family"],
            int(span.attrib["font-weight"]),
            span.get("font-style") == "italic",
        )
        return next(
            face for face in self.faces if (face.family, face.weight, face.italic) == wanted
        )


def _pt(length: float) -> float:
    return round(length * PT_PER_MM, 3)


def _extent(
    spans: Sequence[ElementTree.Element], face: FontFace, size: float
) -> tuple[float, float]:
    """Where a line begins and ends, in mm."""
    last = spans[-1]
    return (
        float(spans[0].attrib["x"]),
        float(last.attrib["x"]) + size * _width(face.path, (last.text or "").rstrip(" ")),
    )


@cache
def _width(path: str, text: str) -> float:
    """The width of a text without kerning, in em."""
    font = _font(path)
    glyphs, widths = font.getBestCmap(), font["hmtx"]
    total = sum(widths[glyphs[ord(letter)]][0] for letter in text)
    return float(total / font["head"].unitsPerEm)


@cache
def _font(path: str) -> TTFont:
    return TTFont(path)
