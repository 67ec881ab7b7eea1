"""No printer has to reach the edge of the paper."""

import pytest

from .builds import File, files
from .shelf import Shelf

DPI = 128
UNPRINTABLE = DPI // 4 - 1
"""A quarter of an inch in pixels; one less, for an edge that falls between two."""

WHITE = (255, 255)


@pytest.mark.parametrize("file", [*files("kit"), *files("booklet")], ids=str)
def test_the_outer_quarter_inch_of_every_page_stays_white(file: File, shelf: Shelf) -> None:
    for number, page in enumerate(shelf.pdf(file).viewed, start=1):
        image = page.render(scale=DPI / 72, grayscale=True).to_pil()
        width, height = image.size
        strips = (
            (0, 0, width, UNPRINTABLE),
            (0, height - UNPRINTABLE, width, height),
            (0, 0, UNPRINTABLE, height),
            (width - UNPRINTABLE, 0, width, height),
        )
        assert [image.crop(strip).getextrema() for strip in strips] == [WHITE] * 4, f"page {number}"
        assert image.getextrema() != WHITE
