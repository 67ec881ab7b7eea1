"""Drawings as programs save them and as the specifications allow, printed, against resvg's picture.

Where resvg does not know what is meant (the name of a face as a family, a colour of CSS 4), the
drawing has a twin `<name>.plain.svg` that says the same plainly, and resvg draws that one. Many
drawings are printed together, which takes far less time than one by one. Those of `written-first`
were written from the specifications before the code that they are for.
"""

from pathlib import Path

import pytest
from faces.small_style import ROOT

from printnplay.model import codes
from printnplay.model.diagnostics import Severity
from printnplay.pipeline.art import ArtRequest, look_at_all

from .likeness import BAD, difference, ink, printed, resvg

pytestmark = pytest.mark.sampled(4)

PICTURES = Path(__file__).parent / "pictures"
DRAWINGS = sorted(path for path in PICTURES.glob("*/*.svg") if ".plain" not in path.name)
TOGETHER = 32
BATCHES = {
    f"{DRAWINGS[start].stem} and on": DRAWINGS[start : start + TOGETHER]
    for start in range(0, len(DRAWINGS), TOGETHER)
}
LESS_ALIKE = {
    "filter-dilate": 0.01,
    "filter-morphology": 0.01,
    "filter-erode": 0.01,
    "filter-outline-glow": 0.01,
    "filter-object-units": 0.01,
    "filter-shine-specular": 0.01,
    "pattern-transform": 0.01,
}
"""What may differ where the pixels of a filter, or tiles, end a part of a pixel elsewhere."""
AS_PIXELS = {"radial-inner-circle", "radial-reflect"}
"""What cannot be vectors in a PDF of typst."""


@pytest.mark.parametrize("batch", BATCHES)
def test_drawings_are_printed_as_they_were_drawn(batch: str, tmp_path: Path) -> None:
    paths = BATCHES[batch]
    outputs = {path: tmp_path / f"{number}.pdf" for number, path in enumerate(paths)}
    requests = [ArtRequest(path.read_bytes(), path, ROOT, outputs[path]) for path in paths]
    wrong = {}
    for path, report in zip(paths, look_at_all(requests), strict=True):
        errors = [one.message for one in report.problems if one.severity is Severity.ERROR]
        wrong[path.stem] = errors or unlike(path, outputs[path].read_bytes())
        pixels = any(one.code == codes.FACE_AS_PIXELS for one in report.problems)
        if pixels and path.stem not in AS_PIXELS:
            wrong[path.stem].append("printed as pixels")
    assert {name: why for name, why in wrong.items() if why} == {}


def unlike(path: Path, pdf: bytes) -> list[str]:
    """The share of pixels that differ, if there are too many."""
    plain = path.with_suffix(".plain.svg")
    expected = resvg(plain if plain.is_file() else path)
    assert ink(expected) > 0.002, path
    blur = b"<image" in path.read_bytes() or b"feImage" in path.read_bytes()
    # The second is only drawn where the first is not like enough.
    shares = (difference(one, expected, blur=blur) for one in printed(pdf, expected.size))
    best = 1.0
    for share in shares:
        best = min(best, share)
        if best <= LESS_ALIKE.get(path.stem, BAD):
            return []
    return [f"{best:.2%} of the pixels differ"]
