"""Lists of cards for `--only @FILE`: a card on each line, with the copies to print."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias
from unicodedata import normalize

from msgspec import Struct

from printnplay.edition.edition import Edition
from printnplay.edition.loaded import Scrutiny, open_game
from printnplay.faces.template_faults import place
from printnplay.files.budget import LIMITS, limited
from printnplay.files.catalog import Catalog
from printnplay.files.door import ReadError, read_text
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import FaultsError, Problems, Span
from printnplay.kernel.printing import MAX_COPIES
from printnplay.kernel.suggestions import did_you_mean, listed
from printnplay.text.markup import plain

LIST = "@"
"""The first character of a list among the values of `--only`."""

MOST_BYTES = 1 << 20
"""The largest size of a list in bytes: 30,000 lines. A guess."""

Chosen: TypeAlias = tuple[tuple[str, ...], tuple[tuple[str, int], ...]]
"""Values of `--only` without lists, and the copies of single cards by id."""

_COMMENT = re.compile(r"(?:^|\s)#.*")
_LINE = re.compile(
    r"(?:(?P<before>\d{1,4})(?:\s*[xX×])?\s+)?(?P<name>.*?\S)"
    r"(?:\s+[xX×]\s*(?P<after>\d{1,4}))?"
)


class _Entry(Struct, frozen=True):
    """A line of a list: the words on it, and its place."""

    words: str
    span: Span


def has_list(only: Sequence[str]) -> bool:
    """Return whether there is a list among the values of `--only`."""
    return any(name.startswith(LIST) for name in only)


def with_lists(catalog: Catalog, game: str, only: Sequence[str]) -> Chosen:
    """Return the values of `--only` with lists replaced by the ids of their cards.

    Copies of a card on several lines are added up. A line without a number has no entry there.

    Raises:
        FaultsError: a list cannot be read, or has a line that names no card of the game.
    """
    if not has_list(only):
        return tuple(only), ()
    problems = Problems()
    entries = [entry for name in only if name.startswith(LIST) for entry in _read(name, problems)]
    if problems.found:
        raise FaultsError(problems.found)
    with limited(LIMITS if catalog.limited else None, place):
        known = _names(catalog, game)
    counts: defaultdict[str, int] = defaultdict(int)
    chosen = {name: None for name in only if not name.startswith(LIST)}
    for entry in entries:
        found = _card_of(entry, known, game, problems)
        if found is not None:
            id_, copies = found
            chosen[id_] = None
            if copies is not None:
                counts[id_] += copies
    if problems.found:
        raise FaultsError(problems.found)
    return tuple(chosen), tuple(counts.items())


def _read(name: str, problems: Problems) -> Iterator[_Entry]:
    """Yield the lines of a list that have words."""
    file = name.removeprefix(LIST)
    try:
        lines = read_text(Path(file), MOST_BYTES, anywhere=True).splitlines()
    except ReadError as error:
        problems.add(error.fault(codes.CANNOT_READ, file))
        return
    found = False
    for number, line in enumerate(lines, 1):
        words = _COMMENT.sub("", line).strip()
        if words:
            found = True
            column = line.index(words[0]) + 1
            yield _Entry(words, Span(file, number, column, len(words)))
    if not found:
        problems.error(
            codes.UNKNOWN_CARD,
            "the list names no card",
            Span(file),
            "every line is empty or a comment",
            "write a card on each line: `3 harbour`",
        )


def _card_of(
    entry: _Entry, known: Mapping[str, Sequence[str]], game: str, problems: Problems
) -> tuple[str, int | None] | None:
    """Return the id of the card on a line, and its copies; report a line that names none."""
    ids, copies = known.get(_folded(entry.words), ()), None
    name = entry.words
    if not ids:  # a name may begin with a number
        parts = _LINE.fullmatch(entry.words)
        assert parts is not None
        if not (parts["before"] and parts["after"]):
            name, number = parts["name"], parts["before"] or parts["after"]
            ids, copies = known.get(_folded(name), ()), int(number) if number else None
    if copies is not None and ids and not 0 < copies <= MAX_COPIES:
        problems.error(
            codes.UNKNOWN_CARD,
            f"`{entry.words}` is not a number of copies",
            entry.span,
            f"expected 1 to {MAX_COPIES}",
            "remove the line, or correct the number",
        )
        return None
    if len(ids) == 1:
        return ids[0], copies
    if ids:
        text = f"the game `{game}` has {len(ids)} cards with the name `{name}`"
        label, cure = "expected one card", f"write its id: {listed(ids)}"
    else:
        text = f"the game `{game}` has no card `{name}`"
        label = "expected `3 harbour`, `harbour x3` or `harbour`, with an id or a name"
        cure = did_you_mean(name, known, "write the id of a card, or its name in any language")
    problems.error(codes.UNKNOWN_CARD, text, entry.span, label, cure)
    return None


def _names(catalog: Catalog, game: str) -> Mapping[str, Sequence[str]]:
    """Return the ids of all cards and boards by id, and by their names in each language.

    Raises:
        FaultsError: the game cannot be read.
    """
    problems = Problems()
    languages = catalog.languages_of(game)
    loaded = open_game(catalog, game, languages, problems, Scrutiny(texts=False))
    if loaded is None:
        raise FaultsError(problems.found)
    keys = {f"cards.{card.id}.name": card.id for card in loaded.game.cards}
    keys |= {f"boards.{board.id}": board.id for board in loaded.game.boards}
    known: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for id_ in keys.values():
        known[_folded(id_)][id_] = None
    own = set(known)
    for language in languages:
        setter = Edition(loaded, language, Problems(), draft=True).typesetter
        for key, id_ in keys.items():
            if key in setter.texts.entries:
                name = _folded(plain(setter.inlines(key)))
                if name not in own:  # an id is clearer than a name
                    known[name][id_] = None
    return {name: tuple(ids) for name, ids in known.items()}


def _folded(name: str) -> str:
    """Return a name without differences of case, spaces and composition."""
    return " ".join(normalize("NFC", name).casefold().split())
