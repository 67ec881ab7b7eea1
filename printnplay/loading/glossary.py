"""The words of the games in every language.

`locales/glossary/<game>.yaml` holds those of one game, `locales/glossary.yaml` what all games
share.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

from printnplay.loading.fields import check_name, expect_entries, expect_text, expect_texts
from printnplay.loading.files import read_yaml
from printnplay.loading.nodes import Entry, TextNode
from printnplay.model.diagnostics import Problems, Span
from printnplay.model.texts import Glossary, Term

FORBIDDEN = "forbidden"


def load_glossary(path: Path, shown: str, problems: Problems) -> Glossary:
    """The terms of one file. A form named `forbidden` is a list: what texts must not use."""
    before = problems.errors
    root = read_yaml(path, shown, problems)
    terms: dict[str, Mapping[str, Term]] = {}
    for entry in expect_entries(root, problems).values():
        check_name(entry.key, entry.span, problems)
        languages = expect_entries(entry.value, problems)
        terms[entry.key] = {
            language: _term(entry.key, inner, problems) for language, inner in languages.items()
        }
    return Glossary(terms, shown, problems.errors == before)


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
