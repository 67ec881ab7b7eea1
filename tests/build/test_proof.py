"""A proof has every face, and says what a build would say of them."""

from pathlib import Path

import pypdfium2
import pytest

from printnplay.build.proof import VIEWS, ProofRequest, Proved, prove
from printnplay.kernel.diagnostics import FaultsError, Severity

from .projects import GAME, STYLE, change, copied

BACK = "templates/sampler/back-moon.svg.j2"
REPEATED = (
    '<radialGradient id="ring" r=".2" fr=".05" spreadMethod="repeat"><stop stop-color="#f00"/>'
    '<stop offset="1" stop-color="#00f"/></radialGradient><rect width="30" height="30" '
    'fill="url(#ring)"/></svg>'
)


def proved(project: Path) -> Proved:
    return prove(ProofRequest(project, ("sampler",), ("en",), project / "output"))


def words(made: Proved) -> list[str]:
    """All words on its sheets."""
    (path,) = made.files
    pdf = pypdfium2.PdfDocument(path)
    told = [page.get_textpage().get_text_bounded() for page in pdf]
    pdf.close()
    return " ".join(told).split()


@pytest.mark.at_leisure
def test_a_back_of_two_sizes_is_shown_in_both(tmp_path: Path) -> None:
    project = copied(tmp_path)
    change(project / GAME, "backs: back-moon", "backs: yes")
    assert words(proved(project)).count("back") == 2 * len(VIEWS)


@pytest.mark.at_leisure
def test_a_card_with_the_name_of_a_back_hides_nothing(tmp_path: Path) -> None:
    project = copied(tmp_path)
    back = project / BACK
    back.rename(back.with_name("star-1.svg.j2"))
    change(project / GAME, "backs: back-moon", "backs: star-1")
    # The label of the card, the name on its face, the label of the back.
    assert words(proved(project)).count("star-1") == 3 * len(VIEWS)


@pytest.mark.at_leisure
def test_a_face_that_vectors_cannot_do_is_warned_of_once(tmp_path: Path) -> None:
    project = copied(tmp_path)
    change(project / BACK, "</svg>", REPEATED)
    (warning,) = [fault for fault in proved(project).problems if fault.code.id == "PNP432"]
    assert warning.severity is Severity.WARNING
    assert "the picture `back-moon` is printed as pixels" in warning.message


def test_where_pixels_are_forbidden_no_proof_is_written(tmp_path: Path) -> None:
    project = copied(tmp_path)
    change(project / BACK, "</svg>", REPEATED)
    change(project / STYLE, "\ntext:\n", "\nraster: never\ntext:\n")
    with pytest.raises(FaultsError) as told:
        proved(project)
    (fault,) = told.value.found
    assert fault.code.id == "PNP432"
    assert "the picture `back-moon` could only be printed as pixels" in fault.message
    assert not (project / "output").exists()
