"""The sheet groups of game.yaml, checked against the cards."""

from collections.abc import Sequence

from printnplay.loading.fields import (
    expect_flag,
    expect_length,
    expect_list,
    expect_mapping,
    expect_name,
)
from printnplay.loading.nodes import Node
from printnplay.loading.selection import expect_selection, selects
from printnplay.loading.twins import refuse_twin_ids
from printnplay.model.cards import OWN, Card, Group
from printnplay.model.diagnostics import Problems
from printnplay.model.geometry import Size

BACKS = {"yes": "back", "no": "", OWN: OWN}
"""What the words for backs mean; any other is the name of a template."""

SWITCHES = ("true", "false", "on", "off")
"""Words that are meant for `yes` or `no`, and are no name for a template."""


def load_groups(node: Node | None, cards: Sequence[Card], problems: Problems) -> tuple[Group, ...]:
    """The groups in the order of their sheets; every card must fall into one."""
    before = problems.errors
    groups = [_group(item, cards, problems) for item in expect_list(node, problems)]
    refuse_twin_ids("sheet groups", [(group.id, group.span) for group in groups], problems)
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
        problems.error("PNP208", text, group.span, label, "remove `backs` or `fold`")
    return group


def _backs(node: Node | None, problems: Problems) -> str:
    """`yes` is the template `back`, `no` none, `own` the cards' second faces, else a template."""
    if node is None:
        return ""
    name = expect_name(node, problems)
    if name in SWITCHES:
        label = "expected `yes`, `no`, `own`, or the name of a template"
        problems.error("PNP117", f"`{name}` is neither `yes` nor `no`", node.span, label)
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
    problems.error("PNP207", text, card.span, label, cure)


def _check_sides(card: Card, group: Group, problems: Problems) -> None:
    asked = "are folded" if group.fold else "have backs of their own"
    if group.two_sided and card.back_fields is None:
        text = f"`{card.id}` has no back, but the sheets of `{group.id}` {asked}"
        label = "expected `back` with the fields of the second face"
        wish = "fold: yes" if group.fold else "backs: own"
        problems.error("PNP208", text, card.span, label, f"add `back`, or remove `{wish}`")
    elif card.back_fields is not None and not group.two_sided:
        text = f"`{card.id}` has a `back`, but the sheets of `{group.id}` do not print it"
        label = "expected a group with `backs: own` or `fold: yes`"
        cure = "add `backs: own` to print it behind the front, `fold: yes` to fold it there"
        problems.error("PNP208", text, card.span, label, cure)


def _report_empty(group: Group, cards: Sequence[Card], problems: Problems) -> None:
    earlier = any(selects(group.where, card) for card in cards)
    reason = "earlier groups take all of its cards" if earlier else "no card has all of its fields"
    text = f"the sheet group `{group.id}` takes no card: {reason}"
    label = "expected a group with at least one card"
    problems.error("PNP206", text, group.span, label, "change its `where`, or remove the group")
