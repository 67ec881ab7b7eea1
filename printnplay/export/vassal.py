"""VASSAL: a module with the decks, pieces and boards of a game, and a hand for each player.

A module is a ZIP archive of `buildFile.xml`, `moduledata` and `images`. The names of its elements
are those of VASSAL's classes (https://github.com/vassalengine/vassal). A piece is a line of text:
its traits from the outside in, then their states.
"""

from collections.abc import Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from msgspec import Struct

from printnplay.edition.loaded import stop_at
from printnplay.export.images import PNG
from printnplay.export.job import Exported, ExportJob
from printnplay.export.screen_box import manifest
from printnplay.export.small_pictures import small_pictures
from printnplay.export.stacks import Stack, boards_of, cut_out, stacks_of
from printnplay.files.archives import zipped
from printnplay.game.exporting import Component
from printnplay.kernel.geometry import Size, Um
from printnplay.raster.picture_sheets import on_ground

VERSION = "3.6.0"
"""The VASSAL version that the module states: later versions open it."""

GAP = 30
"""Pixels between objects on the table. A guess: chosen by eye."""

TABLE, TABLE_COLOUR = "Table", (46, 92, 76)
"""The name and colour of the board that everything lies on."""

_MODULE = "VASSAL.build.module"
_MAP_PARTS = (
    "StackMetrics",
    "StackExpander",
    "PieceMover",
    "KeyBufferer",
    "MenuDisplayer",
    "ForwardToKeyBuffer",
    "ForwardToChatter",
    "Scroller",
    "CounterDetailViewer",
)
"""What a map needs so that pieces can be moved, stacked and enlarged."""

MOST_PLAYERS = 10
"""The most hands. A guess: above any number of players of a card game."""


class _Layout(Struct, frozen=True):
    """Where things are on the table, in pixels: centres of stacks, corners of boards, its size."""

    stacks: tuple[tuple[int, int], ...]
    boards: tuple[tuple[int, int], ...]
    size: tuple[int, int]


def write(job: ExportJob) -> list[Exported]:
    """Write the module, and the manifest."""
    job = cut_out(job)
    stacks, boards = stacks_of(job), boards_of(job)
    stop_at(job.problems)
    cards = [card for stack in stacks for card in stack.components]
    pictures = dict(small_pictures(job, [*cards, *boards]))
    layout = _laid(job, stacks, boards)
    drawn = [
        (pictures.pop(f"{board.id}{PNG}"), at, _px(job, board.front.size))
        for board, at in zip(boards, layout.boards, strict=True)
    ]
    if drawn:
        pictures["table.png"] = on_ground(layout.size, TABLE_COLOUR, drawn)
    build = _build(job, stacks, layout, has_boards=bool(boards))
    files = {"buildFile.xml": _xml(build), "moduledata": _xml(_about(job))}
    files |= {f"images/{name}": content for name, content in pictures.items()}
    made = [job.write(f"{job.edition.game.id}-{job.languages}.vmod", zipped(files))]
    return [*made, manifest(job, stacks, made)]


def _px(job: ExportJob, size: Size) -> tuple[int, int]:
    return _pixels(job, size.width), _pixels(job, size.height)


def _pixels(job: ExportJob, length: Um) -> int:
    return max(1, round(length * (job.options.dpi or 1) / 25_400))


