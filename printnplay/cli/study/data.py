"""The figures of many games as data for other programs."""

from typing import Any

from printnplay.pipeline.comparison import Comparison
from printnplay.pipeline.play import Played
from printnplay.pipeline.study_summary import Share, StudySummary


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
