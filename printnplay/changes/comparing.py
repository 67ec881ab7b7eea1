"""Compare two states of a game: what is new, gone, moved or changed, and in what."""

from collections.abc import Iterator, Sequence

from printnplay.changes.cards import card_changes, reprinted
from printnplay.changes.change import (
    ART,
    BACK,
    GONE,
    LOOK,
    MOVED,
    NEW,
    SIZE,
    TEXT,
    Change,
    Comparison,
    come_and_gone,
    moved,
)
from printnplay.changes.state import GameState, art_in, look_in, words_in


def compare(old: GameState, new: GameState) -> Comparison:
    """Return what differs between two states of a game."""
    both = tuple(language for language in new.languages if language in old.languages)
    changes = [
        *_languages(old, new),
        *_facts(old, new),
        *card_changes(old, new, both),
        *_groups(old, new),
        *_parts(old, new, both),
        *_rulebook(old, new, both),
        *_other_texts(old, new, both),
        *_rules(old, new),
    ]
    return Comparison(
        tuple(changes),
        {language: frozenset(reprinted(old, new, language)) for language in new.languages},
        {language: tuple(_pages(old, new, language)) for language in both},
    )


def _languages(old: GameState, new: GameState) -> Iterator[Change]:
    yield from come_and_gone("language", old.languages, new.languages)


def _facts(old: GameState, new: GameState) -> Iterator[Change]:
    for name in dict.fromkeys((*old.facts, *new.facts)):
        before, after = old.facts.get(name, ""), new.facts.get(name, "")
        if before != after:
            yield Change("game", name, "changed", before=before, after=after)


def _groups(old: GameState, new: GameState) -> Iterator[Change]:
    yield from come_and_gone("group", old.groups, new.groups)
    kept = [name for name in new.groups if name in old.groups]
    for name in kept:
        if old.groups[name] != new.groups[name]:
            yield Change("group", name, BACK, before=old.groups[name], after=new.groups[name])
    places = list(old.groups)
    yield from (
        Change("group", name, MOVED) for name in moved([places.index(name) for name in kept], kept)
    )


def _parts(old: GameState, new: GameState, both: Sequence[str]) -> Iterator[Change]:
    """Yield changes of backs, boards, covers and boxes."""
    for name in dict.fromkeys((*old.parts, *new.parts)):
        kind, _, part = name.partition(" ")
        if name not in new.parts or name not in old.parts:
            yield Change(kind, part, NEW if name in new.parts else GONE)
            continue
        was, now = old.parts[name], new.parts[name]
        some = [of for of in both if look_in(was, of) != look_in(now, of)]
        if not some:
            continue
        where = () if len(some) == len(both) else tuple(some)
        told = [of for of in some if words_in(was, of) != words_in(now, of)]
        if any(of in was and of in now and was[of].size != now[of].size for of in some):
            yield Change(kind, part, SIZE, where)
        elif told:
            yield Change(kind, part, TEXT, () if len(told) == len(both) else tuple(told))
        elif any(art_in(was, of) != art_in(now, of) for of in some):
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
    yield from come_and_gone("section", ids, [section.id for section in new.sections])
    yield from (
        Change("section", name, MOVED)
        for name in moved([ids.index(one.id) for one in kept], [one.id for one in kept])
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
        order = moved([was.index(key) for key in common], common)
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
    yield from come_and_gone("clause", old.clauses, new.clauses)
    for name, words in new.clauses.items():
        if old.clauses.get(name, words) != words:
            yield Change("clause", name, TEXT, before=old.clauses[name], after=words)
    if old.code != new.code and old.code and new.code:
        yield Change("rules", new.rules, "changed")
    yield from come_and_gone("example", old.examples, new.examples)
    for name, content in new.examples.items():
        if old.examples.get(name, content) != content:
            yield Change("example", name, "changed")


def _pages(old: GameState, new: GameState, language: str) -> Iterator[int]:
    """Yield the numbers of pages that print differently."""
    before, after = old.pages.get(language, ()), new.pages.get(language, ())
    for number, page in enumerate(after, start=1):
        if number > len(before) or before[number - 1] != page:
            yield number
