"""`printnplay new`: what was written, and how to go on."""

import shlex
from pathlib import Path

import typer

from printnplay.cli.console import refused
from printnplay.model.diagnostics import FaultsError
from printnplay.pipeline.new import start


def run(folder: Path) -> int:
    """Write the project and say so; the exit status."""
    try:
        written = start(folder)
    except FaultsError as error:
        return refused(error)
    for path in written:
        typer.echo(path.as_posix())
    typer.echo(f"\ngo on with: cd {shlex.quote(str(folder))} && printnplay build")
    return 0
