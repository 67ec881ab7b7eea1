"""`printnplay proof`: what was written, and which faces look alike."""

import typer

from printnplay.cli.console import refused, warn
from printnplay.model.diagnostics import FaultsError
from printnplay.pipeline.proof import ProofRequest, prove


def run(request: ProofRequest) -> int:
    """Write the proofs and say what was found; the exit status."""
    try:
        proved = prove(request)
    except FaultsError as error:
        return refused(error)
    warn(proved.problems)
    for path in proved.files:
        typer.echo(str(path))
    return 0
