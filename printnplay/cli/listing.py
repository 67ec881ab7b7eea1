"""`printnplay list`: what there is to build."""

from pathlib import Path

import typer

from printnplay.cli.building import status
from printnplay.cli.reports import render
from printnplay.model.diagnostics import FaultsError


def run(project: Path) -> int:
    """Show games with their languages, and the papers; the exit status."""
    from printnplay.pipeline.listing import listing

    try:
        games, papers = listing(project)
    except FaultsError as error:
        typer.echo(render(error.found, "text"), err=True)
        return status(error)
    if not games:
        typer.echo("no games: a game is a folder designs/<id>/ with a game.yaml")
    for game in games:
        typer.echo(f"{game.id}: {game.title}, {game.cards} cards, {game.players} players")
        for language, missing in game.languages.items():
            state = "complete" if not missing else f"{missing} texts missing"
            typer.echo(f"  {language}  {state}")
    typer.echo("papers: " + ", ".join(papers) + ", or a size such as 200x300mm")
    return 0
