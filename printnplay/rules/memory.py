"""What seats know of hidden cards: statements that stay true while cards move.

A seat knows a card that it saw when it becomes hidden: in its place in a pile, in a hand, or in one
of several zones if it cannot see where it goes. Each statement is about other cards than the rest.
That a card moves from one zone to another is seen by all, as are shuffles; which card it is, by
those who saw it before or see it now.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, Protocol

from printnplay.rules.game import Rng
from printnplay.rules.parts import HIDDEN, Known, Placed
from printnplay.rules.table import Table


class Eyes(Protocol):
    """What a memory needs of a game: whether a seat sees a zone, and whether it has an order."""

    def sees_zone(self, table: Any, placed: Placed, seat: int) -> bool: ...  # noqa: D102
    def has_order(self, zone: str) -> bool: ...  # noqa: D102


class Memory:
    """The cards of a table before a move, to compare with those after it."""

    def __init__(self, eyes: Eyes, table: Table, known: Sequence[Known], mover: int) -> None:
        """Begin with this table, what its seats know, and the seat that moves."""
        self.eyes, self.mover = eyes, mover
        self.begin(table, known)

    def begin(self, table: Table, known: Sequence[Known]) -> None:
        """Store where each card lies, and who sees it."""
        self.known, placed = known, [*table.placed()]
        self.lists = {lying.zone: lying.cards for lying in placed}
        self.zones = {zone: cards[:] for zone, cards in self.lists.items()}
        self.seen = self._seen(table, placed)
        self.shuffled: list[list[Any]] = []
        """The lists that have been shuffled since."""

    def after(self, table: Table) -> list[Known]:
        """Return what each seat knows now."""
        placed = [*table.placed()]
        flow, sees = _Flow(self, placed), self._seen(table, placed)
        if not flow.changed and not self.shuffled and sees == self.seen:
            return [*self.known]
        known: list[Known] = []
        for seat, saw in enumerate(self.seen):
            known += _Recall(flow, seat, saw, sees[seat]).known()
        return sorted(known)

    def _seen(self, table: Table, placed: Sequence[Placed]) -> list[set[str]]:
        """Return the zones that each seat sees."""
        sees = self.eyes.sees_zone
        return [
            {lying.zone for lying in placed if sees(table, lying, seat)}
            for seat in range(table.players)
        ]


class Watching:
    """A random source that tells a memory which lists are shuffled."""

    def __init__(self, rng: Rng, memory: Memory) -> None:
        """Wrap a random source."""
        self.rng, self.memory = rng, memory

    def __call__(self, n: int) -> int:
        """Return a random number below n."""
        return self.rng(n)

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the source, such as the dice that an example gives."""
        return getattr(self.rng, name)

    def shuffles(self, cards: list[Any]) -> None:
        """Note that a list is shuffled."""
        self.memory.shuffled.append(cards)


class _Flow:
    """How the cards of all zones have moved."""

    def __init__(self, memory: Memory, placed: Sequence[Placed]) -> None:
        self.memory, self.shuffled = memory, memory.shuffled
        now = {lying.zone: lying.cards for lying in placed}
        every = {**memory.zones, **now}  # a grid may be laid out anew
        self.before = {zone: memory.zones.get(zone, []) for zone in every}
        self.now = {zone: now.get(zone, []) for zone in every}
        self.changed = [zone for zone in every if self.before[zone] != self.now[zone]]
        pairs = (
            (zone, Counter(self.before[zone]), Counter(self.now[zone])) for zone in self.changed
        )
        counted = [(zone, was - is_now, is_now - was) for zone, was, is_now in pairs]
        self.lost = defaultdict(Counter[Any], {zone: lost for zone, lost, _ in counted})
        self.gained = defaultdict(Counter[Any], {zone: gained for zone, _, gained in counted})

    def gaining(self, cards: Collection[Any]) -> set[str]:
        """Return the zones that may have gained some of these cards."""
        if self.shuffled:
            return {zone for zone, gained in self.gained.items() if gained}
        return {
            zone for zone, gained in self.gained.items() if any(card in gained for card in cards)
        }

    def stayed(self, zone: str) -> dict[int, int]:
        """Return the new place of each old place in a pile, for cards that are as they were.

        Places count from the bottom. Cards are put on top or below, and taken from there; between
        what is the same above and below, all may have moved.
        """
        was, now, size = self.before[zone], self.now[zone], len(self.now[zone])
        anew = self.shuffled and now is not self.memory.lists.get(zone)
        if anew or any(cards is now for cards in self.shuffled):
            return {}
        if was != now and len(was) == size:
            for below in range(1, size):
                if now == was[below:] + was[:below]:
                    return {at: (at - below) % size for at in range(size)}
        below = _alike(was, now)
        above = _alike(was[below:][::-1], now[below:][::-1])
        tops = range(-above, 0)
        return {at: at for at in range(below)} | {len(was) + at: size + at for at in tops}


