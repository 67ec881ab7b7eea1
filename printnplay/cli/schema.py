"""`printnplay schema`: the JSON Schema of a kind of file, for editors."""

import json

import typer


def run(kind: str | None) -> int:
    """Print the schema of a kind of file, or the kinds that there are; the exit status.

    Raises:
        typer.BadParameter: there is no such kind.
    """
    from printnplay.pipeline.schemas import FILE_KINDS, schema_of

    if kind is None:
        for name, file in FILE_KINDS.items():
            typer.echo(f"{name:10}{file.path}")
    elif kind in FILE_KINDS:
        typer.echo(json.dumps(schema_of(kind), ensure_ascii=False, indent=2))
    else:
        raise typer.BadParameter(f"'{kind}' is not one of {', '.join(FILE_KINDS)}.")
    return 0
