"""A kit of several games: titles, places of the cards, and options that it does not have."""

import shutil
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from printnplay.api import open_project
from printnplay.build.options import UnusedOptionError
from printnplay.edition.edition import Edition
from printnplay.edition.loaded import open_game
from printnplay.edition.together import SharedEdition, together
from printnplay.files.catalog import Catalog
from printnplay.imposition.papers import find_paper
from printnplay.imposition.sides import flip
from printnplay.kernel.diagnostics import FaultsError, Problems
from printnplay.kernel.geometry import Rect
from printnplay.kernel.printing import (
    Backs,
    Flip,
    PrintSettings,
    Selection,
    SheetOptions,
    Stock,
)
from printnplay.kit.kit import make_sheets
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Sheet, Stamp, TextLine

GAME = """
id: {id}
title: {id} game
players: [2]
rules: none
style: {id}
card: {{width: 60mm, height: 80mm, bleed: 2mm}}
sheets:
  - {{id: main, where: {{family: main}}, backs: yes}}
"""
CARDS = """
main: {{template: card, id: "card-{{axis}}", axes: {{axis: [a, b]}}, copies: {copies}}}
"""
DRAWING = """<svg xmlns="http://www.w3.org/2000/svg" width="64mm" height="84mm"
  viewBox="-2 -2 64 84"><rect x="-2" y="-2" width="64" height="84" fill="{fill}"/>{words}</svg>
"""
WORDS = """{{{{ textbox(t("cards." ~ card.id ~ ".rule"), 5, 5, 50, 30) }}}}"""
COPIES = {"fox": 3, "owl": 1}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two games with the same ids of cards and templates, and other drawings."""
    folder = tmp_path_factory.mktemp("games")
    for game, fill in (("fox", "#f4c9a0"), ("owl", "#a0c9f4")):
        about = {"id": game, "copies": COPIES[game], "fill": fill}
        rules = "".join(f"    card-{axis}: {{rule: The {game}}}\n" for axis in "ab")
        languages = ("en",) if game == "fox" else ("en", "fr")
        files = {
            f"designs/{game}/game.yaml": GAME,
            f"designs/{game}/cards.yaml": CARDS,
            f"templates/{game}/style.yaml": "like: base\n",
            f"templates/{game}/card.svg.j2": DRAWING.replace("{words}", WORDS),
            f"templates/{game}/back.svg.j2": DRAWING.replace("{words}", ""),
        }
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text.format(**about), "utf-8")
        for language in languages:
            path = folder / f"locales/{language}/{game}.yaml"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(
                f"{language}:\n  sheets: {{main: Cards}}\n  cards:\n{rules}", encoding="utf-8"
            )
    return folder


@pytest.fixture
def both(project: Path) -> SharedEdition:
    """Both games in English."""
    editions = []
    for game in COPIES:
        problems = Problems()
        loaded = open_game(Catalog(project), game, ("en",), problems)
        assert loaded is not None, problems.found
        editions.append(Edition(loaded, "en", problems))
    return together(editions, Problems())


def stamps(sheet: Sheet) -> dict[Rect, Picture]:
    """The cards of a page by place."""
    cards = [item for item in sheet.items if isinstance(item, Stamp)]
    return {card.rect: card.picture for card in cards if card.rect.width == 60000}


def words(sheet: Sheet) -> str:
    """What a page says beside its pictures."""
    lines = [item for item in sheet.items if isinstance(item, TextLine)]
    return " ".join("".join(run.text for run in line.runs) for line in lines)


def test_each_card_is_there_as_often_as_in_its_deck_with_its_own_back(
    both: SharedEdition,
) -> None:
    paper = find_paper("a4")
    made = make_sheets(both, PrintSettings(paper, Backs.LONG))
    assert [*made] == ["kit"]
    sheets = made["kit"].sheets
    backs = {edition.back(edition.game.groups[0]): edition.game.id for edition in both.members}
    fronts = {
        edition.face(card): edition.game.id
        for edition in both.members
        for card in edition.game.cards
    }
    found = Counter[Picture]()
    mirror = flip(Flip.LONG, paper)
    for front, back in pairwise(sheets):
        behind = stamps(back)
        for rect, picture in stamps(front).items():
            if picture in fronts:
                found[picture] += 1
                assert backs[behind[mirror.rect(rect)]] == fronts[picture]
    assert {face: COPIES[game] for face, game in fronts.items()} == found
    mixed = [sheet for sheet in sheets if len({fronts.get(p) for p in stamps(sheet).values()}) > 1]
    assert len(mixed) == 1
    assert "fox game: Cards · owl game: Cards" in words(mixed[0])
    (listing,) = [sheet for sheet in sheets if "have cards of several" in words(sheet)]
    text = words(listing).replace("\u00a0", " ")
    assert f"Page {mixed[0].label}: fox game: Cards (6), owl game: Cards (2)" in text


def refused(project: Path, *games: str) -> str:
    """The code of the fault for which a kit of these games is not built."""
    with pytest.raises(FaultsError) as caught:
        open_project(project).build(games, output=project / "output", together=True)
    (fault,) = caught.value.found
    assert not (project / "output").exists()
    return fault.code.id


def test_what_cannot_share_sheets_is_refused(project: Path, tmp_path: Path) -> None:
    assert refused(project, "fox") == "PNP550"
    changed = shutil.copytree(project, tmp_path / "project")
    (changed / "locales/en/owl.yaml").unlink()
    assert refused(changed) == "PNP551"
    changed = shutil.copytree(project, tmp_path / "other")
    shutil.copytree(changed / "designs/fox", changed / "designs/together")
    assert refused(changed, "fox", "owl") == "PNP552"


def test_languages_that_a_game_lacks_are_noted(project: Path, tmp_path: Path) -> None:
    outcome = open_project(project).build(output=tmp_path, together=True)
    assert [file.path.name for file in outcome.files] == ["together-en-a4-kit.pdf"]
    assert "together: no kit in fr, a language that fox lacks" in outcome.notes


OF_ONE_GAME: dict[str, Any] = {
    "--booklet": {"booklet": "none"},
    "--format epub": {"formats": ["pdf", "epub"]},
    "--only": {"sheets": SheetOptions(selection=Selection(only=("card-a",)))},
    "--since": {"since": "v1"},
    "--stock": {"sheets": SheetOptions(stock=Stock.LIGHT)},
}


@pytest.mark.parametrize("option", OF_ONE_GAME)
def test_options_for_a_single_game_are_refused(option: str, project: Path, tmp_path: Path) -> None:
    with pytest.raises(UnusedOptionError, match=option):
        open_project(project).build(output=tmp_path, together=True, **OF_ONE_GAME[option])
