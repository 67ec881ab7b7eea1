"""Accepted translations, and what becomes of them when their source changes."""

import json
from pathlib import Path

import pytest

from .project import run
from .rewriting import rewrite

pytestmark = pytest.mark.sampled(4)

LOCK = "locales/pl/garden.lock.json"
ENGLISH = "locales/en/garden.yaml"
POLISH = "locales/pl/garden.yaml"
KEY = "rules.goal.storm"


def say(project: Path, file: str, key: str, text: str) -> None:
    language = file.split("/")[1]
    assert rewrite(project / file, {f"{language}.{key}": text})


@pytest.fixture
def accepted(polish_garden: Path) -> Path:
    assert run("l10n accept").status == 0
    return polish_garden


def test_an_accepted_translation_is_sound(accepted: Path) -> None:
    assert run("check").status == 0
    lock = json.loads((accepted / LOCK).read_bytes())
    assert lock[KEY]["source"] == "After rain, draw a card."
    assert json.loads(lock["rules.goal.rain"]["source"]) == {
        "one": "There is {count.rain} card of rain.",
        "other": "There are {count.rain} cards of rain.",
    }
    assert run("l10n diff").out == "nothing is stale\n"


def test_accepting_again_changes_no_byte(accepted: Path) -> None:
    before = (accepted / LOCK).read_bytes()
    assert "0 of 22 texts newly accepted" in run("l10n accept garden").out
    assert (accepted / LOCK).read_bytes() == before


def test_a_changed_source_makes_its_translation_stale_until_it_is_accepted(accepted: Path) -> None:
    say(accepted, ENGLISH, KEY, "After rain, draw two cards.")
    for command in ("check -l pl", "build -l pl"):
        stopped = run(command)
        assert stopped.status == 1
        assert stopped.err.count("error[PNP340]") == 1
        assert "said: After rain, draw a card." in stopped.err
        assert "says: After rain, draw two cards." in stopped.err
        assert f"`printnplay l10n accept garden {KEY} -l pl`" in stopped.err
    told = run("l10n diff -l pl").out
    assert "was  After rain, draw [-a card-]." in told
    assert "now  After rain, draw [+two cards+]." in told
    assert "pl   Po deszczu dobierz kartę." in told
    say(accepted, POLISH, KEY, "Po deszczu dobierz dwie karty.")
    assert run("check -l pl").status == 1
    assert run(f"l10n accept garden {KEY} -l pl").status == 0
    assert run("check -l pl").status == 0


def test_a_plural_source_is_stale_by_any_of_its_forms(accepted: Path) -> None:
    say(accepted, ENGLISH, "rules.goal.rain.other", "There are {count.rain} rain cards.")
    assert run("check -l pl").err.count("error[PNP340]") == 1


def test_a_change_that_nobody_sees_makes_nothing_stale(accepted: Path) -> None:
    say(accepted, ENGLISH, KEY, "After rain, draw a\u00a0card.")
    assert run("check -l pl").status == 0


def test_only_what_is_named_is_accepted(accepted: Path) -> None:
    say(accepted, ENGLISH, KEY, "After rain, draw two cards.")
    say(accepted, ENGLISH, "cards.bean.name", "Beans")
    assert "1 of 22 texts newly accepted" in run("l10n accept cards -l pl").out
    assert run("check -l pl").err.count("error[PNP340]") == 1


def test_a_text_that_is_gone_leaves_the_lock(accepted: Path) -> None:
    for file in (ENGLISH, POLISH):
        path = accepted / file
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        path.write_text("".join(line for line in lines if "storm:" not in line), encoding="utf-8")
    run("l10n accept")
    assert KEY not in json.loads((accepted / LOCK).read_bytes())


def test_a_text_that_a_language_lacks_is_not_accepted_in_it(accepted: Path) -> None:
    french = accepted / "locales/fr/garden.yaml"
    french.parent.mkdir()
    text = (accepted / POLISH).read_text(encoding="utf-8").replace("pl:", "fr:", 1)
    french.write_text(text, encoding="utf-8")
    assert run("l10n accept garden").status == 0
    lines = text.splitlines(keepends=True)
    french.write_text("".join(line for line in lines if "storm:" not in line), encoding="utf-8")
    say(accepted, ENGLISH, KEY, "After rain, draw two cards.")
    assert run("l10n accept garden").status == 0
    locks = {
        language: json.loads((accepted / f"locales/{language}/garden.lock.json").read_bytes())
        for language in ("fr", "pl")
    }
    assert locks["fr"][KEY]["source"] == "After rain, draw a card."
    assert locks["pl"][KEY]["source"] == "After rain, draw two cards."


