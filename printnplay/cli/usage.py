"""Empty values of options, which are refused."""

from collections.abc import Callable
from functools import partial
from typing import Any

import typer


def refuse_empty_options(command: Any) -> None:
    """Refuse an empty value of every option of a command and its subcommands.

    Options that are left out are empty texts. An empty value is most often that of an unset
    variable (`--since "$TAG"`), and must not count as left out.
    """
    for parameter in command.params:
        if parameter.param_type_name == "option":
            parameter.callback = partial(_not_empty, parameter.callback)
    for subcommand in getattr(command, "commands", {}).values():
        refuse_empty_options(subcommand)


def _not_empty(
    then: Callable[[Any, Any, Any], Any] | None, ctx: Any, option: Any, value: Any
) -> Any:
    """Return the value of an option, as its own callback returns it.

    Raises:
        BadParameter: it is an empty text.
    """
    if value == "" and ctx.get_parameter_source(option.name).name == "COMMANDLINE":
        raise typer.BadParameter(
            "the value is empty; leave out the option, or set the variable that it comes from.",
            ctx,
            param=option,
        )
    return then(ctx, option, value) if then else value
