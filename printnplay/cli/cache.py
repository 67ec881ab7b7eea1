"""`printnplay cache`: the size and the location of the cache."""

from typing import Annotated

import typer

from printnplay.build.cache_size import cache_usage, clear_cache
from printnplay.cli.console import echo, tell
from printnplay.cli.speech import speak, speak_with
from printnplay.kernel.suggestions import counted


def command(
    clear: Annotated[
        bool, typer.Option("--clear", help="Delete the cache. It is rebuilt when needed.")
    ] = False,
) -> int:
    """Show the size of the cache, or clear it.

    printnplay caches rendered faces, so that a build renders only what has changed. You can clear
    the cache at any time. The list of rules that you trust is in the same folder, and is kept.
    """
    before = cache_usage()
    if before is None:
        tell(
            "no cache: its folder cannot be used or is inside a project, or"
            " PRINTNPLAY_CACHE is empty"
        )
        return 0
    if clear:
        clear_cache()
    now = cache_usage() or before
    size = f"{(before.size - now.size if clear else now.size) / 1_000_000:.1f} MB"
    folder = str(before.folder)
    if clear:
        tell(f"{size} removed from {folder}")
    else:
        files = speak(counted(now.files, "file"))
        echo(speak_with("{files}, {size} in {folder}", files=files, size=size, folder=folder))
    return 0
