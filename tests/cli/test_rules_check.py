"""`check --rules` and `check --mutants`: what is shown, to people and to programs."""

import json
import re
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from printnplay.play import check_rules
from printnplay.play.mutants import mutants_of

from .project import Ran, change, copy_project, run, stand_in

pytestmark = pytest.mark.at_leisure

EXAMPLES = "designs/tic-tac-match/examples.yaml"


def report(command: str) -> dict[str, Any]:
    """What a check tells as JSON of its one game."""
    found = json.loads(run(f"{command} tic-tac-match --format json").out)
    (game,) = found["games"]
    return {**game, "problems": found["problems"]}


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> tuple[Ran, dict[str, Any]]:
    """What `check --rules` says of the sound project, to people and to programs."""
    folder = copy_project(tmp_path_factory.mktemp("sound"))
    with pytest.MonkeyPatch.context() as monkeypatch:
        stand_in(folder, folder, monkeypatch)
        return run("check --rules tic-tac-match"), report("check --rules")


def test_the_table_has_a_row_for_each_rule_and_a_column_for_each_example(
    checked: tuple[Ran, dict[str, Any]],
) -> None:
    ran, data = checked
    examples = data["examples"]
    assert (ran.status, ran.err, data["problems"], data["unshown"]) == (0, "", [], [])
    rows: dict[str, str] = defaultdict(str)  # a wide table is printed in parts
    for rule, marks in re.findall(r"^(TTM-\d+) +([#+x.]+)$", ran.out, re.MULTILINE):
        rows[rule] += marks
    assert list(rows) == [f"TTM-{number}" for number in range(1, 15)]
    for rule, marks in rows.items():
        assert len(marks) == len(examples)
        for mark, example in zip(marks, examples, strict=True):
            needed = any(need.partition(".")[0] == rule for need in example["needs"])
            named = rule in example["shows"]
            assert mark == {(1, 1): "#", (0, 1): "+", (1, 0): "x", (0, 0): "."}[named, needed]
    assert f"{len(examples)} of {len(examples)} examples true" in ran.out
    for at, example in enumerate(examples, start=1):
        assert f"{at} {example['id']}" in ran.out
    assert re.search(r"^TTM-6\.differ +cover-identical", ran.out, re.MULTILINE)


def test_a_table_shows_what_is_proved_of_each_number_of_players(
    checked: tuple[Ran, dict[str, Any]],
) -> None:
    ran, data = checked
    cells = data["cells"]
    assert cells["settings"][:2] == [[2, "", ""], [4, "", ""]]
    share = f"{cells['proved']} of {cells['all']} rules x players x variants proved"
    assert share in ran.out.splitlines()[0]
    assert re.search(r"^TTM-13  \. #      \. \.$", ran.out, re.MULTILINE)
    assert len(cells["rows"]) == 14
    assert cells["pairs"] > len(cells["apart"]) > 0


def test_proposed_examples_can_be_appended(project: Path) -> None:
    """Without the examples of four players, some are proposed that stand by themselves."""
    path, new = project / EXAMPLES, project / "new.yaml"
    items = re.split(r"(?m)^(?=- id: )", path.read_text(encoding="utf-8"))
    kept = [item for item in items if "id: flip-sides-of-four" not in item]
    path.write_text("".join(kept), encoding="utf-8")
    ran = run(f"check --rules tic-tac-match --propose {new}")
    assert (ran.status, ran.err) == (0, "")
    assert re.search(r"^  TTM-7 +4 players +[\d.]+% of moves$", ran.out, re.MULTILINE)
    number = new.read_text(encoding="utf-8").count("- id: ")
    assert f"{number} examples proposed: {new}" in ran.out
    assert "# Tic-Tac Match: TTM-7 with 4 players\n- id: ttm-7-of-4\n" in new.read_text()
    again = run(f"check --rules tic-tac-match --propose {new}")
    assert again.status == 2
    assert "exists: name a new file" in again.err
    path.write_text("".join(kept) + "\n" + new.read_text(encoding="utf-8"), encoding="utf-8")
    ran = run("check --rules tic-tac-match")
    assert (ran.status, ran.err) == (0, "")
    assert not re.search(r"^  TTM-7 +4 players", ran.out, re.MULTILINE)


