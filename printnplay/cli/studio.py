"""`printnplay studio`: its options, and the address of the server."""

from pathlib import Path
from typing import Annotated

import typer

from printnplay.cli.console import tell
from printnplay.preview.studio import StudioRequest, studio


def command(
    project: Annotated[
        Path | None,
        typer.Argument(metavar="[DIR]", help="Open this project. Default: the start page."),
    ] = None,
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="Port; 0: any free port.")
    ] = 0,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the browser.")
    ] = True,
) -> int:
    """Start in the browser: new games, projects, editing, building."""
    studio(StudioRequest(project, port, browser), _say)
    return 0


def _say(address: str) -> None:
    tell(f"open this in your browser: {address}")
    tell("Quit on its start page ends the studio, and so does Ctrl-C here.")
