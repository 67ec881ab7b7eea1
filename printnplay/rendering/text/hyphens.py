"""Where words may be divided, by language."""

import re
from functools import lru_cache
from typing import Any

from printnplay.rendering.text.languages import HYPHENATION, base
from printnplay.rendering.text.patterns import dictionary

SHORTEST_WORD = 6
SHORTEST_PART = 3
DASHES = frozenset("-\u2010\u2011–—")
LETTERS = re.compile(r"[^\W\d_]+")


@lru_cache(maxsize=4096)
def parts(word: str, language: str) -> tuple[str, ...]:
    """The parts that a word may be divided into; one part when it must stay whole.

    Words with a dash of their own are not divided elsewhere, and in a language without a
    dictionary no word is.

    >>> parts("identification", "en")
    ('iden', 'ti', 'fi', 'ca', 'tion')
    >>> parts("l’identité", "fr")
    ('l’iden', 'tité')
    """
    known = _dictionary(language)
    if known is None or not DASHES.isdisjoint(word):
        return (word,)
    cuts = [0]
    for letters in LETTERS.finditer(word):
        if len(letters[0]) >= SHORTEST_WORD:
            # Positions with data stand for a change of spelling, which a line end is not worth.
            cuts += [
                letters.start() + int(position)
                for position in known.positions(letters[0])
                if position.data is None
            ]
    return tuple(word[a:b] for a, b in zip(cuts, [*cuts[1:], len(word)], strict=True))


def has_dictionary(language: str) -> bool:
    """Whether words of the language can be divided.

    >>> has_dictionary("pl"), has_dictionary("tlh")
    (True, False)
    """
    return _dictionary(language) is not None


@lru_cache(maxsize=16)
def _dictionary(language: str) -> Any:  # noqa: ANN401  pyphen is untyped
    """The dictionary of a language, loaded when its first word is to be divided."""
    import pyphen

    name = HYPHENATION.get(language) or HYPHENATION.get(base(language))
    name = name or pyphen.language_fallback(language)
    if name is None:
        return None
    return dictionary(name, left=SHORTEST_PART, right=SHORTEST_PART)
