"""What the checks of texts know about a language, each list in its own words."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Address:
    """A way of speaking to readers by its words.

    `words` tell it anywhere in a sentence; those that begin with a capital only within one, where
    no other word has a capital for its place. `first` tell it at the beginning of a sentence.
    """

    name: str
    words: frozenset[str] = frozenset()
    first: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Agreement:
    """Words that never stand right before some others: `un` before `carte`."""

    words: frozenset[str]
    never_before: frozenset[str]


@dataclass(frozen=True, slots=True)
class Usage:
    """The words of a language that checks look for; what is empty is not checked.

    `words` are the small words that tell the language; `joining` those that join the last two of
    several things; `numbers` says what a
    number word counts, the plainest word of each number first; `unchanged` are texts that may be
    the same as in the language that they are translated from.
    """

    words: frozenset[str] = frozenset()
    joining: frozenset[str] = frozenset()
    numbers: Mapping[str, int] = field(default_factory=dict)
    used_address: str = ""
    other_addresses: tuple[Address, ...] = ()
    agreement: tuple[Agreement, ...] = ()
    unchanged: frozenset[str] = frozenset()
