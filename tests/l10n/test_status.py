"""How far translations are, counted by hand."""

import json
from pathlib import Path
from typing import Any

import pytest
from cli.project import run

from printnplay.loading.rewriting import rewrite

POLISH = "locales/pl/garden.yaml"


def state(game: str, language: str, options: str = "") -> Any:  # noqa: ANN401  JSON
    found = json.loads(run(f"l10n status --format json {options}").out)
    return next(one for one in found if (one["game"], one["language"]) == (game, language))


def test_a_complete_translation_has_nothing_left(polish_garden: Path) -> None:
    assert polish_garden.is_dir()
    assert state("garden", "pl") == {
        "game": "garden",
        "title": "Garden",
        "language": "pl",
        "source": False,
        "texts": 21,
        "translated": 21,
        "accepted": 0,
        "stale": 0,
        "errors": 0,
        "words_left": 0,
    }
    assert state("garden", "en")["source"] is True


def test_missing_empty_and_stale_texts_are_left(polish_garden: Path) -> None:
    run("l10n accept")
    path = polish_garden / POLISH
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('      title: "Cel gry"\n', ""), encoding="utf-8")
    rewrite(path, {"pl.cards.bean.rule": ""})
    rewrite(polish_garden / "locales/en/garden.yaml", {"en.rules.goal.storm": "Draw no card."})
    found = state("garden", "pl")
    assert (found["translated"], found["stale"], found["accepted"]) == (19, 1, 18)
    # Goal / Two beans beside each other may be harvested. / Draw no card.
    assert found["words_left"] == 1 + 8 + 3
    assert found["errors"] == 0


def test_faults_are_counted_where_they_stand(polish_garden: Path) -> None:
    storm = {"pl.rules.goal.storm": "Po {term:rose} dobierz dobierz kartę."}
    rewrite(polish_garden / POLISH, storm)
    assert state("garden", "pl")["errors"] == 2
    assert state("garden", "en")["errors"] == 0


def test_faults_of_fit_are_counted_when_asked_for(polish_garden: Path) -> None:
    sentence = "Dwie fasole obok siebie można zebrać."
    rewrite(polish_garden / POLISH, {"pl.cards.bean.rule": " ".join([sentence] * 20)})
    assert state("garden", "pl")["errors"] == 0
    assert state("garden", "pl", "--fit")["errors"] == 1


def test_the_table_for_people(polish_garden: Path) -> None:
    run("l10n accept garden -l pl")
    lines = run("l10n status garden").out.splitlines()
    assert lines[0].split() == ["game", "language", "texts", "stale", "errors", "words", "left"]
    assert lines[1].split() == ["garden", "en", "21/21", "0", "0", "0", "source"]
    assert lines[2].split() == ["garden", "pl", "21/21", "0", "0", "0", "accepted"]
    assert lines[-1].split() == ["common", "pl", "66/66", "0", "0", "0", "not", "accepted"]
    assert polish_garden.is_dir()


def test_the_table_for_a_readme(polish_garden: Path) -> None:
    rewrite(polish_garden / POLISH, {"pl.cards.bean.rule": ""})
    lines = run("l10n status garden --format markdown").out.splitlines()
    assert lines[0].startswith("| Game | en |")
    columns = [cell.strip() for cell in lines[0].split("|")]
    garden = dict(zip(columns, (cell.strip() for cell in lines[2].split("|")), strict=True))
    assert (garden["Game"], garden["en"], garden["pl"]) == ("Garden", "100 %", "95 %")
    assert garden["fr"] == "–"


def test_a_language_that_was_begun_has_everything_left(garden: Path) -> None:
    run("l10n add pl")
    found = state("garden", "pl")
    assert (found["translated"], found["errors"]) == (0, 0)
    assert found["words_left"] > 50
    assert garden.is_dir()


def test_the_readme_shows_the_real_table(monkeypatch: pytest.MonkeyPatch) -> None:
    root = Path(__file__).parents[2]
    monkeypatch.chdir(root)
    ran = run("l10n status --format markdown")
    assert ran.status == 0
    assert f"\n\n{ran.out}\n" in (root / "README.md").read_text(encoding="utf-8")
