"""What takes effect in random games: each rule by setting, and clauses that do so in one move.

A rule takes effect at a move if the table is another one without it, or if the move is then legal
or refused for another reason. Besides the moves made, some others are tried. With another variant
only those moves count that have another outcome with the default variants: all else is as there.
"""

from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from time import process_time
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct, convert, to_builtins

from printnplay.game.game import Game
from printnplay.kernel.memo import Memo
from printnplay.rules.acts import Move
from printnplay.rules.cardgame import UNKNOWN_MOVE, CardGame, watched
from printnplay.rules.chance import fractions, recorded, replayed, seeded
from printnplay.rules.coverage import smallest_parts
from printnplay.rules.endless import GAME, within
from printnplay.rules.game import rule_of
from printnplay.rules.notation import Reader
from printnplay.rules.proofs import remembered
from printnplay.rules.protocol import RulesModule
from printnplay.rules.table import Table
from printnplay.rules.variants import Setting, settings_of

MOVES = 1500
"""Number of moves per setting. With 95 % confidence, what is seen at none of them takes effect at
fewer than one move in 500 (three by the number of moves). More would take more than some seconds
for a game with a dozen settings."""

SECONDS = 20.0
"""CPU time per setting, after which slow rules are left with the moves seen so far: ten times what
a setting of the bundled games takes."""

LONGEST = 300
"""Number of moves after which a game is left, so that each setting has at least five games."""

ENOUGH = 12
"""Number of moves at which a rule has been seen to take effect, after which it is looked for at
sampled moves only: the share is then known within about a quarter. A guess."""

EVERY = 24
"""Sampling interval in moves at which every rule and clause is tried. A guess."""

BACK = 8
"""Number of earlier moves that are kept, because an example may have to begin before the move: with
a turn of several steps. A guess."""

Found: TypeAlias = Callable[["Switches", "Scene"], None]
"""Called with a rule, or two clauses, and a scene in which they take effect; with none if the
clauses that can make a difference are others than at any earlier move of the seat."""

Switches: TypeAlias = tuple[str, ...]
"""Rules and clauses, each of which is switched off on its own."""


class Scene(NamedTuple):
    """A move made or tried, the table before it, its chance outcomes, and earlier moves.

    `is_start` is whether the table is the one of an example that gives nothing but the players.
    """

    setting: Setting
    table: Table
    move: Move
    chance: Sequence[int] = ()
    earlier: Sequence[tuple[Table, Move]] = ()
    is_start: bool = False


class Effects(Struct, frozen=True):
    """The share of moves, made or tried, at which each rule takes effect in a setting."""

    setting: Setting
    games: int
    moves: int
    rules: Mapping[str, float]


class Coincidence(Struct, frozen=True):
    """Two clauses that take effect in one move, and the share of moves at which they do."""

    clauses: tuple[str, str]
    share: float


class Reach(Struct, frozen=True):
    """What takes effect in each setting, and the coincidences of all, the most frequent first."""

    settings: tuple[Effects, ...] = ()
    pairs: tuple[Coincidence, ...] = ()


def reach_of(game: Game, rules: RulesModule, memo: Memo | None) -> Reach:
    """Return what takes effect in random games, cached for this version of the rules."""
    found = remembered(game, rules, memo, "reach", lambda: to_builtins(survey(rules)))
    return convert(found, Reach)


def survey(rules: RulesModule, found: Found | None = None) -> Reach:
    """Play random games of each setting; `found` is called with all that takes effect.

    The result is empty if the rules cannot deal.
    """
    if not issubclass(rules.new_game, CardGame) or rules.new_game.deal is CardGame.deal:
        return Reach()
    effects, pairs, sampled = [], Counter[tuple[str, str]](), 0
    for setting in settings_of(rules):
        one = _Survey(rules, setting, found)
        with within(GAME, f"the games of {setting}"):
            one.play()
        effects.append(one.effects)
        pairs += one.pairs
        sampled += one.sampled
    return Reach(
        tuple(effects),
        tuple(Coincidence(pair, count / sampled) for pair, count in pairs.most_common()),
    )


