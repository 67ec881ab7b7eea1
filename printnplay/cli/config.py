"""`printnplay config`: shows and sets a user's own defaults."""

from typing import Annotated

import typer

from printnplay.build.defaults import KEYS, find_defaults, meanings, set_default
from printnplay.build.defaults_file import defaults_file
from printnplay.cli.console import columns, echo, echo_lines, say
from printnplay.cli.speech import speak, speak_label
from printnplay.cli.spoken import listing


def command(
    key: Annotated[
        str,
        typer.Argument(
            metavar="[KEY]", help=listing("What to set: {keys}. Default: show all.", keys=KEYS)
        ),
    ] = "",
    values: Annotated[
        list[str] | None,
        typer.Argument(metavar="[VALUE]", help="The new value, such as letter for paper."),
    ] = None,
    unset: Annotated[bool, typer.Option("--unset", help="Remove the value of this key.")] = False,
) -> int:
    """Show or set your own defaults: paper, printer, look, language.

    Commands use them where you leave out an option, and say so. They are not used in CI (if the
    environment variable CI is set), nor with --no-config.
    """
    value, *rest = values or [""]
    if rest:
        raise typer.BadParameter(f"write `printnplay config {value} {rest[0]}`.")
    if key and key not in KEYS:
        raise typer.BadParameter(f"'{key}' is not one of {', '.join(KEYS)}.", param_hint="KEY")
    if unset and (value or not key):
        raise typer.BadParameter("'--unset': name one key, without a value.")
    if value or unset:
        if key == "names" and value:
            from printnplay.export.faces import check_pattern

            check_pattern(value)
        file = set_default(key, None if unset else value)
        say(f"{key} {'is no longer set' if unset else value}: written to {file}")
        return 0
    known = find_defaults()
    if key:
        echo(known.get(key, ""))
        return 0
    echo_lines(
        columns(
            [(name, known.get(name, "-"), speak(says)) for name, says in meanings().items()],
            "<<<",
        )
    )
    echo(f"{speak_label('file')}: {defaults_file() or speak('none yet')}")
    return 0
