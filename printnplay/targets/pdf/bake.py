"""SVG pictures to PDF pages: all in one compile, in memory, with the project's fonts only."""

from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias

from printnplay.model.picture import Picture
from printnplay.model.sheet import FontFace
from printnplay.targets.pdf.baked import BakedFile
from printnplay.targets.pdf.errors import BakeError, PictureFault
from printnplay.targets.pdf.numbers import length

RASTER_SCALE = 2
"""Filters come out as pixels, 288 to an inch of the page: 576 on a page twice as large."""


@dataclass(frozen=True, slots=True)
class Baked:
    """A picture as a page of a PDF file; the page shows the picture with its bleed."""

    file: BakedFile
    page: int


Bakes: TypeAlias = Mapping[Picture, Baked]
"""The pages of pictures that were baked together, and so share fonts and images."""


class Baker(Protocol):
    """Turns pictures into PDF pages."""

    def bake(self, pictures: Sequence[Picture]) -> Bakes:
        """The pages of all the pictures.

        Raises:
            BakeError: names every picture that cannot be drawn.
        """


class TypstBaker:
    """Bakes with typst: vectors stay vectors, text stays text, fonts and images are shared."""

    def __init__(self, fonts: Sequence[FontFace]) -> None:
        """Use the fonts in the folders of these faces, and no others."""
        self._folders = sorted({str(Path(face.path).parent) for face in fonts})

    def bake(self, pictures: Sequence[Picture]) -> Bakes:
        """The pages of all the pictures; those that look the same share one.

        Raises:
            BakeError: names every picture that cannot be drawn.
        """
        pages: dict[tuple[object, ...], int] = {}
        distinct: list[Picture] = []
        for picture in pictures:
            if pages.setdefault(_look(picture), len(distinct)) == len(distinct):
                distinct.append(picture)
        if not distinct:
            return {}
        file = BakedFile(self._compile_or_blame(distinct))
        return {picture: Baked(file, pages[_look(picture)]) for picture in pictures}

    def start(self, pictures: Sequence[Picture]) -> Future[Bakes]:
        """Bake in a thread of its own; `result()` gives the pages or raises as `bake` does."""
        threads = ThreadPoolExecutor(max_workers=1)
        try:
            return threads.submit(self.bake, pictures)
        finally:
            threads.shutdown(wait=False)

    def _compile_or_blame(self, pictures: list[Picture]) -> bytes:
        import typst

        try:
            return self._compile(pictures)
        except typst.TypstError:
            raise BakeError(tuple(self._faults(pictures))) from None

    def _faults(self, pictures: list[Picture]) -> list[PictureFault]:
        """The pictures that fail, found by halving."""
        import typst

        try:
            self._compile(pictures)
        except typst.TypstError as error:
            if len(pictures) == 1:
                return [PictureFault(pictures[0].name, str(error.message))]
            middle = len(pictures) // 2
            return self._faults(pictures[:middle]) + self._faults(pictures[middle:])
        return []

    def _compile(self, pictures: list[Picture]) -> bytes:
        import typst

        fonts = typst.Fonts(
            include_system_fonts=False, include_embedded_fonts=False, font_paths=self._folders
        )
        source = "\n".join(_page(number, picture) for number, picture in enumerate(pictures))
        return typst.compile(
            source.encode(),
            font_paths=fonts,
            ignore_system_fonts=True,
            sys_inputs={f"s{number}": picture.svg for number, picture in enumerate(pictures)},
            timestamp=0,
            pdf_tags=False,
        )


def _look(picture: Picture) -> tuple[object, ...]:
    return (picture.svg, picture.extent.size)


def _page(number: int, picture: Picture) -> str:
    scale = RASTER_SCALE if "<filter" in picture.svg else 1
    width, height = (length(scale * side) for side in (picture.extent.width, picture.extent.height))
    return (
        f"#page(width: {width}pt, height: {height}pt, margin: 0pt, "
        f'image(bytes(sys.inputs.s{number}), format: "svg", '
        'width: 100%, height: 100%, fit: "stretch"))'
    )
