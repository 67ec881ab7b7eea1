"""`printnplay list`: what there is to build."""

from pathlib import Path

import typer

from printnplay.cli.console import warn


def run(project: Path) -> int:
    """Show games with their languages, and the papers; the exit status."""
    from printnplay.pipeline.listing import listing

    found = listing(project)
    warn(found.problems)
    for game in found.games:
        about = f"{game.id}: {game.title}, {game.cards} cards, {game.players} players"
        typer.echo(about if game.own else f"{about} (comes with printnplay; build it by name)")
        for language, missing in game.languages.items():
            typer.echo(f"  {language}  {_state(missing)}")
        if not game.languages:
            typer.echo(f"  no texts yet: write locales/en/{game.id}.yaml")
    if not found.problems and not any(game.own for game in found.games):
        typer.echo("no games of your own yet: a game is a folder designs/<id>/ with a game.yaml")
    typer.echo("papers: " + ", ".join(found.papers) + ", or a size such as 200x300mm")
    return 1 if found.problems else 0


def _state(missing: int) -> str:
    if not missing:
        return "complete"
    return f"{missing} {'text' if missing == 1 else 'texts'} missing"
