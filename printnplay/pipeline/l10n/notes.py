"""What a translator is told about a text: where it is printed, and the terms that it uses."""

from printnplay.loading.catalog import Catalog, as_typed
from printnplay.loading.checks.passages import PLACEHOLDER, term_and_form
from printnplay.loading.glossary import load_glossary, merge_glossaries
from printnplay.model.diagnostics import Problems
from printnplay.model.texts import Text
from printnplay.pipeline.l10n.files import LocaleFile
from printnplay.pipeline.l10n.places import places_of


class Notes:
    """The notes on the texts of a game in a language; faults of the glossary are for `check`."""

    def __init__(self, catalog: Catalog, file: LocaleFile) -> None:
        """Read the glossary of the game, and draw the game to measure its boxes."""
        files = catalog.glossary_files(file.name)
        glossary = merge_glossaries(load_glossary(one, as_typed(one), Problems()) for one in files)
        self.forms = {
            term: languages[file.language].forms
            for term, languages in glossary.terms.items()
            if file.language in languages
        }
        game = file.name in catalog.games()
        self.places = places_of(catalog, file.name, file.source.language) if game else {}

    def of(self, text: Text) -> tuple[str, ...]:
        """The notes on a text, one subject each."""
        terms = dict.fromkeys(
            named[0]
            for form in text.forms.values()
            for match in PLACEHOLDER.finditer(form)
            if (named := term_and_form(match[1])) is not None
        )
        printed = (f"Printed: {place}" for place in self.places.get(text.key, ()))
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
