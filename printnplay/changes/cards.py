"""Compare the cards of two states of a game: new, removed, moved and changed ones."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from msgspec import Struct

from printnplay.changes.change import (
    ART,
    BACK,
    COUNT,
    FIELD,
    GONE,
    LOOK,
    MOVED,
    NEW,
    SIZE,
    TEXT,
    Change,
    moved,
)
from printnplay.changes.state import (
    CardState,
    FaceState,
    GameState,
    Side,
    art_in,
    look_in,
    words_in,
)
from printnplay.svg.pictures import KINDS


def card_changes(old: GameState, new: GameState, both: Sequence[str]) -> Iterator[Change]:
    """Yield the changes of cards; `both` are the languages of both states."""
    before, after = ({card.id: card for card in state.cards} for state in (old, new))
    renamed = _renamed(before, after)
    for name, other in renamed.items():
        yield Change("card", name, f"renamed to {other}", before=name, after=other)
    for name in before:
        if name not in after and name not in renamed:
            yield Change("card", name, GONE, before=str(before[name].copies))
    for name in after:
        if name not in before and name not in renamed.values():
            yield Change("card", name, NEW, after=str(after[name].copies))
    pairs = [
        (before[name], after[renamed.get(name, name)])
        for name in before
        if renamed.get(name, name) in after
    ]
    yield from _looks(pairs, both)
    for was, now in pairs:
        yield from _card(old, new, was, now, both)
    elsewhere = {now.id for was, now in pairs if was.group != now.group}
    order = {name: place for place, name in enumerate(after)}
    for group in new.groups:
        of_group = [(was, now) for was, now in pairs if was.group == now.group == group]
        places = {was.id: place for place, (was, _) in enumerate(of_group)}
        in_order = sorted(of_group, key=lambda pair: order[pair[1].id])
        elsewhere |= set(
            moved([places[was.id] for was, _ in in_order], [now.id for _, now in in_order])
        )
    yield from (Change("card", name, MOVED) for name in after if name in elsewhere)


def _renamed(before: Mapping[str, CardState], after: Mapping[str, CardState]) -> dict[str, str]:
    """Return the new ids of cards that are printed as before."""
    waiting: dict[object, list[str]] = defaultdict(list)
    for name, card in after.items():
        if name not in before:
            waiting[_print(card)].append(name)
    return {
        name: waiting[_print(card)].pop(0)
        for name, card in before.items()
        if name not in after and waiting.get(_print(card))
    }


def _print(card: CardState) -> object:
    sides = (card.front, card.back)
    return tuple(tuple(sorted((of, face.look) for of, face in side.items())) for side in sides)


class _Differs(Struct, frozen=True):
    """Differences of a card besides its look: fields, languages of its texts, its pictures."""

    fields: tuple[str, ...]
    texts: tuple[str, ...]
    art: bool


def _differs(was: CardState, now: CardState, both: Sequence[str]) -> _Differs:
    sides = ((was.front, now.front), (was.back, now.back))
    redrawn = any(look_in(a, of) != look_in(b, of) for a, b in sides for of in both)
    art = redrawn and any(art_in(a, of) != art_in(b, of) for a, b in sides for of in both)
    names = [
        name
        for name in dict.fromkeys((*was.fields, *now.fields))
        if was.fields.get(name, "") != now.fields.get(name, "")
        and (redrawn or (name in was.fields and name in now.fields))
        and not _is_picture(was.fields.get(name, ""), now.fields.get(name, ""))
    ]
    own = [of for of in both if _texts_of(was, of) != _texts_of(now, of)]
    if not own and not names:
        own = [of for of in both if any(words_in(a, of) != words_in(b, of) for a, b in sides)]
    return _Differs(tuple(names), tuple(own), art)


def _texts_of(card: CardState, language: str) -> list[tuple[str, str]]:
    """Return the texts of a card without its id, which may have changed."""
    begin = len(f"cards.{card.id}.")
    return sorted((key[begin:], says) for key, says in card.texts.get(language, {}).items())


def _is_picture(before: str, after: str) -> bool:
    """Return whether a field names pictures, whose content is compared."""
    return all(PurePosixPath(name).suffix.lower() in KINDS for name in (before, after) if name)


def _card(
    old: GameState, new: GameState, was: CardState, now: CardState, both: Sequence[str]
) -> Iterator[Change]:
    """Yield what differs about a card besides its look, its size and its place."""
    if was.copies != now.copies:
        yield Change("card", now.id, COUNT, before=str(was.copies), after=str(now.copies))
    found = _differs(was, now, both)
    for name in found.fields:
        before, after = was.fields.get(name, ""), now.fields.get(name, "")
        yield Change("card", now.id, f"{FIELD}{name}", before=before, after=after)
    if found.texts:
        some = () if len(found.texts) == len(both) else found.texts
        before, after = (
            _said(state, card, found.texts[0]) for state, card in ((old, was), (new, now))
        )
        yield Change("card", now.id, TEXT, some, before, after)
    if found.art:
        yield Change("card", now.id, ART)
    if bool(was.back) != bool(now.back):
        yield Change("card", now.id, BACK)


def _said(state: GameState, card: CardState, language: str) -> str:
    """Return the texts of a card, joined."""
    texts = state.texts.get(language, {})
    return " / ".join(texts.get(key, "") for key in card.texts.get(language, {}))


def _looks(pairs: Sequence[tuple[CardState, CardState]], both: Sequence[str]) -> Iterator[Change]:
    """Yield changes of look and size: one for a template that changed, one for a single card."""
    of_template: dict[str, list[tuple[CardState, CardState]]] = defaultdict(list)
    for was, now in pairs:
        of_template[_template(now)].append((was, now))
    for template, cards in of_template.items():
        sized = [now.id for was, now in cards if _differ(was, now, both, _size)]
        yield from _of_template(template, sized, len(cards), SIZE, cards)
        if sized:
            continue
        alike = [(was, now) for was, now in cards if _differ(was, now, both, _looks_as)]
        only = [now.id for was, now in alike if not any(_as_tuple(_differs(was, now, both)))]
        others = len(alike) - len(only)
        whole = only and len(only) + others == len(cards)
        yield from _of_template(template, only, len(only) if whole else len(cards), LOOK, cards)


def _as_tuple(found: _Differs) -> tuple[object, ...]:
    return found.fields, found.texts, found.art


def _of_template(
    template: str, ids: Sequence[str], among: int, how: str, cards: Sequence[object]
) -> Iterator[Change]:
    if len(ids) == 1 and len(cards) > 1 and among > 1:
        yield Change("card", ids[0], how)
    elif ids:
        yield Change("cards", template, how, share=(len(ids), among))


def _template(card: CardState) -> str:
    return next((face.template for face in card.front.values()), "")


def _size(face: FaceState) -> object:
    return face.size


def _looks_as(face: FaceState) -> object:
    return face.look


def _differ(
    was: CardState, now: CardState, both: Sequence[str], of: Callable[[FaceState], object]
) -> bool:
    return any(
        side in before and side in after and of(before[side]) != of(after[side])
        for before, after in ((was.front, now.front), (was.back, now.back))
        for side in both
    )


def reprinted(old: GameState, new: GameState, language: str) -> Iterator[str]:
    """Yield the ids of cards whose face or back prints differently in a language."""
    before = {card.id: card for card in old.cards}
    names = _renamed(before, {card.id: card for card in new.cards})
    former = {other: before[name] for name, other in names.items()} | before
    for card in new.cards:
        was = former.get(card.id)
        if was is None or any(
            look_in(a, language) != look_in(b, language)
            for a, b in (
                (was.front, card.front),
                (was.back, card.back),
                (_shared(old, was), _shared(new, card)),
            )
        ):
            yield card.id


def _shared(state: GameState, card: CardState) -> Side:
    """Return the back that a card shares with others."""
    return state.parts.get(f"back {state.groups.get(card.group, '')}", {})
