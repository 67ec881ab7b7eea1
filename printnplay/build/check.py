"""Checks of games: find everything that would stop a build, without writing files.

Each game is rendered in every language, and in the pseudo-language if requested. The report
includes how each text fits its box.
"""

import os
from collections.abc import Iterator, Sequence
from functools import partial
from importlib import import_module
from itertools import chain
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from printnplay.build.check_report import CheckReport, EditionReport, GameSummary, tightest_first
from printnplay.build.kept_checks import KeptChecks, may_pass
from printnplay.edition.choosing import Languages, choose, each_language
from printnplay.edition.request import (
    BuildRequest,
    CheckRequest,
    Progress,
    catalog_of,
    server_address,
)
from printnplay.files.budget import LIMITS, Limits, limited
from printnplay.files.catalog import Catalog
from printnplay.files.door import size_of
from printnplay.files.temporary import temporary_folder
from printnplay.kernel import codes
from printnplay.kernel.codes import Stage
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems, Severity
from printnplay.processes import pool
from printnplay.processes.pool import Crew, workers_for

if TYPE_CHECKING:
    from printnplay.edition.loaded import LoadedGame


class GameCheck(Struct, frozen=True):
    """The check of one game, in some of its languages.

    If there are languages in `ahead`, only those are rendered, so that their results are cached for
    the check itself.
    """

    request: CheckRequest
    game: str
    languages: tuple[Languages, ...]
    ahead: tuple[Languages, ...] = ()


SHARED = 4
"""Minimum number of editions for which a second process renders some of them ahead: with fewer,
they are done before it has started. A guess."""


def check(request: CheckRequest, progress: Progress) -> CheckReport:
    """Check games in all their languages, or in the given ones.

    Raises:
        FaultsError: a game or language does not exist, the limits of time or memory are exceeded,
            or the address of the LanguageTool server is unusable.
    """
    if request.languagetool:
        address = server_address(request.languagetool, remote=request.remote)
        request = replace(request, languagetool=address)
    catalog = catalog_of(request)
    chosen = choose(catalog, request.games, request.languages, pairs=True)
    progress.begin(len(chosen))
    kept = KeptChecks(catalog, request)
    known = {
        game: kept.take(CheckReport, kept.key_of_game(game, languages))
        for game, languages in chosen.items()
    }
    due = [
        GameCheck(request, game, languages)
        for game, languages in chosen.items()
        if known[game] is None
    ]
    # Longest first, to keep all processes busy until the end.
    due.sort(key=partial(_length, catalog), reverse=True)
    for game in known.keys() - {part.game for part in due}:
        progress.step(game)
    parts = _shared(due, kept) if workers_for(request.jobs) > 1 else due
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
    from printnplay.faces.template_faults import place

    progress.wait(f"checking {', '.join(dict.fromkeys(part.game for part in parts))}")
    count = min(workers_for(request.jobs), len(parts))
    with limited(LIMITS if request.limited else None, place):
        if count < 2:
            yield from map(_check_game, parts)
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
        return _draw_ahead(part) if part.ahead else _check_game(part)


def _draw_ahead(part: GameCheck) -> CheckReport:
    """Render editions of a game and cache the findings."""
    from printnplay.build.check_editions import EditionChecks, watch
    from printnplay.edition.loaded import Scrutiny, open_game

    catalog = catalog_of(part.request)
    kept = KeptChecks(catalog, part.request)
    languages = each_language(part.languages)
    loaded = open_game(catalog, part.game, languages, Problems(), Scrutiny(texts=False))
    if loaded is not None:
        EditionChecks(*watch(loaded), Problems(), kept).draw_ahead(part.languages[0], part.ahead)
    return CheckReport((), ())


def _length(catalog: Catalog, part: GameCheck) -> int:
    """Estimate the duration of a check from the size of the text files."""
    languages = each_language(part.languages)
    files = (catalog.locale_files(language, part.game) for language in languages)
    return sum(map(size_of, chain.from_iterable(files)))


