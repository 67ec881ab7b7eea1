"""Sessions: what people played at a table, as data beside the figures of simulated games.

A session is a file of JSON in the folder `sessions/` of a project, which people may edit. It has no
names of players.
"""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from secrets import token_hex

import msgspec
from msgspec import Struct

from printnplay.files.door import ReadError, names_in, read, resolved
from printnplay.files.writing import replace_in

FOLDER, SUFFIX = "sessions", ".json"

MOST_BYTES = 1 << 20
"""Maximum size of a session in bytes: the notes of a table have 20,000 characters at most."""

MOST = 1000
"""Maximum number of sessions that are read, the newest ones. A guess: one a day for three years."""


class Session(Struct, frozen=True):
    """What was played in one sitting.

    `version` is that of game.yaml, `deck` a hash of the cards and their copies. `start` is the
    local time without seconds, `players` the most at the table at a time, `steps` how often
    something was moved.
    """

    game: str
    version: str
    deck: str
    language: str
    start: str
    minutes: int
    players: int
    games: int
    steps: int
    notes: str = ""


def write_session(project: Path, session: Session, at: datetime) -> Path:
    """Write a new file for a session; return its path below the project.

    Raises:
        FaultsError: it cannot be written.
    """
    home = resolved(project)
    name = f"{at:%Y-%m-%d-%H%M%S}-{session.game}{SUFFIX}"
    content = msgspec.json.format(msgspec.json.encode(session), indent=2) + b"\n"
    replace_in(home, home / FOLDER / name, content, None)
    return Path(FOLDER) / name


def check_recording(project: Path) -> None:
    """Check that a session can be written, before anybody plays; makes the folder.

    Raises:
        FaultsError: it cannot be written.
    """
    home = resolved(project)
    # Another table may begin now, or have ended in between.
    path = home / FOLDER / f"begun-{token_hex(8)}"
    replace_in(home, path, b"", None)
    replace_in(home, path, None, b"")


def sessions_of(project: Path, game: str) -> Sequence[Session]:
    """Return the sessions of a game, oldest first; files that are no session are left out."""
    folder = project / FOLDER
    found = []
    for name in [name for name in names_in(folder) if name.endswith(SUFFIX)][-MOST:]:
        try:
            session = msgspec.json.decode(read(folder / name, MOST_BYTES), type=Session)
        except (ReadError, ValueError, RecursionError):  # ValueError: also no UTF-8
            continue
        if session.game == game:
            found.append(session)
    return sorted(found, key=lambda session: session.start)
