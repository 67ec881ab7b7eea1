"""Sessions at a table: written as data, and listed beside figures."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cli.project import run
from msgspec.structs import replace

from printnplay.build.new import start
from printnplay.cli.study.sessions import sessions_as_text
from printnplay.kernel.diagnostics import FaultsError
from printnplay.play.sessions import Session, check_recording, sessions_of, write_session

AT = datetime(2026, 11, 28, 20, 30, 12, tzinfo=UTC)
SESSION = Session(
    game="city",
    version="1.2",
    deck="0123456789ab",
    language="en",
    start="2026-11-28 20:30",
    minutes=43,
    players=3,
    games=2,
    steps=212,
    notes="The storm is too strong.\nAnn: nobody builds the harbour, as it costs too much.",
)


def test_a_session_is_read_as_it_was_written_and_never_replaced(tmp_path: Path) -> None:
    path = write_session(tmp_path, SESSION, AT)
    assert path == Path("sessions/2026-11-28-203012-city.json")
    assert '"notes": "The storm is too strong.' in (tmp_path / path).read_text("utf-8")
    assert sessions_of(tmp_path, "city") == [SESSION]
    with pytest.raises(FaultsError):
        write_session(tmp_path, SESSION, AT)


def test_other_games_and_other_files_are_left_out_and_the_oldest_comes_first(
    tmp_path: Path,
) -> None:
    write_session(tmp_path, SESSION, AT)
    earlier = replace(SESSION, start="2026-11-27 19:00", version="", games=1, notes="")
    write_session(tmp_path, earlier, AT.replace(second=13))
    write_session(tmp_path, replace(SESSION, game="village"), AT)
    (tmp_path / "sessions/broken.json").write_text('{"game": "city"', "utf-8")
    (tmp_path / "sessions/list.json").write_text("[" * 100_000, "utf-8")
    (tmp_path / "sessions/latin.json").write_bytes('{"game": "é"}'.encode("latin-1"))
    (tmp_path / "sessions/notes.txt").write_text("none", "utf-8")
    found = sessions_of(tmp_path, "city")
    assert found == [earlier, SESSION]
    assert sessions_as_text(found).splitlines() == [
        "2 sessions at a table",
        "  2026-11-27 19:00  0123456789ab  3 players   1 game  43 min",
        "  2026-11-28 20:30  1.2           3 players  2 games  43 min"
        "  The storm is too strong. Ann: nobody builds the harbour, …",
    ]


def test_without_sessions_nothing_is_listed(tmp_path: Path) -> None:
    assert sessions_as_text(sessions_of(tmp_path, "city")) == ""


def test_recording_is_tried_beside_what_an_interrupted_table_left(tmp_path: Path) -> None:
    check_recording(tmp_path)
    (tmp_path / "sessions/begun").write_bytes(b"")
    check_recording(tmp_path)
    assert [path.name for path in (tmp_path / "sessions").iterdir()] == ["begun"]


def test_a_folder_that_leads_elsewhere_is_not_written_to(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "project").mkdir()
    (tmp_path / "project/sessions").symlink_to(tmp_path / "other", target_is_directory=True)
    with pytest.raises(FaultsError):
        write_session(tmp_path / "project", SESSION, AT)
    assert list((tmp_path / "other").iterdir()) == []


def test_a_game_without_rules_lists_its_sessions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    start(Path("city"))
    monkeypatch.chdir(tmp_path / "city")
    assert run("play city").status == 2
    write_session(Path(), SESSION, AT)
    listed = run("play city")
    assert (listed.status, listed.out.splitlines()[0]) == (0, "1 session at a table")
    (session,) = json.loads(run("play city --json").out)["sessions"]
    assert session["minutes"] == 43
