"""SVG pictures rendered to PDF pages: many per compile, in memory, with the project's fonts only.

Each picture is baked as vectors or as pixels. Where pixels would hide its text, the text is baked
as an invisible layer too.

Drawings that may run out of control are compiled in a separate process. The limits of drawings
bound all others; the calling thread compiles those, never a thread of their own: a compile that
outlived its fonts would silently leave out text.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from typing import NamedTuple, TypeAlias, TypeVar

from msgspec import Struct, field

from printnplay.files.linked_pictures import filled, filled_length, links_in, picture_folder
from printnplay.kernel.geometry import Um
from printnplay.kernel.memo import Memo, key_of
from printnplay.pdf.baked import Baked, BakedFile, Pages
from printnplay.pdf.compiling import (
    CompileError,
    Sketch,
    compile_sketches,
    doubtful,
    fineness,
    has_filter,
    unlike,
)
from printnplay.pdf.errors import BakeError, PictureFault, blaming, only_pixels
from printnplay.pdf.font_folders import CompilerFonts, compiler_fonts
from printnplay.pdf.inks import Palette
from printnplay.pdf.isolation import Limits, OverLimitError, apart
from printnplay.pdf.operators import length
from printnplay.pdf.proof_of_text import incomplete
from printnplay.pdf.reading import Words, font_folder
from printnplay.pdf.shaping import font_hash
from printnplay.pdf.vectors import with_stand_ins
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import FontFace
from printnplay.scene.style import Ink


class Oven(Struct, frozen=True):
    """A renderer of drawings with these fonts, within these limits."""

    fonts: tuple[FontFace, ...]
    limits: Limits

    def together(self, sketches: Sequence[Sketch]) -> bytes:
        """Render drawings to a PDF file, one page for each.

        Raises:
            CompileError: at least one of them cannot be rendered.
            OverLimitError: they take too long or too much memory.
            FontError: a font file cannot be read, or was removed during the compile: text may be
                missing.
        """
        fonts = self._compiler_fonts
        words = Words(self.fonts)
        given = self._given(sketches, fonts, words)
        if any(doubtful(sketch.svg) for sketch in given[0]):
            return words.named_in(self._apart(self.limits.seconds, compile_sketches, *given))
        made = compile_sketches(*given)
        fonts.check_are_there()
        return words.named_in(made)

    def alone(self, sketches: Sequence[Sketch]) -> bytes:
        """Render one drawing after an error: in a separate process, and with shorter limits.

        Raises:
            CompileError: it cannot be rendered.
            OverLimitError: it takes too long or too much memory.
            FontError: a font file cannot be read, or was removed during the compile: text may be
                missing.
        """
        words = Words(self.fonts)
        given = self._given(sketches, self._compiler_fonts, words)
        return words.named_in(self._apart(self.limits.seconds_alone, compile_sketches, *given))

    def rasterise(self, sketch: Sketch) -> Sketch:
        """Rasterize the drawing of a sketch.

        Raises:
            CompileError: it cannot be rendered.
            OverLimitError: it takes too long or too much memory.
            FontError: a font file cannot be read, or was removed.
        """
        from printnplay.pdf.raster import as_sketch, pixels_of

        fonts = self._compiler_fonts
        drawing = sketch._replace(svg=fonts.in_drawing(filled(sketch.svg)))
        pixels = self._apart(self.limits.seconds_alone, pixels_of, drawing, fonts.folders)
        return as_sketch(pixels, sketch)

    @property
    def _compiler_fonts(self) -> CompilerFonts:
        return compiler_fonts(self.fonts)

    def _given(
        self, sketches: Sequence[Sketch], fonts: CompilerFonts, words: Words
    ) -> tuple[list[Sketch], tuple[str, ...], str]:
        """Return drawings prepared for the compiler, the font folders, and the picture folder."""
        drawings = [
            one._replace(svg=fonts.in_drawing(words.put_into(_prepared(one.svg))))
            for one in sketches
        ]
        is_linked = any(links_in(drawing.svg) for drawing in drawings)
        folders = (*fonts.folders, font_folder().name) if words else fonts.folders
        return drawings, folders, str(picture_folder()) if is_linked else ""

    def _apart(self, seconds: float, work: Callable[..., bytes], *given: object) -> bytes:
        """Return the result of rendering drawings in a separate process."""
        made = apart(seconds, self.limits.memory, work, *given)
        self._compiler_fonts.check_are_there()
        return made


def _prepared(svg: str) -> str:
    """Return a drawing with linked drawings inlined: the compiler does not read files for these.

    Pictures with vectors get stand-ins, unless filters may turn them into pixels.
    """
    if not has_filter(svg):
        svg = with_stand_ins(svg)
    return filled(svg) if any(link.endswith(".svg") for link in links_in(svg)) else svg


class BakePlan(NamedTuple):
    """How a picture is baked; `pixels` is the reason why it is rasterized, or empty."""

    picture: Picture
    sketch: Sketch
    layer: Sketch | None = None
    pixels: str = ""


def plan(picture: Picture, oven: Oven) -> BakePlan:
    """Return how to bake a picture: rasterized if typst would render its vectors wrongly.

    Raises:
        CompileError: it has to be rasterized, and cannot be.
        OverLimitError: that takes too long or too much memory.
    """
    reason = unlike(picture.svg)
    if reason:
        return _as_pixels(picture, oven, reason)
    if not has_filter(picture.svg):
        return BakePlan(picture, _sketch(picture, picture.svg))
    scale = fineness(picture.svg)
    return BakePlan(picture, _sketch(picture, picture.svg, scale), _layer(picture, shown=True))


def rescue(picture: Picture, oven: Oven, reason: str) -> BakePlan:
    """Return how to bake a picture that cannot be rendered as vectors.

    Raises:
        CompileError: it cannot be rasterized either.
        OverLimitError: that takes too long or too much memory.
    """
    return _as_pixels(picture, oven, reason)._replace(layer=_lines(picture))


def _as_pixels(picture: Picture, oven: Oven, reason: str) -> BakePlan:
    try:
        pixels = oven.rasterise(_sketch(picture, picture.svg))
    except OverLimitError as error:
        raise OverLimitError(f"as pixels (because of {reason}): {error}") from None
    return BakePlan(picture, pixels, _layer(picture), reason)


def _layer(picture: Picture, *, shown: bool = False) -> Sketch | None:
    """Return the text of a picture in its place; if the rest is `shown`, only text in filters."""
    from printnplay.pdf.raster import text_of

    scale = fineness(picture.svg) if shown else 1
    svg = text_of(picture.svg, filtered=shown)
    return _sketch(picture, svg, scale) if svg else None


def _lines(picture: Picture) -> Sketch | None:
    """Return the text of a picture in reading order, since its positions are unknown."""
    from printnplay.pdf.raster import lines_of

    if not picture.texts:
        return None
    empty = _sketch(picture, "")
    return empty._replace(svg=lines_of(picture.texts, empty[1:]))


def _sketch(picture: Picture, svg: str, scale: float = 1) -> Sketch:
    size = picture.extent.size
    return Sketch(svg, length(round(scale * size.width)), length(round(scale * size.height)))


Given = TypeVar("Given")
Found = TypeVar("Found")

CHUNK = 64
"""The most pictures in one compile: memory grows faster than the number of pages, and each compile
starts typst again. A guess."""
CHUNK_BYTES = 32_000_000
"""The most characters of the pictures in one compile: the compiler holds all photographs, and
decodes those in filters. A guess."""
PICTURES = 4
"""The factor by which a linked picture counts: typst caches it for ten more compiles. A guess."""


def _chunks(pictures: Iterable[Picture]) -> Iterator[list[Picture]]:
    chunk: list[Picture] = []
    size = 0
    for picture in pictures:
        text = len(picture.svg)
        added = text + PICTURES * (filled_length(picture.svg) - text)
        if len(chunk) == CHUNK or (chunk and size + added > CHUNK_BYTES):
            yield chunk
            chunk, size = [], 0
        chunk.append(picture)
        size += added
    if chunk:
        yield chunk


RESCUED = re.compile("failed to parse SVG|broke down")
"""The errors that are worth another try as pixels. A missing picture would be missing there too."""


Bakes: TypeAlias = Mapping[Picture, Baked]
"""The pages of pictures that were baked together, and so share fonts and images."""


class Terms(Struct, frozen=True):
    """Settings for baking: whether pixels are allowed, which inks to use, and the limits."""

    raster: bool = True
    inks: tuple[Ink, ...] = ()
    limits: Limits = field(default_factory=Limits)
    memo: Memo | None = None
    """The cache of baked pages between commands."""


class TypstBaker:
    """A baker that uses typst: vectors stay vectors, text stays text, fonts and images are shared.

    Anything that typst renders wrongly, or not at all, is rasterized, with an invisible text layer
    on top.
    """

    def __init__(self, fonts: Sequence[FontFace], terms: Terms | None = None) -> None:
        """Use only these fonts."""
        self._terms = terms or Terms()
        self._fonts = tuple(dict.fromkeys(fonts))
        self._oven = Oven(self._fonts, self._terms.limits)
        self._palette = Palette(self._terms.inks)

    def bake(self, pictures: Sequence[Picture], batches: Sequence[Sequence[Picture]] = ()) -> Bakes:
        """Return the pages of all the pictures; pictures that look the same share one.

        The pictures of each batch are baked together, independently of the others.

        Raises:
            BakeError: it names every picture that cannot be rendered.
        """
        divided = (_chunks(_distinct(batch).values()) for batch in batches)
        chunks = [chunk for several in divided for chunk in several]
        batched = {_look(picture) for chunk in chunks for picture in chunk}
        others = _distinct(pictures)
        chunks += _chunks(others[look] for look in others if look not in batched)
        pages: dict[Look, Baked] = {}
        for chunk, baked in zip(chunks, _all_or_faults(self._bake_chunk, chunks), strict=True):
            for picture, page in zip(chunk, baked, strict=True):
                pages.setdefault(_look(picture), page)
        return {picture: pages[_look(picture)] for picture in pictures}

    def _bake_chunk(self, pictures: Sequence[Picture]) -> list[Baked]:
        memo = self._terms.memo
        if memo is None:
            return self._fresh(pictures)
        key = self._key(pictures)
        kept = memo.take_value(Pages, key)
        return self._fresh(pictures, key) if kept is None else self._each(kept)

    def _fresh(self, pictures: Sequence[Picture], key: bytes = b"") -> list[Baked]:
        """Bake the pages of pictures and cache them under the key."""
        plans = _all_or_faults(self._plan, pictures)
        try:
            pages = _compiled(plans, self._oven.together)
        except (CompileError, OverLimitError):
            alone = _all_or_faults(self._alone, plans)
            rescued = [planned for planned, _ in alone]
            if rescued == plans:
                return [baked for _, baked in alone]
            # All can be compiled together now; with a file for each, the fonts would be repeated.
            try:
                pages = _compiled(rescued, self._oven.together)
            except (CompileError, OverLimitError):
                return [baked for _, baked in alone]
        baked = self._whole(pages, pictures)
        if key and self._terms.memo:
            self._terms.memo.put_value(key, pages, dense=True)
        return baked

    def _whole(self, pages: Pages, pictures: Sequence[Picture]) -> list[Baked]:
        """Return the single pages, after checking that no letters of their pictures are missing.

        Raises:
            BakeError: some letters are missing; they would be missing in print too.
        """
        baked, known = self._each(pages), dict[tuple[object, ...], object]()
        fonts = tuple(dict.fromkeys(face.path for face in self._fonts))
        found = (
            incomplete(picture, one.file.pages[one.page], fonts, known)
            for picture, one in zip(pictures, baked, strict=True)
            if not one.pixels
        )
        faults = tuple(fault for fault in found if fault)
        if faults:
            raise BakeError(faults)
        return baked

    def _key(self, pictures: Sequence[Picture]) -> bytes:
        """Return the cache key for the pages of pictures that are baked together."""
        digest = blake2b(key=self._common, digest_size=20)
        for svg, width, height in map(_look, pictures):
            drawing = svg.encode()
            digest.update(b"%d %d %d\n%b" % (width, height, len(drawing), drawing))
        return digest.digest()

    @cached_property
    def _common(self) -> bytes:
        """The part of the cache key that all pictures share."""
        terms = self._terms
        return key_of("baked", self._font_hashes, terms.raster, terms.inks)

    @cached_property
    def _font_hashes(self) -> Sequence[tuple[str, bytes]]:
        return [(face.name, font_hash(face.path)) for face in self._fonts]

    def _plan(self, picture: Picture) -> BakePlan:
        with blaming(picture):
            if not self._terms.raster and (reason := unlike(picture.svg)):
                raise BakeError((only_pixels(picture, reason),))
            return plan(picture, self._oven)

    def _alone(self, planned: BakePlan) -> tuple[BakePlan, Baked]:
        picture = planned.picture
        with blaming(picture):
            try:
                return planned, self._opened(_compiled([planned], self._oven.alone), picture)
            except CompileError as error:
                if planned.pixels or not RESCUED.search(str(error)):
                    raise
                rescued = self._rescued(picture, error)
                return rescued, self._opened(_compiled([rescued], self._oven.alone), picture)

    def _rescued(self, picture: Picture, error: CompileError) -> BakePlan:
        try:
            rescued = rescue(picture, self._oven, str(error))
        except CompileError:
            raise error from None
        if not self._terms.raster:
            raise BakeError((only_pixels(picture, str(error)),))
        return rescued

    def _opened(self, pages: Pages, picture: Picture) -> Baked:
        (baked,) = self._whole(pages, [picture])
        return baked

    def _each(self, pages: Pages) -> list[Baked]:
        """Return the single pages."""
        file = BakedFile(pages, self._palette)
        return [Baked(file, number, why) for number, why in enumerate(file.pixels)]


def _compiled(plans: Sequence[BakePlan], compiled: Callable[[Sequence[Sketch]], bytes]) -> Pages:
    """Compile pictures as planned."""
    sketches = [one.sketch for one in plans]
    layers: dict[int, int] = {}
    for page, one in enumerate(plans):
        if one.layer is not None:
            layers[page] = len(sketches)
            sketches.append(one.layer)
    grainy = frozenset(
        page for page, sketch in enumerate(sketches) if "<feTurbulence" in sketch.svg
    )
    return Pages(compiled(sketches), layers, grainy, tuple(one.pixels for one in plans))


def _all_or_faults(work: Callable[[Given], Found], given: Iterable[Given]) -> list[Found]:
    """Return all results, or raise the faults of all items together."""
    found: list[Found] = []
    faults: list[PictureFault] = []
    for one in given:
        try:
            found.append(work(one))
        except BakeError as error:
            faults += error.faults
    if faults:
        raise BakeError(tuple(faults))
    return found


Look: TypeAlias = tuple[str, Um, Um]
"""The properties that make pictures look the same: the drawing, and its width and height with
bleed."""


def _look(picture: Picture) -> Look:
    size, both = picture.size, 2 * picture.bleed
    return (picture.svg, size.width + both, size.height + both)


def _distinct(pictures: Iterable[Picture]) -> dict[Look, Picture]:
    distinct: dict[Look, Picture] = {}
    for picture in pictures:
        distinct.setdefault(_look(picture), picture)
    return distinct
