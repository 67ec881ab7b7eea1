"""Faults of files received from translators, each with its place in the file."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from printnplay.game.texts import Text, Texts
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Problems, Severity, Span
from printnplay.kernel.suggestions import counted, listed, suggestion
from printnplay.translation.exchange.units import Received, Returned


class Side(StrEnum):
    """Whose version of a text to use if both sides changed it."""

    OURS = "ours"
    THEIRS = "theirs"


def unknown(kind: str, name: str, names: Sequence[str], place: Span) -> Diagnostic:
    """Return the fault of a file for a game or a language that does not exist."""
    return Diagnostic(
        codes.EXCHANGE_FOR_NOTHING,
        f"the file is for the {kind} `{name}`, which the project does not have",
        place,
        f"expected one of {listed(names)}" if names else "there is none",
        suggestion(name, names),
    )


def differs(
    unit: Received, form: str, missing: frozenset[str], extra: frozenset[str]
) -> Diagnostic:
    """Return the fault of a translation whose placeholders differ from the original's."""
    lost, added = listed(sorted(missing)), listed(sorted(extra))
    fault = f"lacks {lost} and has {added}, which the original lacks"
    if not extra:
        fault = f"lacks {lost}"
    elif not missing:
        fault = f"has {added}, which the original lacks"
    return Diagnostic(
        codes.IMPORTED_PLACEHOLDERS_DIFFER,
        f"the translation of `{unit.key}` {fault}",
        unit.places[form],
        "expected the placeholders of the original",
        "copy the placeholders from the original; only the form of a term may differ",
    )


def no_such_text(unit: Received, source: Texts, place: Span) -> Diagnostic:
    """Return the fault of a text that no file of texts has."""
    near = suggestion(unit.key, source.entries)
    return Diagnostic(
        codes.EXCHANGED_TEXT_UNKNOWN,
        f"there is no text `{unit.key}`",
        place,
        f"expected a key of {source.file}",
        near if near.startswith("did") else "remove the entry, or export the texts again",
    )


def no_place(path: str, file: str) -> Diagnostic:
    """Return the fault of a translation whose key is used by something else."""
    key = path.partition(".")[2]
    return Diagnostic(
        codes.NO_PLACE_FOR_IMPORT,
        f"{file} has no place for the text `{key}`",
        Span(file),
        f"expected `{key}`, or nothing, where its key is",
        "move what is there, as in the source",
    )


def in_a_table(text: Text, place: Span) -> Diagnostic:
    """Return the fault of a translation in a table of cards, which only the designer edits."""
    return Diagnostic(
        codes.NO_PLACE_FOR_IMPORT,
        f"`{text.key}` is in a table of cards, which an import does not change",
        place,
        "expected the text of the table",
        f"change it in {text.span.file}, line {text.span.line}",
        (("it is written here", text.span),),
    )


def outdated(unit: Received, source: Text, place: Span) -> Diagnostic:
    """Return a warning about a translation of an older original."""
    return Diagnostic(
        codes.IMPORTED_FROM_OLD_SOURCE,
        f"`{unit.key}` was translated from an original that has changed since",
        place,
        "the original has changed",
        "compare the two, and correct the translation if needed",
        (("the original", source.span),),
        Severity.WARNING,
    )


def control(key: str, letter: str, place: Span) -> Diagnostic:
    """Return the fault of a text with a character that not every format can hold."""
    return Diagnostic(
        codes.CONTROL_CHARACTER,
        f"the text `{key}` holds the control character U+{ord(letter):04X}",
        place,
        "expected text that every program can read",
        "remove it from the original and from the translation",
    )


def line_break_dropped(key: str, place: Span) -> Diagnostic:
    """Return a warning about a line break at the end of a translation."""
    return _warning(
        codes.LINE_BREAK_DROPPED,
        f"the translation of `{key}` ends with a line break, which its original lacks",
        place,
        "imported without it",
        "remove it from the file",
    )


def changed_since_import(keys: Sequence[str], place: Span, *, taken: bool) -> Diagnostic:
    """Return a warning about texts that an earlier import of the same file had changed already."""
    texts = f"{counted(len(keys), 'text')} that an earlier import of it changed"
    such = f"of {texts}, such as {listed(keys[:_NAMED])}"
    if taken:
        return _warning(
            codes.CHANGED_SINCE_IMPORT,
            f"the file has other versions now {such}",
            place,
            "the file's versions are taken",
            "if this is another translator's copy, restore the texts (`git diff`), and import it"
            " under another name",
        )
    return _warning(
        codes.CHANGED_SINCE_IMPORT,
        f"the file has the exported versions again {such}",
        place,
        "an edit taken back, or another translator's copy: the project's versions are kept",
        "import it again with `--theirs` to take the exported versions back, with `--ours` to keep"
        " the project's; import another translator's copy under another name",
    )


def states_missing(place: Span) -> Diagnostic:
    """Return a warning about a file without the states that it was exported with."""
    return _warning(
        codes.STATES_MISSING,
        "the file has no states any more, as if a program had dropped them",
        place,
        "the project's are kept",
        "restore them in the file, or change them in the project: `printnplay l10n accept`",
    )


