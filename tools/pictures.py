"""Draw the pictures of the README and docs from built files, so that they show real output.

Run `printnplay build` and `printnplay export makeplayingcards match -l en` first, then:
python tools/pictures.py output
"""

import sys
from pathlib import Path

import pypdfium2
from PIL import Image, ImageDraw

DOCS = Path(__file__).parent.parent / "docs"
GROUND, EDGE, GAP = "#e9e7f2", "#b9b5cc", 14
# Picture -> dots per inch, and its pages: file of the output folder, page counted from 1.
PICTURES = {
    "kit": (
        42,
        [
            ("tic-tac-match/en/tic-tac-match-en-a4-kit.pdf", 1),
            ("tic-tac-match/en/tic-tac-match-en-a4-kit.pdf", 3),
            ("tic-tac-match/de/tic-tac-match-de-a4-kit.pdf", 11),
            ("tic-tac-match/fr/tic-tac-match-fr-a4-kit.pdf", 13),
        ],
    ),
    "games": (
        42,
        [
            ("match/it/match-it-a4-kit.pdf", 11),
            ("tic-tac-ko/fr/tic-tac-ko-fr-a4-kit.pdf", 7),
            ("tic-tac-taco/es/tic-tac-taco-es-a4-kit.pdf", 13),
            ("tic-tac-ko/de/tic-tac-ko-de-a4-kit.pdf", 27),
            ("tic-tac-taco/en/tic-tac-taco-en-a4-box.pdf", 1),
        ],
    ),
    "rulebook": (
        62,
        [
            ("tic-tac-match/en/tic-tac-match-en-rulebook.pdf", 1),
            ("tic-tac-match/es/tic-tac-match-es-rulebook.pdf", 5),
            ("tic-tac-match/it/tic-tac-match-it-rulebook.pdf", 7),
            ("tic-tac-match/fr/tic-tac-match-fr-rulebook.pdf", 11),
        ],
    ),
    "booklet": (
        50,
        [
            ("tic-tac-match/de/tic-tac-match-de-a4-booklet.pdf", 1),
            ("tic-tac-match/de/tic-tac-match-de-a4-booklet.pdf", 2),
        ],
    ),
}


# Picture -> folder of an export, its files, and the pixels of the bleed and of the unsafe edge.
UPLOADS = {
    "order-one-copy": (
        "match/en/makeplayingcards/poker",
        ["fronts/001-*.png", "fronts/020-*.png", "fronts/060-*.png", "backs/001-*.png"],
        36,
        36,
    )
}
SHARE = 3
"""Uploads are shown at a third of their size."""


def upload(file: Path, bleed: int, safe: int) -> Image.Image:
    """A picture as it is uploaded: a line where it is cut, a dashed one where texts have to end."""
    image = Image.open(file).convert("RGB")
    image = image.resize((image.width // SHARE, image.height // SHARE), Image.Resampling.LANCZOS)
    draw = ImageDraw.Draw(image)
    cut, inner = bleed // SHARE, (bleed + safe) // SHARE
    edge = (cut, cut, image.width - cut, image.height - cut)
    right, bottom = image.width - inner, image.height - inner
    for colour, wide in (("#ffffff", 4), ("#000000", 2)):
        draw.rounded_rectangle(edge, 35 // SHARE, outline=colour, width=wide)
        for at in range(inner, max(right, bottom), 12):
            for x in (inner, right) if at < bottom else ():
                draw.line((x, at, x, at + 6), fill=colour, width=wide)
            for y in (inner, bottom) if at < right else ():
                draw.line((at, y, at + 6, y), fill=colour, width=wide)
    return image


def page(file: Path, number: int, dpi: int) -> Image.Image:
    """One page as pixels."""
    document = pypdfium2.PdfDocument(file)
    bitmap = document[number - 1].render(scale=dpi / 72)
    image: Image.Image = bitmap.to_pil()
    return image


def strip(pages: list[Image.Image]) -> Image.Image:
    """Pages side by side on a quiet ground."""
    height = max(image.height for image in pages) + 2 * GAP
    width = sum(image.width + GAP for image in pages) + GAP
    picture = Image.new("RGB", (width, height), GROUND)
    x = GAP
    for image in pages:
        framed = Image.new("RGB", (image.width + 2, image.height + 2), EDGE)
        framed.paste(image, (1, 1))
        picture.paste(framed, (x - 1, GAP - 1))
        x += image.width + GAP
    return picture


def main() -> None:
    """Draw every picture from the output folder named on the command line."""
    output = Path(sys.argv[1])
    DOCS.mkdir(exist_ok=True)
    for name, (dpi, pages) in PICTURES.items():
        picture = strip([page(output / file, number, dpi) for file, number in pages])
        picture.quantize(128).save(DOCS / f"{name}.png", optimize=True)
    for name, (folder, patterns, bleed, safe) in UPLOADS.items():
        files = [next((output / folder).glob(pattern)) for pattern in patterns]
        picture = strip([upload(file, bleed, safe) for file in files])
        picture.quantize(128).save(DOCS / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
