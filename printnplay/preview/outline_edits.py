"""Edits of the outline of the rulebook: its sections and blocks.

An edit writes `booklet.yaml` and, for new texts, the file of the original's texts: one step to
undo.
"""

import re
from collections.abc import Callable, Mapping
from itertools import accumulate
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from printnplay.files.catalog import display_path
from printnplay.files.yaml_edits import (
    UnknownPlaceError,
    appended,
    inserted,
    leaves,
    rewritten,
)
from printnplay.files.yaml_lists import item_at, relisted, unlisted
from printnplay.files.yaml_removal import removed
from printnplay.files.yaml_tree import ListNode, TextNode, read_bytes, walk
from printnplay.game.texts import Texts
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.kernel.named_sizes import PAGE_SIZES
from printnplay.kernel.strings import plain_name
from printnplay.preview.answers import is_editable
from printnplay.preview.edits import Change, NotWrittenError, check_sound, rewrite_all
from printnplay.preview.journal import Content, digest
from printnplay.preview.live import LiveGame
from printnplay.preview.new_blocks import Keys, new_block
from printnplay.preview.new_texts import change_of_texts, original_of
from printnplay.preview.outline import (
    FILE,
    NEW_PAGE,
    NOT_OURS,
    SECTIONS,
    SUMMARY,
    content_of,
    outline_file,
    stock_of,
)

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
    """Add a block to a list before that of a number; `said` are its fields by name.

    The list `summary`, the rules at a glance, takes paragraphs at its end.
    """

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


class NewPage(Struct, frozen=True, tag="new_page", tag_field="do"):
    """Begin a section on a new page, or below the one before."""

    at: int
    on: bool


OutlineEdit: TypeAlias = StartRulebook | AddSection | AddBlock | MoveItem | RemoveItem | NewPage


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
        path, texts = outline_file(live), original_of(live)
        shown = display_path(path)
        if not is_editable(live.catalog, Span(shown)):
            raise NotWrittenError(NOT_OURS)
        made, new = _edited(live, edit, texts, _taken(path, texts))

        def changed(now: Content) -> bytes:
            if digest(now) != tag:
                raise NotWrittenError(f"{FILE} was changed meanwhile; look at it again")
            if now is not None:
                check_sound(now, shown)
            return _done(made, (now or b"").decode()).encode()

        changes: list[Change] = [(shown, changed)]
        if new:
            changes.append(change_of_texts(live, texts, new))
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
        case NewPage():
            return "change where a section begins"


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
            return _block(live, edit, texts, taken)
        case MoveItem():
            return lambda source: _moved(source, edit), {}
        case RemoveItem():
            return lambda source: _removed(source, edit.path, edit.at), {}
        case NewPage():
            return lambda source: _on_new_page(source, edit), {}


def _block(
    live: LiveGame, edit: AddBlock, texts: Texts, taken: set[str]
) -> tuple[Made, Mapping[str, str]]:
    """Return what adds a block to a section, or a paragraph to the rules at a glance."""
    if edit.path == SUMMARY:
        keys = Keys(SUMMARY, taken)
        key = keys.add(_filled(edit.said.get("text", "")))
        return lambda source: appended(source, SUMMARY, key, ["page", SUMMARY]), keys.texts
    section = _section_ids(outline_file(live)).get(".".join(edit.path.split(".")[:2]))
    if section is None:
        raise NotWrittenError("the section is not there any more, or has no `id`")
    keys = Keys(section, taken)
    item = new_block(edit.kind, edit.said, keys, stock_of(live, texts))
    return lambda source: _added(source, edit.path, edit.at, item), keys.texts


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
    root = read_bytes(content_of(path) or b"", FILE, Problems())
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
    if path == SUMMARY:  # often in brackets
        return unlisted(source, path, at) if len(order) > 1 else removed(source, path)
    order.remove(at)
    if not order:
        raise NotWrittenError(
            "it is the only one in its list", "add another one first, or remove what holds it"
        )
    return relisted(source, path, order)


def _on_new_page(source: str, edit: NewPage) -> str:
    items: list[int | str] = [*_order(source, SECTIONS, edit.at)]
    item = item_at(source, SECTIONS, edit.at)
    if not edit.on:
        item = removed(item, NEW_PAGE)
    elif NEW_PAGE in leaves(item):
        item = rewritten(item, {NEW_PAGE: "yes"})
    else:
        item = inserted(item, {NEW_PAGE: "yes"}, ("id", NEW_PAGE, "blocks"))
    items[edit.at] = item
    return relisted(source, SECTIONS, items)


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
