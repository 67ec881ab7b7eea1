"""The outline of the rulebook on the page: its sections and blocks, and edits of them.

An edit writes `booklet.yaml` and, for new texts, the file of the original's texts: one step to
undo.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import Struct

from printnplay.files.catalog import display_path
from printnplay.files.door import LARGEST, ReadError, is_there, read
from printnplay.files.yaml_edits import BOM, UnknownPlaceError, inserted
from printnplay.files.yaml_lists import editable_lists, item_at, relisted
from printnplay.files.yaml_tree import (
    ListNode,
    MappingNode,
    Node,
    TextNode,
    plain,
    read_bytes,
    walk,
)
from printnplay.game.texts import Texts
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.kernel.named_sizes import PAGE_SIZES
from printnplay.kernel.strings import plain_name
from printnplay.preview.answers import is_editable
from printnplay.preview.edits import Change, NotWrittenError, check_forms, check_sound, rewrite_all
from printnplay.preview.journal import Content, digest
from printnplay.preview.live import LiveGame
from printnplay.preview.new_blocks import Keys, Stock, new_block, palette
from printnplay.preview.pictures import own_pictures
from printnplay.text.markup import plain as marked_up

FILE = "booklet.yaml"

COVER = {"players": "{players_min} to {players_max} players"}
"""Texts of the cover that are the same for most games."""


class StartRulebook(Struct, frozen=True, tag="start", tag_field="do"):
    """Write the outline of a game without rulebook: a section with a paragraph, and the cover."""

    size: str
    title: str
    text: str
    tagline: str
    blurb: str
    credits: str


class AddSection(Struct, frozen=True, tag="section", tag_field="do"):
    """Add a section before that of a number."""

    at: int
    title: str
    text: str


class AddBlock(Struct, frozen=True, tag="block", tag_field="do"):
    """Add a block to a list before that of a number; `said` are its fields by name."""

    path: str
    at: int
    kind: str
    said: dict[str, str] = {}


class MoveItem(Struct, frozen=True, tag="move", tag_field="do"):
    """Move an item of a list before another, in its own list or another one."""

    path: str
    at: int
    to_path: str
    to: int


class RemoveItem(Struct, frozen=True, tag="remove", tag_field="do"):
    """Remove an item of a list; its texts stay in their files."""

    path: str
    at: int


OutlineEdit: TypeAlias = StartRulebook | AddSection | AddBlock | MoveItem | RemoveItem

SECTIONS = "sections"


def about_outline(live: LiveGame) -> dict[str, Any]:
    """Return the outline with its texts, what can be added, and why it cannot be edited, if so."""
    with live.lock:
        path = _file(live)
        content = _content(path)
        about: dict[str, Any] = {
            "file": display_path(path),
            "tag": digest(content),
            "fixed": "" if is_editable(live.catalog, Span(display_path(path))) else _NOT_OURS,
            "sections": [],
            "palette": [],
            "sizes": list(PAGE_SIZES),
        }
        loaded = live.loaded
        if loaded is None:
            return about | {"fixed": "The game cannot be loaded: correct its errors first."}
        original = _original(live)
        about["palette"] = palette(_stock(live, original))
        about["language"] = language = live.languages[0]
        if original.language in live.languages:
            about["language"] = language = original.language
        words = _words(live, language, original)
        if content is None:
            return about
        problems = Problems()
        root = read_bytes(content, FILE, problems)
        if problems.errors:
            return about | {"fixed": f"{FILE} cannot be read: correct its errors first."}
        lists = editable_lists(content.decode().removeprefix(BOM))
        sections = root.entries.get(SECTIONS) if isinstance(root, MappingNode) else None
        return about | {
            "sections": list(_told(sections.value if sections else None, SECTIONS, words, lists)),
            "editable": SECTIONS in lists,
        }


_NOT_OURS = "The rulebook is not in a file of this project."


Words: TypeAlias = Callable[[str], str | None]
"""The words of a text as readers see them; None if there is no text of this key."""


def _words(live: LiveGame, language: str, original: Texts) -> Words:
    edition = live.edition(language)

    def words(key: str) -> str | None:
        if key not in original.entries:
            return None
        if edition is None or key not in edition.texts.entries:
            return original.entries[key].plain
        return marked_up(edition.typesetter.inlines(key))

    return words


def _told(
    node: Node | None, path: str, words: Words, lists: frozenset[str]
) -> Iterator[dict[str, Any]]:
    """Yield the sections or blocks of a list, each with the lists of blocks within it."""
    for number, item in enumerate(node.items if isinstance(node, ListNode) else ()):
        if not isinstance(item, MappingNode) or not item.entries:
            continue
        own = f"{path}.{number}"
        first = next(iter(item.entries.values()))
        is_section = path == SECTIONS
        keys = list(_keys(item, words))
        if is_section:
            keys = (
                [f"rules.{_text(item.entries['id'].value)}.title"] if "id" in item.entries else []
            )
        shown = (words(keys[0]) if keys else None) or ""
        more = f" (+{len(keys) - 1})" if len(keys) > 1 else ""
        value = first.value
        if isinstance(value, MappingNode):
            shown = shown or ", ".join(
                f"{key}: {_text(one.value)}" for key, one in value.entries.items()
            )
        yield {
            "kind": "section" if is_section else first.key,
            "at": number,
            "text": (shown + more if shown else _text(value)),
            "keys": [key for key in keys if words(key) is not None],
            "line": item.span.line,
            "lists": [
                {
                    "path": inner,
                    "editable": inner in lists,
                    "items": list(_told(blocks, inner, words, lists)),
                }
                for inner, blocks in _lists_of(item, own)
            ],
        }


_HOLDERS = ("blocks", "spread", "right")
"""The keys of lists of blocks within sections and blocks; `columns` has a list of them."""


def _lists_of(item: MappingNode, path: str) -> Iterator[tuple[str, Node]]:
    for key in _HOLDERS:
        if key in item.entries and isinstance(item.entries[key].value, ListNode):
            yield f"{path}.{key}", item.entries[key].value
    columns = item.entries["columns"].value if "columns" in item.entries else None
    for number, column in enumerate(columns.items if isinstance(columns, ListNode) else ()):
        yield f"{path}.columns.{number}", column


def _keys(item: MappingNode, words: Words) -> Iterator[str]:
    """Yield the keys of texts that a block names itself."""
    for key, entry in item.entries.items():
        if key in _HOLDERS or key == "columns":
            continue
        for name in _named(entry.value):
            yield from (one for one in (name, f"{name}.question") if words(one) is not None)


def _named(node: Node) -> Iterator[str]:
    match node:
        case TextNode(value=value):
            yield value
        case ListNode(items=items):
            for item in items:
                yield from _named(item)
        case MappingNode(entries=entries):
            for entry in entries.values():
                yield from _named(entry.value)
        case _:
            return


def _text(node: Node) -> str:
    """Return what a block shows, in the words of the file."""
    return ", ".join(_named(node)) if isinstance(node, ListNode) else str(plain(node))


def write_outline(live: LiveGame, edit: OutlineEdit, tag: str) -> tuple[list[str], str]:
    """Write an edit of the outline; return the changed files, and the key of the first new text.

    Args:
        live: the game.
        edit: the edit.
        tag: the digest of `booklet.yaml` that the user saw.

    Raises:
        NotWrittenError: the file was changed meanwhile, or cannot be edited here.
    """
    with live.lock:
        if live.loaded is None:
            raise NotWrittenError("the game cannot be loaded", "correct its errors first")
        path, texts = _file(live), _original(live)
        shown = display_path(path)
        if not is_editable(live.catalog, Span(shown)):
            raise NotWrittenError(_NOT_OURS)
        made, new = _edited(live, edit, texts, _taken(path, texts))

        def changed(now: Content) -> bytes:
            if digest(now) != tag:
                raise NotWrittenError(f"{FILE} was changed meanwhile; look at it again")
            if now is not None:
                check_sound(now, shown)
            return _done(made, (now or b"").decode()).encode()

        for text in new.values():
            check_forms({"other": text}, limited=live.catalog.limited)
        changes: list[Change] = [(shown, changed)]
        if new:
            file = _text_file(live, texts)
            order = [f"{texts.language}.{key}" for key in texts.entries]
            changes.append((file, lambda now: _with_texts(now, file, texts.language, new, order)))
        rewrite_all(live, changes, _name(edit))
        return [file for file, _ in changes], next(iter(new), "")


def _taken(path: Path, texts: Texts) -> set[str]:
    """Return the keys that new texts cannot have: those of texts, and of sections of a file."""
    keys = (*texts.entries, *(f"rules.{name}" for name in _section_ids(path).values()))
    return {part for key in keys for part in accumulate(key.split("."), "{}.{}".format)}


def _name(edit: OutlineEdit) -> str:
    match edit:
        case StartRulebook():
            return "start the rulebook"
        case AddSection(title=title):
            return f"add the section `{title.strip()}`"
        case AddBlock(kind=kind):
            return f"add a block `{kind}`"
        case MoveItem():
            return "move a part of the rulebook"
        case RemoveItem():
            return "remove a part of the rulebook"


Made: TypeAlias = Callable[[str], str]


def _done(made: Made, source: str) -> str:
    try:
        return made(source)
    except LookupError as error:
        raise NotWrittenError(
            f"this part of {FILE} cannot be edited on the page",
            "give each item of the list a line of its own, or change it in the file",
        ) from error


def _edited(
    live: LiveGame, edit: OutlineEdit, texts: Texts, taken: set[str]
) -> tuple[Made, Mapping[str, str]]:
    """Return what an edit does to the source of the outline, and the new texts."""
    match edit:
        case StartRulebook():
            item, new = _section(edit.title, edit.text, taken)
            cover = {
                "tagline": _filled(edit.tagline),
                "players": COVER["players"],
                "blurb": _filled(edit.blurb),
                "credits": _filled(edit.credits),
            }
            new = {**{f"cover.{name}": text for name, text in cover.items()}, **new}
            new = {key: text for key, text in new.items() if key not in texts.entries}
            if edit.size not in PAGE_SIZES:
                raise NotWrittenError(f"there is no page size `{edit.size}`")
            return lambda _: relisted(
                f"page: {edit.size}\n{SECTIONS}:\n  - x\n", SECTIONS, [item]
            ), new
        case AddSection():
            item, new = _section(edit.title, edit.text, taken)
            return lambda source: _added(source, SECTIONS, edit.at, item), new
        case AddBlock():
            section = _section_ids(_file(live)).get(".".join(edit.path.split(".")[:2]))
            if section is None:
                raise NotWrittenError("the section is not there any more, or has no `id`")
            keys = Keys(section, taken)
            item = new_block(edit.kind, edit.said, keys, _stock(live, texts))
            return lambda source: _added(source, edit.path, edit.at, item), keys.texts
        case MoveItem():
            return lambda source: _moved(source, edit), {}
        case RemoveItem():
            return lambda source: _removed(source, edit.path, edit.at), {}


def _filled(text: str) -> str:
    if not text.strip():
        raise NotWrittenError("a field is empty", "fill it in")
    return text.strip()


def _section(title: str, text: str, taken: set[str]) -> tuple[str, dict[str, str]]:
    """Return a new section as YAML, and its texts."""
    name = plain_name(_filled(title), "-")[:40].strip("-") or "section"
    number = 1
    while f"rules.{name}" in taken:
        number += 1
        name = f"{name.removesuffix(f'-{number - 1}')}-{number}"
    keys = Keys(name, taken)
    keys.texts[f"rules.{name}.title"] = title.strip()
    return f"id: {name}\nblocks:\n  - paragraph: {keys.add(_filled(text))}", keys.texts


def _section_ids(path: Path) -> dict[str, str]:
    """Return the ids of the sections in a file by their paths, such as `sections.0`."""
    root = read_bytes(_content(path) or b"", FILE, Problems())
    return {
        path.removesuffix(".id"): node.value
        for path, node in walk(root)
        if isinstance(node, TextNode) and re.fullmatch(rf"{SECTIONS}\.\d+\.id", path)
    }


def _order(source: str, path: str, at: int, more: int = 0) -> list[int]:
    """Return the numbers of the items of a list; `at` has to be one, or one of `more` after them.

    Raises:
        NotWrittenError: it is none.
        UnknownPlaceError: there is no such list.
    """
    node = dict(walk(read_bytes(source.encode(), FILE, Problems()))).get(path)
    if not isinstance(node, ListNode):
        raise UnknownPlaceError(path)
    if not 0 <= at < len(node.items) + more:
        raise NotWrittenError("that part is not there any more")
    return list(range(len(node.items)))


def _added(source: str, path: str, at: int, item: str) -> str:
    order: list[int | str] = [*_order(source, path, at, 1)]
    order.insert(at, item)
    return relisted(source, path, order)


def _removed(source: str, path: str, at: int) -> str:
    order = _order(source, path, at)
    order.remove(at)
    if not order:
        raise NotWrittenError(
            "it is the only one in its list", "add another one first, or remove what holds it"
        )
    return relisted(source, path, order)


def _moved(source: str, edit: MoveItem) -> str:
    if edit.path == edit.to_path:
        order = _order(source, edit.path, edit.at)
        _order(source, edit.path, edit.to, 1)
        order.insert(edit.to - (edit.to > edit.at), order.pop(edit.at))
        return relisted(source, edit.path, order)
    if edit.to_path.startswith(f"{edit.path}.{edit.at}."):
        raise NotWrittenError("a block cannot go into itself")
    if SECTIONS in (edit.path, edit.to_path):
        raise NotWrittenError("sections and blocks are not in the same lists")
    item = item_at(source, edit.path, edit.at)
    if edit.path.startswith(f"{edit.to_path}."):  # what is added would change the other path
        return _added(_removed(source, edit.path, edit.at), edit.to_path, edit.to, item)
    return _removed(_added(source, edit.to_path, edit.to, item), edit.path, edit.at)


def _with_texts(
    now: Content, file: str, language: str, new: Mapping[str, str], order: list[str]
) -> bytes:
    now = f"{language}: {{}}\n".encode() if now is None else now
    check_sound(now, file)
    source = now.decode()
    mark = BOM if source.startswith(BOM) else ""
    added = {f"{language}.{key}": text for key, text in new.items()}
    return (mark + inserted(source.removeprefix(BOM), added, [*order, *added])).encode()


def _file(live: LiveGame) -> Path:
    return live.catalog.game_folder(live.game_id) / FILE


def _content(path: Path) -> Content:
    try:
        return read(path, LARGEST) if is_there(path) else None
    except ReadError as error:
        raise NotWrittenError(error.about(path), error.help) from error


def _text_file(live: LiveGame, texts: Texts) -> str:
    """Return the file of the game's texts in its original."""
    path = live.catalog.roots[0] / "locales" / texts.language / f"{live.game_id}.yaml"
    found = live.catalog.locale_files(texts.language, live.game_id)[-1:]
    return display_path(found[0] if found and found[0].name == path.name else path)


def _original(live: LiveGame) -> Texts:
    loaded = live.loaded
    if loaded is None:
        raise NotWrittenError("the game cannot be loaded")
    return loaded.texts[loaded.game.original_in(loaded.texts)]


def _stock(live: LiveGame, texts: Texts) -> Stock:
    loaded = live.loaded
    if loaded is None:
        raise NotWrittenError("the game cannot be loaded")
    return Stock(loaded.game, texts, sorted({name for _, _, name in own_pictures(live)}))
