"""The rulebook as single pages for a print shop: page boxes, and what is printed in the bleed."""

from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from printnplay.edition.request import Progress
from printnplay.export.job import ExportRequest
from printnplay.export.run import export
from printnplay.game.exporting import FaceOptions

from . import makers
from .press_profile import profile

pytestmark = pytest.mark.sampled(2)

BOOKLET = """\
page: a6
{more}
sections:
  - id: story
    blocks: [{{paragraph: rules.story.text}}]
"""
TEXTS = "en: {sheets: {sound: Sound}, rules: {story: {title: A story, text: Once.}}}\n"
SHOP = """\
name: Shop
site: https://shop.example
format: pdf
bleed: 3mm
safe: 3mm
rulebook: {pages}
products: {{poker: {{name: Poker, card: poker}}}}
"""
WIDTH, HEIGHT = 105, 148
RED, BLUE = (255, 0, 0), (0, 0, 255)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A game whose pages are red and whose covers are blue."""
    folder = tmp_path / "project"
    makers.plant(folder, [])
    (folder / "locales/en/planted.yaml").write_text(TEXTS, "utf-8")
    for name, colour in (("page", "#ff0000"), ("cover", "#0000ff"), ("cover-back", "#0000ff")):
        drawn = f"{makers.ROOT}{makers.GROUND.replace('#ffffff', colour)}</svg>"
        (folder / f"templates/planted/{name}.svg.j2").write_text(drawn, "utf-8")
    return folder


def exported(project: Path, *, service: str = "shop", pages: str = "marks", more: str = "") -> Path:
    """Export the game to a service; its folder."""
    (project / "designs/planted/booklet.yaml").write_text(BOOKLET.format(more=more), "utf-8")
    (project / "services").mkdir(exist_ok=True)
    (project / "services/shop.yaml").write_text(SHOP.format(pages=pages), "utf-8")
    icc = project / "press.icc"
    icc.write_bytes(profile())
    options = FaceOptions(profile=icc if service == "offset" else None)
    output = project / "output"
    done = export(ExportRequest(project, service, (), (), output, options, jobs=1), Progress())
    assert [str(fault) for fault in done.problems] == []
    return output / "planted/en" / service


def boxes(path: Path) -> list[dict[str, list[float]]]:
    """The boxes of each page in millimetres."""
    names = ("/MediaBox", "/BleedBox", "/TrimBox")
    with pikepdf.open(path) as pdf:
        return [
            {name: [round(float(edge) * 25.4 / 72, 2) for edge in page.obj[name]] for name in names}
            for page in pdf.pages
        ]


def colours(path: Path, around: float) -> list[set[tuple[int, ...]]]:
    """The colours of each page 0.5 mm within the end of the bleed, at the middle of each side."""
    found = []
    with pypdfium2.PdfDocument(path) as pdf:
        for page in pdf:
            image = page.render(scale=4).to_pil().convert("RGB")
            dot = image.width / (page.get_width() * 25.4 / 72)
            wide, high = image.width / dot, image.height / dot
            near = around + 0.5
            spots = [(near, high / 2), (wide - near, high / 2), (wide / 2, near)]
            spots.append((wide / 2, high - near))
            found.append({image.getpixel((int(x * dot), int(y * dot))) for x, y in spots})
    return found


@pytest.mark.parametrize("bleed", [3, 5])
def test_pages_have_bleed_on_all_sides_and_crop_marks_beyond_it(project: Path, bleed: int) -> None:
    folder = exported(project, more="" if bleed == 3 else f"bleed: {bleed}mm")
    found = boxes(folder / "planted-en-rulebook.pdf")
    assert len(found) == 4
    around = bleed + 5
    for page in found:
        assert page["/MediaBox"] == [0, 0, WIDTH + 2 * around, HEIGHT + 2 * around]
        assert page["/BleedBox"] == [5, 5, WIDTH + 2 * around - 5, HEIGHT + 2 * around - 5]
        assert page["/TrimBox"] == [around, around, WIDTH + around, HEIGHT + around]
    cover, text, _, back = colours(folder / "planted-en-rulebook.pdf", 5)
    assert (cover, text, back) == ({BLUE}, {RED}, {BLUE})
    with pypdfium2.PdfDocument(folder / "planted-en-rulebook.pdf") as pdf:
        image = pdf[1].render(scale=8).to_pil().convert("L")
    dot = 8 * 72 / 25.4
    mark = image.crop([round(dot * edge) for edge in (around - 0.5, 2, around + 0.5, 3)])
    assert mark.getextrema()[0] < 60
    order = (folder / "order.txt").read_text("utf-8")
    assert f"Rulebook, 105 x 148 mm: 4 pages with {bleed} mm of bleed, saddle stitch" in order


def test_pages_without_marks_end_with_their_bleed(project: Path) -> None:
    folder = exported(project, pages="pages")
    for page in boxes(folder / "planted-en-rulebook.pdf"):
        assert page["/MediaBox"] == page["/BleedBox"] == [0, 0, WIDTH + 6, HEIGHT + 6]
        assert page["/TrimBox"] == [3, 3, WIDTH + 3, HEIGHT + 3]
    assert colours(folder / "planted-en-rulebook.pdf", 0)[1] == {RED}


def test_an_unfolded_rulebook_has_no_pages_to_fill_sheets(project: Path) -> None:
    folder = exported(project, more="booklet: {binding: none}")
    assert len(boxes(folder / "planted-en-rulebook.pdf")) == 3


def test_the_rulebook_for_offset_is_in_four_inks(project: Path) -> None:
    path = exported(project, service="offset") / "planted-en-rulebook.pdf"
    with pikepdf.open(path) as pdf:
        assert str(pdf.docinfo["/GTS_PDFXVersion"]) == "PDF/X-1a:2003"
        assert not any("/Annots" in page.obj for page in pdf.pages)
    assert all(page["/MediaBox"] != page["/BleedBox"] for page in boxes(path))


def test_other_services_get_no_rulebook(project: Path) -> None:
    folder = exported(project, pages="none")
    assert not list(folder.glob("*rulebook*"))
    assert "Rulebook" not in (folder / "order.txt").read_text("utf-8")
