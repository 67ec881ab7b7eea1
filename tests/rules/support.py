"""The shipped game, and cases whose faults are written beside the lines that hold them.

`#! PNP601 «word» label` at the end of a line means: this code, marking exactly `word`, with this
label. `#!! PNP224 label` means a fault of the file as a whole.
"""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TypeAlias

from msgspec.structs import replace

from printnplay.game.game import Example, Game
from printnplay.kernel.diagnostics import Diagnostic, Problems
from printnplay.loading.game import load_game

from .games import DESIGNS, Play, rules

HERE = Path(__file__).parent
DESIGN = DESIGNS / "tic-tac-match"
RULES = rules("tic-tac-match")
CARDS = tuple(RULES.COMPONENTS)
GAME: Play = RULES.new_game()

Finding: TypeAlias = tuple[int, str, str, str]
"""Line, code, marked text, label."""

_WHOLE_FILE = re.compile(r"#!! (PNP\d+) (.*?)(?=\s+#!|$)", re.MULTILINE)
_ANNOTATION = re.compile(r"#! (PNP\d+) «(.*?)» (.*?)(?=\s+#!|$)")


@cache
def shipped() -> Game:
    """The game as it ships."""
    problems = Problems()
    game = load_game(DESIGN, "designs/tic-tac-match", problems)
    assert game is not None, problems.found
    return game


def shipped_example(name: str) -> Example:
    """A worked example of the shipped game."""
    return next(example for example in shipped().examples if example.id == name)


def with_examples(examples: Sequence[Example]) -> Game:
    """The shipped game with these examples instead of its own."""
    return replace(shipped(), examples=tuple(examples))


def announced(path: Path) -> list[Finding]:
    """The faults that a case announces."""
    text = path.read_text("utf-8")
    whole = [(0, code, "", label) for code, label in _WHOLE_FILE.findall(text)]
    return sorted(
        [
            *whole,
            *(
                (number, *found)
                for number, line in enumerate(text.split("\n"), start=1)
                for found in _ANNOTATION.findall(line)
            ),
        ]
    )


def findings(path: Path, found: Sequence[Diagnostic]) -> list[Finding]:
    """Diagnostics in the way that a case announces them."""
    lines = ["", *path.read_text("utf-8").split("\n")]
    return sorted(
        (fault.span.line, fault.code.id, lines[fault.span.line][_marked(fault)], fault.label)
        for fault in found
    )


def _marked(one: Diagnostic) -> slice:
    start = one.span.column - 1
    return slice(start, start + one.span.length) if one.span.line else slice(0)