def _alike(first: Sequence[Any], second: Sequence[Any]) -> int:
    """Return with how many equal cards two sequences begin."""
    pairs = enumerate(zip(first, second, strict=False))
    return next((at for at, (one, other) in pairs if one != other), min(len(first), len(second)))


class _Recall:
    """What one seat knows after a move."""

    def __init__(self, flow: _Flow, seat: int, saw: set[str], sees: set[str]) -> None:
        self.flow, self.seat, self.saw, self.sees = flow, seat, saw, sees
        self.moves = seat == flow.memory.mover
        self.placed: dict[str, dict[int, Any]] = defaultdict(dict)
        """Cards by zone and place from the bottom."""
        self.loose: dict[tuple[str, ...], Counter[Any]] = defaultdict(Counter)
        """Cards in some zones together."""
        self.left: Counter[Any] = Counter()
        """Cards that the seat knew when they left their zone."""

    def known(self) -> Iterator[Known]:
        """Return what the seat knows."""
        for zone in self.saw:
            self.left += self.flow.lost[zone]
        for zone, places in self._places_known().items():
            self._follow(zone, places)
        for one in self.flow.memory.known:
            if one.seat == self.seat and not one.in_order:
                self._widen(one)
        self._arrive()
        return self._statements()

    def _places_known(self) -> dict[str, dict[int, Any]]:
        """Return the cards whose zone is hidden now and was seen before, or their place known."""
        found: dict[str, dict[int, Any]] = {}
        for zone in self.saw - self.sees:
            found[zone] = dict(enumerate(self.flow.before[zone]))
        for one in self.flow.memory.known:
            if one.seat == self.seat and one.in_order and one.where[0] not in self.saw:
                top = len(self.flow.before[one.where[0]]) - 1
                cards = enumerate(one.cards)
                found[one.where[0]] = {top - at: card for at, card in cards if card != HIDDEN}
        return found

    def _follow(self, zone: str, places: dict[int, Any]) -> None:
        """Find the cards of known places again."""
        has_order = self.flow.memory.eyes.has_order(zone)
        stayed = self.flow.stayed(zone) if has_order else {}
        gone = self.flow.lost[zone].copy()
        for place, card in sorted(places.items(), reverse=True):
            if place in stayed:
                self.placed[zone][stayed[place]] = card
            elif gone[card]:
                gone[card] -= 1
                self.left[card] += zone not in self.saw
            elif self.moves and (fresh := self._new_places(zone, card)):
                # Whoever moves puts the cards that it knows back in an order that it knows.
                self.placed[zone][fresh[0]] = card
            else:
                self.loose[zone,][card] += 1

    def _widen(self, one: Known) -> None:
        """Follow cards whose place is not known: they are where they were, or where cards went."""
        flow, left = self.flow, Counter(one.cards)
        moved: Counter[Any] = Counter()
        for zone in one.where:
            moved += flow.lost[zone]
        joined = flow.gaining(moved) - {*one.where} if moved else set()
        for zone in self.sees:
            left -= Counter(flow.now[zone]) if zone in one.where else Counter()
            left -= flow.gained[zone] & moved if zone in joined else Counter()
        self._add({*one.where} | joined, left)

    def _arrive(self) -> None:
        """Find the cards again that the seat saw leaving, unless it sees where they are."""
        for zone in self.sees:
            self.left -= self.flow.gained[zone]
        for card, count in self.left.items():
            zones = self.flow.gaining([card]) - self.sees
            places = self._new_places(min(zones), card) if len(zones) == 1 else []
            for at in places[:count]:
                self.placed[min(zones)][at] = card
            if count > len(places):
                self._add(zones, Counter({card: count - len(places)}))

    def _new_places(self, zone: str, card: object) -> list[int]:
        """Return the places in a pile where this card may have been put, from the top."""
        if self.flow.shuffled or not self.flow.memory.eyes.has_order(zone):
            return []
        now, taken = self.flow.now[zone], {*self.flow.stayed(zone).values(), *self.placed[zone]}
        places = range(len(now) - 1, -1, -1)
        return [at for at in places if now[at] == card and at not in taken]

    def _add(self, zones: Iterable[str], cards: Counter[Any]) -> None:
        where = tuple(
            sorted(zone for zone in zones if zone not in self.sees and self.flow.now[zone])
        )
        if where and cards:
            self.loose[where] += cards

    def _statements(self) -> Iterator[Known]:
        hidden = {zone for zone, cards in self.flow.now.items() if cards} - self.sees
        for zone, places in self.placed.items():
            if places and zone not in self.sees:
                yield in_order(self.seat, zone, places, len(self.flow.now[zone]))
        for where, cards in self.loose.items():
            if cards and not self.sees & {*where} and hidden - {*where}:
                yield Known(self.seat, where, tuple(sorted(cards.elements())))


