"""Plural texts have the forms that their language needs."""

from printnplay.loading.checks.review import Review
from printnplay.loading.fields import listed
from printnplay.loading.plurals import categories
from printnplay.model.diagnostics import Problems


def check_plurals(review: Review, problems: Problems) -> None:
    """A text that has several forms in one language has those that each language needs."""
    for texts in review.texts.values():
        for key, text in texts.entries.items():
            model = review.model.entries.get(key, text)
            if len(text.forms) == 1 and len(model.forms) == 1:
                continue
            needed = categories(texts.language)
            missing = [name for name in needed if name not in text.forms]
            if missing:
                problems.error(
                    "PNP314",
                    f"the plural text `{key}` has no form {listed(missing)}",
                    text.span,
                    f"expected the forms {listed(needed)}",
                    f"add {listed(missing)}",
                )
