"""Pictures on backs and covers, and focus and crop that the template does not ask for yet."""

from __future__ import annotations

from pathlib import Path

import pytest

from printnplay.preview.card_pictures import Field, write_field
from printnplay.preview.dropped_pictures import add_picture, delete_picture
from printnplay.preview.edits import NotWrittenError, step_back
from printnplay.preview.live import LiveGame
from printnplay.preview.own_templates import Owned, own_template

from .test_art import ART, CARDS, CSV, PNG, STARS, TEMPLATE, art_of, coast, files, live, plain_coast

__all__ = ["coast", "live", "plain_coast"]

STYLE = Path("templates/coast")


def face_of(live: LiveGame, kind: str) -> str:
    return next(key for key, face in live.faces.items() if face.kind == kind)


def put(live: LiveGame, key: str) -> dict[str, bytes]:
    """The files that a picture on a face changes, which Undo takes back."""
    before = files()
    written, _ = add_picture(live, PNG, "own.png", Field(key, "", "", "en"))
    after = files()
    changed = {name: after[name] for name in after if after[name] != before.get(name)}
    assert changed.keys() == {*written}
    live.update([Path(name).absolute() for name in changed])
    shown = live.face("en", key)
    assert shown is not None
    assert not shown.broken
    assert [Path(art.file).name for art in shown.art] == ["own.png"]
    step_back(live)
    assert files() == before
    del changed[f"{ART}/own.png"]
    return changed


def test_a_back_becomes_the_picture(live: LiveGame) -> None:
    (source,) = put(live, face_of(live, "back")).values()
    call = b'{{ art("own.png", -bleed, -bleed, extent.width, extent.height, fit="cover") }}'
    assert source.splitlines()[2] == call


def test_a_cover_and_a_box_change_their_picture(live: LiveGame) -> None:
    for key, name in {"cover/cover": "cover.svg.j2", "box/front": "box.svg.j2"}.items():
        old = (STYLE / name).read_bytes()
        assert put(live, key) == {
            str(STYLE / name): old.replace(b'"lighthouse.svg"', b'"own.png"', 1)
        }


def test_a_cover_of_printnplay_gets_the_picture_above_its_ground(live: LiveGame) -> None:
    (changed,) = put(live, "cover/cover-back").items()
    assert changed[0] == str(STYLE / "cover-back.svg.j2")
    drawn = [line for line in changed[1].splitlines() if line.startswith((b"<rect", b"{{ art"))]
    assert drawn[1].startswith(b'{{ art("own.png", -bleed')


def test_a_template_of_printnplay_is_copied_once(live: LiveGame) -> None:
    before = files()
    file = own_template(live, Owned("en", "cover/cover-back"))
    after = files()
    assert after.keys() - before.keys() == {file} == {str(STYLE / "cover-back.svg.j2")}
    live.update([Path(file).absolute()])
    with pytest.raises(NotWrittenError, match="in the style of the game already"):
        own_template(live, Owned("en", "cover/cover-back"))
    step_back(live)
    assert files() == before


@pytest.mark.parametrize(("kind", "value"), [("focus", "20 30"), ("crop", "10 10 50 50")])
def test_a_focus_and_a_crop_are_written_with_what_asks_for_them(
    live: LiveGame, kind: str, value: str
) -> None:
    before = files()
    (field,) = art_of(live)["fields"]
    assert field[kind] == {"name": kind, "value": "", "fixed": ""}
    assert write_field(live, Field(STARS, kind, ""), value) == [str(TEMPLATE), str(CSV)]
    lines = before[str(CSV)].decode().splitlines(keepends=True)
    rows = [
        line.replace("\n", f",{kind if not at else value if line.startswith('stars') else ''}\n")
        for at, line in enumerate(lines)
    ]
    template = before[str(TEMPLATE)].replace(
        b'fit="cover")', f'fit="cover", {kind}=card.{kind})'.encode(), 1
    )
    assert files() == {**before, str(CSV): "".join(rows).encode(), str(TEMPLATE): template}
    live.update([CSV.absolute(), TEMPLATE.absolute()])
    shown = live.face("en", STARS)
    assert shown is not None
    assert not shown.broken
    assert art_of(live)["fields"][0][kind]["value"] == value
    step_back(live)
    assert files() == before


def test_cards_of_a_family_share_a_new_focus(live: LiveGame) -> None:
    CARDS.write_text(
        "card: {template: picture-card, rows: cards.csv}\n"
        "hero:\n  template: picture-card\n  fields: {kind: place, art: whale.svg, cost: '1'}\n"
        "  id: hero\n",
        "utf-8",
    )
    texts = Path("locales/en/coast.yaml")
    texts.write_text(texts.read_text("utf-8") + "  cards: {hero: {name: A, rule: B}}\n", "utf-8")
    live.update([CARDS.absolute()])
    assert not live.faults
    cards = CARDS.read_text("utf-8")
    written = write_field(live, Field("card/hero", "focus", ""), "5 5")
    assert written == [str(TEMPLATE), str(CSV), str(CARDS)]
    assert CARDS.read_text("utf-8") == cards.replace("cost: '1'}", "cost: '1', focus: \"5 5\"}")
    assert CSV.read_text("utf-8").startswith("id,copies,kind,cost,art,name,rule,focus\n")
    live.update([path.absolute() for path in (TEMPLATE, CSV, CARDS)])
    for key in ("card/hero", STARS):
        shown = live.face("en", key)
        assert shown is not None
        assert not shown.broken


def test_what_cannot_take_a_focus_says_why(live: LiveGame) -> None:
    source = TEMPLATE.read_text("utf-8").replace("{{ art(card.art, 4", "{{ art(card.art, 2 + 2 * 1")
    source = source.replace("{{ art(card.art", "{% for _ in [1] %}{{ art(card.art", 1)
    TEMPLATE.write_text(
        source.replace('fit="cover") }}', 'fit="cover") }}{% endfor %}', 1), "utf-8"
    )
    live.update([TEMPLATE.absolute()])
    (field,) = art_of(live)["fields"]
    assert "it is drawn in a loop" in field["focus"]["fixed"]
    with pytest.raises(NotWrittenError, match="loop"):
        write_field(live, Field(STARS, "focus", ""), "20 30")


def test_a_picture_that_nothing_uses_is_deleted_and_comes_back(live: LiveGame) -> None:
    before = files()
    file = str(ART / "spare.png")
    Path(file).write_bytes(PNG)
    assert delete_picture(live, file) == file
    assert files() == before
    step_back(live)
    assert files() == {**before, file: PNG}


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("file", "why"),
    [
        (ART / "whale.svg", r"`whale.svg` is used: whale"),
        (ART / "lighthouse.svg", r"is used: lighthouse, cover, box-front"),
        (ART / "hidden.png", r"is used: designs/coast/cards.csv"),
        (CSV, "not a picture of this game"),
        (Path("templates/coast/x.png"), "not a picture of this game"),
    ],
)
def test_a_picture_in_use_or_elsewhere_stays(live: LiveGame, file: Path, why: str) -> None:
    for path in (ART / "hidden.png", Path("templates/coast/x.png")):
        path.write_bytes(PNG)
    with CSV.open("a", encoding="utf-8") as table:
        table.write("later,0,deed,1,hidden.png,Later,Not yet.\n")
    live.update([CSV.absolute()])
    before = files()
    with pytest.raises(NotWrittenError, match=why):
        delete_picture(live, str(file))
    assert files() == before
