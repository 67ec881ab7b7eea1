"""The live game: loaded once, updated as files change, each face rendered on demand."""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from threading import RLock

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.edition.bilingual import edition_of
from printnplay.edition.choosing import Languages, choose_game
from printnplay.edition.drafts import as_draft
from printnplay.edition.edition import Edition, Sharing
from printnplay.edition.loaded import LoadedGame, Scrutiny, open_game
from printnplay.files.catalog import Catalog
from printnplay.files.door import is_there
from printnplay.files.linked_pictures import filled
from printnplay.game.game import Game
from printnplay.game.texts import Text
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems, Severity, Span, Subject
from printnplay.preview.changed_rows import Tables, tables_in
from printnplay.preview.changes import Reread, reread
from printnplay.preview.faces import SECOND, Face, faces_of, is_printed, sides_of
from printnplay.preview.journal import Journal
from printnplay.proofreading.completeness import needed_keys
from printnplay.proofreading.unused_texts import WatchedTexts
from printnplay.scene.picture import BoxFit, ShownArt

AT_ONCE = Scrutiny(texts=False)
"""The checks before anything is displayed; a separate task runs the others."""

MOST_KEPT = 4000
"""Maximum number of cached faces; in a larger game, the oldest are rendered again when displayed. A
guess."""


class Shown(Struct, frozen=True):
    """The latest rendering of a face in one language.

    `asked` are the keys of the texts on it. With `broken`, the current state cannot be rendered,
    `svg` is the last good drawing, and `faults` give the reasons. `tag` changes with the content.
    `art` are the files of pictures on it.
    """

    svg: str
    tag: str
    faults: tuple[Diagnostic, ...] = ()
    fits: tuple[BoxFit, ...] = ()
    asked: frozenset[str] = frozenset()
    template: str = ""
    broken: bool = False
    art: tuple[ShownArt, ...] = ()


class Update(Struct, frozen=True):
    """The effect of a file change on the page.

    `faces` are the keys of the faces to refresh, by language. With `everything`, refresh all of
    them and the list of faces.
    """

    everything: bool = False
    faces: Mapping[str, frozenset[str]] = field(default_factory=dict)


class _Drawer(Struct):
    """The renderer of one language, with its cached faces.

    `measured` are the faces that share type sizes, with the keys of the texts that determine these:
    a change of one of these texts may affect all of the faces. `of_contents` are the keys of the
    texts of the contents of the box, which any template may print.
    """

    edition: Edition
    texts: WatchedTexts
    letters: frozenset[str]
    shown: dict[str, Shown] = field(default_factory=dict)
    stale: set[str] = field(default_factory=set)
    measured: dict[Sharing, frozenset[str]] = field(default_factory=dict)
    of_contents: frozenset[str] = frozenset()


