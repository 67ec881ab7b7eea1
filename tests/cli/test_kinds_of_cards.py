"""Kinds of cards are named in the table only: each is counted, named and has a colour."""

from pathlib import Path

import pytest

from printnplay.game.numbering import numbers_of
from printnplay.kernel.diagnostics import Problems
from printnplay.loading.game import load_game

from .project import ROOT, run, stand_in

HEAD = "id,copies,kind,cost,art,name,rule\n"
ROWS = (
    "lamp,4,Lamp Post,1,storm.svg,Lamp,Shine.\nbell,1,Été,2,stars.svg,Bell,Ring.\n"
    "door,1,Lamp Post,0,cargo.svg,Door,Shut.\n"
)


@pytest.fixture
def bells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    stand_in(tmp_path, ROOT, monkeypatch)
    assert run("new bells --from csv").status == 0
    project = tmp_path / "bells"
    (project / "designs/bells/cards.csv").write_text(HEAD + ROWS, "utf-8")
    monkeypatch.chdir(project)
    return project


def test_own_kinds_need_no_other_change(bells: Path) -> None:
    checked = run("check")
    assert (checked.status, checked.err) == (0, "")
    assert run("build --format html").status == 0
    (page,) = bells.rglob("*.html")
    words = page.read_text("utf-8")
    assert "Lamp Post</th><td>5<" in words
    assert "Été</th><td>1<" in words


def test_a_card_names_its_kind_which_a_print_in_black_hides(bells: Path) -> None:
    assert run("export svg").status == 0
    faces = {path.stem: path.read_text("utf-8") for path in bells.rglob("*-front.svg")}
    assert {name for name, face in faces.items() if "Post" in face} == {"lamp-front", "door-front"}
    assert {name for name, face in faces.items() if "Été" in face} == {"bell-front"}


def test_a_translation_names_them(bells: Path) -> None:
    assert run("l10n add de").status == 0
    german = (bells / "locales/de/bells.yaml").read_text("utf-8")
    assert "lamp-post:" in german
    assert "ete:" in german


def test_a_kind_in_other_letters_is_the_same_kind(bells: Path) -> None:
    table = bells / "designs/bells/cards.csv"
    table.write_text(HEAD + ROWS.replace("Lamp Post,0", "lamp post,0"), "utf-8")
    game = load_game(bells / "designs/bells", "designs/bells", Problems())
    assert game is not None
    numbers = numbers_of(game)
    assert [numbers[card]["nth"] for card in ("lamp", "bell", "door")] == [
        {"kind": 1},
        {"kind": 2},
        {"kind": 1},
    ]


@pytest.mark.at_leisure
def test_kinds_in_other_scripts_and_letters_are_kinds_of_their_own(bells: Path) -> None:
    table = bells / "designs/bells/cards.csv"
    rows = ROWS.replace("Été", "Лес 1").replace("Lamp Post", "Дом 1", 1)
    table.write_text(HEAD + rows.replace("Lamp Post", "Łamp"), "utf-8")
    assert run("build --format html").status == 0
    (page,) = bells.rglob("*.html")
    words = page.read_text("utf-8")
    assert all(
        f"{kind}<" in words for kind in ("Дом 1</th><td>4", "Лес 1</th><td>1", "Łamp</th><td>1")
    )
    assert run("l10n add de").status == 0
    german = (bells / "locales/de/bells.yaml").read_text("utf-8")
    assert all(f"{key}:" in german for key in ("u434-u43e-u43c-1", "u43b-u435-u441-1", "lamp"))


def test_a_table_of_kinds_without_their_column_says_what_to_do(bells: Path) -> None:
    table = bells / "designs/bells/cards.csv"
    bare = (HEAD + ROWS).replace(",kind,", ",").replace(",Lamp Post,", ",").replace(",Été,", ",")
    table.write_text(bare, "utf-8")
    checked = run("check")
    assert "error[PNP205]: no card has a field `kind`" in checked.err
    assert "designs/bells/booklet.yaml:9:15" in checked.err
    assert "help: add the field `kind` to the cards, or remove the table `kinds`" in checked.err


def test_a_kind_without_letters_is_reported_at_its_cell(bells: Path) -> None:
    table = bells / "designs/bells/cards.csv"
    table.write_text(HEAD + ROWS.replace("Été", "?!"), "utf-8")
    checked = run("check")
    assert "error[PNP118]: `?!` is not a kind with letters or digits" in checked.err
    assert "designs/bells/cards.csv:3:8" in checked.err
