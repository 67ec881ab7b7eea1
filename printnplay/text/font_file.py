"""A font file, opened with HarfBuzz: what it holds, and how wide and where it draws a text.

Texts are measured as drawn, shaped with kerning and ligatures. Small capitals are the font's own,
or scaled-down capitals.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from itertools import accumulate, groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias
from unicodedata import category, normalize

from printnplay.files.door import LARGEST, digest_of, read
from printnplay.kernel.font_settings import Settings
from printnplay.kernel.typography import NARROW
from printnplay.scene.sheet import FontFace, family_name
from printnplay.text.bidi import has_right_to_left
from printnplay.text.derived import (
    Axis,
    axes_of,
    features_in,
    is_derived_only,
)

if TYPE_CHECKING:
    from uharfbuzz import Buffer, DrawFuncs, OTMetricsTag

SOFT_HYPHEN = "\u00ad"
FIRM_HYPHEN = "\u2011"
READ = str.maketrans({SOFT_HYPHEN: "", "\u2060": "", "\u200b": ""})
"""Translation table for reading a text: removes joiners, which only control line breaking."""

DRAWN = READ | str.maketrans({FIRM_HYPHEN: "-", "\ufe0e": "", "\ufe0f": ""})
"""Translation table for drawing a text: also replaces the non-breaking hyphen, which few fonts
have, by the hyphen it looks like, and removes the wishes for emoji or text, which Typst writes
into PDFs in a way that hides the sign from readers.
"""

UNDRAWN = frozenset("\u00ad\u034f\u061c\u200b\u200c\u200d\u200e\u200f\u2060").union(
    *(
        map(chr, range(first, last + 1))
        for first, last in ((0x202A, 0x202E), (0x2066, 0x2069), (0xFE00, 0xFE0F))
    )
)
"""Invisible characters that control breaking, shaping and direction, so no font needs them."""

SPACES = frozenset("\u00a0\u202f\u205f" + "".join(map(chr, range(0x2000, 0x200B))))
"""Spaces that are set with the glyph of the plain space if a font lacks them."""

WORD_SPACES = frozenset(" \u00a0")
"""The spaces between words; narrow spaces do not separate words."""

ACCENTS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe2f]")
"""Marks of all scripts, set above and below letters; all others belong to one script."""

MAY_COMPOSE = re.compile("[\u0300-\u036f\u0590-\u1dff\u200d\ua800-\uabff\U00010a00-\U00011fff]")
"""Marks, and letters that may have marks; all other texts need no check of their glyphs."""

NORMAL_WIDTH = 100.0
"""The normal width of letters on the axis `wdth`, in per cent (CSS Fonts 4, 2.3)."""

TURNED = frozenset("（）「」『』【】〈〉《》〔〕［］｛｝ー〜～：；＝")
"""The wide letters that have another form in vertical text, and are turned if the font has none."""

MIDDLE = 0.38
"""The height of the middle of an ideograph above the baseline, in em: its square is from 0.12 below
it to 0.88 above."""

NARROW_WIDTH = 0.2
"""The width of U+202F if the font lacks it, in em: most of the usual space of a quarter of an em. A
guess.
"""

ROUNDING = 1e-6
"""The tolerance for equal widths, in em: less than a hundredth of a micrometre in any text of a
card.
"""

SMALL_CAPS_FEATURE = "smcp"

_IN_COLOURS = frozenset({"COLR", "SVG ", "CBDT", "sbix"})
"""Tables of colour glyphs (OpenType specification)."""


Points: TypeAlias = tuple[tuple[float, float], ...]
"""Points in em, relative to the start of a text on its line; y grows downwards."""

_NUMBER = re.compile(r"-?[0-9.]+(?:e-?[0-9]+)?")


class FontError(Exception):
    """A face that is not on the shelf; the message lists the available families."""


class FontFileError(FontError):
    """A file with a font's extension that is not a font, or cannot be read."""

    def __init__(self, path: Path, reason: str = "") -> None:
        """Store the path; without a reason, the content is at fault."""
        super().__init__(reason or f"`{path}` is not a TrueType or OpenType font")
        self.path = path


class Ink(NamedTuple):
    """A placed glyph: its letter, and the points of its outline."""

    letter: str
    points: Points


