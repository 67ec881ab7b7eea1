"""The pictures on the sheets are those of the cards: seen, not read."""

from collections import Counter
from collections.abc import Callable

import pytest
from PIL.Image import Image

from .builds import File, files
from .cards import pages_of, places
from .readback import MM, Box
from .shelf import Shelf
from .words import Wording

Wordings = Callable[[str], Wording]
PER_MM = 3
COLOURS = ("red", "blue", "green", "yellow")
RING = 15
"""How far, in millimetres, an O reaches above the middle of its card, where an X has its notch."""


@pytest.mark.at_leisure
@pytest.mark.parametrize("file", files("kit", "long")[:1], ids=str)
def test_each_sheet_holds_symbols_of_its_own_colour(
    file: File, shelf: Shelf, wording: Wordings
) -> None:
    words = wording(file.language)
    style = words.loaded.style.colours
    seen = 0
    for at, (page, shows) in enumerate(pages_of(file, shelf, words.game)):
        if page.kind != "front" or page.title == "sheets.action":
            continue
        image = shelf.pdf(file).viewed[at].render(scale=PER_MM * MM).to_pil().convert("RGB")
        for card, box in zip(page.cards, places(shows), strict=True):
            symbol, _, colour = card.partition("-")
            counted = _pixels(image, box)
            assert max(COLOURS, key=lambda name: counted[_ink(style[name])]) == colour, card
            ring = _pixels(image, _above_middle(box))
            inked = ring[_ink(style[colour])] + ring[_ink(style[f"{colour}-tone"])]
            assert (inked > 0) == (symbol == "o"), card
            seen += 1
    assert seen == 48


def _above_middle(box: Box) -> Box:
    across, down = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    return Box(across - 1, down - RING - 1, across + 1, down - RING + 1)


def _ink(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour.removeprefix("#")))


def _pixels(image: Image, box: Box) -> Counter[object]:
    """How many pixels of a part of a page, in millimetres, have which colour."""
    left, top, right, bottom = (round(edge * PER_MM) for edge in box.edges)
    colours = image.crop((left, top, right, bottom)).getcolors(1 << 20)
    return Counter({ink: count for count, ink in colours or ()})
