"""`printnplay fetch`: the tables that were fetched."""

from pathlib import Path

import typer

from printnplay.cli.console import Games, ProjectFolder, count
from printnplay.pipeline.fetch import fetch


def command(games: Games = None, project: ProjectFolder = Path()) -> int:
    """Fetch tables of cards that are published on the web.

    cards.yaml names their addresses. No build uses the network.
    """
    fetched = fetch(project, tuple(games or ()))
    for table in fetched:
        state = "changed" if table.changed else "unchanged"
        typer.echo(f"{table.path}  {count(table.rows, 'row')}, {state}")
    if not fetched:
        typer.echo("no table has an address: write `address: https://...` beside `rows`")
    return 0
