"""Classify Polish words with Morfeusz and its dictionary SGJP."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from itertools import product
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from morfeusz2 import Morfeusz

_CASES: Final = {"nom": "1", "gen": "2", "dat": "3", "acc": "4", "inst": "5", "loc": "6"}
"""The numbers of the cases in class names; the vocative is not used."""

_PARTICIPLES: Final = {"ppas": "35", "pact": "2345"}
"""Participles, with the cases of the object that may follow them: `przykryta kartą`."""

_KINDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("subst", "depr", "ger"), "nouns"),
    **dict.fromkeys(("adj", *_PARTICIPLES), "adjectives"),
    **dict.fromkeys(("fin", "bedzie", "impt", "praet"), "verbs"),
}
"""Kinds of words by the first part of their tags."""

_COMMON: Final = "nazwa_pospolita"
"""The label of a common noun among the name labels of a reading."""

_OBJECTS: Final = ("m4a", "m4i", "f4", "n4", "p4", "v4", "n1", "p1")
"""Classes that may precede a verb addressing readers: its object, and look-alikes."""

_VERBS: Final[Mapping[tuple[str, str], tuple[str, ...]]] = {
    ("sg", "ter"): ("f1", "m1", "n1", "p2"),
    ("pl", "ter"): ("p1", "v1"),
    ("sg", "sec"): (*_OBJECTS, "s"),
    ("pl", "sec"): (*_OBJECTS, "v1", "p"),
}
"""The classes of subjects and preceding objects of present-tense verbs; five cards are `n1 p2`."""

_PAST: Final = {"m": ("m1",), "f": ("f1",), "n": ("n1", "p2"), "v": ("v1",), "p": ("p1",)}
"""The classes of subjects of past-tense verbs."""


class Polish:
    """The readings of Polish words."""

    imperatives_are_sure = True

    def __init__(self, analyser: "Morfeusz") -> None:
        """Store the analyser, and create the cache of its answers."""
        self._analyser = analyser
        self._known: dict[str, Mapping[str, frozenset[str]] | None] = {}

    def readings(self, word: str, *, begins: bool) -> Mapping[str, frozenset[str]] | None:
        """Return the classes of a word by kind; empty for names."""
        text = word.lower() if begins else word
        if text not in self._known:
            self._known[text] = self._read(text)
        return self._known[text]

    def speaks_to(self, word: str) -> str:
        """Return whom a verb addresses, `one` or `several`, if it is unambiguous."""
        tags = [tag.split(":") for *_, (_, _, tag, _, _) in self._analyser.analyse(word.lower())]
        if any(tag[0] != "impt" or tag[2] != "sec" for tag in tags):
            return ""
        return {"sg": "one", "pl": "several"}[tags[0][1]]

    def _read(self, word: str) -> Mapping[str, frozenset[str]] | None:
        found: dict[str, set[str]] = defaultdict(set)
        for start, end, (_, _, tag, names, _) in self._analyser.analyse(word):
            kind, *categories = tag.split(":")
            if kind == "ign":
                return None
            is_name = names and _COMMON not in names
            if is_name or start or end > 1 or kind not in _KINDS:
                return {}
            classes = {one for each in _plain(categories) for one in _classes(kind, each)}
            if not classes and "voc" not in tag:  # `we`
                return {}
            objects = product("mfnpv", _PARTICIPLES.get(kind, ""), ("", "a", "i"))
            found[_KINDS[kind]] |= classes | {"".join(one) for one in objects}
        return _sure({kind: frozenset(classes) for kind, classes in found.items() if classes})


def _sure(found: Mapping[str, frozenset[str]]) -> Mapping[str, frozenset[str]]:
    """Return the readings if they are of one kind, or of an adjective that may also be a noun."""
    nouns, adjectives = (found.get(kind, frozenset()) for kind in ("nouns", "adjectives"))
    if found.keys() == {"nouns", "adjectives"} and nouns <= adjectives:
        return {"adjectives": adjectives}
    return found if len(found) == 1 else {}


def _plain(categories: list[str]) -> Iterator[tuple[str, ...]]:
    """Yield each reading of a tag that combines several: `nom.acc`."""
    return product(*(one.split(".") for one in categories))


def _classes(kind: str, categories: tuple[str, ...]) -> tuple[str, ...]:
    """Return the classes of one reading; empty for a vocative and for kinds not judged."""
    if kind in ("fin", "bedzie", "impt"):
        return _VERBS.get((categories[0], categories[1]), ())
    if kind == "praet":
        return _PAST[_gender(categories[0], categories[1])]
    if _KINDS[kind] != "verbs" and categories[1] in _CASES:
        number, case, gender = categories[0], _CASES[categories[1]], categories[2]
        return (_name(_gender(number, gender), case, gender),)
    return ()


def _gender(number: str, gender: str) -> str:
    """Return the first letter of a class: in the plural only men have their own gender."""
    if number == "pl":
        return "v" if gender == "m1" else "p"
    return gender[0]


def _name(gender: str, case: str, of: str) -> str:
    if gender == "m" and case == "4":
        return "m4i" if of == "m3" else "m4a"
    return gender + case if gender != "v" or case in "14" else f"p{case}"


def polish() -> Polish | None:
    """Return the morphology of Polish; None without Morfeusz."""
    if find_spec("morfeusz2") is None:
        return None
    from morfeusz2 import Morfeusz

    return Polish(Morfeusz(generate=False))
