"""Drawings of other people, printed as `art` prints them, against resvg's pictures of them.

    python tests/benchmarks/drawings.py [--most N] FOLDER...

Each folder is a collection, such as an unpacked package of icons. Of a collection at most N
drawings are taken, evenly spread. For each it says how many are equal (at most 0.2 % of the pixels
differ), equal when both pictures are drawn eight times as large and averaged (PDFium and resvg both
round where an edge lies within a pixel, each in its own way), nearly equal (0.75 %), different,
different with a warning that says so, and refused. A traceback ends the run.
"""

import sys
import tempfile
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from svg.likeness import BAD, WIDTH, difference, printed, resvg  # noqa: E402  the tests' own measure

from printnplay.build.art import look_at_all  # noqa: E402
from printnplay.build.art_checks import ArtReport, ArtRequest  # noqa: E402
from printnplay.kernel.diagnostics import Severity  # noqa: E402

TOGETHER = 128
NEAR = 0.0075
TOLD = frozenset({"PNP416", "PNP423", "PNP425", "PNP432"})
"""Warnings that a drawing comes out otherwise."""
OF_SIZE = "the size is in pixels"
"""What one of them says if it is about nothing but the size."""


def main() -> None:
    """Measure the folders that are named."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--most", type=int, default=1_000_000)
    given = parser.parse_args()
    total: Counter[str] = Counter()
    for folder in given.folders:
        counted = Counter(kind for _, kind in judged(drawings(folder, given.most)))
        total += counted
        print(f"{folder.name:40}", dict(counted), flush=True)
    print(f"{'all':40}", dict(total))


def drawings(folder: Path, most: int) -> list[Path]:
    """The drawings of a collection, evenly spread if there are more than the most."""
    found = sorted(folder.rglob("*.svg"))
    step = max(1, -(-len(found) // most))
    return found[::step]


def judged(paths: Sequence[Path]) -> Iterator[tuple[Path, str]]:
    """Every drawing, and how it comes out."""
    with tempfile.TemporaryDirectory() as folder:
        for start in range(0, len(paths), TOGETHER):
            some = paths[start : start + TOGETHER]
            outputs = [Path(folder, f"{number}.pdf") for number in range(len(some))]
            requests = [
                ArtRequest(path.read_bytes(), path, ROOT, output)
                for path, output in zip(some, outputs, strict=True)
            ]
            for request, report in zip(requests, look_at_all(requests), strict=True):
                yield request.file, _kind(request, report)


def _kind(request: ArtRequest, report: ArtReport) -> str:
    codes = {fault.code.id for fault in report.problems}
    errors = [fault.code.id for fault in report.problems if fault.severity is Severity.ERROR]
    if errors:
        return f"refused {errors[0]}"
    try:
        expected = resvg(request.file, _width(report))
    except ValueError:
        return "refused by resvg"
    assert request.output is not None
    pages = printed(request.output.read_bytes(), expected.size)
    blur = b"<image" in request.content
    best = 1.0
    for page in pages:
        best = min(best, difference(page, expected, blur=blur))
        if best <= BAD:
            return "equal"
    finely = _difference_on_fine_pixels(request, expected.size)
    if finely <= BAD:
        return "equal on fine pixels"
    best = min(best, finely)
    if best <= NEAR:
        return "near"
    print("  ", f"{best:.2%}", request.file, *sorted(codes))
    said = [one for one in report.problems if OF_SIZE not in one.message]
    return "different, told" if TOLD & {one.code.id for one in said} else "different"


FINE = 8


def _difference_on_fine_pixels(request: ArtRequest, size: tuple[int, int]) -> float:
    """The share of pixels that differ when each is the mean of eight by eight smaller ones."""
    assert request.output is not None
    width, height = size
    large = (width * FINE, height * FINE)
    page = next(printed(request.output.read_bytes(), large))
    pictures = (
        picture.crop((0, 0, *large)).resize(size, Image.Resampling.BOX)
        for picture in (page, resvg(request.file, width * FINE))
    )
    return difference(*pictures, blur=b"<image" in request.content)


def _width(report: ArtReport) -> int:
    """About 300 pixels, but a multiple of the drawing's own, so that edges on its grid are sharp.

    Where two shapes share an edge within a pixel, resvg and PDFium mix different colours.
    """
    assert report.size is not None
    own = max(1, round(report.size.width * 96 / 25_400))
    return own * max(1, round(WIDTH / own)) if own <= 3 * WIDTH else WIDTH


if __name__ == "__main__":
    main()
