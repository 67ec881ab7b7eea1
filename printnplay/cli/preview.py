"""`printnplay preview`: its options, and the address of the server."""

from pathlib import Path
from typing import Annotated

import typer

from printnplay.cli.console import echo_lines
from printnplay.cli.options import Games, Languages, Limits, LimitsChoice, ProjectFolder, TrustRules
from printnplay.cli.speech import speak
from printnplay.preview.start import PreviewRequest, serve


def command(
    games: Games = None,
    language: Languages = None,
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="Port; 0: any free port.")
    ] = 0,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the browser.")
    ] = True,
    read_only: Annotated[bool, typer.Option("--read-only", help="Disable editing.")] = False,
    trust_rules: TrustRules = False,
    limits: Limits = LimitsChoice.USUAL,
    project: ProjectFolder = Path(),
) -> int:
    """Preview, edit and play the game in the browser (live reload)."""
    request = PreviewRequest(
        project,
        tuple(games or ()),
        tuple(language or ()),
        port,
        browser,
        read_only,
        trust_rules,
        limits is LimitsChoice.USUAL,
    )
    serve(request, _say)
    return 0


def _say(address: str) -> None:
    echo_lines(f"{address}\n{speak('Ctrl-C ends the preview.')}")
