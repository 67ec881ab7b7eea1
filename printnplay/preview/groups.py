"""The groups of cards on the page: their titles, and which cards each takes.

They are `sheets` in game.yaml. The page shows and edits what the files say now: while a card has
no group, the game cannot be loaded.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from printnplay.files.catalog import display_path
from printnplay.files.yaml_edits import BOM, key_as_written, leaves, rewritten
from printnplay.files.yaml_lists import item_at, relisted
from printnplay.files.yaml_tree import MappingNode, TextNode, read_bytes, walk
from printnplay.game.game import Card
from printnplay.game.texts import Texts
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.languages import REFERENCE
from printnplay.kernel.strings import plain_name, spliced
from printnplay.loading.cards import load_cards
from printnplay.preview.answers import is_editable
from printnplay.preview.counting import row_of_group
from printnplay.preview.edits import (
    Change,
    NotWrittenError,
    check_forms,
    check_sound,
    existing,
    rewrite_all,
)
from printnplay.preview.live import LiveGame
from printnplay.preview.mending import changes_without
from printnplay.preview.new_kinds import SHEETS, in_game
from printnplay.preview.new_texts import change_of_texts, original_of
from printnplay.preview.outline import FILE, content_of, outline_file
from printnplay.preview.text_places import others_saying

FAMILY = "family"


class GroupEdit(Struct, frozen=True):
    """A group to add, change or remove.

    It takes the cards with a value in a field; with an empty `field`, those that it takes now.
    """

    do: Literal["add", "set", "remove"]
    id: str = ""
    title: str = ""
    field: str = ""
    value: str = ""


class _Group(Struct, frozen=True):
    """A group as written: its id, and the values that its cards have."""

    id: str
    where: Mapping[str, str]

    def takes(self, card: Card) -> bool:
        return all(_value(card, name) == value for name, value in self.where.items())


def _value(card: Card, name: str) -> str:
    return card.family if name == FAMILY else card.fields.get(name, "")


def about_groups(live: LiveGame) -> dict[str, Any]:
    """Return the groups with the cards that they take, and by what they can be chosen.

    Raises:
        NotWrittenError: game.yaml cannot be read.
    """
    with live.lock:
        groups, cards = _groups(game_source(live)), _cards(live)
        first = [next((one.id for one in groups if one.takes(card)), "") for card in cards]
        names = dict.fromkeys([FAMILY, *(name for group in groups for name in group.where)])
        free = [card for card, group in zip(cards, first, strict=True) if not group]
        counts, lone = (
            Counter((name, _value(card, name)) for card in some for name in names)
            for some in (cards, free)
        )
        texts = original_of(live)
        return {
            "language": texts.language,
            "groups": [
                {
                    "id": one.id,
                    "title": text.plain if (text := texts.entries.get(_key(one.id))) else "",
                    "where": [list(pair) for pair in one.where.items()],
                    "cards": first.count(one.id),
                }
                for one in groups
            ],
            "choices": [
                {"field": name, "value": value, "cards": count, "free": lone[name, value]}
                for (name, value), count in counts.items()
                if value
            ],
            "homeless": len(free),
        }


def _key(group: str) -> str:
    return f"{SHEETS}.{group}"


def game_source(live: LiveGame) -> str:
    """Return the content of game.yaml; empty if there is none."""
    return (content_of(live.catalog.game_folder(live.game_id) / "game.yaml") or b"").decode()


def _groups(source: str) -> list[_Group]:
    root = read_bytes(source.encode(), "", Problems())
    node = root.entries.get(SHEETS) if isinstance(root, MappingNode) else None
    found = []
    for item in getattr(node.value, "items", ()) if node else ():
        texts = _texts(item)
        where = item.entries["where"].value if "where" in item.entries else None
        found.append(_Group(texts.get("id", ""), _texts(where)))
    return found


def _texts(node: object) -> dict[str, str]:
    entries = node.entries if isinstance(node, MappingNode) else {}
    return {key: e.value.value for key, e in entries.items() if isinstance(e.value, TextNode)}


def _cards(live: LiveGame) -> Sequence[Card]:
    file = live.catalog.game_folder(live.game_id) / "cards.yaml"
    original = live.game.original if live.game else REFERENCE
    return load_cards(file, display_path(file), Problems(draft=True), {}, original=original)


def edit_group(live: LiveGame, edit: GroupEdit) -> tuple[list[str], list[dict[str, Any]]]:
    """Write an edit of the groups: game.yaml, and the title among the texts, as one step.

    Returns:
        The changed files, and the other texts that say the old title.

    Raises:
        NotWrittenError: there is no such group any more, the title is empty or taken, or a file
            cannot be edited.
    """
    with live.lock:
        name, texts = _name(live, edit), original_of(live)
        old, title = texts.entries.get(_key(name)), " ".join(edit.title.split())
        cards = _cards(live)
        changes: list[Change] = []
        if edit.do == "remove" or edit.field:
            changes.append(in_game(live, lambda source: _edited(source, edit, name, cards)))
        changes += _followed(live, edit, cards)
        changes += _untitled(live, name) if edit.do == "remove" else ()
        is_new_title = edit.do != "remove" and (old is None or old.plain != title)
        rows = [*_counted(live, edit, name, cards)]
        changes += [change for change, _ in rows]
        if is_new_title:
            keys = [
                _key(name),
                *(key for _, keys in rows for key in keys if key not in texts.entries),
            ]
            changes.append(_titled(live, texts, keys, title))
        same = others_saying(live, texts.language, _key(name), old.forms) if old else []
        done = {
            "add": f"add the group `{name}`",
            "set": f"change the group `{name}`",
            "remove": f"remove the group `{name}`",
        }
        rewrite_all(live, changes, done[edit.do])
        return [file for file, _ in changes], same if is_new_title else []


def _name(live: LiveGame, edit: GroupEdit) -> str:
    """Return the id of the group of an edit.

    Raises:
        NotWrittenError: it cannot be edited like that.
    """
    ids = [one.id for one in _groups(game_source(live))]
    name = plain_name(edit.title, "-") if edit.do == "add" else edit.id
    if edit.do != "add" and name not in ids:
        raise NotWrittenError("that group is not there any more")
    if edit.do == "remove" and len(ids) == 1:
        raise NotWrittenError("it is the only group", "change it instead")
    if edit.do != "remove" and not (name and edit.title.strip()):
        raise NotWrittenError("the group needs a title", "write one with letters or digits")
    if edit.do == "add" and (name in ids or not edit.field):
        raise NotWrittenError("choose other cards or another title", f"`{name}` is there already")
    return name


def _followed(live: LiveGame, edit: GroupEdit, cards: Sequence[Card]) -> Iterator[Change]:
    """Yield the change of the rulebook, if it shows cards of a value that none has any more."""
    group = next((one for one in _groups(game_source(live)) if one.id == edit.id), None)
    before = group.where.get(edit.field) if group and edit.do == "set" else None
    path = outline_file(live)
    content = content_of(path)
    if before is None or content is None or any(map(group.takes if group else bool, cards)):
        return

    def written(now: bytes) -> bytes:
        source = now.decode()
        there = leaves(source.removeprefix(BOM)).items()
        named = {
            at: edit.value
            for at, leaf in there
            if at.rpartition(".")[2] == edit.field and leaf.value == before
        }
        return rewritten(source, named).encode()

    check_sound(content, FILE)
    yield existing(display_path(path), written)


def _counted(
    live: LiveGame, edit: GroupEdit, name: str, cards: Sequence[Card]
) -> Iterator[tuple[Change, Sequence[str]]]:
    """Yield the change of the rulebook that counts the cards of a new group, with its keys."""
    path = outline_file(live)
    content = content_of(path) if edit.do == "add" else None
    if content is None:
        return
    check_sound(content, FILE)
    new = row_of_group(content.decode(), name, (edit.field, edit.value), cards)
    if new.keys:
        yield existing(display_path(path), lambda now: new.source(now.decode()).encode()), new.keys


def _titled(live: LiveGame, texts: Texts, keys: Sequence[str], title: str) -> Change:
    """Return the change that writes the title of a group; others of its keys are new."""
    old = texts.entries.get(keys[0])
    if old is None:
        return change_of_texts(live, texts, dict.fromkeys(keys, title))
    check_forms({"other": title}, limited=live.catalog.limited)
    if not is_editable(live.catalog, old.span):
        raise NotWrittenError(f"`{old.span.file}` is not a file of this project")
    path = f"{texts.language}.{keys[0]}"
    return existing(old.span.file, lambda now: rewritten(now.decode(), {path: title}).encode())


def _untitled(live: LiveGame, name: str) -> Iterator[Change]:
    """Yield the changes that remove the title of a group, unless the rulebook prints it too."""
    outline = read_bytes(content_of(outline_file(live)) or b"", FILE, Problems())
    if not any(
        isinstance(node, TextNode) and node.value == _key(name) for _, node in walk(outline)
    ):
        yield from changes_without(live, _key(name))


def _edited(source: str, edit: GroupEdit, name: str, cards: Sequence[Card]) -> str:
    if edit.do != "remove":
        return _with_group(source, edit, name, cards)
    ids = [one.id for one in _groups(source)]
    return relisted(source, SHEETS, [at for at, one in enumerate(ids) if one != name])


def _with_group(source: str, edit: GroupEdit, name: str, cards: Sequence[Card]) -> str:
    """Return game.yaml with a group that takes the cards with a value, else like the others.

    A new one is like the group that takes its cards now, and before it, or the last one.
    """
    groups = _groups(source)
    items: list[int | str] = [*range(len(groups))]
    chosen = [card for card in cards if _value(card, edit.field) == edit.value]
    taking = (at for at, one in enumerate(groups) if any(map(one.takes, chosen)))
    at = next(taking, None) if edit.do == "add" else [one.id for one in groups].index(name)
    item = item_at(source, SHEETS, len(groups) - 1 if at is None else at)
    root = read_bytes(item.encode(), "", Problems())
    entries = root.entries if isinstance(root, MappingNode) else {}
    if "id" not in entries or "where" not in entries:
        raise NotWrittenError(f"`{SHEETS}` in game.yaml is unusual: edit it there")
    where = f"{{{key_as_written(edit.field)}: {key_as_written(edit.value)}}}"
    spans = [(entries["id"].value, name), (entries["where"].value, where)]
    new = spliced(item, sorted((node.start, node.end, text) for node, text in spans))
    if edit.do == "set" and at is not None:
        items[at] = new
    else:
        items.insert(len(items) if at is None else at, new)
    return relisted(source, SHEETS, items)
