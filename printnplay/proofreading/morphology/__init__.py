"""Morphology of German and Polish, from dictionaries, for unlisted words.

The lists of `language.yaml` have priority. The dictionaries are optional: without them only the
lists are used. An ambiguous word has all its readings. A word that may be of a kind without
classes, such as an adverb, has no readings and is not judged.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Protocol, runtime_checkable

from printnplay.proofreading.morphology.german import german
from printnplay.proofreading.morphology.polish import polish

Readings = Mapping[str, frozenset[str]]
"""The classes of a word by kind, named as in the lists under `agreement` of its language."""


class Morphology(Protocol):
    """Look-up of the words of a language."""

    def readings(self, word: str, *, begins: bool) -> Readings | None:
        """Return the classes of a word by kind; None if unknown, empty if not judged.

        `begins` is true if the word begins a sentence, where any word has a capital.
        """


@runtime_checkable
class Imperatives(Protocol):
    """Look-up of the verb forms with which a language instructs readers."""

    imperatives_are_sure: bool
    """Whether imperatives differ from all other forms; if not, they are searched only where
    likely.
    """

    def speaks_to(self, word: str) -> str:
        """Return whom an imperative addresses, `one` or `several`; empty for other words."""


_KNOWN: Mapping[str, Callable[[], Morphology | None]] = {"de": german, "pl": polish}
"""Functions that create the morphology of a language, or return None without its dictionary."""


@cache
def morphology(language: str) -> Morphology | None:
    """Return the morphology of a language; None without a dictionary."""
    known = _KNOWN.get(language.partition("-")[0])
    return known() if known else None
