"""Large pictures are shown by every output, on a first run and on one that draws nothing anew.

Drawings link them inside the program; no output may hold such a link, or a blank place.
"""

import os
import re
import subprocess
import sys
from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from random import Random
from typing import TypeAlias
from zipfile import ZipFile

import pypdfium2
import pytest
import resvg_py
from lxml import etree
from PIL import Image, ImageChops

from printnplay.files.linked_pictures import LARGE, as_uri
from printnplay.svg.visions import VISIONS, recoloured

Once: TypeAlias = Callable[[str, Callable[[Path], None]], Path]
Colour: TypeAlias = tuple[int, int, int]

SIDE = 800
SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
HEAD = f'<svg xmlns="{SVG}" viewBox="0 0 40 40" width="40" height="40">'
ENDLESS = (
    '<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="20" cy="3" r="2" fx="19" '
    'spreadMethod="reflect"><stop stop-color="#fff"/><stop offset="1" stop-color="#000"/>'
    '</radialGradient><rect width="40" height="4" fill="url(#g)"/>'
)
"""What makes a face be printed as pixels."""

PHOTOGRAPHS: Mapping[str, tuple[str, Colour]] = {
    "photo.jpg": ("RGB", (200, 60, 60)),
    "sheer.png": ("RGBA", (20, 60, 160)),
    "grey.png": ("L", (110, 110, 110)),
}
EMBEDDED: Mapping[str, tuple[str, Colour]] = {
    "frame": ("jpeg", (60, 150, 70)),
    "glow": ("png", (190, 120, 30)),
    "inner": ("jpeg", (120, 40, 150)),
}
"""Pictures that drawings embed."""

SHOWN: Mapping[str, Colour] = {
    "photo.jpg": (200, 60, 60),
    "sheer.png": (137, 157, 207),  # half of it, on white
    "grey.png": (110, 110, 110),
    "frame.svg": (60, 150, 70),
    "glow.svg": (190, 120, 30),
    "outer.svg": (120, 40, 150),  # which links a drawing that embeds it
}
"""What cards show, by the mean colours that are seen."""

LINK = re.compile(rb"printnplay-[0-9a-f]{40}")

NEAR = 12
"""Of 255, how far a colour may be off: what is left of the grain, and of JPEG."""
COARSE = 4
"""Pixels of what is looked at become one, so that the grain is gone."""
LEAST = 40
"""So many of these a picture covers at least: 6 by 6 mm of a page on a screen."""

LIVE = """
import sys
from pathlib import Path
from printnplay.files.catalog import Catalog
from printnplay.preview.live import LiveGame
live, folder = LiveGame(Catalog(Path.cwd()), "gallery", ["en"]), Path(sys.argv[1])
folder.mkdir()
for number, key in enumerate(live.faces):
    (folder / f"{number}.svg").write_text(live.face("en", key).svg, "utf-8")
"""


