"""The balance report: statistics of simulated games as a self-contained HTML page."""

from collections.abc import Callable, Sequence
from html import escape

from printnplay.cli.speech import speak, speak_label, speak_with
from printnplay.cli.study import findings
from printnplay.cli.study.comparing import compared
from printnplay.cli.study.subjects import Subject, subjects
from printnplay.cli.study.tables import players_of, table
from printnplay.cli.study.words import between, setting, soundness
from printnplay.kernel.web_page import web_page
from printnplay.play.many_games import Played
from printnplay.play.study_summary import StudySummary

SHOWN = 20
"""Maximum number of broken games listed on the page: further ones are of the same kinds. A
guess."""

STYLE = """
@page { size: A4; margin: 10mm }
:root { color-scheme: light }
body { margin: 0 auto; max-width: 800px; padding: 1rem; font: 14px/1.45 system-ui, sans-serif;
  color: #1b1f27; background: #fff; print-color-adjust: exact }
h1 { font-size: 24px; margin: 0 } h2 { font-size: 17px; margin: 0 0 2px }
header p { margin: 2px 0 12px; color: #4a5160 }
.out { border: 1px solid #c9ced8; border-left: 5px solid #a4161a; border-radius: 4px;
  padding: 8px 14px; margin: 12px 0 }
.out.even { border-left-color: #2f5f93 }
.out code { white-space: nowrap } .out ul { margin: 4px 0; padding-left: 18px }
section { margin-top: 22px; break-inside: avoid }
section.long { break-inside: auto }
section > p { margin: 2px 0 6px }
h2, section > p { break-after: avoid }
.halves { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 20px }
.matters { color: #4a5160 }
.panels { display: grid; grid-template-columns: repeat(var(--panels), minmax(0, 1fr));
  gap: 10px 20px }
figure { margin: 0; break-inside: avoid } figcaption { font-weight: 600; font-size: 12px }
svg { display: block; width: 100%; height: auto; font: 12px system-ui, sans-serif }
svg text { fill: #1b1f27 } .head { fill: #4a5160; font-size: 11px }
.bold { font-weight: 700 } svg .bold { fill: #a4161a }
svg rect { fill: #7fa3cc } svg .rest { fill: #c9d6e6 } svg circle { fill: #2f5f93 }
svg .sure { fill: #a4161a } svg .line { stroke: #2f5f93; stroke-width: 2 }
svg .track { stroke: #e3e7ee }
svg .guide, svg .mark { stroke: #4a5160; stroke-dasharray: 3 3 } svg .axis { stroke: #1b1f27 }
table { border-collapse: collapse; font-size: 12px; margin: 4px 0 10px }
caption { text-align: left; padding: 4px 0; color: #4a5160 }
td { white-space: nowrap }
td, th { padding: 2px 14px 2px 0; text-align: right; vertical-align: top;
  font-variant-numeric: tabular-nums; font-weight: normal }
thead th { border-bottom: 1px solid #1b1f27; font-weight: 600; vertical-align: bottom }
th:first-child { text-align: left }
details { font-size: 12px } summary { cursor: pointer; color: #2f5f93 }
.bad { color: #a4161a }
@media (max-width: 640px) { .panels, .halves { grid-template-columns: minmax(0, 1fr) }
  .wide { overflow-x: auto } .wide svg { min-width: 680px }
  table { display: block; overflow-x: auto } }
@media print { body { padding: 0; max-width: none; font-size: 12px } section { margin-top: 14px }
  details:not([open]) { display: none } }
"""


def as_page(played: Played) -> str:
    """Render the statistics as a page: what stands out, plots by subject, and all figures."""
    studies = played.studies
    title = speak_with("{title}: balance report", title=played.title)
    by = ", ".join(dict.fromkeys(map(setting, studies)))
    each = speak_with("each number of players")
    players = players_of(studies[0]) if len(studies) == 1 else each
    setup = speak_with(
        "{games} for {players}. {checked}.", games=by, players=players, checked=soundness(studies)
    )
    parts = [
        f"<header><h1>{escape(title)}</h1><p>{escape(setup)}</p></header>",
        _standing_out(studies),
        _broken(studies),
        _overview(studies),
        *(_section(subject) for subject in compared(played)),
        f'<div class="{"halves" if len(studies) == 1 else "whole"}">',
        *(_section(subject) for subject in subjects(studies)),
        "</div>",
    ]
    return web_page(title, STYLE, "\n".join(part for part in parts if part))


