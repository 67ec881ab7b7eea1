"""Worked examples proposed for holes and mutants, from positions that random games reach.

A draft gives the whole position before a move and claims the whole one after it. It is then made
smaller, by whatever it can do without: it stays true, and false without the rule or by the mutant.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from printnplay.game.game import Example
from printnplay.game.verdicts import Position
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.values import Plain
from printnplay.play.example_text import example_text, flow
from printnplay.play.holes import Cells, settings_shown
from printnplay.play.reach import Scene, Switches, survey
from printnplay.rules.cardgame import FURTHER, REST, CardGame
from printnplay.rules.coverage import Trials, rules_needed, switches
from printnplay.rules.examples import SEEDS
from printnplay.rules.game import rule_of
from printnplay.rules.judge import Judged, judge
from printnplay.rules.notation import EMPTY, ON_TOP
from printnplay.rules.parts import Each, Grid, Hand, Pile, Stacks
from printnplay.rules.protocol import RulesModule
from printnplay.rules.table import Table
from printnplay.rules.variants import KEY as VARIANTS
from printnplay.rules.variants import Setting

KEPT = 6
"""Number of scenes kept for each rule and setting: some cannot be given by an example. A guess."""

PAIRS = 10
"""Number of coincidences that examples are proposed for, the most frequent ones. A guess."""

MOST_SEEDS = 40
"""Number of shuffles with which a proposal is true: what fails in one of 13 is then found in 95 of
100 cases."""

TRIED = 300
"""Number of smaller versions of a draft that are tried, at about a millisecond each. A guess."""

Words: TypeAlias = dict[str, Any]
"""Plain data of an example, or a part of it."""

Fails: TypeAlias = Callable[[Example], bool]
"""Whether an example is false without a rule, or by a mutant."""


class Proposal(Struct, frozen=True):
    """A worked example that could be added: its id, what it is for, and its text as YAML."""

    id: str
    why: str
    text: str


class Scenes:
    """Scenes of random games, by what takes effect in them."""

    def __init__(self, rules: RulesModule) -> None:
        """Play the games; every run finds the same."""
        self.of: dict[tuple[Switches, Setting], list[Scene]] = defaultdict(list)
        self.samples: list[Scene] = []
        survey(rules, self._keep)

    def _keep(self, switches: Switches, scene: Scene) -> None:
        scenes = self.of[switches, scene.setting] if switches else self.samples
        if not switches or len(scenes) < KEPT:
            scenes.append(scene)

    def all(self) -> list[Scene]:
        """Return all scenes, each once."""
        every = [*self.samples, *(scene for scenes in self.of.values() for scene in scenes)]
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
            named = replace(example, id=free_id(one.id, [*taken, *(p.id for p in proposals)]))
            proposals.append(Proposal(named.id, one.why, example_text(named)))
    return proposals


def free_id(wanted: str, taken: Sequence[str]) -> str:
    """Return the id, with a number if it is taken."""
    number, name = 1, wanted
    while name in taken:
        number += 1
        name = f"{wanted}-{number}"
    return name


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
    scenes: Sequence[Scene], fails: Fails, rules: RulesModule, shows: Sequence[str] = ()
) -> Example | None:
    """Return a short example of one of these scenes that is true and needed; None if none is.

    `shows` are the rules that it will cite; by default, the first one of the game that it needs.
    """
    bench = _Bench(rules, fails)
    needed = filter(None, map(bench.needed_draft, scenes))
    for draft in sorted(needed, key=lambda example: len(example_text(example))):
        made = bench.shrunk(draft)
        if made is not None:
            return replace(made, shows=tuple(shows) or bench.rules_shown(made))
    return None


def drafts(scenes: Sequence[Scene], rules: RulesModule) -> list[Example]:
    """Return a sound draft of each scene, where there is one."""
    bench = _Bench(rules, lambda _: True)
    made = (next(bench.drafts(scene), None) for scene in scenes)
    return [example for example in made if example is not None]


def shrink(example: Example, fails: Fails, rules: RulesModule) -> Example | None:
    """Return the smallest version of a draft that is true and needed; None if it is true by chance.

    The example cites the first rule that it needs.
    """
    bench = _Bench(rules, fails)
    made = bench.shrunk(example)
    return made and replace(made, shows=bench.rules_shown(made))


class _Bench:
    """Makes examples that are true by the rules and that fail otherwise."""

    def __init__(self, rules: RulesModule, fails: Fails) -> None:
        self.rules, self.fails = rules, fails
        self.trials = Trials(rules)
        self.cards = tuple(rules.COMPONENTS)

    def needed_draft(self, scene: Scene) -> Example | None:
        """Return the draft that begins last of those that are needed; None if none is."""
        return next((draft for draft in self.drafts(scene) if self.fails(draft)), None)

    def shrunk(self, draft: Example) -> Example | None:
        """Return the smallest version of a draft; None if it proves to be true by chance only."""
        example = self._with_few_claims(draft)
        left = TRIED
        improved = True
        while improved and left > 0:
            improved = False
            for smaller in _smaller(example, self.trials.game(example)):
                left -= 1
                if left <= 0 or self.holds(smaller):
                    improved = left > 0
                    break
            if improved:
                example = smaller
        sure = self.is_true(example, range(MOST_SEEDS), listed=True) and self.fails(example)
        return example if sure else None

    def holds(self, example: Example) -> bool:
        """Return whether an example is true with several shuffles, and fails as wanted."""
        first, *others = SEEDS
        return (
            self.is_true(example, [first]) and self.fails(example) and self.is_true(example, others)
        )

    def is_true(self, example: Example, seeds: Sequence[int], *, listed: bool = False) -> bool:
        """Return whether an example is true with all of these shuffles."""
        plays = (self.judge(example, seed, listed=listed) for seed in seeds)
        return all(play.verdict is not None and play.verdict.true for play in plays)

    def judge(self, example: Example, seed: int = 0, *, listed: bool = False) -> Judged:
        """Play an example by the rules."""
        return judge(example, self.trials.game(example), self.cards, seed, listed=listed)

    def rules_shown(self, example: Example) -> tuple[str, ...]:
        """Return the first rule that an example needs."""
        return rules_needed(example, self.rules)[:1]

    def drafts(self, scene: Scene) -> Iterator[Example]:
        """Yield true examples of a scene with all claims, those that begin latest first."""
        steps = [*scene.earlier, (scene.table, scene.move)]
        game: CardGame[Any] = self.rules.new_game((), **scene.setting.chosen)
        for start in range(len(steps) - 1, -1, -1):
            moves = [game.names(move) for _, move in steps[start:]]
            when: Words = {**moves[0], **({FURTHER: moves[1:]} if moves[1:] else {})}
            given = _given(steps[start][0], scene, game)
            example = Example("proposed", (), given, when, {}, Span(""))
            whole = self._with_claims(self._possible(example))
            if whole is not None:
                yield whole

    def _possible(self, example: Example) -> Example:
        """Return an example without the given values that no position can have."""
        while faults := self.judge(example).faults:
            path = faults[0].path.split(".")
            shorter = _without(example.given, path[1:3]) if path[0] == "given" else example.given
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
        then = _claims(verdict.after, self.trials.game(example))
        for seed in SEEDS:
            while then:
                found = self.judge(replace(example, then=then), seed)
                paths = [fault.path for fault in found.faults]
                paths += [miss.path for miss in found.misses]
                if not paths:
                    break
                shorter = then
                for path in paths:
                    shorter = _without(shorter, path.split(".")[1:3])
                if shorter == then:
                    return None
                then = shorter
        return self._if_true(replace(example, then={"legal": "yes", **then}))

    def _if_true(self, example: Example) -> Example | None:
        return example if self.is_true(example, SEEDS) else None

    def _with_few_claims(self, example: Example) -> Example:
        """Return an example with the shortest single claim that is needed, if one is enough."""
        claims = [{"legal": example.then["legal"]}]
        for key, claim in example.then.items():
            if isinstance(claim, Mapping):
                claims += [{key: {owner: part}} for owner, part in claim.items()]
            elif key != "legal":
                claims.append({key: claim})
        for then in sorted(claims, key=lambda then: len(flow(then))):
            fewer = replace(example, then=then)
            if "because" not in example.then and self.holds(fewer):
                return fewer
        return example


def _given(table: Table, scene: Scene, game: CardGame[Any]) -> Words:
    """Return a position as an example gives it; what is as at the start of a game is left out."""
    given: Words = {VARIANTS: scene.setting.chosen} if scene.setting.variant else {}
    given["players"] = str(scene.setting.players)
    for name, part in game.table.parts.items() if not scene.is_start else ():
        key, value = part.key or name, getattr(table, name)
        is_new = value == part.empty(scene.setting.players) and key != game.dealt_with
        if part.told and part.given and (_is_hands(part) or not is_new):
            words = part.give(value)
            if words is not None:
                given[key] = words
    if "turn" in given:
        given["turn"] = given.pop("turn")  # the last one is what a reader of `when` needs first
    return given


def _claims(after: Position, game: CardGame[Any]) -> Words:
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


def _without(words: Mapping[str, Any], path: Sequence[str]) -> Words:
    """Return a mapping without the value at a path, or without its key if it has no such value."""
    key, *inner = path
    value = words.get(key)
    if inner and isinstance(value, Mapping) and inner[0] in value:
        left = {name: part for name, part in value.items() if name != inner[0]}
        return {**words, key: left} if left else _without(words, [key])
    return {name: part for name, part in words.items() if name != key}


def _smaller(example: Example, game: CardGame[Any]) -> Iterator[Example]:
    """Yield versions of an example that claim less, or give less."""
    for key, claim in example.then.items() if len(example.then) > 1 else ():
        if "because" not in example.then:
            yield replace(example, then=_without(example.then, [key]))
            for owner in claim if isinstance(claim, Mapping) else ():
                yield replace(example, then=_without(example.then, [key, owner]))
    for given in _less_given(example, game):
        yield replace(example, given=given)
    further = example.when.get(FURTHER)
    if isinstance(further, list):
        rest = {FURTHER: further[:-1]} if further[1:] else {}
        first = {key: value for key, value in example.when.items() if key != FURTHER}
        yield replace(example, when={**first, **rest})


def _less_given(example: Example, game: CardGame[Any]) -> Iterator[Words]:
    """Yield positions with less: keys, owners, piles, cards, in this order.

    The hands of the players that move stay.
    """
    given, movers = example.given, _movers(example)
    parts = {part.key or name: part for name, part in game.table.parts.items()}
    keys = [key for key in given if key not in ("players", VARIANTS)]
    for key in keys:
        value, is_hands = given[key], _is_hands(parts.get(key))
        hands = value if is_hands and isinstance(value, Mapping) else {}
        left = {owner: hand for owner, hand in hands.items() if owner in movers}
        yield {**given, key: left} if left else _without(given, [key])
    for key in keys:
        yield from _piles_below(given, key, parts.get(key))
    for key in keys:
        kept = movers if _is_hands(parts.get(key)) else set[str]()
        yield from ({**given, key: less} for less in _less(given[key], parts.get(key), kept))


def _less(value: Plain, part: object, kept: Set[str]) -> Iterator[Plain]:
    """Yield a value with less; `kept` are owners that stay."""
    if isinstance(value, Mapping):
        for owner, own in value.items():
            if owner not in kept and len(value) > 1:
                yield {name: other for name, other in value.items() if name != owner}
            yield from ({**value, owner: less} for less in _less(own, None, kept))
    elif isinstance(value, list):
        yield from _emptier(value) if isinstance(part, Grid) else _fewer(value)


def _is_hands(part: object) -> bool:
    return isinstance(part, Each) and isinstance(part.inner, Hand)


def _movers(example: Example) -> set[str]:
    """Return the players that move in an example."""
    further = example.when.get(FURTHER, [])
    moves = [example.when, *(further if isinstance(further, list) else [])]
    return {str(move.get("player")) for move in moves if isinstance(move, Mapping)}


def _piles_below(given: Mapping[str, Plain], key: str, part: object) -> Iterator[Words]:
    """Yield positions in which a long pile is the one that all unnamed cards are in."""
    value, inner = given[key], part.inner if isinstance(part, Each) else part
    if not isinstance(inner, Pile) or isinstance(inner, Hand) or inner.top_first or REST in given:
        return
    if isinstance(value, list) and len(value) > 2:
        for top in ({}, {key: value[-1:]}):
            yield {**_without(given, [key]), **top, "draw": given.get("draw", []), REST: key}
    elif isinstance(value, Mapping):
        long = {owner: key for owner, pile in value.items() if len(pile) > 2}
        if long:
            yield {**_without(given, [key]), REST: long}


def _fewer(cards: Sequence[Plain]) -> Iterator[list[Plain]]:
    """Yield lists with half of the cards, then with one less; and with lower stacks."""
    half = len(cards) // 2
    if half > 1:
        yield [*cards[:half]]
        yield [*cards[half:]]
    for at, card in enumerate(cards):
        yield [*cards[:at], *cards[at + 1 :]]
        if isinstance(card, str) and ON_TOP in card:
            yield [*cards[:at], card.partition(ON_TOP)[2], *cards[at + 1 :]]


def _emptier(rows: Sequence[Plain]) -> Iterator[list[Plain]]:
    """Yield grids with one space empty, or with one card less on it."""
    spaces = [str(row).split() for row in rows]
    for row, names in enumerate(spaces):
        for at, stack in enumerate(names):
            for less in {EMPTY, stack.partition(ON_TOP)[2] or EMPTY} - {stack}:
                changed = [*names[:at], less, *names[at + 1 :]]
                yield [*rows[:row], " ".join(changed), *rows[row + 1 :]]
