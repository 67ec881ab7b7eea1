"""Colours of new values: in the styles of the game's own, and different from the others."""

from __future__ import annotations

from itertools import combinations
from math import dist
from pathlib import Path
from re import sub

import pytest

from printnplay.kernel.luminance import contrast_of, luminance
from printnplay.preview.colours import (
    PALETTE,
    ColourEdit,
    about_colours,
    distinct,
    words_of_colours,
    write_colour,
)
from printnplay.preview.deck_tables import about_table
from printnplay.preview.edits import NotWrittenError, step_back
from printnplay.preview.journal import digest
from printnplay.preview.live import LiveGame
from printnplay.preview.table_writing import write_edit
from printnplay.tables.table_edits import AddColumn, AddRows, Cell, Edit, SetCells

from .test_art import CSV, coast, files, live, plain_coast

__all__ = ["coast", "live", "plain_coast"]

STYLE = Path("templates/coast/style.yaml")
ROWS = (("a", "1", "sky", "1", "stars.svg", "A", "B"), ("b", "1", "Sea-Bed", "", "", "C", "D"))


def test_white_text_can_be_read_on_all_colours() -> None:
    assert all(contrast_of(luminance(one), luminance("#ffffff")) >= 4.5 for one in PALETTE)


def test_many_colours_differ() -> None:
    found = ["#2f7f6f", "#c0563b"]
    for _ in range(2 * len(PALETTE)):
        found.append(distinct(found))
    assert len(set(found)) == len(found)
    parts = [[int(one[at : at + 2], 16) for at in (1, 3, 5)] for one in found[:10]]
    assert all(dist(*two) > 45 for two in combinations(parts, 2))


@pytest.mark.parametrize(
    ("edit", "names"),
    [
        (SetCells((Cell(0, 2, "deed"), Cell(1, 3, "9"), Cell(2, 2, ""))), ()),
        (SetCells((Cell(0, 2, " sky "), Cell(1, 2, "Sky"), Cell(2, 2, "日本"))), ("sky",)),
        (SetCells((Cell(9, 2, "sky"), Cell(10, 2, "sea"))), ("sea", "sky")),
        (AddRows(8, ROWS), ("sea-bed", "sky")),
        (AddColumn("tint", "sky"), ()),
    ],
)
def test_new_values_get_colours_in_the_step_that_writes_them(
    live: LiveGame, edit: Edit, names: tuple[str, ...]
) -> None:
    before = files()
    written = write_edit(live, "cards.csv", digest(CSV.read_bytes()), edit)
    old, now = before[str(STYLE)].decode(), STYLE.read_text("utf-8")
    start, end = old.split('white: "#ffffff"')
    new = now.removeprefix(start + 'white: "#ffffff"').removesuffix(end)
    assert [part.split(":")[0] for part in new.split(", ")[1:]] == [*names]
    assert written.files == [str(CSV), *([str(STYLE)] if names else [])]
    assert {*before} == {*files()}
    step_back(live)
    assert files() == before


def test_the_page_knows_the_colours_of_the_values(live: LiveGame) -> None:
    STYLE.write_text(STYLE.read_text("utf-8").replace("place:", "ort:"), "utf-8")
    CSV.write_text(CSV.read_text("utf-8").replace(",place,", ",Ört,"), "utf-8")
    live.update([STYLE.absolute(), CSV.absolute()])
    about = about_table(live, "cards.csv", "", ())
    assert about is not None
    colours = {"Ört": "#2f7f6f", "deed": "#c0563b"}
    assert about["paints"] == {"kind": {"file": str(STYLE), "colours": colours}}
    shown = live.face("en", "card/lighthouse")
    assert shown is not None
    assert not shown.broken
    assert "#2f7f6f" in shown.svg


def test_cards_have_the_words_of_their_colours(live: LiveGame) -> None:
    words = words_of_colours(live)
    assert words["card/lighthouse"] == "place"
    assert {*words.values()} == {"place", "deed"}
    assert {key.partition("/")[0] for key in words} == {"card"}


def test_a_colour_with_inks_stays(live: LiveGame) -> None:
    text = STYLE.read_text("utf-8")
    STYLE.write_text(text.replace('"#c0563b"', '{rgb: "#c0563b", spot: Rust}'), "utf-8")
    live.update([STYLE.absolute()])
    (style,) = about_colours(live)
    assert {"name": "deed", "value": "#c0563b", "fixed": True} in style["colours"]
    assert {"name": "place", "value": "#2f7f6f", "fixed": False} in style["colours"]


@pytest.mark.parametrize(
    "edit",
    [
        ColourEdit("templates/base/style.yaml", "ink", "#000000"),
        ColourEdit(str(STYLE), "ink", "black"),
        ColourEdit(str(STYLE), "ink", '#000000"'),
        ColourEdit(str(STYLE), "日本", "#000000"),
        ColourEdit("../style.yaml", "ink", "#000000"),
    ],
)
def test_what_is_no_colour_of_the_game_is_refused(live: LiveGame, edit: ColourEdit) -> None:
    before = files()
    with pytest.raises(NotWrittenError):
        write_colour(live, edit)
    assert files() == before


def test_colours_of_the_style_that_it_is_like_are_listed_and_defined_when_picked(
    live: LiveGame,
) -> None:
    before = STYLE.read_text("utf-8")
    (style,) = about_colours(live)
    assert {"name": "mist", "value": "#f2f2f5", "fixed": False, "of": "base"} in style["colours"]
    write_colour(live, ColourEdit(str(STYLE), "mist", "#123456"))
    assert STYLE.read_text("utf-8") == before.replace(
        'white: "#ffffff"}', 'white: "#ffffff", mist: "#123456"}'
    )
    (style,) = about_colours(live)
    assert {"name": "mist", "value": "#123456", "fixed": False} in style["colours"]


def test_the_tint_follows_the_accent_unless_it_is_named(live: LiveGame) -> None:
    for accent, own, tint in (
        ("#000000", "", "#e0e0e0"),
        ("#000000", ', accent-light: "#fedcba"', "#fedcba"),
    ):
        text = STYLE.read_text("utf-8")
        text = sub('accent: "[^"]*"(, accent-light: "[^"]*")?', f'accent: "{accent}"{own}', text)
        STYLE.write_text(text, "utf-8")
        live.update([STYLE.absolute()])
        edition = live.edition("en")
        assert edition is not None
        assert edition.renderer_of("coast").style.colours["accent-light"] == tint


def test_colours_that_nothing_uses_are_marked(live: LiveGame) -> None:
    def unused() -> set[str]:
        (style,) = about_colours(live)
        return {one["name"] for one in style["colours"] if one.get("unused")}

    assert unused() == set()
    tag = digest(CSV.read_bytes())
    written = write_edit(live, CSV.name, tag, SetCells((Cell(0, 2, "rger"),)))
    live.update([Path(one).absolute() for one in written.files])
    assert unused() == set()
    written = write_edit(live, CSV.name, written.tag, SetCells((Cell(0, 2, "Ärger"),)))
    live.update([Path(one).absolute() for one in written.files])
    assert unused() == {"rger"}
