"""The glossary: `locales/glossary/<game>.yaml`, and `locales/glossary.yaml` for all games."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from printnplay.files.catalog import Catalog, base_of, display_path
from printnplay.files.yaml_tree import Node, TextNode, read_yaml
from printnplay.game.texts import Glossary, Term
from printnplay.kernel.diagnostics import EVERY_LANGUAGE, Problems, Span, Subject
from printnplay.loading.forms import (
    SCALAR,
    TEXT,
    Form,
    Record,
    check_name,
    list_of,
    map_of,
    optional,
    read_entries,
    read_text,
)


def _read_form(node: Node, problems: Problems) -> str:
    """Read a form of a term; it may be empty until it is translated."""
    if isinstance(node, TextNode) and not node.value.strip():
        return ""
    return read_text(node, problems)


_FORM = Form(
    _read_form, "a text, empty until it is translated", {"type": [*SCALAR["type"], "null"]}
)


class TermKeys(Record):
    """A term in one language: its forms, as the texts of that language need them."""

    name = optional(_FORM, "The preferred form, printed by `{term:<id>}`.", "flip card", "''")
    forbidden = optional(
        list_of(TEXT, empty=True),
        "Words that no text of the language may use instead; case-sensitive.",
        "[flipping card, Flip Card]",
        "[]",
    )
    others = optional(
        _FORM, "Another form, by any plain name, printed by `{term:<id>.plural}`.", "flip cards"
    )

    def term(self, term_id: str, span: Span) -> Term:
        """Return the term; an untranslated form is an error of its language only."""
        written = {name: node for name, node in self.nodes.items() if name != "forbidden"}
        forms = {name: {**self.values, **self.rest}[name] for name in written}
        return Term(
            term_id,
            {name: form for name, form in forms.items() if form},
            self.forbidden,
            span,
            {name: node.span for name, node in written.items() if forms[name]},
        )


GLOSSARY = map_of(map_of(TermKeys.form(), names=False, keys="language"), keys="term")


def load_glossary(path: Path, shown: str, problems: Problems) -> Glossary:
    """Load the terms of one file; `forbidden` lists the forms that texts must not use."""
    own = problems.part(Subject(language=EVERY_LANGUAGE))
    root = read_yaml(path, shown, own)
    terms: dict[str, Mapping[str, Term]] = {}
    for entry in read_entries(root, own).values() if root else ():
        check_name(entry.key, entry.span, own)
        terms[entry.key] = {
            language: TermKeys(
                inner.value, own.part(Subject(language=language, key=entry.key))
            ).term(entry.key, inner.span)
            for language, inner in read_entries(entry.value, own).items()
        }
    return Glossary(terms, shown, not own.errors)


def merge_glossaries(glossaries: Iterable[Glossary]) -> Glossary:
    """Merge glossaries: the first one that has a term defines all of it."""
    terms: dict[str, Mapping[str, Term]] = {}
    file, sound = "", True
    for glossary in glossaries:
        file = file or glossary.file
        sound = sound and glossary.sound
        terms = {**glossary.terms, **terms}
    return Glossary(terms, file, sound)


def read_glossary(catalog: Catalog, game_id: str, problems: Problems) -> Glossary:
    """Read the glossary of a game: its own file before the shared one, the user's first."""
    files = catalog.glossary_files(game_id)
    own = problems.part(Subject(game=game_id))
    return merge_glossaries(
        load_glossary(
            path, display_path(path), own if base_of(path.stem) == base_of(game_id) else problems
        )
        for path in files
    )
