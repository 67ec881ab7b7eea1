"""The figures of many games as text, as data, and as a page of HTML that needs nothing else."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape
from textwrap import fill
from typing import Any

from printnplay.cli.console import columns, count
from printnplay.pipeline.comparison import Comparison, Difference
from printnplay.pipeline.play import Played
from printnplay.pipeline.study_summary import CardFigures, Share, StudySummary

TEXT_WIDTH = 100
"""Of the text, in characters."""

NAMES = 12
"""Of the column that names a line of the text."""

WIDTH = 640
"""Of every plot, in its own units."""

ROW, LABEL, MARGIN = 22, 150, 60
"""Height of a row, and room beside the bars for names and figures."""

HEIGHT, FOOT, MOST = 200, 24, 60
"""Height of a histogram, room below it for its scale, and the most columns it has."""

FIRST = 8
"""Cards that the text names for a kind of action; the page and JSON have all."""

SHOWN = 20
"""Broken games that the page lists."""

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


def as_text(played: Played) -> str:
    """The figures in a few lines for each number of players, then what they are compared with."""
    studies = [_text(played.title, study) for study in played.studies]
    return "\n\n".join([*studies, *map(_compared, played.comparisons)])


def _text(title: str, summary: StudySummary) -> str:
    most = max(summary.choices, default=0)
    forced = f"; {summary.forced.share:.1%} of moves are forced"
    rows = {
        "wins": _shares(_seats(summary)),
        "first": _shares([summary.first]),
        "together": _shares(summary.teams),
        "won with": _shares(summary.won_with),
        "within 1 %": _needed(summary),
        "endings": _shares(summary.endings),
        "moves": _moves(summary),
        "choices": f"{summary.mean_choices:.1f} legal moves on average, at most {most}{forced}",
        "lead": _leads(summary),
        "scores": _scores(summary),
        "actions": "; ".join(_actions(summary)),
        "strong": _cards(summary.strong),
        "weak": _cards(summary.weak),
        "dead": ", ".join(f"{card.card} {card.used.share:.1%}" for card in summary.dead),
        "never played": ", ".join(summary.never_played),
        "never used": _never_used(summary),
        "checked": _checked(summary),
    }
    lines = [
        fill(
            f"  {name:{NAMES}}  {text}",
            TEXT_WIDTH,
            subsequent_indent=" " * (NAMES + 4),
            break_on_hyphens=False,
        )
        for name, text in rows.items()
        if text
    ]
    return "\n".join([_headline(title, summary), *lines])


def _headline(title: str, summary: StudySummary) -> str:
    """What was played."""
    study = summary.study
    parts = [
        f"{title}, {study.players} players",
        f"{study.games:,} {study.player} games of seed {study.seed}"
        if "=" not in study.player
        else f"{study.games:,} games of seed {study.seed} by {study.player}",
        *(f"{name} {choice}" for name, choice in study.variants.items()),
    ]
    return ", ".join(parts)


def _shares(shares: Sequence[Share]) -> str:
    texts = []
    for share in shares:
        low, high = share.bounds
        texts.append(f"{share.name} {share.share:.1%} ({low:.1%} to {high:.1%})")
    return ", ".join(texts)


def _seats(summary: StudySummary) -> list[Share]:
    """The shares of the seats, with their players where these differ."""
    if len(set(summary.players)) == 1:
        return list(summary.seats)
    return [
        replace(share, name=f"{share.name} ({player})")
        for share, player in zip(summary.seats, summary.players, strict=True)
    ]


def _needed(summary: StudySummary) -> str:
    """How many more games it takes to know shares well."""
    if not summary.ended:
        return ""
    more = summary.games_needed
    return f"needs {more:,} more games" if more else "every share of won games is known"


def _leads(summary: StudySummary) -> str:
    """How often the lead changed, where the rules say who leads."""
    leads = summary.leads
    if leads is None:
        return ""
    return (
        f"changes {leads.mean:.2f} times a game, in {leads.never.share:.1%} never;"
        f" {leads.comebacks.share:.1%} won by somebody behind after half of the moves"
    )


def _scores(summary: StudySummary) -> str:
    """The points at the end, where there are any."""
    scores = summary.scores
    if scores is None:
        return ""
    spans = ", ".join(f"{share} % up to {points:g}" for share, points in scores.quantiles.items())
    return f"mean {scores.mean:.2f}; {spans}"


def _actions(summary: StudySummary) -> list[str]:
    """What was done, kind by kind; what was done with cards, card by card."""
    cards = {card.card for card in summary.cards}
    kinds: dict[str, list[Share]] = {}
    for action in summary.actions:
        kinds.setdefault(action.name.partition(" ")[0], []).append(action)
    texts = []
    for kind, actions in kinds.items():
        whole = sum(action.share for action in actions)
        single = [(action.name.partition(" ")[2], action.share) for action in actions]
        named = [f"{name} {share:.1%}" for name, share in single if name in cards]
        more = [f"{len(named) - FIRST} more cards"] if len(named) > FIRST else []
        named = [*named[:FIRST], *more]
        texts.append(f"{kind} {whole:.1%}" + (f" ({', '.join(named)})" if named else ""))
    return texts


def _cards(cards: Sequence[CardFigures]) -> str:
    """Cards with the share of games that their players won."""
    return ", ".join(f"{card.card} {card.played.share:.1%}" for card in cards)


def _compared(comparison: Comparison) -> str:
    """Two studies side by side; what may be by chance is left out but for who wins, and lengths."""
    rows = [
        (f"  {one.name}", f"{_figure(one, one.first)}  {_figure(one, one.second)}  {_apart(one)}")
        for one in comparison.differences
        if one.certain or one.name.startswith(SHOWN_ALWAYS)
    ]
    head = f"{comparison.players} players: {comparison.first}, {comparison.second}, difference"
    return f"{head}\n{columns(rows, '<<')}\n  * is not by chance, with 95 % certainty"


SHOWN_ALWAYS = ("won by", "won with", "moves")
"""Differences that are told even if they may be by chance."""


def _figure(difference: Difference, figure: float) -> str:
    return f"{figure:.1%}" if difference.is_share else f"{figure:.2f}"


def _apart(difference: Difference) -> str:
    """What two figures differ by, with its interval."""
    low, high = (_figure(difference, bound) for bound in (difference.low, difference.high))
    mark = " *" if difference.certain else ""
    sign = "+" if difference.apart > 0 else ""
    return f"{sign}{_figure(difference, difference.apart)} ({low} to {high}){mark}"


def _moves(summary: StudySummary) -> str:
    """How long games are."""
    lengths = summary.lengths
    if not lengths.longest:
        return "no game came to an end"
    spans = ", ".join(f"{share} % within {moves}" for share, moves in lengths.quantiles.items())
    return f"{lengths.shortest} to {lengths.longest}, mean {lengths.mean:.1f}; {spans}"


def _never_used(summary: StudySummary) -> str:
    """Rules that were not seen at work; some modules never report which take effect."""
    names = ", ".join(summary.never_used)
    if names and not summary.reports_use:
        return f"(these forbade no move; the rules do not report which took effect) {names}"
    return names


def _checked(summary: StudySummary) -> str:
    """How many positions were checked, and how many games broke a promise of the rules."""
    broken = f"{count(len(summary.broken), 'game')} went wrong" if summary.broken else "all sound"
    return f"{sum(summary.choices.values()) + summary.games:,} positions, {broken}"


def as_data(played: Played) -> dict[str, Any]:
    """The figures for programs; intervals hold with 95 % certainty."""
    return {
        "version": 1,
        "game": played.game,
        "studies": [_data(summary) for summary in played.studies],
        "comparisons": [_comparison_data(comparison) for comparison in played.comparisons],
    }


def _comparison_data(comparison: Comparison) -> dict[str, Any]:
    return {
        "players": comparison.players,
        "first": comparison.first,
        "second": comparison.second,
        "differences": [
            {
                "name": one.name,
                "first": round(one.first, 6),
                "second": round(one.second, 6),
                "difference": round(one.apart, 6),
                "low": round(one.low, 6),
                "high": round(one.high, 6),
                "certain": one.certain,
            }
            for one in comparison.differences
        ],
    }


def _data(summary: StudySummary) -> dict[str, Any]:
    study, lengths = summary.study, summary.lengths
    return {
        "players": study.players,
        "seed": study.seed,
        "player": study.player,
        "variants": dict(study.variants),
        "games": summary.games,
        "ended": summary.ended,
        "wins": [{"seats": list(seats), "games": games} for seats, games in summary.wins.items()],
        "seats": [_share_data(share) for share in summary.seats],
        "first": _share_data(summary.first),
        "teams": [_share_data(share) for share in summary.teams],
        "won_with": [_share_data(share) for share in summary.won_with],
        "players_of_seats": list(summary.players),
        "games_needed": summary.games_needed,
        "endings": [_share_data(share) for share in summary.endings],
        "forced": _share_data(summary.forced),
        "leads": summary.leads
        and {
            "mean": round(summary.leads.mean, 4),
            "never": _share_data(summary.leads.never),
            "comebacks": _share_data(summary.leads.comebacks),
        },
        "scores": summary.scores
        and {
            "mean": round(summary.scores.mean, 4),
            "quantiles": {str(share): points for share, points in summary.scores.quantiles.items()},
            "players": {f"{points:g}": n for points, n in summary.scores.players.items()},
        },
        "cards": [
            {
                "card": card.card,
                "held": _share_data(card.held),
                "played": _share_data(card.played),
                "used": _share_data(card.used),
            }
            for card in summary.cards
        ],
        "strong": [card.card for card in summary.strong],
        "weak": [card.card for card in summary.weak],
        "dead": [card.card for card in summary.dead],
        "moves": {
            "mean": round(lengths.mean, 4),
            "shortest": lengths.shortest,
            "longest": lengths.longest,
            "quantiles": {str(share): moves for share, moves in lengths.quantiles.items()},
            "games": {str(moves): games for moves, games in lengths.games.items()},
        },
        "choices": {str(moves): positions for moves, positions in summary.choices.items()},
        "actions": {action.name: action.hits for action in summary.actions},
        "rules": {
            rule: {"used": use.used, "forbade": use.forbade} for rule, use in summary.rules.items()
        },
        "never_used": list(summary.never_used),
        "never_played": list(summary.never_played),
        "mishaps": [
            {"game": broken.game, "move": broken.move, "what": broken.what}
            for broken in summary.broken
        ],
    }


def _share_data(share: Share) -> dict[str, Any]:
    low, high = share.bounds
    return {
        "name": share.name,
        "games": share.hits,
        "share": round(share.share, 6),
        "low": round(low, 6),
        "high": round(high, 6),
    }


def as_page(played: Played) -> str:
    """The figures as a page: plots first, then what never happened."""
    title = f"{played.title}: games played and counted"
    studies = "".join(_section(played.title, summary) for summary in played.studies)
    studies += "".join(map(_comparison, played.comparisons))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>"
        f"<body><h1>{escape(title)}</h1>{studies}</body></html>\n"
    )


def _section(title: str, summary: StudySummary) -> str:
    parts = [
        f"<h2>{escape(_headline(title, summary))}</h2>",
        f"<p>{escape(_checked(summary))}</p>",
        _broken(summary),
        _won("Games won, by seat", [*summary.seats, summary.first]),
        _won("Games won together", summary.teams),
        _won("Games won, by what was played with", summary.won_with),
        "<p>Lines across the ends: where the true share lies with 95 % certainty."
        f" Within one per cent: {escape(_needed(summary) or 'unknown')}.</p>",
        _won("How games ended", summary.endings),
        _lead(summary),
        "<h3>Moves of a game</h3>",
        _histogram(summary.lengths.games, "games by number of moves"),
        f"<p>{escape(_moves(summary))}.</p>",
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
    text = _leads(summary)
    return f"<h3>The lead</h3><p>It {escape(text)}.</p>" if text else ""


def _points(summary: StudySummary) -> str:
    """The distribution of points at the end."""
    scores = summary.scores
    if scores is None:
        return ""
    whole = Counter[int]()
    for points, players in scores.players.items():
        whole[round(points)] += players
    plot = _histogram(whole, "players by points at the end")
    return f"<h3>Points at the end</h3>{plot}<p>{escape(_scores(summary))}.</p>"


def _cards_table(summary: StudySummary) -> str:
    """What holding and playing each card went with."""
    if not summary.cards:
        return ""
    marks = {card.card: "stronger than most" for card in summary.strong}
    marks |= {card.card: "weaker than most" for card in summary.weak}
    marks |= {card.card: "hardly played" for card in summary.dead}
    rows = "".join(
        f'<tr><th scope="row">{escape(card.card)}</th>{_interval(card.held)}'
        f"{_interval(card.played)}<td>{card.used.share:.1%}</td>"
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
    """How long the players thought."""
    times = ", ".join(f"{name} {spent:.2f} ms" for name, spent in summary.thinking.items())
    return f"<p>A move took the players: {escape(times)}.</p>" if times else ""


def _comparison(comparison: Comparison) -> str:
    """Two studies side by side."""
    rows = "".join(
        f'<tr><th scope="row">{escape(one.name)}</th><td>{_figure(one, one.first)}</td>'
        f"<td>{_figure(one, one.second)}</td><td>{escape(_apart(one))}</td></tr>"
        for one in comparison.differences
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
    """A plot of shares of won games under a heading; nothing if there are no shares."""
    if not shares:
        return ""
    name = title[0].lower() + title[1:]
    return f"<h3>{title}</h3>{_bars(shares, name, margins=True)}"


def _rules(summary: StudySummary) -> str:
    """The table of rules, and what never came up."""
    rows = "".join(
        f"<tr><td>{escape(rule)}</td><td>{use.used:,}</td><td>{use.forbade:,}</td></tr>"
        for rule, use in summary.rules.items()
    )
    unused = _never_used(summary) or "none"
    cards = ", ".join(summary.never_played) or "none"
    return (
        "<h3>Rules at work</h3><table><tr><th>rule</th><th>took effect</th><th>forbade a move</th>"
        f"</tr>{rows}</table><p>Forbidden moves are asked for in {summary.asked:,} of the games."
        f"</p><p>Rules never seen at work: {escape(unused)}. "
        f"Cards never played: {escape(cards)}.</p>"
    )


def _bars(shares: Sequence[Share], title: str, *, margins: bool = False) -> str:
    """One bar a row; with `margins` the 95 % interval as a line across its end."""
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
    """Columns of equal width over counted values."""
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
    """The least, middle and greatest value below a histogram."""
    places = ((0, first, "start"), (WIDTH / 2, (first + last) // 2, "middle"), (WIDTH, last, "end"))
    return f'<path d="M0 {HEIGHT}H{WIDTH}"/>' + "".join(
        f'<text x="{x}" y="{HEIGHT + 16}" style="text-anchor: {anchor}">{value}</text>'
        for x, value, anchor in places
    )


def _svg(title: str, height: int, drawn: str, said: str = "") -> str:
    """A plot with its title, and what it shows in words for those who do not see it."""
    head = f'<svg viewBox="0 0 {WIDTH} {height}" role="img"><title>{escape(title)}</title>'
    return f"{head}<desc>{escape(said)}</desc>{drawn}</svg>"
