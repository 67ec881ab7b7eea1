"""Select cards and boards with `--only`, by id, by field or by a range of numbers."""

import re
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase

from printnplay.game.game import Card, Game
from printnplay.game.numbering import CardNumbers, numbers_of
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.kernel.printing import Selection
from printnplay.kernel.suggestions import did_you_mean, suggestion

_NUMBER = r"-?\d+(?:\.\d+)?"
_NUMERIC = re.compile(_NUMBER)
_RANGE = re.compile(rf"(?=.*\d)({_NUMBER})?\.\.({_NUMBER})?")


def is_chosen(id: str, fields: Mapping[str, str], only: Sequence[str]) -> bool:
    """Return whether a card is selected by its id or a field; an empty `only` selects all.

    `*` matches any characters, and `3..7` the numbers of a range, which may have one end only.

    >>> is_chosen("wild-7", {"kind": "wild"}, ["queen", "wild-*"])
    True
    >>> is_chosen("wild-7", {"kind": "wild"}, ["kind=w*"]), is_chosen("king", {}, ["queen"])
    (True, False)
    >>> [is_chosen("king", {"cost": "3"}, [f"cost={values}"]) for values in ("2..4", "..2")]
    [True, False]
    """
    return not only or any(_fits(id, fields, name) for name in only)


def _fits(id: str, fields: Mapping[str, str], name: str) -> bool:
    field, equals, value = name.partition("=")
    if not equals:
        return fnmatchcase(id, name)
    return field in fields and (fnmatchcase(fields[field], value) or _is_in(fields[field], value))


def _is_in(text: str, range_: str) -> bool:
    """Return whether a text is a number in a range such as `3..7`."""
    found = _RANGE.fullmatch(range_)
    if found is None or not _NUMERIC.fullmatch(text):
        return False
    first, last = found.groups()
    return (not first or float(first) <= float(text)) and (not last or float(text) <= float(last))


def fields_of(card: Card, numbers: CardNumbers) -> Mapping[str, str]:
    """Return the fields by which a card can be selected, with its family and its number."""
    return {"family": card.family, "number": str(numbers["deck"]["number"]), **card.fields}


def copies_of(card: Card, selection: Selection, numbers: CardNumbers) -> int:
    """Return how often a card is printed with a selection; 0 if it is not selected."""
    if selection.update is not None:
        return selection.update.copies.get(card.id, 0)
    if not is_chosen(card.id, fields_of(card, numbers), selection.only):
        return 0
    counts = dict(selection.counts)
    if card.id in counts:
        return counts[card.id]
    return card.copies if selection.copies is None else selection.copies


def choosable(game: Game) -> Mapping[str, Mapping[str, str]]:
    """Return the ids of all boards and cards with their selectable fields."""
    boards: dict[str, Mapping[str, str]] = {board.id: {} for board in game.boards}
    numbers = numbers_of(game)
    return boards | {card.id: fields_of(card, numbers[card.id]) for card in game.cards}


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
            known = sorted(map(float, filter(_NUMERIC.fullmatch, values)))
            if _RANGE.fullmatch(value) and known:
                label = f"its numbers are from {known[0]:g} to {known[-1]:g}"
                cure = (
                    f"write a range of them, such as `--only {field}={known[0]:g}..{known[-1]:g}`"
                )
        else:
            text = f"no card of the game `{game}` has a field `{field}`"
            names = {one for fields in cards.values() for one in fields}
            label, cure = "expected a field of the cards", suggestion(field, names)
        problems.error(codes.UNKNOWN_CARD, text, Span(""), label, cure)
