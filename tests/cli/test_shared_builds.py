"""Builds that several processes share: the same files, and the same faults, as of one alone."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from .project import ROOT, Ran, change, tree

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="processes are copied on Linux"),
    pytest.mark.sampled(8),
]

COMMAND = ("-m", "printnplay")

CARDS = 130
"""So many are drawn and kept together."""


@pytest.fixture
def deck(polish_garden: Path) -> Path:
    """The game in two languages with many more cards, all different."""
    garden = polish_garden
    folder = garden / "designs/garden"
    rows = (
        f"seed-{number},Seed {number},Worth {number} points.,Ziarno {number},Warte {number}."
        for number in range(CARDS)
    )
    heads = "id,name@en,rule@en,name@pl,rule@pl"
    (folder / "seeds.csv").write_text("\n".join([heads, *rows, ""]), "utf-8")
    with (folder / "cards.yaml").open("a", encoding="utf-8") as cards:
        cards.write("seed: {template: card, rows: seeds.csv}\n")
    sheet = "  - {id: frost, where: {family: frost}, backs: yes}\n"
    changes = (
        ("designs/garden/game.yaml", sheet, sheet + sheet.replace("frost", "seed")),
        ("locales/en/garden.yaml", 'frost: "Frost"}', 'frost: "Frost", seed: "Seeds"}'),
        ("locales/pl/garden.yaml", 'frost: "Mróz"', 'frost: "Mróz"\n    seed: "Ziarna"'),
    )
    change(garden, [{"file": file, "find": a, "replace": b} for file, a, b in changes])
    return garden


COUNTED = """
import os, signal, sys
# What is started in the background may have been told not to listen.
signal.signal(signal.SIGINT, signal.default_int_handler)
fork = os.fork
def counted():
    os.write(2, b"copied\\n")
    return fork()
