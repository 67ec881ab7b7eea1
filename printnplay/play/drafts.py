"""Drafts of worked examples, from positions that random games reach.

A draft gives the whole position before a move and claims the whole one after it. It is then made
smaller, by whatever it can do without.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec.structs import replace

from printnplay.game.game import Example
from printnplay.game.verdicts import Position
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.values import Plain
from printnplay.play.example_text import flow
from printnplay.play.reach import Scene
from printnplay.play.smaller import Words, are_hands, smaller_versions, without_path
from printnplay.rules.cardgame import FURTHER, CardGame
from printnplay.rules.coverage import Trials, rules_needed
from printnplay.rules.examples import SEEDS
from printnplay.rules.game import rule_of
from printnplay.rules.judge import Judged, judge
from printnplay.rules.notation import EMPTY, ON_TOP
from printnplay.rules.parts import Grid, Stacks
from printnplay.rules.protocol import RulesModule
from printnplay.rules.table import Table
from printnplay.rules.variants import KEY as VARIANTS

MOST_SEEDS = 40
"""Number of shuffles with which a proposal is true: what fails in one of 13 is then found in 95 of
100 cases."""

TRIED = 500
"""Number of smaller versions of a draft that are tried, at about a millisecond each. A guess."""

Fails: TypeAlias = Callable[[Example], bool]
"""Whether an example is false without a rule, or by a mutant."""


class Bench:
    """Makes examples that are true by the rules and that fail otherwise."""

    def __init__(self, rules: RulesModule, fails: Fails, seeds: Sequence[int] = SEEDS) -> None:
        """Prepare the games of the rules.

        Args:
            rules: the rules.
            fails: whether an example fails otherwise.
            seeds: the shuffles with which each smaller version of a draft is tried. Few are faster,
                and lead more often to an example that proves to be true by chance only.
        """
        self.rules, self.fails, self.seeds = rules, fails, seeds
        self.trials = Trials(rules)
        self.cards = tuple(rules.COMPONENTS)

    def needed_draft(self, scene: Scene) -> Example | None:
        """Return the draft that begins last of those that are needed; None if none is."""
        return next((draft for draft in self.drafts(scene) if self.fails(draft)), None)

    def shrunk(self, draft: Example) -> Example | None:
        """Return the smallest version of a draft; None if it proves to be true by chance only."""
        example, tried, failed = self._with_few_claims(draft), 0, 0
        while tried < TRIED:
            # Versions are in order: what could not be left out before is tried last.
            versions = [*smaller_versions(example, self.trials.game(example))]
            order = [*versions[failed:], *versions[:failed]]
            at = next((at for at, smaller in enumerate(order) if self.holds(smaller)), None)
            tried += len(order) if at is None else at + 1
            if at is None:
                break
            example, failed = order[at], (failed + at) % len(order)
        sure = self.is_true(example, range(MOST_SEEDS), sane=True) and self.fails(example)
        return example if sure else None

    def holds(self, example: Example) -> bool:
        """Return whether an example is true with several shuffles, and fails as wanted."""
        first, *others = self.seeds
        return (
            self.is_true(example, [first]) and self.fails(example) and self.is_true(example, others)
        )

    def is_true(self, example: Example, seeds: Sequence[int], *, sane: bool = False) -> bool:
        """Return whether an example is true with all of these shuffles."""
        plays = (self.judge(example, seed, sane=sane) for seed in seeds)
        return all(play.verdict and play.verdict.true and not play.breaches for play in plays)

    def judge(self, example: Example, seed: int = 0, *, sane: bool = False) -> Judged:
        """Play an example by the rules; without verdict if they fail."""
        try:
            return judge(example, self.trials.game(example), self.cards, seed, sane=sane)
        except Exception:
            # A smaller position may be one that no game reaches and the rules cannot handle.
            return Judged(None)

    def rules_shown(self, example: Example) -> tuple[str, ...]:
        """Return the last rule that an example needs: the first ones are often of every move."""
        return rules_needed(example, self.rules)[-1:]

    def drafts(self, scene: Scene) -> Iterator[Example]:
        """Yield true examples of a scene with all claims, those that begin latest first."""
        steps = [*scene.earlier, (scene.table, scene.move)]
        game: CardGame[Any] = self.rules.new_game((), **scene.setting.chosen)
        for start in range(len(steps) - 1, -1, -1):
            moves = [game.names(move) for _, move in steps[start:]]
            when: Words = {**moves[0], **({FURTHER: moves[1:]} if moves[1:] else {})}
            given = given_in(steps[start][0], scene, game)
            example = Example("proposed", (), given, when, {}, Span(""))
            whole = self._with_claims(self._possible(example))
            if whole is not None:
                yield whole

    def _possible(self, example: Example) -> Example:
        """Return an example without the given values that no position can have."""
        while faults := self.judge(example).faults:
            path = faults[0].path.split(".")
            shorter = (
                without_path(example.given, path[1:3]) if path[0] == "given" else example.given
            )
            if shorter == example.given:
                break
            example = replace(example, given=shorter)
        return example

    def _with_claims(self, example: Example) -> Example | None:
        """Return an example that claims all that is true with several shuffles."""
        verdict = self.judge(example).verdict
        if verdict is None:
            return None
        if verdict.after is None:
            because = self.judge(replace(example, then={"because": EMPTY})).misses[0].found
            then: Words = {"legal": "no", "because": rule_of(because)}
            return self._if_true(replace(example, then=then))
        then = claims_of(verdict.after, self.trials.game(example))
        for seed in SEEDS:
            while then:
                found = self.judge(replace(example, then=then), seed)
                paths = [fault.path for fault in found.faults]
                paths += [miss.path for miss in found.misses]
                if not paths:
                    break
                shorter = then
                for path in paths:
                    shorter = without_path(shorter, path.split(".")[1:3])
                if shorter == then:
                    return None
                then = shorter
        return self._if_true(replace(example, then={"legal": "yes", **then}))

    def _if_true(self, example: Example) -> Example | None:
        return example if self.is_true(example, SEEDS) else None

    def _with_few_claims(self, example: Example) -> Example:
        """Return an example with the shortest single claim that is needed, if one is enough."""
        claims: list[Words] = []
        for key, claim in example.then.items():
            if isinstance(claim, Mapping):
                claims += [{key: {owner: part}} for owner, part in claim.items()]
            elif key != "legal":
                claims.append({key: claim})
        claims.sort(key=lambda then: len(flow(then)))
        for then in [{"legal": example.then["legal"]}, *claims]:
            fewer = replace(example, then=then)
            if "because" not in example.then and self.holds(fewer):
                return fewer
        return example


def given_in(table: Table, scene: Scene, game: CardGame[Any]) -> Words:
    """Return a position as an example gives it; what is as at the start of a game is left out."""
    given: Words = {VARIANTS: scene.setting.chosen} if scene.setting.variant else {}
    given["players"] = str(scene.setting.players)
    for name, part in game.table.parts.items() if not scene.is_start else ():
        key, value = part.key or name, getattr(table, name)
        is_new = value == part.empty(scene.setting.players) and key != game.dealt_with
        if part.told and part.given and (are_hands(part) or not is_new):
            words = part.give(value)
            if words is not None:
                given[key] = words
    if "turn" in given:
        given["turn"] = given.pop("turn")  # the last one is what a reader of `when` needs first
    return given


def whole_position(table: Table, game: CardGame[Any], chosen: Mapping[str, str]) -> Words:
    """Return a whole position as an example gives it, what is as at the start included."""
    given: Words = {VARIANTS: dict(chosen)} if chosen else {}
    given["players"] = str(table.players)
    for name, part in game.table.parts.items():
        words = part.give(getattr(table, name)) if part.told and part.given else None
        if words is not None:
            given[part.key or name] = words
    return given


def claims_of(after: Position, game: CardGame[Any]) -> Words:
    """Return a position as an example claims it."""
    parts = {part.key or name: part for name, part in game.table.parts.items()}
    claims: Words = {}
    for key, value in after.items():
        if key == "players":
            continue
        if key == "stacks" or isinstance(parts.get(key), Grid):
            claims[key] = _rows(value)
        elif isinstance(parts.get(key), Stacks) and isinstance(value, Mapping):
            claims[key] = _joined(value)
        elif isinstance(value, Mapping):
            claims[key] = {
                owner: _joined(part) if isinstance(part, Mapping) else _plain(part)
                for owner, part in value.items()
            }
        else:
            claims[key] = _plain(value)
    return claims


def _plain(value: object) -> Plain:
    return [str(item) for item in value] if isinstance(value, list) else str(value) or "none"


def _joined(stacks: Mapping[str, Sequence[str]]) -> Plain:
    return [ON_TOP.join(stack) for stack in stacks.values()]


def _rows(spaces: object) -> Plain:
    """Return the rows of a grid: of cards that show, or of stacks."""
    listed = spaces if isinstance(spaces, list) else []
    words = [(ON_TOP.join(at) if isinstance(at, list) else at) or EMPTY for at in listed]
    side = round(len(words) ** 0.5)
    return [" ".join(words[at : at + side]) for at in range(0, len(words), side)]