def export_unknown(shown: str) -> Diagnostic:
    """Return a warning about a file whose export is not recorded in the project."""
    return _warning(
        codes.EXPORT_UNKNOWN,
        "the export of this file is not recorded here: only its texts are compared with it",
        Span(shown, 1, 1),
        "other edits, such as of headings, definitions or obsolete entries, are not named",
        "import it where it was exported, or read these yourself",
    )


def _warning(code: codes.Code, text: str, place: Span, label: str, cure: str) -> Diagnostic:
    return Diagnostic(code, text, place, label, cure, (), Severity.WARNING)


def both_changed(what: str, place: Span, said: Iterable[str], project: Span | None) -> Diagnostic:
    """Return a warning about a text that the translator and the project both changed.

    `said` holds the exported version, the file's and the project's.
    """
    base, theirs, ours = (f"`{text}`" if text else "nothing" for text in said)
    return Diagnostic(
        codes.CHANGED_ON_BOTH_SIDES,
        f"{what} was changed here and in the project: exported {base}, file {theirs},"
        f" project {ours}",
        place,
        "the project's version is kept",
        "import it again with `--theirs` to take the file's version, or `--ours` to keep this",
        (("the project says", project),) if project is not None else (),
        Severity.WARNING,
    )


def warn_without_base(returned: Returned, problems: Problems) -> None:
    """Warn if a valid file does not record the exported texts, to detect changes in the project."""
    number = sum(unit.base is None for unit in returned.units)
    if number and not problems.errors:
        problems.add(
            Diagnostic(
                codes.IMPORTED_WITHOUT_BASE,
                f"the file does not record {counted(number, 'text')} as exported: later"
                " changes in the project may be undone",
                returned.place,
                "exported by an older version, or saved by a program that drops notes",
                "compare with `git diff`, and export the texts again for the next round",
                (),
                Severity.WARNING,
            )
        )


def not_imported(texts: Mapping[str, int], shown: str) -> Diagnostic:
    """Return a warning about edited texts, by line, that an import does not take."""
    first, line = next(iter(texts.items()))
    more = f", and {counted(len(texts) - 1, 'more edit')}" if len(texts) > 1 else ""
    others = ", ".join(map(str, sorted({*texts.values()} - {line, 0})[:_LINES]))
    return Diagnostic(
        codes.NOT_IMPORTED,
        f"`{first[:_SHOWN]}`{more} cannot be imported: an import takes translations, states and"
        " comments only",
        Span(shown, line, 1) if line else Span(shown),
        f"edited here{f', and in lines {others}' if others else ''}",
        "change originals and notes in the project; keep this file under another name, since the"
        " next export to its folder stops at it",
        (),
        Severity.WARNING,
    )


def texts_missing(number: int, keys: Sequence[str], place: Span) -> Diagnostic:
    """Return a warning about exported texts that a file does not contain any more.

    `keys` are those that are known.
    """
    such = f", such as {listed(keys[:_NAMED])}" if keys else ""
    return Diagnostic(
        codes.TEXTS_MISSING,
        f"the file lacks {counted(number, 'text')} that it was exported with{such}",
        place,
        "their translations stay as they are",
        "ask for the whole file, unless these were left out on purpose",
        (),
        Severity.WARNING,
    )


def forms_stay(keys: Sequence[str], place: Span) -> Diagnostic:
    """Return a warning about forms of terms that a file does not contain any more."""
    return _warning(
        codes.FORMS_STAY,
        f"the file lacks {counted(len(keys), 'form')} that the glossary has from it:"
        f" {listed(keys[:_NAMED])}",
        place,
        "removed, renamed or no longer deprecated; an import removes no form, so they stay",
        "if they are wrong, remove them from the glossary",
    )


def comments_missing(keys: Sequence[str], place: Span) -> Diagnostic:
    """Return a warning about a file that lost all comments, or from which the last was deleted."""
    return Diagnostic(
        codes.COMMENTS_MISSING,
        f"the file has no comment any more, of {counted(len(keys), 'comment')} exported:"
        f" {listed(keys[:_NAMED])}",
        place,
        "the project's comments stay: many programs drop them",
        "to delete one, run `printnplay l10n answer` with the key and `--settled`",
        (),
        Severity.WARNING,
    )


_SHOWN = 60
"""The most characters of an edit to quote: enough to search for it. A guess."""

_LINES = _NAMED = 5
"""The most lines and keys to name. A guess."""


def approved_as_edited(key: str, place: Span) -> Diagnostic:
    """Return a warning about a text that was edited but kept an earlier approval."""
    return Diagnostic(
        codes.APPROVED_AS_EDITED,
        f"`{key}` was edited, but is still marked as approved",
        place,
        "the approval was for the old wording; it is marked as unsure",
        f"review it, then run `printnplay l10n accept` with `{key}`",
        (),
        Severity.WARNING,
    )


def emptied(key: str, place: Span) -> Diagnostic:
    """Return a warning about a translation that was removed without a replacement."""
    return Diagnostic(
        codes.IMPORTED_EMPTY,
        f"the translation of `{key}` is empty; the old one is kept",
        place,
        "expected a translation",
        "write it, or restore the old one",
        (),
        Severity.WARNING,
    )
