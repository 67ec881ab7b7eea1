"""The files of one game of an export: its editions, rendered with the requested bleed."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.build.co_edition import refuse_one
from printnplay.edition.bilingual import edition_of
from printnplay.edition.choosing import Languages, each_language
from printnplay.edition.loaded import LoadedGame, open_game, stop_at
from printnplay.edition.only import check_chosen, choosable
from printnplay.edition.request import Progress
from printnplay.export import Target, of_service, targets
from printnplay.export.job import MANIFEST, Exported, ExportJob, ExportRequest
from printnplay.files.catalog import Catalog
from printnplay.game.exporting import FaceOptions
from printnplay.game.game import Game
from printnplay.game.requirements import GENERAL, Requirements
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems, Span
from printnplay.kernel.geometry import Um
from printnplay.kernel.suggestions import did_you_mean
from printnplay.loading.services import load_service

SELECTION = "-selection"
"""Suffix of the folder for an export of only some cards."""
_FOLDERS = {"all": Path("release"), "site": Path("site")}
"""Folders of the targets with one folder for all languages, inside the folder of the game."""

CO_EDITION = "co-edition"
"""The folder of an export with one file for all languages, in place of a language."""

Editions: TypeAlias = Mapping[Languages, FaceOptions | None]
"""The editions of a game with their options; None for an edition with nothing to export."""


class Work(Struct):
    """What all games of an export share: target, folder to write to, problems, kits, progress."""

    target: Target
    stage: Path
    problems: Problems
    kits: Sequence[Path] = ()
    progress: Progress = field(default_factory=Progress)


def find_target(name: str, catalog: Catalog) -> Target:
    """Return the target with this name, including bundled and project print services.

    Raises:
        FaultsError: there is none, or the file of the service has errors.
    """
    known_targets = targets()
    if name in known_targets:
        return known_targets[name]
    services = catalog.services()
    if name in services:
        problems = Problems()
        service = load_service(services[name], problems)
        if service is None:
            raise FaultsError(problems.found)
        return of_service(service)
    known = (*known_targets, *services)
    fault = Diagnostic(
        codes.UNKNOWN_TARGET,
        f"unknown export target `{name}`",
        Span(""),
        f"expected one of {', '.join(known)}",
        did_you_mean(name, known, "write services/NAME.yaml for a print service of your own"),
    )
    raise FaultsError([fault])


def for_printer(target: Target, name: str, catalog: Catalog) -> Target:
    """Return the target for a factory or print service; an empty name stands for none.

    Raises:
        FaultsError: there is none of this name, or its file has errors.
    """
    if target.service or not target.is_order:
        return target
    from printnplay.export.pdf_preflight import find_printer  # few exports are for a factory

    wanted = find_printer(name, catalog) if name else Requirements()
    bleed = wanted.bleed or GENERAL.bleed
    return replace(target, wanted=wanted, options=replace(target.options, bleed=bleed))


def made_of_game(
    request: ExportRequest,
    catalog: Catalog,
    game: str,
    chosen: Editions,
    work: Work,
) -> dict[Path, list[Exported]]:
    """Write the files of a game to a staging folder; return them by folder.

    Raises:
        FaultsError: the user's files have errors.
    """
    work.progress.wait(f"reading {game}")
    loaded = open_game(catalog, game, each_language(chosen), work.problems)
    if loaded is None:
        raise FaultsError(work.problems.found)
    stop_at(work.problems)
    jobs = _jobs(request, work.target, loaded, chosen, work.problems)
    return _written(list(jobs), work)


def _written(jobs: Sequence[ExportJob], work: Work) -> dict[Path, list[Exported]]:
    """Write the files of jobs of one game to a staging folder; return them by folder.

    Raises:
        FaultsError: the user's files have errors.
    """
    game, problems = jobs[0].edition.game.id, jobs[0].problems
    work.progress.begin(sum(_steps(job) for job in jobs))
    stop_at(problems)
    for job in jobs:
        job.folder = work.stage / job.folder
        job.progress = work.progress
        job.siblings = [other for other in jobs if other is not job]
        job.kits = [path for path in work.kits if _is_of(path, job)]
    work.progress.wait(f"exporting {game}")
    made = {}
    for job in {job.folder: job for job in reversed(jobs)}.values():
        files = work.target.write(job)
        if all(file.path.name != MANIFEST for file in files):
            files = [*files, job.write_manifest({file.path.as_posix(): {} for file in files})]
        made[job.folder.relative_to(work.stage)] = files
    stop_at(problems)
    return made


def _jobs(
    request: ExportRequest,
    target: Target,
    loaded: LoadedGame,
    chosen: Editions,
    problems: Problems,
) -> Iterator[ExportJob]:
    """Yield the jobs of a game, one per language, with relative folders."""
    asked, own = request.options, target.options
    bleed = own.bleed if asked.bleed is None else asked.bleed
    if target.is_release or target.is_site or target.is_order:
        loaded = replace(loaded, game=loaded.game.published)
    if bleed is not None:
        loaded = replace(loaded, game=loaded.game.with_bleed(bleed))
    loaded = replace(loaded, game=_with_pages(loaded.game, target, bleed))
    # A selection has its own folder, so the manifest of a full export stays correct.
    name = f"{target.name}{SELECTION}" if asked.only or asked.since else target.name
    if asked.co_edition:
        refuse_one(loaded.game.id, tuple(chosen))
    if target.is_site:
        chosen = dict.fromkeys(map(Languages, each_language(chosen)), asked)
    for languages, of_edition in chosen.items():
        if of_edition is None:
            continue
        check_chosen(of_edition.only, choosable(loaded.game), loaded.game.id, problems)
        stop_at(problems)
        options = replace(
            of_edition,
            dpi=asked.dpi or own.dpi,
            bleed=bleed,
            ground=asked.ground or own.ground,
            names=asked.names or own.names,
            copies=own.copies if target.service else asked.copies,
        )
        edition = edition_of(loaded, languages, problems)
        below = _FOLDERS.get(target.name) or Path(
            CO_EDITION if options.co_edition else str(languages), name
        )
        folder = Path(loaded.game.id) / below
        yield ExportJob(
            target.name,
            edition,
            str(languages),
            options,
            folder,
            problems,
            request.jobs,
            target.service,
            target.wanted,
            request.output / folder,
        )


def _with_pages(game: Game, target: Target, bleed: Um | None) -> Game:
    """Return the game with the bleed that a factory or a print service wants on its pages."""
    if target.wanted is not None and bleed is not None:
        return game.with_pages_bleed(bleed)
    if target.service is not None:
        return game.with_pages_bleed(max(game.outline.bleed, target.service.bleed))
    return game


def _is_of(path: Path, job: ExportJob) -> bool:
    """Return whether a file was built from the game and languages of a job."""
    languages = {job.languages, *Languages.parse(job.languages)}
    return path.parent.name in languages and path.parent.parent.name == job.edition.game.id


def _steps(job: ExportJob) -> int:
    """Return the number of faces to render."""
    return sum(1 if component.back is None else 2 for component in job.components)
