"""The file print.yaml: what was found in files that are printed again, to be corrected there."""

import json
from collections.abc import Sequence
from itertools import chain, count

from msgspec.structs import replace

from printnplay.kernel.geometry import Um, in_mm
from printnplay.recognition.values import Found, FoundPage, Place


def print_yaml(found: Found, files: Sequence[str], bleed: str, size: str) -> str:
    """Return print.yaml for what was found in files."""
    ids = _page_ids(found.pages, len(files))
    lines = [
        "# The cards that `printnplay print` found. Correct them here, and run"
        " `printnplay print print.yaml`.",
        "# Lengths are those of the page as a reader shows it, from its top left corner.",
        f"files: [{', '.join(map(quoted, files))}]",
        f"bleed: {quoted(bleed)}  # where a page shows none: mirror, stretch, or a colour",
    ]
    if size:
        lines.append(f"size: {size}")
    lines.append("pages:")
    for page, name in zip(found.pages, ids, strict=True):
        lines += _page_lines(page, name)
    lines.append("cards:")
    for card in found.cards:
        parts = [f"front: {_place(card.front, ids)}"]
        if card.back is not None:
            parts.append(f"back: {_place(card.back, ids)}")
            if card.back.turn:
                parts.append(f"turn: {card.back.turn}")
        lines.append(f"  - {{{', '.join(parts)}}}")
    return "\n".join(lines) + "\n"


def _page_ids(pages: Sequence[FoundPage], files: int) -> list[str]:
    """Return the names of pages: numbers, with the number of the file where there are several.

    A page with cards of several sizes is listed for each: `3`, `3b`.
    """
    is_each_a_file = len({page.file for page in pages}) == len(pages)
    names: list[str] = []
    for page in pages:
        name = str(page.page + 1)
        if files > 1:
            name = str(page.file + 1) if is_each_a_file else f"{page.file + 1}-{name}"
        again = (f"{name}{ending}" for ending in chain(_LETTERS, (f"z{n}" for n in count(2))))
        names.append(next(one for one in chain([name], again) if one not in names))
    return names


_LETTERS = "bcdefghijklmnopqrstuvwxyz"
"""What follows the number of a page that is listed again, once for each size of its cards."""


def _place(place: Place, ids: Sequence[str]) -> str:
    return f"{ids[place.page]}.{place.cell + 1}"


def _page_lines(page: FoundPage, name: str) -> list[str]:
    first = page.cells[0]
    head = [f"id: {quoted(name)}"]
    if page.file:
        head.append(f"file: {page.file + 1}")
    head += [
        f"page: {page.page + 1}",
        f"size: {in_mm(first.rect.width)}x{in_mm(first.rect.height)}mm",
    ]
    if bleed := min(cell.bleed for cell in page.cells):
        head.append(f"bleed: {in_mm(bleed)}mm")
    if first.shape and all(cell.shape == first.shape for cell in page.cells):
        head.append(f"shape: {first.shape}")
    if first.turn:
        head.append(f"turn: {first.turn:.2f}deg")
    cells = ", ".join(f"{in_mm(c.rect.x)}x{in_mm(c.rect.y)}mm" for c in page.cells)
    return [f"  - {{{', '.join(head)},", f"     cells: [{cells}]}}"]


def quoted(text: str) -> str:
    """Return a text in quotes, as YAML and Jinja read it."""
    return json.dumps(text, ensure_ascii=not text.isprintable())


def by_size(found: Found) -> Found:
    """Return the same cards with pages divided so that each has cells of one size."""
    pages: list[FoundPage] = []
    places: dict[tuple[int, int], tuple[int, int]] = {}
    for number, page in enumerate(found.pages):
        groups: dict[tuple[Um, Um], list[int]] = {}
        for index, cell in enumerate(page.cells):
            groups.setdefault((cell.rect.width, cell.rect.height), []).append(index)
        for indices in groups.values():
            for order, index in enumerate(indices):
                places[number, index] = len(pages), order
            pages.append(replace(page, cells=tuple(page.cells[index] for index in indices)))

    def moved(place: Place) -> Place:
        page, cell = places[place.page, place.cell]
        return Place(page, cell, place.turn)

    cards = tuple(
        replace(card, front=moved(card.front), back=card.back and moved(card.back))
        for card in found.cards
    )
    return replace(found, pages=tuple(pages), cards=cards)
