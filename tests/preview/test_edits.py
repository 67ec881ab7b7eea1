"""Texts written into their files, whatever has become of these since the game was loaded."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from printnplay.files.catalog import Catalog
from printnplay.loading.limits import LETTERS
from printnplay.preview.answers import about_face, about_text
from printnplay.preview.edits import NotWrittenError, check_forms, write_text
from printnplay.preview.live import LiveGame

from .conftest import GAME

CSV = Path("designs/city/deeds.csv")
GAME_FILE = Path("designs/city/game.yaml")
TEXTS = Path("locales/en/city.yaml")
RULE = "cards.deed-3.rule"
SAID = "Look at the top card."
STORM = "Discard all cards that you have turned over in this turn."


@pytest.fixture
def live(city: Path) -> LiveGame:
    return LiveGame(Catalog(city), GAME, ["en"])


def write(live: LiveGame, key: str, before: str, after: str) -> None:
    write_text(live, "en", key, {"other": after}, {"other": before} if before else {})


def save(live: LiveGame, file: Path, change: Callable[[str], str], *, told: bool = True) -> str:
    """Change a file as an editor does; the game is told of it, or not yet."""
    path = live.catalog.roots[0] / file
    new = change(path.read_text("utf-8"))
    path.write_text(new, "utf-8", newline="")
    if told:
        live.update([path])
    return new


def replaced(old: str, new: str) -> Callable[[str], str]:
    return lambda text: text.replace(old, new)


def moved(text: str) -> str:
    """The table with its last row first."""
    heading, *rows = text.splitlines()
    return "\n".join([heading, rows[-1], *rows[:-1], ""])


def text_of(file: Path) -> str:
    return file.read_text("utf-8")


@pytest.mark.parametrize("is_broken", [True, False], ids=["a game that is broken", "not seen yet"])
def test_a_text_is_written_into_the_row_of_its_card(live: LiveGame, *, is_broken: bool) -> None:
    if is_broken:
        save(live, GAME_FILE, lambda text: f"{text}\nfoo: [\n")
    before = save(live, CSV, moved, told=is_broken)
    write(live, RULE, SAID, "Nod.")
    assert text_of(CSV) == before.replace(SAID, "Nod.")


@pytest.mark.parametrize("is_broken", [True, False], ids=["a game that is broken", "not seen yet"])
@pytest.mark.parametrize(
    ("file", "key", "said"), [(CSV, RULE, SAID), (TEXTS, "cards.storm.rule", STORM)]
)
def test_what_somebody_else_wrote_stays(
    live: LiveGame, file: Path, key: str, said: str, *, is_broken: bool
) -> None:
    if is_broken:
        save(live, GAME_FILE, lambda text: f"{text}\nfoo: [\n")
    before = save(live, file, replaced(said, "Somebody else."), told=is_broken)
    with pytest.raises(NotWrittenError, match="meanwhile"):
        write(live, key, said, "Mine.")
    assert text_of(file) == before
    write(live, key, "Somebody else.", "Mine.")
    assert text_of(file) == before.replace("Somebody else.", "Mine.")


def test_a_table_with_a_fault_is_not_written(live: LiveGame) -> None:
    before = save(live, CSV, lambda text: moved(text).replace("deed-2,2", "deed-2,many"))
    with pytest.raises(NotWrittenError, match=r"deeds\.csv, line 4: .*; correct it first"):
        write(live, RULE, SAID, "Nod.")
    assert text_of(CSV) == before


def test_a_text_whose_row_has_gone_is_not_written(live: LiveGame) -> None:
    before = save(live, CSV, lambda text: text.replace("deed-3,", "deed-4,"), told=False)
    with pytest.raises(NotWrittenError, match="no longer"):
        write(live, RULE, SAID, "Nod.")
    assert text_of(CSV) == before


@pytest.mark.parametrize(
    ("file", "key", "said", "face"),
    [(CSV, RULE, SAID, "card/deed-3"), (TEXTS, "cards.storm.rule", STORM, "card/storm")],
)
def test_an_emptied_text_can_be_filled_again(
    live: LiveGame, file: Path, key: str, said: str, face: str
) -> None:
    path = live.catalog.roots[0] / file
    before = text_of(path)
    write(live, key, said, "")
    # The page may go on at once, before anybody has looked at the file.
    write_text(live, "en", key, {"other": "Half."}, {"other": ""})
    write(live, key, "Half.", "")
    live.update([path])
    shown = live.face("en", face)
    assert shown is not None
    (about,) = (
        text
        for text in about_face(live, "en", live.faces[face], shown)["texts"]
        if text["key"] == key
    )
    assert (about["forms"], about["editable"]) == ({}, True)
    assert about["place"]["line"]
    write(live, key, "", said)
    live.update([path])
    assert text_of(path) == before
    again = about_text(live, "en", key)
    assert again is not None
    assert again["forms"] == {"other": said}


def test_the_last_cell_of_a_file_without_a_last_line_end_can_be_filled(live: LiveGame) -> None:
    before = save(live, CSV, str.rstrip)
    write(live, RULE, SAID, "")
    live.update([CSV.absolute()])
    write(live, RULE, "", SAID)
    assert text_of(CSV) == before


def test_the_forms_of_a_text_can_be_emptied(live: LiveGame) -> None:
    forms = {"one": "One card.", "other": "Some cards."}
    save(live, TEXTS, replaced(f'"{STORM}"', '{one: "One card.", other: "Some cards."}'))
    write_text(live, "en", "cards.storm.rule", dict.fromkeys(forms, ""), forms)
    assert '{one: "", other: ""}' in text_of(TEXTS)
    live.update([TEXTS.absolute()])
    write_text(live, "en", "cards.storm.rule", forms, {})
    assert '{one: "One card.", other: "Some cards."}' in text_of(TEXTS)


@pytest.mark.parametrize("text", ["Nod. ", " Nod.", "Nod.\n"])
def test_spaces_at_the_ends_of_a_cell_are_no_change_of_somebody_else(
    live: LiveGame, text: str
) -> None:
    write(live, RULE, SAID, text)
    live.update([CSV.absolute()])
    write(live, RULE, text, f"{text}Then wait.")
    assert f"{text}Then wait.".strip() in text_of(CSV)


def test_a_link_stays_a_link(live: LiveGame) -> None:
    own = (live.catalog.roots[0] / CSV).rename(live.catalog.roots[0] / "own.csv")
    CSV.symlink_to(own)
    write(live, RULE, SAID, "Nod.")
    assert CSV.is_symlink()
    assert "Nod." in text_of(own)


def test_a_table_in_another_encoding_says_so(live: LiveGame) -> None:
    CSV.write_bytes(text_of(CSV).replace("Watch", "Wächter").encode("latin-1"))
    with pytest.raises(NotWrittenError, match="is not in UTF-8"):
        write(live, RULE, SAID, "Nod.")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such modes")
def test_a_saved_file_keeps_its_mode(live: LiveGame) -> None:
    path = live.catalog.roots[0] / TEXTS
    path.chmod(0o640)
    write(live, "cards.storm.rule", STORM, "Lose all.")
    assert path.stat().st_mode & 0o777 == 0o640
    assert "Lose all." in text_of(path)


@pytest.mark.skipif(sys.platform == "win32", reason="folders cannot be opened by handles there")
def test_a_link_swapped_at_any_step_of_a_save_leads_nothing_out(
    live: LiveGame, city: Path, tmp_path: Path
) -> None:
    del live
    shutil.copytree(city / "locales/en", tmp_path / "other")
    program = Path(__file__).with_name("swapped_link.py")
    done = subprocess.run(
        [sys.executable, str(program), str(city), str(tmp_path / "other")],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= 5


def test_a_text_is_as_long_as_a_game_may_have_it() -> None:
    check_forms({"other": "x" * LETTERS}, limited=True)
    check_forms({"other": "x" * (LETTERS + 1)}, limited=False)
    with pytest.raises(NotWrittenError, match="at most 10,000 characters"):
        check_forms({"other": "x" * (LETTERS + 1)}, limited=True)
