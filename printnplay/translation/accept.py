"""Accept translations, recording their source text, and show changes since."""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import chain
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from printnplay.edition.loaded import Scrutiny, open_game
from printnplay.files.catalog import Catalog, display_path
from printnplay.files.edits import editing, write_edits
from printnplay.game.texts import Accepted, Glossary, Text, source_of, source_of_term
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import FaultsError, Problems, Span, Subject
from printnplay.loading.glossary import read_glossary
from printnplay.loading.locks import accepted, lock_path, lock_text, text_hash, with_warning
from printnplay.loading.remarks import remarks_path, remarks_text
from printnplay.proofreading.passages import TERM
from printnplay.translation.files import (
    COMMON,
    LocaleFile,
    chosen_keys,
    in_order,
    own_translations,
    split_words,
)

REMOVED, ADDED = ("[-", "-]"), ("[+", "+]")
"""The marks around differing words."""

_WITHOUT_RULES = frozenset({codes.RULES_NOT_TRUSTED, codes.RULES_CANNOT_LOAD})

_PIECES = re.compile(r"\{[^{}]*\}|\w+|\s+|[^\w\s]")


class AcceptedFile(Struct, frozen=True):
    """A lock file: its path and language, and how many translations are new or renewed in it.

    `unsure` counts translations in doubt, which were skipped because they were not named, and
    `confirmed` those that are no longer in doubt.
    """

    path: str
    language: str
    renewed: int
    all: int
    unsure: int
    confirmed: int = 0


class Changed(Struct, frozen=True):
    """A stale text: its old and new source with the differing words marked, and its translation."""

    key: str
    place: Span
    languages: tuple[str, str]
    was: str
    now: str
    translation: str


class AcceptedWarning(Struct, frozen=True):
    """An accepted warning, named as in the output of `check`, and the reason."""

    name: str
    reason: str


@editing
def accept(
    project: Path, words: Sequence[str], languages: Sequence[str]
) -> tuple[AcceptedFile, ...]:
    """Record that translations match their current source: all of them, or those named.

    A text in doubt is accepted only if a key is named. Accepted warnings that no longer occur are
    removed.

    Raises:
        FaultsError: a word is not known, or a file cannot be read or written.
    """
    files, keys = _meant(project, words, languages)
    needless = _needless(Catalog(project), files, keys)
    named = bool(split_words(Catalog(project), words)[1])
    new: dict[Path, bytes] = {}
    noted = [
        _accepted(file, keys, _Change(needless, named=named), new)
        for file in files
        if keys & file.translated.keys()
    ]
    write_edits(new, project)
    return tuple(noted)


@editing
def accept_warning(
    project: Path, words: Sequence[str], languages: Sequence[str], warning: AcceptedWarning
) -> tuple[AcceptedFile, ...]:
    """Accept a warning about the named texts, sources too; all else in the locks stays.

    Raises:
        FaultsError: no text is named, a word is not known, the warning has no code or no reason, or
            a file cannot be read or written.
    """
    _check_warning(warning, split_words(Catalog(project), words)[1])
    files, keys = _meant(project, words, languages, sources=True)
    new: dict[Path, bytes] = {}
    noted = []
    for file in files:
        old, path = file.texts.lock, lock_path(file.path)
        added = {
            key: with_warning(old.get(key), warning.name, warning.reason)
            for key in file.translated
            if key in keys
        }
        if added:
            lock = in_order({**old, **added}, file.source.entries)
            new[path] = lock_text(lock).encode()
            noted.append(AcceptedFile(display_path(path), file.language, len(added), len(lock), 0))
    write_edits(new, project)
    return tuple(noted)


def _check_warning(warning: AcceptedWarning, keys: Sequence[str]) -> None:
    """Check that a warning can be accepted.

    Raises:
        FaultsError: no text is named, or the warning has no code or no reason.
    """
    problems, code = Problems(), warning.name.partition(" ")[0]
    for is_wrong, *said in (
        (
            not keys,
            "no text is named for the warning",
            "a warning is accepted for single texts",
            "copy the whole command that `printnplay check` prints with the warning",
        ),
        (
            not codes.is_code(code),
            f"`{code}` is not the code of a warning",
            "expected a code such as `PNP375`",
            'copy `--warning "..."` from the report of `printnplay check`',
        ),
        (
            not warning.reason.strip(),
            "the reason is empty",
            "others read it in the lock file",
            'state why the text is right, as in --reason "said by the next sentence"',
        ),
    ):
        if is_wrong:
            text, label, cure = said
            problems.error(codes.CANNOT_ACCEPT, text, Span(""), label, cure)
    if problems.errors:
        raise FaultsError(problems.found)


class _Change(Struct, frozen=True):
    """The accepted warnings to remove, as (language, key, name).

    `named` is true if the texts were named, so that those in doubt are included.
    """

    dropped: frozenset[tuple[str, str, str]]
    named: bool

    def of(self, language: str, key: str, old: Accepted | None) -> dict[str, str]:
        """Return the accepted warnings of a text that still occur, with their reasons."""
        return {
            name: reason
            for name, reason in (old.exceptions if old else {}).items()
            if (language, key, name) not in self.dropped
        }


def _needless(
    catalog: Catalog, files: Sequence[LocaleFile], keys: frozenset[str]
) -> frozenset[tuple[str, str, str]]:
    """Return the accepted warnings that no longer occur, as (language, key, name)."""
    noted = {key for file in files for key, note in file.texts.lock.items() if note.exceptions}
    if not noted & keys:
        return frozenset()
    games = {file.name for file in files} - {COMMON} or catalog.games()
    return frozenset(chain.from_iterable(_needless_in(game, catalog) for game in games))


