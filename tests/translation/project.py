"""A project with texts of every kind, exported, changed by other programs, and imported."""

import difflib
import shutil
from pathlib import Path

from cli.project import Ran, run
from loading.annotated import lay_out

CASE = Path(__file__).parent / "project_files"
SHIPPED = Path(__file__).parents[2]
FORMATS = {"po": ".po", "xliff": ".xlf", "csv": ".csv"}
"""The formats that tests change as text, and the endings of their files."""
SENT = "sent"


def make_project(folder: Path) -> Path:
    """A sound project with the game `duel`, its texts in several languages."""
    lay_out(CASE, folder)
    return folder


def copy_texts(folder: Path) -> Path:
    """All that translators work on of what ships with the tool."""
    for name in ("designs", "locales", "templates"):
        shutil.copytree(SHIPPED / name, folder / name)
    return folder


def export(language: str, form: str, *games: str) -> Ran:
    """Run the command; the files go into the folder `sent`."""
    return run(f"l10n export {language} {' '.join(games)} --format {form} -o {SENT}")


def sent(language: str, form: str, game: str = "duel") -> Path:
    """The exported file of a game."""
    return Path(SENT) / f"{game}.{language}{FORMATS[form]}"


def changed_lines(old: str, new: str) -> list[str]:
    """The lines that differ, with the sign of who has them."""
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), n=0, lineterm="")
    return [line for line in lines if not line.startswith(("---", "+++", "@@"))]
