"""Pictures that are dropped on the page: what is copied, what is written, what is refused."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from grouped import group_by_kind
from openpyxl import Workbook
from PIL import Image
from starlette.testclient import TestClient

from printnplay.build.new import start
from printnplay.faces.art_calls import ArtCall, art_calls
from printnplay.files.catalog import Catalog
from printnplay.preview.card_pictures import Field, about_art, write_field
from printnplay.preview.deck_tables import about_table, tables_of
from printnplay.preview.dropped_pictures import add_picture, replace_picture, safe_name
from printnplay.preview.edits import NotWrittenError, step_back, step_forward
from printnplay.preview.guard import PICTURE
from printnplay.preview.live import LiveGame
from printnplay.preview.pictures import about_pictures

from .conftest import client_of, preview_of

GAME = "coast"
CSV = Path("designs/coast/cards.csv")
CARDS = Path("designs/coast/cards.yaml")
ART = Path("designs/coast/art")
TEMPLATE = Path("templates/coast/picture-card.svg.j2")
STARS = "card/stars"
ON_STARS = Field(STARS, "art", "stars.svg")


def picture(kind: str = "PNG", size: tuple[int, int] = (300, 200)) -> bytes:
    stream = BytesIO()
    Image.new("RGB", size, "#88aacc").save(stream, kind)
    return stream.getvalue()


PNG = picture()


@pytest.fixture(scope="session")
def plain_coast(once: Callable[[str, Callable[[Path], None]], Path]) -> Path:
    """A new project whose table names pictures."""
    return once("project-coast", _make)


def _make(folder: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        start(Path(GAME), "csv")
    group_by_kind(folder / GAME)


@pytest.fixture
def coast(plain_coast: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it to work in."""
    folder = shutil.copytree(plain_coast / GAME, tmp_path / GAME)
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def live(coast: Path) -> LiveGame:
    return LiveGame(Catalog(coast), GAME, ["en"])


def art_of(live: LiveGame, key: str = STARS) -> dict[str, Any]:
    shown = live.face("en", key)
    assert shown
    return about_art(live, live.faces[key], shown)


def files() -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in Path().rglob("*") if path.is_file()}


def test_a_picture_on_a_card_is_a_file_and_a_cell_and_one_step(live: LiveGame) -> None:
    before = files()
    written, name = add_picture(live, PNG, r"C:\fakepath\Night Sky.png", ON_STARS)
    assert (written, name) == ([f"{ART}/Night-Sky.png", str(CSV)], "Night-Sky.png")
    csv = before[str(CSV)].replace(b"stars.svg", b"Night-Sky.png")
    after = {**before, str(CSV): csv, f"{ART}/Night-Sky.png": PNG}
    assert files() == after
    live.update([CSV.absolute()])
    (field,) = art_of(live)["fields"]
    assert (field["value"], field["width"], field["file"]) == (name, 300, f"{ART}/{name}")
    assert 109 < field["perInch"] < 111  # 200 pixels on 46 mm
    assert step_back(live).what == "put `Night-Sky.png` on `stars`"
    assert files() == before
    step_forward(live)
    assert files() == after


def test_what_others_have_changed_is_not_undone(live: LiveGame) -> None:
    add_picture(live, PNG, "sky.png", ON_STARS)
    (ART / "sky.png").write_bytes(PNG + b"more")
    after = files()
    with pytest.raises(NotWrittenError, match="another program or window has changed"):
        step_back(live)
    assert files() == after


def test_a_file_that_is_there_is_used_again_and_never_overwritten(live: LiveGame) -> None:
    other = picture(size=(30, 20))
    assert add_picture(live, PNG, "sky.png")[1] == "sky.png"
    assert add_picture(live, PNG, "SKY.PNG")[1] == "sky.png"
    assert add_picture(live, other, "Sky.png")[1] == "Sky-2.png"
    # The style comes first: a picture there would be shown instead.
    (TEMPLATE.parent / "art").mkdir()
    (TEMPLATE.parent / "art/map.png").write_bytes(other)
    assert add_picture(live, PNG, "map.png")[1] == "map-2.png"


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("../../../etc/passwd.png", "passwd.png"),
        ("..\\..\\x.png", "x.png"),
        (".htaccess.png", "htaccess.png"),
        ("....", "picture.png"),
        ("", "picture.png"),
        ("NUL", "picture-NUL.png"),
        ("com1.png", "picture-com1.png"),
        ("a\0b\nc.png", "a-b-c.png"),
        ("=cmd|x.png", "cmd-x.png"),
        ("Été à la mer.PNG", "Été-à-la-mer.png"),
        ("e\u0301te\u0301.png", "été.png"),
        ("photo.jpg", "photo.png"),
        ("x" * 300 + ".png", "x" * 60 + ".png"),
        ("v1.2.png", "v1.2.png"),
    ],
)
def test_names_are_made_safe(name: str, safe: str) -> None:
    assert safe_name(name, "image/png") == safe


