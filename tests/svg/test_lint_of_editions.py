"""Faces of templates are judged with their words."""

from collections.abc import Sequence

import pytest
from text.drawing import FONTS

from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems
from printnplay.svg.art_library import ArtLibrary
from printnplay.svg.clean import Cleaner
from printnplay.svg.faults import Report
from printnplay.svg.fonts import Families
from printnplay.svg.pictures import ArtFolders
from printnplay.svg.size import Extent
from printnplay.svg.walk import Walk
from printnplay.text.fonts import FontShelf

ROOT = '<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="20mm" viewBox="0 0 60 20">'
TEXT = '<text x="{x}" y="9" font-size="4" font-family="Red Hat Display">{words}</text>'
PLAIN = '<g><rect width="60" height="20" fill="#eee"/>' + TEXT + "</g>"
THIN = PLAIN + '<path d="M1 1h9" stroke="#000" stroke-width=".01"/>'
STYLED = "<style>.wide{{letter-spacing:9px}}</style>" + PLAIN
HIDDEN = "<!-- <text> --><g><path d='M1 1h9' stroke='#000' stroke-width='{x}'/></g>" + TEXT

OVER = "the text extends beyond the bleed"
OUTSIDE = "<text> lies outside the bleed, and is not printed"
THIN_TOLD = "the stroke of <path> is 0.01 mm wide in print"


def judged(body: str, x: float, words: str) -> Sequence[str]:
    """What is said of a face of a template."""
    shelf = FontShelf([FONTS])
    folders = ArtFolders(())
    families = Families(shelf.families, "Red Hat Display")
    library = ArtLibrary(Cleaner(families, folders), shelf)
    cleaner = Cleaner(families, folders, library.judge)
    problems = Problems()
    drawing = f"{ROOT}<title>{words}</title>{body.format(x=x, words=words)}</svg>"
    assert cleaner.clean(drawing, ["face.svg.j2"], problems) is not None
    return [fault.message for fault in problems.found]


@pytest.mark.parametrize(
    ("body", "x", "words", "told"),
    [
        (PLAIN, 2, "eins", []),
        (PLAIN, 2, "far too many words for so small a card", [OVER]),
        (PLAIN, 70, "one", [OUTSIDE]),
        (THIN, 2, "eins", [THIN_TOLD]),
        (STYLED, 2, "far too many words for so small a card", [OVER]),
        (HIDDEN, 0.01, "one", [THIN_TOLD]),
    ],
)
def test_a_face_is_judged_with_its_words(
    body: str, x: float, words: str, told: Sequence[str]
) -> None:
    assert judged(body, x, words) == told


def test_a_drawing_that_was_not_judged_yet_is_judged() -> None:
    folders = ArtFolders(())
    families = Families(("Red Hat Display",), "Red Hat Display")
    drawing = f'{ROOT}<rect width="5" height="5"/></svg>'

    def judge(_walk: Walk, _extent: Extent, report: Report) -> None:
        report.warning(codes.MAY_LOOK_DIFFERENT, "judged", 1, "")

    told = []
    for judged_with in (None, judge):
        problems = Problems()
        Cleaner(families, folders, judged_with).clean(drawing, ["face.svg.j2"], problems)
        told.append(len(problems.found))
    assert told == [0, 1]
