"""Drawings as programs save them and as the specifications allow, printed, against resvg's picture.

Where resvg does not know what is meant (the name of a face as a family, a colour of CSS 4), the
drawing has a twin `<name>.plain.svg` that says the same plainly, and resvg draws that one. Many
drawings are printed together, which takes far less time than one by one. Those of `written-first`
were written from the specifications before the code that they are for; those of `features` go
through what resvg draws, feature by feature.

Light on what is soft looks otherwise on other pixels: it is drawn as on 144 pixels to an inch, at
which drawings of 200 pixels are compared here.
"""

from pathlib import Path

import pytest
from faces.small_style import ROOT

from printnplay.build.art import look_at_all
from printnplay.build.art_checks import ArtRequest
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Severity

from .likeness import BAD, difference, ink, printed, resvg

PICTURES = Path(__file__).parent / "pictures"
FEATURES = PICTURES / "features"
DRAWINGS = sorted(
    path
    for path in PICTURES.glob("*/*.svg")
    if ".plain" not in path.name and path.parent != FEATURES
)
TOGETHER = 32


def batches(drawings: list[Path]) -> dict[str, list[Path]]:
    """The drawings in batches, each by the name of its first one."""
    return {
        f"{drawings[start].stem} and on": drawings[start : start + TOGETHER]
        for start in range(0, len(drawings), TOGETHER)
    }


BATCHES = batches(DRAWINGS)
BATCHES_OF_FEATURES = batches(sorted(FEATURES.glob("*.svg")))
LESS_ALIKE = {
    "filter-dilate": 0.01,
    "filter-morphology": 0.01,
    "filter-erode": 0.01,
    "filter-outline-glow": 0.01,
    "filter-object-units": 0.01,
    "filter-shine-specular": 0.01,
    "pattern-transform": 0.01,
    "radial-repeat": 0.01,
    "servers-rad-repeat": 0.01,
}
"""What may differ where pixels of a filter, of a face, or tiles end a part of a pixel elsewhere."""

AS_PIXELS = {
    "painting-blend-color-burn",
    "painting-blend-color-burn-none",
    "painting-blend-color-dodge",
    "painting-blend-color-dodge-full",
    "radial-fr",
    "radial-fr-focus",
    "radial-fr-percent",
    "radial-href-chain",
    "radial-inner-circle",
    "radial-reflect",
    "radial-reflect-focus",
    "radial-reflect-stroke-line",
    "radial-repeat",
    "radial-single",
    "radial-user-percent-group",
    "radial-user-transform",
    "servers-lin-href-radial",
    "servers-rad-fr",
    "servers-rad-fr-href",
    "servers-rad-href-linear",
    "servers-rad-repeat",
}
"""Drawings with radial gradients that PDF does not have, or blend modes that its versions define
differently: their faces are printed as pixels."""


@pytest.mark.sampled(8)
@pytest.mark.parametrize("batch", BATCHES)
def test_drawings_are_printed_as_they_were_drawn(batch: str, tmp_path: Path) -> None:
    assert wrong_among(BATCHES[batch], tmp_path) == {}


@pytest.mark.at_leisure
@pytest.mark.parametrize("batch", BATCHES_OF_FEATURES)
def test_features_are_printed_as_resvg_draws_them(batch: str, tmp_path: Path) -> None:
    assert wrong_among(BATCHES_OF_FEATURES[batch], tmp_path) == {}


def wrong_among(paths: list[Path], tmp_path: Path) -> dict[str, list[str]]:
    """What is wrong with drawings that are printed together, by their names."""
    outputs = {path: tmp_path / f"{number}.pdf" for number, path in enumerate(paths)}
    requests = [ArtRequest(path.read_bytes(), path, ROOT, outputs[path]) for path in paths]
    wrong = {}
    for path, report in zip(paths, look_at_all(requests), strict=True):
        errors = [fault.message for fault in report.problems if fault.severity is Severity.ERROR]
        wrong[path.stem] = errors or unlike(path, outputs[path].read_bytes())
        pixels = any(fault.code == codes.FACE_AS_PIXELS for fault in report.problems)
        if pixels != (path.stem in AS_PIXELS):
            wrong[path.stem].append(f"printed as {'pixels' if pixels else 'vectors'}")
    return {name: why for name, why in wrong.items() if why}


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
