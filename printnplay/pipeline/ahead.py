"""The cards of a large game, drawn and baked by copies of this process while it does more."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from time import process_time

from msgspec import Struct

from printnplay.faces.template_faults import place
from printnplay.files.budget import LIMITS, Limits, limited
from printnplay.files.workers import Crew, ProcessEndedError
from printnplay.model.diagnostics import FaultsError
from printnplay.output.pdf import BakeError, FontError, Terms, TypstBaker, load_compiler
from printnplay.pipeline.edition import Edition
from printnplay.pipeline.inks import Printing

SAMPLES = 4
"""So many batches of cards of a large game show whether it was drawn before."""


@contextmanager
def drawn_ahead(
    edition: Edition, printing: Printing, processes: int
) -> Iterator[Callable[[], None] | None]:
    """Copies of this process draw the cards of a large game, and bake them, while it does more.

    What they make goes where drawn things are kept: this process takes it from there when it calls
    what it is given, and draws what it does not find. So faults are found by this process, as if it
    were alone. None draws what is kept from an earlier build.
    """
    store, batches = edition.loaded.catalog.store, edition.batches
    samples = batches[:: -(-len(batches) // SAMPLES)]
    if store is None or 2 * sum(map(edition.are_kept, samples)) > len(samples):
        yield None
        return
    # What the first faces load and work out, no copy has to.
    for batch in samples:
        edition.rehearse(batch[0])
    count = min(processes, len(batches))
    load_compiler()
    with Crew(partial(_draw, edition, printing, LIMITS.of_copy(count)), count, copied=True) as crew:
        made = crew.results(range(len(batches)), last=True)

        def take() -> None:
            with suppress(ProcessEndedError):  # what it would have drawn is drawn here
                for batch, kept in zip(batches, made, strict=True):
                    store.receive(kept.entries)
                    printing.faces(edition, batch)

        yield take


class DrawnBatch(Struct, frozen=True):
    """What a process has drawn, as it is kept."""

    entries: dict[bytes, bytes]


def _draw(edition: Edition, printing: Printing, limits: Limits, number: int) -> DrawnBatch:
    """Draw and bake a batch of cards; of those at fault nothing is kept."""
    catalog = edition.loaded.catalog
    store = catalog.store
    assert store is not None
    held_to = limits if catalog.limited else None
    terms = Terms(printing.style.raster, printing.inks, memo=store)
    lost = suppress(FaultsError, BakeError, FontError)
    with lost, limited(held_to, place, before=process_time()):
        faces = printing.faces(edition, edition.batches[number])
        TypstBaker(edition.loaded.shelf.faces, terms).bake((), [faces])
    return DrawnBatch(store.hand_over())
