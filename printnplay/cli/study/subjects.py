"""The sections of the balance report: a question, plots for each number of players, and tables."""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from printnplay.cli.speech import speak, speak_label, speak_with
from printnplay.cli.study import findings, plots
from printnplay.cli.study.tables import counts_table, interval, players_of, shares_table, table
from printnplay.cli.study.words import in_words, mean_in_words, seats_in
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
"""The number of columns up to which a histogram says no more than its mean."""

SPENT = 0.1
"""Least thinking time of a move that is shown, in milliseconds: random choice takes less."""


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


def subjects(studies: Sequence[StudySummary]) -> Iterator[Subject]:
    """Yield the sections about the current game, without those that have no figures."""
    parts: Sequence[tuple[Callable[[Sequence[StudySummary]], Subject], Callable[..., object]]] = (
        (_seats, lambda study: study.ended),
        (_decks, lambda study: study.won_with),
        (_lengths, lambda study: study.ended),
        (_choices, lambda study: study.choices),
        (_lead, findings.is_fought_over),
        (_endings, lambda study: study.endings),
        (_cards, _moved),
        (_points, lambda study: study.scores),
    )
    for part, has_figures in parts:
        some = [study for study in studies if has_figures(study)]
        if some:
            yield part(some)
    yield _rules(studies)


def _seats(studies: Sequence[StudySummary]) -> Subject:
    most = max(study.study.players for study in studies)

    def plot(study: StudySummary, width: int) -> str:
        first = replace(study.first, name=speak_label(findings.BEGINS))
        rows = [*_named(seats_in(study)), first, *_named(study.nobody)]
        marked = {
            first.name if share is study.first else in_words(share.name) for share in study.uneven
        }
        title = _title(speak("games won, by seat"), study)
        return plots.shares(title, width, rows, study.usual_win, marked)

    return Subject(
        speak("Does every seat have the same chance?")
        if most > 1
        else speak("How often does the player win?"),
        findings.seats_show(studies),
        speak(
            "It matters if a line lies wholly on one side: players notice five points in an evening"
            " of games. Usually fix the start (cards, first turn), not a card."
        ),
        _panels(studies, plot),
        [shares_table(speak_label("Games won"), speak_label("by"), studies, _winners)],
    )


def _named(shares: Sequence[Share]) -> list[Share]:
    """Return shares with their names in the language of the terminal."""
    return [replace(share, name=in_words(share.name)) for share in shares]


def _winners(study: StudySummary) -> list[Share]:
    return _named([*seats_in(study), study.first, *study.teams, *study.nobody])


def _decks(studies: Sequence[StudySummary]) -> Subject:
    def plot(study: StudySummary, width: int) -> str:
        usual = 1 / len(study.won_with)
        return plots.shares(
            _title(speak("games won, by deck"), study), width, study.won_with, usual
        )

    return Subject(
        speak("Does every deck have the same chance?"),
        speak("Dashed: each deck wins equally often."),
        speak(
            "It matters if a line lies wholly on one side: then players fight over the better deck."
        ),
        _panels(studies, plot),
        [
            shares_table(
                speak_label("Games won"),
                speak_label("with"),
                studies,
                lambda study: study.won_with,
            )
        ],
    )


def _lengths(studies: Sequence[StudySummary]) -> Subject:
    most = max(study.lengths.quantiles[99] for study in studies)
    scale = plots.scale_of([study.lengths.games for study in studies], most)

    def plot(study: StudySummary, width: int) -> str:
        half = study.lengths.quantiles[50]
        title = _title(speak("games by number of moves"), study)
        mark = (speak_with("half within {moves}", moves=str(half)), half)
        return plots.histogram(title, width, study.lengths.games, scale, mark)

    head = (
        speak_label("players"),
        speak_label("shortest"),
        *(f"{share} %" for share in studies[0].lengths.quantiles),
    )
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
        speak("How long is a game?"),
        findings.lengths_show(studies),
        speak(
            "It matters if the tail is long: players plan the evening by the usual game, and"
            " remember the longest. Time a few moves at the table, and multiply."
        ),
        _panels(studies, plot),
        [
            table(
                speak("Moves, and within how many a share of the games ends"),
                (*head, speak_label("longest"), speak_label("mean")),
                rows,
            )
        ],
    )


