"""Lay out grids: items in columns and rows of given, shared or natural sizes."""

import re
from collections.abc import Sequence

from printnplay.importing.css_values import pixels
from printnplay.importing.html_laid import Laid
from printnplay.importing.html_layout import SHARES, Flow, Layout


def lay_grid(layout: Layout, flow: Flow, laid: Laid, width: float, height: float | None) -> float:
    """Lay out the items of a grid from the corner of its content; return their height."""
    style = laid.style
    gaps = (
        [*style.get("gap", "0").split(), "0"][:2]
        if " " in style.get("gap", "")
        else [style.get("gap", "0")] * 2
    )
    below = pixels(style.get("row-gap") or gaps[0], height, laid.font) or 0.0
    beside = pixels(style.get("column-gap") or gaps[1], width, laid.font) or 0.0
    names = _tracks(style.get("grid-template-columns", "auto"))
    rows = [flow[at : at + len(names)] for at in range(0, len(flow), len(names))]
    natural = [
        max(layout.natural(row[at], laid, width) for row in rows if at < len(row))
        for at in range(min(len(names), len(flow)))
    ]
    natural += [0.0] * (len(names) - len(natural))
    columns = _sizes(names, natural, width, beside, laid.font)
    shrink = style.get("justify-items", "normal") not in ("normal", "stretch")
    items = [
        [
            layout.item(one, laid, (wide, None), shrink=shrink)
            for one, wide in zip(row, columns, strict=False)
        ]
        for row in rows
    ]
    heights = [max(one.height + one.margin[0] + one.margin[2] for one in row) for row in items]
    names = [*_tracks(style.get("grid-template-rows", "auto")), *["auto"] * len(rows)]
    highs = _sizes(names[: len(rows)], heights, height, below, laid.font)
    down = 0.0
    for row, high in zip(items, highs, strict=True):
        across = 0.0
        for item, wide in zip(row, columns, strict=False):
            laid.kids.append(_placed(layout, laid, item, (wide, high), (across, down)))
            across += wide + beside
        down += high + below
    return down - below


def _placed(
    layout: Layout, laid: Laid, item: Laid, room: tuple[float, float], at: tuple[float, float]
) -> Laid:
    """Return an item in its cell: as large as this, or where it is aligned in it."""
    style, own = laid.style, item.style
    upright = own.get("align-self") or style.get("align-items", "normal")
    top, right, bottom, left = item.margin
    is_free = "height" not in own and item.element is not None
    if is_free and upright in ("normal", "stretch"):
        forced = (item.width, max(0.0, room[1] - top - bottom))
        item = layout.lay(item.element, room, laid.font, forced=forced)
    shares = (
        SHARES.get(own.get("justify-self") or style.get("justify-items", ""), 0.0),
        SHARES.get(upright, 0.0),
    )
    item.move(
        at[0] + left + shares[0] * (room[0] - item.width - left - right),
        at[1] + top + shares[1] * (room[1] - item.height - top - bottom),
    )
    item.shift(*room)
    return item


def _tracks(said: str) -> list[str]:
    """Return the sizes of columns or rows as they are written; `repeat` is written out."""
    plain = re.sub(
        r"repeat\(\s*(\d{1,2})\s*,\s*((?:[^()]|\([^()]*\))*)\)",
        lambda one: " ".join([one[2]] * int(one[1])),
        said,
    )
    plain = re.sub(r"minmax\([^,()]*,\s*([^()]*)\)", r"\1", re.sub(r"\[[^\]]*\]", "", plain))
    return [one for one in plain.split() if one != "none"][:60] or ["auto"]


def _sizes(
    names: Sequence[str], natural: Sequence[float], room: float | None, gap: float, font: float
) -> list[float]:
    """Return sizes: lengths, shares of the free room in `fr`, or natural ones, which fill it."""
    found = [pixels(name, room, font) for name in names]
    parts = [float(name[:-2][:6]) if re.fullmatch(r"[\d.]+fr", name) else 0.0 for name in names]
    sizes = [
        (0.0 if part and room is not None else own) if size is None or size != size else size
        for size, part, own in zip(found, parts, natural, strict=False)
    ]
    free = 0.0 if room is None else room - sum(sizes) - gap * (len(sizes) - 1)
    autos = [1.0 if name == "auto" else 0.0 for name in names]
    shares = parts if any(parts) else autos
    whole = sum(shares)
    if whole and room is not None and (free > 0 or any(parts)):
        sizes = [
            size + max(free, 0.0) * share / whole for size, share in zip(sizes, shares, strict=True)
        ]
    return sizes
