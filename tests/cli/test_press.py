"""`printnplay export press`: a set for a factory, read by programs that share nothing with it."""

import csv
import json
import re
import subprocess
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

import pikepdf
import pytest
from PIL import Image, ImageChops, ImageStat

from .press import INKS, plant, separated
from .press_reader import Wanted, faults_of_file, faults_of_set
from .project import ROOT, Ran, run, stand_in

GAME = "lost-city"
PROCESS = {"Cyan", "Magenta", "Yellow", "Black"}
SETS = {"x-1a": "", "x-4": "--pdf-x x-4"}


@pytest.fixture(scope="session")
def sets(small: Path, once: Callable[[str, Callable[[Path], None]], Path]) -> Path:
    """The game with both of its sets, and its faces and words as printed elsewhere."""

    def make(folder: Path) -> None:
        with pytest.MonkeyPatch.context() as patch:
            stand_in(folder, ROOT, patch)
            subprocess.run(["cp", "-r", f"{small}/.", folder], check=True)
            plant(folder, GAME)
            for name, more in SETS.items():
                ran = run(f"export press --for corner {more} -j 1 -o {name}")
                assert ran.status == 0, ran.err
                (folder / f"{name}.txt").write_text(ran.err, "utf-8")
            assert run("export pdf-cards --bleed 4mm -j 1 -o cards").status == 0

    return once("press-sets", make)


def files(sets: Path, name: str) -> dict[str, Path]:
    """The files of art of a set, by their parts."""
    start = f"{GAME}-en-"
    folder = sets / name / GAME / "en/press"
    return {path.stem.removeprefix(start): path for path in sorted(folder.glob("*.pdf"))}


def pages(path: Path) -> Iterator[pikepdf.Page]:
    with pikepdf.open(path) as pdf:
        yield from pdf.pages


Plates: TypeAlias = dict[str, Image.Image]

OUTLINED = Wanted("x-1a", 300, frozenset(["CutContour", "Crease"]), outlines=True)
WANTED = {
    name: Wanted(name, 260, frozenset(["Die", "Crease", "Foil gold", "Varnish"]))
    for name in ("x-1a", "x-4")
}


@pytest.mark.at_leisure
@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", SETS)
def test_a_factory_would_send_nothing_back(sets: Path, name: str, tmp_path: Path) -> None:
    found = files(sets, name)
    assert {*found} == {
        *("cards-63.5x88.9", "punchboards", "board-map", "rulebook", "box-lid", "box-base"),
    }
    assert faults_of_set(found["rulebook"].parent, WANTED[name], {}, tmp_path) == []
    with pikepdf.open(found["rulebook"]) as book:
        assert len(book.pages) % 4 == 0
        assert str(book.Root.OutputIntents[0].OutputConditionIdentifier) == "FOGRA39"


def rewrite(pattern: bytes, instead: bytes) -> Callable[[pikepdf.Pdf], None]:
    def change(pdf: pikepdf.Pdf) -> None:
        for item in pdf.objects:
            if isinstance(item, pikepdf.Stream) and item.get("/Subtype") != "/Image":
                item.write(re.sub(pattern, instead, item.read_bytes()))

    return change


def without_fonts(pdf: pikepdf.Pdf) -> None:
    for item in pdf.objects:
        for key in ("/FontFile2", "/FontFile3"):
            if isinstance(item, pikepdf.Dictionary) and key in item:
                del item[key]


def without_intents(pdf: pikepdf.Pdf) -> None:
    del pdf.Root["/OutputIntents"]


def cut_otherwise(pdf: pikepdf.Pdf) -> None:
    left, *others = pdf.pages[0].trimbox
    pdf.pages[0].obj["/TrimBox"] = pikepdf.Array([float(left) + 0.02, *others])


PLANTED: dict[str, Callable[[pikepdf.Pdf], None]] = {
    "a colour of screens": rewrite(rb"0 0 0 1 k", b"0 0 0 rg"),
    "a black text that does not overprint": rewrite(rb"/BlackOverprints gs", b""),
    "a text in rich black": rewrite(rb"0 0 0 1 k", b"0.5 0 0 1 k"),
    "is not embedded": without_fonts,
    "not one output intent": without_intents,
    "the TrimBox is": cut_otherwise,
}


