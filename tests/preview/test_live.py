"""What a saved file changes on the page, and what it leaves as it is."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from printnplay.files.catalog import Catalog
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Span, Subject
from printnplay.preview.answers import faults_of
from printnplay.preview.documents import Documents
from printnplay.preview.live import LiveGame

from .conftest import GAME

CSV = Path("designs/city/deeds.csv")
TEXTS = Path("locales/en/city.yaml")
CARD = Path("templates/city/card.svg.j2")


@pytest.fixture
def live(city: Path) -> LiveGame:
    live = LiveGame(Catalog(city), GAME, ["en"])
    for key in live.faces:
        live.face("en", key)
    return live


def save(live: LiveGame, file: Path, old: str, new: str) -> tuple[bool, frozenset[str]]:
    """Change a file; whether everything is looked at again, and the faces that are."""
    path = live.catalog.roots[0] / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    update = live.update([path])
    return update.everything, update.faces.get("en", frozenset())


def drawn(live: LiveGame, key: str) -> str:
    shown = live.face("en", key)
    assert shown is not None
    return shown.svg


def test_every_face_is_there(live: LiveGame) -> None:
    kinds = [face.kind for face in live.faces.values()]
    assert (kinds.count("card"), kinds.count("back")) == (10, 1)
    assert not live.faults
    assert "Open the gate" in drawn(live, "card/deed-1")


def test_a_changed_row_changes_its_card_alone(live: LiveGame) -> None:
    assert save(live, CSV, "Watch", "Wait") == (False, frozenset({"card/deed-3"}))
    assert "Wait" in drawn(live, "card/deed-3")


def test_a_cell_may_get_a_second_line(live: LiveGame) -> None:
    everything, faces = save(live, CSV, "Watch", '"Watch\nwell"')
    assert (everything, "card/deed-3" in faces) == (False, True)
    assert "well" in drawn(live, "card/deed-3")


def test_a_text_in_a_table_and_in_locales_is_told(live: LiveGame) -> None:
    everything, _ = save(live, TEXTS, "    storm:", '    deed-3: {name: "Wait"}\n    storm:')
    assert everything
    assert [fault.code for fault in live.faults] == [codes.TEXT_IN_TWO_FILES]


def test_a_changed_text_changes_the_faces_that_it_is_on(live: LiveGame) -> None:
    assert save(live, TEXTS, "Discard all cards", "Lose all cards") == (
        False,
        frozenset({"card/storm"}),
    )
    assert "Lose all cards" in drawn(live, "card/storm")


def test_titles_of_groups_are_texts_of_the_box_that_lists_its_contents(live: LiveGame) -> None:
    first = live.face("en", next(iter(live.faces)))
    assert first
    assert not {key for key in first.asked if key.startswith(("sheets.", "kit."))}
    for old, new in (("Number cards", "Figures"), ("Figures", "Digits")):
        everything, faces = save(live, TEXTS, old, new)
        assert not everything
        assert "box/back" in faces
        assert new in drawn(live, "box/back")


@pytest.mark.parametrize(
    ("file", "old", "new", "key"),
    [
        (CSV, "deed-3,1", "deed-4,1", "card/deed-4"),
        (CSV, "deed-3,1", "deed-5,1,Five,Take 5.\ndeed-3,1", "card/deed-5"),
    ],
    ids=["another id", "a new row"],
)
def test_what_concerns_more_is_read_anew(
    live: LiveGame, file: Path, old: str, new: str, key: str
) -> None:
    before = live.faces.get(key) and drawn(live, key)
    everything, _ = save(live, file, old, new)
    assert everything
    assert drawn(live, key) != before


def test_a_changed_template_draws_every_card_anew_and_reads_no_table(live: LiveGame) -> None:
    everything, faces = save(live, CARD, "</svg>", '<rect id="new" width="1" height="1"/></svg>')
    assert (everything, faces) == (False, frozenset(live.faces))
    assert 'width="1"' in drawn(live, "card/deed-1")


def test_a_template_that_goes_makes_way_for_the_one_below_it(live: LiveGame) -> None:
    save(live, CARD, "</svg>", '<rect id="new" width="1" height="1"/></svg>')
    path, before = live.catalog.roots[0] / CARD, drawn(live, "card/deed-1")
    path.unlink()
    assert live.update([path]).everything
    assert drawn(live, "card/deed-1") != before


def test_letters_of_another_font_are_drawn_in_it(live: LiveGame) -> None:
    save(live, CSV, "Watch", "Стража")
    assert "Rounded Mplus 1c" in drawn(live, "card/deed-3")


def test_a_broken_file_keeps_the_last_good_picture(live: LiveGame) -> None:
    before = drawn(live, "card/storm")
    save(live, CARD, "{{ fit_title(", "{{ fit_titel(")
    shown = live.face("en", "card/storm")
    assert shown is not None
    assert shown.broken
    assert shown.svg == before
    (fault,) = shown.faults
    assert fault.span.file.endswith(str(CARD))
    assert fault.span.line == 4
    save(live, CARD, "{{ fit_titel(", "{{ fit_title(")
    again = live.face("en", "card/storm")
    assert again is not None
    assert not again.broken


def test_a_file_that_is_no_yaml_keeps_the_game(live: LiveGame) -> None:
    before = drawn(live, "card/storm")
    save(live, TEXTS, "  cards:\n", "  cards: [\n")
    assert live.faults
    assert drawn(live, "card/storm") == before
    save(live, TEXTS, "  cards: [\n", "  cards:\n")
    assert not live.faults


def test_a_text_that_does_not_fit_is_drawn_with_its_fault(live: LiveGame) -> None:
    save(live, CSV, "Look at the top card.", "Look at the top card. " * 60)
    shown = live.face("en", "card/deed-3")
    assert shown is not None
    assert shown.broken
    assert shown.svg
    assert [fault.code.id for fault in shown.faults] == ["PNP501"]


@pytest.mark.parametrize("fit", ["together", "group"])
def test_cards_that_share_a_size_of_type_change_together(city: Path, fit: str) -> None:
    style = city / "templates/city/style.yaml"
    text = style.read_text("utf-8")
    assert "  card-rule: {" in text
    style.write_text(text.replace("  card-rule: {", f"  card-rule: {{fit: {fit}, "), "utf-8")
    live = LiveGame(Catalog(city), GAME, ["en"])
    deeds = {f"card/deed-{number}" for number in (1, 2, 3)}
    others = deeds - {"card/deed-3"}
    for key in others:  # the third has not been seen yet
        live.face("en", key)
    before = {key: drawn(live, key) for key in others}
    assert save(live, CSV, "top card.", "top card. " + "Then wait for a while. " * 27) == (
        False,
        frozenset(others),
    )
    after = {key: drawn(live, key) for key in others}
    assert all(before[key] != after[key] for key in others)
    fresh = LiveGame(Catalog(city), GAME, ["en"])
    assert after == {key: drawn(fresh, key) for key in others}


def test_texts_that_are_measured_together_are_on_their_own_cards(city: Path) -> None:
    style = city / "templates/city/style.yaml"
    text = style.read_text("utf-8")
    style.write_text(text.replace("  card-rule: {", "  card-rule: {fit: together, "), "utf-8")
    live = LiveGame(Catalog(city), GAME, ["en"])
    shown = live.face("en", "card/deed-1")
    assert shown is not None
    assert {key for key in shown.asked if "deed" in key} == {
        "cards.deed-1.name",
        "cards.deed-1.rule",
    }


def test_numbers_of_cards_are_those_of_the_deck(live: LiveGame) -> None:
    save(live, CSV, "Look at the top card.", "One of {count.total} cards.")
    assert "One of 30\u00a0cards." in drawn(live, "card/deed-3")
    everything, faces = save(live, CSV, "deed-2,2", "deed-2,9")
    assert (everything, "card/deed-3" in faces) == (False, True)
    assert "One of 37\u00a0cards." in drawn(live, "card/deed-3")


def test_a_text_that_quotes_a_field_changes_with_it(city: Path) -> None:
    path = city / CSV
    text = path.read_text("utf-8").replace("rule@en\n", "rule@en,cost\n").replace(".\n", ".,3\n")
    path.write_text(text.replace("Look at the top card.", "Pay {field.cost}."), "utf-8")
    template = city / CARD
    text = template.read_text("utf-8")
    title = '{{ fit_title(t("cards." ~ card.id ~ ".name")'
    assert title in text
    template.write_text(text.replace(title, '{{ fit_title(t("cards.deed-3.rule")'), "utf-8")
    live = LiveGame(Catalog(city), GAME, ["en"])
    assert "Pay 3." in drawn(live, "card/storm")
    everything, faces = save(live, CSV, "Pay {field.cost}.,3", "Pay {field.cost}.,4")
    assert (everything, "card/storm" in faces) == (False, True)
    assert "Pay 4." in drawn(live, "card/storm")


def test_faults_of_cards_that_have_gone_or_are_mended_go(live: LiveGame) -> None:
    save(live, CSV, "Look at the top card.", "Look at the top card. " * 60)
    live.face("en", "card/deed-3")
    assert [fault.code.id for *_, shown in live.drawn() for fault in shown.faults] == ["PNP501"]
    save(live, CSV, "deed-3,", "deed-4,")
    assert [fault for *_, shown in live.drawn() for fault in shown.faults] == []


def test_a_language_that_comes_is_shown(city: Path) -> None:
    live = LiveGame(Catalog(city), GAME)
    assert [*live.languages] == ["en"]
    file = city / "locales/de/city.yaml"
    file.parent.mkdir()
    file.write_text('de:\n  cards:\n    storm: {name: "Sturm"}\n', "utf-8")
    assert live.update([file]).everything
    assert [*live.languages] == ["de", "en"]
    shown = live.face("de", "card/storm")
    assert shown is not None
    assert "Sturm" in shown.svg


def test_languages_that_were_asked_for_stay_the_same(city: Path) -> None:
    live = LiveGame(Catalog(city), GAME, ["en"])
    file = city / "locales/de/city.yaml"
    file.parent.mkdir()
    file.write_text('de:\n  cards:\n    storm: {name: "Sturm"}\n', "utf-8")
    live.update([file])
    assert live.languages == ("en",)


def test_pages_keep_their_last_good_state(city: Path) -> None:
    live = LiveGame(Catalog(city), GAME, ["en"])
    documents = Documents(live)
    before = documents.documents("en", "a4")
    assert documents.faults == ()
    page = Path("templates/city/page.svg.j2")
    save(live, page, "<svg", "{{ nobody }}<svg")
    assert documents.documents("en", "a4") == before
    faults = faults_of(live, documents.faults)
    assert {fault["place"]["file"] for fault in faults} == {str(page)}
    save(live, page, "{{ nobody }}<svg", "<svg")
    documents.documents("en", "a4")
    assert documents.faults == ()


def test_faults_say_which_faces_they_are_on(live: LiveGame) -> None:
    def about(subject: Subject) -> Diagnostic:
        return Diagnostic(codes.MISSING_TEXT, str(subject), Span(""), "", subject=subject)

    save(live, CSV, "Look at the top card.", "Look at the top card. " * 60)
    live.face("en", "card/deed-3")
    others = [
        about(Subject(language="en", key="cards.deed-1.rule")),
        about(Subject(card="storm")),
        about(Subject(language="en", key="rules.goal.points")),
        about(Subject(card="nobody")),
    ]
    found: list[dict[str, Any]] = faults_of(live, others)
    assert {fault["message"]: fault["faces"] for fault in found[:4]} == {
        others[0].message: ["card/deed-1"],
        others[1].message: ["card/storm"],
        others[2].message: [],
        others[3].message: [],
    }
    assert [fault["faces"] for fault in found[4:]] == [["card/deed-3"]]


def test_a_language_or_a_game_that_goes_is_told(city: Path) -> None:
    file = city / "locales/de/city.yaml"
    file.parent.mkdir()
    file.write_text('de:\n  cards:\n    storm: {name: "Sturm"}\n', "utf-8")
    live = LiveGame(Catalog(city), GAME)
    shutil.rmtree(file.parent)
    assert live.update([file]).everything
    assert [*live.languages] == ["en"]
    (city / "designs/city").rename(city / "designs/town")
    assert live.update([city / CSV]).everything
    assert [fault.code.id for fault in live.faults] == ["PNP001"]


def test_a_language_that_goes_while_it_is_read_is_reported(
    live: LiveGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody renamed its folder after the languages were listed."""
    live = LiveGame(live.catalog, GAME)
    monkeypatch.setattr(Catalog, "languages_of", lambda *_: ("en", "xx"))
    assert live.update([live.catalog.roots[0] / "locales/xx"]).everything
    assert [fault.code for fault in live.faults] == [codes.NO_SUCH_NAME]


