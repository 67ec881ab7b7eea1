"""Lay out flex boxes: items in a row or column, which grow, shrink and keep their distance."""

from collections.abc import Sequence

from printnplay.importing.css_values import number_of, pixels
from printnplay.importing.html_grid import lay_grid
from printnplay.importing.html_laid import Laid
from printnplay.importing.html_layout import SHARES, Flow, Forced, Layout

_ALIGNS = {
    **{name: {0.5: "centre", 1.0: "right"}[share] for name, share in SHARES.items()},
    **dict.fromkeys(("flex-start", "start", "left"), "left"),
}
_VALIGNS = {"left": "top", "centre": "middle", "right": "bottom"}


def lay_flex(layout: Layout, flow: Flow, laid: Laid, width: float, height: float | None) -> float:
    """Lay out the items of a flex box from the corner of its content; return their height."""
    if laid.style.get("display", "").endswith("grid"):
        return lay_grid(layout, flow, laid, width, height)
    direction = laid.style.get("flex-direction", "row")
    is_row = not direction.startswith("column")
    if len(flow) == 1 and isinstance(flow[0], list):
        main, cross = (
            _ALIGNS.get(laid.style.get(one, ""), "") for one in ("justify-content", "align-items")
        )
        laid.align = main if is_row else cross
        laid.valign = _VALIGNS.get(cross if is_row else main, "")
        return layout.words(flow[0], laid, laid, width, height)
    across = laid.style.get("align-items", "normal")
    shrink = is_row or across not in ("normal", "stretch")
    items = [
        layout.item(one, laid, (width, height), shrink=is_row if isinstance(one, list) else shrink)
        for one in flow
    ]
    if "reverse" in direction:
        items.reverse()
    gaps = laid.style.get("gap", "0").split()
    gap_text = laid.style.get("column-gap" if is_row else "row-gap") or gaps[-1 if is_row else 0]
    gap = pixels(gap_text, width, laid.font) or 0.0
    begin, end = (3, 1) if is_row else (0, 2)
    spaces = gap * (len(items) - 1) + sum(one.margin[begin] + one.margin[end] for one in items)
    least = [
        layout.outer_width(one.element, one.font, least=True) - one.margin[1] - one.margin[3]
        if is_row and one.element is not None
        else 0.0
        for one in items
    ]
    lengths = _lengths(items, width if is_row else height, spaces, least, is_row=is_row)
    for at, item in enumerate(items):
        forced = _forced(item, lengths[at], height, is_row=is_row, across=across)
        if item.element is not None and forced is not None:
            items[at] = layout.lay(item.element, (width, height), laid.font, forced=forced)
    laid.kids += items
    taken = sum(lengths) + spaces
    used = _cross_size(items) if is_row else taken
    _place(laid, items, (width, height or (used if is_row else taken)), gap, taken)
    for item in items:
        item.shift(width, height)
    return used


def _place(
    laid: Laid, items: Sequence[Laid], room: tuple[float, float], gap: float, taken: float
) -> None:
    """Move items to their places, beside or below one another, in the room that there is."""
    style = laid.style
    is_row = not style.get("flex-direction", "row").startswith("column")
    free = max(0.0, room[not is_row] - taken)
    autos = [one.style.get("margin-left" if is_row else "margin-top") == "auto" for one in items]
    place, between = _spread(style.get("justify-content", "normal"), free, len(items))
    begin, end = (3, 1) if is_row else (0, 2)
    for item, is_auto in zip(items, autos, strict=True):
        place += item.margin[begin] + (free / sum(autos) if is_auto else 0.0)
        across = style.get("align-items", "normal")
        offset = _offset(item, room[is_row], across, is_row=is_row)
        item.move(*((place, offset) if is_row else (offset, place)))
        place += (item.width if is_row else item.height) + item.margin[end] + gap + between


def _lengths(
    items: Sequence[Laid],
    room: float | None,
    spaces: float,
    least: Sequence[float],
    *,
    is_row: bool,
) -> list[float]:
    """Return the lengths of items along a row or column, grown or shrunk to its room.

    None gets shorter than what it has to have.
    """
    lengths = [one.width if is_row else one.height for one in items]
    grows = [
        number_of(one.style.get("flex-grow", "0")) if one.element is not None else 0.0
        for one in items
    ]
    for at, item in enumerate(items):
        basis = item.length("flex-basis", room)
        if item.element is not None and basis is not None:
            lengths[at] = basis
    if room is None:
        return lengths
    over = sum(lengths) + spaces - room
    if over < 0 and any(grows):
        pairs = zip(lengths, grows, strict=True)
        return [length - over * grow / sum(grows) for length, grow in pairs]
    while over > 0.5 and (any(grows) or is_row):
        shares = [
            length if (grow or not any(grows)) and length > low + 0.01 else 0.0
            for length, grow, low in zip(lengths, grows, least, strict=True)
        ]
        if not (total := sum(shares)):
            break
        before = sum(lengths)
        lengths = [
            max(low, length - over * share / total) if share else length
            for length, share, low in zip(lengths, shares, least, strict=True)
        ]
        over -= before - sum(lengths)
    return lengths


def _forced(
    item: Laid, length: float, height: float | None, *, is_row: bool, across: str
) -> Forced | None:
    """Return the sides that an item has to have; None if it has them."""
    own = item.style.get("align-self", "auto")
    stretch = own == "stretch" if own != "auto" else across in ("normal", "stretch")
    if not is_row:
        return (None if stretch else item.width, length)
    if stretch and height is not None and "height" not in item.style:
        return (length, height - item.margin[0] - item.margin[2])
    return (length, None) if abs(length - item.width) > 0.01 else None


def _cross_size(items: Sequence[Laid]) -> float:
    """Return the height of the items of a row."""
    return max(one.height + one.margin[0] + one.margin[2] for one in items)


def _offset(item: Laid, room: float, across: str, *, is_row: bool) -> float:
    """Return the place of an item across a row or column."""
    own = item.style.get("align-self", "auto")
    share = SHARES.get(across if own == "auto" or item.element is None else own, 0.0)
    if is_row:
        return item.margin[0] + share * (room - item.height - item.margin[0] - item.margin[2])
    if item.element is not None:
        autos = [item.style.get(f"margin-{side}") == "auto" for side in ("left", "right")]
        share = autos[0] / sum(autos) if any(autos) else share
    return item.margin[3] + share * (room - item.width - item.margin[1] - item.margin[3])


def _spread(justify: str, free: float, number: int) -> tuple[float, float]:
    """Return the free length before the first item, and between items."""
    if justify == "space-between":
        return 0.0, free / max(1, number - 1)
    if justify == "space-around":
        return free / number / 2, free / number
    if justify == "space-evenly":
        return free / (number + 1), free / (number + 1)
    return free * SHARES.get(justify, 0.0), 0.0
