"""Plots of statistics as SVG: shares with their intervals, histograms, cards and differences."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from html import escape

from msgspec import Struct

from printnplay.cli.study.words import difference_in_words
from printnplay.play.comparison import Difference
from printnplay.play.study_summary import CardFigures, Share

ROW, LETTER = 17, 6.9
"""Height of a row of text, and the average width of its letters, in CSS pixels, for letters of 12
pixels. Measured in Chromium with DejaVu Sans, one of the widest fonts that browsers choose."""

FIGURE = 52
"""Width in pixels of a share as text, such as 100.0%, with a space before it."""

HEIGHT, HEAD, FOOT = 88, 16, 18
"""Height of the columns of a histogram, of the line above and of the scale below, in pixels. A
guess: chosen by eye."""

COLUMNS = 40
"""Maximum number of columns of a histogram: in the narrowest panel each has four pixels. A
guess."""

STEPS = (1, 2, 5)
"""Widths of a column, times powers of ten: their limits are round numbers."""

LONGEST = 0.42
"""Part of the width that names may take beside their plot; longer ones stand above it. A guess."""


class Scale(Struct, frozen=True):
    """The columns of a histogram: the least value, the width of a column, and how many there are.

    The last column has all greater values, too.
    """

    first: int
    step: int
    columns: int

    @property
    def last(self) -> int:
        """The least value of the last column."""
        return self.first + self.step * (self.columns - 1)

    def column(self, value: float) -> int:
        """Return the column of a value."""
        return min(int((value - self.first) // self.step), self.columns - 1)

    def name(self, column: int, *, cut: bool) -> str:
        """Return the values of a column as text; `cut` is whether greater values exist."""
        start = self.first + column * self.step
        if cut and column == self.columns - 1:
            return f"{start} or more"
        return str(start) if self.step == 1 else f"{start} to {start + self.step - 1}"


def scale_of(distributions: Iterable[Mapping[float, int]], last: float | None = None) -> Scale:
    """Return a scale for several histograms; values beyond `last` share a column."""
    values = [value for counts in distributions for value in counts]
    least, most = int(min(values, default=0) // 1), int(max(values, default=0) // 1)
    most = most if last is None else min(most, int(last))
    sizes = (size * 10**power for power in range(9) for size in STEPS)
    step = next(size for size in sizes if (most - least) // size < COLUMNS)
    first = least // step * step
    return Scale(first, step, (most - first) // step + 1)


def histogram(
    title: str, width: int, counts: Mapping[float, int], scale: Scale, mark: tuple[str, float]
) -> str:
    """Return a histogram of shares; `mark` names a value, such as the median."""
    total, times = sum(counts.values()) or 1, [0] * scale.columns
    for value, count in counts.items():
        times[scale.column(value)] += count
    cut = max(counts, default=0) >= scale.last + scale.step
    top, wide = max(times) or 1, width / scale.columns
    said, drawn = [], []
    for column, count in enumerate(times):
        name, tall = scale.name(column, cut=cut), count / top * HEIGHT
        said.append(f"{name}: {count / total:.1%}")
        kind = ' class="rest"' if cut and column == scale.columns - 1 else ""
        drawn.append(
            f'<rect{kind} x="{column * wide + 0.5:.1f}" y="{HEAD + HEIGHT - tall:.1f}"'
            f' width="{wide - 1:.1f}" height="{tall:.1f}">'
            f"<title>{said[-1]}</title></rect>"
        )
    words, value = mark
    x = min((value - scale.first + 0.5) / scale.step * wide, width)
    end = x > width / 2
    drawn += [
        f'<path class="mark" d="M{x:.1f} {HEAD - 4}V{HEAD + HEIGHT}"/>',
        _text(x + (-4 if end else 4), HEAD - 5, words, "end" if end else "start"),
        f'<path class="axis" d="M0 {HEAD + HEIGHT}H{width}"/>',
        *_numbers(width, scale, cut=cut),
    ]
    return _svg(title, width, HEAD + HEIGHT + FOOT, drawn, f"{words}. {', '.join(said)}")


def _numbers(width: int, scale: Scale, *, cut: bool) -> Iterator[str]:
    """Yield the numbers below a histogram: below its value, or where a wide column begins."""
    wide = width / scale.columns
    each = next(
        size
        for size in (step * 10**power for power in range(9) for step in STEPS)
        if size * wide >= LETTER * (len(str(scale.last)) + 2)
    )
    y = HEAD + HEIGHT + FOOT - 5
    name = f"{scale.last}+" if cut else str(scale.last)
    room = width - LETTER * (len(name) + 2)
    for column in range(scale.columns - 1):
        value, x = scale.first + column * scale.step, (column + 0.5 / scale.step) * wide
        half = LETTER * len(str(value)) / 2
        if value % (each * scale.step) == 0 and x + half < room:
            yield _text(max(x, half), y, str(value), "middle")
    yield _text(width, y, name, "end")


def shares(
    title: str, width: int, rows: Sequence[Share], usual: float = 0, marked: Collection[str] = ()
) -> str:
    """Return shares as points with their 95 % intervals.

    A dashed line is at `usual`, if it is not 0, and in the middle if all intervals have room then.
    `marked` are the names of what is beyond chance.
    """
    names = LETTER * max((len(share.name) for share in rows), default=0) + 8
    above = names > width * LONGEST
    left, tall = (4, 2 * ROW) if above else (names, ROW)
    reach = max([2 * usual, *(share.bounds[1] for share in rows)]) if usual else 1.0
    room, reach = width - left - FIGURE - 4, min(reach, 1)
    per = room / reach
    drawn = [*_tracks(left, room, [(at + 1) * tall - ROW / 2 for at in range(len(rows))])]
    drawn += [_guide(left + usual * per, tall * len(rows))] if usual else []
    drawn += _percents(left, room, reach, tall * len(rows) + FOOT - 6)
    for at, share in enumerate(rows):
        y = at * tall + tall - ROW / 2
        if above:
            drawn.append(_text(left, y - ROW + 4, share.name))
        else:
            drawn.append(_text(left - 8, y + 4, share.name, "end"))
        drawn += _point(share, left, y, per, marked=share.name in marked)
        drawn.append(_figure(width, y, share, marked=share.name in marked))
    said = "; ".join(f"{share.name} {_said(share)}" for share in rows)
    return _svg(title, width, tall * len(rows) + FOOT, drawn, said)


def cards(
    title: str, width: int, rows: Sequence[CardFigures], usual: float, marked: Collection[str]
) -> str:
    """Return how often holders play each card, as bars, and how often its players win."""
    names = LETTER * max((len(card.card) for card in rows), default=0) + 8
    bars = (width - names) * 0.25
    left = names + bars + FIGURE + 14
    reach = max([2 * usual, *(card.played.bounds[1] for card in rows if card.played.trials)])
    room, reach = width - left - FIGURE - 4, min(reach, 1) or 1
    per = room / reach
    drawn = [
        *_tracks(left, room, [(at + 1.5) * ROW for at in range(len(rows))]),
        *_percents(left, room, reach, ROW * (len(rows) + 1) + FOOT - 6),
        _text(names, ROW - 5, "played by holders", kind="head"),
        _text(left, ROW - 5, "won by its players", kind="head"),
        _guide(left + usual * per, ROW * len(rows), ROW),
    ]
    for at, card in enumerate(rows):
        y, bold = (at + 1.5) * ROW, card.card in marked
        drawn.append(_text(names - 8, y + 4, card.card, "end", "bold" if bold else ""))
        if card.used.trials:
            long = card.used.share * bars
            drawn.append(
                f'<rect x="{names:.1f}" y="{y - 5:.1f}" width="{long:.1f}" height="10"/>'
                + _text(names + long + 4, y + 4, f"{card.used.share:.0%}")
            )
        if card.played.trials:
            drawn += _point(card.played, left, y, per, marked=bold)
            drawn.append(_figure(width, y, card.played, marked=bold))
    said = "; ".join(f"{card.card} won {_said(card.played)}" for card in rows)
    return _svg(title, width, ROW * (len(rows) + 1) + FOOT, drawn, said)


def differences(
    title: str, width: int, names: tuple[str, str], rows: Sequence[Difference]
) -> str:
    """Return differences as points with their 95 % intervals, beside the two values.

    Means are drawn by how much they differ in proportion to the first value.
    """
    label = LETTER * max((len(one.name) for one in rows), default=0) + 12
    first, second, words = label + 52, label + 112, LETTER * 28
    left, right = second + 14, width - words - 14
    bounds = [[bound / _unit(one) for bound in (one.low, one.high)] for one in rows]
    reach = max((abs(bound) for pair in bounds for bound in pair), default=0) or 1
    middle, per = (left + right) / 2, (right - left) / 2 / reach
    drawn = [
        _text(first, ROW - 5, _short(names[0]), "end", "head"),
        _text(second, ROW - 5, _short(names[1]), "end", "head"),
        _text(width - words, ROW - 5, "difference", kind="head"),
        _guide(middle, ROW * len(rows), ROW),
    ]
    for at, (one, (low, high)) in enumerate(zip(rows, bounds, strict=True)):
        y, kind = (at + 1.5) * ROW, "bold" if one.certain else ""
        before, after, apart = difference_in_words(one)
        drawn += [
            _text(label - 8, y + 4, one.name, "end", kind),
            _text(first, y + 4, before, "end"),
            _text(second, y + 4, after, "end", kind),
            _line(middle + low * per, middle + high * per, y),
            _dot(middle + one.apart / _unit(one) * per, y, marked=one.certain),
            _text(width - words, y + 4, apart, kind=kind),
        ]
    said = "; ".join(f"{one.name} {', '.join(difference_in_words(one))}" for one in rows)
    return _svg(title, width, ROW * (len(rows) + 1) + 2, drawn, said)


def _unit(one: Difference) -> float:
    return 1.0 if one.is_share else abs(one.first) or 1.0


def _short(name: str) -> str:
    """Shorten the name of a version to the width of its column."""
    return name if len(name) < 9 else f"{name[:7]}…"


def _said(share: Share) -> str:
    low, high = share.bounds
    return f"{share.share:.1%}, from {low:.1%} to {high:.1%}"


def _point(share: Share, left: float, y: float, per: float, *, marked: bool) -> list[str]:
    low, high = share.bounds
    return [
        _line(left + low * per, left + high * per, y),
        _dot(left + share.share * per, y, marked=marked),
    ]


def _figure(width: int, y: float, share: Share, *, marked: bool) -> str:
    return _text(width, y + 4, f"{share.share:.1%}", "end", "bold" if marked else "")


def _line(low: float, high: float, y: float) -> str:
    return f'<path class="line" d="M{low:.1f} {y:.1f}H{high:.1f}"/>'


def _dot(x: float, y: float, *, marked: bool) -> str:
    """Return the point of a value: a circle, or a larger square if it is beyond chance."""
    if marked:
        return f'<path class="sure" d="M{x:.1f} {y - 6:.1f}l6 6l-6 6l-6 -6z"/>'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5"/>'


def _tracks(left: float, room: float, heights: Iterable[float]) -> Iterator[str]:
    """Yield pale lines from each name to its figure."""
    for y in heights:
        yield f'<path class="track" d="M{left:.1f} {y:.1f}h{room:.1f}"/>'


def _percents(left: float, room: float, reach: float, y: float) -> Iterator[str]:
    """Yield the scale of a plot of shares: nothing, half of what fits, and all."""
    for part, anchor in ((0, "start"), (0.5, "middle"), (1, "end")):
        yield _text(left + part * room, y, f"{part * reach:.0%}", anchor, "head")


def _guide(x: float, height: float, top: float = 0) -> str:
    return f'<path class="guide" d="M{x:.1f} {top}v{height}"/>'


def _text(x: float, y: float, words: str, anchor: str = "start", kind: str = "") -> str:
    more = "" if anchor == "start" else f' text-anchor="{anchor}"'
    more += f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}"{more}>{escape(words)}</text>'


def _svg(title: str, width: int, height: float, drawn: Iterable[str], said: str) -> str:
    """Return a plot with its title, and its figures in words for screen readers."""
    return (
        f'<svg viewBox="0 0 {width} {height:g}" role="img"><title>{escape(title)}</title>'
        f"<desc>{escape(said)}</desc>{''.join(drawn)}</svg>"
    )
