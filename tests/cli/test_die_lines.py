"""`printnplay build --die-lines --layers`: lines in spot inks that overprint, and layers."""

from pathlib import Path

import pikepdf
import pytest

from .project import run


def spots(page: pikepdf.Page) -> set[str]:
    spaces = page["/Resources"].get("/ColorSpace")
    return {
        str(space[1])
        for space in (spaces.values() if isinstance(spaces, pikepdf.Dictionary) else ())
        if isinstance(space, pikepdf.Array) and space[0] == pikepdf.Name.Separation
    }


def drawn_in(page: pikepdf.Page) -> dict[str, set[bool]]:
    """For each spot ink that lines of a page are drawn in, whether these overprint."""
    resources = page["/Resources"]
    names = {name: str(space[1]) for name, space in resources["/ColorSpace"].items()}
    found: dict[str, set[bool]] = {}
    ink, overprints = "", False
    for instruction in pikepdf.parse_content_stream(page):
        operands = instruction.operands
        match str(instruction.operator):
            case "CS":
                ink = names.get(str(operands[0]), "")
            case "RG" | "G" | "K":
                ink = ""
            case "gs":
                state = resources["/ExtGState"][str(operands[0])]
                overprints = bool(state.get("/OP", overprints))
            case "S" | "s" if ink:
                found.setdefault(ink, set()).add(overprints)
    return found


def test_lines_of_kits_and_boxes_are_in_spot_inks_and_a_layer(city: Path) -> None:
    ran = run("build --die-lines --layers")
    assert ran.status == 0, ran.err
    found: dict[str, set[bool]] = {}
    for name in ("kit", "box"):
        with pikepdf.open(city / f"output/lost-city/en/lost-city-en-a4-{name}.pdf") as document:
            groups = document.Root["/OCProperties"]["/OCGs"]
            shown = [str(group["/Name"]) for group in groups]
            assert shown == ["Art", "Text", "Cut and fold lines"]
            for page in document.pages:
                for ink, states in drawn_in(page).items():
                    found.setdefault(ink, set()).update(states)
    assert found == {"/CutContour": {True}, "/Crease": {True}}
    with pikepdf.open(city / "output/lost-city/en/lost-city-en-rulebook.pdf") as rulebook:
        assert "/OCProperties" not in rulebook.Root
        assert not any(spots(page) for page in rulebook.pages)


@pytest.mark.at_leisure
def test_inks_of_a_style_overprint_too(city: Path) -> None:
    style = city / "templates/lost-city/style.yaml"
    own = 'colours:\n  cut: {rgb: "#ff00ff", spot: Die}\n'
    style.write_text(style.read_text("utf-8").replace("colours:\n", own, 1), "utf-8")
    assert run("build --marks lines").status == 0
    with pikepdf.open(city / "output/lost-city/en/lost-city-en-a4-kit.pdf") as document:
        assert "/OCProperties" not in document.Root
        states = [drawn_in(page) for page in document.pages if "/Die" in spots(page)]
    assert {"/Die": {True}} in states
