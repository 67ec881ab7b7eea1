"""`printnplay l10n`: the translation commands.

Each command imports its dependencies when it runs: help is quick, and an import does not load the
rendering modules.
"""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from printnplay.cli.console import columns, echo, echo_lines, refused, say, tell, warn
from printnplay.cli.l10n_text import as_json, as_markdown, as_text, changes_of, of_file
from printnplay.cli.options import Games, Languages, Output, ProjectFolder
from printnplay.cli.speech import speak, speak_label, speak_with
from printnplay.kernel.diagnostics import FaultsError
from printnplay.kernel.suggestions import counted, listed
from printnplay.translation import FOLDER

NAMED = 5
"""The most texts to name in a line. A guess."""

command = typer.Typer(
    help="Translate: status, new languages, export, import, stale texts.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)


class StatusFormat(StrEnum):
    """Output formats of the translation status."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


class Exchange(StrEnum):
    """Exchange formats of translation tools: for texts, terms, or sentence pairs."""

    PO = "po"
    XLIFF = "xliff"
    CSV = "csv"
    XLSX = "xlsx"
    TBX = "tbx"
    TMX = "tmx"


GameAndKeys = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[GAME]... [KEY]...",
        help="Game ids or `common`, then text keys such as rules.turn. Default: all.",
    ),
]


@command.command()
def status(
    games: Games = None,
    language: Languages = None,
    fit: Annotated[
        bool,
        typer.Option(
            help="Render every face and page, to count all errors that `check` finds. --no-fit is"
            " quick."
        ),
    ] = True,
    form: Annotated[
        StatusFormat, typer.Option("--format", help="Output format.")
    ] = StatusFormat.TEXT,
    project: ProjectFolder = Path(),
) -> int:
    """Show what is translated, stale and missing."""
    from printnplay.translation.status import states

    shown = {
        StatusFormat.TEXT: as_text,
        StatusFormat.JSON: as_json,
        StatusFormat.MARKDOWN: as_markdown,
    }
    echo_lines(shown[form](states(project, games or (), language or (), fit=fit)))
    return 0


@command.command()
def diff(
    words: GameAndKeys = None,
    language: Languages = None,
    project: ProjectFolder = Path(),
) -> int:
    """Show stale texts with their old and new source."""
    from printnplay.translation.accept import changed

    stale = changed(project, words or (), language or ())
    for text in stale:
        _, translated = text.languages
        echo(f"{text.key}  {text.place.file}:{text.place.line}")
        rows = [
            (speak_label("was"), text.was),
            (speak_label("now"), text.now),
            (translated, text.translation),
        ]
        echo_lines(columns([(f"  {name}", said) for name, said in rows], "<<") + "\n")
    tell(f"{counted(len(stale), 'text')} stale" if stale else "nothing is stale")
    return 0


@command.command("accept")
def accept_(
    words: GameAndKeys = None,
    language: Languages = None,
    warning: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Warning to accept, as `check` prints it."),
    ] = None,
    reason: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Reason for accepting the warning.")
    ] = None,
    project: ProjectFolder = Path(),
) -> int:
    """Accept translations as up to date with their source.

    Accepts all translations, or those named; with --warning, only a warning about those named.
    """
    from printnplay.translation.accept import AcceptedWarning, accept, accept_warning

    if (warning is None) != (reason is None):
        raise typer.BadParameter("give --warning and --reason together")
    if warning is not None and reason is not None:
        noted = AcceptedWarning(warning.strip(), reason.strip())
        for file in accept_warning(project, words or (), language or (), noted):
            done = f"warning accepted for {counted(file.renewed, 'text')}"
            say(f"{file.path}  {speak(done)}")
        return 0
    files = accept(project, words or (), language or ())
    for file in files:
        said = [f"{file.renewed} of {counted(file.all, 'text')} newly accepted"]
        if file.unsure:
            said.append(f"{file.unsure} in doubt left out: name them to accept")
        if file.confirmed:
            said.append(f"{file.confirmed} no longer in doubt")
        say(f"{file.path}  {', '.join(map(speak, said))}")
    if not files:
        say("there is no translation to accept")
    return 0


@command.command()
def remarks(
    words: GameAndKeys = None,
    language: Languages = None,
    project: ProjectFolder = Path(),
) -> int:
    """Show doubtful translations, and translators' comments."""
    from printnplay.translation.remarks import remarked

    noted, doubt = remarked(project, words or (), language or ()), f"  ({speak('in doubt')})"
    for text in noted:
        echo(f"{text.key}  {text.place.file}:{text.place.line}")
        rows = [
            (text.source_language, text.source),
            (text.language, text.translation + doubt * text.remark.unsure),
            (speak_label("comment"), text.remark.comment),
            (speak_label("author"), text.remark.answer),
        ]
        echo_lines(columns([(f"  {name}", said) for name, said in rows if said], "<<") + "\n")
    doubts, questions = (
        sum(getattr(text.remark, name) for text in noted) for name in ("unsure", "open")
    )
    in_doubt = speak(f"{counted(doubts, 'text')} in doubt")
    open_ = speak_with("{questions} open", questions=speak(counted(questions, "question")))
    echo(f"{in_doubt}, {open_}")
    return 0


@command.command("answer")
def answer_(
    words: GameAndKeys = None,
    text: Annotated[
        str | None,
        typer.Option("--text", metavar="TEXT", help="Text for the translator."),
    ] = None,
    settled: Annotated[
        bool, typer.Option("--settled", help="Delete the comment and its answer.")
    ] = False,
    language: Languages = None,
    project: ProjectFolder = Path(),
) -> int:
    """Answer a translator's comment, or ask a question, in the next export."""
    from printnplay.translation.remarks import answer, names_texts

    if (text is None) == (not settled):
        raise typer.BadParameter("give either --text or --settled")
    if text is not None and not text.strip():
        raise typer.BadParameter("'--text' is empty: --settled deletes a comment")
    if not words or not names_texts(project, words):
        raise typer.BadParameter("name the text")
    for file in answer(project, words, language or (), text):
        say(f"{file.path}: {counted(file.texts, 'text')}")
        for before in file.replaced:
            say(f"  {speak('replaced the answer:')} {before}")
    return 0


@command.command("add")
def add_(
    language: Annotated[
        str, typer.Argument(metavar="LANG", help="Code of the new language, such as pl.")
    ],
    games: Games = None,
    project: ProjectFolder = Path(),
) -> int:
    """Add a language, with empty texts to fill in.

    Each text has comments: its source, where it is printed, and how long it may be.
    """
    from printnplay.translation.add import add

    begun = add(project, language, games or ())
    for file in begun.files:
        say(f"{file.path}  {speak(f'{file.empty} to fill in')}" if file.empty else file.path)
    for check in begun.checks_off:
        say(f"not checked: {check}")
    if begun.checks_off:
        say(f"for these checks, fill in locales/{language}/language.yaml")
    say(f"then check them: printnplay check -l {language}")
    if any(file.empty for file in begun.files):
        say("builds need all of them: until then, choose other languages with -l")
    return 0


@command.command("export")
def export_(
    language: Annotated[str, typer.Argument(metavar="LANG", help="Language code, such as fr.")],
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME]...", help="Game ids, or `common`. Default: all."),
    ] = None,
    form: Annotated[Exchange, typer.Option("--format", help="File format.")] = Exchange.PO,
    screenshots: Annotated[
        bool,
        typer.Option(
            "--screenshots", help="Also write screenshots that show where each text is printed."
        ),
    ] = False,
    output: Output = FOLDER,
    project: ProjectFolder = Path(),
) -> int:
    """Export texts for translation programs: PO, XLIFF, CSV, XLSX.

    Each text comes with its source, where it is printed, how long it may be, and its state.
    """
    from printnplay.build.options import UnusedOptionError
    from printnplay.translation.exchange import FORMATS
    from printnplay.translation.export import ExportRequest, export

    if screenshots and form not in FORMATS:
        raise typer.BadParameter(f"{UnusedOptionError('--screenshots', form, FORMATS)}.")
    request = ExportRequest(project, language, tuple(games or ()), form.value, output, screenshots)
    files = export(request)
    if not files:
        say("there are no terms to export")
    for file in files:
        holds = [counted(*file.others)] if file.others else of_file(file.states)
        holds += [counted(file.pictures, "picture")] if file.pictures else []
        say(f"{file.path}: {', '.join(map(speak, holds))}")
    return 0


