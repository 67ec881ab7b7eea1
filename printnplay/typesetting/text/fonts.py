"""The fonts of a project: the files, opened with HarfBuzz, and the shelf that finds faces by name.

A text is measured as it is drawn, shaped with kerning and ligatures. Small capitals are the font's
own, or capitals made smaller. The fonts themselves say who made them and under what licence.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from copy import copy
from functools import cached_property, lru_cache, partial
from itertools import accumulate, groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from unicodedata import category, normalize

from printnplay.files.door import LARGEST, ReadError, read, stamp
from printnplay.model.sheet import FontFace, family_name
from printnplay.model.typography import NARROW
from printnplay.typesetting.text.collections import ENDINGS, fonts_in

if TYPE_CHECKING:
    from uharfbuzz import Buffer, DrawFuncs

SOFT_HYPHEN = "\u00ad"
FIRM_HYPHEN = "\u2011"
READ = str.maketrans({SOFT_HYPHEN: "", "\u2060": "", "\u200b": ""})
"""Turns a text into what is read of it: joiners only steer line breaking."""

DRAWN = READ | str.maketrans({FIRM_HYPHEN: "-"})
"""Turns a text into what is drawn of it: the hyphen that ends no line, which few fonts have, looks
like any other."""

UNDRAWN = frozenset("\u00ad\u034f\u061c\u200b\u200c\u200d\u200e\u200f\u2060").union(
    *(
        map(chr, range(first, last + 1))
        for first, last in ((0x202A, 0x202E), (0x2066, 0x2069), (0xFE00, 0xFE0F))
    )
)
"""Characters that steer breaking, shaping and direction and have no look, so no font needs them."""

SPACES = frozenset("\u00a0\u202f\u205f" + "".join(map(chr, range(0x2000, 0x200B))))
"""Spaces that are set with the glyph of the plain space where a font lacks them."""

SYLLABLES = re.compile("[\u0900-\u109f\u1780-\u17ff\u1900-\u1aff\u1b00-\u1c4f\ua800-\uabff]")
"""Letters of India and its neighbours, whose vowels may stand beside their consonants."""

NARROW_WIDTH = 0.2
"""How wide U+202F is, in em, where the font does not say."""

ROUNDING = 1e-6
"""Widths that differ by less, in em, are the same: less than a hundredth of a micrometre."""

SMALL_CAPS_FEATURE = "smcp"

_IN_COLOURS = frozenset({"COLR", "SVG ", "CBDT", "sbix"})
"""Tables of glyphs in colours (OpenType specification)."""


class FontFile:
    """A TrueType or OpenType file. Everything but its names is read when first asked for.

    Measures are in em, so they hold for every size.
    """

    def __init__(self, path: Path) -> None:
        """Open the file and read its names.

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
        self.face = self._named(path)

    def _named(self, path: Path) -> FontFace:
        style, family = self._harfbuzz.StyleTag, family_name(self._family())
        if not family:
            raise FontFileError(path, f"`{path.name}` does not say of which family it is")
        weight = round(self._font.get_style_value(style.WEIGHT))
        italic = self._font.get_style_value(style.ITALIC) > 0
        name = f"{family} {weight}{' italic' if italic else ''}"
        return FontFace(name, family, weight, italic, str(path))

    def _family(self) -> str:
        """The name of its family in English, or else in whatever language there is one."""
        names, face = self._harfbuzz.OTNameIdPredefined, self._face
        for number in (names.TYPOGRAPHIC_FAMILY, names.FONT_FAMILY):
            if english := face.get_name(number):
                return str(english)
        there = {entry.name_id: entry.language for entry in reversed(face.list_names())}
        for number in (names.TYPOGRAPHIC_FAMILY, names.FONT_FAMILY, names.FULL_NAME):
            if number in there:
                return str(face.get_name(number, there[number]))
        return ""

    @property
    def units(self) -> int:
        """The units of an em that its glyphs are measured in."""
        return self._em

    def advance(self, text: str) -> float:
        """The width of a text as it is drawn: shaped, with kerning and ligatures."""
        width = self._advances.get(text)
        if width is None:
            width = self._advances[text] = self._shaped(text, {})
        return width

    def places(self, text: str) -> dict[int, float]:
        """Where the letters of a text start that is drawn from left to right, by their indexes.

        Those that are part of a ligature, but not its first letter, are missing; so is everything
        of a text that is drawn in the other direction or in pieces.
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

    def moves_space(self, letter: str) -> bool:
        """Whether a letter is kerned with a space behind it."""
        if letter not in self._moving:
            apart = self.advance(letter) + self.advance(" ")
            self._moving[letter] = abs(self.advance(f"{letter} ") - apart) > ROUNDING
        return self._moving[letter]

    def small_caps_advance(self, text: str) -> float:
        """The width of a text in the font's own small capitals."""
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
        # The guess takes the language of the machine, and a build must not depend on that.
        buffer.language = "und"
        self._harfbuzz.shape(self._font, buffer, features)
        return buffer

    def outline(self, text: str, space: float = 0.0) -> str:
        """A text as SVG path data, in em, if its syllables are of several letters side by side.

        `space` is added to each of its spaces.

        Empty for all other texts. Typst sets such letters on top of one another in drawings: to it
        a syllable is as wide as the widest of its glyphs.
        """
        if not SYLLABLES.search(text):
            return ""
        buffer = self._buffer(text, {})
        glyphs = [*zip(buffer.glyph_infos, buffer.glyph_positions or (), strict=True)]
        wide = Counter(info.cluster for info, position in glyphs if position.x_advance)
        if max(wide.values(), default=0) < 2:
            return ""
        path: list[str] = []
        x = 0
        for info, position in glyphs:
            at = (x + position.x_offset, position.y_offset)
            self._font.draw_glyph(info.codepoint, self._pen, (path, at))
            x += position.x_advance
            if text[info.cluster] in " \u00a0":
                x += round(space * self._em)
        return "".join(path)

    @cached_property
    def _pen(self) -> "DrawFuncs":
        """Draws outlines as path data; HarfBuzz counts upwards, SVG downwards."""

        def add(letter: str, *numbers: Any) -> None:  # noqa: ANN401
            *coordinates, (path, (x, y)) = numbers
            points = zip(coordinates[::2], coordinates[1::2], strict=True)
            path.append(
                letter
                + " ".join(f"{(a + x) / self._em:g} {-(b + y) / self._em:g}" for a, b in points)
            )

        pen = self._harfbuzz.DrawFuncs()
        pen.set_move_to_func(partial(add, "M"))
        pen.set_line_to_func(partial(add, "L"))
        pen.set_quadratic_to_func(partial(add, "Q"))
        pen.set_cubic_to_func(partial(add, "C"))
        pen.set_close_path_func(partial(add, "Z"))
        return pen

    def missing(self, text: str) -> str:
        """The characters of a text that have no glyph, each once, in the order of the text."""
        if self._drawable.issuperset(text):
            return ""
        known = self._known
        lacking = "".join(dict.fromkeys(letter for letter in text if letter not in known))
        if not any(category(letter).startswith("M") for letter in lacking):
            return lacking
        # HarfBuzz draws a letter and its accents as one, where the font has that.
        apart = {letter for letter in normalize("NFC", text) if letter not in known}
        apart.update(*(normalize("NFD", letter) for letter in [*apart]))
        return "".join(filter(apart.__contains__, lacking))

    def without_outline(self, text: str) -> str:
        """The characters that only tables of colours draw, such as most emoji, each once."""
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
                self._font.get_nominal_glyph(ord(mark)), self._pen, (path, (0, 0))
            )
            self._empty[mark] = not path
        return self._empty[mark]

    @cached_property
    def _known(self) -> frozenset[str]:
        """What has a glyph, or needs none."""
        spared = UNDRAWN | SPACES if " " in self._drawable else UNDRAWN
        return self._drawable | spared

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
        return self._glyphs("abc", {SMALL_CAPS_FEATURE: True}) != self._glyphs("abc", {})

    @cached_property
    def copyright(self) -> str:
        """Who made the font, as the font says; empty if it does not."""
        return self._face.get_name(self._harfbuzz.OTNameIdPredefined.COPYRIGHT) or ""

    @property
    def plain_name(self) -> str:
        """A name in plain letters: that for PostScript, or else the family's."""
        return str(self._face.get_name(self._harfbuzz.OTNameIdPredefined.POSTSCRIPT_NAME) or "")

    @cached_property
    def licence(self) -> str:
        """The licence of the font, as the font says; empty if it does not."""
        return self._face.get_name(self._harfbuzz.OTNameIdPredefined.LICENSE) or ""

    @cached_property
    def cap_height(self) -> float:
        """The height of capitals above the baseline."""
        tag = self._harfbuzz.OTMetricsTag.CAP_HEIGHT
        height: int = self._font.get_metric_position_with_fallback(tag)
        return height / self._em


