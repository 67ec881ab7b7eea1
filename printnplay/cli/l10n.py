"""`printnplay l10n`: the commands of translators; what they do is imported when they run."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from printnplay.cli.options import Games, Languages, Project

l10n = typer.Typer(
    help="Translate: what is left to do, a new language, stale texts.",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


class Table(StrEnum):
    """How the state of the translations is shown."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


class Exchange(StrEnum):
    """The formats of translators' programs."""

    PO = "po"
    XLIFF = "xliff"
    CSV = "csv"


Words = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[GAME] [KEY]...",
        help="A game, or `common`; then keys such as rules.turn. All if none is named.",
    ),
]


@l10n.command()
def status(
    games: Games = None,
    fit: Annotated[
        bool, typer.Option("--fit", help="Also draw every face and page, as `check` does.")
    ] = False,
    form: Annotated[Table, typer.Option("--format", help="How the table is shown.")] = Table.TEXT,
    project: Project = Path(),
) -> None:
    """Show what is translated, stale and left to do."""
    from printnplay.cli.translating import show_status

    raise typer.Exit(show_status(project, games or (), form.value, fit=fit))


@l10n.command()
def diff(
    words: Words = None,
    language: Languages = None,
    project: Project = Path(),
) -> None:
    """Show stale texts beside their old and new source."""
    from printnplay.cli.translating import show_stale

    raise typer.Exit(show_stale(project, words or (), language or ()))


@l10n.command()
def accept(
    words: Words = None,
    language: Languages = None,
    project: Project = Path(),
) -> None:
    """Note that translations say what the source says.

    All that are written are noted, or those that are named.
    """
    from printnplay.cli.translating import run_accept

    raise typer.Exit(run_accept(project, words or (), language or ()))


@l10n.command()
def add(
    language: Annotated[str, typer.Argument(metavar="LANG", help="The new language, such as pl.")],
    games: Games = None,
    project: Project = Path(),
) -> None:
    """Begin a new language, with empty texts to fill in.

    They come in the order of the source, each with what it says, where it is printed, and its room.
    """
    from printnplay.cli.translating import run_add

    raise typer.Exit(run_add(project, language, games or ()))


@l10n.command("export")
def export_(
    language: Annotated[str, typer.Argument(metavar="LANG", help="The language, such as fr.")],
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME]...", help="Games by id, or `common`; all if none is named."),
    ] = None,
    form: Annotated[
        Exchange, typer.Option("--format", help="What the translator's program reads.")
    ] = Exchange.PO,
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="DIR", help="Folder for the files.")
    ] = Path("output/l10n"),
    project: Project = Path(),
) -> None:
    """Write texts as files for a translator's program.

    Each with its source, where it is printed, its room, and whether it is stale.
    """
    from printnplay.cli.exchange import run_export
    from printnplay.pipeline.l10n.exporting import ExportOrder

    order = ExportOrder(project, language, tuple(games or ()), form.value, output)
    raise typer.Exit(run_export(order))


@l10n.command("import")
def import_(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", exists=True, dir_okay=False, help="Exported files."),
    ],
    project: Project = Path(),
) -> None:
    """Put back what a translator changed, and nothing else.

    Nothing is written unless all of it is sound.
    """
    from printnplay.cli.exchange import run_import

    raise typer.Exit(run_import(project, files))
