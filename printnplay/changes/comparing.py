"""Compare two states of a game: what is new, gone, moved or changed, and in what."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from msgspec import Struct

from printnplay.changes.state import CardState, FaceState, GameState, Side
from printnplay.svg.pictures import KINDS

NEW, GONE, MOVED, TEXT, COUNT, ART, LOOK, BACK, SIZE = (
    "new",
    "gone",
    "moved",
    "text",
    "count",
    "art",
    "look",
    "back",
    "size",
)
"""What differs about a card, a drawing or a text; also `field NAME` and `renamed to ID`."""


class Change(Struct, frozen=True):
    """A difference between two versions: what differs (`how`) about something of a kind, by its id.

    `languages` are those that differ, if not all do. `before` and `after` are words or numbers.
    `share` counts the cards of a template whose look changed, and all its cards.
    """

    kind: str
    id: str
    how: str
    languages: tuple[str, ...] = ()
    before: str = ""
    after: str = ""
    share: tuple[int, int] | None = None

    def __str__(self) -> str:
        """Return the change in one line, as reports list it."""
        name = f"{self.kind} {self.id}".strip()
        if self.kind == "game":
            return f"{name}: {self.before} -> {self.after}".replace(":  ->", ": ->").strip()
        of = ""
        if self.share and self.share[0] < self.share[1]:
            of = " ({} of {})".format(*self.share)
        where = f" ({', '.join(self.languages)})" if self.languages else ""
        return f"{name}: {self.how}{of}{where}"


class Comparison(Struct, frozen=True):
    """The changes, and what prints differently in each language.

    `cards` are the ids of cards with another face or back, new cards included; `pages` are numbers
    of pages of the newer booklet.
    """

    changes: tuple[Change, ...]
    cards: Mapping[str, frozenset[str]]
    pages: Mapping[str, tuple[int, ...]]


def compare(old: GameState, new: GameState) -> Comparison:
    """Return what differs between two states of a game."""
    both = tuple(language for language in new.languages if language in old.languages)
    changes = [
        *_languages(old, new),
        *_facts(old, new),
        *_cards(old, new, both),
        *_groups(old, new),
        *_parts(old, new, both),
        *_rulebook(old, new, both),
        *_other_texts(old, new, both),
        *_rules(old, new),
    ]
    return Comparison(
        tuple(changes),
        {language: frozenset(_reprinted(old, new, language)) for language in new.languages},
        {language: tuple(_pages(old, new, language)) for language in both},
    )


def _languages(old: GameState, new: GameState) -> Iterator[Change]:
    yield from _come_and_gone("language", old.languages, new.languages)


def _come_and_gone(kind: str, old: Iterable[str], new: Iterable[str]) -> Iterator[Change]:
    before, after = list(old), list(new)
    yield from (Change(kind, name, GONE) for name in before if name not in after)
    yield from (Change(kind, name, NEW) for name in after if name not in before)


def _facts(old: GameState, new: GameState) -> Iterator[Change]:
    for name in dict.fromkeys((*old.facts, *new.facts)):
        before, after = old.facts.get(name, ""), new.facts.get(name, "")
        if before != after:
            yield Change("game", name, "changed", before=before, after=after)


def _cards(old: GameState, new: GameState, both: Sequence[str]) -> Iterator[Change]:
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
    moved = {now.id for was, now in pairs if was.group != now.group}
    for group in new.groups:
        of_group = [(was, now) for was, now in pairs if was.group == now.group == group]
        places = {was.id: place for place, (was, _) in enumerate(of_group)}
        order = [card.id for card in new.cards]
        in_order = sorted(of_group, key=lambda pair: order.index(pair[1].id))
        moved |= set(
            _moved([places[was.id] for was, _ in in_order], [now.id for _, now in in_order])
        )
    yield from (Change("card", name, MOVED) for name in after if name in moved)


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


def _moved(places: Sequence[int], names: Sequence[str]) -> Iterator[str]:
    """Yield the names that have to move so that all are in the new order: as few as possible.

    Args:
        places: the former places, in the new order.
        names: the names, in the new order.
    """
    ends: list[int] = []
    last: list[int] = []
    before: list[int] = []
    for index, place in enumerate(places):
        length = bisect_left(ends, place)
        before.append(last[length - 1] if length else -1)
        ends[length : length + 1], last[length : length + 1] = [place], [index]
    stays, index = set(), last[-1] if last else -1
    while index >= 0:
        stays.add(index)
        index = before[index]
    yield from (name for index, name in enumerate(names) if index not in stays)


class _Differs(Struct, frozen=True):
    """What differs about a card besides its look: fields, languages of its texts, its pictures."""

    fields: tuple[str, ...]
    texts: tuple[str, ...]
    art: bool


def _differs(was: CardState, now: CardState, both: Sequence[str]) -> _Differs:
    sides = ((was.front, now.front), (was.back, now.back))
    redrawn = any(_look(a, of) != _look(b, of) for a, b in sides for of in both)
    art = redrawn and any(_art(a, of) != _art(b, of) for a, b in sides for of in both)
    names = [
        name
        for name in dict.fromkeys((*was.fields, *now.fields))
        if was.fields.get(name, "") != now.fields.get(name, "")
        and (redrawn or (name in was.fields and name in now.fields))
        and not _is_picture(was.fields.get(name, ""), now.fields.get(name, ""))
    ]
    own = [of for of in both if _texts_of(was, of) != _texts_of(now, of)]
    if not own and not names:
        own = [of for of in both if any(_words(a, of) != _words(b, of) for a, b in sides)]
    return _Differs(tuple(names), tuple(own), art)


def _texts_of(card: CardState, language: str) -> list[tuple[str, str]]:
    """Return the texts of a card without its id, which may have changed."""
    begin = len(f"cards.{card.id}.")
    return sorted((key[begin:], says) for key, says in card.texts.get(language, {}).items())


def _is_picture(before: str, after: str) -> bool:
    """Return whether a field names pictures, whose content is compared."""
    return all(PurePosixPath(name).suffix.lower() in KINDS for name in (before, after) if name)


def _look(side: Side, language: str) -> str:
    return side[language].look if language in side else ""


def _art(side: Side, language: str) -> tuple[str, ...]:
    return side[language].art if language in side else ()


def _words(side: Side, language: str) -> tuple[str, ...]:
    return side[language].words if language in side else ()


def _card(
    old: GameState, new: GameState, was: CardState, now: CardState, both: Sequence[str]
) -> Iterator[Change]:
    """Yield what differs about a card besides its look, its size and its place."""
    if was.copies != now.copies:
        yield Change("card", now.id, COUNT, before=str(was.copies), after=str(now.copies))
    found = _differs(was, now, both)
    for name in found.fields:
        before, after = was.fields.get(name, ""), now.fields.get(name, "")
        yield Change("card", now.id, f"field {name}", before=before, after=after)
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


def _groups(old: GameState, new: GameState) -> Iterator[Change]:
    yield from _come_and_gone("group", old.groups, new.groups)
    kept = [name for name in new.groups if name in old.groups]
    for name in kept:
        if old.groups[name] != new.groups[name]:
            yield Change("group", name, BACK, before=old.groups[name], after=new.groups[name])
    places = list(old.groups)
    yield from (
        Change("group", name, MOVED) for name in _moved([places.index(name) for name in kept], kept)
    )


def _parts(old: GameState, new: GameState, both: Sequence[str]) -> Iterator[Change]:
    """Yield changes of backs, boards, covers and boxes."""
    for name in dict.fromkeys((*old.parts, *new.parts)):
        kind, _, part = name.partition(" ")
        if name not in new.parts or name not in old.parts:
            yield Change(kind, part, NEW if name in new.parts else GONE)
            continue
        was, now = old.parts[name], new.parts[name]
        some = [of for of in both if _look(was, of) != _look(now, of)]
        if not some:
            continue
        where = () if len(some) == len(both) else tuple(some)
        told = [of for of in some if _words(was, of) != _words(now, of)]
        if any(of in was and of in now and was[of].size != now[of].size for of in some):
            yield Change(kind, part, SIZE, where)
        elif told:
            yield Change(kind, part, TEXT, () if len(told) == len(both) else tuple(told))
        elif any(_art(was, of) != _art(now, of) for of in some):
            yield Change(kind, part, ART, where)
        else:
            yield Change(kind, part, LOOK, where)


def _rulebook(old: GameState, new: GameState, both: Sequence[str]) -> Iterator[Change]:
    """Yield changes of the texts of the rulebook, and of their order."""
    if old.page != new.page:
        how = SIZE if old.page and new.page else NEW if new.page else GONE
        yield Change("booklet", "", how)
    ids = [section.id for section in old.sections]
    kept = [section for section in new.sections if section.id in ids]
    yield from _come_and_gone("section", ids, [section.id for section in new.sections])
    yield from (
        Change("section", name, MOVED)
        for name in _moved([ids.index(one.id) for one in kept], [one.id for one in kept])
    )
    before, after = _in_rules(old), _in_rules(new)
    for key in before:
        if key not in after:
            yield Change("rule", key, GONE, before=_in_any(old, key))
    for key in after:
        if key not in before:
            yield Change("rule", key, NEW, after=_in_any(new, key))
        else:
            yield from _text("rule", key, old, new, both)
    lists = [(old.summary, new.summary)]
    lists += [(was.texts, now.texts) for was in old.sections for now in kept if was.id == now.id]
    for was, now in lists:
        common = [key for key in now if key in was]
        order = _moved([was.index(key) for key in common], common)
        yield from (Change("rule", key, MOVED) for key in order)


def _in_rules(state: GameState) -> dict[str, None]:
    return dict.fromkeys((*state.summary, *(key for one in state.sections for key in one.texts)))


def _in_any(state: GameState, key: str) -> str:
    return next((texts[key] for texts in state.texts.values() if key in texts), "")


def _text(
    kind: str, key: str, old: GameState, new: GameState, both: Sequence[str]
) -> Iterator[Change]:
    some = [of for of in both if old.says[of].get(key) != new.says[of].get(key)]
    if some:
        before, after = (state.texts[some[0]].get(key, "") for state in (old, new))
        yield Change(kind, key, TEXT, () if len(some) == len(both) else tuple(some), before, after)


def _other_texts(old: GameState, new: GameState, both: Sequence[str]) -> Iterator[Change]:
    """Yield changes of texts of neither cards nor rules."""
    known = {*_in_rules(old), *_in_rules(new)}
    keys = dict.fromkeys(key for of in both for state in (old, new) for key in state.says[of])
    for key in keys:
        if key not in known and not key.startswith("cards."):
            yield from _text("text", key, old, new, both)


def _rules(old: GameState, new: GameState) -> Iterator[Change]:
    yield from _come_and_gone("clause", old.clauses, new.clauses)
    for name, words in new.clauses.items():
        if old.clauses.get(name, words) != words:
            yield Change("clause", name, TEXT, before=old.clauses[name], after=words)
    if old.code != new.code and old.code and new.code:
        yield Change("rules", new.rules, "changed")
    yield from _come_and_gone("example", old.examples, new.examples)
    for name, content in new.examples.items():
        if old.examples.get(name, content) != content:
            yield Change("example", name, "changed")


def _reprinted(old: GameState, new: GameState, language: str) -> Iterator[str]:
    """Yield the ids of cards whose face or back prints differently in a language."""
    before = {card.id: card for card in old.cards}
    names = _renamed(before, {card.id: card for card in new.cards})
    former = {other: before[name] for name, other in names.items()} | before
    for card in new.cards:
        was = former.get(card.id)
        if was is None or any(
            _look(a, language) != _look(b, language)
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


def _pages(old: GameState, new: GameState, language: str) -> Iterator[int]:
    """Yield the numbers of pages that print differently."""
    before, after = old.pages.get(language, ()), new.pages.get(language, ())
    for number, page in enumerate(after, start=1):
        if number > len(before) or before[number - 1] != page:
            yield number
