"""Filters of templates for numbers and words: padded, Roman and ordinal numbers, plurals, lists.

The first line of a docstring is what the reference says of the filter.
"""

import re
from collections.abc import Callable, Mapping

from jinja2 import pass_context
from jinja2.runtime import Context
from msgspec import Struct

from printnplay.faces.sandbox import MistakeError
from printnplay.text.languages import ordinal_text, plural_category

_SPEC = re.compile(r"([^{}]?[<>=^])?[-+ ]?0?\d{0,2}[,_]?(\.\d{1,2})?[bdoxXf%]?")
"""The parts of Python's format specifications that make sense on cards, up to 99 characters."""

_ROMAN = (
    *((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L")),
    *((40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")),
)
ROMAN_LIMIT = 4000
"""The first number that Roman letters do not write: 4,000 needs a stroke above the letter."""


def formatted(value: float | str, form: str) -> str:
    """A number in a format of Python: `03` pads with zeros, `+` writes the sign, `.1f` rounds."""
    if _SPEC.fullmatch(str(form)) is None:
        raise MistakeError(f"`{form}` is not a number format", 'write a format such as "03" or "+"')
    try:
        return format(value, str(form))
    except (ValueError, TypeError):
        raise MistakeError(f"`{value}` cannot be formatted as `{form}`: give a number") from None


def split(text: str, mark: str = ",") -> list[str]:
    """The parts of a text between the marks, without spaces around them, for a loop."""
    if not mark:
        raise MistakeError("a text cannot be split at nothing", 'write `split(",")`')
    return [part.strip() for part in str(text).split(str(mark)) if part.strip()]


def roman(number: int) -> str:
    """A number in Roman numerals, from 1 to 3,999."""
    if not _is_whole(number) or not 0 < number < ROMAN_LIMIT:
        raise MistakeError(
            f"`{number}` has no Roman numeral", f"give a whole number from 1 to {ROMAN_LIMIT - 1:,}"
        )
    letters = ""
    for value, letter in _ROMAN:
        times, number = divmod(number, value)
        letters += letter * times
    return letters


@pass_context
def ordinal(context: Context, number: int) -> str:
    """A place in the notation of the language: 1st, 1er, 1."""
    return ordinal_text(str(context.get("language", "en")), _whole(number))


@pass_context
def plural(context: Context, number: int, *forms: str, **named: str) -> str:
    """The form of a word that goes with a number: `plural("card", "cards")`.

    Languages with more forms name them: `plural(one="karta", few="karty", many="kart")`.
    """
    count = _whole(number)
    category = plural_category(str(context.get("language", "en")), count)
    given = {**dict(zip(("one", "other"), forms, strict=False)), **named}
    form = given.get(category, given.get("other", given.get("many")))
    if form is None:
        raise MistakeError(
            f"the form `{category}` of a plural is missing", 'write `plural("card", "cards")`'
        )
    return form


def _whole(number: object) -> int:
    if not _is_whole(number):
        raise MistakeError(f"`{number}` is not a whole number")
    return int(str(number))


def _is_whole(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)


class TemplateFilter(Struct, frozen=True):
    """A filter of templates, with an expression that uses it and what that prints in English."""

    name: str
    work: Callable[..., object]
    example: str
    prints: str


OWN_FILTERS: Mapping[str, TemplateFilter] = {
    one.name: one
    for one in (
        TemplateFilter("format", formatted, '7 | format("03")', "007"),
        TemplateFilter("ordinal", ordinal, "2 | ordinal", "2nd"),
        TemplateFilter("plural", plural, '3 | plural("card", "cards")', "cards"),
        TemplateFilter("roman", roman, "14 | roman", "XIV"),
        TemplateFilter("split", split, '"wood, ore" | split | join(" + ")', "wood + ore"),
    )
}
"""The filters beside those of Jinja, by name."""
