"""Languages: their plural categories, and the word lists used by text checks.

The categories are those used by whole numbers, and `other`, in the order in which PO and XLIFF list
their forms. They are Unicode CLDR's, from Babel.
"""

from collections.abc import Collection, Mapping
from functools import cache
from typing import TYPE_CHECKING

from msgspec import Struct, field

if TYPE_CHECKING:
    from babel.plural import PluralRule

REFERENCE = "en"
"""The language of the bundled texts, and the original of a game that does not name another."""

CATEGORIES = ("zero", "one", "two", "few", "many", "other")
"""The plural categories of CLDR, in CLDR order."""


LEFT_TO_RIGHT = frozenset({"en", "fr", "es", "de", "it"})
"""Languages written in Latin letters, known without loading the data of CLDR."""

SCRIPTS_RIGHT_TO_LEFT = frozenset({"Adlm", "Arab", "Hebr", "Nkoo", "Rohg", "Syrc", "Thaa"})
"""Scripts of living languages that are written from right to left (ISO 15924)."""


def original_in(languages: Collection[str], wanted: str = "") -> str:
    """Return the language that the others are translated from; empty if there are no languages.

    It is the `wanted` one if it is there, else English, else the first.

    >>> original_in(["de", "en"]), original_in(["de", "en"], "de"), original_in(["fr", "de"], "pl")
    ('en', 'de', 'de')
    """
    if wanted in languages:
        return wanted
    return REFERENCE if REFERENCE in languages else min(languages, default="")


def is_right_to_left(language: str) -> bool:
    """Return whether a language is written from right to left.

    >>> is_right_to_left("he"), is_right_to_left("az-Arab"), is_right_to_left("ja")
    (True, True, False)
    """
    return script(language) in SCRIPTS_RIGHT_TO_LEFT


@cache
def script(language: str) -> str:
    """Return the usual script of a language (ISO 15924); empty if CLDR does not know it.

    >>> script("it"), script("pa-PK"), script("sr-Latn")
    ('Latn', 'Arab', 'Latn')
    """
    base, *subtags = language.split("-")
    named = next((tag for tag in subtags if len(tag) == 4), "")
    if named or base in LEFT_TO_RIGHT:
        return named or "Latn"
    from babel.core import get_global

    likely = get_global("likely_subtags")
    tags = likely.get(language.replace("-", "_")) or likely.get(base, "")
    return next((tag for tag in str(tags).split("_") if len(tag) == 4), "")


class Address(Struct, frozen=True):
    """The words of one form of address, such as formal or informal.

    `words` identify it anywhere in a sentence. Those that begin with a capital count only inside a
    sentence, where the position does not capitalise a word. `first` identify it at the beginning of
    a sentence. So do verbs with one of the `endings`, each mapped to the ending in the form of
    address in use, if another sentence begins with that one.
    """

    name: str
    words: frozenset[str] = frozenset()
    first: frozenset[str] = frozenset()
    endings: Mapping[str, str] = field(default_factory=dict)


class Never(Struct, frozen=True):
    """Expressions that are never correct, or never `before` certain others.

    With `of`, only if the original has one of these expressions: a word translated in the wrong
    sense. `instead` is a short replacement, if there is one.
    """

    words: tuple[str, ...]
    before: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    of: tuple[str, ...] = ()
    instead: str = ""


class Wording(Struct, frozen=True):
    """The expressions of a language for one meaning.

    `surely` always have the meaning; `perhaps` may have this or another meaning.
    """

    surely: tuple[str, ...] = ()
    perhaps: tuple[str, ...] = ()


class Agreement(Struct, frozen=True):
    """The words of a language by kind and class, such as gender and number together.

    The kinds are prepositions (by the classes of the words that follow), wholes (`all` before an
    article), determiners, adjectives, nouns, pronouns and verbs. A class name may list several
    classes, separated by spaces. Two neighbours agree if they share a class. A word with `*`
    matches any unlisted word with that beginning or ending.

    Attributes:
        counted: the classes of counted nouns, as in `three cards`.
        adjectives_follow: whether adjectives may follow their nouns.
        capitals: whether nouns, and only nouns, are capitalised. Then no lowercase word is taken
            for a noun by its ending, and no capitalised word within a sentence for another kind.
        skipped: words allowed between words that agree.
        linking: words between a noun and its predicate.
        complements: words that attach another noun to a noun, such as `of`.
        relative: relative pronouns that refer to such a noun.
        opening: words that begin a clause whose subject comes next.
        objects: pronouns between a subject and its verb.
        joining: words that join two verbs of one subject.
        governing: words after which no such verb may come.
        parts: words with the gender of the things that they are one, or none, of.
        impersonal: words after a verb that then has no subject.
        being: words between a verb and its predicate, as in `have been drawn`.
        degree: adverbs between a noun and its adjective, as in `already drawn`.
        passive: words after which the verb's subject follows the verb.
        governed: by verb, the classes of words that may come right after it.
        denied: by class, the classes that replace it if a word of `denying` negates the verb.
        denying: words that negate the verb.
        attributes: the classes of nouns that may come between a subject and its verb.
        referring: the first letters of the classes of things that relative pronouns refer to.
        subjects: the classes of pronouns that may be the subject of a clause, wherever they are.
    """

    kinds: Mapping[str, Mapping[str, frozenset[str]]] = field(default_factory=dict)
    counted: frozenset[str] = frozenset()
    adjectives_follow: bool = False
    capitals: bool = False
    skipped: frozenset[str] = frozenset()
    linking: frozenset[str] = frozenset()
    complements: frozenset[str] = frozenset()
    relative: frozenset[str] = frozenset()
    opening: frozenset[str] = frozenset()
    objects: frozenset[str] = frozenset()
    joining: frozenset[str] = frozenset()
    governing: frozenset[str] = frozenset()
    parts: frozenset[str] = frozenset()
    impersonal: frozenset[str] = frozenset()
    being: frozenset[str] = frozenset()
    degree: frozenset[str] = frozenset()
    passive: frozenset[str] = frozenset()
    governed: Mapping[str, frozenset[str]] = field(default_factory=dict)
    denied: Mapping[str, frozenset[str]] = field(default_factory=dict)
    denying: frozenset[str] = frozenset()
    attributes: frozenset[str] = frozenset()
    referring: Mapping[str, frozenset[str]] = field(default_factory=dict)
    subjects: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @property
    def articles(self) -> frozenset[str]:
        """The determiners of all classes."""
        return frozenset().union(*self.kinds.get("determiners", {}).values())