@pytest.mark.at_leisure
@pytest.mark.sampled(6)
@pytest.mark.parametrize("says", PLANTED)
def test_the_reader_finds_what_is_planted(sets: Path, says: str, tmp_path: Path) -> None:
    path = files(sets, "x-1a")["rulebook"]
    with path.parent.joinpath("files.csv").open(encoding="utf-8", newline="") as table:
        (row,) = (row for row in csv.DictReader(table) if row["file"] == path.name)
    size = float(row["width_mm"]), float(row["height_mm"])
    with pikepdf.open(path) as pdf:
        PLANTED[says](pdf)
        pdf.save(tmp_path / "planted.pdf", deterministic_id=True, force_version="1.4")
    found = faults_of_file(tmp_path / "planted.pdf", WANTED["x-1a"], size, 4, int(row["pages"]))
    assert any(says in one for one in found), found


@pytest.mark.at_leisure
def test_large_black_areas_are_rich_and_thin_black_lines_are_not(
    sets: Path, tmp_path: Path
) -> None:
    """As pixels in x-1a, as shapes in x-4, where lines overprint what is below them."""
    for name in SETS:
        plates = separated(files(sets, name)["board-map"], 1, tmp_path / name)

        def inks(x: float, y: float, plates: Plates = plates) -> list[int]:
            place = round((4 + x) * 50 / 25.4), round((4 + y) * 50 / 25.4)
            return [round(plates[ink].getpixel(place) / 2.55) for ink in INKS]  # type: ignore[operator]

        *coloured, black = inks(27, 55)
        assert black == 100
        assert min(coloured) > 30
        assert sum(coloured) <= 161
        assert inks(50, 50) == [0, 0, 0, 100]


@pytest.mark.at_leisure
def test_texts_become_paths_for_factories_that_take_no_fonts(city: Path, tmp_path: Path) -> None:
    """Without pixels: they look the same as texts do, and a book has no more pictures."""
    ran = run("export press --icc fogra39 --outlines -j 1 -o out")
    assert ran.status == 0, ran.err
    (book,) = city.glob(f"out/{GAME}/en/press/*-rulebook.pdf")
    found = faults_of_set(book.parent, OUTLINED, {}, tmp_path)
    assert found == []
    page = book.parent.joinpath("specification.html").read_text("utf-8")
    assert "No fonts: texts are paths." in page
    ran = run("export press --icc fogra39 -j 1 -o with")
    (usual,) = city.glob(f"with/{GAME}/en/press/*-rulebook.pdf")
    apart = ImageChops.difference(grey(book, 1, tmp_path, 100), grey(usual, 1, tmp_path, 100))
    assert ImageStat.Stat(apart).mean[0] < 2


def grouped(pdf: pikepdf.Pdf) -> bool:
    return any(
        "/Group" in item
        for item in pdf.objects
        if isinstance(item, pikepdf.Dictionary | pikepdf.Stream)
    )


def transparent(pdf: pikepdf.Pdf) -> bool:
    return any(
        "/SMask" in item or float(item.get("/ca", 1)) != 1
        for item in pdf.objects
        if isinstance(item, pikepdf.Dictionary | pikepdf.Stream)
    )


@pytest.mark.at_leisure
def test_x_1a_is_flat_and_x_4_keeps_what_is_seen_through(sets: Path) -> None:
    for name, keeps in (("x-1a", False), ("x-4", True)):
        found = files(sets, name)
        with pikepdf.open(found["cards-63.5x88.9"]) as cards:
            assert (transparent(cards), grouped(cards)) == (keeps, keeps)
        with pikepdf.open(found["board-map"]) as board:
            gradients = [
                item
                for item in board.objects
                if isinstance(item, pikepdf.Dictionary) and "/ShadingType" in item
            ]
            assert bool(gradients) is keeps


@pytest.mark.at_leisure
@pytest.mark.parametrize("name", SETS)
def test_finishes_are_plates_that_leave_the_art_below_as_it_is(
    sets: Path, name: str, tmp_path: Path
) -> None:
    plates = separated(files(sets, name)["cards-63.5x88.9"], 2, tmp_path / name)
    assert set(plates) == PROCESS | {"Foil gold", "Varnish"}
    dot = 50 / 25.4

    def at(plate: str, x: float, y: float) -> int:
        level = plates[plate].getpixel((round((4 + x) * dot), round((4 + y) * dot)))
        assert isinstance(level, int)
        return level

    assert (at("Foil gold", 20, 20), at("Foil gold", 50, 60)) == (255, 0)
    assert (at("Varnish", 20, 45), at("Varnish", 20, 60)) == (255, 0)
    for plate in ("Cyan", "Magenta", "Yellow", "Black"):
        ground = at(plate, 5, 70)
        for place in ((20, 20), (20, 45), (42, 42)):  # foil, varnish, what has no plate
            assert at(plate, *place) == pytest.approx(ground, abs=2)
    assert at("Magenta", 40, 20) > at("Magenta", 5, 70)  # the red square that is seen through
    ran = (sets / f"{name}.txt").read_text("utf-8")
    assert "warning[PNP554]: the finish `glitter` is unknown" in ran
    assert ran.count("PNP554") == 1


