"""What lies on a table to play at without rules: stacks, boards, places, and what is dealt."""

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from math import ceil, sqrt
from typing import Any

from msgspec import Struct

from printnplay.edition.loaded import stop_at
from printnplay.export.images import PNG
from printnplay.export.job import ExportJob
from printnplay.export.page_words import page_words
from printnplay.export.small_pictures import small_pictures
from printnplay.export.stacks import Stack, boards_of, cut_out, stacks_of, words_of
from printnplay.export.table_setup import Dealt, TableSetup, setup_of
from printnplay.export.words_of_play import own_word, term
from printnplay.game.exporting import Component
from printnplay.game.site import PLAYED
from printnplay.kernel.geometry import Size
from printnplay.raster.web_pictures import as_webp
from printnplay.rules.acts import SEAT_NAMES

GAP = 12
"""Millimetres between things on the table: room for the name of a place above it. A guess."""

LOWEST = 200
"""Millimetres after which a column of stacks ends, if no board is higher: two poker cards."""

MOST_SEATS = 8
"""The most players of a game that does not name numbers of players. A guess."""

WORDS = "sandbox."
"""The beginning of the keys of the texts of the page."""

_Data = dict[str, Any]


class TableContents(Struct, frozen=True):
    """A table: the game as the scripts of its page read it, and its pictures as WebP.

    In the `data`, a face is the number of its picture; a picture that several faces share is there
    once. Lengths are in millimetres.
    """

    data: Mapping[str, Any]
    pictures: Sequence[bytes]


def contents_of(job: ExportJob) -> TableContents:
    """Return what lies on the table of an edition.

    Raises:
        FaultsError: the rules fail, or a picture cannot be rendered.
    """
    job = cut_out(job)
    stacks, boards = stacks_of(job), boards_of(job)
    setup = setup_of(job.edition.loaded, {stack.id: stack.copies for stack in stacks})
    stop_at(job.problems)
    cards = [card for stack in stacks for card in stack.components]
    pngs = small_pictures(job, [*cards, *boards])
    pictures = dict(zip(pngs, job.in_processes(_small, [*pngs.values()]), strict=True))
    numbers = {content: at for at, content in enumerate(dict.fromkeys(pictures.values()))}
    faces = {name: numbers[content] for name, content in pictures.items()}
    return TableContents(_data(_Table(job, stacks, boards, setup), faces), list(numbers))


def _small(png: bytes) -> bytes:
    """Return a picture as WebP, in its own size."""
    return as_webp(png, 1 << 16)[0]


class _Table(Struct, frozen=True):
    """What lies on the table."""

    job: ExportJob
    stacks: Sequence[Stack]
    boards: Sequence[Component]
    setup: TableSetup | None

    @property
    def usual(self) -> Size:
        """A size that every card of a deck fits into."""
        sizes = [stack.size for stack in self.stacks if stack.is_of_cards]
        sizes = sizes or [stack.size for stack in self.stacks] or [Size(63_500, 88_900)]
        return Size(max(size.width for size in sizes), max(size.height for size in sizes))

    @property
    def spaces(self) -> Sequence[str]:
        """The spaces of the grid of the rules; a board has them printed on it."""
        return () if self.setup is None or self.boards else self.setup.grid

    @property
    def high(self) -> float:
        """The height of columns of stacks: that of boards and of the grid, in millimetres."""
        space = self.usual.height / 1000 + GAP
        boards = (board.front.size.height / 1000 for board in self.boards)
        return max(LOWEST, *boards, ceil(len(self.spaces) / _side(len(self.spaces))) * space)

    @property
    def players(self) -> Sequence[int]:
        """The numbers of players to choose from."""
        return self.job.edition.game.players or range(1, MOST_SEATS + 1)


def _data(table: _Table, faces: Mapping[str, int]) -> _Data:
    """Return the game as the script reads it; lengths are in millimetres."""
    job, laid = table.job, _Laid(table.high)
    cards = [card for stack in table.stacks for card in stack.components]
    stacks = [
        {
            "id": stack.id,
            "title": stack.title,
            **laid.at(stack.size),
            "up": not stack.is_of_cards or stack.components[0].back is None or stack.has_own_backs,
            "cards": [[card.id, card.copies] for card in stack.components],
        }
        for stack in table.stacks
    ]
    laid.end_column()
    boards = [
        {"id": board.id, "title": board.title, **laid.at(board.front.size), **_mm(board.front.size)}
        | {"front": faces[f"{board.id}{PNG}"]}
        for board in table.boards
    ]
    laid.end_column()
    contents = json.dumps([[card.id, card.copies] for card in cards])
    return {
        "id": job.edition.game.id,
        "version": sha256(contents.encode()).hexdigest()[:12],
        "players": list(table.players),
        "usual": _mm(table.usual),
        "kinds": {card.id: _kind(card, faces) for card in cards},
        "stacks": stacks,
        "boards": boards,
        "places": list(_places(table, laid)),
        "deals": _deals(table),
        "words": _words(job),
    }


