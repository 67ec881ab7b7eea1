"""What the commands of translators show."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import typer

from printnplay.cli.telling import count, refused
from printnplay.model.diagnostics import FaultsError
from printnplay.pipeline.l10n.status import State

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
    from printnplay.pipeline.l10n.accepting import changed

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
    from printnplay.pipeline.l10n.accepting import accept

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
    from printnplay.pipeline.l10n.adding import add

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