def _check_game(part: GameCheck) -> CheckReport:
    from printnplay.edition.loaded import Scrutiny, read_game
    from printnplay.rules.loader import reads_of

    request, game, chosen = part.request, part.game, part.languages
    catalog = catalog_of(request)
    kept = KeptChecks(catalog, request)
    problems = Problems()
    languages = each_language(chosen)
    scrutiny = Scrutiny(
        thorough=True,
        numbers=request.numbers,
        proofread=request.proofread,
        languagetool=request.languagetool,
    )
    opened = read_game(catalog, game, languages, problems, scrutiny)
    if opened is not None:
        opened.check_texts(problems)
    if opened is None or opened.loaded is None:
        found, untrusted = _without_trust(game, problems)
        report = CheckReport(found, (), untrusted=untrusted)
        _keep(report, part, kept, is_known=opened is None or kept.holds(reads_of(opened.game)))
        return report
    loaded = opened.loaded
    editions = _check_editions(part, loaded, kept, problems)
    found, untrusted = _without_trust(game, problems)
    if not (request.languages or untrusted):
        _report_unused(problems)
        found = tuple(problems.found)
    faces = sum(len(loaded.game.cards) + edition.printed for edition in editions)
    report = CheckReport(
        found,
        (_summary(loaded, chosen, faces, found),),
        tuple(box for edition in editions for box in edition.boxes),
        tuple(page for edition in editions for page in edition.pages),
        untrusted,
    )
    kept.put(kept.key_of_first(game), value=True)
    _keep(report, part, kept, is_known=kept.holds(reads_of(loaded.game)))
    return report


def _keep(report: CheckReport, part: GameCheck, kept: KeptChecks, *, is_known: bool) -> None:
    """Cache a report if all its dependencies are known, and write the findings of editions."""
    if is_known and not may_pass(report.problems):
        kept.put(kept.key_of_game(part.game, part.languages), report)
    kept.write()


def _without_trust(game: str, problems: Problems) -> tuple[tuple[Diagnostic, ...], tuple[str, ...]]:
    """Return the faults except untrusted rules, and the game if it has such rules.

    A check runs without these rules, and the game is not to blame.
    """
    found = tuple(fault for fault in problems.found if fault.code != codes.RULES_NOT_TRUSTED)
    return found, (game,) if len(found) < len(problems.found) else ()


def _check_editions(
    part: GameCheck, loaded: "LoadedGame", kept: KeptChecks, problems: Problems
) -> list[EditionReport]:
    """Check each edition, and the pseudo-language if requested; report texts that none prints."""
    # Rendering code is only loaded if something has changed.
    from printnplay.build.check_editions import EditionChecks, watch, with_pseudo
    from printnplay.proofreading.unused_texts import check_printed
    from printnplay.text.pseudo import PSEUDO

    first, *_ = each_language(part.languages)
    loaded, watched = watch(loaded)
    checks = EditionChecks(loaded, watched, problems, kept)
    editions = [checks.checked(languages) for languages in part.languages]
    if part.request.pseudo and PSEUDO in (pseudo := with_pseudo(loaded)).texts:
        checks = replace(checks, loaded=pseudo, figures=set(checks.figures))
        editions.append(checks.checked(Languages(PSEUDO)))
    if not problems.errors:
        for fault in check_printed(part.game, watched[first]):
            problems.add(fault)
    return editions


def _report_unused(problems: Problems) -> None:
    """Warn of unused `allow` entries, which could hide a future fault.

    Entries about texts that are still untranslated are skipped, because they may be needed later.
    """
    unwritten = [fault.subject for fault in problems.found if fault.code.unwritten]
    for allowance in problems.unused_allowances:
        if any(map(allowance.is_about, unwritten)):
            continue
        where = f" for `{allowance.key}`" if allowance.key else ""
        problems.warning(
            codes.NOT_ALLOWABLE,
            f"unused `allow` entry: {allowance.code}{where}",
            allowance.span,
            "found no fault with this code that may be allowed",
            "remove it, or correct its key",
        )


def _summary(
    loaded: "LoadedGame", chosen: Sequence[Languages], faces: int, faults: Sequence[Diagnostic]
) -> GameSummary:
    shown = {rule for example in loaded.game.examples for rule in example.shows}
    unwritten = {fault.subject.language for fault in faults if fault.code.unwritten}
    return GameSummary(
        title=loaded.game.title,
        cards=sum(card.copies for card in loaded.game.cards),
        languages=tuple(map(str, chosen)),
        incomplete=tuple(str(languages) for languages in chosen if unwritten & {*languages}),
        examples=len(loaded.game.examples),
        true_examples=sum(verdict.true for verdict in loaded.verdicts.values()),
        rules=len(loaded.rules),
        shown_rules=len(shown & loaded.rules),
        faces=faces,
        fit=not any(_spoils(fault) for fault in faults),
        not_in_play=sum(card.copies for card in loaded.not_in_play),
    )


def _spoils(fault: Diagnostic) -> bool:
    """Return whether this fault prevents a face or page from being printed."""
    drawing = fault.code.stage in (Stage.DRAWING, Stage.PAPER)
    return drawing and fault.severity is Severity.ERROR
