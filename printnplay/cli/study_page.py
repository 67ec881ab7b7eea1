"""Plain plots as SVG, to stand in a page without anything from elsewhere.

The figures of a study as one page of HTML that needs nothing else.
"""

from collections.abc import Mapping, Sequence
from html import escape

from printnplay.cli.play import checked, headline, moves_of, never_used
from printnplay.pipeline.play import Played, again
from printnplay.simulation import summary as figures
from printnplay.simulation.study import Study, Tally
from printnplay.simulation.summary import Share

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


STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem;
  color: #1f2430; background: #fff }
h1 { font-size: 1.6rem } h2 { font-size: 1.25rem; margin-top: 2.5rem } h3 { font-size: 1rem }
svg { width: 100%; height: auto; font: 12px system-ui, sans-serif }
svg rect { fill: #3b6ea5 } svg path { stroke: #1f2430; stroke-width: 1.5; fill: none }
svg text { fill: #1f2430 } svg .name { text-anchor: end }
table { border-collapse: collapse } td, th { padding: .15rem .8rem .15rem 0; text-align: left }
td + td, th + th { text-align: right; font-variant-numeric: tabular-nums }
.bad { color: #a4161a }
"""


def page(played: Played) -> str:
    """The whole page: plots first, then what never happened."""
    title = f"{played.opened.game.title}: games played by chance"
    studies = "".join(_study(played, *one) for one in played.studies)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>"
        f"<body><h1>{escape(title)}</h1>{studies}</body></html>\n"
    )


def _study(played: Played, study: Study, tally: Tally) -> str:
    parts = [
        f"<h2>{escape(headline(played, study))}</h2>",
        f"<p>{escape(checked(tally))}</p>",
        _mishaps(played, study, tally),
        "<h3>Games won, by seat</h3>",
        bars(
            [*figures.by_seat(tally, study.players), figures.by_first(tally)],
            "games won, by seat",
            margins=True,
        ),
    ]
    teams = figures.by_team(tally)
    if teams:
        parts += ["<h3>Games won together</h3>", bars(teams, "games won together", margins=True)]
    won_with = figures.by_what_won(tally)
    if won_with:
        parts += ["<h3>Games won, by what was played with</h3>"]
        parts += [bars(won_with, "games won, by what was played with", margins=True)]
    parts += [
        "<p>Lines across the ends: where the true share lies with 95 % certainty.</p>",
        "<h3>Moves of a game</h3>",
        histogram(tally.lengths, "games by number of moves"),
        f"<p>{escape(moves_of(figures.lengths(tally)))}.</p>",
        "<h3>Legal moves to choose from</h3>",
        histogram(tally.choices, "positions by number of legal moves"),
        "<h3>What was done</h3>",
        bars(figures.actions(tally), "moves by action"),
        _rules(played, tally),
    ]
    return "".join(parts)


def _mishaps(played: Played, study: Study, tally: Tally) -> str:
    rows = "".join(
        f"<li>{escape(one.what)}<br><code>{escape(again(played.opened.game, study, one.game))}"
        "</code></li>"
        for one in tally.mishaps[:20]
    )
    return f'<ul class="bad">{rows}</ul>' if rows else ""


def _rules(played: Played, tally: Tally) -> str:
    """The table of rules, and what never came up."""
    rules = played.opened.rules
    rows = "".join(
        f"<tr><td>{escape(rule)}</td><td>{used:,}</td><td>{forbade:,}</td></tr>"
        for rule, (used, forbade) in figures.rules_used(tally, rules).items()
    )
    unused = never_used(tally, rules) or "none"
    cards = ", ".join(figures.never_played(tally, rules)) or "none"
    return (
        "<h3>Rules at work</h3><table><tr><th>rule</th><th>took effect</th><th>forbade a move</th>"
        f"</tr>{rows}</table><p>Forbidden moves are asked for in {tally.asked:,} of the games."
        f"</p><p>Rules never seen at work: {escape(unused)}. "
        f"Cards never played: {escape(cards)}.</p>"
    )
