"""Export jobs: one edition of a game for one target, with its cards and boards."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.edition.edition import Edition
from printnplay.edition.only import fields_of, is_chosen
from printnplay.edition.request import Progress, Shard
from printnplay.files.door import ReadError, read
from printnplay.files.seals import MAX_BYTES, sealed
from printnplay.files.writing import write_staged
from printnplay.game.exporting import Component, ComponentKind, FaceOptions
from printnplay.game.game import OWN, Card, Group
from printnplay.game.kinds import Kind
from printnplay.game.requirements import Requirements
from printnplay.game.services import Service
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.shapes import Shape
from printnplay.processes.pool import in_processes
from printnplay.scene.picture import Picture
from printnplay.svg.cut_paths import shape_of
from printnplay.text.markup import plain, spoken

Part = TypeVar("Part")
Made = TypeVar("Made")


MANIFEST = "manifest.json"

EMPTY: Mapping[str, int] = {}


class Exported(Struct, frozen=True):
    """An exported file: its path below the folder of the game and language, and its bytes."""

    path: Path
    size: int


class ExportRequest(Struct, frozen=True):
    """A request to export. Empty `games` means all games, empty `languages` all their languages.

    `jobs` is the number of processes, 0 for one per core. `strict` turns warnings into errors. An
    export that is not `limited` has no limits of time and memory. A `shard` is the part of the
    editions that this machine exports. `scheduler` is the address of a Dask cluster that does the
    work.
    """

    project: Path
    target: str
    games: tuple[str, ...]
    languages: tuple[str, ...]
    output: Path
    options: FaceOptions = field(default_factory=FaceOptions)
    jobs: int = 0
    trust_rules: bool = False
    strict: bool = False
    limited: bool = True
    shard: Shard = Shard()
    scheduler: str = ""


class ExportJob(Struct, dict=True):
    """An edition to export. Its files become visible only when all jobs are done.

    `edition` is rendered with the bleed of the `options`, which contain the defaults of the target
    where the user set none. `languages` is the name of its languages. Files are written to `folder`
    and end up in `destination`. `processes` is the number of rendering processes, `service` the
    print service and `wanted` the requirements of the factory, if any. `siblings` are the jobs of
    the same game in other languages, `kits` the files built from this edition for a release.
    """

    target: str
    edition: Edition
    languages: str
    options: FaceOptions
    folder: Path
    problems: Problems
    processes: int = 1
    service: Service | None = None
    wanted: Requirements | None = None
    destination: Path = Path()
    siblings: Sequence["ExportJob"] = ()
    kits: Sequence[Path] = ()
    progress: Progress = field(default_factory=Progress)

    @cached_property
    def components(self) -> tuple[Component, ...]:
        """The selected cards and boards of the game, without duplicates."""
        return components_of(self.edition, self.options.only, dict(self.options.counts))

    @cached_property
    def cards(self) -> Mapping[str, Card]:
        """The cards of the game by id."""
        return {card.id: card for card in self.edition.game.cards}

    def write(self, name: str, content: bytes) -> Exported:
        """Write a file by its name below the folder.

        Raises:
            FaultsError: the file cannot be written.
        """
        return Exported(Path(name), write_staged(self.folder / name, [content]))

    def write_json(self, name: str, content: object) -> Exported:
        """Write data as a JSON file.

        Raises:
            FaultsError: the file cannot be written.
        """
        return self.write(name, as_json(content))

    def write_manifest(self, files: Mapping[str, Mapping[str, object]], **more: object) -> Exported:
        """Write the manifest. The next export deletes files in it that are not written again.

        It recognises them by their hashes, which are added where they are missing.

        Args:
            files: the details of each file by its path.
            more: further entries of the target.

        Raises:
            FaultsError: the file cannot be written.
        """
        game = self.edition.game
        content = {
            "game": game.id,
            "title": game.title,
            "language": self.languages,
            "target": self.target,
            **({"version": game.about.version} if game.about.version else {}),
            **more,
            "files": {
                name: {**said, "sha256": said.get("sha256") or sha256_of(self.folder / name)}
                for name, said in files.items()
            },
        }
        return self.write_record(content)

    def write_record(self, content: object) -> Exported:
        """Write the manifest from its content, with a seal.

        Raises:
            FaultsError: the file cannot be written.
        """
        return self.write(MANIFEST, b"".join(sealed([as_json(content)])))

    def in_processes(self, task: Callable[[Part], Made], parts: Sequence[Part]) -> Iterator[Made]:
        """Yield the result of the task for each part, using the job's number of processes.

        Raises:
            FaultsError: the task failed, or a process cannot be started or has died.
        """
        return in_processes(task, parts, self.processes)


def components_of(
    edition: Edition, only: Sequence[str] = (), counts: Mapping[str, int] = EMPTY
) -> tuple[Component, ...]:
    """Return the distinct cards, then the boards; faulty components are reported and omitted.

    `counts` are the copies of components by id, where they are not those of the game.
    """
    boards = (
        replace(board, copies=counts.get(board.id, board.copies))
        for board in _boards(edition, only)
    )
    found = (*_cards(edition, only, counts), *boards)
    return tuple(_with_back_names(found))


def _cards(edition: Edition, only: Sequence[str], counts: Mapping[str, int]) -> Iterator[Component]:
    if not only:
        edition.draw_cards()
    game, numbers = edition.game, edition.loaded.numbers_of_cards
    chosen = (
        card for card in game.cards if is_chosen(card.id, fields_of(card, numbers[card.id]), only)
    )
    for card in (face for one in chosen for face in one.faces(counts.get(one.id))):
        group = game.group_of(card)
        front = edition.face(card)
        back, back_id = _back(edition, card, group)
        if front is not None:
            title, texts = words_of(edition, front, f"cards.{card.id}.", "name")
            yield Component(
                id=card.face_id,
                kind=ComponentKind.CARD,
                copies=card.copies,
                front=front,
                shape=shape_of((group and group.cut) or game.cut),
                back=back,
                back_id=back_id,
                group=group.id if group else "",
                counts_as=game.kind_of(card),
                title=title or card.id,
                texts=texts,
                card=card.id,
                hash=edition.hash_of(card),
            )


def words_of(edition: Edition, front: Picture, own: str, name: str) -> tuple[str, tuple[str, ...]]:
    """Return the name of a component, and the other texts on its front, with icons as words.

    Args:
        edition: the edition with the texts.
        front: the drawing of its front.
        own: the prefix of the keys of the component's own texts.
        name: the rest of the key of its name.
    """
    setter = edition.typesetter
    inlines = {
        key.removeprefix(own): setter.inlines(key)
        for key in setter.texts.entries
        if key.startswith(own)
    }
    said = {plain(text): spoken(text) for text in inlines.values()}
    drawn = [" ".join(text.split()) for text in front.texts]
    title = spoken(inlines[name]) if name in inlines else " ".join(front.alt.split())
    if not title or title == " ".join(drawn):
        title = next(iter(drawn), "")
    return title, tuple(said.get(text, text) for text in drawn if text not in title)


def _back(edition: Edition, card: Card, group: Group | None) -> tuple[Picture | None, str]:
    """Return the back of a card, and its name if it is shared."""
    if card.back_fields is not None and (group is None or group.two_sided):
        return edition.face(card, back=True), ""
    if group is None or not group.backs or group.backs == OWN:
        return None, ""
    return edition.back(group), group.backs


def _boards(edition: Edition, only: Sequence[str]) -> Iterator[Component]:
    for board in edition.game.boards:
        picture = edition.board(board) if is_chosen(board.id, {}, only) else None
        if picture is not None:
            title, texts = words_of(edition, picture, "boards.", board.id)
            yield Component(
                board.id,
                ComponentKind.BOARD,
                board.copies,
                picture,
                Shape(),
                counts_as=Kind.BOARDS,
                title=title or board.id,
                texts=texts,
            )


def _with_back_names(components: tuple[Component, ...]) -> Iterator[Component]:
    """Yield the components, giving shared backs distinct names if one template renders several."""
    drawn: defaultdict[str, dict[tuple[Picture, Shape], str]] = defaultdict(dict)
    for component in components:
        if component.back is not None and component.back_id:
            kinds = drawn[component.back_id]
            kinds.setdefault((component.back, component.shape), component.group)
    for component in components:
        kinds = drawn.get(component.back_id, {})
        if component.back is None or len(kinds) < 2:
            yield component
            continue
        group = kinds[component.back, component.shape]
        alike = [kind for kind, of in kinds.items() if of == group]
        number = alike.index((component.back, component.shape)) + 1
        more = f"-{number}" if number > 1 else ""  # the group has cards of several sizes
        yield replace(component, back_id=f"{component.back_id}-{group}{more}")


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file; empty if it cannot be read."""
    try:
        return sha256(read(path, MAX_BYTES, anywhere=True)).hexdigest()
    except ReadError:
        return ""


def as_json(content: object) -> bytes:
    """Serialise data as JSON for a file."""
    return f"{json.dumps(content, ensure_ascii=False, indent=1)}\n".encode()
