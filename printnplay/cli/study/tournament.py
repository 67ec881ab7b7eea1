"""Tournaments as text and as data."""

from typing import Any

from printnplay.cli.console import columns
from printnplay.cli.speech import speak, speak_with
from printnplay.cli.study.data import share_data
from printnplay.cli.study.words import between
from printnplay.kernel.suggestions import counted
from printnplay.play.study_summary import Share
from printnplay.play.tournament import Tournament


def tournament_as_text(found: Tournament) -> str:
    """Format the shares of won games: a row for each player, a column for each opponent."""
    won = {(pairing.player, pairing.against): pairing.won for pairing in found.pairings}
    top = ("", "won by", *(f"against {name}" for name in found.names), "in all")
    rows = []
    for name in found.names:
        cells = [won.get((name, other)) for other in found.names]
        rows.append(("", name, *map(_cell, cells), _cell(found.overall(name))))
    games = sum(pairing.won.trials for pairing in found.pairings[:1])
    players = speak(counted(found.players, "player"))
    how = speak(f"each alone against each other, {games:,} games over all seats")
    head = f"{found.title}, {players}, {speak_with('seed {seed}', seed=str(found.seed))}: {how}"
    return f"{head}\n{columns(rows, '<' * len(top), top)}"


def _cell(share: Share | None) -> str:
    if share is None:
        return "-"
    low, high = share.bounds
    return f"{share.share:.1%} ({between(f'{low:.1%}', f'{high:.1%}')})"


def tournament_as_data(found: Tournament) -> dict[str, Any]:
    """Return the shares of won games as data, also by the seat of the player."""
    return {
        "version": 1,
        "game": found.game,
        "players": found.players,
        "seed": found.seed,
        "overall": [share_data(found.overall(name)) for name in found.names],
        "pairings": [
            {
                "player": pairing.player,
                "against": pairing.against,
                "won": share_data(pairing.won),
                "by_seat": [share_data(share) for share in pairing.by_seat],
            }
            for pairing in found.pairings
        ],
    }
