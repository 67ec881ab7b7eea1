"""`printnplay new`: creates a project, and prints the files and the next step."""

import shlex
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from printnplay.build.new import PLAIN, STARTERS, start
from printnplay.cli.console import say
from printnplay.kernel.languages import REFERENCE

Starter = StrEnum("Starter", {name: name for name in STARTERS})  # type: ignore[misc]  # mypy wants a literal
"""The starter projects."""
PLAINEST = Starter(PLAIN)


def command(
    folder: Annotated[
        Path,
        typer.Argument(metavar="DIR", help="The folder to create, named like the game: lost-city."),
    ],
    starter: Annotated[
        Starter,
        typer.Option(
            "--from",
            help="Starter: "
            + "; ".join(f"{name}: {says}" for name, says in STARTERS.items())
            + ".",
        ),
    ] = PLAINEST,
    language: Annotated[
        str,
        typer.Option(
            "--language",
            "-l",
            metavar="LANG",
            help="Original language, in which you write the game: de, en, es, fr, it, pl.",
        ),
    ] = REFERENCE,
) -> int:
    """Start a new game project from a template."""
    for path in start(folder, starter, language):
        say(path.as_posix())
    say("")
    say(f"next: cd {shlex.quote(str(folder))} && printnplay build")
    return 0
