"""New kinds of cards and other components on the page, and backs for cards that have none.

A kind is a template, a table with a first card, a family in cards.yaml, a group of sheets in
game.yaml and its title: edits that a person could have made, undone together.
"""

import csv
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

from msgspec import Struct

from printnplay.faces.template_files import SUFFIX
from printnplay.files.catalog import display_path, is_reserved
from printnplay.files.door import is_there
from printnplay.files.yaml_edits import all_inserted
from printnplay.files.yaml_lists import item_at, relisted
from printnplay.files.yaml_tree import ListNode, MappingNode, read_bytes
from printnplay.game.game import OWN, Card, Group
from printnplay.game.kinds import Kind
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.kernel.named_sizes import CARD_SIZES
from printnplay.kernel.strings import plain_name
from printnplay.loading.headings import COPIES, ID
from printnplay.preview.answers import is_editable
from printnplay.preview.edits import Change, NotWrittenError, check_sound, existing, rewrite_all
from printnplay.preview.faces import Face, key_of_back
from printnplay.preview.journal import Content
from printnplay.preview.layouts import (
    fields_of,
    name_of_template,
    own_folder,
    templates_of,
    texts_of,
)
from printnplay.preview.live import LiveGame
from printnplay.preview.new_texts import change_of_texts, original_of

SHEETS = "sheets"

BACK = "back"
"""The template that `backs: yes` in game.yaml names."""


class NewKind(Struct, frozen=True):
    """A kind to add like that of the card of a face; without a size, it is as large."""

    language: str
    face: str
    title: str
    size: str = ""
    component: str = Kind.CARDS


class NewBack(Struct, frozen=True):
    """The face of a card whose group is to have a back."""

    face: str


def about_kinds(live: LiveGame, face: Face) -> dict[str, Any]:
    """Return what a new kind can be, and whether the cards of a face lack a back."""
    group = _group(live, face)
    lacks = group is not None and not group.backs and not group.fold
    return {
        "sizes": [*CARD_SIZES],
        "components": [*Kind],
        "lacksBack": lacks and face.card is not None and face.card.back_fields is None,
    }


def _group(live: LiveGame, face: Face) -> Group | None:
    groups = live.game.groups if live.game else ()
    return next((one for one in groups if one.id == face.group), None)


def add_back(live: LiveGame, asked: NewBack) -> str:
    """Give the cards of a group a back, drawn by the template `back`; return the changed file.

    Raises:
        NotWrittenError: they have one, or game.yaml cannot be edited.
    """
    with live.lock:
        face = live.faces.get(asked.face)
        if face is None or not about_kinds(live, face)["lacksBack"]:
            raise NotWrittenError("these cards have a back, or cannot have one")
        change = in_game(live, lambda source: _with_back(source, face.group))
        rewrite_all(live, [change], f"add a back to the sheets `{face.group}`")
        return change[0]


def back_of(live: LiveGame, key: str) -> str:
    """Return the key of the shared back of a face's card; empty if it has none."""
    with live.lock:
        face, game = live.faces.get(key), live.game
        group = game.group_of(face.card) if game and face and face.card else None
        return key_of_back(game, group, face) if game and face and group and group.backs else ""


def _with_back(source: str, group: str) -> str:
    number, count = _place_of(source, group)
    items: list[int | str] = [*range(count)]
    items[number] = all_inserted(item_at(source, SHEETS, number), {"backs": "yes"})
    return relisted(source, SHEETS, items)


def _place_of(source: str, group: str) -> tuple[int, int]:
    """Return the number of a group in the list of sheets, and the length of that list."""
    root = read_bytes(source.encode(), "", Problems())
    entry = root.entries.get(SHEETS) if isinstance(root, MappingNode) else None
    items = entry.value.items if entry and isinstance(entry.value, ListNode) else []
    for number, item in enumerate(items):
        named = item.entries.get("id") if isinstance(item, MappingNode) else None
        if named and getattr(named.value, "value", "") == group:
            return number, len(items)
    raise NotWrittenError(f"game.yaml has no sheets `{group}` any more")


def add_kind(live: LiveGame, asked: NewKind) -> tuple[list[str], str]:
    """Add a kind of cards; return the changed files, and the id of its first card.

    Raises:
        NotWrittenError: the name is taken, or a file cannot be edited.
    """
    with live.lock:
        maker = _maker(live, asked)
        changes = [*maker.changes()]
        rewrite_all(live, changes, f"add the kind `{maker.name}`")
        return [file for file, _ in changes], maker.first


