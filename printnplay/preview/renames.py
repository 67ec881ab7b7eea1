"""Follow a card whose id changes: the other files of the game that name it.

An id is a column of a table, or made from columns such as the name. What is found in files that
cannot be edited here is listed with its place.
"""

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from itertools import chain
from pathlib import Path, PurePosixPath

from msgspec import Struct, field

from printnplay.files.catalog import OF_EDITION, display_path
from printnplay.files.door import LARGEST, ReadError, files_below, is_there, read
from printnplay.files.yaml_edits import BOM, leaves, renamed, rewritten
from printnplay.files.yaml_tree import MappingNode, read_bytes
from printnplay.game.game import Card
from printnplay.kernel.diagnostics import FaultsError, Problems, Span
from printnplay.kernel.languages import REFERENCE
from printnplay.loading.cards import load_cards
from printnplay.loading.game import find_original
from printnplay.loading.headings import ID, column_name
from printnplay.preview.answers import absolute, is_editable
from printnplay.preview.deck_tables import shown_of, tables_of, why_fixed
from printnplay.preview.edits import (
    Change,
    NotWrittenError,
    Written,
    check_sound,
    existing,
    rewrite_all,
)
from printnplay.preview.journal import Content, digest
from printnplay.preview.live import LiveGame
from printnplay.preview.pictures import own_pictures
from printnplay.tables.table_edits import Cell, SetCells, editable, edited

NAMING = frozenset({"card", "cards", "anatomy", "shown"})
"""The keys of game.yaml and booklet.yaml whose values are ids of cards."""

Ids = Mapping[str, str]
"""New ids by the old ones."""


class _Found(Struct):
    """The ids that an edit changes, and what could not follow."""

    live: LiveGame
    ids: dict[str, str] = field(default_factory=dict)
    left: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)


def write_followed(
    live: LiveGame,
    change: tuple[str, Callable[[bytes], bytes]],
    what: str,
    may_rename: Callable[[bytes], bool] = lambda _: True,
    others: Callable[[bytes], Iterable[Change]] = lambda _: (),
) -> Written:
    """Write a change of a table, and of the files that name the cards whose ids it changes.

    All of it is one step to undo.

    Args:
        live: the game.
        change: the file of the table, as the user would type it, and a function that returns its
            new content.
        what: the name of the step.
        may_rename: whether the change may be one of ids, of the old content: to compare the cards
            takes long in a large table.
        others: returns more changes, by the old content.

    Raises:
        NotWrittenError: the table cannot be written.
    """
    (file, changed), found, contents = change, _Found(live), list[bytes]()

    def noting(content: bytes) -> bytes:
        new = changed(content)
        contents.extend((content, new))
        if may_rename(content):
            found.ids |= _changed_ids(live, file, content, new)
        found.left += _left(live, found.ids) if found.ids else ()
        return new

    def changes() -> Iterator[Change]:
        yield existing(file, noting)
        for path, way in _followers(live) if found.ids else ():
            yield path, partial(_followed, found, path, way)
        for change in others(contents[0]):
            found.files.append(change[0])
            yield change

    rewrite_all(live, changes(), what)
    return Written([file, *found.files], found.left, [*found.ids], digest(contents[1]))


def still_left(live: LiveGame, ids: Iterable[str]) -> list[str]:
    """Return the places that have an id which no card has any more."""
    with live.lock:
        cards = live.game.cards if live.game else ()
        there = {card.id for card in cards}
        found = _Found(live, {one: one for one in ids if one not in there})
        if not found.ids:
            return []
        found.left += _left(live, found.ids)
        for file, way in _followers(live):
            with suppress(ReadError):
                _followed(found, file, way, read(absolute(file), LARGEST))
        named = {PurePosixPath(value).stem for card in cards for value in card.fields.values()}
        files = (path for _, path, _ in own_pictures(live) if path.stem in {*found.ids} - named)
        return [*found.left, *map(_of_picture, map(display_path, files))]


