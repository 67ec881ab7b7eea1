"""Cached checks: the report of each game, and the findings of each rendered edition.

The cache key of a report covers every file that the check of a game may read, that of an edition
the values and files that it is rendered from. So nothing is done if nothing has changed, and after
a change of a text only the editions that print it are rendered again.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import asdict

from printnplay.cache.folder import TRUSTED, cache_folder
from printnplay.edition.choosing import Languages
from printnplay.edition.kept_counts import KeptFindings
from printnplay.edition.request import CheckRequest
from printnplay.files.catalog import FOLDERS, Catalog, base_of
from printnplay.files.door import ReadError, hash_of, is_compiled, names_in, resolved
from printnplay.files.reads import Reads
from printnplay.game.verdicts import Verdict
from printnplay.kernel.memo import key_of
from printnplay.proofreading.dictionaries import dictionary_files
from printnplay.scene.picture import FigureKey

if TYPE_CHECKING:
    from printnplay.edition.loaded import LoadedGame

BESIDE = ("catalog", "figures", "shelf", "texts", "usages", "verdicts")
"""Fields of a loaded game that do not affect an edition, or are included in another form."""

NOT_PRINTED = ("lock", "remarks")
"""Fields of a language's texts that are not printed."""


class KeptChecks(KeptFindings):
    """Cache of the findings in a project's games, valid while their dependencies are unchanged."""

    def __init__(self, catalog: Catalog, request: CheckRequest) -> None:
        """Hash the files of the project in their current state."""
        super().__init__(catalog)
        self._request = request
        self._game: LoadedGame | None = None
        self._of_game: bytes | None = None
        self._of_language: dict[str, bytes] = {}
        """Cache keys of that game's texts by language, shared by its editions."""

    def key_of_game(self, game: str, editions: Sequence[Languages]) -> bytes | None:
        """Return the cache key of a game's report in some editions; None if it cannot be cached.

        It covers all files of the project; of the texts of other games, only the file names.
        Findings of a server are never cached.
        """
        if self._files is None or self._request.languagetool or self._request.language_model:
            return None
        asked = self._request
        options = (
            *(asked.pseudo, asked.numbers, asked.proofread, asked.trust_rules, asked.limited),
            # On a shard, these decide whether it has the first and all editions of a game.
            *(asked.shard, asked.languages if asked.shard else bool(asked.languages)),
        )
        others = {*self._catalog.games()} - {base_of(game)}
        files = {
            name: None if _is_text_of(name, others) else content
            for name, content in self._files.items()
        }
        names = self._catalog.names_beside_rules(game)
        return key_of(
            "report", self._here, self._around, game, [*map(str, editions)], options, files, names
        )

    def holds(self, reads: Reads) -> bool:
        """Return whether the keys of reports cover all files that the rules of a game have read."""
        folders = [resolved(root / folder) for root in self._catalog.roots for folder in FOLDERS]
        paths = [resolved(Path(path)) for path in reads.states]
        return reads.complete and all(
            any(path.is_relative_to(folder) for folder in folders) and not is_compiled(path)
            for path in paths
        )

    def key_of_edition(
        self, loaded: "LoadedGame", languages: Languages, figures: Iterable[FigureKey]
    ) -> bytes | None:
        """Return the cache key of a rendered edition; None if it cannot be cached.

        `figures` are those that earlier editions have rendered, so this one does not.
        """
        if self._files is None:
            return None
        if self._game is not loaded:
            self._game, self._of_language = loaded, {}
            self._of_game = self._key_of_loaded(loaded, self._files)
        if self._of_game is None:
            return None
        for language in {*languages} - self._of_language.keys():
            texts, usage = loaded.texts[language], loaded.usages.get(language)
            self._of_language[language] = key_of(_values(texts, NOT_PRINTED), usage)
        by_language = [self._of_language[language] for language in languages]
        return key_of("edition", self._of_game, str(languages), by_language, sorted(figures))

    def _key_of_loaded(self, loaded: "LoadedGame", contents: Mapping[str, str]) -> bytes | None:
        """Return the key of everything that a game's editions are rendered from, except texts."""
        folders = ("templates/", f"designs/{base_of(loaded.game.id)}/")
        files = {
            name: content
            for name, content in contents.items()
            if name.partition("/")[2].startswith(folders)
        }
        try:
            verdicts = _written(loaded.verdicts)
            return key_of(self._here, _values(loaded, BESIDE), files, verdicts)
        except TypeError:  # the rules hold a value without a defined content
            return None

    def key_of_first(self, game: str) -> bytes | None:
        """Return the cache key of a game's first check; None if nothing can be cached."""
        return None if self._files is None else key_of("first", self._here, game)

    def is_first(self, game: str) -> bool:
        """Return whether a game has never been checked here and its findings can be cached."""
        key = self.key_of_first(game)
        return key is not None and self.take(bool, key) is None

    @cached_property
    def _here(self) -> object:
        """The location of the project: diagnostics name files relative to the working folder."""
        roots = [root.absolute() for root in self._catalog.roots]
        return Path.cwd(), roots

    @cached_property
    def _around(self) -> object:
        """Other dependencies of a report: which rules are trusted, and the dictionaries."""
        trusted = cache_folder(TRUSTED)
        words = {
            language: [_content(path) for path in dictionary_files(language)]
            for language in self._catalog.languages()
        }
        return names_in(trusted) if trusted else [], words


def _values(held: Struct, without: Sequence[str]) -> dict[str, object]:
    """Return the fields of a value by name, without some of them."""
    return {name: value for name, value in asdict(held).items() if name not in without}


def _written(verdicts: Mapping[str, Verdict]) -> str:
    """Serialise verdicts.

    Raises:
        TypeError: a position contains a value that JSON cannot represent.
    """
    return json.dumps({example: asdict(verdict) for example, verdict in verdicts.items()})


def _is_text_of(name: str, games: Iterable[str]) -> bool:
    """Return whether a file contains texts, terms or approvals of one of these games.

    >>> _is_text_of("0/locales/de/city.lock.json", {"city"}), _is_text_of("0/locales/de/a.md", ())
    (True, False)
    """
    _, folder, *_, file = PurePosixPath(name).parts
    return folder == "locales" and file.partition(".")[0] in games


def _content(path: Path) -> str:
    try:
        return hash_of(path, anywhere=True)
    except ReadError as error:
        return error.reason
