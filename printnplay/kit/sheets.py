"""Sheets of a kit: planned sides, and their furniture; cards and boards."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.edition.edition import Edition
from printnplay.game.game import OWN, Board, Card, Game, Group
from printnplay.game.kinds import Kind, counts_in_words, counts_of
from printnplay.imposition.backs import CardLayout, Pair
from printnplay.imposition.fold_over import FoldCardLayout
from printnplay.imposition.furniture import Dresser, Furniture
from printnplay.imposition.machines import registered
from printnplay.imposition.marks import Segment, draw, kinds_of
from printnplay.imposition.papers import DoesNotFitError
from printnplay.imposition.sharing import fewest_on_each, shared_sheets
from printnplay.imposition.sides import Side
from printnplay.imposition.tiling import JoinLabels, LargeDrawing, tile_sides
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Paper, Rect, Um, in_mm, mm
from printnplay.kernel.inlines import InlineText
from printnplay.kernel.printing import USUAL_CORNER, Backs, Marking, PrintSettings
from printnplay.kernel.shapes import CardFormat, Shape, ShapeKind, usual_corner
from printnplay.kernel.suggestions import counted
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Bookmark, Label, Sheet, Stamp
from printnplay.svg.cut_paths import shape_of
from printnplay.text.markup import plain

TITLE = "label"
SMALL = "label-small"
"""The text styles of sheet titles, and of all other furniture."""

FOLD_MARK: Um = mm(3)
"""The length of a board's fold marks, beyond its bleed: enough to align a ruler. A guess."""


class PlannedSide(Struct, frozen=True):
    """A side without furniture yet.

    `title` is the key of its title, `note` the key of its note, if it has one, and `numbers` are
    the values for the note. `more` are the titles of further groups of cards on the sheet, and
    `sizes` the number of cards of each group on it; an `ordinal` such as `1/3` follows the titles.
    An `is_lettered` side is a part that is joined to others by the letters on its edges. `box` is
    the id of the box that the side is a part of, and `inside` are the box's measures.
    """

    side: Side
    title: str
    note: str = ""
    numbers: Mapping[str, int] = field(default_factory=dict)
    more: tuple[str, ...] = ()
    sizes: tuple[int, ...] = ()
    ordinal: str = ""
    is_lettered: bool = False
    box: str = ""
    inside: tuple[Um, ...] = ()


def furnished(
    edition: Edition, paper: Paper, plans: Sequence[PlannedSide], notes: list[str] | None = None
) -> tuple[Sheet, ...]:
    """Return the planned sheets of a document with titles, page numbers, keys and notes.

    Furniture that does not fit is added to the notes.
    """
    lost: dict[str, list[int]] = {}
    setter = edition.typesetter
    # Cached: most sheets have the same texts.
    label, words = cache(setter.label), cache(lambda key: plain(setter.inlines(key)))
    title_of = cache(lambda names: setter.label_of((InlineText(names),), TITLE))
    dresser = Dresser(paper)
    sheets = []
    for number, plan in enumerate(plans, start=1):
        names = " · ".join(map(words, (plan.title, *plan.more)))
        if plan.ordinal:
            names = f"{names} {plan.ordinal}"
        title = title_of(names)
        place = plain(setter.inlines("kit.page", page=number, pages=len(plans)))
        page = setter.label_of((InlineText(f"{edition.game.title} · {place}"),), SMALL)
        kinds = kinds_of(plan.side.items) if plan.side.cells else ()
        key = {kind: label(f"kit.key.{kind}", SMALL) for kind in kinds}
        # A note on a back names the page of its fronts, which is the previous one.
        numbers = {"front": number - 1, **plan.numbers}
        note = setter.label(plan.note, SMALL, **numbers) if plan.note else None
        beside = label("ruler.short", SMALL) if plan.side.cells else None
        furniture = Furniture(title, page, key, note, beside, setter.context.right_to_left)
        sheet, left_out = dresser.dress(plan.side, furniture)
        for element in left_out:
            lost.setdefault(element, []).append(number)
        marks = () if plan.side.kind == "blank" else (Bookmark(names),)
        sheets.append(replace(sheet, label=str(number), bookmarks=marks))
    if notes is not None:
        notes += [
            f"no room for the {element} on {'page' if len(pages) == 1 else 'pages'}"
            f" {', '.join(map(str, pages))}"
            for element, pages in lost.items()
        ]
    return tuple(sheets)


