"""`printnplay export`: single faces as files, and the manifest that says what they are."""

import json
import shutil
from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from PIL import Image, ImageCms

from printnplay.export import TARGETS
from printnplay.files.seals import sealed_text
from printnplay.raster.single_faces import as_png

from .project import ROOT, run, stand_in

pytestmark = pytest.mark.sampled(3)

Once = Callable[[str, Callable[[Path], None]], Path]


@pytest.fixture(scope="module")
def exported(small: Path, once: Once) -> Path:
    """The small game for several targets, in folders named as these tests name them."""

    def make(folder: Path) -> None:
        with pytest.MonkeyPatch.context() as patch:
            stand_in(small, ROOT, patch)
            for name, options in (
                ("plain", "png --dpi 60 --bleed 0.125in -j 1"),
                ("again", "png --dpi 60 --bleed 0.125in -j 2"),
                ("round", "png --dpi 60 --corners round --copies repeat -j 1"),
                ("pages", "pdf-cards --bleed 3mm --die-lines --layers"),
                ("drawn", "svg --trim --names {kind}_{index:02}_{id}_{side}"),
            ):
                ran = run(f"export {options} -o {folder / name}")
                assert ran.status == 0, ran.err

    return once("exported-small", make)


def folder_of(exported: Path, name: str, target: str) -> Path:
    return exported / name / "lost-city" / "en" / target


def test_each_face_has_a_file_of_its_size_in_srgb(exported: Path) -> None:
    folder = folder_of(exported, "plain", "png")
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    assert {path.name for path in folder.iterdir()} == {*manifest["files"], "manifest.json"}
    for component in manifest["components"]:
        width, height = component["size_mm"]
        for name in (*component["fronts"], *component["backs"]):
            content = (folder / name).read_bytes()
            said = manifest["files"][name]
            assert said["sha256"] == sha256(content).hexdigest()
            with Image.open(BytesIO(content)) as image:
                wanted = tuple(round((side / 25.4 + 0.25) * 60) for side in (width, height))
                assert image.size == wanted == (said["width"], said["height"])
                assert image.mode == "RGB"
                assert round(image.info["dpi"][0]) == 60
                profile = ImageCms.ImageCmsProfile(BytesIO(image.info["icc_profile"]))
                assert "sRGB" in ImageCms.getProfileDescription(profile)


def test_the_same_bytes_come_out_whatever_the_number_of_processes(exported: Path) -> None:
    first, second = (folder_of(exported, name, "png") for name in ("plain", "again"))
    names = sorted(path.name for path in first.iterdir())
    assert names == sorted(path.name for path in second.iterdir())
    assert all((first / name).read_bytes() == (second / name).read_bytes() for name in names)


