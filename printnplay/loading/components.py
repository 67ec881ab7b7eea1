"""The parts of a game besides its cards: sheet groups and boards."""

from collections.abc import Iterator, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.files.yaml_tree import ListNode, MappingNode, Node, TextNode
from printnplay.game.game import OWN, Board, Card, CardCut, Group, is_in
from printnplay.game.kinds import Kind
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.geometry import Size, Um, in_mm, parse_size
from printnplay.kernel.named_sizes import CARD_SIZES, LANDSCAPE, find_card_size
from printnplay.kernel.printing import Marking, Marks
from printnplay.kernel.shapes import ShapeKind, usual_corner
from printnplay.kernel.suggestions import did_you_mean, listed
from printnplay.loading.cards import check_selection, selects, value_of
from printnplay.loading.forms import (
    FLAG,
    LENGTH,
    LENGTH_OR_ZERO,
    NAME,
    NAMES_TO_TEXTS,
    TEXT,
    Form,
    Record,
    check_unique_ids,
    choice,
    list_of,
    optional,
    read_text,
    required,
    whole,
)

BACKS_IN_WORDS = {"yes": "back", "no": "", "none": "", OWN: OWN}
"""The words for backs; any other word is the name of a template. `none` is the word of the option
`--backs`."""

SWITCHES = ("true", "false", "on", "off")
"""Words that are meant as `yes` or `no`, and are not names of templates."""

MOST_COPIES = 100
"""The most copies of a board or a box: each takes a sheet at least. A guess: more is a mistake."""


def _read_size(node: Node, problems: Problems) -> str:
    name = read_text(node, problems)
    if name and find_card_size(name) is None:
        text, label = f"`{name}` is not a size of cards", "expected a name, or a width and height"
        right = _as_measures(name)
        near = did_you_mean(name, CARD_SIZES, "see `printnplay list --sizes`")
        cure = f"write `{right}`" if right else near
        problems.error(codes.NOT_A_CHOICE, text, node.span, label, cure)
    return name


def _as_measures(name: str) -> str:
    """Return a size such as `63x88mm` as width and height; empty if it is none.

    >>> _as_measures("63,5 × 88"), _as_measures("2.5x3.5in"), _as_measures("mini xl")
    ('{width: 63.5mm, height: 88mm}', '{width: 63.5mm, height: 88.9mm}', '')
    """
    sides = name.lower().replace(",", ".").replace("×", "x")
    try:
        size = parse_size(sides if sides[-1:].isalpha() else f"{sides}mm")
    except ValueError:
        return ""
    return f"{{width: {in_mm(size.width)}mm, height: {in_mm(size.height)}mm}}"


CARD_SIZE = Form(
    _read_size,
    "the name of a size, perhaps with `-landscape`",
    {"enum": [name + side for name in CARD_SIZES for side in ("", LANDSCAPE)]},
)


def _read_backs(node: Node, problems: Problems) -> str:
    if isinstance(node, TextNode) and "." in node.value:
        text, label = f"`{node.value}` is not a template", "expected `yes`, `no`, `own`, or a name"
        cure = f'write `yes`, and draw it in the template `back`: `art("{node.value}", ...)`'
        problems.error(codes.NAME_NOT_PLAIN, text, node.span, label, cure)
        return ""
    name = NAME.read(node, problems)
    if name in SWITCHES:
        label = "expected `yes`, `no`, `own`, or the name of a template"
        problems.error(codes.NOT_YES_OR_NO, f"`{name}` is neither `yes` nor `no`", node.span, label)
    return BACKS_IN_WORDS.get(name, name)


BACKS = Form(
    _read_backs,
    "`yes`, `no`, `own`, or the name of a template",
    {"allOf": [NAME.schema, {"not": {"enum": [*SWITCHES, True, False]}}]},
)


AUTO = "auto"
"""The gutter that is as wide as possible without needing another sheet."""


