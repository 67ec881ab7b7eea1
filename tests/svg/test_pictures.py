"""Drawings as programs save them, printed, against resvg's own picture of the same file.

Where resvg does not know what is meant (the name of a face as a family, an encoding), the drawing
has a twin `<name>.plain.svg` that says the same plainly, and resvg draws that one.
"""

from pathlib import Path

import pytest
from faces.small_style import ROOT

from printnplay.model.diagnostics import Severity
from printnplay.pipeline.art import ArtRequest, look_at

from .likeness import BAD, difference, ink, printed, resvg

PICTURES = Path(__file__).parent / "pictures"
DRAWINGS = sorted(path for path in PICTURES.glob("*.svg") if ".plain" not in path.name)


@pytest.mark.parametrize("path", DRAWINGS, ids=lambda path: path.stem)
def test_a_drawing_is_printed_as_it_was_drawn(path: Path, tmp_path: Path) -> None:
    output = tmp_path / "drawing.pdf"
    report = look_at(ArtRequest(path.read_bytes(), path, ROOT, output))
    assert [one for one in report.problems if one.severity is Severity.ERROR] == []
    plain = path.with_suffix(".plain.svg")
    expected = resvg(plain if plain.is_file() else path)
    assert ink(expected) > 0.01
    blur = "<image" in expected_text(path)
    found = printed(output.read_bytes(), expected.size)
    assert min(difference(one, expected, blur=blur) for one in found) <= BAD


def expected_text(path: Path) -> str:
    return path.read_bytes().decode("utf-8", errors="replace")
