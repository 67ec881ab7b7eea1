"""What a style says about printing comes true in the built files."""

import shutil
from functools import partial
from pathlib import Path

import pikepdf
import pytest

from printnplay.pdf.bake import Terms
from printnplay.pdf.isolation import Limits

from .project import ROOT, change, run, stand_in

STYLE = "templates/tic-tac-match/style.yaml"
BACK = "templates/tic-tac-match/back.svg.j2"
KIT = "output/tic-tac-match/en/tic-tac-match-en-a4-kit.pdf"
REPEATED = (
    '<radialGradient id="ring" r=".2" fr=".05" spreadMethod="repeat"><stop stop-color="#f00"/>'
    '<stop offset="1" stop-color="#00f"/></radialGradient><rect width="30" height="30" '
    'fill="url(#ring)"/></svg>'
)
ENDLESS = (
    '<filter id="f" x="0" y="0" width="60" height="60" filterUnits="userSpaceOnUse">'
    '<feMorphology operator="dilate" radius="50"/></filter>'
    '<rect width="60" height="60" filter="url(#f)"/></svg>'
)


def add_to_back(project: Path, drawing: str) -> None:
    change(project, [{"file": BACK, "find": "</svg>", "replace": drawing}])


def streams(pdf: pikepdf.Pdf, kind: str) -> list[pikepdf.Stream]:
    """The pictures or forms of a PDF."""
    found = [item for item in pdf.objects if isinstance(item, pikepdf.Stream)]
    return [fault for fault in found if fault.get("/Subtype") == kind]


@pytest.mark.at_leisure
def test_a_face_that_vectors_cannot_do_is_built_with_a_warning(project: Path) -> None:
    add_to_back(project, REPEATED)
    ran = run("build -l en")
    assert ran.status == 0
    assert "warning[PNP432]: the picture `back` is printed as pixels" in ran.err
    assert BACK in ran.err
    with pikepdf.open(project / KIT) as pdf:
        images = streams(pdf, "/Image")
        assert [int(image.Width) for image in images] == [round((63.5 + 4) / 25.4 * 600)]


@pytest.mark.at_leisure
def test_pixels_may_be_forbidden(project: Path) -> None:
    add_to_back(project, REPEATED)
    change(project, [{"file": STYLE, "find": "\ntext:\n", "replace": "\nraster: never\ntext:\n"}])
    ran = run("build -l en")
    assert ran.status == 1
    assert "error[PNP432]: the picture `back` could only be printed as pixels" in ran.err
    assert not (project / KIT).exists()


@pytest.mark.at_leisure
def test_a_face_that_takes_for_ever_is_named(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    short = Limits(seconds=1, seconds_alone=1)
    monkeypatch.setattr("printnplay.build.parts.Terms", partial(Terms, limits=short))
    project = shutil.copytree(small, tmp_path / "small")
    stand_in(project, ROOT, monkeypatch)
    back = "templates/lost-city/back.svg.j2"
    change(project, [{"file": back, "find": "</svg>", "replace": ENDLESS}])
    ran = run("build -l en")
    assert ran.status == 1
    assert "error[PNP431]: the picture `back` was not rendered: timed out after" in ran.err
    assert back in ran.err


@pytest.mark.at_leisure
def test_cut_lines_and_colours_are_printed_with_their_inks(project: Path) -> None:
    cut = 'colours:\n  cut: {rgb: "#ff00ff", spot: CutContour}\n'
    red = 'red: {rgb: "#e5342c", cmyk: [0, 90, 85, 5]}\n'
    change(
        project,
        [
            {"file": STYLE, "find": "colours:\n", "replace": cut},
            {"file": STYLE, "find": 'red: "#e5342c"\n', "replace": red},
        ],
    )
    ran = run("build -l en")
    assert (ran.status, ran.err) == (0, "")
    with pikepdf.open(project / KIT) as pdf:
        cards = [page for page in pdf.pages if b"/Spot0 CS" in page.Contents.read_bytes()]
        assert len(cards) == 7  # one for each colour, the actions, the identities, the rules
        (space,) = {str(page.Resources.ColorSpace.Spot0[1]) for page in cards}
        assert space == "/CutContour"
        content = b"\n".join(stream.read_bytes() for stream in streams(pdf, "/Form"))
    assert b"0 0.9 0.85 0.05 k" in content
    assert b"0.8980392 0.20392157 0.17254902 scn" not in content