def _read_gutter(node: Node, problems: Problems) -> Um | None:
    if isinstance(node, TextNode) and node.value == AUTO:
        return None
    return LENGTH_OR_ZERO.read(node, problems)


GUTTER = Form(
    _read_gutter,
    f"{LENGTH_OR_ZERO.what}, or `{AUTO}`",
    {"anyOf": [LENGTH_OR_ZERO.schema, {"const": AUTO}]},
)


class SizeKeys(Record):
    """A trimmed size, by name or as width and height, and how cards of it are cut out."""

    size = optional(CARD_SIZE, "The name of a size, instead of `width` and `height`.", "tarot")
    width = optional(LENGTH, "The width.", "63.5mm")
    height = optional(LENGTH, "The height.", "88.9mm")
    gutter = optional(
        GUTTER,
        "The gap between cards on a sheet, where the bleed of both shows. With `0mm`,"
        " neighbouring cards with the same background share their cuts; `auto` is as wide as"
        " possible without needing another sheet.",
        "3mm",
        "auto",
    )
    shape = optional(
        choice(*ShapeKind),
        "The shape that cards are cut to: `rounded` has a guide for the corners, `circle` and"
        " `hex` fill the size, `path` follows the line in `path`. Rows of hexes interlock.",
        "hex",
    )
    corner = optional(
        LENGTH,
        "The radius of rounded corners. It makes the shape `rounded`. If not given, it is 3 mm, or"
        " a tenth of the shorter side of smaller cards.",
        "3mm",
    )
    path = optional(
        TEXT,
        "The cut line, as SVG path data in millimetres from the trimmed top left corner. It"
        " makes the shape `path`.",
        "M10 0 H40 L50 70 H0 Z",
    )

    def cut(self, problems: Problems) -> CardCut:
        """Return the cut of the cards; report conflicting keys."""
        meant = {"path": ShapeKind.PATH, "corner": ShapeKind.ROUNDED}
        implied = next((kind for key, kind in meant.items() if key in self.nodes), None)
        shape = ShapeKind(self.shape or implied or ShapeKind.RECTANGLE)
        for key, kind in meant.items():
            if key in self.nodes and shape is not kind:
                text = f"`{key}` belongs to the shape `{kind}`, and this is `{shape}`"
                label = f"expected `shape: {kind}`, or no `{key}`"
                problems.error(codes.FIELD_GIVEN_TWICE, text, self.at(key), label)
        if shape is ShapeKind.PATH and "path" not in self.nodes:
            text, label = "the key `path` is missing", "expected `path`"
            cure = "add `path: ...`, the line that is cut as SVG path data"
            problems.error(codes.MISSING_KEY, text, self.at("shape"), label, cure)
        corner = self.corner or usual_corner(self._size)
        return CardCut(self.gutter, shape, corner, self.path or "", self.at("path"))

    def trimmed(self, problems: Problems) -> Size:
        """Return the trimmed size; report missing and conflicting keys."""
        named = find_card_size(self.size or "")
        for key in ("width", "height"):
            if named and key in self.nodes:
                text = f"both `{key}` and `size` are given"
                problems.error(
                    codes.FIELD_GIVEN_TWICE, text, self.at(key), "expected one of the two"
                )
            elif "size" not in self.nodes and key not in self.nodes:
                text, label = f"the key `{key}` is missing", f"expected `{key}`"
                cure = f"add `{key}: ...`, or `size: poker`"
                problems.error(codes.MISSING_KEY, text, self.span, label, cure)
        return self._size

    @property
    def _size(self) -> Size:
        named = find_card_size(self.size or "")
        return named or Size(self.width or 0, self.height or 0)


class CardSize(Struct, frozen=True):
    """The trimmed size of cards, their bleed, and how they are cut out."""

    size: Size
    bleed: Um | None = None
    cut: CardCut = field(default_factory=CardCut)
    back_bleed: Um | None = None


