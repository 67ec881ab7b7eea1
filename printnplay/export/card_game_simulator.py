"""Card Game Simulator: a game in the format of its specification, as a folder and a ZIP file.

Specification: https://cardgamesimulator.com/custom.html; its schemas define each key. Lengths are
in inches; the origin is the centre of the table, and y points upwards.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import floor
from pathlib import Path
from urllib.parse import quote

from msgspec import Struct
from msgspec.structs import replace

from printnplay.edition.loaded import stop_at
from printnplay.export.card_pages import write_document
from printnplay.export.faces import FaceFile, Naming, face_files
from printnplay.export.images import PNG, Image, drawn, images_of
from printnplay.export.job import Exported, ExportJob, as_json
from printnplay.export.screen_box import manifest
from printnplay.export.stacks import Stack, boards_of, cut_out, stacks_of, with_backs, words_of
from printnplay.export.table_setup import TableSetup, hand_of, setup_of
from printnplay.files.archives import zipped
from printnplay.files.door import LARGEST, read
from printnplay.game.exporting import Component, ComponentKind
from printnplay.kernel.geometry import Size, Um
from printnplay.kit.kit import rulebook_of
from printnplay.raster.picture_sheets import centred, fitting_dpi
from printnplay.raster.png import PER_INCH
from printnplay.raster.single_faces import size_in_pixels
from printnplay.text.languages import own_name

DEFINITION = "cgs.json"
POKER = Size(63_500, 88_900)
"""Default card size of a game without cards: poker, as in the program."""

GAP = 0.2
"""Gap between adjacent objects in inches. A guess: the distance between two cards on a table."""


class _CardFile(Struct, frozen=True):
    """A side of a card scaled to the shape of all cards, with its resolution."""

    face: FaceFile
    dpi: int
    is_whole: bool


class _Folder(Struct, frozen=True):
    """The game in one language: its contents, the size of its cards, and the most common back."""

    job: ExportJob
    stacks: Sequence[Stack]
    boards: Sequence[Component]
    card: Size
    usual_back: str

    def address(self, name: str) -> str:
        """Return the URL of a file; empty if there is no base URL."""
        job = self.job
        base = job.options.base_url.rstrip("/")
        parts = (job.edition.game.id, job.languages, job.target, *name.split("/"))
        return f"{base}/{'/'.join(quote(part) for part in parts)}" if base else ""


def write(job: ExportJob) -> list[Exported]:
    """Write the definition, cards, decks, pictures and rulebook, and a ZIP file of everything."""
    job = cut_out(job)
    stacks = [with_backs(stack) for stack in stacks_of(job)]
    folder = _Folder(job, stacks, boards_of(job), _usual_size(stacks), _usual_back(stacks))
    rulebook = rulebook_of(job.edition)
    stop_at(job.problems)
    made = _draw(folder)
    data = {
        DEFINITION: as_json(_definition(folder)),
        "AllCards.json": as_json([*_cards(folder)]),
        "AllSets.json": as_json([{"code": job.languages, "name": _title(job)}]),
        **{f"decks/{name}.txt": _deck(folder, stack) for name, stack in _decks(folder).items()},
    }
    made += [job.write(name, content) for name, content in data.items()]
    if rulebook.sheets:
        made.append(write_document(job, "rules", rulebook))
    # The program renames the folder in the archive to the name of the game.
    files = {
        f"{job.edition.game.id}/{file.path.as_posix()}": read(
            job.folder / file.path, LARGEST, anywhere=True
        )
        for file in made
    }
    made.append(job.write(f"{job.edition.game.id}-{job.languages}.zip", zipped(files)))
    return [*made, manifest(job, stacks, made)]


def _title(job: ExportJob) -> str:
    """Return the name of the game, which includes the language."""
    return f"{job.edition.game.title} ({own_name(job.edition.language)})"


def _usual_size(stacks: Sequence[Stack]) -> Size:
    """Return the size of most cards: the program supports only one per game."""
    sizes: Counter[Size] = Counter()
    for stack in [stack for stack in stacks if stack.is_of_cards] or stacks:
        sizes[stack.size] += sum(component.copies for component in stack.components)
    return max(sizes, key=lambda size: sizes[size], default=POKER)


def _usual_back(stacks: Sequence[Stack]) -> str:
    """Return the name of the back that most cards have."""
    counts: Counter[str] = Counter()
    for stack in stacks:
        for component in stack.components:
            counts[_back_name(component)] += component.copies
    return max(counts, key=lambda name: counts[name], default="")


def _back_name(component: Component) -> str:
    """Return the name of a card's back; it must not contain dots, which separate it from the id."""
    return f"{component.back_id or component.id}-back"


