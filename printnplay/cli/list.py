"""`printnplay list`: games with their languages, and papers."""

from pathlib import Path

import typer

from printnplay.cli.console import ProjectFolder, count, warn
from printnplay.pipeline.listing import listing


def command(project: ProjectFolder = Path()) -> int:
    """Show games, languages and papers, and what is complete."""
    found = listing(project)
    warn(found.problems)
    for game in found.games:
        about = f"{game.id}: {game.title}, {count(game.cards, 'card')}, {game.players} players"
        typer.echo(about if game.own else f"{about} (comes with printnplay; build it by name)")
        for language, missing in game.languages.items():
            state = f"{count(missing, 'text')} missing" if missing else "complete"
            typer.echo(f"  {language}  {state}")
        if not game.languages:
            typer.echo(f"  no texts yet: write locales/en/{game.id}.yaml")
    if not found.problems and not any(game.own for game in found.games):
        typer.echo("no games of your own yet: a game is a folder designs/<id>/ with a game.yaml")
    typer.echo("papers: " + ", ".join(found.papers) + ", or a size such as 200x300mm")
    return 1 if found.problems else 0