SMALL_CAPS = " small caps"
"""Behind the name of a face: small letters are set as small capitals in it."""

SHARE = 0.8
"""The size of capitals in place of small ones: as heavy as the text around them allows."""


class Part(NamedTuple):
    """A part of a text in small capitals: what is drawn, in which face, at which share of the size.

    `own` says that the face draws small capitals by itself; `width` is in em of the text around.
    """

    text: str
    face: str
    share: float
    width: float
    own: bool = False


WORD_SPACES = frozenset(" \u00a0")
"""The spaces between words: narrow ones are none."""


def word_spaces(text: str) -> int:
    """How many spaces between words there are in a text."""
    return text.count(" ") + text.count("\u00a0")


def small_caps(text: str, file: FontFile) -> list[Part]:
    """The parts that a text is drawn in."""
    name = file.face.name
    if file.has_small_caps:
        return [Part(text, name, 1.0, file.small_caps_advance(text), own=True)]
    parts = []
    for is_small, letters in groupby(text, str.islower):
        drawn = "".join(letters)
        drawn, share = (drawn.upper(), SHARE) if is_small else (drawn, 1.0)
        parts.append(Part(drawn, name, share, file.advance(drawn) * share))
    return parts


SUFFIXES = frozenset({".ttf", ".otf"}) | ENDINGS


