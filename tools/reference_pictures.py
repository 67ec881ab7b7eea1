"""The pictures of docs/reference: every template function and every block, as they are printed.

They are taken of a game in tools/picture_book, whose booklet has a section for each block and which
gets a card for each function. `pytest --update tests/reference/test_pictures.py` makes them anew.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
from make_reference import BOOK, ROOT, blocks
from PIL import Image, ImageChops, ImageOps

from printnplay import open_project
from printnplay.build.new import start
from printnplay.faces.vocabulary import FUNCTIONS
from printnplay.game.exporting import FaceOptions

PICTURES = ROOT / "docs" / "reference" / "pictures"

GAME, STARTER = "picture-book", "csv"
BOOKLET = Path("designs") / GAME / "booklet.yaml"
SAMPLE = "sample.svg.j2"
"""The template of the cards that show functions: an example of each replaces its EXAMPLE."""
DPI = 110
COLOURS = 48
"""Pictures of few colours are small."""
MARGIN = 12
"""Pixels around a block, and between two pages."""
FOOT = 0.9
"""Where the foot of a page begins, as a share of its height."""
BOTH = ("page_break", "spread")
"""Blocks that two pages are shown of."""
IN_MARGIN = "margin_note"
WITH_MARGIN = "page: {width: 130mm, height: 148mm, margin_column: 22mm}"
"""A block that only pages with a margin column can have. It would shrink the others' pictures."""


def book(folder: Path) -> Path:
    """The game whose booklet has each block, in a new folder; the root of its project."""
    root = folder / GAME
    start(root, STARTER)
    shutil.copytree(BOOK, root, dirs_exist_ok=True)
    (root / "templates" / GAME / SAMPLE).unlink()
    _add(root / "designs" / GAME / "game.yaml", "rules: none", "rules: rules.py")
    return root


def _samples(folder: Path) -> Path:
    """The same game with a card more for each function; the root of its project."""
    root = book(folder)
    designs, templates = root / "designs" / GAME, root / "templates" / GAME
    samples = "sheets:\n  - {id: samples, where: {family: sample}}"
    _add(designs / "game.yaml", "sheets:", samples)
    _add(root / "locales/en" / f"{GAME}.yaml", "sheets: {", "sheets: {samples: Samples, ")
    ground = (BOOK / "templates" / GAME / SAMPLE).read_text("utf-8")
    names = [function.name for function in FUNCTIONS]
    for function in FUNCTIONS:
        example = function.example
        if function.name == "t":  # what a text is drawn with
            example = f'<text x="5" y="12" font-size="6">{example}</text>'
        path = templates / f"sample-{function.name.replace('_', '-')}.svg.j2"
        path.write_text(ground.replace("EXAMPLE", example), "utf-8")
    rows = "\n".join(f"{name.replace('_', '-')},sample-{name.replace('_', '-')}" for name in names)
    (designs / "samples.csv").write_text(f"id,template\n{rows}\n", "utf-8")
    with (designs / "cards.yaml").open("a", encoding="utf-8") as cards:
        cards.write("sample: {template: sample-t, rows: samples.csv}\n")
    return root


def _add(path: Path, old: str, new: str) -> None:
    path.write_text(path.read_text("utf-8").replace(old, new, 1), "utf-8")


def pictures(folder: Path) -> Iterator[tuple[str, Image.Image]]:
    """Each picture by its name: `block-note`, `function-textbox`."""
    yield from _of_functions(_samples(folder / "samples"), folder / "faces")
    root, output = book(folder), folder / "out"
    noted = _without_margin_note(root)
    yield from _of_blocks(root, output)
    (root / BOOKLET).write_text(noted, "utf-8")
    yield from _of_blocks(root, output)


def _without_margin_note(root: Path) -> str:
    """Take the section of margin notes out of the booklet; return a booklet of it alone."""
    booklet = root / BOOKLET
    before, begin, others = booklet.read_text("utf-8").partition(f"  - id: {IN_MARGIN}\n")
    noted, begin_next, others = others.partition("  - id:")
    booklet.write_text(before + begin_next + others, "utf-8")
    head, sections, _ = before.replace("page: a6", WITH_MARGIN).partition("sections:\n")
    return head + sections + begin + noted


def _of_functions(root: Path, output: Path) -> Iterator[tuple[str, Image.Image]]:
    """A card for each function: `function-textbox`."""
    _without_margin_note(root)
    project = open_project(root, trust_rules=True)
    faces = project.export(
        "png", output=output, options=FaceOptions(dpi=DPI, bleed=0, names="{id}")
    )
    assert not faces.problems, faces.problems
    for function in FUNCTIONS:
        name = function.name.replace("_", "-")
        (face,) = output.rglob(f"{name}.png")
        yield f"function-{name}", _fewer(Image.open(face).convert("RGB"))


def _of_blocks(root: Path, output: Path) -> Iterator[tuple[str, Image.Image]]:
    """Each block of the booklet by its name: `block-note`."""
    built = open_project(root, trust_rules=True).build(papers=["a4"], output=output)
    assert not built.problems, built.problems
    (rulebook,) = (file.path for file in built.files if file.path.stem.endswith("rulebook"))
    pages = [_page(page) for page in pypdfium2.PdfDocument(rulebook)]
    for name, numbers in _numbers(rulebook).items():
        found = [pages[number] for number in numbers]
        yield f"block-{name}", _fewer(_side_by_side([_content(page) for page in found]))


def _page(page: pypdfium2.PdfPage) -> Image.Image:
    image: Image.Image = page.render(scale=DPI / 72).to_pil().convert("RGB")
    return image


def _numbers(rulebook: Path) -> dict[str, list[int]]:
    """The pages of each block, from 0, by the bookmarks of the sections, which have their names."""
    firsts = {}
    for mark in pypdfium2.PdfDocument(rulebook).get_toc():
        page = mark.get_dest()
        assert page is not None
        firsts[mark.get_title()] = page.get_index()
    return {
        name: [firsts[name], firsts[name] + 1] if name in BOTH else [firsts[name]]
        for name in blocks()
        if name in firsts
    }


def _content(page: Image.Image) -> Image.Image:
    """What is on a page above its foot."""
    body = page.crop((0, 0, page.width, int(page.height * FOOT)))
    box = ImageChops.difference(body, Image.new("RGB", body.size, "white")).getbbox()
    bottom = min(box[3] if box else body.height // 4, int(page.height * FOOT) - MARGIN)
    return ImageOps.expand(page.crop((0, 0, page.width, bottom + MARGIN)), 1, "#cccccc")


def _side_by_side(images: list[Image.Image]) -> Image.Image:
    width = sum(image.width for image in images) + MARGIN * (len(images) - 1)
    whole = Image.new("RGB", (width, max(image.height for image in images)), "white")
    x = 0
    for image in images:
        whole.paste(image, (x, 0))
        x += image.width + MARGIN
    return whole


def _fewer(image: Image.Image) -> Image.Image:
    return image.quantize(COLOURS)
