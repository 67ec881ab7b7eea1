"""`printnplay proof`: the files that were written, and which faces look alike."""

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
    png: Annotated[bool, typer.Option("--png", help="Write each page as a PNG too.")] = False,
    draft: Annotated[
        bool,
        typer.Option("--draft", help="Draw in spite of errors, in English what is empty."),
    ] = False,
    trust_rules: TrustRules = False,
    project: ProjectFolder = Path(),
) -> int:
    """Draw each face in all languages, and as the colour-blind see it."""
    chosen = tuple(games or ()), tuple(language or ())
    proved = prove(ProofRequest(project, *chosen, output, png, trust_rules, draft))
    warn(proved.problems)
    for path in proved.files:
        say(str(path))
    return 0
