"""Options and arguments that several commands share."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from printnplay.cli.reports import FORMATS

Format = StrEnum("Format", {name: name for name in FORMATS})  # type: ignore[misc]

Games = Annotated[
    list[str] | None,
    typer.Argument(metavar="[GAME]...", help="Games by id; those of the project if none is named."),
]
Languages = Annotated[
    list[str] | None,
    typer.Option(
        "-l",
        "--language",
        metavar="LANG",
        help="A language such as fr; may be repeated. All of the game if none is named.",
    ),
]
LanguagesOrPairs = Annotated[
    list[str] | None,
    typer.Option(
        "-l",
        "--language",
        metavar="LANG",
        help="A language such as fr, or two on the same cards such as fr+de; may be repeated."
        " All of the game if none is named.",
    ),
]
Jobs = Annotated[
    int,
    typer.Option("-j", "--jobs", metavar="N", min=0, help="Processes at once; 0 for all cores."),
]
TrustRules = Annotated[
    bool,
    typer.Option("--trust-rules", help="Run rules that are a Python file in a game's folder."),
]
Project = Annotated[
    Path,
    typer.Option(
        "--project",
        metavar="DIR",
        exists=True,
        file_okay=False,
        help="The folder with designs/, locales/ and templates/.",
    ),
]
