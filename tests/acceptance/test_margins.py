"""No printer has to reach the edge of the paper for what is read or kept."""

import pypdfium2
import pytest

from .builds import File, files
from .shelf import Shelf

pytestmark = pytest.mark.sampled(2)

SCALE = 128 / 72
"""Pixels to a point."""

UNPRINTABLE = (5 * 128 // 25.4 - 1) / SCALE
"""Five millimetres in points; a pixel less, for an edge that falls between two."""

WHITE = (255, 255)


def darkest_and_lightest(page: pypdfium2.PdfPage, *cut: float, scale: float = SCALE) -> object:
    """The extremes of what is left of a page when its margins are cut: left, foot, right, head."""
    return page.render(scale=scale, grayscale=True, crop=cut).to_pil().getextrema()


@pytest.mark.parametrize("file", files("booklet"), ids=str)
def test_nothing_that_is_read_lies_in_the_margins_of_a_booklet(file: File, shelf: Shelf) -> None:
    """Bleed and the lines to trim by run on towards the edge of the paper; words do not."""
    for number, page in enumerate(shelf.pdf(file).viewed, start=1):
        width, height = page.get_size()
        text = page.get_textpage()
        boxes = [text.get_charbox(at) for at in range(text.count_chars())]
        assert boxes, f"page {number}"
        for left, foot, right, head in boxes:
            if left < right and foot < head:
                assert min(left, foot, width - right, height - head) >= UNPRINTABLE, (
                    f"page {number}"
                )


@pytest.mark.parametrize("file", files("kit"), ids=str)
def test_the_margins_of_every_page_without_cards_stay_white(file: File, shelf: Shelf) -> None:
    pdf = shelf.pdf(file)
    for number, page in enumerate(pdf.viewed, start=1):
        if pdf.pages[number - 1].pictures:
            continue
        width, height = page.get_size()
        strips = (
            darkest_and_lightest(page, 0, height - UNPRINTABLE, 0, 0),
            darkest_and_lightest(page, 0, 0, 0, height - UNPRINTABLE),
            darkest_and_lightest(page, 0, 0, width - UNPRINTABLE, 0),
            darkest_and_lightest(page, width - UNPRINTABLE, 0, 0, 0),
        )
        assert strips == (WHITE,) * 4, f"page {number}"
        assert darkest_and_lightest(page, 0, 0, 0, 0, scale=1 / 4) != WHITE
