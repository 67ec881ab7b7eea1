"""Co-editions: one run of coloured plates for all languages, and a black plate for each.

Poppler separates the written files: it shares nothing with what writes and compares them.
"""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from build.print_services.press_profile import profile
from PIL import Image, ImageChops, ImageFilter

from .co_editions import plant
from .project import ROOT, Ran, run, stand_in

pytestmark = [pytest.mark.sampled(4), pytest.mark.turns(4)]

Once = Callable[[str, Callable[[Path], None]], Path]

ROUNDED = 40
"""The difference of an ink, of 255, that does not count: Poppler writes plates as JPEG."""


def separated(pdf: Path, folder: Path) -> list[tuple[Image.Image, ...]]:
    """Return the plates of each page: cyan, magenta, yellow and black, full ink white."""
    options = ["-r", "200", "-jpegcmyk", "-overprint"]
    subprocess.run(["pdftoppm", *options, pdf, folder / pdf.stem], check=True)
    return [Image.open(path).split() for path in sorted(folder.glob(f"{pdf.stem}-[0-9]*.jpg"))]


def alike(one: Image.Image, other: Image.Image) -> bool:
    """Return whether two plates are the same: a pixel is as light as any near it in the other."""
    lightest, darkest = (
        other.filter(kind(5)) for kind in (ImageFilter.MaxFilter, ImageFilter.MinFilter)
    )
    beyond = (ImageChops.subtract(one, lightest), ImageChops.subtract(darkest, one))
    return all(levels.getextrema()[1] <= ROUNDED for levels in beyond)  # type: ignore[operator]


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Write the game with a look, and work in its folder."""

    def make(look: str) -> Path:
        folder = plant(tmp_path / look, look)
        (folder / "press.icc").write_bytes(profile())
        stand_in(folder, ROOT, monkeypatch)
        return folder

    return make


def exported(more: str = "--co-edition") -> Ran:
    """Export the game to an offset printer."""
    return run(f"export offset --icc press.icc -j 1 {more}")


@pytest.mark.parametrize("look", ["black", "photo", "panel"])
def test_black_words_need_another_black_plate_only(
    look: str, planted: Callable[[str], Path]
) -> None:
    planted(look)
    ran = run("check --co-edition")
    assert (ran.status, ran.err) == (0, "")
    said = "coloured plates differ on 0 of 2 faces and pages, the black plate on 1"
    assert f"Duel in en, fr: {said}" in ran.out


@pytest.mark.at_leisure
@pytest.mark.turns(8)
@pytest.mark.parametrize("game", sorted(path.name for path in (ROOT / "designs").iterdir()))
def test_games_that_ship_share_the_coloured_plates_of_all_cards_and_boxes(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only pages of rulebooks differ: their figures move with the length of the text."""
    stand_in(tmp_path, ROOT, monkeypatch)
    ran = run(f"check --co-edition --format json -l de -l it -l pl {game}")
    found = json.loads(ran.out)["problems"]
    assert ran.status == 0
    assert {one["message"].split()[0] for one in found} <= {"page"}


@pytest.mark.at_leisure
@pytest.mark.parametrize("look", ["black", "photo", "panel"])
def test_the_shared_file_and_that_of_a_language_add_up_to_its_print(
    look: str, planted: Callable[[str], Path], tmp_path: Path
) -> None:
    planted(look)
    assert exported().status == 0
    assert exported("").status == 0
    folder = Path("output/duel/co-edition/offset")
    shared = separated(folder / "duel-shared-poker.pdf", tmp_path)
    for language in ("en", "fr"):
        own = separated(folder / f"duel-{language}-poker-black.pdf", tmp_path)
        usual = Path(f"output/duel/{language}/offset/duel-{language}-poker.pdf")
        whole = separated(usual, tmp_path)
        assert len(shared) == len(own) == len(whole) == 2
        for page, (common, black, printed) in enumerate(zip(shared, own, whole, strict=True)):
            assert all(plate.getextrema() == (0, 0) for plate in black[:3])
            assert (black[3].getextrema() == (0, 0)) is (page == 1)  # the back has no words
            assert alike(ImageChops.lighter(common[3], black[3]), printed[3])
            # Where black is printed, the coloured inks lie below it; JPEG blurs the edges.
            printed_on = black[3].point([255 * (v > 5) for v in range(256)])
            unprinted = ImageChops.invert(printed_on.filter(ImageFilter.MaxFilter(33)))
            for together, alone in zip(common[:3], printed[:3], strict=True):
                assert alike(
                    ImageChops.multiply(together, unprinted),
                    ImageChops.multiply(alone, unprinted),
                )


