"""The boxes of a face on the page, and edits of its template, with the bytes of all files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from printnplay.build.new import start
from printnplay.faces.box_edits import CopyBox, DeleteBox, OrderBox, SetBox
from printnplay.faces.template_files import SIZE
from printnplay.files.catalog import Catalog
from printnplay.kernel import codes
from printnplay.preview.card_pictures import Field, write_field
from printnplay.preview.dropped_pictures import add_picture
from printnplay.preview.edits import NotWrittenError, step_back, step_forward
from printnplay.preview.journal import digest
from printnplay.preview.layout_edits import Asked, Edit, NewBox, write_layout
from printnplay.preview.layouts import about_layout
from printnplay.preview.live import LiveGame
from printnplay.preview.table_writing import write_edit
from printnplay.tables.table_edits import Cell, SetCells

from .conftest import client_of, preview_of
from .test_art import CSV, GAME, STARS, TEMPLATE, coast, files, live, picture, plain_coast

pytestmark = pytest.mark.sampled(4)

__all__ = ["coast", "live", "plain_coast"]

NAME = (
    '{{ fit_title(t("cards." ~ card.id ~ ".name"), 7, 48, size.width - 14, 10, colour="white") }}'
)


def about(live: LiveGame, key: str = STARS) -> dict[str, Any]:
    found = about_layout(live, "en", key)
    assert found
    return found


def index_of(live: LiveGame, kind: str, label: str) -> int:
    boxes = about(live)["files"][-1]["boxes"]
    return next(
        index for index, box in enumerate(boxes) if (box["kind"], box["label"]) == (kind, label)
    )


def write(live: LiveGame, edit: Edit, key: str = STARS) -> None:
    of = about(live, key)["files"][-1]
    file = write_layout(live, Asked("en", key, of["file"], of["tag"], edit))
    live.update([Path(file).absolute()])


def test_the_boxes_of_a_face_are_told_with_what_it_can_show(live: LiveGame) -> None:
    told = about(live)
    (file,) = told["files"]
    assert (file["file"], file["faces"], file["fixed"]) == (str(TEMPLATE), 8, "")
    found = {(box["kind"], box["label"]): box for box in file["boxes"]}
    name = found["title", "name"]
    assert name["numbers"] == {"x": 7, "y": 48, "width": 49.5, "height": 10}
    assert {one["name"]: one["value"] for one in name["options"]}["colour"] == "white"
    assert name["place"]["line"] == 8
    assert "points and no box" in found["path", ""]["why"]
    assert told["texts"] == ["name", "rule"]
    assert told["fields"] == ["kind", "cost", "art"]
    assert "stars.svg" in told["pictures"]
    assert about_layout(live, "en", "card/none") is None


def test_an_edit_is_one_of_the_file_and_a_step(live: LiveGame) -> None:
    before = files()
    write(live, SetBox(index_of(live, "title", "name"), {"y": 50, "width": 40}))
    new = NAME.replace("48, size.width - 14", "50, size.width - 23.5")
    after = before | {str(TEMPLATE): before[str(TEMPLATE)].replace(NAME.encode(), new.encode())}
    assert files() == after != before
    assert step_back(live).what == "move the title"
    assert files() == before
    step_forward(live)
    assert files() == after


NEW: dict[str, tuple[NewBox, str]] = {
    "text": (
        NewBox("text", "text", "rule", 5, 6, 7, 8),
        '{{ textbox(t("cards." ~ card.id ~ ".rule"), 5, 6, 7, 8) }}',
    ),
    "words": (
        NewBox("title", "words", 'Say "no" \\ }} {% {{', 5, 6, 7, 8),
        '{{ fit_title("Say \\"no\\" \\\\ }} {% {{", 5, 6, 7, 8) }}',
    ),
    "stack": (
        NewBox("stack", "field", "cost", 5, 6, 7, 8),
        "{{ flow([text(card.cost)], 5, 6, 7, 8, gap=2) }}",
    ),
    "picture": (
        NewBox("picture", "file", "stars.svg", 5, 6, 7, 8),
        '{{ art("stars.svg", 5, 6, 7, 8, fit="cover") }}',
    ),
    "icon": (NewBox("icon", "icon", "time", 5, 6, 7, 7), '{{ icon("time", 5, 6, 7) }}'),
    "rectangle": (
        NewBox("rectangle", "colour", "sand", 5, 6, 7, 8),
        '<rect x="5" y="6" width="7" height="8" fill="{{ colours["sand"] }}"/>',
    ),
}


@pytest.mark.parametrize("case", NEW)
def test_new_boxes_are_lines_of_the_template_that_render(live: LiveGame, case: str) -> None:
    before, (edit, code) = files(), NEW[case]
    write(live, edit)
    old = before[str(TEMPLATE)]
    assert files() == before | {str(TEMPLATE): old.replace(b"</svg>", f"{code}\n</svg>".encode())}
    shown = live.face("en", STARS)
    assert shown
    found = {fault.code for fault in shown.faults}
    assert not found & {codes.TEMPLATE_FAILS, codes.NOT_XML, codes.UNKNOWN_TEMPLATE}
    step_back(live)
    assert files() == before


def test_a_text_that_not_all_cards_have_is_optional(live: LiveGame) -> None:
    text = CSV.read_text("utf-8").splitlines()
    rows = [f"{text[0]},hint@en", *(f"{row},{'Look' * ('stars' in row)}" for row in text[1:])]
    CSV.write_text("\n".join([*rows, ""]), "utf-8")
    live.update([CSV.absolute()])
    write(live, NewBox("text", "text", "hint", 5, 6, 40, 9))
    box = '5, 6, 40, 9, colour="white"'  # it lies on a picture of the night
    new = f'{{{{ textbox(t("cards." ~ card.id ~ ".hint", optional=True), {box}) }}}}'
    assert new in TEMPLATE.read_text("utf-8")
    for key in live.faces:
        shown = live.face("en", key)
        assert shown is None or not shown.faults, key


@pytest.mark.parametrize(
    "edit",
    [
        NewBox("text", "text", "none", 1, 2, 3, 4),
        NewBox("title", "field", 'x"] }}', 1, 2, 3, 4),
        NewBox("picture", "file", "../../game.yaml", 1, 2, 3, 4),
        NewBox("icon", "icon", "nothing", 1, 2, 3, 4),
        NewBox("rectangle", "colour", '#fff"/><script>', 1, 2, 3, 4),
        NewBox("rectangle", "words", '"/><script>', 1, 2, 3, 4),
        NewBox("text", "colour", "ink", 1, 2, 3, 4),
        NewBox("text", "words", "a\0b", 1, 2, 3, 4),
        DeleteBox(99),
        SetBox(0, {"x": 1e300}),
        SetBox(0, {}, {"fill": "ink"}),
    ],
)
def test_others_are_refused(live: LiveGame, edit: Edit) -> None:
    before = files()
    with pytest.raises(NotWrittenError):
        write(live, edit)
    assert files() == before


def test_what_others_have_changed_is_not_overwritten(live: LiveGame) -> None:
    told = about(live)["files"][-1]
    TEMPLATE.write_bytes(TEMPLATE.read_bytes() + b"\n")
    before = files()
    with pytest.raises(NotWrittenError, match="another program or window has changed"):
        write_layout(live, Asked("en", STARS, told["file"], told["tag"], DeleteBox(0)))
    with pytest.raises(NotWrittenError, match="not a template of"):
        write_layout(live, Asked("en", STARS, "game.yaml", told["tag"], DeleteBox(0)))
    assert files() == before


def test_a_template_that_would_be_too_large_to_read_stays(live: LiveGame) -> None:
    old = TEMPLATE.read_bytes()
    TEMPLATE.write_bytes(old + b"<!--" + b"x" * (SIZE - len(old) - 10) + b"-->")
    before = files()
    with pytest.raises(NotWrittenError, match="at most 1,000,000 bytes"):
        write(live, NewBox("rectangle", "colour", "ink", 1, 2, 3, 4))
    assert files() == before


def test_line_ends_and_a_byte_order_mark_stay(live: LiveGame) -> None:
    old = b"\xef\xbb\xbf" + TEMPLATE.read_bytes().replace(b"\n", b"\r\n")
    TEMPLATE.write_bytes(old)
    live.update([TEMPLATE.absolute()])
    write(live, SetBox(index_of(live, "title", "name"), {"x": 8}))
    assert TEMPLATE.read_bytes() == old.replace(b'.name"), 7,', b'.name"), 8,')


def box_step(live: LiveGame, random: Random) -> Sequence[str]:
    """A box that is moved, ordered, added, copied or deleted."""
    of = about(live)["files"][-1]
    boxes = of["boxes"]
    at = random.randrange(len(boxes))
    edits: list[Edit] = [
        SetBox(at, {name: random.uniform(0, 60) for name in boxes[at]["numbers"]}),
        OrderBox(at, random.random() < 0.5),
        NewBox("rectangle", "colour", "ink", *(random.uniform(1, 50) for _ in range(4))),
        CopyBox(at) if len(boxes) < 20 else DeleteBox(at),
    ]
    return [write_layout(live, Asked("en", STARS, of["file"], of["tag"], random.choice(edits)))]


def cell_step(live: LiveGame, random: Random) -> Sequence[str]:
    """A cell of a text or a number that is changed."""
    row, column = random.randrange(8), random.choice([1, 3, 5, 6])
    text = str(random.randrange(1, 9)) if column < 5 else random.choice(["Wait", 'a, "b"', "Über"])
    edit = SetCells((Cell(row, column, text),))
    return write_edit(live, CSV.name, digest(CSV.read_bytes()), edit).files


def picture_step(live: LiveGame, random: Random) -> Sequence[str]:
    """A picture that is put on a card or a back, or dropped there."""
    backs = (key for key in live.faces if key.startswith("back/"))
    face = live.faces[random.choice([STARS, next(backs)])]
    name = "art" if face.card else ""
    field = Field(face.key, name, face.card.fields["art"] if face.card else "", "en")
    if random.random() < 0.2:
        size = (random.randrange(1, 9), 9)
        return add_picture(live, picture(size=size), "dropped.png", field)[0]
    return write_field(live, field, random.choice(["whale.svg", "storm.svg", "cargo.svg"]))


@pytest.mark.at_leisure
def test_random_edits_are_undone_to_the_same_bytes(live: LiveGame) -> None:
    random, states = Random(43), [TEMPLATE.read_bytes()]
    for _ in range(1000):
        try:
            box_step(live, random)
        except NotWrittenError:
            assert TEMPLATE.read_bytes() == states[-1]
        if TEMPLATE.read_bytes() != states[-1]:
            states.append(TEMPLATE.read_bytes())
    assert len(states) > 400
    for state in states[-2::-1]:
        step_back(live)
        assert TEMPLATE.read_bytes() == state
    for state in states[1:]:
        step_forward(live)
        assert TEMPLATE.read_bytes() == state


@pytest.mark.at_leisure
def test_random_steps_of_all_kinds_are_undone_to_the_same_bytes(live: LiveGame) -> None:
    random, states = Random(43), [files()]
    for _ in range(40):
        step = random.choice([box_step, cell_step, picture_step])
        try:
            live.update([Path(file).absolute() for file in step(live, random)])
        except NotWrittenError:
            assert files() == states[-1]
        if files() != states[-1]:
            states.append(files())
    assert len(states) > 20
    for state in states[-2::-1]:
        step_back(live)
        assert files() == state
    for state in states[1:]:
        step_forward(live)
        assert files() == state


def test_a_side_has_the_boxes_of_the_template_that_it_extends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    start(Path("words"), "flashcards")
    monkeypatch.chdir(tmp_path / "words")
    live = LiveGame(Catalog(Path.cwd()), "words", ["en"])
    key = next(iter(live.faces))
    outer, own = about(live, key)["files"]
    assert (outer["file"], own["file"]) == (
        "templates/words/layout.svg.j2",
        "templates/words/question.svg.j2",
    )
    assert outer["faces"] == 2 * own["faces"]
    before = files()
    write(live, SetBox(0, {"x": 7}), key)
    moved = before[own["file"]].replace(b"english, 3,", b"english, 7,")
    assert files() == before | {own["file"]: moved}


def test_a_style_that_ships_is_not_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    start(Path("city"), "cards")
    root = tmp_path / "city"
    monkeypatch.chdir(root)
    (root / "templates/city/card.svg.j2").unlink()
    (root / "templates/city/style.yaml").write_text("like: noir\n", "utf-8")
    cards = root / "designs/city/cards.csv"
    cards.write_text(cards.read_text("utf-8").replace("text@en", "rule@en"), "utf-8")
    live = LiveGame(Catalog(root), "city", ["en"])
    key = next(iter(live.faces))
    (file,) = about(live, key)["files"]
    assert "comes with printnplay" in file["fixed"]
    assert any(box["kind"] == "frame.plate" and box["numbers"] for box in file["boxes"])
    with pytest.raises(NotWrittenError, match="comes with printnplay"):
        write(live, SetBox(2, {"x": 7}), key)


@pytest.fixture
def page(coast: Path, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    monkeypatch.setattr("printnplay.preview.running.faults_of", lambda _: [])
    return client_of(preview_of(coast, (GAME,)))


def test_the_page_asks_and_writes(page: TestClient, coast: Path) -> None:
    address = f"/game/{GAME}/layout"
    with page:
        told = page.get(f"{address}/en/{STARS}").json()["files"][-1]
        said = {"language": "en", "face": STARS, "file": told["file"], "tag": told["tag"]}
        edit = {"do": "set", "box": 5, "numbers": {"x": 9}}
        answer = page.post(address, json={**said, "edit": edit}).json()
        assert answer["layout"]["files"][-1]["boxes"][5]["numbers"]["x"] == 9
        assert page.post(address, json={**said, "edit": edit}).status_code == 409
        assert page.post(address, json={**said, "edit": {"do": "x"}}).status_code == 400
        assert page.get(f"{address}/en/card/none").status_code == 404
    with client_of(preview_of(coast, (GAME,), read_only=True)) as page:
        assert page.post(address, json={**said, "edit": edit}).status_code == 403


def test_a_new_text_on_a_dark_back_can_be_read(live: LiveGame) -> None:
    back = next(key for key in live.faces if key.startswith("back/"))
    write(live, NewBox("text", "words", "Draw", 10, 10, 40, 10), back)
    source = Path("templates/coast/back.svg.j2").read_text("utf-8")
    assert '{{ textbox("Draw", 10, 10, 40, 10, colour="white") }}' in source
    shown = live.face("en", back)
    assert shown is not None
    assert codes.TEXT_FAINT not in {fault.code for fault in shown.faults}
