"""Claims about a game, checked by counting."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import TypeAlias

from printnplay.model import codes
from printnplay.model.diagnostics import Diagnostic, Severity, Span
from printnplay.model.game import Game
from printnplay.model.suggestions import did_you_mean
from printnplay.model.verdicts import Claim
from printnplay.rules.protocol import RulesModule

Count: TypeAlias = Callable[[], int | bool]


@dataclass(frozen=True, slots=True)
class Counted:
    """A claim with what counting gave."""

    claim: Claim
    found: int | bool


def claim_facts(game: Game) -> dict[str, int]:
    """The true figures that texts may quote, as `claim.<id>`; nothing is counted here."""
    return {f"claim.{one.id}": one.value for one in game.claims if one.value is not None}


def counts_of(rules: RulesModule) -> Mapping[str, Count]:
    """The counting functions of a rules module: its own COUNTS, or those of its `claims` module.

    They are imported here and not with the rules, so that only counting pays for them.
    """
    own: Mapping[str, Count] | None = getattr(rules, "COUNTS", None)
    if own is not None:
        return own
    package = getattr(rules, "__name__", "")
    if not hasattr(rules, "__path__") or find_spec(f"{package}.claims") is None:
        return {}
    found: Mapping[str, Count] = import_module(f"{package}.claims").COUNTS
    return found


def check_claims(
    game: Game, rules: RulesModule, figures: dict[str, int | bool] | None = None
) -> tuple[list[Counted], list[Diagnostic]]:
    """Count what is claimed.

    Args:
        game: The game with its claims.
        rules: The rules whose functions count.
        figures: What is counted already, by the name of the count; takes what is counted now.

    Returns:
        Every claim that could be counted, in order, and what is wrong: claims that come out
        otherwise, unknown counts, and counts that no claim uses.
    """
    counts = counts_of(rules)
    figures = {} if figures is None else figures
    counted: list[Counted] = []
    found: list[Diagnostic] = []
    for claim in game.claims:
        if claim.count not in counts:
            found.append(_unknown(claim, counts))
            continue
        if claim.count not in figures:
            figures[claim.count] = counts[claim.count]()
        counted.append(Counted(claim, figures[claim.count]))
        found += _false(counted[-1])
    used = {claim.count for claim in game.claims}
    found += [_unused(game, name) for name in sorted(counts) if name not in used]
    return counted, found


def _false(counted: Counted) -> list[Diagnostic]:
    """A claim that comes out otherwise."""
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
            f"the claim `{claim.id}` is counted otherwise",
            claim.spans.get(key, claim.span),
            label,
            f"mend `{key}`, or the function `{claim.count}` if the claim is right",
        )
    ]


def _unknown(claim: Claim, counts: Mapping[str, Count]) -> Diagnostic:
    """A claim that cannot be counted."""
    return Diagnostic(
        codes.UNKNOWN_COUNT,
        f"there is no count `{claim.count}`",
        claim.spans["count"],
        "expected one of " + ", ".join(sorted(counts))
        if counts
        else "the rules module counts nothing",
        did_you_mean(claim.count, counts, "write it into COUNTS of the rules module"),
    )


def _unused(game: Game, name: str) -> Diagnostic:
    """A count that nobody asks for."""
    return Diagnostic(
        codes.UNUSED_COUNT,
        f"no claim uses the count `{name}`",
        Span(game.claims[0].span.file if game.claims else f"{game.folder}/claims.yaml"),
        f"expected a claim with `count: {name}`",
        "write what it settles, and who says so",
        severity=Severity.WARNING,
    )
