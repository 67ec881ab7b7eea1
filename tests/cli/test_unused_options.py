"""Each option of `build` and `export` changes something of what is made, or is refused."""

import shutil
from hashlib import blake2b
from pathlib import Path

import pikepdf
import pytest

from printnplay.export import TARGETS

from .project import ROOT, run, stand_in
from .test_table_programs import MAP

pytestmark = [pytest.mark.at_leisure, pytest.mark.turns(3)]

BUILD = (
    "--backs fold-over",
    "--booklet none",
    "--booklet-flip long",
    "--copies 3",
    "--die-lines",
    "--gutter 6mm",
    "--ink save",
    "--layers",
    "--margins 12mm",
    "--marks none",
    "--back-marks corners",
    "--only number-1",
    "--paper letter",
    "--registration silhouette",
    "--sheets 2",
    "--test-sheet",
)
EXPORT = (
    "--base-url https://example.org/game/",
    "--copies repeat",
    "--corners round",
    "--corners round --ground white",
    "--die-lines",
    "--dpi 96",
    "--layers",
    "--names {side}-{id}-{index}",
    "--only number-1",
)
FORMATS = ("pdf", "png", "svg", "dxf", "html", "epub")
EXPORTED = (*TARGETS, "makeplayingcards")


def made_by(command: str, folder: Path) -> dict[str, bytes] | None:
    """The files that a command makes, each by its name; None if it refuses an option."""
    ran = run(f"{command} -o '{folder}'")
    if ran.status == 2:
        return None
    assert ran.status == 0, ran.err
    return {
        str(file.relative_to(folder)): blake2b(file.read_bytes()).digest()
        for file in folder.rglob("*")
        if file.is_file() and not file.name.startswith(".")
    }


@pytest.mark.parametrize("form", FORMATS)
def test_builds_do_or_refuse_what_is_asked_for(form: str, city: Path) -> None:
    plain = made_by(f"build --format {form}", city / "plain")
    idle = [
        option
        for number, option in enumerate(BUILD)
        if made_by(f"build --format {form} {option}", city / f"out{number}") == plain
    ]
    assert idle == []


@pytest.mark.parametrize("target", EXPORTED)
def test_exports_do_or_refuse_what_is_asked_for(target: str, city: Path) -> None:
    plain = made_by(f"export {target}", city / "plain")
    idle = [
        option
        for number, option in enumerate(EXPORT)
        if made_by(f"export {target} {option}", city / f"out{number}") == plain
    ]
    assert idle == []


@pytest.mark.parametrize("starter", ["rulebook-only", "tiles", "csv"])
def test_games_use_what_is_asked_for_or_it_is_refused(
    starter: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(tmp_path, ROOT, monkeypatch)
    assert run(f"new reef --from {starter}").status == 0
    monkeypatch.chdir("reef")
    plain = made_by("build", tmp_path / "plain")
    options = (*BUILD, "--stock sleeved")
    idle = [
        option
        for number, option in enumerate(options)
        if made_by(f"build {option}", tmp_path / f"out{number}") == plain
    ]
    assert idle == []


def test_an_option_is_refused_if_no_game_of_a_build_uses_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(tmp_path, ROOT, monkeypatch)
    assert run("new tiles --from tiles").status == run("new coast --from csv").status == 0
    shutil.copytree("coast", "tiles", dirs_exist_ok=True)
    ran = run("build tiles --project tiles --stock 300")
    assert (ran.status, ran.err) == (
        2,
        "error[PNP027]: `--stock` has no effect: the game `tiles` has no box\n"
        "  = all files are the same without it\n"
        "help: leave out `--stock`\n",
    )
    assert not (tmp_path / "output").exists()
    assert run("build --project tiles --stock 300").status == 0


def test_a_board_is_built_as_it_is_exported(city: Path) -> None:
    (city / "templates/lost-city/map.svg.j2").write_text(MAP, "utf-8")
    texts = city / "locales/en/lost-city.yaml"
    texts.write_text(f"{texts.read_text('utf-8')}  boards:\n    map: Map\n", "utf-8")
    game = city / "designs/lost-city/game.yaml"
    board = "boards: [{id: map, template: map, width: 200mm, height: 100mm}]\n"
    game.write_text(game.read_text("utf-8") + board, "utf-8")
    assert run("export svg --only map").status == 0
    ran = run("build --only map --copies 2")
    assert (ran.status, ran.err) == (0, "")
    with pikepdf.open(next((city / "output").rglob("*selection.pdf"))) as made:
        assert len(made.pages) == 2
