"""Contact sheets: drawings as they are printed, beside a browser's picture, and the difference.

A browser is what designers look at their drawings with. It is given the drawings as pictures of a
page, in which it runs no script and loads nothing.
"""

import os
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from PIL.Image import Image

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "msedge")
"""The names of Chromium and its kin on PATH."""
TILE = 300
"""The width and height of a picture on the sheet, in pixels."""
TOGETHER = 40
"""The drawings on one page of the browser; it takes no picture of very long ones."""
SECONDS = 60
GAP = 10
CLOSE = 40
"""Channels of a pixel are told apart that differ by more, of 255."""


class BrowserError(Exception):
    """There is no browser, or it takes no picture."""


class Shown(NamedTuple):
    """A drawing on the sheet: its file's bytes, and the PDF that was made of it."""

    svg: bytes
    pdf: bytes


def contact_sheet(drawings: Sequence[Shown]) -> tuple[bytes, list[float]]:
    """A PNG with a row for each drawing, and the share of pixels that differ in each.

    A row is the drawing as printed, as the browser shows it, and in black where they differ.

    Raises:
        BrowserError: there is no browser, or it takes no picture.
    """
    from PIL import Image

    rows = []
    for start in range(0, len(drawings), TOGETHER):
        some = drawings[start : start + TOGETHER]
        printed = [_printed(drawing.pdf) for drawing in some]
        seen = _photographed(some, [image.size for image in printed])
        rows += list(zip(printed, seen, strict=True))
    sheet = Image.new("RGB", (3 * TILE + 4 * GAP, len(rows) * (TILE + GAP) + GAP), "#888")
    shares = []
    for number, (ours, theirs) in enumerate(rows):
        marked, share = _difference(ours, theirs)
        shares.append(share)
        for column, image in enumerate((ours, theirs, marked)):
            sheet.paste(image, (GAP + column * (TILE + GAP), GAP + number * (TILE + GAP)))
    stream = BytesIO()
    sheet.save(stream, "PNG")
    return stream.getvalue(), shares


def _printed(pdf: bytes) -> "Image":
    import pypdfium2

    page = pypdfium2.PdfDocument(pdf)[0]
    scale = TILE / max(page.get_size())
    width, height = (max(1, round(side * scale)) for side in page.get_size())
    image: Image = page.render(scale=scale).to_pil().convert("RGB").crop((0, 0, width, height))
    return image


def _photographed(drawings: Sequence[Shown], sizes: Sequence[tuple[int, int]]) -> list["Image"]:
    """The drawings as the browser shows them, in these sizes."""
    from PIL import Image

    tiles = "".join(
        f'<img style="position:absolute;left:0;top:{number * TILE}px;width:{width}px;'
        f'height:{height}px" src="data:image/svg+xml;base64,{b64encode(drawing.svg).decode()}">'
        for number, (drawing, (width, height)) in enumerate(zip(drawings, sizes, strict=True))
    )
    page = f'<!doctype html><meta charset="utf-8"><body style="margin:0">{tiles}</body>'
    with TemporaryDirectory() as folder:
        html, png = Path(folder, "page.html"), Path(folder, "page.png")
        html.write_text(page, encoding="utf-8")
        _run(html, png, len(drawings) * TILE, folder)
        try:
            whole = Image.open(png).convert("RGB")
        except OSError as error:
            raise BrowserError(f"the browser took no picture: {error}") from None
    return [
        whole.crop((0, number * TILE, width, number * TILE + height))
        for number, (width, height) in enumerate(sizes)
    ]


def _run(html: Path, png: Path, height: int, folder: str) -> None:
    """Have the browser take a picture of a page.

    Raises:
        BrowserError: there is none, or it does not end.
    """
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        raise BrowserError(f"there is no browser: looked for {', '.join(BROWSERS)} on PATH")
    # It refuses to run as root with the wall around its pages, as in containers.
    walled = not hasattr(os, "geteuid") or os.geteuid() != 0
    command = [
        browser,
        "--headless",
        *([] if walled else ["--no-sandbox"]),
        "--disable-gpu",
        "--hide-scrollbars",
        "--force-device-scale-factor=1",
        "--force-color-profile=srgb",
        "--host-resolver-rules=MAP * ~NOTFOUND",
        f"--user-data-dir={folder}/profile",
        f"--window-size={TILE},{height}",
        f"--screenshot={png}",
        html.as_uri(),
    ]
    try:
        subprocess.run(command, capture_output=True, timeout=SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BrowserError(f"the browser took no picture: {error}") from None


def _difference(ours: "Image", theirs: "Image") -> tuple["Image", float]:
    """Where two pictures differ, in black, and the share of such pixels."""
    from PIL import Image, ImageChops, ImageFilter

    channels = ImageChops.difference(ours, theirs).split()
    worst = ImageChops.lighter(ImageChops.lighter(channels[0], channels[1]), channels[2])
    # Edges that are a part of a pixel elsewhere are no difference: a lone line of it is left out.
    bad = worst.point(lambda value: 255 if value > CLOSE else 0).filter(ImageFilter.MinFilter(3))
    share = bad.histogram()[255] / (bad.width * bad.height)
    return Image.merge("RGB", [ImageChops.invert(bad)] * 3), share
