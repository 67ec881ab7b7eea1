"""The fonts of a project: a shelf that finds faces by name.

Faces of variable fonts, and those with features enabled, are files derived from the project's on
first use.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property, lru_cache
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from printnplay.files.door import LARGEST, ReadError, digest_of, is_folder, is_there, read, stamp
from printnplay.kernel.font_settings import OPTICAL, SETTING, WIDTH, Settings, parted, with_settings
from printnplay.scene.sheet import FontFace
from printnplay.text import collections, packed
from printnplay.text.derived import (
    ITALIC,
    SLANT,
    SLANTED,
    VERSION,
    WEIGHT,
    Recipe,
    derived,
)
from printnplay.text.font_file import (
    NORMAL_WIDTH,
    SMALL_CAPS,
    WORD_SPACES,
    FontError,
    FontFile,
    FontFileError,
    Part,
    small_caps,
    word_spaces,
)
from printnplay.text.made_fonts import made_font, place_of

SUFFIXES = frozenset({".ttf", ".otf"}) | collections.ENDINGS | packed.ENDINGS


Distance = Callable[[FontFace], tuple[int, int]]
"""Returns how far a face's weight is from the requested one."""


class _Choice(NamedTuple):
    """An available face, the file it comes from, and how it is derived from that, if at all.

    `rank` is that of the folder: of two equal faces, that of the earlier folder wins.
    """

    face: FontFace
    source: FontFile
    recipe: Recipe | None
    rank: int


