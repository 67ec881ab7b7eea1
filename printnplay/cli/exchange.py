"""`printnplay l10n export` and `import`: what was written, and what is to be done next."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from printnplay.cli.telling import count, refused, warn
from printnplay.loading.catalog import as_typed
from printnplay.model.diagnostics import FaultsError

if TYPE_CHECKING:
    from printnplay.pipeline.l10n.exporting import Exported, ExportOrder
    from printnplay.pipeline.l10n.importing import Imported


def run_export(order: "ExportOrder") -> int:
    """Export the texts of a language; the exit status."""
    from printnplay.pipeline.l10n.exporting import export

    try:
        files = export(order)
    except FaultsError as error:
        return refused(error)
    for one in files:
        typer.echo(f"{as_typed(one.path)}: {_states(one)}")
    return 0


def _states(one: "Exported") -> str:
    whole = count(sum(one.states.values()), "text")
    open_ones = [
        f"{number} {state}" for state, number in one.states.items() if state != "translated"
    ]
    return ", ".join([whole, *open_ones])


def run_import(project: Path, files: Sequence[Path]) -> int:
    """Import exchange files; the exit status."""
    from printnplay.pipeline.l10n.importing import import_files

    try:
        done = import_files(project, files)
    except FaultsError as error:
        status = refused(error)
        typer.echo("\nnothing was changed", err=True)
        return status
    warn(done.warnings)
    for one in done.files:
        typer.echo(f"{as_typed(one.path)}: {_changes(one)}")
    languages = dict.fromkeys(one.language for one in done.files if one.changed)
    for language in languages:
        typer.echo(f"next: printnplay check -l {language}")
    return 0


def _changes(one: "Imported") -> str:
    said = f"{count(one.changed, 'text')} changed" if one.changed else "nothing changed"
    return f"{said}, {one.unsure} marked as unsure" if one.unsure else said
