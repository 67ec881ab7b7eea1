"""What printnplay builds."""

import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
ROOT = HERE.parent.parent
PRINTNPLAY = str(Path(sys.executable).with_name("printnplay"))
LANGUAGES = ("en", "de", "es", "fr", "it")


@dataclass(frozen=True, slots=True)
class Work:
    """A game of a project to be built in some languages on A4."""

    title: str
    project: Path
    game: str
    languages: tuple[str, ...]


def build(work: Work, output: Path) -> list[str]:
    """The tool itself, building from its own data."""
    languages = [word for language in work.languages for word in ("-l", language)]
    options = ["-p", "a4", "--project", str(work.project), "-o", str(output)]
    return [PRINTNPLAY, "build", work.game, *languages, *options]
