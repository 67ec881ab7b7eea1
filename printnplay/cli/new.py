"""`printnplay new`: what was written, and how to go on."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from printnplay.pipeline.new import start


def command(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="A folder named like the game, such as lost-city.")
    ],
) -> int:
    """Begin a project: a small game that builds, yours to change."""
    for path in start(folder):
        typer.echo(path.as_posix())
    typer.echo(f"\ngo on with: cd {shlex.quote(str(folder))} && printnplay build")
    return 0
