"""A project that `new` wrote builds as it is, and nothing that is there is written over."""

import shlex
from pathlib import Path

import pytest
from PIL import Image

from printnplay.build import new
from printnplay.build.new import EVERY, STARTERS
from printnplay.files.catalog import PACKAGE

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
    listed, said = ran.out.split("\n\n")
    files = listed.splitlines()
    made, *first, advice = said.splitlines()
    assert "a rulebook and a box" in made
    assert all((place / line.partition(": ")[2]).is_file() for line in first)
    assert all(any(path.is_file() for path in place.glob(file)) for file in files)
    assert f"{folder}/templates/{game}/*.svg.j2" in files
    assert "printnplay build" in advice
    checked = run(f"check --project '{folder}'")
    summary, left, last = checked.out.splitlines()
    assert summary == f"{title}: 26 cards, 1 language (en) complete, 11 faces and pages fit"
    assert left.startswith(f"{title}: still from the starter: 15 texts; see {folder}/locales/en/")
    assert last == "clean"
    assert run(f"build --project '{folder}' -o out").status == 0
    assert len(list((place / "out" / game / "en").glob("*.pdf"))) == 4
    assert run(f"l10n add pl --project '{folder}'").status == 0


@pytest.mark.parametrize(
    "name",
    [
        *("con", "NUL", "aux", "Com1", "lpt9", "con.txt", "-con-", "CONIN$", "game.", "game "),
        *("a:b", "a?b", "a\nb", "a\x1b[1m", "a\x9bb", "a\u2028b", "a\rb"),
    ],
)
def test_names_that_cannot_be_names_of_files_are_refused(place: Path, name: str) -> None:
    """A game of this name could not be cloned on Windows, or would break lines of reports."""
    ran = run(f"new {shlex.quote(name)}" if name[0] != "-" else f"new -- {name}")
    assert ran.status == 2
    assert "error[PNP" in ran.err
    assert "is not a valid name for a game" in ran.err
    assert list(place.iterdir()) == []


LISTED = {
    "plain": ("26 cards", 4),
    "poker-deck": ("54 cards", 4),
    "tarot": ("12 cards", 4),
    "tiles": ("30 tiles, 12 tokens", 3),
    "rulebook-only": ("0 cards", 3),
    "cards": ("11 cards", 1),
    "csv": ("24 cards", 4),
    "flashcards": ("10 cards", 1),
    "standees": ("6 tiles, 6 standees", 3),
    "dice": ("8 dice", 1),
    "score-pad": ("4 score sheets", 1),
    "dials": ("4 tiles, 4 dials", 1),
    "screen": ("4 mats", 1),
}
"""What a project can begin as: its components, and the files that are built of it."""


def test_all_starters_are_listed_here() -> None:
    assert set(LISTED) == set(STARTERS)
    assert {path.name for path in (PACKAGE / "starters").iterdir()} == {*STARTERS, EVERY}


@pytest.mark.at_leisure
@pytest.mark.turns(4)
@pytest.mark.parametrize("starter", sorted(set(LISTED) - {"plain"}))
def test_each_starter_is_clean_and_builds_on_both_papers(place: Path, starter: str) -> None:
    components, files = LISTED[starter]
    assert run(f"new lost-city --from {starter}").status == 0
    checked = run("check --project lost-city --proofread --strict")
    assert checked.out.splitlines()[-1] == "clean", checked.err
    assert checked.out.startswith(f"Lost City: {components}, 1 language (en) complete, ")
    for paper in ("a4", "letter"):
        built = run(f"build --project lost-city -p {paper} -o {paper}")
        assert (built.status, built.err) == (0, "")
        assert len(list((place / paper).rglob("*.pdf"))) == files
    assert run("proof --project lost-city").status == 0
    assert not any("my-game" in path.read_text() for path in texts_of(place / "lost-city"))


def test_pictures_that_one_changes_first_are_listed(place: Path) -> None:
    files = run("new lost-city --from csv").out.splitlines()
    assert "lost-city/designs/lost-city/art/*.svg" in files
    assert "lost-city/designs/lost-city/cards.csv" in files
    assert (place / "lost-city/designs/lost-city/art/storm.svg").is_file()
    assert "cards: lost-city/designs/lost-city/cards.csv" in files
    assert "colours: lost-city/templates/lost-city/style.yaml" in files


def texts_of(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and ".pdf" not in path.suffixes]


def test_a_starter_that_does_not_exist_is_refused(place: Path) -> None:
    ran = run("new lost-city --from dominoes")
    assert ran.status == 2
    assert "rulebook-only" in ran.err
    assert list(place.iterdir()) == []


