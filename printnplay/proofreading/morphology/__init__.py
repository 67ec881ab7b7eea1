"""Morphology of German and Polish, from dictionaries, for words that no list has.

The lists of `language.yaml` come first. The dictionaries are optional: without them all is as the
lists say. A word that may be several things has all its readings, and one that may be something
that no kind is made for, such as an adverb, has none: it is not judged.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Protocol, runtime_checkable

from printnplay.proofreading.morphology.german import german
from printnplay.proofreading.morphology.polish import polish

Readings = Mapping[str, frozenset[str]]
"""The classes of a word by kind, named as in the lists under `agreement` of its language."""


class Morphology(Protocol):
    """What is known of the words of a language."""

    def readings(self, word: str, *, begins: bool) -> Readings | None:
        """Return the classes of a word by kind; None if unknown, empty if not judged.

        `begins` says that it begins a sentence, where any word has a capital.
        """


@runtime_checkable
class Imperatives(Protocol):
    """What is known of the verbs by which a language tells readers what to do."""

    imperatives_are_sure: bool
    """Whether they are like no other forms; otherwise they are looked for where they may be."""

    def speaks_to(self, word: str) -> str:
        """Return whom an imperative addresses, `one` or `several`; empty for others."""


_KNOWN: Mapping[str, Callable[[], Morphology | None]] = {"de": german, "pl": polish}
"""What makes the morphology of a language; None where its dictionary is not installed."""


@cache
def morphology(language: str) -> Morphology | None:
    """Return the morphology of a language; None without a dictionary."""
    known = _KNOWN.get(language.partition("-")[0])
    return known() if known else None
