"""Exports on a cluster: an errand for each edition."""

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from printnplay.cluster.errands import Place, on_cluster
from printnplay.edition.trust import are_trusted
from printnplay.export.job import Exported, ExportRequest
from printnplay.export.making import Editions, Work, find_target, made_of_game
from printnplay.faces.template_faults import place
from printnplay.files.budget import LIMITS, limited
from printnplay.files.catalog import Catalog
from printnplay.files.writing import write_staged
from printnplay.kernel.diagnostics import Diagnostic, Problems


class Errand(Struct, frozen=True):
    """The export of a game, in some editions with their options, on a worker of a cluster."""

    request: ExportRequest
    game: str
    chosen: Editions


class ExportedThere(Struct, frozen=True):
    """The files that a worker has exported, by folder, and the diagnostics."""

    files: tuple[tuple[Path, tuple[Exported, ...]], ...]
    problems: tuple[Diagnostic, ...]


def made_elsewhere(
    request: ExportRequest,
    catalog: Catalog,
    games: Mapping[str, Editions],
    work: Work,
) -> dict[Path, list[Exported]]:
    """Export games on a cluster, edition by edition, and write the files here.

    Raises:
        FaultsError: the user's files have errors, or the cluster cannot do the work.
    """
    made: dict[Path, list[Exported]] = {}
    errands = []
    for game, chosen in games.items():
        trusted = are_trusted(catalog, [game])
        # Links in saved objects must lead to the folder on this machine.
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
    work = Work(find_target(request.target, catalog), at.output, Problems())
    with limited(LIMITS if request.limited else None, place):
        made = made_of_game(request, catalog, errand.game, errand.chosen, work)
    files = tuple((folder, tuple(files)) for folder, files in made.items())
    return ExportedThere(files, tuple(work.problems.found))
