"""Output formats: PNG beside the PDF, and what it takes to add a format."""

import json
import re
import shutil
from math import ceil
from pathlib import Path

import pytest
from PIL import Image

from printnplay import kit
from printnplay.build.formats import FORMATS, Format

from .project import change, run

ENGLISH = "output/lost-city/en"
KIT = "lost-city-en-a4-kit"

FACES = '''
"""Wording: the texts of each picture of a document, in a text file of its own."""

from collections.abc import Iterable, Iterator

from printnplay.pdf import Printout, pictures_of


def files(printout: Printout) -> Iterator[tuple[str, Iterable[bytes]]]:
    """A text file for each distinct picture."""
    for picture in pictures_of(printout.document):
        yield f"{printout.name}/{picture.name}.txt", ["\\n".join(picture.texts).encode()]
'''
"""The one module of a format."""


@pytest.mark.at_leisure
def test_pages_are_written_as_png_in_a_folder_beside_the_pdf(city: Path) -> None:
    ran = run("build --format png --format pdf")
    assert (ran.status, ran.err) == (0, "")
    folder = city / ENGLISH
    pages = sorted(path.name for path in (folder / KIT).iterdir())
    assert pages == [f"{KIT}-{number:03}.png" for number in range(1, len(pages) + 1)]
    with Image.open(folder / KIT / pages[0]) as page:
        assert page.size == (ceil(210 / 25.4 * 110), ceil(297 / 25.4 * 110))
    rows = [line.split()[:3] for line in ran.out.splitlines() if KIT in line]
    assert rows == [
        [f"{ENGLISH}/{KIT}{files}", str(len(pages)), "pages"] for files in (".pdf", "/*.png")
    ]
    again = run("build --format pdf --format png")
    assert "; 0 written, " in again.out
    (folder / KIT / pages[0]).unlink()
    for name in (f"{KIT}-999.png", "mine.png"):
        (folder / KIT / name).touch()
    assert ", 0 unchanged" in run("build --format pdf --format png").out
    # What no record names stays, even if it has the name of a page.
    there = sorted(path.name for path in (folder / KIT).iterdir())
    assert there == [*pages, f"{KIT}-999.png", "mine.png"]


def test_an_unknown_format_is_refused_with_the_other_words_that_are_wrong(project: Path) -> None:
    ran = run("build tic-tac-math -p a44 --format pgn")
    assert ran.status == 2
    for code, hint in (
        ("PNP001", "did you mean `tic-tac-match`?"),
        ("PNP003", "did you mean `a4`?"),
        ("PNP007", "did you mean `png`?"),
    ):
        assert f"error[{code}]" in ran.err
        assert hint in ran.err
    assert not (project / "output").exists()


@pytest.mark.at_leisure
def test_a_format_is_one_module_and_one_name(
    city: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    modules = tmp_path_factory.mktemp("modules")
    (modules / "wording.py").write_text(FACES, encoding="utf-8")
    monkeypatch.setattr(kit, "__path__", [*kit.__path__, str(modules)])
    monkeypatch.setitem(FORMATS, "wording", Format("wording", "printnplay.kit.wording"))
    ran = run("build --format wording")
    assert (ran.status, ran.err) == (0, "")
    folder = city / ENGLISH
    assert not list(folder.glob("*.pdf"))
    assert (folder / KIT / "storm.txt").read_text("utf-8").startswith("Storm\nDiscard all cards")
    record = json.loads((folder / ".build-a4.json").read_text("utf-8"))
    assert f"{KIT}/storm.txt" in record["files"]
    assert "; 0 written, " in run("build --format wording").out
    assert ", 0 unchanged" in run("build --format wording --format pdf").out


@pytest.mark.at_leisure
def test_pages_lead_to_each_other_and_lists_to_them(polish_garden: Path) -> None:
    for place in ("designs", "locales/en", "locales/pl", "locales/glossary"):
        for path in (polish_garden / place).glob("garden*"):
            other = path.with_stem(path.stem.replace("garden", "orchard"))
            (shutil.copytree if path.is_dir() else shutil.copyfile)(path, other)
    game = {"file": "designs/orchard/game.yaml", "find": "id: garden", "replace": "id: orchard"}
    change(polish_garden, [game])
    ran = run("build --format html --format epub")
    assert (ran.status, ran.err) == (0, "")
    folder = polish_garden / "output"
    pages = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.html"))
    assert pages == [
        *("garden/en/garden-en-rulebook.html", "garden/index.html"),
        *("garden/pl/garden-pl-rulebook.html", "index.html"),
        *("orchard/en/orchard-en-rulebook.html", "orchard/index.html"),
        "orchard/pl/orchard-pl-rulebook.html",
    ]
    reached = set()
    for page in pages:
        for address in re.findall(r'href="([^"#]+)"', (folder / page).read_text("utf-8")):
            target = (folder / page).parent / address
            assert target.is_file(), (page, address)
            reached.add(target.resolve().relative_to(folder.resolve()).as_posix())
    assert reached >= {page for page in pages if page.count("/") != 1}
    assert "; 0 written, " in run("build --format epub --format html").out
    (folder / "index.html").unlink()
    assert "; 3 written, " in run("build --format epub --format html").out


def test_a_game_without_a_rulebook_has_no_page_of_it(city: Path) -> None:
    (city / "designs/lost-city/booklet.yaml").unlink()
    ran = run("build --format html")
    assert ran.status == 0
    assert "PNP512" in ran.err
    assert not list((city / "output").rglob("*.html"))
