"""Jobs that several processes share: the editions of games, or the cards of a large game.

They are copies of this process, where it can be copied, or new ones.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import groupby
from time import process_time
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from printnplay.faces.template_faults import place
from printnplay.files.budget import LIMITS, Limits, limited
from printnplay.files.workers import Crew, ProcessEndedError, in_processes
from printnplay.model.diagnostics import Diagnostic, FaultsError, Problems
from printnplay.model.picture import Picture
from printnplay.output.pdf import (
    BakeError,
    FontError,
    Terms,
    TypstBaker,
    load_compiler,
    load_libraries,
)
from printnplay.pipeline.edition import Edition
from printnplay.pipeline.game import LoadedGame, OpenedGame
from printnplay.pipeline.inks import Printing
from printnplay.pipeline.request import Finished, Job, RulebookStep

Share: TypeAlias = tuple[Job, ...]
"""The jobs of one edition."""


class ShareResult(Struct, frozen=True):
    """What came back from a process: its jobs, or the faults that it stopped at."""

    finished: tuple[Finished, ...] = ()
    faults: tuple[Diagnostic, ...] = ()

    @property
    def found(self) -> list[Diagnostic]:
        """All that was found, warnings too."""
        return [*(fault for made in self.finished for fault in made.problems), *self.faults]


def make_in_processes(
    shares: Sequence[Share], count: int, make: Callable[[Share], Iterator[Finished]]
) -> Iterator[Finished]:
    """Make jobs in new processes, each of which opens the games for itself.

    Args:
        shares: the jobs.
        count: how many processes work at once.
        make: makes the jobs of an edition.

    Raises:
        FaultsError: the user's files are at fault, with whatever each process found.
    """
    faults = Problems()
    for result in in_processes(partial(_make_share, LIMITS.shared_by(count), make), shares, count):
        for fault in result.faults:
            faults.add(fault)
        yield from result.finished
    if faults.found:
        raise FaultsError(faults.found)


def _make_share(
    limits: Limits, make: Callable[[Share], Iterator[Finished]], share: Share
) -> ShareResult:
    return _limited(share, limits, lambda: make(share))


Read: TypeAlias = Callable[[Sequence[Job], Problems], OpenedGame | None]
Make: TypeAlias = Callable[[LoadedGame, Sequence[Job], Problems], Iterator[Finished]]


def make_in_copies(
    shares: Sequence[Share], count: int, read: Read, make: Make
) -> Iterator[Finished]:
    """Make jobs in copies of this process, which has read all games.

    While the copies draw, this process checks what the texts say.

    Args:
        shares: the jobs.
        count: how many copies work at once.
        read: reads the game of jobs.
        make: makes the jobs of an edition of a game that was read.

    Raises:
        FaultsError: the user's files are at fault, with all that was found.
    """
    games: dict[str, _ReadGame] = {}
    for game, same_game in groupby(shares, key=lambda share: share[0].game):
        problems = Problems()
        jobs = [job for share in same_game for job in share]
        games[game] = _ReadGame(read(jobs, problems), problems)
    if any(job.settings for share in shares for job in share):
        load_libraries()
    with Crew(
        partial(_make_edition, LIMITS.of_copy(count), games, make), count, copied=True
    ) as crew:
        results = crew.results(shares, last=True)
        is_draft = shares[0][0].request.draft
        faulty = [game.stops(is_draft=is_draft) for game in games.values()]
        found, stops = Problems(), any(faulty)
        for share, result in zip(shares, results, strict=True):
            # What was found in the whole game goes before what was found in its first edition.
            before = games[share[0].game].take_problems()
            stops = stops or bool(result.faults)
            for fault in (*before, *result.found):
                found.add(fault)
            for made in result.finished:
                yield replace(made, problems=(*before, *made.problems))
                before = []
    if stops:
        raise FaultsError(found.found)


class _ReadGame(Struct):
    """A game that was read, and what was found in it."""

    opened: OpenedGame | None
    problems: Problems

    def stops(self, *, is_draft: bool) -> bool:
        """Check what the texts say; whether nothing is made then."""
        if self.opened is None:
            return True
        self.opened.check_texts(self.problems)
        return self.opened.loaded is None or (self.problems.errors > 0 and not is_draft)

    def take_problems(self) -> Sequence[Diagnostic]:
        """What was found, once."""
        found, self.problems = self.problems.found, Problems()
        return found


def _make_edition(
    limits: Limits, games: Mapping[str, _ReadGame], make: Make, share: Share
) -> ShareResult:
    opened = games[share[0].game].opened
    if opened is None or opened.loaded is None:
        return ShareResult()
    loaded, problems = opened.loaded, Problems()
    problems.allow(loaded.game.allowed)
    return _limited(share, limits, lambda: make(loaded, share, problems))


def _limited(share: Share, limits: Limits, made: Callable[[], Iterator[Finished]]) -> ShareResult:
    """What one of several processes makes, which has made others for the same command before."""
    held_to = limits if share[0].request.limited else None
    try:
        with limited(held_to, place, before=process_time()):
            return ShareResult(finished=tuple(made()))
    except FaultsError as error:
        return ShareResult(faults=tuple(error.found))


SAMPLES = 4
"""So many batches of cards of a large game show whether it was drawn before."""


class RulebookBeside:
    """A rulebook that a copy of this process makes."""

    def __init__(self, steps: Iterator[RulebookStep], copied: Iterator[RulebookStep]) -> None:
        """Wait for these steps; without the copy, they are those that this process makes."""
        self._own, self._copied = steps, copied
        self._drawn: RulebookStep | None = None

    def drawn(self) -> RulebookStep:
        """What was found when it was drawn.

        Raises:
            FaultsError: something cannot be drawn.
        """
        if self._drawn is None:
            self._drawn = self._step()
        return self._drawn

    def page_count(self) -> int:
        """How many pages it has.

        Raises:
            FaultsError: something cannot be drawn.
        """
        return self.drawn().pages

    def written(self) -> RulebookStep:
        """Its files.

        Raises:
            FaultsError: something cannot be written.
        """
        self.drawn()
        return self._step()

    def _step(self) -> RulebookStep:
        try:
            return next(self._copied)
        except ProcessEndedError:  # what it would have made is made here
            self._copied = self._own
            if self._drawn is not None:
                next(self._own)
            return next(self._own)


@contextmanager
def rulebook_beside(
    edition: Edition, steps: Iterator[RulebookStep], *, is_limited: bool
) -> Iterator[RulebookBeside | None]:
    """A copy of this process makes the rulebook of an edition while this one makes the rest.

    None does if it is kept from an earlier build, as its cover is then.

    Args:
        edition: whose rulebook it is.
        steps: makes it, in two steps; the copy goes through them, this process does not.
        is_limited: whether it is held to limits.
    """
    if not _is_fresh(edition, lambda: [edition.cover()]):
        yield None
        return
    limits = LIMITS.of_copy(2) if is_limited else None
    with Crew(partial(_rulebook_step, steps, limits), 1, copied=True) as crew:
        yield RulebookBeside(steps, crew.results(("drawn", "written"), last=True))


def _rulebook_step(steps: Iterator[RulebookStep], limits: Limits | None, name: str) -> RulebookStep:
    del name
    with limited(limits, place, before=process_time()):
        return next(steps)


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


def _is_fresh(edition: Edition, draw: Callable[[], Sequence[Picture | None]]) -> bool:
    """Whether most of some pictures of an edition have to be drawn, and are not kept."""
    before = edition.fresh
    drawn = draw()
    return 2 * (edition.fresh - before) > len(drawn)


class DrawnBatch(Struct, frozen=True):
    """What a process has drawn, as it is kept."""

    entries: dict[bytes, bytes]


def _draw(edition: Edition, printing: Printing, limits: Limits, number: int) -> DrawnBatch:
    """Draw and bake a batch of cards; of those at fault nothing is kept."""
    catalog = edition.loaded.catalog
    store = catalog.store
    assert store is not None
    held_to = limits if catalog.limited else None
    terms = Terms(printing.style.raster, printing.inks, store=store)
    lost = suppress(FaultsError, BakeError, FontError)
    with lost, limited(held_to, place, before=process_time()):
        faces = printing.faces(edition, edition.batches[number])
        TypstBaker(edition.loaded.shelf.faces, terms).bake((), [faces])
    return DrawnBatch(store.hand_over())
