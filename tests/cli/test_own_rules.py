"""A game whose rules are a Python file of the user's own: run when allowed, its faults placed."""

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from .project import Ran, change, run

pytestmark = pytest.mark.sampled(3)

FOLDER = "designs/stairs"
RULES = f"{FOLDER}/rules.py"


def without_rules(project: Path) -> None:
    (project / RULES).unlink()
    (project / FOLDER / "examples.yaml").unlink()
    line = {"file": f"{FOLDER}/game.yaml", "line": "rules:", "with": "rules: none"}
    change(project, [line])


def told(ran: Ran) -> list[str]:
    return [line.strip() for line in ran.err.splitlines() if line.strip()]


@pytest.mark.usefixtures("stairs")
def test_rules_that_are_trusted_prove_the_examples() -> None:
    ran = run("check --trust-rules")
    assert (ran.status, ran.err) == (0, "")
    assert "10 of 10 examples true, 6 of 6 rules shown" in ran.out


@pytest.mark.usefixtures("stairs")
@pytest.mark.parametrize("command", ["check --rules", "build"])
def test_rules_are_not_run_unasked(command: str) -> None:
    ran = run(command)
    assert ran.status == 1
    assert "error[PNP622]: `rules.py` is Python code, and runs only if you trust it" in ran.err
    assert "designs/stairs/game.yaml:4:8" in ran.err
    assert "--trust-rules" in ran.err


NOT_RUN = (
    "stairs: its rules were not run, so worked examples, figures and numbers of the rules are not"
    " checked; read the rules, then run `printnplay trust stairs`\n"
)


@pytest.mark.parametrize("options", ["", " --strict", " --no-cache", " --format json"])
@pytest.mark.at_leisure
def test_a_check_without_trust_checks_all_but_the_rules(stairs: Path, options: str) -> None:
    line = {"find": "Lay down your cards", "replace": "Lay down your {hand_size} cards"}
    change(stairs, [{"file": "locales/en/stairs.yaml", **line}])
    with (stairs / FOLDER / "game.yaml").open("a", encoding="utf-8") as file:
        file.write("allow: [{check: PNP318, reason: An example quotes it.}]\n")
    for _ in range(2):  # the second one takes what the first has kept
        ran = run(f"check{options}")
        assert (ran.status, ran.err) == (0, NOT_RUN)
    change(stairs, [{"file": "locales/en/stairs.yaml", "find": "hand_size", "replace": "count.x"}])
    ran = run(f"check{options}")
    assert (ran.status, NOT_RUN in ran.err) == (1, True)


def test_rules_that_are_not_trusted_do_nothing(stairs: Path) -> None:
    trap = "from pathlib import Path\nPath('sprung').touch()\n"
    (stairs / RULES).write_text(trap + (stairs / RULES).read_text("utf-8"), "utf-8")
    run("check")
    assert not (stairs / "sprung").exists()
    run("check --trust-rules")
    assert (stairs / "sprung").exists()


def test_trusted_rules_build_and_leave_nothing_beside_themselves(stairs: Path) -> None:
    before = sorted((stairs / FOLDER).iterdir())
    ran = run("build --trust-rules")
    assert (ran.status, ran.err) == (0, "")
    assert (stairs / "output/stairs/en/stairs-en-a4-kit.pdf").is_file()
    assert sorted((stairs / FOLDER).iterdir()) == before


def test_a_game_without_rules_builds(stairs: Path) -> None:
    without_rules(stairs)
    ran = run("build")
    assert (ran.status, ran.err) == (0, "")
    assert (stairs / "output/stairs/en/stairs-en-rulebook.pdf").is_file()
    checked = run("check")
    assert (checked.status, checked.err) == (0, "")


def test_a_game_without_rules_has_no_examples(stairs: Path) -> None:
    examples = (stairs / FOLDER / "examples.yaml").read_text("utf-8")
    without_rules(stairs)
    (stairs / FOLDER / "examples.yaml").write_text(examples, "utf-8")
    ran = run("check")
    assert ran.status == 1
    assert "error[PNP625]" in ran.err
    assert "designs/stairs/examples.yaml:1:7" in ran.err