class CardSizeKeys(SizeKeys):
    """The size of a card, its bleed, and how it is cut out."""

    bleed = optional(
        LENGTH_OR_ZERO,
        "The width of the drawing beyond the trimmed edge on every side, so that a slightly"
        " misplaced cut leaves no white edge.",
        "3mm",
        "2mm",
    )
    back_bleed = optional(
        LENGTH_OR_ZERO,
        "The bleed on sheets of backs, if it is not the same: a printer that shifts backs needs"
        " more.",
        "3mm",
    )


class GroupSizeKeys(SizeKeys):
    """The size of a group's cards, their bleed, and how they are cut out."""

    bleed = optional(LENGTH_OR_ZERO, "Their bleed, if it is not that of the game.", "3mm")


def _named_or(keys: type[SizeKeys]) -> Form[CardSize]:
    """Return the form of a size: its name alone, or a mapping of these keys."""

    def read(node: Node, problems: Problems) -> CardSize:
        if isinstance(node, TextNode):
            name = CARD_SIZE.read(node, problems)
            return CardSize(find_card_size(name) or Size(0, 0))
        measures = keys(node, problems)
        bleed = measures.bleed if isinstance(measures, CardSizeKeys | GroupSizeKeys) else None
        broken = not isinstance(node, MappingNode)
        if broken:
            return CardSize(Size(0, 0))
        behind = measures.back_bleed if isinstance(measures, CardSizeKeys) else None
        return CardSize(measures.trimmed(problems), bleed, measures.cut(problems), behind)

    form = keys.form()
    return Form(
        read,
        f"{CARD_SIZE.what}, or {form.what}",
        {"anyOf": [CARD_SIZE.schema, form.schema]},
        (keys,),
    )


GAME_CARD, GROUP_CARD = _named_or(CardSizeKeys), _named_or(GroupSizeKeys)
PRODUCT_CARD = _named_or(SizeKeys)


class MarksKeys(Record):
    """The cut marks on both sides of a sheet."""

    fronts = optional(choice(*Marks), "The cut marks on the fronts.", "corners", "lines")
    backs = optional(choice(*Marks), "The cut marks on the backs.", "ticks", "none")


def _read_marks(node: Node, problems: Problems) -> Marking:
    if isinstance(node, TextNode):
        return Marking(Marks(_MARKS.read(node, problems)))
    keys = MarksKeys(node, problems)
    return Marking(Marks(keys.fronts), Marks(keys.backs))


_MARKS = choice(*Marks)
MARKS = Form(
    _read_marks,
    f"{_MARKS.what} for the fronts, or {MarksKeys.form().what}",
    {"anyOf": [_MARKS.schema, MarksKeys.form().schema]},
    (MarksKeys,),
)


class GroupKeys(Record):
    """A group of cards that share sheets; its title is the text `sheets.<id>`."""

    id = required(NAME, "The name of the group, used in the key of its title.", "numbers")
    where = required(
        NAMES_TO_TEXTS,
        "The fields and values that every card of the group has; `family` counts as a field.",
        "{family: number, colour: red}",
    )
    fold = optional(
        FLAG, "Whether front and back are printed side by side, to be folded.", "no", "no"
    )
    backs = optional(
        BACKS,
        "The backs of the cards: `yes` for the template `back`, or the name of another"
        " template; `own` for the second face of each card; `no` for none.",
        "yes",
        "no",
    )
    card = optional(
        GROUP_CARD,
        "The trimmed size of the group's cards, if it is not that of the game.",
        "tarot-landscape",
    )
    bleed = optional(
        LENGTH_OR_ZERO, "The bleed of the group's cards, if it is not that of the game.", "3mm"
    )
    component = optional(
        choice(*Kind),
        "The kind of component that the group's cards are counted as, in texts, lists and orders."
        " Only cards go into the box and into decks of virtual tabletops.",
        "tokens",
        "cards",
    )
    style = optional(
        NAME,
        "The folder in `templates/` with the look of the group's cards, if it is not the game's"
        " style.",
        "dark",
    )