@pytest.mark.at_leisure
def test_round_corners_are_transparent_and_each_copy_has_a_file(exported: Path) -> None:
    folder = folder_of(exported, "round", "png")
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    for component in manifest["components"]:
        assert len(component["fronts"]) == component["copies"]
        assert len(component["backs"]) in (0, component["copies"])
        for name in (*component["fronts"], *component["backs"]):
            with Image.open(folder / name) as image:
                assert image.mode == "RGBA"
                assert image.getpixel((0, 0))[3] == 0  # type: ignore[index]
                assert image.getpixel((image.width // 2, 1))[3] == 255  # type: ignore[index]


def test_pages_of_cards_have_the_boxes_of_a_printer(exported: Path) -> None:
    (path,) = folder_of(exported, "pages", "pdf-cards").glob("*.pdf")
    with pikepdf.open(path) as document:
        for page in document.pages:
            left, low, right, top = (float(edge) for edge in page.trimbox)
            wide, high = float(page.mediabox[2]), float(page.mediabox[3])
            three = 3 / 25.4 * 72
            assert (left, low) == pytest.approx((three, three), abs=0.01)
            assert (wide - right, high - top) == pytest.approx((three, three), abs=0.01)
            assert [float(edge) for edge in page.mediabox] == [float(e) for e in page.cropbox]
            assert [float(e) for e in page.bleedbox] == pytest.approx([0, 0, wide, high], abs=0.01)


def test_die_lines_overprint_in_an_ink_and_a_layer_of_their_own(exported: Path) -> None:
    (path,) = folder_of(exported, "pages", "pdf-cards").glob("*.pdf")
    with pikepdf.open(path) as document:
        layers = [str(layer.Name) for layer in document.Root.OCProperties.OCGs]
        assert layers == ["Art", "Text", "Cut and fold lines"]
        for page in document.pages:
            assert page.Resources.ColorSpace.Spot0[1] == pikepdf.Name.CutContour
            assert str(page.Resources.ExtGState.Overprinting.OP) == "True"
            assert page.Resources.Properties.Lines.Name == layers[2]
            drawn = [str(step.operator) for step in pikepdf.parse_content_stream(page)]
            assert drawn.count("BDC") == drawn.count("EMC") == 1
            (form,) = (form for _, form in page.Resources.XObject.items())
            inside = [str(step.operator) for step in pikepdf.parse_content_stream(form)]
            assert inside.count("BDC") == inside.count("EMC") > 0


def test_drawings_carry_their_fonts_and_look_as_the_pictures(exported: Path) -> None:

    folder = folder_of(exported, "drawn", "svg")
    names = sorted(path.name for path in folder.glob("*.svg"))
    assert all(name.startswith(("card_", "board_")) for name in names)
    svg = (folder / names[0]).read_text("utf-8")
    assert "@font-face" in svg
    assert "http://" not in svg.replace("http://www.w3.org/2000/svg", "")
    assert as_png(svg, (), (50, 70), 60, "white")


def test_a_pattern_that_gives_two_faces_one_file_is_refused(small: Path, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        stand_in(small, ROOT, patch)
        for pattern, code in (
            ("{side}", "PNP018"),
            ("{idd}", "PNP017"),
            ("../{id}", "PNP017"),
            ("{id.__class__}", "PNP017"),
            ("{id", "PNP017"),
            ("nul", "PNP017"),
        ):
            ran = run(f"export png --names '{pattern}' -o {tmp_path / 'out'}")
            assert (ran.status, code in ran.err) == (2, True), ran.err
        ran = run(f"export pgn -o {tmp_path / 'out'}")
        assert "did you mean `png`?" in ran.err
    assert not list(tmp_path.rglob("*.png"))


def test_a_size_that_a_service_does_not_make_is_told_once_where_it_is_written(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = shutil.copytree(small, tmp_path / "lost-city")
    game = project / "designs/lost-city/game.yaml"
    text = game.read_text("utf-8").replace("width: 63.5mm", "width: 60mm")
    game.write_text(text, encoding="utf-8")
    stand_in(project, ROOT, monkeypatch)
    said = run("export makeplayingcards").err
    assert said.count("PNP525") == 1
    place = text[: text.index("{width: 60mm")].count("\n") + 1
    assert f"of 60 x 88.9 mm: left out\n --> designs/lost-city/game.yaml:{place}:7\n" in said
    assert "note: on 7 cards: `number-1`, `number-2`, `number-3` and 4 more\n" in said


@pytest.mark.parametrize("target", ["png", "svg"])
def test_some_cards_are_exported_beside_what_all_have_come_out_as(
    target: str, small: Path, tmp_path: Path
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        stand_in(small, ROOT, patch)
        options = f"-o {tmp_path} -l en" + " --dpi 36" * (target == "png")
        assert run(f"export {target} {options}").status == 0
        whole = tmp_path / "lost-city/en" / target
        before = {path.name: path.read_bytes() for path in whole.iterdir()}
        ran = run(f"export {target} --only 'number-[12]' --only 's*m' {options}")
    assert ran.status == 0, ran.err
    assert {path.name: path.read_bytes() for path in whole.iterdir()} == before
    part = whole.with_name(f"{target}-selection")
    names = {path.name for path in part.iterdir()}
    fronts = {name for name in names if "-front" in name}
    assert {name.partition("-front")[0] for name in fronts} == {"number-1", "number-2", "storm"}
    assert all((part / name).read_bytes() == before[name] for name in fronts)
    manifest = json.loads((part / "manifest.json").read_text("utf-8"))
    assert {*manifest["files"], "manifest.json"} == names


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("png --only numbr-1", "error[PNP015]: the game `lost-city` has no card `numbr-1`"),
        ("sheets --only number-1", "sheets exports whole games"),
        ("makeplayingcards --only number-1", "makeplayingcards exports whole games"),
        ("pgn --only number-1", "did you mean `png`?"),
    ],
)
def test_what_cannot_be_exported_alone_is_told(
    words: str, said: str, small: Path, tmp_path: Path
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        stand_in(small, ROOT, patch)
        ran = run(f"export {words} -o {tmp_path / 'out'}")
    assert ran.status == 2
    assert said in " ".join(ran.err.split())
    assert not (tmp_path / "out").exists() or not any((tmp_path / "out").iterdir())


@pytest.mark.at_leisure
def test_what_an_earlier_export_left_is_gone_and_other_files_stay(
    exported: Path, city: Path
) -> None:
    shutil.copytree(exported / "drawn", city / "output")
    folder = city / "output/lost-city/en/svg"
    (folder / "mine.svg").write_text("<svg/>")
    assert run("export svg").status == 0
    names = {path.name for path in folder.iterdir()}
    assert "mine.svg" in names
    assert not any(name.startswith("card_") for name in names)
    assert json.loads((folder / "manifest.json").read_text("utf-8"))["target"] == "svg"


@pytest.fixture
def drawn(exported: Path, city: Path) -> Path:
    """The folder of drawings that an earlier export of the city has written, with other names."""
    shutil.copytree(exported / "drawn", city / "output")
    return city / "output/lost-city/en/svg"


def test_an_edited_face_is_neither_removed_nor_overwritten(drawn: Path) -> None:
    face = next(drawn.glob("card_*.svg"))
    face.write_text("<svg>retouched</svg>")
    ran = run("export svg")
    assert ran.status == 0
    assert [*drawn.glob("card_*.svg")] == [face]
    assert (
        f"kept {face.relative_to(Path.cwd())}: no longer part of the export, but chang" in ran.out
    )
    assert "removed output/lost-city/en/svg/card_" in ran.out
    new = next(drawn.glob("number*.svg"))
    new.write_text("<svg>retouched</svg>")
    ran = run("export svg")
    assert ran.status == 1
    assert f"error[PNP035]: `{new.relative_to(Path.cwd())}` was edited after printn" in ran.err
    assert new.read_text() == "<svg>retouched</svg>"
    new.unlink()
    assert run("export svg").status == 0


def test_what_was_kept_or_comes_from_elsewhere_is_not_overwritten(city: Path) -> None:
    folder = city / "output/lost-city/en/svg-selection"
    assert run("export svg --only storm").status == 0
    (face,) = folder.glob("storm*front.svg")
    face.write_text("<svg>retouched</svg>")
    assert "kept output/" in run("export svg --only number-1").out
    own = folder / "number-2-front.svg"
    own.write_text("<svg>mine</svg>")
    for words, path in (("storm", face), ("number-2", own)):
        before = path.read_text()
        ran = run(f"export svg --only {words}")
        assert ran.status == 1
        assert f"error[PNP035]: `{path.relative_to(Path.cwd())}` was edited" in ran.err
        assert path.read_text() == before
        path.unlink()
        assert run(f"export svg --only {words}").status == 0


@pytest.mark.at_leisure
@pytest.mark.turns(4)
@pytest.mark.parametrize("target", ["svg", "site", "tabletop-simulator", "makeplayingcards", "all"])
def test_a_target_replaces_what_it_has_written(target: str, city: Path) -> None:
    options = " --dpi 60" if "dpi" in (TARGETS[target].uses if target in TARGETS else ()) else ""
    words = f"export {target}{options} -j 1 -o made"
    first = run(words)
    assert first.status == 0, first.err
    text = city / "locales/en/lost-city.yaml"
    text.write_text(text.read_text("utf-8").replace("Discard all", "Throw away all"), "utf-8")
    second = run(words)
    assert second.status == 0, second.err


FORGED: dict[str, object] = {
    "no hash": {"mine.txt": {}, "deep/mine.txt": {}},
    "another hash": {"mine.txt": {"sha256": "0" * 64}, "deep/mine.txt": {"sha256": ""}},
    "not a hash": {"mine.txt": {"sha256": None}, "deep/mine.txt": 3},
    "a list": ["mine.txt", "deep/mine.txt"],
    "odd names": {"\0": {"sha256": ""}, "": {"sha256": ""}, ".": {"sha256": ""}, "/": {}},
    "links and paths": {
        f"{folder}/mine.txt": {"sha256": sha256(b"mine").hexdigest()}
        for folder in ("linked", "../../../..", "deep/../../../../..")
    },
    "a link": {"link.txt": {"sha256": sha256(b"mine").hexdigest()}},
}


@pytest.mark.parametrize("files", FORGED.values(), ids=FORGED)
def test_a_forged_manifest_removes_no_file_of_a_person(
    drawn: Path, city: Path, files: object
) -> None:
    outside = city / "elsewhere"
    for folder in (drawn, drawn / "deep", outside, city):
        folder.mkdir(exist_ok=True)
        (folder / "mine.txt").write_bytes(b"mine")
    (drawn / "linked").symlink_to(outside)
    (drawn / "link.txt").symlink_to(outside / "mine.txt")
    (drawn / "manifest.json").write_text(sealed_text(json.dumps({"files": files})))
    ran = run("export svg")
    assert ran.status == 0, ran.err
    for folder in (drawn, drawn / "deep", outside, city):
        assert (folder / "mine.txt").read_bytes() == b"mine"
    assert (drawn / "link.txt").is_symlink()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("png --die-lines", "'--die-lines': png does not use it; it is for pdf-cards"),
        ("svg --layers", "'--layers': svg does not use it; it is for pdf-cards"),
        ("pdf-cards --names x", "'--names': pdf-cards does not use it; it is for png, svg"),
        ("playingcards-io --copies repeat", "'--copies': playingcards-io does not use it"),
        ("makeplayingcards --base-url https://example.org", "'--base-url': makeplayingcards does"),
        ("png --base-url https://example.org", "'--base-url': png does not use it"),
        ("sheets --base-url https://example.org", "'--base-url': sheets does not use it"),
        ("pdf-cards --dpi 100", "'--dpi': pdf-cards does not use it; it is for png, sheets"),
        ("all --dpi 100", "'--dpi': all does not use it"),
        ("makeplayingcards --icc {icc}", "'--icc': makeplayingcards does not use it"),
    ],
)
def test_an_option_that_a_target_does_not_use_is_refused(line: str, said: str, city: Path) -> None:
    (city / "press.icc").write_bytes(b"")
    ran = run(f"export {line.format(icc='press.icc')}")
    assert ran.status == 2
    assert said in " ".join(ran.err.replace("│", " ").split())
    assert not (city / "output").exists()
