"""Rulebooks of quite other games: 20 pages of A5 with photographs and tables; a leaflet."""

from pathlib import Path

from printnplay import open_project
from printnplay.kernel.diagnostics import Severity

PROJECT = Path(__file__).parent / "salt_wind"


def test_it_is_sound_and_its_pages_are_full() -> None:
    report = open_project(PROJECT).check()
    assert [fault for fault in report.problems if fault.severity is Severity.ERROR] == []
    # A leaflet of 4 pages and a booklet of 20, both with their covers; one page of it stays blank.
    assert len(report.pages) == 2 + 17
    inner = [page for page in report.pages if not page.ends]
    assert len(inner) >= 15
    assert [page for page in inner if page.fill < 0.5 or page.breaks] == []
