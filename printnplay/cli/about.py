"""`printnplay about`: the version, the folders, and the licences of all parts."""

from itertools import groupby
from typing import Annotated

import typer

from printnplay.build.about import licence_texts, parts, places
from printnplay.cli.console import columns, echo_lines
from printnplay.cli.speech import speak, speak_label


def command(
    licences: Annotated[
        bool,
        typer.Option("--licences", help="List all libraries, fonts and data, with their licences."),
    ] = False,
) -> int:
    """Show the version, the folders, and licences of all parts."""
    if licences:
        for kind, found in groupby(parts(), key=lambda one: one.kind):
            rows = [
                (
                    f"  {speak_label(one.name)} {one.version}".rstrip(),
                    ", ".join(map(speak, filter(None, (one.licence, one.by)))),
                )
                for one in found
            ]
            echo_lines(f"{speak_label(kind)}:\n{columns(rows, '<<')}")
        if texts := licence_texts():
            echo_lines(speak(texts))
    else:
        echo_lines(
            columns([(speak_label(name), speak(said)) for name, said in places().items()], "<<")
        )
    return 0