class FontFile:
    """A TrueType or OpenType file. Everything except its names is read on first use.

    Measures are in em, so they apply to every size.
    """

    def __init__(self, path: Path, face: FontFace | None = None) -> None:
        """Open the file and read its names, unless `face` is given.

        Raises:
            ReadError: the file cannot be read.
            FontFileError: the font has no name.
            ValueError: the file is not a font.
        """
        import uharfbuzz

        self._harfbuzz: Any = uharfbuzz
        self._face = uharfbuzz.Face(uharfbuzz.Blob(read(path, LARGEST)))
        if not self._face.glyph_count:
            raise ValueError(path)
        self._font = uharfbuzz.Font(self._face)
        self._em: int = self._face.upem
        self._advances: dict[str, float] = {}
        self._moving: dict[str, bool] = {}
        self._empty: dict[str, bool] = {}
        self._outlines: dict[int, Points] = {}
        self.path = path
        self.face = self._named(path) if face is None else face

    def _named(self, path: Path) -> FontFace:
        style, family = self._harfbuzz.StyleTag, family_name(self._family())
        if not family:
            raise FontFileError(path, f"`{path.name}` does not say of which family it is")
        weight = round(self._font.get_style_value(style.WEIGHT))
        italic = self._font.get_style_value(style.ITALIC) > 0
        name = f"{family} {weight}{' italic' if italic else ''}"
        return FontFace(name, family, weight, italic, str(path))

    def _family(self) -> str:
        """Return the name of its family in English, or else in any language."""
        names, face = self._harfbuzz.OTNameIdPredefined, self._face
        for number in (names.TYPOGRAPHIC_FAMILY, names.FONT_FAMILY):
            if english := face.get_name(number):
                return str(english)
        there = {entry.name_id: entry.language for entry in reversed(face.list_names())}
        for number in (names.TYPOGRAPHIC_FAMILY, names.FONT_FAMILY, names.FULL_NAME):
            if number in there:
                return str(face.get_name(number, there[number]))
        return ""

    @cached_property
    def axes(self) -> Mapping[str, Axis]:
        """The axes of a variable font by tag; empty if it is not variable."""
        return axes_of(self._face)

    @cached_property
    def features(self) -> frozenset[str]:
        """The tags of its OpenType features."""
        return features_in(self._face)

    @cached_property
    def is_derived_only(self) -> bool:
        """Whether it is drawn only through fonts derived from it."""
        return is_derived_only(self._face)

    @cached_property
    def digest(self) -> str:
        """A digest that identifies it in the names of fonts derived from it."""
        return digest_of(read(self.path, LARGEST))

    @property
    def ending(self) -> str:
        """The file extension for its kind of outlines."""
        return ".ttf" if "glyf" in self._face.table_tags else ".otf"

    @property
    def harfbuzz(self) -> str:
        """The version of HarfBuzz, which derives fonts."""
        return str(self._harfbuzz.version_string())

    def is_changed_by(self, text: str, features: Settings) -> bool:
        """Return whether features change the glyphs of a text."""
        switched = {tag: bool(value) for tag, value in features.items()}
        return self._glyphs(text, switched) != self._glyphs(text, {})

    @property
    def units(self) -> int:
        """The units per em of its glyphs."""
        return self._em

    def advance(self, text: str) -> float:
        """Return the width of a shaped text, with kerning and ligatures."""
        width = self._advances.get(text)
        if width is None:
            width = self._advances[text] = self._shaped(text, {})
        return width

    def places(self, text: str) -> dict[int, float]:
        """Return where the letters of a left-to-right text start, by index.

        Letters within a ligature, except its first, are missing. The result is empty for a text
        that is drawn in the other direction or in pieces.
        """
        if NARROW in text and not self.has_narrow_space:
            return {}
        buffer = self._buffer(text, {})
        if buffer.direction != "ltr":
            return {}
        starts: dict[int, float] = {}
        units, em = 0, self._em
        for info, position in zip(buffer.glyph_infos, buffer.glyph_positions or (), strict=True):
            starts.setdefault(info.cluster, units / em)
            units += position.x_advance
        starts[len(text)] = units / em
        return starts

    def inked(self, text: str, space: float = 0.0) -> tuple[Ink, ...]:
        """Return the ink of each glyph of a shaped text; spaces have none.

        `space` is added to each of its spaces.
        """
        buffer = self._buffer(text, {})
        inks = []
        x = 0.0
        for info, position in zip(buffer.glyph_infos, buffer.glyph_positions or (), strict=True):
            points = self._points(info.codepoint)
            if points:
                left = x + position.x_offset / self._em
                up = position.y_offset / self._em
                moved = tuple((left + across, down - up) for across, down in points)
                inks.append(Ink(text[info.cluster], moved))
            x += position.x_advance / self._em
            if text[info.cluster] in WORD_SPACES:
                x += space
        return tuple(inks)

    def _points(self, glyph: int) -> Points:
        """Return the points of a glyph's outline, including control points."""
        known = self._outlines.get(glyph)
        if known is None:
            path: list[str] = []
            self._font.draw_glyph(glyph, self._pen, (path, 1 / self._em, (0, 0)))
            values = [float(number) for number in _NUMBER.findall("".join(path))]
            known = tuple(dict.fromkeys(zip(values[::2], values[1::2], strict=True)))
            self._outlines[glyph] = known
        return known

    def moves_space(self, letter: str) -> bool:
        """Return whether a letter is kerned with a following space."""
        if letter not in self._moving:
            apart = self.advance(letter) + self.advance(" ")
            self._moving[letter] = abs(self.advance(f"{letter} ") - apart) > ROUNDING
        return self._moving[letter]

    def small_caps_advance(self, text: str) -> float:
        """Return the width of a text in the font's own small capitals."""
        return self._shaped(text, {SMALL_CAPS_FEATURE: True})

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

    def _buffer(self, text: str, features: dict[str, bool]) -> "Buffer":
        buffer = self._harfbuzz.Buffer()
        buffer.add_str(text.replace(FIRM_HYPHEN, "-"))
        buffer.guess_segment_properties()
        # The guess includes the machine's language, on which a build must not depend.
        buffer.language = "und"
        self._harfbuzz.shape(self._font, buffer, features)
        return buffer

    def outline(
        self,
        text: str,
        space: float = 0.0,
        size: float = 1.0,
        at: tuple[float, float] = (0.0, 0.0),
    ) -> str:
        """Return a text as SVG path data, if its letters are composed into clusters.

        All other texts give an empty string. Typst writes the letters of drawings one by one: it
        gives a cluster the width of its widest glyph, which makes others overlap, and PDF readers
        extract a word of clusters as several words.

        Args:
            text: in one direction.
            space: added to each of its spaces, in em.
            size: its size in the drawing.
            at: its start in the drawing.
        """
        if text.isascii() or not MAY_COMPOSE.search(text):
            return ""
        from_right = has_right_to_left(text)
        buffer = self._buffer(text, {})
        glyphs = [*zip(buffer.glyph_infos, buffer.glyph_positions or (), strict=True)]
        # Separately drawn dots split right-to-left words, too.
        parts = (info.cluster for info, place in glyphs if place.x_advance or from_right)
        has_clusters = max(Counter(parts).values(), default=0) > 1
        # Readers also reverse the letters of a ligature, which is one glyph.
        has_clusters |= from_right and len({info.cluster for info, _ in glyphs}) < len(text)
        if not has_clusters and not _has_own_marks(text):
            return ""
        return self.shapes(text, space, size, at)

    def shapes(
        self, text: str, space: float = 0.0, size: float = 1.0, at: tuple[float, float] = (0.0, 0.0)
    ) -> str:
        """Return the shapes of the letters of a text as SVG path data; arguments as `outline`."""
        buffer = self._buffer(text, {})
        path: list[str] = []
        unit = size / self._em
        x = 0
        for info, position in zip(buffer.glyph_infos, buffer.glyph_positions or (), strict=True):
            move = (at[0] / unit + x + position.x_offset, position.y_offset - at[1] / unit)
            self._font.draw_glyph(info.codepoint, self._pen, (path, unit, move))
            x += position.x_advance
            if text[info.cluster] in " \u00a0":
                x += round(space * self._em)
        return "".join(path)

    def upright(self, text: str, size: float = 1.0, at: tuple[float, float] = (0.0, 0.0)) -> str:
        """Return the letters of a line that is turned by 90 degrees, each upright on the card.

        They are the font's forms for vertical text, as SVG path data before the line is turned;
        brackets and dashes without such forms are turned. Arguments as `outline`.
        """
        buffer = self._harfbuzz.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        buffer.language, buffer.direction = "und", "ttb"
        self._harfbuzz.shape(self._font, buffer, {})
        path: list[str] = []
        unit, ends = size / self._em, [*accumulate(map(self.advance, text))]
        for info in buffer.glyph_infos:
            letter, glyph = text[info.cluster], info.codepoint
            end, wide = ends[info.cluster], self.advance(letter)
            x, y = at[0] / unit, at[1] / unit
            flat = self._font.get_nominal_glyph(ord(letter))
            if letter in TURNED and flat and (glyph == flat or not self._points(glyph)):
                move = x + (end - wide) * self._em, -y
                self._font.draw_glyph(flat, self._pen, (path, unit, move))
                continue
            middle = (end - wide / 2 + MIDDLE) * self._em
            half = self._font.get_glyph_h_advance(glyph) / 2
            move = x + middle, y + half - self.cap_height / 2 * self._em
            self._font.draw_glyph(glyph, self._pen_of_upright, (path, unit, move))
        return "".join(path)

    @cached_property
    def _pen(self) -> "DrawFuncs":
        """Draws outlines as path data; y grows upwards in HarfBuzz, downwards in SVG."""
        return self._pen_that_writes(lambda a, b, x, y: (a + x, -(b + y)))

    @cached_property
    def _pen_of_upright(self) -> "DrawFuncs":
        """Draws outlines that are turned back by 90 degrees."""
        return self._pen_that_writes(lambda a, b, x, y: (x - b, y - a))

    def _pen_that_writes(
        self, to: Callable[[float, float, float, float], tuple[float, float]]
    ) -> "DrawFuncs":
        def add(letter: str, *numbers: Any) -> None:  # noqa: ANN401
            *coordinates, (path, unit, (x, y)) = numbers
            points = (
                to(a, b, x, y) for a, b in zip(coordinates[::2], coordinates[1::2], strict=True)
            )
            path.append(letter + " ".join(f"{a * unit:g} {b * unit:g}" for a, b in points))

        pen = self._harfbuzz.DrawFuncs()
        pen.set_move_to_func(partial(add, "M"))
        pen.set_line_to_func(partial(add, "L"))
        pen.set_quadratic_to_func(partial(add, "Q"))
        pen.set_cubic_to_func(partial(add, "C"))
        pen.set_close_path_func(partial(add, "Z"))
        return pen

    def missing(self, text: str) -> str:
        """Return the characters without a glyph, without duplicates, in text order."""
        if self._drawable.issuperset(text):
            return ""
        known = self._known
        lacking = "".join(dict.fromkeys(letter for letter in text if letter not in known))
        if not any(category(letter).startswith("M") for letter in lacking):
            return lacking
        # HarfBuzz draws a letter and its accents as one glyph, if the font has that.
        apart = {letter for letter in normalize("NFC", text) if letter not in known}
        apart.update(*(normalize("NFD", letter) for letter in [*apart]))
        return "".join(filter(apart.__contains__, lacking))

    @property
    def repertoire(self) -> int:
        """The number of characters with a glyph."""
        return len(self._known)

    def without_outline(self, text: str) -> str:
        """Return the characters with colour glyphs only, such as most emoji, without duplicates."""
        if not self._has_colours:
            return ""
        return "".join(mark for mark in dict.fromkeys(text) if self._is_empty(mark))

    @cached_property
    def _has_colours(self) -> bool:
        return not _IN_COLOURS.isdisjoint(self._face.table_tags)

    def _is_empty(self, mark: str) -> bool:
        if mark not in self._drawable or mark.isspace() or mark in UNDRAWN | SPACES:
            return False
        if mark not in self._empty:
            path: list[str] = []
            self._font.draw_glyph(
                self._font.get_nominal_glyph(ord(mark)), self._pen, (path, 1.0, (0, 0))
            )
            self._empty[mark] = not path
        return self._empty[mark]

    @cached_property
    def _known(self) -> frozenset[str]:
        """The characters that have a glyph, or need none."""
        spared = UNDRAWN | SPACES if " " in self._drawable else UNDRAWN
        return self._drawable | spared

    @cached_property
    def _drawable(self) -> frozenset[str]:
        return frozenset(map(chr, self._face.unicodes))

    @cached_property
    def has_narrow_space(self) -> bool:
        """Whether the font has a glyph for U+202F."""
        return NARROW in self._drawable

    @cached_property
    def has_small_caps(self) -> bool:
        """Whether the font has its own small capitals."""
        return self._glyphs("abc", {SMALL_CAPS_FEATURE: True}) != self._glyphs("abc", {})

    @cached_property
    def copyright(self) -> str:
        """The copyright in the font's metadata; empty if there is none."""
        return self._face.get_name(self._harfbuzz.OTNameIdPredefined.COPYRIGHT) or ""

    @property
    def plain_name(self) -> str:
        """A name in plain letters: the PostScript name; empty if there is none."""
        return str(self._face.get_name(self._harfbuzz.OTNameIdPredefined.POSTSCRIPT_NAME) or "")

    @cached_property
    def licence(self) -> str:
        """The licence in the font's metadata; empty if there is none."""
        return self._face.get_name(self._harfbuzz.OTNameIdPredefined.LICENSE) or ""

    @cached_property
    def cap_height(self) -> float:
        """The height of capitals above the baseline."""
        return self._metric(self._harfbuzz.OTMetricsTag.CAP_HEIGHT)

    @cached_property
    def line_height(self) -> float:
        """The distance of lines that the font itself names, from descenders to ascenders."""
        return self.ascender - self._metric(self._harfbuzz.OTMetricsTag.HORIZONTAL_DESCENDER)

    @cached_property
    def ascender(self) -> float:
        """The height of ascenders above the baseline, as the font itself names it."""
        return self._metric(self._harfbuzz.OTMetricsTag.HORIZONTAL_ASCENDER)

    @cached_property
    def underline(self) -> tuple[float, float]:
        """The top of an underline above the baseline, which is negative, and its thickness."""
        tags = self._harfbuzz.OTMetricsTag
        return self._metric(tags.UNDERLINE_OFFSET), self._metric(tags.UNDERLINE_SIZE)

    @cached_property
    def strikeout(self) -> tuple[float, float]:
        """The top of a line through words above the baseline, and its thickness."""
        tags = self._harfbuzz.OTMetricsTag
        return self._metric(tags.STRIKEOUT_OFFSET), self._metric(tags.STRIKEOUT_SIZE)

    def _metric(self, tag: "OTMetricsTag") -> float:
        units: int = self._font.get_metric_position_with_fallback(tag)
        return units / self._em


