"""Read a dataset that Component Studio exported: rows with texts and pictures, in a plain layout.

An export has no design, so the cards get one to start from.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from math import ceil

from printnplay.files.catalog import display_path
from printnplay.files.door import is_folder
from printnplay.importing.source import Source
from printnplay.importing.values import (
    BOLD,
    PLAIN,
    Box,
    Card,
    Deck,
    Font,
    ForeignProject,
    Image,
    Run,
    Words,
)
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Rect, Size, mm, pt

COPIES = ("quantity", "qty", "count", "copies")
NAMES = ("name", "title")
PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".svg", ".gif")

BLEED = mm(3.175)
SIZE = Size(mm(63.5) + 2 * BLEED, mm(88.9) + 2 * BLEED)
"""The size of a poker card with the bleed of The Game Crafter, which most designs have."""
EDGE = mm(5)

ROW = mm(4.5)
"""The height of a row of further cells: one line of 8 points, with room."""
MOST_SMALL = 6
"""The most further cells of a card: three rows of two leave a text below a picture some lines."""


def read_project(source: Source) -> ForeignProject:
    """Return a deck for each table of a folder, or for one table."""
    paths = source.scripts(".csv", ".xlsx") if is_folder(source.path) else [source.path]
    decks = []
    for path in paths:
        headings, rows = source.table(path)
        name = " ".join(re.split(r"[\W_]+", path.stem)).strip().title() or "Cards"
        if not rows:
            continue
        place = Span(display_path(path))
        decks.append(_deck(source, name, headings, rows, place))
        todo = "choose another in the tab Layout of `printnplay preview`, or write the template"
        what = "the design is not in the export: a plain layout stands in"
        source.lose(place, what, todo, is_guess=True)
    return source.project("Component Studio", decks)


def _deck(
    source: Source, name: str, headings: list[str], rows: list[list[str]], place: Span
) -> Deck:
    plain = [heading.lower() for heading in headings]
    columns = [[row[at].strip() for row in rows] for at in range(len(headings))]
    title = next((plain.index(one) for one in NAMES if one in plain), 0)
    copies = next((plain.index(one) for one in COPIES if one in plain), -1)
    others = [at for at in range(len(plain)) if plain[at] and at not in (title, copies)]
    files = {
        at: _files(source, columns[at], place)
        for at in others
        if _are_pictures(plain[at], columns[at])
    }
    picture = max(files.values(), key=lambda found: len(set(found.values())), default=None) or None
    if any("{{" in cell or "{%" in cell for row in rows for cell in row):
        todo = "write its values into the table"
        source.lose(place, "cells with expressions of Component Studio, such as `{{ … }}`", todo)
    numbers = [at for at in (title, *others) if _are_numbers(columns[at])]
    texts = [at for at in others if at not in (*files, *numbers)]
    longest = sorted(texts, key=lambda at: -len("".join(columns[at])))
    parts = {
        "title": title,
        "text": longest[0] if longest else -1,
        "number": min(numbers, default=-1),
    }
    rest = [at for at in numbers + texts if at not in parts.values()]
    small, hidden = rest[:MOST_SMALL], rest[MOST_SMALL:]
    hidden += [at for at, found in files.items() if found is not picture]
    for at in hidden:
        what = f"the column `{headings[at]}` is in the table, and on no card"
        source.lose(place, what, "add a box for it in the tab Layout")
    cards = []
    for number, row in enumerate(rows):
        fields = {
            heading: cell
            for at, (heading, cell) in enumerate(zip(headings, row, strict=True))
            if heading and at != copies
        }
        said = row[copies].strip() if copies >= 0 else "1"
        count = int(said) if re.fullmatch(r"\d{1,3}", said) else 1
        words = {part: (headings[at], row[at]) for part, at in parts.items() if at >= 0}
        file = None if picture is None else picture.get(number, "")
        if count:
            cells = [(headings[at], row[at]) for at in small]
            cards.append(Card(fields, tuple(_boxes(words, cells, file)), copies=count))
    return Deck(name, SIZE, BLEED, tuple(cards))


def _boxes(
    words: Mapping[str, tuple[str, str]], cells: Sequence[tuple[str, str]], file: str | None
) -> Iterator[Box]:
    """Yield a title, a picture (None if no card has one), a text, further cells and a number."""
    left, top = BLEED + EDGE, BLEED + EDGE + mm(11)
    width, bottom = SIZE.width - 2 * left, SIZE.height - BLEED - EDGE
    picture = Rect(left, top, width, mm(36))
    top += 0 if file is None else mm(38)
    small = bottom - mm(8) - ROW * ceil(len(cells) / 2)
    places = {
        "title": (Rect(left, BLEED + EDGE, width, mm(9)), 14),
        "text": (Rect(left, top, width, small - top), 10),
        "number": (Rect(left, bottom - mm(7), width, mm(7)), 12),
    }
    for part, (heading, text) in words.items():
        rect, points = places[part]
        yield from _box(
            heading, text, rect, Font("sans-serif", pt(points), PLAIN if part == "text" else BOLD)
        )
        if part == "title" and file:
            yield Box("picture", picture, Image(file, "contain"))
    for at, (heading, text) in enumerate(cells):
        is_alone = at % 2 == 0 and at == len(cells) - 1
        wide, x = (width, left) if is_alone else (width // 2, left + at % 2 * width // 2)
        rect = Rect(x, small + at // 2 * ROW, wide, ROW)
        yield from _box(heading, text, rect, Font("sans-serif", pt(8)))


def _box(heading: str, text: str, rect: Rect, font: Font) -> Iterator[Box]:
    """Yield the box of a text; none if it is empty."""
    if text.strip():
        what = Words((Run(text),), text, font, "#000000", "centre", "middle")
        yield Box(heading, rect, what)


def _are_numbers(cells: Sequence[str]) -> bool:
    filled = [cell for cell in cells if cell]
    return bool(filled) and all(re.fullmatch(r"-?\d{1,9}(?:\.\d+)?", cell) for cell in filled)


def _are_pictures(heading: str, cells: Sequence[str]) -> bool:
    filled = [cell for cell in cells if cell]
    named = any(word in heading for word in ("image", "picture", "art", "icon"))
    return bool(filled) and all(
        cell.lower().split("?")[0].endswith(PICTURES) or (named and "://" in cell)
        for cell in filled
    )


def _files(source: Source, cells: Sequence[str], place: Span) -> dict[int, str]:
    """Return the picture of each row; those at addresses are found by the ends of these."""
    found = {}
    for number, cell in enumerate(cells):
        if not cell:
            continue
        name = cell.split("?")[0].rpartition("/")[2] if "://" in cell else cell
        if "://" in cell and source.find(name) is None:
            todo = "download the picture into the folder of the table, and import again"
            source.lose(place, f"the picture at `{cell[:60]}`", todo)
            continue
        if file := source.picture(name, place):
            found[number] = file
    return found
