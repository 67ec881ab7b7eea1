"""A persistent cache of rendered faces: a face is rendered again only when its inputs change.

The inputs of a face are known only after rendering: they are the texts and pictures that its
template uses. So their names are stored with the face, and the face is reused if their contents are
unchanged. Faces that are rendered together are stored together: looking up each of thousands would
take longer than rendering a few.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import cached_property, lru_cache
from itertools import chain, repeat
from pathlib import Path

from msgspec import Struct, field

from printnplay.faces.helpers import FACTS
from printnplay.faces.helpers import FILE as ICONS
from printnplay.faces.templates import Source, Templates
from printnplay.faces.texts import BoxPlace, FaceTexts, varies
from printnplay.files.door import ReadError, hash_of, stamp
from printnplay.files.linked_pictures import (
    content_of_file,
    has_file,
    links_in,
    vectors_of,
    write_file,
)
from printnplay.game.numbering import NUMBERS
from printnplay.kernel.diagnostics import Diagnostic, Problems, Severity, Subject
from printnplay.kernel.geometry import Size, Um
from printnplay.kernel.memo import Memo, key_of
from printnplay.kernel.shapes import Shape
from printnplay.scene.picture import BoxFit, Picture, ShownArt
from printnplay.svg.clean import Cleaned
from printnplay.svg.pictures import ArtError, ArtFolders, Found


class Drawn(Struct, frozen=True):
    """A clean drawing and the strings set in it, in reading order.

    `worded` is whether its template used texts of the language; `spoken` are words for what has no
    texts, such as QR codes; `icons` are those of sets, whose makers are credited; `art` are the
    files of pictures.
    """

    cleaned: Cleaned
    texts: tuple[str, ...]
    worded: bool = False
    template: str = ""
    spoken: tuple[str, ...] = ()
    icons: tuple[str, ...] = ()
    art: tuple[ShownArt, ...] = ()

    def picture(self, name: str, size: Size, bleed: Um) -> Picture:
        """Return a picture of this trimmed size; its alt text is the title, or else all words."""
        alt = self.cleaned.title or " ".join((*self.texts, *self.spoken))
        svg, words = self.cleaned.svg, self.texts
        return Picture(name, size, bleed, svg, words, alt, self.template, self.art)


class Made(Struct, frozen=True):
    """The result of rendering a face: the drawing, the fit of its texts in their boxes, its faults.

    `sizes` are the type sizes that the cards of its family or group share from now on.
    """

    drawn: Drawn | None
    boxes: tuple[BoxFit, ...] = ()
    faults: tuple[Diagnostic, ...] = ()
    sizes: tuple[tuple[BoxPlace, Um], ...] = ()


class Order(Struct, dict=True):
    """A request to render a face: its template, and the values for it.

    `sizes` are the type sizes that its family and group share; `begin` creates its texts. A face of
    the trimmed `size` is cut to `die`; the size of a figure is unknown before it is rendered.
    """

    template: str
    values: Mapping[str, object]
    sizes: dict[BoxPlace, Um]
    begin: Callable[["Order"], FaceTexts]
    die: Shape = field(default_factory=Shape)
    size: Size | None = None

    @property
    def card(self) -> str:
        """The id of the card; empty if it is not the face of a card."""
        card = self.values.get("card")
        return str(card["id"]) if isinstance(card, Mapping) and "id" in card else ""

    @property
    def name(self) -> str:
        """The name of the face: the id of its card, or else its template."""
        return self.card or self.template

    @cached_property
    def texts(self) -> FaceTexts:
        """The texts of the face; created when first needed, as a cached face needs none."""
        return self.begin(self)

    @cached_property
    def problems(self) -> Problems:
        """Collects the faults of the face."""
        return Problems(Subject(card=self.card))


class _Asked(Struct, frozen=True):
    """The inputs of a face: texts by language number and key, strings, pictures by folders.

    `has_places` is whether its faults name the places of texts, so that these are inputs too.
    """

    texts: tuple[tuple[int, str], ...]
    composed: tuple[str, ...]
    pictures: tuple[tuple[tuple[Path, ...], str], ...]
    has_places: bool


class KeptFace(Struct, frozen=True, array_like=True):
    """A cached face: its inputs, a hash of their contents, and the result.

    The pictures that it links are stored beside it.
    """

    asked: _Asked
    said: bytes
    made: Made

    @property
    def links(self) -> list[str]:
        """The links of its pictures, and the files of their vectors."""
        links = links_in(self.made.drawn.cleaned.svg) if self.made.drawn else []
        return [*links, *filter(None, map(vectors_of, links))]


class _Entry(Struct, frozen=True):
    """Faces that are cached together, and a hash of the contents of all their inputs."""

    said: bytes
    faces: tuple[KeptFace, ...]


class KeptFaces:
    """The cached faces of one renderer."""

    def __init__(self, store: Memo, look: bytes, templates: Templates, art: ArtFolders) -> None:
        """Cache the faces of these templates; `look` is a hash of all that they have in common."""
        self._store = store
        self._look = look
        self._templates = templates
        self._art = art
        self._missing: bytes | None = None
        """The key that had no entry when it was last looked up."""

    def key(self, orders: Sequence[Order]) -> bytes | None:
        """Return the cache key of faces without their texts and pictures; None if unknown."""
        files: dict[str, bytes] = {}
        of_game: dict[str, object] = {}
        numbers: dict[str, frozenset[str]] = {}
        faces: list[tuple[str, dict[str, object], list[str], object, Shape]] = []
        for order in orders:
            template, seen = order.template, dict(order.values)
            game = seen.pop("game", None)
            if template not in of_game:
                sources = self._sources(template)
                if sources is None:
                    return None
                for source in sources:
                    files |= source.files
                if isinstance(game, Mapping):  # icons get only the colours
                    game = part_of_game(game, sources[0].of_game)
                of_game[template] = game
                numbers[template] = sources[0].numbers
            seen = {name: seen[name] for name in seen if _may_use(name, numbers[template])}
            # The values of the format and the language are mostly those of the first face.
            first = faces[0][1] if faces else {}
            own = {name: seen[name] for name in seen if seen[name] is not first.get(name)}
            lacking = [name for name in first if name not in seen]
            faces.append((template, own, lacking, sorted(order.sizes.items()), order.die))
        languages = [
            (one.language, one.file, one.sound, context.as_typed)
            for one, context in orders[0].texts.languages
        ]
        try:
            return key_of(self._look, files, of_game, faces, languages)
        except TypeError:
            return None

    def take(self, key: bytes, orders: Sequence[Order]) -> Sequence[KeptFace | None]:
        """Return cached faces; None for each whose texts or pictures have changed."""
        entry = self._store.take_value(_Entry, key)
        self._missing = None if entry else key
        if entry is None:
            return [None] * len(orders)
        said = self._said([face.asked for face in entry.faces], orders)
        whole = key_of(key, said)
        if whole != entry.said:
            # All inputs may have had these contents before.
            entry = self._store.take_value(_Entry, whole) or entry
        same = [
            whole == entry.said or (now is not None and face.said == key_of(now))
            for face, now in zip(entry.faces, said, strict=True)
        ]
        return [
            face if is_same and all(map(self._have, face.links)) else None
            for face, is_same in zip(entry.faces, same, strict=True)
        ]

    def put(
        self,
        key: bytes,
        orders: Sequence[Order],
        faces: Sequence["KeptFace | tuple[Made, Found]"],
    ) -> None:
        """Cache rendered faces, unless one has errors, which the user will fix.

        Args:
            key: The cache key of the faces.
            orders: The requests.
            faces: The faces from the cache; the others as rendered, each with the pictures that it
                looked for.
        """
        drawn = [face for face in faces if not isinstance(face, KeptFace)]
        if any(fault.severity is Severity.ERROR for made, _ in drawn for fault in made.faults):
            return
        sources = {order.template: self._sources(order.template) or () for order in orders}
        if not all(map(self._templates.is_as_drawn, chain.from_iterable(sources.values()))):
            return
        asked = [
            face.asked if isinstance(face, KeptFace) else _asked(order, *face)
            for order, face in zip(orders, faces, strict=True)
        ]
        said = self._said(asked, orders)
        files = [file for _, found in drawn for file in found.values()]
        if None in said or not all(file is None or _is_still(*file) for file in files):
            return
        # The inputs of a cached face may have been saved meanwhile.
        if any(
            isinstance(face, KeptFace) and face.said != key_of(now)
            for face, now in zip(faces, said, strict=True)
        ):
            return
        before = None if key == self._missing else self._store.take_value(_Entry, key)
        if before:  # The inputs may change back.
            self._store.put_value(before.said, before)
        kept = tuple(
            face if isinstance(face, KeptFace) else KeptFace(names, key_of(now), face[0])
            for names, now, face in zip(asked, said, faces, strict=True)
        )
        links = (link for face in kept if face not in faces for link in face.links)
        for link in dict.fromkeys(links):
            self._put_picture(link)
        self._store.put_value(key, _Entry(key_of(key, said), kept))

    def _sources(self, template: str) -> list[Source] | None:
        """Return the files of a template, then those of the icons, if they exist."""
        source = self._templates.source(template)
        others = filter(None, map(self._templates.source, (ICONS, FACTS)))
        return None if source is None else [source, *others]

    def _said(self, asked: Sequence[_Asked], orders: Sequence[Order]) -> list[list[object] | None]:
        """Return the current contents of the inputs of faces; None if a picture cannot be read."""
        return list(map(self._all_said, asked, orders, repeat(orders[0].texts)))

    def _all_said(self, asked: _Asked, order: Order, any_texts: FaceTexts) -> list[object] | None:
        """Return the current contents of a face's inputs; `any_texts` are the texts of any face."""
        entries = [any_texts.languages[number][0].entries.get(key) for number, key in asked.texts]
        is_plain = not any(entry and varies(entry) for entry in entries)
        texts = any_texts if is_plain and not asked.composed else order.texts
        try:
            pictures = list(chain.from_iterable(map(self._picture, asked.pictures)))
        except ReadError:
            return None
        return [
            [texts.wording_of(*name) for name in asked.texts],
            list(map(texts.composition_of, asked.composed)),
            [texts.places_of(*name) for name in asked.texts] if asked.has_places else [],
            pictures,
        ]

    def _picture(self, name: tuple[tuple[Path, ...], str]) -> Iterator[str]:
        """Yield the file that a link resolves to, and a hash of its content; nothing if none."""
        beside, link = name
        try:
            path = ArtFolders(self._art.roots, beside).find(link)
        except ArtError:
            return
        yield from (path.as_posix(), content_hash(path))

    def _have(self, link: str) -> bool:
        """Return whether the file of a link exists, or can be restored from the cache."""
        if has_file(link):
            return True
        content = self._store.take(key_of("picture", link))
        return content is not None and write_file(link, content)

    def _put_picture(self, link: str) -> None:
        key = key_of("picture", link)
        if self._store.take(key) is None:
            self._store.put(key, content_of_file(link), dense=True)


def _asked(order: Order, made: Made, found: Found) -> _Asked:
    """Return the inputs that a face used when it was rendered."""
    texts = order.texts
    return _Asked(tuple(texts.asked), tuple(texts.composed), tuple(found), bool(made.faults))


def part_of_game(game: Mapping[str, object], names: Set[str]) -> Mapping[str, object]:
    """Return the part of the game that a template may use; an empty name means all of it."""
    return game if "" in names else {name: game[name] for name in game if name in names}


def _may_use(name: str, numbers: Set[str]) -> bool:
    """Whether a template may use a value: the numbers of a card only where it names them."""
    return name not in NUMBERS or name in numbers


def _is_still(path: Path, before: tuple[int, int]) -> bool:
    try:
        return stamp(path) == before
    except ReadError:
        return False


def content_hash(path: Path) -> str:
    """Return the hash of a file's content; a file is read again only after it changes.

    Raises:
        ReadError: it cannot be read.
    """
    return _content_hash(path, stamp(path))


@lru_cache(maxsize=4096)
def _content_hash(path: Path, stamp: tuple[int, int]) -> str:
    del stamp
    return hash_of(path)