def _choices(studies: Sequence[StudySummary]) -> Subject:
    few = max(study.mean_choices for study in studies) < plots.COLUMNS / 2
    scale = plots.scale_of([one.choices for one in studies], plots.COLUMNS if few else None)

    def plot(study: StudySummary, width: int) -> str:
        mark = (mean_in_words(study.mean_choices, 1), study.mean_choices)
        title = _title(speak("positions by number of legal moves"), study)
        return plots.histogram(title, width, study.choices, scale, mark)

    return Subject(
        speak("How much is there to decide?"),
        findings.choices_show(studies),
        speak(
            "It matters if column 1 is high, because these turns have no decision, or if the usual"
            " turn has dozens of moves, which slows players down."
        ),
        _panels(studies, plot),
        [
            counts_table(
                speak_label("Positions"),
                speak_label("legal moves"),
                studies,
                lambda study: study.choices,
            ),
            shares_table(
                speak_label("Moves"), speak_label("action"), studies, lambda study: study.actions
            ),
        ],
    )


def _lead(studies: Sequence[StudySummary]) -> Subject:
    changes = [study.leads.games for study in studies if study.leads]
    scale = plots.scale_of(changes)

    def plot(study: StudySummary, width: int) -> str:
        assert study.leads is not None
        title = _title(speak("games by where the winner was after half of the moves"), study)
        halves = plots.shares(title, width, findings.half_time(study))
        if scale.columns <= TWO:
            return halves
        mark = (mean_in_words(study.leads.mean, 1), study.leads.mean)
        title = _title(speak("games by number of lead changes"), study)
        return halves + plots.histogram(title, width, study.leads.games, scale, mark)

    return Subject(
        speak("Can a player come back?"),
        findings.lead_shows(studies),
        speak(
            "It matters if the winner almost always led after half of the moves (the rest is a"
            " formality) or hardly ever did (the first half is one)."
        ),
        _panels(studies, plot, 3),
        [
            shares_table(
                speak_label("Games"),
                speak_label("after half of the moves"),
                studies,
                findings.half_time,
            ),
            counts_table(
                speak_label("Games"),
                speak_label("lead changes"),
                studies,
                lambda one: one.leads.games if one.leads else {},
            ),
        ],
        3,
    )


def _endings(studies: Sequence[StudySummary]) -> Subject:
    def plot(study: StudySummary, width: int) -> str:
        title = _title(speak("how games ended"), study)
        return plots.shares(title, width, _named(study.endings))

    return Subject(
        speak("How do games end?"),
        findings.endings_show(studies),
        speak(
            "It matters if the ending that you intend is rare, or if an emergency ending, such as"
            " an empty pile, is frequent."
        ),
        _panels(studies, plot) if max(len(study.endings) for study in studies) > 1 else [],
        [
            shares_table(
                speak_label("Games"),
                speak_label("ending"),
                studies,
                lambda study: _named(study.endings),
            )
        ],
    )


def _cards(studies: Sequence[StudySummary]) -> Subject:
    def plot(study: StudySummary, width: int) -> str:
        marked = {card.card for card in (*study.strong, *study.weak, *study.dead)}
        title = _title(speak("cards: played by holders, and won by their players"), study)
        return plots.cards(title, width, _extremes(study, marked, most), study.usual_win, marked)

    most = CARDS if len(studies) < PANELS else CARDS_OF_MANY
    left_out = max(len(_moved(study)) for study in studies) > most
    shown = f" {speak('The plot has the highest and lowest; the table has all.')}"
    return Subject(
        speak("Which cards are strong, weak or dead?"),
        findings.cards_show(studies) + (shown if left_out else ""),
        speak(
            "It matters beyond chance only. A card whose players win is strong, or is played by"
            " those who win anyway: change it, and compare with --since. Nobody misses a dead card."
        ),
        _panels(studies, plot, PANELS_OF_CARDS),
        [_cards_table(study) for study in studies],
        PANELS_OF_CARDS,
    )


def _moved(study: StudySummary) -> list[CardFigures]:
    """Return the cards that can be played, or have been."""
    return [card for card in study.cards if card.used.trials or card.played.trials]


