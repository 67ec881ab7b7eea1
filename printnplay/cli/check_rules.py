"""`printnplay check --mutants`: the share of mutants that was caught, and those that were not.

`printnplay check --rules`: the faults, which example needs which rule, and the claims.
"""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from textwrap import fill
from typing import Any

import typer

from printnplay.cli.console import count, exit_status, judged, progress_bar, refused, tally, warn
from printnplay.cli.reports import render
from printnplay.cli.reports.json import document
from printnplay.files.catalog import display_path
from printnplay.model.diagnostics import Diagnostic, FaultsError
from printnplay.pipeline.check_rules import Proof, prove
from printnplay.pipeline.mutants import Hunt, hunt
from printnplay.pipeline.request import CheckRequest
from printnplay.rules.claims import Counted
from printnplay.rules.game import rule_of
from printnplay.simulation.mutants import WITNESSES, Mutant


def run_mutants(request: CheckRequest, form: str) -> int:
    """Try the mutants of what was named; the exit status. Survivors are no fault."""
    try:
        with progress_bar() as progress:
            report = hunt(request, progress)
    except FaultsError as error:
        return refused(error, form)
    found = judged(report.problems, strict=request.strict)
    if form == "json":
        typer.echo(document(found, {"games": [_mutants_as_data(one) for one in report.games]}))
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
    return f"{display_path(Path(mutant.file))}:{mutant.line}"


def _mutants_as_data(one: Hunt) -> dict[str, Any]:
    return {
        "id": one.game,
        "title": one.title,
        "mutants": one.all,
        "caught": {name: one.caught[name] for name in WITNESSES},
        "share": round(one.share, 4),
        "survivors": [{"place": place(mutant), "change": mutant.what} for mutant in one.survivors],
    }


WIDTH = 100
"""Of the tables, in characters."""

BLOCK = 80
"""Examples in one table; further ones get a table below."""

NAMED, UNNAMED, NEEDLESS, NOTHING = "#", "+", "x", "."
KEY = f"{NAMED} named and needed   {UNNAMED} needed, not named   {NEEDLESS} named, not needed"
"""What the marks of a table mean: of an example and a rule."""

FIRST = 2
"""Examples that are named for a clause."""


def run_rules(request: CheckRequest, form: str) -> int:
    """Check the rules of what was named; the exit status."""
    try:
        with progress_bar() as progress:
            report = prove(
                request.project, request.games, progress, trust_rules=request.trust_rules
            )
    except FaultsError as error:
        return refused(error, form)
    found = judged(report.problems, strict=request.strict)
    if form == "json":
        typer.echo(document(found, {"games": [_as_data(one) for one in report.games]}))
    elif form != "text":
        typer.echo(render(found, form))
    else:
        _show(report.games, found)
    return exit_status(found)


def _show(games: tuple[Proof, ...], found: Sequence[Diagnostic]) -> None:
    warn(found, counted=False)
    for proof in games:
        parts = [
            _headline(proof),
            *_tables(proof),
            _numbers(proof),
            _clauses(proof),
            _claims(proof),
        ]
        typer.echo("\n\n".join(part for part in parts if part) + "\n")
    typer.echo(tally(found))


def _headline(proof: Proof) -> str:
    switches = proof.ablation.switches
    shown = len(switches) - len(proof.ablation.unshown)
    parts = [
        f"{len(proof.true)} of {count(proof.examples, 'example')} true",
        f"{shown} of {len(switches)} rules and clauses shown",
    ]
    if proof.claims:
        parts.append(f"{count(len(proof.claims), 'claim')} counted")
    return f"{proof.title}: " + ", ".join(parts)


def _tables(proof: Proof) -> list[str]:
    """Rules down, examples across, in blocks; a column is an example by its number."""
    examples = list(proof.ablation.needs)
    rules = [one for one in proof.ablation.switches if rule_of(one) == one]
    width = max((len(rule) for rule in rules), default=0)
    blocks = []
    for start in range(0, len(examples), BLOCK):
        part = examples[start : start + BLOCK]
        tens = "".join(f"{number:>10}" for number in range(start + 10, start + len(part) + 1, 10))
        ones = "".join(str((start + at + 1) % 10) for at in range(len(part)))
        lines = [f"{'':{width}} {tens}".rstrip(), f"{'':{width}} {ones}"]
        lines += [
            f"{rule:{width}} {''.join(_mark(proof, rule, one) for one in part)}" for rule in rules
        ]
        blocks.append("\n".join(lines))
    return blocks


def _mark(proof: Proof, rule: str, example: str) -> str:
    """How an example stands to a rule."""
    needed = any(rule_of(one) == rule for one in proof.ablation.needs[example])
    named = rule in proof.ablation.cites[example]
    if named:
        return NAMED if needed else NEEDLESS
    return UNNAMED if needed else NOTHING


def _numbers(proof: Proof) -> str:
    """Which example is which number."""
    names = [f"{at}\u00a0{one}" for at, one in enumerate(proof.ablation.needs, start=1)]
    if not names:
        return ""
    return f"{KEY}\n" + fill("  ".join(names), WIDTH, break_on_hyphens=False).replace("\u00a0", " ")


def _clauses(proof: Proof) -> str:
    """Each clause with the examples that need it: the first ones, and how many more."""
    clauses = [one for one in proof.ablation.switches if rule_of(one) != one]
    width = max((len(one) for one in clauses), default=0)
    lines = []
    for clause in clauses:
        names = proof.ablation.shown_by(clause)
        more = f" and {len(names) - FIRST} more" if len(names) > FIRST else ""
        lines.append(f"{clause:{width}} {', '.join(names[:FIRST]) or 'nothing shows it'}{more}")
    return "\n".join(lines)


def _claims(proof: Proof) -> str:
    """Each claim with what counting gave."""
    rows = [
        ("true" if one.claim.holds else "false", _figure(one), one.claim.says, one.claim.by)
        for one in proof.claims
    ]
    width = max((len(row[1]) for row in rows), default=0)
    return "\n".join(
        fill(
            f"{verdict:5} {figure:>{width}}  {says} ({by})",
            WIDTH,
            subsequent_indent=" " * (width + 8),
        )
        for verdict, figure, says, by in rows
    )


def _figure(counted: Counted) -> str:
    found = counted.found
    return ("yes" if found else "no") if isinstance(found, bool) else f"{found:,}"


def _as_data(proof: Proof) -> dict[str, Any]:
    """A game for programs: examples with what they need, claims with what was counted."""
    return {
        "id": proof.game,
        "title": proof.title,
        "examples": [
            {
                "id": one,
                "shows": list(proof.ablation.cites[one]),
                "needs": [each for each in proof.ablation.switches if each in needed],
            }
            for one, needed in proof.ablation.needs.items()
        ],
        "unshown": list(proof.ablation.unshown),
        "claims": [_claim_data(one) for one in proof.claims],
    }


def _claim_data(counted: Counted) -> dict[str, Any]:
    claim = asdict(counted.claim)
    places = ("span", "spans")
    return {key: value for key, value in claim.items() if key not in places} | {
        "counted": counted.found
    }
