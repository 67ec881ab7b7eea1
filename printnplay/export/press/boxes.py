"""Boxes of a press set: nets with bleed, and wraps of rigid boxes; their dies and folds apart."""

from collections.abc import Iterator, Mapping

from printnplay.edition.edition import BoxName
from printnplay.export.card_pages import document_of_sheets
from printnplay.export.job import ExportJob
from printnplay.export.press.part import BOX, Part, colour_of
from printnplay.game.game import Box, BoxKind, Solid
from printnplay.game.plates import Plate
from printnplay.game.requirements import GENERAL, Requirements
from printnplay.imposition.nets import Net
from printnplay.imposition.papers import PAPERS
from printnplay.imposition.press_net import art_beyond, press_net
from printnplay.imposition.rigid import GREYBOARD, RigidPart, rigid_base, rigid_lid
from printnplay.imposition.trays import (
    BASE_FACES,
    DRAWER_FACES,
    LID_FACES,
    base_for,
    sleeve_for,
    tray_net,
    wrap_for,
)
from printnplay.imposition.tuckbox import sleeve, unfold
from printnplay.kernel.geometry import Size, Um, in_mm
from printnplay.kernel.printing import InkUse, PrintSettings
from printnplay.kit.box import name_of, panel_pictures
from printnplay.kit.packing import Packed, packed_boxes


def box_parts(job: ExportJob, wanted: Requirements) -> Iterator[Part]:
    """Yield the parts of each box: its net, or its lid and base.

    A box that also holds the booklet or boards replaces the small one for the cards alone.
    """
    for box in job.edition.game.boxes:
        stem = f"box-{box.id}" if box.id else "box"
        if box.kind is BoxKind.WRAP:
            for name, solid in (("lid", box.lid), ("base", box.base)):
                if solid is not None:
                    yield _wrap(job, wanted, box, f"{stem}-{name}", name, _rigid(solid))
            continue
        packed = list(packed_boxes(job.edition, PrintSettings(PAPERS["a4"]), box))
        for one in [one for one in packed if one.large] or packed:
            part = f"{stem}-{one.number}" if one.of > 1 else stem
            yield from _packed(job, wanted, box, one, part)


def _packed(
    job: ExportJob, wanted: Requirements, box: Box, one: Packed, stem: str
) -> Iterator[Part]:
    contents, name = one.contents, name_of(one)
    if box.kind is BoxKind.LID_AND_BASE:
        base = rigid_base(contents)
        yield _wrap(job, wanted, box, f"{stem}-lid", "lid", rigid_lid(base), name)
        yield _wrap(job, wanted, box, f"{stem}-base", "base", base, name)
    elif box.kind is BoxKind.DRAWER and not one.large:
        drawer = base_for(contents)
        face, depth = sleeve_for(drawer)
        net = sleeve(face, depth)
        yield _part(job, wanted, box, f"{stem}-sleeve", net, name, _closed(face, depth))
        net = tray_net(drawer, "floor", DRAWER_FACES)
        yield _part(
            job, wanted, box, f"{stem}-drawer", net, name, _closed(drawer.outside, drawer.wall)
        )
    else:
        net = unfold(contents.face, contents.depth)
        yield _part(job, wanted, box, stem, net, name, _closed(contents.face, contents.depth))


def _rigid(solid: Solid) -> RigidPart:
    return RigidPart(solid.size, solid.depth)


def _closed(face: Size, depth: Um) -> str:
    return f"folded {face.in_mm(1)}, {in_mm(depth, 1)} mm deep"


def _wrap(  # noqa: PLR0913
    job: ExportJob,
    wanted: Requirements,
    box: Box,
    stem: str,
    which: str,
    part: RigidPart,
    name: BoxName | None = None,
) -> Part:
    """Return the wrap of a lid or a base: paper that is turned in over the edges of the walls."""
    turn_in = wanted.wrap or GENERAL.wrap
    assert turn_in is not None
    faces = LID_FACES if which == "lid" else BASE_FACES
    floor = "front" if which == "lid" else "back"
    net = tray_net(wrap_for(part.outside, part.depth), floor, faces, turn_in)
    remarks = (
        f"wrap of a {which}, outside {part.outside.in_mm(1)}, walls {in_mm(part.depth, 1)} mm high",
        f"turned in by {in_mm(turn_in, 1)} mm; greyboard of {in_mm(GREYBOARD)} mm",
    )
    return _part(job, wanted, box, stem, net, name or BoxName(box.id), *remarks)


def _part(  # noqa: PLR0913
    job: ExportJob,
    wanted: Requirements,
    box: Box,
    stem: str,
    net: Net,
    name: BoxName,
    *remarks: str,
) -> Part:
    bleed = job.options.bleed or 0
    pictures = panel_pictures(job.edition, net, name, art_beyond(net, bleed))
    colours: Mapping[str, str] = {
        "cut": colour_of(Plate.CUT, wanted),
        "fold": colour_of(Plate.FOLD, wanted),
    }
    art, dies = press_net(net, pictures, bleed, stem, colours)
    return Part(
        stem,
        BOX,
        stem.replace("-", " "),
        document_of_sheets(job, [art], InkUse.BLACK_TEXT),
        net.size,
        bleed,
        box.copies,
        [dies],
        remarks=remarks,
    )
