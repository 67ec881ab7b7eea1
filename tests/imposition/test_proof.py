"""Proof sheets: every face at its own size, apart from the others, its lines where they belong."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from printnplay.imposition.proof_sheet import ProofFace, ProofTexts, proof_sheets
from printnplay.kernel.geometry import Rect, Size, mm
from printnplay.kernel.shapes import SAFE
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Label, Run, Sheet, Stamp, Stroke


def label(text: str) -> Label:
    return Label((Run(0, text, "face", mm(3), "#000000"),), mm(20), mm(2))


TEXTS = ProofTexts(label("Proof"), (label("trim"), label("bleed"), label("safe")))


def stamps(sheet: Sheet) -> list[Rect]:
    return [item.rect.grown(item.picture.bleed) for item in sheet.items if isinstance(item, Stamp)]


@given(
    rows=st.lists(st.integers(1, 6), min_size=1, max_size=12),
    width=st.integers(30, 120),
    height=st.integers(30, 120),
    bleed=st.integers(0, 5),
)
def test_all_faces_stand_apart_on_the_paper_at_their_size(
    rows: list[int], width: int, height: int, bleed: int
) -> None:
    size = Size(mm(width), mm(height))
    faces = [
        [ProofFace(label("x"), Picture(f"{row}-{at}", size, mm(bleed), "")) for at in range(count)]
        for row, count in enumerate(rows)
    ]
    sheets = proof_sheets(faces, TEXTS)
    drawn = [item.picture.name for one in sheets for item in one.items if isinstance(item, Stamp)]
    assert drawn == [face.picture.name for row in faces for face in row]
    for sheet in sheets:
        placed = stamps(sheet)
        paper = Rect(0, 0, sheet.size.width, sheet.size.height)
        for one in placed:
            assert one.x >= 0
            assert one.y >= 0
            assert one.right <= paper.right
            assert one.bottom <= paper.bottom
        for one, other in combinations(placed, 2):
            apart = one.right <= other.x or other.right <= one.x
            assert apart or one.bottom <= other.y or other.bottom <= one.y


def test_trim_bleed_and_safe_lines() -> None:
    picture = Picture("x", Size(mm(60), mm(80)), mm(2), "")
    (sheet,) = proof_sheets([[ProofFace(label("x"), picture)]], TEXTS)
    (stamp,) = (item for item in sheet.items if isinstance(item, Stamp))
    frames = {"trim": stamp.rect, "bleed": stamp.rect.grown(mm(2)), "safe": stamp.rect.grown(-SAFE)}
    assert stamp.rect.size == picture.size
    for kind, frame in frames.items():
        lines = [item for item in sheet.items if isinstance(item, Stroke) and item.kind == kind]
        corners = {(line.start.x, line.start.y) for line in lines[:4]}
        assert corners == {
            (x, y) for x in (frame.x, frame.right) for y in (frame.y, frame.bottom)
        }, kind
    assert len({item.dash for item in sheet.items if isinstance(item, Stroke)}) == len(frames)
