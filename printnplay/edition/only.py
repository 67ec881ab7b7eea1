"""Select cards and boards with `--only`, by id or by field."""

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase

from printnplay.game.game import Card, Game
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.kernel.printing import Selection
from printnplay.kernel.suggestions import did_you_mean, suggestion


def is_chosen(id: str, fields: Mapping[str, str], only: Sequence[str]) -> bool:
    """Return whether a card is selected by its id or a field; an empty `only` selects all.

    `*` matches any characters.

    >>> is_chosen("wild-7", {"kind": "wild"}, ["queen", "wild-*"])
    True
    >>> is_chosen("wild-7", {"kind": "wild"}, ["kind=w*"]), is_chosen("king", {}, ["queen"])
    (True, False)
    """
    return not only or any(_fits(id, fields, name) for name in only)


def _fits(id: str, fields: Mapping[str, str], name: str) -> bool:
    field, equals, value = name.partition("=")
    if not equals:
        return fnmatchcase(id, name)
    return field in fields and fnmatchcase(fields[field], value)


def fields_of(card: Card) -> Mapping[str, str]:
    """Return the fields by which a card can be selected, including its family."""
    return {"family": card.family, **card.fields}


def copies_of(card: Card, selection: Selection) -> int:
    """Return how often a card is printed with a selection; 0 if it is not selected."""
    if selection.update is not None:
        return selection.update.copies.get(card.id, 0)
    if not is_chosen(card.id, fields_of(card), selection.only):
        return 0
    return card.copies if selection.copies is None else selection.copies


def choosable(game: Game) -> Mapping[str, Mapping[str, str]]:
    """Return the ids of all boards and cards with their selectable fields."""
    boards: dict[str, Mapping[str, str]] = {board.id: {} for board in game.boards}
    return boards | {card.id: fields_of(card) for card in game.cards}


def check_chosen(
    only: Sequence[str], cards: Mapping[str, Mapping[str, str]], game: str, problems: Problems
) -> None:
    """Report every `--only` value that matches nothing in a game.

    Args:
        only: ids, and fields with their values, as given to `--only`.
        cards: the fields of all cards and boards by id.
        game: the game's id.
        problems: receives the faults.
    """
    for name in only:
        if any(_fits(id, fields, name) for id, fields in cards.items()):
            continue
        field, equals, value = name.partition("=")
        values = {fields[field] for fields in cards.values() if field in fields}
        if not equals:
            text, cure = f"the game `{game}` has no card `{name}`", did_you_mean(name, cards)
            label = "expected a card id, or a part of one with `*` for the rest"
        elif values:
            text = f"no card of the game `{game}` has the {field} `{value}`"
            label, cure = "expected a value of that field", suggestion(value, values)
        else:
            text = f"no card of the game `{game}` has a field `{field}`"
            names = {one for fields in cards.values() for one in fields}
            label, cure = "expected a field of the cards", suggestion(field, names)
        problems.error(codes.UNKNOWN_CARD, text, Span(""), label, cure)