class FoldsKeys(Record):
    """The places where a finished board may be folded."""

    x = optional(
        list_of(LENGTH), "The vertical folds, measured from the left edge.", "[148.5mm]", "[]"
    )
    y = optional(
        list_of(LENGTH), "The horizontal folds, measured from the top edge.", "[210mm]", "[]"
    )


class BoardKeys(Record):
    """A drawing larger than a card; its title is the text `boards.<id>`."""

    id = required(NAME, "The name of the board, used in the key of its title.", "map")
    template = required(NAME, "The template that draws it.", "map")
    width = required(LENGTH, "Its trimmed width.", "297mm")
    height = required(LENGTH, "Its trimmed height.", "420mm")
    bleed = optional(
        LENGTH_OR_ZERO, "The width of the drawing beyond the trimmed edge.", "2mm", "0mm"
    )
    folds = optional(
        FoldsKeys.form(), "The places where it may be folded.", "{x: [148.5mm], y: [210mm]}", "{}"
    )
    copies = optional(
        whole(1, MOST_COPIES),
        "The number of copies; small boards share sheets.",
        "4",
        "1",
    )


def check_groups(
    keys: Sequence[GroupKeys], cards: Sequence[Card], problems: Problems
) -> tuple[Group, ...]:
    """Return the groups in the order of their sheets; every card must belong to one."""
    before = problems.errors
    groups = [_group(group, cards, problems) for group in keys]
    check_unique_ids("sheet groups", [(group.id, group.span) for group in groups], problems)
    if cards and problems.errors == before:
        _check_shares(groups, cards, problems)
    return tuple(part for group in groups for part in _by_size(group, groups, cards))


def _by_size(group: Group, groups: Sequence[Group], cards: Sequence[Card]) -> Iterator[Group]:
    """Yield the groups of each size of a group's cards, then of its cards without a size.

    Sizes are in the order of their first cards.
    """
    sizes = dict.fromkeys(card.size_name for card in cards if group_of(card, groups) is group)
    for name in filter(None, sizes):
        yield replace(group, card=find_card_size(name), size_name=name)
    if "" in sizes or not sizes:
        yield group


def group_of(card: Card, groups: Sequence[Group]) -> Group | None:
    """Return the first group that the card belongs to."""
    return next((group for group in groups if is_in(card, group)), None)


def kinds_of(keys: Sequence[GroupKeys], cards: Sequence[Card]) -> dict[str, Kind]:
    """Return the kinds of the cards by id, even if their groups have errors."""
    return {
        card.id: Kind(group.component)
        for card in cards
        if (group := next((group for group in keys if selects(group.where, card)), None))
    }


def _group(keys: GroupKeys, cards: Sequence[Card], problems: Problems) -> Group:
    check_selection(keys.nodes["where"], cards, problems)
    size, cut = (None, None) if keys.card is None else (keys.card.size, keys.card.cut)
    group = Group(
        id=keys.id,
        where=keys.where,
        fold=keys.fold,
        backs=keys.backs,
        span=keys.at("id"),
        card=size,
        style=keys.style or "",
        style_span=keys.at("style"),
        cut=cut,
        bleed=_bleed(keys, problems),
        component=Kind(keys.component),
    )
    if group.fold and group.backs:
        text = f"the sheet group `{group.id}` has both `fold` and `backs`"
        label = "expected one of the two: a folded card is its own back"
        problems.error(
            codes.SIDES_DO_NOT_MATCH, text, group.span, label, "remove `backs` or `fold`"
        )
    return group


def _bleed(keys: GroupKeys, problems: Problems) -> Um | None:
    """Return the bleed of a group, given beside its size or with it; report one given twice."""
    of_size = None if keys.card is None else keys.card.bleed
    if keys.bleed is not None and of_size is not None:
        text = "`bleed` is given both in `card` and beside it"
        problems.error(codes.FIELD_GIVEN_TWICE, text, keys.at("bleed"), "expected one of the two")
    return of_size if keys.bleed is None else keys.bleed


