import pytest

from printnplay.imposition.papers import PAPERS, UnknownPaperError, find_paper
from printnplay.kernel.geometry import Margins, Size, mm


@pytest.mark.parametrize(
    ("name", "width", "height"),
    [
        ("a4", 210_000, 297_000),
        ("A4", 210_000, 297_000),
        ("letter", 215_900, 279_400),
        ("legal", 215_900, 355_600),
        ("200x300mm", 200_000, 300_000),
        ("300 x 200 mm", 200_000, 300_000),
        ("8.5x13in", 215_900, 330_200),
    ],
)
def test_a_paper_is_found_by_name_or_size_and_stands_upright(
    name: str, width: int, height: int
) -> None:
    assert find_paper(name).size == Size(width, height)


@pytest.mark.parametrize("name", ["a44", "", "200x300", "200xmm", "1.2.3x4mm", "10x300mm", "9x9km"])
def test_what_is_no_paper_is_answered_with_the_names_there_are(name: str) -> None:
    with pytest.raises(UnknownPaperError) as fault:
        find_paper(name)
    assert fault.value.known == tuple(PAPERS)
    assert all(known in str(fault.value) for known in (*PAPERS, "200x300mm"))


def test_all_papers_are_upright_and_keep_five_millimetres_from_the_edge() -> None:
    for paper in PAPERS.values():
        assert paper.size.width < paper.size.height
        assert paper.margins == Margins.even(mm(5))
