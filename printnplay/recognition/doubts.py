"""What a reader of files cannot know about their cards: guesses that are told, and questions."""

from collections.abc import Iterator, Sequence

from printnplay.kernel.geometry import Rect, Size, in_mm
from printnplay.recognition.choosing import Choice
from printnplay.recognition.faces import Pairing, Side
from printnplay.recognition.opening import GUESSED, UNKNOWN
from printnplay.recognition.sides import may_be_a_card
from printnplay.recognition.standing import Standing
from printnplay.recognition.taken import (
    AS_BEFORE,
    PICTURE,
    Chosen,
    Taken,
    contrasts,
    is_close,
    uncovered,
)
from printnplay.recognition.trade_sizes import known_size
from printnplay.recognition.values import Cell, Grid

_MANY = 4
"""The shapes of one size that are cards and not parts of a drawing. A guess."""
_BARE = 0.3
"""The share of a card from which things beside the cards are told. A guess: titles have less."""
_PALE = 0.2
"""The share of the usual contrast of cards up to which one is nearly empty. A guess."""
_LEAST_RIM, _WIDEST_RIM = 400, 3_000
"""How far cut lines in the middle of gaps may be from the picture of a card. A guess."""


def questions(chosen: Sequence[Chosen], names: Sequence[str]) -> list[str]:
    """Return what only a person can answer: whether shapes that no page confirms are cards."""
    if not chosen or chosen[0].grid.found_by == PICTURE:
        return []
    surest = max(chosen, key=lambda one: (one.standing, one.grid.score))
    size = surest.cells[0].rect.size.in_mm(2)
    place = _places([one.page for one in chosen if one.standing == surest.standing], names)
    if surest.standing == Standing.DOUBTFUL:
        return [
            f"are the {len(surest.cells)} boxes of {size} on {place} cards? No cut marks are around"
            " them, as around a board or a table"
        ]
    is_repeated = len({one.page.page for one in chosen if one.grid.found_by != AS_BEFORE}) > 1
    is_known = known_size(surest.cells[0].rect.size) is not None
    if surest.standing == Standing.SURE or is_known or _is_painted(surest) or is_repeated:
        return []
    return [f"are the cards {size}? No trade size is near, and no cut marks on {place} confirm it"]


def size_question(chosen: Sequence[Chosen]) -> str:
    """Return the question how large cards are whose pictures do not say; empty without one."""
    if not any(one.page.sizing == UNKNOWN and one.grid.found_by == PICTURE for one in chosen):
        return ""
    return (
        "how large are the cards? Their pictures say no resolution, and fit no size of the trade:"
        " write `size: 63.5x88.9mm` below `bleed` in print.yaml, or use `--size`"
    )


def doubts(
    choice: Choice,
    pictures: Sequence[Taken],
    sides: Sequence[Side],
    pairing: Pairing,
    names: Sequence[str],
) -> Iterator[str]:
    """Yield what was guessed, each with what to write if it is wrong.

    Args:
        choice: the pages with cards, and those with a grid without.
        pictures: those that are left out.
        sides: the faces of the chosen pages.
        pairing: their cards.
        names: those of the files.
    """
    chosen = choice.chosen
    as_before = [one.page for one in chosen if one.grid.found_by == AS_BEFORE]
    if as_before:
        places = _places(as_before, names)
        yield f"{places}: few edges show there, so the cards are where others have them"
    yield from _guessed_sizes(chosen, names)
    bare = [one.page for one in chosen if uncovered(one.page, one.cells) > _BARE]
    if bare:
        yield (
            f"{_places(bare, names)}: more is printed there than the cards that were found;"
            " if it is cards, add their `cells`"
        )
    if pictures:
        yield f"{_places(pictures, names)}: left out, but may have cards; if so, add their `cells`"
    yield from _left_out(choice.left, names)
    yield from _taken_alone(chosen, names)
    yield from _nearly_empty(chosen, names)
    if pairing.flip == "beside":
        yield (
            "fronts and backs that are beside one another are told apart by their looks:"
            " if all are fronts, list each under `cards` without `back`"
        )
    if pairing.unsure:
        yield pairing.unsure
    if may_be_a_card(sides) and pairing.flip in ("", "shared"):
        yield (
            f"{_places([chosen[-1].page], names)}: a single card, a front or the back of all"
            " others; correct `cards` if it is the other"
        )


def _guessed_sizes(chosen: Sequence[Chosen], names: Sequence[str]) -> Iterator[str]:
    by_pixels = [one.page for one in chosen if one.page.sizing == GUESSED]
    if by_pixels:
        size = next(one for one in chosen if one.page is by_pixels[0]).cells[0].rect.size
        yield (
            f"{_places(by_pixels, names)}: without a resolution; {size.in_mm(2)} is the first size"
            " of the trade that fits; if it is another, write it as `size`"
        )
    seen: list[Size] = []
    for one in chosen:
        for cell in one.cells:
            if not any(_is_like(cell.rect.size, size) for size in seen):
                seen.append(cell.rect.size)
                is_marked = bool(one.grid.confirmed) and cell in one.grid.cells
                if one.grid.found_by == "areas" and not is_marked:
                    yield from _without_marks(one, cell)
                elif one.grid.found_by == "marks" and known_size(cell.rect.size) is None:
                    yield from _around_pictures(one, cell)