def _check_shares(groups: Sequence[Group], cards: Sequence[Card], problems: Problems) -> None:
    empty = {group.id: group for group in groups}
    for card in cards:
        group = group_of(card, groups)
        if group is None:
            _report_homeless(card, groups, problems)
            continue
        empty.pop(group.id, None)
        _check_sides(card, group, problems)
    for group in empty.values():
        _report_empty(group, cards, problems)


def _report_homeless(card: Card, groups: Sequence[Group], problems: Problems) -> None:
    """Report a card without a group; in a table, at the cell whose value no group has."""
    text = f"the card `{card.id}` belongs to no sheet group"
    label = "expected a sheet for every card"
    cure = "add a group to `sheets` in game.yaml whose `where` matches it"
    place = card.span
    named = dict.fromkeys(name for group in groups for name in group.where)
    for name in named if card.headings else ():
        value = value_of(card, name)
        values = {group.where[name] for group in groups if name in group.where}
        if value is None or value in values or name not in card.places:
            continue
        place = card.places[name]
        label = f"expected a value of `{name}` that a group has: {listed(sorted(values))}"
        cure = did_you_mean(value, values, cure)
        break
    problems.error(codes.CARD_WITHOUT_GROUP, text, place, label, cure)


def _check_sides(card: Card, group: Group, problems: Problems) -> None:
    asked = "are folded" if group.fold else "have backs of their own"
    if group.two_sided and card.back_fields is None:
        text = f"`{card.id}` has no back, but the sheets of `{group.id}` {asked}"
        label = "expected `back` with the fields of the second face"
        wish = "fold: yes" if group.fold else "backs: own"
        problems.error(
            codes.SIDES_DO_NOT_MATCH, text, card.span, label, f"add `back`, or remove `{wish}`"
        )
    elif card.back_fields is not None and not group.two_sided:
        text = f"`{card.id}` has a `back`, but the sheets of `{group.id}` do not print it"
        label = "expected a group with `backs: own` or `fold: yes`"
        cure = "add `backs: own` to print it behind the front, `fold: yes` to fold it there"
        problems.error(codes.SIDES_DO_NOT_MATCH, text, card.span, label, cure)


def _report_empty(group: Group, cards: Sequence[Card], problems: Problems) -> None:
    earlier = any(selects(group.where, card) for card in cards)
    reason = "earlier groups take all of its cards" if earlier else "no card has all of its fields"
    text = f"the sheet group `{group.id}` takes no card: {reason}"
    label = "expected a group with at least one card"
    problems.error(
        codes.EMPTY_GROUP, text, group.span, label, "change its `where`, or remove the group"
    )


def boards_of(keys: Sequence[BoardKeys], problems: Problems) -> tuple[Board, ...]:
    """Return the boards in the order of their sheets."""
    check_unique_ids("boards", [(board.id, board.at("id")) for board in keys], problems)
    return tuple(_board(board, problems) for board in keys)


def _board(keys: BoardKeys, problems: Problems) -> Board:
    _check_on_board(keys.folds, "x", keys.width, problems)
    _check_on_board(keys.folds, "y", keys.height, problems)
    size, folds = Size(keys.width, keys.height), (keys.folds.x, keys.folds.y)
    return Board(keys.id, keys.template, size, keys.bleed, keys.at("id"), folds, keys.copies)


def _check_on_board(folds: FoldsKeys, axis: str, length: Um, problems: Problems) -> None:
    node = folds.nodes.get(axis)
    places = folds.values[axis]
    for place, item in zip(places, node.items if isinstance(node, ListNode) else (), strict=True):
        if place >= length > 0:
            text = f"a fold {place / 1000:g} mm from the edge of a board of {length / 1000:g} mm"
            problems.error(codes.FOLD_OFF_BOARD, text, item.span, "expected a place on the board")
