"""`printnplay update`: whether there is a newer version, and how to install it."""

from typing import Annotated

import typer

from printnplay.build.updates import newest, steps
from printnplay.cli.console import say
from printnplay.kernel.version import __version__


def command(
    check: Annotated[
        bool, typer.Option("--check", help="Ask PyPI for the newest version. Sends nothing else.")
    ] = False,
) -> int:
    """Show how to update; with --check, ask for the newest version.

    printnplay never asks by itself, and never updates itself.
    """
    if check:
        found = newest()
        say(f"printnplay {__version__} is the newest" if not found else f"new: printnplay {found}")
        if not found:
            return 0
    say(f"to update: {steps()}")
    return 0
