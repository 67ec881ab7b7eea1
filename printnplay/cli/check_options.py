"""Which options of `printnplay check` exclude others."""

import os
from pathlib import Path

import typer


def refuse_shard(shard: str, *, whole: bool) -> None:
    """Refuse a shard of checks that are about whole games.

    Raises:
        BadParameter: there is one.
    """
    if shard and whole:
        raise typer.BadParameter(
            "'--shard': leave out '--fix', '--rules', '--mutants' and '--propose-ties'."
        )


def refuse_scheduler(scheduler: str, *, others: bool) -> None:
    """Refuse `--scheduler` beside options for work that only this machine can do.

    Raises:
        BadParameter: both are given.
    """
    if scheduler and others:
        raise typer.BadParameter(
            "'--scheduler': leave out '--fix', '--rules', '--mutants', '--co-edition',"
            " '--languagetool', '--language-model' and '--jobs'."
        )


def refuse_two_checks(*, rules: bool, mutants: bool, about_texts: bool) -> None:
    """Refuse options of checks that must be run separately.

    Raises:
        BadParameter: options of several checks are given.
    """
    if rules and mutants:
        raise typer.BadParameter("'--rules' and '--mutants' are two checks: run one at a time.")
    if (rules or mutants) and about_texts:
        raise typer.BadParameter(
            "'--fit', '--pseudo', '--numbers', '--proofread', '--languagetool', '--language-model',"
            " '--print' and '--fix' are about texts and faces: leave them out with '--rules' and"
            " '--mutants'."
        )


def refuse_beside_plates(others: bool, pictures: Path | None, *, co_edition: bool) -> None:
    """Refuse other checks beside `--co-edition`, and its options without it.

    Raises:
        BadParameter: there are such options.
    """
    if co_edition and others:
        raise typer.BadParameter("'--co-edition' is a check of its own: run one at a time.")
    if pictures is not None and not co_edition:
        raise typer.BadParameter("'--pictures': needs `--co-edition`.")


def refuse_proposals(path: Path | None, *, wanted: bool) -> None:
    """Refuse `--propose` without a check of rules, or to a file that exists.

    Raises:
        BadParameter: there is no such check, or the file exists.
    """
    if path is not None and not wanted:
        raise typer.BadParameter("'--propose': needs `--rules` or `--mutants`.")
    if path is not None and os.path.lexists(path):
        raise typer.BadParameter(f"'--propose': `{path}` exists: name a new file.")


def refuse_beside_ties(others: bool, *, ties: bool) -> None:
    """Refuse other checks, and reports for programs, beside `--propose-ties`.

    Raises:
        BadParameter: there are such options.
    """
    if ties and others:
        raise typer.BadParameter("'--propose-ties' prints YAML: leave out other checks.")
