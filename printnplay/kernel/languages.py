"""Languages: the plural categories of each, and the word lists that the checks of texts use.

The categories are those that whole numbers take, and `other`, in the order in which PO and XLIFF
count their forms; they are Unicode CLDR's, from Babel.
"""

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from msgspec import Struct, field

if TYPE_CHECKING:
    from babel.plural import PluralRule

REFERENCE = "en"
"""The language that the others are compared with, where a game has it."""

CATEGORIES = ("zero", "one", "two", "few", "many", "other")
"""The plural categories of CLDR, in its order."""


LEFT_TO_RIGHT = frozenset({"en", "fr", "es", "de", "it"})
"""Languages that need no look at the data of CLDR."""

SCRIPTS_RIGHT_TO_LEFT = frozenset({"Adlm", "Arab", "Hebr", "Nkoo", "Rohg", "Syrc", "Thaa"})
"""The scripts of living languages that are written from right to left (ISO 15924)."""


@cache
def is_right_to_left(language: str) -> bool:
    """Return whether a language is written from right to left.

    >>> is_right_to_left("he"), is_right_to_left("az-Arab"), is_right_to_left("ja")
    (True, True, False)
    """
    base, *subtags = language.split("-")
    script = next((tag for tag in subtags if len(tag) == 4), "")
    if script:
        return script in SCRIPTS_RIGHT_TO_LEFT
    if base in LEFT_TO_RIGHT:
        return False
    from babel.core import Locale, UnknownLocaleError

    try:
        return Locale.parse(base).text_direction == "rtl"
    except (UnknownLocaleError, ValueError):
        return False


class Address(Struct, frozen=True):
    """A way of speaking to readers by its words.

    `words` show it anywhere in a sentence; those that begin with a capital only within one, where
    no other word has a capital for its place. `first` show it at the beginning of a sentence, and
    so do verbs with one of the `endings`, each with that of the way that the language uses, if
    another sentence begins with that.
    """

    name: str
    words: frozenset[str] = frozenset()
    first: frozenset[str] = frozenset()
    endings: Mapping[str, str] = field(default_factory=dict)


class Never(Struct, frozen=True):
    """Expressions that are never right: at all, or `before` some others.

    With `of`, only where the original has one of these: a word that was taken in another sense.
    `instead` is what to write, if that can be said in a few words.
    """

    words: tuple[str, ...]
    before: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    of: tuple[str, ...] = ()
    instead: str = ""


class Wording(Struct, frozen=True):
    """The expressions of a language for one meaning.

    `surely` have it wherever they are; `perhaps` may have it, or another.
    """

    surely: tuple[str, ...] = ()
    perhaps: tuple[str, ...] = ()


class Agreement(Struct, frozen=True):
    """The words of a language by kind and class, such as gender and number together.

    The kinds are prepositions (by the classes of what follows them), wholes (`all` before an
    article), determiners, adjectives, nouns, pronouns and verbs; the name of a class may be of
    several, with spaces between. Two neighbours agree if they share a class. A word with `*` is
    any that begins or ends so and is listed nowhere. `counted` are the classes of what is counted,
    as in `three cards`;
    `capitals` says whether nouns, and no other words, have one: no word is then taken for a noun by
    its ending that has none, nor for another kind that has one within a sentence;
    `adjectives_follow` says whether adjectives may come after their nouns; `skipped` may be
    between words that agree, `linking` between a noun and what is said of it; `complements` join
    another noun to it, as `of` does, and `relative` are pronouns that speak of that one. `opening`
    words begin a clause whose subject comes next, `objects` are pronouns between it and its verb;
    `joining` words join two verbs of one subject, and after `governing` ones no such verb may
    come; `parts` are of the gender of the things that they are one, or none, of; a verb before an
    `impersonal` word has no subject. `being` words are between a verb and what is said of its
    subject, as in `have been drawn`; `degree` adverbs between a noun and its adjective, as in
    `already drawn`; `passive` is the word by which what comes after the verb is its subject.
    `governed` has, by verb, the classes of what may come right
    after it; `denied`, by class, what comes in its place where the verb is denied by a word of
    `denying`. `located` has, by verb, the classes after a preposition, which says where or where
    to, if it may have others too, except `times`. Nouns of the classes `attributes` may be
    between a subject and its verb. `referring` has the first letters of the classes of the things
    that relative pronouns speak of. `subjects` has the classes of pronouns that may be
    the subject of a clause, wherever it stands.
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
    located: Mapping[str, frozenset[str]] = field(default_factory=dict)
    times: frozenset[str] = frozenset()
    attributes: frozenset[str] = frozenset()
    referring: Mapping[str, frozenset[str]] = field(default_factory=dict)
    subjects: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @property
    def articles(self) -> frozenset[str]:
        """The determiners of all classes."""
        return frozenset().union(*self.kinds.get("determiners", {}).values())


class Usage(Struct, frozen=True):
    """What is known of a language that checks look for; what is empty is not checked.

    `words` are the small words by which the language is recognised; `joining` those that join the
    last two of several things; `numbers` says what a number word counts, the plainest word of each
    number first, `homographs` those of them that also mean something else; `spelled` has further
    forms of number words by number and name, such as that for a feminine noun; `unchanged` are
    texts that may be the same as in the language that they are translated from. `names` are right
    in every language that is translated from this one, `spelling` in this language: dictionaries
    lack them; where it is None, spelling is not checked.
    `enclitics` are pronouns at the end of verbs. `addressing` has the pronouns that speak to `one`
    reader, and those that speak to `several`.
    `meaning` has the wordings of meanings that a translation has in common with its original,
    `opposites` the meanings that exclude each other, `contrasts` those of them that are
    compared by what is said for certain alone, `exchanged` further pairs that are looked for only
    where one is said instead of the other, `mentioned` those that must be there, though not as
    often, `by_sentence` those that are compared sentence by sentence. `then` are words between two
    steps. `never` is what is never right. `icons` has the words that icons stand for, by their
    names.
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

    @property
    def number_words(self) -> Mapping[int, Mapping[str, str]]:
        """The words that texts may quote numbers in, by number and form; `word` is the plain one.

        >>> Usage(numbers={"due": 2, "doppio": 2}, spelled={1: {"word": "un"}}).number_words
        {2: {'word': 'due'}, 1: {'word': 'un'}}
        """
        plain = {value: {PLAIN: word} for word, value in reversed(list(self.numbers.items()))}
        others = {value: plain.get(value, {}) | {**words} for value, words in self.spelled.items()}
        return plain | others


PLAIN = "word"
"""The form of a number word that is meant where nothing else is asked for: `{hand_size:word}`."""


_NUMBERS = range(1001)
"""CLDR has no language whose categories first appear between this and a million."""

_SHORT = {(1,): "nplurals=2; plural=(n != 1);", (0, 1): "nplurals=2; plural=(n > 1);"}
"""What everybody writes for languages with these numbers of the category `one`."""

_ALONE = ("other",)


@cache
def categories(language: str) -> tuple[str, ...]:
    """Return the plural categories of a language; one for a language that CLDR does not know.

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
    """Return what the header `Plural-Forms` of a PO file says for a language."""
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
    """Return the names of the months in a language, in small letters, whole and short."""
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
