"""Statistics of simulated games as text."""

from collections.abc import Sequence
from textwrap import fill

from printnplay.cli.console import columns
from printnplay.cli.speech import speak, speak_label
from printnplay.cli.study.words import (
    difference_in_words,
    differing,
    games_needed,
    headline,
    in_words,
    lead_in_words,
    length,
    not_compared,
    scores_in_words,
    seats_in,
    shares_in_words,
    soundness,
    worth_showing,
)
from printnplay.kernel.suggestions import counted
from printnplay.play.comparison import Comparison
from printnplay.play.many_games import Played
from printnplay.play.study_summary import CardFigures, Share, StudySummary

TEXT_WIDTH = 100
"""Width of the text in characters: the same as that of lists (`WIDTH` in `cli/check_rules.py`)."""

FIRST = 8
"""Number of cards listed for each kind of action; the page and JSON list all. A guess."""


def as_text(played: Played) -> str:
    """Format the statistics for each number of players, and the comparisons."""
    studies = [_text(played.title, study) for study in played.studies]
    parts = [*studies, *map(_compared, played.comparisons), not_compared(played)]
    return "\n\n".join(part for part in parts if part)


def _text(title: str, summary: StudySummary) -> str:
    most = max(summary.choices, default=0)
    choices = f"{summary.mean_choices:.1f} legal moves on average, at most {most}"
    forced = f"{summary.forced.share:.1%} of moves are forced"
    rows = {
        "wins": shares_in_words([*seats_in(summary), *summary.nobody]),
        "first": shares_in_words([summary.first]),
        "together": shares_in_words(summary.teams),
        "won with": shares_in_words(summary.won_with),
        "within 1 %": games_needed(summary),
        "endings": shares_in_words(summary.endings),
        "moves": length(summary),
        "choices": f"{speak(choices)}; {speak(forced)}",
        "lead": lead_in_words(summary),
        "scores": scores_in_words(summary),
        "actions": "; ".join(_actions(summary)),
        "strong": _cards(summary.strong),
        "weak": _cards(summary.weak),
        "dead": ", ".join(f"{card.card} {card.used.share:.1%}" for card in summary.dead),
        "never played": ", ".join(summary.never_played),
        "never used": ", ".join(summary.never_used),
        "checked": soundness([summary]),
    }
    said = {speak_label(name): text for name, text in rows.items()}
    width = max(map(len, said))
    lines = [
        fill(
            f"  {name:{width}}  {text}",
            TEXT_WIDTH,
            subsequent_indent=" " * (width + 4),
            break_on_hyphens=False,
        )
        for name, text in said.items()
        if text
    ]
    return "\n".join([headline(title, summary), *lines])


def _actions(summary: StudySummary) -> list[str]:
    """Format the actions by kind, and actions with cards by card."""
    kinds: dict[str, list[Share]] = {}
    for action in summary.actions:
        kinds.setdefault(action.name.partition(" ")[0], []).append(action)
    texts = []
    for kind, actions in kinds.items():
        whole = sum(action.share for action in actions)
        cards = [(summary.card_actions.get(action.name), action.share) for action in actions]
        named = [f"{card} {share:.1%}" for card, share in cards if card]
        more = [speak(f"{len(named) - FIRST} more cards")] if len(named) > FIRST else []
        named = [*named[:FIRST], *more]
        texts.append(f"{kind} {whole:.1%}" + (f" ({', '.join(named)})" if named else ""))
    return texts


def _cards(cards: Sequence[CardFigures]) -> str:
    """Format cards with the win rates of their players."""
    return ", ".join(f"{card.card} {card.played.share:.1%}" for card in cards)


def _compared(comparison: Comparison) -> str:
    """Format two studies side by side; omit insignificant differences except wins and lengths."""
    rows = [
        (f"  {in_words(difference.name)}", "  ".join(difference_in_words(difference)))
        for difference in worth_showing(comparison)
    ]
    players = speak(counted(comparison.players, "player"))
    head = f"{players}: {comparison.first}, {comparison.second}, {speak_label('difference')}"
    certain = f"{differing(comparison)} ({speak('*: with 99.9 % certainty')})"
    return f"{head}\n{columns(rows, '<<')}\n  {certain}"
