"""The texts of the games by dotted key: `locales/<language>/*.yaml`, and columns of tables."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import product
from pathlib import Path

from msgspec.structs import replace

from printnplay.files.catalog import COMMON, Catalog, display_path, is_reserved
from printnplay.files.yaml_tree import Entry, MappingNode, Node, TextNode, read_yaml
from printnplay.game.game import Card, Game
from printnplay.game.numbering import KIND, KINDS
from printnplay.game.texts import TITLE, Accepted, Remark, Text, Texts
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Problems, Span, Subject
from printnplay.kernel.languages import CATEGORIES, REFERENCE
from printnplay.kernel.strings import key_name
from printnplay.kernel.suggestions import listed
from printnplay.loading.editions import with_changes, without
from printnplay.loading.forms import SCALAR, Form, map_of, read_entries, read_text
from printnplay.loading.locks import load_lock, lock_path
from printnplay.loading.remarks import load_remarks, remarks_path

_KEY = re.compile(r"[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*")


def load_texts(
    language: str,
    files: Sequence[tuple[Path, str]],
    problems: Problems,
    in_table: Collection[str] = (),
) -> Texts:
    """Load the texts of a language from several files, each with its path for messages.

    Every file has one root key, the language. A mapping whose keys are all plural categories is one
    text with several forms. Errors of missing texts name the last file. Texts whose keys are
    `in_table` may be empty here.
    """
    own = problems.part(Subject(language=language))
    entries: dict[str, Text] = {}
    blanks: dict[str, Span] = {}
    lock: dict[str, Accepted] = {}
    remarks: dict[str, Remark] = {}
    for path, shown in files:
        subject = Subject(game=path.stem, language=language)
        of_file = own.part(subject)
        lock |= load_lock(lock_path(path), lock_path(Path(shown)).as_posix(), of_file)
        remarks |= load_remarks(remarks_path(path), remarks_path(Path(shown)).as_posix(), of_file)
        root = read_yaml(path, shown, of_file)
        if root is not None:
            _Reader(entries, blanks, subject, of_file, in_table).root(root)
    file = files[-1][1] if files else f"locales/{language}"
    return Texts(language, entries, file, not own.errors, lock, remarks, blanks)


def reserved_language(language: str, span: Span) -> Diagnostic:
    """Return the fault of a language whose folders Windows cannot have: its code is a device."""
    return Diagnostic(
        codes.RESERVED_LANGUAGE,
        f"`{language}` cannot be the name of a folder",
        span,
        "Windows reserves this name",
        f"add a country to the code, such as `{language}-CO`",
    )


class _Reader:
    """Collects the texts of files by dotted key."""

    def __init__(
        self,
        entries: dict[str, Text],
        blanks: dict[str, Span],
        subject: Subject,
        problems: Problems,
        in_table: Collection[str] = (),
    ) -> None:
        self.entries = entries
        self.blanks = blanks
        self.subject = subject
        self.problems = problems
        self.in_table = in_table

    def root(self, root: Node) -> None:
        """Add the texts of a file, whose one key is the language."""
        language = self.subject.language
        entries = read_entries(root, self.problems)
        wrong = next((entry for entry in entries.values() if entry.key != language), None)
        if wrong is not None:
            self.problems.error(
                codes.WRONG_ROOT_LANGUAGE,
                f"found `{wrong.key}` instead of the language `{language}`",
                wrong.span,
                f"expected `{language}` and no other key",
                f"put the whole file under one key, `{language}:`",
            )
        if language in entries:
            if is_reserved(language):
                self.problems.add(reserved_language(language, entries[language].span))
            for entry in read_entries(entries[language].value, self.problems).values():
                self.entry(entry, entry.key)

    def entry(self, entry: Entry, key: str) -> None:
        """Add the texts of an entry; `key` is its dotted key."""
        if not _KEY.fullmatch(entry.key):
            text = f"`{entry.key}` is not a plain key"
            label = "expected letters and digits, joined by hyphens or underscores"
            self.problems.error(
                codes.NAME_NOT_PLAIN,
                text,
                entry.span,
                label,
                "nest keys instead of writing dots",
            )
        node = entry.value
        if not isinstance(node, MappingNode):
            text = self._words(node, key)
            if text:
                self._keep(key, {"other": text}, node.span, {"other": node.span})
            else:
                self.blanks[key] = node.span
        elif node.entries and all(name in CATEGORIES for name in node.entries):
            self._plural(node, entry, key)
        else:
            for inner in read_entries(node, self.problems).values():
                self.entry(inner, f"{key}.{inner.key}")

    def _words(self, node: Node, key: str) -> str:
        """Return the value of a text; report an empty one, unless it is in a table or optional."""
        if not isinstance(node, TextNode) or node.value.strip():
            return read_text(node, self.problems).rstrip("\n")
        if key not in self.in_table and key != TITLE:
            text, label = f"the text `{key}` is empty", "expected a text"
            subject = replace(self.subject, key=key)
            cure = f"write it here in `{self.subject.language}`"
            self.problems.add(
                Diagnostic(codes.EMPTY_VALUE, text, node.span, label, cure, subject=subject)
            )
        return ""

    def _plural(self, node: MappingNode, entry: Entry, key: str) -> None:
        forms = {
            name: self._words(form.value, f"{key}.{name}") for name, form in node.entries.items()
        }
        if not forms.get("other", "absent").strip():
            self.blanks[key] = entry.span
            return
        if "other" not in forms:
            self.problems.error(
                codes.PLURAL_FORM_MISSING,
                f"the plural text `{key}` has no form `other`",
                entry.span,
                f"expected `other` beside {listed(forms)}",
                "add `other`, or rename the keys if these are texts of their own",
            )
            return
        places = {name: form.value.span for name, form in node.entries.items()}
        self._keep(key, forms, entry.span, places)

    def _keep(
        self, key: str, forms: Mapping[str, str], span: Span, places: Mapping[str, Span]
    ) -> None:
        text = Text(key, forms, span, places, replace(self.subject, key=key))
        first = self.entries.setdefault(text.key, text)
        if first is not text and self.subject.game == COMMON == first.subject.game:
            self.entries[text.key] = text
        elif first is not text:
            self.problems.add(_twice(text, first.span))


TEXT_TREE = {
    "$anchor": "texts",
    "anyOf": [
        SCALAR,
        {
            "type": "object",
            "propertyNames": {"pattern": f"^{_KEY.pattern}$"},
            "additionalProperties": {"$ref": "#texts"},
        },
    ],
}


def _read_tree(node: Node, problems: Problems) -> dict[str, Text]:
    texts: dict[str, Text] = {}
    for entry in read_entries(node, problems).values():
        _Reader(texts, {}, Subject(), problems).entry(entry, entry.key)
    return texts


TEXTS = map_of(
    Form(_read_tree, "texts under nested keys", {"type": "object", "allOf": [TEXT_TREE]}),
    names=False,
    keys="language",
)


def _twice(text: Text, first: Span) -> Diagnostic:
    return Diagnostic(
        codes.TEXT_IN_TWO_FILES,
        f"the text `{text.key}` is in two files",
        text.span,
        "expected this key in one file only",
        "remove one of the two",
        (("the other one is here", first),),
        subject=text.subject,
    )


def texts_of_cards(cards: Iterable[Card]) -> dict[str, dict[str, Text]]:
    """Return the texts in tables of cards, by language and key."""
    found: dict[str, dict[str, Text]] = defaultdict(dict)
    for card in cards:
        for language, text in card.texts:
            found[language][text.key] = text
    return found


def with_table(texts: Texts, of_table: Mapping[str, Text], problems: Problems) -> Texts:
    """Return the texts of a language with those of its tables; a key in both is an error."""
    for key, text in of_table.items():
        if key in texts.entries:
            problems.add(_twice(texts.entries[key], text.span))
    return replace(texts, entries={**texts.entries, **of_table}) if of_table else texts


def with_blanks(texts: Texts, cards: Iterable[Card]) -> Texts:
    """Return the texts of a language with the places of empty cells for texts."""
    blanks = {
        text.key: text.span
        for card in cards
        for language, text in card.blanks
        if language == texts.language
    }
    return replace(texts, blanks={**texts.blanks, **blanks}) if blanks else texts


def with_kinds(texts: Texts, cards: Iterable[Card], language: str) -> Texts:
    """Return the texts of a language; if it is that of the tables, with the names of their kinds.

    `language` is the one that the tables are written in. A kind is called what its cell says.
    """
    names = kinds_of(cards, language) if texts.language == language else {}
    return replace(texts, entries={**names, **texts.entries}) if names else texts


def kinds_of(cards: Iterable[Card], language: str) -> dict[str, Text]:
    """Return the names of the kinds of cards in tables by key, in the language of the tables."""
    names: dict[str, Text] = {}
    cards = [*cards]
    fields = dict.fromkeys(card.roles[KIND] for card in cards if KIND in card.roles)
    for card, field in product(cards, fields):
        if value := card.fields.get(field, ""):
            key, span = f"{KINDS}.{key_name(value)}", card.places.get(field, card.span)
            said, subject = value[:1].upper() + value[1:], Subject(language=language, key=key)
            names.setdefault(key, Text(key, {"other": said}, span, {"other": span}, subject))
    return names


def read_texts(
    catalog: Catalog,
    game_id: str,
    languages: Sequence[str],
    problems: Problems,
    game: Game | None = None,
) -> dict[str, Texts]:
    """Read the texts of the requested languages, and of the original.

    They include the texts in the tables of the game's cards. An edition has those of its game, with
    its own changes, and without those of parts that it leaves out.
    """
    known = catalog.languages_of(game_id)
    original = game.original_in(known) if game else REFERENCE
    wanted = [language for language in known if language in languages or language == original]
    cards = game.cards if game else ()
    in_tables = texts_of_cards(cards)
    found = {}
    for language in wanted:
        files = [(path, display_path(path)) for path in catalog.locale_files(language, game_id)]
        of_table = in_tables.get(language, {})
        own = files[-1:] if game and game.edition and files[-1][0].stem == game_id else []
        texts = load_texts(language, files[: len(files) - len(own)], problems, of_table)
        texts = with_blanks(with_table(texts, of_table, problems), cards)
        texts = with_kinds(texts, cards, original)
        if game and own:
            texts = with_changes(texts, load_texts(language, own, problems), game, problems)
        elif game:
            texts = without(texts, game.left_out)
        found[language] = texts
    return found