@pytest.mark.at_leisure
def test_dies_and_folds_overprint_in_the_inks_that_the_factory_names(
    sets: Path, tmp_path: Path
) -> None:
    found = files(sets, "x-1a")
    inks = {
        part: set(separated(found[part], 1, tmp_path / part))
        - {"Cyan", "Magenta", "Yellow", "Black"}
        for part in ("box-lid", "board-map", "punchboards")
    }
    assert inks == {
        "box-lid": {"Die", "Crease"},
        "board-map": {"Die", "Crease"},
        "punchboards": {"Die"},
    }
    dies = found["box-lid"].parent / "dies"
    names = {path.name.removeprefix(f"{GAME}-en-") for path in dies.iterdir()}
    assert {"box-lid.pdf", "box-lid-001.svg", "punchboards-002.svg", "board-map-001.svg"} <= names
    for path in dies.glob("*.pdf"):  # as the factory takes all of its files
        with pikepdf.open(path) as document:
            assert document.pdf_version <= "1.4"
    plates = separated(dies / f"{GAME}-en-box-lid.pdf", 1, tmp_path / "dies")
    assert all(plates[ink].getbbox() is None for ink in ("Cyan", "Magenta", "Yellow", "Black"))
    assert plates["Die"].getbbox() is not None
    drawn = (dies / f"{GAME}-en-board-map-001.svg").read_text("utf-8")
    assert 'width="128mm" height="98mm"' in drawn
    assert '<g id="fold"' in drawn
    assert "M 64 4 L 64 94" in drawn


@pytest.mark.at_leisure
def test_art_is_turned_in_over_the_edges_of_a_rigid_box(sets: Path, tmp_path: Path) -> None:
    """The paper is 16 mm longer than each wall, and printed up to its edge."""
    path = files(sets, "x-1a")["box-lid"]
    plates = separated(path, 1, tmp_path)
    ink = ImageChops.lighter(plates["Cyan"], plates["Magenta"])
    left, top, right, low = ink.getbbox() or (0, 0, 0, 0)
    assert (left, top) <= (1, 1)
    assert right >= ink.width - 2
    assert low >= ink.height - 2


def grey(path: Path, page: int, folder: Path, dpi: int = 30) -> Image.Image:
    """A page as a small grey picture, as Poppler renders it."""
    out = folder / f"{path.parents[3].name}-{path.parent.name}-{page}"
    options = [
        "-gray",
        "-r",
        str(dpi),
        "-f",
        str(page),
        "-l",
        str(page),
        "-singlefile",
        "-overprint",
    ]
    subprocess.run(["pdftoppm", *options, path, out], check=True)
    with Image.open(f"{out}.pgm") as opened:
        return opened.copy()


def words(path: Path, page: int) -> list[str]:
    command = ["pdftotext", "-f", str(page), "-l", str(page), str(path), "-"]
    done = subprocess.run(command, check=True, capture_output=True, encoding="utf-8")
    return done.stdout.split()


@pytest.mark.at_leisure
def test_cards_show_the_same_faces_as_elsewhere_and_the_same_words(
    sets: Path, tmp_path: Path
) -> None:
    """Each page of the set is more like its own face than like any other."""
    path = files(sets, "x-4")["cards-63.5x88.9"]
    (usual,) = (sets / "cards").rglob("*-cards.pdf")
    with path.parent.joinpath("components.csv").open(encoding="utf-8", newline="") as table:
        listed = [row for row in csv.DictReader(table) if row["file"] == path.name]
    with pikepdf.open(usual) as pdf:
        fronts = {
            re.sub("-front$", "", str(label)): number
            for number, label in enumerate(labels(pdf), start=1)
            if str(label).endswith("-front")
        }
    there = {one: grey(usual, number, tmp_path) for one, number in fronts.items()}
    assert sum(int(row["copies"]) for row in listed) == 24
    for row in listed:
        name, page = row["component"], int(row["front_page"])
        here = grey(path, page, tmp_path)
        apart = {
            one: sum(ImageChops.difference(here, other.resize(here.size)).tobytes())
            for one, other in there.items()
            if abs(other.width - here.width) <= 2
        }
        assert min(apart, key=lambda one: apart[one]) == name
        assert words(path, page) == words(usual, fronts[name])


