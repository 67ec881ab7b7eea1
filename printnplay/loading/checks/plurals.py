"""Plural texts have the forms that their language needs."""

from functools import cache

from printnplay.loading.checks.review import Review
from printnplay.loading.fields import listed
from printnplay.model.diagnostics import Problems

GENERAL = "other"

_ORDER = ("zero", "one", "two", "few", "many", GENERAL)
_COUNTED = (*range(200), 1000, 1001, 10_000, 100_000)
"""Numbers that take every form a language has for whole numbers below a million."""


@cache
def plural_forms(language: str) -> tuple[str, ...]:
    """The forms that a language needs for whole numbers below a million, and the general one.

    Source: Unicode CLDR, Language Plural Rules, as Babel has them. A language that Babel does not
    know needs the general form only.

    >>> plural_forms("pl"), plural_forms("fr")
    (('one', 'few', 'many', 'other'), ('one', 'other'))
    """
    from babel import Locale, UnknownLocaleError

    try:
        rule = Locale.parse(language, sep="-").plural_form
    except (UnknownLocaleError, ValueError):
        return (GENERAL,)
    used = {rule(number) for number in _COUNTED} | {GENERAL}
    return tuple(name for name in _ORDER if name in used)


def check_plurals(review: Review, problems: Problems) -> None:
    """A text that has several forms in one language has those that each language needs."""
    for texts in review.texts.values():
        for key, text in texts.entries.items():
            model = review.model.entries.get(key, text)
            if len(text.forms) == 1 and len(model.forms) == 1:
                continue
            needed = plural_forms(texts.language)
            missing = [name for name in needed if name not in text.forms]
            if missing:
                problems.error(
                    "PNP314",
                    f"the plural text `{key}` has no form {listed(missing)}",
                    text.span,
                    f"expected the forms {listed(needed)}",
                    f"add {listed(missing)}",
                )
