"""Rulebooks of quite other games: A5 with photographs, sidebars, tables, Markdown; a leaflet."""

from pathlib import Path

from printnplay import open_project
from printnplay.model.diagnostics import Severity

PROJECT = Path(__file__).parent / "salt_wind"


def test_it_is_sound_and_its_pages_are_full() -> None:
    report = open_project(PROJECT).check()
    assert [fault for fault in report.problems if fault.severity is Severity.ERROR] == []
    inner = [page for page in report.pages if not page.ends]
    assert len(inner) >= 6
    assert [page for page in inner if page.fill < 0.85] == []
