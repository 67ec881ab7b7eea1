"""Builds, checks and exports on a cluster give what one machine gives, also if a worker is lost."""

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from clusters import Cluster

from printnplay.api import open_project
from printnplay.cluster import errands
from printnplay.cluster.parcels import parcel_of, programs
from printnplay.files.catalog import Catalog
from printnplay.kernel.diagnostics import Diagnostic, FaultsError
from printnplay.kernel.packing import unpack

from .project import ROOT, command_line, run, tree

GAMES = ("match", "tic-tac-match")
LINE = f"{' '.join(GAMES)} -l en -l fr"


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A running cluster."""
    found = Cluster(tmp_path_factory.mktemp("cluster"))
    yield found
    found.close()


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project in the current folder, which no worker has: two games with rules."""
    for game in GAMES:
        shutil.copytree(ROOT / "designs" / game, tmp_path / "designs" / game)
    for folder in ("locales", "templates"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.at_leisure
@pytest.mark.turns(8)
@pytest.mark.parametrize(
    "line",
    [
        f"export png {LINE} --dpi 60",
        f"build {LINE} -p a4 -p letter --format pdf --format html",
        f"build {LINE} --together",
    ],
    ids=["export", "build", "together"],
)
def test_a_cluster_writes_the_same_bytes(line: str, cluster: Cluster, project: Path) -> None:
    here, there = project / "here", project / "there"
    for words in (f"{line} -o {here}", f"{line} -o {there} --scheduler {cluster.address}"):
        # In a process of its own: threads of other tests may begin while rules are loaded, and a
        # build whose rules begin threads does not know what they have read.
        done = command_line(words, project)
        assert done.returncode == 0, done.stderr
    assert tree(here) == tree(there)
    assert len(tree(here)) > len(GAMES)
    if line.startswith("build"):
        # The records are those of a build on this machine.
        assert "0 written" in run(f"{line} -o {there}").out


@pytest.mark.at_leisure
@pytest.mark.turns(8)
def test_a_cluster_checks_as_one_machine_does(cluster: Cluster, project: Path) -> None:
    texts = project / "locales/fr/match.yaml"
    lines = texts.read_text("utf-8").splitlines()
    texts.write_text("\n".join([*lines, "  stray: Rien"]), "utf-8")
    words = f"check {LINE} --no-cache --format json"
    here, there = run(f"{words} -j 1"), run(f"{words} --scheduler {cluster.address}")
    assert "stray" in here.out
    assert there.out == here.out
    assert there.status == here.status


@pytest.mark.at_leisure
@pytest.mark.turns(8)
def test_faults_have_the_names_of_this_machine(cluster: Cluster, project: Path) -> None:
    style = project / "templates/match/style.yaml"
    style.write_text("like: nothing\n", "utf-8")
    here, there = (
        run(f"build {LINE} {where} -o out") for where in ("-j 1", f"--scheduler {cluster.address}")
    )
    assert "templates/match/style.yaml:1" in here.err
    assert there.err == here.err
    assert there.status == here.status == 1


@pytest.mark.at_leisure
@pytest.mark.turns(8)
def test_a_lost_worker_costs_no_file(tmp_path: Path, project: Path) -> None:
    fragile = Cluster(tmp_path / "cluster")
    try:
        opened = open_project(project)
        languages = ("en", "fr")
        opened.build(GAMES, languages, output=project / "here", jobs=1)
        caught: list[BaseException] = []

        def build() -> None:
            try:
                opened.build(
                    GAMES,
                    languages,
                    output=project / "there",
                    scheduler=fragile.address,
                )
            except BaseException as error:
                caught.append(error)

        at_work = Thread(target=build)
        at_work.start()
        while at_work.is_alive() and len([*fragile.folder.rglob("errand-*")]) < 2:
            time.sleep(0.02)
        assert at_work.is_alive(), caught
        fragile.workers[0].kill()
        at_work.join()
        assert not caught
        assert fragile.workers[0].wait() != 0
    finally:
        fragile.close()
    assert tree(project / "there") == tree(project / "here")


def test_a_worker_with_another_version_is_refused() -> None:
    wanted = {**programs(), "sails": "2"}
    reply = unpack(errands.Reply, errands.run_errand(wanted, b"", "", b""))
    (fault,) = unpack(list[Diagnostic], reply.faults)
    assert fault.code.id == "PNP065"
    assert fault.message.endswith("has a different version of sails (none, here 2)")


def test_a_project_too_large_to_be_sent_is_refused(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert parcel_of(Catalog(project)).digest
    monkeypatch.setattr("printnplay.cluster.parcels.MOST_BYTES", 1024)
    with pytest.raises(FaultsError) as caught:
        parcel_of(Catalog(project))
    assert [fault.code.id for fault in caught.value.found] == ["PNP066"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("build match -j 2", "'--jobs'"),
        ("check match --fix", "'--fix'"),
        ("export all match", "all does not use it"),
        ("export site match", "site does not use it"),
    ],
)
def test_what_a_cluster_cannot_do_is_refused(line: str, said: str) -> None:
    ran = run(f"{line} --scheduler tcp://127.0.0.1:9")
    assert ran.status == 2
    assert said in ran.err
