"""Pages of several contestants side by side in one picture, to be looked at.

Usage: contact.py PICTURE FOLDER...; a row of pages for each PDF of each folder in turn.
"""

import sys
from pathlib import Path

from PIL import Image
from pypdfium2 import PdfDocument

SCALE = 0.5
GAP = 4
MOST = 16
"""Pages of a file that are shown."""


def main() -> None:
    """Draw the picture."""
    picture, *folders = sys.argv[1:]
    columns = [sorted(Path(folder).rglob("*.pdf")) for folder in folders]
    rows = [_pages(path) for same in zip(*columns, strict=True) for path in same]
    width = max(sum(page.width + GAP for page in row) for row in rows)
    height = sum(row[0].height + GAP for row in rows)
    sheet = Image.new("RGB", (width, height), "#808080")
    y = 0
    for row in rows:
        x = 0
        for page in row:
            sheet.paste(page, (x, y))
            x += page.width + GAP
        y += row[0].height + GAP
    sheet.save(picture)


def _pages(path: Path) -> list[Image.Image]:
    document = PdfDocument(path)
    return [
        document[number].render(scale=SCALE).to_pil() for number in range(min(MOST, len(document)))
    ]


if __name__ == "__main__":
    main()
