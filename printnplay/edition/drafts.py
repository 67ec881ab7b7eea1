"""Draft translations: fill missing texts with the source text in square brackets."""

import re
from collections.abc import Mapping

from msgspec.structs import replace

from printnplay.edition.loaded import LoadedGame
from printnplay.game.texts import TITLE, Glossary, Term, Text, Texts
from printnplay.kernel.languages import is_right_to_left
from printnplay.proofreading.passages import term_and_form

_TERM = re.compile(r"\{(term:[^{}]*)\}")


def as_draft(loaded: LoadedGame) -> LoadedGame:
    """Return the game with placeholders for the texts and terms that its languages lack.

    The missing texts have been reported by then; the drafts allow rendering nevertheless.
    """
    source = loaded.texts.get(loaded.game.original_in(loaded.texts))
    if source is None:
        return loaded
    terms = {
        name: _with_names(languages, loaded.texts, source.language)
        for name, languages in loaded.glossary.terms.items()
    }
    texts = {
        language: own if own is source else _completed(own, source, loaded.glossary)
        for language, own in loaded.texts.items()
    }
    return replace(loaded, texts=texts, glossary=replace(loaded.glossary, terms=terms))


def _with_names(
    languages: Mapping[str, Term], wanted: Mapping[str, Texts], original: str
) -> dict[str, Term]:
    """Return a term in all languages to render, with the source form where a name is missing."""
    source = languages.get(original)
    if source is None:
        return dict(languages)
    added = {
        language: replace(
            source,
            forms={
                name: in_brackets(form, original, language) for name, form in source.forms.items()
            },
        )
        for language in wanted
        if language not in languages or not languages[language].forms.get("name")
    }
    return {**languages, **added}


def in_brackets(text: str, original: str, language: str) -> str:
    r"""Return a text of the original as a draft of a language shows it.

    Where the two are written in opposite directions, the text keeps its own, marks at its end
    included (an isolate of Unicode Standard Annex 9).

    >>> in_brackets("Stop.", "en", "de"), in_brackets("Stop.", "en", "he")
    ('[Stop.]', '\u2066[Stop.]\u2069')
    """
    if is_right_to_left(original) == is_right_to_left(language):
        return f"[{text}]"
    isolate = "\u2067" if is_right_to_left(original) else "\u2066"
    return f"{isolate}[{text}]\u2069"


def _completed(own: Texts, source: Texts, glossary: Glossary) -> Texts:
    def shown(text: Text) -> str:
        said = _said(text, glossary, source.language)
        return in_brackets(said, source.language, own.language)

    lacking = {
        key: replace(text, forms={"other": shown(text)}, places={})
        for key, text in source.entries.items()
        if key not in own.entries and key != TITLE
    }
    return replace(own, entries={**own.entries, **lacking})


def _said(text: Text, glossary: Glossary, original: str) -> str:
    """Return a source text with its terms in the source language; keep number placeholders."""

    def term(match: re.Match[str]) -> str:
        name, form = term_and_form(match[1]) or ("", "")
        source = glossary.terms.get(name, {}).get(original)
        return source.forms.get(form, match[0]) if source else match[0]

    return _TERM.sub(term, text.plain)
