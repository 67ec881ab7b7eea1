"""Statistics of simulated games as a self-contained HTML page."""

from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape

from printnplay.cli.study.words import (
    difference_in_words,
    games_needed,
    headline,
    lead_in_words,
    length,
    scores_in_words,
    soundness,
)
from printnplay.play.comparison import Comparison
from printnplay.play.many_games import Played
from printnplay.play.study_summary import Share, StudySummary

WIDTH = 640
"""Width of every plot in SVG units: the page scales it, and font sizes match it. A guess."""

ROW, LABEL, MARGIN = 22, 150, 60
"""Height of a row, and the widths beside the bars for names and figures. A guess: chosen by eye."""

HEIGHT, FOOT, MOST = 200, 24, 60
"""Height of a histogram, of the scale below it, and its maximum number of columns. A guess: chosen
by eye."""

SHOWN = 20
"""Maximum number of broken games listed on the page: further ones are of the same kinds. A
guess."""

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem;
  color: #1f2430; background: #fff }
h1 { font-size: 1.6rem } h2 { font-size: 1.25rem; margin-top: 2.5rem } h3 { font-size: 1rem }
svg { width: 100%; height: auto; font: 12px system-ui, sans-serif }
svg rect { fill: #3b6ea5 } svg path { stroke: #1f2430; stroke-width: 1.5; fill: none }
svg text { fill: #1f2430 } svg .name { text-anchor: end }
table { border-collapse: collapse; font-size: .9rem } caption { text-align: left; padding: .3rem 0 }
td, th { padding: .15rem .8rem .15rem 0; text-align: left; font-weight: normal }
tr:first-child th { border-bottom: 1px solid #1f2430; font-weight: bold }
td, th + th { text-align: right; font-variant-numeric: tabular-nums }
td, th[scope=row] { white-space: nowrap }
.bad { color: #a4161a }
"""


def as_page(played: Played) -> str:
    """Render the statistics as a page: plots first, then rules and cards that never came up."""
    title = f"{played.title}: games played and counted"
    studies = "".join(_section(played.title, summary) for summary in played.studies)
    studies += "".join(map(_comparison, played.comparisons))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>"
        f"<body><main><h1>{escape(title)}</h1>{studies}</main></body></html>\n"
    )


def _section(title: str, summary: StudySummary) -> str:
    parts = [
        f"<h2>{escape(headline(title, summary))}</h2>",
        f"<p>{escape(soundness(summary))}</p>",
        _broken(summary),
        _won("Games won, by seat", [*summary.seats, summary.first, *summary.nobody]),
        _won("Games won together", summary.teams),
        _won("Games won, by what was played with", summary.won_with),
        "<p>Lines across the ends: where the true share lies with 95 % certainty."
        f" Within one per cent: {escape(games_needed(summary) or 'unknown')}.</p>",
        _won("How games ended", summary.endings),
        _lead(summary),
        "<h3>Moves of a game</h3>",
        _histogram(summary.lengths.games, "games by number of moves"),
        f"<p>{escape(length(summary))}.</p>",
        "<h3>Legal moves to choose from</h3>",
        _histogram(summary.choices, "positions by number of legal moves"),
        f"<p>{summary.forced.share:.1%} of moves are forced: there is only one.</p>",
        _points(summary),
        _cards_table(summary),
        "<h3>What was done</h3>",
        _bars(summary.actions, "moves by action"),
        _thinking(summary),
        _rules(summary),
    ]
    return "".join(parts)


def _lead(summary: StudySummary) -> str:
    text = lead_in_words(summary)
    return f"<h3>The lead</h3><p>It {escape(text)}.</p>" if text else ""


def _points(summary: StudySummary) -> str:
    """Render the distribution of final scores."""
    scores = summary.scores
    if scores is None:
        return ""
    whole = Counter[int]()
    for points, players in scores.players.items():
        whole[round(points)] += players
    plot = _histogram(whole, "players by points at the end")
    return f"<h3>Points at the end</h3>{plot}<p>{escape(scores_in_words(summary))}.</p>"


def _cards_table(summary: StudySummary) -> str:
    """Render the table of win rates for holding and playing each card."""
    if not summary.cards:
        return ""
    marks = {card.card: "stronger than most" for card in summary.strong}
    marks |= {card.card: "weaker than most" for card in summary.weak}
    marks |= {card.card: "hardly played" for card in summary.dead}
    rows = "".join(
        f'<tr><th scope="row">{escape(card.card)}</th>{_interval(card.held)}'
        f"{_interval(card.played)}<td>{f'{card.used.share:.1%}' if card.used.trials else ''}</td>"
        f"<td>{marks.get(card.card, '')}</td></tr>"
        for card in sorted(summary.cards, key=lambda card: -card.played.share)
    )
    return (
        "<h3>Cards</h3><table><caption>Games won by those who held and who played a card in them,"
        f" beside {summary.usual_win:.1%} on average</caption><tr><th scope='col'>card</th>"
        "<th scope='col'>won when held</th><th scope='col'>won when played</th>"
        f"<th scope='col'>played when held</th><th scope='col'>for certain</th></tr>{rows}</table>"
    )


def _interval(share: Share) -> str:
    low, high = share.bounds
    return f"<td>{share.share:.1%} <small>({low:.1%} to {high:.1%})</small></td>"


def _thinking(summary: StudySummary) -> str:
    """Render the thinking times of the players."""
    times = ", ".join(f"{name} {spent:.2f} ms" for name, spent in summary.thinking.items())
    return f"<p>A move took the players: {escape(times)}.</p>" if times else ""


def _comparison(comparison: Comparison) -> str:
    """Render two studies side by side."""
    rows = "".join(
        f'<tr><th scope="row">{escape(difference.name)}</th>'
        + "".join(f"<td>{escape(text)}</td>" for text in difference_in_words(difference))
        + "</tr>"
        for difference in comparison.differences
    )
    return (
        f"<h2>{comparison.players} players: {escape(comparison.first)} and"
        f" {escape(comparison.second)}</h2><table><caption>What differs, with the interval that"
        " holds it with 95 % certainty; * is not by chance</caption><tr><th scope='col'>figure</th>"
        f"<th scope='col'>{escape(comparison.first)}</th><th scope='col'>"
        f"{escape(comparison.second)}</th><th scope='col'>difference</th></tr>{rows}</table>"
    )


def _broken(summary: StudySummary) -> str:
    rows = "".join(
        f"<li>{escape(broken.what)}<br><code>{escape(broken.command)}</code></li>"
        for broken in summary.broken[:SHOWN]
    )
    return f'<ul class="bad">{rows}</ul>' if rows else ""


def _won(title: str, shares: Sequence[Share]) -> str:
    """Render a plot of shares of won games with a heading; empty if there are no shares."""
    if not shares:
        return ""
    name = title[0].lower() + title[1:]
    return f"<h3>{title}</h3>{_bars(shares, name, margins=True)}"


def _rules(summary: StudySummary) -> str:
    """Render the table of rules, and the rules and cards that never came up."""
    rows = "".join(
        f'<tr><th scope="row">{escape(rule)}</th><td>{use.used:,}</td><td>{use.forbade:,}</td></tr>'
        for rule, use in summary.rules.items()
    )
    unused = ", ".join(summary.never_used) or "none"
    cards = ", ".join(summary.never_played) or "none"
    return (
        "<h3>Rules used</h3><table><tr><th scope='col'>rule</th><th scope='col'>took effect</th>"
        f"<th scope='col'>forbade a move</th></tr>{rows}</table>"
        f"<p>Forbidden moves are asked for in {summary.asked:,} of the games.</p>"
        f"<p>Rules never used: {escape(unused)}. Cards never played: {escape(cards)}.</p>"
    )


def _bars(shares: Sequence[Share], title: str, *, margins: bool = False) -> str:
    """Render a bar chart; with `margins`, add 95 % intervals as lines across the bar ends."""
    top = max((share.bounds[1] if margins else share.share for share in shares), default=0) or 1
    scale = (WIDTH - LABEL - MARGIN) / top
    rows = [_bar(share, at * ROW, scale, margins=margins) for at, share in enumerate(shares)]
    said = ", ".join(f"{share.name} {share.share:.1%}" for share in shares)
    return _svg(title, len(shares) * ROW, "".join(rows), said)


def _bar(share: Share, y: int, scale: float, *, margins: bool) -> str:
    middle, end = y + ROW / 2, LABEL + share.share * scale
    low, high = share.bounds
    right = LABEL + high * scale if margins else end
    parts = [
        f'<text x="{LABEL - 8}" y="{middle + 4:.1f}" class="name">{escape(share.name)}</text>',
        f'<rect x="{LABEL}" y="{y + 4}" width="{end - LABEL:.1f}" height="{ROW - 8}"/>',
        f'<text x="{right + 6:.1f}" y="{middle + 4:.1f}">{share.share:.1%}</text>',
    ]
    if margins:
        left = LABEL + low * scale
        parts.append(
            f'<path d="M{left:.1f} {middle}H{right:.1f}M{left:.1f} {middle - 5}v10'
            f'M{right:.1f} {middle - 5}v10"/>'
        )
    return "".join(parts)


def _histogram(counts: Mapping[int, int], title: str) -> str:
    """Render a histogram with columns of equal width."""
    if not counts:
        return _svg(title, FOOT, "")
    first, last = min(counts), max(counts)
    step = max(1, -(-(last - first + 1) // MOST))
    columns = [0] * ((last - first) // step + 1)
    for value, times in counts.items():
        columns[(value - first) // step] += times
    width, scale = WIDTH / len(columns), HEIGHT / max(columns)
    drawn = [
        f'<rect x="{at * width + 0.5:.1f}" y="{HEIGHT - times * scale:.1f}" '
        f'width="{width - 1:.1f}" height="{times * scale:.1f}"><title>'
        f"{_range(first + at * step, step)}: {times}</title></rect>"
        for at, times in enumerate(columns)
    ]
    peak = columns.index(max(columns))
    said = f"from {first} to {last}, most at {_range(first + peak * step, step)}"
    return _svg(title, HEIGHT + FOOT, "".join(drawn) + _scale(first, last), said)


def _range(start: int, step: int) -> str:
    return str(start) if step == 1 else f"{start} to {start + step - 1}"


def _scale(first: int, last: int) -> str:
    """Render the axis of a histogram with the least, middle and greatest value."""
    places = ((0, first, "start"), (WIDTH / 2, (first + last) // 2, "middle"), (WIDTH, last, "end"))
    return f'<path d="M0 {HEIGHT}H{WIDTH}"/>' + "".join(
        f'<text x="{x}" y="{HEIGHT + 16}" style="text-anchor: {anchor}">{value}</text>'
        for x, value, anchor in places
    )


def _svg(title: str, height: int, drawn: str, said: str = "") -> str:
    """Render a plot with its title and a text description for accessibility."""
    head = f'<svg viewBox="0 0 {WIDTH} {height}" role="img"><title>{escape(title)}</title>'
    return f"{head}<desc>{escape(said)}</desc>{drawn}</svg>"
