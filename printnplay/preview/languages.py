"""The languages of a game on the page: one is added, and what is left to translate is counted."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import Struct

from printnplay.files.catalog import base_of, display_path
from printnplay.files.door import hash_of, noting_contents
from printnplay.kernel.diagnostics import FaultsError
from printnplay.preview.edits import Change, ChangedElsewhereError, NotWrittenError, rewrite_all
from printnplay.preview.journal import Content
from printnplay.preview.live import LiveGame
from printnplay.text.languages import known_languages
from printnplay.text.scripts import why_not_language
from printnplay.translation.add import added_files
from printnplay.translation.files import COMMON
from printnplay.translation.status import progress


class NewLanguage(Struct, frozen=True):
    """A language to add, by its code."""

    language: str


def other_languages(live: LiveGame) -> list[str]:
    """Return the codes of languages that can be typeset and that the game does not have."""
    there = {*live.languages}
    return [code for code in known_languages() if code not in there and not why_not_language(code)]


def add_language(live: LiveGame, language: str) -> list[str]:
    """Add a language to the game as `printnplay l10n add` does, and return the changed files.

    Raises:
        NotWrittenError: the language is invalid, the game has it, or a file cannot be changed.
    """
    with live.lock, noting_contents() as noted:
        try:
            files = added_files(live.catalog.roots[0], language, [base_of(live.game_id)])
        except FaultsError as error:
            raise NotWrittenError(error.found[0].message, error.found[0].help) from error
        changes = [_written(path, text.encode(), noted) for path, text in files.items()]
        rewrite_all(live, changes, f"add the language `{language}`")
        return [file for file, _ in changes]


def _written(path: Path, data: bytes, noted: Mapping[Path, str]) -> Change:
    """Return the change of a file, if it is as it was when it was read, or new."""
    file = display_path(path)

    def written(now: Content) -> bytes:
        if now is not None and hash_of(path) != noted.get(path.absolute()):
            raise ChangedElsewhereError(file)
        return data

    return file, written


def translations_of(live: LiveGame, faults: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return how many texts are translated, for the languages that lack some by these faults."""
    lacking = {fault["subject"]["language"] for fault in faults if fault["unwritten"]}
    found = {language: {"translated": 0, "texts": 0} for language in sorted(lacking)}
    with suppress(FaultsError):  # a file that cannot be read is one of the faults
        for state in progress(live.catalog, base_of(live.game_id)) if found else ():
            # Most languages have all common texts: nobody has to count them.
            if state.language in found and (state.translated < state.texts or state.game != COMMON):
                found[state.language]["translated"] += state.translated
                found[state.language]["texts"] += state.texts
    return found
