"""Phrases about a study, shared by the text and the page."""

from collections.abc import Sequence

from printnplay.kernel.suggestions import counted
from printnplay.play.comparison import Difference
from printnplay.play.study_summary import Share, StudySummary


def headline(title: str, summary: StudySummary) -> str:
    """Return the headline of a study: players, number of games, seed and variants."""
    study = summary.study
    parts = [
        f"{title}, {study.players} players",
        f"{study.games:,} {study.player} games of seed {study.seed}"
        if "=" not in study.player
        else f"{study.games:,} games of seed {study.seed} by {study.player}",
        *(f"{name} {choice}" for name, choice in study.variants.items()),
    ]
    return ", ".join(parts)


def shares_in_words(shares: Sequence[Share]) -> str:
    """Format shares with their intervals."""
    texts = []
    for share in shares:
        low, high = share.bounds
        texts.append(f"{share.name} {share.share:.1%} ({low:.1%} to {high:.1%})")
    return ", ".join(texts)


def games_needed(summary: StudySummary) -> str:
    """Format how many more games are needed for precise shares."""
    if not summary.ended:
        return ""
    more = summary.games_needed
    return f"needs {more:,} more games" if more else "every share of won games is known"


def lead_in_words(summary: StudySummary) -> str:
    """Format how often the lead changes; empty if the rules do not define a leader."""
    leads = summary.leads
    if leads is None:
        return ""
    return (
        f"changes {leads.mean:.2f} times a game, in {leads.never.share:.1%} never;"
        f" {leads.comebacks.share:.1%} won by a player behind after half of the moves"
    )


def scores_in_words(summary: StudySummary) -> str:
    """Format the final scores; empty if the game has none."""
    scores = summary.scores
    if scores is None:
        return ""
    spans = ", ".join(f"{share} % up to {points:g}" for share, points in scores.quantiles.items())
    return f"mean {scores.mean:.2f}; {spans}"


def difference_in_words(difference: Difference) -> tuple[str, str, str]:
    """Format two shares or means, and their difference with its interval."""
    form = ".1%" if difference.is_share else ".2f"
    interval = f"({difference.low:{form}} to {difference.high:{form}})"
    mark = " *" if difference.certain else ""
    sign = "+" if difference.apart > 0 else ""
    apart = f"{sign}{difference.apart:{form}} {interval}{mark}"
    return f"{difference.first:{form}}", f"{difference.second:{form}}", apart


def length(summary: StudySummary) -> str:
    """Format the lengths of games."""
    lengths = summary.lengths
    if not lengths.longest:
        return "no game came to an end"
    spans = ", ".join(f"{share} % within {moves}" for share, moves in lengths.quantiles.items())
    return f"{lengths.shortest} to {lengths.longest}, mean {lengths.mean:.1f}; {spans}"


def soundness(summary: StudySummary) -> str:
    """Format the numbers of checked positions and of games that broke the rules' contract."""
    broken = f"{counted(len(summary.broken), 'game')} went wrong" if summary.broken else "all sound"
    return f"{sum(summary.choices.values()) + summary.games:,} positions, {broken}"