def grain(name: str, mode: str, colour: Colour) -> Image.Image:
    """A picture of a colour with grain, so that it is large as a file; half of it with alpha."""
    size = (SIDE, SIDE)
    noise = Image.frombytes("RGB", size, Random(name).randbytes(SIDE * SIDE * 3))
    around = noise.point([level // 4 for level in range(256)] * 3)
    ground = Image.new("RGB", size, tuple(channel - 32 for channel in colour))
    image = ImageChops.add(ground, around)
    if mode == "RGBA":
        image.putalpha(128)
    return image if mode == "RGBA" else image.convert(mode)


def gallery(folder: Path) -> None:
    """A project of cards that show large pictures of all kinds."""
    project = folder / "gallery"
    run(folder, folder / "cache", "new", "gallery", "--from", "csv")
    designs = project / "designs/gallery"
    art = designs / "art"
    for name, (mode, colour) in PHOTOGRAPHS.items():
        grain(name, mode, colour).save(art / name, quality=95)
        assert (art / name).stat().st_size >= 2 * LARGE
    for name, (kind, colour) in EMBEDDED.items():
        stream = BytesIO()
        grain(name, "RGB", colour).save(stream, kind, quality=95)
        assert len(stream.getvalue()) >= 2 * LARGE
        uri = as_uri(f"image/{kind}", stream.getvalue())
        more = ENDLESS if name == "glow" else ""
        image = f'<image width="40" height="40" href="{uri}"/>'
        (art / f"{name}.svg").write_text(f"{HEAD}{image}{more}</svg>", "utf-8")
    link = '<image width="40" height="40" href="inner.svg"/>'
    (art / "outer.svg").write_text(f"{HEAD}{link}</svg>", "utf-8")
    rows = ["id,copies,kind,cost,art,name,rule"]
    rows += [f"card{number},1,place,1,{name},N,R" for number, name in enumerate(SHOWN)]
    (designs / "cards.csv").write_text("\n".join(rows) + "\n", "utf-8")
    game = designs / "game.yaml"
    said = game.read_text("utf-8")
    game.write_text(re.sub(r"\n.*id: deeds.*", "", said), "utf-8")
    booklet = designs / "booklet.yaml"
    said = booklet.read_text("utf-8").replace("anatomy: lighthouse", "anatomy: card0")
    said = said.replace(", deeds: {kind: deed}", "")
    booklet.write_text(said.replace("width: 14mm", "width: 25mm"), "utf-8")
    for template in (project / "templates/gallery").glob("*.j2"):
        said = template.read_text("utf-8").replace("lighthouse.svg", "photo.jpg")
        ground = '<g clip-path="url(#window)"><path fill="#fff" d="M0 0H60V60H0Z"/>'
        template.write_text(said.replace('<g clip-path="url(#window)">', ground), "utf-8")


def run(folder: Path, cache: Path, *arguments: str) -> None:
    """Run the program, or what follows `-c`, in a process of its own."""
    program = arguments if arguments[0] == "-c" else ("-m", "printnplay", *arguments)
    ran = subprocess.run(
        [sys.executable, *program],
        cwd=folder,
        env={**os.environ, "PRINTNPLAY_CACHE": str(cache)},
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def drawn(svg: bytes) -> Image.Image:
    """A drawing as a reader sees it that follows no links."""
    pixels = resvg_py.svg_to_bytes(
        svg_string=svg.decode(), width=400, dpi=96, background="white", skip_system_fonts=True
    )
    return Image.open(BytesIO(bytes(pixels))).convert("RGB")


def on_page(page: bytes) -> Iterator[Image.Image]:
    """The drawings of a page for screens."""
    inside = re.sub(rb"<!DOCTYPE[^>]*>", b"", page)
    root = etree.fromstring(inside, etree.XMLParser(recover=True, huge_tree=True))
    for element in root.iter("svg", f"{{{SVG}}}svg"):
        if next(element.iterancestors("svg", f"{{{SVG}}}svg"), None) is not None:
            continue
        svg = etree.tostring(element, with_tail=False)
        head = f'<svg xmlns="{SVG}" xmlns:xlink="{XLINK}"'.encode()
        bare = re.sub(rb'\sxmlns(?::xlink)?="[^"]*"', b"", svg)
        yield drawn(bare.replace(b"<svg", head, 1))


def seen_in(name: str, content: bytes) -> Iterator[Image.Image]:
    """What a file shows."""
    if name.endswith((".html", ".xhtml")):
        yield from on_page(content)
    elif name.endswith(".epub"):
        for member, inner in members(content):
            yield from seen_in(member, inner)
    elif name.endswith(".pdf"):
        for page in pypdfium2.PdfDocument(content):
            yield page.render(scale=2).to_pil().convert("RGB")
    elif name.endswith(".svg"):
        yield drawn(content)
    elif name.endswith(".png"):
        yield Image.open(BytesIO(content)).convert("RGB")


def members(archive: bytes) -> Iterator[tuple[str, bytes]]:
    with ZipFile(BytesIO(archive)) as opened:
        for name in opened.namelist():
            yield name, opened.read(name)


def has_link(name: str, content: bytes) -> bool:
    """Whether a file, or one in it, links what only the program finds."""
    if name.endswith((".zip", ".epub")):
        return any(has_link(*member) for member in members(content))
    inner = re.findall(rb"data:image/svg\+xml;base64,([A-Za-z0-9+/=]+)", content)
    return any(LINK.search(text) for text in (content, *map(b64decode, inner)))


def covered(image: Image.Image, colour: Colour) -> int:
    """How many pixels of what is left when the grain is gone have a colour."""
    small = image.reduce(COARSE)
    off = ImageChops.difference(small, Image.new("RGB", small.size, colour))
    far = [channel.point(lambda level: 255 * (level > NEAR)) for channel in off.split()]
    both = ImageChops.lighter(ImageChops.lighter(far[0], far[1]), far[2])
    return both.histogram()[0]


OUTPUTS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "release": (
        ("export", "all"),
        ("*-a4-kit.pdf", "*.html", "*.epub", "all-cards.png", "deck.svg"),
    ),
    "pages in grey": (("build", "-p", "a4", "--ink", "grey", "--format", "png"), ("*-kit-*.png",)),
    "proof": (("proof",), ("*.pdf",)),
    "pictures": (("export", "png"), ("*.png",)),
    "drawings": (("export", "svg"), ("*.svg",)),
    "pages of a print service": (("export", "pdf-cards"), ("*.pdf",)),
    "table on a screen": (("export", "tabletop-simulator"), ("*.png",)),
    "live page": (("-c", LIVE), ("*.svg",)),
}
"""What writes each output, and which of its files show all pictures, each kind of them."""
IN_PART = {"deck.svg"}
"""Where cards lie over each other, so that half of the pictures are enough."""


@pytest.fixture(scope="module")
def project(once: Once) -> Path:
    return once("project-gallery", gallery) / "gallery"


@pytest.mark.at_leisure
@pytest.mark.turns(4)
@pytest.mark.parametrize("output", OUTPUTS)
def test_a_large_picture_is_shown_cold_and_warm(output: str, project: Path, tmp_path: Path) -> None:
    command, patterns = OUTPUTS[output]
    for state in ("cold", "warm"):
        out = tmp_path / state
        target = (str(out),) if command[0] == "-c" else ("-o", str(out))
        run(project, tmp_path / "cache", *command, *target)
        files = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
        assert [path for path, content in files.items() if has_link(path.name, content)] == []
        for pattern in patterns:
            fitting = {path.name: files[path] for path in files if path.match(pattern)}
            images = [image for file in fitting.items() for image in seen_in(*file)]
            most = {
                name: max(covered(image, colour) for image in images)
                for name, colour in wanted(output).items()
            }
            shown = [count >= LEAST for count in most.values()]
            enough = len(shown) / 2 if pattern in IN_PART else len(shown)
            assert sum(shown) >= enough, (state, pattern, most)


def wanted(output: str) -> dict[str, Colour]:
    """The colours that an output has to show."""
    if output == "pages in grey":
        return {name: in_vision(colour, "grey") for name, colour in SHOWN.items()}
    if output == "proof":
        visions = [
            (f"{name} {one}", colour, one) for name, colour in SHOWN.items() for one in VISIONS
        ]
        return {**SHOWN, **{name: in_vision(colour, one) for name, colour, one in visions}}
    return dict(SHOWN)


def in_vision(colour: Colour, vision: str) -> Colour:
    changed = recoloured("#" + bytes(colour).hex(), VISIONS[vision])
    red, green, blue = bytes.fromhex(changed[1:])
    return red, green, blue
