"""Jobs of exports: one edition of a game for one target, and the files that came of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from printnplay.files.writing import write_staged
from printnplay.model.diagnostics import Problems
from printnplay.model.exporting import Component, FaceOptions
from printnplay.model.services import Service
from printnplay.pipeline.edition import Edition
from printnplay.pipeline.export.components import components_of
from printnplay.pipeline.request import Progress


@dataclass(frozen=True, slots=True)
class Exported:
    """A file that was made: its path below the folder of its game and language, and its bytes."""

    path: Path
    size: int


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """An export as asked for. Empty `games` means all, empty `languages` all that a game has.

    `jobs` are processes at once, 0 for one a core. `strict` counts warnings as errors. An export
    that is not `limited` may take any time and memory.
    """

    project: Path
    target: str
    games: tuple[str, ...]
    languages: tuple[str, ...]
    output: Path
    options: FaceOptions = field(default_factory=FaceOptions)
    jobs: int = 0
    trust_rules: bool = False
    strict: bool = False
    limited: bool = True


@dataclass
class ExportJob:
    """One edition to be exported. Nothing that it writes is seen before all jobs are done.

    `edition` draws with the bleed of the `options`, which have the target's own values where the
    user gave none; `languages` are those of it as they are named. `folder` is where the files are
    made, and `destination` where they are in the end; `processes` is how many may draw at once,
    `service` the print service they are for, if any. `siblings` are the jobs of the same game in
    other languages, `kits` the files that were built of this one for a release.
    """

    target: str
    edition: Edition
    languages: str
    options: FaceOptions
    folder: Path
    problems: Problems
    processes: int = 1
    service: Service | None = None
    destination: Path = Path()
    siblings: Sequence["ExportJob"] = ()
    kits: Sequence[Path] = ()
    progress: Progress = field(default_factory=Progress)

    @cached_property
    def components(self) -> tuple[Component, ...]:
        """The cards and boards of the game, each distinct one once."""
        return components_of(self.edition)

    def write(self, name: str, content: bytes) -> Exported:
        """Write a file by its name below the folder.

        Raises:
            FaultsError: it cannot be written.
        """
        return Exported(Path(name), write_staged(self.folder / name, [content]))
