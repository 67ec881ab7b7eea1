"""Rules in a folder beside the cards: a package of its own, loaded only if that is allowed."""

import py_compile
import shutil
import sys
from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path

import pytest
from msgspec.structs import replace

from printnplay.files import catalog
from printnplay.files.catalog import Catalog
from printnplay.game.game import Game
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.rules.claims import counts_of
from printnplay.rules.loader import RulesFileError, RulesSource, load_rules, rules_of
from printnplay.rules.protocol import RulesModule

from .games import DESIGNS, deck_in
from .support import shipped


@pytest.fixture
def project(tmp_path: Path, guide_files: Mapping[str, str]) -> Path:
    """A project of two games, each with the rules of the guide in a folder `rules`."""
    for game, hand in (("stairs", 3), ("steps", 5)):
        folder = tmp_path / "mine/designs" / game / "rules"
        folder.mkdir(parents=True)
        (folder / "hand.py").write_text(f"HAND = {hand}\n", "utf-8")
        rules = guide_files["rules.py"].replace("\nHAND = 3\n", "\n")
        rules = rules.replace("\nfrom printnplay", "\nfrom .hand import HAND\nfrom printnplay", 1)
        (folder / "__init__.py").write_text(rules, "utf-8")
        (folder / "claims.py").write_text("def steps():\n    return 24\n", "utf-8")
        for name in ("cards.yaml", "steps.csv"):
            (folder.parent / name).write_text(guide_files[name], "utf-8")
    return tmp_path / "mine"


def loaded(rules: Path) -> RulesModule:
    """The rules in a folder of a game, with its deck."""
    return load_rules(rules, deck_in(rules.parent))


def game(project: Path, rules: str = "rules") -> Game:
    """A game of the project, as far as its rules are concerned."""
    folder = project / "designs/stairs"
    spans = {"rules": Span("game.yaml", 4, 8)}
    cards = deck_in(folder)
    return replace(
        shipped(), folder=str(folder), rules=rules, examples=(), spans=spans, cards=cards
    )


def codes_of(game: Game, project: Path, *, trusted: bool = True) -> list[str]:
    """The codes of the faults that keep the rules of a game from being had."""
    problems = Problems()
    rules = rules_of(game, problems, Catalog(project, trusted=trusted))
    assert (rules is None) == bool(problems.found)
    return [fault.code.id for fault in problems.found]


def test_folders_of_the_same_name_hold_rules_of_their_own(project: Path) -> None:
    path, others = sys.path[:], sys.modules.get("rules")
    stairs, steps = (loaded(project / "designs" / name / "rules") for name in ("stairs", "steps"))
    assert (stairs.FACTS["hand_size"], steps.FACTS["hand_size"]) == (3, 5)
    assert counts_of(stairs)["steps"]() == 24
    assert sys.path == path
    assert sys.modules.get("rules") is others


def test_nothing_is_written_beside_a_users_rules(project: Path) -> None:
    before = sorted(project.rglob("*"))
    counts_of(loaded(project / "designs/stairs/rules"))
    assert sorted(project.rglob("*")) == before


def test_rules_are_run_again_when_a_file_of_theirs_has_changed(project: Path) -> None:
    folder = project / "designs/stairs/rules"
    rules = loaded(folder)
    assert loaded(folder) is rules
    (folder / "hand.py").write_text("HAND = 11\n", "utf-8")
    assert loaded(folder).FACTS["hand_size"] == 11
    assert rules.FACTS["hand_size"] == 3


@pytest.mark.parametrize(
    ("text", "code"), [("HAND = (\n", "PNP623"), ("HAND = 3\nHAND += ''\n", "PNP626")]
)
def test_a_fault_is_told_in_its_file(project: Path, text: str, code: str) -> None:
    folder = project / "designs/stairs/rules"
    (folder / "hand.py").write_text(text, "utf-8")
    with pytest.raises(RulesFileError) as caught:
        loaded(folder)
    fault = caught.value.fault
    assert (fault.code.id, fault.span.line) == (code, text.count("\n"))
    assert Path(fault.span.file).absolute() == folder / "hand.py"
    assert not [name for name in sys.modules if name.startswith(RulesSource.at(folder).module)]


def test_a_module_of_another_folder_is_not_found(project: Path) -> None:
    folder = project / "designs/stairs/rules"
    (folder / "hand.py").write_text("import claims\n", "utf-8")
    with pytest.raises(RulesFileError, match="No module named 'claims'"):
        loaded(folder)


BESIDE: Mapping[str, tuple[str, str]] = {
    "a folder by a link": ("from .lib import more", "shared/more.py"),
    "a folder that Python takes for its own": (
        "from .__pycache__x import more",
        "__pycache__x/more.py",
    ),
    "a compiled module": ("from . import more", "more.pyc"),
    "a module of the project": ("import more", "../../../more.py"),
    "a folder of the project": ("import kit.more", "../../../kit/more.py"),
}
"""Code that is no file of the rules: how they import it, and where it is from their folder on."""


