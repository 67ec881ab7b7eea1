"""`printnplay proof`: what was written, and which faces look alike."""

import typer

from printnplay.cli.building import status
from printnplay.cli.reports import render
from printnplay.model.diagnostics import FaultsError
from printnplay.pipeline.proof import ProofOrder, prove


def run(order: ProofOrder) -> int:
    """Write the proofs and say what was found; the exit status."""
    try:
        proved = prove(order)
    except FaultsError as error:
        typer.echo(render(error.found, "text"), err=True)
        return status(error)
    if proved.problems:
        typer.echo(render(proved.problems, "text") + "\n", err=True)
    for path in proved.files:
        typer.echo(str(path))
    return 0
