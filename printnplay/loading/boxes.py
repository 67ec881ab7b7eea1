"""The boxes of a game: one, or several with their groups of cards."""

from collections.abc import Mapping, Sequence

from printnplay.game.game import BOARDS, BOOKLET, Box, BoxKind, Group, Solid
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.geometry import Size
from printnplay.kernel.printing import Stock
from printnplay.kernel.suggestions import listed, suggestion
from printnplay.loading.components import MOST_COPIES
from printnplay.loading.forms import (
    FLAG,
    LENGTH,
    NAME,
    Record,
    check_unique_ids,
    choice,
    list_of,
    optional,
    required,
    whole,
)


class SolidKeys(Record):
    """The outside of a lid or a base that was bought, lying on its back."""

    width = required(LENGTH, "Its width.", "100mm")
    height = required(LENGTH, "Its height, as you look at the front.", "150mm")
    depth = required(LENGTH, "The depth of its walls.", "40mm")

    @property
    def solid(self) -> Solid:
        """The part."""
        return Solid(Size(self.width, self.height), self.depth)


class BoxKeys(Record):
    """A box for the cards, with the templates `box` on its panels."""

    id = optional(
        NAME,
        "The name of the box, used in the key `boxes.<id>` of its title. The game's title stands on"
        " a box without that text.",
        "heroes",
    )
    type = optional(
        choice(*(kind.value for kind in BoxKind)),
        "The construction: a `tuck` box with flaps, a `lid-and-base` with a lid that slips over it,"
        " a `drawer` in a sleeve, or a paper `wrap` for a box that you bought.",
        "lid-and-base",
        "tuck",
    )
    groups = optional(
        list_of(NAME),
        "The groups of `sheets` that it holds. A box without this key holds the groups that no"
        " other box names.",
        "[heroes, monsters]",
        "[]",
    )
    split = optional(
        whole(1, MOST_COPIES),
        "The number of boxes that share the cards; `1` for a single box, however deep. If not"
        " given, a deck too thick for a box 50 mm deep is split evenly over several.",
        "2",
    )
    dividers = optional(
        FLAG, "Whether to print a divider with a tab for each group in the box.", "yes", "no"
    )
    stock = optional(
        choice(*(stock.value for stock in Stock)),
        "The material of the cards, which determines the depth of the box: card stock by its"
        " weight in g/m², `sleeved` for plain paper in sleeves, `glued` for fronts and backs"
        " glued together. If not given, `250`, or `glued` for a fold-over kit; `build --stock`"
        " overrides it.",
        "300",
        was="paper",
    )
    deck_depth = optional(
        LENGTH, "The measured height of the stack of all cards, instead of `stock`.", "21mm"
    )
    holds = optional(
        list_of(choice(BOOKLET, BOARDS)),
        "What it holds besides the cards: the `booklet`, the folded `boards`. Beside a"
        " tuck box and a drawer there is a second, larger tuck box for these and the cards.",
        "[booklet]",
        "[]",
    )
    lid = optional(
        SolidKeys.form(),
        "The lid that a `wrap` covers, measured outside.",
        "{width: 102mm, height: 152mm, depth: 40mm}",
    )
    base = optional(
        SolidKeys.form(),
        "The base that a `wrap` covers, measured outside.",
        "{width: 99mm, height: 149mm, depth: 40mm}",
    )
    copies = optional(whole(1, MOST_COPIES), "The number of copies of the box.", "2", "1")

    def box(self, problems: Problems) -> Box:
        """Return the box; report a depth that is given twice, and keys of other kinds of boxes."""
        if self.stock is not None and self.deck_depth is not None:
            text, label = "both `stock` and `deck_depth` are given", "expected one of the two"
            problems.error(codes.FIELD_GIVEN_TWICE, text, self.at("stock"), label)
        kind = BoxKind(self.type)
        self._check_kind(kind, problems)
        return Box(
            self.span,
            None if self.stock is None else Stock(self.stock),
            self.deck_depth,
            tuple(dict.fromkeys(self.holds)),
            self.copies,
            self.id or "",
            kind,
            tuple(dict.fromkeys(self.groups)),
            self.split,
            self.dividers,
            self.lid.solid if self.lid else None,
            self.base.solid if self.base else None,
        )

    def _check_kind(self, kind: BoxKind, problems: Problems) -> None:
        """Report a wrap without a size, and keys that another kind of box has."""
        is_wrap = kind is BoxKind.WRAP
        if is_wrap and "lid" not in self.nodes and "base" not in self.nodes:
            text, label = "the wrap has no size", "expected `lid`, `base`, or both"
            cure = "measure your box: `lid: {width: 102mm, height: 152mm, depth: 40mm}`"
            problems.error(codes.WRONG_KIND_OF_BOX, text, self.span, label, cure)
        for key in ("stock", "deck_depth", "holds", "split") if is_wrap else ("lid", "base"):
            if key in self.nodes:
                text = f"`{key}` has no effect on a box of the type `{kind.value}`"
                label = "a wrap has the size of the box that you bought"
                if not is_wrap:
                    label = "the size of this box follows from its cards"
                cure = f"remove `{key}`" if is_wrap else f"remove `{key}`, or write `type: wrap`"
                problems.error(codes.WRONG_KIND_OF_BOX, text, self.at(key), label, cure)


