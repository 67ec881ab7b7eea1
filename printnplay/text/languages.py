"""Language data for typesetting: plurals, numbers, names, hyphenation.

The tables cover the most used languages without loading Babel; Babel covers all others, from the
same source.
"""

from collections.abc import Callable
from datetime import date
from functools import cache
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from babel.core import Locale

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

# Unicode CLDR: the thousands separator, and the minimum number of digits for it.
GROUPING: dict[str, tuple[str, int]] = {
    "en": (",", 4),
    "de": (".", 4),
    "it": (".", 4),
    "es": (".", 5),
    "fr": ("\u202f", 4),
}

# ISO 80000-1 groups with narrow spaces; four-digit numbers may do without.
UNKNOWN_GROUPING = ("\u202f", 5)

# Unicode CLDR, minimumGroupingDigits of two, which Babel lacks.
FROM_FIVE_DIGITS = frozenset({"pl", "pt-PT"})

# The dictionaries of pyphen; an entry with a region takes precedence over the bare language.
HYPHENATION: dict[str, str] = {
    "en": "en_US",
    "en-GB": "en_GB",
    "fr": "fr",
    "es": "es",
    "de": "de_DE",
    "it": "it_IT",
}


def base(language: str) -> str:
    """Return a language tag without its region.

    >>> base("en-GB")
    'en'
    """
    return language.split("-", 1)[0]


def plural_category(language: str, number: int) -> str:
    """Return the CLDR plural category of a whole number: `one`, `few`, `many`, `other`, ...

    >>> plural_category("fr", 0), plural_category("en", 0), plural_category("es", 2_000_000)
    ('one', 'other', 'many')
    >>> [plural_category("pl", number) for number in (1, 3, 5)]
    ['one', 'few', 'many']
    """
    rule = PLURALS.get(base(language)) or _plural_rule(language)
    return rule(abs(number))


def number_text(language: str, number: float) -> str:
    """Return a number in the notation of the language.

    >>> number_text("de", 12500), number_text("es", 1250), number_text("en", -3)
    ('12.500', '1250', '−3')
    >>> number_text("pt", 12500), number_text("de", 0.5)
    ('12.500', '0,5')
    """
    mark, digits = _grouping(language)
    whole, point, part = str(abs(number)).partition(".")
    if len(whole) >= digits and whole.isdecimal():  # not 1e+30, inf or nan
        whole = f"{int(whole):,}".replace(",", mark)
    text = f"{whole}{_decimal_mark(language)}{part}" if point else whole
    return f"−{text}" if number < 0 else text


ORDINALS: dict[str, dict[str, str]] = {
    "en": {"one": "st", "two": "nd", "few": "rd", "other": "th"},
    "fr": {"one": "er", "other": "e"},
    "es": {"other": ".º"},
    "pt": {"other": ".º"},
    "it": {"other": "º"},
    "nl": {"other": "e"},
}
"""What is written after the digits of a place, by language and CLDR ordinal category."""


def ordinal_text(language: str, number: int) -> str:
    """Return a place in the notation of the language; with a full stop where it has no other.

    >>> ordinal_text("en", 22), ordinal_text("fr", 1), ordinal_text("de", 3)
    ('22nd', '1er', '3.')
    """
    endings = ORDINALS.get(base(language), {})
    locale = _locale(language) if len(endings) > 1 else None
    category = locale.ordinal_form(number) if locale else "other"
    return f"{number}{endings.get(category, endings.get('other', '.'))}"


def language_name(language: str) -> str:
    """Return the name of a language in English and in the language itself; its code if unknown.

    >>> language_name("pl"), language_name("tlh")
    ('Polish (polski)', 'tlh')
    """
    locale = _locale(language)
    if locale is None:
        return language
    return f"{locale.english_name} ({locale.display_name})"


def known_languages() -> list[str]:
    """Return the codes of all languages that Unicode CLDR knows, without scripts and countries.

    >>> {"de", "ja", "tlh"} & {*known_languages()} == {"de", "ja"}
    True
    """
    from babel.localedata import locale_identifiers

    return sorted(code for code in locale_identifiers() if "_" not in code)


def joining_words(language: str) -> tuple[str, ...]:
    """Return the words before the last item of a list, by CLDR: for “and” and “or”.

    Empty if the language has no separate words for them.

    >>> joining_words("cs"), joining_words("ja")
    (('a', 'nebo'), ())
    """
    locale = _locale(language)
    patterns = locale.list_patterns if locale else {}
    between = (patterns.get(kind, {}).get("2", "") for kind in ("standard", "or"))
    words = (text.removeprefix("{0}").removesuffix("{1}") for text in between)
    return tuple(word.strip() for word in words if word[:1].isspace() and word[-1:].isspace())


def _grouping(language: str) -> tuple[str, int]:
    """Return the thousands separator, and the minimum number of digits for it.

    Babel lacks the minimum; Unicode CLDR has five for these.
    """
    if base(language) in GROUPING:
        return GROUPING[base(language)]
    locale = _locale(language)
    if locale is None:
        return UNKNOWN_GROUPING
    mark: str = locale.number_symbols["latn"]["group"]
    names = {language.replace("_", "-"), base(language)}
    return mark, 4 if names.isdisjoint(FROM_FIVE_DIGITS) else 5


def _decimal_mark(language: str) -> str:
    locale = _locale(language)
    mark: str = locale.number_symbols["latn"]["decimal"] if locale else "."
    return mark


@cache
def _plural_rule(language: str) -> PluralRule:
    locale = _locale(language)
    return locale.plural_form if locale else _one_or_other


@cache
def _locale(language: str) -> "Locale | None":
    """Return Babel's data of a language, or of the language without its region."""
    from babel.core import Locale, UnknownLocaleError

    for name in (language, base(language)):
        try:
            return Locale.parse(name, sep="-")
        except (UnknownLocaleError, ValueError):
            continue
    return None


def long_date(day: date, language: str) -> str:
    """Return a date in words: `31 March 2026`.

    For languages unknown to Babel, the date is in ISO 8601 format.
    """
    from babel.dates import format_date

    locale = _locale(language)
    return format_date(day, "long", locale) if locale else day.isoformat()


def minutes_text(
    language: str, shortest: int, longest: int, length: Literal["short", "long"] = "short"
) -> str:
    r"""Return a time with its unit: SI's `min` in Latin script, else that of CLDR, short or long.

    >>> minutes_text("de", 5, 10), minutes_text("ja", 5, 10), minutes_text("ru", 20, 20)
    ('5–10\xa0min', '5–10\xa0分', '20\xa0мин')
    """
    number = "–".join(map(str, dict.fromkeys((shortest, longest))))
    locale = None if base(language) in GROUPING else _locale(language)
    if locale is not None:
        from babel.units import format_unit

        said = format_unit(
            longest, "duration-minute", length, locale=locale, numbering_system="latn"
        )
        before, _, after = said.replace(" ", "\u00a0").partition(str(longest))
        if after.strip() and not any(sign.isalpha() and sign <= "ž" for sign in after):
            return f"{before}{number}{after}"
    return f"{number}\u00a0min"


def own_name(language: str) -> str:
    """Return the name of a language in that language; its code if unknown.

    >>> own_name("de"), own_name("fr"), own_name("tlh")
    ('Deutsch', 'Français', 'tlh')
    """
    from babel.core import Locale, UnknownLocaleError

    try:
        name = Locale.parse(language, sep="-").get_display_name()
    except (UnknownLocaleError, ValueError):
        return language
    return name[:1].upper() + name[1:] if name else language
