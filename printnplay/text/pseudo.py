"""The pseudo-language: English, lengthened and accented, to see which boxes translations overflow.

With one language only, it shows what the others will need. The words stay readable, so that a text
that does not fit is recognised.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import cycle

from msgspec.structs import replace

from printnplay.game.texts import Glossary, Texts
from printnplay.kernel.typography import NARROW
from printnplay.text.markup import DEFAULT_FORM, TOKEN

SOURCE = "en"
PSEUDO = "en-XA"
"""The tag that Unicode's CLDR gives accented English."""

GROWTH = ((10, 2.0), (20, 1.0), (30, 0.8), (50, 0.6), (70, 0.4))
"""By how much texts up to a length grow: the upper ends of IBM's globalization guideline A3, also
at w3.org/International/articles/article-text-size."""
LONG_GROWTH = 0.3
"""The growth of longer texts, by the same guideline."""

COMPOUND = "Kartenmischmaschinenherstelleramt"
"""A word of 33 letters, as German has them."""
ROOM_FOR_COMPOUND = 70
"""The letters up to which a text has no such word: twice its 33 letters."""

ACCENTS = str.maketrans("aeiounycAEIOUNYC", "áëîöüñýçÅÉÌÔÚÑÝÇ")
FILLERS = ("one", "more", "word", "and", "another")
TERM = re.compile(r"\{term:([^{}.]+)(?:\.([^{}]+))?\}")
PLACEHOLDER = re.compile(r"\{[^{}]*\}|[*^\\]")


def pseudo_texts(texts: Texts, glossary: Glossary) -> Texts:
    """Return the texts in the pseudo-language: terms filled in, numbers and icons unchanged.

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
                category: _pseudo(_with_terms(form, glossary))
                for category, form in text.forms.items()
            },
        )
        for key, text in texts.entries.items()
    }
    return replace(texts, language=PSEUDO, entries=entries)


def _with_terms(source: str, glossary: Glossary) -> str:
    """The terms put in; one that there is not stays, and is reported where the text is set."""

    def form_of(match: re.Match[str]) -> str:
        languages: Mapping[str, object] = glossary.terms.get(match[1], {})
        forms = glossary.terms[match[1]][SOURCE].forms if SOURCE in languages else {}
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
    """This many letters more, in words; the brackets count."""
    words = [COMPOUND] if length > ROOM_FOR_COMPOUND else []
    for word in cycle(FILLERS):
        if 2 + sum(len(each) + 1 for each in words) + len(word) > wanted:
            break
        words.append(word)
    return "".join(f" {word.translate(ACCENTS)}" for word in words)
