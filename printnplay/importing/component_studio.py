"""Read a dataset that Component Studio exported: rows with texts and pictures, in a plain layout.

An export has no design, so the cards get one to start from.
"""

import re
from collections.abc import Sequence

from printnplay.files.catalog import display_path
from printnplay.files.door import is_folder
from printnplay.importing.source import Source
from printnplay.importing.values import Box, Card, Deck, Font, ForeignProject, Image, Run, Words
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Rect, Size, mm, pt

COPIES = ("quantity", "qty", "count", "copies")
NAMES = ("name", "title")
PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".svg", ".gif")

BLEED = mm(3.175)
SIZE = Size(mm(63.5) + 2 * BLEED, mm(88.9) + 2 * BLEED)
"""The size of a poker card with the bleed of The Game Crafter, which most designs have."""
EDGE = mm(5)


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
    source: Source, name: str, headings: Sequence[str], rows: Sequence[Sequence[str]], place: Span
) -> Deck:
    plain = [heading.lower() for heading in headings]
    title = next((plain.index(one) for one in NAMES if one in plain), 0)
    copies = next((plain.index(one) for one in COPIES if one in plain), -1)
    files: dict[int, dict[int, str]] = {}
    for at, heading in enumerate(plain):
        cells = [row[at].strip() for row in rows]
        if at not in (title, copies) and _are_pictures(heading, cells):
            files[at] = _files(source, cells, place)
    picture = next((at for at, found in files.items() if found), None)
    texts = [
        at
        for at, heading in enumerate(plain)
        if heading and at not in (title, copies, *files) and not _are_numbers(rows, at)
    ]
    longest = sorted(texts, key=lambda at: -sum(len(row[at]) for row in rows))[:1]
    small = [
        at
        for at, heading in enumerate(plain)
        if heading and _are_numbers(rows, at) and at != copies
    ][:1]
    cards = []
    for number, row in enumerate(rows):
        fields = {
            heading: cell
            for at, (heading, cell) in enumerate(zip(headings, row, strict=True))
            if heading and at != copies
        }
        file = files[picture].get(number, "") if picture is not None else ""
        said = row[copies].strip() if copies >= 0 else "1"
        count = int(said) if re.fullmatch(r"\d{1,3}", said) else 1
        boxes = _boxes(headings, row, title, longest, small, file, has_picture=picture is not None)
        if count:
            cards.append(Card(fields, tuple(boxes), copies=count))
    return Deck(name, SIZE, BLEED, tuple(cards))


def _boxes(  # noqa: PLR0913
    headings: Sequence[str],
    row: Sequence[str],
    title: int,
    longest: Sequence[int],
    small: Sequence[int],
    file: str,
    *,
    has_picture: bool,
) -> list[Box]:
    left, width = BLEED + EDGE, SIZE.width - 2 * (BLEED + EDGE)
    top = BLEED + EDGE
    found = [
        Box(
            headings[title],
            Rect(left, top, width, mm(9)),
            _words(row[title], 14, "middle", bold=True),
        )
    ]
    top += mm(11)
    if file:
        found.append(Box("picture", Rect(left, top, width, mm(36)), Image(file, "contain")))
    if has_picture:
        top += mm(38)
    for at in longest:
        rect = Rect(left, top, width, SIZE.height - top - BLEED - EDGE - mm(8))
        found.append(Box(headings[at], rect, _words(row[at], 10, "middle")))
    for at in small:
        rect = Rect(left, SIZE.height - BLEED - EDGE - mm(7), width, mm(7))
        found.append(Box(headings[at], rect, _words(row[at], 12, "middle", bold=True)))
    return [box for box in found if not isinstance(box.what, Words) or box.what.source.strip()]


def _words(text: str, points: float, valign: str, *, bold: bool = False) -> Words:
    font = Font("sans-serif", pt(points), bold)
    return Words((Run(text),), text, font, "#000000", "centre", valign)


def _are_numbers(rows: Sequence[Sequence[str]], at: int) -> bool:
    cells = [row[at].strip() for row in rows if row[at].strip()]
    return bool(cells) and all(re.fullmatch(r"-?\d{1,9}(?:\.\d+)?", cell) for cell in cells)


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
