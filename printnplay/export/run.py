"""Exports of games: render each edition with the requested bleed, and write all files or none."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from printnplay.build.left_behind import FormerFiles, Left
from printnplay.build.options import UnusedOptionError as UnusedOptionError
from printnplay.edition.card_lists import with_lists
from printnplay.edition.choosing import choose
from printnplay.edition.request import Progress
from printnplay.export import SOME_USE, Target, targets
from printnplay.export.job import MANIFEST, Exported, ExportRequest, sha256_of
from printnplay.export.making import Editions, Work, find_target, for_printer, made_of_game
from printnplay.faces.template_faults import place
from printnplay.files.budget import LIMITS, limited
from printnplay.files.catalog import Catalog
from printnplay.files.door import ReadError, leads_up, read
from printnplay.files.seals import own_output
from printnplay.files.writing import move_all, staging, sweep
from printnplay.game.exporting import FaceOptions
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems, as_errors
from printnplay.kernel.printing import Update

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
    target = for_printer(target, request.options.printer, catalog)
    request = _for_target(request, target)
    problems = Problems()
    kits = _kits(request, progress, problems) if target.is_release else ()
    editions = _editions(request, catalog, progress)
    with limited(LIMITS if request.limited else None, place), staging(request.output) as stage:
        made: dict[Path, list[Exported]] = {}
        work = Work(target, stage, problems, kits, progress)
        due = {game: chosen for game, chosen in editions.items() if any(chosen.values())}
        if request.scheduler:
            from printnplay.export.elsewhere import made_elsewhere

            made |= made_elsewhere(request, catalog, due, work)
        else:
            for game, chosen in due.items():
                made |= made_of_game(request, catalog, game, chosen, work)
        _stop_if_strict(request, problems)
        former = [_former(request.output / folder) for folder in made]
        new = {request.output / folder / file.path for folder in made for file in made[folder]}
        guard = own_output(lambda path: any(files.wrote(path) for files in former))
        move_all(stage, request.output, guard)
    left = sum((files.clear(new) for files in former), Left())
    folders = (
        ExportedFolder(request.output / folder, len(files), sum(file.size for file in files))
        for folder, files in made.items()
    )
    same = (f"{game} {of}" for game, chosen in editions.items() for of in chosen if not chosen[of])
    return ExportOutcome(tuple(folders), tuple(problems.found), tuple(same), left)


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
        from printnplay.changes.update import updates_since  # few exports compare versions

        updates = updates_since(catalog, options.since, chosen, progress)
        return {
            game: {of: _updated(options, updates[game, of]) for of in editions}
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


def _kits(request: ExportRequest, progress: Progress, problems: Problems) -> Sequence[Path]:
    """Build the files for a release and return their paths; add the diagnostics to `problems`."""
    # Imported here: few exports build kits.
    from printnplay.export.release import build_kits

    outcome = build_kits(request, progress)
    for problem in outcome.problems:
        problems.add(problem)
    return [file.path for file in outcome.files]


def _former(folder: Path) -> FormerFiles:
    """Return the files of an earlier export in a folder, according to its manifest."""
    former = FormerFiles(folder / MANIFEST, {}, hashed=sha256_of)
    try:
        said = json.loads(read(folder / MANIFEST, MOST_BYTES))
        files = {name: str(about["sha256"]) for name, about in said["files"].items()}
    except (ReadError, ValueError, TypeError, AttributeError, LookupError, RecursionError):
        return former
    return replace(former, files={name: files[name] for name in files if not leads_up(name)})