REFUSED = {
    "text": (b"GIF, PNG, JPEG: all the same to me", "not a picture"),
    "cut": (PNG[:60], "cut short"),
    "script": (
        b'<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9">'
        b"<script>alert(1)</script></svg>",
        "script",
    ),
    "entity": (b'<!DOCTYPE svg [<!ENTITY x SYSTEM "/etc/passwd">]><svg>&x;</svg>', "DOCTYPE|doc"),
    "large": (PNG + bytes(PICTURE), "larger than 32 MiB"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_printed_is_refused(live: LiveGame, case: str) -> None:
    before, (content, why) = files(), REFUSED[case]
    with pytest.raises(NotWrittenError, match=why):
        add_picture(live, content, "x.png", ON_STARS)
    assert files() == before


@pytest.mark.parametrize("place", [".", ".."])
def test_nothing_is_written_through_links(live: LiveGame, coast: Path, place: str) -> None:
    target = coast / place / "moved"
    ART.rename(target)
    ART.symlink_to(target.absolute())
    before = files() | {"n": str(sorted(target.iterdir())).encode()}
    with pytest.raises(NotWrittenError, match="is a link"):
        add_picture(live, PNG, "x.png")
    assert files() | {"n": str(sorted(target.iterdir())).encode()} == before


def test_a_card_that_has_changed_meanwhile_keeps_the_other_change(live: LiveGame) -> None:
    CSV.write_bytes(CSV.read_bytes().replace(b"stars.svg", b"moon.svg"))
    before = files()
    with pytest.raises(NotWrittenError, match="has changed in its file"):
        add_picture(live, PNG, "sky.png", ON_STARS)
    assert files() == before


def test_the_page_says_what_is_missing(coast: Path) -> None:
    template = TEMPLATE.read_text("utf-8")
    TEMPLATE.write_text(template.replace('fit="cover"', "crop=card.part"), "utf-8")
    live = LiveGame(Catalog(coast), GAME, ["en"])
    (field,) = art_of(live)["fields"]
    assert field["focus"] == {"name": "focus", "value": "", "fixed": ""}
    assert field["crop"]["fixed"] == "cards.csv has no column `part`: add it on the tab Table."
    TEMPLATE.write_text(template.replace("card.art,", '"sea-" ~ card.art,'), "utf-8")
    live = LiveGame(Catalog(coast), GAME, ["en"])
    assert "makes the name of the file from `card.art`" in art_of(live)["why"]
    back = next(key for key in live.faces if key.startswith("back/"))
    assert art_of(live, back)["alone"]


def test_a_template_may_add_the_ending(coast: Path) -> None:
    CSV.write_bytes(CSV.read_bytes().replace(b".svg", b""))
    template = TEMPLATE.read_text("utf-8")
    TEMPLATE.write_text(template.replace("card.art,", 'card.art ~ ".svg",'), "utf-8")
    live = LiveGame(Catalog(coast), GAME, ["en"])
    (field,) = art_of(live)["fields"]
    assert (field["value"], field["file"]) == ("stars", f"{ART}/stars.svg")
    before, on_stars = files(), Field(STARS, "art", "stars")
    with pytest.raises(NotWrittenError, match=r"adds `\.svg` to the name"):
        add_picture(live, PNG, "sky.png", on_stars)
    assert files() == before
    add_picture(live, (ART / "whale.svg").read_bytes() + b"\n", "Whale.svg", on_stars)
    assert CSV.read_bytes() == before[str(CSV)].replace(b",stars,Clear", b",Whale-2,Clear")


def test_focus_and_crop_are_cells(coast: Path) -> None:
    lines = CSV.read_text("utf-8").splitlines()
    head = f"{lines[0]},focus,crop"
    CSV.write_text("\n".join([head, *(f"{line},," for line in lines[1:])]), "utf-8")
    template = TEMPLATE.read_text("utf-8")
    new = 'fit="cover", focus=card.focus, crop=card["crop"]'
    TEMPLATE.write_text(template.replace('fit="cover"', new), "utf-8")
    live = LiveGame(Catalog(coast), GAME, ["en"])
    add_picture(live, PNG, "sky.png", ON_STARS)
    before = CSV.read_bytes()
    write_field(live, Field(STARS, "crop", ""), "10 0 30 100")
    write_field(live, Field(STARS, "focus", ""), "50 20")
    row = next(line for line in before.splitlines() if line.startswith(b"stars"))
    assert CSV.read_bytes() == before.replace(row, row[:-1] + b"50 20,10 0 30 100")
    live.update([CSV.absolute()])
    shown = live.face("en", STARS)
    assert shown
    (field,) = art_of(live)["fields"]
    assert field["perInch"] == pytest.approx(90 * 25.4 / 55.5, abs=1)  # 90 pixels on 55.5 mm
    assert [fault.code.id for fault in shown.faults] == ["PNP429"]
    with pytest.raises(NotWrittenError):
        write_field(live, Field(STARS, "kind", "deed"), "place")


TREES = {
    "deck.yaml": "one: {kind: deed, cost: 1}  # x\ntwo: {kind: place, cost: 2, art: whale.svg}\n",
    "deck.json": (
        '[{"id": "one", "kind": "deed", "cost": 1},\n'
        ' {"id": "two", "kind": "place", "cost": 2, "art": "whale.svg"}]\n'
    ),
}


@pytest.mark.parametrize("file", TREES)
def test_a_row_that_lacks_the_field_gets_it(coast: Path, file: str) -> None:
    table = CARDS.with_name(file)
    text = TREES[file]
    table.write_text(text, "utf-8")
    with CARDS.open("a", encoding="utf-8") as cards:
        cards.write(f"deck: {{template: picture-card, rows: {file}}}\n")
    live = LiveGame(Catalog(coast), GAME, ["en"])
    add_picture(live, PNG, "one.png", Field("card/one", "art", ""))
    add_picture(live, picture(size=(9, 9)), "two.png", Field("card/two", "art", "whale.svg"))
    new = ', art: "one.png"' if file == "deck.yaml" else ', "art": "one.png"'
    meant = text.replace("}", f"{new}}}", 1).replace("whale.svg", "two.png")
    assert table.read_text("utf-8") == meant


@pytest.mark.at_leisure
def test_cells_of_a_workbook_are_left_to_its_program(coast: Path) -> None:
    workbook = Workbook()
    for line in CSV.read_text("utf-8").splitlines():
        workbook.active.append(line.split(",", 6))
    workbook.save(CSV.with_suffix(".xlsx"))
    CARDS.write_text(CARDS.read_text("utf-8").replace("cards.csv", "cards.xlsx"), "utf-8")
    live = LiveGame(Catalog(coast), GAME, ["en"])
    assert "cards.xlsx is a workbook" in art_of(live)["fields"][0]["fixed"]
    before = files()
    with pytest.raises(NotWrittenError, match="is a workbook"):
        add_picture(live, PNG, "sky.png", ON_STARS)
    assert files() == before


def test_a_picture_in_yaml_is_written_there(coast: Path) -> None:
    with CARDS.open("a", encoding="utf-8") as cards:
        cards.write('gull: {template: picture-card, fields: {kind: place, art: "whale.svg"}} # x\n')
    before = CARDS.read_text("utf-8")
    live = LiveGame(Catalog(coast), GAME, ["en"])
    field = Field("card/gull", "art", "whale.svg")
    assert add_picture(live, PNG, "gull.png", field)[0] == [f"{ART}/gull.png", str(CARDS)]
    assert CARDS.read_text("utf-8") == before.replace("whale.svg", "gull.png")


def test_a_value_of_the_back_is_not_taken_for_that_of_the_front(coast: Path) -> None:
    with CARDS.open("a", encoding="utf-8") as cards:
        fields = 'fields: {kind: place, art: "whale.svg"}, back: {art: storm.svg}'
        cards.write(f"gull: {{template: picture-card, {fields}}}\n")
    game = CARDS.with_name("game.yaml")
    group = "sheets:\n  - {id: gulls, where: {family: gull}, backs: own}"
    game.write_text(game.read_text("utf-8").replace("sheets:", group), "utf-8")
    before = files()
    live = LiveGame(Catalog(coast), GAME, ["en"])
    with pytest.raises(NotWrittenError, match="has changed"):
        add_picture(live, PNG, "gull.png", Field("card/gull", "art", "whale.svg"))
    assert files() == before
    add_picture(live, PNG, "gull.png", Field("card/gull/back", "art", "storm.svg"))
    assert b"back: {art: gull.png}" in CARDS.read_bytes()


CALLS = {
    "{{ art(card.art, 1, 2, 3, 4) }}": [ArtCall("art")],
    '{{ art(card["art"], 1, 2, 3, 4, focus=card.at, crop=card.part) }}': [
        ArtCall("art", "at", "part")
    ],
    '{{ flow([image(card.icon or "none.svg", height=5)], 1, 2, 3, 4) }}': [ArtCall("icon")],
    '{{ art("sea.svg", 1, 2, 3, 4) }}{{ card.art }}': [],
    '{{ art(card.art ~ ".png", 1, 2, 3, 4) }}': [ArtCall("art", ending=".png")],
    '{{ art("big/" ~ card.art, 1, 2, 3, 4) }}': [ArtCall("art", made=True)],
    "{% if %}": [],
}


@pytest.mark.parametrize("source", CALLS)
def test_templates_say_which_fields_name_pictures(source: str) -> None:
    assert [*art_calls(source)] == CALLS[source]


def test_the_list_says_where_pictures_are_used(live: LiveGame) -> None:
    add_picture(live, PNG, "sky.png", ON_STARS)
    live.update([CSV.absolute()])
    found = {one["name"]: one for one in about_pictures(live, uses=True)["pictures"]}
    assert found["sky.png"]["uses"] == ["stars"]
    assert 109 < found["sky.png"]["perInch"] < 111
    assert found["stars.svg"]["uses"] == []
    uses = {
        "lighthouse",
        "cover",
        "box-front",
        "templates/coast/box.svg.j2",
        "templates/coast/cover.svg.j2",
    }
    assert {*found["lighthouse.svg"]["uses"]} == uses


def test_a_picture_is_replaced_by_one_of_its_type(live: LiveGame) -> None:
    file, new = f"{ART}/sky.png", picture(size=(600, 400))
    add_picture(live, PNG, "sky.png")
    with pytest.raises(NotWrittenError, match="not of the type"):
        replace_picture(live, picture("JPEG"), file)
    with pytest.raises(NotWrittenError, match="no picture"):
        replace_picture(live, new, str(CSV))
    replace_picture(live, new, file)
    assert Path(file).read_bytes() == new
    step_back(live)
    assert Path(file).read_bytes() == PNG


FILE = {"content-type": "application/octet-stream"}


@pytest.fixture
def page(coast: Path, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    monkeypatch.setattr("printnplay.preview.running.faults_of", lambda _: [])
    return client_of(preview_of(coast, (GAME,)))


def test_only_the_page_may_send_files(page: TestClient, coast: Path) -> None:
    before, address = files(), f"/game/{GAME}/picture?name=x.png"
    with page:
        for headers in ({"origin": "http://evil.example"}, {"content-type": "image/png"}):
            assert page.post(address, content=PNG, headers=FILE | headers).status_code == 403
        large = FILE | {"content-length": str(PICTURE + 1)}
        assert page.post(address, content=PNG, headers=large).status_code == 400
        assert page.post(f"/game/{GAME}/step", content=b"{}", headers=FILE).status_code == 400
        assert page.post(address, json={}).status_code == 400
        for other in (CSV, "../../etc/passwd", f"{ART}/../cards.csv"):
            assert page.get(f"/game/{GAME}/picture", params={"file": str(other)}).status_code == 404
        assert files() == before
        assert page.post(address, content=PNG, headers=FILE).json()["name"] == "x.png"
        small = page.get(f"/game/{GAME}/picture", params={"file": f"{ART}/x.png"})
        assert (small.headers["content-type"], small.content[:4]) == ("image/png", b"\x89PNG")
    with client_of(preview_of(coast, (GAME,), read_only=True)) as page:
        assert page.post(address, content=PNG, headers=FILE).json()["error"].endswith("read-only")
        said = {"field": {"face": STARS, "name": "art", "before": "stars.svg"}, "value": "x.png"}
        assert page.post(f"/game/{GAME}/art", json=said).status_code == 403


def test_a_column_of_pictures_has_them_as_choices(live: LiveGame) -> None:
    (table,) = tables_of(live)
    about = about_table(live, table.file, "", ())
    assert about
    types = {column["name"]: column["type"] for column in about["columns"]}
    assert types["art"]["kind"] == "picture"
    assert set(types["art"]["choices"]) >= {"lighthouse.svg", "stars.svg"}
    assert types["id"] is None
