"""Faces as they are drawn: what `printnplay export svg` writes, drawn with resvg."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from io import BytesIO
from pathlib import Path

import msgspec
import resvg_py
from fontTools.ttLib import TTFont
from lxml import etree
from PIL import Image

from .compare import DPI

SVG = "{http://www.w3.org/2000/svg}"
XLINK = "{http://www.w3.org/1999/xlink}"
FACE = re.compile(r"@font-face\s*\{(?P<body>[^}]*)\}")
FAMILY = re.compile(r"font-family:\s*[\"']?(?P<family>[^\"';]+)")
WEIGHT = re.compile(r"font-weight:\s*(?P<weight>\d+)")
STYLE = re.compile(r"font-style:\s*(?P<style>\w+)")
DATA = re.compile(r"url\(data:[^,]*;base64,(?P<data>[^)]*)\)")
MM = re.compile(r"([\d.]+)mm")


class Component(msgspec.Struct, frozen=True):
    """A card or board as `manifest.json` lists it."""

    id: str
    kind: str
    group: str
    copies: int
    size_mm: tuple[float, float]
    fronts: list[str]
    backs: list[str]


class Manifest(msgspec.Struct, frozen=True):
    """What an export says that it has written."""

    bleed_mm: float
    components: list[Component]


class Face:
    """A face as drawn: an SVG file of an export."""

    def __init__(self, path: Path) -> None:
        """Draw nothing yet."""
        self.path = path
        self._drawn: dict[tuple[int, int], Image.Image] = {}

    @property
    def name(self) -> str:
        """The name of its file."""
        return self.path.stem

    @cached_property
    def size(self) -> tuple[float, float]:
        """Width and height in millimetres, bleed included."""
        wide, high = (MM.fullmatch(self.root.attrib[side]) for side in ("width", "height"))
        assert wide and high, f"{self.path.name} has no size in millimetres"
        return float(wide[1]), float(high[1])

    @cached_property
    def bleed(self) -> float:
        """Its bleed in millimetres: the origin of a drawing is the corner of the cut."""
        left, _, across, _ = map(float, self.root.attrib["viewBox"].split())
        return -left * self.size[0] / across

    @cached_property
    def root(self) -> etree._Element:
        """The drawing."""
        return etree.fromstring(self.path.read_bytes(), etree.XMLParser(huge_tree=True))

    @cached_property
    def words(self) -> str:
        """The texts of the drawing."""
        texts = ("".join(one.itertext()) for one in self.root.iter(f"{SVG}text"))
        return " ".join(texts)

    def picture(self, pixels: tuple[int, int]) -> Image.Image:
        """Its pixels, on white."""
        if pixels not in self._drawn:
            self._drawn[pixels] = draw(self.root, pixels)
        return self._drawn[pixels]


def draw(root: etree._Element, pixels: tuple[int, int]) -> Image.Image:
    """Draw an SVG that carries its fonts, stretched to these pixels, on white."""
    wide, high = pixels
    changed = etree.fromstring(etree.tostring(root))
    changed.attrib.update({"width": str(wide), "height": str(high), "preserveAspectRatio": "none"})
    with tempfile.TemporaryDirectory() as place:
        data = resvg_py.svg_to_bytes(
            svg_string=etree.tostring(changed, encoding="unicode"),
            background="white",
            skip_system_fonts=True,
            font_files=[str(path) for path in _fonts(root, Path(place))],
        )
    return Image.open(BytesIO(bytes(data))).convert("RGB")


def _fonts(root: etree._Element, folder: Path) -> Iterator[Path]:
    """Write the fonts that a drawing carries; their tables say the names that it uses."""
    styles = "".join("".join(one.itertext()) for one in root.iter(f"{SVG}style"))
    for number, found in enumerate(FACE.finditer(styles)):
        body = found["body"]
        font = TTFont(BytesIO(base64.b64decode(DATA.search(body)["data"])))
        family, weight = FAMILY.search(body)["family"], WEIGHT.search(body)
        style = STYLE.search(body)
        _name(font, family, int(weight["weight"]) if weight else 400, style and style["style"])
        path = folder / f"{number}.ttf"
        font.flavor = None
        font.save(path)
        yield path


def _name(font: TTFont, family: str, weight: int, style: str | None) -> None:
    names = font["name"]
    names.names = []
    for number, text in ((1, family), (2, "Regular"), (4, family), (6, f"f{weight}"), (16, family)):
        names.setName(text, number, 3, 1, 0x409)
    font["OS/2"].usWeightClass = weight
    slanted = style in {"italic", "oblique"}
    font["OS/2"].fsSelection = (font["OS/2"].fsSelection & ~1) | slanted
    font["head"].macStyle = (2 if slanted else 0) | (weight >= 700)
