"""Convert positions of a game in progress to worked examples.

This is the inverse of parsing an example: each part of the table is written out, and the resulting
example is verified before anybody sees it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from printnplay.files.yaml_edits import quoted
from printnplay.game.game import Example
from printnplay.kernel.values import Plain
from printnplay.rules.acts import SEAT_NAMES
from printnplay.rules.cardgame import CardGame
from printnplay.rules.coverage import rules_needed
from printnplay.rules.examples import SEEDS
from printnplay.rules.game import OVER
from printnplay.rules.judge import Judged, judge
from printnplay.rules.parts import (
    Each,
    Part,
    Pile,
    Seat,
)
from printnplay.rules.protocol import RulesModule
from printnplay.rules.table import Table
from printnplay.rules.variants import KEY as VARIANTS
from printnplay.rules.variants import settle

TOP = 3
"""Number of cards of a hidden pile that an example names at first: few effects look further. A
guess."""

_PLAIN = re.compile(r"[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*")


def given_of(game: CardGame[Any], table: Table, hidden: int) -> dict[str, Plain]:
    """Return a position as the `given` of an example, without parts that are as on a bare table.

    `hidden` is the number of cards named from the top of a hidden pile.
    """
    given: dict[str, Plain] = {"players": str(table.players)}
    bare = game.laid_out(table.players)
    for name, part in table.parts.items():
        if not (part.told and part.given):
            continue
        value = getattr(table, name)
        holds_cards = isinstance(part.inner if isinstance(part, Each) else part, Pile)
        words = part.give(value) or ""
        if is_hidden(part):
            words = _top(words, hidden)
        if words not in ("", {}) and (holds_cards or value != getattr(bare, name)):
            given[part.key or name] = words
    return given


def is_hidden(part: Part) -> bool:
    """Return whether a part is a hidden pile, or a hidden pile for each owner."""
    inner = part.inner if isinstance(part, Each) else part
    return isinstance(inner, Pile) and inner.top_first


def _top(words: Plain, most: int) -> Plain:
    if isinstance(words, Mapping):
        return {owner: _top(pile, most) for owner, pile in words.items()}
    return words[:most]


def sound_example(
    rules: RulesModule, variants: Mapping[str, str], before: Table, move: Example
) -> Example | str:
    """Return the worked example of a move with its position, or the reason why it is impossible.

    `check` finds the example true, whatever the unnamed cards are. It shows the rules that it
    needs.

    Args:
        rules: the rules module.
        variants: the variants in play.
        before: the table before the move.
        move: the example without its position and rules.
    """
    game, cards = rules.new_game((), **variants), tuple(rules.COMPONENTS)
    first = settle(rules.VARIANTS, {})
    other = {name: choice for name, choice in variants.items() if choice != first[name]}
    reason = ""
    # Naming all hidden cards would make it long; the top ones usually suffice.
    for hidden in (TOP, len(game.all_cards())):
        given = given_of(game, before, hidden)
        for part in (given, without_empty(given), _without_piles(game, given)):
            chosen: dict[str, Plain] = {VARIANTS: other} if other else {}
            example = _readable(replace(move, given={**chosen, **part}), game, cards)
            played = _played(example, game, cards)
            misses = [miss for judged in played for miss in judged.misses]
            missed = {miss.path.split(".")[1] for miss in misses if "then." in miss.path}
            if missed and not missed & {"legal", "because"} and example.then.keys() - missed:
                # Omit consequences that the given position cannot determine.
                then = {key: claim for key, claim in example.then.items() if key not in missed}
                example = replace(example, then=then)
                played = _played(example, game, cards)
            reason = reason or _reason(played)
            if not any(map(_is_wrong, played)):
                shown = rules_needed(example, rules)
                if shown:
                    return replace(example, shows=shown)
                reason = reason or "the result would be the same without any of the rules"
    return reason


def _without_piles(game: CardGame[Any], given: Mapping[str, Plain]) -> dict[str, Plain]:
    """Return `given` without piles, as before the deal."""
    parts = {part.key or name: part for name, part in game.table.parts.items()}
    inner = {key: part.inner if isinstance(part, Each) else part for key, part in parts.items()}
    return {key: value for key, value in given.items() if not isinstance(inner.get(key), Pile)}


def _readable(example: Example, game: CardGame[Any], cards: Sequence[str]) -> Example:
    """Return the example without values that the game rejects, such as hands before the deal.

    The caller checks whether it still reproduces the move.
    """
    while faults := judge(example, game, cards).faults:
        top, *keys = faults[0].path.split(".")
        given = _without(example.given, keys) if top == "given" and keys else None
        if given is None:
            break
        example = replace(example, given=given)
    return example


def _without(given: Mapping[str, Plain], keys: Sequence[str]) -> dict[str, Plain] | None:
    """Return the values without the one at `keys`; None if it is missing."""
    first, *rest = keys
    if first not in given:
        return None
    inner = given[first]
    less = _without(inner, rest) if rest and isinstance(inner, Mapping) else None
    kept: dict[str, Plain] = {first: less} if less else {}
    return {**{key: value for key, value in given.items() if key != first}, **kept}


def _played(example: Example, game: CardGame[Any], cards: Sequence[str]) -> list[Judged]:
    """Judge the example as `check` does: with several shuffles of the unnamed cards."""
    return [judge(example, game, cards, seed, sane=True) for seed in SEEDS]


def _is_wrong(judged: Judged) -> bool:
    return judged.verdict is None or not judged.verdict.true


def without_empty(given: Mapping[str, Plain]) -> dict[str, Plain]:
    """Return `given` without empty hands, which games reject before the deal."""
    kept: dict[str, Plain] = {}
    for key, value in given.items():
        if isinstance(value, Mapping):
            value = {owner: words for owner, words in value.items() if words != []}
        if value != {}:
            kept[key] = value
    return kept


def _reason(played: Sequence[Judged]) -> str:
    """Return why an example does not reproduce the move; empty if it does."""
    for judged in played:
        if judged.faults:
            return f"{judged.faults[0].path}: {judged.faults[0].message}"
        if judged.breaches:
            return judged.breaches[0].what
        if judged.misses:
            miss = judged.misses[0]
            return f"{miss.path} would be {miss.found}, and not {miss.expected}"
    return ""


def differences(game: CardGame[Any], before: Table, after: Table) -> dict[str, Plain]:
    """Return the changes of a move in the form of `then`; hidden piles are given as counts."""
    became = game.position(after)
    was = game.position(before)
    then: dict[str, Plain] = {}
    for name, part in after.parts.items():
        key = part.key or name
        if not part.told or became.get(key) == was.get(key):
            continue
        value = getattr(after, name)
        if is_hidden(part):
            then[key] = _counted(became[key])
        elif isinstance(part, Seat):
            then[key] = SEAT_NAMES[value] if value != OVER else "none"
        elif isinstance(part, Each):
            old = was.get(key)
            words = part.give(value)
            same = old if isinstance(old, Mapping) else {}
            now = became[key]
            changed = now if isinstance(now, Mapping) else {}
            then[key] = {
                owner: said
                for owner, said in words.items()
                if changed.get(owner) != same.get(owner)
            }
        else:
            then[key] = part.give(value) or ""
    return {key: claim for key, claim in then.items() if claim not in ({}, "")}


def _counted(pile: object) -> Plain:
    """Return hidden piles in the notation of examples: as numbers of cards."""
    if isinstance(pile, Mapping):
        return {owner: str(count) for owner, count in pile.items()}
    return str(pile)


def as_yaml(example: Example) -> str:
    """Format an example for examples.yaml.

    >>> from printnplay.kernel.diagnostics import Span
    >>> print(as_yaml(Example("e1", ("R-1",), {"turn": "a"}, {"play": "x"}, {}, Span(""))))
    - id: e1
      shows: [R-1]
      given: {turn: a}
      when: {play: x}
      then: {}
    """
    parts: Iterable[tuple[str, Any]] = (
        ("shows", list(example.shows)),
        ("given", example.given),
        ("when", example.when),
        ("then", example.then),
    )
    lines = [f"- id: {example.id}", *(f"  {key}: {_flow(value)}" for key, value in parts)]
    return "\n".join(lines)


def _flow(value: Plain) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return value if _PLAIN.fullmatch(value) else quoted(value)
