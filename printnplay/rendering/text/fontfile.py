"""One font file, opened with HarfBuzz: its names, and the measures of text set in it."""

from functools import cached_property
from pathlib import Path
from typing import Any

from printnplay.model.sheet import FontFace
from printnplay.model.typography import NARROW

UNDRAWN = frozenset("\u00ad\u2060\u200b")
"""Characters that steer line breaking and are never drawn, so no font needs them."""

SPACES = frozenset("\u00a0\u202f\u205f" + "".join(map(chr, range(0x2000, 0x200B))))
"""Spaces that are set with the glyph of the plain space where a font lacks them."""

NARROW_WIDTH = 0.2
"""How wide U+202F is, in em, where the font does not say."""

SMALL_CAPS = "smcp"
CFF = frozenset({"CFF ", "CFF2"})


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
        family = self._face.get_name(names.TYPOGRAPHIC_FAMILY) or self._face.get_name(
            names.FONT_FAMILY
        )
        if not family:
            raise ValueError(path)
        weight = round(self._font.get_style_value(style.WEIGHT))
        italic = self._font.get_style_value(style.ITALIC) > 0
        name = f"{family} {weight}{' italic' if italic else ''}"
        return FontFace(name, family, weight, italic, str(path))

    def advance(self, text: str) -> float:
        """The width of a text as it is drawn: shaped, with kerning and ligatures."""
        width = self._advances.get(text)
        if width is None:
            width = self._advances[text] = self._shaped(text, {})
        return width

    def small_caps_advance(self, text: str) -> float:
        """The width of a text in the font's own small capitals."""
        return self._shaped(text, {SMALL_CAPS: True})

    def _shaped(self, text: str, features: dict[str, bool]) -> float:
        if NARROW in text and not self.has_narrow_space:
            parts = text.split(NARROW)
            spaces = NARROW_WIDTH * (len(parts) - 1)
            return spaces + sum(self._shaped(part, features) for part in parts)
        positions = self._buffer(text, features).glyph_positions or ()
        units: int = sum(position.x_advance for position in positions)
        return units / self._em

    def _glyphs(self, text: str, features: dict[str, bool]) -> list[int]:
        return [info.codepoint for info in self._buffer(text, features).glyph_infos]

    def _buffer(self, text: str, features: dict[str, bool]) -> Any:  # noqa: ANN401
        buffer = self._harfbuzz.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        # The guess takes the language of the machine, and a build must not depend on that.
        buffer.language = "und"
        self._harfbuzz.shape(self._font, buffer, features)
        return buffer

    def missing(self, text: str) -> str:
        """The characters of a text that have no glyph, each once, in the order of the text."""
        spared = UNDRAWN | SPACES if " " in self._drawable else UNDRAWN
        lacking = dict.fromkeys(c for c in text if c not in self._drawable and c not in spared)
        return "".join(lacking)

    @cached_property
    def _drawable(self) -> frozenset[str]:
        return frozenset(map(chr, self._face.unicodes))

    @cached_property
    def has_narrow_space(self) -> bool:
        """Whether U+202F has a glyph of its own."""
        return NARROW in self._drawable

    @cached_property
    def has_small_caps(self) -> bool:
        """Whether the font has small capitals of its own."""
        return self._glyphs("abc", {SMALL_CAPS: True}) != self._glyphs("abc", {})

    @cached_property
    def has_postscript_outlines(self) -> bool:
        """Whether the glyphs are CFF, as in most `.otf` files, and not TrueType."""
        return not CFF.isdisjoint(self._face.table_tags)

    @cached_property
    def copyright(self) -> str:
        """Who made the font, as the font says; empty if it does not."""
        return self._face.get_name(self._harfbuzz.OTNameIdPredefined.COPYRIGHT) or ""

    @cached_property
    def licence(self) -> str:
        """Under what licence the font stands, as the font says; empty if it does not."""
        return self._face.get_name(self._harfbuzz.OTNameIdPredefined.LICENSE) or ""

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
