"""Builds and checks on a cluster: an errand for each edition to build or game to check."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter

from msgspec import Struct
from msgspec.structs import replace

from printnplay.build.build_records import BuiltFile
from printnplay.build.check_game import GameCheck, check_game
from printnplay.build.check_report import CheckReport
from printnplay.build.job import Finished, Job
from printnplay.cluster.errands import Place, on_cluster
from printnplay.edition.request import CheckRequest, catalog_of
from printnplay.edition.trust import are_trusted
from printnplay.files.budget import LIMITS, limited
from printnplay.files.writing import write_staged
from printnplay.kernel.diagnostics import Diagnostic


class MadeThere(Struct, frozen=True):
    """A job that a worker has finished; the paths of its files are relative to the output."""

    files: tuple[BuiltFile, ...]
    problems: tuple[Diagnostic, ...]
    idle: tuple[str, ...]
    known: bool
    of_game: tuple[Diagnostic, ...]


def make_elsewhere(jobs: Sequence[Job]) -> Iterator[Finished]:
    """Execute jobs on the cluster of their request, and write their files here.

    Raises:
        FaultsError: the user's files have errors, with those found by every worker; or the cluster
            cannot do the work.
    """
    request = jobs[0].request
    catalog = catalog_of(request)
    shares = []
    for _, same in groupby(jobs, key=attrgetter("game", "languages")):
        share = tuple(same)
        trusted = are_trusted(catalog, share[0].games)
        asked = replace(request, trust_rules=trusted)
        shares.append(tuple(replace(job, request=asked) for job in share))
    staged = {job.name(""): job for job in jobs}
    for share, made in on_cluster(request.scheduler, catalog, make_here, shares):
        for name, content in made.files.items():
            write_staged(request.output / name, [content])
        for job, one in zip(share, made.result, strict=True):
            files = tuple(replace(file, path=request.output / file.path) for file in one.files)
            yield Finished(
                staged[job.name("")], files, one.problems, one.idle, one.known, one.of_game
            )


def make_here(share: tuple[Job, ...], place: Place) -> tuple[MadeThere, ...]:
    """Execute the jobs of one edition on a worker."""
    from printnplay.build.making import make_game
    from printnplay.faces.template_faults import place as place_of_work

    request = replace(share[0].request, project=place.project, output=place.output)
    jobs = tuple(replace(job, request=request) for job in share)
    with limited(LIMITS if request.limited else None, place_of_work):
        by_job = {finished.job: finished for finished in make_game(jobs)}
    return tuple(
        MadeThere(
            tuple(
                replace(file, path=file.path.relative_to(place.output))
                for file in by_job[job].files
            ),
            by_job[job].problems,
            by_job[job].idle,
            by_job[job].known,
            by_job[job].of_game,
        )
        for job in jobs
    )


def check_elsewhere(parts: Sequence[GameCheck], request: CheckRequest) -> Iterator[CheckReport]:
    """Yield the report of each part from a cluster.

    Raises:
        FaultsError: the cluster cannot do the work, or a limit is exceeded.
    """
    catalog = catalog_of(request)
    sent = [
        replace(part, request=replace(request, trust_rules=are_trusted(catalog, [part.game])))
        for part in parts
    ]
    for _, made in on_cluster(request.scheduler, catalog, check_here, sent):
        report: CheckReport = made.result
        yield report


def check_here(part: GameCheck, place: Place) -> CheckReport:
    """Check a game on a worker."""
    from printnplay.faces.template_faults import place as place_of_work

    request = replace(part.request, project=place.project)
    with limited(LIMITS if request.limited else None, place_of_work):
        return check_game(replace(part, request=request))