@pytest.mark.at_leisure
def test_a_look_has_its_own_drawings_and_is_for_the_plain_starter(place: Path) -> None:
    assert run("new lost-city --look noir").status == 0
    style = (place / "lost-city/templates/lost-city/style.yaml").read_text("utf-8")
    assert "Bebas Neue" in style
    assert (place / "lost-city/templates/lost-city/frame.svg.j2").is_file()
    checked = run("check --project lost-city")
    assert checked.out.splitlines()[-1] == "clean", checked.err
    ran = run("new other --from tarot --look noir")
    assert ran.status == 2
    assert "error[PNP676]: the starter `tarot` cannot have the look `noir`" in ran.err
    assert not (place / "other").exists()


def test_its_look_is_its_own(place: Path) -> None:
    run("new lost-city")
    style = place / "lost-city/templates/lost-city/style.yaml"
    style.write_text(style.read_text("utf-8").replace('accent: "#2b59c3"', 'accent: "#zz"'))
    assert "templates/lost-city/style.yaml" in run("check --project lost-city").err


@pytest.mark.parametrize("name", ["base", "match", "tic-tac-ko"])
def test_the_name_of_something_bundled_is_refused(place: Path, name: str) -> None:
    ran = run(f"new {name}")
    assert ran.status == 2
    assert "a bundled game or style" in ran.err
    assert list(place.iterdir()) == []


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
    for name in (
        "...---",
        "common",
        "language",
        "Łódź Жук",
        "猫",
        "con",
        "NUL",
        "com1",
        "a\nb",
        "a\x1bb",
    ):
        ran = run(f"new '{name}'")
        assert ran.status == 2, name
        assert "is not a valid name for a game" in ran.err
        assert not (place / name).exists()


@pytest.mark.at_leisure
def test_the_band_of_a_picture_card_has_no_light_edges(place: Path) -> None:
    assert run("new lost-city --from csv").status == 0
    assert run("export png --project lost-city -o out").status == 0
    with Image.open(place / "out/lost-city/en/png/lighthouse-front.png") as image:
        pixels = image.convert("RGB")
    # In the middle of the band, from edge to edge: its ground, and the white name on it.
    row = [pixels.getpixel((x, pixels.height * 53 // 88)) for x in range(pixels.width // 5)]
    assert set(row) == {row[0]}


def test_two_at_once_mix_no_files(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other one writes its files when this one has found the folder empty."""
    assert run("new other --from csv").status == 0
    there = tree(place / "other")
    monkeypatch.setattr(new, "names_in", lambda _: [])
    ran = run("new other --look noir")
    assert (ran.status, ran.out) == (2, "")
    assert "is not empty" in ran.err
    assert tree(place / "other") == there


@pytest.mark.sampled(3)
@pytest.mark.parametrize("language", ["de", "es", "fr", "it", "pl"])
def test_cards_with_pictures_are_clean_in_each_language(place: Path, language: str) -> None:
    assert run(f"new lost-city --from csv --language {language}").status == 0
    assert not [*(place / "lost-city/locales" / language).glob("*.csv")]
    checked = run("check --project lost-city")
    complete = f"Lost City: 24 cards, 1 language ({language}) complete, 12 faces and pages fit"
    summary, left, last = checked.out.splitlines()
    assert (summary, last) == (complete, "clean")
    assert " and 8 pictures; see lost-city/locales/" in left
    english = (PACKAGE / "starters/csv/designs/my-game/cards.csv").read_text("utf-8")
    rows = (place / "lost-city/designs/lost-city/cards.csv").read_text("utf-8")
    ours, theirs = (
        [(cells[:2], cells[3:5]) for row in text.splitlines() if (cells := row.split(","))]
        for text in (rows, english)
    )
    assert ours == theirs


@pytest.mark.sampled(3)
@pytest.mark.parametrize("language", ["de", "es", "fr", "it", "pl"])
def test_cards_of_a_table_are_clean_in_each_language(place: Path, language: str) -> None:
    assert run(f"new lost-city --from cards --language {language}").status == 0
    assert not [*(place / "lost-city/locales" / language).glob("*.csv")]
    checked = run("check --project lost-city")
    assert f"11 cards, 1 language ({language}) complete, " in checked.out
    assert checked.out.splitlines()[-1] == "clean", checked.err


def test_a_starter_without_a_language_names_those_that_have_it(place: Path) -> None:
    ran = run("new lost-city --from tarot --language de")
    assert (ran.status, list(place.iterdir())) == (2, [])
    assert "help: use `--from` with one of `plain`, `cards`, `csv`" in ran.err
