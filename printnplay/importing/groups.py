"""Decks as groups of an imported game: their ids, those of cards, and their templates."""

import re
from collections.abc import Iterable, Sequence

from msgspec import Struct

from printnplay.importing.source import safe_name
from printnplay.importing.values import Box, Card, Deck, Loss, unused
from printnplay.kernel.diagnostics import Span


class Group(Struct, frozen=True):
    """A deck with its id, the ids of its cards, and the templates of their faces and backs.

    `backs` is empty for none, `shared` for one, and `own` for several.
    """

    id: str
    deck: Deck
    backs: str
    cards: tuple[str, ...]
    fronts: tuple[str, ...]
    rears: tuple[str, ...]

    @property
    def alone(self) -> frozenset[str]:
        """The templates that draw the same on every card: that of a shared back."""
        return frozenset(self.rears) if self.backs == "shared" else frozenset()

    def templates(self) -> Iterable[tuple[str, list[Sequence[Box] | None]]]:
        """Yield each template with the faces that it draws; None for cards that have another."""
        cards = self.deck.cards
        sides = [(self.fronts, [card.front for card in cards])]
        if self.backs:
            sides.append((self.rears, [card.back for card in cards]))
        for names, faces in sides:
            for name in dict.fromkeys(names):
                yield (
                    name,
                    [face if own == name else None for own, face in zip(names, faces, strict=True)],
                )


def grouped(decks: Sequence[Deck]) -> Iterable[Group]:
    """Yield a group for each deck."""
    used: set[str] = set()
    taken: set[str] = set()
    for deck in decks:
        name = _unique(safe_name(deck.name) or "cards", used)
        backs = {card.back for card in deck.cards}
        kind = "" if backs == {()} else "shared" if len(backs) == 1 else "own"
        rear = f"{name}-back"
        yield Group(
            name,
            deck,
            kind,
            tuple(_ids(deck.cards, name, taken)),
            _layouts(name, [card.layout for card in deck.cards]),
            _layouts(rear, [card.back_layout if kind == "own" else "" for card in deck.cards]),
        )


def _layouts(name: str, layouts: Sequence[str]) -> tuple[str, ...]:
    """Return the names of templates for layouts: that of the deck, if all cards have one."""
    if len(set(layouts)) == 1:
        return (name,) * len(layouts)
    used: set[str] = set()
    names = {
        layout: _unique(f"{name}-{safe_name(layout) or 'plain'}", used)
        for layout in dict.fromkeys(layouts)
    }
    return tuple(names[layout] for layout in layouts)


def maybe_backs(groups: Sequence[Group]) -> Iterable[Loss]:
    """Yield a guess for each deck that may be the back of another one, by its name."""
    for group in groups:
        is_one = len(group.cards) == 1 and not group.deck.cards[0].fields
        if is_one and len(groups) > 1 and re.search(r"\bback", group.id):
            what = f"`{group.deck.name}` is a card of its own, not the back of another deck"
            todo = f"if it is a back, write `backs: {group.id}` into the groups of its fronts"
            yield Loss(Span(""), what, f"{todo} in game.yaml", is_guess=True)


def _unique(wanted: str, used: set[str]) -> str:
    name = unused(wanted, used)
    used.add(name)
    return name


def _ids(cards: Sequence[Card], deck: str, taken: set[str]) -> Iterable[str]:
    """Yield an id for each card: its name, if the first column with words has one for each."""
    headings = dict.fromkeys(heading for card in cards for heading in card.fields)
    for heading in sorted(headings, key=lambda one: one.lower() not in ("name", "title", "id")):
        names = [safe_name(card.fields.get(heading, "")) for card in cards]
        if all(re.search("[a-z]", name) for name in names) and len(set(names)) > len(names) / 2:
            break
    else:
        names = [f"{deck}-{number:03}" for number in range(1, len(cards) + 1)]
    for name in names:
        yield _unique(name, taken)
