"""`printnplay trust`: runs rules without --trust-rules until they change."""

from pathlib import Path
from typing import Annotated

import typer

from printnplay.cli.console import say
from printnplay.cli.options import Games, ProjectFolder
from printnplay.cli.speech import speak
from printnplay.edition.trust import distrust_rules, trust_rules


def command(
    games: Games = None,
    forget: Annotated[bool, typer.Option("--forget", help="Revoke the trust.")] = False,
    project: ProjectFolder = Path(),
) -> int:
    """Trust a project's rules (Python code) until they change.

    Rules are a program and can do everything that you can do on this computer: read them before you
    trust them. Trusted rules run without --trust-rules until one of their files changes.
    """
    settle = distrust_rules if forget else trust_rules
    for settled in settle(project, tuple(games or ())):
        if not settled.rules:
            own = "its rules ship with printnplay" if settled.trusted else "it has no rules"
            done = f"{own}: nothing to trust"
        elif settled.trusted:
            done = f"{settled.rules} is trusted until it changes"
        else:
            done = f"{settled.rules} is no longer trusted"
        say(f"{settled.game}  {speak(done)}")
    return 0
