"""`printnplay schema`: the JSON Schema of a kind of file, for editors."""

import json
from typing import Annotated

import typer

from printnplay.cli.console import columns
from printnplay.pipeline.schemas import FILE_KINDS, schema_of


def command(
    kind: Annotated[
        str | None,
        typer.Argument(metavar="[FILE-KIND]", help="Such as game; lists all if none is named."),
    ] = None,
) -> int:
    """Print the JSON Schema of a kind of YAML file, for editors."""
    if kind is None:
        typer.echo(columns([(name, file.path) for name, file in FILE_KINDS.items()], "<<"))
    elif kind in FILE_KINDS:
        typer.echo(json.dumps(schema_of(kind), ensure_ascii=False, indent=2))
    else:
        raise typer.BadParameter(f"'{kind}' is not one of {', '.join(FILE_KINDS)}.")
    return 0
