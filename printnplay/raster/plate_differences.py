"""Differences between the printing plates of languages, measured on their pixels."""

from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO

from msgspec import Struct

from printnplay.kernel.geometry import Rect, mm
from printnplay.pdf.pixels import Pixels, alike, difference, rendered
from printnplay.pdf.plates import BLACK_PLATE, plate_of, plates_of

PER_INCH = 200
"""The resolution at which plates are compared, in pixels per inch: a full stop of 7 pt has some two
pixels across."""

RED = (208, 0, 40)
"""The colour of pixels that differ."""

PALE = 200
"""The brightness of black below them, of 255: red stands out, and texts can be read. A guess."""

GAP = 8
"""The width of white between two plates in a picture, in pixels."""


class PlateDifference(Struct, frozen=True):
    """A page of which two languages need different coloured plates.

    `page` counts from 0. `languages` are the indices of the first language and of those that differ
    from it. `plates` are the coloured plates that differ, and `place` encloses the differences,
    from the top left corner of the page.
    """

    page: int
    languages: tuple[int, ...]
    plates: tuple[str, ...]
    place: Rect


class Compared(Struct, frozen=True):
    """The differences of coloured plates, and the pages whose black plates differ."""

    differences: tuple[PlateDifference, ...]
    black: frozenset[int]


class Plates:
    """The plates of a press-ready file that has the pages of each language one after the other."""

    def __init__(self, pdf: bytes, languages: int, pages: int) -> None:
        """Separate the file into its plates."""
        self.languages, self._pages = languages, pages
        self._files: Mapping[str, bytes] = {plate: plate_of(pdf, plate) for plate in plates_of(pdf)}

    def compared(self) -> Compared:
        """Return what differs from the first language, page by page."""
        found, black = [], set()
        for page in range(self._pages):
            boxes = dict(self._boxes(page))
            if any(plate == BLACK_PLATE for plate, _ in boxes):
                black.add(page)
            coloured = {of: box for of, box in boxes.items() if of[0] != BLACK_PLATE}
            if coloured:
                found.append(_difference(page, coloured))
        return Compared(tuple(found), frozenset(black))

    def _boxes(self, page: int) -> Iterator[tuple[tuple[str, int], tuple[int, int, int, int]]]:
        """Yield the plates and languages that differ from the first one, with the place."""
        for plate in self._files:
            first = self.image(plate, page, 0)
            for language in range(1, self.languages):
                other = self.image(plate, page, language)
                box = difference(first, other).getbbox() if first.size == other.size else None
                if box is not None:
                    yield (plate, language), box

    def image(self, plate: str, page: int, language: int) -> Pixels:
        """Return a plate of a page in a language, in grey."""
        number = language * self._pages + page
        return rendered(self._files[plate], number, PER_INCH, grey=True).convert("L")

    def shown(self, found: PlateDifference) -> Pixels:
        """Return a picture of a difference: for each language, its plates with the place in red."""
        from PIL import Image

        rows = [
            [self._marked(plate, found, language) for plate in found.plates]
            for language in found.languages
        ]
        width, height = (side + GAP for side in rows[0][0].size)
        whole = Image.new("RGB", (len(rows[0]) * width - GAP, len(rows) * height - GAP), "white")
        for down, row in enumerate(rows):
            for across, picture in enumerate(row):
                whole.paste(picture, (across * width, down * height))
        return whole

    def _marked(self, plate: str, found: PlateDifference, language: int) -> Pixels:
        from PIL import Image, ImageChops

        own = self.image(plate, found.page, language)
        others = [self.image(plate, found.page, of) for of in found.languages if of != language]
        mask = Image.new("L", own.size, 0)
        for other in others:
            mask = ImageChops.lighter(mask, difference(own, other))
        pale = own.point([PALE + level * (255 - PALE) // 255 for level in range(256)])
        return Image.composite(Image.new("RGB", own.size, RED), pale.convert("RGB"), mask)


def _difference(
    page: int, boxes: Mapping[tuple[str, int], tuple[int, int, int, int]]
) -> PlateDifference:
    left, top, right, bottom = (
        pick(edges)
        for pick, edges in zip((min, min, max, max), zip(*boxes.values(), strict=True), strict=True)
    )
    pixel = mm(25.4) / PER_INCH
    place = Rect(*(round(pixel * edge) for edge in (left, top, right - left, bottom - top)))
    languages = (0, *sorted({language for _, language in boxes}))
    return PlateDifference(page, languages, tuple(dict.fromkeys(of for of, _ in boxes)), place)


def is_sum(whole: Sequence[Pixels], parts: Sequence[Sequence[Pixels]]) -> bool:
    """Return whether plates printed on one another are the same as whole plates."""
    from PIL import ImageChops

    return all(
        alike(plate, ImageChops.multiply(*part)) for plate, part in zip(whole, parts, strict=True)
    )


def png_of(image: Pixels) -> bytes:
    """Return a picture as a PNG file."""
    stream = BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()
