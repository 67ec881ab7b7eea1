"""`printnplay fetch`: downloads card tables."""

from pathlib import Path
from time import sleep
from typing import Annotated

import typer

from printnplay.build.fetch import fetch
from printnplay.cli.console import say, warn
from printnplay.cli.options import Games, ProjectFolder
from printnplay.cli.speech import speak, speak_label
from printnplay.kernel.diagnostics import FaultsError
from printnplay.kernel.suggestions import counted

PAUSE = 15.0
"""Seconds between two downloads of `--watch`. A guess: Google publishes a change minutes later, a
shared sheet at once; each download counts towards a limit of 60 a minute for each user (Google)."""


def command(
    games: Games = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="Fetch again every 15 seconds, until Ctrl-C.")
    ] = False,
    project: ProjectFolder = Path(),
) -> int:
    """Download card tables from the web, such as Google Sheets.

    Their addresses are in cards.yaml. Builds never use the network.
    """
    found = _fetched(project, tuple(games or ()), only_changed=False)
    while watch and found:
        sleep(PAUSE)
        try:
            _fetched(project, tuple(games or ()), only_changed=True)
        except FaultsError as error:  # a server may come back, and cards.yaml may be corrected
            warn(error.found)
    return 0


def _fetched(project: Path, games: tuple[str, ...], *, only_changed: bool) -> bool:
    """Download the tables and print what came; return whether there are any."""
    fetched = fetch(project, games)
    warn([warning for table in fetched for warning in table.warnings])
    for table in fetched:
        if table.changed or not only_changed:
            state = speak_label("changed") if table.changed else speak("unchanged")
            say(f"{table.path}  {speak(counted(table.rows, 'row'))}, {state}")
    if not fetched:
        say("no table has an address: write `address: https://...` beside `rows`")
    return bool(fetched)
