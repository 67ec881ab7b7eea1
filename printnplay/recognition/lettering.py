"""The words of a page, with their places and directions."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from printnplay.kernel.geometry import Affine, Rect
from printnplay.recognition.values import Word

MOST_CHARACTERS = 20_000
"""The most characters of a page that are read: a page of a newspaper has as many."""


def words_on(page: Any, matrix: Affine) -> tuple[Word, ...]:
    """Return the words of a PDFium page.

    Args:
        page: the page.
        matrix: from its points to micrometres of the page as seen.
    """
    text = page.get_textpage()
    try:
        return tuple(_words(text, matrix))
    finally:
        text.close()


def words_in(words: Iterable[Word], rects: Sequence[Rect]) -> list[list[Word]]:
    """Return the words in each of some rectangles."""
    found: list[list[Word]] = [[] for _ in rects]
    for word in words:
        for number, rect in enumerate(rects):
            if rect.x < word.x < rect.right and rect.y < word.y < rect.bottom:
                found[number].append(word)
    return found


def _words(text: Any, matrix: Affine) -> Iterator[Word]:
    from pypdfium2.raw import FPDFText_GetUnicode

    numbers = range(min(text.count_chars(), MOST_CHARACTERS))
    characters = [(chr(FPDFText_GetUnicode(text, number)), number) for number in numbers]
    for is_word, group in groupby(characters, lambda one: one[0].isalnum()):
        if is_word:
            word = list(group)
            places = [_middle(text.get_charbox(number), matrix) for _, number in word]
            (x1, y1), (x2, y2) = places[0], places[-1]
            name = "".join(letter for letter, _ in word).lower()
            yield Word(name, round((x1 + x2) / 2), round((y1 + y2) / 2), _turn(x2 - x1, y2 - y1))


def _middle(box: tuple[float, float, float, float], matrix: Affine) -> tuple[float, float]:
    left, bottom, right, top = box
    return matrix.at((left + right) / 2, (bottom + top) / 2)


def _turn(across: float, down: float) -> int | None:
    """Return how far the direction of a word is turned clockwise; None if it has one letter."""
    if max(abs(across), abs(down)) < 1:
        return None
    if abs(across) >= abs(down):
        return 0 if across > 0 else 180
    return 90 if down > 0 else 270