def _extremes(study: StudySummary, marked: set[str], most: int) -> list[CardFigures]:
    """Return the cards of a plot by won games: those beyond chance, the best and the worst."""
    ordered = sorted(_moved(study), key=lambda card: -card.played.share)
    ends = [card for pair in zip(ordered, reversed(ordered), strict=True) for card in pair]
    first = sorted(ends, key=lambda card: card.card not in marked)
    chosen = {card.card for card in list({card.card: card for card in first}.values())[:most]}
    return [card for card in ordered if card.card in chosen]


def _cards_table(study: StudySummary) -> str:
    marks = {card.card: speak_label("stronger than most") for card in study.strong}
    marks |= {card.card: speak_label("weaker than most") for card in study.weak}
    marks |= {card.card: speak_label("hardly played") for card in study.dead}
    rows = [
        [
            card.card,
            interval(card.held),
            interval(card.played),
            f"{card.used.share:.1%}" if card.used.trials else "",
            marks.get(card.card, ""),
        ]
        for card in sorted(study.cards, key=lambda card: -card.played.share)
    ]
    caption = speak_with(
        "{players}; an average player wins {share}",
        players=players_of(study),
        share=f"{study.usual_win:.1%}",
    )
    head = ("card", "won when held", "won when played", "played when held", "beyond chance")
    return table(caption, map(speak_label, head), rows)


def _points(studies: Sequence[StudySummary]) -> Subject:
    scale = plots.scale_of([study.scores.players for study in studies if study.scores])

    def plot(study: StudySummary, width: int) -> str:
        assert study.scores is not None
        mark = (mean_in_words(study.scores.mean, 1), study.scores.mean)
        title = _title(speak("players by points at the end"), study)
        return plots.histogram(title, width, study.scores.players, scale, mark)

    return Subject(
        speak("How many points do players have?"),
        findings.points_show(studies),
        speak(
            "It matters if most players end at nearly the same points, so that the last draw"
            " decides, or if many end far below the others."
        ),
        _panels(studies, plot),
        [
            counts_table(
                speak_label("Players"),
                speak_label("points"),
                studies,
                lambda one: one.scores.players if one.scores else {},
            )
        ],
    )


def _rules(studies: Sequence[StudySummary]) -> Subject:
    uses = [
        speak_with("{players}: took effect, forbade a move", players=players_of(study))
        for study in studies
    ]
    rows = [
        [rule, *(f"{study.rules[rule].used:,}, {study.rules[rule].forbade:,}" for study in studies)]
        for rule in studies[0].rules
    ]
    caption = speak_with(
        "Moves. Forbidden moves are asked for in {games} of the games.",
        games=", ".join(f"{study.asked:,}" for study in studies),
    )
    head = speak(findings.IDLE)
    idle = findings.what_stands_out(studies).get(head, speak_label("none"))
    return Subject(
        speak("Which rules take effect?"),
        f"{head}: {idle}.{_thinking(studies)}",
        speak(
            "It matters if a rule is never needed: it costs a paragraph and a question at the"
            " table. Rare cases and other variants may need it."
        ),
        [],
        [table(caption, (speak_label("rule"), *uses), rows)],
    )


def _thinking(studies: Sequence[StudySummary]) -> str:
    """Return how long players of the computer took for a move; empty if they choose at random."""
    times = "; ".join(
        f"{players_of(study)}: "
        + ", ".join(f"{name} {spent:.2f} ms" for name, spent in study.thinking.items())
        for study in studies
        if max(study.thinking.values(), default=0) >= SPENT
    )
    said = speak_with("Time for a move of a computer player: {times}.", times=times)
    return f" {said}" if times else ""


def _panels(
    studies: Sequence[StudySummary],
    plot: Callable[[StudySummary, int], str],
    most: int = PANELS,
) -> list[tuple[str, str]]:
    """Return a plot for each number of players, with its caption."""
    width = _width(len(studies), most)
    return [(players_of(study), plot(study, width)) for study in studies]


def _width(panels: int, most: int) -> int:
    """Return the width of a panel; one alone has half of the page."""
    columns = max(2, min(panels, most))
    return (WIDTH - GAP * (columns - 1)) // columns


def _title(words: str, study: StudySummary) -> str:
    return f"{words}, {players_of(study)}"
