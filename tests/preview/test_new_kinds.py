"""A new kind of component, and a back for cards without one: edits of files, and one step."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from printnplay.build.new import start
from printnplay.files.catalog import Catalog
from printnplay.preview.edits import NotWrittenError, step_back
from printnplay.preview.groups import GroupEdit, about_groups, edit_group
from printnplay.preview.live import LiveGame
from printnplay.preview.new_kinds import NewBack, NewKind, about_kinds, add_back, add_kind, back_of

from .test_art import coast, files, live, plain_coast

__all__ = ["coast", "live", "plain_coast"]

GAME = Path("designs/coast/game.yaml")
STARS = "card/stars"


def after(live: LiveGame, written: list[str]) -> None:
    live.update([Path(name).absolute() for name in written])
    assert not live.faults
    for key in live.faces:
        shown = live.face("en", key)
        assert shown is not None
        assert not shown.broken


def test_a_new_kind_begins_as_a_copy(live: LiveGame) -> None:
    before = files()
    written, card = add_kind(live, NewKind("en", STARS, "Big Event", "tarot", "tiles"))
    now = files()
    new = {name: now[name].decode() for name in now if now[name] != before.get(name)}
    old = {name: before.get(name, b"").decode() for name in new}
    assert card == "big-event-1"
    assert new == {
        "templates/coast/big-event.svg.j2": before["templates/coast/picture-card.svg.j2"].decode(),
        "designs/coast/big-event.csv": "id,copies,kind,cost,art,name@en,rule@en\n"
        "big-event-1,1,deed,1,stars.svg,Clear Night,"
        "Take a card from the discard pile into your hand.\n",
        "designs/coast/cards.yaml": old["designs/coast/cards.yaml"]
        + "big-event: {template: big-event, rows: big-event.csv}\n",
        str(GAME): old[str(GAME)].replace(
            "  - {id: places",
            "  - {id: big-event, where: {family: big-event}, backs: yes, card: tarot,"
            " component: tiles}\n  - {id: places",
        ),
        "locales/en/coast.yaml": old["locales/en/coast.yaml"].replace(
            'deeds: "Deeds"}', 'deeds: "Deeds", big-event: "Big Event"}', 1
        ),
    }
    after(live, written)
    assert live.faces["card/big-event-1"].size.width == 69_850
    with pytest.raises(NotWrittenError, match="named `big-event` already"):
        add_kind(live, NewKind("en", STARS, "big event"))
    step_back(live)
    assert files() == before


@pytest.mark.parametrize(
    ("title", "size", "component"),
    [("", "", "cards"), ("日本", "", "cards"), ("Con", "", "cards"), ("New", "huge", "cards")],
)
def test_what_is_no_kind_is_refused(live: LiveGame, title: str, size: str, component: str) -> None:
    before = files()
    with pytest.raises(NotWrittenError):
        add_kind(live, NewKind("en", STARS, title, size, component))
    assert files() == before


@pytest.fixture(scope="session")
def plain_cards(once: Callable[[str, Callable[[Path], None]], Path]) -> Path:
    """A new project whose cards have no back."""

    def make(folder: Path) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(folder)
            start(Path("deck"), "cards")

    return once("project-new-kinds", make)


def test_cards_without_a_back_get_one(
    plain_cards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from shutil import copytree

    folder = copytree(plain_cards / "deck", tmp_path / "deck")
    monkeypatch.chdir(folder)
    live = LiveGame(Catalog(folder), "deck", ["en"])
    face = live.faces["card/miller"]
    assert about_kinds(live, face)["lacksBack"]
    before = files()
    file = add_back(live, NewBack(face.key))
    now = files()
    assert now[file] == before[file].replace(b"{family: card}}", b'{family: card}, backs: "yes"}')
    assert now == {**before, file: now[file]}
    after(live, [file])
    assert not about_kinds(live, live.faces[face.key])["lacksBack"]
    assert live.faces[back_of(live, face.key)].kind == "back"
    written, _ = add_kind(live, NewKind("en", face.key, "Event"))
    after(live, written)
    assert "card/event-1" in live.faces


TEXTS = Path("locales/en/coast.yaml")
PLACES, DEEDS = "{id: places, where: {kind: place}", "{id: deeds, where: {kind: deed}"

CHANGES = {
    "another title": (
        GroupEdit("set", "places", "Sites"),
        (),
        (
            (
                'places: "Places", deeds: "Deeds"}\n\n  cover',
                'places: "Sites", deeds: "Deeds"}\n\n  cover',
            ),
        ),
    ),
    "other cards": (
        GroupEdit("set", "places", "Places", "cost", "3"),
        ((PLACES, "{id: places, where: {cost: 3}"),),
        (),
    ),
    "a new one that takes cards of another": (
        GroupEdit("add", "", "Dear Places", "cost", "3"),
        ((PLACES, f"{{id: dear-places, where: {{cost: 3}}, backs: yes}}\n  - {PLACES}"),),
        (('deeds: "Deeds"}\n\n  cover', 'deeds: "Deeds", dear-places: "Dear Places"}\n\n  cover'),),
    ),
    "a new one for cards without any": (
        GroupEdit("add", "", "Animals", "kind", "animal"),
        (
            (
                f"{DEEDS}, backs: yes}}",
                f"{DEEDS}, backs: yes}}\n  - {{id: animals, where: {{kind: animal}}, backs: yes}}",
            ),
        ),
        (('deeds: "Deeds"}\n\n  cover', 'deeds: "Deeds", animals: "Animals"}\n\n  cover'),),
    ),
    "one less, without its title": (
        GroupEdit("remove", "places"),
        ((f"  - {PLACES}, backs: yes}}\n", ""),),
        (('{places: "Places", deeds: "Deeds"}\n\n  cover', '{deeds: "Deeds"}\n\n  cover'),),
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_groups_are_changed_added_and_removed(live: LiveGame, name: str) -> None:
    edit, in_game, in_texts = CHANGES[name]
    before = files()
    edit_group(live, edit)
    for file, changes in ((GAME, in_game), (TEXTS, in_texts)):
        meant = before[str(file)].decode()
        for old, new in changes:
            assert old in meant
            meant = meant.replace(old, new)
        assert files()[str(file)].decode() == meant
    step_back(live)
    assert files() == before


@pytest.mark.parametrize("printed", [False, True])
def test_a_removed_title_goes_in_all_languages_unless_the_rulebook_prints_it(
    live: LiveGame, *, printed: bool
) -> None:
    german = Path("locales/de/coast.yaml")
    german.parent.mkdir()
    german.write_text("de:\n  sheets:\n    # Orte\n    places: Orte\n    deeds: Taten\n", "utf-8")
    booklet = Path("designs/coast/booklet.yaml")
    if printed:
        text = booklet.read_text("utf-8").replace("rules.goal.points", "sheets.places", 1)
        booklet.write_text(text, "utf-8")
    before = files()
    written, _ = edit_group(live, GroupEdit("remove", "places"))
    kept = before[str(german)].decode()
    there = kept if printed else "de:\n  sheets:\n    deeds: Taten\n"
    assert german.read_text("utf-8") == there
    assert written == [str(GAME), *(() if printed else (str(german), str(TEXTS)))]
    step_back(live)
    assert files() == before


def test_what_groups_take_is_told_while_the_game_cannot_be_loaded(live: LiveGame) -> None:
    cards = Path("designs/coast/cards.csv")
    cards.write_text(cards.read_text("utf-8").replace(",place,", ",animal,"), "utf-8")
    live.update([cards.absolute()])
    told = about_groups(live)
    assert [(one["title"], one["cards"]) for one in told["groups"]] == [("Places", 0), ("Deeds", 4)]
    assert told["homeless"] == 4
    assert {"field": "kind", "value": "animal", "cards": 4, "free": 4} in told["choices"]
    edit_group(live, GroupEdit("set", "places", "Animals", "kind", "animal"))
    booklet = Path("designs/coast/booklet.yaml")
    assert booklet.read_text("utf-8").count("{kind: animal}") == 2
    live.update([path.absolute() for path in (GAME, TEXTS, cards, booklet)])
    assert not live.faults


@pytest.mark.parametrize(
    "edit",
    [
        GroupEdit("set", "gone", "A"),
        GroupEdit("set", "places", " "),
        GroupEdit("set", "places", "a\0"),
        GroupEdit("add", "", "Deeds", "kind", "deed"),
        GroupEdit("add", "", "New"),
        GroupEdit("add", "", "日本", "kind", "deed"),
    ],
)
def test_what_is_no_group_is_refused(live: LiveGame, edit: GroupEdit) -> None:
    before = files()
    with pytest.raises(NotWrittenError):
        edit_group(live, edit)
    assert files() == before