def in_order(seat: int, zone: str, places: dict[int, Any], size: int) -> Known:
    """Return what a seat knows of a pile: cards by their places from the bottom."""
    tops = range(size - 1, min(places) - 1, -1)
    return Known(seat, (zone,), tuple(places.get(at, HIDDEN) for at in tops), in_order=True)


def looked(
    known: Iterable[Known], seat: int, lying: Placed, cards: Sequence[Any], *, has_order: bool
) -> list[Known]:
    """Return what seats know after one has looked at cards, the top ones of a pile from the top."""
    left, others = Counter(cards), []
    for one in known:
        if one.seat != seat or lying.zone not in one.where:
            others.append(one)
        elif one.in_order and has_order:
            cards = (*cards, *one.cards[len(cards) :])
        elif not one.in_order:
            fewer = Counter(one.cards) - left
            if fewer:
                others.append(one._replace(cards=tuple(sorted(fewer.elements()))))
    shown = cards if has_order else sorted(cards)
    return sorted([*others, Known(seat, (lying.zone,), tuple(shown), has_order)])


def is_true(one: Known, zones: dict[str, list[Any]]) -> bool:
    """Return whether cards are where a seat knows them to be."""
    if one.in_order:
        pile = zones[one.where[0]][::-1]
        pairs = zip(one.cards, pile, strict=False)
        return len(one.cards) <= len(pile) and all(card in (HIDDEN, top) for card, top in pairs)
    lying: Counter[Any] = Counter()
    for zone in one.where:
        lying += Counter(zones[zone])
    return not Counter(one.cards) - lying


def together(known: Sequence[Known]) -> list[Known]:
    """Return for the zones of each statement without places all that is known to be in them."""
    return [
        one._replace(
            cards=tuple(
                card
                for other in known
                if {*other.where} <= {*one.where}
                for card in other.cards
                if card != HIDDEN
            )
        )
        for one in known
        if not one.in_order
    ]


def known_by_others(one: Known, zones: dict[str, list[Any]]) -> Known:
    """Return what another seat knows if the hidden cards are these: as much, of other cards."""
    if one.in_order:
        pile = zip(one.cards, zones[one.where[0]][::-1], strict=False)
        return one._replace(cards=tuple(HIDDEN if was == HIDDEN else card for was, card in pile))
    lying = [card for zone in one.where for card in zones[zone]]
    return one._replace(cards=tuple(sorted(lying[: len(one.cards)])))


def mixed(
    zones: dict[str, list[Any]],
    known: Sequence[Known],
    pools: Iterable[Sequence[tuple[str, int]]],
    rng: Rng,
) -> None:
    """Shuffle hidden cards in place so that all that a seat knows stays true.

    Cards are swapped in pairs, twice around, as long as nothing becomes false: what is true now is
    the only deal that surely agrees with everything.

    Args:
        zones: the cards of all zones.
        known: what the seat knows.
        pools: the zone and index of all hidden cards that look alike.
        rng: the random source.
    """
    fixed = {
        (one.where[0], len(zones[one.where[0]]) - 1 - at)
        for one in known
        if one.in_order
        for at, card in enumerate(one.cards)
        if card != HIDDEN
    }
    loose = together(known)
    for pool in pools:
        free = [place for place in pool if place not in fixed]
        for first in [*free, *free]:
            second = free[rng(len(free))]
            _swap(zones, first, second)
            apart = (one for one in loose if (first[0] in one.where) != (second[0] in one.where))
            if not all(is_true(one, zones) for one in apart):
                _swap(zones, first, second)


def _swap(zones: dict[str, list[Any]], first: tuple[str, int], second: tuple[str, int]) -> None:
    cards, others = zones[first[0]], zones[second[0]]
    cards[first[1]], others[second[1]] = others[second[1]], cards[first[1]]
