"""The drawings of printnplay's pictures as trees of plain shapes, for a script to replay.

A shape is `[kind, style, numbers]`; a group `["group", matrix, shapes]`; a group that is drawn
several times becomes a part, `["part", name, matrix]`: by hand one would write a function for it.
Numbers are millimetres, y down, from the trimmed corner.
"""

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, TypeAlias
from xml.etree import ElementTree

from inputs.paths import (
    IDENTITY,
    Matrix,
    Operation,
    box,
    moved,
    operations,
    product,
    transformation,
)

Shape: TypeAlias = list[Any]

SVG = "{http://www.w3.org/2000/svg}"
DRAWN = {"g", "rect", "circle", "ellipse", "path"}
IGNORED = {"title", "desc", "text", "clipPath", "defs"}
STYLED = {
    "fill": "#000000",
    "stroke": "none",
    "stroke-width": "1",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-dasharray": "none",
    "fill-rule": "nonzero",
    "fill-opacity": "1",
    "opacity": "1",
}
FEWEST = 3
"""Shapes that a repeated group has at least to be worth a name."""


@dataclass
class Art:
    """All drawings: the styles they share, the parts they repeat, the shapes of each."""

    styles: list[dict[str, str]] = field(default_factory=list)
    drawings: list[list[Shape]] = field(default_factory=list)
    _known: dict[str, int] = field(default_factory=dict)

    def add(self, svg: str) -> int:
        """The number of a drawing; the same drawing gives the same number. Text is left out."""
        root = ElementTree.fromstring(svg)
        clips = {one.get("id", ""): _outline(one) for one in root.iter(f"{SVG}clipPath")}
        shapes = [shape for child in root for shape in self._shapes(child, dict(STYLED), clips)]
        key = json.dumps(shapes)
        if key not in self._known:
            self._known[key] = len(self.drawings)
            self.drawings.append(shapes)
        return self._known[key]

    def as_json(self) -> dict[str, object]:
        """Styles, parts and drawings."""
        seen: Counter[str] = Counter()
        for drawing in self.drawings:
            _count(drawing, seen)
        parts: dict[str, list[Shape]] = {}
        names: dict[str, str] = {}
        drawings = [_named(drawing, seen, names, parts) for drawing in self.drawings]
        return {"styles": self.styles, "parts": parts, "drawings": drawings}

    def _shapes(
        self, element: ElementTree.Element, style: dict[str, str], clips: dict[str, list[Operation]]
    ) -> list[Shape]:
        tag = element.tag.removeprefix(SVG)
        if tag in IGNORED:
            return []
        if tag not in DRAWN:
            raise ValueError(tag)
        own = {**style, **{name: element.attrib[name] for name in STYLED if name in element.attrib}}
        if tag == "g":
            made = [shape for child in element for shape in self._shapes(child, own, clips)]
        else:
            made = [_leaf(tag, self._style(own), element)]
        clip = element.get("clip-path")
        if clip:
            made = [["clip", clips[clip[5:-1]], made]]
        turn = element.get("transform")
        return [["group", _short(transformation(turn)), made]] if turn and made else made

    def _style(self, style: dict[str, str]) -> int:
        kept = {name: value for name, value in style.items() if value != STYLED[name]}
        kept["fill"] = style["fill"]
        if kept not in self.styles:
            self.styles.append(kept)
        return self.styles.index(kept)


def simplified(svg: str) -> str:
    """A drawing without its words, every clip path as one path, which all can clip by."""
    ElementTree.register_namespace("", SVG[1:-1])
    root = ElementTree.fromstring(svg)
    for clip in list(root.iter(f"{SVG}clipPath")):
        steps = _outline(clip)
        for child in list(clip):
            clip.remove(child)
        data = " ".join(" ".join(map(str, step)) for step in steps)
        ElementTree.SubElement(clip, f"{SVG}path", {"d": data})
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag.removeprefix(SVG) in ("text", "title"):
                parent.remove(child)
    return ElementTree.tostring(root, encoding="unicode")


def _leaf(tag: str, style: int, element: ElementTree.Element) -> Shape:
    if tag == "path":
        return ["path", style, operations(element.attrib["d"])]
    if tag == "ellipse":
        return ["path", style, _ellipse(element)]
    names = ("cx", "cy", "r") if tag == "circle" else ("x", "y", "width", "height", "rx")
    return [tag, style, *(round(float(element.get(name, 0)), 3) for name in names)]


def _ellipse(element: ElementTree.Element) -> list[Operation]:
    x, y, across, down = (float(element.get(name, 0)) for name in ("cx", "cy", "rx", "ry"))
    return moved(box(-1, -1, 2, 2, 1), (across, 0, 0, down, x, y))


def _outline(clip: ElementTree.Element, by: Matrix = IDENTITY) -> list[Operation]:
    """All shapes of a clip path as one path."""
    made: list[Operation] = []
    for child in clip:
        turned = product(by, transformation(child.get("transform", "")))
        tag = child.tag.removeprefix(SVG)
        if tag == "g":
            made += _outline(child, turned)
        elif tag in ("path", "ellipse"):
            made += moved(_leaf(tag, 0, child)[2], turned)
        else:
            numbers = _leaf(tag, 0, child)[2:]
            if tag == "circle":
                x, y, radius = numbers
                numbers = [x - radius, y - radius, 2 * radius, 2 * radius, radius]
            made += moved(box(*numbers), turned)
    return made


def _short(matrix: Matrix) -> list[float]:
    return [round(value, 5) for value in matrix]


def _count(shapes: list[Shape], seen: Counter[str]) -> None:
    for shape in shapes:
        if shape[0] in ("group", "clip"):
            _count(shape[2], seen)
        if shape[0] == "group":
            seen[json.dumps(shape[2])] += 1


def _named(
    shapes: list[Shape], seen: Counter[str], names: dict[str, str], parts: dict[str, list[Shape]]
) -> list[Shape]:
    """The shapes with every repeated group as a part."""
    made: list[Shape] = []
    for shape in shapes:
        if shape[0] not in ("group", "clip"):
            made.append(shape)
            continue
        key = json.dumps(shape[2])
        inner = _named(shape[2], seen, names, parts)
        if shape[0] == "group" and seen[key] > 1 and len(shape[2]) >= FEWEST:
            if key not in names:
                names[key] = f"part{len(names)}"
                parts[names[key]] = inner
            made.append(["part", names[key], shape[1]])
        else:
            made.append([shape[0], shape[1], inner])
    return made
