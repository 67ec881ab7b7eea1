from collections.abc import Callable

import pytest

from printnplay.game.texts import Glossary, Term
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import pt
from printnplay.scene.style import TextStyle
from printnplay.text.context import TextContext
from printnplay.text.fonts import FontShelf
from printnplay.text.markup import Resolver

from .drawing import FONTS

FACTS = {"hand_size": 4, "one": 1, "none": 0, "some": 1250, "many": 12_500, "million": 1_000_000}
NUMBER_WORDS = {
    "en": {1: {"word": "one"}, 4: {"word": "four"}},
    "pl": {4: {"word": "cztery", "masculine": "czterej"}},
}
FORMS = {
    "en": {"name": "Flip", "cards": "Flip cards"},
    "fr": {"name": "Volte-Face", "cards": "cartes Volte-Face"},
}

MakeContext = Callable[[str], TextContext]


@pytest.fixture(scope="session")
def shelf() -> FontShelf:
    return FontShelf([FONTS])


@pytest.fixture(scope="session")
def make_context(shelf: FontShelf) -> MakeContext:
    flip = {
        language: Term("flip", forms, (), Span("glossary.yaml"))
        for language, forms in FORMS.items()
    }
    glossary = Glossary({"flip": flip}, "glossary.yaml")

    def make(language: str) -> TextContext:
        resolver = Resolver(
            language,
            FACTS,
            glossary,
            frozenset({"flip", "wipe-out"}),
            number_words=NUMBER_WORDS.get(language, {}),
        )
        names = frozenset({"Identikit"})
        return TextContext(shelf, language, {"ink": "#1d1a2f"}, resolver, unbroken=names)

    return make


@pytest.fixture
def context(make_context: MakeContext) -> TextContext:
    return make_context("en")


@pytest.fixture(scope="session")
def context_of_session(make_context: MakeContext) -> TextContext:
    """For properties that look at no faults."""
    return make_context("en")


@pytest.fixture(scope="session")
def body() -> TextStyle:
    return TextStyle(
        family="Red Hat Display",
        weight=500,
        bold=800,
        size=pt(9.5),
        leading=pt(13),
        colour="ink",
        minimum=pt(8),
    )
