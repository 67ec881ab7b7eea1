"""The contents of a game's box for virtual tabletops, and their files: card sheets and pictures."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import chain
from pathlib import Path
from urllib.parse import quote

from msgspec import Struct

from printnplay.export.images import PNG, Image, drawn
from printnplay.export.job import Exported, ExportJob
from printnplay.export.stacks import Stack, blank, boards_of, stacks_of
from printnplay.files.door import LARGEST, read
from printnplay.files.writing import remove_staged
from printnplay.game.exporting import Component
from printnplay.game.kinds import Kind
from printnplay.kernel.geometry import Size
from printnplay.kernel.shapes import ShapeKind
from printnplay.raster.picture_sheets import SheetPlan, compose, fitting_dpi, plan_sheets
from printnplay.raster.png import PER_INCH
from printnplay.raster.single_faces import Crop, as_svg, size_in_pixels
from printnplay.scene.picture import Picture

CELL = ".cell-"
"""Prefix of temporary files for the cells of sheets."""


class Single(Struct, frozen=True):
    """A picture with its own file: its content, crop and resolution, and the file name."""

    picture: Picture
    crop: Crop
    dpi: int
    ground: str
    name: str


class PlannedSheet(Struct, frozen=True):
    """A sheet of a stack before rendering: its cells, their size in pixels, and its files."""

    stack: Stack
    plan: SheetPlan
    size: tuple[int, int]
    dpi: int
    face: str
    back: str


class Box(Struct, frozen=True):
    """The contents of a box in one language, with their picture files."""

    job: ExportJob
    sheets: Mapping[str, Sequence[PlannedSheet]]
    stacks: Sequence[Stack]
    boards: Sequence[Component]
    singles: Mapping[str, Single]

    @property
    def all_sheets(self) -> Iterator[PlannedSheet]:
        """All sheets, stack by stack."""
        return chain.from_iterable(self.sheets.values())

    def address(self, name: str) -> str:
        """Return the URL of a file of the box for players."""
        job = self.job
        base = job.options.base_url
        if not base:
            return (job.destination / name).absolute().as_uri()
        parts = (job.edition.game.id, job.languages, job.target, name)
        return f"{base.rstrip('/')}/{'/'.join(quote(part) for part in parts)}"

    @property
    def rulebook(self) -> str:
        """The name of the rulebook's file without extension."""
        return f"{self.job.edition.game.id}-{self.job.languages}-rulebook"


def box_of(job: ExportJob) -> Box:
    """Return the contents of an edition's box, and the names of their picture files."""
    stacks, boards = stacks_of(job), boards_of(job)
    singles = dict(single for stack in stacks for single in _singles(job, stack))
    singles |= {f"{board.id}/front": _single(job, board, board.front) for board in boards}
    planned = {
        stack.id: list(_planned(job, stack, singles)) for stack in stacks if stack.is_of_cards
    }
    return Box(job, planned, stacks, boards, singles)


def _singles(job: ExportJob, stack: Stack) -> Iterator[tuple[str, Single]]:
    """Yield the pictures of a stack that are not on sheets, by what they show."""
    if stack.is_of_cards:
        if not stack.has_own_backs:
            first = stack.components[0]
            back = first.back or blank(stack.size)
            yield f"{stack.id}/back", _single(job, first, back, stack.id)
        return
    for component in stack.components:
        yield f"{component.id}/front", _single(job, component, component.front)
        if component.back is not None:
            yield f"{component.id}/back", _single(job, component, component.back)


def _single(job: ExportJob, component: Component, picture: Picture, called: str = "") -> Single:
    dpi = _dpi(job, picture.size)
    crop, ground = Crop(0), "white"
    if is_token(component):
        outline = component.shape.outline(picture.size)
        crop, ground = Crop(0, outline, "#ffffff"), ""
    side = "back" if called or picture is component.back else "front"
    mark = _mark(as_svg(picture, crop), str(dpi), ground)
    return Single(picture, crop, dpi, ground, f"{called or component.id}-{side}-{mark}{PNG}")