SECOND_FACES = {Backs.SEPARATE: Backs.LONG, Backs.NONE: Backs.LONG}
"""Second faces are part of the game, whatever the mode of backs. They follow their fronts, placed
for a sheet that is turned like the page of a book and printed again."""


class CardKind(Struct, frozen=True):
    """The properties that cards must share to be on one sheet.

    `apart` is the back of a separate sheet, for cards that share one back.
    """

    card: CardFormat
    marking: Marking
    backs: Backs
    fold: bool = False
    apart: Picture | None = None


class CardSheets(Struct):
    """A planner of the card sheets of a kit; `notes` describe their layouts."""

    edition: Edition
    settings: PrintSettings
    planned: Group | None = None
    """The group that is being planned."""
    notes: list[str] = field(default_factory=list)
    _separate: dict[CardLayout, dict[Picture, str]] = field(default_factory=dict)

    def plans(self) -> Iterator[PlannedSide]:
        """Yield the sheets of all groups, then one sheet of each separate back.

        Raises:
            DoesNotFitError: a card does not fit on the paper.
        """
        kinds: dict[CardKind, list[Group]] = {}
        for group in self.edition.game.groups:
            kinds.setdefault(self._kind(group), []).append(group)
        for kind, groups in kinds.items():
            yield from self._sheets(kind, groups)
        self.planned = None
        for layout, backs in self._separate.items():
            for back, title in backs.items():
                yield PlannedSide(layout.separate(back), title, "kit.backs_separate")

    def _kind(self, group: Group) -> CardKind:
        backs, marking = self.settings.backs, self._marking(group)
        card = format_of(self.edition.game, group, self.settings)
        if group.fold:
            return CardKind(card, marking, Backs.NONE, fold=True)
        if group.backs == OWN:
            return CardKind(card, marking, SECOND_FACES.get(backs, backs))
        if not group.backs:
            return CardKind(card, marking, Backs.NONE)
        if backs is Backs.SEPARATE:
            return CardKind(card, marking, Backs.NONE, apart=self.edition.back(group))
        return CardKind(card, marking, backs)

    def _sheets(self, kind: CardKind, groups: Sequence[Group]) -> Iterator[PlannedSide]:
        """Yield the sheets of groups that may share them."""
        self.planned = groups[0]
        layout = self._layout(kind)
        capacity = layout.capacity
        lots: list[list[Any]] = []
        for group in groups:
            self.planned = group
            lots.append(self._fold_pairs(group) if kind.fold else self._pairs(group))
        if self.settings.options.selection.test:
            lots = first_of_each(lots, capacity)
        sizes = [len(lot) for lot in lots]
        layout = replace(layout, enough=fewest_on_each(sizes, capacity))
        sheets = shared_sheets(sizes, layout.capacity)
        if kind.apart and isinstance(layout, CardLayout):
            self._keep_backs(layout, groups, lots)
        counts = counts_of(
            (group.component, size) for group, size in zip(groups, sizes, strict=True)
        )
        self._note(kind, layout, counts, len(sheets))
        for parts in sheets:
            pairs = [pair for part in parts for pair in lots[part.group][part.start : part.end]]
            shown = [groups[part.group] for part in parts]
            titles = tuple(f"sheets.{group.id}" for group in shown)
            for side in layout.sides(pairs):
                if side.kind != "back" and (machine := self.settings.options.machine):
                    marked = registered(side.items, machine, self.settings.paper)
                    side = replace(side, items=marked)
                if side.kind == "back":
                    yield PlannedSide(side, _title_of_backs(shown), "kit.back_note")
                else:
                    on_it = tuple(part.size for part in parts)
                    yield PlannedSide(side, titles[0], more=titles[1:], sizes=on_it)

    def _keep_backs(
        self, layout: CardLayout, groups: Sequence[Group], lots: Sequence[Sequence[Pair]]
    ) -> None:
        """Keep the backs of cards for sheets of their own, with the titles of these."""
        backs = self._separate.setdefault(layout, {})
        for group, lot in zip(groups, lots, strict=True):
            for _, back in lot:
                if back is not None:
                    backs.setdefault(back, _title_of_backs([group]))

    def _layout(self, kind: CardKind) -> CardLayout | FoldCardLayout:
        paper = self.settings.paper
        if kind.fold:
            return FoldCardLayout(paper, kind.card, kind.marking)
        mixed = self.settings.options.mixed
        return CardLayout(paper, kind.card, kind.backs, kind.marking, mixed=mixed)

    def _marking(self, group: Group) -> Marking:
        asked, own = self.settings.options, group.marking or self.edition.game.marking
        fronts, backs = asked.marks or own.fronts, asked.back_marks or own.backs
        return Marking(fronts, backs, asked.die_lines)

    def _note(
        self,
        kind: CardKind,
        layout: CardLayout | FoldCardLayout,
        counts: Mapping[Kind, int],
        sheets: int,
    ) -> None:
        """Add a note on cards per sheet, gutters, and the bleed lost to narrow gutters."""
        size, bleed, gaps = kind.card.size, kind.card.bleed, layout.gaps
        widths = " x ".join(f"{gap / 1000:g}" for gap in dict.fromkeys(gaps))
        gutter = f"{widths} mm apart" if any(gaps) else "butted"
        note = (
            f"{counts_in_words(counts)} of {size.in_mm()} on"
            f" {counted(sheets, 'sheet')}, up to {layout.capacity} on each, {gutter}"
        )
        least = min(gaps) // 2
        if least < bleed and layout.capacity > 1:
            between = f"bleed between them {least / 1000:g} of {bleed / 1000:g} mm"
            note = f"{note} ({between})"
        most = replace(layout, enough=None).capacity
        if sheets > 1 and most > layout.capacity:
            closer = f"up to {most}, closer together, would save no sheet"
            note = f"{note}; {closer}"
        self.notes.append(note)
        if layout.capacity > 1:
            self._warn_of_clamped(kind.card, least, f"the cards are {gutter}")

    def _warn_of_clamped(self, card: CardFormat, shown: Um, why: str) -> None:
        """Warn if backs, which should have more bleed than fronts, show less than asked for."""
        behind = card.behind
        if not card.bleed < behind > shown:
            return
        is_asked = self.settings.options.back_bleed is not None
        self.edition.problems.warning(
            codes.BACK_BLEED_CLAMPED,
            f"backs of {card.size.in_mm()} show {in_mm(shown)} of {in_mm(behind)} mm bleed where"
            " they lie side by side",
            Span("") if is_asked else self.edition.game.spans["card"],
            why,
            f"use `--gutter {in_mm(2 * behind)}mm`, so that fewer cards fit on a sheet"
            if self.settings.label_sheet is None
            else "use a sheet with gaps between its cards, or accept this",
        )

    def _pairs(self, group: Group) -> list[Pair]:
        return [
            (face, self._back(card, group))
            for card, copies in self._chosen(group)
            if (face := self.edition.face(card))
            for _ in range(copies)
        ]

    def _back(self, card: Card, group: Group) -> Picture | None:
        if group.backs == OWN:
            return self.edition.face(card, back=True)
        if not group.backs or self.settings.backs is Backs.NONE:
            return None
        return self.edition.back(group)

    def _fold_pairs(self, group: Group) -> list[tuple[Picture, Picture]]:
        edition = self.edition
        return [
            (front, back)
            for card, copies in self._chosen(group)
            if (front := edition.face(card)) and (back := edition.face(card, back=True))
            for _ in range(copies)
        ]

    def _chosen(self, group: Group) -> Iterator[tuple[Card, int]]:
        """Yield the cards of a group to print, with their numbers of copies."""
        selection = self.settings.options.selection
        if selection.test and selection.copies is None:
            selection = replace(selection, copies=1, counts=())
        for card in self.edition.game.cards_of(group):
            for face in self.edition.faces_of(card, selection):
                yield face, face.copies


