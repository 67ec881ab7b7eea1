"""The hunt for mutants goes through each sound game, and what is shown is what PNP606 asks for."""

import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace
from rules.support import DESIGN, RULES, shipped

from printnplay.edition.request import CheckRequest, Progress
from printnplay.play import check_rules
from printnplay.play.check_rules import hunt
from printnplay.play.mutants import mutants_of
from printnplay.rules.coverage import ablate, unshown


def copy_game(project: Path, name: str) -> Path:
    """The shipped game by another name; its folder."""
    folder = project / "designs" / name
    shutil.copytree(DESIGN, folder)
    write(folder / "game.yaml", "id: tic-tac-match", f"id: {name}")
    return folder


def write(file: Path, old: str, new: str) -> None:
    """Write another text in a file, once."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.at_leisure
def test_one_faulty_game_does_not_end_the_hunt_through_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check_rules, "mutants_of", lambda source: mutants_of(source)[-4:])
    faulty, _ = copy_game(tmp_path, "faulty"), copy_game(tmp_path, "sound")
    write(faulty / "examples.yaml", "turn: b}", "turn: a}")
    report = hunt(CheckRequest(tmp_path, ("faulty", "sound"), trust_rules=True), Progress())
    assert [(game.game, game.all) for game in report.games] == [("sound", 4)]
    assert {fault.code.id for fault in report.problems} >= {"PNP601"}
    assert {Path(fault.span.file).parent.name for fault in report.problems} == {"faulty"}


@pytest.mark.at_leisure
def test_a_rule_needed_only_by_examples_that_do_not_cite_it_is_unshown() -> None:
    examples = [
        replace(example, shows=tuple({*example.shows} - {"TTM-3"}))
        for example in shipped().examples
    ]
    ablation = ablate(examples, RULES)
    assert {*ablation.unshown} == {*unshown(examples, RULES)} >= {"TTM-3"}
    assert ablation.shown_by("TTM-3")
