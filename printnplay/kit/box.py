"""Boxes of a game: their nets on sheets, with pictures, labels and notes."""

from collections.abc import Iterator, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from printnplay.edition.bilingual import joined
from printnplay.edition.edition import BOX_BLEED, BoxName, Edition
from printnplay.edition.loaded import left_out, unfit
from printnplay.game.game import Box, BoxKind, Solid
from printnplay.imposition.box_drawing import NetLabels, draw_net
from printnplay.imposition.nets import Net
from printnplay.imposition.papers import DoesNotFitError
from printnplay.imposition.sides import Side
from printnplay.imposition.tiling import LargeDrawing, noted
from printnplay.imposition.trays import (
    BASE_FACES,
    DRAWER_FACES,
    LID_FACES,
    TURN_IN,
    base_for,
    lid_for,
    sleeve_for,
    tray_net,
    wrap_for,
)
from printnplay.imposition.tuckbox import halves, sleeve, unfold
from printnplay.kernel.geometry import Paper, Um
from printnplay.kernel.printing import PrintSettings, Stock
from printnplay.kit.packing import Packed, packed_boxes, pieces_in_words
from printnplay.kit.sheets import SMALL, PlannedSide, furnished, large_plans
from printnplay.kit.text_sheets import text_area
from printnplay.rulebook.pages.strips import stack
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Label, Sheet, shifted

STEPS = 3
"""The number of steps to close a box: glue the tab, close the floor, close the lid (`STEPS_ON` in
`imposition/tuckbox.py`)."""


class Boxes(Struct, dict=True):
    """The boxes of a kit, drawn on first access."""

    edition: Edition
    settings: PrintSettings

    def plans(self) -> tuple[PlannedSide, ...]:
        """Return the nets of the boxes."""
        return self._plans

    @cached_property
    def _plans(self) -> tuple[PlannedSide, ...]:
        return box_plans(self.edition, self.settings)

    def sheets(self) -> tuple[Sheet, ...]:
        """Return the sheets of the boxes."""
        edition, paper = self.edition, self.settings.paper
        try:
            return furnished(edition, paper, self._plans)
        except DoesNotFitError as error:
            _report(edition, edition.game.boxes[0], paper, error)
            return ()


def box_plans(edition: Edition, settings: PrintSettings) -> tuple[PlannedSide, ...]:
    """Return the nets of the boxes, each on one or more sides; none for a game without a box.

    A box that does not fit is reported and left out; a smaller one before it is still made.
    """
    plans: list[PlannedSide] = []
    for box in edition.game.boxes:
        try:
            for plan in _BoxPlanner(edition, settings, box).plans():
                plans.append(plan)
        except DoesNotFitError as error:
            _report(edition, box, settings.paper, error)
    return tuple(plans)


