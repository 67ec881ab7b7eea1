"""Jobs made in one process or in several, each of which makes some editions.

They are copies of this process where it can be copied, or new ones.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from operator import attrgetter
from time import process_time
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from printnplay.build.job import Finished, Job
from printnplay.build.making import make_game, make_loaded, read_game_of
from printnplay.edition.loaded import OpenedGame
from printnplay.faces.template_faults import place
from printnplay.files.budget import LIMITS, Limits, limited
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems
from printnplay.pdf import load_libraries
from printnplay.processes import pool
from printnplay.processes.cores import cores

Share: TypeAlias = tuple[Job, ...]
"""The jobs of one edition."""

AT_ONCE = 8
"""The most processes that a build starts by itself: eight use 2 GB for a large game."""


def make(jobs: Sequence[Job], workers: int | None) -> Iterator[Finished]:
    """Make jobs, results in their order: game by game, or editions in several processes at once.

    Args:
        jobs: what is to be made.
        workers: how many processes work at once, 0 for one a core. None is one a core, but not more
            than AT_ONCE, where they can be copies of this one, which has loaded libraries and
            games; to begin new ones costs so much that a user has to ask for it.

    Raises:
        FaultsError: the user's files are at fault; with several processes, whatever each found. Or
            one of those that were asked for has ended.
    """
    shares = [tuple(same) for _, same in groupby(jobs, key=attrgetter("game", "languages"))]
    count = min(cores(), AT_ONCE) if workers is None else workers or cores()
    is_shared = len(shares) > 1 and count > 1
    is_copied = is_shared and pool.can_copy()
    if is_copied or (is_shared and workers is not None):
        share_out = make_in_copies if is_copied else make_in_processes
        made = set[Job]()
        try:
            for finished in share_out(shares, min(count, len(shares))):
                made.add(finished.job)
                yield finished
            return
        except pool.ProcessEndedError:
            # Probably out of memory: an error only where the user asked for this many processes.
            if workers is not None:
                raise
        jobs = [job for job in jobs if job not in made]
    for _, same_game in groupby(jobs, key=attrgetter("game")):
        yield from make_game(tuple(same_game))


class ShareResult(Struct, frozen=True):
    """What came back from a process: its jobs, or the faults that it stopped at."""

    finished: tuple[Finished, ...] = ()
    faults: tuple[Diagnostic, ...] = ()

    @property
    def found(self) -> list[Diagnostic]:
        """All that was found, warnings too."""
        return [*(fault for made in self.finished for fault in made.problems), *self.faults]


def make_in_processes(shares: Sequence[Share], count: int) -> Iterator[Finished]:
    """Make jobs in new processes, each of which opens the games for itself.

    Args:
        shares: the jobs.
        count: how many processes work at once.

    Raises:
        FaultsError: the user's files are at fault, with whatever each process found.
    """
    faults = Problems()
    for result in pool.in_processes(partial(_make_share, LIMITS.shared_by(count)), shares, count):
        for fault in result.faults:
            faults.add(fault)
        yield from result.finished
    if faults.found:
        raise FaultsError(faults.found)


def _make_share(limits: Limits, share: Share) -> ShareResult:
    return _limited(share, limits, lambda: make_game(share))


def make_in_copies(shares: Sequence[Share], count: int) -> Iterator[Finished]:
    """Make jobs in copies of this process, which has read all games.

    While the copies draw, this process checks what the texts say.

    Args:
        shares: the jobs.
        count: how many copies work at once.

    Raises:
        FaultsError: the user's files are at fault, with all that was found.
    """
    games: dict[str, _ReadGame] = {}
    for game, same_game in groupby(shares, key=lambda share: share[0].game):
        problems = Problems()
        jobs = [job for share in same_game for job in share]
        games[game] = _ReadGame(read_game_of(jobs, problems), problems)
    if any(job.settings for share in shares for job in share):
        load_libraries()
    task = partial(_make_edition, LIMITS.of_copy(count), games)
    with pool.Crew(task, count, copied=True) as crew:
        results = crew.results(shares)
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


def _make_edition(limits: Limits, games: Mapping[str, _ReadGame], share: Share) -> ShareResult:
    opened = games[share[0].game].opened
    if opened is None or opened.loaded is None:
        return ShareResult()
    loaded, problems = opened.loaded, Problems()
    problems.allow(loaded.game.allowed)
    return _limited(share, limits, lambda: make_loaded(loaded, share, problems))


def _limited(share: Share, limits: Limits, made: Callable[[], Iterator[Finished]]) -> ShareResult:
    """What one of several processes makes, which has made others for the same command before."""
    held_to = limits if share[0].request.limited else None
    try:
        with limited(held_to, place, before=process_time()):
            return ShareResult(finished=tuple(made()))
    except FaultsError as error:
        return ShareResult(faults=tuple(error.found))
