"""`printnplay import`: turns a project of another tool into one of printnplay."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from printnplay.cli.console import say, say_lines, warn
from printnplay.cli.spoken import listing
from printnplay.importing import TOOLS
from printnplay.kernel.suggestions import suggestion


def _tool(text: str) -> str:
    """Parse the name of a tool.

    Raises:
        BadParameter: it cannot be imported from.
    """
    name = text.lower().replace(" ", "-")
    if name not in TOOLS:
        raise typer.BadParameter(f"'{text}' is unknown: {suggestion(text, TOOLS)}")
    return name


def command(
    tool: Annotated[
        str,
        typer.Argument(
            parser=_tool, metavar="TOOL", help=listing("The tool: {tools}.", tools=[*TOOLS])
        ),
    ],
    path: Annotated[
        Path,
        typer.Argument(
            metavar="PATH", help=listing("Its project. {tools}.", tools=[*TOOLS.values()])
        ),
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
