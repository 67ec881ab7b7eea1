"""`printnplay check`: the faults in the format asked for, and a summary for people."""

import typer

from printnplay.cli.building import count, progress_bar, status
from printnplay.cli.fitting import fit_table
from printnplay.cli.reports import render
from printnplay.model.diagnostics import Diagnostic, FaultsError, Severity
from printnplay.pipeline.checking import CheckReport, GameSummary, check
from printnplay.pipeline.order import CheckOrder


def run(order: CheckOrder, form: str, *, fit: bool = False) -> int:
    """Check what was named and show what was found; the exit status. `fit` lists all boxes."""
    try:
        with progress_bar() as progress:
            report = check(order, progress)
    except FaultsError as error:
        typer.echo(render(error.found, form), err=form == "text")
        return status(error)
    found = list(report.problems)
    if form != "text":
        typer.echo(render(found, form))
    else:
        if fit:
            typer.echo(fit_table(report.boxes) + "\n")
        _show(report, found)
    return 1 if any(one.severity is Severity.ERROR for one in found) else 0


def _show(report: CheckReport, found: list[Diagnostic]) -> None:
    if found:
        typer.echo(render(found, "text") + "\n", err=True)
    for summary in report.games:
        typer.echo(_summary(summary))
    errors = sum(1 for one in found if one.severity is Severity.ERROR)
    warnings = len(found) - errors
    typer.echo("clean" if not found else f"{count(errors, 'error')}, {count(warnings, 'warning')}")


def _summary(summary: GameSummary) -> str:
    languages = f"{count(len(summary.languages), 'language')} ({', '.join(summary.languages)})"
    lacking = ", ".join(summary.incomplete)
    parts = [
        count(summary.cards, "card"),
        f"{languages}, not complete: {lacking}" if lacking else f"{languages} complete",
        *_proof(summary),
        f"{'' if summary.fit else 'not all of '}{summary.faces} faces and pages fit",
    ]
    return f"{summary.title}: " + ", ".join(parts)


def _proof(summary: GameSummary) -> list[str]:
    """What the rules made of the examples; nothing is proved without rules."""
    if not summary.rules:
        return [f"{count(summary.examples, 'example')} not proved"]
    return [
        f"{summary.true_examples} of {count(summary.examples, 'example')} true",
        f"{summary.shown_rules} of {count(summary.rules, 'rule')} shown",
    ]