def boxes_of(
    one: BoxKeys | None,
    several: Sequence[BoxKeys],
    groups: Sequence[Group],
    problems: Problems,
) -> tuple[Box, ...]:
    """Return the boxes of `box` or `boxes`; report cards in two boxes, and in none."""
    if one is not None and several:
        text, label = "both `box` and `boxes` are given", "expected one of the two"
        problems.error(codes.FIELD_GIVEN_TWICE, text, one.span, label)
    before = problems.errors
    keys = [one] if one is not None else [*several]
    boxes = tuple(box.box(problems) for box in keys)
    named = [(box.id, box.at("id")) for box in keys if box.id]
    check_unique_ids("boxes", named, problems)
    if boxes and groups and problems.errors == before:
        _check_contents(keys, boxes, [*dict.fromkeys(group.id for group in groups)], problems)
    return boxes


def _check_contents(
    keys: Sequence[BoxKeys], boxes: Sequence[Box], groups: Sequence[str], problems: Problems
) -> None:
    """Report groups that do not exist, are in two boxes, or in none."""
    before = problems.errors
    holders: dict[str, str] = {}
    for box, key in zip(boxes, keys, strict=True):
        for group in box.groups:
            _check_group(group, key, groups, holders, problems)
            holders.setdefault(group, f"`{box.id}`" if box.id else "above")
    rest = [key for box, key in zip(boxes, keys, strict=True) if not box.groups]
    for key in rest[1:]:
        text = "two boxes hold the cards that no other box names"
        cure = "name the groups that it holds: `groups: [...]`"
        problems.error(codes.TWO_BOXES, text, key.span, "expected `groups`", cure)
    if problems.errors == before:
        left = [group for group in groups if group not in holders]
        _check_rest(keys, rest, left, problems)


def _check_group(
    group: str,
    key: BoxKeys,
    groups: Sequence[str],
    holders: Mapping[str, str],
    problems: Problems,
) -> None:
    """Report a group that does not exist, or is already in another box."""
    if group not in groups:
        text = f"`{group}` is not a group of `sheets`"
        label, cure = f"expected one of {listed(groups)}", suggestion(group, groups)
        problems.error(codes.UNKNOWN_GROUP, text, key.at("groups"), label, cure)
    elif group in holders:
        text = f"two boxes hold the group `{group}`"
        label, cure = (
            f"it is already in the box {holders[group]}",
            f"remove `{group}` from one of them",
        )
        problems.error(codes.TWO_BOXES, text, key.at("groups"), label, cure)


def _check_rest(
    keys: Sequence[BoxKeys], rest: Sequence[BoxKeys], left: Sequence[str], problems: Problems
) -> None:
    """Report groups that are left over, and a box that they would have filled."""
    if left and not rest:
        text, label = f"no box holds {listed(left)}", "expected each group in a box"
        cure = "add it to `groups` of a box, or add a box without `groups`"
        problems.warning(codes.NOT_IN_A_BOX, text, keys[-1].span, label, cure)
    for key in () if left else rest:
        if not key.holds and key.type != BoxKind.WRAP:
            text, label = "the box is empty", "the other boxes hold all groups"
            cure = "remove it, or take a group out of another box"
            problems.error(codes.EMPTY_BOX, text, key.span, label, cure)
