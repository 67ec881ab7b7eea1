"""Texts that are the same as in the language they are translated from."""

import re

from printnplay.loading.checks.passages import PLACEHOLDER
from printnplay.loading.checks.review import Review
from printnplay.model.diagnostics import Diagnostic, Problems, Severity

_WORD = re.compile(r"[^\W\d_]{3,}")


def check_unchanged(review: Review, problems: Problems) -> None:
    """A translation that repeats its original, words and all.

    What is only terms and numbers may be the same, and so may what the language allows.
    """
    for passage in review.passages:
        model = review.original(passage)
        usage = review.usage(passage.language)
        if model is None or passage.text != model.text or not usage.words:
            continue
        left = PLACEHOLDER.sub(" ", passage.text).replace(review.game.title, " ")
        allowed = usage.unchanged
        words = [word for word in _WORD.findall(left) if word not in allowed]
        if words and passage.text not in allowed:
            problems.add(
                Diagnostic(
                    "PNP363",
                    f"`{passage.key}` is the same as in `{review.reference}`",
                    passage.span,
                    "expected a translation",
                    "translate it, or list it under `unchanged` in the `language.yaml` of "
                    f"`{passage.language}`",
                    (("the original stands here", model.span),),
                    Severity.WARNING,
                )
            )
