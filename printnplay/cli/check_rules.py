"""The reports of `printnplay check --rules` and `--mutants`."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from printnplay.cli.console import (
    echo_lines,
    exit_status,
    judged,
    progress_bar,
    say,
    say_lines,
    show_report,
    tally,
    warn,
)
from printnplay.cli.proof_text import proof_text
from printnplay.cli.reports.json import document
from printnplay.cli.speech import speak, speak_label, speak_with
from printnplay.edition.request import CheckRequest
from printnplay.kernel.diagnostics import Diagnostic
from printnplay.kernel.suggestions import counted
from printnplay.play.check_rules import Hunt, Proof, hunt, prove, write_examples

NO_RULES = "no game that was checked has rules: nothing was proved"


def report_rules(request: CheckRequest, form: str, proposed: Path | None) -> int:
    """Check rules, print which examples need which rule, and the claims; return the exit status.

    Writes examples for unproved rules to the file `proposed`, if given.
    """
    with progress_bar() as progress:
        report = prove(request, progress, proposing=proposed is not None)
    found = judged(report.problems, strict=request.strict)
    if form == "text":
        warn(found, tallied=False)
        for proof in report.games:
            say_lines(proof_text(proof) + "\n")
        _write_proposals(report.games, proposed)
        say(tally(found) if report.games or found else NO_RULES)
    else:
        _write_proposals(report.games, proposed, quiet=True)
        _for_programs(found, [_proof_data(proof) for proof in report.games], form)
    return exit_status(found)


def report_mutants(request: CheckRequest, form: str, proposed: Path | None) -> int:
    """Run mutation tests, and print the share caught and the survivors; return the exit status.

    Surviving mutants are not errors. Writes examples that detect them to the file `proposed`, if
    given.
    """
    with progress_bar() as progress:
        report = hunt(request, progress, proposing=proposed is not None)
    found = judged(report.problems, strict=request.strict)
    if form == "text":
        warn(found)
        if report.games:
            echo_lines("\n\n".join(map(_hunt, report.games)))
            _write_proposals(report.games, proposed)
        elif not found:
            say(NO_RULES)
    else:
        _write_proposals(report.games, proposed, quiet=True)
        _for_programs(found, [_hunt_data(game) for game in report.games], form)
    return exit_status(found)


def _write_proposals(
    games: Sequence[Proof] | Sequence[Hunt], path: Path | None, *, quiet: bool = False
) -> None:
    """Write the proposed examples of all games to a file, and print how many.

    Raises:
        FaultsError: the file cannot be written.
    """
    if path is None:
        return
    number = sum(len(game.proposals) for game in games)
    parts = [
        f"# {game.title}: {proposal.why}\n{proposal.text}"
        for game in games
        for proposal in game.proposals
    ]
    write_examples(path, "\n".join(parts))
    if not quiet:
        say(f"{counted(number, 'example')} proposed: {path}")


def _for_programs(faults: Sequence[Diagnostic], games: list[dict[str, Any]], form: str) -> None:
    if form == "json":
        echo_lines(document(faults, {"games": games}))
    else:
        show_report(faults, form)


def _hunt(game: Hunt) -> str:
    if not game.all:
        return speak(f"{game.title}: no mutants to try")
    parts = [
        speak_with("{number} by {check}", number=str(number), check=speak_label(witness))
        for witness, number in game.caught.items()
        if number
    ]
    caught = speak(f"{sum(game.caught.values())} of {counted(game.all, 'mutant')} caught")
    head = f"{game.title}: {caught}, {game.share:.1%}" + (f" ({', '.join(parts)})" if parts else "")
    alone = speak(f"{game.by_games_only:.1%} by recorded games alone")
    head += f"\n  {speak(f'{game.by_examples:.1%} by examples')}, {alone}"
    survivors = (f"  {survivor.place}: {speak(survivor.change)}" for survivor in game.survivors)
    return "\n".join([head, *survivors])


def _hunt_data(game: Hunt) -> dict[str, Any]:
    return {
        "id": game.game,
        "title": game.title,
        "mutants": game.all,
        "caught": dict(game.caught),
        "share": _rounded(game, game.share),
        "by_examples": _rounded(game, game.by_examples),
        "by_recorded_games_alone": _rounded(game, game.by_games_only),
        "survivors": [to_builtins(survivor) for survivor in game.survivors],
        "proposals": [to_builtins(proposal) for proposal in game.proposals],
    }


def _rounded(game: Hunt, share: float) -> float | None:
    return round(share, 4) if game.all else None


def _proof_data(proof: Proof) -> dict[str, Any]:
    """Return a game's examples with the rules they need, and its claims with counts, as data."""
    return {
        "id": proof.game,
        "title": proof.title,
        "examples": [
            {"id": example.id, "shows": list(example.shows), "needs": list(example.needs)}
            for example in proof.needs
        ],
        "unshown": list(proof.unshown),
        "recorded": list(proof.recorded),
        "proposals": [to_builtins(proposal) for proposal in proof.proposals],
        "cells": {**to_builtins(proof.cells), "proved": proof.cells.proved, "all": proof.cells.all},
        "claims": [
            {
                **{
                    key: value
                    for key, value in to_builtins(claim.claim).items()
                    if key not in ("span", "spans")
                },
                "counted": claim.counted,
            }
            for claim in proof.claims
        ],
    }
