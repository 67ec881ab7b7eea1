"""The base class of games: implements what tools need from clauses, moves and a table.

A game declares its cards, acts, table and sentences, and writes its clauses as members (see
`printnplay.rules.clauses`). It then only has to implement the deal and the effect of a move.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from typing import Any, ClassVar, Generic, Self, TypeVar, cast

from printnplay.game.game import BASE
from printnplay.game.verdicts import Position
from printnplay.kernel.suggestions import listed
from printnplay.kernel.values import Plain
from printnplay.rules import positions
from printnplay.rules.acts import (
    SEAT_NAMES,
    Act,
    At,
    Move,
    Moves,
    MovesByParts,
    by_seat,
    numbered,
)
from printnplay.rules.cards import Card, box_of
from printnplay.rules.chance import ShuffleError, replayed, shuffle, stacked, told_of_shuffles
from printnplay.rules.clauses import (
    ALLOWS,
    FACT,
    FORBIDS,
    STEP,
    Check,
    Clause,
    clauses_of,
    nothing,
    noting,
    promises_of,
    telling,
)
from printnplay.rules.game import OVER, Rng, Rules, Trace, rule_of
from printnplay.rules.memory import Memory, Watching, is_true, known_by_others, looked, mixed
from printnplay.rules.notation import Reader, rest_of
from printnplay.rules.parts import (
    EVERYBODY,
    OWNER,
    AtOnce,
    Each,
    Grid,
    Hand,
    Pile,
    Placed,
    Remembered,
    SeatList,
    Slot,
    Stacked,
    Words,
)
from printnplay.rules.protocol import Miss
from printnplay.rules.results import payoffs_of, winners_of
from printnplay.rules.table import Table
from printnplay.rules.variants import settle

_NOTED: ContextVar[set[str] | None] = ContextVar("noted", default=None)
"""Set in which newly created games record the clauses that make a difference, if any."""

UNKNOWN_MOVE = "unknown move"
"""The reason that `why_not` returns for a move that the game does not have; never the id of a
rule."""

FURTHER = "further"
"""Key of `when` for the moves that follow the first one."""

DECK, REST = "deck", "rest"
"""Keys of `given`: the cards that the next shuffle puts on top, and the pile for all unnamed
cards."""

SEES = "sees"
"""Key of what seats see: in `then` at the end, in `when` and its further moves after each."""

SETUP = "setup"
"""Key of `when` in an example of the deal, if no act of the game has it."""

T = TypeVar("T", bound=Table)
C = TypeVar("C", bound=Card)


class CardGame(Generic[T]):
    """A game's rules, without a position. `new_game` of a rules file is a subclass.

    Args:
        off: rules and clauses to switch off.
        chosen: variants that differ from the default.

    Raises:
        KeyError: a rule does not exist.
        UnknownVariantError: a variant or choice does not exist.
    """

    cards: ClassVar[Sequence[Card]] = ()
    """All cards in play, with their copies; defaults to the cards of the table."""

    aside: ClassVar[Mapping[str, int]] = {}
    """Number of copies of cards in the box that are never shuffled or moved."""

    begins_with: ClassVar[Mapping[str, Sequence[Card]]] = {}
    """Cards that a zone may start with, for zones that cannot hold every dealt card. Keys are zone
    names such as `discard` or `grid.b2`."""

    acts: ClassVar[Sequence[Act]] = ()
    """The acts of the game; every move belongs to one of them."""

    table: ClassVar[type[Table]] = Table
    """The class of the game's tables."""

    seats: ClassVar[Sequence[int]] = (2,)
    """The supported player counts."""

    sentences: ClassVar[Mapping[str, str]] = {}
    """One sentence for each rule, by id."""

    variants_offered: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Variants with their choices. The first choice is the default."""

    facts: ClassVar[Mapping[str, int]] = {}
    """Numbers that texts can quote."""

    dealt_with: ClassVar[str] = ""
    """Name of the part that an example gives only when cards have been dealt.

    If an example omits it, only parts that last from round to round can be given.
    """

    score: ClassVar[str] = ""
    """Name of the part that holds the points of each seat, if the game has any."""

    dice: ClassVar[Mapping[str, int]] = {}
    """Number of sides of each die. An example can set the rolls: `given: {die: [4]}`."""

    shuffles: ClassVar[Sequence[str]] = ()
    """Names of shuffles. An example can set the cards each one puts on top: `reshuffled: [x]`.

    For the first shuffle of the whole box, use the key `deck`.
    """

    clauses_of_cards: ClassVar[Mapping[str, str]] = {}
    """Clauses for effects of single cards: one line per id. `self.on` returns whether one is in
    force."""

    rules_of_cards: ClassVar[Mapping[str, str]] = {}
    """For each card with an effect, the rule or clause that defines it.

    Worked examples must show each of them both taking effect and not taking effect.
    """

    clauses: ClassVar[Mapping[str, str]] = {}
    """One line for each clause that states what holds while it is in force, collected from the
    members."""

    _members: ClassVar[Sequence[tuple[str, Clause]]] = ()
    _promises: ClassVar[Sequence[tuple[str, str]]] = ()
    edition: ClassVar[str] = BASE
    """The edition that is played. A subclass that sets the name of an edition has its rules."""

    _copies: ClassVar[Mapping[str, int]] = {}
    _box: ClassVar[Sequence[Card]] = ()
    _places: ClassVar[Mapping[Card, int]] = {}
    _at_once: ClassVar[Sequence[str]] = ()
    """Names of the parts that hold simultaneous choices."""
    _memory: ClassVar[str] = ""
    """Name of the part that holds what seats know of hidden cards, if the game has one."""
    _moves: Moves
    _in_order: ClassVar[frozenset[str]]
    """Keys of piles of seats or teams whose order can be claimed. The order of a hand never
    matters."""
    _of_names: ClassVar[frozenset[str]]
    """Keys of parts that are lists of seats or words."""
    _of_hands: ClassVar[frozenset[str]]
    """Keys of parts that are hands, whose order never matters."""

    def __init_subclass__(cls) -> None:
        """Collect the clauses and number the moves."""
        cls.cards = cls.cards or cls.table.cards
        cls._members = tuple(clauses_of(cls))
        cls._promises = tuple(promises_of(cls))
        cls._set_box(box_of(cls.cards))
        cls._places = {card: place for place, card in enumerate(cls.cards)}
        cls.clauses = {clause.id: clause.line for _, clause in cls._members if "." in clause.id}
        cls.clauses |= cls.clauses_of_cards
        cls._at_once = tuple(n for n, p in cls.table.parts.items() if isinstance(p, AtOnce))
        memories = (n for n, p in cls.table.parts.items() if isinstance(p, Remembered))
        cls._memory = next(memories, "")
        cls._moves = numbered(tuple(cls.acts), max(cls.seats))
        parts = {part.key or name: part for name, part in cls.table.parts.items()}
        cls._in_order = frozenset(
            key
            for key, part in parts.items()
            if isinstance(part, Each)
            and isinstance(part.inner, Pile)
            and not isinstance(part.inner, Hand)
        )
        cls._of_hands = frozenset(
            key for key, part in parts.items() if isinstance(getattr(part, "inner", part), Hand)
        )
        cls._of_names = frozenset(
            key for key, part in parts.items() if isinstance(part, SeatList | Words)
        )

    @classmethod
    def _set_box(cls, copies: Mapping[str, int]) -> None:
        cls._copies = copies
        cls._box = tuple(card for card in cls.cards for _ in range(copies[card]))

    @classmethod
    def of_edition(cls, edition: str, deck: Mapping[str, int] | None = None) -> type[Self]:
        """Return the game as an edition plays it.

        Args:
            edition: its name.
            deck: the copies of the cards in its deck; None if it has the deck of the game.
        """
        members = {"edition": edition, "__module__": cls.__module__}
        made = cast("type[Self]", type(cls.__name__, (cls,), members))
        if deck is not None:
            made._set_box({str(card): deck.get(card, 0) for card in cls.cards})
        return made

    @classmethod
    def copies_in_box(cls) -> Mapping[str, int]:
        """Return the number of copies of each card in the box."""
        return {**cls._copies, **cls.aside}

    def __init__(self, off: Iterable[str] = (), **chosen: str) -> None:
        """Determine which clauses are in force and bind the methods that evaluate them."""
        off = tuple(off)
        self.on = Rules({**self.sentences, **self.clauses}, off).on
        self.variants = settle(self.variants_offered, chosen)
        self.telling = False
        self._trace: Trace | None = None
        self._against: dict[str, tuple[tuple[str, Check], ...]] = {
            act.name: tuple(self._checks({act.key, act.name})) for act in self.acts
        }
        self._following: Memory | None = None
        play = self._play_and_remember if self._memory else self.play
        self._silent = {"play": play, **dict(self._steps(tell=None))}
        self._tracing = {"play": self._play_and_tell, **dict(self._steps(tell=self.tell))}
        vars(self).update(self._silent)
        noted = _NOTED.get()
        for name, member in self._members:
            if member.form == FACT and noted is None:
                setattr(self, name, self.on(member.id))
        fast = getattr(self, "fast_moves", None)
        self.moves: Callable[[T], list[Move]] = self.legal_moves if off or not fast else fast
        """Return every legal move, in order."""
        if noted is not None:
            self._note(noted)

    def _checks(self, words: Set[str]) -> Iterator[tuple[str, Check]]:
        """Yield the clauses that can forbid an act with these words, in order."""
        for name, member in self._members:
            wanted = (member.form == FORBIDS) is self.on(member.id)
            about = not member.acts or not words.isdisjoint(member.acts)
            if member.form in (FORBIDS, ALLOWS) and wanted and about:
                yield member.id, getattr(self, name)

    def _steps(self, tell: Trace | None) -> Iterator[tuple[str, Callable[..., None]]]:
        """Yield the steps by name: no-ops if switched off, wrapped to call `tell` if given."""
        for name, member in self._members:
            if member.form == STEP:
                work = getattr(type(self), name).__get__(self)
                in_force = telling(work, rule_of(member.id), tell) if tell else work
                yield name, in_force if self.on(member.id) else nothing

    @property
    def trace(self) -> Trace | None:
        """Callback for the rules that take effect, or None."""
        return self._trace

    @trace.setter
    def trace(self, trace: Trace | None) -> None:
        if (trace is None) != (self._trace is None):
            vars(self).update(self._silent if trace is None else self._tracing)
        self._trace, self.telling = trace, trace is not None

    def tell(self, rule: str) -> None:
        """Report to the trace, if any, that a rule takes effect."""
        if self._trace is not None:
            self._trace(rule)

    def rules_used(self, table: T, move: Move) -> Iterable[str]:
        """Return rules that a legal move uses, besides those of its steps, for statistics."""
        return ()

    def _play_and_tell(self, table: T, move: Move, rng: Rng) -> None:
        for rule in self.rules_used(table, move):
            self.tell(rule)
        self._silent["play"](table, move, rng)

    def _play_and_remember(self, table: T, move: Move, rng: Rng) -> None:
        known = getattr(table, self._memory)
        memory = self._following = Memory(self, table, known, move.seat)
        try:
            type(self).play(self, table, move, Watching(rng, memory))
        finally:
            self._following = None
        setattr(table, self._memory, memory.after(table))

    def _note(self, noted: set[str]) -> None:
        """Record the clauses that make a difference from now on; see `watched`."""
        noted |= {member.id for _, member in self._members if member.form == ALLOWS}
        self.moves = self.legal_moves
        self._against = {
            act: tuple((clause, noting(check, clause, noted)) for clause, check in checks)
            for act, checks in self._against.items()
        }
        for name, member in self._members:
            if member.form == STEP and self.on(member.id):
                work = getattr(type(self), name).__get__(self)
                setattr(self, name, telling(work, member.id, noted.add))
        in_force = self.on

        def asked(clause: str) -> bool:
            noted.add(clause)
            return in_force(clause)

        self.on = asked

    def play_with(self, acts: Sequence[Act]) -> None:
        """Replace the acts of the class, for example for a grid of another size."""
        self._moves = numbered(tuple(acts), max(self.seats))

    # Moves and their legality

    def move(self, seat: int, act: str, what: object, where: object = "") -> Move:
        """Return the move with this seat, act, object and destination.

        Raises:
            KeyError: the game has no such move.
        """
        return self._moves.get(seat, act, what, where)

    @property
    def move_count(self) -> int:
        """The number of moves of each seat; they are numbered from 0."""
        return len(self._moves.kinds)

    @property
    def stray_acts(self) -> dict[str, str]:
        """Acts that clauses refer to but the game lacks, mapped to the clauses."""
        has = {word for act, _, _ in self._moves.kinds for word in (act.key, act.name)}
        members = (member for _, member in self._members)
        return {act: member.id for member in members for act in member.acts if act not in has}

    @property
    def acts_on_cards(self) -> frozenset[tuple[Act, Card]]:
        """Each act with each card that is the object of such a move."""
        kinds = self._moves.kinds
        return frozenset((act, what) for act, what, _ in kinds if isinstance(what, Card))

    def move_numbered(self, seat: int, number: int) -> Move:
        """Return the move of a seat with this number.

        Raises:
            IndexError: the number is out of range.
        """
        return self._moves.of_seat[seat][number]

    @property
    def known(self) -> Sequence[MovesByParts]:
        """Every move by seat, act, object and destination: `known[0]["play"][CAT][""]`.

        Includes illegal moves.
        """
        return self._moves.known

    def to_move(self, table: T) -> int:
        """Return the seat that moves next, or OVER when the game has ended.

        During simultaneous choices, return the first seat that has not chosen.
        """
        if self._at_once and table.turn != OVER:
            return next(iter(self._yet_to_choose(table)), table.turn)
        return table.turn

    def acting(self, table: T) -> tuple[int, ...]:
        """Return the seats that may move now; several during simultaneous choices."""
        seat = self.to_move(table)
        return () if seat == OVER else self._yet_to_choose(table) or (seat,)

    @property
    def can_choose_at_once(self) -> bool:
        """Whether there is a part for choices that seats make at once."""
        return bool(self._at_once)

    def choosing(self, table: T) -> str:
        """Return the name of the part in which seats are choosing at once; empty if none are."""
        return next((name for name in self._at_once if None in getattr(table, name)), "")

    def _yet_to_choose(self, table: T) -> tuple[int, ...]:
        """Return the seats that have not yet made their simultaneous choice."""
        name = self.choosing(table)
        choices = getattr(table, name) if name else ()
        return tuple(seat for seat, value in enumerate(choices) if value is None)

    def ask(self, table: T, part: str, seats: Iterable[int] | None = None) -> None:
        """Make these seats choose at once, or all; the others have no choice to make."""
        asked = range(table.players) if seats is None else {*seats}
        setattr(table, part, [None if seat in asked else "" for seat in range(table.players)])

    def ending(self, table: T) -> str:
        """Return a short label for how a game ended, for statistics: `three objectives`.

        If it is empty, the rules that took effect in the last move describe the end.
        """
        return ""

    def first_player(self, table: T) -> int:
        """Return the seat with the first turn of a finished game; OVER: the first to move."""
        return OVER

    def standing(self, table: T) -> Sequence[float]:
        """Return the score of each seat during a game: its points (`score`), or nothing."""
        return payoffs_of(getattr(table, self.score), table.players) if self.score else ()

    def leaders(self, table: T) -> list[int]:
        """Return the seats with the most points, by `score`."""
        points = getattr(table, self.score)
        return [seat for seat, own in enumerate(points) if own == max(points)]

    def why_not(self, table: T, move: Move) -> str:
        """Return the first clause in force that forbids the move; empty if none does."""
        known = self._moves.is_one(move, table.players)
        return self.forbidden_by(table, move) if known else UNKNOWN_MOVE

    def forbidden_by(self, table: T, move: Move) -> str:
        """Return the clause that forbids a move of the game; empty if none does."""
        for clause, speaks_against in self._against[move.act]:
            if speaks_against(table, move):
                return clause
        return ""

    def can_play(self, table: Any, seat: int, act: str = "play") -> bool:
        """Return whether the clauses let a seat play, or use, any card of its hand."""
        known, hand = self.known[seat][act], table.hands[seat]
        return any(
            not self.forbidden_by(table, move) for card in hand for move in known[card].values()
        )

    def legal_moves(self, table: T) -> list[Move]:
        """Return every legal move of the next seat, determined from the clauses alone."""
        seat = self.to_move(table)
        return [] if seat == OVER else self.moves_of(table, seat)

    def moves_of(self, table: T, seat: int) -> list[Move]:
        """Return every legal move of a seat, determined from the clauses alone."""
        known, forbidden_by = self._moves.of_players(table.players, seat), self.forbidden_by
        return [move for move in known if not forbidden_by(table, move)]

    # Implemented by a game

    def setup(self, players: int, rng: Rng) -> T:
        """Return the table at the start of the first turn.

        Raises:
            ValueError: the game does not support this player count.
        """
        if players not in self.seats:
            raise ValueError(players)
        table = self.laid_out(players)
        self.deal(table, rng)
        return table

    def deal(self, table: T, rng: Rng) -> None:
        """Shuffle, and deal onto an empty table."""
        raise NotImplementedError

    def play(self, table: T, move: Move, rng: Rng) -> None:
        """Carry out a legal move."""
        raise NotImplementedError

    # Derived from the parts of the table

    def laid_out(self, players: int) -> T:
        """Return an empty table."""
        return cast("T", self.table.laid_out(players))

    def all_cards(self) -> list[Any]:
        """Return every copy of every card, in box order."""
        return list(self._box)

    def cards_astray(self, table: T) -> list[str]:
        """Return the cards that are missing from the table or lie on it too often."""
        lying = Counter(str(card) for cards in self.zones(table).values() for card in cards)
        box = Counter(self.copies_in_box())
        return [card for card in {**box, **lying} if lying[card] != box[card]]

    def broken_promises(self, table: T) -> list[str]:
        """Return the lines of the `always` members that do not hold."""
        return [line for name, line in self._promises if not getattr(self, name)(table)]

    def roll(self, die: str, rng: Rng) -> int:
        """Roll a die and return its number, from 1. Rolls set by an example come first."""
        shown = getattr(rng, "dice", {}).get(die)
        if shown:
            return int(shown.pop(0))
        rolled = rng(self.dice[die]) + 1
        if naming := getattr(rng, "names_outcome", None):
            naming(1, rolled)
        return rolled

    def shuffle(self, name: str, cards: list[Any], rng: Rng) -> None:
        """Shuffle cards, with those on top that an example sets for this name in `shuffles`.

        Each of several lists that it sets is for one shuffle, in turn.

        Raises:
            ShuffleError: an example sets cards that are not among these.
        """
        tops = getattr(rng, "tops", {}).get(name)
        top = tops.pop(0) if tops else []
        if Counter(top) - Counter(cards):
            raise ShuffleError(name)
        if top:
            told_of_shuffles(rng)(cards)
            rng = replayed(stacked(cards, top), then=rng)
        shuffle(cards, rng)

    def result(self, table: T) -> tuple[int, ...] | None:
        """Return the seats that have won, or None while the game goes on.

        Raises:
            ResultError: the table names winners that are not seats.
        """
        return winners_of(table.winners, table.players) if self.to_move(table) == OVER else None

    def returns(self, table: T) -> tuple[float, ...]:
        """Return each seat's payoff: 1 for a win, -1 for a loss, 0 before the end.

        A game with points (`score`) returns the points instead.

        Raises:
            ResultError: the table names points or winners that cannot be.
        """
        if self.score:
            return payoffs_of(getattr(table, self.score), table.players)
        won = self.result(table)
        if not won:
            return (0.0,) * table.players
        return tuple(1.0 if seat in won else -1.0 for seat in range(table.players))

    def ranks(self, table: T) -> tuple[int, ...]:
        """Return the rank of each seat, from 1, by its payoff."""
        worth = self.returns(table)
        return tuple(1 + sum(other > own for other in worth) for own in worth)

    def zones(self, table: T) -> Mapping[str, Sequence[str]]:
        """Return the cards in each zone, all cards of the box included."""
        lying: dict[str, Sequence[str]] = {
            placed.zone: [str(card) for card in placed.cards] for placed in table.placed()
        }
        if self.aside:
            lying["aside"] = [card for card, count in self.aside.items() for _ in range(count)]
        return lying

    def sees(self, table: T, part: str, owner: int, seat: int) -> bool:
        """Return whether a seat sees a part of the table, or the owner's share of it.

        This is what the part declares. Override it if visibility changes during play, for example
        when cards are turned over.
        """
        seen = table.parts[part].seen
        if part in self._at_once and None not in getattr(table, part):
            seen = EVERYBODY
        return seen == EVERYBODY or (seen == OWNER and owner == seat)

    def observe(self, table: T, seat: int) -> dict[str, Any]:
        """Return what a seat sees, with hidden parts masked; OVER stands for a spectator."""
        return {
            part.key or name: part.seen_by(
                getattr(table, name), partial(self._shows, table, name, seat)
            )
            for name, part in table.parts.items()
        }

    def _shows(self, table: T, part: str, seat: int, owner: int) -> bool:
        return self.sees(table, part, owner, seat)

    def look(self, table: T, seat: int, zone: str, cards: int | Sequence[Card]) -> None:
        """Let a seat look at hidden cards, and remember them.

        Args:
            table: the table; it has a part for what seats know, `parts.memory()`.
            seat: the seat.
            zone: where the cards are, such as `draw` or, for the hand of seat 1, `hands.1`.
            cards: the number of cards from the top of a pile; or cards of a hand.

        Raises:
            KeyError: there is no such zone.
        """
        following = self._following
        known = following.after(table) if following else getattr(table, self._memory)
        lying = {lying.zone: lying for lying in table.placed()}[zone]
        top = lying.cards[: -cards - 1 : -1] if isinstance(cards, int) else cards
        known = looked(known, seat, lying, top, has_order=self.has_order(zone))
        setattr(table, self._memory, known)
        if following:
            following.begin(table, known)

    def pool(self, card: Card) -> str:
        """Return what the back of a card reveals; cards with the same value look alike."""
        return ""

    def resample(self, table: T, seat: int, rng: Rng) -> T:
        """Return a random table that the seat cannot distinguish from this one.

        Hidden cards are dealt again, secret simultaneous choices (`at_once`) of others are made
        again at random, and their other secrets are reset. Override this if the game hides anything
        else, such as a number that nobody sees or cards that imply something about each other.
        """
        twin = table.copy()
        self._forget_secrets(twin, table, seat)
        hidden = [lying for lying in twin.placed() if not self.sees_zone(table, lying, seat)]
        pools: dict[str, list[Card]] = {}
        for lying in hidden:
            for card in lying.cards:
                pools.setdefault(self.pool(card), []).append(card)
        if self._memory and getattr(table, self._memory):
            self._mix(twin, hidden, seat, rng)
        else:
            for cards in pools.values():
                shuffle(cards, rng)
            for lying in hidden:
                lying.cards[:] = [pools[self.pool(card)].pop() for card in lying.cards]
        for name in self._at_once:
            if not self.sees(table, name, OVER, seat):
                self._choose_anew(twin, name, seat, rng)
        return twin

    def _mix(self, twin: T, hidden: Sequence[Placed], seat: int, rng: Rng) -> None:
        """Deal hidden cards again so that they agree with all that the seat knows."""
        known = getattr(twin, self._memory)
        pools: dict[str, list[tuple[str, int]]] = {}
        for lying in hidden:
            for at, card in enumerate(lying.cards):
                pools.setdefault(self.pool(card), []).append((lying.zone, at))
        zones = {lying.zone: lying.cards for lying in twin.placed()}
        mixed(zones, [one for one in known if one.seat == seat], pools.values(), rng)
        others = [one if one.seat == seat else known_by_others(one, zones) for one in known]
        setattr(twin, self._memory, others)

    def _choose_anew(self, twin: T, name: str, seat: int, rng: Rng) -> None:
        """Replace the simultaneous choices of all other seats by random ones."""
        others = [
            other
            for other, value in enumerate(getattr(twin, name))
            if other != seat and value not in (None, "")
        ]
        for other in others:
            getattr(twin, name)[other] = None
            moves = self.moves_of(twin, other)
            if moves:
                self.play(twin, moves[rng(len(moves))], rng)

    def _forget_secrets(self, twin: T, table: T, seat: int) -> None:
        """Reset secret values of other seats that are not cards."""
        for name, part in table.parts.items():
            if not isinstance(part, Each) or part.seen != OWNER or name in self._at_once:
                continue
            if not isinstance(part.inner, Pile):
                value = getattr(twin, name)
                owners = range(len(value))
                part.forget(
                    value, [owner for owner in owners if not self.sees(table, name, owner, seat)]
                )

    def sees_zone(self, table: T, placed: Placed, seat: int) -> bool:
        """Return whether a seat sees cards that lie together."""
        return self.sees(table, placed.zone.partition(".")[0], placed.owner, seat)

    def has_order(self, zone: str) -> bool:
        """Return whether the order of the cards of a zone matters: it does not in hands."""
        part = self.table.parts[zone.partition(".")[0]]
        inner = part.inner if isinstance(part, Each) else part
        return isinstance(inner, Pile | Stacked) and not isinstance(inner, Hand)

    # Cards in hands: for tables with parts named `hands` and `draw`

    def in_order(self, cards: Iterable[C]) -> list[C]:
        """Return the distinct cards in box order, which is also the order of the moves."""
        return sorted(set(cards), key=self._places.__getitem__)

    def fill_hand(self, table: Any, seat: int, size: int, rng: Rng) -> None:
        """Draw up to this hand size; rebuild an empty draw pile first if possible."""
        hand = table.hands[seat]
        while len(hand) < size:
            if not table.draw:
                self.make_new_pile(table, rng)
                if not table.draw:
                    return
            hand.append(table.draw.pop())

    def make_new_pile(self, table: T, rng: Rng) -> None:
        """Rebuild the draw pile from discarded cards; does nothing unless a game overrides it."""

    # Worked examples

    @classmethod
    def on_the_table(cls, given: Mapping[str, Plain]) -> Iterator[Plain]:
        """Yield the cards that an example places on a grid or in a slot."""
        for name, part in cls.table.parts.items():
            inner = part.inner if isinstance(part, Each) else part
            if isinstance(inner, Grid | Slot) and (part.key or name) in given:
                yield given[part.key or name]

    def names(self, move: Move) -> Mapping[str, str]:
        """Return the move in the notation of a worked example."""
        return self._moves.words(move)

    def steps(self, table: T, when: Mapping[str, Plain], reader: Reader) -> list[Move]:
        """Parse the moves of `when` in order, including those under `further`."""
        return [move for _, _, moves in self.steps_said(table, when, reader) for move in moves]

    def steps_said(
        self, table: T, when: Mapping[str, Plain], reader: Reader
    ) -> Iterator[tuple[str, Mapping[str, Plain], list[Move]]]:
        """Parse the steps of `when`, of one or several moves: path, words and moves of each."""
        said = {key: words for key, words in when.items() if key not in (FURTHER, SEES)}
        player = {key: words for key, words in said.items() if key == "player"}
        at = At(self.to_move(table), table.players)
        first = (
            self._moves.read({**player, **words}, reader, at._replace(further=(FURTHER,)), path)
            for where, together in ([] if self.only_deals(when) else self.moves_said(said))
            for path, words in by_seat(where, together, reader, table.players)
        )
        yield "when", when, [move for move in first if move is not None]
        listed = reader.listed(f"when.{FURTHER}", when[FURTHER]) if FURTHER in when else []
        for place, step in enumerate(listed):
            where = f"when.{FURTHER}.{place}"
            words = reader.mapping(where, step)
            together = {key: value for key, value in words.items() if key != SEES}
            moves = (
                self._moves.read(own, reader, at, path)
                for path, own in by_seat(where, together, reader, table.players)
            )
            yield where, words, [move for move in moves if move is not None]

    def only_deals(self, when: Mapping[str, Plain]) -> bool:
        """Return whether an example begins with the deal, which is not an act: `setup: yes`."""
        return SETUP in when and all(act.key != SETUP for act in self._moves.acts)

    def moves_said(self, when: Mapping[str, Plain]) -> Sequence[tuple[str, Mapping[str, Plain]]]:
        """Return the words of each move in `when`, with their path; usually there is one move.

        Override it for a game whose examples can combine moves: `play: wipe-out, target: b`.
        """
        return [("when", when)]

    def read_setup(self, given: Mapping[str, Plain], reader: Reader, rng: Rng) -> tuple[T, Rng]:
        """Parse what an example gives before the deal: the empty table, and the random source."""
        reader.keys("given", given, ("players", DECK, *self.dice, *self.shuffles))
        players = positions.read_players(given, reader, self.seats)
        return self.laid_out(players), self._chance_of(given, reader, rng)

    def read(self, given: Mapping[str, Plain], reader: Reader, rng: Rng) -> tuple[T, Rng]:
        """Parse the position of a worked example; return it and the random source to go on with.

        Faults go to the reader; the returned position is then meaningless.
        """
        reader = Reader([str(card) for card in self.cards], reader.faults)
        parts = {
            part.key or name: name
            for name, part in self.table.parts.items()
            if part.told and part.given
        }
        reader.keys("given", given, ("players", DECK, REST, *self.dice, *self.shuffles, *parts))
        table = self.laid_out_for(given, self.read_players(given, reader))
        for key, name in parts.items():
            if key in given:
                part = table.parts[name]
                setattr(table, name, part.read(f"given.{key}", given[key], reader, table))
        if self.is_dealt(given):
            self.deal_rest(table, given, reader, rng)
            self._check_memory(table, reader)
        elif self.dealt_with:
            for key in given:
                if key == REST or (key in parts and not table.parts[parts[key]].lasts):
                    message = f"nothing can be dealt without a {self.dealt_with}"
                    reader.impossible(f"given.{key}", message, f"expected `{self.dealt_with}`")
        if not reader.faults:
            self.check_position(table, given, reader)
        return table, rng if reader.faults else self._chance_of(given, reader, rng)

    def _check_memory(self, table: T, reader: Reader) -> None:
        """Report cards in `known` that lie elsewhere in the position."""
        name = self._memory
        zones = {lying.zone: lying.cards for lying in table.placed()}
        for one in getattr(table, name) if name else ():
            if not is_true(one, zones):
                path = f"given.{table.parts[name].key or name}.{SEAT_NAMES[one.seat]}.{one.words}"
                message = "these cards are not where they are known to be"
                reader.impossible(path, message, "expected cards that `given` places there")

    def read_players(self, given: Mapping[str, Plain], reader: Reader) -> int:
        """Parse the number of players; the smallest supported one by default."""
        if self.is_dealt(given):
            return positions.read_players(given, reader, self.seats)
        players = reader.number("given.players", given.get("players", str(min(self.seats))))
        return min(max(1, players), len(SEAT_NAMES))

    def is_dealt(self, given: Mapping[str, Plain]) -> bool:
        """Return whether the example describes a table after the deal."""
        return not self.dealt_with or self.dealt_with in given

    def laid_out_for(self, given: Mapping[str, Plain], players: int) -> T:
        """Return the table for an example; games with variable grids override it."""
        return self.laid_out(players)

    def check_position(self, table: T, given: Mapping[str, Plain], reader: Reader) -> None:
        """Report unreachable positions to the reader, and derive what the given parts imply."""

    def deal_rest(self, table: T, given: Mapping[str, Plain], reader: Reader, rng: Rng) -> None:
        """Deal the cards that the example does not name.

        They fill hands that the example does not name. The rest goes below the named cards of the
        first hidden pile, or to the bottom of the pile named by `rest`.
        """
        rest = self.not_placed(table, reader)
        shuffle(rest, rng)
        parts = table.parts.items()
        piles = {name: part for name, part in parts if isinstance(part, Pile) and part.told}
        for name, part in parts:
            if isinstance(part, Each) and isinstance(part.inner, Hand):
                for seat, hand in enumerate(getattr(table, name)):
                    if not self.is_named(given, part.key or name, seat):
                        hand += [rest.pop() for _ in range(min(part.inner.size, len(rest)))]
        if not piles:
            if rest:
                message = f"no place is named for {listed(sorted({str(card) for card in rest}))}"
                reader.impossible("given", message, "expected all cards, as there is no pile")
            return
        hidden = next((name for name, part in piles.items() if part.top_first), next(iter(piles)))
        under = reader.choice(f"given.{REST}", given.get(REST, hidden), tuple(piles), "pile")
        getattr(table, tuple(piles)[max(under, 0)])[:0] = rest

    def not_placed(self, table: T, reader: Reader) -> list[Any]:
        """Return the copies of cards that have not been placed; report surplus copies."""
        placed: dict[str, list[int]] = {}
        for lying in table.placed():
            numbers = [self._places[card] for card in lying.cards]
            placed.setdefault(self.path_of(lying), []).extend(numbers)
        return [self.cards[at] for at in rest_of(self._copies, placed, reader)]

    def is_named(self, given: Mapping[str, Plain], key: str, seat: int) -> bool:
        """Return whether an example specifies the share of a seat, such as its hand."""
        shares = given.get(key, {})
        return isinstance(shares, Mapping) and SEAT_NAMES[seat] in shares

    def path_of(self, lying: Placed) -> str:
        """Return the path in the example of a group of cards, or the nearest one."""
        name, _, place = lying.zone.partition(".")
        part = self.table.parts[name]
        if isinstance(part, Each) and not part.names:
            place = SEAT_NAMES[lying.owner]
        return f"given.{part.key or name}{f'.{place}' if place else ''}"

    def _chance_of(self, given: Mapping[str, Plain], reader: Reader, rng: Rng) -> Rng:
        """Return a random source that first yields the deck, dice and shuffles of an example."""
        dice = {
            die: [
                reader.number(f"given.{die}.{at}", pips)
                for at, pips in enumerate(reader.listed(f"given.{die}", given[die]))
            ]
            for die in self.dice
            if die in given
        }
        tops = {
            name: self._tops_of(f"given.{name}", given[name], reader)
            for name in self.shuffles
            if name in given
        }
        if DECK in given:
            top = reader.hand(f"given.{DECK}", given[DECK])
            rest_of(self._copies, {f"given.{DECK}": top}, reader)
            box = [self.cards.index(card) for card in self.all_cards()]
            if not reader.faults:
                rng = replayed(stacked(box, top), then=rng)
        return _Arranged(rng, dice, tops) if dice or tops else rng

    def _tops_of(self, path: str, value: Plain, reader: Reader) -> list[list[Any]]:
        """Parse the cards that a shuffle puts on top, or a list of them for each of several."""
        listed = reader.listed(path, value)
        several = bool(listed) and all(isinstance(cards, list) for cards in listed)
        named = [(f"{path}.{at}", cards) for at, cards in enumerate(listed)]
        tops = named if several else [(path, value)]
        return [[self.cards[at] for at in reader.hand(where, cards)] for where, cards in tops]

    def position(self, table: T) -> Position:
        """Return the position as plain data, for figures and comparisons."""
        told: dict[str, Any] = {"players": table.players}
        for name, part in table.parts.items():
            if part.told:
                told[part.key or name] = part.tell(getattr(table, name))
            if isinstance(part, Grid):
                told["stacks"] = [
                    [str(card) for card in stack] for stack in getattr(table, name).values()
                ]
        return told

    def compare(self, position: Position, then: Mapping[str, Plain], reader: Reader) -> list[Miss]:
        """Return every false claim about the position."""
        return positions.claims(position, then, reader, self._in_order, self._of_names)

    def compare_sight(self, path: str, claim: Plain, table: T, reader: Reader) -> list[Miss]:
        """Return every false claim about what seats see: `sees: {a: {hands: {b: ["?"]}}}`."""
        seats = reader.mapping(path, claim)
        reader.keys(path, seats, SEAT_NAMES[: table.players])
        found: list[Miss] = []
        for name in SEAT_NAMES[: table.players]:
            where, actual = f"{path}.{name}", self.observe(table, SEAT_NAMES.index(name))
            claims = reader.mapping(where, seats.get(name, {}))
            reader.keys(where, claims, tuple(actual))
            for key, wanted in claims.items():
                hand, own = key in self._of_hands, actual.get(key)
                found += positions.seen(f"{where}.{key}", wanted, own, reader, in_order=not hand)
        return found


class _Arranged:
    """Random source of an example that sets dice rolls and the top cards of shuffles."""

    def __init__(
        self, rng: Rng, dice: dict[str, list[int]], tops: dict[str, list[list[Card]]]
    ) -> None:
        self.rng, self.dice, self.tops = rng, dice, tops

    def __call__(self, n: int) -> int:
        return self.rng(n)


@contextmanager
def watched() -> Iterator[set[str]]:
    """Make games created in this context record the clauses that make a difference to them.

    These are clauses that forbid a move, steps that run, facts that are queried, and all `@allows`
    clauses, which are only evaluated while switched off. Replaying a game without an unrecorded
    clause gives the same result.
    """
    noted: set[str] = set()
    token = _NOTED.set(noted)
    try:
        yield noted
    finally:
        _NOTED.reset(token)
