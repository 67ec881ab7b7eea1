"""`printnplay proof`: what was written, and which faces look alike."""

import typer

from printnplay.cli.telling import refused, warn
from printnplay.model.diagnostics import FaultsError
from printnplay.pipeline.proof import ProofOrder, prove


def run(order: ProofOrder) -> int:
    """Write the proofs and say what was found; the exit status."""
    try:
        proved = prove(order)
    except FaultsError as error:
        return refused(error)
    warn(proved.problems)
    for path in proved.files:
        typer.echo(str(path))
    return 0
