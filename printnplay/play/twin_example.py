"""A worked example of a difference between the rules and a second implementation."""

from typing import Any

from msgspec.structs import replace

from printnplay.game.game import Example
from printnplay.play.drafts import MOST_SEEDS, Bench, whole_position
from printnplay.play.many_games import Opened
from printnplay.play.reach import Scene
from printnplay.play.study import Study
from printnplay.play.twin import AT, Found, Twin, seen_by_rules
from printnplay.rules.cardgame import CardGame
from printnplay.rules.chance import Outcomes, seeded
from printnplay.rules.loader import RulesFileError
from printnplay.rules.notation import Reader
from printnplay.rules.variants import KEY as VARIANTS
from printnplay.rules.variants import Setting, choice_of


def example_of(opened: Opened, study: Study, twin: Twin, found: Found) -> Example | None:
    """Return an example of a difference; None if none that is true by the rules shows it."""
    scene = _scene(opened, study, found)
    if scene is None:
        return None
    differs = _Differs(opened, twin, found.difference.claim)
    bench = Bench(opened.rules, differs if twin.sets_up else lambda _: True, range(MOST_SEEDS))
    draft = bench.needed_draft(scene)
    made = bench.shrunk(draft) if draft and twin.sets_up else None
    draft = draft or next(bench.drafts(scene), None)
    if made is None and draft is not None:
        keys = ("legal", "because", found.difference.claim)
        made = replace(draft, then={key: draft.then[key] for key in keys if key in draft.then})
    return replace(made, shows=bench.rules_shown(made)) if made else None


def _scene(opened: Opened, study: Study, found: Found) -> Scene | None:
    """Return the scene of the move that is disputed, or else of the last one."""
    pairs = [pair for pairs in study.variants.items() for pair in pairs]
    if len(pairs) > 2:
        return None
    setting = Setting(study.players, *pairs)
    if found.difference.move is None:
        if not found.last:
            return None
        *earlier, (table, move) = found.last
        return Scene(setting, table, move, (), earlier)
    game: CardGame[Any] = opened.rules.new_game((), **study.variants)
    reader = Reader(tuple(opened.rules.COMPONENTS))
    read = game.steps(found.table, found.difference.move, reader)
    if reader.faults or not read:
        return None
    return Scene(setting, found.table, read[0], (), found.last)


class _Differs:
    """Whether a second implementation contradicts an example."""

    def __init__(self, opened: Opened, twin: Twin, claim: str) -> None:
        """`claim` is what has to be contradicted: `legal`, `turn` or `winner`."""
        self._rules, self._twin, self._claim = opened.rules, twin, claim
        self._set_up = False

    def __call__(self, example: Example) -> bool:
        try:
            found = self._differs(example)
        except RulesFileError:
            if not self._set_up:
                raise
            return False  # a smaller position may be one that no game reaches
        self._set_up = True
        return found

    def _differs(self, example: Example) -> bool:
        chosen, _ = choice_of(example, self._rules)
        game: CardGame[Any] = self._rules.new_game((), **chosen)
        reader = Reader(tuple(self._rules.COMPONENTS))
        given = {key: value for key, value in example.given.items() if key != VARIANTS}
        table, draw = game.read(given, reader, seeded(0))
        moves = game.steps(table, example.when, reader)
        if reader.faults:
            return False
        other = self._twin.ask(AT, whole_position(table, game, chosen))
        if seen_by_rules(game, table).turn != self._twin.seen(other).turn:
            return False  # no play of theirs leads to such a table
        for move in moves:
            words, legal = game.names(move), not game.why_not(table, move)
            if legal != (frozenset(words.items()) in self._twin.seen(other).moves):
                return self._claim == "legal"
            if not legal:
                return False
            chance = Outcomes(draw)
            game.play(table, move, chance)
            other = self._twin.play(other, words, chance.noted)
        ours, theirs = seen_by_rules(game, table), self._twin.seen(other)
        differ = {"turn": ours.turn != theirs.turn, "winner": ours.winners != theirs.winners}
        return self._claim in example.then and differ.get(self._claim, False)