def _maker(live: LiveGame, asked: NewKind) -> "_Maker":
    """Return what makes a kind.

    Raises:
        NotWrittenError: the name is taken, or no name; there is no such face, size or component.
    """
    face, title = live.faces.get(asked.face), " ".join(asked.title.split())
    name, game = plain_name(title, "-"), live.game
    if face is None or face.card is None or game is None:
        raise NotWrittenError("choose the face of a card first: the new kind begins like it")
    if not name or is_reserved(name) or len(name) > 60:
        raise NotWrittenError("the kind needs a name with letters from a to z or digits")
    taken = {card.family for card in game.cards} | {group.id for group in game.groups}
    edition = live.edition(asked.language)
    renderer = edition.renderer_of(face.style) if edition else None
    folder = own_folder(live, renderer) if renderer else None
    table = live.catalog.game_folder(live.game_id) / f"{name}.csv"
    if folder is None or renderer is None:
        raise NotWrittenError("the style comes with printnplay: give the game its own")
    template = folder / f"{name}{SUFFIX}"
    if name in taken or is_there(template) or is_there(table):
        raise NotWrittenError(f"there is something named `{name}` already", "choose another name")
    if asked.size not in ("", *CARD_SIZES) or asked.component not in [*Kind]:
        raise NotWrittenError("there is no such size or component")
    shown = live.face(asked.language, asked.face)
    chain = templates_of(renderer, name_of_template(face, shown), face) if shown else []
    if not chain:
        raise NotWrittenError(f"the template of `{face.name}` was not found")
    return _Maker(live, asked, face, face.card, title, name, template, table, chain[-1].source)


class _Maker(Struct, frozen=True):
    """Makes a kind like that of a card."""

    live: LiveGame
    asked: NewKind
    face: Face
    card: Card
    title: str
    name: str
    template: Path
    table: Path
    source: str

    @property
    def first(self) -> str:
        """The id of the first card."""
        return f"{self.name}-1"

    def changes(self) -> Iterator[Change]:
        """Yield the changes of the files."""
        yield _new(self.template, self.source.encode())
        yield _new(self.table, self._rows().encode())
        cards = display_path(self.live.catalog.game_folder(self.live.game_id) / "cards.yaml")
        yield _edited(self.live, cards, self._with_family)
        yield in_game(self.live, self._with_group)
        texts = original_of(self.live)
        yield change_of_texts(self.live, texts, {f"{SHEETS}.{self.name}": self.title})

    def _rows(self) -> str:
        """Return a table with a copy of the card."""
        original = original_of(self.live)
        words = {
            name: text.plain
            for name in texts_of(self.live, self.face)
            if (text := original.entries.get(f"cards.{self.card.id}.{name}"))
        }
        fields = {
            name: self.card.fields.get(name, "")
            for name in fields_of(self.live, self.face)
            if name not in (ID, COPIES) and name not in words
        }
        names = [f"{name}@{original.language}" for name in words]
        rows = StringIO()
        writer = csv.writer(rows, lineterminator="\n")
        writer.writerow([ID, COPIES, *fields, *names])
        writer.writerow([self.first, "1", *fields.values(), *words.values()])
        return rows.getvalue()

    def _with_family(self, source: str) -> str:
        """Return cards.yaml with a family for the table."""
        end = "" if not source or source.endswith("\n") else "\n"
        line = "\r\n" if "\r\n" in source else "\n"
        family = f"{self.name}: {{template: {self.name}, rows: {self.table.name}}}"
        return f"{source}{end}{family}{line}"

    def _with_group(self, source: str) -> str:
        """Return game.yaml with sheets for the family: first if others may select its cards."""
        group = _group(self.live, self.face)
        backs = group.backs if group and group.backs != OWN else ""
        backs = "yes" if backs == BACK else backs
        parts = [f"id: {self.name}", f"where: {{family: {self.name}}}"]
        parts += [f"backs: {backs}"] if backs else []
        parts += [f"card: {self.asked.size}"] if self.asked.size else []
        is_plain = self.asked.component == Kind.CARDS
        parts += [] if is_plain else [f"component: {self.asked.component}"]
        _, count = _place_of(source, group.id if group else "")
        is_family = group is not None and "family" in group.where
        items: list[int | str] = [*range(count)]
        items.insert(count if is_family else 0, "{" + ", ".join(parts) + "}")
        return relisted(source, SHEETS, items)


def _new(path: Path, content: bytes) -> Change:
    def written(now: Content) -> bytes:
        if now is not None:
            raise NotWrittenError(f"there is a file `{display_path(path)}` now")
        return content

    return display_path(path), written


def in_game(live: LiveGame, changed: Callable[[str], str]) -> Change:
    """Return the change of game.yaml.

    Raises:
        NotWrittenError: it is not a file of the project.
    """
    return _edited(
        live, display_path(live.catalog.game_folder(live.game_id) / "game.yaml"), changed
    )


def _edited(live: LiveGame, file: str, changed: Callable[[str], str]) -> Change:
    """Return the change of a YAML file.

    Raises:
        NotWrittenError: it is not a file of the project.
    """
    if not is_editable(live.catalog, Span(file)):
        raise NotWrittenError(f"`{file}` is not a file of this project")

    def written(content: bytes) -> bytes:
        check_sound(content, file)
        new = changed(content.decode()).encode()
        check_sound(new, file)
        return new

    return existing(file, written)
