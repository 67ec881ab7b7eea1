"""How far translations are, counted by hand."""

import json
from pathlib import Path
from typing import Any

import pytest

from .project import run
from .rewriting import rewrite

pytestmark = pytest.mark.sampled(3)

POLISH = "locales/pl/garden.yaml"


def state(game: str, language: str, options: str = "--no-fit") -> Any:  # noqa: ANN401  JSON
    found = json.loads(run(f"l10n status --format json {options}").out)
    return next(fault for fault in found if (fault["game"], fault["language"]) == (game, language))


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
        "unsure": 0,
        "questions": 0,
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
    storm = {"pl.rules.goal.storm": "Po {term:rose} dobierz *kartę."}
    rewrite(polish_garden / POLISH, storm)
    assert state("garden", "pl")["errors"] == 2
    assert state("garden", "en")["errors"] == 0


# Where it is drawn, the text that names it is at fault too.
@pytest.mark.parametrize(("options", "errors"), [("--no-fit", 1), ("", 2)])
@pytest.mark.at_leisure
def test_a_term_without_a_name_is_an_error_of_its_language(
    polish_garden: Path, options: str, errors: int
) -> None:
    path = polish_garden / "locales/glossary/garden.yaml"
    text = path.read_text(encoding="utf-8")
    assert text.count("name: róża, ") == 1
    path.write_text(text.replace("name: róża, ", ""), encoding="utf-8")
    assert state("garden", "pl", options)["errors"] == errors
    assert state("garden", "en", options)["errors"] == 0
    assert state("common", "pl", options)["errors"] == 0


@pytest.mark.parametrize(
    ("find", "replace", "errors"),
    [
        ("genitive:", "Bad Form: x, genitive:", {"en": 0, "pl": 1}),
        ("plural: roses", "plural: roses, Bad Form: x", {"en": 1, "pl": 0}),
        ("rose:", "Rose bush:", {"en": 1, "pl": 1}),
        ("rose:", "rose: [", {"en": 1, "pl": 1}),
    ],
)
@pytest.mark.at_leisure
def test_a_fault_of_a_glossary_counts_for_the_language_where_it_stands(
    polish_garden: Path, find: str, replace: str, errors: dict[str, int]
) -> None:
    path = polish_garden / "locales/glossary/garden.yaml"
    text = path.read_text(encoding="utf-8")
    assert text.count(find) == 1
    path.write_text(text.replace(find, replace), encoding="utf-8")
    found = json.loads(run("l10n status garden --no-fit --format json").out)
    for fault in found:
        if fault["game"] == "garden" and fault["language"] in errors:
            assert bool(fault["errors"]) == bool(errors[fault["language"]])


@pytest.mark.parametrize("options", ["", "--no-fit"])
def test_a_faulty_game_is_told(polish_garden: Path, options: str) -> None:
    path = polish_garden / "designs/garden/game.yaml"
    path.write_text(path.read_text("utf-8").replace("players: [2]", "players: two"), "utf-8")
    ran = run(f"l10n status {options}")
    assert (ran.status, ran.out) == (1, "")
    assert "error[PNP" in ran.err
    assert "designs/garden/game.yaml:" in ran.err


def test_faults_of_fit_are_counted_when_asked_for(polish_garden: Path) -> None:
    sentence = "Dwie fasole obok siebie można zebrać."
    rewrite(polish_garden / POLISH, {"pl.cards.bean.rule": " ".join([sentence] * 20)})
    assert state("garden", "pl")["errors"] == 0
    assert state("garden", "pl", "--fit")["errors"] == 1


def test_the_table_for_people(polish_garden: Path) -> None:
    run("l10n accept garden -l pl")
    lines = run("l10n status garden --no-fit").out.splitlines()
    assert lines[0].split() == [
        *("game", "language", "texts", "stale", "unsure", "errors", "words", "left")
    ]
    assert lines[1].split() == ["garden", "en", "21/21", "0", "0", "0", "0", "source"]
    assert lines[2].split() == ["garden", "pl", "21/21", "0", "0", "0", "0", "accepted"]
    game, language, texts, *others = lines[-1].split()
    written, _, known = texts.partition("/")
    assert (game, language, written) == ("common", "pl", known)
    assert others == ["0", "0", "0", "0", "not", "accepted"]
    assert polish_garden.is_dir()


def test_the_table_for_a_readme(polish_garden: Path) -> None:
    rewrite(polish_garden / POLISH, {"pl.cards.bean.rule": ""})
    lines = run("l10n status garden --no-fit --format markdown").out.splitlines()
    assert lines[0].startswith("| Game | en |")
    columns = [cell.strip() for cell in lines[0].split("|")]
    garden = dict(zip(columns, (cell.strip() for cell in lines[2].split("|")), strict=True))
    assert (garden["Game"], garden["en"], garden["pl"]) == ("Garden", "100 %", "95 %")
    assert garden["fr"] == "–"


def test_a_language_that_was_begun_has_everything_left(garden: Path) -> None:
    run("l10n add pl")
    found = state("garden", "pl")
    # The glossary has a term, still without a name.
    assert (found["translated"], found["errors"]) == (0, 1)
    assert found["words_left"] > 50
    assert garden.is_dir()


@pytest.mark.at_leisure
def test_the_page_for_translators_shows_the_real_table(monkeypatch: pytest.MonkeyPatch) -> None:
    root = Path(__file__).parents[2]
    monkeypatch.chdir(root)
    ran = run("l10n status --no-fit --format markdown")
    assert ran.status == 0
    assert f"\n\n{ran.out}\n" in (root / "docs/translating.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("options", ["--no-fit", pytest.param("", marks=pytest.mark.at_leisure)])
def test_one_language_is_counted_and_checked(polish_garden: Path, options: str) -> None:
    rewrite(polish_garden / POLISH, {"pl.rules.goal.storm": "Po {term:rose} dobierz *kartę."})
    every = json.loads(run(f"l10n status --format json {options}").out)
    polish = json.loads(run(f"l10n status --format json -l pl {options}").out)
    assert polish == [state for state in every if state["language"] == "pl"]
    assert {state["language"] for state in every} > {"pl"}
    assert "there is no language `xx`" in run("l10n status -l xx --no-fit").err
