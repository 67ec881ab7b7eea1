"""A shelf of many games: what `list` and `l10n status --no-fit` cost, cold and warm.

Usage: shelf.py              times both commands on 40 games in 12 languages, prints a table
       shelf.py GAMES LANGS  the same for other numbers
       shelf.py --write DIR  only writes the project

Every time stands beside that of `list` with an empty cache in the same round, as a ratio: nothing
passes or fails by time.
"""

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from statistics import median

from workbench.clock import Run, run
from workbench.work import PRINTNPLAY, ROOT

SOURCE = "tic-tac-match"
LANGUAGES = ("en", "de", "es", "fr", "it", "pl", "pt", "nl", "sv", "da", "cs", "hu")
"""The first ones are copied from the game; the others get its English texts."""
GAMES = 40
ROUNDS = 3
COMMANDS = (("list",), ("l10n", "status", "--no-fit"))


def main(words: list[str]) -> None:
    """Write the project, time the commands in turn, and print what each costs."""
    if words[:1] == ["--write"]:
        write(Path(words[1]))
        return
    games, languages = (int(words[0]), int(words[1])) if words else (GAMES, len(LANGUAGES))
    with tempfile.TemporaryDirectory(prefix="printnplay-bench-") as folder:
        project = Path(folder, "shelf")
        write(project, games, languages)
        runs = [_round(project) for _ in range(ROUNDS + 1)][1:]
    print(f"{games} games in {languages} languages, median of {ROUNDS} rounds")
    print("| command | cache | wall | CPU | ratio to `list` with an empty cache | peak |")
    print("| --- | --- | --- | --- | --- | --- |")
    for at, (command, cache) in enumerate(
        (command, cache) for cache in ("empty", "one file changed", "warm") for command in COMMANDS
    ):
        column = [done[at] for done in runs]
        wall, cpu = (median(getattr(one, name) for one in column) for name in ("wall", "cpu"))
        ratio = median(done[at].cpu / done[0].cpu for done in runs)
        peak = max(one.peak for one in column)
        name = " ".join(command)
        print(f"| `{name}` | {cache} | {wall:.2f} s | {cpu:.2f} s | {ratio:.2f} | {peak:.0f} MiB |")


def write(project: Path, games: int = GAMES, languages: int = len(LANGUAGES)) -> None:
    """Write a project of games that are copies of a shipped one, each under a name of its own."""
    root = Path(ROOT)
    shutil.copytree(root / "templates", project / "templates")
    for number in range(1, games + 1):
        game = f"game-{number:02}"
        folder = shutil.copytree(root / "designs" / SOURCE, project / "designs" / game)
        file = folder / "game.yaml"
        file.write_text(file.read_text("utf-8").replace(f"id: {SOURCE}", f"id: {game}"), "utf-8")
        for language in LANGUAGES[:languages]:
            _write_texts(project / "locales" / language, language, game)
        words = root / "locales/glossary" / f"{SOURCE}.yaml"
        target = project / "locales/glossary" / f"{game}.yaml"
        target.parent.mkdir(exist_ok=True)
        shutil.copy(words, target)


def _write_texts(folder: Path, language: str, game: str) -> None:
    """Write the texts of a game and the common ones, as translated as they are or in English."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, target in ((SOURCE, game), ("common", "common")):
        own = Path(ROOT, "locales", language, f"{name}.yaml")
        text = (own if own.is_file() else Path(ROOT, f"locales/en/{name}.yaml")).read_text("utf-8")
        own_root = re.sub(r"^en:", f"{language}:", text, flags=re.MULTILINE)
        (folder / f"{target}.yaml").write_text(own_root, "utf-8")


def _round(project: Path) -> list[Run]:
    """Time each command with an empty cache, after a change of one text, and unchanged."""
    with tempfile.TemporaryDirectory(prefix="printnplay-bench-") as cache:
        os.environ["PRINTNPLAY_CACHE"] = cache
        text = project / "locales/de/game-01.yaml"
        done = [_timed(command, project) for command in COMMANDS]
        text.write_text(f"{text.read_text('utf-8')}# Read again.\n", "utf-8")
        done += [_timed(command, project) for command in COMMANDS * 2]
    return done


def _timed(command: Iterable[str], project: Path) -> Run:
    return run([PRINTNPLAY, *command, "--project", str(project)])


if __name__ == "__main__":
    main(sys.argv[1:])
