"""The games are no part of the program: their rules have what a user's have, no more."""

import ast
import doctest
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from printnplay.files.catalog import PACKAGE
from printnplay.rules.importer import PACKAGE_FILE

from . import games
from .games import DESIGNS

FILES = sorted(DESIGNS.glob("*/rules/*.py"))
IDS = [f"{file.parts[-3]}-{file.stem}" for file in FILES]

OFFERED = {
    "printnplay.rules",
    "printnplay.kernel.codes",
    "printnplay.game.game",
    "printnplay.game.verdicts",
}
"""What rules may import of the tool, and whatever is within these."""


def imported(file: Path) -> Iterator[str]:
    """The modules that a file imports, but for those beside it."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 1, "beside the cards there are no rules but in this folder"


@pytest.mark.parametrize("file", FILES, ids=IDS)
def test_rules_import_the_rules_api_and_the_standard_library_only(file: Path) -> None:
    for name in imported(file):
        parents = {name[: dot.start()] for dot in re.finditer(r"\.|$", name)}
        assert parents & OFFERED or name.partition(".")[0] in sys.stdlib_module_names, name


@pytest.mark.parametrize("file", FILES, ids=IDS)
def test_examples_in_docstrings_come_out_as_written(file: Path) -> None:
    name = f".{file.stem}" if file.name != PACKAGE_FILE else ""
    source = games.source(file.parts[-3])
    source.load()
    module = import_module(source.module + name)
    assert doctest.testmod(module).failed == 0


def test_the_program_names_no_game() -> None:
    """`match` is a word of the language too, and found by its title."""
    ids = [folder.name for folder in DESIGNS.iterdir() if "-" in folder.name]
    names = "|".join(name.replace("-", "[-_ ]?") for name in ids)
    named = re.compile(rf"{names}|MATCH!|k\.o\.", re.IGNORECASE)
    sources = [file for file in PACKAGE.rglob("*.*") if file.suffix in (".py", ".yaml", ".j2")]
    assert len(sources) > 100
    own = [file for file in sources if "data" not in file.relative_to(PACKAGE).parts]
    assert [file.name for file in own if named.search(file.read_text("utf-8"))] == []
