"""Facts about languages, in `locales/<language>/language.yaml`: checks of any game need them."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace

from printnplay.files.catalog import Catalog, display_path
from printnplay.files.door import ReadError, stamp
from printnplay.files.yaml_tree import (
    BrokenNode,
    Entry,
    ListNode,
    MappingNode,
    Node,
    TextNode,
    read_yaml,
)
from printnplay.kernel.diagnostics import Problems, Subject
from printnplay.kernel.languages import Address, Agreement, Never, Usage, Wording
from printnplay.kernel.memory import Memory
from printnplay.loading.forms import (
    FLAG,
    TEXT,
    Form,
    Record,
    either,
    list_of,
    map_of,
    optional,
    read_entries,
    read_fields,
    required,
    whole,
)

LARGEST_NUMBER = 1_000_000
"""The largest number that a language has words for: a million. A guess."""


NUMBER = whole(0, LARGEST_NUMBER)


WORDS = list_of(TEXT, empty=True)


class WayKeys(Record):
    """A form of address that the language does not use here."""

    words = optional(
        WORDS, "Its words, anywhere except at the beginning of a sentence.", "[Sie, Ihr]", "[]"
    )
    first = optional(WORDS, "Its words at the beginning of a sentence.", "[Ihr]", "[]")
    endings = optional(
        map_of(TEXT, names=False, keys="ending"),
        "Endings of verbs at the beginning of a sentence, each with the ending of the form of"
        " address that is used.",
        "{ate: a}",
        "{}",
    )


class AddressKeys(Record):
    """The form of address for readers."""

    used = optional(
        TEXT,
        "The form of address that the texts use, by its name; its words are then not reported.",
        "du",
    )
    other = optional(
        map_of(WayKeys.form(), names=False, keys="way"),
        "The other forms of address, with the words that identify them.",
        "{Sie: {words: [Sie, Ihnen, Ihr]}}",
        "{}",
    )
    one = optional(WORDS, "Pronouns that address one reader.", "[du, dich, dein]", "[]")
    several = optional(WORDS, "Pronouns that address several.", "[ihr, euch, euer]", "[]")


CLASSES = map_of(WORDS, names=False, keys="class")


class AgreementKeys(Record):
    """Words by kind and class: neighbouring words agree if they share a class.

    Choose any classes, such as gender and number together; a word may be in several. A word with
    `*` at its beginning or end matches any word with that ending or beginning that is in no other
    list.
    """

    prepositions = optional(
        CLASSES, "Prepositions by the classes of what may follow them.", "{f: [zur]}", "{}"
    )
    wholes = optional(
        CLASSES,
        "Words for all or the whole, before an article.",
        "{mp: [tous], fp: [toutes]}",
        "{}",
    )
    determiners = optional(
        CLASSES, "Articles and the like, by class.", "{m: [der, ein], f: [die, eine]}", "{}"
    )
    adjectives = optional(CLASSES, "Adjectives by class.", "{ms: [petit], fs: [petite]}", "{}")
    nouns = optional(CLASSES, "Nouns by class.", "{m: [Zug, Punkt], f: [Karte, Linie]}", "{}")
    pronouns = optional(
        CLASSES, "Pronouns that verbs agree with, besides nouns.", '{"mp fp": [alle, beide]}', "{}"
    )
    verbs = optional(CLASSES, "Verbs by class.", '{"ms fs": [joue], "mp fp": [jouent]}', "{}")
    counted = optional(
        WORDS,
        "The classes of counted things, such as the cards in “three cards”.",
        "[mp, fp]",
        "[]",
    )
    adjectives_follow = optional(
        FLAG, "Whether adjectives may come right after their nouns.", "yes", "no"
    )
    capitals = optional(
        FLAG,
        "Whether nouns are capitalised: then endings match no other words as nouns.",
        "yes",
        "no",
    )
    skipped = optional(
        WORDS, "Words that may come between two that agree.", "[qui, ensemble]", "[]"
    )
    linking = optional(
        WORDS, "Verbs between a noun and its predicate adjective.", "[est, sont]", "[]"
    )
    complements = optional(
        WORDS, "Words that join another noun to a subject, before its verb.", "[de, du]", "[]"
    )
    relative = optional(WORDS, "Those of the skipped words that are pronouns.", "[qui, que]", "[]")
    opening = optional(
        WORDS, "Words that begin a clause, whose subject comes next.", "[si, quand]", "[]"
    )
    objects = optional(WORDS, "Pronouns between a subject and its verb.", "[l’, les]", "[]")
    joining = optional(WORDS, "Words that join two verbs of one subject.", "[et, ou]", "[]")
    governing = optional(
        WORDS, "Words after which no verb of these lists may come.", "[pouvez, pour]", "[]"
    )
    parts = optional(
        WORDS, "Words that take the gender of the things of which they are a part.", "[aucun]", "[]"
    )
    impersonal = optional(
        WORDS, "Words after a verb that mark it as impersonal, without a subject.", "[się]", "[]"
    )
    being = optional(
        WORDS, "Words between a verb and the predicate of its subject.", "[été, être]", "[]"
    )
    degree = optional(WORDS, "Adverbs between a noun and its adjective.", "[déjà, bien]", "[]")
    passive = optional(WORDS, "Words that make what follows a verb its subject.", "[si]", "[]")
    governed = optional(
        CLASSES,
        "Verbs by the classes that may follow them directly, besides their subject.",
        '{"m4 f4": [zagraj], "m5 f5": [dzielą się]}',
        "{}",
    )
    denied = optional(
        CLASSES,
        "The classes that a negated verb governs, by those that they replace.",
        "{f2: [f4]}",
        "{}",
    )
    denying = optional(WORDS, "Words that negate the verb after them.", "[nie]", "[]")
    attributes = optional(
        WORDS, "Classes of nouns that may come between a subject and its verb.", "[f2, m2]", "[]"
    )
    subjects = optional(
        CLASSES,
        "Pronouns that may be the subject of a clause, by class; if there are any, a verb is"
        " compared with all possible subjects of its clause.",
        "{s: [er, es], s p: [sie], d: [du]}",
        "{}",
    )
    referring = optional(
        CLASSES,
        "Relative pronouns by the first letters of the classes that they refer to.",
        '{f: [która], "m n": [którego]}',
        "{}",
    )

    @property
    def agreement(self) -> Agreement:
        """The lists as sets of words."""
        lists = {
            "prepositions": self.prepositions,
            "wholes": self.wholes,
            "determiners": self.determiners,
            "adjectives": self.adjectives,
            "nouns": self.nouns,
            "pronouns": self.pronouns,
            "verbs": self.verbs,
        }
        return Agreement(
            kinds={
                kind: {name: frozenset(words) for name, words in classes.items()}
                for kind, classes in lists.items()
                if classes
            },
            counted=frozenset(self.counted),
            adjectives_follow=self.adjectives_follow,
            capitals=self.capitals,
            skipped=frozenset(self.skipped),
            linking=frozenset(self.linking),
            complements=frozenset(self.complements),
            relative=frozenset(self.relative),
            opening=frozenset(self.opening),
            objects=frozenset(self.objects),
            joining=frozenset(self.joining),
            governing=frozenset(self.governing),
            parts=frozenset(self.parts),
            impersonal=frozenset(self.impersonal),
            being=frozenset(self.being),
            degree=frozenset(self.degree),
            passive=frozenset(self.passive),
            governed=_by_word(self.governed),
            denied=_by_word(self.denied),
            denying=frozenset(self.denying),
            attributes=frozenset(self.attributes),
            referring=_by_word(self.referring),
            subjects=_by_word(self.subjects),
        )


def _by_word(classes: Mapping[str, Sequence[str]]) -> Mapping[str, frozenset[str]]:
    """Return the classes of each word, from lists by class."""
    return {word: frozenset(name.split()) for name, words in classes.items() for word in words}


class NeverKeys(Record):
    """Expressions that are always wrong, or wrong before certain others.

    `*` matches any letters; `…`, once in an expression, matches up to four words.
    """

    words = required(WORDS, "The expressions.", "[le, la, de]")
    before = optional(WORDS, "Words before which none of them may stand.", '["a*", "é*"]', "[]")
    unless = optional(WORDS, "Exceptions: expressions that are right.", "[le onzième]", "[]")
    of = optional(
        WORDS,
        "Expressions of the original: these are wrong only if it contains one of them.",
        "[match, matches]",
        "[]",
    )
    instead = optional(TEXT, "What to write instead.", "l’")


class WordingKeys(Record):
    """The expressions with one meaning; `*` matches any letters."""

    surely = required(
        list_of(TEXT, empty=True), "Expressions that always have the meaning.", "[links]"
    )
    perhaps = optional(WORDS, "Expressions that may have this meaning or another.", "[übrig]", "[]")


def _read_numbers(node: Node, problems: Problems) -> Mapping[str, int]:
    numbers: dict[str, int] = {}
    for entry in read_entries(node, problems).values():
        value = NUMBER.read(TextNode(entry.key, entry.span), problems)
        numbers |= dict.fromkeys(list_of(TEXT).read(entry.value, problems), value)
    return numbers


NUMBERS = Form(
    _read_numbers,
    "a mapping, for each number its words",
    {
        "type": "object",
        "propertyNames": {"pattern": NUMBER.schema["pattern"]},
        "additionalProperties": list_of(TEXT).schema,
    },
)


def _read_spelled(node: Node, problems: Problems) -> Mapping[int, Mapping[str, str]]:
    return {
        NUMBER.read(TextNode(entry.key, entry.span), problems): NUMBER_FORMS.read(
            entry.value, problems
        )
        for entry in read_entries(node, problems).values()
    }


NUMBER_FORMS = map_of(TEXT, keys="form")


SPELLED = Form(
    _read_spelled,
    "a mapping, for each number its words by form",
    {
        "type": "object",
        "propertyNames": {"pattern": NUMBER.schema["pattern"]},
        "additionalProperties": NUMBER_FORMS.schema,
    },
)


class LanguageKeys(Record):
    """Facts about a language that checks need, for texts of any game.

    The file of a project extends the one that comes with the tool: lists are joined, mappings are
    merged key by key, and single values are replaced. The file of a region, `de-AT`, extends that
    of `de`.
    """

    alone = optional(
        FLAG,
        "Whether the file replaces those that it would extend, so that their contents can be"
        " left out.",
        "yes",
        "no",
    )
    words = optional(
        WORDS, "Short words that distinguish it from other languages.", "[der, die, und]", "[]"
    )
    joining = optional(
        WORDS, "Words that join the last two items of an enumeration.", "[und, oder]", "[]"
    )
    unchanged = optional(
        WORDS, "Words and whole texts that are identical in other languages.", "[Team, Text]", "[]"
    )
    numbers = optional(NUMBERS, "The words for numbers.", "{2: [zwei, beide], 3: [drei]}", "{}")
    homographs = optional(
        WORDS,
        "Number words with another meaning: they are reported, as a warning, only where a"
        " number of the original is missing.",
        "[achte, sieben]",
        "[]",
    )
    spelled = optional(
        SPELLED,
        "Further forms of number words, as texts refer to them: `{hand_size:feminine}`; the"
        " form `word` of a number is the first of its words unless given here.",
        "{1: {word: ein, feminine: eine}}",
        "{}",
    )
    address = optional(
        AddressKeys.form(),
        "The form of address for readers.",
        "{used: du, other: {Sie: {words: [Sie, Ihnen]}}}",
    )
    icons = optional(
        map_of(TEXT, keys="icon"),
        "The words for icons, for readers who cannot see them; a term of the glossary of the"
        " same name takes precedence.",
        "{players: Personen, time: Dauer}",
        "{}",
    )
    names = optional(
        WORDS,
        "Names that stay the same in each translation from this language.",
        "[Ashlock, Taco]",
        "[]",
    )
    enclitics = optional(
        WORDS,
        "Pronouns attached to verbs: the dictionary may lack the combinations.",
        "[lo, la]",
        "[]",
    )
    spelling = optional(
        WORDS,
        "Correct words that the dictionary lacks; with this key, even with an empty list,"
        " spelling is checked.",
        "[Belagkarte]",
    )
    then = optional(
        WORDS,
        "Words between one action and the next.",
        "[dann, danach]",
        "[]",
    )
    meaning = optional(
        map_of(
            either(MappingNode, WordingKeys.form(), list_of(TEXT, empty=True)),
            keys="meaning",
        ),
        "The expressions for meanings that a translation must contain as often as its original.",
        "{left: [links, linke*], before: {surely: [bevor], perhaps: [vor]}}",
        "{}",
    )
    opposites = optional(
        list_of(WORDS),
        "Meanings that must never be confused with each other; for the source language.",
        "[[left, right], [red, blue, green]]",
    )
    contrasts = optional(
        list_of(WORDS),
        "Opposites that are compared only by their `surely` expressions; for the source language.",
        "[[more, fewer]]",
    )
    exchanged = optional(
        list_of(WORDS),
        "Groups of two or more meanings, reported only if a `surely` expression of one replaces"
        " another; for the source language.",
        "[[earliest, latest]]",
    )
    mentioned = optional(
        WORDS,
        "Meanings that must occur, though not as often; for the source language.",
        "[card, player]",
        "[]",
    )
    by_sentence = optional(
        WORDS,
        "Meanings that are also compared sentence by sentence, like opposites; for the source"
        " language.",
        "[denial, exactly]",
        "[]",
    )
    smart_quotes = optional(
        FLAG,
        "Whether straight quotation marks and apostrophes, three full stops, hyphens between spaces"
        " and spaces at marks print as the language prints them. With `no`, texts print as typed.",
        "no",
        "yes",
    )
    agreement = optional(
        AgreementKeys.form(),
        "Words that must agree with their neighbours.",
        "{determiners: {f: [eine]}, nouns: {f: [Karte]}}",
    )
    never = optional(
        list_of(NeverKeys.form()),
        "Expressions that are always wrong.",
        '[{words: [le, la], before: ["a*"], instead: l’}]',
    )

    @property
    def usage(self) -> Usage:
        """The lists as sets of words."""
        address = self.address
        ways = address.other if address else {}
        return Usage(
            words=frozenset(self.words),
            joining=frozenset(self.joining),
            unchanged=frozenset(self.unchanged),
            numbers=self.numbers,
            homographs=frozenset(self.homographs),
            spelled=self.spelled,
            icons=self.icons,
            smart_quotes=self.smart_quotes,
            used_address=(address.used or "") if address else "",
            addressing={
                "one": frozenset(address.one if address else ()),
                "several": frozenset(address.several if address else ()),
            },
            other_addresses=tuple(
                Address(name, frozenset(way.words), frozenset(way.first), way.endings)
                for name, way in ways.items()
                if address and name != address.used
            ),
            names=frozenset(self.names),
            spelling=None if self.spelling is None else frozenset(self.spelling),
            enclitics=frozenset(self.enclitics),
            meaning={
                name: Wording(wording.surely, wording.perhaps)
                if isinstance(wording, WordingKeys)
                else Wording(wording)
                for name, wording in self.meaning.items()
            },
            opposites=self.opposites or (),
            contrasts=self.contrasts or (),
            exchanged=self.exchanged or (),
            mentioned=frozenset(self.mentioned),
            by_sentence=frozenset(self.by_sentence),
            then=frozenset(self.then),
            agreement=self.agreement.agreement if self.agreement else Agreement(),
            never=tuple(
                Never(rule.words, rule.before, rule.unless, rule.of, rule.instead or "")
                for rule in self.never or ()
            ),
        )


LANGUAGE = map_of(LanguageKeys.form(), names=False, keys="language")


def load_usage(language: str, files: Sequence[tuple[Path, str]], problems: Problems) -> Usage:
    """Load the facts about a language from its files, each with its path for messages.

    A file has one root key, the language. It extends those before it, unless it has `alone: yes`.
    """
    problems = problems.part(Subject(language=language))
    declared = required(LanguageKeys.form(), "The language.", "{}")
    whole: Node | None = None
    for path, shown in files:
        root = read_yaml(path, shown, problems)
        if root is None:
            continue
        key = _root(language, root)
        node = read_fields(root, {key: declared}, problems)[key]
        whole = node if whole is None or _is_alone(node) else _laid_over(node, whole)
    return Usage() if whole is None else LanguageKeys(whole, problems).usage


def _is_alone(node: Node) -> bool:
    alone = node.entries.get("alone") if isinstance(node, MappingNode) else None
    return alone is not None and bool(FLAG.read(alone.value, Problems()))


def _laid_over(node: Node, below: Node) -> Node:
    """Return one file merged over another: lists joined, mappings by key, values replaced."""
    node, below = _as_wording(node, below), _as_wording(below, node)
    if isinstance(node, MappingNode) and isinstance(below, MappingNode):
        entries = dict(below.entries)
        for key, entry in node.entries.items():
            known = entries.get(key)
            value = _laid_over(entry.value, known.value) if known else entry.value
            entries[key] = replace(entry, value=value)
        return replace(node, entries=entries)
    if isinstance(node, ListNode) and isinstance(below, ListNode):
        known_items = {_said(item) for item in below.items}
        new = [item for item in node.items if _said(item) not in known_items]
        return replace(node, items=[*below.items, *new])
    return below if isinstance(node, BrokenNode) else node


def _as_wording(node: Node, other: Node) -> Node:
    """Return the short form of a meaning, a list, in its long form, if the other file has that."""
    is_long = isinstance(other, MappingNode) and other.entries.keys() & {"surely", "perhaps"}
    if not isinstance(node, ListNode) or not is_long:
        return node
    return MappingNode({"surely": Entry("surely", node.span, node)}, node.span)


def _said(node: Node) -> Hashable:
    """Return the value of a node without its place."""
    if isinstance(node, MappingNode):
        return tuple((key, _said(entry.value)) for key, entry in node.entries.items())
    if isinstance(node, ListNode):
        return tuple(map(_said, node.items))
    return node.value if isinstance(node, TextNode) else None


def _root(language: str, root: Node) -> str:
    """Return the root key: a regional language may use the file of the base language."""
    base = language.split("-", 1)[0]
    return base if isinstance(root, MappingNode) and base in root.entries else language


def read_usages(catalog: Catalog, languages: Iterable[str], problems: Problems) -> dict[str, Usage]:
    """Read the facts about the languages that have a file for it."""
    files = {language: catalog.language_files(language) for language in languages}
    return {
        language: _usage_once(language, paths, problems)
        for language, paths in files.items()
        if paths
    }


_USAGES: Memory[Usage] = Memory(64)
"""The cached facts from files without errors: all games of a project share them. Holds 64; a
guess."""


def _usage_once(language: str, paths: Sequence[Path], problems: Problems) -> Usage:
    """Return the facts in a language's files; cache those of files without faults."""
    key = None
    with suppress(ReadError):
        key = (language, *((path, display_path(path), stamp(path)) for path in paths))
    known = _USAGES.get(key)
    if known is not None:
        return known
    own = Problems()
    usage = load_usage(language, [(path, display_path(path)) for path in paths], own)
    for fault in own.found:
        problems.add(fault)
    return usage if key is None or own.found else _USAGES.keep(key, usage)