class Usage(Struct, frozen=True):
    """The conventions of a language that checks use; what is empty is not checked.

    Attributes:
        words: small words by which the language is recognised.
        joining: words that join the last two items of a list.
        numbers: number words with their values; the plainest word of each number comes first.
        homographs: number words that also have another meaning.
        spelled: further forms of number words by number and form name, such as the one for a
            feminine noun.
        unchanged: texts that may be identical to the language they are translated from.
        names: names that are correct in every language translated from this one, although
            dictionaries lack them.
        spelling: words that are correct in this language, although dictionaries lack them; None
            disables spell checking.
        enclitics: pronouns attached to the ends of verbs.
        addressing: pronouns that address `one` reader, and those that address `several`.
        meaning: wordings by meaning; a translation and its original must agree in these meanings.
        opposites: meanings that exclude each other.
        contrasts: opposites that are compared only in unambiguous expressions.
        exchanged: further pairs, reported only if one replaces the other.
        mentioned: meanings that must occur, though not equally often.
        by_sentence: meanings that are compared sentence by sentence.
        then: words between two steps.
        never: expressions that are never correct.
        icons: the words for icons, by icon name.
        smart_quotes: whether marks typed on a keyboard print as the language prints them.
    """

    words: frozenset[str] = frozenset()
    joining: frozenset[str] = frozenset()
    numbers: Mapping[str, int] = field(default_factory=dict)
    homographs: frozenset[str] = frozenset()
    spelled: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    used_address: str = ""
    addressing: Mapping[str, frozenset[str]] = field(default_factory=dict)
    other_addresses: tuple[Address, ...] = ()
    unchanged: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    spelling: frozenset[str] | None = None
    enclitics: frozenset[str] = frozenset()
    meaning: Mapping[str, Wording] = field(default_factory=dict)
    opposites: tuple[tuple[str, ...], ...] = ()
    contrasts: tuple[tuple[str, ...], ...] = ()
    exchanged: tuple[tuple[str, ...], ...] = ()
    mentioned: frozenset[str] = frozenset()
    by_sentence: frozenset[str] = frozenset()
    then: frozenset[str] = frozenset()
    agreement: Agreement = field(default_factory=Agreement)
    never: tuple[Never, ...] = ()
    icons: Mapping[str, str] = field(default_factory=dict)
    smart_quotes: bool = True

    @property
    def number_words(self) -> Mapping[int, Mapping[str, str]]:
        """The number words that texts may use, by number and form; `word` is the plain form.

        >>> Usage(numbers={"due": 2, "doppio": 2}, spelled={1: {"word": "un"}}).number_words
        {2: {'word': 'due'}, 1: {'word': 'un'}}
        """
        plain = {value: {PLAIN: word} for word, value in reversed(list(self.numbers.items()))}
        others = {value: plain.get(value, {}) | {**words} for value, words in self.spelled.items()}
        return plain | others


PLAIN = "word"
"""The default form of a number word, as in `{hand_size:word}`."""


_NUMBERS = range(1001)
"""The numbers to test: in no language of CLDR does a category first appear between 1,000 and a
million."""

_SHORT = {(1,): "nplurals=2; plural=(n != 1);", (0, 1): "nplurals=2; plural=(n > 1);"}
"""The usual formulas of languages in which the category `one` has these numbers."""

_ALONE = ("other",)


@cache
def categories(language: str) -> tuple[str, ...]:
    """Return the plural categories of a language; only `other` if CLDR does not know it.

    >>> categories("fr"), categories("ja")
    (('one', 'other'), ('other',))
    """
    rule = _rule(language)
    if rule is None:
        return _ALONE
    seen = {rule(number) for number in _NUMBERS} | set(_ALONE)
    return tuple(name for name in CATEGORIES if name in seen)


@cache
def formula(language: str) -> str:
    """Return the `Plural-Forms` header of a PO file for a language."""
    from babel.plural import PluralRule, to_gettext

    rule = _rule(language)
    kept = categories(language)
    if rule is None or kept == _ALONE:
        return "nplurals=1; plural=0;"
    short = _SHORT.get(tuple(number for number in _NUMBERS if rule(number) == "one"))
    if kept == ("one", "other") and short:
        return short
    return to_gettext(PluralRule({name: rule.rules[name] for name in kept if name in rule.rules}))


@cache
def months_of(language: str) -> frozenset[str]:
    """Return the month names of a language in lowercase, in full and abbreviated."""
    from babel.core import Locale, UnknownLocaleError

    try:
        months = Locale.parse(language.replace("-", "_")).months
    except (UnknownLocaleError, ValueError):
        return frozenset()
    named = (months[use][width] for use in months for width in ("wide", "abbreviated"))
    return frozenset(month.lower().rstrip(".") for names in named for month in names.values())


def _rule(language: str) -> "PluralRule | None":
    from babel.core import Locale, UnknownLocaleError

    try:
        return Locale.parse(language.replace("-", "_")).plural_form
    except (UnknownLocaleError, ValueError):
        return None