os.fork = counted
from printnplay.cli import main
sys.argv[0] = "printnplay"
main()
"""
"""The command, which says each time that it copies itself."""


def build(project: Path, options: str, kept: str = "", start: Sequence[str] = COMMAND) -> Ran:
    """A build in a process of its own, which alone can be copied; nothing is kept before."""
    names = {"PRINTNPLAY_CACHE": str(project.parent / (kept or f"kept{options}"))}
    ran = subprocess.run(
        [sys.executable, *start, "build", *options.split()],
        cwd=project,
        env={**os.environ, **names, "PYTHONPATH": str(ROOT), "SOURCE_DATE_EPOCH": "1700000000"},
        capture_output=True,
        text=True,
        check=False,
    )
    return Ran(ran.returncode, ran.stdout, ran.stderr)


def copies(project: Path, options: str) -> int:
    """How often a build copies its process; what it draws is kept for the next."""
    ran = build(project, options, "kept", ("-c", COUNTED))
    assert ran.status == 0, ran.err
    return ran.err.count("copied\n")


def test_a_process_is_copied_for_each_of_several_editions(polish_garden: Path) -> None:
    assert copies(polish_garden, "-j 1 -o one") == 0
    assert copies(polish_garden, "-l en -j 2 -o two") == 0
    assert copies(polish_garden, "-j 2 -o three") == 2
    assert copies(polish_garden, "-j 2 -o three") == 0


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("polish_garden", ""),
        ("polish_garden", "-p a4 -p letter --format pdf --format html"),
        ("polish_garden", "-l pl -p a4 -p letter --format pdf --format html"),
        ("polish_garden", "-l en+pl"),
        ("polish_garden", "-l pl --draft"),
        ("deck", ""),
    ],
)
def test_several_processes_write_the_same_bytes(
    name: str, options: str, request: pytest.FixtureRequest
) -> None:
    project = request.getfixturevalue(name)
    alone = build(project, f"{options} -j 1 -o alone")
    shared = build(project, f"{options} -j 2 -o shared")
    assert (alone.status, shared.status) == (0, 0), alone.err + shared.err
    assert shared.err == alone.err
    assert tree(project / "shared") == tree(project / "alone")


def test_several_processes_find_the_same_faults(polish_garden: Path) -> None:
    for language, old, new in (("en", '"Bean"', '"Beans  "'), ("pl", '"Fasola"', '"Fasola 猫"')):
        file = f"locales/{language}/garden.yaml"
        change(polish_garden, [{"file": file, "find": f"name: {old}", "replace": f"name: {new}"}])
    long = "A frost of many long hours: nothing grows. " * 9
    rule = {"find": '"A frost of many long hours: nothing grows."', "replace": f'"{long}"'}
    change(polish_garden, [{"file": "locales/en/garden.yaml", **rule}])
    alone, shared = (build(polish_garden, f"-j {jobs}") for jobs in (1, 2))
    assert (alone.status, shared.status) == (1, 1)
    assert sorted(shared.err.split("\n\n")) == sorted(alone.err.split("\n\n"))
    assert not (polish_garden / "output").exists()
    drafts = [build(polish_garden, f"--draft -j {jobs} -o draft{jobs}") for jobs in (1, 2)]
    assert [ran.status for ran in drafts] == [0, 0]
    assert tree(polish_garden / "draft2") == tree(polish_garden / "draft1")


def test_a_rulebook_at_fault_is_told_with_all_else(garden: Path) -> None:
    for name in ("cover", "cover-back"):
        template = garden / f"templates/garden/{name}.svg.j2"
        template.write_text('<svg xmlns="http://www.w3.org/2000/svg"><blink/></svg>', "utf-8")
    bean = {"find": 'name: "Bean"', "replace": 'name: "Beans  "'}
    change(garden, [{"file": "locales/en/garden.yaml", **bean}])
    alone, shared = (build(garden, f"-j {jobs}") for jobs in (1, 2))
    assert (alone.status, shared.status) == (1, 1)
    for place in ("templates/garden/cover-back.svg.j2", "locales/en/garden.yaml"):
        assert place in alone.err
    assert shared.err == alone.err
    assert not (garden / "output").exists()


def test_pictures_that_cannot_be_drawn_are_told_whoever_draws_them(garden: Path) -> None:
    """In vectors alone neither a card nor a cover can have such letters."""
    style = garden / "templates/garden/style.yaml"
    style.write_text(style.read_text("utf-8") + "raster: never\n", "utf-8")
    stops = '<stop stop-color="#f00" stop-opacity="0.5"/><stop offset="1" stop-color="#00f"/>'
    gradient = f'<linearGradient id="r">{stops}</linearGradient>'
    for name in ("card", "cover-back"):
        (garden / f"templates/garden/{name}.svg.j2").write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" width="{{ extent.width }}mm"'
            ' height="{{ extent.height }}mm" viewBox="{{ -bleed }} {{ -bleed }}'
            ' {{ extent.width }} {{ extent.height }}">'
            f'{gradient}<text x="9" y="9" font-size="9" fill="url(#r)">Rain</text></svg>',
            "utf-8",
        )
    alone, shared = (build(garden, f"-j {jobs}") for jobs in (1, 2))
    assert (alone.status, shared.status) == (1, 1)
    for name in ("card", "cover-back"):
        assert f"templates/garden/{name}.svg.j2" in alone.err
    assert shared.err == alone.err
    assert not (garden / "output").exists()


def test_a_card_at_fault_is_told_by_whoever_draws_it(deck: Path) -> None:
    rows = deck / "designs/garden/seeds.csv"
    old = "Worth 100 points."
    rows.write_text(rows.read_text("utf-8").replace(old, "{term:weed} " + "grows " * 99), "utf-8")
    alone, shared = (build(deck, f"-j {jobs}") for jobs in (1, 2))
    assert alone.status == 1
    assert shared == alone


def test_cards_with_the_same_fault_are_named_in_their_order(deck: Path) -> None:
    """Whichever of them were drawn first, to see what there is to draw."""
    text = '<text x="9" y="9" font-size="3" font-family="Table Round" font-weight="900">a</text>'
    marked = '{% if card.family == "seed" and card.id != "seed-2" %}' + text + "{% endif %}</svg>"
    template = (ROOT / "templates/base/card.svg.j2").read_text("utf-8")
    own = deck / "templates/garden/card.svg.j2"
    own.write_text(template.replace("</svg>", marked), "utf-8")
    alone, shared = (build(deck, f"-j {jobs} -o out{jobs}") for jobs in (1, 2))
    assert (alone.status, shared.status) == (0, 0)
    assert "`seed-0`, `seed-1`, `seed-3` and" in alone.err
    assert shared.err == alone.err


@pytest.mark.at_leisure
def test_games_are_checked_by_copies_and_the_same_is_found(deck: Path) -> None:
    command = f"check match tic-tac-ko --project {ROOT} -l en -l fr --format json"
    alone, shared = (
        subprocess.run(
            [sys.executable, "-c", COUNTED, *command.split(), "-j", jobs],
            cwd=deck,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PRINTNPLAY_CACHE": str(deck / jobs)},
            capture_output=True,
            text=True,
            check=True,
        )
        for jobs in ("1", "2")
    )
    assert shared.stderr.count("copied\n") == 2
    assert alone.stderr.count("copied\n") == 0
    assert shared.stdout == alone.stdout


@pytest.mark.parametrize(
    ("how", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_a_build_that_is_stopped_ends_its_copies_without_a_word(
    deck: Path, tmp_path: Path, how: signal.Signals, status: int
) -> None:
    (tmp_path / "beside").mkdir()
    begun = subprocess.Popen(
        [sys.executable, "-c", COUNTED, "build", "-j", "2"],
        cwd=deck,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path / "beside")}
        | {"PRINTNPLAY_CACHE": str(tmp_path / "kept")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert begun.stderr is not None
    assert [begun.stderr.readline() for _ in range(2)] == 2 * ["copied\n"]
    os.killpg(begun.pid, how)  # as a terminal does
    out, err = begun.communicate()  # and so all who could write to it have ended
    assert (begun.returncode, out, err) == (status, "", "")
    assert not (deck / "output").exists()
    assert list((tmp_path / "beside").iterdir()) == []


ALLOWED = (
    """