def rewrite_followed(
    live: LiveGame, place: Span, changed: Callable[[bytes], bytes], what: str
) -> Written:
    """Do the same for the table at a place.

    Raises:
        NotWrittenError: the table cannot be written.
    """
    return write_followed(live, (place.file, changed), what)


def _changed_ids(live: LiveGame, file: str, before: bytes, after: bytes) -> dict[str, str]:
    """Return the ids that a table changes; none if it changes rows, or two cards have one id."""
    name = Path(file).name
    columns = next((table.ids for table in tables_of(live) if table.file == name), frozenset())
    if _cells(file, before, columns) == _cells(file, after, columns):
        return {}
    old, new = (_cards(live, file, content) for content in (before, after))
    if len(old) != len(new):
        return {}
    return {one.id: other.id for one, other in zip(old, new, strict=True) if one.id != other.id}


def _cells(file: str, content: bytes, columns: Container[str]) -> list[list[str]]:
    """Return the cells of some columns of a table, in all languages, row by row."""
    table = editable(content, file)
    keys = [
        key
        for key, heading in zip(table.keys, table.headings, strict=True)
        if column_name(heading.partition("@")[0]) in columns
    ]
    return [[row.get(key, "") for key in keys] for row in table.rows]


def _cards(live: LiveGame, file: str, content: bytes) -> tuple[Card, ...]:
    """Return the cards with this content of a table, as far as they can be read."""
    folder = live.catalog.game_folder(live.game_id)
    name = absolute(file).relative_to(folder.absolute()).as_posix()
    original = find_original(folder, display_path(folder)) or REFERENCE
    cards, problems = folder / "cards.yaml", Problems(draft=True)
    return load_cards(cards, display_path(cards), problems, {name: content}, original=original)


_Follow = Callable[[str, Ids], str]
"""Returns a source with new ids."""


def _followers(live: LiveGame) -> Iterator[tuple[str, _Follow]]:
    """Yield the files of the project that may name cards, and how ids are replaced in them."""
    catalog, game = live.catalog, live.game_id
    folder = catalog.game_folder(game)
    editions = live.game.editions if live.game else ()
    games = (game, *(f"{game}{OF_EDITION}{name}" for name in editions))
    ways: dict[Path, _Follow] = {
        folder / "game.yaml": _in_outline,
        folder / "booklet.yaml": _in_outline,
        folder / "examples.yaml": _in_examples,
    }
    for language in catalog.languages_of(game):
        for path in chain.from_iterable(catalog.locale_files(language, one) for one in games):
            ways[path] = partial(_in_texts, language)
            for ending in (".lock.json", ".remarks.json"):
                ways[path.with_name(path.stem + ending)] = _in_keys
    for path, way in ways.items():
        if is_there(path) and is_editable(catalog, Span(display_path(path))):
            yield display_path(path), way
    for table in tables_of(live):
        if not table.families and not why_fixed(live, table.file):
            yield shown_of(live, table), partial(_in_joined, shown_of(live, table))


def _followed(found: _Found, file: str, follow: _Follow, content: Content) -> Content:
    """Return the content of a file with the new ids; the old one, with its place, if it fails."""
    if content is None or not any(old.encode() in content for old in found.ids):
        return content
    try:
        if file.endswith(".yaml"):
            check_sound(content, file)
        new = follow(content.decode(), found.ids).encode()
    except (UnicodeDecodeError, NotWrittenError, LookupError, FaultsError):
        found.left.append(file)
        return content
    if new != content:
        found.files.append(file)
    return new


def _any(ids: Ids) -> str:
    return "|".join(map(re.escape, sorted(ids, key=len, reverse=True)))


def _in_outline(source: str, ids: Ids) -> str:
    """Return game.yaml or booklet.yaml with new ids of cards, and in the keys of their texts."""
    keys = re.compile(rf"cards\.({_any(ids)})(?=\.|$)")
    changes = {}
    for path, leaf in leaves(source.removeprefix(BOM)).items():
        named = next((key for key in path.split(".")[::-1] if not key.isdigit()), "")
        if named in NAMING and leaf.value in ids:
            changes[path] = ids[leaf.value]
        elif found := keys.match(leaf.value):
            changes[path] = f"cards.{ids[found[1]]}{leaf.value[found.end() :]}"
    return rewritten(source, changes)