class LiveGame:
    """A game in some of its languages, kept up to date; safe to use from several threads.

    Args:
        catalog: the catalog of the project.
        game_id: the id of the game.
        languages: the languages to show; if empty, all that the game has at any time.
        journal: receives the edits of files; all games of a project share it.
    """

    def __init__(
        self,
        catalog: Catalog,
        game_id: str,
        languages: Sequence[str] = (),
        journal: Journal | None = None,
    ) -> None:
        """Load the game as far as possible."""
        self.journal = journal or Journal()
        self.catalog, self.game_id = catalog, game_id
        self.languages = self._asked_for = tuple(languages)
        self.takes_new = not languages
        """Whether it shows languages that are added."""
        self.lock = RLock()
        self.version = 0
        """Number of updates of the game."""
        self.faults: tuple[Diagnostic, ...] = ()
        """Faults found while loading."""
        self.is_old = False
        """Whether the files have errors that prevent loading, so that an earlier state is shown."""
        self.is_partial = False
        """Whether parts are missing because of errors, such as those of the rulebook."""
        self.whole: Game | None = None
        """The last game without missing parts."""
        self.loaded: LoadedGame | None = None
        self.faces: Mapping[str, Face] = {}
        self._drawers: dict[str, _Drawer] = {}
        self._tables: Tables = {}
        self._open()

    @property
    def game(self) -> Game | None:
        """The game; None until it could be loaded for the first time."""
        return self.loaded.game if self.loaded else None

    def update(self, paths: Iterable[Path]) -> Update:
        """Update the game after these files have changed."""
        with self.lock:
            self.version += 1
            known = self._quickly(list(paths))
            return self._open() if known is None else known

    def face(self, language: str, key: str) -> Shown | None:
        """Return the current face in a language; None if there is none, or it never rendered.

        If it cannot be rendered, return its last good drawing with the faults.
        """
        with self.lock:
            drawer, face = self._drawers.get(language), self.faces.get(key)
            if drawer is None or face is None or not is_printed(face, language):
                return None
            before = drawer.shown.get(key)
            if before is None or key in drawer.stale:
                drawer.stale.discard(key)
                drawer.shown.pop(key, None)
                drawer.shown[key] = _drawn(drawer, face, before)
                if len(drawer.shown) > MOST_KEPT:
                    drawer.shown.pop(next(iter(drawer.shown)))
            return drawer.shown[key]

    def tried(self, language: str, key: str, text_key: str, forms: Mapping[str, str]) -> Shown:
        """Render a face with another text, without saving it.

        Raises:
            KeyError: the face or the language does not exist.
        """
        with self.lock:
            drawer, face = self._drawers[language], self.faces[key]
            texts = dict(drawer.texts)
            old = texts.get(text_key)
            place = old.span if old else Span(self.text_file(language))
            subject = Subject(self.game_id, language, key=text_key)
            texts[text_key] = Text(text_key, forms, place, old.places if old else {}, subject)
            apart = self._drawer(drawer.edition.loaded, language, texts, drawer)
            return _drawn(apart, face, drawer.shown.get(key))

    def drafted(self, language: str, key: str, folder: Path) -> Shown:
        """Render a face with the templates in a folder before those of its style.

        Raises:
            KeyError: the face or the language does not exist.
        """
        with self.lock:
            drawer, face = self._drawers[language], self.faces[key]
            loaded = drawer.edition.loaded
            looks = {
                name: replace(look, folders=(folder, *look.folders))
                for name, look in loaded.looks.items()
            }
            loaded = replace(loaded, folders=(folder, *loaded.folders), looks=looks)
            apart = self._drawer(loaded, language, dict(drawer.texts), drawer)
            return _drawn(apart, face, None)

    def text_file(self, language: str) -> str:
        """Return the file of the game's own texts in a language, as the user would type it."""
        return self.loaded.texts[language].file if self.loaded else ""

    def place_of_text(self, language: str, key: str) -> Span | None:
        """Return the place of a text, or the place where it can be added; None if it is unknown.

        The place of a text to add has a file, but no line.
        """
        loaded = self.loaded
        if loaded is None or language not in loaded.texts:
            return None
        own = loaded.texts[language]
        if key in own.entries:
            return own.entries[key].span
        place = own.blanks.get(key)
        source = loaded.texts[loaded.game.original_in(loaded.texts)]
        is_asked_for = not key.startswith("cards.") and key in needed_keys(loaded.game)
        if place is None and (key in source.entries or is_asked_for):
            return Span(own.file)
        return place

    def drawn(self) -> list[tuple[str, str, Shown]]:
        """Return the up-to-date rendered faces, each with its language and its key."""
        with self.lock:
            return [
                (language, key, shown)
                for language, drawer in self._drawers.items()
                for key, shown in drawer.shown.items()
                if key not in drawer.stale
            ]

    def edition(self, language: str) -> Edition | None:
        """Return the current edition of a language; None if there is none."""
        drawer = self._drawers.get(language)
        return drawer.edition if drawer else None

    def _open(self) -> Update:
        """Load the whole game; on failure, keep the last good state."""
        problems = Problems(draft=True)
        self.languages = self._asked_for or self.catalog.languages_of(self.game_id)
        self._tables = {}
        try:
            choose_game(self.catalog, self.game_id)
            folder = self.catalog.game_folder(self.game_id)
            before = tables_in(folder)
            loaded = open_game(self.catalog, self.game_id, self.languages, problems, AT_ONCE)
            # Those that were saved meanwhile may have been read before or after that.
            self._tables = dict(before.items() & tables_in(folder).items())
        except FaultsError as error:
            self.faults, self.is_old = tuple(error.found), True
            return Update(everything=True)
        self.faults, self.is_old = tuple(problems.found), loaded is None
        if loaded is None:
            return Update(everything=True)
        self.is_partial = problems.set_aside > 0
        self._take(loaded)
        return Update(everything=True)

    def _take(self, loaded: LoadedGame) -> None:
        """Replace the game, and mark all faces for rendering."""
        self.loaded = loaded
        if not self.is_partial:
            self.whole = loaded.game
        drawn = as_draft(loaded)
        self.faces = {face.key: face for face in faces_of(loaded.game)}
        before = self._drawers
        self._drawers = {}
        for language in self.languages:
            if language in drawn.texts:
                drawer = self._drawer(drawn, language, drawn.texts[language].entries, None)
                if language in before:
                    shown = before[language].shown
                    drawer.shown = {key: shown[key] for key in shown if key in self.faces}
                    drawer.stale = set(drawer.shown)
                self._drawers[language] = drawer

    def _drawer(
        self,
        loaded: LoadedGame,
        language: str,
        entries: Mapping[str, Text],
        like: _Drawer | None,
    ) -> _Drawer:
        """Return a renderer of these texts, in the fonts of another one that has their letters."""
        watched = WatchedTexts(entries)
        texts = {**loaded.texts, language: replace(loaded.texts[language], entries=watched)}
        problems = Problems()
        edition = edition_of(
            replace(loaded, texts=texts), Languages(language), problems, draft=True
        )
        if like is not None:
            # Reuse the fonts: choosing families with all glyphs requires reading all texts.
            edition.style = like.edition.style
        letters = like.letters if like else _letters(entries.values())
        return _Drawer(edition, watched, letters)

    def _quickly(self, paths: Sequence[Path]) -> Update | None:
        """Reload only what these files define; None if that is not enough."""
        if self.loaded is None or self.faults:
            return None
        found: dict[str, set[str]] = {}
        for path in paths:
            if self._is_template(path):
                adopted = self._redraw()
            elif (changes := reread(self.loaded, path, self._tables)) is not None:
                adopted = self._adopt(changes)
            else:
                return None
            for language, keys in adopted.items():
                found.setdefault(language, set()).update(keys)
        return Update(faces={name: frozenset(keys) for name, keys in found.items()})

    def _is_template(self, path: Path) -> bool:
        """Return whether a face was rendered with this file, which is still there."""
        templates = {
            shown.template for drawer in self._drawers.values() for shown in drawer.shown.values()
        }
        files = {Path(template).absolute() for template in templates if template}
        return path.absolute() in files and is_there(path)

    def _redraw(self) -> dict[str, set[str]]:
        """Mark all faces for rendering with the templates as they are now: some include others."""
        assert self.loaded is not None
        self.loaded = replace(self.loaded, figures={})
        drawn = as_draft(self.loaded)
        for language, drawer in list(self._drawers.items()):
            entries = drawn.texts[language].entries
            new = self._drawer(drawn, language, entries, drawer)
            new.shown, new.stale = drawer.shown, set(drawer.shown)
            new.of_contents = drawer.of_contents
            self._drawers[language] = new
        return {language: set(drawer.shown) for language, drawer in self._drawers.items()}

    def _adopt(self, changes: Reread) -> dict[str, set[str]]:
        """Apply reloaded texts and cards; return the affected faces by language."""
        game = changes.loaded.game
        changed = [card for card in game.faces if card.id in changes.cards]
        sides = (face for card in changed for face in sides_of(game, card, game.group_of(card)))
        self.faces = {**self.faces, **{face.key: face for face in sides}}
        self.loaded, self._tables = changes.loaded, {**self._tables, **changes.tables}
        drawn = as_draft(changes.loaded)
        found = {}
        for language, drawer in list(self._drawers.items()):
            keys = changes.keys.get(language, frozenset())
            if not keys and not changes.cards:
                continue
            affected = self._affected(drawer, keys, changes)
            entries = drawn.texts[language].entries
            fresh = _letters(entries[key] for key in keys if key in entries)
            is_familiar = fresh <= drawer.letters
            new = self._drawer(drawn, language, entries, drawer if is_familiar else None)
            affected = affected if is_familiar else set(drawer.shown)
            new.shown, new.stale = drawer.shown, drawer.stale | affected
            new.measured, new.of_contents = drawer.measured, drawer.of_contents
            self._drawers[language] = new
            found[language] = affected
        return found

    def _affected(self, drawer: _Drawer, keys: frozenset[str], changes: Reread) -> set[str]:
        """Return the rendered faces that a change may affect."""
        if changes.counts or keys & drawer.of_contents:  # any face may quote them
            return set(drawer.shown)
        edition = drawer.edition
        changed = {
            sharing
            for face in self.faces.values()
            if _is_of(face, changes.cards)
            for sharing in _sharing(edition, face)
        }
        measured = {one for one, asked in drawer.measured.items() if one in changed or asked & keys}
        return {
            key
            for key, shown in drawer.shown.items()
            if shown.asked & keys
            or _is_of(face := self.faces[key], changes.cards)
            or measured.intersection(_sharing(edition, face))
            # A text of a card may quote its fields, even on another face.
            or any(owner_of(asked) in changes.cards for asked in shown.asked)
        }