def _draw(folder: _Folder) -> list[Exported]:
    job = folder.job
    cards = [card for stack in folder.stacks for card in stack.components]
    naming = Naming("{id}", "{id}-back")
    faces = face_files(job, PNG, [*cards, *folder.boards], naming)
    files = [_card_file(folder, face) for face in faces]
    images: list[Image] = []
    for file in files:
        (image,) = images_of(replace(job, options=replace(job.options, dpi=file.dpi)), [file.face])
        if file.is_whole and file.face.component.kind is ComponentKind.CARD:
            image = replace(image, size=size_in_pixels(folder.card, file.dpi))
        images.append(image)
    made = {file.path: file for file in drawn(job, images)}
    size = size_in_pixels(folder.card, job.options.dpi or PER_INCH)
    for file in files:
        if not file.is_whole:
            path = Path(f"{file.face.name}{PNG}")
            picture = read(job.folder / path, LARGEST, anywhere=True)
            made[path] = job.write(path.as_posix(), centred(picture, size))
    return list(made.values())


def _card_file(folder: _Folder, face: FaceFile) -> _CardFile:
    """Name the file of a face; rotate the face if that fits, or scale it down if too large."""
    dpi = folder.job.options.dpi or PER_INCH
    size, card = face.picture.size, folder.card
    if face.component.kind is ComponentKind.BOARD:
        named = replace(face, name=f"boards/{face.name}")
        return _CardFile(named, fitting_dpi((size.width, size.height), dpi), is_whole=True)
    name = f"sets/{folder.job.languages}/{face.name}"
    if face.is_back:
        name = "CardBack" if face.name == folder.usual_back else f"backs/{face.name}"
    turned = _is_turned(size, card)
    laid = size.turned if turned else size
    share = min(1.0, card.width / laid.width, card.height / laid.height)
    crop = replace(face.crop, turned=turned)
    return _CardFile(
        replace(face, name=name, crop=crop), max(1, floor(dpi * share)), is_whole=laid == card
    )


def _is_turned(size: Size, card: Size) -> bool:
    """Return whether a card is rotated relative to the others."""
    return (size.width > size.height) is not (card.width > card.height) and (
        size.width != size.height and card.width != card.height
    )


def _cards(folder: _Folder) -> Iterator[Mapping[str, object]]:
    """Yield the entries of the card list."""
    for stack in folder.stacks:
        for component in stack.components:
            name, texts = words_of(component)
            card: dict[str, object] = {
                "id": component.id,
                "name": name,
                "set": folder.job.languages,
                "text": texts,
                "group": stack.title,
                "rotation": 90 if _is_turned(stack.size, folder.card) else 0,
            }
            if _back_name(component) != folder.usual_back:
                card["backs"] = [_back_name(component)]
            image = f"sets/{folder.job.languages}/{component.id}{PNG}"
            if address := folder.address(image):
                card["image"] = address
            yield card


def _decks(folder: _Folder) -> Mapping[str, Stack]:
    """Return the decks by name, which is also the file name."""
    decks: dict[str, Stack] = {}
    for stack in folder.stacks:
        plain = re.sub(r"[^\w &+-]", "", stack.title).strip()
        name = plain if plain and plain not in decks else f"{plain} {stack.id}".strip()
        decks[name] = stack
    return decks


def _deck(folder: _Folder, stack: Stack) -> bytes:
    """Return a deck file with lines of the form `<quantity> [<id>] <name> (<set>)`."""
    lines = [
        f"{card.copies} [{_loaded_id(folder, card)}] {words_of(card)[0]} ({folder.job.languages})"
        for card in stack.components
    ]
    return "".join(f"{line}\n" for line in lines).encode()


def _loaded_id(folder: _Folder, card: Component) -> str:
    """Return the id of a card in the program, which includes its back unless that is the usual."""
    back = _back_name(card)
    return card.id if back == folder.usual_back else f"{card.id}.{back}"


