"""Numbers in rule text come from the game, so that no text can disagree with it."""

import re

from printnplay.loading.checks.passages import UNSEEN
from printnplay.loading.checks.review import Review
from printnplay.model.diagnostics import Problems

_NUMBER = re.compile(r"\d+")


def check_numbers(review: Review, problems: Problems) -> None:
    """A digit typed in a rule, a card or a caption; digits of the title are its spelling."""
    title = review.game.title
    for passage in review.passages:
        if not passage.is_rules:
            continue
        reading = passage.reading.replace(title, UNSEEN * len(title))
        for match in _NUMBER.finditer(reading):
            problems.warning(
                "PNP304",
                f"the number {match[0]} is typed in the text `{passage.key}`",
                passage.place(*match.span()),
                "expected a placeholder or a word",
                "quote a fact of the game, like `{hand_size}`, or write the number as a word",
            )