def _letters(texts: Iterable[Text]) -> frozenset[str]:
    """Return the characters of texts."""
    return frozenset("".join(form for text in texts for form in text.forms.values()))


def _is_of(face: Face, cards: frozenset[str]) -> bool:
    """Return whether a face belongs to one of these cards."""
    return face.card is not None and face.card.id in cards


def _sharing(edition: Edition, face: Face) -> list[Sharing]:
    """Return the faces that may share type sizes with one."""
    return edition.sharing(face.card, back=face.kind == SECOND) if face.card else []


def owner_of(key: str) -> str:
    """Return the id of the card to which a text belongs; empty if there is none."""
    return key.split(".")[1] if key.startswith("cards.") else ""


def _drawn(drawer: _Drawer, face: Face, before: Shown | None) -> Shown:
    """Render a face; on failure, return its last good drawing."""
    edition = drawer.edition
    renderer = edition.renderer_of(face.style)
    renderer.problems = problems = Problems(Subject(game=edition.game.id, language=""))
    renderer.boxes.clear()
    drawer.texts.asked.clear()
    # The contents of the box are read once for all faces: their texts are not those of the first.
    _ = edition.contents
    drawer.of_contents |= drawer.texts.asked
    drawer.texts.asked.clear()
    # Measuring reads the texts of other cards, which are not texts of this face.
    if face.card is not None:
        new = edition.measure(face.card, back=face.kind == SECOND)
        drawer.measured |= dict.fromkeys(new, frozenset(drawer.texts.asked))
        drawer.texts.asked.clear()
    picture = face.draw(edition)
    fits = tuple(dict.fromkeys(fit for fits in renderer.boxes.values() for fit in fits))
    faults, asked = tuple(problems.found), frozenset(drawer.texts.asked)
    if picture is None:
        svg, template = (before.svg, before.template) if before else ("", "")
        tag = _tag(svg, "broken", *(fault.message for fault in faults))
        art = before.art if before else ()
        return Shown(svg, tag, faults, fits, asked, template, broken=True, art=art)
    svg = filled(picture.svg)
    broken = any(fault.severity is Severity.ERROR for fault in faults)
    tag = _tag(svg, *(fault.message for fault in faults))
    return Shown(svg, tag, faults, fits, asked, picture.template, broken, picture.art)


def _tag(*parts: str) -> str:
    return blake2b("\0".join(parts).encode(), digest_size=10).hexdigest()
