"""`printnplay new`: creates a project, and prints the files and the next step."""

import shlex
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from printnplay.build.new import LOOKS, PLAIN, STARTERS, start
from printnplay.cli.console import say
from printnplay.cli.options import NoConfig, own_defaults
from printnplay.cli.speech import speak, speak_label
from printnplay.cli.spoken import listing
from printnplay.kernel.languages import REFERENCE

Starter = StrEnum("Starter", {name: name for name in STARTERS})  # type: ignore[misc]  # mypy wants a literal
"""The starter projects."""
PLAINEST = Starter(PLAIN)
Look = StrEnum("Look", {name: name for name in LOOKS})  # type: ignore[misc]  # as above
"""The looks of the plain starter."""


FIRST: Mapping[str, str] = {"cards": "designs/*/*.csv", "colours": "templates/*/style.yaml"}
"""What one changes first in a new project, and the files that have it."""


def command(
    folder: Annotated[
        Path,
        typer.Argument(metavar="DIR", help="The folder to create, named like the game: lost-city."),
    ],
    starter: Annotated[
        Starter,
        typer.Option(
            "--from",
            help=listing("The starter: {choices}.", choices=STARTERS),
        ),
    ] = PLAINEST,
    look: Annotated[
        Look | None,
        typer.Option(
            "--look",
            help=listing(
                "Colours, typefaces and drawings of the plain starter: cards, backs, box, rulebook"
                " and aid. {choices}. Default: black on white.",
                choices=LOOKS,
            ),
        ),
    ] = None,
    language: Annotated[
        str,
        typer.Option(
            "--language",
            "-l",
            metavar="LANG",
            help="Original language, in which you write the game: de, en, es, fr, it, pl.",
        ),
    ] = REFERENCE,
    no_config: NoConfig = False,
) -> int:
    """Start a new game project from a template."""
    wanted = ("look",) if starter == PLAIN and look is None else ()
    own = own_defaults(*wanted, ignored=no_config)
    files = start(folder, starter, language, look or own.get("look", ""))
    for path in files:
        say(path.as_posix())
    say("")
    say(f"{speak_label('made')}: {speak(STARTERS[starter])}")
    for what, pattern in FIRST.items():
        for path in files:
            if path.match(pattern):
                say(f"{speak_label(what)}: {path.as_posix()}")
    say(f"next: cd {shlex.quote(str(folder))} && printnplay build")
    return 0
