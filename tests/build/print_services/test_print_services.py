"""Print services: what each finds, and files as each wants them."""

from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest
import yaml
from PIL import Image

from printnplay.edition.request import Progress
from printnplay.export.job import ExportRequest
from printnplay.export.run import export
from printnplay.files.catalog import SERVICES, Catalog
from printnplay.game.exporting import FaceOptions
from printnplay.game.services import ColourSpace, FileFormat, Service
from printnplay.kernel.diagnostics import FaultsError, Problems
from printnplay.kernel.geometry import Size
from printnplay.loading.services import load_service
from printnplay.pdf.inspection import WantedPages, faults_of_pdf
from printnplay.pdf.press import Press, ProfileError, srgb_profile
from printnplay.raster.face_checks import faults_of_png
from printnplay.raster.single_faces import as_png, size_in_pixels

from . import makers
from .press_profile import profile

FAULTS = yaml.safe_load((Path(__file__).parent / "faults.yaml").read_text("utf-8"))
IN_CARDS, IN_FILES = FAULTS["in_cards"], FAULTS["in_files"]
OF_BUILDS = {"PNP427", "PNP445"}
"""What is cut off: builds warn of it, whoever prints."""


def service_of(name: str) -> Service:
    problems = Problems()
    service = load_service(Catalog(Path()).services()[name], problems)
    assert service is not None, problems.found
    return service


NAMES = sorted(path.stem for path in SERVICES.glob("*.yaml"))
USUAL = ("makeplayingcards", "drivethrucards", "mbprint")
"""Pictures, pages, and pages without fonts; the others are like one of these."""

EACH = [name if name in USUAL else pytest.param(name, marks=pytest.mark.thorough) for name in NAMES]


@pytest.fixture(scope="module")
def press(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("press") / "press.icc"
    path.write_bytes(profile())
    return path


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("planted")
    makers.plant(folder, IN_CARDS)
    return folder


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sound")
    makers.plant(folder, [])
    return folder


def exported(project: Path, service: str, output: Path, press: Path) -> list[str]:
    """Export the planted game; the warnings. The profile is for services that print in inks."""
    own = project / "services" / f"{service}.yaml"
    in_inks = not own.exists() and service_of(service).colour is ColourSpace.CMYK
    options = FaceOptions(profile=press if in_inks else None)
    request = ExportRequest(project, service, (), (), output, options, jobs=1)
    return [str(fault.code) for fault in export(request, Progress()).problems]


def test_there_are_thirty_faults_at_least() -> None:
    assert len(IN_CARDS) + len(IN_FILES) >= 30


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", EACH)
def test_a_service_finds_the_planted_faults_of_cards(
    name: str, planted: Path, tmp_path: Path, press: Path
) -> None:
    with pytest.raises(FaultsError) as caught:
        exported(planted, name, tmp_path, press)
    told = [(str(fault.code), f"{fault.message} {fault.span.file}") for fault in caught.value.found]
    for fault in IN_CARDS:
        marks = (f"`{fault['id']}`", f"/{fault['id']}.")
        codes = {code for code, text in told if any(mark in text for mark in marks)} - OF_BUILDS
        found: Mapping[str, str] = fault["found"]
        wanted = found.get(name, found.get("all"))
        if "card" in fault:
            assert wanted is None or wanted in {code for code, _ in told}, fault
        else:
            assert codes == ({wanted} if wanted else set()), fault
    assert not any("`sound`" in text for _, text in told)
    assert not any(tmp_path.rglob("*.*"))


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", EACH)
def test_a_sound_game_has_the_files_that_a_service_wants(
    name: str, sound: Path, tmp_path: Path, press: Path
) -> None:
    service = service_of(name)
    assert exported(sound, name, tmp_path, press) == []
    folder = tmp_path / "planted/en" / name
    assert service.name in (folder / "order.txt").read_text("utf-8")
    if service.format is FileFormat.PNG:
        pictures = sorted(folder.rglob("*.png"))
        assert {path.parent.name for path in pictures} == {"fronts", "backs"}
        for path in pictures:
            with Image.open(path) as picture:
                assert picture.size == service.products["poker"].pixels
        return
    (path,) = folder.glob("*.pdf")
    with pikepdf.open(path) as document:
        text = [page.obj["/Contents"].read_bytes() for page in document.pages]
        assert len(text) == 2
        inks = service.colour is ColourSpace.CMYK
        assert ("/OutputIntents" in document.Root) is inks


def test_a_service_that_prints_in_four_inks_wants_a_profile(sound: Path, tmp_path: Path) -> None:
    request = ExportRequest(sound, "drivethrucards", (), (), tmp_path)
    with pytest.raises(FaultsError) as caught:
        export(request, Progress())
    assert [str(fault.code) for fault in caught.value.found] == ["PNP024"]
    with pytest.raises(ProfileError, match="RGB"):
        Press(srgb_profile())


@pytest.mark.parametrize("name", NAMES)
def test_pixels_are_those_of_the_service(name: str) -> None:
    service = service_of(name)
    for product in service.products.values():
        if product.pixels is not None:
            whole = Size(
                product.size.width + 2 * service.bleed, product.size.height + 2 * service.bleed
            )
            assert size_in_pixels(whole, service.dpi) == product.pixels


@pytest.fixture(scope="module")
def finished(sound: Path, tmp_path_factory: pytest.TempPathFactory, press: Path) -> bytes:
    """A file for DriveThruCards."""
    folder = tmp_path_factory.mktemp("finished")
    exported(sound, "drivethrucards", folder, press)
    (path,) = folder.rglob("*.pdf")
    return path.read_bytes()


WANTED = WantedPages(Size(63_500, 88_900), 3175, 2, 300, in_inks=True, ink=240, standard=True)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("fault", IN_FILES, ids=lambda fault: fault["id"])
def test_what_is_wrong_with_a_file_is_found(fault: Mapping[str, Any], finished: bytes) -> None:
    assert faults_of_pdf(finished, WANTED) == []
    with pikepdf.open(BytesIO(finished)) as document:
        getattr(makers, fault["do"])(document)
        stream = BytesIO()
        document.save(stream, force_version="1.7" if fault["do"] == "newer" else "1.4")
    found = faults_of_pdf(stream.getvalue(), WANTED)
    assert any(fault["says"] in said for said in found), found


@pytest.mark.parametrize("make", [makers.black_text, makers.form_in_itself])
def test_what_is_right_in_a_file_is_not_reported(
    make: Callable[[pikepdf.Pdf], None], finished: bytes
) -> None:
    with pikepdf.open(BytesIO(finished)) as document:
        make(document)
        stream = BytesIO()
        document.save(stream, force_version="1.4")
    assert faults_of_pdf(stream.getvalue(), WANTED) == []


def test_texts_wanted_as_outlines_have_no_fonts(finished: bytes) -> None:
    outlines = WantedPages(WANTED.trim, WANTED.bleed, 2, 300, outlines=True)
    with pikepdf.open(BytesIO(finished)) as document:
        makers.no_font(document)
        stream = BytesIO()
        document.save(stream)
    assert any("must be outlines" in said for said in faults_of_pdf(stream.getvalue(), outlines))


def test_what_is_wrong_with_a_picture_is_found() -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9"></svg>'
    )
    good = as_png(svg, (), (90, 90), 300, "white")
    assert faults_of_png(good, (90, 90), 300) == []
    assert "90 x 90" in faults_of_png(good, (91, 90), 300)[0]
    assert "300" in faults_of_png(as_png(svg, (), (90, 90), 72, "white"), (90, 90), 300)[0]
    assert "RGBA" in faults_of_png(as_png(svg, (), (90, 90), 300, ""), (90, 90), 300)[0]
    stream = BytesIO()
    Image.new("RGB", (90, 90)).save(stream, "PNG", dpi=(300, 300))
    assert faults_of_png(stream.getvalue(), (90, 90), 300) == ["it has no colour profile"]


