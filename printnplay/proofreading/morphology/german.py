"""Classify German words: nouns by the Wiktionary table, adjectives and verbs by their forms.

A word is an adjective if the spelling dictionary has all forms of one: `blaue`, if `blauem` and
`blaues` exist too. Likewise weak verbs: `legt`, if `legen` and `legtest` exist.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Final

from printnplay.proofreading.german_nouns import WordList, german_nouns_file, kept_list, rows
from printnplay.proofreading.spelling import Dictionary, dictionary

Readings = Mapping[str, frozenset[str]]

_KEY: Final = b"1"
"""Cache key, incremented when the table is converted to other classes."""

_LEFT_OUT: Final = ("name", "Toponym", "Wortverbindung", "Abkürzung", "Affix", "Lexem", "Symbol")
"""Kinds of entries that do not describe a common noun."""

_SINGULAR: Final[Mapping[str, Mapping[str, tuple[str, str]]]] = {
    "m": {"nom": ("m1w", "m1s"), "gen": ("m2", "m2"), "dat": ("m3w", "m3s"), "akk": ("m4", "m4")},
    "n": {"nom": ("n1w", "n1s"), "gen": ("n2", "n2"), "dat": ("n3w", "n3s"), "akk": ("n1w", "n1s")},
    "f": {"nom": ("f1", "f1"), "gen": ("f2", "fs"), "dat": ("f3", "fs"), "akk": ("f1", "f1")},
}
_PLURAL: Final[Mapping[str, tuple[str, str]]] = {
    "nom": ("p1w", "p1s"),
    "gen": ("p2", "p2s"),
    "dat": ("p3", "p3"),
    "akk": ("p1w", "p1s"),
}
"""The classes of a case by gender, the one after an article first: `der Gesandte`."""

_ENDINGS: Final[Mapping[str, str]] = {
    "e": "m1w n1w f1 p1s",
    "en": "m2 m3w m4 n2 n3w f2 f3 p1w p2 p3",
    "em": "m3s n3s",
    "er": "m1s fs p2s",
    "es": "n1s",
}
"""The classes of adjectives by ending."""

_ACTING: Final = frozenset({"n1w", "n1s", "n3w", "n3s"})
"""The classes of a verb used as a noun: `das Ziehen`."""

_ONE: Final = "m1w m1s f1 n1w n1s"
_SEVERAL: Final = "p1w p1s infinitive"

_STRONG: Final = (
    *("wirf", "nimm", "gib", "lies", "iss", "sieh", "triff", "sprich", "hilf", "brich"),
    *("vergiss", "miss", "tritt", "birg", "wirb"),
)
"""Imperatives that differ from all other forms."""

_HISSING: Final = ("s", "ß", "x", "z")
"""Endings of stems whose verbs have the same form in the second and third person: `du passt`."""

_ALSO_PARTICIPLES: Final = (
    *("be", "emp", "ent", "er", "ge", "miss", "ver", "zer", "über", "unter", "wieder", "wider"),
    *("voll", "um", "durch", "hinter"),
)
"""Prefixes of verbs whose participle equals the third person: `verteilt`; so does `sortiert`."""

_JOINTS: Final = ("", "s", "n", "en", "es", "er", "e")
"""Letters that may join the parts of a compound word."""

SHORTEST_PART, SHORTEST_STEM = 3, 3
"""The minimum length of the last part of a compound word, and of a stem, in letters."""

_VERBS: Final = (
    ("en", "t", ("te", "test"), ("",)),
    ("n", "t", ("te", "test"), ("el", "er")),
    ("en", "et", ("ete", "etest"), ("d", "t", "m", "n")),
)
"""Endings of plural and singular, endings that identify a weak verb, and endings of its stem."""


class German:
    """The readings of German words."""

    imperatives_are_sure = False

    def __init__(self, nouns: WordList | None, words: Dictionary) -> None:
        """Store the nouns, and the dictionary of known forms."""
        self._nouns, self._words = nouns, words
        self.noun = cache(self._noun)
        self.other = cache(self._other)

    def readings(self, word: str, *, begins: bool) -> Readings | None:
        """Return the classes of a word by kind; empty for any known word that begins a sentence."""
        if not word[0].isupper():
            return self.other(word)
        if self._adjective(word.lower()) is not None:  # in a name, or a noun: `die Reisende`
            return None
        if begins and self._words.has(word.lower()):
            return {}
        classes = self.noun(word)
        return {"nouns": classes} if classes else None

    def speaks_to(self, word: str) -> str:
        """Return whom a word may address: `lege` addresses `one`, `legt` addresses `several`."""
        small = word.lower()
        if small in _STRONG:
            return "one"
        if frozenset(_ONE.split()) <= (self._verb(small) or set()) or self._is_of_several(small):
            return "several"
        stem = small.removesuffix("e")
        if stem == small or self._are_words(stem, ("em",)):
            return ""
        return (
            "one"
            if self._are_words(stem, ("en", "t")) or self._are_words(stem, ("en", "et"))
            else ""
        )

    def _is_of_several(self, word: str) -> bool:
        """Return whether a word may be the plural imperative of a strong verb: `zieht`, `werft`."""
        return any(
            word.endswith(ending) and self._are_words(word.removesuffix(ending), ("en", "end"))
            for ending in ("t", "et")
        )

    def _noun(self, word: str) -> frozenset[str]:
        """Return the classes of a noun, or of a compound's last part; empty without the table.

        The spelling dictionary cannot tell whether `Kosten` is a plural or a verb.
        """
        if self._nouns is None:
            return frozenset()
        acting = _ACTING if word.endswith("n") and self._words.has(word.lower()) else frozenset()
        said = self._nouns.said_of(word)
        if said is not None or acting:
            return acting.union((said or "").split())
        for start in range(SHORTEST_STEM, len(word) - SHORTEST_PART + 1):
            last = self._nouns.said_of(word[start:].capitalize())
            if last and (self._is_first_part(word[:start], self._nouns) or self._words.has(word)):
                return frozenset(last.split())
        return frozenset()

    def _is_first_part(self, part: str, nouns: WordList) -> bool:
        stems = (part.removesuffix(joint) for joint in _JOINTS if part.endswith(joint))
        return any(len(stem) > SHORTEST_STEM and nouns.said_of(stem) for stem in stems)

    def _other(self, word: str) -> Readings | None:
        """Return the classes of a word that is not a noun, by its other forms."""
        is_participle = word.startswith(_ALSO_PARTICIPLES) or word.endswith("iert")
        if is_participle and word.endswith("t"):
            return {}
        adjective = self._adjective(word)
        if adjective is not None:
            return {"adjectives": adjective} if adjective else {}
        if (
            word.endswith("st")
            and not word.endswith(tuple(f"{end}st" for end in _HISSING))
            and self._verb(word.removesuffix("st") + "t")
        ):
            return {"verbs": frozenset("d")}
        verb = self._verb(word)
        return {"verbs": verb} if verb else None

    def _adjective(self, word: str) -> frozenset[str] | None:
        for ending in sorted(_ENDINGS, key=len, reverse=True):
            stem = word.removesuffix(ending)
            if len(stem) < len(word) and self._are_words(stem, _ENDINGS):
                is_later = ending == "er" and self._words.has(f"{word}e")  # the adverb `später`
                return frozenset() if is_later else frozenset(_ENDINGS[ending].split())
        return None

    def _verb(self, word: str) -> frozenset[str] | None:
        for several, one, known, stems in _VERBS:
            for ending, other, classes in ((several, one, _SEVERAL), (one, several, _ONE)):
                stem = word.removesuffix(ending)
                is_form = len(stem) < len(word) and stem.endswith(stems)
                if is_form and self._are_words(stem, (other, *known)):
                    is_same = classes is _ONE and stem.endswith(_HISSING)
                    return frozenset((classes + " d" if is_same else classes).split())
        return None

    def _are_words(self, stem: str, endings: Iterable[str]) -> bool:
        return len(stem) >= SHORTEST_STEM and all(self._words.has(stem + one) for one in endings)


def _forms(row: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the forms of a noun, each with one of its classes."""
    if any(one in row.get("pos", "") for one in _LEFT_OUT):
        return
    for column, form in row.items():
        case, _, rest = column.partition(" ")
        if not case.endswith("iv") or not rest:
            continue
        number, _, which = rest.partition(" ")
        pair = (0, 1) if which.isdigit() or not which else _DECLENSIONS.get(which, ())
        if number.startswith("plural"):
            classes = _PLURAL[case[:3]]
        else:
            gender = row.get(f"genus {which}") or row.get("genus") or row.get("genus 1", "")
            if gender not in _SINGULAR:
                continue
            classes = _SINGULAR[gender][case[:3]]
        for one in pair:
            yield form, classes[one]
        if case == "nominativ" and not any("plural" in name for name in row):  # `drei Gold`
            yield from ((form, name) for name in ("p1w", "p1s", "p2", "p2s", "p3"))


_DECLENSIONS: Final[Mapping[str, tuple[int, ...]]] = {"schwach": (0,), "stark": (1,)}
"""Which class nouns declined as adjectives have: the one after an article, or the other."""


def _of_table(table: Iterator[Mapping[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield the forms of all nouns, each with its classes."""
    known: dict[str, set[str]] = defaultdict(set)
    for row in table:
        for form, name in _forms(row):
            known[form].add(name)
    for form, names in known.items():
        yield form, " ".join(sorted(names))


def german() -> German | None:
    """Return the morphology of German; None without the spelling dictionary."""
    path, words = german_nouns_file(), dictionary("de")
    if words is None:
        return None
    nouns = kept_list(path, _KEY, lambda: _of_table(rows(path))) if path else None
    return German(nouns, words)
