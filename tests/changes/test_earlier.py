"""Earlier versions: commits of git, releases and folders, and what is refused."""

import json
import os
import shutil
import subprocess
import sys
import zlib
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import pypdfium2
import pytest
from cli.project import ROOT, run, stand_in
from grouped import group_by_kind

import printnplay
from printnplay.changes import earlier, reading
from printnplay.changes import git as git_alone
from printnplay.changes.earlier import earlier_version
from printnplay.changes.gallery import FILE, Version, kept_version
from printnplay.changes.reading import read_version, version_of
from printnplay.edition.loaded import LoadedGame
from printnplay.files.catalog import Catalog
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems

GIT = [
    "git",
    "-c",
    "user.name=Ann",
    "-c",
    "user.email=ann@example.org",
    "-c",
    "commit.gpgsign=false",
]
TABLE = "designs/reef/cards.csv"
HARBOUR = "Draw one card more at the end of your turn."


def git(folder: Path, *words: str) -> None:
    subprocess.run([*GIT, *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def reef(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project in a folder of a repository, with a tag `v1` and an uncommitted change."""
    stand_in(tmp_path, ROOT, monkeypatch)
    assert run("new games/reef --from csv").status == 0
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", "--all")
    git(tmp_path, "commit", "--quiet", "--message", "One")
    git(tmp_path, "tag", "v1")
    project = tmp_path / "games/reef"
    write(project, HARBOUR, "Draw two cards more at the end of your turn.")
    stand_in(project, ROOT, monkeypatch)
    return project


def write(project: Path, old: str, new: str) -> None:
    table = project / TABLE
    content = table.read_text("utf-8")
    assert old in content
    table.write_text(content.replace(old, new), "utf-8")


SAID = f"""Reef: 1 change since {{}}
  card harbour: text
    - Harbour / {HARBOUR}
    + Harbour / Draw two cards more at the end of your turn.
  to reprint (en): 1 card, page 3 of the rulebook
"""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("words", ["", " --since HEAD", " --since v1", " --since v1 reef -l en"])
def test_a_commit_is_compared_without_touching_the_working_tree(words: str, reef: Path) -> None:
    before = {file: file.read_bytes() for file in reef.parents[1].rglob("*") if file.is_file()}
    ran = run(f"diff{words}")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == SAID.format("HEAD" if "v1" not in words else "v1")
    assert before == {file: file.read_bytes() for file in before}


@pytest.mark.at_leisure
@pytest.mark.turns(4)
def test_a_folder_and_a_release_are_versions_too(reef: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(reef, other)
    write(other, "Draw two cards more at the end of your turn.", HARBOUR)
    assert run(f"diff --since {other}").out == SAID.format(other)
    assert run("export all").status == 0
    release = reef / "output/reef/release"
    assert run(f"diff --since {release}").out == f"Reef: 0 changes since {release}\n"
    write(reef, "village,4", "village,5")
    page = tmp_path / "changes.html"
    ran = run(f"diff --since {release} --html {page}")
    assert "card village: count, 4 -> 5" in ran.out
    assert ran.out.endswith(f"{page}\n")
    assert "card village: count, 4 -&gt; 5" in page.read_text("utf-8")


def released(project: Path, folder: Path) -> Path:
    """Write what the folder of a release keeps of a version, without its pictures."""
    version = read_version(Catalog(project), "reef")
    folder.mkdir()
    (folder / FILE).write_bytes(kept_version(Version(version.state)))
    return folder


@pytest.mark.at_leisure
def test_two_releases_are_compared_without_a_project(
    reef: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = reef / "designs/reef/game.yaml"
    one = released(reef, tmp_path / "one")
    game.write_text(f'{game.read_text("utf-8")}version: "1.1"\n', "utf-8")
    write(reef, "whale,2,deed,2", "whale,2,deed,3")
    write(reef, "village,4", "village,6")
    two = released(reef, tmp_path / "two")
    assert run(f"diff --since {one} --until HEAD").out.startswith(f"Reef: 1 change from {one} to H")
    monkeypatch.chdir(tmp_path)
    span = f"--since {one} --until {two}"
    assert run(f"diff {span}").out.splitlines()[:4] == [
        f"Reef: 5 changes from {one} to 1.1",
        "  game version: -> 1.1",
        "  card village: count, 4 -> 6",
        "  card whale: field cost, 2 -> 3",
    ]
    assert run(f"diff {span} --format players").out.splitlines()[2:4] == [
        "- Now 6 × Village (before: 4).",
        "- Whale: cost is now 3 (before: 2).",
    ]
    refused = run(f"diff {span} -l de dune")
    assert refused.status == 2
    assert "unknown game `dune`" in refused.err
    assert "the game `reef` has no language `de`" in refused.err


@pytest.mark.at_leisure
@pytest.mark.usefixtures("reef")
def test_a_commit_is_rendered_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRINTNPLAY_CACHE", str(tmp_path / "cache"))
    rendered: list[str] = []

    def noted(loaded: LoadedGame, languages: Sequence[str], problems: Problems) -> Version:
        rendered.append(loaded.game.folder)
        return version_of(loaded, languages, problems)

    monkeypatch.setattr(reading, "version_of", noted)
    for times in (2, 1):
        assert run("diff").out == SAID.format("HEAD")
        assert len(rendered) == times
        rendered.clear()
    assert run(f"diff --html {tmp_path / 'changes.html'}").status == 0
    assert len(rendered) == 2, "pictures are made of both"


@pytest.mark.at_leisure
@pytest.mark.turns(4)
def test_an_update_has_the_box_and_leaves_the_record_of_the_kit_true(reef: Path) -> None:
    assert run("build").status == 0
    write(reef, "village,4", "village,6")
    for _ in range(2):
        ran = run("build --since v1")
        assert "reef-en-a4-box.pdf" in ran.out
        assert "replaced" not in ran.out
    text = pypdfium2.PdfDocument("output/reef/en/reef-en-a4-update.pdf")[0].get_textpage()
    assert "Print the box again, too." in text.get_text_bounded()
    write(reef, "village,6", "village,4")
    ran = run("build")
    assert "4 written" in ran.out
    assert "replaced" not in ran.out


@pytest.mark.usefixtures("reef")
def test_a_page_shows_both_pictures_and_what_changed(tmp_path: Path) -> None:
    page = tmp_path / "changes.html"
    assert run(f"diff --html {page} --format json").status == 0
    content = page.read_text("utf-8")
    for words in ("before", "after", "what changed"):
        assert f'alt="card harbour, {words}"' in content
        assert f'alt="page 3, {words}"' in content
    assert "card village" not in content
    assert "https:" not in content


@pytest.mark.at_leisure
def test_each_box_is_compared_by_itself_with_its_name(reef: Path, tmp_path: Path) -> None:
    group_by_kind(reef)
    game = reef / "designs/reef/game.yaml"
    boxes = "boxes:\n- {id: coast, groups: [places], stock: 250}\n"
    boxes += "- {id: sea, groups: [deeds], type: drawer, copies: 2}\n"
    game.write_text(game.read_text("utf-8").replace("box: {stock: 250}\n", boxes), "utf-8")
    other = shutil.copytree(reef, tmp_path / "other")
    write(reef, "village,4", "village,80")

    def boxes_of(out: str) -> list[str]:
        return [line.strip() for line in out.splitlines() if line.startswith("  box")]

    expected = ["box coast: size", "box sea sleeve: text"]  # every back counts all cards
    assert boxes_of(run(f"diff --since {other}").out) == expected
    write(reef, "cargo,5", "cargo,200")
    assert boxes_of(run(f"diff --since {other}").out) == [
        "box coast: size",
        "box sea sleeve: size",
        "box sea drawer: size",
        "box sea sleeve 2: new",
        "box sea drawer 2: new",
    ]


@pytest.mark.usefixtures("reef")
@pytest.mark.at_leisure
def test_a_report_can_be_read_by_programs() -> None:
    (found,) = json.loads(run("diff --format json").out)
    assert (found["game"], found["since"], found["new"]) == ("reef", "HEAD", False)
    assert [(one["kind"], one["id"], one["how"]) for one in found["changes"]] == [
        ("card", "harbour", "text")
    ]
    assert (found["cards"], found["pages"]) == ({"en": ["harbour"]}, {"en": [3]})
    shown = run("diff --format markdown").out
    assert shown.startswith("## Reef: 1 change since HEAD\n\n- card harbour: text\n  - Before: ")


def test_a_game_may_be_new(reef: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("new ../dune --from csv").status == 0
    stand_in(reef.parent / "dune", ROOT, monkeypatch)
    assert run("diff").out == "Dune: a new game since HEAD\n" or run("diff").status == 2


@pytest.mark.parametrize(
    ("named", "cure"),
    [
        ("v2", "its latest tags are v1"),
        ("--upload-pack=touch x", "a name does not begin with a hyphen"),
        ("/", "version.zip"),
        ("v1:games", "its latest tags are v1"),
        ("", "name one, such as HEAD"),
    ],
)
def test_what_is_no_version_is_reported(named: str, cure: str, reef: Path) -> None:
    with pytest.raises(FaultsError) as failed, earlier_version(reef, named):
        pass
    (fault,) = failed.value.found
    assert fault.code.id == "PNP029"
    assert cure in fault.help


def test_without_a_repository_the_cure_is_named(tmp_path: Path) -> None:
    (tmp_path / "designs").mkdir()
    with pytest.raises(FaultsError) as failed, earlier_version(tmp_path, "HEAD"):
        pass
    assert "is not in a repository of git" in failed.value.found[0].help


@pytest.fixture
def hostile(reef: Path) -> Iterator[Path]:
    """The same repository, which names programs to run wherever git lets it."""
    root, mark = reef.parents[1], reef.parents[1] / "ran"
    touch = f"touch {mark}"
    for key in (
        "core.fsmonitor",
        "filter.x.smudge",
        "filter.x.process",
        "diff.external",
        "core.pager",
    ):
        git(root, "config", key, touch)
    (root / ".gitattributes").write_text("* filter=x diff=x\n", "utf-8")
    for hook in ("post-checkout", "post-index-change", "reference-transaction"):
        file = root / ".git/hooks" / hook
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"#!/bin/sh\n{touch}\n", "utf-8")
        file.chmod(0o755)
    yield reef
    assert not mark.exists()


@pytest.mark.usefixtures("hostile")
def test_nothing_that_a_repository_names_is_run() -> None:
    assert run("diff --since v1").out == SAID.format("v1")


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A repository with a table and a text."""
    project = tmp_path / "small"
    for name in ("designs/a/cards.csv", "locales/en/a.yaml"):
        (project / name).parent.mkdir(parents=True)
        (project / name).write_text(f"{name}\n", "utf-8")
    git(project, "init", "--quiet")
    git(project, "add", "--all")
    git(project, "commit", "--quiet", "--message", "One")
    return project


def lose(project: Path, named: str) -> str:
    """Remove an object from a repository; return its hash."""
    found = subprocess.run(
        ["git", "rev-parse", named], cwd=project, capture_output=True, check=True
    )
    digest = found.stdout.decode().strip()
    (project / ".git/objects" / digest[:2] / digest[2:]).unlink()
    return digest


def refusal(project: Path, named: str = "HEAD") -> Diagnostic:
    with pytest.raises(FaultsError) as failed, earlier_version(project, named):
        pass
    (fault,) = failed.value.found
    assert fault.code.id == "PNP029"
    return fault


TABLE_OF_HEAD = "HEAD:designs/a/cards.csv"
LACKING = {
    TABLE_OF_HEAD: "lacks `designs/a/cards.csv`",
    "HEAD:designs/a": "cannot be read: ",  # the reason is that of git
    "HEAD^{tree}": "cannot be read: ",
}


@pytest.mark.parametrize(("lost", "reason"), LACKING.items(), ids=LACKING)
def test_a_commit_that_lacks_something_is_refused_with_the_reason(
    lost: str, reason: str, small: Path
) -> None:
    lose(small, lost)
    fault = refusal(small)
    assert reason in fault.message
    assert "`git worktree add FOLDER VERSION`" in fault.help


def test_a_damaged_file_of_a_commit_is_refused(small: Path) -> None:
    digest = lose(small, TABLE_OF_HEAD)
    blob = small / ".git/objects" / digest[:2] / digest[2:]
    blob.write_bytes(zlib.compress(b"blob 21\0designs/a/cards.csv\n")[:-9])
    assert "cannot be read: " in refusal(small).message


FETCHING = {
    "ext": {"url": "ext::sh -c touch% {mark}"},
    "program of the other side": {"url": "{project}", "uploadpack": "touch {mark};"},
    "ssh": {"url": "git@localhost:x/y"},
    "helper": {"url": "x", "vcs": "touching"},
}


@pytest.mark.parametrize("remote", FETCHING.values(), ids=FETCHING)
@pytest.mark.parametrize("version", ["this", "before 2.44"])
def test_a_file_that_a_repository_lacks_is_not_fetched(
    remote: dict[str, str],
    version: str,
    small: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mark, bin = tmp_path / "ran", tmp_path / "bin"
    bin.mkdir()
    helper = bin / "git-remote-touching"
    helper.write_text(f"#!/bin/sh\ntouch {mark}\n", "utf-8")
    helper.chmod(0o755)
    monkeypatch.setenv("PATH", str(bin), prepend=os.pathsep)
    if version != "this":
        monkeypatch.setattr(git_alone, "_NO_LAZY_FETCH", {})
    for key, value in remote.items():
        said = value.format(mark=mark, project=small)
        git(small, "config", f"remote.origin.{key}", said)
    for key, value in {
        "core.sshCommand": f"touch {mark};",
        "extensions.partialClone": "origin",
        "remote.origin.promisor": "true",
        "protocol.allow": "always",
        "protocol.ext.allow": "always",
        "protocol.touching.allow": "always",
    }.items():
        git(small, "config", key, value)
    lose(small, TABLE_OF_HEAD)
    subprocess.run(["git", "ls-tree", "-rl", "HEAD"], cwd=small, capture_output=True, check=False)
    assert mark.exists(), "what is tried does run a program if git is left alone"
    mark.unlink()
    reason = LACKING[TABLE_OF_HEAD] if version == "this" else "cannot be read: "
    assert reason in refusal(small).message
    assert not mark.exists()


def test_a_list_of_files_without_end_is_cut_off(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(earlier, "MOST_LISTED", 100)
    assert "git prints more than 100 bytes" in refusal(small).message


def test_git_is_not_taken_from_the_current_folder(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = small / "git"
    program.write_text("#!/bin/sh\ntouch ran\n", "utf-8")
    program.chmod(0o755)
    monkeypatch.chdir(small)
    monkeypatch.setenv("PATH", f".{os.pathsep}{os.pathsep}{os.environ['PATH']}")
    with earlier_version(small, "HEAD"):
        pass
    assert not (small / "ran").exists()
    monkeypatch.setenv("PATH", ".")
    assert "git is not installed" in refusal(small).help


def test_nothing_else_starts_git() -> None:
    package = Path(printnplay.__file__).parent
    naming = [file for file in package.rglob("*.py") if '"git"' in file.read_text("utf-8")]
    assert naming == [Path(git_alone.__file__)]


def test_links_and_odd_names_of_a_commit_are_left_out(reef: Path) -> None:
    root = reef.parents[1]
    secret = root / "secret.csv"
    secret.write_text("secret", "utf-8")
    (reef / "designs/reef/link.csv").symlink_to(secret)
    (reef / "designs/reef/aux.csv").write_text("x", "utf-8")
    (reef / "designs/reef/a\\b.csv").write_text("x", "utf-8")
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", "Two")
    with earlier_version(reef, "HEAD") as found:
        names = {file.name for file in found.folder.rglob("*") if file.is_file()}
    assert {"cards.csv", "game.yaml"} <= names
    assert not names & {"link.csv", "aux.csv", "a\\b.csv"}
    assert not found.folder.exists()


def exported(target: str, options: str = "") -> dict[str, int]:
    """The copies of the cards that are exported since the version `v1`."""
    ran = run(f"export {target} --since v1 {options}")
    assert ran.status == 0, ran.err
    folder = Path("output/reef/en") / f"{target}-selection"
    assert ran.out.startswith(f"{folder} ")
    if target == "pdf-cards":
        return {}
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    assert {*manifest["files"], "manifest.json"} == {one.name for one in folder.iterdir()}
    return {one["id"]: one["copies"] for one in manifest["components"]}


@pytest.mark.at_leisure
def test_an_export_since_a_version_has_the_cards_to_print_again(reef: Path) -> None:
    write(reef, "village,4", "village,6")
    for target in ("svg", "png", "pdf-cards"):
        found = exported(target, "--dpi 36" if target == "png" else "")
        assert found == ({} if target == "pdf-cards" else {"harbour": 3, "village": 2})
    assert not (reef / "output/reef/en/svg").exists()


def test_an_export_of_nothing_new_writes_nothing(reef: Path) -> None:
    write(reef, "Draw two cards more at the end of your turn.", HARBOUR)
    ran = run("export svg --since v1")
    assert (ran.status, ran.out) == (0, "reef en: no card prints differently since v1\n")
    assert not (reef / "output/reef").exists()


@pytest.mark.usefixtures("reef")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("svg --only whale", "'--since' selects the cards itself: leave out '--only'."),
        ("makeplayingcards", "'--since': png, svg, pdf-cards can export single cards"),
        ("all", "'--since': png, svg, pdf-cards can export single cards"),
    ],
)
def test_an_export_selects_in_one_way(words: str, said: str) -> None:
    ran = run(f"export {words} --since v1")
    assert ran.status == 2
    assert said in " ".join(ran.err.split())


@pytest.mark.usefixtures("reef")
@pytest.mark.parametrize("letters", [300, 131_000])
@pytest.mark.at_leisure
def test_a_name_that_is_too_long_for_the_system_is_refused(letters: int) -> None:
    """The longer one is the longest that a program can be given; git gets some letters more."""
    ran = run(f"diff --since {'x' * letters}")
    assert ran.status == 2
    assert "error[PNP029]: there is no version `xxx" in ran.err


@pytest.mark.usefixtures("reef")
def test_all_versions_but_one_are_no_version() -> None:
    ran = run("diff --since ^v1")
    assert ran.status == 2
    assert "error[PNP029]: there is no version `^v1`" in ran.err


@pytest.mark.skipif(sys.platform == "win32", reason="has no such pipes")
@pytest.mark.at_leisure
def test_git_is_ended_when_it_waits_for_a_pipe(reef: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A repository of somebody else may name one in place of a file."""
    monkeypatch.setattr(earlier, "git", partial(git_alone.git, seconds=0.5))
    os.mkfifo(reef / "pipe")
    tag = reef.parents[1] / ".git/refs/tags/v1"
    tag.unlink()
    tag.symlink_to(reef / "pipe")
    ran = run("diff --since v1")
    assert ran.status == 2
    assert "the version cannot be read: git took more than 0.5 seconds" in ran.err
