"""`printnplay check --mutants`: the share of mutants that was caught, and those that were not."""

from pathlib import Path
from typing import Any

import typer

from printnplay.cli.reports import render
from printnplay.cli.reports.json import document
from printnplay.cli.telling import count, exit_status, progress_bar, refused, warn
from printnplay.engine.mutants import Mutant
from printnplay.engine.trial import WITNESSES
from printnplay.loading.catalog import as_typed
from printnplay.model.diagnostics import FaultsError
from printnplay.pipeline.mutating import Hunt, hunt
from printnplay.pipeline.order import CheckOrder


def run(order: CheckOrder, form: str) -> int:
    """Try the mutants of what was named; the exit status. Survivors are no fault."""
    try:
        with progress_bar() as progress:
            report = hunt(order, progress)
    except FaultsError as error:
        return refused(error, form)
    found = list(report.problems)
    if form == "json":
        typer.echo(document(found, {"games": [_as_data(one) for one in report.games]}))
    elif form != "text":
        typer.echo(render(found, form))
    else:
        warn(found)
        typer.echo("\n\n".join(_told(one) for one in report.games))
    return exit_status(found)


def _told(one: Hunt) -> str:
    parts = [f"{one.caught[name]} by {name}" for name in WITNESSES if one.caught[name]]
    head = (
        f"{one.title}: {one.caught.total()} of {count(one.all, 'mutant')} caught, {one.share:.1%}"
    )
    lines = [f"{head} ({', '.join(parts)})" if parts else head]
    lines += [f"  {place(mutant)}: {mutant.what}" for mutant in one.survivors]
    return "\n".join(lines)


def place(mutant: Mutant) -> str:
    """Where a mutant was changed, as file and line."""
    return f"{as_typed(Path(mutant.file))}:{mutant.line}"


def _as_data(one: Hunt) -> dict[str, Any]:
    return {
        "id": one.game,
        "title": one.title,
        "mutants": one.all,
        "caught": {name: one.caught[name] for name in WITNESSES},
        "share": round(one.share, 4),
        "survivors": [{"place": place(mutant), "change": mutant.what} for mutant in one.survivors],
    }