def _planned(job: ExportJob, stack: Stack, singles: Mapping[str, Single]) -> Iterator[PlannedSheet]:
    """Yield the sheets of a stack, named by a hash of their content: tabletops cache pictures."""
    dpi = _dpi(job, stack.size)
    size = size_in_pixels(stack.size, dpi)
    for number, plan in enumerate(plan_sheets(stack.cells, size), start=1):
        cells = [stack.component(name) if name else None for name in plan.cells]
        fronts = [as_svg(cell.front, Crop(0)) if cell else "" for cell in cells]
        face = f"{stack.id}-{number}-{_mark(str(size), *fronts)}{PNG}"
        if stack.has_own_backs:
            backs = [as_svg(cell.back, Crop(0)) if cell and cell.back else "" for cell in cells]
            back = f"{stack.id}-{number}-backs-{_mark(str(size), *backs)}{PNG}"
        else:
            back = singles[f"{stack.id}/back"].name
        yield PlannedSheet(stack, plan, size, dpi, face, back)


def _dpi(job: ExportJob, size: Size) -> int:
    return fitting_dpi((size.width, size.height), job.options.dpi or PER_INCH)


def _mark(*parts: str) -> str:
    """Return a short hash of a picture's content."""
    return sha256("\0".join(parts).encode()).hexdigest()[:8]


def draw(box: Box) -> list[Exported]:
    """Render all faces, and compose those of cards into sheets."""
    job = box.job
    planned = [sheet for of_stack in box.sheets.values() for sheet in of_stack]
    cells = [image for sheet in planned for image in _cells(job, sheet)]
    # Cards of several stacks may share a back, which has only one file.
    singles = {single.name: single for single in box.singles.values()}.values()
    images = [*(_image(job, single) for single in singles), *cells]
    made = [file for file in drawn(job, images) if not file.path.name.startswith(CELL)]
    for sheet in planned:
        made.append(_compose(job, sheet, sheet.face, "front"))
        if sheet.stack.has_own_backs:
            made.append(_compose(job, sheet, sheet.back, "back"))
    remove_staged(path for image in cells for path in image.files)
    return made


def _image(job: ExportJob, single: Single) -> Image:
    size = size_in_pixels(single.crop.extent(single.picture), single.dpi)
    path = job.folder / single.name
    return Image(single.picture, single.crop, size, single.dpi, single.ground, (path,))


def _compose(job: ExportJob, sheet: PlannedSheet, name: str, side: str) -> Exported:
    pictures = [
        read(_cell(job, sheet, cell, side), LARGEST, anywhere=True) if cell else None
        for cell in sheet.plan.cells
    ]
    return job.write(name, compose(sheet.plan, sheet.size, pictures))


def _cells(job: ExportJob, sheet: PlannedSheet) -> Iterator[Image]:
    for name in filter(None, sheet.plan.cells):
        component = sheet.stack.component(name)
        sides = {"front": component.front}
        if sheet.stack.has_own_backs and component.back is not None:
            sides["back"] = component.back
        for side, picture in sides.items():
            path = _cell(job, sheet, name, side)
            yield Image(picture, Crop(0), sheet.size, sheet.dpi, "white", (path,))


def _cell(job: ExportJob, sheet: PlannedSheet, name: str, side: str) -> Path:
    return job.folder / f"{CELL}{sheet.stack.id}-{name}-{side}{PNG}"


def is_token(component: Component) -> bool:
    """Return whether a piece must be cut to its picture: standees, paths and upright hexes."""
    kind, size = component.shape.kind, component.front.size
    if component.counts_as is Kind.STANDEES:
        return True
    return kind is ShapeKind.PATH or (kind is ShapeKind.HEX and size.height > size.width)


def manifest(
    job: ExportJob,
    stacks: Sequence[Stack],
    made: Sequence[Exported],
    sheets: Iterable[PlannedSheet] = (),
) -> Exported:
    """Write the manifest: the cells of each stack, the sheets with their sides, and the files."""
    return job.write_manifest(
        {file.path.as_posix(): {"bytes": file.size} for file in made},
        cells={stack.id: list(stack.cells) for stack in stacks if stack.is_of_cards},
        sheets=[_said(sheet) for sheet in sheets],
    )


def _said(sheet: PlannedSheet) -> Mapping[str, object]:
    """Return the manifest entry of a sheet, sufficient to cut it into cards."""
    stack, (width, height) = sheet.stack, sheet.size
    return {
        "file": sheet.face,
        "back": sheet.back,
        "back_is_sheet": stack.has_own_backs,
        "columns": sheet.plan.columns,
        "rows": sheet.plan.rows,
        "cell": {"width": width, "height": height},
        "cards": [
            {"id": name, "copies": stack.component(name).copies} if name else None
            for name in sheet.plan.cells
        ],
    }
