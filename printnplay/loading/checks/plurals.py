"""Plural texts have the forms that their language needs."""

from printnplay.loading.checks.review import Review
from printnplay.loading.fields import listed
from printnplay.model.diagnostics import Problems

# Unicode CLDR, Language Plural Rules, for whole numbers below a million.
PLURAL_FORMS: dict[str, tuple[str, ...]] = {
    "de": ("one", "other"),
    "en": ("one", "other"),
    "es": ("one", "other"),
    "fr": ("one", "other"),
    "it": ("one", "other"),
}


def check_plurals(review: Review, problems: Problems) -> None:
    """A text that has several forms in one language has those that each language needs."""
    for texts in review.texts.values():
        needed = PLURAL_FORMS.get(texts.language, ("other",))
        for key, text in texts.entries.items():
            model = review.model.entries.get(key, text)
            missing = [name for name in needed if name not in text.forms]
            if missing and (len(text.forms) > 1 or len(model.forms) > 1):
                problems.error(
                    "PNP314",
                    f"the plural text `{key}` has no form {listed(missing)}",
                    text.span,
                    f"expected the forms {listed(needed)}",
                    f"add {listed(missing)}",
                )
