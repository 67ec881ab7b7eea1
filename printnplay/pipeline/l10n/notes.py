"""What a translator is told about a text: where it is printed, and the terms that it uses."""

from collections.abc import Callable

from printnplay.loading.checks.passages import PLACEHOLDER, term_and_form
from printnplay.model.texts import Glossary, Text


class Notes:
    """The notes on the texts of a game, or on the common ones, for translators of a language."""

    def __init__(
        self, places: Callable[[str], tuple[str, ...]], glossary: Glossary, language: str
    ) -> None:
        """Keep what tells the places of a text by its key, and the terms of the language."""
        self.places = places
        self.forms = {
            term: languages[language].forms
            for term, languages in glossary.terms.items()
            if language in languages
        }

    def of(self, text: Text) -> tuple[str, ...]:
        """The notes on a text, one subject each."""
        terms = dict.fromkeys(
            named[0]
            for form in text.forms.values()
            for match in PLACEHOLDER.finditer(form)
            if (named := term_and_form(match[1])) is not None
        )
        printed = (f"Printed: {place}" for place in self.places(text.key))
        return (
            *printed,
            *(self._term(term) for term in terms if any(self.forms.get(term, {}).values())),
        )

    def _term(self, term: str) -> str:
        """A term with its forms as placeholders: the translator chooses the one that fits."""
        listed = (
            f"{{term:{term}}} {form}" if name == "name" else f"{{term:{term}.{name}}} {form}"
            for name, form in self.forms[term].items()
            if form
        )
        return "Term: " + "; ".join(listed)
