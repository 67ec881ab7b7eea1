"""Sessions with people, beside the statistics of simulated games."""

from collections.abc import Sequence
from textwrap import shorten

from printnplay.cli.console import columns
from printnplay.cli.speech import speak
from printnplay.kernel.suggestions import counted
from printnplay.play.sessions import Session

WIDEST = 60
"""Width of the notes in characters: the file has all of them. A guess."""


def sessions_as_text(sessions: Sequence[Session]) -> str:
    """Format sessions, each in a line with the beginning of its notes; empty without any."""
    if not sessions:
        return ""
    rows = [
        (
            f"  {session.start}",
            session.version or session.deck,
            speak(counted(session.players, "player")),
            speak(counted(session.games, "game")),
            f"{session.minutes} min",
            shorten(session.notes, WIDEST, placeholder=" …"),
        )
        for session in sessions
    ]
    head = speak(f"{counted(len(sessions), 'session')} at a table")
    return f"{head}\n{columns(rows, '<<>>><')}"