class _BoxPlanner(Struct, frozen=True):
    edition: Edition
    settings: PrintSettings
    box: Box

    def plans(self) -> Iterator[PlannedSide]:
        """Yield the sheets of all copies of the box, with its dividers."""
        box, titled = self.box, f"boxes.{self.box.id}"
        # A box without a title is identified by its groups.
        more = tuple(f"sheets.{group}" for group in box.groups)
        if self.edition.texts.entries.get(titled):
            more = (titled,)
        for _ in range(box.copies):
            made = self._wraps() if box.kind is BoxKind.WRAP else self._boxes()
            yield from (replace(plan, more=more, box=box.id) for plan in made)

    def _boxes(self) -> Iterator[PlannedSide]:
        for one in packed_boxes(self.edition, self.settings, self.box):
            made = {
                BoxKind.TUCK: self._tuck,
                BoxKind.LID_AND_BASE: self._lid_and_base,
                BoxKind.DRAWER: self._drawer,
            }[self.box.kind if not one.large else BoxKind.TUCK]
            contents = one.contents
            inside = (contents.face.width, contents.face.height, contents.depth)
            yield from (replace(plan, ordinal=one.part, inside=inside) for plan in made(one))
        if self.box.dividers:
            from printnplay.kit.dividers import divider_plans  # few boxes have any

            yield from divider_plans(self.edition, self.settings, self.box)

    def _tuck(self, one: Packed) -> Iterator[PlannedSide]:
        edition, paper, contents = self.edition, self.settings.paper, one.contents
        setter, title = edition.typesetter, "kit.box_large" if one.large else "kit.box"
        net = unfold(contents.face, contents.depth)
        widest = net.panels["tuck-top"].rect.width
        fits = [label for label in _fits(edition, one) if label.width <= widest]
        labels = net_labels(edition, fits)
        pictures = panel_pictures(edition, net, name_of(one))
        whole = tuple(large_plans(edition, paper, draw_net(net, pictures, labels), title))
        if len(whole) == 1:
            yield replace(whole[0], note="kit.box_note")
            return
        drawings = [
            draw_net(half, pictures, labels) for half in halves(contents.face, contents.depth)
        ]
        parts = [
            part for drawing in drawings for part in large_plans(edition, paper, drawing, title)
        ]
        if len(parts) > len(whole):
            parts = list(whole)
        # Two languages may be too wide beside a part; the instructions contain the note in both.
        notes = [
            typesetter.label("kit.box_note", SMALL) for typesetter in (setter, *edition.setters)
        ]
        fitting = [note for note in notes if note.width <= paper.printable.width]
        if fitting:
            parts[0] = replace(parts[0], side=noted(parts[0].side, paper, fitting[0]))
        else:
            yield _note_page(edition, paper, title)
        for number, part in enumerate(parts, start=1):
            yield replace(part, note="kit.part", numbers={"part": number, "parts": len(parts)})

    def _lid_and_base(self, one: Packed) -> Iterator[PlannedSide]:
        base, name = base_for(one.contents), name_of(one)
        yield from self._part("kit.lid", tray_net(lid_for(base), "front", LID_FACES), name)
        yield from self._part("kit.base", tray_net(base, "back", BASE_FACES), name)

    def _drawer(self, one: Packed) -> Iterator[PlannedSide]:
        drawer, name = base_for(one.contents), name_of(one)
        yield from self._part("kit.sleeve", sleeve(*sleeve_for(drawer)), name)
        yield from self._part("kit.drawer", tray_net(drawer, "floor", DRAWER_FACES), name)

    def _wraps(self) -> Iterator[PlannedSide]:
        box = self.box
        yield from self._wrap("kit.wrap_lid", "front", box.lid)
        yield from self._wrap("kit.wrap_base", "back", box.base)

    def _wrap(self, title: str, floor: str, solid: Solid | None) -> Iterator[PlannedSide]:
        if solid is not None:
            faces = LID_FACES if floor == "front" else BASE_FACES
            net = tray_net(wrap_for(solid.size, solid.depth), floor, faces, TURN_IN)
            inside = (solid.size.width, solid.size.height, solid.depth)
            for plan in self._part(title, net, BoxName(self.box.id)):
                yield replace(plan, inside=inside)

    def _part(self, title: str, net: Net, name: BoxName) -> Iterator[PlannedSide]:
        """Yield the sheets of a part of a box; a part on one sheet has a note on folding it."""
        edition, pictures = self.edition, panel_pictures(self.edition, net, name)
        drawing: LargeDrawing = draw_net(net, pictures, net_labels(edition))
        plans = tuple(large_plans(edition, self.settings.paper, drawing, title))
        if len(plans) == 1:
            plans = (replace(plans[0], note=NOTES[title]),)
        yield from plans


NOTES = {
    "kit.lid": "kit.tray_note",
    "kit.base": "kit.tray_note",
    "kit.drawer": "kit.tray_note",
    "kit.sleeve": "kit.sleeve_note",
    "kit.wrap_lid": "kit.wrap_note",
    "kit.wrap_base": "kit.wrap_note",
}
"""The note on a part of a box, by the key of its title."""


def name_of(one: Packed) -> BoxName:
    """Return the name of a box for its templates."""
    return BoxName(one.box.id, one.part)


def _note_page(edition: Edition, paper: Paper, title: str) -> PlannedSide:
    """Return a page with the closing note: for papers narrower than the note in one line."""
    area = text_area(paper)
    strips = [
        strip
        for setter in edition.setters
        for strip in setter.strips(setter.inlines("kit.box_note"), SMALL, area.width)
    ]
    return PlannedSide(Side("text", shifted(stack(strips).items, area.x, area.y), area, ()), title)


def net_labels(edition: Edition, fits: Sequence[Label] = ()) -> NetLabels:
    """Return the labels of a net, including lines that name the contents of the box."""
    setter = edition.typesetter
    steps = [
        setter.label_of(setter.context.parse(f"**{step}**"), SMALL) for step in range(1, STEPS + 1)
    ]
    return NetLabels(setter.label("kit.glue", SMALL), steps, fits)


def _fits(edition: Edition, one: Packed) -> list[Label]:
    """Return the printed contents of a box: the deck, and the highest stack that fits."""
    stock = one.stock
    key = stock.value if stock in (Stock.SLEEVED, Stock.GLUED) else "weight"
    if one.measured:
        key = "measured"
    texts = [
        setter.inlines(f"box.{key}", pieces=pieces_in_words(setter, one.pieces), weight=stock.value)
        for setter in edition.setters
    ]
    setter = edition.typesetter
    kind = setter.label_of(joined(texts), SMALL)
    return [kind, setter.label("box.stack", SMALL, stack=one.contents.room // 1000)]


def _report(edition: Edition, box: Box, paper: Paper, error: DoesNotFitError) -> None:
    cure = "choose another paper for the sheets, or leave out `box`"
    fault = unfit(error.element, error.reason, box.span, cure)
    edition.problems.add(left_out(fault, paper))


def panel_pictures(
    edition: Edition, net: Net, name: BoxName, bleed: Um = BOX_BLEED
) -> dict[str, Picture]:
    """Return the pictures of a net by panel, without those with errors."""
    drawn = {
        panel: edition.box_panel(called, net.panels[panel].rect.size, name, bleed)
        for panel, called in net.faces.items()
        if panel in net.panels
    }
    return {panel: picture for panel, picture in drawn.items() if picture is not None}
