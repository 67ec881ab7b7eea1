"""`printnplay proof`: writes proof sheets, and reports which faces look alike."""

from pathlib import Path
from typing import Annotated

import typer

from printnplay.build.proof import ProofRequest, prove
from printnplay.cli.console import say, warn
from printnplay.cli.options import Games, Languages, Output, ProjectFolder, TrustRules


def command(
    games: Games = None,
    language: Languages = None,
    output: Output = Path("output"),
    png: Annotated[bool, typer.Option("--png", help="Also write each page as PNG.")] = False,
    draft: Annotated[
        bool,
        typer.Option("--draft", help="Render despite errors; empty texts in the original."),
    ] = False,
    trust_rules: TrustRules = False,
    project: ProjectFolder = Path(),
) -> int:
    """Render proof sheets: all languages, and for colour blindness."""
    chosen = tuple(games or ()), tuple(language or ())
    proved = prove(ProofRequest(project, *chosen, output, png, trust_rules, draft))
    warn(proved.problems)
    for path in proved.files:
        say(str(path))
    return 0
