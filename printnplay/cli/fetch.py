"""`printnplay fetch`: downloads card tables."""

from pathlib import Path

from printnplay.build.fetch import fetch
from printnplay.cli.console import say, warn
from printnplay.cli.options import Games, ProjectFolder
from printnplay.kernel.suggestions import counted


def command(games: Games = None, project: ProjectFolder = Path()) -> int:
    """Download card tables from the web, such as Google Sheets.

    Their addresses are in cards.yaml. Only this command uses the network; builds never do.
    """
    fetched = fetch(project, tuple(games or ()))
    warn([warning for table in fetched for warning in table.warnings])
    for table in fetched:
        state = "changed" if table.changed else "unchanged"
        say(f"{table.path}  {counted(table.rows, 'row')}, {state}")
    if not fetched:
        say("no table has an address: write `address: https://...` beside `rows`")
    return 0
