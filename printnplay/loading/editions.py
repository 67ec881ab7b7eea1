"""Editions of a game: base, demo, expansion, large print.

An edition changes keys of game.yaml, cards of the deck and texts. It is derived while its files are
read: whatever comes later gets a game named `<game>.<edition>`, and knows nothing of editions.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from printnplay.files.catalog import OF_EDITION, Catalog, base_of, display_path, edition_in
from printnplay.files.yaml_tree import (
    Entry,
    ListNode,
    MappingNode,
    Node,
    TextNode,
    read_yaml,
)
from printnplay.game.game import BASE, Game
from printnplay.game.texts import TITLE, Texts
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.kernel.suggestions import listed, suggestion

KEY = "editions"
"""The key of game.yaml that declares editions."""


def root_of(folder: Path, shown: str, edition: str, names: Collection[str]) -> Node | None:
    """Return the root of a game.yaml as an edition changes it, even if parts have errors."""
    root = read_yaml(folder / "game.yaml", f"{shown}/game.yaml", Problems())
    return of_edition(root, edition, names, Problems()) if edition else root


def of_edition(
    root: Node | None, edition: str, names: Collection[str], problems: Problems
) -> Node | None:
    """Return the root of game.yaml with the changes of an edition; None if there is none.

    Args:
        root: the root of game.yaml.
        edition: the name of the edition.
        names: the keys that an edition may change.
        problems: receives the error of an unknown edition.
    """
    if not isinstance(root, MappingNode):
        return None
    declared = _declared(root)
    if edition not in declared:
        known = [*declared]
        text = f"there is no edition `{edition}`"
        label = f"expected one of {listed(known)}" if known else "the game declares no editions"
        problems.error(codes.UNKNOWN_EDITION, text, root.span, label, suggestion(edition, known))
        return None
    own = changes_of(root, edition)
    dropped = {KEY, *({"box", "boxes"} if own.keys() & {"box", "boxes"} else ())}
    entries = {name: entry for name, entry in root.entries.items() if name not in dropped}
    for name, entry in own.items():
        if name in names:
            is_more = name == "allow" and name in entries
            entries[name] = _joined(entry, entries[name]) if is_more else entry
    return replace(root, entries=entries)


def changes_of(root: Node | None, edition: str) -> Mapping[str, Entry]:
    """Return the entries of game.yaml that an edition changes."""
    entry = _declared(root).get(edition)
    return entry.value.entries if entry and isinstance(entry.value, MappingNode) else {}


def _joined(entry: Entry, below: Entry) -> Entry:
    """Return a list of an edition after that of the game."""
    if isinstance(entry.value, ListNode) and isinstance(below.value, ListNode):
        items = [*below.value.items, *entry.value.items]
        return replace(entry, value=replace(entry.value, items=items))
    return entry


def _declared(root: Node | None) -> Mapping[str, Entry]:
    entry = root.entries.get(KEY) if isinstance(root, MappingNode) else None
    return entry.value.entries if entry and isinstance(entry.value, MappingNode) else {}


def names_of(root: Node | None) -> tuple[str, ...]:
    """Return the names of the editions that a game.yaml declares, in order."""
    return tuple(_declared(root))


def boards_in(root: Node | None) -> frozenset[str]:
    """Return the ids of the boards of a game and its editions."""
    entries = [root.entries] if isinstance(root, MappingNode) else []
    entries += [dict(changes_of(root, name)) for name in names_of(root)]
    boards = [one["boards"].value for one in entries if "boards" in one]
    items = [item for board in boards if isinstance(board, ListNode) for item in board.items]
    keys = [item.entries.get("id") for item in items if isinstance(item, MappingNode)]
    nodes = [key.value for key in keys if key is not None]
    return frozenset(node.value for node in nodes if isinstance(node, TextNode))


def check_names(root: Node | None, problems: Problems) -> None:
    """Report an edition with the name of the game itself."""
    entry = _declared(root).get(BASE)
    if entry is not None:
        text, label = f"an edition cannot be named `{BASE}`", "the game itself has this name"
        cure = "write these keys outside of `editions`"
        problems.error(codes.UNKNOWN_EDITION, text, entry.span, label, cure)


def check_known(node: Node | None, known: Collection[str], problems: Problems) -> None:
    """Report names in a list that are no editions of the game."""
    for item in node.items if isinstance(node, ListNode) else ():
        if isinstance(item, TextNode) and item.value and item.value not in known:
            text, label = f"there is no edition `{item.value}`", f"expected one of {listed(known)}"
            cure = suggestion(item.value, known)
            problems.error(codes.UNKNOWN_EDITION, text, item.span, label, cure)


def check_files(catalog: Catalog, game: Game, problems: Problems) -> None:
    """Report files of texts of editions that a game does not have."""
    for file in catalog.edition_files(game.id):
        name = edition_in(file.stem)
        if name not in game.editions:
            text = f"the game `{game.id}` has no edition `{name}`"
            label = "expected the texts of an edition"
            known = listed(game.editions)
            cure = suggestion(name, game.editions, f"add `{name}` to `editions` in game.yaml")
            if known:
                label = f"expected the texts of one of {known}"
            problems.error(codes.UNKNOWN_EDITION, text, Span(display_path(file)), label, cure)


def editions_of(catalog: Catalog, game: str) -> tuple[str, ...]:
    """Return the editions of a game, named as in commands: `lost-city.demo`."""
    root = read_yaml(catalog.game_folder(game) / "game.yaml", "", Problems())
    return tuple(f"{game}{OF_EDITION}{name}" for name in names_of(root) if name != BASE)


def with_editions(catalog: Catalog, games: Sequence[str]) -> tuple[str, ...]:
    """Return games, each followed by its editions."""
    return tuple(name for game in games for name in (game, *editions_of(catalog, game)))


def is_known(catalog: Catalog, game: str) -> bool:
    """Return whether there is a game or an edition of this name."""
    base = base_of(game)
    if base not in catalog.games():
        return False
    return game == base or game in editions_of(catalog, base)


def without(texts: Texts, left_out: Collection[str]) -> Texts:
    """Return the texts without those of parts that the game leaves out.

    Each of `left_out` is a key, or the first parts of keys: `cards.storm`.
    """
    if not left_out:
        return texts
    kept = {key: text for key, text in texts.entries.items() if not is_left_out(key, left_out)}
    blanks = {key: at for key, at in texts.blanks.items() if not is_left_out(key, left_out)}
    return replace(texts, entries=kept, blanks=blanks)


def is_left_out(key: str, left_out: Collection[str]) -> bool:
    """Return whether a text is that of a part which a game leaves out.

    >>> is_left_out("cards.storm.name", {"cards.storm"}), is_left_out("cards.sun", {"cards.s"})
    (True, False)
    """
    return any(stem in left_out for stem in _stems(key))


def _stems(key: str) -> Iterator[str]:
    """Yield a key and the first parts of it."""
    while key:
        yield key
        key = key.rpartition(".")[0]


def with_changes(texts: Texts, own: Texts, game: Game, problems: Problems) -> Texts:
    """Return the texts of a game as an edition changes them.

    Report texts that neither the game has nor a block of the edition names.

    Args:
        texts: all texts of the game.
        own: the texts in the file of the edition.
        game: the edition.
        problems: receives the errors.
    """
    inherited = without(texts, game.left_out)
    known = {TITLE, *inherited.entries, *inherited.blanks, *(key for key, _ in game.outline.texts)}
    for key, text in own.entries.items():
        if key in known:
            continue
        message, label = f"the game has no text `{key}` to change", "expected a key of the game"
        cure = suggestion(key, inherited.entries, "remove it, or use it in booklet.yaml")
        if is_left_out(key, game.left_out):
            label, cure = "the edition leaves out the part with this text", "remove it"
        problems.error(codes.NOT_IN_BASE, message, text.span, label, cure)
    return replace(
        inherited,
        entries={**inherited.entries, **own.entries},
        file=own.file,
        sound=texts.sound and own.sound,
        lock={**texts.lock, **own.lock},
        remarks={**texts.remarks, **own.remarks},
        blanks={key: at for key, at in inherited.blanks.items() if key not in own.entries}
        | dict(own.blanks),
    )


def check_translated(game: Game, texts: Mapping[str, Texts], problems: Problems) -> None:
    """Warn of texts that an edition changes in the original, but not in a translation."""
    original = game.original_in(texts)
    if not game.edition or original not in texts:
        return
    changed = [one for one in texts[original].entries.values() if one.subject.game == game.id]
    for language, translation in texts.items():
        for text in changed if language != original else ():
            there = translation.entries.get(text.key)
            if there is None or there.subject.game == game.id or text.key in translation.blanks:
                continue
            message = f"the edition changes `{text.key}` in `{original}`, but not in `{language}`"
            label = "the translation has the words of the game"
            cure = f"write it in locales/{language}/{game.id}.yaml"
            problems.warning(codes.CHANGED_IN_ONE_LANGUAGE, message, there.span, label, cure)
