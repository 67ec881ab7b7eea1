"""Exports of games: render each edition with the requested bleed, and write all files or none."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.build.co_edition import refuse_one
from printnplay.build.left_behind import FormerFiles, Left
from printnplay.build.options import UnusedOptionError as UnusedOptionError
from printnplay.cluster.errands import Place, on_cluster
from printnplay.edition.card_lists import with_lists
from printnplay.edition.choosing import Languages, choose, each_language
from printnplay.edition.edition import edition_of
from printnplay.edition.loaded import LoadedGame, open_game, stop_at
from printnplay.edition.only import check_chosen, choosable
from printnplay.edition.request import Progress
from printnplay.export import SOME_USE, Target, of_service, targets
from printnplay.export.job import MANIFEST, Exported, ExportJob, ExportRequest, sha256_of
from printnplay.faces.template_faults import place
from printnplay.files.budget import LIMITS, limited
from printnplay.files.catalog import Catalog, display_path
from printnplay.files.door import ReadError, leads_up, read
from printnplay.files.writing import move_all, staging, sweep, write_staged
from printnplay.game.exporting import FaceOptions
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems, Span, as_errors
from printnplay.kernel.printing import Update
from printnplay.kernel.suggestions import did_you_mean
from printnplay.loading.services import load_service

SELECTION = "-selection"
"""Suffix of the folder for an export of only some cards."""
_FOLDERS = {"all": Path("release"), "site": Path("site")}
"""Folders of the targets that have all languages in one, below that of the game."""

CO_EDITION = "co-edition"
"""The folder of an export with one file for all languages, in place of a language."""

MOST_BYTES = 16 << 20
"""Maximum size in bytes of an earlier export's manifest: far above that of a large game. A
guess."""


class NotSelectingError(ValueError):
    """A selection of cards was requested from a target that exports whole games."""

    def __init__(self, target: str) -> None:
        """Build a message that lists the targets for single cards."""
        known = ", ".join(name for name, one in targets().items() if one.selects)
        super().__init__(f"{known} can export single cards; {target} exports whole games")


class ExportedFolder(Struct, frozen=True):
    """The folder of an exported edition: its path, number of files, and size in bytes."""

    path: Path
    files: int
    size: int


class ExportOutcome(Struct, frozen=True):
    """The exported folders, the diagnostics, and what became of files of earlier exports.

    `same` names the editions of which nothing prints differently since the version requested.
    """

    folders: tuple[ExportedFolder, ...]
    problems: tuple[Diagnostic, ...]
    same: tuple[str, ...] = ()
    left: Left = Left()


Editions: TypeAlias = Mapping[Languages, FaceOptions | None]
"""The editions of a game with their options; None if there is nothing to export of one."""


class Work(Struct):
    """What all games of an export share: the folder to write to, kits, problems and progress."""

    stage: Path
    problems: Problems
    kits: Sequence[Path] = ()
    progress: Progress = field(default_factory=Progress)


class Errand(Struct, frozen=True):
    """The export of a game, in some editions with their options, on a worker of a cluster."""

    request: ExportRequest
    game: str
    chosen: Editions


class ExportedThere(Struct, frozen=True):
    """The files that a worker has exported, by folder, and the diagnostics."""

    files: tuple[tuple[Path, tuple[Exported, ...]], ...]
    problems: tuple[Diagnostic, ...]


def export(request: ExportRequest, progress: Progress) -> ExportOutcome:
    """Write the files of each edition; all of them, or none.

    Raises:
        FaultsError: the command or the user's files have errors; nothing was written.
        NotSelectingError: a selection of cards was requested, but the target exports whole games.
        UnusedOptionError: an option has no effect on the target's files.
    """
    sweep(request.output)
    catalog = Catalog(request.project, trusted=request.trust_rules, limited=request.limited)
    target = find_target(request.target, catalog)
    request = _for_target(request, target)
    problems = Problems()
    kits = _kits(request, progress, problems) if target.is_release else ()
    editions = _editions(request, catalog, progress)
    with limited(LIMITS if request.limited else None, place), staging(request.output) as stage:
        made: dict[Path, list[Exported]] = {}
        work = Work(stage, problems, kits, progress)
        due = {game: chosen for game, chosen in editions.items() if any(chosen.values())}
        if request.scheduler:
            made |= _made_elsewhere(request, catalog, due, work)
        else:
            for game, chosen in due.items():
                made |= _made(request, catalog, game, chosen, work)
        _stop_if_strict(request, problems)
        former = [_former(request.output / folder) for folder in made]
        new = {request.output / folder / file.path for folder in made for file in made[folder]}
        listed = {
            request.output / folder / file.path
            for folder, files in made.items()
            if any(file.path.name == MANIFEST for file in files)
            for file in files
        }
        _refuse_edited(former, listed, stage, request.output)
        move_all(stage, request.output)
    left = sum((files.clear(new) for files in former), Left())
    folders = (
        ExportedFolder(request.output / folder, len(files), sum(file.size for file in files))
        for folder, files in made.items()
    )
    same = (f"{game} {of}" for game, chosen in editions.items() for of in chosen if not chosen[of])
    return ExportOutcome(tuple(folders), tuple(problems.found), tuple(same), left)


def _made(
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
    target = find_target(request.target, catalog)
    jobs = _jobs(request, target, loaded, chosen, work.problems)
    return _written(list(jobs), target, work)


def _made_elsewhere(
    request: ExportRequest,
    catalog: Catalog,
    games: Mapping[str, Editions],
    work: Work,
) -> dict[Path, list[Exported]]:
    """Write the files of games that a cluster has exported, each edition on its own.

    Raises:
        FaultsError: the user's files have errors, or the cluster cannot do the work.
    """
    from printnplay.edition.trust import are_trusted

    made: dict[Path, list[Exported]] = {}
    errands = []
    for game, chosen in games.items():
        trusted = are_trusted(catalog, [game])
        # Links in saved objects lead to the folder on this machine.
        asked = replace(request, trust_rules=trusted, output=request.output.absolute())
        errands += [Errand(asked, game, {of: chosen[of]}) for of in chosen]
    for _, there in on_cluster(request.scheduler, catalog, export_here, errands):
        for name, content in there.files.items():
            write_staged(work.stage / name, [content])
        exported: ExportedThere = there.result
        made |= {folder: list(files) for folder, files in exported.files}
        for fault in exported.problems:
            work.problems.add(fault)
    return made


def export_here(errand: Errand, at: Place) -> ExportedThere:
    """Export a game on a worker."""
    request = replace(errand.request, project=at.project)
    catalog = Catalog(at.project, trusted=request.trust_rules, limited=request.limited)
    work = Work(at.output, Problems())
    with limited(LIMITS if request.limited else None, place):
        made = _made(request, catalog, errand.game, errand.chosen, work)
    files = tuple((folder, tuple(files)) for folder, files in made.items())
    return ExportedThere(files, tuple(work.problems.found))


def _written(jobs: Sequence[ExportJob], target: Target, work: Work) -> dict[Path, list[Exported]]:
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
    made = {
        job.folder.relative_to(work.stage): target.write(job)
        for job in {job.folder: job for job in reversed(jobs)}.values()
    }
    stop_at(problems)
    return made


def _editions(
    request: ExportRequest, catalog: Catalog, progress: Progress
) -> Mapping[str, Editions]:
    """Return the editions of each game, with the cards of lists or those to print again.

    Raises:
        FaultsError: a list or an earlier version cannot be read.
    """
    options = request.options
    everything = choose(catalog, request.games, request.languages, pairs=True)
    chosen = request.shard.editions(everything)
    if options.since:
        return {
            game: {of: _updated(options, updates[game, of]) for of in editions}
            for updates in (_updates(request, chosen, progress),)
            for game, editions in chosen.items()
        }
    return {game: dict.fromkeys(chosen[game], _listed(options, catalog, game)) for game in chosen}


def _updated(options: FaceOptions, update: Update) -> FaceOptions | None:
    """Return the options for the cards of an update; None if there are none to print."""
    counts = update.copies
    return replace(options, only=tuple(counts), counts=tuple(counts.items())) if counts else None


def _listed(options: FaceOptions, catalog: Catalog, game: str) -> FaceOptions:
    """Return the options with lists of cards replaced by cards of a game."""
    only, counts = with_lists(catalog, game, options.only)
    return replace(options, only=only, counts=counts)


def _updates(
    request: ExportRequest, chosen: Mapping[str, Sequence[Languages]], progress: Progress
) -> Mapping[tuple[str, Languages], Update]:
    """Return what to print again since an earlier version; all of an edition that is new is.

    Raises:
        FaultsError: there is no such version, or it cannot be read.
    """
    # Few exports compare versions.
    from printnplay.changes.diff import DiffRequest
    from printnplay.changes.update import updates_since

    asked = DiffRequest(
        request.project,
        request.options.since,
        tuple(chosen),
        trust_rules=request.trust_rules,
        limited=request.limited,
    )
    return updates_since(asked, chosen, progress)


def _stop_if_strict(request: ExportRequest, problems: Problems) -> None:
    """Stop a strict export with warnings.

    Raises:
        FaultsError: it is strict, and there are warnings.
    """
    if request.strict and problems.found:
        raise FaultsError(as_errors(problems.found))


def _for_target(request: ExportRequest, target: Target) -> ExportRequest:
    """Return the request with shards of whole games if the target needs these.

    Raises:
        NotSelectingError: a selection of cards was requested, but the target exports whole games.
        UnusedOptionError: the target does not use an option.
    """
    _refuse_unused(request, target)
    return replace(request, shard=replace(request.shard, whole_games=target.joins_languages))


def _refuse_unused(request: ExportRequest, target: Target) -> None:
    """Reject options without effect.

    Raises:
        NotSelectingError: a selection of cards was requested, but the target exports whole games.
        UnusedOptionError: the target does not use an option.
    """
    if (request.options.only or request.options.since) and not target.selects:
        raise NotSelectingError(request.target)
    for option in SOME_USE:
        is_asked = getattr(request.options, option) != getattr(FaceOptions(), option)
        if is_asked and option not in target.uses:
            users = [one.name for one in targets().values() if option in one.uses]
            raise UnusedOptionError(
                SOME_USE[option], target.name, users or ["print services in four inks"]
            )
    if request.scheduler:
        users = [one.name for one in targets().values() if not one.joins_languages]
        if target.joins_languages:  # they have one folder for all languages, or read earlier files
            raise UnusedOptionError("--scheduler", target.name, [*users, "print services"])
        for option in ("profile", "co_edition"):
            if getattr(request.options, option):
                raise UnusedOptionError("--scheduler", SOME_USE[option], users)


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
    if target.is_release or target.is_site or target.service:
        loaded = replace(loaded, game=loaded.game.published)
    if bleed is not None:
        loaded = replace(loaded, game=loaded.game.with_bleed(bleed))
    # A selection has its own folder, so that the files of a full export stay as in its manifest.
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
            request.output / folder,
        )


def _kits(request: ExportRequest, progress: Progress, problems: Problems) -> Sequence[Path]:
    """Build the files for a release and return their paths; add the diagnostics to `problems`."""
    # Imported here: few exports build kits.
    from printnplay.export.release import build_kits

    outcome = build_kits(request, progress)
    for problem in outcome.problems:
        problems.add(problem)
    return [file.path for file in outcome.files]


def _is_of(path: Path, job: ExportJob) -> bool:
    """Return whether a file was built from the game and languages of a job."""
    languages = {job.languages, *Languages.parse(job.languages)}
    return path.parent.name in languages and path.parent.parent.name == job.edition.game.id


def _steps(job: ExportJob) -> int:
    """Return the number of faces to render."""
    return sum(1 if component.back is None else 2 for component in job.components)


def _former(folder: Path) -> FormerFiles:
    """Return the files of an earlier export in a folder, according to its manifest."""
    former = FormerFiles(folder / MANIFEST, {}, sha256_of)
    try:
        said = json.loads(read(folder / MANIFEST, MOST_BYTES))
        files = {name: str(about["sha256"]) for name, about in said["files"].items()}
    except (ReadError, ValueError, TypeError, AttributeError, LookupError, RecursionError):
        return former
    return replace(former, files={name: files[name] for name in files if not leads_up(name)})


def _refuse_edited(
    former: Iterable[FormerFiles], new: Collection[Path], stage: Path, output: Path
) -> None:
    """Refuse to replace files that an earlier export has not written as they are.

    Somebody has edited them since, or they are the user's own. What is written without a manifest
    cannot be told from these.

    Raises:
        FaultsError: there are such files; all are reported.
    """
    known = {
        files.record.parent / name: content
        for files in former
        for name, content in files.files.items()
    }
    faults = [
        Diagnostic(
            codes.EDITED_SINCE,
            f"`{display_path(path)}` was edited since its last export, or comes from elsewhere",
            Span(""),
            "an export would overwrite it",
            "rename it to keep it, or remove it, or export into another folder with -o",
        )
        for path in sorted(new)
        if path.name != MANIFEST
        and (was := sha256_of(path))
        and was not in (known.get(path, ""), sha256_of(stage / path.relative_to(output)))
    ]
    if faults:
        raise FaultsError(faults)
