"""Type and card size chosen on the page: what the files say then, how a face is drawn, undone."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from printnplay.build.card_size import card_size_in, with_card_size
from printnplay.kernel.named_sizes import find_card_size

from .conftest import GAME

IN_GAME = f"/game/{GAME}"
STYLE, GAME_FILE = Path(f"templates/{GAME}/style.yaml"), Path(f"designs/{GAME}/game.yaml")
FACE = {"language": "en", "face": "card/storm"}

SOURCES = (
    "card: poker\n",
    "id: a\ncard: {size: poker, bleed: 2mm}   # cut by hand\nbox: {}\n",
    "card: {width: 63.5mm, height: 88.9mm}\n",
    "card:\n  size: tarot-landscape\n  bleed: 3mm\n",
    "card: {size: mini}\n",
)


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("size", [("euro", 0, 0), ("", 60, 90.5), ("poker", 0, 0)])
def test_a_size_is_written_whatever_was_there(source: str, size: tuple[str, float, float]) -> None:
    made = with_card_size(source, *size)
    assert card_size_in(made) == size[0]
    assert all((side in made) is (size[0] == "") for side in ("width: 60mm", "height: 90.5mm"))
    kept = [word for word in ("2mm", "3mm", "# cut by hand", "box: {}") if word in source]
    assert all(word in made for word in kept)


@pytest.mark.parametrize("source", ["id: a\n", 'card: {width: 1cm, height: 1cm, path: "M0 0Z"}\n'])
def test_no_size_is_offered_where_there_is_none_to_set(source: str) -> None:
    assert card_size_in(source) is None


def undo(page: TestClient) -> None:
    assert page.post(f"{IN_GAME}/step", json={"do": "undo"}).is_success


def faces(page: TestClient) -> set[tuple[float, float]]:
    cards = [face for face in page.get(IN_GAME).json()["faces"] if face["kind"] == "card"]
    return {(face["width"], face["height"]) for face in cards}


@pytest.mark.parametrize("size", [{"name": "tarot"}, {"width": 70, "height": 70}])
def test_cards_get_another_size(page: TestClient, city: Path, size: dict[str, object]) -> None:
    before, about = (city / GAME_FILE).read_bytes(), page.get(f"{IN_GAME}/facts").json()
    asked = {key: about[key] for key in ("tag", "title", "facts")}
    old = faces(page)
    assert page.post(f"{IN_GAME}/facts", json={**asked, "size": size}).is_success
    named = find_card_size("tarot")
    assert named
    measures = (named.width / 1000, named.height / 1000) if "name" in size else (70.0, 70.0)
    assert faces(page) == {measures}
    undo(page)
    assert (city / GAME_FILE).read_bytes() == before
    assert faces(page) == old


@pytest.mark.parametrize("size", [{"name": "huge"}, {"width": 1, "height": 70}, {}])
def test_a_size_that_no_card_has_is_refused(
    page: TestClient, city: Path, size: dict[str, object]
) -> None:
    before, about = (city / GAME_FILE).read_bytes(), page.get(f"{IN_GAME}/facts").json()
    asked = {key: about[key] for key in ("tag", "title", "facts")}
    assert page.post(f"{IN_GAME}/facts", json={**asked, "size": size}).status_code == 409
    assert (city / GAME_FILE).read_bytes() == before


@pytest.mark.parametrize("change", [{"family": "Crimson Pro"}, {"size": 6.5}, {"size": 24}])
def test_a_text_style_gets_another_font_or_size(
    page: TestClient, city: Path, change: dict[str, object]
) -> None:
    before, address = (city / STYLE).read_bytes(), f"{IN_GAME}/layout/en/card/storm"
    type_before, drawn = page.get(address).json()["type"], page.get(f"{IN_GAME}/face/en/card/storm")
    assert type_before["file"] == STYLE.as_posix()
    assert "Crimson Pro" in type_before["families"]
    asked = {**FACE, "style": "card-name", **change}
    assert page.post(f"{IN_GAME}/type", json=asked).is_success
    now = page.get(address).json()["type"]["styles"]["card-name"]
    assert now == {**type_before["styles"]["card-name"], **change}
    after = page.get(f"{IN_GAME}/face/en/card/storm")
    assert after.json()["svg"] != drawn.json()["svg"]
    assert page.get(f"{IN_GAME}/faults").json()["faults"] == []
    undo(page)
    assert (city / STYLE).read_bytes() == before


@pytest.mark.parametrize(
    "change", [{"family": "Nowhere"}, {"size": 1000}, {"size": 0}, {"style": "none"}]
)
def test_a_font_or_size_that_there_is_not_is_refused(
    page: TestClient, city: Path, change: dict[str, object]
) -> None:
    before = (city / STYLE).read_bytes()
    asked = {**FACE, "style": "card-name", **change}
    assert page.post(f"{IN_GAME}/type", json=asked).status_code == 409
    assert (city / STYLE).read_bytes() == before
