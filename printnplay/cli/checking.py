"""`printnplay check`: the faults in the format asked for, and a summary for people."""

from pathlib import Path

import typer

from printnplay.cli.building import status
from printnplay.cli.reports import render
from printnplay.model.diagnostics import Diagnostic, FaultsError, Severity
from printnplay.pipeline.checking import CheckReport, GameSummary, check


def run(project: Path, games: tuple[str, ...], languages: tuple[str, ...], form: str) -> int:
    """Check what was named and show what was found; the exit status."""
    try:
        report = check(project, games, languages)
    except FaultsError as error:
        typer.echo(render(error.found, form), err=form == "text")
        return status(error)
    found = list(report.problems)
    if form != "text":
        typer.echo(render(found, form))
    else:
        _show(report, found)
    return 1 if any(one.severity is Severity.ERROR for one in found) else 0


def _show(report: CheckReport, found: list[Diagnostic]) -> None:
    if found:
        typer.echo(render(found, "text") + "\n", err=True)
    for summary in report.games:
        typer.echo(_summary(summary))
    errors = sum(1 for one in found if one.severity is Severity.ERROR)
    warnings = len(found) - errors
    typer.echo(
        "clean" if not found else f"{_count(errors, 'error')}, {_count(warnings, 'warning')}"
    )


def _summary(summary: GameSummary) -> str:
    languages = f"{_count(len(summary.languages), 'language')} ({', '.join(summary.languages)})"
    parts = [
        _count(summary.cards, "card"),
        f"{languages} complete" if not summary.incomplete else f"{languages}, {_lacks(summary)}",
        f"{summary.true_examples} of {_count(summary.examples, 'example')} true",
        f"{summary.shown_rules} of {_count(summary.rules, 'rule')} shown",
        f"{summary.fitted} of {_count(summary.faces, 'face')} and page layouts fit",
    ]
    return f"{summary.title}: " + ", ".join(parts)


def _lacks(summary: GameSummary) -> str:
    return f"not complete: {', '.join(summary.incomplete)}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
