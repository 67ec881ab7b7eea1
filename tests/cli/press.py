"""A game with all kinds of parts for a factory, and independent readers of what is exported.

Ghostscript separates the plates; pikepdf reads boxes and inks; nothing of printnplay is used.
"""

import shutil
import subprocess
from pathlib import Path

import pytest
from PIL import Image, ImageChops

FACTORY = """\
name: Corner
site: https://corner.example
sources: [{url: "https://corner.example/art", date: "2026-11-28"}]
bleed: 4mm
ink: 260
profile: fogra39
inks: {cut: Die, foil: Foil gold}
wrap: 16mm
punchboard: {width: 140mm, height: 100mm}
stocks: {cards: "310 g/m2, linen"}
"""

GAME = """\
box: {type: lid-and-base}
boards:
  - {id: map, template: map, width: 120mm, height: 90mm, bleed: 2mm, folds: {x: [60mm]}}
"""

ROOT = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="{{ extent.width }}mm"'
    ' height="{{ extent.height }}mm"'
    ' viewBox="{{ -bleed }} {{ -bleed }} {{ extent.width }} {{ extent.height }}">'
)
GROUND = (
    '<rect x="{{ -bleed }}" y="{{ -bleed }}" width="{{ extent.width }}"'
    ' height="{{ extent.height }}" fill="#1a1a40"/>'
)
FINISHES = """\
<circle data-finish="foil" cx="20" cy="20" r="8" fill="#c9a227" opacity="0.5"/>
<g data-finish="varnish" display="none"><rect x="10" y="40" width="20" height="10"/></g>
<rect data-finish="glitter" x="40" y="40" width="5" height="5"/>
"""
SEE_THROUGH = '<rect x="30" y="10" width="20" height="20" fill="#ff0000" opacity="0.5"/>'
BLACKS = (
    '<rect x="12" y="40" width="30" height="30"/><path d="M10 80H50" stroke="#000"'
    ' stroke-width="0.5"/><circle cx="50" cy="50" r="3"/>'
)
FADING = (
    '<defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/>'
    '<stop offset="1" stop-color="#123456"/></linearGradient></defs>'
    '<rect x="{{ -bleed }}" y="{{ -bleed }}" width="{{ extent.width }}"'
    ' height="{{ extent.height }}" fill="url(#g)"/>'
)


def plant(folder: Path, name: str) -> None:
    """Give a game of the plain starter a board, tokens, a rigid box, finishes and a factory."""
    game = folder / f"designs/{name}/game.yaml"
    lines = game.read_text("utf-8").splitlines()
    kept = [line for line in lines if not line.startswith("box:")]
    text = "\n".join([*kept, GAME])
    storms = "{id: storms, where"
    assert storms in text
    token = (
        "{id: storms, component: tokens, card: {width: 50mm, height: 50mm, shape: circle}, where"
    )
    game.write_text(text.replace(storms, token), "utf-8")
    templates = folder / f"templates/{name}"
    (templates / "back.svg.j2").write_text(f"{ROOT}{GROUND}{FINISHES}{SEE_THROUGH}</svg>", "utf-8")
    (templates / "map.svg.j2").write_text(f"{ROOT}{FADING}{BLACKS}</svg>", "utf-8")
    texts = folder / f"locales/en/{name}.yaml"
    said = texts.read_text("utf-8").replace("en:\n", "en:\n  boards: {map: Map}\n", 1)
    texts.write_text(said, "utf-8")
    (folder / "factories").mkdir()
    (folder / "factories/corner.yaml").write_text(FACTORY, "utf-8")


FINER = 4
"""How often finer plates are separated: Ghostscript paints each pixel that a shape touches."""

INKS = ("Cyan", "Magenta", "Yellow", "Black")


def plates_of(
    pdf: Path, folder: Path, dpi: int = 50, page: int | None = None
) -> dict[int, dict[str, Image.Image]]:
    """The plates of each page by ink, full ink 255, as Ghostscript separates them."""
    if shutil.which("gs") is None:
        pytest.skip("Ghostscript is not installed: the plates of press sets are not tested")
    folder.mkdir(parents=True, exist_ok=True)
    command = ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=tiffsep"]
    command += [f"-r{dpi * FINER}", f"-dDownScaleFactor={FINER}"]
    only = [f"-dFirstPage={page}", f"-dLastPage={page}"] if page else []
    made = f"-sOutputFile={folder / 'p%d.tif'}"
    subprocess.run([*command, *only, made, pdf], check=True, capture_output=True)
    pages: dict[int, dict[str, Image.Image]] = {}
    for path in folder.glob("p*(*).tif"):
        number, ink = path.stem.removeprefix("p").removesuffix(")").split("(", 1)
        with Image.open(path) as plate:
            inverted = ImageChops.invert(plate.convert("L"))
        pages.setdefault(int(number), {})[ink] = inverted
    return pages


def separated(pdf: Path, page: int, folder: Path, dpi: int = 50) -> dict[str, Image.Image]:
    """The plates of a page by ink, full ink 255."""
    (plates,) = plates_of(pdf, folder, dpi, page).values()
    return plates
