"""Several machines that each do a shard write the files that one machine writes."""

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

from printnplay.edition.choosing import Languages
from printnplay.edition.request import Shard

from .project import Tree, run, tree

pytestmark = pytest.mark.sampled(6)

SHARDS = ("1/3", "2/3", "3/3")
OTHER = "orchard"


@pytest.fixture
def two_games(polish_garden: Path) -> Path:
    """Two games, one in two languages and one in three."""
    for folder in ("designs", "locales"):
        for file in sorted((polish_garden / folder).rglob("*")):
            target = Path(str(file).replace("/designs/garden", f"/designs/{OTHER}"))
            target = target.with_name(target.name.replace("garden.", f"{OTHER}."))
            if file.is_file() and target != file:
                target.parent.mkdir(exist_ok=True)
                text = file.read_text("utf-8").replace("id: garden", f"id: {OTHER}")
                target.write_text(text, "utf-8")
    glossary = polish_garden / "locales/glossary" / f"{OTHER}.yaml"
    terms = glossary.read_text("utf-8").replace("  en:", "  de: {name: Rose, plural: Rosen}\n  en:")
    glossary.write_text(terms, "utf-8")
    (polish_garden / "locales/de").mkdir()
    german = (polish_garden / "locales/en" / f"{OTHER}.yaml").read_text("utf-8")
    german = german.replace("en:", "de:", 1)
    (polish_garden / "locales/de" / f"{OTHER}.yaml").write_text(german, "utf-8")
    return polish_garden


def union(line: str, folder: Path) -> Tree:
    """Return what three machines write, each into a folder of its own; no file is written twice."""
    made: Tree = {}
    for shard in SHARDS:
        output = folder / shard.replace("/", "-")
        ran = run(f"{line} --shard {shard} -o {output}")
        assert ran.status == 0, ran.err
        own = tree(output)
        assert own
        assert not any(own[name] for name in own.keys() & made.keys())  # folders are empty
        made |= own
    return made


def whole(line: str, folder: Path) -> Tree:
    ran = run(f"{line} -o {folder}")
    assert ran.status == 0, ran.err
    return tree(folder)


@pytest.mark.parametrize(
    "line",
    [
        "build -p a4 -p letter",
        "build garden -l en -l pl -l en/pl",
        "export png --dpi 36 -j 1",
        "export makeplayingcards --dpi 36 -j 1",
    ],
)
def test_three_machines_write_what_one_writes(line: str, two_games: Path) -> None:
    made, expected = union(line, two_games / "parts"), whole(line, two_games / "whole")
    assert made.keys() == expected.keys()
    assert [name for name in made if made[name] != expected[name]] == []


@pytest.mark.parametrize(
    "target",
    ["tabletop-simulator --base-url https://table.example", "site --address https://game.example"],
)
def test_languages_that_share_files_are_exported_by_one_machine(
    target: str, two_games: Path
) -> None:
    line = f"export {target} --dpi 36 -j 1"
    made: Tree = {}
    for shard in ("1/2", "2/2"):
        output = two_games / "parts" / shard.replace("/", "-")
        assert run(f"{line} --shard {shard} -o {output}").status == 0
        made |= tree(output)
    expected = whole(line, two_games / "whole")
    assert made.keys() == expected.keys()
    assert [name for name in made if made[name] != expected[name]] == []


def test_index_pages_are_written_once_all_shards_are_together(two_games: Path) -> None:
    line = "build --format html --format pdf"
    expected = whole(line, two_games / "whole")
    together = two_games / "together"
    made = union(line, two_games / "parts")
    assert {name for name in expected if name not in made} == {
        *("index.html", "garden/index.html", f"{OTHER}/index.html")
    }
    for shard in SHARDS:
        part = two_games / "parts" / shard.replace("/", "-")
        shutil.copytree(part, together, dirs_exist_ok=True)
    ran = run(f"{line} -o {together}")
    assert "; 3 written, " in ran.out
    assert tree(together) == expected


def found(line: str) -> Counter[str]:
    faults = json.loads(run(f"check --format json -j 1 {line}").out)
    return Counter(json.dumps(fault, sort_keys=True) for fault in faults)


def test_three_machines_find_what_one_finds(two_games: Path) -> None:
    english = two_games / "locales/en/garden.yaml"
    text = english.read_text("utf-8")
    text = text.replace('rule: "Lay it', 'unprinted: "No card says it.", rule: "Lay it', 1)
    english.write_text(text, "utf-8")
    expected = found("")
    assert expected
    parts = [found(f"--shard {shard}") for shard in SHARDS]
    # A fault of a whole game is found by each machine that checks the game.
    assert {fault for part in parts for fault in part} == {*expected}
    again = [found(f"--shard {shard}") for shard in SHARDS]
    assert again == parts


def test_a_machine_without_work_writes_nothing(city: Path) -> None:
    ran = run("build --shard 1/2 -o none")
    assert (ran.status, ran.err) == (0, "")
    assert not (city / "none").exists()
    assert run("check --shard 1/2").status == 0
    assert run("export png --shard 1/2 -o none").status == 0


@pytest.mark.parametrize("shard", ["0/3", "4/3", "2", "2/x", "-1/3", "1/1001", "1/0", "¹/2"])
@pytest.mark.usefixtures("city")
def test_what_is_no_shard_is_refused(shard: str) -> None:
    ran = run(f"build --shard={shard}")
    assert ran.status == 2
    assert "is not a shard such as 2/5" in ran.err


@pytest.mark.usefixtures("city")
@pytest.mark.parametrize("option", ["--rules", "--fix", "--mutants"])
def test_checks_of_whole_games_have_no_shards(option: str) -> None:
    ran = run(f"check --shard 1/2 {option}")
    assert ran.status == 2
    assert "'--shard': leave out" in ran.err


@pytest.mark.parametrize("games", [1, 2, 7, 40])
@pytest.mark.parametrize("of", [1, 2, 3, 5, 64])
def test_shards_are_even_and_complete(games: int, of: int) -> None:
    chosen = {
        f"game-{number:02}": tuple(map(Languages, "abcdefghijkl"[: 1 + number % 12]))
        for number in range(games)
    }
    editions = [(game, one) for game, languages in chosen.items() for one in languages]
    parts = [
        [(game, one) for game, some in Shard(number, of).editions(chosen).items() for one in some]
        for number in range(1, of + 1)
    ]
    assert [edition for part in parts for edition in part] == editions
    assert max(map(len, parts)) - min(map(len, parts)) <= 1
