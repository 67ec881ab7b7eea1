"""Small variable fonts, made for tests: the width of each letter says where on the axes it is."""

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any, TypeAlias

from fontTools.designspaceLib import AxisDescriptor, DesignSpaceDocument, SourceDescriptor
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.varLib import build

LETTERS = {
    **{32: "space", 102: "f", 105: "i", 97: "a", 98: "b", 48: "zero", 49: "one"},
    **{0x0E01: "koKai", 0x0E33: "saraAm", 0x0E4D: "nikhahit", 0x0E32: "saraAa"},
}
GLYPHS = [".notdef", *LETTERS.values(), "f_i", "one.tnum", "a.sc", "a.alt"]
FEATURES = """languagesystem DFLT dflt; languagesystem latn dflt; languagesystem thai dflt;
feature liga { sub f i by f_i; } liga;
feature tnum { sub one by one.tnum; } tnum;
feature smcp { sub a by a.sc; } smcp;
feature ss01 { sub a by a.alt; } ss01;
feature ccmp { sub saraAm by nikhahit saraAa; } ccmp;
"""
WIDTHS = {"space": 250, "one": 300, "one.tnum": 600, "a.sc": 450, "a.alt": 800, "nikhahit": 0}
"""Widths at the weight 400 in thousandths of an em; 500 for the others."""
Axes: TypeAlias = Mapping[str, tuple[int, int, int]]
AXES: Axes = {"wght": (100, 400, 900), "wdth": (50, 100, 200), "slnt": (-10, 0, 0)}


def advance_of(glyph: str, weight: int = 400, width: int = 100) -> float:
    """The width of a letter in em; it grows by 100 from the weight 400 to 900."""
    if glyph == "nikhahit":
        return 0.0
    plain = WIDTHS.get(glyph, 500)
    heavier = (weight - 400) / 500 * 100 if weight > 400 else (weight - 400) / 300 * 60
    wider = (width - 100) * 2 if width > 100 else (width - 100) * 4
    return (plain + heavier + wider) / 1000


def variable_font(family: str, *, postscript: bool = False, axes: Axes = AXES) -> bytes:
    """A font with the axes of weight, width and slant, and some features; CFF2 if `postscript`."""
    space = DesignSpaceDocument()
    names = {"wght": "Weight", "wdth": "Width", "slnt": "Slant"}
    for tag, (lowest, default, highest) in axes.items():
        space.addAxis(
            AxisDescriptor(
                tag=tag, name=names[tag], minimum=lowest, default=default, maximum=highest
            )
        )
    middle = {names[tag]: float(default) for tag, (_, default, _) in axes.items()}
    places = [middle]
    for tag, (lowest, default, highest) in axes.items():
        ends = {lowest, highest} - {default}
        places += [{**middle, names[tag]: float(end)} for end in sorted(ends)]
    for place in places:
        source = SourceDescriptor(location=place, familyName=family)
        font = _master(family, place, postscript=postscript)
        source.font = TTFont(BytesIO(font))
        space.addSource(source)
    built, *_ = build(space)
    addOpenTypeFeaturesFromString(built, FEATURES)
    built["OS/2"].usWeightClass = 400
    return _saved(built)


def _master(family: str, place: dict[str, float], *, postscript: bool) -> bytes:
    builder = FontBuilder(1000, isTTF=not postscript)
    builder.setupGlyphOrder(GLYPHS)
    builder.setupCharacterMap(LETTERS)
    metrics, outlines = {}, {}
    for glyph in GLYPHS:
        wide = round(1000 * advance_of(glyph, round(place["Weight"]), round(place["Width"])))
        metrics[glyph] = (wide, 0)
        drawn = [] if glyph == "space" else [max(wide, 10)]
        outlines[glyph] = _boxes(drawn, place["Slant"], postscript=postscript)
    if postscript:
        builder.setupCFF(family, {}, outlines, {})
    else:
        builder.setupGlyf(outlines)
    builder.setupHorizontalMetrics(metrics)
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": family, "styleName": "Regular", "psName": family})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, sCapHeight=700, usWeightClass=400)
    builder.setupPost()
    return _saved(builder.font)


def _boxes(widths: list[int], slant: float, *, postscript: bool) -> Any:  # noqa: ANN401
    pen = T2CharStringPen(sum(widths), None) if postscript else TTGlyphPen(None)
    lean = round(-10 * slant)
    for wide in widths:
        for index, point in enumerate([(0, 0), (wide, 0), (wide + lean, 700), (lean, 700)]):
            (pen.lineTo if index else pen.moveTo)(point)
        pen.closePath()
    return pen.getCharString() if postscript else pen.glyph()


def _saved(font: Any) -> bytes:  # noqa: ANN401
    stream = BytesIO()
    font.save(stream)
    return stream.getvalue()


def packed_as(font: bytes, flavour: str) -> bytes:
    """A font as `woff` or `woff2`."""
    opened = TTFont(BytesIO(font))
    opened.flavor = flavour
    return _saved(opened)


def write(folder: Path, name: str, font: bytes) -> Path:
    """Write a font file."""
    folder.mkdir(exist_ok=True, parents=True)
    path = folder / name
    path.write_bytes(font)
    return path