def test_a_lock_that_was_edited_is_refused(accepted: Path) -> None:
    lock = (accepted / LOCK).read_text(encoding="utf-8")
    (accepted / LOCK).write_text(lock.replace("draw a card", "draw two cards"), encoding="utf-8")
    for command in ("check -l pl", "l10n accept"):
        ran = run(command)
        assert ran.status == 1
        assert "error[PNP341]" in ran.err
    (accepted / LOCK).unlink()
    assert run("l10n accept").status == 0


@pytest.mark.parametrize(
    ("words", "code", "help_line"),
    [
        ("garden rules.gaol", "PNP342", "did you mean `rules.goal.rain`?"),
        ("garden -l fr", "PNP002", "l10n add fr"),
        ("gardn", "PNP001", "did you mean `garden`?"),
    ],
)
def test_words_that_mean_nothing_are_named(
    polish_garden: Path, words: str, code: str, help_line: str
) -> None:
    for command in ("accept", "diff"):
        ran = run(f"l10n {command} {words}")
        assert ran.status == 2
        assert f"error[{code}]" in ran.err
        assert help_line in ran.err
    assert not (polish_garden / LOCK).exists()


@pytest.mark.at_leisure
def test_an_accepted_warning_goes_when_the_numbers_of_the_rules_explain_it(project: Path) -> None:
    """A number that only one language writes out is not lost where the rules have it, too."""
    key, lock = "cards.wipe-out.rule", project / "locales/de/tic-tac-match.lock.json"
    english = "locales/en/tic-tac-match.yaml"
    say(project, english, key, "Four of them: another player draws {hand_size} cards.")
    reason = '--warning "PNP360 lost 4" --reason "as said"'
    assert run(f"l10n accept tic-tac-match {key} -l de {reason}").status == 0
    assert "lost 4" in lock.read_text("utf-8")
    assert run(f"l10n accept tic-tac-match {key} -l de").status == 0
    assert "lost 4" not in lock.read_text("utf-8")


WARNING = '--warning "PNP375 without -1" --reason "said elsewhere"'


def test_accepting_a_warning_accepts_neither_a_stale_text_nor_one_in_doubt(accepted: Path) -> None:
    say(accepted, ENGLISH, KEY, "After rain, draw two cards.")
    say(accepted, ENGLISH, "cards.bean.name", "Beans")
    remarks = accepted / "locales/pl/garden.remarks.json"
    remarks.write_text(json.dumps({"cards.bean.name": {"unsure": True}}), "utf-8")
    before = json.loads((accepted / LOCK).read_bytes())
    ran = run(f"l10n accept garden {KEY} cards.bean.name -l pl {WARNING}")
    assert (ran.status, ran.out) == (0, f"{LOCK}  warning accepted for 2 texts\n")
    for key in (KEY, "cards.bean.name"):
        before[key]["exceptions"] = {"PNP375 without -1": "said elsewhere"}
    assert json.loads((accepted / LOCK).read_bytes()) == before
    assert json.loads(remarks.read_bytes()) == {"cards.bean.name": {"unsure": True}}
    assert run("check -l pl").err.count("error[PNP340]") == 2
    assert run("l10n diff -l pl").out.endswith("2 texts stale\n")


@pytest.mark.at_leisure
def test_a_text_with_only_an_accepted_warning_is_not_accepted(polish_garden: Path) -> None:
    assert run(f"l10n accept garden {KEY} -l pl {WARNING}").status == 0
    status = run("l10n status garden --no-fit").out
    assert "not accepted" in next(line for line in status.splitlines() if " pl " in line)
    assert json.loads((polish_garden / LOCK).read_bytes())[KEY]["source"] == ""
    say(polish_garden, ENGLISH, KEY, "After rain, draw two cards.")
    assert run("l10n diff -l pl").out == "nothing is stale\n"
    assert "PNP340" not in run("check -l pl").err
    assert "1 of 1 text newly accepted" in run(f"l10n accept garden {KEY} -l pl").out
    assert json.loads((polish_garden / LOCK).read_bytes())[KEY]["source"] == (
        "After rain, draw two cards."
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (f'{KEY} --warning "PNP999 nonsense" --reason x', "`PNP999` is not the code of a warning"),
        (f'{KEY} --warning " " --reason x', "`` is not the code of a warning"),
        (f'{KEY} --warning "PNP375 without -1" --reason " "', "the reason is empty"),
        ('--warning "PNP375 without -1" --reason x', "no text is named for the warning"),
    ],
)
def test_a_warning_that_cannot_be_accepted_changes_nothing(
    accepted: Path, words: str, told: str
) -> None:
    say(accepted, ENGLISH, KEY, "After rain, draw two cards.")
    before = (accepted / LOCK).read_bytes()
    for game in ("garden", ""):
        ran = run(f"l10n accept {game} {words}")
        assert (ran.status, f"error[PNP342]: {told}\n" in ran.err) == (2, True)
    assert (accepted / LOCK).read_bytes() == before
