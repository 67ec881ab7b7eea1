"""What checks know about a new language: what CLDR says, and what is left to say."""

from collections.abc import Iterator, Mapping

from printnplay.typesetting.text.languages import joining_words, language_name

LEFT_OPEN: Mapping[str, tuple[str, str]] = {
    "words": (
        "[…]",
        "paragraphs left in another language, and untranslated texts: small words of the language",
    ),
    "numbers": ("{…}", "number words that contradict the game: the words for 2, 3 and so on"),
    "address": (
        "{used: …, other: {…}}",
        "readers spoken to in two ways: words of the ways that the texts do not use",
    ),
    "agreement": ("{…}", "articles, adjectives and verbs that do not agree: these by class"),
    "meaning": ("{…}", "meanings that differ from the original, with --proofread: their wordings"),
    "never": ("[…]", "expressions that are never right, with --proofread"),
    "spelling": ("[…]", "spelling, with --proofread: words that its dictionary lacks, or no word"),
}
"""The keys that a person has to fill in: what they look like, and what is not checked without."""


def language_file(language: str) -> str:
    """The file as `l10n add` begins it; what is left open is a comment."""
    return "\n".join([*_lines(language), ""])


def _lines(language: str) -> Iterator[str]:
    yield f"# What `printnplay check` knows about {language_name(language)}, for texts of any game."
    yield f"{language}:"
    joining = joining_words(language)
    yield "  # What joins the last two of several things, as in Unicode CLDR."
    yield f"  joining: [{', '.join(joining)}]"
    yield ""
    yield "  # What follows is not checked until its lists are here, without `#`. The files of"
    yield "  # other languages show how; `printnplay schema language` describes the keys."
    for key, (shape, check) in LEFT_OPEN.items():
        yield f"  # For {check}."
        yield f"  # {key}: {shape}"


def checks_off() -> tuple[str, ...]:
    """What is not checked in a language whose file was only begun."""
    return tuple(check.partition(":")[0] for _, check in LEFT_OPEN.values())
