"""Translations are of what the source says now."""

from printnplay.loading.checks.review import Review
from printnplay.loading.locks import Stale, source_of, stale
from printnplay.model.diagnostics import Diagnostic, Note, Problems


def check_stale(review: Review, problems: Problems) -> None:
    """A text whose source changed since its translation was accepted; without lock, none is."""
    for texts in review.translations:
        for one in stale(texts.entries, review.model.entries, texts.lock):
            problems.add(_stale(one, texts.language, review))


def _stale(one: Stale, language: str, review: Review) -> Diagnostic:
    key = one.text.key
    name = one.text.span.file.rpartition("/")[2].partition(".")[0]
    notes: tuple[Note, ...] = (
        (f"`{review.reference}` said: {one.was}", None),
        (f"`{review.reference}` says: {source_of(one.source)}", one.source.span),
    )
    return Diagnostic(
        "PNP340",
        f"the source of `{key}` has changed since its translation was accepted",
        one.text.span,
        "expected a translation of what the source says now",
        f"change it if need be, then run `printnplay l10n accept {name} {key} -l {language}`",
        notes,
    )
