"""The title of the game is spelled in one way."""

import re

from printnplay.loading.checks.review import Review
from printnplay.model.diagnostics import Diagnostic, Problems

_WORD = re.compile(r"\w+")
_MARKS = ".!?…"
"""What a title may end in that is no letter."""

_ALIKE = str.maketrans({"\u00a0": " ", "\u202f": " ", "\n": " ", "\u2011": "-"})


def letters(text: str) -> str:
    """The letters and digits alone, in small letters: what two spellings share."""
    return "".join(character for character in text.casefold() if character.isalnum())


def check_title(review: Review, problems: Problems) -> None:
    """A word or two that are the title by their letters, but not as it is written."""
    title = review.game.title
    spelled = r"[\W_]{0,2}".join(map(re.escape, letters(title)))
    ending = title[len(title.rstrip(_MARKS)) :]
    pattern = re.compile(rf"(?<!\w){spelled}(?:{re.escape(ending)})?(?!\w)", re.IGNORECASE)
    for passage in (*review.passages, *review.filled_in):
        for match in pattern.finditer(passage.reading):
            right = _is_right(match[0].translate(_ALIKE), title)
            if not right and not passage.is_filled_in(*match.span()):
                problems.add(
                    Diagnostic(
                        "PNP307",
                        f"the title is spelled `{match[0]}`",
                        passage.place(*match.span()),
                        f"expected `{title}`",
                        f"write `{title}`",
                        fix=passage.fix(*match.span(), title),
                    )
                )


def _is_right(found: str, title: str) -> bool:
    """All capitals are a look, not a spelling; a title of one word may be an ordinary word too."""
    if found in (title, title.upper()):
        return True
    words = _WORD.findall(title)
    return len(words) == 1 and found.rstrip(_MARKS).casefold() == words[0].casefold()