FAULTS: Mapping[str, tuple[str, str, str]] = {
    "syntax": ("class Step(Card):", "class Step(Card:", "PNP623"),
    "name": ("HAND = 3", "HAND = three", "PNP626"),
    "import": ("from printnplay.rules import (", "from printnplay.rule import (", "PNP626"),
    "exit": ("HAND = 3", "raise SystemExit(3)", "PNP626"),
    "exit at once": ("HAND = 3", "import os; os._exit(0)", "PNP626"),
    "error of no kind": ("HAND = 3", "raise BaseException", "PNP626"),
    "end of a generator": ("HAND = 3", "raise GeneratorExit", "PNP626"),
    "exit in play": ("top = table.stairs[-1]", "import os; os._exit(0)", "PNP626"),
    "error that cannot say what it is": (
        "HAND = 3",
        "raise type('Odd', (Exception,), {'__str__': lambda _: 1 / 0})",
        "PNP626",
    ),
    "error that never ends saying what it is": (
        "HAND = 3",
        "raise type('Odd', (Exception,), {'__str__': lambda _: max(n for n in iter(int, 1))})",
        "PNP626",
    ),
    "construction": (
        "new_game = Stairs",
        "class new_game(Stairs):\n    def __init__(self, **_):\n        1 / 0",
        "PNP626",
    ),
    "in play": ("top = table.stairs[-1]", "top = table.stairs[99]", "PNP626"),
    "nothing to play": ("new_game = Stairs", "", "PNP624"),
    "wrong form": ('{"stairs": ("both", "up")}', '{"stairs": "up"}', "PNP624"),
    "stray clause": ('"ST-2.up", "a', '"ST-9.up", "a', "PNP624"),
    "stray act": ('own hand", "play")', 'own hand", "plya")', "PNP624"),
    "no game": ("new_game = Stairs", "new_game = lambda **_: 3", "PNP624"),
}


@pytest.mark.sampled(6)
@pytest.mark.parametrize(("old", "new", "code"), FAULTS.values(), ids=FAULTS)
def test_a_fault_of_the_rules_is_told_at_its_line(
    stairs: Path, old: str, new: str, code: str
) -> None:
    change(stairs, [{"file": RULES, "find": old, "replace": new}])
    ran = run("check --trust-rules")
    assert ran.status == 1
    assert [line[6:12] for line in told(ran) if line.startswith("error[")] == [code]
    text = (stairs / RULES).read_text("utf-8")
    line = text[: text.index(new) + len(new)].count("\n") + 1
    places = {"PNP624": [RULES], "PNP623": [f"{RULES}:{line}"], "PNP626": [f"{RULES}:{line}"]}
    assert any(place in part for place in places[code] for part in told(ran))
    assert "Traceback" not in ran.err


def test_what_rules_must_offer_is_listed(stairs: Path) -> None:
    (stairs / RULES).write_text("FACTS = {}\n", "utf-8")
    ran = run("check --trust-rules")
    assert "there is no `new_game`" in ran.err
    assert "docs/rules.md" in ran.err


def test_rules_outside_of_the_project_are_not_run(stairs: Path) -> None:
    outside = stairs.parent / "rules.py"
    shutil.move(stairs / RULES, outside)
    (stairs / RULES).symlink_to(outside)
    ran = run("check --trust-rules")
    assert ran.status == 1
    assert "error[PNP623]: a link to the file leads out of the project" in ran.err


def test_missing_rules_are_told(stairs: Path) -> None:
    (stairs / RULES).unlink()
    ran = run("check --trust-rules")
    assert ran.status == 1
    assert f"error[PNP610]: there are no rules `{RULES}`" in ran.err
    assert "designs/stairs/game.yaml:4:8" in ran.err


@pytest.fixture
def cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of the user's own."""
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("PRINTNPLAY_CACHE", str(folder))
    return folder


