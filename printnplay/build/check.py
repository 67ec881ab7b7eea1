"""Checks of games: find everything that would stop a build, without writing files.

Each game is rendered in every language, and in the pseudo-language if requested. The report
includes how each text fits its box.
"""

import os
from collections.abc import Iterator, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from time import process_time

from msgspec.structs import replace

from printnplay.build.check_game import GameCheck, check_game, draw_ahead, length
from printnplay.build.check_report import CheckReport, tightest_first
from printnplay.build.kept_checks import KeptChecks
from printnplay.edition.choosing import choose
from printnplay.edition.request import (
    BuildRequest,
    CheckRequest,
    Progress,
    catalog_of,
    with_parsed_addresses,
)
from printnplay.files.budget import LIMITS, Limits, limited
from printnplay.files.temporary import temporary_folder
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems
from printnplay.processes import pool
from printnplay.processes.pool import Crew, workers_for

SHARED = 4
"""Minimum number of editions for which a second process renders some of them ahead: with fewer,
they are done before it has started. A guess."""


def check(request: CheckRequest, progress: Progress) -> CheckReport:
    """Check games in all their languages, or in the given ones.

    Raises:
        FaultsError: a game or language does not exist, the limits of time or memory are exceeded,
            or the address of a server to query is unusable.
    """
    request = with_parsed_addresses(request)
    catalog = catalog_of(request)
    everything = choose(catalog, request.games, request.languages, pairs=True)
    chosen = request.shard.editions(everything)
    progress.begin(len(chosen))
    kept = KeptChecks(catalog, request)
    known = {
        game: kept.take(CheckReport, kept.key_of_game(game, languages))
        for game, languages in chosen.items()
    }
    due = [
        GameCheck(
            request,
            game,
            languages,
            is_whole=languages == everything[game],
            is_first=languages[0] == everything[game][0],
        )
        for game, languages in chosen.items()
        if known[game] is None
    ]
    # Longest first, to keep all processes busy until the end.
    due.sort(key=partial(length, catalog), reverse=True)
    for game in known.keys() - {part.game for part in due}:
        progress.step(game)
    is_shared = workers_for(request.jobs) > 1 and not request.scheduler
    parts = _shared(due, kept) if is_shared else due
    for part, report in zip(parts, _reports(parts, request, progress), strict=True):
        if not part.ahead:
            progress.step(part.game)
            known[part.game] = report
    reports = [report for report in known.values() if report is not None]
    problems = Problems()
    for report in reports:
        for fault in report.problems:
            problems.add(fault)
    for fault in _misprints(request) if request.printed and not problems.errors else ():
        problems.add(fault)
    return CheckReport(
        tuple(problems.found),
        tuple(summary for report in reports for summary in report.games),
        tuple(tightest_first([box for report in reports for box in report.boxes])),
        tuple(page for report in reports for page in report.pages),
        tuple(game for report in reports for game in report.untrusted),
    )


def faults_of(request: CheckRequest) -> list[Diagnostic]:
    """Return the results of `check`, run in a low-priority child process, or why it failed."""
    try:
        (found,) = pool.in_processes(_faults_found, [request], 1)
    except FaultsError as error:
        return error.found
    return found


def _faults_found(request: CheckRequest) -> list[Diagnostic]:
    if hasattr(os, "nice"):
        os.nice(10)  # give way to the preview that the user is viewing
    return list(check(request, Progress()).problems)


def _misprints(request: CheckRequest) -> Sequence[Diagnostic]:
    """Compare PDFs with the rendered pictures and return the differences; no PDF is kept."""
    from printnplay.build.jobs import build

    with temporary_folder() as output:
        asked = BuildRequest(
            request.project,
            request.games,
            request.languages,
            ("a4",),
            Path(output),
            jobs=request.jobs or None,
            trust_rules=request.trust_rules,
            limited=request.limited,
            cached=request.cached,
            verify=True,
            shard=request.shard,
            scheduler=request.scheduler,
        )
        try:
            return build(asked, Progress()).problems
        except FaultsError as error:
            return error.found


def _shared(due: Sequence[GameCheck], kept: KeptChecks) -> list[GameCheck]:
    """Return the checks, with a task to render some editions of the last check ahead inserted.

    With several games, this task usually starts long before that check, so it takes all editions
    but the first. It is omitted for a game that was checked before, as most of its editions are
    cached.
    """
    parts = list(due)
    if parts and len(parts[-1].languages) >= SHARED and kept.is_first(parts[-1].game):
        last = parts[-1]
        first = 1 if len(parts) > 1 else (len(last.languages) + 1) // 2
        parts.insert(-1, replace(last, ahead=last.languages[first:]))
    return parts


def _reports(
    parts: Sequence[GameCheck], request: CheckRequest, progress: Progress
) -> Iterator[CheckReport]:
    """Yield the report of each part; a single part is not worth a new process."""
    if not parts:
        return
    if request.scheduler:
        progress.wait(f"checking {', '.join(dict.fromkeys(part.game for part in parts))}")
        from printnplay.build.elsewhere import check_elsewhere

        yield from check_elsewhere(parts, request)
        return
    from printnplay.faces.template_faults import place

    progress.wait(f"checking {', '.join(dict.fromkeys(part.game for part in parts))}")
    count = min(workers_for(request.jobs), len(parts))
    with limited(LIMITS if request.limited else None, place):
        if count < 2:
            yield from map(check_game, parts)
        else:
            is_copied = pool.can_copy()
            if is_copied:  # load shared modules once, before copying
                import_module("printnplay.build.check_editions")
            limits = LIMITS.of_copy(count) if is_copied else LIMITS.shared_by(count)
            with Crew(partial(_check_share, limits), count, copied=is_copied) as crew:
                yield from crew.results(parts)


def _check_share(limits: Limits, part: GameCheck) -> CheckReport:
    """Check a game in a worker process, whose time for earlier checks does not count."""
    from printnplay.faces.template_faults import place

    with limited(limits if part.request.limited else None, place, before=process_time()):
        return draw_ahead(part) if part.ahead else check_game(part)
