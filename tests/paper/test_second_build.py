"""A second build prints what a first one prints: what a cache holds is complete by itself."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="40" height="40">'
DRAWINGS = {
    # Printed as pixels, each for a reason of its own.
    "storm": '<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="20" cy="20" r="3" fx="17" '
    'spreadMethod="reflect"><stop stop-color="#f00"/><stop offset="1" stop-color="#00f"/>'
    '</radialGradient><rect width="40" height="40" fill="url(#g)"/>',
    "whale": '<rect width="40" height="40" fill="#8cf"/><path d="M20 20z" stroke="#f0f" '
    'stroke-width="20" stroke-linecap="round"/>',
    # Pixels within a drawing: a blur, and noise, which is kept as JPEG.
    "island": '<filter id="f"><feGaussianBlur stdDeviation="2"/></filter>'
    '<rect width="40" height="40" fill="#ff8"/><circle cx="20" cy="20" r="9" fill="#080" '
    'filter="url(#f)"/>',
    "harbour": '<filter id="f" x="0" y="0" width="1" height="1"><feTurbulence '
    'baseFrequency=".4"/></filter><rect width="40" height="40" fill="#fff" filter="url(#f)"/>',
    # Vectors.
    "village": '<rect width="40" height="40" fill="#0a0"/><path d="M5 5H35" stroke="#fff"/>',
}
PHOTOGRAPHS = {"lighthouse": ("RGB", "jpg"), "stars": ("RGBA", "png"), "cargo": ("L", "png")}
"""Pictures that are too large to be carried in drawings, by their pixels and kinds of files."""


def build(project: Path, cache: Path, output: Path, *options: str) -> dict[str, bytes]:
    """The files that a build in a process of its own writes."""
    ran = subprocess.run(
        [sys.executable, "-m", "printnplay", "build", "-o", str(output), *options],
        cwd=project,
        env={**os.environ, "PRINTNPLAY_CACHE": str(cache), "SOURCE_DATE_EPOCH": "1774915200"},
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return {path.name: path.read_bytes() for path in output.rglob("*.pdf")}


def sea(folder: Path) -> Path:
    """A project of eight pictures of all kinds that are kept between builds."""
    subprocess.run(
        [sys.executable, "-m", "printnplay", "new", str(folder), "--from", "csv"],
        check=True,
        capture_output=True,
    )
    art = folder / "designs" / folder.name / "art"
    for name, drawing in DRAWINGS.items():
        (art / f"{name}.svg").write_text(f"{SVG}{drawing}</svg>", "utf-8")
    table = folder / "designs" / folder.name / "cards.csv"
    rows = table.read_text("utf-8")
    for name, (mode, kind) in PHOTOGRAPHS.items():
        grain = random.Random(name).randbytes(600 * 500 * len(mode))
        Image.frombytes(mode, (600, 500), grain).save(art / f"{name}.{kind}")
        rows = rows.replace(f"{name}.svg", f"{name}.{kind}")
    table.write_text(rows, "utf-8")
    return folder


@pytest.mark.at_leisure
def test_other_sheets_show_the_same_faces(tmp_path: Path) -> None:
    project, warm = sea(tmp_path / "sea"), tmp_path / "warm"
    build(project, warm, tmp_path / "first", "-p", "a4")
    second = build(project, warm, tmp_path / "second", "-p", "letter")
    cold = build(project, tmp_path / "cold", tmp_path / "third", "-p", "letter")
    assert second.keys() == cold.keys()
    assert {name for name in cold if second[name] != cold[name]} == set()
    kit = second["sea-en-letter-kit.pdf"]
    with pikepdf.open(tmp_path / "second/sea/en/sea-en-letter-kit.pdf") as pdf:
        assert pdf.check_pdf_syntax() == []
    # A picture that does not decode is left out without a word.
    for page in pypdfium2.PdfDocument(kit):
        for item in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_IMAGE]):
            assert item.get_bitmap().to_pil().getextrema()
