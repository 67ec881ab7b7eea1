"""Fonts that cannot be put into a PDF are told of before anything is built."""

from pathlib import Path

import pytest
from text.odd_fonts import postscript_font

from printnplay.edition.fonts import check_fonts
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.scene.style import Style
from printnplay.text.fonts import FontShelf


@pytest.fixture
def font(tmp_path: Path) -> Path:
    path = tmp_path / "curves.otf"
    postscript_font(path, "Curves")
    return path


def refused(folder: Path) -> list[str]:
    """The codes and files of what is found wrong with the fonts of a folder."""
    problems = Problems()
    style = Style("plain", {}, {}, Span("style.yaml"))
    sound = check_fonts(style, FontShelf([folder]), problems)
    assert sound != bool(problems.errors)
    return [f"{one.code.id} {Path(one.span.file).name}" for one in problems.found if one.span]


def test_postscript_outlines_of_the_first_kind_are_sound(font: Path) -> None:
    assert refused(font.parent) == []


def test_postscript_outlines_of_the_second_kind_are_refused(font: Path) -> None:
    font.write_bytes(font.read_bytes().replace(b"CFF ", b"CFF2", 1))
    assert refused(font.parent) == ["PNP405 curves.otf"]


def test_postscript_outlines_that_are_cut_off_are_refused(font: Path) -> None:
    font.write_bytes(font.read_bytes()[:2000])
    assert refused(font.parent) == ["PNP405 curves.otf"]
