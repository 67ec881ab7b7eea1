"""Drawn faces, kept between commands: none is drawn again before what it was drawn from changes.

What a face depends on shows only when it is drawn: its template asks for texts and pictures. So
their names are kept with the face, which is taken again where they say the same.
"""

from collections.abc import Iterator, Mapping, Set
from functools import lru_cache
from itertools import chain
from pathlib import Path

from msgspec import Struct

from printnplay.faces.helpers import FACTS
from printnplay.faces.helpers import FILE as ICONS
from printnplay.faces.templates import Source, Templates
from printnplay.faces.texts import BoxPlace, FaceTexts
from printnplay.files.door import ReadError, hash_of, stamp
from printnplay.files.kept import Kept, is_kept, keep, kept_in
from printnplay.files.store import Store, key_of
from printnplay.files.versions import hash_of_tool
from printnplay.model.diagnostics import Diagnostic, Severity
from printnplay.model.geometry import Size, Um
from printnplay.model.picture import BoxFit, Picture
from printnplay.svg.clean import Cleaned
from printnplay.svg.pictures import ArtError, ArtFolders


class Drawn(Struct, frozen=True):
    """A clean drawing and the strings set in it, in reading order.

    `worded` says whether its template asked for texts of the language.
    """

    cleaned: Cleaned
    texts: tuple[str, ...]
    worded: bool = False
    template: str = ""

    def picture(self, name: str, size: Size, bleed: Um) -> Picture:
        """The drawing as a picture of this trimmed size; its title, or its texts, describe it."""
        alt = self.cleaned.title or " ".join(self.texts)
        return Picture(name, size, bleed, self.cleaned.svg, self.texts, alt, self.template)


class Made(Struct, frozen=True):
    """What came of drawing a face: the drawing, how its texts went into their boxes, its faults.

    `sizes` are those of type that its family shares from now on.
    """

    drawn: Drawn | None
    boxes: tuple[BoxFit, ...] = ()
    faults: tuple[Diagnostic, ...] = ()
    sizes: tuple[tuple[BoxPlace, Um], ...] = ()


class _Asked(Struct, frozen=True):
    """What a face asked for: texts by number of language and key, strings, pictures by folders.

    `has_places` says that faults name the places of texts, so that these count as well.
    """

    texts: tuple[tuple[int, str], ...]
    composed: tuple[str, ...]
    pictures: tuple[tuple[tuple[Path, ...], str], ...]
    has_places: bool


class _Entry(Struct, frozen=True):
    """A face as it is kept: what it asked for, a hash of what all that said, what was drawn.

    `pictures` are the keys and kinds of its large pictures.
    """

    asked: _Asked
    said: str
    made: Made
    pictures: tuple[tuple[str, str], ...]


class KeptFaces:
    """The faces of one renderer in the store."""

    def __init__(self, store: Store, look: bytes, templates: Templates, art: ArtFolders) -> None:
        """Keep the faces of these templates; `look` stands for all that they have in common."""
        self._store = store
        self._look = key_of(look, hash_of_tool())
        self._templates = templates
        self._art = art
        self._missing: bytes | None = None
        """The key that nothing was kept under when it was last asked for."""

    def key(self, template: str, values: Mapping[str, object], texts: FaceTexts) -> bytes | None:
        """What stands for a face, but for its texts and pictures; None if that cannot be known."""
        files: dict[str, bytes] = {}
        sources = self._sources(template)
        if sources is None:
            return None
        for source in sources:
            files |= source.files
        seen, game = dict(values), values.get("game")
        if isinstance(game, Mapping):  # icons are given the colours only
            seen["game"] = part_of_game(game, sources[0].of_game)
        languages = [(one.language, one.file, one.sound) for one, _ in texts.languages]
        sizes = list(texts.sizes.items())
        try:
            return key_of(self._look, template, files, seen, languages, sizes)
        except TypeError:
            return None

    def take(self, key: bytes, texts: FaceTexts) -> Made | None:
        """A face as it was drawn, if all that it asked for says the same."""
        entry = self._store.take_value(_Entry, key)
        self._missing = None if entry else key
        said = self._said(key, entry.asked, texts) if entry else None
        if entry and said and said.hex() != entry.said:
            entry = self._store.take_value(_Entry, said)
        return entry.made if entry and said and all(map(self._have, entry.pictures)) else None

    def put(self, key: bytes, template: str, texts: FaceTexts, made: Made) -> None:
        """Keep a face that has been drawn, unless it has errors, which someone will remove."""
        if any(fault.severity is Severity.ERROR for fault in made.faults):
            return
        if not all(map(self._templates.is_as_drawn, self._sources(template) or ())):
            return
        found = self._art.found
        asked = _Asked(tuple(texts.asked), tuple(texts.composed), tuple(found), bool(made.faults))
        said = self._said(key, asked, texts)
        if said is None or not all(path is None or _is_still(*path) for path in found.values()):
            return
        large = dict.fromkeys(kept_in(made.drawn.cleaned.svg) if made.drawn else ())
        pictures = tuple((picture.key, picture.kind) for picture in large)
        for picture in large:
            self._put_picture(picture)
        before = None if key == self._missing else self._store.take_value(_Entry, key)
        if before:  # It may come to say this again.
            self._store.put_value(bytes.fromhex(before.said), before)
        self._store.put_value(key, _Entry(asked, said.hex(), made, pictures))

    def _sources(self, template: str) -> list[Source] | None:
        """The files of a template, then those of the icons, if they are there."""
        source = self._templates.source(template)
        others = filter(None, map(self._templates.source, (ICONS, FACTS)))
        return None if source is None else [source, *others]

    def _said(self, key: bytes, asked: _Asked, texts: FaceTexts) -> bytes | None:
        """A hash of what all that a face asks for says now; None if a picture cannot be read."""
        words = [texts.wording_of(number, name) for number, name in asked.texts]
        composed = list(map(texts.composition_of, asked.composed))
        places = [texts.places_of(number, name) for number, name in asked.texts if asked.has_places]
        try:
            pictures = list(chain.from_iterable(map(self._picture, asked.pictures)))
        except ReadError:
            return None
        return key_of(key, words, composed, places, pictures)

    def _picture(self, name: tuple[tuple[Path, ...], str]) -> Iterator[str]:
        """The file that a link leads to now, and a hash of what it holds; nothing if none."""
        beside, link = name
        try:
            path = ArtFolders(self._art.roots, beside).find(link)
        except ArtError:
            return
        yield from (path.as_posix(), content_hash(path))

    def _have(self, picture: tuple[str, str]) -> bool:
        """Whether a large picture is at hand, or was kept too."""
        key, kind = picture
        if is_kept(key):
            return True
        content = self._store.take(key_of("picture", key))
        return content is not None and keep(content, kind).key == key

    def _put_picture(self, picture: Kept) -> None:
        key = key_of("picture", picture.key)
        if self._store.take(key) is None:
            self._store.put(key, picture.content())


def part_of_game(game: Mapping[str, object], names: Set[str]) -> Mapping[str, object]:
    """What a template may use of the game; an empty name is all there is."""
    return game if "" in names else {name: game[name] for name in game if name in names}


def _is_still(path: Path, before: tuple[int, int]) -> bool:
    try:
        return stamp(path) == before
    except ReadError:
        return False


def content_hash(path: Path) -> str:
    """A hash of a file, which is read once as long as it does not change.

    Raises:
        ReadError: it cannot be read.
    """
    return _content_hash(path, stamp(path))


@lru_cache(maxsize=4096)
def _content_hash(path: Path, stamp: tuple[int, int]) -> str:
    del stamp
    return hash_of(path)
