"""Phrases about a study, shared by the text and the page."""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from printnplay.cli.speech import speak, speak_label, speak_with
from printnplay.kernel.suggestions import counted
from printnplay.play.comparison import Comparison, Difference
from printnplay.play.many_games import Played
from printnplay.play.study_summary import Share, StudySummary

SHOWN_ALWAYS = ("won by", "won with", "moves")
"""Differences that are listed even if they are not beyond chance."""

_SEATS = re.compile(r"\b[a-z](?: and [a-z])+\b")
"""Several seats, as `team_name` of `play/study_summary.py` names them."""


def headline(title: str, summary: StudySummary) -> str:
    """Return the headline of a study: players, number of games, seed and variants."""
    players = speak(counted(summary.study.players, "player"))
    return f"{title}, {players}, {setting(summary)}"


def setting(summary: StudySummary) -> str:
    """Return how a study was played: number of games, seed, players' names and variants."""
    study = summary.study
    parts = [
        speak(f"{study.games:,} {study.player} games of seed {study.seed}")
        if "=" not in study.player
        else speak(f"{study.games:,} games of seed {study.seed} by {study.player}"),
        *(f"{name} {choice}" for name, choice in study.variants.items()),
    ]
    return ", ".join(parts)


def seats_in(summary: StudySummary) -> list[Share]:
    """Return the shares of the seats; add the players' names if these differ."""
    if len(set(summary.players)) == 1:
        return list(summary.seats)
    return [
        replace(share, name=f"{share.name} ({player})")
        for share, player in zip(summary.seats, summary.players, strict=True)
    ]


def in_words(name: str) -> str:
    """Return the name of a figure, or of seats, in the language of the terminal.

    >>> in_words("won by a and c")
    'won by a and c'
    """
    return _SEATS.sub(lambda seats: _joined(seats[0]), speak_label(name))


def _joined(seats: str) -> str:
    start, mark, last = seats.rpartition(" and ")
    return speak_with("{others} and {last}", others=_joined(start), last=last) if mark else last


def between(low: str, high: str) -> str:
    """Format an interval."""
    return speak_with("{low} to {high}", low=low, high=high)


def shares_in_words(shares: Sequence[Share]) -> str:
    """Format shares with their intervals."""
    texts = []
    for share in shares:
        low, high = share.bounds
        span = between(f"{low:.1%}", f"{high:.1%}")
        texts.append(f"{in_words(share.name)} {share.share:.1%} ({span})")
    return ", ".join(texts)


def mean_in_words(mean: float, digits: int) -> str:
    """Format a mean."""
    return speak_with("mean {mean}", mean=f"{mean:.{digits}f}")


def games_needed(summary: StudySummary) -> str:
    """Format how many more games are needed for precise shares."""
    if not summary.ended:
        return ""
    more = summary.games_needed
    return speak(f"needs {more:,} more games" if more else "every share of won games is known")


def lead_in_words(summary: StudySummary) -> str:
    """Format how often the lead changes; empty if the rules do not define a leader."""
    leads = summary.leads
    if leads is None:
        return ""
    return speak(
        f"changes {leads.mean:.2f} times a game, in {leads.never.share:.1%} never;"
        f" after half of the moves, the winner led in {leads.runaways.share:.1%} and was behind in"
        f" {leads.comebacks.share:.1%}"
    )


def scores_in_words(summary: StudySummary) -> str:
    """Format the final scores; empty if the game has none."""
    scores = summary.scores
    if scores is None:
        return ""
    spans = (speak(f"{share} % up to {points:g}") for share, points in scores.quantiles.items())
    return f"{mean_in_words(scores.mean, 2)}; {', '.join(spans)}"


def difference_in_words(difference: Difference) -> tuple[str, str, str]:
    """Format two shares or means, and their difference with its interval."""
    form = ".1%" if difference.is_share else ".2f"
    interval = between(f"{difference.low:{form}}", f"{difference.high:{form}}")
    mark = " *" if difference.certain else ""
    sign = "+" if difference.apart > 0 else ""
    apart = f"{sign}{difference.apart:{form}} ({interval}){mark}"
    return f"{difference.first:{form}}", f"{difference.second:{form}}", apart


def worth_showing(comparison: Comparison) -> list[Difference]:
    """Return the differences beyond chance, and always those of wins and lengths."""
    return [
        difference
        for difference in comparison.differences
        if difference.certain or difference.name.startswith(SHOWN_ALWAYS)
    ]


def differing(comparison: Comparison) -> str:
    """Say how many figures differ beyond chance, and which cards came up in one study only."""
    sure = sum(difference.certain for difference in comparison.differences)
    if any(difference.apart for difference in comparison.differences):
        text = speak(f"{sure} of {len(comparison.differences)} figures differ beyond chance.")
    else:
        text = speak("All figures are the same.")
    for name, cards in (
        (comparison.first, comparison.cards_of_first),
        (comparison.second, comparison.cards_of_second),
    ):
        text += " " + speak(f"Only {name} has {', '.join(cards)}.") if cards else ""
    return text


def not_compared(played: Played) -> str:
    """Say for which numbers of players there is nothing to compare with; empty if there is none."""
    numbers = ", ".join(map(str, played.not_compared))
    text = f"{played.other} cannot be played by {numbers} players."
    return speak(text) if numbers else ""


def length(summary: StudySummary) -> str:
    """Format the lengths of games."""
    lengths = summary.lengths
    if not lengths.longest:
        return speak("no game came to an end")
    spans = (speak(f"{share} % within {moves}") for share, moves in lengths.quantiles.items())
    whole = between(str(lengths.shortest), str(lengths.longest))
    return f"{whole}, {mean_in_words(lengths.mean, 1)}; {', '.join(spans)}"


def soundness(studies: Sequence[StudySummary]) -> str:
    """Format the numbers of checked positions and of games that broke the rules' contract."""
    positions = sum(sum(study.choices.values()) + study.games for study in studies)
    broken = sum(len(study.broken) for study in studies)
    sound = f"{counted(broken, 'game')} went wrong" if broken else "all sound"
    return f"{speak(f'{positions:,} positions')}, {speak(sound)}"
