"""Fonts made for tests: small, and each odd in one way."""

from pathlib import Path
from typing import Any

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.qu2cuPen import Qu2CuPen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables._g_l_y_f import Glyph

from .drawing import FONTS

MEDIUM = FONTS / "RedHatDisplay-Medium.ttf"
SIMPLE = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,:;!?«»-"


def cut_font(path: Path, family: str, characters: str, features: str = "") -> None:
    """A TrueType font that has these characters only, and OpenType features of its own."""
    font = TTFont(MEDIUM)
    subsetter = Subsetter(Options(layout_features=["kern"]))
    subsetter.populate(text=characters)
    subsetter.subset(font)
    _name(font, family)
    if features:
        addOpenTypeFeaturesFromString(font, features, tables=["GSUB"])
    font.save(path)


def postscript_font(path: Path, family: str) -> None:
    """A font with PostScript outlines (CFF), as most `.otf` files have."""
    cut_font(path, family, SIMPLE)
    font = TTFont(path)
    glyphs = font.getGlyphSet()
    outlines = {}
    for name in font.getGlyphOrder():
        pen = T2CharStringPen(glyphs[name].width, glyphs)
        glyphs[name].draw(Qu2CuPen(pen, 1, all_cubic=True))
        outlines[name] = pen.getCharString()
    for tag in ("glyf", "loca", "gasp", "GPOS", "GSUB", "GDEF"):
        font.tables.pop(tag, None)
        if tag in font:
            del font[tag]
    builder = FontBuilder(font=font)
    builder.isTTF = False
    builder.setupCFF(family, {}, outlines, {})
    font["maxp"].tableVersion = 0x00005000
    font.sfntVersion = "OTTO"
    builder.save(path)


def coloured_font(path: Path, family: str, mark: str) -> None:
    """A font whose only sign is a picture in colours, without an outline."""
    cut_font(path, family, mark)
    font = TTFont(path)
    name = font.getBestCmap()[ord(mark)]
    font["glyf"][name] = Glyph()
    number = font.getGlyphID(name)
    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg"><path id="glyph{number}" fill="red"'
        ' d="M0 0H500V-500H0Z"/></svg>'
    )
    font["SVG "] = table = newTable("SVG ")
    table.docList = [(picture, number, number)]
    font.save(path)


def _name(font: Any, family: str) -> None:  # noqa: ANN401
    for record in [one for one in font["name"].names if one.nameID in (1, 16)]:
        font["name"].setName(
            family, record.nameID, record.platformID, record.platEncID, record.langID
        )