def _standing_out(studies: Sequence[StudySummary]) -> str:
    """Render what a designer should look at first, and what random games cannot show."""
    found = findings.what_stands_out(studies)
    rows = "".join(f"<li><b>{escape(of)}:</b> {escape(said)}</li>" for of, said in found.items())
    head = escape(speak("What stands out") if rows else speak("Nothing stands out."))
    text = f"<b>{head}</b><ul>{rows}</ul>" if rows else f"<b>{head}</b> "
    chance = any(study.study.player == "random" for study in studies)
    more = speak_with(
        "Random players show what the rules do, not what good players do: compare with {greedy} or"
        " {mcts} before you change a card.",
        greedy="<code>--player greedy</code>",
        mcts="<code>mcts</code>",
    )
    return f'<div class="out{"" if rows else " even"}">{text}{more if chance else ""}</div>'


def _broken(studies: Sequence[StudySummary]) -> str:
    broken = [one for study in studies for one in study.broken]
    rows = "".join(
        f"<li>{escape(speak(one.what))}<br/><code>{escape(one.command)}</code></li>"
        for one in broken[:SHOWN]
    )
    return f'<ul class="bad">{rows}</ul>' if rows else ""


def _overview(studies: Sequence[StudySummary]) -> str:
    """Render the most important figures, a row for each number of players."""
    columns: dict[str, Callable[[StudySummary], str]] = {
        speak_label("players"): lambda study: str(study.study.players),
        speak_label("wins of seats"): _span_of_wins,
        speak_label("first to move"): lambda study: f"{study.first.share:.1%}",
        speak_label("moves: half within"): lambda study: str(study.lengths.quantiles[50]),
        speak_label("one in 20 over"): lambda study: str(study.lengths.quantiles[95]),
        speak_label("choices"): lambda study: f"{study.mean_choices:.1f}",
        speak_label("forced"): lambda study: f"{study.forced.share:.1%}",
    }
    if any(map(findings.is_fought_over, studies)):
        columns[speak_label("comebacks")] = lambda study: (
            f"{study.leads.comebacks.share:.1%}" if study.leads else ""
        )
    columns[speak_label("strong, weak, dead cards")] = lambda study: ", ".join(
        str(len(cards)) for cards in (study.strong, study.weak, study.dead)
    )
    rows = [[of(study) for of in columns.values()] for study in studies if study.ended]
    return table("", columns, rows) if rows else ""


def _span_of_wins(study: StudySummary) -> str:
    """Format the least and greatest share of games that a seat wins."""
    least, most = (pick(share.share for share in study.seats) for pick in (min, max))
    return between(f"{least:.1%}", f"{most:.1%}")


def _section(subject: Subject) -> str:
    figures = "".join(
        f"<figure><figcaption>{escape(caption)}</figcaption>{plot}</figure>"
        for caption, plot in subject.figures
    )
    columns = min(len(subject.figures), subject.panels)
    kind = "panels" if columns > 1 or subject.panels > 1 else "panels wide"
    panels = f'<div class="{kind}" style="--panels:{columns}">{figures}</div>' if figures else ""
    long = ' class="long"' if len(subject.figures) > columns else ""
    said = (subject.shows, subject.matters)
    shows, matters = (escape(text).replace(" %", "\u00a0%") for text in said)
    return (
        f"<section{long}><h2>{escape(subject.question)}</h2><p>{shows}"
        f' <span class="matters">{matters}</span></p>{panels}'
        f"{_details(subject.tables)}</section>"
    )


def _details(tables: Sequence[str]) -> str:
    figures = escape(speak_label("Figures"))
    return f"<details><summary>{figures}</summary>{''.join(tables)}</details>" if tables else ""
