"""`printnplay list`: games with their languages, and papers."""

from pathlib import Path
from typing import Annotated

import typer

from printnplay.cli.console import ProjectFolder, columns, count, warn
from printnplay.model.geometry import UNITS
from printnplay.model.named_sizes import CARD_SIZES, LANDSCAPE, NamedSize
from printnplay.pipeline.listing import listing


def command(
    sizes: Annotated[
        bool, typer.Option("--sizes", help="Show the sizes of cards that have a name.")
    ] = False,
    project: ProjectFolder = Path(),
) -> int:
    """Show games, languages and papers, and what is complete."""
    if sizes:
        typer.echo(columns([SIZES_HEAD, *map(_size_row, CARD_SIZES.items())], "<>>>><"))
        typer.echo(f"{LANDSCAPE} behind a name lays the cards on their side: poker{LANDSCAPE}")
        return 0
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


SIZES_HEAD = ("name", "mm", "", "in", "", "cards")


def _size_row(named: tuple[str, NamedSize]) -> tuple[str, ...]:
    """A size in millimetres and inches.

    >>> _size_row(("square-63", CARD_SIZES["square-63"]))
    ('square-63', '63.5', '63.5', '2.50', '2.50', '2.5 in')
    """
    name, size = named
    sides = (size.size.width, size.size.height)
    metric = (f"{side / UNITS['mm']:g}" for side in map(float, sides))
    return name, *metric, *(f"{side / float(UNITS['in']):.2f}" for side in sides), size.says
