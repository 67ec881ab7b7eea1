"""Loaders of texts, glossaries and what is known about languages.

`locales/<language>/<game>.yaml` holds the texts of a game by nested keys, `common.yaml` those of
all games, and `language.yaml` what the checks know about the language. The words of one game in
every language are in `locales/glossary/<game>.yaml`, those of all games in `locales/glossary.yaml`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from printnplay.files.catalog import Catalog, display_path
from printnplay.files.yaml_tree import Entry, MappingNode, Node, TextNode, read_yaml
from printnplay.loading.fields import (
    check_name,
    expect_entries,
    expect_int,
    expect_list,
    expect_mapping,
    expect_text,
    expect_texts,
)
from printnplay.loading.locks import load_lock, lock_path
from printnplay.model import codes
from printnplay.model.diagnostics import EVERY_LANGUAGE, Diagnostic, Problems, Span, Subject
from printnplay.model.languages import CATEGORIES, REFERENCE, Address, Agreement, Usage
from printnplay.model.suggestions import listed
from printnplay.model.texts import Accepted, Glossary, Term, Text, Texts

# Unicode CLDR, Language Plural Rules.

_KEY = re.compile(r"[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*")


def load_texts(language: str, files: Sequence[tuple[Path, str]], problems: Problems) -> Texts:
    """The texts of a language from several files, each with the path to show for it.

    Every file has one root key, the language. A mapping whose keys are all plural categories is
    one text with several forms. The last file is the one named where a text is missing.
    """
    own = problems.part(Subject(language=language))
    entries: dict[str, Text] = {}
    lock: dict[str, Accepted] = {}
    for path, shown in files:
        subject = Subject(game=path.stem, language=language)
        of_file = own.part(subject)
        lock |= load_lock(lock_path(path), lock_path(Path(shown)).as_posix(), of_file)
        root = read_yaml(path, shown, of_file)
        if root is not None:
            _Reader(entries, subject, of_file).root(root)
    file = files[-1][1] if files else f"locales/{language}"
    return Texts(language, entries, file, not own.errors, lock)


class _Reader:
    def __init__(self, entries: dict[str, Text], subject: Subject, problems: Problems) -> None:
        self.entries = entries
        self.subject = subject
        self.problems = problems

    def root(self, root: Node) -> None:
        language = self.subject.language
        entries = expect_entries(root, self.problems)
        wrong = next((entry for entry in entries.values() if entry.key != language), None)
        if wrong is not None:
            self.problems.error(
                codes.WRONG_ROOT_LANGUAGE,
                f"`{wrong.key}` stands where the language `{language}` belongs",
                wrong.span,
                f"expected `{language}` and no other key",
                f"the whole file stands under one key, `{language}:`",
            )
        if language in entries:
            for entry in expect_entries(entries[language].value, self.problems).values():
                self._entry(entry, entry.key)

    def _entry(self, entry: Entry, key: str) -> None:
        if not _KEY.fullmatch(entry.key):
            text = f"`{entry.key}` is not a plain key"
            label = "expected letters and digits, joined by hyphens or underscores"
            self.problems.error(
                codes.NAME_NOT_PLAIN, text, entry.span, label, "dots divide keys: nest them"
            )
        node = entry.value
        if not isinstance(node, MappingNode):
            text = expect_text(node, self.problems).rstrip("\n")
            if text.strip():
                self._keep(key, {"other": text}, node.span, {"other": node.span})
        elif node.entries and all(name in CATEGORIES for name in node.entries):
            self._plural(node, entry, key)
        else:
            for inner in expect_entries(node, self.problems).values():
                self._entry(inner, f"{key}.{inner.key}")

    def _plural(self, node: MappingNode, entry: Entry, key: str) -> None:
        forms = {
            name: expect_text(form.value, self.problems).rstrip("\n")
            for name, form in node.entries.items()
        }
        if not forms.get("other", "absent").strip():
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
        if first is not text:
            self.problems.add(_twice(text, first.span))


def _twice(text: Text, first: Span) -> Diagnostic:
    return Diagnostic(
        codes.TEXT_IN_TWO_FILES,
        f"the text `{text.key}` is in two files",
        text.span,
        "expected a key that no other file has",
        "remove one of the two",
        (("the other one is here", first),),
        subject=text.subject,
    )


FORBIDDEN = "forbidden"


def load_glossary(path: Path, shown: str, problems: Problems) -> Glossary:
    """The terms of one file. A form named `forbidden` is a list: what texts must not use."""
    own = problems.part(Subject(language=EVERY_LANGUAGE))
    root = read_yaml(path, shown, own)
    terms: dict[str, Mapping[str, Term]] = {}
    for entry in expect_entries(root, own).values():
        check_name(entry.key, entry.span, own)
        terms[entry.key] = {
            language: _term(entry.key, inner, own.part(Subject(language=language, key=entry.key)))
            for language, inner in expect_entries(entry.value, own).items()
        }
    return Glossary(terms, shown, not own.errors)


def merge_glossaries(glossaries: Iterable[Glossary]) -> Glossary:
    """One glossary of several: for each term the first that has it counts, whole."""
    terms: dict[str, Mapping[str, Term]] = {}
    file, sound = "", True
    for glossary in glossaries:
        file = file or glossary.file
        sound = sound and glossary.sound
        terms = {**glossary.terms, **terms}
    return Glossary(terms, file, sound)


def _term(term_id: str, entry: Entry, problems: Problems) -> Term:
    forms: dict[str, str] = {}
    places: dict[str, Span] = {}
    forbidden: tuple[str, ...] = ()
    for name, form in expect_entries(entry.value, problems).items():
        if name == FORBIDDEN:
            forbidden = expect_texts(form.value, problems, empty=True)
            continue
        check_name(name, form.span, problems)
        if isinstance(form.value, TextNode) and not form.value.value.strip():
            continue  # Still to be translated: a fault of its language only.
        forms[name] = expect_text(form.value, problems)
        places[name] = form.value.span
    return Term(term_id, forms, forbidden, entry.span, places)


LARGEST_NUMBER = 1_000_000

_LISTS = ("words", "joining", "unchanged")
_OTHERS = ("numbers", "address", "agreement")


def load_usage(language: str, path: Path, shown: str, problems: Problems) -> Usage:
    """The words of a language from its file, which has one root key, the language."""
    problems = problems.part(Subject(language=language))
    root = read_yaml(path, shown, problems)
    if root is None:
        return Usage()
    key = _root(language, root)
    sheet = expect_mapping(root, problems, required=(key,))[key]
    fields = expect_mapping(sheet, problems, optional=(*_LISTS, *_OTHERS))
    lists = {name: _words(fields.get(name), problems) for name in _LISTS}
    used, others = _address(fields.get("address"), problems)
    return Usage(
        words=lists["words"],
        joining=lists["joining"],
        unchanged=lists["unchanged"],
        numbers=_numbers(fields.get("numbers"), problems),
        used_address=used,
        other_addresses=others,
        agreement=_agreement(fields.get("agreement"), problems),
    )


def _root(language: str, root: Node) -> str:
    """The root key: a language of a region may use the file of the language itself."""
    base = language.split("-", 1)[0]
    return base if isinstance(root, MappingNode) and base in root.entries else language


def _words(node: Node | None, problems: Problems) -> frozenset[str]:
    return frozenset(expect_texts(node, problems, empty=True)) if node is not None else frozenset()


def _numbers(node: Node | None, problems: Problems) -> Mapping[str, int]:
    numbers: dict[str, int] = {}
    for entry in expect_entries(node, problems).values() if node is not None else ():
        value = expect_int(TextNode(entry.key, entry.span), problems, 0, LARGEST_NUMBER)
        numbers |= dict.fromkeys(expect_texts(entry.value, problems), value)
    return numbers


def _address(node: Node | None, problems: Problems) -> tuple[str, tuple[Address, ...]]:
    if node is None:
        return "", ()
    fields = expect_mapping(node, problems, required=("used", "other"))
    ways = expect_entries(fields["other"], problems)
    return expect_text(fields["used"], problems), tuple(
        _way(name, entry.value, problems) for name, entry in ways.items()
    )


def _way(name: str, node: Node, problems: Problems) -> Address:
    fields = expect_mapping(node, problems, optional=("words", "first"))
    words, first = (_words(fields.get(key), problems) for key in ("words", "first"))
    return Address(name, words, first)


def _agreement(node: Node | None, problems: Problems) -> tuple[Agreement, ...]:
    found = []
    for item in expect_list(node, problems) if node is not None else ():
        fields = expect_mapping(item, problems, required=("words", "never_before"))
        pair = (_words(fields[key], problems) for key in ("words", "never_before"))
        found.append(Agreement(*pair))
    return tuple(found)


def read_glossary(catalog: Catalog, game_id: str, problems: Problems) -> Glossary:
    """The words of the game; its own file wins over the shared one, the user's over the tool's."""
    files = catalog.glossary_files(game_id)
    own = problems.part(Subject(game=game_id))
    return merge_glossaries(
        load_glossary(path, display_path(path), own if path.stem == game_id else problems)
        for path in files
    )


def read_texts(
    catalog: Catalog, game_id: str, languages: Sequence[str], problems: Problems
) -> dict[str, Texts]:
    """The texts of the languages asked for, and of the reference to compare them with."""
    there = catalog.languages_of(game_id)
    wanted = [one for one in there if one in languages or one == REFERENCE]
    return {
        language: load_texts(
            language,
            [(path, display_path(path)) for path in catalog.locale_files(language, game_id)],
            problems,
        )
        for language in wanted
    }


def read_usages(catalog: Catalog, languages: Iterable[str], problems: Problems) -> dict[str, Usage]:
    """What is known about the languages that have a file for it."""
    files = {one: catalog.language_file(one) for one in languages}
    return {
        one: load_usage(one, path, display_path(path), problems)
        for one, path in files.items()
        if path
    }
