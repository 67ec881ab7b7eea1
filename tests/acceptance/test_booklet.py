"""The booklet, folded in the mind: pages in order, marks where to fold and trim."""

from collections.abc import Callable
from ctypes import byref, c_double
from dataclasses import dataclass
from itertools import product
from math import pi
from typing import Any

import pytest
from pypdfium2 import raw

from .builds import File, files
from .readback import MM, NEAR, Box, Line, box_of, page_size
from .shelf import Shelf
from .words import Wording

Wordings = Callable[[str], Wording]
WIDTH, HEIGHT = 127, 190.5
FOLIO = (6, 13)
"""How far above the lower edge of a page its number stands, in millimetres: from and to."""

CREEP = 0.11
"""How much nearer to the spine pages are set with each sheet further in, in millimetres."""

HYPHEN = "\x02"
"""What the viewer makes of a hyphen at the end of an upright line."""

HALF_TURN = pytest.approx(pi, abs=0.001)


@dataclass(frozen=True)
class Half:
    """One page as it is printed: its place, whether its head is at the head of the paper."""

    box: Box
    upright: bool


def halves(file: File, shelf: Shelf, side: int) -> tuple[Half, Half]:
    """The left and the right page of a printed side, as the file shows it."""
    page = shelf.pdf(file).document.pages[side]
    trim = box_of(page.trimbox, page_size(page)[1])
    spine = (trim.left + trim.right) / 2
    upright = not (file.flip == "long" and side % 2)
    left = Box(trim.left, trim.top, spine, trim.bottom)
    right = Box(spine, trim.top, trim.right, trim.bottom)
    return Half(left, upright), Half(right, upright)


def folio_of(half: Half) -> Box:
    """Where the number of a page stands: in the middle, as the running head is at a side."""
    box, (low, high) = half.box, FOLIO
    left, right = (box.left + (box.right - box.left) * share for share in (0.44, 0.56))
    if half.upright:
        return Box(left, box.bottom - high, right, box.bottom - low)
    return Box(left, box.top + low, right, box.top + high)


def text_in(page: Any, box: Box, height: float) -> str:  # noqa: ANN401
    """The words inside a box of a page."""
    edges = (box.left, height - box.bottom, box.right, height - box.top)
    found: str = page.get_textpage().get_text_bounded(*(edge / MM for edge in edges))
    return found.strip()


def number_of(file: File, shelf: Shelf, side: int, half: Half) -> int:
    """The number of a page: 0 without words.

    A cover has no number, and is known by the words of the reading edition.
    """
    pdf = shelf.pdf(file)
    height = page_size(pdf.document.pages[side])[1]
    found = text_in(pdf.viewed[side], folio_of(half), height)
    if found.isdecimal():
        return int(found)
    words = _letters(text_in(pdf.viewed[side], half.box, height))
    read = edition_of(file, shelf)
    last = 2 * len(pdf.viewed)
    if not words:
        return 0
    (number,) = [
        number
        for number, at in ((1, 0), (last, len(read) - 1))
        if _letters(read[at].get_textpage().get_text_range()) == words
    ]
    return number


def edition_of(file: File, shelf: Shelf) -> Any:  # noqa: ANN401
    """The pages of the reading edition, without those that complete the sheets of a booklet."""
    edition = File(file.language, file.paper, "rulebook", file.backs, file.flip)
    return shelf.pdf(edition).viewed


def _letters(text: str) -> list[str]:
    return sorted(sign for sign in text if sign.isalnum())


@pytest.mark.parametrize("file", files("booklet"), ids=str)
def test_folded_the_pages_come_in_order(file: File, shelf: Shelf) -> None:
    sides = len(shelf.pdf(file).document.pages)
    printed = [
        [number_of(file, shelf, side, half) for half in halves(file, shelf, side)]
        for side in range(sides)
    ]
    read = len(edition_of(file, shelf))
    wordless = 2 * sides - read
    assert wordless < 4, "a sheet is blank that need not be"
    wanted = [*range(1, read), *[0] * wordless, 2 * sides]
    assert _folded(printed, file.flip) == wanted


def _folded(printed: list[list[int]], flip: str) -> list[int]:
    """The pages as one turns them: down the right leaves of the nested sheets, up the left ones.

    Behind the right page of a front lies the left page of its back when the paper, lying on its
    long side, is turned about its short edge; turned about the long edge, the right one.
    """
    down: list[int] = []
    up: list[int] = []
    for front, back in zip(printed[::2], printed[1::2], strict=True):
        behind = back[::-1] if flip == "short" else back
        down += [front[1], behind[1]]
        up = [behind[0], front[0], *up]
    return [*down, *up]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("file", files("booklet"), ids=str)
def test_turned_over_every_page_stands_upright_and_the_number_is_in_its_middle(
    file: File, shelf: Shelf
) -> None:
    seen = 0
    for side, page in enumerate(shelf.pdf(file).viewed):
        height = page_size(shelf.pdf(file).document.pages[side])[1]
        creep = side // 2 * CREEP
        for half, inwards in zip(halves(file, shelf, side), (creep, -creep), strict=True):
            digits = _signs(page, folio_of(half), height)
            for _, _, angle in digits:
                assert angle == (pytest.approx(0, abs=0.001) if half.upright else HALF_TURN)
            if digits:
                middle = (half.box.left + half.box.right) / 2 + inwards
                assert (digits[0][0] + digits[-1][1]) / 2 == pytest.approx(middle, abs=0.5)
                seen += 1
    assert seen == len(edition_of(file, shelf)) - 2


