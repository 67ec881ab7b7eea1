"""The pseudo-language: the original, lengthened and accented, to show which boxes overflow.

With a single language, it shows what others will need. The words stay readable, so that a text that
does not fit can be recognised.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import cycle

from msgspec.structs import replace

from printnplay.game.texts import Glossary, Texts
from printnplay.kernel.typography import NARROW
from printnplay.text.markup import DEFAULT_FORM, TOKEN

ACCENTED = "-XA"
"""The end of the language tag: `en-XA` is accented English in Unicode CLDR."""

GROWTH = ((10, 2.0), (20, 1.0), (30, 0.8), (50, 0.6), (70, 0.4))
"""The growth of texts up to a length: the upper ends of IBM's globalization guideline A3, also at
w3.org/International/articles/article-text-size.
"""
LONG_GROWTH = 0.3
"""The growth of longer texts, from the same guideline."""

COMPOUND = "Kartenmischmaschinenherstelleramt"
"""A word of 33 letters, as in German."""
ROOM_FOR_COMPOUND = 70
"""The maximum length of texts without that word, in letters: twice its 33 letters."""

ACCENTS = str.maketrans("aeiounycAEIOUNYC", "áëîöüñýçÅÉÌÔÚÑÝÇ")
FILLERS = ("one", "more", "word", "and", "another")
TERM = re.compile(r"\{term:([^{}.]+)(?:\.([^{}]+))?\}")
PLACEHOLDER = re.compile(r"\{[^{}]*\}|[*^\\]")


def pseudo_texts(texts: Texts, glossary: Glossary) -> Texts:
    """Return the texts in the pseudo-language, with terms filled in, numbers and icons unchanged.

    >>> from printnplay.kernel.diagnostics import Span
    >>> from printnplay.game.texts import Text
    >>> texts = Texts("en", {"a": Text("a", {"other": "**Go** {n}"}, Span(""))}, "en.yaml")
    >>> pseudo_texts(texts, Glossary({}, "")).entries["a"].plain
    '[**Gö** {n} öñë]'
    """
    entries = {
        key: replace(
            text,
            forms={
                category: _pseudo(_with_terms(form, glossary, texts.language))
                for category, form in text.forms.items()
            },
        )
        for key, text in texts.entries.items()
    }
    return replace(texts, language=texts.language + ACCENTED, entries=entries)


def _with_terms(source: str, glossary: Glossary, language: str) -> str:
    """Return a source with terms filled in; unknown ones are kept and reported in setting."""

    def form_of(match: re.Match[str]) -> str:
        languages: Mapping[str, object] = glossary.terms.get(match[1], {})
        forms = glossary.terms[match[1]][language].forms if language in languages else {}
        return forms.get(match[2] or DEFAULT_FORM, match[0])

    return TERM.sub(form_of, source)


def _pseudo(source: str) -> str:
    accented = "".join(_accented(source))
    length = len(PLACEHOLDER.sub("", source))
    filling = _filling(length, round(length * _growth(length)))
    end = f"{NARROW}!" if length > ROOM_FOR_COMPOUND else ""
    return f"[{accented}{filling}{end}]"


def _accented(source: str) -> Iterator[str]:
    for token in TOKEN.finditer(source):
        yield token[0].translate(ACCENTS) if token.lastgroup == "words" else token[0]


def _growth(length: int) -> float:
    return next((share for most, share in GROWTH if length <= most), LONG_GROWTH)


def _filling(length: int, wanted: int) -> str:
    """Return words that lengthen a text by a number of letters, counting the brackets."""
    words = [COMPOUND] if length > ROOM_FOR_COMPOUND else []
    for word in cycle(FILLERS):
        if 2 + sum(len(each) + 1 for each in words) + len(word) > wanted:
            break
        words.append(word)
    return "".join(f" {word.translate(ACCENTS)}" for word in words)
