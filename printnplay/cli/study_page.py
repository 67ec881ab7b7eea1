"""The figures of a study as one page of HTML that needs nothing else."""

from html import escape

from printnplay.cli.playing import checked, headline, moves_of, never_used
from printnplay.cli.plots import bars, histogram
from printnplay.engine import figures
from printnplay.engine.study import Study, Tally
from printnplay.pipeline.playing import Played, again

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
