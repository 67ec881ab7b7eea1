"""What a new game still has of its starter is said, once and without a warning."""

import re
from pathlib import Path

import pytest

from .project import run

pytestmark = pytest.mark.sampled(2)

OWN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9Z"/></svg>'


@pytest.fixture
def coast(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    assert run("new coast --from csv").status == 0
    monkeypatch.chdir(tmp_path / "coast")
    return tmp_path / "coast"


def remarks(command: str) -> list[str]:
    ran = run(command)
    assert (ran.status, ran.err) == (0, "")
    return [line for line in ran.out.splitlines() if "still from the starter" in line]


def test_texts_and_pictures_of_a_starter_are_counted_until_they_are_one_s_own(coast: Path) -> None:
    (said,) = remarks("check --strict")
    assert said.startswith("Coast: still from the starter: 12 texts and 8 pictures; see ")
    assert "locales/en/coast.yaml:7, 9, " in said
    assert said.endswith("stars.svg, storm.svg, village.svg, whale.svg")
    built = "coast: still from the starter: 12 texts and 8 pictures; see `printnplay check`"
    assert remarks("build --strict") == [built]
    assert remarks("build --strict") == [built]  # nothing is built again
    assert "coast: noch aus der Startvorlage: 12 Texte und 8 Bilder" in run("--lang de build").out
    texts = coast / "locales/en/coast.yaml"
    source = texts.read_text("utf-8")
    texts.write_text(source.replace("Build a coast before", "Build it before"), "utf-8")
    for picture in (coast / "designs/coast/art").iterdir():
        if picture.stem != "lighthouse":
            picture.write_text(OWN, "utf-8")
    (said,) = remarks("check")
    assert re.search(r"11 texts and 1 picture; see .*; designs/coast/art/lighthouse\.svg$", said)
    assert "11 texts and 1 picture" in remarks("build")[0]


def test_a_picture_that_no_file_names_is_no_remark(coast: Path) -> None:
    (coast / "designs/coast/art/lighthouse.svg").rename(coast / "kept.svg")
    for file in coast.rglob("*.*"):
        if file.suffix in {".csv", ".yaml", ".j2"}:
            text = file.read_text("utf-8").replace("lighthouse.svg", "village.svg")
            file.write_text(text, "utf-8")
    assert "7 pictures" in remarks("check")[0]
    (coast / "kept.svg").rename(coast / "designs/coast/art/lighthouse.svg")
    assert "7 pictures" in remarks("check")[0]


def test_a_game_without_texts_of_a_starter_has_no_remark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run("new deck --from cards")
    assert remarks("check --project deck") == []