def _definition(folder: _Folder) -> Mapping[str, object]:
    """Return the content of the game's main file."""
    job = folder.job
    game = job.edition.game
    stacks = {stack.id: stack.copies for stack in folder.stacks}
    setup = setup_of(job.edition.loaded, stacks)
    decks = [_deck_said(folder, name) for name in _decks(folder)]
    definition: dict[str, object] = {
        "name": _title(job),
        "autoUpdate": 30 if job.options.base_url else -1,
        "copyright": ", ".join(filter(None, (*game.credits.values(), game.about.licence))),
        "cardSize": _inches(folder.card.width, folder.card.height),
        "cardNameIsUnique": False,
        "cardPrimaryProperty": "text",
        "cardProperties": [
            {"name": "text", "type": "string", "display": "Text"},
            {"name": "group", "type": "string", "display": "Deck"},
        ],
        "cardRotationIdentifier": "rotation",
        "deckFileTxtId": "id",
        "deckUrls": decks,
        "gameStartDecks": decks,
        "gameDefaultCardAction": "flip",
        "gameBoardCards": _boards(folder),
        "gamePlayDeckPositions": _deck_places(folder, setup),
        "setCodeDefault": job.languages,
        "setNameDefault": _title(job),
    }
    if setup is not None:
        definition |= _dealt(folder, setup)
    if job.options.base_url:
        definition |= _addresses(folder)
    return definition


def _addresses(folder: _Folder) -> Mapping[str, object]:
    """Return the URLs of the game's files."""
    back_names = {_back_name(card): None for stack in folder.stacks for card in stack.components}
    back_names.pop(folder.usual_back, None)
    return {
        "autoUpdateUrl": folder.address(DEFINITION),
        "allCardsUrl": folder.address("AllCards.json"),
        "allSetsUrl": folder.address("AllSets.json"),
        "cardBackImageUrl": folder.address(f"CardBack{PNG}"),
        "cardBackFaceImageUrls": [
            {"id": name, "url": folder.address(f"backs/{name}{PNG}")} for name in back_names
        ],
        "cardImageProperty": "image",
        "gameBoardUrls": [
            {"id": board.id, "url": folder.address(f"boards/{board.id}{PNG}")}
            for board in folder.boards
        ],
        "rulesUrl": folder.address("rules.pdf"),
    }


def _deck_said(folder: _Folder, name: str) -> Mapping[str, object]:
    address = folder.address(f"decks/{name}.txt")
    return {"name": name, **({"url": address} if address else {})}


def _boards(folder: _Folder) -> list[Mapping[str, object]]:
    """Place the boards side by side in the middle; they come with a card, so use the rarest."""
    if not folder.boards:
        return []
    cards = [card for stack in folder.stacks for card in stack.components]
    if not cards:
        return []
    caller = min(cards, key=lambda card: card.copies)
    placed = []
    left = (GAP - sum(_in(board.front.size.width) + GAP for board in folder.boards)) / 2
    for board in folder.boards:
        size = board.front.size
        corner = {"x": round(left, 3), "y": round(-_in(size.height) / 2, 3)}
        placed.append(
            {"id": board.id, "offsetMin": corner, "size": _inches(size.width, size.height)}
        )
        left += _in(size.width) + GAP
    return [{"card": _loaded_id(folder, caller), "boards": placed}]


def _deck_places(folder: _Folder, setup: TableSetup | None) -> list[Mapping[str, float]]:
    """Return the positions of decks: in a row below the boards, or below the grid."""
    boards = max((_in(board.front.size.height) for board in folder.boards), default=0.0)
    rows = floor(len(setup.grid) ** 0.5) if setup and not folder.boards else 0
    half = max(boards, rows * (_in(folder.card.height) + GAP)) / 2
    pitch = _in(folder.card.width) + GAP
    first = -(len(folder.stacks) - 1) / 2 * pitch
    down = -half - _in(folder.card.height) / 2 - GAP
    return [
        {"x": round(first + number * pitch, 3), "y": round(down, 3)}
        for number in range(len(folder.stacks))
    ]


def _dealt(folder: _Folder, setup: TableSetup) -> Mapping[str, object]:
    """Return what the program deals, a hand for each player, and the grid that cards snap to."""
    said: dict[str, object] = {}
    hands = {hand_of(deals) for deals in setup.deals.values()}
    hand = next(iter(hands)) if len(hands) == 1 else None
    # The program deals from the deck that was loaded last.
    if hand is not None and len(folder.stacks) == 1:
        said["gameStartHandCount"] = hand[1]
    if setup.grid and not folder.boards:
        size = folder.card
        said["playMatGridCellSize"] = {
            "x": round(_in(size.width) + GAP, 3),
            "y": round(_in(size.height) + GAP, 3),
        }
    return said


def _in(length: Um) -> float:
    return length / 25_400


def _inches(width: Um, height: Um) -> Mapping[str, float]:
    return {"x": round(_in(width), 3), "y": round(_in(height), 3)}
