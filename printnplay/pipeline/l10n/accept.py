"""Accepting translations: noting what the source said; and showing what has changed since."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from printnplay.files.catalog import Catalog, display_path
from printnplay.files.writing import write_all
from printnplay.loading.locks import accepted, lock_path, lock_text
from printnplay.model.diagnostics import Span
from printnplay.model.texts import source_of
from printnplay.pipeline.l10n.files import LocaleFile, chosen_keys, own_translations, split_words

REMOVED, ADDED = ("[-", "-]"), ("[+", "+]")
"""What stands around the words that differ."""

_PIECES = re.compile(r"\{[^{}]*\}|\w+|\s+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class AcceptedFile:
    """A lock file: what it is about, and how many translations are new or renewed in it."""

    path: str
    language: str
    renewed: int
    all: int


@dataclass(frozen=True, slots=True)
class Changed:
    """A stale text: its source as it was and is, the differing words marked; its translation."""

    key: str
    place: Span
    languages: tuple[str, str]
    was: str
    now: str
    translation: str


def accept(
    project: Path, words: Sequence[str], languages: Sequence[str]
) -> tuple[AcceptedFile, ...]:
    """Note that translations are of what the source says now: all that there are, or those named.

    Raises:
        FaultsError: a word means nothing, or a file cannot be read or written.
    """
    files, keys = _meant(project, words, languages)
    locks: dict[Path, bytes] = {}
    noted = [_accepted(file, keys, locks) for file in files if keys & file.translated.keys()]
    write_all(locks, project)
    return tuple(noted)


def changed(project: Path, words: Sequence[str], languages: Sequence[str]) -> tuple[Changed, ...]:
    """The stale texts, or those named among them, in the order of the source.

    Raises:
        FaultsError: a word means nothing, or a file cannot be read.
    """
    files, keys = _meant(project, words, languages)
    return tuple(one for file in files for one in _changed(file, keys))


def _meant(
    project: Path, words: Sequence[str], languages: Sequence[str]
) -> tuple[tuple[LocaleFile, ...], frozenset[str]]:
    catalog = Catalog(project)
    names, asked = split_words(catalog, words)
    files = own_translations(catalog, names, languages)
    return files, chosen_keys(files, asked)


def _accepted(file: LocaleFile, keys: frozenset[str], locks: dict[Path, bytes]) -> AcceptedFile:
    """What is noted about a file; its new lock, if there is one, is added to `locks`."""
    old = file.texts.lock
    lock = {
        key: accepted(text) if key in keys and key in file.translated else old[key]
        for key, text in file.source.entries.items()
        if (key in keys and key in file.translated) or key in old
    }
    path = lock_path(file.path)
    renewed = sum(1 for key in lock if lock[key] != old.get(key))
    if renewed or lock.keys() != old.keys():
        locks[path] = lock_text(lock).encode()
    return AcceptedFile(display_path(path), file.language, renewed, len(lock))


def _changed(file: LocaleFile, keys: frozenset[str]) -> Iterator[Changed]:
    for one in file.stale:
        if one.text.key in keys:
            was, now = marked(one.was, source_of(one.source))
            languages = (file.source.language, file.language)
            yield Changed(one.text.key, one.text.span, languages, was, now, source_of(one.text))


def marked(was: str, now: str) -> tuple[str, str]:
    """Two wordings of a text, each with the words marked that the other lacks.

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
    """The differences, those with nothing but a space between them as one."""
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
