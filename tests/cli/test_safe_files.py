"""Commands neither read nor write outside of a project by what it holds."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from .project import run, stand_in

pytestmark = pytest.mark.sampled(3)

LANGUAGE = "output/lost-city/en"


@pytest.fixture
def project(tmp_path: Path, small: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small project to work in, with an empty folder beside it."""
    folder = Path(shutil.copytree(small, tmp_path / "project"))
    (tmp_path / "outside").mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("COLUMNS", "100")
    return folder


@pytest.mark.parametrize(
    ("link", "command"),
    [
        ("output", "build"),
        ("output", "proof"),
        ("output/lost-city", "build"),
        (LANGUAGE, "build"),
        ("output/lost-city", "proof"),
    ],
)
def test_a_link_out_is_not_written_through(project: Path, link: str, command: str) -> None:
    (project / link).parent.mkdir(parents=True, exist_ok=True)
    (project / link).symlink_to(project.parent / "outside")
    ran = run(command)
    assert ran.status == 1
    assert f"error[PNP010]: cannot write into `{link}`: it is a link that leads out, to" in ran.err
    assert not list((project.parent / "outside").iterdir())


def test_a_folder_that_is_named_may_be_a_link(project: Path) -> None:
    (project / "output").symlink_to(project.parent / "outside")
    assert run("build -o output").status == 0
    assert (project.parent / "outside/lost-city/en/.build-a4.json").is_file()
    assert run("build -o output").out.endswith("0 written, 4 unchanged\n")


def test_a_new_language_is_not_written_through_a_link(project: Path) -> None:
    (project / "locales/pl").symlink_to(project.parent / "outside")
    ran = run("l10n add pl")
    assert ran.status == 1
    assert "cannot write into `locales/pl`: it is a link that leads out" in ran.err
    assert not list((project.parent / "outside").iterdir())


RECORDS: dict[str, Callable[[dict[str, object]], object]] = {
    "a list": lambda _: [[]],
    "files as a list": lambda record: {**record, "files": [1]},
    "no files": lambda record: {**record, "files": {}},
    "another file": lambda record: {**record, "files": {"mine.pdf": {}}},
    "a path": lambda record: {**record, "files": {"../../../../outside/mine.pdf": {}}},
    "other inputs": lambda record: {**record, "inputs": ""},
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("spoil", RECORDS.values(), ids=RECORDS)
def test_a_record_that_was_tampered_with_is_none(
    project: Path, spoil: Callable[[dict[str, object]], object]
) -> None:
    assert run("build").status == 0
    path = project / LANGUAGE / ".build-a4.json"
    record = json.loads(path.read_text())
    path.write_text(json.dumps(spoil(record)))
    ran = run("build")
    assert ran.out.endswith("4 written, 0 unchanged\n")
    assert json.loads(path.read_text()) == record


@pytest.mark.at_leisure
def test_where_a_picture_is_counts(project: Path) -> None:
    art = project / "designs/lost-city/art"
    (art / "deep").mkdir(parents=True)
    (art / "deep/x.svg").write_text("<svg/>")
    assert run("build").status == 0
    assert run("build").out.endswith("0 written, 4 unchanged\n")
    (project / "designs/lost-city/film.mp4").write_text("no part of the game")
    assert run("build").out.endswith("0 written, 4 unchanged\n")
    (art / "deep").rename(art / "deeper")
    assert run("build").out.endswith("4 written, 0 unchanged\n")


@pytest.mark.usefixtures("project")
@pytest.mark.at_leisure
def test_other_versions_of_what_draws_count(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("build").status == 0
    monkeypatch.setattr(
        "printnplay.build.build_records.library_versions", lambda: {"typst": "99.dist-info"}
    )
    assert run("build").out.endswith("4 written, 0 unchanged\n")


def test_what_a_dead_build_left_is_swept(project: Path) -> None:
    assert run("build").status == 0
    (project / "output/.unfinished-dead/new").mkdir(parents=True)
    assert run("build").out.endswith("0 written, 4 unchanged\n")
    assert [path.name for path in (project / "output").iterdir()] == ["lost-city"]


def test_something_else_in_the_place_of_a_template_is_reported(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(project, Path(__file__).parents[2], monkeypatch)
    template = project / "templates/lost-city/card.svg.j2"
    template.unlink()
    template.mkdir()
    ran = run("build")
    assert ran.status == 1
    assert "`card.svg.j2` cannot be read: it is a folder" in ran.err
