"""`printnplay check`: the faults in the format asked for, and a summary for people."""

import typer

from printnplay.cli.fitting import fit_table
from printnplay.cli.reports import render
from printnplay.cli.telling import count, exit_status, progress_bar, refused, tally, warn
from printnplay.model.diagnostics import Diagnostic, FaultsError
from printnplay.pipeline.checking import CheckReport, GameSummary, check
from printnplay.pipeline.order import CheckOrder


def run(order: CheckOrder, form: str, *, fit: bool = False) -> int:
    """Check what was named and show what was found; the exit status. `fit` lists all boxes."""
    try:
        with progress_bar() as progress:
            report = check(order, progress)
    except FaultsError as error:
        return refused(error, form)
    found = list(report.problems)
    if form != "text":
        typer.echo(render(found, form))
    else:
        if fit:
            typer.echo(fit_table(report.boxes) + "\n")
        _show(report, found)
    return exit_status(found)


def _show(report: CheckReport, found: list[Diagnostic]) -> None:
    warn(found)
    for summary in report.games:
        typer.echo(_summary(summary))
    typer.echo(tally(found))


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
