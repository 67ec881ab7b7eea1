"""Claims about a game, checked by counting."""

import re
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from typing import TypeAlias

from msgspec import Struct

from printnplay.game.game import Game
from printnplay.game.verdicts import Claim
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Severity, Span
from printnplay.kernel.suggestions import did_you_mean
from printnplay.rules.deck_check import deck_facts
from printnplay.rules.endless import CLAIM, within
from printnplay.rules.protocol import RulesModule

Count: TypeAlias = Callable[..., int | bool]

CALL = re.compile(r"([\w.]+)(?:\(([\w=, ]{1,99})\))?")
"""A function name, with optional arguments: `most_turns(3, first=2)`."""


class Counted(Struct, frozen=True):
    """A claim with the result of its count."""

    claim: Claim
    found: int | bool


def claim_facts(game: Game) -> dict[str, int]:
    """Return the claimed figures that texts may quote, as `claim.<id>`, without counting."""
    return {
        f"claim.{counted.id}": counted.value for counted in game.claims if counted.value is not None
    }


def counts_of(rules: RulesModule) -> Mapping[str, Count]:
    """Return the counts of a rules module: its COUNTS, or the functions of its `claims` module.

    They are imported here, not with the rules, so that only counting pays the cost.
    """
    own: Mapping[str, Count] | None = getattr(rules, "COUNTS", None)
    if own is not None:
        return own
    package = getattr(rules, "__name__", "")
    if not hasattr(rules, "__path__") or find_spec(f"{package}.claims") is None:
        return {}
    module = import_module(f"{package}.claims")
    public = {name: value for name, value in vars(module).items() if not name.startswith("_")}
    return {
        name: value
        for name, value in public.items()
        if hasattr(value, "__qualname__") and not isinstance(value, type)
        if value.__module__ == module.__name__
    }


def called(count: str, counts: Mapping[str, Count]) -> Count | None:
    """Return the function that a claim names, with its arguments bound; None if there is none.

    >>> turns = lambda players, first=0: 10 * players + first
    >>> called("turns(3, first=2)", {"turns": turns})()
    32
    """
    call = CALL.fullmatch(count)
    function = counts.get(call[1]) if call else None
    if not call or not function:
        return None
    values, named = [], {}
    for argument in filter(None, (call[2] or "").split(",")):
        name, _, said = argument.strip().rpartition("=")
        value = int(said) if said.isdecimal() else said
        if name:
            named[name] = value
        else:
            values.append(value)
    try:
        signature(function).bind(*values, **named)
    except TypeError:
        return None
    return partial(function, *values, **named)


def check_claims(
    game: Game, rules: RulesModule, figures: dict[str, int | bool] | None = None
) -> tuple[list[Counted], list[Diagnostic]]:
    """Check the claims of a game by counting.

    Args:
        game: The game with its claims.
        rules: The rules module that provides the counts.
        figures: Known results by count expression; new results are added.

    Returns:
        Every claim that could be counted, in order, and diagnostics: false claims, unknown counts,
        and counts that no claim uses.
    """
    counts = counts_of(rules)
    every_fact = {**deck_facts(game), **rules.FACTS}
    facts = {name: fact for name, fact in every_fact.items() if name not in counts}
    figures = {} if figures is None else figures
    counted: list[Counted] = []
    found: list[Diagnostic] = []
    for claim in game.claims:
        figure = facts.get(claim.count, figures.get(claim.count))
        if figure is None:
            count = called(claim.count, counts)
            if count is None:
                found.append(_unknown(claim, counts))
                continue
            with within(CLAIM, f"the claim `{claim.id}`"):
                figure = figures[claim.count] = count()
        counted.append(Counted(claim, figure))
        found += _false(counted[-1])
    used = {claim.count.partition("(")[0] for claim in game.claims}
    found += [_unused(game, name) for name in sorted(counts) if name not in used]
    return counted, found


def _false(counted: Counted) -> list[Diagnostic]:
    """Report a claim that the count contradicts."""
    claim, found = counted.claim, counted.found
    if isinstance(found, bool):
        key, label = "holds", f"expected {'yes' if found else 'no'}"
        wrong = claim.holds != found
        if claim.value is not None:
            key, label, wrong = "value", "expected no figure: the count says yes or no", True
    else:
        key, label, wrong = "value", f"expected {found}", claim.value != found
    if not wrong:
        return []
    return [
        Diagnostic(
            codes.FALSE_CLAIM,
            f"the count contradicts the claim `{claim.id}`",
            claim.spans.get(key, claim.span),
            label,
            f"correct `{key}`, or the function `{claim.count}` if the claim is right",
        )
    ]


def _unknown(claim: Claim, counts: Mapping[str, Count]) -> Diagnostic:
    """Report a claim whose count does not exist."""
    return Diagnostic(
        codes.UNKNOWN_COUNT,
        f"there is no count `{claim.count}`",
        claim.spans["count"],
        "expected one of " + ", ".join(sorted(counts))
        if counts
        else "the rules module counts nothing",
        did_you_mean(claim.count, counts, "write a function of this name into `claims.py`"),
    )


def _unused(game: Game, name: str) -> Diagnostic:
    """Report a count that no claim uses."""
    return Diagnostic(
        codes.UNUSED_COUNT,
        f"no claim uses the count `{name}`",
        Span(game.claims[0].span.file if game.claims else f"{game.folder}/claims.yaml"),
        f"expected a claim with `count: {name}`",
        "write what it proves, and who says so",
        severity=Severity.WARNING,
    )