class _Laid:
    """Places in columns from the left, beside boards and the grid of the rules."""

    def __init__(self, high: float) -> None:
        """Begin a first column; each may be this high in millimetres."""
        self.high = high
        self.x = self.y = self.wide = 0.0

    def at(self, size: Size) -> _Data:
        """Return the place of the next thing of a size."""
        if self.y and self.y + size.height / 1000 > self.high:
            self.end_column()
        place = {"x": round(self.x, 1), "y": round(self.y, 1)}
        self.y += size.height / 1000 + GAP
        self.wide = max(self.wide, size.width / 1000)
        return place

    def block(self, size: Size, count: int) -> Sequence[_Data]:
        """Return the places of a square of things of a size, row by row."""
        side = _side(count)
        wide, high = size.width / 1000 + GAP, size.height / 1000 + GAP
        self.end_column()
        places = [
            {"x": round(self.x + at % side * wide, 1), "y": round(at // side * high, 1)}
            for at in range(count)
        ]
        self.x += side * wide if count else 0
        return places

    def end_column(self) -> None:
        """Begin a column to the right, unless nothing is in this one."""
        if self.wide:
            self.x, self.y, self.wide = self.x + self.wide + GAP, 0, 0


def _side(count: int) -> int:
    """Return the columns of a square of things."""
    return max(1, ceil(sqrt(count)))


def _mm(size: Size) -> _Data:
    return {"w": size.width / 1000, "h": size.height / 1000}


def _kind(card: Component, faces: Mapping[str, int]) -> _Data:
    """Return a distinct card: its name, texts, size and pictures."""
    name, texts = words_of(card)
    back = faces[f"{card.back_id or card.id}-back{PNG}"] if card.back else None
    sides = {"front": faces[f"{card.id}{PNG}"], "back": back}
    return {"name": name, "text": texts, **_mm(card.front.size), **sides}


def _places(table: _Table, laid: _Laid) -> Iterator[_Data]:
    """Yield the places of the rules: the grid, and what cards are dealt to."""
    setup = table.setup
    if setup is None:
        return
    for zone, at in zip(table.spaces, laid.block(table.usual, len(table.spaces)), strict=True):
        yield {"id": f"{zone}:", "title": zone.partition(".")[2], **at, "players": [*setup.deals]}
    players: dict[str, list[int]] = {}
    for number, deals in setup.deals.items():
        for zone in dict.fromkeys(deal.zone for deal in deals if deal.seat is None):
            if zone not in setup.grid:
                players.setdefault(zone, []).append(number)
    for zone, of in players.items():
        place = {"id": f"{zone}:", "title": _title(table.job, zone), **laid.at(table.usual)}
        yield {**place, "players": of}


def _title(job: ExportJob, zone: str) -> str:
    """Return the name of a place in the language, with its owner if it has one."""
    part, _, owner = zone.partition(".")
    name = own_word(job.edition, "part", part) or term(job.edition, part)
    if owner.isdecimal() and int(owner) < len(SEAT_NAMES):
        owner = SEAT_NAMES[int(owner)].upper()
    return f"{name} {owner}".strip()


def _deals(table: _Table) -> Mapping[str, Sequence[_Data]]:
    """Return what the rules deal, by the number of players."""
    if table.setup is None:
        return {}
    named = {stack.id: stack for stack in table.stacks}
    on_board = set(table.setup.grid) if table.boards else set()
    return {
        str(players): [_dealt(named, deal) for deal in deals if deal.zone not in on_board]
        for players, deals in table.setup.deals.items()
    }


def _dealt(stacks: Mapping[str, Stack], deal: Dealt) -> _Data:
    kinds = [card.id for card in stacks[deal.stack].components if card.card in deal.cards]
    place = {"place": f"{deal.zone}:", "seat": deal.seat, "up": deal.up}
    return {"stack": deal.stack, "count": deal.count, "kinds": kinds, **place}


def _words(job: ExportJob) -> Mapping[str, str]:
    edition = job.edition
    keys = [key for key in edition.texts.entries if key.startswith(WORDS)]
    found = page_words(edition, [*keys, f"{PLAYED}seat"], ("number", "player", "seat"))
    words = {key.rpartition(".")[2]: text for key, text in found.items()}
    return {**words, "discards": own_word(edition, "part", "discard") or words["discards"]}
