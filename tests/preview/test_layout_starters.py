"""Layouts to start from: drawn with the project's own card, and taken as its template."""

from __future__ import annotations

from pathlib import Path

import pytest

from printnplay.build.new import start
from printnplay.files.catalog import Catalog
from printnplay.preview.edits import NotWrittenError, step_back
from printnplay.preview.layout_starters import Taken, about_starters, take_starter
from printnplay.preview.layouts import about_layout
from printnplay.preview.live import LiveGame

from .test_art import STARS, TEMPLATE, coast, files, live, plain_coast

pytestmark = pytest.mark.sampled(4)

__all__ = ["coast", "live", "plain_coast"]


def test_twelve_layouts_are_drawn_with_the_own_card(live: LiveGame) -> None:
    before = files()
    told = about_starters(live, "en", "card/lighthouse")
    assert told
    assert (len(told["layouts"]), told["file"], told["cards"]) == (12, str(TEMPLATE), 8)
    for one in told["layouts"]:
        assert not one["faults"], one["name"]
        assert not one["lacks"]
        assert "Lighthouse" in one["svg"]
    assert files() == before


@pytest.mark.at_leisure
def test_a_layout_replaces_the_template_in_one_step(live: LiveGame) -> None:
    before = files()
    told = about_starters(live, "en", STARS)
    assert told
    for one in told["layouts"]:
        take_starter(live, Taken("en", STARS, one["name"], told["tag"]))
        assert {**files(), str(TEMPLATE): before[str(TEMPLATE)]} == before
        live.update([TEMPLATE.absolute()])
        shown = live.face("en", STARS)
        assert shown
        assert shown.svg == one["svg"]
        about = about_layout(live, "en", STARS)
        assert about
        # Whoever starts from it can change all of it by mouse.
        assert [box["why"] for box in about["files"][0]["boxes"] if box["why"]] == []
        for key in live.faces:
            found = live.face("en", key)
            assert found is None or not found.broken, (one["name"], key)
        step_back(live)
        live.update([TEMPLATE.absolute()])
    assert files() == before
    with pytest.raises(NotWrittenError, match="another program or window has changed"):
        take_starter(live, Taken("en", STARS, "band", "0"))
    with pytest.raises(NotWrittenError, match="no such"):
        take_starter(live, Taken("en", STARS, "../band", told["tag"]))


@pytest.mark.parametrize(
    ("starter", "look", "words"),
    [("cards", "", "Blacksmith"), ("flashcards", "", "the apple"), ("plain", "noir", "1")],
)
def test_cards_of_any_kind_have_some(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, starter: str, look: str, words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    start(Path("city"), starter, look=look)
    monkeypatch.chdir(tmp_path / "city")
    live = LiveGame(Catalog(Path.cwd()), "city", ["en"])
    told = about_starters(live, "en", next(iter(live.faces)))
    assert told
    assert len(told["layouts"]) > 8
    # Cards without pictures see those first that have no place for one.
    first = told["layouts"][0]
    assert "picture" not in first["lacks"]
    assert "picture" in told["layouts"][-1]["lacks"]
    assert sum(words in one["svg"] for one in told["layouts"]) > 8


def test_a_style_that_ships_is_not_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    start(Path("city"))
    game = tmp_path / "city/designs/city/game.yaml"
    game.write_text(game.read_text("utf-8").replace("style: city", "style: noir"), "utf-8")
    monkeypatch.chdir(tmp_path / "city")
    live = LiveGame(Catalog(Path.cwd()), "city", ["en"])
    before = files()
    for key in live.faces:
        told = about_starters(live, "en", key)
        assert told
        assert told["why"] or "noir" not in game.read_text("utf-8")
    with pytest.raises(NotWrittenError):
        take_starter(live, Taken("en", next(iter(live.faces)), "band", ""))
    assert files() == before