def _title_of_backs(groups: Iterable[Group]) -> str:
    """Return the title key of a sheet of backs: tiles and tokens have no card backs."""
    are_cards = any(group.component is Kind.CARDS for group in groups)
    return "kit.back" if are_cards else "kit.back_other"


def first_of_each(lots: Sequence[list[Any]], most: int) -> list[list[Any]]:
    """Return the first of each lot, then the second of each, and so on, up to a total of `most`.

    >>> first_of_each([[1, 2, 3], [4], [5, 6]], 4)
    [[1, 2], [4], [5]]
    """
    taken = [0] * len(lots)
    while sum(taken) < most and any(
        len(lot) > count for lot, count in zip(lots, taken, strict=True)
    ):
        for index, lot in enumerate(lots):
            if taken[index] < len(lot) and sum(taken) < most:
                taken[index] += 1
    return [lot[:count] for lot, count in zip(lots, taken, strict=True)]


def format_of(game: Game, group: Group, settings: PrintSettings) -> CardFormat:
    """Return the format of a group's cards: its own size and cut, or those of the game."""
    size, cut = group.card or game.card, group.cut or game.cut
    asked, sheet = settings.options, settings.label_sheet
    gutter = cut.gutter if asked.gutter is None else asked.gutter
    own = game.own_bleed_of(group)
    bleed = own if asked.front_bleed is None else asked.front_bleed
    usual = own if game.back_bleed is None else game.back_bleed
    behind: Um | None = usual if asked.back_bleed is None else asked.back_bleed
    if behind == bleed or not group.backs or settings.backs is Backs.FOLD:
        behind = None
    shape = shape_of(cut)
    if asked.corner is not None and shape.is_straight:
        usual = sheet.shape.corner if sheet and sheet.shape.corner else usual_corner(size)
        corner = usual if asked.corner == USUAL_CORNER else asked.corner
        shape = Shape(ShapeKind.ROUNDED if corner else ShapeKind.RECTANGLE, corner)
    return CardFormat(size, bleed, gutter, shape, behind)


