"""Faces as they are drawn: what `printnplay export svg` writes, drawn with resvg."""

from __future__ import annotations

import base64
import re
import tempfile
from collections.abc import Iterator, Sequence
from functools import cached_property
from io import BytesIO
from pathlib import Path

import msgspec
import resvg_py
from fontTools.ttLib import TTFont
from lxml import etree
from PIL import Image

SVG = "{http://www.w3.org/2000/svg}"
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
        wide, high = (MM.fullmatch(str(self.root.attrib[side])) for side in ("width", "height"))
        assert wide is not None, f"{self.path.name} has no width in millimetres"
        assert high is not None, f"{self.path.name} has no height in millimetres"
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
        return " ".join(_text(one) for one in self.root.iter(f"{SVG}text"))

    def picture(self, pixels: tuple[int, int]) -> Image.Image:
        """Its pixels, on white."""
        if pixels not in self._drawn:
            self._drawn[pixels] = draw(self.root, pixels)
        return self._drawn[pixels]


def _text(element: etree._Element) -> str:
    return "".join(map(str, element.itertext()))


class Font(msgspec.Struct, frozen=True):
    """A font file with the names that drawings call it by."""

    data: bytes
    family: str
    weight: int
    is_slanted: bool


def draw(root: etree._Element, pixels: tuple[int, int], fonts: Sequence[Font] = ()) -> Image.Image:
    """Draw an SVG in these fonts and those that it carries, stretched to these pixels, on white."""
    wide, high = pixels
    changed = etree.fromstring(etree.tostring(root))
    changed.attrib.update({"width": str(wide), "height": str(high), "preserveAspectRatio": "none"})
    with tempfile.TemporaryDirectory() as place:
        data = resvg_py.svg_to_bytes(
            svg_string=etree.tostring(changed, encoding="unicode"),
            background="white",
            skip_system_fonts=True,
            font_files=_written([*fonts, *_carried(root)], Path(place)),
        )
    return Image.open(BytesIO(bytes(data))).convert("RGB")


def _carried(root: etree._Element) -> Iterator[Font]:
    """The fonts that a drawing carries."""
    styles = "".join(map(_text, root.iter(f"{SVG}style")))
    for found in FACE.finditer(styles):
        data, family, weight, style = (
            rule.search(found["body"]) for rule in (DATA, FAMILY, WEIGHT, STYLE)
        )
        assert data is not None, "a font without data"
        assert family is not None, "a font without a name"
        slanted = style is not None and style["style"] in {"italic", "oblique"}
        bold = int(weight["weight"]) if weight else 400
        yield Font(base64.b64decode(data["data"]), family["family"], bold, slanted)


def _written(fonts: Sequence[Font], folder: Path) -> list[str]:
    """Write fonts whose own tables have the names that drawings use."""
    paths = []
    for number, one in enumerate(fonts):
        font = TTFont(BytesIO(one.data))
        font["name"].names = []
        for record, text in ((1, one.family), (2, "Regular"), (6, f"f{number}"), (16, one.family)):
            font["name"].setName(text, record, 3, 1, 0x409)
        font["OS/2"].usWeightClass = one.weight
        font["OS/2"].fsSelection = (font["OS/2"].fsSelection & ~1) | one.is_slanted
        font["head"].macStyle = 2 * one.is_slanted | (one.weight >= 700)
        font.flavor = None
        paths.append(str(folder / f"{number}.ttf"))
        font.save(paths[-1])
    return paths
