"""What typesetting must know about a language: plurals, numbers, hyphenation."""

from collections.abc import Callable

PluralRule = Callable[[int], str]


def _one_or_other(number: int) -> str:
    return "one" if number == 1 else "other"


def _millions_apart(number: int) -> str:
    if number and number % 1_000_000 == 0:
        return "many"
    return _one_or_other(number)


def _nought_is_one(number: int) -> str:
    return "one" if number == 0 else _millions_apart(number)


# Unicode CLDR, plural rules for whole numbers.
PLURALS: dict[str, PluralRule] = {
    "en": _one_or_other,
    "de": _one_or_other,
    "es": _millions_apart,
    "it": _millions_apart,
    "fr": _nought_is_one,
}

# Unicode CLDR: the mark between thousands, and the number of digits from which it is written.
GROUPING: dict[str, tuple[str, int]] = {
    "en": (",", 4),
    "de": (".", 4),
    "it": (".", 4),
    "es": (".", 5),
    "fr": ("\u202f", 4),
}

# ISO 80000-1 groups by narrow spaces; a number of four digits may stand closed up.
OTHER_GROUPING = ("\u202f", 5)

# The dictionaries of pyphen; a region of its own stands before the bare language.
HYPHENATION: dict[str, str] = {
    "en": "en_US",
    "en-GB": "en_GB",
    "fr": "fr",
    "es": "es",
    "de": "de_DE",
    "it": "it_IT",
}


def base(language: str) -> str:
    """The language without its region.

    >>> base("en-GB")
    'en'
    """
    return language.split("-", 1)[0]


def plural_category(language: str, number: int) -> str:
    """The CLDR plural category of a whole number: `one`, `many` or `other`.

    >>> plural_category("fr", 0), plural_category("en", 0), plural_category("es", 2_000_000)
    ('one', 'other', 'many')
    """
    return PLURALS.get(base(language), _one_or_other)(abs(number))


def number_text(language: str, number: int) -> str:
    """A whole number as the language writes it.

    >>> number_text("de", 12500), number_text("es", 1250), number_text("en", -3)
    ('12.500', '1250', '−3')
    """
    mark, digits = GROUPING.get(base(language), OTHER_GROUPING)
    text = str(abs(number))
    if len(text) >= digits:
        text = f"{abs(number):,}".replace(",", mark)
    return f"−{text}" if number < 0 else text
