"""Plots of statistics as SVG: shares with their intervals, histograms, cards and differences."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import TypeAlias

from msgspec import Struct

from printnplay.cli.speech import speak_label, speak_with
from printnplay.cli.study.words import between, difference_in_words
from printnplay.play.comparison import Difference
from printnplay.play.study_summary import CardFigures, Share

ROW, LETTER, BOLD = 17, 7.4, 8.3
"""Height of a row of text, and the widths of its letters and of bold ones, in CSS pixels,
for letters of 12 pixels. Measured in Chromium with DejaVu Sans, one of the widest fonts that
browsers choose, on names such as `nobody` without narrow letters."""

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

LEAST = 0.05
"""Least difference at the edges of a plot of differences: chance alone should not fill it."""

LONGEST = 0.42
"""Part of the width that names may take beside their plot; longer ones stand above it. A guess."""


Counts: TypeAlias = Mapping[int, int] | Mapping[float, int]
"""How often each value occurs."""


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
            return speak_with("{number} or more", number=str(start))
        return str(start) if self.step == 1 else between(str(start), str(start + self.step - 1))


def scale_of(distributions: Iterable[Counts], last: float | None = None) -> Scale:
    """Return a scale for several histograms; values beyond `last` share a column.

    >>> scale_of([{3: 1, 40: 2}, {17: 1, 377: 1}], last=200)
    Scale(first=0, step=10, columns=21)
    >>> scale_of([{-3: 1, 4: 2}])
    Scale(first=-3, step=1, columns=8)
    """
    values = [value for counts in distributions for value in counts]
    least, most = int(min(values, default=0) // 1), int(max(values, default=0) // 1)
    most = most if last is None else min(most, int(last))
    sizes = (size * 10**power for power in range(9) for size in STEPS)
    step = next(size for size in sizes if most // size - least // size < COLUMNS)
    first = least // step * step
    return Scale(first, step, (most - first) // step + 1)


def histogram(title: str, width: int, counts: Counts, scale: Scale, mark: tuple[str, float]) -> str:
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
            drawn.append(_text(left, y - ROW + 4, _cut(share.name, width - left, LETTER)))
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
    names = min(BOLD * max((len(card.card) for card in rows), default=0) + 8, width * LONGEST)
    bars = (width - names) * 0.25
    left = names + bars + FIGURE + 14
    reach = max([2 * usual, *(card.played.bounds[1] for card in rows if card.played.trials)])
    room, reach = width - left - FIGURE - 4, min(reach, 1) or 1
    per = room / reach
    drawn = [
        *_tracks(left, room, [(at + 1.5) * ROW for at in range(len(rows))]),
        *_percents(left, room, reach, ROW * (len(rows) + 1) + FOOT - 6),
        _text(names, ROW - 5, speak_label("played by holders"), kind="head"),
        _text(width, ROW - 5, speak_label("won by its players"), "end", "head"),
        _guide(left + usual * per, ROW * len(rows), ROW),
    ]
    for at, card in enumerate(rows):
        y, bold = (at + 1.5) * ROW, card.card in marked
        name = _cut(card.card, names - 8, BOLD)
        drawn.append(_text(names - 8, y + 4, name, "end", "bold" if bold else ""))
        if card.used.trials:
            long = card.used.share * bars
            drawn.append(
                f'<rect x="{names:.1f}" y="{y - 5:.1f}" width="{long:.1f}" height="10"/>'
                + _text(names + long + 4, y + 4, f"{card.used.share:.0%}")
            )
        if card.played.trials:
            drawn += _point(card.played, left, y, per, marked=bold)
            drawn.append(_figure(width, y, card.played, marked=bold))
    said = "; ".join(
        speak_with("{card} won {share}", card=card.card, share=_said(card.played)) for card in rows
    )
    return _svg(title, width, ROW * (len(rows) + 1) + FOOT, drawn, said)


def differences(title: str, width: int, names: tuple[str, str], rows: Sequence[Difference]) -> str:
    """Return differences as points with their 95 % intervals, beside the two values.

    Means are drawn by how much they differ in proportion to the first value; what is far greater
    than all differences of shares is drawn at the edge.
    """
    label = min(BOLD * max((len(one.name) for one in rows), default=0) + 12, width * LONGEST)
    first, second, words = label + 56, label + 122, BOLD * 28
    left, right = second + 14, width - words - 14
    bounds = [abs(bound) for one in rows if one.is_share for bound in (one.low, one.high)]
    reach = max([*bounds, LEAST])
    middle, per = (left + right) / 2, (right - left) / 2 / reach

    def place(one: Difference, value: float) -> float:
        share = value if one.is_share else value / (abs(one.first) or 1.0)
        return middle + max(-reach, min(share, reach)) * per

    drawn = [
        _text(first, ROW - 5, _short(names[0]), "end", "head"),
        _text(second, ROW - 5, _short(names[1]), "end", "head"),
        _text(width - words, ROW - 5, speak_label("difference"), kind="head"),
        _guide(middle, ROW * len(rows), ROW),
    ]
    for at, one in enumerate(rows):
        y, kind = (at + 1.5) * ROW, "bold" if one.certain else ""
        before, after, apart = difference_in_words(one)
        drawn += [
            _text(label - 8, y + 4, _cut(one.name, label - 8, BOLD), "end", kind),
            _text(first, y + 4, before, "end"),
            _text(second, y + 4, after, "end", kind),
            _line(place(one, one.low), place(one, one.high), y),
            _dot(place(one, one.apart), y, marked=one.certain),
            _text(width - words, y + 4, apart, kind=kind),
        ]
    said = "; ".join(f"{one.name} {', '.join(difference_in_words(one))}" for one in rows)
    return _svg(title, width, ROW * (len(rows) + 1) + 2, drawn, said)


def _short(name: str) -> str:
    """Shorten the name of a version, folder or variant to the width of its column.

    >>> _short("v1.2"), _short("../games/reef-1"), _short("length=five-points")
    ('v1.2', 'reef-1', 'five-po…')
    """
    last = re.split(r"[/=]", name.rstrip("/"))[-1]
    return last if len(last) < 9 else f"{last[:7]}…"


def _cut(words: str, width: float, letter: float) -> str:
    """Shorten words to a width; the tables and the description have them whole."""
    most = int(width / letter + 0.01)  # a width that is made for words has room for them
    return words if len(words) <= most else f"{words[: most - 1].rstrip()}…"


def _said(share: Share) -> str:
    low, high = share.bounds
    return speak_with(
        "{share}, from {low} to {high}",
        share=f"{share.share:.1%}",
        low=f"{low:.1%}",
        high=f"{high:.1%}",
    )


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
    """Yield the scale of a plot of shares: nothing, half of what fits, and all.

    A narrow one has only that in the middle, which is the usual share if there is one.
    """
    ends = ((0, "start"), (1, "end")) if room >= LETTER * 14 else ()
    for part, anchor in ((0.5, "middle"), *ends):
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