@command.command()
def review(
    games: Games = None,
    language: Languages = None,
    output: Output = FOLDER,
    project: ProjectFolder = Path(),
) -> int:
    """Write a page for a translator who has only a browser: one HTML file per language.

    It shows each text with its place as a picture, and saves a file for `l10n import`.
    """
    from printnplay.translation.review import review

    for page in review(project, games or (), language or (), output):
        holds = [counted(page.texts, "text"), counted(page.pictures, "picture")]
        if page.left_out:
            holds.append(f"{counted(page.left_out, 'picture')} left out for its size")
        say(f"{page.path}: {', '.join(map(speak, holds))}")
    return 0


@command.command("import")
def import_(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", exists=True, dir_okay=False, help="Exported files."),
    ],
    theirs: Annotated[
        bool,
        typer.Option("--theirs", help="On conflicts, take the version of the file."),
    ] = False,
    ours: Annotated[
        bool,
        typer.Option("--ours", help="On conflicts, keep the version of the project."),
    ] = False,
    project: ProjectFolder = Path(),
) -> int:
    """Import translated files: only what the translator changed.

    Keeps what changed in the project since the export. Writes files only if all are valid.
    """
    from printnplay.build.options import UnusedOptionError
    from printnplay.translation.exchange import FORMATS
    from printnplay.translation.import_ import import_files
    from printnplay.translation.import_faults import Side
    from printnplay.translation.memory import ENDING as MEMORY

    if theirs and ours:
        raise typer.BadParameter("give --theirs or --ours, not both")
    side = Side.THEIRS if theirs else Side.OURS if ours else None
    if side and all(file.suffix.lower() == MEMORY for file in files):
        users = (*FORMATS, Exchange.TBX)
        raise typer.BadParameter(f"{UnusedOptionError(f'--{side}', Exchange.TMX, users)}.")
    try:
        done = import_files(project, files, side)
    except FaultsError as error:
        status = refused(error)
        echo_lines(f"\n{speak('nothing was changed')}", err=True)
        return status
    warn(done.warnings)
    for file in done.files:
        say(f"{file.path}: {changes_of(file)}")
    if not done.files:
        say("nothing changed")
    if done.newer:
        kept, keys = counted(len(done.newer), "text"), listed(done.newer[:NAMED])
        say(f"kept {kept} that only the project has changed since the export: {keys}")
    for language in dict.fromkeys(file.language for file in done.files if file.changed):
        say(f"next: printnplay check -l {language} --proofread")
    return 0