def _laid(job: ExportJob, stacks: Sequence[Stack], boards: Sequence[Component]) -> _Layout:
    """Lay stacks out in a row above the boards."""
    x = GAP
    centres, corners = [], []
    sizes = [_px(job, stack.size) for stack in stacks]
    tallest = max((height for _, height in sizes), default=0)
    for width, _ in sizes:
        centres.append((x + width // 2, GAP + tallest // 2))
        x += width + GAP
    left, top, lowest = GAP, 2 * GAP + tallest, 0
    for board in boards:
        width, height = _px(job, board.front.size)
        corners.append((left, top))
        left, lowest = left + width + GAP, max(lowest, height)
    room = max(lowest, 3 * tallest) + GAP
    return _Layout(tuple(centres), tuple(corners), (max(x, left, 5 * tallest), top + room))


def _build(
    job: ExportJob, stacks: Sequence[Stack], layout: _Layout, *, has_boards: bool
) -> Element:
    """Return the build file: players, their hands, and the table with all stacks."""
    game = job.edition.game
    players = max((*game.players, 0)) or 2
    sides = [f"Player {number}" for number in range(1, min(players, MOST_PLAYERS) + 1)]
    root = Element(
        "VASSAL.build.GameModule",
        name=f"{game.title} ({job.languages})",
        version=game.about.version or "1.0",
        VassalVersion=VERSION,
        description="",
    )
    SubElement(root, f"{_MODULE}.BasicCommandEncoder")
    SubElement(root, f"{_MODULE}.Documentation")
    roster = SubElement(root, f"{_MODULE}.PlayerRoster", buttonText="Retire")
    for side in sides:
        SubElement(roster, "entry").text = side
    SubElement(root, f"{_MODULE}.GlobalOptions", autoReport="Always")
    table = _map(root, "Map", {"mapName": TABLE, "launch": "false"}, layout.size)
    if has_boards:
        table[0][0].set("image", "table.png")
    pieces = 0
    for stack, (x, y) in zip(stacks, layout.stacks, strict=True):
        deck = SubElement(table, f"{_MODULE}.map.DrawPile", _deck(job, stack, x, y))
        for slot in _slots(job, stack, pieces):
            deck.append(slot)
            pieces += 1
    size = _hand(job, stacks)
    for side in sides:
        said = {"mapName": f"Hand of {side}", "buttonName": f"Hand of {side}", "side": side}
        _map(root, "PlayerHand", {**said, "visible": "false", "launch": "true"}, size)
    root.set("nextPieceSlotId", str(pieces + 1))
    return root


def _map(root: Element, kind: str, said: Mapping[str, str], size: tuple[int, int]) -> Element:
    """Add a map with one board of this size, which is its first child's first child."""
    made = SubElement(root, f"{_MODULE}.{kind}", dict(said))
    picker = SubElement(made, f"{_MODULE}.map.BoardPicker", addColumnText="", slotHeight="125")
    SubElement(
        picker,
        f"{_MODULE}.map.boardPicker.Board",
        name=TABLE if kind == "Map" else said["mapName"],
        width=str(size[0]),
        height=str(size[1]),
        color=",".join(map(str, TABLE_COLOUR)),
    )
    for part in _MAP_PARTS:
        SubElement(made, f"{_MODULE}.map.{part}")
    return made


def _hand(job: ExportJob, stacks: Sequence[Stack]) -> tuple[int, int]:
    """Return the size of the window of a hand: eight of the largest cards side by side."""
    sizes = [_px(job, stack.size) for stack in stacks if stack.is_of_cards] or [(100, 100)]
    return 8 * max(width for width, _ in sizes), max(height for _, height in sizes) + 2 * GAP


def _deck(job: ExportJob, stack: Stack, x: int, y: int) -> dict[str, str]:
    """Return the attributes of a stack: cards lie face down and are shuffled, pieces lie open."""
    width, height = _px(job, stack.size)
    is_hidden = stack.is_of_cards and stack.components[0].back is not None
    return {
        "name": f"{stack.title} ({stack.id})",
        "owningBoard": TABLE,
        "x": str(x),
        "y": str(y),
        "width": str(width),
        "height": str(height),
        "faceDown": "Always" if is_hidden else "Never",
        "drawFaceUp": "false" if is_hidden else "true",
        "shuffle": "Always" if stack.is_of_cards else "Never",
        "allowMultiple": "true",
        "allowSelect": "true",
        "draw": "true",
    }


def _slots(job: ExportJob, stack: Stack, before: int) -> Iterator[Element]:
    """Yield all copies of the cards of a stack; `before` is the number of pieces so far."""
    width, height = _px(job, stack.size)
    copies = (card for card in stack.components for _ in range(card.copies))
    for number, card in enumerate(copies, start=before + 1):
        slot = Element(
            "VASSAL.build.widget.CardSlot",
            entryName=_plain(card.title),
            gpid=str(number),
            width=str(width),
            height=str(height),
        )
        slot.text = _piece(card, number)
        yield slot


def _piece(card: Component, number: int) -> str:
    """Return a card as a command to add a piece: its traits, and their states.

    A card with a back has the trait `obs`, by which Ctrl+F turns it face down; its owner sees it.
    """
    kind = f"piece;;;{card.id}{PNG};{_plain(card.title)}"
    state = f"null;0;0;{number};0"
    if card.back is not None:
        back = f"{card.back_id or card.id}-back{PNG}"
        kind, state = f"obs;F;{back};Flip;I;?;\t{kind}", f"null\t{state}"
    return f"+/null/{kind}/{state}"


def _plain(text: str) -> str:
    """Return a text without the characters that separate the parts of a piece."""
    return " ".join(text.translate(str.maketrans(";/\\\t'", "     ")).split())


def _about(job: ExportJob) -> Element:
    """Return what VASSAL's list of modules shows."""
    game = job.edition.game
    data = Element("data", version="1")
    for name, text in (
        ("version", game.about.version or "1.0"),
        ("VassalVersion", VERSION),
        ("description", ""),
        ("name", f"{game.title} ({job.languages})"),
    ):
        SubElement(data, name).text = text
    return data


def _xml(root: Element) -> bytes:
    indent(root, " ")
    content: bytes = tostring(root, "UTF-8", xml_declaration=True)
    return content
