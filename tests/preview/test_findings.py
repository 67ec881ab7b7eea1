"""What a check has found, after its files have changed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from printnplay.files.catalog import Catalog
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Span
from printnplay.preview.findings import Findings, lines_of
from printnplay.preview.live import LiveGame

from .conftest import DEEDS, GAME

CSV, OUTLINE = Path("designs/city/deeds.csv"), Path("designs/city/booklet.yaml")


def fault(name: str, file: Path, line: int, *notes: Span) -> Diagnostic:
    noted = tuple(("it is here as well", note) for note in notes)
    return Diagnostic(codes.LINES_DIFFER, name, Span(str(file), line), notes=noted)


@pytest.mark.parametrize(
    ("new", "left"),
    [
        (DEEDS, ["whole", "head", "gate", "door", "watch", "noted", "other"]),
        (DEEDS.replace("Watch", "Wait"), ["whole", "head", "gate", "door", "other"]),
        (DEEDS.replace("deed-1,", "deed-0,1,,\ndeed-1,"), ["whole", "head", "other"]),
        (DEEDS.splitlines()[0], ["whole", "head", "other"]),
    ],
)
def test_faults_of_changed_lines_are_left_out(city: Path, new: str, left: list[str]) -> None:
    lines = lines_of(LiveGame(Catalog(city), GAME))
    named = enumerate(("whole", "head", "gate", "door", "watch"))
    faults = [fault(name, CSV, line) for line, name in named]
    noted, other = fault("noted", OUTLINE, 1, Span(str(CSV), 4)), fault("other", OUTLINE, 1)
    CSV.write_text(new, "utf-8")
    assert [one.message for one in Findings((*faults, noted, other), lines).now()] == left


def test_a_game_that_is_gone_has_no_lines(city: Path) -> None:
    live = LiveGame(Catalog(city), GAME)
    shutil.rmtree(CSV.parent)
    assert lines_of(live) == {}
