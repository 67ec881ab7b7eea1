"""The base of a game: its clauses, its moves and its table make the whole of what tools need.

A game names its cards, acts, table and sentences, and writes its clauses as members (see
`printnplay.rules.clauses`). What is left to write is how to deal and what a move does.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar, cast

from printnplay.game.verdicts import Position
from printnplay.kernel.values import Plain
from printnplay.rules import positions
from printnplay.rules.acts import (
    SEAT_NAMES,
    Act,
    At,
    Card,
    Move,
    Moves,
    MovesByParts,
    all_copies,
    box_of,
    numbered,
)
from printnplay.rules.chance import ShuffleError, replayed, shuffle, stacked
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
    SeatList,
    Slot,
    Words,
)
from printnplay.rules.protocol import Miss
from printnplay.rules.table import Table
from printnplay.rules.variants import settle

_NOTED: ContextVar[set[str] | None] = ContextVar("noted", default=None)
"""Where games that are made now note the clauses that make a difference."""

UNKNOWN_MOVE = "unknown move"
"""Why a move is not legal that the game does not have at all; never the id of a rule."""

FURTHER = "further"
"""The key of `when` for the moves that follow the first one."""

DECK, REST = "deck", "rest"
"""Keys of `given`: the cards that the next shuffle brings to the top; where cards not named lie."""

T = TypeVar("T", bound=Table)
C = TypeVar("C", bound=Card)


class CardGame(Generic[T]):
    """A game at work; holds no position itself. `new_game` of a rules file is its class.

    Args:
        off: rules and clauses that are switched off.
        chosen: variants other than the usual ones.

    Raises:
        KeyError: there is no such rule.
        UnknownVariantError: there is no such variant or choice.
    """

    cards: ClassVar[Sequence[Card]] = ()
    """Every card that is played with, copies counted by the card; if none, those of the table."""

    aside: ClassVar[Mapping[str, int]] = {}
    """Cards of the box that are never shuffled or moved, and how many."""

    begins_with: ClassVar[Mapping[str, Sequence[Card]]] = {}
    """The cards that a zone may begin with, where some of those dealt may not lie there: a zone by
    its name, such as `discard` or `grid.b2`."""

    acts: ClassVar[Sequence[Act]] = ()
    """What may be done; a move is one of these."""

    table: ClassVar[type[Table]] = Table
    """The class of the game's tables."""

    seats: ClassVar[Sequence[int]] = (2,)
    """How many may play."""

    sentences: ClassVar[Mapping[str, str]] = {}
    """The rules by id, one line each."""

    variants_offered: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The ways to play with their choices; the first one is played unless another is chosen."""

    facts: ClassVar[Mapping[str, int]] = {}
    """Numbers that texts quote."""

    dealt_with: ClassVar[str] = ""
    """The part that an example gives just if it is of a table with the cards dealt.

    Without it nothing else can be given but what lasts from round to round.
    """

    score: ClassVar[str] = ""
    """The part of the table that holds the points of each seat, if the game has any."""

    dice: ClassVar[Mapping[str, int]] = {}
    """Dice by name with their sides; an example can say what they show: `given: {die: [4]}`."""

    shuffles: ClassVar[Sequence[str]] = ()
    """Names of shuffles, of which an example can say what they bring to the top: `reshuffled: [x]`.

    The key `deck` does so for the first shuffle of the whole box.
    """

    clauses_of_cards: ClassVar[Mapping[str, str]] = {}
    """What single cards do, as clauses by id with their lines: `self.on` says what is in force."""

    rules_of_cards: ClassVar[Mapping[str, str]] = {}
    """For each card that does something the rule or clause that says what.

    Worked examples have to show each of them take effect, and not take effect.
    """

    clauses: ClassVar[Mapping[str, str]] = {}
    """All clauses by id, with what holds while they are in force; gathered from the members."""

    _members: ClassVar[Sequence[tuple[str, Clause]]] = ()
    _promises: ClassVar[Sequence[tuple[str, str]]] = ()
    _box: ClassVar[Sequence[Card]] = ()
    _places: ClassVar[Mapping[Card, int]] = {}
    _at_once: ClassVar[Sequence[str]] = ()
    """Parts in which choices are made at the same time."""
    _moves: Moves
    _in_order: ClassVar[frozenset[str]]
    """Keys of piles of seats or teams, whose order can be claimed; that of a hand never matters."""
    _of_names: ClassVar[frozenset[str]]
    """Keys of lists of seats or of words."""

    def __init_subclass__(cls) -> None:
        """Gather clauses and number the moves."""
        cls.cards = cls.cards or cls.table.cards
        cls._members = tuple(clauses_of(cls))
        cls._promises = tuple(promises_of(cls))
        cls._box = tuple(all_copies(cls.cards))
        cls._places = {card: place for place, card in enumerate(cls.cards)}
        cls.clauses = {clause.id: clause.line for _, clause in cls._members if "." in clause.id}
        cls.clauses |= cls.clauses_of_cards
        cls._at_once = tuple(n for n, p in cls.table.parts.items() if isinstance(p, AtOnce))
        cls._moves = numbered(tuple(cls.acts), max(cls.seats))
        parts = {part.key or name: part for name, part in cls.table.parts.items()}
        cls._in_order = frozenset(
            key
            for key, part in parts.items()
            if isinstance(part, Each)
            and isinstance(part.inner, Pile)
            and not isinstance(part.inner, Hand)
        )
        cls._of_names = frozenset(
            key for key, part in parts.items() if isinstance(part, SeatList | Words)
        )

    def __init__(self, off: Iterable[str] = (), **chosen: str) -> None:
        """Settle which clauses are in force and how they are asked."""
        off = tuple(off)
        self.on = Rules({**self.sentences, **self.clauses}, off).on
        self.variants = settle(self.variants_offered, chosen)
        self.telling = False
        self._trace: Trace | None = None
        self._against: dict[str, tuple[tuple[str, Check], ...]] = {
            act.name: tuple(self._checks({act.key, act.name})) for act in self.acts
        }
        self._silent = {"play": self.play, **dict(self._steps(tell=None))}
        self._tracing = {"play": self._play_and_tell, **dict(self._steps(tell=self.tell))}
        vars(self).update(self._silent)
        noted = _NOTED.get()
        for name, member in self._members:
            if member.form == FACT and noted is None:
                setattr(self, name, self.on(member.id))
        fast = getattr(self, "fast_moves", None)
        self.moves: Callable[[T], list[Move]] = self.legal_moves if off or not fast else fast
        """Every legal move, in order."""
        if noted is not None:
            self._note(noted)

    def _checks(self, words: Set[str]) -> Iterator[tuple[str, Check]]:
        """The clauses that can speak against an act of these words, in their order."""
        for name, member in self._members:
            wanted = (member.form == FORBIDS) is self.on(member.id)
            about = not member.acts or not words.isdisjoint(member.acts)
            if member.form in (FORBIDS, ALLOWS) and wanted and about:
                yield member.id, getattr(self, name)

    def _steps(self, tell: Trace | None) -> Iterator[tuple[str, Callable[..., None]]]:
        """The steps by name: at work, or doing nothing; telling a trace or not."""
        for name, member in self._members:
            if member.form == STEP:
                work = getattr(type(self), name).__get__(self)
                in_force = telling(work, rule_of(member.id), tell) if tell else work
                yield name, in_force if self.on(member.id) else nothing

    @property
    def trace(self) -> Trace | None:
        """Called with the rules that take effect, if it is set."""
        return self._trace

    @trace.setter
    def trace(self, trace: Trace | None) -> None:
        if (trace is None) != (self._trace is None):
            vars(self).update(self._silent if trace is None else self._tracing)
        self._trace, self.telling = trace, trace is not None

    def tell(self, rule: str) -> None:
        """Tell the trace, if there is one, that a rule takes effect."""
        if self._trace is not None:
            self._trace(rule)

    def rules_used(self, table: T, move: Move) -> Iterable[str]:
        """Return the rules that a legal move uses besides those of its steps, for statistics."""
        return ()

    def _play_and_tell(self, table: T, move: Move, rng: Rng) -> None:
        for rule in self.rules_used(table, move):
            self.tell(rule)
        self._silent["play"](table, move, rng)

    def _note(self, noted: set[str]) -> None:
        """Note the clauses that make a difference from now on; see `watched`."""
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
        """Take these acts instead of those of the class, as for a grid of another size."""
        self._moves = numbered(tuple(acts), max(self.seats))

    # Moves and why they are not legal

    def move(self, seat: int, act: str, what: object, where: object = "") -> Move:
        """Return a move by its parts.

        Raises:
            KeyError: the game has no such move.
        """
        return self._moves.get(seat, act, what, where)

    @property
    def move_count(self) -> int:
        """How many kinds of moves there are: each seat's are numbered from 0."""
        return len(self._moves.kinds)

    @property
    def stray_acts(self) -> dict[str, str]:
        """Acts that clauses look at and the game does not have, with the clauses."""
        has = {word for act, _, _ in self._moves.kinds for word in (act.key, act.name)}
        members = (member for _, member in self._members)
        return {act: member.id for member in members for act in member.acts if act not in has}

    @property
    def playable(self) -> frozenset[Card]:
        """The cards that some move names."""
        return frozenset(what for _, what, _ in self._moves.kinds if isinstance(what, Card))

    def move_numbered(self, seat: int, number: int) -> Move:
        """Return a move of a seat by its number.

        Raises:
            IndexError: there is none of this number.
        """
        return self._moves.of_seat[seat][number]

    @property
    def known(self) -> Sequence[MovesByParts]:
        """Every move, legal or not, by seat, act, object and place: `known[0]["play"][CAT][""]`."""
        return self._moves.known

    def to_move(self, table: T) -> int:
        """Return the seat that moves next; OVER when the game has ended.

        Where choices are made at the same time it is the first seat that has to choose.
        """
        if self._at_once and table.turn != OVER:
            return next(iter(self._yet_to_choose(table)), table.turn)
        return table.turn

    def acting(self, table: T) -> tuple[int, ...]:
        """Return the seats that may move now; several where choices are made at the same time."""
        seat = self.to_move(table)
        return () if seat == OVER else self._yet_to_choose(table) or (seat,)

    def _yet_to_choose(self, table: T) -> tuple[int, ...]:
        """The seats that have to choose something at the same time."""
        for name in self._at_once:
            seats = tuple(seat for seat, value in enumerate(getattr(table, name)) if value is None)
            if seats:
                return seats
        return ()

    def ending(self, table: T) -> str:
        """Return how a game ended in a few words, for statistics: `three objectives`.

        Without them it is told by the rules that took effect in the last move.
        """
        return ""

    def first_player(self, table: T) -> int:
        """Return who had the first turn of a finished game; OVER if that moved first."""
        return OVER

    def standing(self, table: T) -> Sequence[float]:
        """Return the standing of each seat during a game: its points, if any (`score`)."""
        return tuple(map(float, getattr(table, self.score))) if self.score else ()

    def leaders(self, table: T) -> list[int]:
        """Return the seats with most points, by `score`."""
        points = getattr(table, self.score)
        return [seat for seat, own in enumerate(points) if own == max(points)]

    def why_not(self, table: T, move: Move) -> str:
        """Return the first clause in force that forbids the move; empty if none does."""
        known = self._moves.is_one(move, table.players)
        return self.forbidden_by(table, move) if known else UNKNOWN_MOVE

    def forbidden_by(self, table: T, move: Move) -> str:
        """Return the clause that forbids a move of the game, as `why_not` does."""
        for clause, speaks_against in self._against[move.act]:
            if speaks_against(table, move):
                return clause
        return ""

    def can_play(self, table: Any, seat: int, act: str = "play") -> bool:
        """Return whether a seat may play, or use, a card of its hand, by the clauses alone."""
        known, hand = self.known[seat][act], table.hands[seat]
        return any(
            not self.forbidden_by(table, move) for card in hand for move in known[card].values()
        )

    def legal_moves(self, table: T) -> list[Move]:
        """Return every legal move of the seat that moves next, by the clauses alone."""
        seat = self.to_move(table)
        return [] if seat == OVER else self.moves_of(table, seat)

    def moves_of(self, table: T, seat: int) -> list[Move]:
        """Return every legal move of a seat, by the clauses alone."""
        known, forbidden_by = self._moves.of_players(table.players, seat), self.forbidden_by
        return [move for move in known if not forbidden_by(table, move)]

    # What a game writes

    def setup(self, players: int, rng: Rng) -> T:
        """Return the table at the start of the first turn.

        Raises:
            ValueError: this many cannot play.
        """
        if players not in self.seats:
            raise ValueError(players)
        table = self.laid_out(players)
        self.deal(table, rng)
        return table

    def deal(self, table: T, rng: Rng) -> None:
        """Shuffle and deal onto an empty table."""
        raise NotImplementedError

    def play(self, table: T, move: Move, rng: Rng) -> None:
        """Carry out a legal move."""
        raise NotImplementedError

    # What follows from the parts of the table

    def laid_out(self, players: int) -> T:
        """Return an empty table."""
        return cast("T", self.table.laid_out(players))

    def all_cards(self) -> list[Any]:
        """Return every copy of every card, in the order of the box."""
        return list(self._box)

    def cards_astray(self, table: T) -> list[str]:
        """Return the cards whose copies do not each lie on the table just once."""
        lying = Counter(str(card) for cards in self.zones(table).values() for card in cards)
        box = Counter({**box_of(self.cards), **self.aside})
        return [card for card in {**box, **lying} if lying[card] != box[card]]

    def broken_promises(self, table: T) -> list[str]:
        """Return the `always` members of the game that do not hold."""
        return [line for name, line in self._promises if not getattr(self, name)(table)]

    def roll(self, die: str, rng: Rng) -> int:
        """Roll a die: a number from 1."""
        shown = getattr(rng, "dice", {}).get(die)
        return int(shown.pop(0)) if shown else rng(self.dice[die]) + 1

    def shuffle(self, name: str, cards: list[Any], rng: Rng) -> None:
        """Shuffle, one of `shuffles` by its name.

        Raises:
            ShuffleError: an example wants cards on top that are not among these.
        """
        top = getattr(rng, "tops", {}).pop(name, [])
        if Counter(top) - Counter(cards):
            raise ShuffleError(name)
        shuffle(cards, replayed(stacked(cards, top), then=rng))

    def result(self, table: T) -> tuple[int, ...] | None:
        """Return the seats that have won; None while the game goes on."""
        return tuple(table.winners) if self.to_move(table) == OVER else None

    def returns(self, table: T) -> tuple[float, ...]:
        """Return the value of the game for each seat: 1 for a win, -1 for a loss, 0 before the end.

        A game of points (`score`) returns the points instead.
        """
        if self.score:
            return tuple(map(float, getattr(table, self.score)))
        won = self.result(table)
        if not won:
            return (0.0,) * table.players
        return tuple(1.0 if seat in won else -1.0 for seat in range(table.players))

    def ranks(self, table: T) -> tuple[int, ...]:
        """Return the place of each seat, from 1, by what the game returns."""
        worth = self.returns(table)
        return tuple(1 + sum(other > own for other in worth) for own in worth)

    def zones(self, table: T) -> Mapping[str, Sequence[str]]:
        """Return the zone of every card of the box."""
        lying: dict[str, Sequence[str]] = {
            placed.zone: [str(card) for card in placed.cards] for placed in table.placed()
        }
        if self.aside:
            lying["aside"] = [card for card, count in self.aside.items() for _ in range(count)]
        return lying

    def sees(self, table: T, part: str, owner: int, seat: int) -> bool:
        """Return whether a seat sees a part of the table, or the owner's share of it.

        What the part declares; a game overrides it where that changes, as with cards turned over.
        """
        seen = table.parts[part].seen
        if part in self._at_once and None not in getattr(table, part):
            seen = EVERYBODY
        return seen == EVERYBODY or (seen == OWNER and owner == seat)

    def observe(self, table: T, seat: int) -> dict[str, Any]:
        """Return all that a seat sees, with hidden parts masked; OVER is an onlooker."""
        return {
            part.key or name: part.seen_by(
                getattr(table, name), partial(self._shows, table, name, seat)
            )
            for name, part in table.parts.items()
        }

    def _shows(self, table: T, part: str, seat: int, owner: int) -> bool:
        return self.sees(table, part, owner, seat)

    def pool(self, card: Card) -> str:
        """Return what the back of a card reveals; cards of one pool look the same."""
        return ""

    def resample(self, table: T, seat: int, rng: Rng) -> T:
        """Return a table that the seat cannot tell from this: hidden cards are dealt anew.

        What others have chosen in secret (`at_once`) is chosen anew, by chance; other secrets of
        theirs are as on a bare table. A game that hides anything else, a number that nobody sees or
        cards that say something of each other, overrides this.
        """
        twin = table.copy()
        self._forget_secrets(twin, table, seat)
        hidden = [lying for lying in twin.placed() if not self._sees_zone(table, lying, seat)]
        pools: dict[str, list[Card]] = {}
        for lying in hidden:
            for card in lying.cards:
                pools.setdefault(self.pool(card), []).append(card)
        for cards in pools.values():
            shuffle(cards, rng)
        for lying in hidden:
            lying.cards[:] = [pools[self.pool(card)].pop() for card in lying.cards]
        for name in self._at_once:
            if not self.sees(table, name, OVER, seat):
                self._choose_anew(twin, name, seat, rng)
        return twin

    def _choose_anew(self, twin: T, name: str, seat: int, rng: Rng) -> None:
        """Have the others choose again who have chosen at the same time as a seat."""
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
        """Take the secrets of others that are no cards off a table."""
        for name, part in table.parts.items():
            if not isinstance(part, Each) or part.seen != OWNER or name in self._at_once:
                continue
            if not isinstance(part.inner, Pile):
                value = getattr(twin, name)
                owners = range(len(value))
                part.forget(
                    value, [owner for owner in owners if not self.sees(table, name, owner, seat)]
                )

    def _sees_zone(self, table: T, placed: Placed, seat: int) -> bool:
        return self.sees(table, placed.zone.partition(".")[0], placed.owner, seat)

    # Cards in hands: for tables whose parts are called `hands` and `draw`

    def in_order(self, cards: Iterable[C]) -> list[C]:
        """Return the cards, each kind once, in the order of the box, which is that of the moves."""
        return sorted(set(cards), key=self._places.__getitem__)

    def fill_hand(self, table: Any, seat: int, size: int, rng: Rng) -> None:
        """Draw up to this many cards; an empty draw pile is first made anew, if that can be."""
        hand = table.hands[seat]
        while len(hand) < size:
            if not table.draw:
                self.make_new_pile(table, rng)
                if not table.draw:
                    return
            hand.append(table.draw.pop())

    def make_new_pile(self, table: T, rng: Rng) -> None:
        """Make a new draw pile of what is not needed; a game without such a rule has none."""

    # Worked examples

    @classmethod
    def on_the_table(cls, given: Mapping[str, Plain]) -> Iterator[Plain]:
        """Yield the cards that an example lays out on a grid or in a place for a card."""
        for name, part in cls.table.parts.items():
            inner = part.inner if isinstance(part, Each) else part
            if isinstance(inner, Grid | Slot) and (part.key or name) in given:
                yield given[part.key or name]

    def names(self, move: Move) -> Mapping[str, str]:
        """Return the move in words, as in a worked example."""
        return self._moves.words(move)

    def steps(self, table: T, when: Mapping[str, Plain], reader: Reader) -> list[Move]:
        """Return the moves of `when` in order, those listed under `further` included."""
        said = {key: words for key, words in when.items() if key != FURTHER}
        player = {key: words for key, words in said.items() if key == "player"}
        at = At(self.to_move(table), table.players)
        first = [
            self._moves.read({**player, **words}, reader, at._replace(further=(FURTHER,)), path)
            for path, words in self.moves_said(said)
        ]
        listed = reader.listed(f"when.{FURTHER}", when[FURTHER]) if FURTHER in when else []
        paths = [f"when.{FURTHER}.{place}" for place in range(len(listed))]
        later = [
            self._moves.read(reader.mapping(path, words), reader, at, path)
            for path, words in zip(paths, listed, strict=True)
        ]
        return [move for move in first + later if move is not None]

    def moves_said(self, when: Mapping[str, Plain]) -> Sequence[tuple[str, Mapping[str, Plain]]]:
        """Return the words of each move of `when`, and where they are; usually it is one move.

        A game overrides it that lets examples say more in one: `play: wipe-out, target: b`.
        """
        return [("when", when)]

    def read(self, given: Mapping[str, Plain], reader: Reader, rng: Rng) -> tuple[T, Rng]:
        """Read a position from a worked example, and the chance that follows it.

        What cannot be is told to the reader; the position is then worth nothing.
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
        elif self.dealt_with:
            for key in given:
                if key == REST or (key in parts and not table.parts[parts[key]].lasts):
                    message = f"nothing can be dealt without a {self.dealt_with}"
                    reader.impossible(f"given.{key}", message, f"expected `{self.dealt_with}`")
        if not reader.faults:
            self.check_position(table, given, reader)
        return table, rng if reader.faults else self._chance_of(given, reader, rng)

    def read_players(self, given: Mapping[str, Plain], reader: Reader) -> int:
        """Read the number of players; the smallest unless the example says."""
        if self.is_dealt(given):
            return positions.read_players(given, reader, self.seats)
        players = reader.number("given.players", given.get("players", str(min(self.seats))))
        return min(max(1, players), len(SEAT_NAMES))

    def is_dealt(self, given: Mapping[str, Plain]) -> bool:
        """Return whether the example is of a table after the deal."""
        return not self.dealt_with or self.dealt_with in given

    def laid_out_for(self, given: Mapping[str, Plain], players: int) -> T:
        """Return the table for an example; games whose grid changes override it."""
        return self.laid_out(players)

    def check_position(self, table: T, given: Mapping[str, Plain], reader: Reader) -> None:
        """Tell the reader of a position that no game can reach, and settle what follows from it."""

    def deal_rest(self, table: T, given: Mapping[str, Plain], reader: Reader, rng: Rng) -> None:
        """Deal the cards that the example does not name.

        They lie in hands that are not named and in the first hidden pile, below its named cards, or
        at the bottom of the pile that `rest` names.
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
        hidden = next((name for name, part in piles.items() if part.top_first), next(iter(piles)))
        under = reader.choice(f"given.{REST}", given.get(REST, hidden), tuple(piles), "pile")
        getattr(table, tuple(piles)[max(under, 0)])[:0] = rest

    def not_placed(self, table: T, reader: Reader) -> list[Any]:
        """Return the copies of cards that lie nowhere yet; report copies too many."""
        placed: dict[str, list[int]] = {}
        for lying in table.placed():
            numbers = [self._places[card] for card in lying.cards]
            placed.setdefault(self.path_of(lying), []).extend(numbers)
        return [self.cards[at] for at in rest_of(box_of(self.cards), placed, reader)]

    def is_named(self, given: Mapping[str, Plain], key: str, seat: int) -> bool:
        """Return whether an example names the share of a seat, such as its hand."""
        shares = given.get(key, {})
        return isinstance(shares, Mapping) and SEAT_NAMES[seat] in shares

    def path_of(self, lying: Placed) -> str:
        """Return the place in the example that names cards lying together, or the nearest."""
        name, _, place = lying.zone.partition(".")
        part = self.table.parts[name]
        if isinstance(part, Each) and not part.names:
            place = SEAT_NAMES[lying.owner]
        return f"given.{part.key or name}{f'.{place}' if place else ''}"

    def _chance_of(self, given: Mapping[str, Plain], reader: Reader, rng: Rng) -> Rng:
        """The chance that an example leaves: the deck and the dice that it names come first."""
        dice = {
            die: [
                reader.number(f"given.{die}.{at}", pips)
                for at, pips in enumerate(reader.listed(f"given.{die}", given[die]))
            ]
            for die in self.dice
            if die in given
        }
        tops = {
            name: [self.cards[at] for at in reader.hand(f"given.{name}", given[name])]
            for name in self.shuffles
            if name in given
        }
        if DECK in given:
            top = reader.hand(f"given.{DECK}", given[DECK])
            rest_of(box_of(self.cards), {f"given.{DECK}": top}, reader)
            box = [self.cards.index(card) for card in self.all_cards()]
            if not reader.faults:
                rng = replayed(stacked(box, top), then=rng)
        return _Arranged(rng, dice, tops) if dice or tops else rng

    def position(self, table: T) -> Position:
        """Return the position as plain data, for figures and for comparing."""
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
        """Return every claim about the position that is false."""
        return positions.claims(position, then, reader, self._in_order, self._of_names)


class _Arranged:
    """Chance of an example that says what dice show and what shuffles bring to the top."""

    def __init__(self, rng: Rng, dice: dict[str, list[int]], tops: dict[str, list[Card]]) -> None:
        self.rng, self.dice, self.tops = rng, dice, tops

    def __call__(self, n: int) -> int:
        return self.rng(n)


@contextmanager
def watched() -> Iterator[set[str]]:
    """Make games of this context note the clauses that make a difference to them.

    Those are clauses that speak against a move, steps that are done, facts that are asked for, and
    clauses that allow, which are asked for only when they are switched off. A game that is played
    again without a clause that has not been noted goes the same way.
    """
    noted: set[str] = set()
    token = _NOTED.set(noted)
    try:
        yield noted
    finally:
        _NOTED.reset(token)
