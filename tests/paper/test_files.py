"""All other files show the faces as drawn: booklets, boxes, exports, and files for services."""

import json
import os
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from .compare import Look, compare, inner, opened
from .drawn import Component, Face
from .games import Game, Made, games
from .judge import Faces, Judge, Match
from .reader import Paper, pixels_of, visible

pytestmark = [pytest.mark.at_leisure, pytest.mark.turns(6)]

MadeOf = Callable[[Game], Made]
FacesOf = Callable[[Made], Faces]

WITH_CARDS = [game for game in games() if not game.game.startswith("rulebook-only")]
FEW = [game for game in WITH_CARDS if game.game in {"inkwell", "crown", "tic-tac-taco"}]


def _whole(pixels: tuple[int, int]) -> Image.Image:
    return inner(Image.new("L", pixels, 255))


def _apart(found: Image.Image, face: Face, pixels: tuple[int, int] | None = None) -> str:
    """What is different between a picture and a face with its bleed; nothing if it is the same."""
    pixels = pixels or found.size
    drawn = face.picture(pixels)
    difference = compare(Look.of(found), Look.of(drawn), _whole(pixels))
    return "" if difference.is_none else f"{face.name}: {difference}"


def _trimmed(face: Face, pixels: tuple[int, int]) -> Image.Image:
    """The drawing of a face inside its cut."""
    (wide, high), bleed = face.size, face.bleed
    full = (
        round(pixels[0] * wide / (wide - 2 * bleed)),
        round(pixels[1] * high / (high - 2 * bleed)),
    )
    left, top = ((a - b) // 2 for a, b in zip(full, pixels, strict=True))
    return face.picture(full).crop((left, top, left + pixels[0], top + pixels[1]))


def _trim_apart(found: Image.Image, face: Face) -> str:
    """The same inside of the cut, for pictures with any bleed; cards may be turned."""
    pixels = pixels_of((face.size[0] - 2 * face.bleed, face.size[1] - 2 * face.bleed))
    found = found.resize(pixels, Image.Resampling.BOX)
    difference = compare(Look.of(found), Look.of(_trimmed(face, pixels)), _whole(pixels))
    # Small texts whose pixels were made anew are greyer than drawn ones.
    return "" if difference.is_nearly_none else f"{face.name}: {difference}"


def _unlike(matches: Iterable[Match]) -> list[str]:
    """The faces that are shown otherwise."""
    return [f"{one.face.name}: {one.difference}" for one in matches if not one.is_sound]


@pytest.mark.parametrize("game", WITH_CARDS, ids=str)
def test_a_page_of_an_exported_pdf_is_a_face(game: Game, made: MadeOf, faces_of: FacesOf) -> None:
    faces = faces_of(made(game))
    (file,) = made(game).run("export", "pdf-cards").glob("pdf-cards/*.pdf")
    paper = Paper(file.read_bytes())
    pages = [paper.whole(number) for number in range(len(paper.pdf.pages))]
    matches = [*Judge(paper, faces).matches(pages)]
    assert len(matches) == len(pages), "a page has the size of no face"
    assert not _unlike(matches)
    found = Counter(faces.alike[one.face.path.name] for one in matches)
    assert found == Counter(faces.alike.values())
    for number, match in enumerate(matches):
        trim = [side - 2 * match.face.bleed for side in match.face.size]
        assert paper.trim(number) == pytest.approx(trim, abs=0.01)


@pytest.mark.parametrize("game", WITH_CARDS, ids=str)
def test_exported_pictures_are_the_faces(game: Game, made: MadeOf, faces_of: FacesOf) -> None:
    folder = made(game).run("export", "png", "--dpi", "150") / "png"
    wrong = []
    for file, face in faces_of(made(game)).by_file.items():
        found = opened(folder / file.replace(".svg", ".png")).convert("RGB")
        assert found.size == pytest.approx(pixels_of(face.size), abs=1)
        wrong.append(_apart(found, face))
    assert not [*filter(None, wrong)]


@pytest.mark.parametrize("game", FEW, ids=str)
def test_cells_of_sheets_for_tables_are_the_fronts(
    game: Game, made: MadeOf, faces_of: FacesOf
) -> None:
    folder = made(game).run("export", "sheets") / "sheets"
    faces = faces_of(made(game))
    cards = {one.id: one for one in faces.manifest.components}
    wrong, number = [], 0
    for sheet in json.loads((folder / "manifest.json").read_text("utf-8"))["sheets"]:
        picture = opened(folder / sheet["file"]).convert("RGB")
        wide, high = sheet["cell"]["width"], sheet["cell"]["height"]
        for at, card in enumerate(sheet["cards"]):
            left, top = at % sheet["columns"] * wide, at // sheet["columns"] * high
            cell = picture.crop((left, top, left + wide, top + high))
            assert card["copies"] == cards[card["id"]].copies
            wrong.append(_trim_apart(cell, faces.by_file[cards[card["id"]].fronts[0]]))
            number += 1
    assert number
    assert not [*filter(None, wrong)]


@pytest.mark.parametrize("game", FEW, ids=str)
def test_files_for_a_print_service_are_the_faces(
    game: Game, made: MadeOf, faces_of: FacesOf
) -> None:
    """MakePlayingCards: a picture of 300 dots to the inch for each copy."""
    folder = made(game).run("export", "makeplayingcards") / "makeplayingcards"
    faces = faces_of(made(game))
    cards = {one.id: one for one in faces.manifest.components}
    wrong, counted = [], Counter[str]()
    for path in sorted(folder.glob("*/fronts/*.png")):
        card = cards[path.stem.partition("-")[2]]
        counted[card.id] += 1
        back = faces.by_file[card.backs[0]]
        wrong.append(_trim_apart(_cut(path, card), faces.by_file[card.fronts[0]]))
        wrong.append(_trim_apart(_cut(path.parents[1] / "backs" / path.name, card), back))
    assert counted
    assert all(number == cards[name].copies for name, number in counted.items())
    assert not [*filter(None, wrong)]


def _cut(path: Path, card: Component) -> Image.Image:
    """The middle of a picture of 300 dots to the inch, as large as the card, turned as it is."""
    picture = opened(path).convert("RGB")
    wide, high = card.size_mm
    if (wide > high) != (picture.width > picture.height):
        picture = picture.transpose(Image.Transpose.ROTATE_90)
    pixels = pixels_of((wide, high), 300)
    left, top = (picture.width - pixels[0]) // 2, (picture.height - pixels[1]) // 2
    return picture.crop((left, top, left + pixels[0], top + pixels[1]))


def _differing_alone(paper: Paper) -> Iterator[str]:
    for one, place, alone in paper.in_place_and_alone():
        mask = inner(visible(one, place.size))
        difference = compare(Look.of(place), Look.of(alone), mask)
        if not difference.is_none and mask.getbbox():
            yield f"page {one.page + 1}, form {one.form}: {difference}"


@pytest.mark.parametrize("game", games(), ids=str)
def test_pictures_of_rulebook_and_box_take_nothing_over_from_the_page(
    game: Game, made: MadeOf
) -> None:
    kinds = [kind for kind in ("a4-booklet", "a4-box", "rulebook") if made(game).has(kind)]
    if not kinds:
        pytest.skip("a game without a rulebook and a box")
    for kind in kinds:
        assert not [*_differing_alone(Paper(made(game).pdf(kind)))], kind


@pytest.mark.parametrize("game", WITH_CARDS, ids=str)
def test_faces_in_a_booklet_are_the_faces(game: Game, made: MadeOf, faces_of: FacesOf) -> None:
    if not made(game).has("a4-booklet"):
        pytest.skip("a game without a booklet")
    paper = Paper(made(game).pdf("a4-booklet"))
    matches = Judge(paper, faces_of(made(game))).scaled(paper.shown)
    assert not _unlike(matches)


@pytest.mark.parametrize(
    "game", [game for game in games() if game.game == "tic-tac-match"], ids=str
)
def test_each_face_is_on_the_proof(game: Game, made: MadeOf, faces_of: FacesOf) -> None:
    faces = faces_of(made(game))
    folder = made(game).folder / "proof"
    made(game).run("proof", output="proof")
    files = [*folder.rglob("*.pdf")]
    assert files
    found: set[str] = set()
    for file in files:
        paper = Paper(file.read_bytes())
        matches = Judge(paper, faces).scaled(paper.shown)
        # The same faces stand beside it as the colour-blind see them.
        found |= {faces.alike[one.face.path.name] for one in matches if one.is_sound}
    assert found == {*faces.alike.values()}


@pytest.mark.parametrize("game", games(), ids=str)
def test_every_stream_of_every_pdf_decodes(game: Game, made: MadeOf) -> None:
    files = [*made(game).output.glob("*.pdf")]
    assert files
    for file in files:
        with pikepdf.open(file) as pdf:
            for one in pdf.objects:
                if isinstance(one, pikepdf.Stream):
                    _decode(one)
        if shutil.which("qpdf") is None:
            assert not os.environ.get("CI"), "there is no qpdf"
            pytest.skip("NO QPDF: apt-get install qpdf")
        told = subprocess.run(
            ["qpdf", "--check", file], capture_output=True, check=False, text=True
        )
        assert told.returncode == 0, told.stdout + told.stderr
        assert "WARNING" not in told.stderr


def _decode(stream: pikepdf.Stream) -> None:
    if stream.get("/Subtype") == "/Image" and stream.get("/Filter") == "/DCTDecode":
        pikepdf.PdfImage(stream).as_pil_image().load()
    elif stream.get("/Filter") != "/DCTDecode":
        stream.read_bytes()