class FontError(Exception):
    """A face that is not on the shelf; the message names the families there are."""


class FontFileError(FontError):
    """A file with the ending of a font that is not one, or that cannot be read."""

    def __init__(self, path: Path, reason: str = "") -> None:
        """Keep which file it is; without a reason, its content is at fault."""
        super().__init__(reason or f"`{path}` is not a TrueType or OpenType font")
        self.path = path


class FontShelf:
    """The fonts of one or more folders; where two folders hold the same face, the earlier wins.

    Only these fonts are ever used: what is installed on the machine would make two machines print
    different cards. Files are opened when the first face is asked for.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        """Remember the folders; one that does not exist is an empty one."""
        self._folders = tuple(folders)
        self._word_space = 100
        self._chosen: dict[tuple[str, int, bool], FontFace] = {}

    def spaced(self, word_space: int) -> "FontShelf":
        """The same fonts, with spaces between words that are so many percent as wide."""
        other = copy(self)
        other._word_space = word_space
        return other

    def added_space(self, face: FontFace | str) -> float:
        """What is added to each space between words, in em."""
        if self._word_space == 100:
            return 0.0
        return (self._word_space / 100 - 1) * self.file(face).advance(" ")

    @cached_property
    def faces(self) -> tuple[FontFace, ...]:
        """All faces, by family, weight and slant (upright first).

        Raises:
            FontFileError: a file with the ending of a font is not a font.
        """
        faces = [file.face for file in self._files.values()]
        return tuple(sorted(faces, key=lambda face: (face.family, face.weight, face.italic)))

    @cached_property
    def families(self) -> tuple[str, ...]:
        """The names of the families there are."""
        return tuple(dict.fromkeys(face.family for face in self.faces))

    @cached_property
    def files(self) -> tuple[FontFile, ...]:
        """The opened files; shelves that hold the same ones set every text alike."""
        return tuple(self._files.values())

    def face(self, family: str, weight: int = 400, *, italic: bool = False) -> FontFace:
        """The face of a family with this slant and this weight, or else the nearest weight.

        Raises:
            FontError: there is no such family, or it has no italic (or no upright) face.
        """
        wanted = family, weight, italic
        if wanted not in self._chosen:
            self._chosen[wanted] = self._choose(*wanted)
        return self._chosen[wanted]

    def _choose(self, family: str, weight: int, italic: bool) -> FontFace:  # noqa: FBT001
        kin = [face for face in self.faces if face.family == family]
        if not kin:
            there_are = ", ".join(self.families) or "none"
            raise FontError(f"there is no font family `{family}`; the families are: {there_are}")
        slanted = [face for face in kin if face.italic == italic]
        if not slanted:
            raise FontError(f"`{family}` has no {'italic' if italic else 'upright'} face")
        return min(slanted, key=lambda face: (abs(face.weight - weight), face.weight))

    def file(self, face: FontFace | str) -> FontFile:
        """The opened file of a face, or of the face with this name."""
        return self._files[face if isinstance(face, str) else face.name]

    def advance(self, text: str, face: FontFace | str) -> float:
        """The width of a text in em, shaped with kerning and ligatures."""
        if isinstance(face, str) and face.endswith(SMALL_CAPS):
            return sum(part.width for part in self.small_caps(text, face))
        return self.file(face).advance(text) + word_spaces(text) * self.added_space(face)

    def places(self, text: str, face: str) -> dict[int, float]:
        """Where the letters of a text start, in em, by their indexes; see `FontFile.places`."""
        if face.endswith(SMALL_CAPS):
            return {}
        starts = self.file(face).places(text)
        added = self.added_space(face)
        if not added:
            return starts
        before = [*accumulate(map(WORD_SPACES.__contains__, text), initial=0)]
        return {at: x + before[at] * added for at, x in starts.items()}

    def moves_space(self, letter: str, face: str) -> bool:
        """Whether a letter is kerned with a space behind it."""
        return self.file(face).moves_space(letter)

    def small_caps(self, text: str, face: str) -> list[Part]:
        """A text in small capitals, part by part; `face` is the name of a face and its suffix."""
        plain = face.removesuffix(SMALL_CAPS)
        parts = small_caps(text, self.file(plain))
        added = self.added_space(plain)
        if not added:
            return parts
        return [part._replace(width=part.width + word_spaces(part.text) * added) for part in parts]

    def missing(self, text: str, face: FontFace | str) -> str:
        """The characters of a text that the face cannot draw, each once."""
        return self.file(face).missing(text)

    def without_outline(self, text: str, face: FontFace | str) -> str:
        """The characters of a text that the face has in colours only, each once."""
        return self.file(face).without_outline(text)

    @cached_property
    def _files(self) -> dict[str, FontFile]:
        files: dict[str, FontFile] = {}
        for folder in self._folders:
            for path in sorted(folder.glob("*")):
                if path.suffix.lower() in SUFFIXES:
                    for file in _opened(path):
                        files.setdefault(file.face.name, file)
        return files


def _opened(path: Path) -> tuple[FontFile, ...]:
    """The fonts of a file: one, or those of a collection."""
    try:
        return _as_it_is(path, stamp(path))
    except ReadError as error:
        raise FontFileError(path, error.reason) from None
    except FontFileError as error:  # it may be of a file of a collection
        raise FontFileError(path, str(error)) from None
    except ValueError:
        raise FontFileError(path) from None


@lru_cache(maxsize=256)
def _as_it_is(path: Path, stamp: tuple[int, int]) -> tuple[FontFile, ...]:
    """The fonts of a file that is opened once, as long as it does not change."""
    del stamp
    files = fonts_in(path) if path.suffix.lower() in ENDINGS else [path]
    return tuple(map(FontFile, files))


REMARK = re.compile(r"\s*\([^()]*\)|,? with reserved font name.*", re.IGNORECASE)
"""Addresses, and conditions that the licence file repeats."""

COPYRIGHT = re.compile(r"^(?:copyright\s*|\(c\)\s*|©\s*)+", re.IGNORECASE)
LICENCE = re.compile(r"SIL Open Font License|Apache License", re.IGNORECASE)
VERSION = re.compile(r"Version\s+(\d[\d.]*\d)", re.IGNORECASE)
MARKS = re.compile(r"([\\*{}^])")


def font_credits(
    used: Collection[str], shelf: FontShelf, can_say: Callable[[str], bool] = lambda _: True
) -> str:
    """These families, each with its makers, and the licence of those before it.

    The line is markup: marks in the names are escaped. A family whose name cannot be said has its
    PostScript name; makers and a licence that cannot be said are left out.
    """
    makers: dict[str, list[str]] = {}
    for family in shelf.families:
        if family in used:
            file = shelf.file(next(face for face in shelf.faces if face.family == family))
            name = family if can_say(family) else file.plain_name
            licence, maker = (
                said if can_say(said) else "" for said in (licence_of(file.licence), _makers(file))
            )
            makers.setdefault(licence, []).append(f"{name}{maker}")
    lines = [
        ", ".join(names) + (f" ({licence})" if licence else "") for licence, names in makers.items()
    ]
    return MARKS.sub(r"\\\1", "; ".join(lines))


def _makers(file: FontFile) -> str:
    holder = REMARK.sub("", COPYRIGHT.sub("", file.copyright)).strip(" .")
    return f" ©\u00a0{holder}" if holder else ""


def licence_of(text: str) -> str:
    """The name and version of a licence, or else the first sentence of what the font says.

    >>> licence_of("Licensed under the SIL Open Font License, Version 1.1. See the FAQ.")
    'SIL Open Font License 1.1'
    """
    licence, version = LICENCE.search(text), VERSION.search(text)
    if licence is None:
        return text.split(". ", 1)[0].strip(" .")
    return f"{licence[0]} {version[1]}" if version else licence[0]
