"""Files and stamps: which version they are, and whether it is the present one."""

import json
import re
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pikepdf
import pytest
from cli.project import ROOT, run, stand_in
from PIL import Image

from printnplay.scene.origin import Origin, origins_in

from .test_earlier import HARBOUR, git, write

pytestmark = pytest.mark.sampled(2)

GAME = "designs/reef/game.yaml"
OUT = Path("output/reef/en")
TWO = "Draw two cards more at the end of your turn."
NOW = "  is as the project prints it now\n"


@pytest.fixture
def reef(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with stamps, a version, and a tag of it."""
    stand_in(tmp_path, ROOT, monkeypatch)
    assert run("new reef --from csv").status == 0
    project = tmp_path / "reef"
    with (project / GAME).open("a", encoding="utf-8") as file:
        file.write('version: "1.1"\nstamp: corner\n')
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", "--all")
    git(tmp_path, "commit", "--quiet", "--message", "One")
    git(tmp_path, "tag", "v1.1")
    stand_in(project, ROOT, monkeypatch)
    return project


def next_version(project: Path) -> None:
    """Change the harbour, print more villages and drop the whale."""
    write(project, HARBOUR, TWO)
    write(project, "village,4", "village,6")
    table = project / "designs/reef/cards.csv"
    lines = table.read_text("utf-8").splitlines(keepends=True)
    table.write_text("".join(line for line in lines if not line.startswith("whale")), "utf-8")
    game = (project / GAME).read_text("utf-8")
    (project / GAME).write_text(game.replace('"1.1"', '"1.2"'), "utf-8")


def told(*files: object, options: str = "") -> str:
    ran = run(f"which {' '.join(map(str, files))} {options}")
    assert ran.err == ""
    assert ran.status == int("differs" in ran.out)
    return ran.out


@pytest.mark.sampled(3)
@pytest.mark.parametrize("options", ["", "--bleed 3mm", "--corners round", "--copies repeat"])
def test_a_picture_is_known_whatever_its_bleed_and_corners(options: str, reef: Path) -> None:
    for target in ("png", "svg"):
        dpi = "--dpi 36" if target == "png" else ""
        assert run(f"export {target} {options} {dpi}").status == 0
    files = [*(OUT / "png").glob("*.png"), *(OUT / "svg").glob("*.svg")]
    out = told(*files)
    assert out.count(NOW) == len(files) == out.count(": reef 1.1, en, ")
    assert {"card harbour", "back back"} <= set(re.findall(r"en, (.*)", out))
    next_version(reef)
    changed = [next((OUT / kind).glob(f"*harbour-front*.{kind}")) for kind in ("png", "svg")]
    differs = "  differs from what the project prints now (version 1.2)\n    "
    for file in changed:
        said = f"{file}: reef 1.1, en, card harbour\n{differs}changed: card harbour\n"
        assert told(file) == said
    whale = next((OUT / "png").glob("*whale-front*.png"))
    assert told(whale) == f"{whale}: reef 1.1, en, card whale\n{differs}gone: card whale\n"
    storm = next((OUT / "png").glob("*storm-front*.png"))
    assert told(storm) == f"{storm}: reef 1.1, en, card storm\n{NOW}"


@pytest.mark.at_leisure
def test_documents_say_what_has_changed_since(reef: Path) -> None:
    assert run("build").status == 0
    assert run("export pdf-cards").status == 0
    names = ("a4-kit", "a4-booklet", "a4-box", "rulebook")
    files = [OUT / f"reef-en-{name}.pdf" for name in names]
    files.append(OUT / "pdf-cards/reef-en-cards.pdf")
    assert told(*files).count(NOW) == 5
    with pikepdf.open(files[0]) as pdf:
        assert str(pdf.docinfo.Subject) == "Reef 1.1, en"
    next_version(reef)
    kit, booklet, _, rulebook, cards = (told(file).split("\n", 2)[2] for file in files)
    assert kit == "    changed: card harbour, copies of cards\n    gone: card whale\n"
    assert booklet == rulebook == "    changed: page 2, page 3\n"
    assert cards == "    changed: card harbour\n    gone: card whale\n"
    assert run("build --since v1.1").status == 0
    assert told(OUT / "reef-en-a4-update.pdf").endswith(f", en, update\n{NOW}")
    assert run("build --only village").status == 0
    assert told(OUT / "reef-en-a4-selection.pdf").endswith(f", en, selection\n{NOW}")


@pytest.mark.at_leisure
def test_a_release_and_a_site_are_known(reef: Path) -> None:
    assert run("export all").status == 0
    assert run("export site").status == 0
    release = Path("output/reef/release")
    archive = release / "reef-1.1-en.zip"
    out = told(archive, release / "version.zip")
    assert f"{archive}: reef-en-a4-kit.pdf: reef 1.1, en, kit\n{NOW}" in out
    assert f"{release / 'version.zip'}: reef 1.1, en, release\n{NOW}" in out
    assert told(release) == f"{release}: reef 1.1, en, release\n{NOW}"
    pictures = list(Path("output/reef/site").rglob("harbour-front.webp"))
    assert told(*pictures).count("reef 1.1, en, card harbour\n") == len(pictures) == 2
    next_version(reef)
    assert "changed: card harbour, page 2" in told(release / "version.zip")


def test_a_stamp_is_looked_up_now_and_in_an_earlier_version(reef: Path) -> None:
    assert run("export svg").status == 0
    manifest = json.loads((OUT / "svg/manifest.json").read_text("utf-8"))
    stamps = {one["id"]: one["hash"] for one in manifest["components"]}
    stamp = stamps["harbour"]
    for words in (stamp, f"v1.1 · 2/8 · {stamp}", f"'2/8 · 2026-11-27 · {stamp}'"):
        assert told(words) == f"{stamp}: reef 1.1, en, card harbour\n{NOW}"
    next_version(reef)
    ran = run(f"which {stamp}")
    assert (ran.status, ran.out) == (1, "")
    assert f"no card of the project has the stamp `{stamp}` now\n" in ran.err
    assert "`--since v1`" in ran.err
    differs = "  differs from what the project prints now (version 1.2)\n    "
    said = f"{stamp}: reef 1.1, en, card harbour\n{differs}changed: card harbour\n"
    assert told(stamp, options="--since v1.1") == said
    whale = stamps["whale"]
    assert "gone: card whale\n" in told(whale, options="--since v1.1")


@pytest.mark.usefixtures("reef")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("harbour.png", "`harbour.png` is neither a file nor a stamp"),
        ("v1.1", "`v1.1` is neither a file nor a stamp"),
        ("ffff --since v1.1", "no card has the stamp `ffff`, now or in `v1.1`"),
        ("photo.jpg", "`photo.jpg` does not say which card or file it is"),
        ("nested.zip", "`nested.zip` does not say which card or file it is"),
        (".", "`.` is a folder, but not a release"),
        ("broken.svg", "`broken.svg` does not say which card or file it is"),
    ],
)
def test_what_is_not_known_is_an_error(words: str, said: str) -> None:
    Image.new("RGB", (9, 9)).save("photo.jpg")
    with ZipFile("nested.zip", "w") as archive:
        inner = BytesIO()
        with ZipFile(inner, "w") as innermost:
            innermost.writestr("version.zip", b"PK")
        archive.writestr("version.zip", inner.getvalue())
        archive.writestr("state.json", "[")
    Path("broken.svg").write_text("<svg>printnplay:{printnplay:{ <b>printnplay:{[</b>", "utf-8")
    ran = run(f"which {words}")
    assert (ran.status, ran.out) == (1, "")
    assert f"error[PNP040]: {said}\n" in ran.err


def test_a_game_of_another_project_is_named(reef: Path) -> None:
    other = Origin("dune", "en", "face", {"card worm": "0" * 12}, "2")
    (reef / "worm.svg").write_text(f"<svg><metadata>{other.identifier}</metadata></svg>", "utf-8")
    ran = run("which worm.svg")
    said = "worm.svg: dune 2, en, card worm\n  the project has no such game or language\n"
    assert (ran.status, ran.out) == (1, said)


def test_pictures_have_xmp_that_other_programs_read(reef: Path) -> None:
    assert run("export png --dpi 36 --only harbour").status == 0
    file = reef / OUT / "png-selection/harbour-front.png"
    with Image.open(file) as image:
        packet = image.info["xmp"]
    (origin,) = origins_in(file.read_bytes())
    assert (origin.game, origin.version, origin.language, [*origin.parts]) == (
        "reef",
        "1.1",
        "en",
        ["card harbour"],
    )
    assert list(origins_in(packet)) == [origin]
    assert str(reef) not in packet.decode()