def test_only_words_that_differ_are_in_the_file_of_a_language(
    planted: Callable[[str], Path],
) -> None:
    planted("photo")
    assert exported().status == 0
    folder = Path("output/duel/co-edition/offset")
    with pikepdf.open(folder / "duel-fr-poker-black.pdf") as document:
        assert not any(
            stream.get("/Subtype") == "/Image"
            for stream in document.objects
            if isinstance(stream, pikepdf.Stream)
        )
        assert "/OutputIntents" in document.Root
    words = subprocess.run(
        ["pdftotext", folder / "duel-fr-poker-black.pdf", "-"], capture_output=True, check=True
    ).stdout.decode()
    assert words.split() == ["Château", "Piochez", "deux", "cartes."]
    order = (folder / "order.txt").read_text("utf-8")
    assert "Duel (en, fr) at Offset printer" in order
    assert "overprints the shared file" in order


def test_a_coloured_word_breaks_it(planted: Callable[[str], Path], tmp_path: Path) -> None:
    planted("coloured")
    ran = run(f"check --co-edition --format json --pictures {tmp_path / 'shown'}")
    assert ran.status == 1
    (fault,) = json.loads(ran.out)["problems"]
    assert fault["code"] == "PNP547"
    start = "card castle: the plates cyan, magenta, yellow differ between en, fr, "
    assert fault["message"].startswith(start)
    assert fault["label"] == "coloured texts differ: `Castle` (#d01020), `Château` (#d01020)"
    # The name is in a box from 8 to 55 mm, and from 10 to 20 mm.
    words = fault["message"].removeprefix(start).replace(" to ", " ").split()
    left, right, top, bottom = (float(word) for word in words if word[0].isdigit())
    assert 8 < left < right < 55
    assert 10 < top < bottom < 20
    with Image.open(tmp_path / "shown/duel/card-castle.png") as picture:
        assert (208, 0, 40) in {colour for _, colour in picture.getcolors(1 << 24)}  # type: ignore[union-attr]
    ran = exported()
    assert ran.status == 1
    assert "error[PNP547]: card castle: the plates" in ran.err
    assert not Path("output/duel").exists()


def test_black_words_below_something_see_through_break_it(
    planted: Callable[[str], Path],
) -> None:
    planted("covered")
    ran = run("check --co-edition")
    assert ran.status == 1
    assert "expected texts in black ink, which overprint" in ran.err


@pytest.mark.at_leisure
def test_black_texts_overprint_in_a_co_edition_only(planted: Callable[[str], Path]) -> None:
    planted("black")
    assert exported().status == 0
    assert exported("").status == 0

    def overprints(file: str) -> bool:
        with pikepdf.open(file) as document:
            forms = [one for one in document.objects if isinstance(one, pikepdf.Stream)]
            return any(b"/BlackOverprints gs" in one.read_bytes() for one in forms)

    assert overprints("output/duel/co-edition/offset/duel-fr-poker-black.pdf")
    assert not overprints("output/duel/fr/offset/duel-fr-poker.pdf")


@pytest.mark.parametrize(
    ("line", "said", "status"),
    [
        ("check --co-edition -l en", "error[PNP548]: `duel` has only the language en", 2),
        ("export offset --co-edition --icc press.icc -l fr", "error[PNP548]", 2),
        ("check --co-edition --rules", "'--co-edition' is a check of its own", 2),
        ("check --pictures shown", "'--pictures': needs `--co-edition`", 2),
        ("export png --co-edition", "'--co-edition': png does not use it", 2),
        ("export mbprint --co-edition", "'--co-edition': mbprint does not use it", 2),
    ],
)
def test_what_cannot_be_a_co_edition_is_refused(
    line: str, said: str, status: int, planted: Callable[[str], Path]
) -> None:
    planted("black")
    ran = run(line)
    assert ran.status == status
    assert said in " ".join(ran.err.replace("│", " ").split())


@pytest.mark.at_leisure
def test_a_rulebook_of_another_length_cannot_share_plates(
    planted: Callable[[str], Path],
) -> None:
    folder = planted("black")
    (folder / "designs/duel/booklet.yaml").write_text(
        "page: {width: 105mm, height: 148mm}\n"
        "sections:\n"
        "  - {id: goal, new_page: no, blocks: [{contents: 1}, {paragraph: rules.goal.text}]}\n"
        "  - {id: end, blocks: [{paragraph: rules.end.text}]}\n",
        "utf-8",
    )
    for language, times in (("en", 1), ("fr", 200)):
        path = folder / f"locales/{language}/duel.yaml"
        said = " ".join(["Draw two cards."] * times)
        more = (
            '  cover: {tagline: "Duel", players: "2", blurb: "Duel", credits: "Nobody"}\n'
            f'  rules: {{goal: {{title: "Rules", text: "{said}"}},'
            ' end: {title: "End", text: "Last"}}\n'
        )
        path.write_text(path.read_text("utf-8") + more, "utf-8")
    ran = run("check --co-edition")  # the contents lead to a page that en lacks
    assert ran.status == 0
    assert "warning[PNP549]: page 4 is missing in en" in ran.err
    assert "warning[PNP547]: page 1: the plates" not in ran.err  # the cover
