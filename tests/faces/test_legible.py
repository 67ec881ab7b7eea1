"""Texts that are cut off, covered or hard to see are reported where they are written."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from msgspec.structs import replace

from printnplay.faces.renderer import Blank, FaceRenderer, Format
from printnplay.kernel.diagnostics import Diagnostic, Severity
from printnplay.kernel.geometry import Size, mm
from printnplay.kernel.shapes import Shape, ShapeKind
from printnplay.raster.eye import PixelEye
from printnplay.scene.style import LetterOutline
from printnplay.svg.cut_paths import cut_path
from printnplay.text.fonts import FontShelf

from .small_style import NAME, STYLE, TEXTS, renderer
from .test_outlined_letters import FONTS, HINDI

CASES: Mapping[str, Mapping[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "legible.yaml").read_text(encoding="utf-8")
)
SIZE, BLEED = Size(mm(40), mm(40)), mm(2)
ROOT = 'xmlns="http://www.w3.org/2000/svg" width="44mm" height="44mm" viewBox="-2 -2 44 44"'
GROUND = '<rect x="-2" y="-2" width="44" height="44" fill="#ffffff"/>'
ABOVE = 2
"""The lines of a template above its body."""
ART = '{{ art("art.svg", 0, 0, 40, 40) }}'


def found_in(case: Mapping[str, Any], part: str, folder: Path) -> list[Diagnostic]:
    """What is found in a face, one part of a case."""
    body = case[part]
    if "art" in case:
        (folder / "art").mkdir()
        art = case["art"].replace("{place}", body)
        (folder / "art" / "art.svg").write_text(art, encoding="utf-8")
        body = ART if "{place}" in case["art"] else body
    drawing = f"<svg {ROOT}>\n{GROUND}\n{body}\n</svg>"
    (folder / "face.svg.j2").write_text(drawing, encoding="utf-8")
    maker = judge(folder)
    face = Blank("face", Format(SIZE, BLEED, die_of(case)), {"card": {"id": "flip", "family": "a"}})
    assert maker.draw([face], TEXTS) != [None]
    return maker.problems.found


def judge(folder: Path) -> FaceRenderer:
    """What draws faces of a folder and looks at them."""
    outlined = replace(NAME, outline=LetterOutline(mm(0.4), "ink"))
    style = replace(STYLE, text={**STYLE.text, "hindi": HINDI, "outlined": outlined})
    maker = replace(renderer([folder], [folder], style), shelf=FontShelf(FONTS))
    return replace(maker, eye=PixelEye(lambda: maker.shelf.faces))


def die_of(case: Mapping[str, Any]) -> Shape:
    """What the card of a case is cut to."""
    name = case.get("die", "rectangle")
    if name in [*ShapeKind]:
        return Shape(ShapeKind(name), mm(6))
    return Shape(ShapeKind.PATH, path=cut_path(name))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", CASES)
def test_a_planted_fault_is_reported_where_its_text_is(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    (fault,) = found_in(case, "planted", tmp_path)
    assert fault.code.id == case["code"]
    assert case["says"] in fault.message
    assert fault.severity is Severity.WARNING
    is_art = "{place}" in case.get("art", "")
    file, line = ("art/art.svg", 0) if is_art else ("face.svg.j2", ABOVE)
    assert (fault.span.file, fault.span.line) == (
        (tmp_path / file).as_posix(),
        line + case["line"],
    )
    over = [place.line - ABOVE for _, place in fault.notes if place is not None]
    assert over == ([case["over"]] if "over" in case else [])


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", CASES)
def test_its_sound_twin_is_not(name: str, tmp_path: Path) -> None:
    assert found_in(CASES[name], "sound", tmp_path) == []
