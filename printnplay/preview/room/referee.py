"""A table where the rules of the game referee: guests make its moves, each from their own browser.

The server plays the game of the rules engine. A browser gets what its seat observes, its own legal
moves, and why another one is not legal.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import isqrt
from secrets import randbelow
from typing import Annotated, Any, TypeVar

from msgspec import Meta, Struct

from printnplay.game.game import Game
from printnplay.kernel.diagnostics import Problems
from printnplay.play.log import Recorder
from printnplay.preview.room.acts import RefusedError
from printnplay.preview.room.position import TableData
from printnplay.preview.room.seats import Guest, Seats
from printnplay.preview.room.steps import Start, Step
from printnplay.rules.acts import Move
from printnplay.rules.cardgame import UNKNOWN_MOVE, CardGame
from printnplay.rules.chance import seeded
from printnplay.rules.game import rule_of
from printnplay.rules.loader import guarded
from printnplay.rules.parts import HIDDEN, OWNER, Each, Grid, Hand, Part, Pile, Stacked
from printnplay.rules.protocol import RulesModule
from printnplay.rules.table import Table

GAP, ROOM = 6.0, 12.0
"""The distance of piles in mm, and the room above a row for the names of its piles."""

MOST_ACROSS = 10
"""The most piles in a row, if those of one seat are no more: cards of longer rows cannot be read on
a screen. A guess."""

MOST_REASONS = 40
"""The most moves that are listed with why they are not legal. A guess: more is not read."""

Made = TypeVar("Made")


class Play(Step, frozen=True):
    """Make a legal move, by its number."""

    number: Annotated[int, Meta(ge=0, lt=1 << 31)]


class Asking(Struct, frozen=True, forbid_unknown_fields=True):
    """Which moves with a card are not legal, and why; `to` is where it was dropped, if it was."""

    card: Annotated[str, Meta(max_length=200)]
    to: Annotated[str, Meta(max_length=200)] = ""


RefereedSteps = Play | Start


class RefereedRoom(Seats):
    """A table whose guests make the moves that the rules allow.

    Args:
        table: the cards with their pictures.
        game: the game, with its rules.
        seats: the number of seats at the beginning.
        host: the secret of the host.
    """

    def __init__(
        self, table: TableData, game: tuple[Game, RulesModule], seats: int, host: str
    ) -> None:
        """Deal a first game."""
        super().__init__(table, host)
        self.game, self.rules = game
        self.recorder = self._dealt(seats)

    def _dealt(self, seats: int) -> Recorder:
        def deal() -> Recorder:
            return Recorder(self.rules.new_game(()), seats, seeded(randbelow(1 << 31)))

        return self._guarded(deal)

    def _guarded(self, work: Callable[[], Made]) -> Made:
        """Return the result of work with the rules.

        Raises:
            RefusedError: the rules have failed.
        """
        problems = Problems()
        made = guarded(self.game, work, problems)
        if made is None:
            raise RefusedError("; ".join(fault.message for fault in problems.found))
        return made

    @property
    def played(self) -> CardGame[Any]:
        """The game of the rules engine."""
        game: CardGame[Any] = self.recorder.game
        return game

    @property
    def now(self) -> Table:
        """The position."""
        table: Table = self.recorder.state
        return table

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.now.players

    def step(self, guest: Guest, step: RefereedSteps) -> None:
        """Make a move of a guest, or begin a new game.

        Raises:
            RefusedError: it is not their turn, or the rules forbid it.
        """
        if isinstance(step, Start):
            self._start(guest, step)
        else:
            legal = {move.number: move for move in self._moves(guest.seat)}
            if step.number not in legal:
                raise RefusedError("this move is not legal now")
            move = legal[step.number]
            self._guarded(partial(self._play, move))
            # What seats choose at once stays secret until all have chosen.
            is_secret = bool(self.played.choosing(self.now))
            self._say(guest, "", HIDDEN if is_secret else self._words(move))
        self.steps += 1
        self._change()

    def _play(self, move: Move) -> bool:
        self.recorder.play(move)
        return True

    def _start(self, guest: Guest, step: Start) -> None:
        self._begin(guest, step.players)
        self.recorder = self._dealt(step.players)
        self._say(guest, "new")

    def _moves(self, seat: int) -> Sequence[Move]:
        """Return the legal moves of a seat; none if it is not its turn."""
        if seat not in self.played.acting(self.now):
            return ()
        return self._guarded(lambda: self.played.moves_of(self.now, seat))

    def _words(self, move: Move) -> str:
        words = self.played.names(move).items()
        return ", ".join(f"{key} {word}" for key, word in words if key != "player")

    def why(self, guest: Guest, card: str, to: str) -> Sequence[Mapping[str, str]]:
        """Return why a guest may not play a card, each move with its rule and the reason."""
        return self._guarded(lambda: [*self._refused(guest.seat, card, to)])

    def _refused(self, seat: int, card: str, to: str) -> Iterator[Mapping[str, str]]:
        game, found = self.played, 0
        for number in range(game.move_count):
            move = game.move_numbered(seat, number)
            if str(move.what) != card or (to and to not in game.names(move).values()):
                continue
            clause = game.why_not(self.now, move)
            if clause and clause != UNKNOWN_MOVE and found < MOST_REASONS:
                rule = rule_of(clause)
                reason = self.rules.CLAUSES.get(clause) or self.rules.SENTENCES.get(rule, "")
                yield {"words": self._words(move), "rule": clause, "reason": reason}
                found += 1

    def view(self, guest: Guest) -> Mapping[str, Any]:
        """Return what a seat observes as a position of the table, with its legal moves."""
        game, now, seat = self.played, self.now, guest.seat
        zones = self._guarded(lambda: game.observe(now, seat))
        drawn = _View(self, guest)
        for name, part in now.parts.items():
            drawn.add(part.key or name, part, zones[part.key or name])
        won = game.result(now)
        return {
            **self.about(guest),
            **drawn.told,
            "undo": False,
            "turn": list(game.acting(now)),
            "won": None if won is None else list(won),
            "legal": [
                {"number": move.number, "words": self._words(move), "card": str(move.what)}
                for move in self._moves(seat)
            ],
        }


class _View:
    """What a seat observes, laid out: rows of piles for each zone, hands, and facts."""

    def __init__(self, room: RefereedRoom, guest: Guest) -> None:
        self.room, self.guest = room, guest
        self.left, self.top, self.bottom = 0.0, 0.0, 0.0
        self.cards: dict[str, Mapping[str, Any]] = {}
        self.kinds: dict[str, Mapping[str, Any]] = {}
        self.piles: dict[str, Mapping[str, Any]] = {}
        self.hands: list[list[str]] = [[] for _ in range(room.seats)]
        self.facts: list[str] = []
        self.width = max(kind.w for kind in room.table.kinds.values())
        self.height = max(kind.h for kind in room.table.kinds.values())

    @property
    def told(self) -> Mapping[str, Any]:
        """The position as the page reads it."""
        return {
            "players": len(self.hands),
            "cards": self.cards,
            "kinds": self.kinds,
            "piles": self.piles,
            "order": [*self.piles],
            "hands": self.hands,
            "tools": {},
            "notes": "",
            "facts": self.facts,
        }

    def add(self, name: str, part: Part, value: Any) -> None:  # noqa: ANN401
        """Add a part of the position as the seat observes it."""
        inner = part.inner if isinstance(part, Each) else part
        if isinstance(inner, Hand) and isinstance(part, Each) and part.seen == OWNER:
            for seat, cards in enumerate(value.values()):
                own = seat == self.guest.seat
                self.hands[seat] = (
                    [self._card(card) for card in cards] if own else [""] * len(cards)
                )
        elif isinstance(inner, Pile | Stacked):
            zones = {name: value} if isinstance(value, list) else dict(_flat(value))
            owners = len(value) if isinstance(part, Each) else 1
            many = max(1, len(zones) // max(1, owners))
            grid = isinstance(inner, Grid)
            self._lay(name, zones, isqrt(many) if grid else many * max(1, MOST_ACROSS // many))
        elif part.told and value not in ("", [], {}):
            self.facts.append(f"{name.replace('_', ' ')}: {_said(value)}")

    def _lay(self, name: str, zones: Mapping[str, Sequence[str]], across: int) -> None:
        """Lay out the piles of a zone in rows; a single pile lies beside the one before it."""
        left = self.left if len(zones) == 1 else 0.0
        if not left:
            self.top = self.bottom
        for at, (zone, cards) in enumerate(zones.items()):
            down, over = divmod(at, across)
            self.piles[zone if zone in (name, *self.piles) else f"{name} {zone}"] = {
                "x": left + over * (self.width + GAP),
                "y": self.top + down * (self.height + ROOM),
                "cards": [self._card(card) for card in cards],
                "place": zone,
            }
        self.left = left + self.width + GAP if len(zones) == 1 else 0.0
        self.bottom = self.top + -(-len(zones) // across) * (self.height + ROOM)

    def _card(self, card: str) -> str:
        """Return a new name for a card, which says nothing about it."""
        name = str(len(self.cards))
        is_seen = card in self.room.table.kinds
        kind = card if is_seen else "?"
        self.cards[name] = {"kind": kind, "up": is_seen, "turn": 0}
        if kind not in self.kinds:
            self.kinds[kind] = self._shown(card) if is_seen else self._hidden()
        return name

    def _shown(self, card: str) -> Mapping[str, Any]:
        kind = self.room.table.kinds[card]
        about = {"name": kind.name, "text": kind.text, "w": kind.w, "h": kind.h}
        return {**about, "front": self._picture(kind.front), "back": None}

    def _hidden(self) -> Mapping[str, Any]:
        backs = (kind.back for kind in self.room.table.kinds.values() if kind.back is not None)
        back = next(backs, None)
        shown = None if back is None else self._picture(back)
        about = {"name": "", "text": "", "w": self.width, "h": self.height, "hidden": True}
        return {**about, "front": None, "back": shown}

    def _picture(self, number: int) -> str:
        address = self.room.address(number)
        self.guest.sight.seen.add(address)
        return address


def _flat(value: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the piles of a zone by their names, such as `a1` and `a red`."""
    for name, inner in value.items():
        full = f"{before} {name}".strip()
        if isinstance(inner, Mapping):
            yield from _flat(inner, full)
        else:
            yield full, inner


def _said(value: Any) -> str:  # noqa: ANN401
    if isinstance(value, Mapping):
        return ", ".join(f"{owner} {_said(part)}" for owner, part in value.items())
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
