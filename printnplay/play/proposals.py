"""Worked examples proposed for holes, coincidences and mutants.

A proposal is true, and false without the rule or by the mutant. Random games lead to its position.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain, count
from pathlib import Path
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import replace

from printnplay.game.game import Example
from printnplay.kernel.diagnostics import Span
from printnplay.play.drafts import Bench, Fails
from printnplay.play.example_text import example_text
from printnplay.play.holes import Cells, settings_shown
from printnplay.play.mutants import Mutant, Suite, TimeUpError, grow, limited_time
from printnplay.play.reach import Scene, Switches, survey
from printnplay.rules.coverage import Trials, switches
from printnplay.rules.game import rule_of
from printnplay.rules.loader import RulesSource
from printnplay.rules.protocol import RulesModule
from printnplay.rules.variants import Setting

KEPT = 6
"""Number of scenes kept for each rule and setting: some cannot be given by an example. A guess."""

PAIRS = 10
"""Number of coincidences that examples are proposed for, the most frequent ones. A guess."""

KILLING = 60.0
"""CPU time limit in seconds for the search of an example by which a mutant fails. A guess: judging
some thousand drafts takes a small part of it."""


class Proposal(Struct, frozen=True):
    """A worked example that could be added, and what it is for."""

    why: str
    id: str
    shows: tuple[str, ...]
    given: dict[str, Any]
    when: dict[str, Any]
    then: dict[str, Any]

    @classmethod
    def of(cls, example: Example, name: str, why: str) -> Self:
        """Return a proposal of an example under a name."""
        parts = dict(example.given), dict(example.when), dict(example.then)
        return cls(why, name, example.shows, *parts)

    @property
    def text(self) -> str:
        """The example as YAML."""
        parts = self.given, self.when, self.then
        return example_text(Example(self.id, self.shows, *parts, Span("")))


class Scenes:
    """Scenes of random games, by what takes effect in them."""

    def __init__(self, rules: RulesModule) -> None:
        """Play the games; every run finds the same."""
        self.of: dict[tuple[Switches, Setting], list[Scene]] = defaultdict(list)
        self.various: list[Scene] = []
        survey(rules, self._keep)

    def _keep(self, switches: Switches, scene: Scene) -> None:
        scenes = self.of[switches, scene.setting] if switches else self.various
        if not switches or len(scenes) < KEPT:
            scenes.append(scene)

    def all(self) -> list[Scene]:
        """Return all scenes, each once."""
        every = [*self.various, *(scene for scenes in self.of.values() for scene in scenes)]
        return list({id(scene): scene for scene in every}.values())


class _Wanted(Struct):
    """What an example has to fail without, the setting that it has to show, and where to look."""

    switches: Switches
    setting: Setting | None
    scenes: Sequence[Scene]

    @property
    def why(self) -> str:
        """What the example is for."""
        where = f" with {self.setting}" if self.setting else ""
        return " and ".join(self.switches) + (" in one move" if not self.setting else where)

    @property
    def id(self) -> str:
        """An id for the example."""
        name = "-with-".join(switch.lower().replace(".", "-") for switch in self.switches)
        if self.setting is None:
            return name
        choice = f"-{self.setting.choice}" if self.setting.variant else ""
        return f"{name}-of-{self.setting.players}{choice}"


def propose(rules: RulesModule, cells: Cells, taken: Sequence[str]) -> list[Proposal]:
    """Return an example for each hole and for the most frequent coincidences, where one is found.

    A hole that an earlier proposal fills gets none. `taken` are the ids of existing examples.
    """
    trials, scenes = Trials(rules), Scenes(rules)
    wanted = [
        _Wanted((hole.rule,), hole.setting, scenes.of[(hole.rule,), hole.setting])
        for hole in cells.holes
    ]
    for pair in cells.apart[:PAIRS]:
        both = [
            one for (key, _), found in scenes.of.items() if key == pair.clauses for one in found
        ]
        wanted.append(_Wanted(pair.clauses, None, both[:KEPT]))
    accepted: list[Example] = []
    proposals: list[Proposal] = []
    for one in wanted:
        fails = _fails_without(one, trials)
        if any(map(fails, accepted)):
            continue
        shows = tuple(dict.fromkeys(map(rule_of, one.switches)))
        example = smallest(one.scenes, fails, rules, shows)
        if example is not None:
            accepted.append(example)
            proposals.append(Proposal.of(example, one.id, one.why))
    return renamed(proposals, taken)


def renamed(proposals: Iterable[Proposal], taken: Sequence[str]) -> list[Proposal]:
    """Return different proposals under names that are not taken, each once."""
    names, told, kept = {*taken}, list[Proposal](), list[Proposal]()
    for proposal in proposals:
        same = replace(proposal, id="", why="")
        if same in told:
            continue
        told.append(same)
        numbers = (f"{proposal.id}-{number}" for number in count(2))
        name = next(name for name in chain([proposal.id], numbers) if name not in names)
        names.add(name)
        kept.append(replace(proposal, id=name))
    return kept


def _fails_without(one: _Wanted, trials: Trials) -> Fails:
    """Return what tests an example: any part of a rule will do, but both clauses of a pair."""
    rule_or_pair = one.switches if one.setting is None else switches(one.switches[0], trials.rules)
    enough = all if one.setting is None else any

    def fails(example: Example) -> bool:
        if one.setting and one.setting not in settings_shown(example, trials):
            return False
        return enough(
            not trials.is_true(example, trials.game(example, switch)) for switch in rule_or_pair
        )

    return fails


def smallest(
    scenes: Sequence[Scene], fails: Fails, rules: RulesModule, shows: Sequence[str]
) -> Example | None:
    """Return a short example of one of these scenes that is true and needed; None if none is."""
    bench = Bench(rules, fails)
    needed = filter(None, map(bench.needed_draft, scenes))
    for draft in sorted(needed, key=lambda example: len(example_text(example))):
        made = bench.shrunk(draft)
        if made is not None:
            return replace(made, shows=tuple(shows))
    return None


def drafts_of(rules: RulesModule) -> list[Example]:
    """Return drafts of scenes in which something takes effect, and of others, shortest first."""
    bench = Bench(rules, lambda _: True)
    made = filter(None, map(bench.needed_draft, Scenes(rules).all()))
    return sorted(made, key=lambda example: len(example_text(example)))


def propose_against(suite: Suite, drafts: Sequence[Example], mutant: Mutant) -> Proposal | None:
    """Return an example that is false by a mutant; None if no draft is, or the time is up."""
    source = RulesSource.of(suite.game)
    rules, mutated = source.load(), Trials(grow(mutant, source))
    bench = Bench(rules, lambda example: not mutated.is_true(example, mutated.game(example)))
    place = f"{Path(mutant.file).name}:{mutant.line}"
    try:
        with limited_time(KILLING):
            for draft in drafts:
                made = bench.shrunk(draft) if bench.fails(draft) else None
                shows = bench.rules_shown(made) if made else ()
                if made and shows:
                    named = replace(made, shows=shows)
                    return Proposal.of(named, f"line-{mutant.line}", f"{place}: {mutant.what}")
    except TimeUpError:
        return None
    return None
