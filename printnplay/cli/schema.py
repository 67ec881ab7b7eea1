"""`printnplay schema`: prints JSON Schemas of the YAML files, for editors."""

import json
from pathlib import Path
from typing import Annotated

import typer

from printnplay.build.schemas import FILE_KINDS, kept_settings, schema_of, write_schemas
from printnplay.cli.console import columns, echo_lines, say, say_lines
from printnplay.cli.options import ProjectFolder


def command(
    kind: Annotated[
        str | None,
        typer.Argument(
            metavar="[FILE-KIND]", help="Kind of file, such as game. Default: list all kinds."
        ),
    ] = None,
    write: Annotated[
        bool,
        typer.Option(
            "--write",
            help="Write all schemas into .schemas/ of a project, and set up VS Code.",
        ),
    ] = False,
    project: ProjectFolder = Path(),
) -> int:
    """Print the JSON Schema of a YAML file, for editors."""
    if write:
        for path in write_schemas(project):
            say(path.as_posix())
        if entry := kept_settings(project):
            say("kept .vscode/settings.json: for files without a line that names their schema, add")
            say_lines(entry)
    elif kind is None:
        echo_lines(columns([(name, file.path) for name, file in FILE_KINDS.items()], "<<"))
    elif kind in FILE_KINDS:
        echo_lines(json.dumps(schema_of(kind), ensure_ascii=False, indent=2))
    else:
        raise typer.BadParameter(f"'{kind}' is not one of {', '.join(FILE_KINDS)}.")
    return 0
