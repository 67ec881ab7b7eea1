"""Jobs of exports: one edition of a game for one target, its cards and boards one by one."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.edition.edition import Edition
from printnplay.edition.only import fields_of, is_chosen
from printnplay.edition.request import Progress
from printnplay.files.writing import write_staged
from printnplay.game.exporting import Component, ComponentKind, FaceOptions
from printnplay.game.game import OWN, Card, Group
from printnplay.game.services import Service
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.shapes import Shape
from printnplay.processes.pool import in_processes
from printnplay.scene.picture import Picture
from printnplay.svg.cut_paths import shape_of
from printnplay.text.markup import plain, spoken

Part = TypeVar("Part")
Made = TypeVar("Made")


class Exported(Struct, frozen=True):
    """A file that was made: its path below the folder of its game and language, and its bytes."""

    path: Path
    size: int


class ExportRequest(Struct, frozen=True):
    """An export as asked for. Empty `games` means all, empty `languages` all that a game has.

    `jobs` are processes at once, 0 for one a core. `strict` counts warnings as errors. An export
    that is not `limited` may take any time and memory.
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


class ExportJob(Struct, dict=True):
    """One edition to be exported. Nothing that it writes is seen before all jobs are done.

    `edition` draws with the bleed of the `options`, which have the target's own values where the
    user gave none; `languages` are those of it as named. `folder` is where the files are
    made, and `destination` where they are in the end; `processes` is how many may draw at once,
    `service` the print service they are for, if any. `siblings` are the jobs of the same game in
    other languages, `kits` the files that were built of this one for a release.
    """

    target: str
    edition: Edition
    languages: str
    options: FaceOptions
    folder: Path
    problems: Problems
    processes: int = 1
    service: Service | None = None
    destination: Path = Path()
    siblings: Sequence["ExportJob"] = ()
    kits: Sequence[Path] = ()
    progress: Progress = field(default_factory=Progress)

    @cached_property
    def components(self) -> tuple[Component, ...]:
        """The cards and boards of the game that are asked for, each distinct one once."""
        return components_of(self.edition, self.options.only)

    def write(self, name: str, content: bytes) -> Exported:
        """Write a file by its name below the folder.

        Raises:
            FaultsError: it cannot be written.
        """
        return Exported(Path(name), write_staged(self.folder / name, [content]))

    def in_processes(self, task: Callable[[Part], Made], parts: Sequence[Part]) -> Iterator[Made]:
        """Return what the task makes of each part, as many at once as may be drawn at once.

        Raises:
            FaultsError: the task did, or a process cannot be started or has ended.
        """
        return in_processes(task, parts, self.processes)


def components_of(edition: Edition, only: Sequence[str] = ()) -> tuple[Component, ...]:
    """Return the distinct cards, then the boards; what has faults is left out, and reported."""
    found = (*_cards(edition, only), *_boards(edition, only))
    return tuple(_with_back_names(found))


def _cards(edition: Edition, only: Sequence[str]) -> Iterator[Component]:
    if not only:
        edition.draw_cards()
    game = edition.game
    for card in game.cards:
        if not is_chosen(card.id, fields_of(card), only):
            continue
        group = game.group_of(card)
        front = edition.face(card)
        back, back_id = _back(edition, card, group)
        if front is not None:
            title, texts = _words(edition, front, f"cards.{card.id}.", "name")
            yield Component(
                id=card.id,
                kind=ComponentKind.CARD,
                copies=card.copies,
                front=front,
                shape=shape_of((group and group.cut) or game.cut),
                back=back,
                back_id=back_id,
                group=group.id if group else "",
                title=title or card.id,
                texts=texts,
            )


def _words(edition: Edition, front: Picture, own: str, name: str) -> tuple[str, tuple[str, ...]]:
    """The name of a component, and the other texts on its front, with icons as words.

    Args:
        edition: with the texts.
        front: the drawing of its front.
        own: what the keys of the component's own texts begin with.
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
    """The back of a card, and the name of one that it shares."""
    if card.back_fields is not None and (group is None or group.two_sided):
        return edition.face(card, back=True), ""
    if group is None or not group.backs or group.backs == OWN:
        return None, ""
    size = edition.game.size_of(card)
    return edition.back(group.backs, size, group.style, group.cut), group.backs


def _boards(edition: Edition, only: Sequence[str]) -> Iterator[Component]:
    for board in edition.game.boards:
        picture = edition.board(board) if is_chosen(board.id, {}, only) else None
        if picture is not None:
            title, texts = _words(edition, picture, "boards.", board.id)
            yield Component(
                board.id,
                ComponentKind.BOARD,
                board.copies,
                picture,
                Shape(),
                title=title or board.id,
                texts=texts,
            )


def _with_back_names(components: tuple[Component, ...]) -> Iterator[Component]:
    """The components, their shared backs named apart where one template draws several."""
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
        yield replace(component, back_id=f"{component.back_id}-{group}")