GAME_FILE = Path("designs/city/game.yaml")


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        (Path("designs/city/booklet.yaml"), "paragraph:", "paragaph:"),
        (Path("designs/city/booklet.yaml"), "sections:", "sections: ["),
        (GAME_FILE, "rules: none", "rules: none\nsetup: [{deal: 1, to: hand, cards: [gone]}]"),
        (CSV, "deed-1,1,Open", "deed-2,1,Open"),
        (CSV, "deed-1,1,Open", "deed-1,many,Open"),
        (CSV, "deed-1,1,Open", "Deed One!,1,Open"),
    ],
    ids=["block", "no YAML", "setup", "an id twice", "copies", "no id"],
)
def test_an_error_elsewhere_keeps_no_card_from_being_drawn(
    live: LiveGame, file: Path, old: str, new: str
) -> None:
    documents = Documents(live)
    pages = documents.documents("en", "a4")
    save(live, file, old, new)
    assert live.faults
    assert not live.is_old
    save(live, CSV, "Watch", "Wait")
    assert "Wait" in drawn(live, "card/deed-3")
    assert documents.documents("en", "a4") is pages
    save(live, file, new, old)
    assert not live.faults
    assert not live.is_partial
    assert documents.documents("en", "a4") is not pages


def test_a_cell_of_a_wrong_type_is_drawn_with_its_fault(city: Path) -> None:
    cards = city / "designs/city/cards.yaml"
    text = cards.read_text("utf-8")
    cards.write_text(text.replace("deeds.csv}", "deeds.csv, columns: {copies: whole 1..2}}"))
    live = LiveGame(Catalog(city), GAME, ["en"])
    assert not live.faults
    save(live, CSV, "deed-3,1,Watch", "deed-3,7,Wait")
    assert [fault.code for fault in live.faults] == [codes.NOT_A_WHOLE_NUMBER]
    assert "Wait" in drawn(live, "card/deed-3")