@pytest.mark.parametrize(("statement", "place"), BESIDE.values(), ids=BESIDE)
def test_rules_import_nothing_that_is_not_trusted_with_them(
    project: Path, statement: str, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = project / "designs/stairs/rules"
    code = folder / place
    code.parent.mkdir(exist_ok=True)
    code.write_text("SPRUNG = 1\n", "utf-8")
    if place.startswith("shared"):
        (project / "shared").mkdir()
        code = code.rename(project / "shared/more.py")
        code.parent.joinpath("__init__.py").touch()
        (folder / "lib").symlink_to(project / "shared")
    if code.suffix == ".pyc":
        compiled = py_compile.compile(str(code), str(code.with_suffix(".out")), doraise=True)
        Path(str(compiled)).rename(code)
    monkeypatch.syspath_prepend(project)
    (folder / "hand.py").write_text(f"HAND = 3\n{statement}\n", "utf-8")
    assert codes_of(game(project), project) == ["PNP626"]
    assert not [name for name in sys.modules if name.rpartition(".")[2] == "more"]


def test_rules_import_each_other_and_what_is_installed(project: Path) -> None:
    folder = project / "designs/stairs/rules"
    (folder / "deep/er").mkdir(parents=True)
    (folder / "deep/__init__.py").touch()
    (folder / "deep/er/__init__.py").write_text("from ... import claims\n", "utf-8")
    (folder / "hand.py").write_text("import yaml\nfrom .deep import er\nHAND = 3\n", "utf-8")
    assert codes_of(game(project), project) == []


def test_a_place_that_the_table_does_not_have_is_told(project: Path) -> None:
    entry = project / "designs/stairs/rules/__init__.py"
    with entry.open("a", encoding="utf-8") as rules:
        rules.write('\nnew_game.begins_with = {"discrad": ()}\n')
    assert codes_of(game(project), project) == ["PNP624"]
    with entry.open("a", encoding="utf-8") as rules:
        rules.write('\nnew_game.begins_with = {"stairs": ()}\n')
    assert codes_of(game(project), project) == []


def test_rules_that_are_not_there_are_told_whether_trusted_or_not(project: Path) -> None:
    (project / "designs/stairs/empty").mkdir()
    for name in ("rulse", "rules.py", "empty"):
        assert codes_of(game(project, name), project, trusted=False) == ["PNP610"]


def test_a_users_rules_need_trust_and_those_that_ship_do_not(project: Path) -> None:
    assert codes_of(game(project), project, trusted=False) == ["PNP622"]
    assert codes_of(game(project), project) == []
    assert codes_of(shipped(), project, trusted=False) == []


def test_a_copy_of_rules_that_ship_needs_no_trust_until_it_changes(project: Path) -> None:
    folder = project / "designs/tic-tac-match"
    shutil.copytree(DESIGNS / "tic-tac-match", folder, ignore=shutil.ignore_patterns("__pycache__"))
    copy = replace(game(project), folder=str(folder), cards=shipped().cards)
    assert codes_of(copy, project, trusted=False) == []
    with (folder / "rules/play.py").open("a", encoding="utf-8") as file:
        file.write("\n")
    assert codes_of(copy, project, trusted=False) == ["PNP622"]
    assert codes_of(copy, project) == []


def test_a_link_to_rules_that_ship_is_to_no_other_rules(project: Path) -> None:
    folder = project / "designs/stairs/rules"
    shutil.rmtree(folder)
    folder.symlink_to(DESIGNS / "tic-tac-match/rules")
    linked = replace(game(project), cards=shipped().cards)
    assert codes_of(linked, project, trusted=False) == []


@pytest.mark.parametrize("part", ["", "hand.py"])
def test_a_link_out_of_the_project_is_not_followed(project: Path, part: str) -> None:
    linked = project / "designs/stairs/rules" / part
    outside = project.parent / "outside"
    linked.rename(outside)
    linked.symlink_to(outside)
    assert codes_of(game(project), project) == ["PNP623"]


def test_rules_that_ship_are_found_wherever_the_tool_is_installed(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = RulesSource.of(shipped())
    assert (source.path, source.ships) == ("tic-tac-match/rules", True)
    monkeypatch.setattr(catalog, "shipped_root", lambda: project)
    assert source.place == project / "designs/tic-tac-match/rules"


@pytest.mark.parametrize("end", ["", "1 / 0\n"])
def test_rules_leave_the_current_folder_as_it_was(project: Path, end: str) -> None:
    file, here = project / "designs/stairs/rules/hand.py", Path.cwd()
    file.write_text(f"import os\nHAND = 3\nos.chdir(os.path.dirname(__file__))\n{end}", "utf-8")
    with pytest.raises(RulesFileError) if end else nullcontext():
        loaded(file.parent)
    assert Path.cwd() == here
