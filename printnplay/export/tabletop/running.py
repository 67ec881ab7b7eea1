"""Send a table to Tabletop Simulator while it runs on this machine.

Its external editor API takes JSON messages on port 39999 of this machine; message 3 runs a script
(https://api.tabletopsimulator.com/externaleditorapi/).
"""

import json
import socket
from pathlib import Path

from printnplay.files.door import ReadError, read
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Span

ADDRESS, PORT = "127.0.0.1", 39999
"""Where Tabletop Simulator listens; nothing else is ever contacted."""

PATIENCE = 10.0
"""Seconds to wait for an answer of the program on this machine. A guess."""

MOST_BYTES = 64 << 20
"""Maximum size of a saved object in bytes: far above that of a large game. A guess."""

_RUN = 3
"""The message that runs a script."""

_SCRIPT = (
    "for _, thing in ipairs(JSON.decode({}).ObjectStates) do spawnObjectData({{data = thing}}) end"
)


def send_table(folder: Path, port: int = 0) -> None:
    """Put the saved object of an exported folder on the table of the running program.

    Raises:
        FaultsError: the program does not answer, or the file cannot be read.
    """
    path = folder / f"{folder.parents[1].name}-{folder.parent.name}.json"
    try:
        saved = read(path, MOST_BYTES, anywhere=True).decode()
    except ReadError as error:
        raise FaultsError([error.fault(codes.CANNOT_READ, str(path))]) from None
    message = {"messageID": _RUN, "guid": "-1", "script": _SCRIPT.format(_quoted(saved))}
    try:
        with socket.create_connection((ADDRESS, port or PORT), PATIENCE) as sending:
            sending.sendall(json.dumps(message).encode())
    except OSError as error:
        raise FaultsError([_silent(error)]) from None


def _quoted(text: str) -> str:
    """Return a text as a long string of Lua, in brackets that do not occur in it.

    >>> _quoted("a]]b")
    '[=[a]]b]=]'
    """
    level = 0
    while f"]{'=' * level}]" in f"{text}]":
        level += 1
    return f"[{'=' * level}[{text}]{'=' * level}]"


def _silent(error: OSError) -> Diagnostic:
    return Diagnostic(
        codes.TABLE_NOT_RUNNING,
        f"Tabletop Simulator does not answer on this machine: {error.strerror or error}",
        Span(""),
        "the files are written; nothing was sent",
        "start Tabletop Simulator, create or load a table, and run the command again",
    )
