"""The sheet groups of game.yaml, checked against the cards."""

from collections.abc import Sequence

from printnplay.loading.fields import expect_flag, expect_list, expect_mapping, expect_name
from printnplay.loading.nodes import Node
from printnplay.loading.selection import expect_selection, selects
from printnplay.loading.twins import refuse_twin_ids
from printnplay.model.cards import Card, Group
from printnplay.model.diagnostics import Problems


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
    keys = expect_mapping(node, problems, required=("id", "where"), optional=("backs", "fold"))
    group = Group(
        id=expect_name(keys["id"], problems),
        where=expect_selection(keys["where"], cards, problems),
        fold=expect_flag(keys.get("fold"), problems),
        backs=expect_flag(keys.get("backs"), problems),
        span=keys["id"].span,
    )
    if group.fold and group.backs:
        text = f"the sheet group `{group.id}` has both `fold` and `backs`"
        label = "expected one of the two: a folded card is its own back"
        problems.error("PNP208", text, group.span, label, "remove `backs` or `fold`")
    return group


def _check_shares(groups: Sequence[Group], cards: Sequence[Card], problems: Problems) -> None:
    empty = {group.id: group for group in groups}
    for card in cards:
        group = group_of(card, groups)
        if group is None:
            _report_homeless(card, problems)
            continue
        empty.pop(group.id, None)
        _check_fold(card, group, problems)
    for group in empty.values():
        _report_empty(group, cards, problems)


def _report_homeless(card: Card, problems: Problems) -> None:
    text = f"the card `{card.id}` belongs to no sheet group"
    label = "expected a sheet for every card"
    cure = "add a group to `sheets` in game.yaml whose `where` it has"
    problems.error("PNP207", text, card.span, label, cure)


def _check_fold(card: Card, group: Group, problems: Problems) -> None:
    if group.fold and card.back_fields is None:
        text = f"`{card.id}` has no back, but the sheets of `{group.id}` are folded"
        label = "expected `back` with the fields of the second face"
        problems.error("PNP208", text, card.span, label, "add `back`, or remove `fold: yes`")
    elif card.back_fields is not None and not group.fold:
        text = f"`{card.id}` has a `back`, but the sheets of `{group.id}` are not folded"
        label = "expected a group with `fold: yes`"
        problems.error("PNP208", text, card.span, label, "add `fold: yes`, or remove `back`")


def _report_empty(group: Group, cards: Sequence[Card], problems: Problems) -> None:
    earlier = any(selects(group.where, card) for card in cards)
    reason = "earlier groups take all of its cards" if earlier else "no card has all of its fields"
    text = f"the sheet group `{group.id}` takes no card: {reason}"
    label = "expected a group with at least one card"
    problems.error("PNP206", text, group.span, label, "change its `where`, or remove the group")
