"""Projects for printing again: a game whose cards are pictures cut out of files.

All commands work on such a project as on any other: its cards are rows of a table, and its template
places a picture.
"""

import csv
from collections.abc import Mapping, Sequence
from io import StringIO
from itertools import groupby

from msgspec import Struct

from printnplay.build.print_yaml import quoted
from printnplay.kernel.geometry import Rect, Size, Um, in_mm
from printnplay.kernel.shapes import ShapeKind
from printnplay.loading.print_file import PrintedCard, PrintedFace, PrintFile

DIGITS = 3
"""The digits of the numbers of cards in their ids, which thus sort."""


class FaceFiles(Struct, frozen=True):
    """The files of a face in the folder art: pixels, and vectors, or empty."""

    pixels: str
    vectors: str


class Group(Struct, frozen=True):
    """Cards that share sheets: their size as printed, that of their source, and their backs.

    `backs` is `own` if they have several, `yes` for one, and empty for none. `shape` is what they
    are cut to.
    """

    id: str
    size: Size
    source: Size
    backs: str
    shape: str
    cards: tuple[tuple[str, PrintedCard], ...]


def groups_of(said: PrintFile) -> list[Group]:
    """Return the groups of sheets: cards of one size, with backs or without."""
    numbered = [
        (f"card-{number:0{DIGITS}}", card)
        for number, card in enumerate(said.cards, start=1)
        if card.copies
    ]

    def key(item: tuple[str, PrintedCard]) -> tuple[Um, Um, bool, str]:
        size = _even(item[1].front.size)
        return size.width, size.height, item[1].back is not None, item[1].front.shape

    groups = []
    for number, (_, several) in enumerate(groupby(sorted(numbered, key=key), key), start=1):
        cards = tuple(sorted(several, key=lambda item: item[0]))
        source = _even(cards[0][1].front.size)
        backs = {card.back for _, card in cards if card.back is not None}
        kind = "" if not backs else "yes" if len(backs) == 1 else "own"
        name = "cards" if number == 1 else f"cards-{number}"
        shape = cards[0][1].front.shape
        groups.append(Group(name, _scaled(source, said.size), source, kind, shape, cards))
    return groups


def _even(size: Size) -> Size:
    """Return a size in tenths of a millimetre, so that cards of one size share sheets."""
    return Size(*(round(side / 50) * 50 for side in (size.width, size.height)))


def _scaled(source: Size, wanted: Size | None) -> Size:
    """Return the wanted size, turned as the source is."""
    if wanted is None:
        return source
    is_wide = source.width > source.height
    return wanted.turned if is_wide is (wanted.width < wanted.height) else wanted


def game_files(
    game: str, title: str, said: PrintFile, faces: Mapping[PrintedFace, FaceFiles], bleed: Um
) -> dict[str, str]:
    """Return the text files of the game by their paths in the project.

    Args:
        game: the id of the game.
        title: its title.
        said: what print.yaml says.
        faces: the picture files of each face.
        bleed: the bleed of these pictures, around the trimmed size of their source.
    """
    groups = groups_of(said)
    files = {
        f"designs/{game}/game.yaml": _game_yaml(game, title, groups, said),
        f"designs/{game}/cards.yaml": _cards_yaml(groups),
        f"locales/en/{game}.yaml": _texts(groups),
        f"templates/{game}/style.yaml": "like: base\n",
        ".gitignore": "/output/\n",
    }
    for group in groups:
        files[f"designs/{game}/{group.id}.csv"] = _rows(group, faces)
        drawn = _art(group, bleed, "card.front", "card.front_vectors")
        files[f"templates/{game}/{group.id}.svg.j2"] = _template(drawn)
        if group.backs == "own":
            drawn = _art(group, bleed, "card.rear", "card.rear_vectors")
            files[f"templates/{game}/{group.id}-back.svg.j2"] = _template(drawn)
    shared = [_if_size(group, faces, bleed) for group in groups if group.backs == "yes"]
    if shared:
        files[f"templates/{game}/back.svg.j2"] = _template("\n".join(shared))
    return files


