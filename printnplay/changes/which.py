"""Tell which version of a game a file or a stamped card is, and whether it is the present one."""

import re
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path, PurePosixPath
from zipfile import BadZipFile, ZipFile

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from printnplay.changes.earlier import earlier_version
from printnplay.changes.gallery import FILE, STATE
from printnplay.changes.origins import FACE, parts_of
from printnplay.changes.reading import SETTINGS, UNPROVED
from printnplay.changes.state import GameState
from printnplay.changes.taking import state_of
from printnplay.edition.bilingual import edition_of
from printnplay.edition.choosing import Languages
from printnplay.edition.loaded import LoadedGame, open_game
from printnplay.edition.request import Progress
from printnplay.faces.template_faults import place
from printnplay.files.budget import LIMITS, limited
from printnplay.files.catalog import Catalog
from printnplay.files.door import LARGEST, ReadError, is_folder, is_there, read
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems, Span
from printnplay.loading.editions import is_known, with_editions
from printnplay.scene.origin import Origin, origins_in

ENDINGS = frozenset({".pdf", ".png", ".svg", ".webp", ".jpg", ".jpeg"})
"""The files in an archive that may say what they are."""

MOST_BYTES = 1 << 30
"""The largest size of all files in an archive, in bytes, when unpacked. A guess."""

WHOLE: Mapping[str, tuple[str, ...]] = {
    "kit": ("card", "back", "board"),
    "cards": ("card", "board"),
    "booklet": ("page",),
    "rulebook": ("page",),
    "box": ("box",),
    "release": ("card", "back", "board", "cover", "page", "box"),
}
"""The parts that a whole file of a kind has; other files show only some of them."""

_HASH = re.compile(r"(?<![\w./-])[0-9a-f]{4}(?![\w./-])")
"""A hash between the numbers and dates of a stamp."""


class WhichRequest(Struct, frozen=True):
    """Files and stamps to look up in a project, and perhaps in an earlier version of it."""

    project: Path
    words: tuple[str, ...]
    since: str = ""
    trust_rules: bool = False
    limited: bool = True


class Known(Struct, frozen=True):
    """A file or a stamp: what it is, and how it differs from what the project prints now.

    `changed`, `new` and `gone` are names of parts. With `missing`, the project lacks the game or
    its language. `now` is the present version.
    """

    name: str
    game: str
    version: str
    language: str
    shows: str
    now: str = ""
    changed: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    missing: bool = False

    @property
    def is_present(self) -> bool:
        """Whether it is as the project prints it now."""
        return not (self.changed or self.new or self.gone or self.missing)


def which(request: WhichRequest, progress: Progress) -> tuple[list[Known], list[Diagnostic]]:
    """Return what files and stamps are, and a fault for each that nothing is known of.

    Raises:
        FaultsError: the project or the earlier version cannot be read.
    """
    found: list[Known] = []
    faults: list[Diagnostic] = []
    stamps = [word for word in request.words if not is_there(Path(word))]
    with limited(LIMITS if request.limited else None, place):
        project = _Project(_catalog(request, request.project), {})
        for word in request.words:
            if word not in stamps:
                progress.wait(f"reading {word}")
                known = [project.compare(name, origin) for name, origin in _origins(word, faults)]
                found += known
        if stamps:
            progress.wait("looking for the stamp")
            found += _of_stamp(request, project, " ".join(stamps), faults)
    return found, faults


def _catalog(request: WhichRequest, folder: Path) -> Catalog:
    return Catalog(folder, trusted=request.trust_rules, limited=request.limited)


def _origins(file: str, faults: list[Diagnostic]) -> Iterator[tuple[str, Origin]]:
    """Yield what a file says of itself, or each file in an archive."""
    path = Path(file)
    try:
        content = read(path / FILE if is_folder(path) else path, LARGEST, anywhere=True)
    except ReadError as error:
        if is_folder(path):
            cure = f"name files in it, such as {path / '*.png'}; a release has the file {FILE}"
            faults.append(_unknown(f"`{file}` is a folder, but not a release", cure))
        else:
            faults.append(error.fault(codes.CANNOT_READ, file))
        return
    before = len(faults)
    found = list(_in_archive(content)) if content.startswith(b"PK") else []
    found = found or [("", origin) for origin in origins_in(content)][:1]
    if not found and len(faults) == before:
        faults.append(
            Diagnostic(
                codes.UNKNOWN_PRINT,
                f"`{file}` does not say which card or file it is",
                Span(""),
                "only files as printnplay wrote them do: no screenshots, photographs or pictures"
                " of other programs",
                "look up the stamp on the card: `printnplay which a3f9`",
            )
        )
    for name, origin in found:
        yield f"{file}: {name}" if name else file, origin


def _in_archive(content: bytes, *, inner: bool = False) -> Iterator[tuple[str, Origin]]:
    """Yield what the files in a ZIP file are, and the version that a release keeps."""
    try:
        with ZipFile(BytesIO(content)) as archive:
            entries = archive.infolist()
            if sum(entry.file_size for entry in entries) > MOST_BYTES:
                return
            for entry in entries:
                if entry.filename == STATE:
                    state = msgspec.json.decode(archive.read(entry), type=GameState)
                    yield from _of_release(state)
                elif PurePosixPath(entry.filename).suffix.lower() in ENDINGS:
                    for origin in [*origins_in(archive.read(entry))][:1]:
                        yield entry.filename, origin
                elif PurePosixPath(entry.filename).name == FILE and not inner:
                    yield from _in_archive(archive.read(entry), inner=True)
    except (BadZipFile, OSError, ValueError, NotImplementedError, RuntimeError):
        return


