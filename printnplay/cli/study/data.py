"""Statistics of simulated games as data for other programs."""

from typing import Any

from printnplay.play.comparison import Comparison
from printnplay.play.many_games import Played
from printnplay.play.study_summary import CardFigures, Leads, Lengths, Scores, Share, StudySummary


def as_data(played: Played) -> dict[str, Any]:
    """Return the statistics as data; intervals have a confidence of 95 %."""
    return {
        "version": 1,
        "game": played.game,
        "studies": [_data(summary) for summary in played.studies],
        "not_compared": list(played.not_compared),
        "comparisons": [_comparison_data(comparison) for comparison in played.comparisons],
    }


def _comparison_data(comparison: Comparison) -> dict[str, Any]:
    return {
        "players": comparison.players,
        "first": comparison.first,
        "second": comparison.second,
        "differences": [
            {
                "name": difference.name,
                "first": round(difference.first, 6),
                "second": round(difference.second, 6),
                "difference": round(difference.apart, 6),
                "low": round(difference.low, 6),
                "high": round(difference.high, 6),
                "certain": difference.certain,
            }
            for difference in comparison.differences
        ],
        "cards_of_first": list(comparison.cards_of_first),
        "cards_of_second": list(comparison.cards_of_second),
    }


def _data(summary: StudySummary) -> dict[str, Any]:
    study = summary.study
    return {
        "players": study.players,
        "seed": study.seed,
        "player": study.player,
        "variants": dict(study.variants),
        "games": summary.games,
        "ended": summary.ended,
        "wins": [{"seats": list(seats), "games": games} for seats, games in summary.wins.items()],
        "seats": [share_data(share) for share in summary.seats],
        "first": share_data(summary.first),
        "teams": [share_data(share) for share in summary.teams],
        "nobody": [share_data(share) for share in summary.nobody],
        "won_with": [share_data(share) for share in summary.won_with],
        "players_of_seats": list(summary.players),
        "games_needed": summary.games_needed,
        "endings": [share_data(share) for share in summary.endings],
        "forced": share_data(summary.forced),
        "leads": summary.leads and _lead_data(summary.leads),
        "scores": summary.scores and _score_data(summary.scores),
        "cards": [_card_data(card) for card in summary.cards],
        "strong": [card.card for card in summary.strong],
        "weak": [card.card for card in summary.weak],
        "dead": [card.card for card in summary.dead],
        "moves": _length_data(summary.lengths),
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


def share_data(share: Share) -> dict[str, Any]:
    """Return a share with its interval as data."""
    low, high = share.bounds
    return {
        "name": share.name,
        "games": share.hits,
        "share": round(share.share, 6),
        "low": round(low, 6),
        "high": round(high, 6),
    }


def _lead_data(leads: Leads) -> dict[str, Any]:
    return {
        "mean": round(leads.mean, 4),
        "never": share_data(leads.never),
        "runaways": share_data(leads.runaways),
        "comebacks": share_data(leads.comebacks),
        "games": {str(changes): games for changes, games in leads.games.items()},
    }


def _score_data(scores: Scores) -> dict[str, Any]:
    return {
        "mean": round(scores.mean, 4),
        "quantiles": {str(share): points for share, points in scores.quantiles.items()},
        "players": {f"{points:g}": players for points, players in scores.players.items()},
    }


def _card_data(card: CardFigures) -> dict[str, Any]:
    return {
        "card": card.card,
        "held": share_data(card.held),
        "played": share_data(card.played),
        "used": share_data(card.used),
    }


def _length_data(lengths: Lengths) -> dict[str, Any]:
    return {
        "mean": round(lengths.mean, 4),
        "shortest": lengths.shortest,
        "longest": lengths.longest,
        "quantiles": {str(share): moves for share, moves in lengths.quantiles.items()},
        "games": {str(moves): games for moves, games in lengths.games.items()},
    }
