"""Options shared by several commands, and the project that they open."""

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from printnplay import Project, open_bundled, open_project
from printnplay.build.defaults import find_defaults
from printnplay.build.defaults_file import defaults_file, is_ci
from printnplay.cli.console import say
from printnplay.cli.speech import ask_without_defaults
from printnplay.cli.spoken import refusal
from printnplay.edition.request import Shard, check_output
from printnplay.files.plugins import plug_ins

_SHIPPED = ("text", "json", "junit", "sarif", "github")
FORMATS = tuple(dict.fromkeys([*_SHIPPED, *(one.name for one in plug_ins("reports"))]))
Format = StrEnum("Format", {name: name for name in FORMATS})  # type: ignore[misc]  # mypy wants a literal
"Report format."
TEXT = Format("text")


def report_in(context: typer.Context, form: str) -> str:
    """Record the report format, which also applies to faults that end the command."""
    context.meta[Format.__name__] = str(form)
    return form


def report_format(context: typer.Context) -> str:
    """Return the report format; `text` by default."""
    form: str = context.meta.get(Format.__name__, "text")
    return form


def checked_output(context: typer.Context, folder: Path) -> Path:
    """Return the output folder; only an explicit one may be a link to a place outside.

    By default it is in the folder of the project.

    Raises:
        FaultsError: the default folder is a link to a place outside.
    """
    source = context.get_parameter_source("output")
    if source is not None and source.name == "DEFAULT":
        project: Path = context.params.get("project", Path())
        check_output(project / folder, project)
        return project / folder
    return folder


def _games_here(incomplete: str) -> list[str]:
    """Return matching games of the current folder, for shell completion."""
    return [game for game in open_project(Path()).games if game.startswith(incomplete)]


Games = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[GAME]...",
        help="Game ids, or patterns such as 'tic-*'. Default: all games of the project.",
        autocompletion=_games_here,
    ),
]
Languages = Annotated[
    list[str] | None,
    typer.Option(
        "-l",
        "--language",
        metavar="LANG",
        help="Language code, such as fr; may be repeated. Default: all of the game.",
    ),
]
LanguagesOrPairs = Annotated[
    list[str] | None,
    typer.Option(
        "-l",
        "--language",
        metavar="LANG",
        help="Language code, such as fr, two on the same faces such as fr+de, or on fronts and"
        " backs such as en/fr; may be repeated. Default: all of the game.",
    ),
]
Output = Annotated[
    Path,
    typer.Option("-o", "--output", metavar="DIR", callback=checked_output, help="Output folder."),
]
Faults = Annotated[Format, typer.Option("--format", callback=report_in, help="Report format.")]
Jobs = Annotated[
    int,
    typer.Option("-j", "--jobs", metavar="N", min=0, help="Parallel processes; 0: one per core."),
]
TrustRules = Annotated[
    bool,
    typer.Option("--trust-rules", help="Run the project's own rules (Python code)."),
]
Strict = Annotated[bool, typer.Option("--strict", help="Treat warnings as errors.")]


def _shard(text: str) -> str:
    """Parse a shard.

    Raises:
        BadParameter: it is not one.
    """
    try:
        Shard.parse(text)
    except ValueError as error:
        raise refusal(error) from None
    return text


ShardOption = Annotated[
    str,
    typer.Option(
        "--shard",
        metavar="N/M",
        parser=_shard,
        help="Do only part N of M of the games and languages, on one of M machines.",
        show_default=False,
    ),
]


SchedulerOption = Annotated[
    str,
    typer.Option(
        "--scheduler",
        metavar="ADDRESS",
        help="Run on a Dask cluster: address of its scheduler, tcp://... It can run code here.",
        show_default=False,
    ),
]


class LimitsChoice(StrEnum):
    """The limits of a game's resources."""

    USUAL = "usual"
    NONE = "none"


Limits = Annotated[
    LimitsChoice,
    typer.Option("--limits", help="Limits of time, memory and size; none: for very large games."),
]
ProjectFolder = Annotated[
    Path,
    typer.Option(
        "--project",
        metavar="DIR",
        exists=True,
        file_okay=False,
        is_eager=True,  # the default output folder is in it
        help="Project folder, with designs/, locales/ and templates/.",
    ),
]
Bundled = Annotated[
    bool,
    typer.Option(
        "--bundled", help="Use the games that ship with printnplay instead of a project's."
    ),
]


def opened(
    folder: Path, *, bundled: bool, trust_rules: bool, limits: LimitsChoice = LimitsChoice.USUAL
) -> Project:
    """Open the project of a command."""
    if bundled:
        return open_bundled()
    return open_project(folder, trust_rules=trust_rules, limited=limits is LimitsChoice.USUAL)


NoConfig = Annotated[
    bool, typer.Option("--no-config", help="Ignore your own defaults (`printnplay config`).")
]


def own_defaults(*wanted: str, ignored: bool) -> Mapping[str, str]:
    """Return the user's defaults of these options, and say which ones are used.

    Args:
        wanted: the keys of options that are left out and have an effect.
        ignored: whether the command has `--no-config`, which leaves out their language, too.

    Raises:
        FaultsError: the file of defaults has faults.
    """
    if ignored:
        ask_without_defaults()
    file = None if ignored or not wanted else defaults_file()
    if file is None:
        return {}
    if is_ci():
        say(f"{file} is not used, since CI is set")
        return {}
    values = find_defaults(wanted)
    if values:
        used = ", ".join(f"{key} {value}" for key, value in values.items())
        say(f"{used}: from {file} (not with --no-config)")
    return values
