"""One font file, opened with HarfBuzz: its names, and the measures of text set in it."""

from functools import cached_property
from pathlib import Path
from typing import Any

from printnplay.model.sheet import FontFace

UNDRAWN = frozenset("\u00ad\u2060\u200b")
"""Characters that steer line breaking and are never drawn, so no font needs them."""


class FontFile:
    """A TrueType or OpenType file. Everything but its names is read when first asked for.

    Measures are in em, so they hold for every size.
    """

    def __init__(self, path: Path) -> None:
        """Open the file and read its names.

        Raises:
            ValueError: the file is not a font.
        """
        import uharfbuzz

        self._harfbuzz: Any = uharfbuzz
        self._face = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(path)))
        if not self._face.glyph_count:
            raise ValueError(path)
        self._font = uharfbuzz.Font(self._face)
        self._em: int = self._face.upem
        self._advances: dict[str, float] = {}
        self.face = self._named(path)

    def _named(self, path: Path) -> FontFace:
        names, style = self._harfbuzz.OTNameIdPredefined, self._harfbuzz.StyleTag
        family = (
            self._face.get_name(names.TYPOGRAPHIC_FAMILY)
            or self._face.get_name(names.FONT_FAMILY)
            or path.stem
        )
        weight = round(self._font.get_style_value(style.WEIGHT))
        italic = self._font.get_style_value(style.ITALIC) > 0
        name = f"{family} {weight}{' italic' if italic else ''}"
        return FontFace(name, family, weight, italic, str(path))

    def advance(self, text: str) -> float:
        """The width of a text as it is drawn: shaped, with kerning and ligatures."""
        width = self._advances.get(text)
        if width is None:
            width = self._advances[text] = self._shaped(text)
        return width

    def _shaped(self, text: str) -> float:
        buffer = self._harfbuzz.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        # The guess takes the language of the machine, and a build must not depend on that.
        buffer.language = "und"
        self._harfbuzz.shape(self._font, buffer)
        units: int = sum(position.x_advance for position in buffer.glyph_positions or ())
        return units / self._em

    def missing(self, text: str) -> str:
        """The characters of a text that have no glyph, each once, in the order of the text."""
        lacking = dict.fromkeys(c for c in text if c not in self._drawable and c not in UNDRAWN)
        return "".join(lacking)

    @cached_property
    def _drawable(self) -> frozenset[str]:
        return frozenset(map(chr, self._face.unicodes))

    @cached_property
    def ascent(self) -> float:
        """How far letters and accents may rise above the baseline."""
        ascender: int = self._font.get_font_extents("ltr").ascender
        return ascender / self._em

    @cached_property
    def descent(self) -> float:
        """How far letters may hang below the baseline; positive."""
        descender: int = self._font.get_font_extents("ltr").descender
        return -descender / self._em

    @cached_property
    def cap_height(self) -> float:
        """The height of capitals above the baseline."""
        tag = self._harfbuzz.OTMetricsTag.CAP_HEIGHT
        height: int = self._font.get_metric_position_with_fallback(tag)
        return height / self._em