@pytest.mark.usefixtures("cache")
def test_rules_that_are_remembered_run_unasked_until_they_change(stairs: Path) -> None:
    assert run("trust stairs").out == (
        "stairs  designs/stairs/rules.py is trusted until it changes\n"
    )
    assert run("check --rules").status == 0
    rules = stairs / RULES
    before = rules.read_text("utf-8")
    rules.write_text(f"{before}\n# one line more\n", "utf-8")
    assert "error[PNP622]" in run("check --rules").err
    rules.write_text(before, "utf-8")
    assert run("check --rules").status == 0
    run("trust --forget")
    assert "error[PNP622]" in run("check --rules").err


BROKEN = {
    "cards": ("cards.yaml", "card: ["),
    "booklet": ("booklet.yaml", "sections: 3\n"),
    "game": ("game.yaml", "rules: rules.py\ncard: {}\n"),
    "not YAML": ("game.yaml", "rules: [\n"),
    "no YAML": ("game.yaml", "\0"),
    "empty": ("game.yaml", ""),
    "another game": ("../other/game.yaml", "id: [\n"),
}


@pytest.mark.usefixtures("cache")
@pytest.mark.parametrize(("file", "content"), BROKEN.values(), ids=BROKEN)
def test_trust_is_forgotten_whatever_else_is_broken(stairs: Path, file: str, content: str) -> None:
    run("trust stairs")
    path = stairs / FOLDER / file
    path.parent.mkdir(exist_ok=True)
    before = path.read_text("utf-8") if path.exists() else None
    path.write_text(content, "utf-8")
    ran = run("trust --forget")
    assert "stairs  designs/stairs/rules.py is no longer trusted\n" in ran.out
    if before is None:
        shutil.rmtree(path.parent)
    else:
        path.write_text(before, "utf-8")
    assert "error[PNP622]" in run("check --rules").err


@pytest.mark.usefixtures("cache")
def test_the_same_rules_elsewhere_are_not_remembered(stairs: Path, tmp_path: Path) -> None:
    run("trust")
    shutil.copytree(stairs, tmp_path / "elsewhere", dirs_exist_ok=True)
    assert "error[PNP622]" in run(f"check --rules --project {tmp_path / 'elsewhere'}").err


def test_trust_that_comes_with_a_project_is_not_believed(
    stairs: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("trust stairs")
    shutil.copytree(cache, stairs / ".cache")
    monkeypatch.setenv("PRINTNPLAY_CACHE", str(stairs / ".cache"))
    assert "error[PNP622]" in run("check --rules").err
    assert run("cache").out.startswith("no cache: ")


def test_trusting_rules_does_not_run_them(stairs: Path, cache: Path) -> None:
    trap = "from pathlib import Path\nPath('sprung').touch()\n"
    (stairs / RULES).write_text(trap + (stairs / RULES).read_text("utf-8"), "utf-8")
    run("trust")
    assert not (stairs / "sprung").exists()
    assert list(cache.rglob("*.bin"))


@pytest.mark.usefixtures("stairs")
def test_an_empty_cache_still_knows_which_rules_are_trusted(cache: Path) -> None:
    run("trust stairs")
    run("build")
    assert list(cache.glob("drawn/*"))
    kept = run("cache").out
    assert kept.endswith(f" MB in {cache}\n")
    assert not kept.startswith("0 files")
    assert f"removed from {cache}" in run("cache --clear").out
    assert run("cache").out == f"0 files, 0.0 MB in {cache}\n"
    assert "unchanged" in run("build").out
    ran = run("build --no-cache")
    assert (ran.status, "0 unchanged" in ran.out) == (0, True)
    assert not list(cache.glob("drawn/*"))


@pytest.mark.usefixtures("stairs")
def test_what_others_keep_beside_the_cache_stays(cache: Path) -> None:
    stranger = cache / "another-program" / "settings.bin"
    stranger.parent.mkdir(parents=True)
    stranger.touch()
    run("build")
    assert list(cache.glob("drawn/*"))
    run("cache --clear")
    assert stranger.exists()
    assert not list(cache.glob("drawn/*"))


def test_rules_that_cannot_be_remembered(stairs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRINTNPLAY_CACHE", "")
    ran = run("trust stairs")
    assert ran.status == 1
    assert "error[PNP010]: there is no folder to store trusted rules in" in ran.err
    without_rules(stairs)
    assert run("trust stairs").out == "stairs  it has no rules: nothing to trust\n"
