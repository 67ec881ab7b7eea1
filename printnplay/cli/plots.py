"""Plain plots as SVG, to stand in a page without anything from elsewhere."""

from collections.abc import Mapping, Sequence
from html import escape

from printnplay.engine.figures import Share

WIDTH = 640
"""Of every plot, in its own units."""

ROW, LABEL, MARGIN = 22, 150, 60
"""Height of a row, and room beside the bars for names and figures."""

HEIGHT, FOOT, MOST = 200, 24, 60
"""Height of a histogram, room below it for its scale, and the most columns it has."""


def bars(shares: Sequence[Share], title: str, *, margins: bool = False) -> str:
    """One bar a row; with `margins` the 95 % interval as a line across its end."""
    top = max((one.bounds[1] if margins else one.share for one in shares), default=0) or 1
    scale = (WIDTH - LABEL - MARGIN) / top
    rows = [_bar(one, at * ROW, scale, margins=margins) for at, one in enumerate(shares)]
    return _svg(title, len(shares) * ROW, "".join(rows))


def _bar(one: Share, y: int, scale: float, *, margins: bool) -> str:
    middle, end = y + ROW / 2, LABEL + one.share * scale
    low, high = one.bounds
    right = LABEL + high * scale if margins else end
    parts = [
        f'<text x="{LABEL - 8}" y="{middle + 4:.1f}" class="name">{escape(one.name)}</text>',
        f'<rect x="{LABEL}" y="{y + 4}" width="{end - LABEL:.1f}" height="{ROW - 8}"/>',
        f'<text x="{right + 6:.1f}" y="{middle + 4:.1f}">{one.share:.1%}</text>',
    ]
    if margins:
        left = LABEL + low * scale
        parts.append(
            f'<path d="M{left:.1f} {middle}H{right:.1f}M{left:.1f} {middle - 5}v10'
            f'M{right:.1f} {middle - 5}v10"/>'
        )
    return "".join(parts)


def histogram(counts: Mapping[int, int], title: str) -> str:
    """Columns of equal width over counted values."""
    if not counts:
        return _svg(title, FOOT, "")
    first, last = min(counts), max(counts)
    step = max(1, -(-(last - first + 1) // MOST))
    columns = [0] * ((last - first) // step + 1)
    for value, count in counts.items():
        columns[(value - first) // step] += count
    width, scale = WIDTH / len(columns), HEIGHT / max(columns)
    drawn = [
        f'<rect x="{at * width + 0.5:.1f}" y="{HEIGHT - count * scale:.1f}" '
        f'width="{width - 1:.1f}" height="{count * scale:.1f}"><title>'
        f"{_range(first + at * step, step)}: {count}</title></rect>"
        for at, count in enumerate(columns)
    ]
    return _svg(title, HEIGHT + FOOT, "".join(drawn) + _scale(first, last))


def _range(start: int, step: int) -> str:
    return str(start) if step == 1 else f"{start} to {start + step - 1}"


def _scale(first: int, last: int) -> str:
    """The least, middle and greatest value below a histogram."""
    places = ((0, first, "start"), (WIDTH / 2, (first + last) // 2, "middle"), (WIDTH, last, "end"))
    return f'<path d="M0 {HEIGHT}H{WIDTH}"/>' + "".join(
        f'<text x="{x}" y="{HEIGHT + 16}" style="text-anchor: {anchor}">{value}</text>'
        for x, value, anchor in places
    )


def _svg(title: str, height: int, drawn: str) -> str:
    head = f'<svg viewBox="0 0 {WIDTH} {height}" role="img"><title>{escape(title)}</title>'
    return f"{head}{drawn}</svg>"
