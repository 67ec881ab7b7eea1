"""What earlier builds made and later ones no longer do is removed, and nothing else."""

import shutil
from pathlib import Path

import pytest

from .project import run

pytestmark = pytest.mark.sampled(2)

EDITION = "output/lost-city/en"
BOOKLET = f"{EDITION}/lost-city-en-a4-booklet.pdf"
GAME = ("designs/lost-city", "locales/en/lost-city.yaml", "locales/glossary/lost-city.yaml",
        "templates/lost-city")  # fmt: skip


def files(folder: Path) -> set[str]:
    """The files below a folder, without records."""
    found = (path for path in folder.rglob("*") if not path.is_dir())
    return {path.relative_to(folder).as_posix() for path in found if path.name[0] != "."}


def without_rulebook(city: Path) -> None:
    (city / "designs/lost-city/booklet.yaml").unlink()


def without_game(city: Path) -> None:
    """Give the game another name."""
    for place in GAME:
        path = city / place
        if path.is_dir():
            shutil.copytree(path, path.with_name("new-city"))
            shutil.rmtree(path)
        elif path.is_file():
            path.rename(path.with_stem("new-city"))
    game = city / "designs/new-city/game.yaml"
    game.write_text(game.read_text("utf-8").replace("lost-city", "new-city"), "utf-8")


def test_documents_that_a_game_no_longer_has_are_removed(built_city: Path) -> None:
    without_rulebook(built_city)
    ran = run("build")
    assert (ran.status, ran.err) == (0, "")
    assert files(built_city / EDITION) == {"lost-city-en-a4-box.pdf", "lost-city-en-a4-kit.pdf"}
    assert f"removed {BOOKLET}: no longer part of the build\n" in ran.out
    assert "removed" not in run("build").out


def test_what_was_changed_after_the_build_stays_and_is_named(built_city: Path) -> None:
    (built_city / BOOKLET).write_text("signed")
    without_rulebook(built_city)
    out = run("build").out
    assert f"kept {BOOKLET}: no longer part of the build, but changed since\n" in out
    assert (built_city / BOOKLET).read_text() == "signed"


@pytest.mark.at_leisure
def test_an_edited_page_that_is_no_longer_built_stays(built_city: Path) -> None:
    assert run("build --format png").status == 0
    pages = sorted((built_city / EDITION / Path(BOOKLET).stem).iterdir())
    pages[0].write_text("retouched")
    without_rulebook(built_city)
    out = run("build --format png").out
    assert [page for page in pages if page.is_file()] == pages[:1]
    assert f"kept {pages[0].relative_to(built_city)}: no longer" in out


def test_links_stay_and_are_not_followed(built_city: Path) -> None:
    elsewhere = shutil.copyfile(built_city / BOOKLET, built_city / "mine.pdf")
    (built_city / BOOKLET).unlink()
    (built_city / BOOKLET).symlink_to(elsewhere)
    without_rulebook(built_city)
    run("build")
    assert (built_city / BOOKLET).is_symlink()
    assert elsewhere.is_file()


@pytest.mark.parametrize(
    "command", ["build -p letter", "build --only number-1", "build --draft", "export svg"]
)
def test_other_papers_parts_and_drafts_leave_the_last_build(built_city: Path, command: str) -> None:
    before = files(built_city / "output")
    without_rulebook(built_city)
    assert run(command).status == 0
    assert files(built_city / "output") >= before - {f"lost-city/en/{Path(BOOKLET).name}"} - {
        "lost-city/en/lost-city-en-rulebook.pdf"
    }
    assert (built_city / BOOKLET).is_file()


def test_other_formats_stay_until_they_are_built_again(built_city: Path) -> None:
    before = files(built_city / EDITION)
    assert run("build --format html").status == run("build --format png").status == 0
    assert files(built_city / EDITION) > before
    without_rulebook(built_city)
    out = run("build --format png").out
    assert f"removed {EDITION}/lost-city-en-a4-booklet/*.png: no longer part of the build\n" in out
    assert (built_city / BOOKLET).is_file()
    assert f"removed {BOOKLET}:" in run("build").out


def test_a_game_with_another_name_leaves_nothing(built_city: Path) -> None:
    run("build --no-cache")  # here, not where it was copied from
    (built_city / EDITION / "notes.txt").write_text("mine")
    without_game(built_city)
    ran = run("build")
    assert ran.status == 0, ran.err
    assert files(built_city / "output/lost-city") == {"en/notes.txt"}
    assert len(files(built_city / "output/new-city")) == 4


@pytest.mark.at_leisure
def test_another_project_leaves_what_this_one_has_built(built_city: Path) -> None:
    run("build --no-cache")
    before = files(built_city / "output")
    other = shutil.copytree(
        built_city, built_city.with_name("other"), ignore=shutil.ignore_patterns("output")
    )
    without_game(other)
    assert run(f"build --project '{other}' -o output new-city").status == 0
    assert files(built_city / "output") > before
