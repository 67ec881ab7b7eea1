"""The input files of builds: those that editions are made from, and checked with."""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path

from printnplay.edition.choosing import Languages
from printnplay.files.catalog import Catalog
from printnplay.files.door import ReadError, read_text
from printnplay.kernel.languages import original_in

MAX_BYTES = 1 << 20
"""Maximum size of a game.yaml in bytes: that of every YAML file (`files/yaml_tree.py`), which takes
long to load."""


def inputs_of_games(
    catalog: Catalog, games: Sequence[str], languages: Languages
) -> tuple[dict[str, Path], dict[str, Path]]:
    """Return the input files of an edition of games, and the same with the inputs of checks."""
    files, checked = dict[str, Path](), dict[str, Path]()
    for game in games:
        files |= inputs_of(catalog, game, languages)
        checked |= checked_with(catalog, game, languages)
    return files, files | checked


def inputs_of(catalog: Catalog, game: str, languages: Languages) -> dict[str, Path]:
    """Return the files that an edition is made from, by name in the project."""
    return _by_name(catalog, (catalog.inputs_of(game, one) for one in languages))


def checked_with(catalog: Catalog, game: str, languages: Languages) -> dict[str, Path]:
    """Return the other files that an edition is checked with, by name in the project."""
    original = original_in(catalog.languages_of(game), _original(catalog, game))
    return _by_name(catalog, (catalog.checked_with(game, one, original) for one in languages))


_ORIGINAL = re.compile(r"""\boriginal["']?[ \t]*:\s*["']?([\w-]+)""")
"""Matches the key in game.yaml. Parsing the file would take longer than the rest of a build of
which nothing has changed."""


def _original(catalog: Catalog, game: str) -> str:
    """Return the language that a game says it is written in; empty if it says nothing."""
    with suppress(ReadError):
        text = read_text(catalog.game_folder(game) / "game.yaml", MAX_BYTES)
        match = _ORIGINAL.search(re.sub("(?m)(^| )#.*$", "", text))
        return match[1] if match else ""
    return ""


def _by_name(catalog: Catalog, files: Iterable[Iterable[Path]]) -> dict[str, Path]:
    # Files of the project may extend those of the tool, which have the same name.
    return {
        f"{path.is_relative_to(catalog.roots[0]):d}/{catalog.relative(path)}": path
        for path in chain.from_iterable(files)
    }
