"""What is built for the acceptance tests: every file by language, paper and way of printing."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from printnplay.build.jobs import build
from printnplay.edition.request import BuildRequest, Progress
from printnplay.kernel.printing import Backs, Flip

ROOT = Path(__file__).parents[2]
GAME = "tic-tac-match"
LANGUAGES = ("de", "en", "es", "fr", "it", "pl")
PAPERS = ("a4", "letter")
PRINTED = ("kit", "booklet", "box")
KINDS = (*PRINTED, "rulebook")


@dataclass(frozen=True)
class Build:
    """Languages built in one go with one way of printing backs and of flipping the booklet."""

    languages: tuple[str, ...]
    backs: str
    flip: str


BUILDS = (
    Build(LANGUAGES, "long", "short"),
    Build(("fr",), "short", "long"),
    Build(("es",), "fold", "short"),
    Build(("de",), "separate", "long"),
    Build(("it",), "none", "short"),
)


@dataclass(frozen=True)
class File:
    """One file of a build."""

    language: str
    paper: str
    kind: str
    backs: str
    flip: str

    @property
    def name(self) -> str:
        """Its name in the output folder."""
        paper = "" if self.kind == "rulebook" else f"-{self.paper}"
        return f"{GAME}-{self.language}{paper}-{self.kind}.pdf"

    @property
    def place(self) -> Path:
        """Where it lies among all builds."""
        return Path(self.backs, GAME, self.language, self.name)

    def __str__(self) -> str:
        """The name that a failed test shows."""
        return f"{self.language}-{self.paper}-{self.kind}-{self.backs}-{self.flip}"


def _files() -> Iterator[File]:
    for one in BUILDS:
        for language in one.languages:
            for paper in PAPERS:
                # The rulebook is one file, whatever the papers.
                for kind in KINDS if paper == PAPERS[0] else PRINTED:
                    yield File(language, paper, kind, one.backs, one.flip)


FILES = tuple(_files())


def files(kind: str, *backs: str) -> list[File]:
    """The files of a kind, those with these backs only if any are named."""
    return [file for file in FILES if file.kind == kind and (not backs or file.backs in backs)]


QUICK_LANGUAGES = ("de",)
"""The languages of the first build that the quick part of the tests looks at."""

QUICK_PAPERS = {"long": PAPERS, "short": ("a4",), "fold": ("letter",)}
"""The papers of each way of printing backs that it looks at; of others, the first."""


def quick_papers(backs: str) -> tuple[str, ...]:
    """The papers of these backs that the quick part of the tests looks at."""
    return QUICK_PAPERS.get(backs, PAPERS[:1])


def is_quick(file: File) -> bool:
    """Whether the quick part of the tests looks at a file."""
    is_first = file.backs == BUILDS[0].backs
    return (not is_first or file.language in QUICK_LANGUAGES) and (
        file.kind == "rulebook" or file.paper in quick_papers(file.backs)
    )


def build_all(folder: Path, *, quick: bool) -> None:
    """Build everything below a folder, each part once: processes that come together share it out.

    What another is building is left for the end, to be waited for.
    """
    for patience in (0, -1):
        for one in BUILDS:
            with suppress(Timeout), FileLock(folder / f"{one.backs}.lock", timeout=patience):
                _build_once(one, folder, quick=quick)


def _build_once(one: Build, folder: Path, *, quick: bool) -> None:
    whole = folder / f"{one.backs}.whole"
    if whole.exists():
        return
    chosen = QUICK_LANGUAGES if quick and one.languages == LANGUAGES else one.languages
    papers = quick_papers(one.backs) if quick else PAPERS
    place = folder / one.backs
    order = BuildRequest(ROOT, (GAME,), chosen, papers, place, Backs(one.backs), Flip(one.flip))
    build(order, Progress())
    whole.touch()