def test_black_is_black_ink_and_ink_stays_below_the_limit() -> None:
    press = Press(profile(), 240)
    assert press.inks([(0, 0, 0), (255, 255, 255)]) == [(0, 0, 0, 255), (0, 0, 0, 0)]
    colours = [
        (r, g, b) for r in range(0, 256, 51) for g in range(0, 256, 51) for b in (0, 60, 255)
    ]
    assert max(sum(inks) for inks in press.inks(colours)) <= 2.4 * 255
    gradient = Image.linear_gradient("L").convert("RGB").resize((9, 64))
    found = press.image(gradient)
    assert found.mode == "CMYK"
    pixels: Sequence[tuple[int, ...]] = list(found.get_flattened_data())  # type: ignore[arg-type]
    assert max(sum(inks) for inks in pixels) <= 2.4 * 255 + 4


def test_a_project_may_have_services_of_its_own(sound: Path, tmp_path: Path, press: Path) -> None:
    project = tmp_path / "project"
    makers.plant(project, [])
    (project / "services").mkdir()
    (project / "services/corner-shop.yaml").write_text(
        "name: Corner Shop\nsite: https://example.org\nformat: png\nbleed: 2mm\nsafe: 2mm\n"
        "dpi: 72\n"
        "products: {poker: {name: Poker, card: poker, decks: [54]}}\n"
    )
    assert exported(project, "corner-shop", tmp_path / "out", press) == []
    order = (tmp_path / "out/planted/en/corner-shop/order.txt").read_text("utf-8")
    assert "choose 54 cards: 53 stay blank, which is 98 %" in order
    (project / "services/corner-shop.yaml").write_text("name: Corner Shop\nblead: 2mm\n")
    with pytest.raises(FaultsError) as caught:
        exported(project, "corner-shop", tmp_path / "out", press)
    assert {str(fault.code) for fault in caught.value.found} == {"PNP111", "PNP112"}
    del sound
