"""What a person finds right: listed for the language, or allowed by the line that the help has."""

import re
from pathlib import Path

import pytest

from .project import run
from .rewriting import rewrite

pytestmark = pytest.mark.sampled(2)

POLISH = "locales/pl/garden.yaml"
KEY = "rules.goal.storm"


@pytest.mark.at_leisure
def test_a_language_file_of_a_project_hides_no_fault(polish_garden: Path) -> None:
    assert rewrite(polish_garden / POLISH, {f"pl.{KEY}": "Po deszczu dobierz odkryty kartę."})
    (polish_garden / "locales/pl/language.yaml").write_text("pl: {unchanged: [Zorro]}\n", "utf-8")
    checked = run("check -l pl --strict")
    assert checked.status == 1
    assert "error[PNP368]" in checked.err


def test_the_help_of_a_judgement_has_the_line_that_allows_it(polish_garden: Path) -> None:
    assert rewrite(polish_garden / POLISH, {f"pl.{KEY}": "Po deszczu dobierz odkryty kartę."})
    told = " ".join(run("check -l pl").err.split())
    line = re.search(r"if it is right, allow it in game\.yaml, below `allow:`: `(- \{.*?\})`", told)
    assert line is not None
    assert line[1] == f"- {{check: PNP368, key: {KEY}, language: pl, reason: ...}}"
    game = polish_garden / "designs/garden/game.yaml"
    game.write_text(f"{game.read_text('utf-8')}allow:\n  {line[1]}\n", "utf-8")
    assert run("check -l pl").status == 0


@pytest.mark.at_leisure
def test_words_that_are_the_same_in_both_languages_are_right(polish_garden: Path) -> None:
    def left(text: str) -> bool:
        for language in ("en", "pl"):
            path = polish_garden / f"locales/{language}/garden.yaml"
            assert rewrite(path, {f"{language}.rules.goal.title": text})
        return "PNP363" in run("check -l pl").err

    assert not left("Bonus")
    assert left("Goal and harvest")


def test_an_allowance_waits_for_the_text_that_it_is_for(polish_garden: Path) -> None:
    game = polish_garden / "designs/garden/game.yaml"
    line = f"- {{check: PNP368, key: {KEY}, language: pl, reason: Of old.}}"
    game.write_text(f"{game.read_text('utf-8')}allow:\n  {line}\n", "utf-8")
    assert "PNP216" in run("check").err
    assert rewrite(polish_garden / POLISH, {f"pl.{KEY}": ""})
    told = run("check").err
    assert KEY in told
    assert "PNP216" not in told