def _needless_in(game: str, catalog: Catalog) -> Iterator[tuple[str, str, str]]:
    """Yield a game's obsolete warnings, as found by `check`; none if its rules are missing.

    Without the rules the game's numbers are missing, so nobody knows which warnings about them
    apply.
    """
    problems = Problems()
    open_game(catalog, game, catalog.languages_of(game), problems, Scrutiny(proofread=True))
    if not any(fault.code in _WITHOUT_RULES for fault in problems.found):
        for fault in problems.found:
            if fault.code == codes.NEEDLESS_EXCEPTION:
                yield fault.subject.language, fault.subject.key, fault.detail


def changed(project: Path, words: Sequence[str], languages: Sequence[str]) -> tuple[Changed, ...]:
    """Return the stale texts, or the named ones among them, in the order of the source.

    Raises:
        FaultsError: a word is not known, or a file cannot be read.
    """
    files, keys = _meant(project, words, languages)
    return tuple(change for file in files for change in _changed(file, keys))


def _meant(
    project: Path, words: Sequence[str], languages: Sequence[str], *, sources: bool = False
) -> tuple[tuple[LocaleFile, ...], frozenset[str]]:
    """Return the selected files, with terms among their texts, and the selected keys."""
    catalog = Catalog(project)
    names, asked = split_words(catalog, words)
    files = tuple(
        _with_terms(catalog, file)
        for file in own_translations(catalog, names, languages, sources=sources)
    )
    return files, chosen_keys(files, asked)


def _with_terms(catalog: Catalog, file: LocaleFile) -> LocaleFile:
    """Return a file with its game's terms added as texts, under keys that begin with `term:`."""
    if file.name == COMMON:
        return file
    glossary = read_glossary(catalog, file.name, Problems())  # `check` reports its faults
    source, texts = (
        replace(side, entries={**side.entries, **_terms(glossary, file.name, side.language)})
        for side in (file.source, file.texts)
    )
    return replace(file, source=source, texts=texts)


def _terms(glossary: Glossary, game: str, language: str) -> dict[str, Text]:
    return {
        f"{TERM}{name}": Text(
            f"{TERM}{name}",
            {"other": source_of_term(languages[language])},
            languages[language].span,
            subject=Subject(game, language, key=f"{TERM}{name}"),
        )
        for name, languages in glossary.terms.items()
        if language in languages
    }


def _accepted(
    file: LocaleFile, keys: frozenset[str], change: _Change, new: dict[Path, bytes]
) -> AcceptedFile:
    """Update a file's lock and return a summary; changed locks and remarks are added to `new`."""
    old, remarks = file.texts.lock, file.texts.remarks
    meant = {key: text for key, text in file.translated.items() if key in keys}
    unsure = {key for key in meant if file.remark(key).unsure}
    if not change.named:
        meant = {key: text for key, text in meant.items() if key not in unsure}
    lock = {
        key: accepted(text, text_hash(meant[key]), change.of(file.language, key, old.get(key)))
        if key in meant
        else old[key]
        for key, text in file.source.entries.items()
        if key in meant or key in old
    }
    path = lock_path(file.path)
    renewed = sum(1 for key in lock if lock[key] != old.get(key))
    if renewed or lock.keys() != old.keys():
        new[path] = lock_text(lock).encode()
    if change.named and unsure:
        sure = {key: replace(remarks[key], unsure=False) for key in unsure}
        new[remarks_path(file.path)] = remarks_text({**remarks, **sure}).encode()
    left, confirmed = (0, len(unsure)) if change.named else (len(unsure), 0)
    return AcceptedFile(display_path(path), file.language, renewed, len(lock), left, confirmed)


def _changed(file: LocaleFile, keys: frozenset[str]) -> Iterator[Changed]:
    for stale in file.stale:
        if stale.text.key in keys:
            was, now = marked(stale.was, source_of(stale.source))
            languages = (file.source.language, file.language)
            yield Changed(
                stale.text.key, stale.text.span, languages, was, now, source_of(stale.text)
            )


def marked(was: str, now: str) -> tuple[str, str]:
    """Return two versions of a text as a diff, each with its own words marked.

    >>> marked("Draw one card.", "Draw two cards.")
    ('Draw [-one card-].', 'Draw [+two cards+].')
    """
    old, new = _PIECES.findall(was), _PIECES.findall(now)
    before: list[str] = []
    after: list[str] = []
    for kind, a, b, c, d in _joined(old, new):
        same = kind == "equal"
        before.append(_around("".join(old[a:b]), REMOVED, same=same))
        after.append(_around("".join(new[c:d]), ADDED, same=same))
    return "".join(before), "".join(after)


def _joined(old: list[str], new: list[str]) -> list[tuple[str, int, int, int, int]]:
    """Return the differences, merging those separated by white space only."""
    steps: list[tuple[str, int, int, int, int]] = []
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal" and not "".join(old[a:b]).strip():
            kind = "replace"
        if steps and kind != "equal" and steps[-1][0] != "equal":
            kind, a, c = "replace", steps[-1][1], steps[-1][3]
            steps.pop()
        steps.append((kind, a, b, c, d))
    return steps


def _around(text: str, marks: tuple[str, str], *, same: bool) -> str:
    return text if same or not text else marks[0] + text + marks[1]