def _signs(page: Any, box: Box, height: float) -> list[tuple[float, float, float]]:  # noqa: ANN401
    """Left edge, right edge and turn of every character inside a box."""
    text = page.get_textpage()
    found = []
    for index in range(text.count_chars()):
        left, bottom, right, top = (edge * MM for edge in text.get_charbox(index))
        if box.holds(Box(left, height - top, right, height - bottom)) and right > left:
            found.append((left, right, raw.FPDFText_GetCharAngle(text, index)))
    return sorted(found)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("file", files("booklet"), ids=str)
def test_every_letter_stands_where_the_reading_edition_has_it(file: File, shelf: Shelf) -> None:
    *pages, back = [_origins(page, HEIGHT) for page in edition_of(file, shelf)]
    pages += [[]] * (2 * len(shelf.pdf(file).viewed) - len(pages) - 1)
    pages.append(back)
    for side, page in enumerate(shelf.pdf(file).viewed):
        signs = _origins(page, page_size(shelf.pdf(file).document.pages[side])[1])
        creep = side // 2 * CREEP
        for half, inwards in zip(halves(file, shelf, side), (creep, -creep), strict=True):
            inside = [
                _on_page(half, (sign, x - inwards, y))
                for sign, x, y in signs
                if _holds(half.box, (sign, x, y))
            ]
            number = number_of(file, shelf, side, half)
            wanted = pages[number - 1] if number else []
            assert len(inside) == len(wanted)
            assert _astray(inside, wanted) == _astray(wanted, inside) == []


Sign = tuple[str, float, float]


def _origins(page: Any, height: float) -> list[Sign]:  # noqa: ANN401
    """Every character that is drawn, and where it starts on its baseline."""
    text = page.get_textpage()
    found = []
    for index in range(text.count_chars()):
        sign = chr(raw.FPDFText_GetUnicode(text, index)).replace(HYPHEN, "-")
        if raw.FPDFText_IsGenerated(text, index) or sign.isspace():
            continue
        x, y = c_double(), c_double()
        raw.FPDFText_GetCharOrigin(text, index, byref(x), byref(y))
        found.append((sign, x.value * MM, height - y.value * MM))
    return found


def _astray(signs: list[Sign], others: list[Sign]) -> list[Sign]:
    """The characters that the others have not at the same place."""
    there: dict[str, list[Sign]] = {}
    for one in others:
        there.setdefault(one[0], []).append(one)
    return [
        sign for sign in signs if not any(_same(sign, other) for other in there.get(sign[0], ()))
    ]


def _same(one: Sign, other: Sign) -> bool:
    return abs(one[1] - other[1]) < NEAR and abs(one[2] - other[2]) < NEAR


def _holds(box: Box, sign: Sign) -> bool:
    return box.left < sign[1] < box.right and box.top < sign[2] < box.bottom


def _on_page(half: Half, sign: Sign) -> Sign:
    """The place of a character counted from the corner of its page, upright."""
    box = half.box
    if half.upright:
        return sign[0], sign[1] - box.left, sign[2] - box.top
    return sign[0], box.right - sign[1], box.bottom - sign[2]


@pytest.mark.parametrize("file", files("booklet"), ids=str)
def test_ticks_show_three_edges_to_trim_and_dashes_the_fold(file: File, shelf: Shelf) -> None:
    for side, shows in enumerate(shelf.pdf(file).pages):
        left, right = halves(file, shelf, side)
        spread = Box(left.box.left, left.box.top, right.box.right, right.box.bottom)
        ticks, folds = (
            shows.of("trim"),
            [fold for fold in shows.of("fold") if _outside(fold, spread)],
        )
        for upright, at in _corners(spread):
            assert len([tick for tick in ticks if tick.upright == upright and _near(tick, at)]) == 2
        assert len(ticks) == 8
        assert [fold.upright for fold in folds] == [True, True]
        assert [fold.at for fold in folds] == pytest.approx([left.box.right] * 2, abs=NEAR)
        assert all(_outside(tick, spread) for tick in ticks)


def _corners(box: Box) -> list[tuple[bool, float]]:
    return [*product((True,), (box.left, box.right)), *product((False,), (box.top, box.bottom))]


def _near(line: Line, at: float) -> bool:
    return abs(line.at - at) < NEAR


def _outside(line: Line, box: Box) -> bool:
    return not line.enters(box)


@pytest.mark.parametrize("file", files("booklet"), ids=str)
def test_labels_stand_outside_the_trimmed_pages_in_the_language(
    file: File, shelf: Shelf, wording: Wordings
) -> None:
    words, pdf = wording(file.language), shelf.pdf(file)
    for side, page in enumerate(pdf.viewed):
        width, height = page_size(pdf.document.pages[side])
        left, right = (half.box for half in halves(file, shelf, side))
        turned = file.flip == "long" and side % 2 == 1
        margins = {
            "head": Box(0, 0, width, left.top),
            "foot": Box(0, left.bottom, width, height),
            "left": Box(0, 0, left.left, height),
            "right": Box(right.right, 0, width, height),
        }
        found = {name: text_in(page, box, height).split() for name, box in margins.items()}
        if turned:
            found["head"], found["foot"] = found["foot"], found["head"]
            found["left"], found["right"] = found["right"], found["left"]
        name = words.text("booklet.back" if side % 2 else "booklet.front")
        sheet = words.text("booklet.sheet", sheet=side // 2 + 1, side=name)
        fold, trim = words.text("booklet.fold"), words.text("booklet.trim")
        order = words.text("booklet.fold_then_trim")
        # Beyond the bleed, only Letter has room at head and foot.
        above = (fold, trim) if file.paper == "letter" else ()
        for margin, texts in (
            ("head", above),
            ("foot", above),
            ("left", (sheet, trim)),
            ("right", (order, trim)),
        ):
            assert sorted(found[margin]) == sorted(" ".join(texts).split()), margin