def _game_yaml(game: str, title: str, groups: Sequence[Group], said: PrintFile) -> str:
    bleeds = [f"bleed: {in_mm(said.front_bleed)}mm"]
    if said.back_bleed is not None:
        bleeds.append(f"back_bleed: {in_mm(said.back_bleed)}mm")
    first = f"{_sides(groups[0].size)}{_cut(groups[0], said.corner)}"
    lines = [
        "# Made by `printnplay print` from print.yaml.",
        f"id: {game}",
        f"title: {quoted(title)}",
        "players: []",
        "rules: none",
        f"style: {game}",
        f"card: {{{first}, {', '.join(bleeds)}}}",
        "sheets:",
    ]
    for group in groups:
        parts = [f"id: {group.id}", f"where: {{family: {group.id}}}"]
        if group.backs:
            parts.append(f"backs: {group.backs}")
        own = f"{_sides(group.size)}{_cut(group, said.corner)}"
        if own != first:
            parts.append(f"card: {{{own}}}")
        lines.append(f"  - {{{', '.join(parts)}}}")
    return "\n".join(lines) + "\n"


def _sides(size: Size) -> str:
    return f"width: {in_mm(size.width)}mm, height: {in_mm(size.height)}mm"


def _cut(group: Group, corner: Um | None) -> str:
    """Return the shape of a group for game.yaml; empty for rectangles with square corners."""
    if group.shape != ShapeKind.RECTANGLE:
        return f", shape: {group.shape}"
    return f", corner: {in_mm(corner)}mm" if corner else ""


def _cards_yaml(groups: Sequence[Group]) -> str:
    lines = []
    for group in groups:
        parts = [f"template: {group.id}", f"rows: {group.id}.csv"]
        if group.backs == "own":
            parts += [f"back_template: {group.id}-back", "back: {kind: back}"]
        lines.append(f"{group.id}: {{{', '.join(parts)}}}")
    return "\n".join(lines) + "\n"


def _texts(groups: Sequence[Group]) -> str:
    names = ", ".join(f'{group.id}: "Cards"' for group in groups)
    return f"en:\n  sheets: {{{names}}}\n"


def _rows(group: Group, faces: Mapping[PrintedFace, FaceFiles]) -> str:
    stream = StringIO()
    table = csv.writer(stream, lineterminator="\n")
    table.writerow(["id", "copies", "front", "front_vectors", "rear", "rear_vectors"])
    for name, card in group.cards:
        front = faces[card.front]
        back = FaceFiles("", "") if card.back is None else faces[card.back]
        table.writerow([name, card.copies, front.pixels, front.vectors, back.pixels, back.vectors])
    return stream.getvalue()


def _if_size(group: Group, faces: Mapping[PrintedFace, FaceFiles], bleed: Um) -> str:
    """Return the part of the template of shared backs that is for a group: each has its size."""
    files = next(faces[card.back] for _, card in group.cards if card.back is not None)
    drawn = _art(group, bleed, quoted(files.pixels), quoted(files.vectors))
    size = f"[{in_mm(group.size.width)}, {in_mm(group.size.height)}]"
    return f"{{% if [size.width, size.height] == {size} %}}{drawn}{{% endif %}}"


def _art(group: Group, bleed: Um, pixels: str, vectors: str) -> str:
    """Return the call that places a picture with its bleed, scaled to the size of the card."""
    across, down = group.size.width / group.source.width, group.size.height / group.source.height
    place = Rect(
        -round(bleed * across),
        -round(bleed * down),
        group.size.width + 2 * round(bleed * across),
        group.size.height + 2 * round(bleed * down),
    )
    box = ", ".join(in_mm(value) for value in (place.x, place.y, place.width, place.height))
    return f'{{{{ art({pixels}, {box}, fit="stretch", vectors={vectors}) }}}}'


def _template(drawn: str) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="{{ extent.width }}mm"'
        ' height="{{ extent.height }}mm"'
        ' viewBox="{{ -bleed }} {{ -bleed }} {{ extent.width }} {{ extent.height }}">\n'
        f"{drawn}\n</svg>\n"
    )
