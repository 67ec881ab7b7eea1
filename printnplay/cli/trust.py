"""`printnplay trust`: rules that are run without --trust-rules until they change."""

from pathlib import Path
from typing import Annotated

import typer

from printnplay.cli.console import say
from printnplay.cli.options import Games, ProjectFolder
from printnplay.edition.trust import trust_rules


def command(
    games: Games = None,
    forget: Annotated[
        bool, typer.Option("--forget", help="Take leave back: they are not run any more.")
    ] = False,
    project: ProjectFolder = Path(),
) -> int:
    """Trust rules that you have read: they run until they change.

    Rules are a program, and can do all that you can do on this computer. As long as their files
    stay as they are, they are run without --trust-rules.
    """
    for settled in trust_rules(project, tuple(games or ()), forget=forget):
        if not settled.rules:
            own = "its rules ship with printnplay" if settled.trusted else "it has no rules"
            say(f"{settled.game}  {own}: nothing to trust")
        elif settled.trusted:
            say(f"{settled.game}  {settled.rules} is run from now on, until it changes")
        else:
            say(f"{settled.game}  {settled.rules} is no longer trusted")
    return 0
