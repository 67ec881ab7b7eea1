"""What can be wrong with a translation that comes back, each with its place in the file."""

from collections.abc import Sequence

from printnplay.loading.exchange.units import Received
from printnplay.loading.fields import listed, suggestion
from printnplay.model.diagnostics import Diagnostic, Severity, Span
from printnplay.model.texts import Text, Texts


def unknown(kind: str, name: str, known: Sequence[str], place: Span) -> Diagnostic:
    """A file for a game or a language that there is not."""
    return Diagnostic(
        "PNP351",
        f"the file is for the {kind} `{name}`, which the project does not have",
        place,
        f"expected one of {listed(known)}" if known else "there is none",
        suggestion(name, known),
    )


def differs(
    unit: Received, form: str, missing: frozenset[str], extra: frozenset[str]
) -> Diagnostic:
    """A translation with other placeholders than its original."""
    faults = [f"lacks {listed(sorted(missing))}"] if missing else []
    faults += [f"has {listed(sorted(extra))}, which the original has not"] if extra else []
    return Diagnostic(
        "PNP353",
        f"the translation of `{unit.key}` {' and '.join(faults)}",
        unit.places[form],
        "expected the placeholders of the original",
        "write what stands in braces as the original has it; only the form of a term may differ",
    )


def no_such_text(unit: Received, source: Texts, place: Span) -> Diagnostic:
    """A text that no file of texts has."""
    near = suggestion(unit.key, source.entries)
    return Diagnostic(
        "PNP352",
        f"there is no text `{unit.key}`",
        place,
        f"expected a key of {source.file}",
        near if near.startswith("did") else "remove the entry, or export the texts anew",
    )


def twice(key: str, place: Span, first: Span) -> Diagnostic:
    """A text that stands twice, in one file or in two."""
    return Diagnostic(
        "PNP354",
        f"the text `{key}` stands twice",
        place,
        "expected each text once",
        "import one of the two, after the other if need be",
        (("it stands here first", first),),
    )


def no_place(path: str, file: str) -> Diagnostic:
    """A translation that would have to stand where something else is."""
    key = path.partition(".")[2]
    return Diagnostic(
        "PNP357",
        f"{file} has no place for the text `{key}`",
        Span(file),
        f"expected `{key}`, or nothing, where its key is",
        "move what stands there, as the source has it",
    )


def outdated(unit: Received, source: Text, place: Span) -> Diagnostic:
    """A warning: the translation is of an older original."""
    return Diagnostic(
        "PNP355",
        f"`{unit.key}` was translated from an original that has changed since",
        place,
        "the original says something else now",
        "compare the two, and mend the translation if it needs it",
        (("the original stands here", source.span),),
        Severity.WARNING,
    )


def emptied(key: str, place: Span) -> Diagnostic:
    """A warning: a translation was taken away, and nothing put in its place."""
    return Diagnostic(
        "PNP359",
        f"the translation of `{key}` is empty; what was there stays",
        place,
        "expected a translation",
        "write it, or leave the old one as it was",
        (),
        Severity.WARNING,
    )