def labels(pdf: pikepdf.Pdf) -> list[str]:
    """The labels of pages."""
    numbered = list(pdf.Root.PageLabels.Nums)
    return [str(entry.get("/P", "")) for entry in numbered[1::2]]


@pytest.mark.at_leisure
def test_the_specification_names_sizes_counts_stocks_and_checksums(sets: Path) -> None:
    folder = files(sets, "x-1a")["rulebook"].parent
    page = (folder / "specification.html").read_text("utf-8")
    for said in ("310 g/m2, linen", "Corner", "63.5 x 88.9 mm", "Foil gold", "turned in by 16 mm"):
        assert said in page
    with (folder / "files.csv").open(encoding="utf-8", newline="") as table:
        rows = {row["file"]: row for row in csv.DictReader(table)}
    written = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    tables = {"specification.html", "files.csv", "components.csv", "manifest.json"}
    assert set(rows) == written - tables
    for name, row in rows.items():
        assert row["sha256"] == sha256((folder / name).read_bytes()).hexdigest()
        assert row["sha256"] in page
    cards = rows[f"{GAME}-en-cards-63.5x88.9.pdf"]
    assert (cards["pieces"], cards["stock"], cards["finishes"]) == (
        "24",
        "310 g/m2, linen",
        "foil varnish",
    )
    recorded: Mapping[str, object] = json.loads((folder / "manifest.json").read_text("utf-8"))
    assert set(recorded["files"]) == written - {"manifest.json"}  # type: ignore[call-overload]


@pytest.mark.at_leisure
@pytest.mark.parametrize("name", SETS)
@pytest.mark.sampled(2)
def test_a_set_is_clean_for_its_factory(sets: Path, name: str) -> None:
    """All that is reported is the finish without a plate."""
    said = (sets / f"{name}.txt").read_text("utf-8")
    assert {*re.findall(r"\[(PNP\d+)\]", said)} == {"PNP554"}


def test_faults_of_a_set_name_the_file_and_whose_rule_it_breaks(city: Path) -> None:
    """LongPack takes no PDF/X-4, and states no profile; an export without one is a guess."""
    booklet = city / f"designs/{GAME}/booklet.yaml"
    booklet.unlink(missing_ok=True)
    game = city / f"designs/{GAME}/game.yaml"
    text = re.sub("^box:.*\n", "", game.read_text("utf-8"), flags=re.MULTILINE)
    long = "{id: storms, component: tokens, card: {width: 280mm, height: 60mm}, where"
    game.write_text(text.replace("{id: storms, where", long), "utf-8")
    ran = run("export press --for longpack --pdf-x x-4 -j 1 -o out")
    assert ran.status == 0
    name = f"out/{GAME}/en/press/{GAME}-en-cards-63.5x88.9.pdf"
    assert (
        "warning[PNP526]: it is PDF 1.6; 1.4 is the latest allowed\n"
        f" --> {name}\n  = required by LongPack Games\n"
    ) in ran.err
    assert (
        "warning[PNP555]: `storm`, 280 x 60 mm, is larger than a board of 270 x 190 mm" in ran.err
    )
    assert "warning[PNP553]: colours are converted for `fogra39`" in ran.err
    assert (city / name).is_file()
    ran = run("export press --for longpack --pdf-x x-4 -j 1 -o strict --strict")
    assert (ran.status, (city / "strict").exists()) == (1, False)


def refused(more: str) -> Ran:
    return run(f"export press -j 1 {more}")


def test_what_cannot_be_printed_is_refused_before_anything_is_drawn(city: Path) -> None:
    ran = refused("--for cornr")
    assert (ran.status, "unknown factory or print service `cornr`" in ran.err) == (2, True)
    ran = refused("--icc fogra93")
    assert ran.status == 2
    assert "error[PNP024]" in ran.err
    assert "`fogra39`" in ran.err
    ran = run("export png --cover-apart")
    assert ran.status == 2
    assert "'--cover-apart': png does not use it; it is for press" in ran.err
    assert not (city / "output").exists()