class _Survey:
    """The games of a setting."""

    def __init__(self, rules: RulesModule, setting: Setting, found: Found | None) -> None:
        self.rules, self.setting, self.found = rules, setting, found
        self.game: CardGame[Any] = rules.new_game((), **setting.chosen)
        self.by_default: CardGame[Any] | None = rules.new_game() if setting.variant else None
        with watched() as self.noted:
            self.watching: CardGame[Any] = rules.new_game((), **setting.chosen)
        self.always = frozenset(self.noted)
        """What games ask for when they are created, and what only matters while it is off."""
        self.rules_always = frozenset(map(rule_of, self.always))
        self.parts = smallest_parts(rules)
        self.without: dict[str, CardGame[Any]] = {}
        self.until = process_time() + SECONDS
        self.games = self.moves = self.looks = self.sampled = 0
        self.seen: Counter[str] = Counter()
        self.seen_sampled: Counter[str] = Counter()
        self.enough_after: dict[str, int] = {}
        """The number of moves at which a rule has been seen ENOUGH times."""
        self.pairs: Counter[tuple[str, str]] = Counter()
        self.told: set[tuple[frozenset[str], int]] = set()

    @property
    def effects(self) -> Effects:
        """The share of moves at which each rule that was seen takes effect, in order."""
        shares = {rule: self._share(rule) for rule in self.rules.SENTENCES if self.seen[rule]}
        return Effects(self.setting, self.games, self.looks, shares)

    def _share(self, rule: str) -> float:
        """Return an estimate from the sample, if large enough, or from the first moves."""
        if self.seen_sampled[rule] >= ENOUGH:
            return self.seen_sampled[rule] / self.sampled
        return min(self.seen[rule], ENOUGH) / self.enough_after.get(rule, self.looks)

    def play(self) -> None:
        """Play games until there are enough moves, or they take too long."""
        while self.moves < MOVES and process_time() < self.until:
            self._start(self.games)
            self._play(self.games)
            self.games += 1
            self.moves += 1  # also if a game ends before its first move

    def _start(self, seed: int) -> None:
        """Look at a move from the table of an example that gives nothing but the players."""
        given = {"players": str(self.setting.players)}
        if self.game.is_dealt(given):
            return
        reader, fraction = Reader([]), fractions(seed)
        table, rng = self.game.read(given, reader, seeded(seed))
        moves = [] if reader.faults else self.game.moves(table)
        if moves:
            scene = Scene(self.setting, table, moves[int(fraction() * len(moves))], is_start=True)
            self._make(scene, table.copy(), rng)
            self._try(scene, fraction, moves, moves)

    def _play(self, seed: int) -> None:
        """Look at the moves of a game."""
        cards, fraction = seeded(2 * seed), fractions(2 * seed + 1)
        state = self.game.setup(self.setting.players, cards)
        earlier: deque[tuple[Table, Move]] = deque(maxlen=BACK)
        once_legal: dict[Move, None] = {}
        for _ in range(LONGEST):
            moves = self.game.moves(state)
            once_legal.update(dict.fromkeys(moves))
            move = moves[int(fraction() * len(moves))] if moves else next(iter(once_legal), None)
            if move is None:
                return
            scene = Scene(self.setting, state.copy(), move, (), tuple(earlier))
            self._try(scene, fraction, moves, [*once_legal])
            if not moves or process_time() > self.until:
                return
            self.moves += 1
            self._make(scene, state, cards)
            earlier.append((scene.table, move))

    def _make(self, scene: Scene, state: Table, rng: Callable[[int], int]) -> None:
        """Make the move of a scene on a table, and look at it."""
        chance: list[int] = []
        self.game.play(state, scene.move, recorded(rng, chance))
        self._look(scene._replace(chance=chance), state)

    def _try(
        self,
        scene: Scene,
        fraction: Callable[[], float],
        moves: Sequence[Move],
        known: Sequence[Move],
    ) -> None:
        """Look at a move that is not legal: one that has been, or any one of any seat."""
        if fraction() < 0.5:
            move = known[int(fraction() * len(known))]
        else:
            seat = int(fraction() * self.setting.players)
            move = self.game.move_numbered(seat, int(fraction() * self.game.move_count))
        because = "" if move in moves else self.game.why_not(scene.table, move)
        if because not in ("", UNKNOWN_MOVE):
            self._look(scene._replace(move=move), rule_of(because), because)

    def _look(self, scene: Scene, outcome: object, because: str = "") -> None:
        """Find which rules, and at sampled moves which clauses, take effect.

        `because` is the clause that forbids the move, if any: without it the move may be legal,
        although other clauses of the rule are needed for that.
        """
        self.looks += 1
        is_sample = self.looks % EVERY == 0
        self.sampled += is_sample
        self._tell_of_news(scene)
        if self.by_default and not _differs(self.by_default, scene, outcome):
            return
        self.noted.clear()
        _outcome(self.watching, scene)
        noted = self.rules_always | set(map(rule_of, self.noted))
        at_work = [
            rule
            for rule in self.rules.SENTENCES
            if rule in noted
            and (is_sample or self.seen[rule] < ENOUGH)
            and (
                self._matters(scene, rule, outcome)
                or (rule == outcome and self._matters(scene, because, outcome))
            )
        ]
        self.seen.update(at_work)
        for rule in at_work:
            if self.seen[rule] == ENOUGH:
                self.enough_after.setdefault(rule, self.looks)
            self._tell((rule,), scene)
        if is_sample:
            self.seen_sampled.update(at_work)
            if not because:
                self._look_at_pairs(scene, at_work, outcome)

    def _look_at_pairs(self, scene: Scene, at_work: Sequence[str], outcome: object) -> None:
        """Find the clauses of these rules that take effect at a move."""
        noted = self.always | self.noted
        parts = [part for rule in at_work for part in self.parts[rule] if part in noted]
        for pair in combinations([at for at in parts if self._matters(scene, at, outcome)], 2):
            self.pairs[pair] += 1
            self._tell(pair, scene)

    def _tell_of_news(self, scene: Scene) -> None:
        """Report a scene in which other clauses matter than in earlier moves of the seat."""
        if self.found is not None:
            self.noted.clear()
            _outcome(self.watching, scene)
            news = frozenset(self.noted), scene.move.seat
            if news not in self.told:
                self.told.add(news)
                self.found((), scene)

    def _tell(self, switches: Switches, scene: Scene) -> None:
        if self.found is not None:
            self.found(switches, scene)

    def _matters(self, scene: Scene, switch: str, outcome: object) -> bool:
        """Return whether a move has another outcome without a rule or clause."""
        if switch not in self.without:
            self.without[switch] = self.rules.new_game([switch], **self.setting.chosen)
        return _differs(self.without[switch], scene, outcome)


def _differs(game: CardGame[Any], scene: Scene, outcome: object) -> bool:
    """Return whether a move has another outcome in a game without some rule, or by default."""
    try:
        return bool(_outcome(game, scene) != outcome)
    except Exception:  # a move that a rule forbids may be one that cannot be carried out
        return True


def _outcome(game: CardGame[Any], scene: Scene) -> object:
    """Return the rule that forbids a move, or the table after it."""
    because = game.why_not(scene.table, scene.move)
    if because:
        return rule_of(because)
    after = scene.table.copy()
    game.play(after, scene.move, replayed(scene.chance, then=lambda _: 0))
    return after
