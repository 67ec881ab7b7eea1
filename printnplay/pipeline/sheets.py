"""Sheets of a kit: the sides that are planned, their furniture; cards, boards and the tuck box."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from printnplay.imposition.backs import Pair, PrintRun, card_sides, separate_sides
from printnplay.imposition.fold_over import fold_sides
from printnplay.imposition.furniture import Furniture, dress
from printnplay.imposition.marks import Segment, draw, kinds_of
from printnplay.imposition.papers import DoesNotFitError
from printnplay.imposition.sides import Side
from printnplay.imposition.tiling import JoinLabels, LargeDrawing, noted, tile_sides
from printnplay.imposition.tuckbox import PICTURED, Deck, Net, draw_net, unfold
from printnplay.model.game import OWN, Board, Box, Card, Game, Group
from printnplay.model.geometry import Paper, Rect, Size
from printnplay.model.picture import Picture
from printnplay.model.printing import Backs, PrintSettings
from printnplay.model.sheet import Bookmark, Label, Sheet, Stamp
from printnplay.pipeline.edition import Edition
from printnplay.pipeline.game import unfit

TITLE = "label"
SMALL = "label-small"
"""The text styles of titles of sheets, and of all other furniture."""


@dataclass(frozen=True, slots=True)
class PlannedSide:
    """A side without furniture yet.

    `title` is the key of its title, `note` that of its note, if it has one; `numbers` are those
    that the note quotes.
    """

    side: Side
    title: str
    note: str = ""
    numbers: Mapping[str, int] = field(default_factory=dict)


def furnished(edition: Edition, paper: Paper, plans: Sequence[PlannedSide]) -> tuple[Sheet, ...]:
    """The sheets of all planned sides of a document, with titles, page numbers, keys and notes.

    Raises:
        DoesNotFitError: a text has no room beside what is printed.
    """
    setter = edition.typesetter
    sheets = []
    for number, plan in enumerate(plans, start=1):
        title = setter.label(plan.title, TITLE)
        page = setter.label("kit.page", SMALL, page=number, pages=len(plans))
        kinds = kinds_of(plan.side.items) if plan.side.cells else ()
        key = {kind: setter.label(f"kit.key.{kind}", SMALL) for kind in kinds}
        # A note on a back names the page of its fronts, which is the one before.
        numbers = {"front": number - 1, **plan.numbers}
        note = setter.label(plan.note, SMALL, **numbers) if plan.note else None
        sheet = dress(plan.side, paper, Furniture(title, page, key, note))
        mark = Bookmark("".join(run.text for run in title.runs))
        marks = () if plan.side.kind == "blank" else (mark,)
        sheets.append(replace(sheet, label=str(number), bookmarks=marks))
    return tuple(sheets)


LEFT_OUT = {Backs.SEPARATE: Backs.NONE}
"""How the sheets of a group are made whose backs come at the end of the kit."""

SECOND_FACES = {Backs.SEPARATE: Backs.LONG, Backs.NONE: Backs.LONG}
"""Second faces are part of the game, however backs are printed: they follow their fronts, placed so
that a sheet that is turned like a page of a book and printed again takes them."""


@dataclass
class CardSheets:
    """Plans the sheets of the cards of a kit."""

    edition: Edition
    settings: PrintSettings
    planned: Group | None = None
    """The group that is being planned."""
    _separate: dict[Size, list[Pair]] = field(default_factory=dict)

    def plans(self) -> Iterator[PlannedSide]:
        """The sheets of all groups; where backs are separate, a sheet of each back at the end.

        Raises:
            DoesNotFitError: a card does not fit on the paper.
        """
        for group in self.edition.game.groups:
            self.planned = group
            yield from self._group(group)
        self.planned = None
        for size, pairs in self._separate.items():
            run = PrintRun(tuple(pairs), self.settings.paper, size, self.edition.game.bleed)
            for side in separate_sides(run):
                yield PlannedSide(side, "kit.back", "kit.backs_separate")

    def _group(self, group: Group) -> Iterator[PlannedSide]:
        game, paper, backs = self.edition.game, self.settings.paper, self.settings.backs
        size = group.card or game.card
        if group.fold:
            sides = fold_sides(self._fold_pairs(group), paper, size, game.bleed)
        else:
            pairs = self._pairs(group, size)
            if backs is Backs.SEPARATE and group.backs != OWN:
                self._separate.setdefault(size, []).extend(pairs)
            ways = SECOND_FACES if group.backs == OWN else LEFT_OUT
            sides = card_sides(pairs, paper, size, game.bleed, ways.get(backs, backs))
        for side in sides:
            if side.kind == "back":
                yield PlannedSide(side, "kit.back", "kit.back_note")
            else:
                yield PlannedSide(side, f"sheets.{group.id}")

    def _pairs(self, group: Group, size: Size) -> list[Pair]:
        return [
            (face, self._back(card, group, size))
            for card in self.edition.game.cards_of(group)
            if (face := self.edition.face(card))
            for _ in range(card.copies)
        ]

    def _back(self, card: Card, group: Group, size: Size) -> Picture | None:
        if group.backs == OWN:
            return self.edition.face(card, back=True)
        if not group.backs or self.settings.backs is Backs.NONE:
            return None
        return self.edition.back(group.backs, size, group.style)

    def _fold_pairs(self, group: Group) -> list[tuple[Picture, Picture]]:
        edition = self.edition
        return [
            (front, back)
            for card in edition.game.cards_of(group)
            if (front := edition.face(card)) and (back := edition.face(card, back=True))
            for _ in range(card.copies)
        ]


def board_plans(edition: Edition, paper: Paper) -> Iterator[PlannedSide]:
    """The sheets of all boards; one that could not be drawn has none.

    Raises:
        DoesNotFitError: a board would take more sheets than anyone will glue.
    """
    for board in edition.game.boards:
        drawing = _drawing(edition, board)
        if drawing is not None:
            yield from large_plans(edition, paper, drawing, f"boards.{board.id}")


def large_plans(
    edition: Edition, paper: Paper, drawing: LargeDrawing, title: str
) -> Iterator[PlannedSide]:
    """The sheets of one drawing, numbered where it takes several.

    Raises:
        DoesNotFitError: it would take more sheets than anyone will glue.
    """
    sides = tile_sides(drawing, paper, join_labels(edition), title.rpartition(".")[2])
    for part, side in enumerate(sides, start=1):
        if len(sides) == 1:
            yield PlannedSide(side, title)
        else:
            yield PlannedSide(side, title, "kit.part", {"part": part, "parts": len(sides)})


def join_labels(edition: Edition) -> JoinLabels:
    """The texts where parts are glued together."""
    setter = edition.typesetter

    def letter(name: str) -> Label:
        return setter.label_of(setter.context.parse(f"**{name}**"), SMALL)

    return JoinLabels(lambda name: setter.label("kit.glue_part", SMALL, letter=name), letter)


def _drawing(edition: Edition, board: Board) -> LargeDrawing | None:
    picture = edition.board(board)
    if picture is None:
        return None
    size = board.size
    upright, level = board.folds
    folds = [
        *(Segment(upright=True, at=x, span=(0, size.height)) for x in upright),
        *(Segment(upright=False, at=y, span=(0, size.width)) for y in level),
    ]
    whole = Stamp(picture, Rect(0, 0, size.width, size.height))
    return LargeDrawing(size, (whole, *draw("fold", folds)), board.bleed)


def box_plans(edition: Edition, settings: PrintSettings) -> tuple[PlannedSide, ...]:
    """The net of the box, on one side or several; none for a game without a box."""
    box = edition.game.box
    if box is None:
        return ()
    try:
        return tuple(_box_plans(edition, settings, box))
    except DoesNotFitError as error:
        _report(edition, error)
        return ()


def box_sheets(edition: Edition, paper: Paper, plans: Sequence[PlannedSide]) -> tuple[Sheet, ...]:
    """The sheets of the box."""
    try:
        return furnished(edition, paper, plans)
    except DoesNotFitError as error:
        _report(edition, error)
        return ()


def deck_of(game: Game, backs: Backs) -> Deck:
    """The deck as it goes into the box: as wide and as high as its largest cards."""
    sizes = [game.size_of(card) for card in game.cards]
    largest = Size(max(size.width for size in sizes), max(size.height for size in sizes))
    layers = 0
    for group in game.groups:
        cards = sum(card.copies for card in game.cards_of(group))
        is_double = group.fold or (backs is Backs.FOLD and group.backs)
        layers += 2 * cards if is_double else cards
    return Deck(largest, sum(card.copies for card in game.cards), layers)


def _box_plans(edition: Edition, settings: PrintSettings, box: Box) -> Iterator[PlannedSide]:
    paper = settings.paper
    face, depth = deck_of(edition.game, settings.backs).inside(box.paper, sleeved=box.sleeved)
    net = unfold(face, depth)
    glue = edition.typesetter.label("kit.glue", SMALL)
    drawing = draw_net(net, _pictures(edition, net), glue)
    first, *others = large_plans(edition, paper, drawing, "kit.box")
    if others:
        note = edition.typesetter.label("kit.box_note", SMALL)
        yield replace(first, side=noted(first.side, paper, note))
    else:
        yield replace(first, note="kit.box_note")
    yield from others


def _report(edition: Edition, error: DoesNotFitError) -> None:
    box = edition.game.box
    if box is not None:
        cure = "choose another paper for the sheets, or leave out `box`"
        edition.problems.add(unfit(error.element, error.reason, box.span, cure))


def _pictures(edition: Edition, net: Net) -> dict[str, Picture]:
    sizes = {called: net.panels[name].rect.size for name, called in PICTURED.items()}
    drawn = {called: edition.box_panel(called, size) for called, size in sizes.items()}
    return {called: picture for called, picture in drawn.items() if picture is not None}
