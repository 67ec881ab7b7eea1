"""Cards on label sheets: one card on each label, and nothing else on the sheet."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec import field

from printnplay.edition.edition import Edition
from printnplay.edition.label_sheets import what_fits
from printnplay.game.game import OWN, Group
from printnplay.game.kinds import Kind, counts_in_words, counts_of
from printnplay.imposition.backs import Pair
from printnplay.imposition.label_layout import LabelLayout
from printnplay.imposition.sides import Side
from printnplay.kernel import codes
from printnplay.kernel.geometry import Paper, Rect, Um
from printnplay.kernel.label_sheets import LabelSheet
from printnplay.kernel.printing import Backs, Marking, Marks
from printnplay.kernel.shapes import CardFormat
from printnplay.kernel.suggestions import counted
from printnplay.kit.sheets import CardKind, CardSheets, PlannedSide, first_of_each
from printnplay.scene.sheet import Bookmark, Sheet, Stamp
from printnplay.text.markup import plain

_Slot: TypeAlias = tuple[Group, Pair] | None
"""A card on a label, with its group; None if the label is used up."""


class LabelSheets(CardSheets):
    """A planner of cards on label sheets, which are filled without a gap between groups.

    `used` are the numbers of labels, from 0, that are missing on the next sheet. If cards do not
    fit, they are `refused`, and there are no sheets.
    """

    used: frozenset[int] = field(default_factory=frozenset)
    refused: bool = False

    def plans(self) -> Iterator[PlannedSide]:
        """Yield the sheets of all groups; none if cards do not fit."""
        made = list(super().plans())
        if not self.refused:
            yield from made

    def _sheets(self, kind: CardKind, groups: Sequence[Group]) -> Iterator[PlannedSide]:
        """Yield the sheets of groups of the same format."""
        sheet = self.settings.label_sheet
        assert sheet is not None
        lots = [(group, self._lot(kind, group, sheet)) for group in groups]
        lots = [(group, lot) for group, lot in lots if lot]
        if not lots:
            return
        if sheet.turn_of(kind.card) is None:
            self._refuse(kind.card, lots[0][0], sheet)
            return
        layout = self._label_layout(kind, sheet)
        if self.settings.options.selection.test:
            room = layout.capacity - len(self.used)
            chosen = first_of_each([lot for _, lot in lots], room)
            lots = [(group, lot) for (group, _), lot in zip(lots, chosen, strict=True) if lot]
        slots = self._slots(lots)
        each = range(0, len(slots), layout.capacity)
        counts = counts_of(
            (group.component, len(lot) // self._labels_of(kind, group, sheet))
            for group, lot in lots
        )
        self._note_labels(kind.card, sheet, counts, len(each))
        for start in each:
            yield from self._plans(layout, slots[start : start + layout.capacity])

    def _slots(self, lots: Sequence[tuple[Group, Sequence[Pair]]]) -> list[_Slot]:
        """Return the cards in their order, with gaps for the labels missing on the first sheet."""
        slots: list[_Slot] = []
        for group, lot in lots:
            for pair in lot:
                while len(slots) in self.used:
                    slots.append(None)
                slots.append((group, pair))
        self.used = frozenset()
        return slots

    def _plans(self, layout: LabelLayout, slots: Sequence[_Slot]) -> Iterator[PlannedSide]:
        """Yield the sides of a sheet, with the title of its first card's group."""
        title = next(f"sheets.{slot[0].id}" for slot in slots if slot)
        sides = layout.sides([slot and slot[1] for slot in slots])
        for back in sides[1:]:
            cuts = [(one.rect, one.clip) for one in back.items if isinstance(one, Stamp)]
            shown = min((_bleed(*cut) for cut in cuts), default=layout.card.behind)
            self._warn_of_clamped(layout.card, shown, "the next cards on the sheet are nearer")
        if self.settings.backs.flip and len(sides) == 1:
            sides = (*sides, Side("back", (), sides[0].block, ()))
        for side in sides:
            yield PlannedSide(side, "kit.back" if side.kind == "back" else title)

    def _lot(self, kind: CardKind, group: Group, sheet: LabelSheet) -> list[Pair]:
        """Return the cards of a group; a second face that cannot be printed behind gets a label."""
        pairs: list[Pair] = [*(self._fold_pairs(group) if kind.fold else self._pairs(group))]
        if self._backs(kind, sheet).flip:
            return pairs
        return [(face, None) for pair in pairs for face in pair if face is not None]

    def _labels_of(self, kind: CardKind, group: Group, sheet: LabelSheet) -> int:
        """Return the number of labels that a card takes."""
        has_faces = kind.fold or group.backs == OWN
        return 2 if has_faces and not self._backs(kind, sheet).flip else 1

    def _backs(self, kind: CardKind, sheet: LabelSheet) -> Backs:
        """Return how backs are printed: behind fronts on card stock, also those of fold cards."""
        if not sheet.has_backs:
            return Backs.NONE
        return self.settings.backs if kind.fold else kind.backs

    def _label_layout(self, kind: CardKind, sheet: LabelSheet) -> LabelLayout:
        asked, marking = self.settings.options, kind.marking
        if sheet.is_filled_by(kind.card):
            # Nothing is cut off, unless it is asked for.
            none = Marks.NONE
            marking = Marking(asked.marks or none, asked.back_marks or none, asked.die_lines)
        backs = self._backs(kind, sheet)
        return LabelLayout(self.settings.paper, kind.card, backs, marking, sheet)

    def _note_labels(
        self, card: CardFormat, sheet: LabelSheet, counts: Mapping[Kind, int], sheets: int
    ) -> None:
        """Add a note on the cards and the number of sheets."""
        note = (
            f"{counts_in_words(counts)} of {card.size.in_mm()} on {counted(sheets, 'sheet')} of"
            f" {sheet.title}, {len(sheet.slots)} on each"
        )
        if not sheet.is_filled_by(card):
            note += f", in the middle of labels of {sheet.label.in_mm()}"
        self.notes.append(note)

    def _refuse(self, card: CardFormat, group: Group, sheet: LabelSheet) -> None:
        """Report cards that do not fit on a label."""
        self.refused = True
        edition = self.edition
        own = group.fold or group.card is not None
        span = group.span if own else edition.game.spans["card"]
        size = card.size.in_mm()
        round_one = ", whose corners would be cut off" if _is_round(sheet, card) else ""
        edition.problems.error(
            codes.LARGER_THAN_LABEL,
            f"cards of {size} are larger than the labels of {sheet.title}, {sheet.label.in_mm()}",
            span,
            f"expected cards that fit on a label{round_one}",
            what_fits(card, edition.loaded.catalog),
        )


def _bleed(cell: Rect, clip: Rect | None) -> Um:
    """Return the least bleed that is shown beside a card."""
    shown = clip or cell
    beside = (cell.x - shown.x, cell.y - shown.y)
    return min(*beside, shown.right - cell.right, shown.bottom - cell.bottom)


def _is_round(sheet: LabelSheet, card: CardFormat) -> bool:
    """Return whether a card would fit if a round label were square."""
    size, label = card.size, sheet.label
    return (size.width <= label.width and size.height <= label.height) or (
        size.height <= label.width and size.width <= label.height
    )


def bare_sheets(edition: Edition, paper: Paper, plans: Sequence[PlannedSide]) -> tuple[Sheet, ...]:
    """Return planned sides without titles and rulers: labels leave no room for them."""
    words = edition.typesetter.inlines
    return tuple(
        Sheet(
            paper.size,
            plan.side.items,
            str(number),
            (Bookmark(plain(words(plan.title))),),
            is_back=plan.side.kind == "back",
            cuts=plan.side.cuts,
        )
        for number, plan in enumerate(plans, start=1)
    )
