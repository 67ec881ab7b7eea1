"""Cards, boards and mats of a press set: single pages with bleed; pieces on punchboards."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from printnplay.export.card_pages import document_of, document_of_sheets
from printnplay.export.faces import FaceFile, Naming, cut_to, face_files
from printnplay.export.job import ExportJob
from printnplay.export.press.part import (
    BOARDS,
    CARDS,
    MATS,
    PADS,
    PUNCHBOARDS,
    STICKERS,
    Listed,
    Part,
    colour_of,
)
from printnplay.export.print_service import in_order
from printnplay.game.exporting import Component, ComponentKind
from printnplay.game.game import Board
from printnplay.game.kinds import Kind
from printnplay.game.plates import Plate
from printnplay.game.requirements import GENERAL, Requirements
from printnplay.game.services import PageOrder
from printnplay.imposition.press_net import LINE
from printnplay.imposition.punchboard import Laid, Piece, fits, punchboards
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Point, Rect, Size, Um, in_mm, mm
from printnplay.kernel.printing import InkUse
from printnplay.scene.sheet import Contour, LineKind, Sheet, Stamp, Stroke

SHEETS: Mapping[Kind, str] = {
    Kind.CARDS: CARDS,
    Kind.MATS: MATS,
    Kind.SCORE_SHEETS: PADS,
    Kind.BOARDS: BOARDS,
}
"""The components that are printed singly, and the kind of their part."""

PIECES: Mapping[str, tuple[Kind, ...]] = {
    PUNCHBOARDS: (Kind.TILES, Kind.TOKENS, Kind.STANDEES, Kind.DIALS),
    STICKERS: (Kind.DICE,),
}
"""The components that are punched out of a board, or cut through a sheet of stickers."""

LEAST_GAP: Um = mm(6)
"""The least distance between pieces on a board: twice the usual bleed. A guess."""

_NAMES = Naming("{index:03}-{id}-{side}", "{index:03}-{id}-{side}")


def component_parts(job: ExportJob, wanted: Requirements) -> Iterator[Part]:
    """Yield a part for the components of each kind, size and shape; then boards of pieces."""
    alike: dict[tuple[object, ...], list[Component]] = {}
    for component in job.components:
        if component.counts_as in SHEETS:
            one = component.id if component.kind is ComponentKind.BOARD else ""
            key = component.counts_as, component.front.size, component.shape, one
            alike.setdefault(key, []).append(component)
    names: set[str] = set()
    for components in alike.values():
        yield _single(job, wanted, components, names)
    for kind, counted in PIECES.items():
        pieces = [one for one in job.components if one.counts_as in counted]
        if pieces:
            yield from _punched(job, wanted, kind, pieces)


def _single(
    job: ExportJob, wanted: Requirements, components: Sequence[Component], names: set[str]
) -> Part:
    """Return the part of components that are printed singly: each front before its back."""
    first = components[0]
    size, kind = first.front.size, SHEETS[first.counts_as]
    faces = in_order(face_files(job, ".pdf", components, _NAMES), PageOrder.FRONT_BACK)
    board = next((one for one in job.edition.game.boards if one.id == first.id), None)
    if first.kind is not ComponentKind.BOARD:
        board = None
    name = f"board-{board.id}" if board else f"{kind}-{in_mm(size.width)}x{in_mm(size.height)}"
    if name in names:
        name = f"{name}-{first.shape.kind}"
    names.add(name)
    art = document_of(job, faces, InkUse.BLACK_TEXT)
    if board is not None:
        dies: list[Sheet] = [_board_dies(board, sheet, wanted) for sheet in art.sheets]
    else:
        dies = [_die(face, sheet, wanted) for face, sheet in zip(faces, art.sheets, strict=True)]
    shown = not first.shape.is_straight or (board is not None and any(board.folds))
    return Part(
        name,
        kind,
        f"board {board.id}" if board else first.counts_as.plural,
        art,
        size,
        art.sheets[0].bleed,
        sum(component.copies for component in components),
        dies if shown else dies[:1],
        shown,
        contents=tuple(_listed(faces)),
        remarks=() if shown else (_corner(first, faces[0]),),
    )


def _corner(component: Component, face: FaceFile) -> str:
    if component.counts_as is not Kind.CARDS:
        return "square corners"
    radius = cut_to(face).start.x
    return f"corner radius {in_mm(radius, 2)} mm" if radius else "square corners"


def _listed(faces: Sequence[FaceFile]) -> Iterator[Listed]:
    """Yield each component with the pages of its sides."""
    for page, face in enumerate(faces, start=1):
        if not face.is_back:
            has_back = page < len(faces) and faces[page].is_back
            yield Listed(
                face.component.id, face.component.copies, page, page + 1 if has_back else None
            )


def _die(face: FaceFile, sheet: Sheet, wanted: Requirements) -> Sheet:
    assert sheet.trim is not None
    outline = cut_to(face).landed(face.picture.size, sheet.trim, 0)
    line = Contour("cut", outline, LINE, colour_of(Plate.CUT, wanted))
    return replace(sheet, items=(line,), cuts=(outline,), bookmarks=())


def _board_dies(board: Board, sheet: Sheet, wanted: Requirements) -> Sheet:
    """Return the cut and the folds of a board."""
    trim = sheet.trim
    assert trim is not None
    across, down = board.folds
    edges = [
        (Point(trim.x, trim.y), Point(trim.right, trim.y)),
        (Point(trim.right, trim.y), Point(trim.right, trim.bottom)),
        (Point(trim.right, trim.bottom), Point(trim.x, trim.bottom)),
        (Point(trim.x, trim.bottom), Point(trim.x, trim.y)),
    ]
    bent = [
        *((Point(trim.x + x, trim.y), Point(trim.x + x, trim.bottom)) for x in across),
        *((Point(trim.x, trim.y + y), Point(trim.right, trim.y + y)) for y in down),
    ]
    lines: list[tuple[LineKind, Plate, list[tuple[Point, Point]]]] = [
        ("cut", Plate.CUT, edges),
        ("fold", Plate.FOLD, bent),
    ]
    items = tuple(
        Stroke(kind, start, end, LINE, colour_of(plate, wanted))
        for kind, plate, found in lines
        for start, end in found
    )
    return replace(sheet, items=items, bookmarks=())


def _punched(
    job: ExportJob, wanted: Requirements, kind: str, components: Sequence[Component]
) -> Iterator[Part]:
    """Yield the boards of pieces; pieces without backs are on boards of their own."""
    board = wanted.punchboard or GENERAL.punchboard
    assert board is not None
    bleed = components[0].front.bleed
    gap = max(LEAST_GAP, 2 * bleed)
    sided: dict[bool, list[Component]] = {}
    for component in components:
        if fits(_piece(component), board, gap):
            sided.setdefault(component.back is not None, []).append(component)
        else:
            job.problems.warning(
                codes.PIECE_TOO_LARGE,
                f"`{component.id}`, {component.front.size.in_mm(1)}, is larger than a board of"
                f" {board.in_mm(0)}, and left out",
                Span(""),
                f"expected a piece with {in_mm(gap)} mm around it on the board",
                "give `punchboard` in factories/NAME.yaml, or make it a board of its own",
            )
    for has_backs, chosen in sided.items():
        pieces = [_piece(one) for one in chosen for _ in range(one.copies)]
        boards = list(punchboards(pieces, board, gap))
        yield _boards(job, wanted, kind, chosen, boards, board, has_backs=has_backs)


def _piece(component: Component) -> Piece:
    outline = component.shape.outline(component.front.size)
    return Piece(component.id, component.front, component.back, outline)


def _boards(  # noqa: PLR0913
    job: ExportJob,
    wanted: Requirements,
    kind: str,
    components: Sequence[Component],
    boards: Sequence[Sequence[Laid]],
    size: Size,
    *,
    has_backs: bool,
) -> Part:
    plate = Plate.KISS if kind == STICKERS else Plate.CUT
    bleed = components[0].front.bleed
    art, dies = [], []
    for number, laid in enumerate(boards, start=1):
        for is_back in (False, True)[: 1 + has_backs]:
            side = "back" if is_back else "front"
            label = f"{number} {side}" if has_backs else str(number)
            art.append(_board_sheet(laid, size, bleed, label, is_back=is_back))
            dies.append(_board_lines(art[-1], laid, plate, wanted))
    name = kind if has_backs or kind == STICKERS else f"{kind}-one-sided"
    return Part(
        name,
        kind,
        "sheets of stickers" if kind == STICKERS else "punchboards",
        document_of_sheets(job, art, InkUse.BLACK_TEXT),
        size,
        bleed,
        len(boards),
        dies,
        contents=tuple(_on_boards(boards, components, sides=1 + has_backs)),
        remarks=("pieces may be moved on the boards: the dies move with them",),
    )


def _on_boards(
    boards: Sequence[Sequence[Laid]], components: Sequence[Component], sides: int
) -> Iterator[Listed]:
    """Yield each component for each board that it is on, with its copies there."""
    for component in components:
        for number, laid in enumerate(boards):
            copies = sum(one.piece.id == component.id for one in laid)
            if copies:
                page = sides * number + 1
                yield Listed(component.id, copies, page, page + 1 if sides > 1 else None)


def _mirrored(rect: Rect, size: Size) -> Rect:
    return Rect(size.width - rect.right, rect.y, rect.width, rect.height)


def _board_sheet(
    laid: Sequence[Laid], size: Size, bleed: Um, label: str, *, is_back: bool
) -> Sheet:
    """Return the art of a board; its pieces have their bleed around them."""
    whole = Size(size.width + 2 * bleed, size.height + 2 * bleed)
    stamps = []
    for one in laid:
        picture = one.piece.back if is_back else one.piece.front
        assert picture is not None
        rect = _mirrored(one.rect, size) if is_back else one.rect
        stamps.append(Stamp(picture, rect.moved(bleed, bleed)))
    trim = Rect(bleed, bleed, size.width, size.height)
    return Sheet(whole, tuple(stamps), label, trim=trim, bleed=bleed, is_back=is_back)


def _board_lines(sheet: Sheet, laid: Sequence[Laid], plate: Plate, wanted: Requirements) -> Sheet:
    outlines = []
    for one, stamp in zip(laid, sheet.items, strict=True):
        assert isinstance(stamp, Stamp)
        size = one.piece.front.size
        outlines.append(one.piece.die.landed(size, stamp.rect, 0, mirrored=sheet.is_back))
    colour = colour_of(plate, wanted)
    lines = tuple(Contour("cut", outline, LINE, colour) for outline in outlines)
    return replace(sheet, items=lines, cuts=tuple(outlines))
