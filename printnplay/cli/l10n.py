"""`printnplay l10n`: the commands of translators; what they do is imported when they run.

What the commands of translators show.

`printnplay l10n export` and `import`: what was written, and what is to be done next.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from printnplay.cli.console import Games, Languages, Project, count, refused, warn
from printnplay.files.catalog import display_path
from printnplay.model.diagnostics import FaultsError
from printnplay.pipeline.l10n.status import State

if TYPE_CHECKING:
    from printnplay.pipeline.l10n.export import Exported, ExportRequest
    from printnplay.pipeline.l10n.import_ import Imported

l10n = typer.Typer(
    help="Translate: what is left to do, a new language, stale texts.",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


class StatusFormat(StrEnum):
    """How the state of the translations is shown."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


class Exchange(StrEnum):
    """The formats of translators' programs."""

    PO = "po"
    XLIFF = "xliff"
    CSV = "csv"


GameAndKeys = Annotated[
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
    form: Annotated[
        StatusFormat, typer.Option("--format", help="How the table is shown.")
    ] = StatusFormat.TEXT,
    project: Project = Path(),
) -> None:
    """Show what is translated, stale and left to do."""
    raise typer.Exit(show_status(project, games or (), form.value, fit=fit))


@l10n.command()
def diff(
    words: GameAndKeys = None,
    language: Languages = None,
    project: Project = Path(),
) -> None:
    """Show stale texts beside their old and new source."""
    raise typer.Exit(show_stale(project, words or (), language or ()))


@l10n.command()
def accept(
    words: GameAndKeys = None,
    language: Languages = None,
    project: Project = Path(),
) -> None:
    """Note that translations say what the source says.

    All that are written are noted, or those that are named.
    """
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
    from printnplay.pipeline.l10n.export import ExportRequest

    request = ExportRequest(project, language, tuple(games or ()), form.value, output)
    raise typer.Exit(run_export(request))


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
    raise typer.Exit(run_import(project, files))


HEAD = ("game", "language", "texts", "stale", "errors", "words left", "")
LEFT = 2
"""The columns of words; those of figures stand flush right."""


def show_status(project: Path, games: Sequence[str], form: str, *, fit: bool) -> int:
    """Show how far the translations are; the exit status."""
    from printnplay.pipeline.l10n.status import states

    try:
        found = states(project, games, fit=fit)
    except FaultsError as error:
        return refused(error)
    typer.echo(_FORMS[form](found))
    return 0


def show_stale(project: Path, words: Sequence[str], languages: Sequence[str]) -> int:
    """Show stale texts with their old and new source; the exit status."""
    from printnplay.pipeline.l10n.accept import changed

    try:
        found = changed(project, words, languages)
    except FaultsError as error:
        return refused(error)
    for one in found:
        source, language = one.languages
        width = max(len(source), len(language), len("was"))
        typer.echo(f"{one.key}  {one.place.file}:{one.place.line}")
        typer.echo(f"  {'was':<{width}}  {one.was}")
        typer.echo(f"  {'now':<{width}}  {one.now}")
        typer.echo(f"  {language:<{width}}  {one.translation}\n")
    typer.echo(f"{count(len(found), 'text')} stale" if found else "nothing is stale")
    return 0


def run_accept(project: Path, words: Sequence[str], languages: Sequence[str]) -> int:
    """Accept translations and say which files hold that now; the exit status."""
    from printnplay.pipeline.l10n.accept import accept

    try:
        files = accept(project, words, languages)
    except FaultsError as error:
        return refused(error)
    for file in files:
        typer.echo(f"{file.path}  {file.renewed} of {count(file.all, 'text')} newly accepted")
    if not files:
        typer.echo("there is no translation to accept")
    return 0


def run_add(project: Path, language: str, games: Sequence[str]) -> int:
    """Begin a language and say what there is to fill in; the exit status."""
    from printnplay.pipeline.l10n.add import add

    try:
        files = add(project, language, games)
    except FaultsError as error:
        return refused(error)
    for file in files:
        typer.echo(f"{file.path}  {file.empty} to fill in")
    typer.echo(f"then look at them: printnplay check -l {language}")
    return 0


def _text(found: Sequence[State]) -> str:
    rows = [HEAD, *(_row(one) for one in found)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    return "\n".join(_line(row, widths) for row in rows)


def _row(one: State) -> tuple[str, ...]:
    numbers = (f"{one.translated}/{one.texts}", one.stale, one.errors, one.words_left)
    return (one.game, one.language, *map(str, numbers), _note(one))


def _note(one: State) -> str:
    if one.source:
        return "source"
    if not one.translated:
        return "begun"
    open_ = one.translated - one.accepted - one.stale
    if not open_:
        return "accepted"
    return "not accepted" if open_ == one.translated else f"{open_} not accepted"


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    cells = [
        text.ljust(width) if column < LEFT or column == len(row) - 1 else text.rjust(width)
        for column, (text, width) in enumerate(zip(row, widths, strict=True))
    ]
    return "  ".join(cells).rstrip()


def _json(found: Sequence[State]) -> str:
    return json.dumps([asdict(one) for one in found], ensure_ascii=False, indent=2)


def _markdown(found: Sequence[State]) -> str:
    """A table for a README: a row a game, a column a language."""
    languages = sorted({one.language for one in found}, key=lambda one: (one != "en", one))
    lines = [_cells("Game", languages), _cells("---", [":---:"] * len(languages))]
    for game in dict.fromkeys(one.game for one in found):
        of_game = {one.language: one for one in found if one.game == game}
        title = next(iter(of_game.values())).title
        lines.append(_cells(title, [_cell(of_game.get(one)) for one in languages]))
    return "\n".join(lines)


def _cells(first: str, others: Sequence[str]) -> str:
    return f"| {' | '.join((first, *others))} |"


def _cell(one: State | None) -> str:
    if one is None:
        return "–"
    faults = [
        count(number, what) if what == "error" else f"{number} {what}"
        for number, what in ((one.stale, "stale"), (one.errors, "error"))
        if number
    ]
    return ", ".join([f"{one.share} %", *faults])


_FORMS = {"text": _text, "json": _json, "markdown": _markdown}


def run_export(request: "ExportRequest") -> int:
    """Export the texts of a language; the exit status."""
    from printnplay.pipeline.l10n.export import export

    try:
        files = export(request)
    except FaultsError as error:
        return refused(error)
    for one in files:
        typer.echo(f"{display_path(one.path)}: {_states(one)}")
    return 0


def _states(one: "Exported") -> str:
    whole = count(sum(one.states.values()), "text")
    open_ones = [
        f"{number} {state}" for state, number in one.states.items() if state != "translated"
    ]
    return ", ".join([whole, *open_ones])


def run_import(project: Path, files: Sequence[Path]) -> int:
    """Import exchange files; the exit status."""
    from printnplay.pipeline.l10n.import_ import import_files

    try:
        done = import_files(project, files)
    except FaultsError as error:
        status = refused(error)
        typer.echo("\nnothing was changed", err=True)
        return status
    warn(done.warnings)
    for one in done.files:
        typer.echo(f"{display_path(one.path)}: {_changes(one)}")
    languages = dict.fromkeys(one.language for one in done.files if one.changed)
    for language in languages:
        typer.echo(f"next: printnplay check -l {language}")
    return 0


def _changes(one: "Imported") -> str:
    said = f"{count(one.changed, 'text')} changed" if one.changed else "nothing changed"
    return f"{said}, {one.unsure} marked as unsure" if one.unsure else said
