"""The outline of the rulebook on the page: its sections and blocks, and what can be added."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import Struct

from printnplay.build.samples import is_sample
from printnplay.files.catalog import display_path
from printnplay.files.door import LARGEST, ReadError, is_there, read
from printnplay.files.yaml_edits import BOM
from printnplay.files.yaml_lists import editable_lists
from printnplay.files.yaml_tree import (
    ListNode,
    MappingNode,
    Node,
    TextNode,
    plain,
    read_bytes,
)
from printnplay.game.rulebook import every_block
from printnplay.game.texts import Texts
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.kernel.named_sizes import PAGE_SIZES
from printnplay.preview.answers import is_editable
from printnplay.preview.edits import NotWrittenError
from printnplay.preview.journal import Content, digest
from printnplay.preview.live import LiveGame
from printnplay.preview.new_blocks import Stock, palette
from printnplay.preview.new_texts import original_of
from printnplay.preview.pictures import own_pictures
from printnplay.text.markup import plain as marked_up

FILE = "booklet.yaml"

SECTIONS, SUMMARY = "sections", "summary"

NEW_PAGE = "new_page"
"""The key of a section that begins on a new page; `no` is its default."""


def about_outline(live: LiveGame) -> dict[str, Any]:
    """Return the outline with its texts, what can be added, and why it cannot be edited, if so."""
    with live.lock:
        path = outline_file(live)
        content = content_of(path)
        about: dict[str, Any] = {
            "file": display_path(path),
            "tag": digest(content),
            "fixed": "" if is_editable(live.catalog, Span(display_path(path))) else NOT_OURS,
            "sections": [],
            "summary": [],
            "palette": [],
            "sizes": list(PAGE_SIZES),
        }
        loaded = live.loaded
        if loaded is None:
            return about | {"fixed": "The game cannot be loaded: correct its errors first."}
        original = original_of(live)
        about["palette"] = palette(stock_of(live, original))
        about["language"] = language = live.languages[0]
        if original.language in live.languages:
            about["language"] = language = original.language
        words = _words(live, language, original)
        samples = {
            key for key, text in original.entries.items() if is_sample(text, original.language)
        }
        if content is None:
            return about
        problems = Problems()
        root = read_bytes(content, FILE, problems)
        if problems.errors:
            return about | {"fixed": f"{FILE} cannot be read: correct its errors first."}
        lists = editable_lists(content.decode().removeprefix(BOM))
        sections = root.entries.get(SECTIONS) if isinstance(root, MappingNode) else None
        summary = root.entries.get(SUMMARY) if isinstance(root, MappingNode) else None
        printed = {
            (block.span.line, block.span.column): (*block.keys, *block.unprinted)
            for section in loaded.game.outline.sections
            for block in every_block(section.blocks)
            if block.span.file == about["file"] and not live.is_old
        }
        reading = _Reading(words, lists, printed)
        told = list(_told(sections.value if sections else None, SECTIONS, reading))
        return about | {
            "sections": told,
            "summary": [
                {"text": words(key) or key, "keys": [key]}
                for key in (_named(summary.value) if summary else ())
            ],
            "samples": sorted(samples),
            "editable": SECTIONS in lists,
        }


NOT_OURS = "The rulebook is not in a file of this project."


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


class _Reading(Struct, frozen=True):
    """What is known besides the file: words, the lists that can be edited, and printed texts.

    `printed` are the keys of the texts of a block by the line and column of its first value.
    """

    words: Words
    lists: frozenset[str]
    printed: Mapping[tuple[int, int], tuple[str, ...]]


def _told(node: Node | None, path: str, reading: _Reading) -> Iterator[dict[str, Any]]:
    """Yield the sections or blocks of a list, each with the lists of blocks within it."""
    words, lists = reading.words, reading.lists
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
        value = first.value
        printed = reading.printed.get((value.span.line, value.span.column), ())
        shown = (words(keys[0]) if keys else None) or ""
        if isinstance(value, MappingNode):
            shown = shown or ", ".join(
                f"{key}: {_text(one.value)}" for key, one in value.entries.items()
            )
        keys = [key for key in printed if words(key) is not None] or keys
        shown = shown or (words(keys[0]) if keys else None) or ""
        more = f" (+{len(keys) - 1})" if len(keys) > 1 else ""
        yield {
            "kind": "section" if is_section else first.key,
            "at": number,
            "text": (shown + more if shown else _text(value)),
            "keys": [key for key in keys if words(key) is not None],
            "line": item.span.line,
            "newPage": NEW_PAGE in item.entries and _text(item.entries[NEW_PAGE].value) != "no",
            "lists": [
                {
                    "path": inner,
                    "editable": inner in lists,
                    "items": list(_told(blocks, inner, reading)),
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


def outline_file(live: LiveGame) -> Path:
    """Return the file of the outline."""
    return live.catalog.game_folder(live.game_id) / FILE


def content_of(path: Path) -> Content:
    """Return the content of a file; None if there is none.

    Raises:
        NotWrittenError: it cannot be read.
    """
    try:
        return read(path, LARGEST) if is_there(path) else None
    except ReadError as error:
        raise NotWrittenError(error.about(path), error.help) from error


def stock_of(live: LiveGame, texts: Texts) -> Stock:
    """Return what blocks can show.

    Raises:
        NotWrittenError: the game cannot be loaded.
    """
    loaded = live.loaded
    if loaded is None:
        raise NotWrittenError("the game cannot be loaded")
    return Stock(loaded.game, texts, sorted({name for _, _, name in own_pictures(live)}))
