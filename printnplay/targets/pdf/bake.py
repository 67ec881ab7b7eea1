"""SVG pictures to PDF pages: many in one compile, in memory, with the project's fonts only."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Protocol, TypeAlias, TypeVar

from printnplay.model.picture import Picture
from printnplay.model.sheet import FontFace
from printnplay.model.style import Ink
from printnplay.targets.pdf.baked import BakedFile
from printnplay.targets.pdf.compiling import CompileError, Sketch
from printnplay.targets.pdf.doubts import unlike
from printnplay.targets.pdf.errors import BakeError, PictureFault, blaming, only_pixels
from printnplay.targets.pdf.inks import Palette
from printnplay.targets.pdf.limits import Limits, OverLimitError
from printnplay.targets.pdf.oven import Oven
from printnplay.targets.pdf.plans import Plan, plan, rescue

Given = TypeVar("Given")
Found = TypeVar("Found")

CHUNK = 256
"""So many pictures go into one compile; the memory that one takes grows faster than its pages."""


RESCUED = re.compile("failed to parse SVG|broke down")
"""What is worth another try as pixels. A picture that is missing would be missing there too."""


@dataclass(frozen=True, slots=True)
class Baked:
    """A picture as a page of a PDF file; the page shows the picture with its bleed.

    `pixels` says why it is printed as pixels; it is empty where it is not.
    """

    file: BakedFile
    page: int
    pixels: str = ""


Bakes: TypeAlias = Mapping[Picture, Baked]
"""The pages of pictures that were baked together, and so share fonts and images."""


@dataclass(frozen=True, slots=True)
class Terms:
    """How baking may go about it: whether with pixels, in which inks, within what limits."""

    raster: bool = True
    inks: tuple[Ink, ...] = ()
    limits: Limits = field(default_factory=Limits)


class Baker(Protocol):
    """Turns pictures into PDF pages."""

    def bake(self, pictures: Sequence[Picture]) -> Bakes:
        """The pages of all the pictures.

        Raises:
            BakeError: names every picture that cannot be drawn.
        """


class TypstBaker:
    """Bakes with typst: vectors stay vectors, text stays text, fonts and images are shared.

    What typst draws wrong, or not at all, is drawn as pixels, with its text unseen on top.
    """

    def __init__(self, fonts: Sequence[FontFace], terms: Terms | None = None) -> None:
        """Use the fonts in the folders of these faces, and no others."""
        self._terms = terms or Terms()
        folders = sorted({str(Path(face.path).parent) for face in fonts})
        self._oven = Oven(tuple(folders), self._terms.limits)
        self._palette = Palette(self._terms.inks)

    def bake(self, pictures: Sequence[Picture]) -> Bakes:
        """The pages of all the pictures; those that look the same share one.

        Raises:
            BakeError: names every picture that cannot be drawn.
        """
        distinct: dict[tuple[object, ...], Picture] = {}
        for picture in pictures:
            distinct.setdefault(_look(picture), picture)
        some = list(distinct.values())
        chunks = [some[start : start + CHUNK] for start in range(0, len(some), CHUNK)]
        baked = _all_or_faults(self._bake_chunk, chunks)
        pages = dict(zip(distinct, chain.from_iterable(baked), strict=True))
        return {picture: pages[_look(picture)] for picture in pictures}

    def start(self, pictures: Sequence[Picture]) -> Future[Bakes]:
        """Bake in a thread of its own; `result()` gives the pages or raises as `bake` does."""
        threads = ThreadPoolExecutor(max_workers=1)
        try:
            return threads.submit(self.bake, pictures)
        finally:
            threads.shutdown(wait=False)

    def _bake_chunk(self, pictures: Sequence[Picture]) -> list[Baked]:
        plans = _all_or_faults(self._plan, pictures)
        try:
            return self._baked(plans, self._oven.together)
        except (CompileError, OverLimitError):
            alone = _all_or_faults(self._alone, plans)
        rescued = [planned for planned, _ in alone]
        if rescued != plans:
            # All sound now; a file of their own for each would hold the fonts as many times.
            with suppress(CompileError, OverLimitError):
                return self._baked(rescued, self._oven.together)
        return [baked for _, baked in alone]

    def _plan(self, picture: Picture) -> Plan:
        with blaming(picture):
            if not self._terms.raster and (reason := unlike(picture.svg)):
                raise BakeError((only_pixels(picture, reason),))
            return plan(picture, self._oven)

    def _alone(self, planned: Plan) -> tuple[Plan, Baked]:
        picture = planned.picture
        with blaming(picture):
            try:
                return planned, self._baked([planned], self._oven.alone)[0]
            except CompileError as error:
                if planned.pixels or not RESCUED.search(str(error)):
                    raise
                rescued = self._rescued(picture, error)
                return rescued, self._baked([rescued], self._oven.alone)[0]

    def _rescued(self, picture: Picture, error: CompileError) -> Plan:
        try:
            rescued = rescue(picture, self._oven, str(error))
        except CompileError:
            raise error from None
        if not self._terms.raster:
            raise BakeError((only_pixels(picture, str(error)),))
        return rescued

    def _baked(
        self, plans: Sequence[Plan], compiled: Callable[[Sequence[Sketch]], bytes]
    ) -> list[Baked]:
        sketches = [one.sketch for one in plans]
        layers: dict[int, int] = {}
        for page, one in enumerate(plans):
            if one.layer is not None:
                layers[page] = len(sketches)
                sketches.append(one.layer)
        file = BakedFile(compiled(sketches), layers, self._palette)
        return [Baked(file, page, one.pixels) for page, one in enumerate(plans)]


def _all_or_faults(work: Callable[[Given], Found], given: Iterable[Given]) -> list[Found]:
    """What comes of each; the faults of all together, if there are any."""
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


def _look(picture: Picture) -> tuple[object, ...]:
    return (picture.svg, picture.extent.size)
