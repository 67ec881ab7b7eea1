"""What the user asked for, and what came of it."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from printnplay.model.diagnostics import Diagnostic


def file_name(game: str, language: str, paper: str, kind: str) -> str:
    """The name of a built file."""
    return f"{game}-{language}-{paper}-{kind}.pdf"


@dataclass(frozen=True, slots=True)
class Order:
    """A build as asked for. Empty `games` means all, empty `languages` all that a game has."""

    project: Path
    games: tuple[str, ...]
    languages: tuple[str, ...]
    papers: tuple[str, ...]
    output: Path
    backs: str = "long"
    booklet_flip: str = "short"
    draft: bool = False
    jobs: int = 1
    trust_rules: bool = False

    def only(self, game: str, language: str) -> "Order":
        """The part of the order that is about one language of one game."""
        return replace(self, games=(game,), languages=(language,), jobs=1)


@dataclass(frozen=True, slots=True)
class CheckOrder:
    """A check as asked for. Empty `games` means all, empty `languages` all that a game has.

    `pseudo` also draws each game in the pseudo-language; `trust_rules` allows running rules that
    the user wrote in Python. `jobs` are processes at once, 0 for one a core.
    """

    project: Path
    games: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    pseudo: bool = False
    trust_rules: bool = False
    jobs: int = 1


@dataclass(frozen=True, slots=True)
class BuiltFile:
    """A file of the output folder; `fresh` if this build wrote it."""

    path: Path
    pages: int
    size: int
    fresh: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a build made and what it found."""

    files: tuple[BuiltFile, ...] = ()
    problems: tuple[Diagnostic, ...] = field(default=())
