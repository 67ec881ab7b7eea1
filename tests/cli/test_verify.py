"""`build --verify` and `check --print`: files that show what was drawn, and planted faults."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image

from printnplay.build import making
from printnplay.build.formats import Files, Format, files_of
from printnplay.game.game import Card, Group
from printnplay.kit.sheets import CardSheets
from printnplay.pdf import Printout, bake_for
from printnplay.scene.sheet import Document, Stamp

from .project import change, run

KIT = "output/lost-city/en/lost-city-en-a4-kit.pdf"
NUMBERS = "templates/lost-city/number.svg.j2"
CARD = "number-3"


@pytest.mark.at_leisure
def test_sound_files_are_written_and_read_back(city: Path) -> None:
    ran = run("build --verify")
    assert (ran.status, ran.err) == (0, "")
    assert (city / KIT).exists()
    assert "4 written, 0 unchanged" in run("build --verify").out
    assert "0 written, 4 unchanged" in run("build").out


@pytest.mark.at_leisure
def test_a_check_of_the_print_leaves_nothing(
    city: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    ran = run("check --print")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.endswith("clean\n")
    assert not list((tmp_path / "temporary").glob("tmp*"))
    assert not (city / "output").exists()


def changed(svg: str, old: str, new: str) -> str:
    assert re.search(old, svg), f"no {old} in the drawing"
    return re.sub(old, new, svg)


def drawn(old: str, new: str) -> Callable[[Stamp], Stamp]:
    """A card whose drawing says something else."""
    return lambda stamp: replace(
        stamp,
        # Without its texts, the writer cannot know that letters are missing.
        picture=replace(stamp.picture, svg=changed(stamp.picture.svg, old, new), texts=()),
    )


def moved(stamp: Stamp) -> Stamp:
    rect = stamp.rect.moved(400, 0)
    return replace(stamp, rect=rect, clip=stamp.clip and stamp.clip.moved(400, 0))


FAULTS: dict[str, Callable[[Stamp], Stamp]] = {
    "strokes half as wide": drawn('stroke-width="1.6"', 'stroke-width="0.8"'),
    "a text missing": drawn(">3<", "><"),
    "0.4 mm to the right": moved,
    "upside down": lambda stamp: replace(stamp, turn=180),
    "another card": drawn(">3<", ">4<"),
    "a colour off by 40": drawn('fill="#ffffff"', 'fill="#d7ffff"'),
}


@pytest.fixture
def slip(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Stamp], Stamp]], None]:
    """Makes the writer of PDFs do something else with the card."""

    def make(fault: Callable[[Stamp], Stamp]) -> None:
        def wrong(document: Document) -> Document:
            sheets = (
                replace(
                    sheet,
                    items=tuple(
                        fault(item)
                        if isinstance(item, Stamp) and item.picture.name == CARD
                        else item
                        for item in sheet.items
                    ),
                )
                for sheet in document.sheets
            )
            return replace(document, sheets=tuple(sheets))

        def written(printout: Printout, formats: list[Format]) -> Files:
            document = wrong(printout.document)
            return files_of(Printout(printout.name, document, bake_for([document])), formats)

        monkeypatch.setattr(making, "files_of", written)

    return make


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_of_the_writer_is_one_fault_of_the_card(
    name: str, city: Path, slip: Callable[[Callable[[Stamp], Stamp]], None]
) -> None:
    change(city, [{"file": NUMBERS, "find": '"0.800"', "replace": '"1.6"'}])
    slip(FAULTS[name])
    ran = run("build --verify")
    assert ran.status == 1
    assert re.findall(r"\[(PNP\d+)\]", ran.err) == ["PNP530"], ran.err
    assert f"`{CARD}` is not printed as it was drawn: " in ran.err
    # On its sheet, or in the small picture of the first page.
    sheet = "(page 3 of lost-city-en-a4-kit.pdf, 139.8 mm from the left, 196.8 mm from the top)"
    first = "(page 1 of lost-city-en-a4-kit.pdf, 24.1 mm from the left, 168.8 mm from the top)"
    assert sheet in ran.err or first in ran.err, ran.err
    sides = re.search(r"(/\S+\.png)", ran.err)
    assert sides is not None
    with Image.open(sides[1]) as image:
        assert image.width % 3 == 0
    assert not (city / "output").exists() or not list((city / "output").rglob("*.pdf"))


def test_a_copy_that_is_left_out_is_a_fault_of_every_build(
    city: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = CardSheets._chosen

    def less(sheets: CardSheets, group: Group) -> Iterator[tuple[Card, int]]:
        for card, copies in chosen(sheets, group):
            yield card, copies - (card.id == CARD)

    monkeypatch.setattr(CardSheets, "_chosen", less)
    ran = run("build")
    assert ran.status == 1
    assert re.findall(r"\[(PNP\d+)\]", ran.err) == ["PNP531"], ran.err
    assert f"the sheets show `{CARD}` 3 times" in ran.err
    assert "expected 4 times" in ran.err
    assert not (city / "output").exists()


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "options", ["--only number-* --copies 3", "--test-sheet", "--sheets 2", "--ink save", "--draft"]
)
@pytest.mark.usefixtures("city")
@pytest.mark.at_leisure
def test_a_part_of_the_deck_is_counted_as_asked_for(options: str) -> None:
    ran = run(f"build --verify {options}")
    assert (ran.status, ran.err) == (0, "")


def test_a_file_that_lacks_pages_is_not_put_into_place(
    city: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def written(printout: Printout, formats: list[Format]) -> Files:
        document = replace(printout.document, sheets=printout.document.sheets[1:])
        return files_of(Printout(printout.name, document, printout.bakes), formats)

    monkeypatch.setattr(making, "files_of", written)
    ran = run("build --verify")
    assert ran.status == 1
    assert "error[PNP532]: lost-city-en-a4-booklet.pdf: it has 1 page, not 2" in ran.err
    assert not (city / "output").exists()


@pytest.mark.usefixtures("city")
def test_only_pdfs_are_read_back() -> None:
    ran = run("build --verify --format png")
    assert ran.status == 2
    assert "'--verify': png does not use it; it is for pdf." in ran.err