def board_plans(edition: Edition, paper: Paper, boards: Iterable[Board]) -> Iterator[PlannedSide]:
    """Yield the sheets of boards and their copies, without boards that have errors.

    Raises:
        DoesNotFitError: a board would take more sheets than the limit for gluing.
    """
    for board in boards:
        picture = edition.board(board)
        if picture is None:
            continue
        title = f"boards.{board.id}"
        shared = _sharing(board, picture, paper)
        if shared:
            yield from (PlannedSide(side, title) for side in shared)
            continue
        drawing = _drawing(board, picture)
        for _ in range(board.copies):
            yield from large_plans(edition, paper, drawing, title)


def _sharing(board: Board, picture: Picture, paper: Paper) -> tuple[Side, ...]:
    """Return the sheets of copies small enough to share one; none for a single copy."""
    if board.copies == 1 or any(board.folds):
        return ()
    layout = CardLayout(paper, CardFormat(board.size, board.bleed), Backs.NONE, Marking())
    try:
        capacity = layout.capacity
    except DoesNotFitError:
        return ()
    if capacity == 1:
        return ()
    whole, rest = divmod(board.copies, capacity)
    counts = [capacity] * whole + ([rest] if rest else [])
    return tuple(side for count in counts for side in layout.sides([(picture, None)] * count))


def large_plans(
    edition: Edition, paper: Paper, drawing: LargeDrawing, title: str
) -> Iterator[PlannedSide]:
    """Yield the sheets of a large drawing, numbered if there are several.

    Raises:
        DoesNotFitError: it would take more sheets than the limit for gluing.
    """
    # Faults name the drawing by its key: "box", "box, large".
    what = title.rpartition(".")[2].replace("_", ", ")
    sides = tile_sides(drawing, paper, join_labels(edition), what)
    for part, side in enumerate(sides, start=1):
        if len(sides) == 1:
            yield PlannedSide(side, title)
        else:
            numbers = {"part": part, "parts": len(sides)}
            yield PlannedSide(side, title, "kit.part", numbers, is_lettered=True)


def join_labels(edition: Edition) -> JoinLabels:
    """Return the labels for the joins of glued parts."""
    setter = edition.typesetter

    def letter(name: str) -> Label:
        return setter.label_of(setter.context.parse(f"**{name}**"), SMALL)

    return JoinLabels(lambda name: setter.label("kit.glue_part", SMALL, letter=name), letter)


def _drawing(board: Board, picture: Picture) -> LargeDrawing:
    """Return the drawing of a board, with fold marks beside it and no lines on its face."""
    size, out = board.size, board.bleed + FOLD_MARK
    upright, level = board.folds
    marks = [
        Segment(upright=standing, at=at, span=span)
        for standing, places, length in ((True, upright, size.height), (False, level, size.width))
        for at in places
        for span in ((-out, -board.bleed), (length + board.bleed, length + out))
    ]
    whole = Stamp(picture, Rect(0, 0, size.width, size.height))
    return LargeDrawing(size, (whole,), board.bleed, marks=draw("fold", marks))
