"""Distribution of jobs over one or several processes, one share for each edition.

The processes are forked from this one if possible, else started anew.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from operator import attrgetter
from time import process_time
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from printnplay.build.job import Finished, Job, faults_of
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
"""Maximum number of processes that a build starts on its own: eight use 2 GB for a large game."""


def make(jobs: Sequence[Job], workers: int | None) -> Iterator[Finished]:
    """Execute jobs and yield results in order, in this process or with editions in parallel.

    Args:
        jobs: the jobs to execute.
        workers: the number of processes, 0 for one per core. None means one per core but at most
            AT_ONCE, if processes can be forked from this one, which has already loaded libraries
            and games. Starting new processes is so slow that the user has to request it.

    Raises:
        FaultsError: the user's files have errors, with the faults found by every process; or a
            process that the user requested has died.
    """
    shares = [tuple(same) for _, same in groupby(jobs, key=attrgetter("game", "languages"))]
    count = min(cores(), AT_ONCE) if workers is None else workers or cores()
    is_shared = len(shares) > 1 and count > 1
    # Only single games are read before the fork.
    is_copied = is_shared and pool.can_copy() and not jobs[0].members
    if is_copied or (is_shared and workers is not None):
        share_out = make_in_copies if is_copied else make_in_processes
        made = set[Job]()
        try:
            for finished in share_out(shares, min(count, len(shares))):
                made.add(finished.job)
                yield finished
            return
        except pool.ProcessEndedError:
            # Probably out of memory: an error only if the user requested this number of processes.
            if workers is not None:
                raise
        jobs = [job for job in jobs if job not in made]
    for _, same_game in groupby(jobs, key=attrgetter("game")):
        yield from make_game(tuple(same_game))


class ShareResult(Struct, frozen=True):
    """The result of a process: its finished jobs, or the faults that stopped it."""

    finished: tuple[Finished, ...] = ()
    faults: tuple[Diagnostic, ...] = ()

    @property
    def found(self) -> list[Diagnostic]:
        """All diagnostics, including warnings."""
        return [*faults_of(self.finished), *self.faults]


def make_in_processes(shares: Sequence[Share], count: int) -> Iterator[Finished]:
    """Execute jobs in new processes, each of which opens the games itself.

    Args:
        shares: the jobs.
        count: the number of processes.

    Raises:
        FaultsError: the user's files have errors, with the faults found by every process.
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
    """Execute jobs in forks of this process, which has read all games.

    While the forks render, this process checks the texts.

    Args:
        shares: the jobs.
        count: the number of forks.

    Raises:
        FaultsError: the user's files have errors, with all diagnostics.
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
        found, stops, unseen = Problems(), any(faulty), {*games}
        for share, result in zip(shares, results, strict=True):
            of_game = tuple(games[share[0].game].problems.found)
            stops = stops or bool(result.faults)
            # Diagnostics of the whole game precede those of its first edition.
            before = of_game if share[0].game in unseen else ()
            unseen.discard(share[0].game)
            for fault in (*before, *result.found):
                found.add(fault)
            for made in result.finished:
                yield replace(made, of_game=of_game)
    if stops:
        raise FaultsError(found.found)


class _ReadGame(Struct):
    """A loaded game and its diagnostics."""

    opened: OpenedGame | None
    problems: Problems

    def stops(self, *, is_draft: bool) -> bool:
        """Check the texts; return whether errors prevent a build."""
        if self.opened is None:
            return True
        self.opened.check_texts(self.problems)
        return self.opened.loaded is None or (self.problems.errors > 0 and not is_draft)


def _make_edition(limits: Limits, games: Mapping[str, _ReadGame], share: Share) -> ShareResult:
    opened = games[share[0].game].opened
    if opened is None or opened.loaded is None:
        return ShareResult()
    loaded, problems = opened.loaded, Problems()
    problems.allow(loaded.game.allowed)
    return _limited(share, limits, lambda: make_loaded(loaded, share, problems))


def _limited(share: Share, limits: Limits, made: Callable[[], Iterator[Finished]]) -> ShareResult:
    """Return the result of a share in a worker process, whose earlier shares do not count."""
    held_to = limits if share[0].request.limited else None
    try:
        with limited(held_to, place, before=process_time()):
            return ShareResult(finished=tuple(made()))
    except FaultsError as error:
        return ShareResult(faults=tuple(error.found))
