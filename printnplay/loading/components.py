"""The sheet groups of game.yaml, checked against the cards.

What a game has beside its cards: boards, and a box for the deck.
"""

from collections.abc import Mapping, Sequence

from printnplay.files.yaml_tree import Node
from printnplay.loading.cards import expect_selection, selects
from printnplay.loading.fields import (
    check_unique_ids,
    expect_choice,
    expect_flag,
    expect_length,
    expect_list,
    expect_mapping,
    expect_name,
)
from printnplay.model import codes
from printnplay.model.diagnostics import Problems
from printnplay.model.game import OWN, Board, Box, Card, Group
from printnplay.model.geometry import Size, Um

BACKS = {"yes": "back", "no": "", OWN: OWN}
"""What the words for backs mean; any other is the name of a template."""

SWITCHES = ("true", "false", "on", "off")
"""Words that are meant for `yes` or `no`, and are no name for a template."""


def load_groups(node: Node | None, cards: Sequence[Card], problems: Problems) -> tuple[Group, ...]:
    """The groups in the order of their sheets; every card must fall into one."""
    before = problems.errors
    groups = [_group(item, cards, problems) for item in expect_list(node, problems)]
    check_unique_ids("sheet groups", [(group.id, group.span) for group in groups], problems)
    if cards and problems.errors == before:
        _check_shares(groups, cards, problems)
    return tuple(groups)


def group_of(card: Card, groups: Sequence[Group]) -> Group | None:
    """The first group that the card belongs to."""
    return next((group for group in groups if selects(group.where, card)), None)


def _group(node: Node, cards: Sequence[Card], problems: Problems) -> Group:
    keys = expect_mapping(
        node, problems, required=("id", "where"), optional=("backs", "fold", "card")
    )
    group = Group(
        id=expect_name(keys["id"], problems),
        where=expect_selection(keys["where"], cards, problems),
        fold=expect_flag(keys.get("fold"), problems),
        backs=_backs(keys.get("backs"), problems),
        span=keys["id"].span,
        card=_size(keys.get("card"), problems),
    )
    if group.fold and group.backs:
        text = f"the sheet group `{group.id}` has both `fold` and `backs`"
        label = "expected one of the two: a folded card is its own back"
        problems.error(
            codes.SIDES_DO_NOT_MATCH, text, group.span, label, "remove `backs` or `fold`"
        )
    return group


def _backs(node: Node | None, problems: Problems) -> str:
    """`yes` is the template `back`, `no` none, `own` the cards' second faces, else a template."""
    if node is None:
        return ""
    name = expect_name(node, problems)
    if name in SWITCHES:
        label = "expected `yes`, `no`, `own`, or the name of a template"
        problems.error(codes.NOT_YES_OR_NO, f"`{name}` is neither `yes` nor `no`", node.span, label)
    return BACKS.get(name, name)


def _size(node: Node | None, problems: Problems) -> Size | None:
    if node is None:
        return None
    keys = expect_mapping(node, problems, required=("width", "height"))
    return Size(expect_length(keys["width"], problems), expect_length(keys["height"], problems))


def _check_shares(groups: Sequence[Group], cards: Sequence[Card], problems: Problems) -> None:
    empty = {group.id: group for group in groups}
    for card in cards:
        group = group_of(card, groups)
        if group is None:
            _report_homeless(card, problems)
            continue
        empty.pop(group.id, None)
        _check_sides(card, group, problems)
    for group in empty.values():
        _report_empty(group, cards, problems)


def _report_homeless(card: Card, problems: Problems) -> None:
    text = f"the card `{card.id}` belongs to no sheet group"
    label = "expected a sheet for every card"
    cure = "add a group to `sheets` in game.yaml whose `where` it has"
    problems.error(codes.CARD_WITHOUT_GROUP, text, card.span, label, cure)


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


PAPERS = ("200", "250", "300")
"""The weights of card stock, in g/m², whose thickness is known."""

DEFAULT_PAPER = "250"


def load_boards(node: Node | None, problems: Problems) -> tuple[Board, ...]:
    """The boards in the order of their sheets; none where nothing is written."""
    if node is None:
        return ()
    boards = [_board(item, problems) for item in expect_list(node, problems)]
    check_unique_ids("boards", [(board.id, board.span) for board in boards], problems)
    return tuple(boards)


def load_box(node: Node | None, problems: Problems) -> Box | None:
    """The box, if there is one."""
    if node is None:
        return None
    keys = expect_mapping(node, problems, optional=("paper", "sleeved"))
    paper = DEFAULT_PAPER
    if "paper" in keys:
        paper = expect_choice(keys["paper"], PAPERS, problems)
    sleeved = expect_flag(keys.get("sleeved"), problems)
    return Box(int(paper) if paper in PAPERS else int(DEFAULT_PAPER), sleeved, node.span)


def _board(node: Node, problems: Problems) -> Board:
    keys = expect_mapping(
        node,
        problems,
        required=("id", "template", "width", "height"),
        optional=("bleed", "folds"),
    )
    size = Size(expect_length(keys["width"], problems), expect_length(keys["height"], problems))
    bleed = keys.get("bleed")
    return Board(
        id=expect_name(keys["id"], problems),
        template=expect_name(keys["template"], problems),
        size=size,
        bleed=0 if bleed is None else expect_length(bleed, problems, zero=True),
        span=keys["id"].span,
        folds=_folds(keys.get("folds"), size, problems),
    )


def _folds(
    node: Node | None, size: Size, problems: Problems
) -> tuple[tuple[Um, ...], tuple[Um, ...]]:
    keys = {} if node is None else expect_mapping(node, problems, optional=("x", "y"))
    return (
        _places(keys, "x", size.width, problems),
        _places(keys, "y", size.height, problems),
    )


def _places(keys: Mapping[str, Node], axis: str, length: Um, problems: Problems) -> tuple[Um, ...]:
    """Where the folds across one side are; each has to be on the board."""
    places = []
    for item in expect_list(keys[axis], problems) if axis in keys else ():
        place = expect_length(item, problems)
        if place >= length > 0:
            text = f"a fold {place / 1000:g} mm from the edge of a board of {length / 1000:g} mm"
            problems.error(codes.FOLD_OFF_BOARD, text, item.span, "expected a place on the board")
        places.append(place)
    return tuple(places)
