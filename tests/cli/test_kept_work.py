"""No command overwrites what a person has made or edited, and every command knows its own files."""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from printnplay.game.texts import Accepted
from printnplay.loading.locks import lock_text

from .project import run

EDITION = "output/lost-city/en"
KIT = f"{EDITION}/lost-city-en-a4-kit.pdf"
RULEBOOK = f"{EDITION}/lost-city-en-rulebook.pdf"


def refuses(command: str, path: str) -> bool:
    """Whether a command leaves an edited file, and names it."""
    before = Path(path).read_bytes()
    ran = run(command)
    named = f"error[PNP035]: `{path}` was edited after printnplay wrote it" in ran.err
    return ran.status == 1 and named and Path(path).read_bytes() == before


def without_records() -> None:
    for record in Path(EDITION).glob(".build-*"):
        record.unlink()


@pytest.mark.at_leisure
@pytest.mark.parametrize("record", ["there", "gone"])
def test_a_build_refuses_to_overwrite_an_edited_file(built_city: Path, record: str) -> None:
    with (built_city / KIT).open("ab") as kit:
        kit.write(b"% a note\n")
    if record == "gone":
        without_records()
    assert refuses("build", KIT)
    assert refuses("build --draft", KIT)
    (built_city / KIT).rename(built_city / EDITION / "notes.pdf")
    assert run("build").status == 0
    assert (built_city / EDITION / "notes.pdf").read_bytes().endswith(b"% a note\n")


@pytest.mark.at_leisure
def test_a_build_knows_its_own_files_by_any_record_or_none(built_city: Path) -> None:
    assert run("build -p letter").status == 0  # the rulebook is of both papers
    with (built_city / RULEBOOK).open("ab") as rulebook:
        rulebook.write(b"% a note\n")
    assert refuses("build", RULEBOOK)
    (built_city / RULEBOOK).unlink()
    without_records()
    assert run("build --backs none").status == 0
    assert run("build --draft").status == run("build").status == 0


def test_a_first_build_keeps_a_file_of_the_same_name(city: Path) -> None:
    (city / EDITION).mkdir(parents=True)
    (city / KIT).write_text("mine")
    assert refuses("build", KIT)
    assert [path.name for path in (city / EDITION).iterdir()] == [Path(KIT).name]


@pytest.mark.at_leisure
@pytest.mark.parametrize("form", ["pdf", "dxf", "svg"])
def test_selections_are_built_again_unless_they_were_edited(city: Path, form: str) -> None:
    command = f"build --only storm --format {form}"
    assert run(command).status == 0
    assert run(command.replace("storm", "number-1")).status == 0
    (path,) = (path for path in (city / EDITION).rglob(f"*.{form}"))
    with path.open("ab") as file:
        file.write(b"\n")
    assert refuses(command, path.relative_to(city).as_posix())


@pytest.mark.at_leisure
def test_pages_of_selections_go_only_if_nobody_has_edited_them(city: Path) -> None:
    assert run("build --only storm --only number* --format png").status == 0
    pages = sorted((city / EDITION / "lost-city-en-a4-selection").iterdir())
    assert len(pages) > 2
    pages[-1].write_bytes(b"retouched")
    assert run("build --only storm --format png").status == 0
    left = {*pages} & {*pages[0].parent.iterdir()}
    assert pages[-1] in left
    assert left < {*pages}


@pytest.mark.at_leisure
@pytest.mark.parametrize(
    ("command", "path"),
    [
        ("proof", "output/lost-city/lost-city-proof.pdf"),
        ("calibrate", "output/calibration-en-a4.pdf"),
        ("schema --write", ".schemas/game.json"),
        ("diff --since before --html changes.html", "changes.html"),
        ("art drawing.svg -o drawing.png", "drawing.png"),
        ("art drawing.svg -o drawing.pdf", "drawing.pdf"),
        ("export makeplayingcards", "output/lost-city/en/makeplayingcards/order.txt"),
        ("export pdf-cards", "output/lost-city/en/pdf-cards/manifest.json"),
    ],
)
def test_every_command_that_writes_refuses_to_overwrite(
    city: Path, command: str, path: str
) -> None:
    shutil.copytree(city / "designs", city / "before/designs")
    for name in ("locales", "templates"):
        shutil.copytree(city / name, city / "before" / name)
    (city / "drawing.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="20mm" viewBox="0 0 9 9">'
        '<path d="M1 1h5v5z" fill="#000"/></svg>'
    )
    for _ in range(2):
        ran = run(command)
        assert ran.status == 0, ran.err
    made = (city / path).read_bytes()
    (city / path).write_bytes(made[:-9] + b"x" + made[-8:])
    assert refuses(command, path)
    (city / path).write_text("mine")
    assert refuses(command, path)


def test_a_page_is_not_written_over_a_file_of_the_project(city: Path) -> None:
    shutil.copytree(city, city / "before")
    assert refuses("diff --since before --html designs/lost-city/cards.yaml",
                   "designs/lost-city/cards.yaml")  # fmt: skip


@pytest.mark.at_leisure
def test_logs_and_reports_of_games_are_written_again(stairs: Path) -> None:
    for command, path in (
        ("play stairs --show --log game.json", "game.json"),
        ("play stairs --games 5 --report report.html", "report.html"),
        ("play stairs --record", "designs/stairs/games.json"),
    ):
        for seed in (1, 2):
            ran = run(f"{command} --seed {seed} --trust-rules")
            assert ran.status == 0, ran.err
        if path == "game.json":
            assert run("play stairs --replay game.json --trust-rules").status == 0
        (stairs / path).write_bytes((stairs / path).read_bytes().replace(b"s", b"z", 1))
        assert refuses(f"{command} --seed 1 --trust-rules", path)
    assert refuses("play stairs --show --log designs/stairs/rules.py --trust-rules",
                   "designs/stairs/rules.py")  # fmt: skip


def test_two_translators_accept_at_the_same_time(
    polish_garden: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock, others = polish_garden / "locales/pl/garden.lock.json", ["rules.goal.rain"]

    def slowly(noted: Mapping[str, Accepted]) -> str:
        if others:
            assert run(f"l10n accept garden {others.pop()} -l pl").status == 0
        return lock_text(noted)

    monkeypatch.setattr("printnplay.translation.accept.lock_text", slowly)
    assert run("l10n accept garden rules.goal.storm -l pl").status == 0
    assert {*json.loads(lock.read_bytes())} == {"rules.goal.rain", "rules.goal.storm"}


@pytest.mark.parametrize(("kind", "code"), [("remarks", "PNP384"), ("lock", "PNP341")])
def test_a_text_that_is_noted_twice_is_reported(polish_garden: Path, kind: str, code: str) -> None:
    path = polish_garden / f"locales/pl/garden.{kind}.json"
    first, second = ('"rules.goal.storm": {"comment": "a"}', '"rules.goal.storm": {"unsure": true}')
    path.write_text(f"{{{first}, {second}}}")
    before = path.read_bytes()
    for command in ("l10n answer garden rules.goal.storm", "l10n accept garden"):
        ran = run(f"{command} -l pl" + (" --text yes" if "answer" in command else ""))
        assert f"error[{code}]" in ran.err, ran.err
        assert path.read_bytes() == before