def _around_pictures(one: Chosen, cell: Cell) -> Iterator[str]:
    """Tell that cut lines of no usual size stand around the picture of a card, all at one distance.

    Some programs draw one line in the middle of each gap.
    """
    for shape in _painted(one):
        inset = shape.x - cell.rect.x
        if _LEAST_RIM < inset <= _WIDEST_RIM and is_close(shape, cell.rect.grown(-inset)):
            yield (
                f"cut lines {in_mm(inset)} mm outside of the pictures make cards of"
                f" {cell.rect.size.in_mm(2)}, which is no size of the trade; if the cards end with"
                f" the pictures, write `size: {in_mm(shape.width)}x{in_mm(shape.height)}mm`"
                f" and move `cells` by {in_mm(inset)} mm"
            )
            return


def _without_marks(one: Chosen, cell: Cell) -> Iterator[str]:
    """Tell what the size of cards is by that no cut marks confirm."""
    size = cell.rect.size
    near = [other for other in one.cells if _is_like(other.rect.size, size)]
    shapes = [area.rect for area in one.page.content.areas if area.kind != "clip"]
    if cell.bleed:
        yield (
            f"no cut marks confirm that cards are {size.in_mm(2)} with bleed: the pictures are"
            f" {cell.rect.grown(cell.bleed).size.in_mm(2)}; if the card is another part of them,"
            " correct `size` and `cells`"
        )
    elif not any(is_close(other.rect, shape) for other in near for shape in shapes):
        yield f"no line or picture shows that the cards are {size.in_mm(2)}"
    elif known_size(size) is None and not _are_framed(one, near):
        yield (
            f"no cut marks confirm that cards are {size.in_mm(2)}, which is no size of the trade;"
            " if they have bleed, correct `size` and `cells`"
        )


def _is_like(one: Size, other: Size) -> bool:
    return abs(one.width - other.width) <= 450 and abs(one.height - other.height) <= 450


def _are_framed(one: Chosen, cells: Sequence[Cell]) -> bool:
    strokes = [area.whole for area in one.page.content.areas if area.kind == "stroke"]
    return all(any(is_close(cell.rect, rect) for rect in strokes) for cell in cells)


def _left_out(left: Sequence[tuple[Taken, Grid]], names: Sequence[str]) -> Iterator[str]:
    """Tell the pages whose shapes are probably no cards."""
    alike: dict[str, list[Taken]] = {}
    for page, grid in left:
        said = f"{len(grid.cells)} shapes of {grid.cells[0].rect.size.in_mm(1)}"
        alike.setdefault(said if len(grid.cells) > 1 else "a shape", []).append(page)
    for said, pages in alike.items():
        yield (
            f"{_places(pages, names)}: {said} left out, which no cut marks show to be cards;"
            " if they are, add their `cells`"
        )


def _taken_alone(chosen: Sequence[Chosen], names: Sequence[str]) -> Iterator[str]:
    """Tell the pages whose cards are of a size of their own, that nothing confirms."""
    if not any(one.standing == Standing.SURE for one in chosen):
        return
    for one in chosen:
        size = one.cells[0].rect.size
        others = [two for two in chosen if two is not one]
        is_other = not any(_is_like(two.cells[0].rect.size, size) for two in others)
        if one.standing == Standing.LIKELY and is_other:
            yield (
                f"{_places([one.page], names)}: shapes of {size.in_mm(2)} are taken for cards,"
                " though no cut marks confirm it; if they are none, delete the page"
            )


def _nearly_empty(chosen: Sequence[Chosen], names: Sequence[str]) -> Iterator[str]:
    """Tell scanned cells that show much less than the others."""
    scans = [one for one in chosen if not one.page.content.vectors]
    seen = [(one, cell, value) for one in scans for cell, value in contrasts(one.page, one.cells)]
    usual = sorted(value for _, _, value in seen)[len(seen) // 2] if seen else 0.0
    pale = [one.page for one, _, value in seen if value < _PALE * usual]
    if pale:
        yield f"{_places(pale, names)}: cards there are nearly empty; if they are none, delete them"


def _places(pages: Sequence[Taken], names: Sequence[str]) -> str:
    """Return `page 2` or `pages 2, 3`; with the name of a file where there are several."""
    if len(names) > 1:
        files = list(dict.fromkeys(names[page.file] for page in pages))
        rest = f" and {len(files) - 3} more" if len(files) > 3 else ""
        return ", ".join(f"`{name}`" for name in files[:3]) + rest
    numbers = list(dict.fromkeys(str(page.page + 1) for page in pages))
    return f"page{'s' if len(numbers) > 1 else ''} {', '.join(numbers)}"


def _is_painted(one: Chosen) -> bool:
    """Return whether most cells are pictures or painted shapes, not frames or words alone."""
    at = [any(is_close(cell.rect, rect) for rect in _painted(one)) for cell in one.cells]
    return len(at) >= _MANY and sum(at) > len(at) / 2


def _painted(one: Chosen) -> list[Rect]:
    kinds = ("fill", "path", "image", "form")
    areas = one.page.content.areas
    return [area.rect for area in areas if area.kind in kinds or area.shape]