def _in_examples(source: str, ids: Ids) -> str:
    """Return examples.yaml with new ids in its positions and moves."""
    words = re.compile(rf"(?<![\w-])({_any(ids)})(?![\w-])")
    parts = {"given", "when", "then"}
    return rewritten(
        source,
        {
            path: words.sub(lambda found: ids[found[1]], leaf.value)
            for path, leaf in leaves(source.removeprefix(BOM)).items()
            if parts.intersection(path.split(".")[:2])
        },
    )


def _in_texts(language: str, source: str, ids: Ids) -> str:
    """Return a file of texts with new ids in the keys, and where texts count cards."""
    root = read_bytes(source.removeprefix(BOM).encode(), "", Problems())
    own = root.entries.get(language) if isinstance(root, MappingNode) else None
    cards = own.value.entries.get("cards") if own and isinstance(own.value, MappingNode) else None
    there = cards.value.entries if cards and isinstance(cards.value, MappingNode) else {}
    source = renamed(source, {f"{language}.cards.{old}": ids[old] for old in ids if old in there})
    counts = re.compile(rf"(?<=\{{count\.)({_any(ids)})(?![\w-])")
    texts = leaves(source.removeprefix(BOM)).items()
    return rewritten(
        source,
        {path: counts.sub(lambda found: ids[found[1]], leaf.value) for path, leaf in texts},
    )


def _in_keys(source: str, ids: Ids) -> str:
    """Return a JSON file with new ids in its keys of texts."""
    return re.sub(rf'"cards\.({_any(ids)})\.', lambda found: f'"cards.{ids[found[1]]}.', source)


def _in_joined(shown: str, source: str, ids: Ids) -> str:
    """Return a joined table with new ids in its column of ids."""
    content = source.encode()
    rows = editable(content, shown)
    key = next(
        (
            key
            for key, name in zip(rows.keys, rows.headings, strict=True)
            if column_name(name) == ID
        ),
        None,
    )
    cells = [
        Cell(at, rows.keys.index(key), ids[row[key]])
        for at, row in enumerate(rows.rows)
        if key is not None and row.get(key) in ids
    ]
    return edited(content, shown, SetCells(tuple(cells))).decode() if cells else source


def _left(live: LiveGame, ids: Ids) -> Iterator[str]:
    """Yield the places of templates and rules that name old ids, and pictures named after them."""
    named = re.compile(rf"[\"']({_any(ids)})[\"']")
    home, folder = live.catalog.roots[0], live.catalog.game_folder(live.game_id)
    inputs = live.catalog.inputs_of(live.game_id, live.languages[0])
    for path in dict.fromkeys((*inputs, *files_below(folder, frozenset({".py"})))):
        if path.suffix in (".j2", ".py") and path.is_relative_to(home):
            with suppress(ReadError):
                lines = read(path, LARGEST).decode("utf-8", "replace").splitlines()
                found = (at for at, line in enumerate(lines, 1) if named.search(line))
                yield from (f"{display_path(path)}, line {at}" for at in found)
    yield from map(_of_picture, _named_after(live, ids))


def _of_picture(file: str) -> str:
    return f"the name of the picture {file}"


def _named_after(live: LiveGame, ids: Ids) -> Iterator[str]:
    """Yield the pictures on cards with old ids that have the id as their name, and no field."""
    for face in live.faces.values():
        card = face.card
        if card is not None and card.id in ids:
            shown = live.face(live.languages[0], face.key)
            named = {PurePosixPath(value).stem for value in card.fields.values()}
            files = [Path(art.file) for art in shown.art] if shown else []
            yield from (display_path(one) for one in files if one.stem in {card.id} - named)