@pytest.mark.at_leisure
def test_claims_are_listed_with_what_was_counted(checked: tuple[Ran, dict[str, Any]]) -> None:
    ran, data = checked
    claims = {claim["id"]: claim for claim in data["claims"]}
    assert claims["full-grids-without-line"]["counted"] == 118_283_312
    assert (claims["always-a-play"]["claimed"], claims["always-a-play"]["counted"]) == (0, 44)
    assert claims["stuck-one-symbol"]["counted"] is True
    assert re.search(r"^true  118,283,312  A grid can be full", ran.out, re.MULTILINE)
    assert re.search(r"^false +44  A hand", ran.out, re.MULTILINE)


@pytest.mark.at_leisure
def test_an_example_that_names_a_rule_in_vain_is_marked(project: Path) -> None:
    text = (project / EXAMPLES).read_text(encoding="utf-8")
    (project / EXAMPLES).write_text(
        text.replace("shows: [TTM-7]", "shows: [TTM-7, TTM-14]", 1), encoding="utf-8"
    )
    ran = run("check --rules tic-tac-match")
    assert ran.status == 0
    assert "warning[PNP607]" in ran.err
    rows = re.findall(r"^TTM-14 +([#+x.]+)$", ran.out, re.MULTILINE)
    assert "".join(rows).count("x") == 1
    assert ran.out.rstrip().endswith("0 errors, 1 warning")


def test_texts_and_pictures_may_be_unfinished(project: Path) -> None:
    claims = "designs/tic-tac-match/claims.yaml"
    change(project, [{"delete": "locales"}, {"delete": "templates"}, {"delete": claims}])
    assert run("check --rules tic-tac-match").status == 0


def test_a_text_quotes_the_true_figure_of_a_claim(project: Path) -> None:
    path = project / "locales/en/tic-tac-match.yaml"
    text = path.read_text(encoding="utf-8")
    old = next(line for line in text.splitlines() if 'rule: "Every player' in line)
    quoted = old.rstrip('"') + ' {claim.always-a-play} {claim.never-a-play}"'
    path.write_text(text.replace(old, quoted), encoding="utf-8")
    told = run("check tic-tac-match -l en").err
    assert told.count("error[PNP320]") == 1
    assert "`claim.never-a-play`" in told
    assert "`claim.always-a-play` is not" not in told


@pytest.mark.at_leisure
def test_mutants_are_caught_and_survivors_named(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A few mutants will do; that most are caught is not asked here."""
    monkeypatch.setattr(check_rules, "mutants_of", lambda rules: mutants_of(rules)[-12:])
    data = report("check --mutants -j 2")
    assert project.is_dir()
    assert data["mutants"] == 12 == sum(data["caught"].values()) + len(data["survivors"])
    assert data["share"] == round(sum(data["caught"].values()) / 12, 4) > 0.5
    ran = run("check tic-tac-match --mutants -j 1")
    assert ran.status == 0
    assert f"{sum(data['caught'].values())} of 12 mutants caught" in ran.out
    assert data["by_examples"] == round(data["caught"]["examples"] / 12, 4)
    alone = data["caught"]["recorded games"] / 12
    assert f"{data['by_examples']:.1%} by examples, {alone:.1%} by recorded games alone" in ran.out
    assert re.findall(r"^  (\S+:\d+): ", ran.out, re.MULTILINE) == [
        survivor["place"] for survivor in data["survivors"]
    ]


@pytest.mark.usefixtures("project")
def test_a_game_without_mutants_has_no_share(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_rules, "mutants_of", lambda _: [])
    data = report("check --mutants -j 1")
    assert data["mutants"] == 0
    assert data["share"] is data["by_examples"] is data["by_recorded_games_alone"] is None
    assert run("check --mutants -j 1").out.splitlines()[0].endswith(": no mutants to try")


def test_false_examples_end_the_hunt_before_it_begins(project: Path) -> None:
    change(
        project,
        [
            {
                "file": EXAMPLES,
                "find": "{sides: {a: o, b: x}, discard: [flip]",
                "replace": "{sides: {a: x, b: x}, discard: [flip]",
            }
        ],
    )
    ran = run("check tic-tac-match --mutants")
    assert (ran.status, ran.out.strip()) == (1, "")
    assert "error[PNP601]" in ran.err


@pytest.mark.usefixtures("city")
@pytest.mark.parametrize("what", ["--rules", "--mutants"])
def test_of_a_game_without_rules_nothing_is_said_to_be_proved(what: str) -> None:
    ran = run(f"check {what}")
    assert ran.status == 0
    assert ran.out == "no game that was checked has rules: nothing was proved\n"