class _Stock:
    """The opened files of folders, and the fonts derived from them so far."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self.files: dict[str, FontFile] = {}
        """Faces that are drawn from their own file, and derived ones, by name."""
        self.sources: dict[tuple[str, bool], FontFile] = {}
        """Files that are only a source of derived faces, by family and whether they are italic."""
        self._ranks: dict[Path, int] = {}
        self._choices: dict[str, _Choice] = {}
        for rank, folder in enumerate(folders):
            for path in _fonts_of(folder):
                for file in _opened(path):
                    self._take(file, rank)
        own = (*self.files.values(), *self.sources.values())
        self.own = tuple(sorted(own, key=lambda file: _by_name(file.face)))
        self.families = tuple(dict.fromkeys(file.face.family for file in self.own))

    def _take(self, file: FontFile, rank: int) -> None:
        self._ranks.setdefault(file.path, rank)
        if file.is_derived_only:
            self.sources.setdefault((file.face.family, file.face.italic), file)
        else:
            self.files.setdefault(file.face.name, file)

    def family(self, family: str) -> tuple[str, dict[str, float]]:
        """Return an existing family and the settings appended to its name."""
        return (family, {}) if family in self.families else parted(family)

    def choices(self, family: str, weight: int, *, italic: bool) -> list[_Choice]:
        """Return the faces of a family and slant nearest to a weight, one from each file."""
        base, settings = self.family(family)
        weight = round(settings.pop(WEIGHT, weight))
        plain = [
            file
            for file in self.own
            if file.face.family == base and not file.is_derived_only and file.face.italic == italic
        ]
        source = self.sources.get((base, italic))
        if source is None and italic and not plain:
            source = self.sources.get((base, False))
            if source and source.axes.keys().isdisjoint((SLANT, ITALIC)):
                source = None
        files = [*plain, *([source] if source else [])]
        found = [self._choice(file, settings, weight, italic=italic) for file in files]
        self._choices.update((choice.face.name, choice) for choice in found)
        return found

    def _choice(
        self, file: FontFile, settings: Mapping[str, float], weight: int, *, italic: bool
    ) -> _Choice:
        axes, normal = file.axes, {tag: axis.default for tag, axis in file.axes.items()}
        if WIDTH in axes:  # a family's default width may be its narrowest
            normal[WIDTH] = axes[WIDTH].nearest(NORMAL_WIDTH)
        place = {tag: value for tag, value in normal.items() if value != axes[tag].default}
        if italic and not file.face.italic:
            slants = {ITALIC: 1.0} if ITALIC in axes else {SLANT: SLANTED}
            place |= {tag: axes[tag].nearest(value) for tag, value in slants.items()}
        said = {tag: axes[tag].nearest(value) for tag, value in settings.items() if tag in axes}
        place |= said
        own = file.face
        if WEIGHT in axes:
            own = replace(own, weight=round(axes[WEIGHT].nearest(weight)))
            place[WEIGHT] = own.weight
        features = {
            tag: min(value, 1.0)
            for tag, value in settings.items()
            if tag not in axes and tag in file.features
        }
        rank = self._ranks[file.path]
        if not (features or file.is_derived_only):
            return _Choice(own, file, None, rank)
        named = {tag: value for tag, value in said.items() if value != normal[tag]}
        recipe = Recipe(tuple(sorted(place.items())), tuple(sorted(features.items())))
        family = with_settings(own.family, {**named, **features})
        name = f"{family} {own.weight}{' italic' if italic else ''}"
        path = place_of(_name_of(file, recipe, name), file.ending)
        return _Choice(FontFace(name, family, own.weight, italic, str(path)), file, recipe, rank)

    def file(self, name: str) -> FontFile:
        """Return the opened file of a face, derived on first use.

        Raises:
            FontFileError: the face cannot be derived.
        """
        if name not in self.files:
            choice = self._choices[name]
            self.files[name] = self._derived(choice)
        return self.files[name]

    def _derived(self, choice: _Choice) -> FontFile:
        face, source, recipe, _ = choice
        if recipe is None:
            return source

        def make() -> bytes:
            return derived(read(source.path, LARGEST), recipe, face)

        try:
            path = made_font(_name_of(source, recipe, face.name), make)
            return FontFile(path, face)
        except ValueError as error:
            reason = f"`{source.path}` cannot be drawn as `{face.name}`: {error}"
            raise FontFileError(source.path, reason) from None

    def source(self, name: str) -> FontFile:
        """Return the file with the letters of a face, without deriving the face."""
        return self.files[name] if name in self.files else self._choices[name].source


def _name_of(file: FontFile, recipe: Recipe, name: str) -> str:
    """Return the name in the cache of a font derived from a file."""
    made_by = repr((VERSION, file.harfbuzz, recipe, name))
    return f"{file.digest}-{digest_of(made_by.encode())}"


def _fonts_of(folder: Path) -> Iterator[Path]:
    paths = sorted(folder.glob("*")) if is_folder(folder) else [folder]
    return (path for path in paths if path.suffix.lower() in SUFFIXES and is_there(path))


def _stock_of(folders: Sequence[Path]) -> _Stock:
    """Return the fonts of folders in their current state."""
    paths = [path for folder in folders for path in _fonts_of(folder)]
    state = tuple((path, _stamp(path)) for path in paths)
    stock = _opened_stock(tuple(folders), state)
    if all(is_there(file.path) for file in (*stock.own, *stock.files.values())):
        return stock
    # Unpacked and derived fonts were removed with the cache.
    _opened_stock.cache_clear()
    return _opened_stock(tuple(folders), state)


@lru_cache(maxsize=8)
def _opened_stock(folders: tuple[Path, ...], state: tuple[tuple[Path, object], ...]) -> _Stock:
    """Return the cached fonts of folders; shelves of the same files share derived fonts."""
    del state
    return _Stock(folders)


def _stamp(path: Path) -> object:
    try:
        return stamp(path)
    except ReadError as error:
        return error.reason


_NAMED = re.compile(r'font-family="([^"]*)" font-weight="([0-9]{1,4})"(?: font-style="(italic)")?')
"""A face as named by text boxes, and by tidied texts."""
_WEIGHTS = re.compile(r"font-weight\s*[=:]\s*[\"']?\s*(bold|[0-9]{1,4})")


class FontShelf:
    """The fonts of one or more folders; if two folders have the same face, the earlier wins.

    Only these fonts are used: with the machine's installed fonts, two machines would print
    different cards. Files are opened when the first face is requested. A family may be named with
    settings (`model.font_settings`): those that its font lacks are ignored.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        """Use fonts from the folders, also single files; a missing folder counts as empty."""
        self._folders = tuple(folders)
        self._word_space = 100
        self._chosen: dict[tuple[str, int, bool], FontFace] = {}

    @cached_property
    def _stock(self) -> _Stock:
        return _stock_of(self._folders)

    def spaced(self, word_space: int) -> "FontShelf":
        """Return the same fonts with spaces between words scaled to a percentage."""
        other = copy(self)
        other._word_space = word_space
        return other

    def added_space(self, face: FontFace | str) -> float:
        """Return the width added to each space between words, in em."""
        if self._word_space == 100:
            return 0.0
        return (self._word_space / 100 - 1) * self.file(face).advance(" ")

    @property
    def faces(self) -> tuple[FontFace, ...]:
        """The faces with files, by family, weight and slant (upright first).

        Faces derived from other files are included once used.

        Raises:
            FontFileError: a file with the extension of a font is not a font.
        """
        return tuple(sorted(self.faces_by_use, key=_by_name))

    @property
    def faces_by_use(self) -> tuple[FontFace, ...]:
        """The same faces, derived ones last: deriving more does not change their places."""
        return tuple(file.face for file in self._stock.files.values())

    @property
    def offered(self) -> tuple[FontFace, ...]:
        """The available faces, those of variable fonts in whole hundreds of weights."""
        stock = self._stock
        sources = [
            choice.face
            for family, italic in stock.sources
            for weight in range(100, 1000, 100)
            for choice in stock.choices(family, weight, italic=italic)
        ]
        return tuple(dict.fromkeys((*self.faces, *sources)))

    @property
    def families(self) -> tuple[str, ...]:
        """The names of the available families."""
        return self._stock.families

    @property
    def files(self) -> tuple[FontFile, ...]:
        """The opened files; shelves with the same ones set every text identically."""
        return self._stock.own

    def face(self, family: str, weight: int = 400, *, italic: bool = False) -> FontFace:
        """Return the face of a family with this slant and this or the nearest weight.

        Raises:
            FontError: there is no such family, or it has no italic (or no upright) face.
        """
        wanted = family, weight, italic
        if wanted not in self._chosen:
            self._chosen[wanted] = self._choose(*wanted)
        return self._chosen[wanted]

    def _choose(self, family: str, weight: int, italic: bool) -> FontFace:  # noqa: FBT001
        if self._stock.family(family)[0] not in self.families:
            there_are = ", ".join(self.families) or "none"
            raise FontError(f"there is no font family `{family}`; the families are: {there_are}")
        face = self._nearest(
            family, weight, lambda face: (abs(face.weight - weight), face.weight), italic=italic
        )
        if face is None:
            raise FontError(f"`{family}` has no {'italic' if italic else 'upright'} face")
        return face

    def drawn_face(self, family: str, weight: int, *, italic: bool) -> FontFace | None:
        """Return the face of a family that browsers choose: upright if it has no italic.

        None if there is no such family.
        """
        for slant in (italic, not italic):
            face = self._nearest(family, weight, lambda face: face.distance(weight), italic=slant)
            if face is not None:
                return face
        return None

    def _nearest(
        self, family: str, weight: int, distance: Distance, *, italic: bool
    ) -> FontFace | None:
        choices = self._stock.choices(family, weight, italic=italic)
        best = min(choices, key=lambda choice: (distance(choice.face), choice.rank), default=None)
        return best.face if best else None

    def name_of(self, family: str) -> str:
        """Return the name of a family with only the settings that its font has."""
        face = self.drawn_face(family, 400, italic=False) if family not in self.families else None
        return face.family if face else family

    def instead_of(self, family: str) -> FontFace | None:
        """Return a fallback for a missing face, of its family or any other; None without fonts."""
        for one in (self._stock.family(family)[0], *self.families):
            face = self.drawn_face(one, 0, italic=False)
            if face is not None:
                return face
        return None

    def use_faces_in(self, svg: str) -> None:
        """Derive the faces that a finished drawing names and add them to `faces`."""
        sources = {family for family, _ in self._stock.sources}
        if not SETTING.search(svg) and not any(family in svg for family in sources):
            return
        for family, weight, slant in set(_NAMED.findall(svg)):
            name = family.strip("'")
            if name in sources or name not in self.families:
                self.use(name, int(weight), italic=bool(slant))
        rest = _NAMED.sub("", svg)
        weights = {_number(word) for word in _WEIGHTS.findall(rest)} | {400}
        slants = {False, "italic" in rest}
        for family in sources:
            if family in rest:
                for weight in weights:
                    for italic in slants:
                        self.use(family, weight, italic=italic)

    def use(self, family: str, weight: int, *, italic: bool) -> None:
        """Derive the nearest face of a family and add it to `faces`."""
        face = self.drawn_face(family, weight, italic=italic)
        if face is not None:
            self.file(face)

    def source(self, family: str) -> FontFile:
        """Return a font file of a family, to read its metadata."""
        return next(file for file in self._stock.own if file.face.family == family)

    def weights(self, family: str, *, italic: bool) -> str:
        """Return the weights of a family in words."""
        base = self._stock.family(family)[0]
        kin = [one for one in self._stock.own if one.face.family == base]
        kin = [one for one in kin if one.face.italic is italic] or kin
        fixed = sorted({one.face.weight for one in kin if WEIGHT not in one.axes})
        axes = sorted({one.axes[WEIGHT] for one in kin if WEIGHT in one.axes})
        ranges = [f"{axis.lowest:g} to {axis.highest:g}" for axis in axes]
        listed = ", ".join(map(str, fixed))
        named = [f"one of {listed}" if len(fixed) > 1 else listed] if fixed else []
        return " or ".join([*named, *ranges])

    @cached_property
    def has_optical_sizes(self) -> bool:
        """Whether a font has optical sizes."""
        return any(OPTICAL in file.axes for file in self._stock.own)

    def lacking(self, family: str) -> tuple[str, ...]:
        """Return the settings behind the name of a family that its fonts lack."""
        base, settings = self._stock.family(family)
        kin = [one for one in self._stock.own if one.face.family == base]
        known = frozenset().union(*(one.features | one.axes.keys() for one in kin))
        return tuple(tag for tag in settings if tag not in known)

    def features(self, family: str) -> frozenset[str]:
        """Return the tags of the features of a family."""
        base = self._stock.family(family)[0]
        kin = [file.features for file in self._stock.own if file.face.family == base]
        return frozenset().union(*kin)

    def check_sources(self) -> None:
        """Derive a font from each file that requires it, to report files that fail.

        Raises:
            FontFileError: a font cannot be derived.
        """
        for (family, italic), file in self._stock.sources.items():
            for choice in self._stock.choices(family, file.face.weight, italic=italic):
                if choice.source is file:
                    self.file(choice.face)

    def file(self, face: FontFace | str) -> FontFile:
        """Return the opened file of a face, or of the face with this name.

        Raises:
            FontFileError: the face cannot be derived.
        """
        return self._stock.file(face if isinstance(face, str) else face.name)

    def advance(self, text: str, face: FontFace | str) -> float:
        """Return the width of a text in em, shaped with kerning and ligatures."""
        if isinstance(face, str) and face.endswith(SMALL_CAPS):
            return sum(part.width for part in self.small_caps(text, face))
        return self.file(face).advance(text) + word_spaces(text) * self.added_space(face)

    def places(self, text: str, face: str) -> dict[int, float]:
        """Return where the letters of a text start, in em; see `FontFile.places`."""
        if face.endswith(SMALL_CAPS):
            return {}
        starts = self.file(face).places(text)
        added = self.added_space(face)
        if not added:
            return starts
        before = [*accumulate(map(WORD_SPACES.__contains__, text), initial=0)]
        return {at: x + before[at] * added for at, x in starts.items()}

    def moves_space(self, letter: str, face: str) -> bool:
        """Return whether a letter is kerned with a following space."""
        return self.file(face).moves_space(letter)

    def small_caps(self, text: str, face: str) -> list[Part]:
        """Return a text in small capitals, part by part.

        `face` is the name of a face and its suffix.
        """
        plain = face.removesuffix(SMALL_CAPS)
        parts = small_caps(text, self.file(plain))
        added = self.added_space(plain)
        if not added:
            return parts
        return [part._replace(width=part.width + word_spaces(part.text) * added) for part in parts]

    def missing(self, text: str, face: FontFace | str) -> str:
        """Return the characters of a text that the face cannot draw, without duplicates."""
        return self._letters(face).missing(text)

    def repertoire(self, face: FontFace | str) -> int:
        """Return the number of characters that the face can draw."""
        return self._letters(face).repertoire

    def is_changed_by(self, text: str, face: FontFace, features: Settings) -> bool:
        """Return whether features change the glyphs of a text."""
        return self._letters(face).is_changed_by(text, features)

    def without_outline(self, text: str, face: FontFace | str) -> str:
        """Return the characters of a text that the face has only in colour, without duplicates."""
        return self._letters(face).without_outline(text)

    def _letters(self, face: FontFace | str) -> FontFile:
        return self._stock.source(face if isinstance(face, str) else face.name)


def _by_name(face: FontFace) -> tuple[str, int, bool]:
    return face.family, face.weight, face.italic


def _number(weight: str) -> int:
    return 700 if weight == "bold" else int(weight)


def _opened(path: Path) -> tuple[FontFile, ...]:
    """Return the fonts of a file: one, or those of a collection."""
    try:
        return _as_it_is(path, stamp(path))
    except ReadError as error:
        raise FontFileError(path, error.reason) from None
    except FontFileError as error:  # it may concern a file of a collection
        raise FontFileError(path, str(error)) from None
    except ValueError:
        raise FontFileError(path) from None


@lru_cache(maxsize=256)
def _as_it_is(path: Path, stamp: tuple[int, int]) -> tuple[FontFile, ...]:
    """Return the fonts of a file, cached as long as it does not change."""
    del stamp
    ending = path.suffix.lower()
    if ending in packed.ENDINGS:
        return (FontFile(packed.unpacked(path)),)
    files = collections.fonts_in(path) if ending in collections.ENDINGS else [path]
    return tuple(map(FontFile, files))