import os
allowed = {allowed}
fork = os.fork
def limited():
    global allowed
    allowed -= 1
    if allowed < 0:
        raise BlockingIOError(11, "Resource temporarily unavailable")
    return fork()
os.fork = limited
"""
    + COUNTED
)
"""The command, on a system that allows so many copies only."""


@pytest.mark.at_leisure
@pytest.mark.turns(4)
@pytest.mark.parametrize("allowed", [0, 1])
@pytest.mark.parametrize("name", ["polish_garden", "deck"])
def test_where_no_more_processes_are_allowed_fewer_do_all(
    name: str, allowed: int, request: pytest.FixtureRequest
) -> None:
    project = request.getfixturevalue(name)
    alone = build(project, "-j 1 -o alone")
    start = ("-c", ALLOWED.format(allowed=allowed))
    fewer = build(project, "-j 3 -o fewer", start=start)
    assert (alone.status, fewer.status) == (0, 0), alone.err + fewer.err
    assert fewer.err.replace("copied\n", "") == alone.err
    assert tree(project / "fewer") == tree(project / "alone")
    checked = subprocess.run(
        [sys.executable, *start, "check", "-j", "2", "--no-cache"],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stderr


KILLED = (
    """
import os
from functools import wraps
from printnplay.build import shares
shares.cores = lambda: 2
make = shares._make_edition
times = 0
@wraps(make)
def killed(*values):
    global times
    times += 1
    made = make(*values)
    if times == 1:
        os.kill(os.getpid(), 9)
    return made
shares._make_edition = killed
"""
    + COUNTED
)
"""The command, whose copies are ended by the system when they have done some of their task."""


def test_what_processes_cannot_finish_that_nobody_asked_for_one_makes(polish_garden: Path) -> None:
    alone = build(polish_garden, "-j 1 -o alone")
    start = ("-c", KILLED)
    by_itself = build(polish_garden, "-o by-itself", start=start)
    assert (alone.status, by_itself.status) == (0, 0), alone.err + by_itself.err
    assert by_itself.err.replace("copied\n", "") == alone.err
    assert by_itself.err.count("copied\n") == 2
    assert tree(polish_garden / "by-itself") == tree(polish_garden / "alone")
    asked_for = build(polish_garden, "-j 2 -o asked-for", start=start)
    assert asked_for.status == 1
    assert "error[PNP013]: a process ended by signal 9" in asked_for.err
    assert not (polish_garden / "asked-for").exists()


@pytest.fixture
def fonted_garden(polish_garden: Path) -> Path:
    """The game with fonts that the compiler reads from a temporary folder.

    It reads whole folders, so that it is given copies where there is more in one than fonts.
    """
    fonts = polish_garden / "templates/fonts"
    shutil.copytree(ROOT / "templates/fonts", fonts)
    (fonts / "more").mkdir()
    return polish_garden


@pytest.mark.at_leisure
@pytest.mark.turns(3)
@pytest.mark.parametrize("share", [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9])
@pytest.mark.parametrize("options", ["-j 1", "-j 2"])
def test_what_an_interrupted_build_keeps_is_whole(
    fonted_garden: Path, options: str, share: float
) -> None:
    """Stopped when it has taken this share of its time; moments differ with the machine."""
    began = time.monotonic()
    cold = build(fonted_garden, f"{options} -o cold", "cold")
    took = time.monotonic() - began
    assert cold.status == 0, cold.err
    stopped = subprocess.Popen(
        [sys.executable, "-c", COUNTED, "build", *options.split(), "-o", "stopped"],
        cwd=fonted_garden,
        env={**os.environ, "PRINTNPLAY_CACHE": str(fonted_garden.parent / "kept")}
        | {"PYTHONPATH": str(ROOT), "SOURCE_DATE_EPOCH": "1700000000"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    time.sleep(share * took)
    stopped.send_signal(signal.SIGINT)
    stopped.wait()
    assert build(fonted_garden, f"{options} -o warm", "kept").status == 0
    assert tree(fonted_garden / "warm") == tree(fonted_garden / "cold")


@pytest.mark.at_leisure
def test_what_a_build_keeps_that_stops_at_a_fault_is_whole(fonted_garden: Path) -> None:
    cold = build(fonted_garden, "-o cold", "cold")
    card = fonted_garden / "locales/pl/garden.yaml"
    sound = card.read_text("utf-8")
    card.write_text(sound.replace('"Fasola"', '"Fasola 猫"'), "utf-8")
    assert build(fonted_garden, "-j 2 -o faulty", "kept").status == 1
    card.write_text(sound, "utf-8")
    assert (cold.status, build(fonted_garden, "-j 2 -o warm", "kept").status) == (0, 0)
    assert tree(fonted_garden / "warm") == tree(fonted_garden / "cold")