def _of_release(state: GameState) -> Iterator[tuple[str, Origin]]:
    version = state.facts.get("version", "")
    for language in state.languages:
        parts = parts_of(state, language)
        yield "", Origin(state.id, language, "release", parts, version)


class _Project(Struct, frozen=True):
    """The current project; `read` caches the state of its printed parts."""

    catalog: Catalog
    read: dict[tuple[str, str, int | None], tuple[str, Mapping[str, str]] | None]

    def compare(self, name: str, origin: Origin) -> Known:
        """Return what a file is, compared with the present one."""
        shows = next(iter(origin.parts), origin.kind) if origin.kind == FACE else origin.kind
        known = Known(name, origin.game, origin.version, origin.language, shows)
        present = self._present(origin)
        if present is None:
            return replace(known, missing=True)
        version, parts = present
        kinds = WHOLE.get(origin.kind, ())
        return replace(
            known,
            now=version,
            changed=tuple(
                one for one, look in origin.parts.items() if parts.get(one, look) != look
            ),
            new=tuple(
                one
                for one in parts
                if one not in origin.parts and one.partition(" ")[0] in kinds and origin.parts
            ),
            gone=tuple(one for one in origin.parts if one not in parts),
        )

    def compare_stamp(self, known: Known) -> Known:
        """Return a card of an earlier version whose stamp none has now, with its present state."""
        present = self._present(Origin(known.game, known.language, FACE))
        if present is None:
            return replace(known, missing=True)
        version, parts = present
        changed = (known.shows,) if known.shows in parts else ()
        return replace(known, now=version, changed=changed, gone=() if changed else (known.shows,))

    def _present(self, origin: Origin) -> tuple[str, Mapping[str, str]] | None:
        """Return the present version, and hashes of all that it prints; None without the game."""
        key = (origin.game, origin.language, origin.bleed)
        if key not in self.read:
            self.read[key] = self._rendered(origin)
        return self.read[key]

    def _rendered(self, origin: Origin) -> tuple[str, Mapping[str, str]] | None:
        languages = Languages.parse(origin.language)
        if not is_known(self.catalog, origin.game) or not {*languages} <= {
            *self.catalog.languages_of(origin.game)
        }:
            return None
        loaded = _opened(self.catalog, origin.game, tuple(languages))
        if origin.bleed is not None:
            loaded = replace(loaded, game=loaded.game.with_bleed(origin.bleed))
        edition = edition_of(loaded, languages, Problems(), draft=True)
        state = state_of(edition.loaded, [edition], SETTINGS)
        return loaded.game.about.version, parts_of(state, edition.language)


def _opened(catalog: Catalog, game: str, languages: Sequence[str]) -> LoadedGame:
    """Return a game as its files are.

    Raises:
        FaultsError: it cannot be rendered.
    """
    problems = Problems()
    loaded = open_game(catalog, game, languages, problems, UNPROVED)
    if loaded is None:
        raise FaultsError(problems.found)
    return loaded


def _of_stamp(
    request: WhichRequest, project: _Project, words: str, faults: list[Diagnostic]
) -> list[Known]:
    """Return the cards with the hash of a stamp: those of now, or else of an earlier version."""
    hashes = _HASH.findall(words)
    if not hashes:
        faults.append(
            _unknown(f"`{words}` is neither a file nor a stamp", "write its four digits: `a3f9`")
        )
        return []
    wanted = hashes[-1]
    now = [card for card in _stamped(project.catalog) if card.hash == wanted]
    if now:
        return [_known(card, wanted) for card in now]
    if not request.since:
        cure = "name an earlier version to look in: `--since v1`"
        faults.append(_unknown(f"no card of the project has the stamp `{wanted}` now", cure))
        return []
    with earlier_version(request.project, request.since) as earlier:
        then = [card for card in _stamped(_catalog(request, earlier.folder)) if card.hash == wanted]
        if not then:
            text = f"no card has the stamp `{wanted}`, now or in `{request.since}`"
            faults.append(_unknown(text, "try the version that the stamp names"))
            return []
        return [project.compare_stamp(_known(card, wanted)) for card in then]


def _unknown(text: str, cure: str) -> Diagnostic:
    return Diagnostic(codes.UNKNOWN_PRINT, text, Span(""), "", cure)


class _Stamped(Struct, frozen=True):
    """A card with the hash of its stamp."""

    game: str
    version: str
    language: str
    id: str
    hash: str


def _known(card: _Stamped, stamp: str) -> Known:
    version = card.version
    return Known(stamp, card.game, version, card.language, f"card {card.id}", version)


def _stamped(catalog: Catalog) -> Iterator[_Stamped]:
    """Yield the cards of all games that have stamps, in all their languages."""
    for game in with_editions(catalog, catalog.own_games()):
        languages = catalog.languages_of(game)
        loaded = _opened(catalog, game, languages)
        for language in languages if loaded.game.stamp else ():
            edition = edition_of(loaded, Languages(language), Problems(), draft=True)
            version = loaded.game.about.version
            for card in edition.game.faces:
                yield _Stamped(game, version, language, card.face_id, edition.hash_of(card))
