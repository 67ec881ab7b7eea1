"""`printnplay import`: turns a project of another tool into one of printnplay."""

import shlex
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from printnplay.cli.console import say, say_lines, warn
from printnplay.importing import TOOLS

Tool = StrEnum("Tool", {name: name for name in TOOLS})  # type: ignore[misc]  # mypy wants a literal
"""The tools whose projects can be imported."""


def command(
    tool: Annotated[Tool, typer.Argument(metavar="TOOL", help=f"{'; '.join(TOOLS.values())}.")],
    path: Annotated[
        Path, typer.Argument(metavar="PATH", help="The project of that tool: a file or a folder.")
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="DIR",
            help="New folder for the project. Default: named after PATH, in this folder.",
        ),
    ] = None,
) -> int:
    """Import a project of Squib, Cider, nanDECK or another tool.

    Writes tables, templates, a style, pictures and fonts as an ordinary project. Nothing of the
    other project is run: what only a program can work out is listed in IMPORT.md.
    """
    from printnplay.importing.bringing import bring

    imported = bring(tool, path, output)
    for file in imported.written:
        say(file.as_posix())
    warn(imported.losses)
    say_lines(imported.summary)
    say("")
    say(f"next: cd {shlex.quote(str(imported.folder))} && printnplay build")
    return 0
