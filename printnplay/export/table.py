"""A table to play at without rules, as one web page: stacks, hands, boards, counters and dice.

The page holds each face once and loads nothing. It begins with the setup of the rules, or with one
stack for each back.
"""

import json
import string
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from html import unescape
from math import ceil, sqrt
from pathlib import Path
from typing import Any

from msgspec import Struct

from printnplay.build.screen_fonts import style_faces, web_fonts
from printnplay.edition.loaded import stop_at
from printnplay.export.images import PNG
from printnplay.export.job import Exported, ExportJob
from printnplay.export.page_words import page_words
from printnplay.export.small_pictures import small_pictures
from printnplay.export.stacks import Stack, boards_of, cut_out, stacks_of, words_of
from printnplay.export.table_setup import Dealt, TableSetup, setup_of
from printnplay.export.words_of_play import own_word, term
from printnplay.files.door import read_text
from printnplay.files.linked_pictures import as_uri
from printnplay.game.exporting import Component
from printnplay.game.site import PLAYED
from printnplay.kernel.geometry import Size
from printnplay.raster.web_pictures import as_webp
from printnplay.rulebook.pages.look import completed
from printnplay.rulebook.screen.look import look_of
from printnplay.rulebook.screen.markup import Markup, element, joined
from printnplay.rulebook.screen.page import document, embedded
from printnplay.rules.acts import SEAT_NAMES

PAGE = Path(__file__).with_name("table_page")
"""The folder of what the browser runs."""

SCRIPTS = ("state.js", "view.js", "dialogs.js", "input.js")
"""The parts of the script in their order."""

GAP = 12
"""Millimetres between things on the table: room for the name of a place above it. A guess."""

LOWEST = 200
"""Millimetres after which a column of stacks ends, if no board is higher: two poker cards."""

MOST_SEATS = 8
"""The most players of a game that does not name numbers of players. A guess."""

WORDS = "sandbox."
"""The beginning of the keys of the texts of the page."""

_TOOLS = {
    "new": "↺",
    "undo": "↶",
    "redo": "↷",
    "pass": "⇄",
    "out": "−",
    "in": "+",
    "fit": "□",
    "add": "⊕",
    "notes": "✎",
    "save": "⤓",
    "load": "⤒",
    "help": "?",
}
"""The buttons of the toolbar: their texts and their signs."""

_NAMED = frozenset({"new", "pass", "add"})
"""The buttons whose texts are shown on wide screens, since no sign says what they do."""

_LARGEST = 50_000
"""The most characters of a file of the page. A guess."""

_Data = dict[str, Any]


def write(job: ExportJob) -> list[Exported]:
    """Write the page, and the manifest."""
    job = cut_out(job)
    stacks, boards = stacks_of(job), boards_of(job)
    setup = setup_of(job.edition.loaded, {stack.id: stack.copies for stack in stacks})
    stop_at(job.problems)
    cards = [card for stack in stacks for card in stack.components]
    pngs = small_pictures(job, [*cards, *boards])
    pictures = dict(zip(pngs, job.in_processes(_small, [*pngs.values()]), strict=True))
    page = _page(job, _Table(job, stacks, boards, setup), pictures)
    made = job.write(f"{job.edition.game.id}-{job.languages}-table.html", page.encode())
    return [made, job.write_manifest({made.path.as_posix(): {"bytes": made.size}})]


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
    if owner.isdigit() and int(owner) < len(SEAT_NAMES):
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


def _page(job: ExportJob, table: _Table, pictures: Mapping[str, bytes]) -> str:
    """Return the page; a picture that several faces share is in it once."""
    numbers = {content: at for at, content in enumerate(dict.fromkeys(pictures.values()))}
    data = _data(table, {name: numbers[content] for name, content in pictures.items()})
    words, edition = data["words"], job.edition
    body = _body(edition.game.title, data)
    style, letters = completed(edition.style), unescape(body) + string.printable
    fonts = embedded(web_fonts(style_faces(edition), edition.loaded.shelf, letters))
    drawn = "".join(
        f".side-{at}{{background-image:url({as_uri('image/webp', content)})}}\n"
        for content, at in numbers.items()
    )
    boards = "".join(
        f"#board-{at}{{left:{board['x']}px;top:{board['y']}px;"
        f"width:{board['w']}px;height:{board['h']}px}}\n"
        for at, board in enumerate(data["boards"])
    )
    look = "".join((fonts, look_of(style), _beside("table.css"), boards, drawn))
    script = "\n".join(map(_beside, SCRIPTS))
    head = element("title", f"{edition.game.title} – {words['title']}")
    return document(edition.language, head, body, look, script)


def _body(title: str, data: _Data) -> Markup:
    """Return what the page shows before its script adds the pieces, with the game as data."""
    words = data["words"]
    buttons = (
        element(
            "button",
            sign,
            element("span", words[name]) if name in _NAMED else "",
            type="button",
            data_do=name,
            title=words[name],
            aria_label=words[name],
        )
        for name, sign in _TOOLS.items()
    )
    boards = (
        element(
            "div",
            id=f"board-{at}",
            class_=f"board side-{board['front']}",
            role="img",
            aria_label=board["title"],
        )
        for at, board in enumerate(data["boards"])
    )
    tools = element("header", element("h1", title), *buttons, class_="tools")
    plane = element("div", *boards, class_="plane")
    felt = element(
        "div", plane, class_="felt", role="region", aria_label=words["title"], tabindex="-1"
    )
    seats = element("div", class_="seats", role="group", aria_label=words["players"])
    cards = element("div", class_="strip", role="group", aria_label=words["hand"])
    main = element("main", felt, element("div", seats, cards, class_="hand"))
    file = element(
        "input",
        type="file",
        id="file",
        accept="application/json,.json",
        hidden="hidden",
        aria_label=words["load"],
    )
    status = element("p", role="status", class_="unseen")
    # Escaped for a script element: neither the end of one nor a comment can be in it.
    game = Markup(json.dumps(data, ensure_ascii=False).replace("<", "\\u003c"))
    held = element("script", game, type="application/json", id="game")
    return joined(element("div", tools, main, file, status, class_="sandbox"), held)


def _beside(name: str) -> str:
    """Return a file of the page."""
    return read_text(PAGE / name, _LARGEST)
