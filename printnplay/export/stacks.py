"""Stacks of cards for virtual tabletops: cards with the same back are stacked together."""

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from printnplay.export.job import MANIFEST, ExportJob
from printnplay.files.door import ReadError, read
from printnplay.game.exporting import Component, ComponentKind, Copies, Corners
from printnplay.game.kinds import Kind
from printnplay.kernel.geometry import Size
from printnplay.kernel.shapes import ShapeKind
from printnplay.raster.picture_sheets import with_kept_cells
from printnplay.scene.picture import Picture
from printnplay.text.markup import plain

MOST_BYTES = 16 << 20
"""Maximum size in bytes of an earlier export's manifest: the same as in `export/run.py`."""

CARD_SHAPES = (ShapeKind.RECTANGLE, ShapeKind.ROUNDED)


class Stack(Struct, frozen=True):
    """Cards of one kind, size and shape that are shuffled together.

    `cells` are the ids in the order of their cells on sheets, "" for a free cell.
    """

    id: str
    title: str
    components: tuple[Component, ...]
    cells: tuple[str, ...]

    @property
    def copies(self) -> Mapping[str, int]:
        """The number of copies by the id of the card, as the rules name it."""
        found: Counter[str] = Counter()
        for component in self.components:
            found[component.card] += component.copies
        return found

    @property
    def size(self) -> Size:
        """The trimmed size of its cards."""
        return self.components[0].front.size

    @property
    def shape(self) -> ShapeKind:
        """The cut shape of its cards."""
        return self.components[0].shape.kind

    @property
    def is_of_cards(self) -> bool:
        """Whether it is a deck of cards; other kinds and shapes are tokens or tiles."""
        return self.components[0].counts_as is Kind.CARDS and self.shape in CARD_SHAPES

    @property
    def has_own_backs(self) -> bool:
        """Whether each card has its own back."""
        return self.components[0].back is not None and not self.components[0].back_id

    def component(self, name: str) -> Component:
        """Return the component with this id."""
        return next(component for component in self.components if component.id == name)


def stacks_of(job: ExportJob) -> tuple[Stack, ...]:
    """Return the stacks of an edition; each card keeps its cell from the last export."""
    former = _former_cells(job)
    together: defaultdict[tuple[object, ...], list[Component]] = defaultdict(list)
    for component in job.components:
        if component.kind is ComponentKind.CARD:
            own = component.back_id or f"/{component.group}/{component.back is None}"
            like = (component.front.size, component.shape, component.counts_as)
            together[own, *like].append(component)
    names: set[str] = set()
    stacks = []
    for components in together.values():
        groups = list(dict.fromkeys(component.group for component in components))
        name = "-".join(filter(None, groups)) if len(groups) < 3 else components[0].back_id
        name = _unused(name or "cards", names)
        ids = [component.id for component in components]
        cells = with_kept_cells(ids, former.get(name, ()))
        title = _title(job, groups)
        stacks.append(Stack(name, title, tuple(components), tuple(cells)))
    return tuple(stacks)


def boards_of(job: ExportJob) -> tuple[Component, ...]:
    """Return the boards of an edition."""
    return tuple(part for part in job.components if part.kind is ComponentKind.BOARD)


def blank(size: Size) -> Picture:
    """Return a blank back, for cards that have none."""
    return Picture("blank", size, 0, '<svg xmlns="http://www.w3.org/2000/svg"></svg>')


def with_backs(stack: Stack) -> Stack:
    """Add a blank back to the cards of a stack that have none."""
    if stack.components[0].back is not None:
        return stack
    backed = (
        replace(component, back=blank(stack.size), back_id=f"{stack.id}-blank")
        for component in stack.components
    )
    return replace(stack, components=tuple(backed))


def cut_out(job: ExportJob) -> ExportJob:
    """Return the job with each distinct face once, cut to its outline; cards get round corners."""
    options = replace(job.options, corners=Corners.ROUND, copies=Copies.LIST, bleed=0)
    return replace(job, options=options)


def words_of(component: Component) -> tuple[str, str]:
    """Return the title of a component, and its other texts, one per line."""
    return component.title, "\n".join(component.texts)


def _title(job: ExportJob, groups: Sequence[str]) -> str:
    if len(groups) != 1 or not groups[0]:
        return job.edition.game.title
    return plain(job.edition.typesetter.inlines(f"sheets.{groups[0]}"))


def _unused(name: str, names: set[str]) -> str:
    """Return the name, with a number appended if it is already used."""
    unused, number = name, 1
    while unused in names:
        number += 1
        unused = f"{name}-{number}"
    names.add(unused)
    return unused


def _former_cells(job: ExportJob) -> Mapping[str, Sequence[str]]:
    """Return the cells of each stack from the manifest of an earlier export."""
    try:
        said = json.loads(read(job.destination / MANIFEST, MOST_BYTES, anywhere=True))
        cells = {name: list(map(str, cells)) for name, cells in said["cells"].items()}
    except (ReadError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {}
    return cells
