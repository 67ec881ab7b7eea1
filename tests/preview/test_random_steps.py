"""A thousand edits of all kinds, some undone and redone: the files come back byte for byte."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from printnplay.faces.box_edits import CopyBox, DeleteBox, OrderBox, SetBox
from printnplay.kernel.diagnostics import Severity
from printnplay.preview.answers import about_text
from printnplay.preview.card_pictures import Field, write_field
from printnplay.preview.deck_tables import about_table, tables_of
from printnplay.preview.dropped_pictures import add_picture, delete_picture, replace_picture
from printnplay.preview.edits import NotWrittenError, step_back, step_forward, write_text
from printnplay.preview.groups import GroupEdit, about_groups, edit_group
from printnplay.preview.journal import digest
from printnplay.preview.layout_edits import Asked, Edit, NewBox, write_layout
from printnplay.preview.layout_starters import Taken, about_starters, take_starter
from printnplay.preview.layouts import about_layout
from printnplay.preview.live import LiveGame
from printnplay.preview.new_kinds import NewBack, NewKind, add_back, add_kind
from printnplay.preview.outline import about_outline
from printnplay.preview.outline_edits import (
    AddBlock,
    AddSection,
    MoveItem,
    OutlineEdit,
    RemoveItem,
    write_outline,
)
from printnplay.preview.own_templates import Owned, own_template
from printnplay.preview.pictures import own_pictures
from printnplay.preview.renames import rewrite_followed
from printnplay.preview.table_writing import write_edit
from printnplay.tables.table_edits import AddColumn, AddRows, Cell, DeleteRows, SetCells, SortRows
from printnplay.tables.table_edits import Edit as TableEdit

from .test_art import coast, files, live, picture, plain_coast

__all__ = ["coast", "live", "plain_coast"]

SEED, STEPS = os.environ.get("SEED", "43"), 1000

WORDS = ("Wait", 'a, "b"', "Über: {x", "'tis # no comment", "- one", "Two\nlines", "  ", "Nod. 😀")
"""Texts that a careless writer of YAML or CSV gets wrong."""

MOST = 12
"""The most cards of a table, boxes of a template, and blocks of a list, so that nothing grows."""


def text_step(live: LiveGame, random: Random) -> Iterable[str]:
    """A text of a card, a group or the rulebook, in its file or its cell."""
    assert live.loaded
    texts = live.loaded.texts["en"].entries.items()
    own = live.loaded.game.id
    key = random.choice(sorted(key for key, text in texts if text.subject.game == own))
    about = about_text(live, "en", key)
    assert about
    forms = {name: random.choice(WORDS) for name in about["forms"] or ["other"]}
    return write_text(live, "en", key, forms, about["forms"], rewrite_followed).files


def table_step(live: LiveGame, random: Random) -> Iterable[str]:
    """Cells, rows or a column of a table; ids too, which other files name."""
    table = random.choice(tables_of(live))
    about = about_table(live, table.file, "", ())
    assert about
    rows, width = about["rows"], len(about["columns"])
    at, column = random.randrange(max(1, len(rows))), random.randrange(width)
    numbers = [n for n, one in enumerate(about["columns"]) if one["name"] in ("copies", "cost")]
    words = [n for n, one in enumerate(about["columns"]) if one["name"] in ("name", "rule", "id")]
    changes = [Cell(at, n, str(random.randrange(9))) for n in numbers]
    changes += [Cell(at, n, f"{random.choice('abc')}{random.randrange(99)}") for n in words]
    new = tuple(
        f"new-{random.randrange(9999)}" if one["name"] == "id" else rows[at][n] if rows else ""
        for n, one in enumerate(about["columns"])
    )
    edits: list[TableEdit] = [
        SetCells(tuple(random.sample(changes, min(2, len(changes))))),
        SetCells((Cell(at, random.choice(words), random.choice(WORDS)),)),
        SetCells((Cell(at, column, random.choice(WORDS)),)),
        AddRows(at, (new,)) if len(rows) < MOST else DeleteRows((at,)),
        SortRows(column, random.random() < 0.5),
    ]
    if width < MOST:
        edits.append(AddColumn(f"extra-{random.randrange(99)}", random.choice(WORDS)))
    return write_edit(live, table.file, about["tag"], random.choice(edits)).files


def picture_step(live: LiveGame, random: Random) -> Iterable[str]:
    """A picture that is chosen, dropped, replaced, taken off, framed or deleted."""
    face = live.faces[random.choice(sorted(live.faces))]
    fields = face.card.fields if face.card else {}
    name = random.choice(["art", "art", "focus", "crop"]) if face.card else ""
    field = Field(face.key, name, fields.get(name, ""), "en")
    own = sorted((str(path), name) for _, path, name in own_pictures(live))
    drawn = picture(size=(random.randrange(1, 9), 9))
    match random.randrange(6):
        case 0:
            return add_picture(live, drawn, "dropped.png", random.choice([field, None]))[0]
        case 1:
            return [replace_picture(live, drawn, os.path.relpath(random.choice(own)[0]))]
        case 2:
            return [delete_picture(live, os.path.relpath(random.choice(own)[0]))]
        case 3:
            return write_field(live, field, "")
        case _:
            value = {"focus": "10 90", "crop": "5 5 50 50"}.get(name, random.choice(own)[1])
            return write_field(live, field, value)


def layout_step(live: LiveGame, random: Random) -> Iterable[str]:
    """A box that is moved, ordered, added, copied or deleted, or another template."""
    key = random.choice(sorted(live.faces))
    about = about_layout(live, "en", key)
    if about is None or not about["files"]:
        raise NotWrittenError("the face was never drawn")
    of = about["files"][-1]
    choice = random.random()
    if choice < 0.05:
        return [own_template(live, Owned("en", key))]
    if choice < 0.07:
        starters = about_starters(live, "en", key)
        chosen = random.choice((starters and starters["layouts"]) or [{"name": ""}])["name"]
        return [take_starter(live, Taken("en", key, chosen, of["tag"]))]
    boxes = of["boxes"]
    at = random.randrange(max(1, len(boxes)))
    numbers = boxes[at]["numbers"] if boxes else {}
    edits: list[Edit] = [
        SetBox(at, {name: random.uniform(0, 60) for name in numbers}),
        OrderBox(at, random.random() < 0.5),
        NewBox("rectangle", "colour", "ink", *(random.uniform(1, 50) for _ in range(4))),
        CopyBox(at) if len(boxes) < MOST else DeleteBox(at),
    ]
    return [write_layout(live, Asked("en", key, of["file"], of["tag"], random.choice(edits)))]


def outline_step(live: LiveGame, random: Random) -> Iterable[str]:
    """A section or block of the rulebook that is added, moved or removed."""
    about = about_outline(live)
    lists = {
        one["path"]: len(one["items"]) for section in about["sections"] for one in section["lists"]
    }
    lists |= {"sections": len(about["sections"]), "summary": len(about["summary"])}
    path, to = random.choice(sorted(lists)), random.choice(sorted(lists))
    at = random.randrange(max(1, lists[path]))
    new: dict[str, Any] = random.choice(about["palette"])
    said = {
        one.name: random.choice(one.options or [word for word in WORDS if word.strip()])
        for one in new["fields"]
    }
    edits: list[OutlineEdit] = [
        MoveItem(path, at, to, random.randrange(lists[to] + 1)),
        AddBlock(path, at, new["kind"], said) if lists[path] < MOST else RemoveItem(path, at),
        RemoveItem(path, at),
    ]
    if len(about["sections"]) < MOST:
        edits.append(AddSection(at, random.choice(WORDS), random.choice(WORDS)))
    return write_outline(live, random.choice(edits), about["tag"])[0]


def group_step(live: LiveGame, random: Random) -> Iterable[str]:
    """A group of cards that is added, renamed, given other cards or removed."""
    about = about_groups(live)
    group, of = random.choice(about["groups"]), random.choice(about["choices"])
    title = f"{random.choice(WORDS)} {random.randrange(9)}"
    edits = [
        GroupEdit("set", group["id"], title),
        GroupEdit("set", group["id"], title, of["field"], of["value"]),
        GroupEdit("remove", group["id"])
        if len(about["groups"]) > 4
        else GroupEdit("add", "", title, of["field"], of["value"]),
    ]
    return edit_group(live, random.choice(edits))[0]


def kind_step(live: LiveGame, random: Random) -> Iterable[str]:
    """A new kind of cards, or a back."""
    key = random.choice(sorted(live.faces))
    if random.random() < 0.5 or len(tables_of(live)) > 4:
        return [add_back(live, NewBack(key))]
    size, component = random.choice(["", "mini"]), random.choice(["cards", "tiles"])
    return add_kind(live, NewKind("en", key, f"Kind {random.randrange(99)}", size, component))[0]


EDITS: Mapping[Callable[[LiveGame, Random], Iterable[str]], int] = {
    text_step: 4,
    table_step: 4,
    picture_step: 4,
    layout_step: 4,
    outline_step: 4,
    group_step: 2,
    kind_step: 1,
}
"""The kinds of steps with their weights."""


def state() -> dict[str, str]:
    """The digest of each file of the project."""
    return {name: digest(content) for name, content in files().items()}


def errors(live: LiveGame) -> bool:
    return any(fault.severity is Severity.ERROR for fault in live.faults)


class Walk:
    """The states of the files that the journal knows, and which of them is the one now."""

    def __init__(self, live: LiveGame) -> None:
        self.live, self.states, self.at = live, [state()], 0

    def edits(self, written: Iterable[str]) -> None:
        """Note what an edit has made, if anything."""
        self.live.update([Path(file).absolute() for file in written])
        if (now := state()) != self.states[self.at]:
            self.states[self.at + 1 :] = [now]
            self.at += 1

    def moves(self, by: int) -> None:
        """Undo or redo a step, if there is one."""
        if 0 <= self.at + by < len(self.states):
            step = (step_back if by < 0 else step_forward)(self.live)
            self.at += by
            self.stays(step.what)
            self.live.update([Path(edit.file).absolute() for edit in step.edits])

    def stays(self, what: str) -> None:
        """Compare the files with the state that they have to have."""
        now, then = state(), self.states[self.at]
        names = sorted(name for name in now | then if now.get(name) != then.get(name))
        assert not names, f"{what}: {names}, SEED={SEED}"


@pytest.mark.at_leisure
@pytest.mark.turns(4)
def test_a_thousand_steps_of_all_kinds_come_back_to_the_same_bytes(live: LiveGame) -> None:
    random, walk, counts = Random(SEED), Walk(live), Counter[str]()
    for _ in range(STEPS):
        # With errors in its files, most steps are refused: a person would take back the last one.
        if random.random() < (0.7 if errors(live) else 0.1):
            walk.moves(-1 if errors(live) else random.choice([-1, 1]))
            continue
        make = random.choices(list(EDITS), list(EDITS.values()))[0]
        try:
            walk.edits(make(live, random))
            counts[make.__name__] += 1
        except NotWrittenError as refused:
            walk.stays(f"{make.__name__}: {refused}")
            counts["refused"] += 1
    assert counts["refused"] < STEPS / 3, f"{counts}, SEED={SEED}"
    assert all(counts[make.__name__] for make in EDITS), f"{counts}, SEED={SEED}"
    last = walk.at
    while walk.at:
        walk.moves(-1)
    while walk.at < last:
        walk.moves(1)
