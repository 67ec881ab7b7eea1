"""The balance report: statistics of simulated games as a self-contained HTML page."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape

from msgspec import Struct
from msgspec.structs import replace

from printnplay.cli.study import findings, plots
from printnplay.cli.study.words import (
    difference_in_words,
    differing,
    setting,
    soundness,
    worth_showing,
)
from printnplay.kernel.suggestions import listed
from printnplay.kernel.web_page import web_page
from printnplay.play.comparison import Comparison
from printnplay.play.many_games import Played
from printnplay.play.study_summary import CardFigures, Share, StudySummary

WIDTH, GAP = 800, 20
"""Width of the page, and the gap between panels, in CSS pixels: an A4 page has 718 within margins
of 10 mm, so letters of 12 pixels print in 8 points."""

PANELS, PANELS_OF_CARDS = 4, 2
"""Maximum number of panels side by side: with more, figures have no room beside the points."""

CARDS, CARDS_OF_MANY = 14, 8
"""Maximum number of cards in a plot, and in each of four or more: more do not fit beside other
plots on a page. A guess."""

TWO = 2
"""The columns of a histogram that says no more than its mean."""

SHOWN = 20
"""Maximum number of broken games listed on the page: further ones are of the same kinds. A
guess."""

SPENT = 0.1
"""Least thinking time of a move that is shown, in milliseconds: choosing by lot takes less."""

STYLE = """
@page { size: A4; margin: 10mm }
:root { color-scheme: light }
body { margin: 0 auto; max-width: 800px; padding: 1rem; font: 14px/1.45 system-ui, sans-serif;
  color: #1b1f27; background: #fff; print-color-adjust: exact; -webkit-print-color-adjust: exact }
h1 { font-size: 24px; margin: 0 } h2 { font-size: 17px; margin: 0 0 2px }
header p { margin: 2px 0 12px; color: #4a5160 }
.out { border: 1px solid #c9ced8; border-left: 5px solid #a4161a; border-radius: 4px;
  padding: 8px 14px; margin: 12px 0 }
.out.even { border-left-color: #2f5f93 }
.out ul { margin: 4px 0; padding-left: 18px }
section { margin-top: 22px; break-inside: avoid }
section.long { break-inside: auto }
section > p { margin: 2px 0 6px }
h2, section > p { break-after: avoid }
.halves { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 20px }
.matters { color: #4a5160 }
.panels { display: grid; grid-template-columns: repeat(var(--panels), minmax(0, 1fr)); gap: 10px 20px }
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
  table { display: block; overflow-x: auto } }
@media print { body { padding: 0; max-width: none; font-size: 12px } section { margin-top: 14px }
  details:not([open]) { display: none } }
"""


class Subject(Struct, frozen=True):
    """A section of the report: a question, a plot for each number of players, and tables.

    `shows` says what the plots show, `matters` when a designer should act on it. `tables` have a
    caption, the names of columns, and rows.
    """

    question: str
    shows: str
    matters: str
    figures: Sequence[tuple[str, str]]
    tables: Sequence[str]
    panels: int = PANELS


def as_page(played: Played) -> str:
    """Render the statistics as a page: what stands out, plots by subject, and all figures."""
    studies = played.studies
    title = f"{played.title}: balance report"
    by = ", ".join(dict.fromkeys(map(setting, studies)))
    parts = [
        f"<header><h1>{escape(title)}</h1><p>{escape(by)} for each number of players."
        f" {escape(soundness(studies))}.</p></header>",
        _standing_out(studies),
        _broken(studies),
        _overview(studies),
        *(_section(subject) for subject in _compared(played)),
        f'<div class="{"halves" if len(studies) == 1 else "whole"}">',
        *(_section(subject) for subject in _subjects(studies)),
        _rules(studies),
        "</div>",
    ]
    return web_page(title, STYLE, "\n".join(part for part in parts if part))


def _standing_out(studies: Sequence[StudySummary]) -> str:
    """Render what a designer should look at first, and what random games cannot show."""
    found = findings.what_stands_out(studies)
    rows = "".join(f"<li><b>{escape(of)}:</b> {escape(said)}</li>" for of, said in found.items())
    text = f"<b>What stands out</b><ul>{rows}</ul>" if rows else "<b>Nothing stands out.</b> "
    chance = any(study.study.player == "random" for study in studies)
    more = (
        "Random players show what the rules do, not what good players do: compare with"
        " <code>--player greedy</code> or <code>mcts</code> before you change a card."
    )
    return f'<div class="out{"" if rows else " even"}">{text}{more if chance else ""}</div>'


def _broken(studies: Sequence[StudySummary]) -> str:
    broken = [one for study in studies for one in study.broken]
    rows = "".join(
        f"<li>{escape(one.what)}<br><code>{escape(one.command)}</code></li>"
        for one in broken[:SHOWN]
    )
    return f'<ul class="bad">{rows}</ul>' if rows else ""


def _overview(studies: Sequence[StudySummary]) -> str:
    """Render the most important figures, a row for each number of players."""
    columns: dict[str, Callable[[StudySummary], str]] = {
        "players": lambda study: str(study.study.players),
        "wins of seats": _span_of_wins,
        "first to move": lambda study: f"{study.first.share:.1%}",
        "moves: half within": lambda study: str(study.lengths.quantiles[50]),
        "one in 20 over": lambda study: str(study.lengths.quantiles[95]),
        "choices": lambda study: f"{study.mean_choices:.1f}",
        "forced": lambda study: f"{study.forced.share:.1%}",
    }
    if any(map(findings.is_fought_over, studies)):
        columns["comebacks"] = lambda study: (
            f"{study.leads.comebacks.share:.1%}" if study.leads else ""
        )
    columns["strong, weak, dead cards"] = lambda study: ", ".join(
        str(len(cards)) for cards in (study.strong, study.weak, study.dead)
    )
    rows = [[of(study) for of in columns.values()] for study in studies]
    return _table("", columns, rows)


def _span_of_wins(study: StudySummary) -> str:
    least, most = (pick(share.share for share in study.seats) for pick in (min, max))
    return f"{least:.1%} to {most:.1%}"


def _subjects(studies: Sequence[StudySummary]) -> Iterator[Subject]:
    """Yield the sections about the game as it is now."""
    yield _seats(studies)
    if any(study.won_with for study in studies):
        yield _decks(studies)
    yield _lengths(studies)
    yield _choices(studies)
    fought = [study for study in studies if findings.is_fought_over(study)]
    if fought:
        yield _lead(fought)
    if any(study.endings for study in studies):
        yield _endings([study for study in studies if study.endings])
    if any(study.cards for study in studies):
        yield _cards([study for study in studies if study.cards])
    scored = [study for study in studies if study.scores]
    if scored:
        yield _points(scored)


def _seats(studies: Sequence[StudySummary]) -> Subject:
    def plot(study: StudySummary, width: int) -> str:
        first = replace(study.first, name="first turn")  # has room in the narrowest panel
        rows = [*study.seats, first, *study.nobody]
        marked = {first.name if share is study.first else share.name for share in study.uneven}
        return plots.shares(_title("games won, by seat", study), width, rows, study.usual_win, marked)

    return Subject(
        "Does every seat have the same chance?",
        findings.seats_show(studies),
        "It matters if a line lies wholly on one side: players notice five points in an evening"
        " of games, and the fix is mostly the start (cards, first turn), not a card.",
        _panels(studies, plot),
        [_shares_table("Games won", "by", studies, _winners)],
    )


def _winners(study: StudySummary) -> list[Share]:
    return [*study.seats, study.first, *study.teams, *study.nobody]


def _decks(studies: Sequence[StudySummary]) -> Subject:
    some = [study for study in studies if study.won_with]

    def plot(study: StudySummary, width: int) -> str:
        usual = 1 / len(study.won_with)
        return plots.shares(_title("games won, by deck", study), width, study.won_with, usual)

    return Subject(
        "Does every deck have the same chance?",
        "Dashed: each deck wins equally often.",
        "It matters if a line lies wholly on one side: then players fight over the better deck.",
        _panels(some, plot),
        [_shares_table("Games won", "with", some, lambda study: study.won_with)],
    )


def _lengths(studies: Sequence[StudySummary]) -> Subject:
    most = max(study.lengths.quantiles[99] for study in studies)
    scale = plots.scale_of([study.lengths.games for study in studies], most)

    def plot(study: StudySummary, width: int) -> str:
        half = study.lengths.quantiles[50]
        title, mark = _title("games by number of moves", study), (f"half within {half}", half)
        return plots.histogram(title, width, study.lengths.games, scale, mark)

    head = ("players", "shortest", *(f"{share} %" for share in studies[0].lengths.quantiles))
    rows = [
        [
            str(number)
            for number in (
                study.study.players,
                study.lengths.shortest,
                *study.lengths.quantiles.values(),
                study.lengths.longest,
                f"{study.lengths.mean:.1f}",
            )
        ]
        for study in studies
    ]
    return Subject(
        "How long is a game?",
        findings.lengths_show(studies),
        "It matters if the tail is long: players plan the evening by the usual game, and remember"
        " the longest. Time a few moves at the table, and multiply.",
        _panels(studies, plot),
        [_table("Moves, and within how many a share of the games ends",
                (*head, "longest", "mean"), rows)],
    )  # fmt: skip


def _choices(studies: Sequence[StudySummary]) -> Subject:
    few = max(study.mean_choices for study in studies) < plots.COLUMNS / 2
    scale = plots.scale_of([one.choices for one in studies], plots.COLUMNS if few else None)

    def plot(study: StudySummary, width: int) -> str:
        mark = (f"mean {study.mean_choices:.1f}", study.mean_choices)
        title = _title("positions by number of legal moves", study)
        return plots.histogram(title, width, study.choices, scale, mark)

    return Subject(
        "How much is there to decide?",
        findings.choices_show(studies),
        "It matters if column 1 is high, which is turns without a decision, or if the usual"
        " turn has dozens of moves, which slows players down.",
        _panels(studies, plot),
        [
            _counts_table("Positions", "legal moves", studies, lambda study: study.choices),
            _shares_table("Moves", "action", studies, lambda study: study.actions),
        ],
    )


def _lead(studies: Sequence[StudySummary]) -> Subject:
    changes = [study.leads.games for study in studies if study.leads]
    scale = plots.scale_of(changes)

    def plot(study: StudySummary, width: int) -> str:
        assert study.leads is not None
        title = _title("games by where the winner was after half of the moves", study)
        halves = plots.shares(title, width, findings.half_time(study))
        if scale.columns <= TWO:
            return halves
        mark = (f"mean {study.leads.mean:.1f} changes", study.leads.mean)
        title = _title("games by number of lead changes", study)
        return halves + plots.histogram(title, width, study.leads.games, scale, mark)

    return Subject(
        "Can a player come back?",
        findings.lead_shows(studies),
        "It matters if the winner almost always led after half of the moves (the rest is a"
        " formality) or hardly ever did (the first half is one).",
        _panels(studies, plot, 3),
        [
            _shares_table("Games", "after half of the moves", studies, findings.half_time),
            _counts_table(
                "Games", "lead changes", studies, lambda one: one.leads.games if one.leads else {}
            ),
        ],
        3,
    )


def _endings(studies: Sequence[StudySummary]) -> Subject:
    def plot(study: StudySummary, width: int) -> str:
        return plots.shares(_title("how games ended", study), width, study.endings)

    return Subject(
        "How do games end?",
        findings.endings_show(studies),
        "It matters if the ending that you mean as the usual one is rare, or an emergency ending,"
        " such as an empty pile, is frequent.",
        _panels(studies, plot) if max(len(study.endings) for study in studies) > 1 else [],
        [_shares_table("Games", "ending", studies, lambda study: study.endings)],
    )


def _cards(studies: Sequence[StudySummary]) -> Subject:
    def plot(study: StudySummary, width: int) -> str:
        marked = {card.card for card in (*study.strong, *study.weak, *study.dead)}
        title = _title("cards: played by holders, and won by their players", study)
        return plots.cards(title, width, _extremes(study, marked, most), study.usual_win, marked)

    most = CARDS if len(studies) < PANELS else CARDS_OF_MANY
    left_out = max(len(study.cards) for study in studies) > most
    shown = " The plot has the highest and lowest; the table has all." if left_out else ""
    return Subject(
        "Which cards are strong, weak or dead?",
        findings.cards_show(studies) + shown,
        "It matters beyond chance only. A card whose players win is strong, or is played by those who"
        " win anyway: change it, and compare with --since. A dead card costs a print and a look.",
        _panels(studies, plot, PANELS_OF_CARDS),
        [_cards_table(study) for study in studies],
        PANELS_OF_CARDS,
    )


def _extremes(study: StudySummary, marked: set[str], most: int) -> list[CardFigures]:
    """Return the cards of a plot by won games: those beyond chance, the best and the worst."""
    ordered = sorted(study.cards, key=lambda card: -card.played.share)
    ends = [card for pair in zip(ordered, reversed(ordered), strict=True) for card in pair]
    first = sorted(ends, key=lambda card: card.card not in marked)
    chosen = {card.card for card in list({card.card: card for card in first}.values())[:most]}
    return [card for card in ordered if card.card in chosen]


def _cards_table(study: StudySummary) -> str:
    marks = {card.card: "stronger than most" for card in study.strong}
    marks |= {card.card: "weaker than most" for card in study.weak}
    marks |= {card.card: "hardly played" for card in study.dead}
    rows = [
        [
            card.card,
            _interval(card.held),
            _interval(card.played),
            f"{card.used.share:.1%}" if card.used.trials else "",
            marks.get(card.card, ""),
        ]
        for card in sorted(study.cards, key=lambda card: -card.played.share)
    ]
    caption = f"{study.study.players} players; an average player wins {study.usual_win:.1%}"
    head = ("card", "won when held", "won when played", "played when held", "beyond chance")
    return _table(caption, head, rows)


def _points(studies: Sequence[StudySummary]) -> Subject:
    scale = plots.scale_of([study.scores.players for study in studies if study.scores])

    def plot(study: StudySummary, width: int) -> str:
        assert study.scores is not None
        mark = (f"mean {study.scores.mean:.1f}", study.scores.mean)
        title = _title("players by points at the end", study)
        return plots.histogram(title, width, study.scores.players, scale, mark)

    return Subject(
        "How many points do players have?",
        findings.points_show(studies),
        "It matters if most players end at nearly the same points, so that the last draw decides, or"
        " if many end far below the others.",
        _panels(studies, plot),
        [_counts_table("Players", "points", studies,
                       lambda one: one.scores.players if one.scores else {})],
    )  # fmt: skip


def _compared(played: Played) -> Iterator[Subject]:
    """Yield a section for each comparison with another variant or version."""
    for comparison in played.comparisons:
        names = (comparison.first, comparison.second)
        rows = worth_showing(comparison)
        title = f"{comparison.players} players: differences of {names[1]} from {names[0]}"
        plot = plots.differences(title, WIDTH, names, rows)
        yield Subject(
            f"What differs between {names[0]} and {names[1]}?",
            f"{differing(comparison)} Points and lines: the difference and its 95 % interval; the"
            " dashed line is no difference. Means are drawn in proportion.",
            "It matters if it is beyond chance (diamonds, *): by chance alone, one equal figure in"
            " a thousand would be. What you did not mean to change should be without a mark.",
            [(f"{comparison.players} players", plot)] if rows else [],
            [_differences_table(comparison)],
            1,
        )
    if played.not_compared:
        numbers = ", ".join(map(str, played.not_compared))
        text = f"{played.other} cannot be played by this number of players: {numbers}."
        yield Subject("What is not compared?", text, "", [], [])


def _differences_table(comparison: Comparison) -> str:
    rows = [[one.name, *difference_in_words(one)] for one in comparison.differences]
    caption = "Differences with their 95 % intervals; * is beyond chance"
    return _table(caption, ("figure", comparison.first, comparison.second, "difference"), rows)


def _rules(studies: Sequence[StudySummary]) -> str:
    """Render the use of rules, and the thinking times of players."""
    head = ("rule", *(f"{study.study.players} players: took effect, forbade a move"
                      for study in studies))  # fmt: skip
    rows = [
        [rule, *(f"{study.rules[rule].used:,}, {study.rules[rule].forbade:,}" for study in studies)]
        for rule in studies[0].rules
    ]
    asked = listed([f"{study.asked:,}" for study in studies])
    caption = f"Moves. Forbidden moves are asked for in {asked} of the games."
    times = "; ".join(
        f"{study.study.players} players: "
        + ", ".join(f"{name} {spent:.2f} ms" for name, spent in study.thinking.items())
        for study in studies
        if max(study.thinking.values(), default=0) >= SPENT
    )
    idle = findings.what_stands_out(studies).get(findings.IDLE, "none")
    thought = f" Time for a move of a computer player: {times}." if times else ""
    return _section(
        Subject(
            "Which rules take effect?",
            f"{findings.IDLE}: {idle}.{thought}",
            "It matters if a rule is never needed: it costs a paragraph and a question at the table."
            " Rare cases and other variants may need it.",
            [],
            [_table(caption, head, rows)],
        )
    )


def _panels(
    studies: Sequence[StudySummary],
    plot: Callable[[StudySummary, int], str],
    most: int = PANELS,
) -> list[tuple[str, str]]:
    """Return a plot for each number of players, with its caption."""
    width = _width(len(studies), most)
    return [(f"{study.study.players} players", plot(study, width)) for study in studies]


def _width(panels: int, most: int) -> int:
    """Return the width of a panel; one alone has half of the page."""
    columns = max(2, min(panels, most))
    return (WIDTH - GAP * (columns - 1)) // columns


def _title(words: str, study: StudySummary) -> str:
    return f"{words}, {study.study.players} players"


def _section(subject: Subject) -> str:
    figures = "".join(
        f"<figure><figcaption>{escape(caption)}</figcaption>{plot}</figure>"
        for caption, plot in subject.figures
    )
    columns = min(len(subject.figures), subject.panels)
    panels = f'<div class="panels" style="--panels:{columns}">{figures}</div>' if figures else ""
    long = ' class="long"' if len(subject.figures) > columns else ""
    return (
        f"<section{long}><h2>{escape(subject.question)}</h2><p>{escape(subject.shows)}"
        f' <span class="matters">{escape(subject.matters)}</span></p>{panels}'
        f"{_details(subject.tables)}</section>"
    )


def _details(tables: Sequence[str]) -> str:
    return f"<details><summary>Figures</summary>{''.join(tables)}</details>" if tables else ""


def _shares_table(
    what: str, by: str, studies: Sequence[StudySummary], of: Callable[[StudySummary], Sequence[Share]]
) -> str:
    """Render shares with their intervals, a column for each number of players."""
    by_name = [{share.name: share for share in of(study)} for study in studies]
    names = dict.fromkeys(name for shares in by_name for name in shares)
    rows = [
        [name, *(_interval(shares[name]) if name in shares else "" for shares in by_name)]
        for name in names
    ]
    return _table(f"{what}, with 95 % intervals", (by, *map(_players, studies)), rows)


def _counts_table(
    what: str, by: str, studies: Sequence[StudySummary],
    of: Callable[[StudySummary], dict[float, int]],
) -> str:  # fmt: skip
    """Render a distribution, a column for each number of players."""
    columns = [of(study) for study in studies]
    rows = [
        [f"{value:g}", *(f"{counts.get(value, 0):,}" for counts in columns)]
        for value in sorted({value for counts in columns for value in counts})
    ]
    return _table(what, (by, *map(_players, studies)), rows)


def _players(study: StudySummary) -> str:
    return f"{study.study.players} players"


def _interval(share: Share) -> str:
    if not share.trials:
        return ""
    low, high = share.bounds
    return f"{share.share:.1%} ({low:.1%} to {high:.1%})"


def _table(caption: str, head: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
    """Render a table; the first cell of each row is its heading."""
    columns = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    body = "".join(
        f'<tr><th scope="row">{escape(first)}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        + "</tr>"
        for first, *cells in rows
    )
    named = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{named}<thead><tr>{columns}</tr></thead><tbody>{body}</tbody></table>"