def _has_own_marks(text: str) -> bool:
    """Return whether a text has marks specific to its script, such as vowels."""
    return any(category(mark).startswith("M") and not ACCENTS.match(mark) for mark in text)


SMALL_CAPS = " small caps"
"""The suffix of a face's name in which small letters are set as small capitals."""

SHARE = 0.8
"""The size of capitals that replace small ones, as a share of the font size: 0.8 makes them as
heavy as the surrounding text allows. A guess.
"""


class Part(NamedTuple):
    """A part of a text in small capitals: the drawn text, its face, and its share of the size.

    `own` is true if the face has small capitals itself; `width` is in em of the surrounding text.
    """

    text: str
    face: str
    share: float
    width: float
    own: bool = False


def word_spaces(text: str) -> int:
    """Return the number of spaces between the words of a text."""
    return text.count(" ") + text.count("\u00a0")


def small_caps(text: str, file: FontFile) -> list[Part]:
    """Return the parts of which a text in small capitals is composed."""
    name = file.face.name
    if file.has_small_caps:
        return [Part(text, name, 1.0, file.small_caps_advance(text), own=True)]
    parts = []
    for is_small, letters in groupby(text, str.islower):
        drawn = "".join(letters)
        drawn, share = (drawn.upper(), SHARE) if is_small else (drawn, 1.0)
        parts.append(Part(drawn, name, share, file.advance(drawn) * share))
    return parts
