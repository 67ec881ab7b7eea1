"""Tabletop Playground: a package of card and tile templates with their textures.

A package is a folder with `Manifest.json`, `Templates` and `Textures`. The format of templates is
published at https://github.com/plasticity-studios/tabletop-playground-schemas; lengths are in
centimetres.
"""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from printnplay.edition.loaded import stop_at
from printnplay.export.job import Exported, ExportJob
from printnplay.export.screen_box import Box, PlannedSheet, box_of, draw, is_token, manifest
from printnplay.export.stacks import Stack, words_of
from printnplay.game.exporting import Component
from printnplay.game.kinds import Kind
from printnplay.kernel.geometry import Size, Um
from printnplay.kernel.shapes import ShapeKind

Template: TypeAlias = dict[str, Any]
"""A template as JSON data."""

TEXTURES, TEMPLATES = "Textures", "Templates"
"""Folders of a package."""

OWN_FRONT, ONE_BACK, SAME_CELL = -1, -2, -3
"""Where a template's back is: on the front itself, in a picture of its own, or in the same cell of
another sheet. -3 as the hidden side is the back."""

MODELS = {ShapeKind.CIRCLE: "Round", ShapeKind.HEX: "Hexagonal"}
"""The models of shapes; others are rounded rectangles."""

CARDBOARD = 0.15
"""The thickness of tiles and boards, in centimetres: that of a punchboard of 1.5 mm."""

CARD = 0.05
"""The thickness of cards, in centimetres: the default of Tabletop Playground."""


class _Texture(Struct, frozen=True):
    """The pictures of a template: front, back, where the back is, columns and rows."""

    front: str
    back: str
    back_index: int
    columns: int = 1
    rows: int = 1


def write(job: ExportJob) -> list[Exported]:
    """Write the textures, the templates and the manifest of the package."""
    # A folder of its own: its `Manifest.json` is not the `manifest.json` of the export.
    package = Path(f"{job.edition.game.id}-{job.languages}")
    box = box_of(replace(job, folder=job.folder / package / TEXTURES))
    stop_at(job.problems)
    made = [Exported(package / TEXTURES / file.path, file.size) for file in draw(box)]
    said = {"Name": _name(job), "Version": "1", "GUID": _guid(job, "package")}
    made.append(job.write_json(f"{package}/Manifest.json", said))
    for template in _templates(box):
        name = f"{package}/{TEMPLATES}/{template['GUID']}{template['Type']}.json"
        made.append(job.write_json(name, template))
    return [*made, manifest(job, box.stacks, made)]


def _name(job: ExportJob) -> str:
    return f"{job.edition.game.title} ({job.languages})"


def _guid(job: ExportJob, key: str) -> str:
    """Return the GUID of a part of the package, the same in each export."""
    of_game = f"{job.edition.game.id}/{job.languages}/{key}"
    return sha256(of_game.encode()).hexdigest()[:32].upper()


def _templates(box: Box) -> Iterator[Template]:
    for stack in box.stacks:
        if stack.is_of_cards:
            for number, sheet in enumerate(box.sheets[stack.id], start=1):
                yield _deck(box, sheet, number)
        else:
            for component in stack.components:
                yield _piece(box, stack, component)
    for board in box.boards:
        yield _piece(box, None, board)


def _deck(box: Box, sheet: PlannedSheet, number: int) -> Template:
    """Return a stack of all copies of the cards on a sheet."""
    stack, plan = sheet.stack, sheet.plan
    cards = {cell: stack.component(name) for cell, name in enumerate(plan.cells) if name}
    back = SAME_CELL if stack.has_own_backs else ONE_BACK
    part = f" {number}" if len(box.sheets[stack.id]) > 1 else ""
    indices = [cell for cell, card in cards.items() for _ in range(card.copies)]
    return {
        **_template(box.job, f"{stack.id}/{number}", f"{stack.title}{part}"),
        **_card(_Texture(sheet.face, sheet.back, back, plan.columns, plan.rows), stack.size, CARD),
        "Model": "Rounded",
        "Indices": indices,
        **_names(cards),
    }


def _piece(box: Box, stack: Stack | None, component: Component) -> Template:
    """Return all copies of a token or tile, or a board."""
    front = box.singles[f"{component.id}/front"].name
    back = box.singles.get(f"{component.id}/back")
    is_cut = is_token(component)
    texture = _Texture(front, back.name if back else "", ONE_BACK if back else OWN_FRONT)
    model = front if is_cut else MODELS.get(component.shape.kind, "Square")
    stands = component.counts_as is Kind.STANDEES
    return {
        **_template(box.job, component.id, component.title),
        **_card(texture, component.front.size, CARDBOARD),
        "Model": model,
        "CollisionType": "Regular" if stack else "Ground",
        "HiddenInHand": False,
        "UsedWithCardHolders": False,
        "CanStack": bool(stack) and not stands,
        "Indices": [0] * (component.copies if stack and not stands else 1),
        **_names({0: component}),
    }


def _names(cards: Mapping[int, Component]) -> Template:
    """Return the names of the cells, and their texts and ids as metadata."""
    return {
        "CardNames": {str(cell): words_of(card)[0] for cell, card in cards.items()},
        "CardMetadata": {str(cell): words_of(card)[1] for cell, card in cards.items()},
        "CardTags": {str(cell): [card.id] for cell, card in cards.items()},
    }


def _card(texture: _Texture, size: Size, thickness: float) -> Template:
    return {
        "FrontTexture": texture.front,
        "BackTexture": texture.back,
        "HiddenTexture": "",
        "BackIndex": texture.back_index,
        "HiddenIndex": -3,
        "NumHorizontal": texture.columns,
        "NumVertical": texture.rows,
        "Width": _cm(size.width),
        "Height": _cm(size.height),
        "Thickness": thickness,
        "HiddenInHand": True,
        "UsedWithCardHolders": True,
        "CanStack": True,
    }


def _cm(length: Um) -> float:
    return round(length / 10_000, 4)


def _template(job: ExportJob, key: str, name: str) -> Template:
    """Return what templates of all types have."""
    return {
        "Type": "Card",
        "GUID": _guid(job, key),
        "Name": name,
        "Metadata": key,
        "CollisionType": "Regular",
        "SurfaceType": "Cardboard",
        "Flippable": True,
        "ShouldSnap": True,
        "Models": [],
        "Collision": [],
        "SnapPoints": [],
        "Tags": [job.edition.game.id],
    }
