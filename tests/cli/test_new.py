"""A project that `new` wrote builds as it is, and nothing that is there is written over."""

from pathlib import Path

import pytest

from .project import ROOT, run, stand_in, tree


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    stand_in(tmp_path, ROOT, monkeypatch)
    return tmp_path


@pytest.mark.parametrize(
    ("folder", "game", "title"),
    [
        ("lost-city", "lost-city", "Lost City"),
        ("Die 7 Zwerge", "die-7-zwerge", "Die 7 Zwerge"),
        ("Résumé", "resume", "Résumé"),
    ],
)
def test_a_new_project_is_clean_and_builds(place: Path, folder: str, game: str, title: str) -> None:
    ran = run(f"new '{folder}'")
    assert (ran.status, ran.err) == (0, "")
    *files, _, advice = ran.out.splitlines()
    assert all((place / file).is_file() for file in files)
    assert "printnplay build" in advice
    checked = run(f"check --project '{folder}'")
    assert checked.out.splitlines() == [
        f"{title}: 26 cards, 1 language (en) complete, 0 examples not proved,"
        " 11 faces and pages fit",
        "clean",
    ]
    assert run(f"build --project '{folder}' -o out").status == 0
    assert len(list((place / "out" / game / "en").glob("*.pdf"))) == 4
    assert run(f"l10n add pl --project '{folder}'").status == 0


def test_its_look_is_its_own(place: Path) -> None:
    run("new lost-city")
    style = place / "lost-city/templates/lost-city/style.yaml"
    style.write_text(style.read_text("utf-8").replace('accent: "#2b59c3"', 'accent: "#zz"'))
    assert "templates/lost-city/style.yaml" in run("check --project lost-city").err


@pytest.mark.parametrize("there", ["lost-city/notes.txt", "lost-city"])
def test_what_is_there_is_left_alone(place: Path, there: str) -> None:
    (place / there).parent.mkdir(exist_ok=True)
    (place / there).write_text("mine")
    before = tree(place)
    ran = run("new lost-city")
    assert ran.status == 2
    assert "error[PNP006]" in ran.err
    assert tree(place) == before


def test_an_empty_folder_will_do_and_a_name_without_letters_will_not(place: Path) -> None:
    (place / "lost-city").mkdir()
    assert run("new lost-city").status == 0
    for name in ("...---", "common", "language", "Łódź", "猫"):
        ran = run(f"new '{name}'")
        assert ran.status == 2, name
        assert "cannot name a game" in ran.err
        assert not (place / name).exists()
